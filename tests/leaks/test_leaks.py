"""What tells a player what cannot be known is found by play; what tells nothing is not."""

from __future__ import annotations

from pathlib import Path

import pytest

from cardrules.analysis.load import analyse_source
from cardrules.engine.showing.view import make_view
from cardrules.leaks.find import states_of
from cardrules.leaks.hunt import Hunt, find_leaks
from cardrules.rulesets import bundled, load
from cardrules.sim.replay import replay_record
from cardrules.source import normalised
from tests.bundled import Bundled, at_all_numbers
from tests.faults.collection import Fault, faults, originals
from tests.fuzz.rulesets import random_ruleset
from tests.house_rules.examples import FOLDER
from tests.leaks.rules import leaks, line_of, ruleset_of

REST = "        one of go, otherwise rest\n"
LAY = "    choose card from my hand\n    do\n        move card to my laid\n"


def go(*lines: str, effects: str = "move card to table") -> str:
    """An action that takes a card of the hand, with these premises."""
    premises = "".join(f"    {line}\n" for line in lines)
    return f"action go\n    choose card from my hand\n{premises}    do\n        {effects}\n"


# ---- What is found -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("premise", "told"),
    [
        ("require deck is not empty and (top of deck).number > 3", "(top of deck).number"),
        # Cards that others see, and their owner does not.
        ("require some c in my brow: c.number = card.number", "my brow"),
        ("choose target from opponents where some c in hand: c.number > 4", "choose target"),
        ("require sum of number in opponents.hand > 9", "opponents.hand"),
        ("choose bid from {1, 2, 3} where bid < sum of number in my brow", "choose bid"),
    ],
)
def test_what_can_be_chosen_tells_of_hidden_cards(premise: str, told: str) -> None:
    found = leaks(go(premise))
    assert found and {leak.sort for leak in found} == {"actions"}
    assert all(told in line_of(leak) for leak in found)


def test_a_window_that_opens_only_for_those_who_can_answer() -> None:
    rules = (
        go(effects="move card to table\n        if some c in players.hand: c.number = 6\n"
           "            open ask to others")
        + "window ask\ninterrupt stop_it answers ask\n"
        "    choose answer from my hand where number = 6\n    do\n        stop\n"
    )  # fmt: skip
    found = leaks(rules)
    assert [leak.sort for leak in found] == ["asked"]
    assert line_of(found[0]).startswith("if some c in players.hand")


def test_a_question_that_depends_on_a_card_that_nobody_knows() -> None:
    rules = go(
        effects="move card to table\n        if deck is not empty and (top of deck).number > 3\n"
        "            choose extra from my hand\n            move extra to table"
    )
    found = leaks(rules)
    assert [leak.sort for leak in found] == ["asked"]
    assert line_of(found[0]).startswith("if deck is not empty")


def test_what_is_given_to_a_window_and_lies_hidden() -> None:
    rules = (
        go(effects="move card to my laid\n        open ask(card) to others")
        + "window ask(laid_card: card)\ninterrupt catch answers ask\n"
        "    choose answer from my hand where number > laid_card.number\n    do\n        stop\n"
    )
    (found,) = leaks(rules)
    assert line_of(found).startswith("choose answer")


def test_a_variable_that_keeps_a_secret_choice() -> None:
    rules = go("require card.number > most or most > 5")
    play = (
        "        together each player clockwise from me\n"
        "            choose secret from my hand\n            do\n"
        "                set most to max(most, secret.number)\n"
        "                    say nothing\n"
        "                move secret to my laid\n" + REST
    )
    found = leaks(rules, play=play, players=3, games=8)
    assert [leak.sort for leak in found] == ["actions"]
    assert line_of(found[0]).startswith("require card.number > most")


def test_a_leak_is_told_with_two_cards_in_few_decisions() -> None:
    rules = ruleset_of(go("require some c in opponents.hand: c.number = 6"))
    (found,) = find_leaks(rules, [2], games=4)
    assert len(found.cards) == 1 and found.since == found.decisions
    pair = found.cards[0]
    assert "Card 6" in (pair.card, pair.other)
    other = 2 if found.seat == 0 else 1
    assert f"in hand of Player {other}" in (pair.where, pair.other_where)
    hunted = Hunt(rules, [2], games=4)
    list(hunted.play())
    assert all(found.decisions <= len(one.answers) for one in hunted._found.values())


def test_the_record_leads_to_the_decision() -> None:
    rules = ruleset_of(go("require sum of number in my brow > 3"))
    (found,) = find_leaks(rules, [3], games=3)
    replay = replay_record(found.record, rules)
    assert len(found.record.steps) == found.decisions
    assert replay.state.pending is not None and replay.state.pending[1] == found.seat
    shown = {str(action) for action in replay.game.legal_actions(replay.state)}
    assert set(found.here[:3]) <= shown and not set(found.there) & shown


def test_in_both_states_the_player_sees_the_same() -> None:
    rules = ruleset_of(go("require sum of number in my brow > 3"))
    hunt = Hunt(rules, [2], games=2)
    list(hunt.play())
    (found,) = hunt._found.values()
    states = states_of(found)
    from cardrules.leaks.exchange import with_faces  # noqa: PLC0415 - only here

    other = with_faces(found.game, states[found.other.since], found.other.faces)
    seat = found.player
    assert make_view(found.game, other, seat) == make_view(found.game, found.state, seat)


def test_the_same_is_found_again() -> None:
    rules = ruleset_of(go("require sum of number in my brow > 3"))
    first, second = (find_leaks(rules, games=2, seed=5) for _ in range(2))
    assert [leak.data() for leak in first] == [leak.data() for leak in second]


def leaking() -> list[Fault]:
    return [fault for fault in faults() if fault.of_class == "hidden"]


@pytest.mark.parametrize("fault", leaking(), ids=lambda fault: fault.name)
def test_the_faults_that_tell_what_lies_hidden_are_named(fault: Fault) -> None:
    ruleset, _ = analyse_source(normalised("fault.rules", fault.text))
    assert ruleset is not None
    players = [max(ruleset.players_min, 2)]
    found = find_leaks(ruleset, players, games=10 if fault.game == "sealed_bids" else 2)
    places = {
        leak.diagnostic.source.where(span.start).line
        for leak in found
        for span in (leak.diagnostic.span, *(label.span for label in leak.diagnostic.labels))
    }
    assert places & fault.lines


# ---- What tells nothing --------------------------------------------------------------------------

SILENT = {
    "what the player sees": go("require some c in my hand: c.number > card.number"),
    "where cards lie": go("require count of opponents.hand > 2 or count of deck > 4"),
    "what others have before their eyes": go(
        "choose target from opponents where sum of number in brow > 2"
    ),
    # Who could do nothing is passed over, and everybody sees that.
    "nobody can": go("require card.number > 4"),
    # The drawer knows what came; that somebody has to give a card away for it, all may see.
    "what was drawn": go(
        effects="draw 1 from deck to my hand\n"
        "        if some c in my hand: c.number = 6\n"
        "            choose extra from my hand where number < 6\n"
        "            move extra to table"
    ),
    "what was revealed": go(
        effects="if deck is not empty\n            reveal top of deck\n"
        "            if (top of deck).number > 3\n"
        "                choose extra from my hand\n                move extra to table"
    ),
    "what is looked at by itself": go(
        effects="let six = first of (cards where number = 6)\n"
        "        if six is not none and six.number > 5\n            choose extra from my hand\n"
        "            move extra to table"
    ),
    "a window on public grounds": go(effects="open ask to others")
    + "window ask\ninterrupt catch answers ask\n"
    "    choose answer from my hand where number = 6\n    do\n        stop\n",
}


@pytest.mark.parametrize("rules", SILENT.values(), ids=list(SILENT))
def test_what_anybody_may_know_is_no_leak(rules: str) -> None:
    for players in (2, 3):
        assert leaks(rules, players=players) == []


def test_where_hidden_cards_decide_whose_turn_it_is_everybody_may_see_it() -> None:
    play = (
        "        let leader = first of (players with highest sum of number in hand)\n"
        "        next turn leader\n" + REST
    )
    assert leaks(go(), play=play, players=3) == []


@pytest.mark.parametrize("item", at_all_numbers(), ids=str)
def test_the_bundled_games_leak_nothing(item: Bundled) -> None:
    hunt = Hunt(load(item.name), [item.players], games=1, most=30)
    assert list(hunt.play()) == [0]


@pytest.mark.slow
@pytest.mark.parametrize("item", at_all_numbers(), ids=str)
def test_the_bundled_games_leak_nothing_in_many_games(item: Bundled) -> None:
    assert find_leaks(load(item.name), [item.players], games=6, seed=10) == []


@pytest.mark.parametrize("name", [name for name in originals() if name not in bundled()])
def test_the_rulesets_without_faults_leak_nothing(name: str) -> None:
    path: Path = originals()[name]
    ruleset = load(path)
    hunt = Hunt(ruleset, [ruleset.players_max], games=1, most=60)
    assert list(hunt.play()) == [0]


@pytest.mark.parametrize("name", ["overlapping_sums", "wild_jacks", "to_the_left"])
def test_house_rules_leak_nothing(name: str) -> None:
    ruleset = load(FOLDER / f"{name}.rules")
    hunt = Hunt(ruleset, [ruleset.players_min], games=1, most=60)
    assert list(hunt.play()) == [0]


@pytest.mark.parametrize("seed", range(20))
def test_random_rules_that_lint_clean_leak_nothing(seed: int) -> None:
    from cardrules.lint.runner import lint_source  # noqa: PLC0415 - only here

    source = normalised("random.rules", random_ruleset(seed))
    ruleset, _ = analyse_source(source)
    if ruleset is None or any(item.code == "CR506" for item in lint_source(source)):
        pytest.skip("no game, or lint names it")
    hunt = Hunt(ruleset, [ruleset.players_min], games=1, most=40)
    assert list(hunt.play()) == [0]
