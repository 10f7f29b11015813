"""`undo`: as far as nobody has learned anything, and why not where somebody has."""

from __future__ import annotations

import pytest

from cardrules.sim.replay import replay_record
from cardrules.sim.run import Playthrough
from tests.bundled import bundled_named
from tests.cli.play_harness import Sat, against_bots, people
from tests.engine import harness

# What a turn does with a card of the hand is put in.
TURNS = (
    harness.DECK
    + harness.HAND
    + """
zone pot  shared pile, seen by nobody
zone open shared pile, seen by all
zone mine per player spread, seen by owner
setup
    each player clockwise from starter
        draw 2 from deck to my hand
play
    turns clockwise from starter until turn = 6
        one of go
action go "Go"
    choose card from my hand
    do
        {effect}
"""
)


def turns(*effect: str, seats: int = 2) -> Sat:
    rules = TURNS.replace("{effect}", "\n        ".join(effect))
    sat = Sat(harness.game(rules, seats), people(seats), names=("Ann", "Bob", "Cid")[:seats])
    sat.type("")
    return sat


def facts(playthrough: Playthrough) -> tuple[object, ...]:
    return playthrough.state.data(), playthrough.moment.number, len(playthrough.steps)


def test_what_told_nobody_anything_is_taken_back_even_when_the_next_one_is_asked() -> None:
    sat = turns("move card to pot")
    before, screen = facts(sat.playthrough), sat.on_screen
    sat.type("1")
    assert sat.session.prompt.startswith("Bob, press Enter")
    told = sat.type("undo")
    assert "Taken back." in told
    # Ann has to say that she is there before her cards are shown again.
    assert sat.session.prompt.startswith("Ann, press Enter")
    assert "Your hand" not in sat.on_screen
    sat.type("")
    assert facts(sat.playthrough) == before
    assert sat.on_screen.splitlines()[-3:] == screen.splitlines()[-3:]


def test_the_record_is_as_if_it_had_not_been() -> None:
    sat = turns("move card to pot")
    before = sat.playthrough.record()
    sat.type("1", "undo", "", "2")
    after = sat.playthrough.record()
    assert after.steps[: len(before.steps)] == before.steps
    assert len(after.steps) == len(before.steps) + 1
    assert after.steps[-1].action.arguments == {"card": "9"}


@pytest.mark.parametrize(
    ("effect", "told"),
    [
        (["move card to open"], "others have learned something about a card since"),
        (["move card to pot", "reveal card"], "others have learned something about a card since"),
        (["move card to pot", "draw 1 from deck to my hand"], "you have learned something"),
        (["move card to pot", "draw 1 from deck to open"], "you have learned something"),
        (["move card to pot", "shuffle deck"], "chance has decided something since"),
        (["move card to (left of me).mine"], "others have learned something"),
    ],
)
def test_what_has_told_somebody_something_is_not_taken_back(effect: list[str], told: str) -> None:
    sat = turns(*effect)
    sat.type("1")
    assert f"This cannot be taken back: {told}" in sat.type("undo")
    assert len(sat.playthrough.steps) == 1


def test_the_refusal_names_no_card() -> None:
    sat = turns("move card to (left of me).mine", seats=3)
    sat.type("1")
    assert not any(digit in sat.type("undo") for digit in "123456789")


def test_nothing_is_taken_back_after_another_one_has_looked() -> None:
    sat = turns("move card to pot")
    sat.type("1", "")
    assert "This cannot be taken back: Bob has looked at the table since." in sat.type("undo")


def test_a_bot_that_has_acted_ends_it() -> None:
    rules = TURNS.replace("{effect}", "move card to pot")
    sat = Sat(harness.game(rules), against_bots(2))
    sat.type("1")
    assert "This cannot be taken back: Player 2 has acted since." in sat.type("undo")


def test_several_choices_of_one_turn_are_taken_back_one_by_one() -> None:
    rules = "variable counted: integer = 0\n" + TURNS.replace(
        "{effect}",
        "move card to pot\n        choose second from {1, 2}\n"
        "        choose third from {1, 2}\n        add second + third to counted",
    )
    sat = Sat(harness.game(rules), people(2))
    sat.type("")
    start = facts(sat.playthrough)
    sat.type("1", "2")
    assert len(sat.playthrough.steps) == 2
    assert "Taken back." in sat.type("undo")
    assert "Taken back." in sat.type("undo")
    assert facts(sat.playthrough) == start
    assert "There is nothing to take back." in sat.type("undo")


def test_steps_of_a_choice_are_no_actions() -> None:
    sat = turns("move card to pot")
    assert "There is nothing to take back." in sat.type("undo")
    assert "Nothing has been chosen yet" in sat.type("b")


def test_who_is_passed_over_ends_it() -> None:
    """Whether somebody could have done something is news."""
    rules = TURNS.replace("{effect}", "move card to pot").replace(
        "choose card from my hand", "choose card from my hand where me = starter or card.number = 1"
    )
    sat = Sat(harness.game(rules), people(2), names=("Ann", "Bob"))
    sat.type("", "1")
    assert sat.session.prompt.startswith("Ann")
    assert "the turn has gone past other players" in sat.type("undo")


# ---- Secret choices ------------------------------------------------------------------------------

SECRET = (
    harness.DECK
    + harness.HAND
    + """
zone pot shared pile, seen by nobody
variable bids: integer = 0
setup
    each player clockwise from starter
        draw 2 from deck to my hand
play
    rounds until round = 3
        together each player clockwise from starter
            choose bid from {1, 2, 3}
            do
                add bid to bids
"""
)


def test_a_secret_choice_is_taken_back_until_it_is_opened() -> None:
    sat = Sat(harness.game(SECRET), people(2), names=("Ann", "Bob"))
    sat.type("", "1")
    assert "Taken back." in sat.type("undo")
    sat.type("", "2", "", "3")
    assert "This cannot be taken back: the secret answers have been opened." in sat.type("undo")


def test_a_game_that_goes_on_after_undo_is_recorded_and_resumed_like_any_other() -> None:
    sat = Sat(harness.game(SECRET), people(2), names=("Ann", "Bob"))
    sat.type("", "1", "undo", "", "3")
    record = sat.playthrough.record()
    assert [step.action.arguments for step in record.steps] == [{"bid": 3}]


def test_a_card_laid_face_down_in_a_real_game_is_taken_back() -> None:
    game = bundled_named("snatch_it")[0].game()
    sat = Sat(game, people(3), seed=2)
    sat.type("")
    before = facts(sat.playthrough)
    sat.type("1")
    assert "Taken back." in sat.type("undo")
    assert facts(sat.playthrough) == before


# ---- Practice ------------------------------------------------------------------------------------


def test_for_practice_everything_is_taken_back_against_bots() -> None:
    """Both hands lie open, chance decides, and the bot acts."""
    rules = TURNS.replace("{effect}", "move card to open\n        shuffle deck")
    rules = rules.replace("draw 2 from", "draw 3 from")
    sat = Sat(harness.game(rules), against_bots(2), practice=True)
    start = facts(sat.playthrough)
    sat.type("1")
    then = facts(sat.playthrough)
    sat.type("1")
    assert "Taken back." in sat.type("undo")
    assert facts(sat.playthrough) == then
    sat.type("undo")
    assert facts(sat.playthrough) == start
    told = " ".join(sat.type("undo").split())
    assert told == (
        "There is nothing to take back. Here you can take all your actions back, one after the "
        "other."
    )
    sat.type("2", "1", "1")
    assert sat.session.is_over
    # What is recorded is what was played in the end.
    assert replay_record(sat.playthrough.record(), sat.playthrough.game.ruleset).over


def test_with_several_persons_there_is_no_practice() -> None:
    rules = TURNS.replace("{effect}", "move card to open")
    sat = Sat(harness.game(rules), people(2), practice=True)
    sat.type("", "1")
    assert "cannot be taken back: others have learned" in sat.type("undo")


def test_until_when_something_can_be_taken_back_is_told_before() -> None:
    sat = turns("move card to pot")
    told = " ".join(sat.type("undo").split())
    assert told == (
        "There is nothing to take back. You can take an action back until chance decides "
        "something, somebody comes to know a card, or another player acts, is passed over or "
        "looks at the table."
    )


def test_one_step_back_where_there_is_none_points_to_undo_only_if_that_is_possible() -> None:
    game = harness.game(TURNS.replace("{effect}", "move card to pot"), 2)
    sat = Sat(game, ["human", "random"], practice=True)
    assert sat.type("b") == "Nothing has been chosen yet.\n"
    sat.type("l1")
    assert sat.type("b") == "Nothing has been chosen yet; undo takes back your last action.\n"
