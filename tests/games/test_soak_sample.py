"""A few games of `python -m tests.soak`, and whether it would notice a mistake."""

from __future__ import annotations

import pytest

from cardrules.analysis.load import analyse_source
from cardrules.engine.game import Game
from cardrules.source import normalised
from tests import soak, tampering
from tests.bundled import Bundled, at_all_numbers, bundled, bundled_named
from tests.conservation import misplaced


@pytest.mark.parametrize("item", at_all_numbers(), ids=str)
def test_random_games_end_keep_their_cards_and_are_scored_right(item: Bundled) -> None:
    assert soak.soak(item, 5, 100, show=False) == []


@pytest.mark.parametrize(
    ("name", "right", "wrong"),
    [
        ("snarkas", "10 * snarkas_gem", "9 * snarkas_gem"),
        ("snarkas", "most_cards: 3 if every", "most_cards: 3 if some"),
        ("snatch_it", "swarms: 5 *", "swarms: 4 *"),
        ("snatch_the_cat", "radars: sum of power", "radars: count"),
    ],
)
def test_a_wrong_score_is_noticed(
    name: str, right: str, wrong: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    item = bundled_named(name)[1]  # with two sides some comparisons are all
    text = item.game().ruleset.text.text
    assert right in text
    text = text.replace(right, wrong).replace("radars: count in (hand", "radars: count of (hand")
    ruleset, _ = analyse_source(normalised("wrong.rules", text))
    assert ruleset is not None
    of = Game(ruleset, item.players)
    monkeypatch.setattr(Bundled, "game", lambda self: of)
    assert any("counted" in line for line in soak.soak(item, 20, 0, show=False))


def test_lost_cards_are_noticed() -> None:
    of = bundled()[0].game()
    s = of.start(0)
    assert list(misplaced(of, s)) == []
    zone = next(number for number, content in enumerate(s.zones) if content)
    s.zones[zone] = s.zones[zone][1:]
    assert list(misplaced(of, s)) != []


def test_what_breaks_at_a_changed_state_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tampering, "misplaced", lambda of, s: ["a card is nowhere"])
    wrong = soak.tamper(["snarkas"], 4, 0)
    assert wrong and wrong[0].startswith("snarkas state ")


def test_the_command_says_how_it_went(capsys: pytest.CaptureFixture[str]) -> None:
    assert soak.main(["--games", "1", "--states", "2", "--only", "snarkas"]) == 0
    captured = capsys.readouterr()
    assert "3 games, 2 changed states, 0 mistakes" in captured.out
    assert "2 states changed: " in captured.err
    assert "1 of 1 games recounted, 0 wrong" in captured.err
    with pytest.raises(SystemExit):
        soak.main(["--only", "no such game"])
