"""Games that end, and that this is shown of them; their measures fall whenever they are played."""

from __future__ import annotations

import pytest

from cardrules.engine.game import Game
from cardrules.rulesets import analyse, find
from cardrules.termination import solver
from cardrules.termination.proof import prove
from tests.termination.harness import game_of, play_measured, text_of

_UNTIL = "until players.hand is empty"
_CHOICE = "    choose card from my hand\n"
_MOVE = "        move card to discard\n"

ENDING = {
    "a card a turn": text_of(),
    "a card a turn, and one is drawn": text_of(
        (_MOVE, _MOVE + "        draw 1 from deck to my hand\n")
    ),
    "a counter": text_of(
        (_UNTIL, "until played = 9"), (_CHOICE, ""), (_MOVE, "        add 1 to played\n")
    ),
    "rounds are counted": text_of(
        (f"    turns clockwise from starter {_UNTIL}\n        one of play_card\n",
         "    rounds until round = 7\n        turns clockwise from starter once\n"
         "            one of play_card\n"),
        (_MOVE, "        move card to (left of me).hand\n"),
    ),
    "a card ends it": text_of(
        (_UNTIL, "until last"),
        (_CHOICE, ""),
        (_MOVE, "        draw 1 from deck to discard\n"),
        more="when star comes up from deck\n    move it to discard\n    set last to true\n",
    ),
    "answers within answers": text_of(
        (_MOVE, _MOVE + "        open answering to others\n"),
        more="window answering, up to 3 deep\ninterrupt back answers answering\n"
        "    choose other from my hand\n    do\n        move other to discard\n"
        "        open answering to others\n",
    ),
}  # fmt: skip


@pytest.mark.parametrize("why", ENDING)
@pytest.mark.parametrize("players", [2, 3])
def test_the_measure_falls_in_play(why: str, players: int, monkeypatch: pytest.MonkeyPatch) -> None:
    game = game_of(ENDING[why], players)
    proof = prove(game.program)
    assert proof.is_shown
    assert sum(play_measured(game, proof, seed, monkeypatch) for seed in range(20)) > 5


def test_what_was_found_before_is_forgotten_at_any_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(solver, "_MOST_KEPT", 2)
    assert prove(game_of(text_of()).program).is_shown


@pytest.mark.parametrize(
    "name", ["snarkas", "snatch_the_cat", pytest.param("snatch_it", marks=pytest.mark.slow)]
)
def test_the_three_games_end_and_their_measures_fall_in_play(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    ruleset, _ = analyse(find(name))
    assert ruleset is not None
    game = Game(ruleset, ruleset.players_min)
    proof = prove(game.program)
    assert proof.is_shown
    assert sum(play_measured(game, proof, seed, monkeypatch) for seed in range(3)) > 50
