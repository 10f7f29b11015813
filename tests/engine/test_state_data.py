"""States from data: a state of the game, or refused; whatever was changed in it."""

from __future__ import annotations

import copy
import json
from typing import Any

import pytest

from cardrules.engine.game import Game
from cardrules.engine.positions.state_data import (
    PARTS_OF_STATES,
    state_from_data,
    state_from_text,
    text_from_state,
)
from cardrules.errors import StateError
from cardrules.model.state import PARTS
from cardrules.plain import replaced
from tests.engine.harness import DECK, HAND, game
from tests.tampering import tampered, tampered_games

# ---- The parts -----------------------------------------------------------------------------------


def test_each_part_of_a_state_has_a_form() -> None:
    assert set(PARTS_OF_STATES) == set(PARTS)


TALONS = """
zone talon shared stacks, seen by all
variable best per player: card or none = none
variable level: integer = 2
variable is_open: flag = false
tokens coin per player, supply 5
setup
    each player clockwise from starter
        draw 3 from deck to my hand
play
    turns clockwise from starter until deck is empty
        one of take
action take
    choose mine from my hand
    do
        give 1 coin to me
        draw 1 from deck to my hand
        choose other from my hand
        move other to deck
"""


@pytest.fixture(name="of")
def _of() -> Game:
    return game(DECK + HAND + TALONS)


def data_of(of: Game, steps: int = 0) -> dict[str, Any]:
    """The data of a state after so many first answers, as JSON has it."""
    s = of.start(1, 0)
    for _ in range(steps):
        s = of.apply_answer(s, of.answers(s)[0])
    data: dict[str, Any] = json.loads(json.dumps(s.data()))
    return data


def _with(data: dict[str, Any], path: tuple[Any, ...], value: Any) -> dict[str, Any]:
    changed = copy.deepcopy(data)
    parent: Any = changed
    for key in path[:-1]:
        parent = parent[key]
    parent[path[-1]] = value
    return changed


@pytest.mark.parametrize(
    ("path", "value", "part"),
    [
        (("fingerprint",), "0" * 16, "fingerprint"),
        (("fingerprint",), 3, "fingerprint"),
        (("zones",), 5, "zones"),
        (("zones", 0), None, "zones[0]"),
        (("zones", 0, 0), "1", "zones[0][0]"),
        (("zones", 0, 0), 99, "zones[0][0]"),
        (("zones", 1), [], "zones"),
        (("place", 0), 1, "zones"),
        (("place", 0), True, "place[0]"),
        (("place", 0), 1.0, "place"),
        (("place",), [0], "place"),
        (("known", 0), 8, "known[0]"),
        (("known", 8), 0, "known[8]"),
        (("among", 0), 1, "among[0]"),
        (("blur", 0), -1, "blur[0]"),
        (("shown",), [[0, 0]], "shown[0]"),
        (("shown",), [[0, 1]], "shown[0]"),
        (("shown",), [[99, 1]], "shown[0]"),
        (("holder", 0), 0, "holder[0]"),
        (("vars", 0), 9, "vars[0]"),
        (("vars", 2), True, "vars[2]"),
        (("vars", 2), 1 << 63, "vars[2]"),
        (("vars", 3), 1, "vars[3]"),
        (("vars", 4), 1, "vars[4]"),
        (("vars", 4), -1, "vars[4]"),
        (("vars",), [0], "vars"),
        (("frames",), [], "pending"),
        (("frames", 0, 0), 0, "frames[0]"),
        (("frames", 0, 0), 99, "frames[0]"),
        (("frames", 0, 1), 0, "frames[0][1]"),
        (("frames", 0, 2), 2, "frames[0][2]"),
        (("frames", 0, 2), -1, "frames[0][2]"),
        (("frames", 0, 3), 2, "frames[0][3]"),
        (("frames", 0), [1, 2], "frames[0]"),
        (("pending",), None, "pending"),
        (("pending", 0), 1, "frames[0][1]"),
        (("pending", 1), 1, "pending[1]"),
        (("pending", 1), 5, "pending"),
        (("active",), 2, "active"),
        (("starter",), None, "starter"),
        (("direction",), 0, "direction"),
        (("next_turn",), 2, "next_turn"),
        (("round",), -1, "round"),
        (("turn",), "1", "turn"),
        (("game",), 2, "game"),
        (("game",), 0, "game"),
        (("sides",), [0], "sides"),
        (("sides", 0), 1, "game"),
        (("key",), 1 << 64, "key"),
        (("draws",), -1, "draws"),
        (("chance",), [], "chance"),
        (("steps",), 10**9, "steps"),
        (("changes",), None, "changes"),
        (("over",), True, "over"),
        (("over",), 0, "over"),
        (("extra",), 1, "extra"),
    ],
)
def test_what_no_state_has_is_refused_with_its_place(
    of: Game, path: tuple[Any, ...], value: Any, part: str
) -> None:
    data = data_of(of)
    state_from_data(of, data)
    with pytest.raises(StateError) as caught:
        state_from_data(of, _with(data, path, value))
    assert caught.value.part is not None and caught.value.part.startswith(part)


@pytest.mark.parametrize("data", [None, 3, [], {}, {"zones": []}])
def test_what_has_not_the_parts_of_a_state_is_refused(of: Game, data: Any) -> None:
    with pytest.raises(StateError):
        state_from_data(of, data)


def test_what_is_nested_without_end_is_refused(of: Game) -> None:
    deep: list[Any] = []
    for _ in range(100_000):
        deep = [deep]
    with pytest.raises(StateError, match="nested too deeply"):
        state_from_data(of, {**data_of(of), "zones": deep})


def test_who_is_asked_must_have_something_to_answer(of: Game) -> None:
    """All cards of the hand lie in the deck: nobody would have been asked."""
    data = data_of(of)
    moved, data["zones"][1] = data["zones"][1], []
    data["zones"][0] = moved + data["zones"][0]
    for card in moved:
        data["place"][card] = 0
        data["known"][card] = 0
    with pytest.raises(StateError, match="has nothing to choose"):
        state_from_data(of, data)


def test_a_procedure_must_have_been_called_where_the_one_below_it_waits(of: Game) -> None:
    data = data_of(of, steps=1)
    assert len(data["frames"]) == 2
    state_from_data(of, data)
    for frames in (data["frames"][1:], data["frames"][:1], data["frames"][::-1]):
        with pytest.raises(StateError):
            state_from_data(of, {**data, "frames": frames})
    # What was chosen is a card in every state, and nothing that is yet to be chosen has a value.
    for value in (99, -1, None, True, [1]):
        with pytest.raises(StateError, match=r"`frames\[1\]\[3\]"):
            state_from_data(of, _with(data, ("frames", 1, 3), value))


def test_a_state_of_other_players_or_options_is_refused() -> None:
    rules = DECK + HAND + TALONS
    three = game(rules, 3, players="2 to 3")
    two = game(rules, 2, players="2 to 3")
    with pytest.raises(StateError, match="that of another game"):
        state_from_data(two, three.start().data())


# ---- Text ----------------------------------------------------------------------------------------


def test_a_state_is_kept_as_text(of: Game) -> None:
    s = of.apply_answer(of.start(3), of.answers(of.start(3))[0])
    text = text_from_state(of, s)
    assert "\n" not in text and state_from_text(of, text) == s


def test_any_change_of_the_text_is_refused(of: Game) -> None:
    text = text_from_state(of, of.start(3))
    for index in range(len(text)):
        for changed in (
            text[:index] + text[index + 1 :],
            text[:index] + chr(ord(text[index]) ^ 1) + text[index + 1 :],
            text[: index + 1] + text[index:],
        ):
            with pytest.raises(StateError):
                state_from_text(of, changed)


@pytest.mark.parametrize("text", ["", "3", "[]", "{}", "null", "[" * 100_000, "\ud800", "{"])
def test_what_is_no_text_of_a_state_is_refused(of: Game, text: str) -> None:
    with pytest.raises(StateError):
        state_from_text(of, text)


# ---- Whatever is changed -------------------------------------------------------------------------

# So many states of each ruleset are changed by chance; `make soak` changes thousands.
_CHANGED = 10


@pytest.mark.parametrize("name", tampered_games())
def test_a_changed_state_is_refused_or_plays_to_its_end(name: str) -> None:
    """Of each bundled game, and of a ruleset with everything in its frames."""
    games = tampered_games()[name]
    found = [tampered(games, seed) for seed in range(_CHANGED)]
    assert found.count("refused") >= 2 >= found.count("stopped")


def test_a_flag_that_was_chosen_is_a_flag() -> None:
    rules = """
action go
    do
        repeat 2 times
            choose loud from {true, false}
            if loud
                reveal deck
play
    turns clockwise from starter once
        one of go
"""
    of = game(DECK + rules)
    s = of.apply_answer(of.start(), of.answers(of.start())[0])
    s = of.apply_answer(s, of.answers(s)[0])
    assert True in [value for value in s.frames[-1] if isinstance(value, bool)]
    assert state_from_data(of, json.loads(json.dumps(s.data()))) == s


def test_a_flag_that_is_printed_on_a_card_or_looked_for_is_a_flag() -> None:
    rules = """
variable first_flag: flag = (first of cards).ripe
variable most: flag = highest of ripe in deck
variable most_of_none: flag = highest of ripe in starter.hand
action go
    do
        reveal deck
play
    turns clockwise from starter once
        one of go
score
    one: 1 if first_flag or most or most_of_none else 0
"""
    of = game(
        DECK + HAND + rules,
        attributes="number: {type: integer, default: 0}\nripe: {type: flag, default: false}",
    )
    s = of.start()
    assert [type(value) for value in s.vars] == [bool, bool, bool]
    assert state_from_data(of, json.loads(json.dumps(s.data()))) == s


@pytest.mark.parametrize("text", [None, 5, b"{}", {}])
def test_what_is_no_text_is_no_text_of_a_state(of: Game, text: object) -> None:
    with pytest.raises(StateError, match="The text of a state is a text, not "):
        state_from_text(of, text)  # type: ignore[arg-type]


def test_a_text_of_another_program_of_the_same_rules_is_refused(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """As a version would write it that numbers procedures or their statements otherwise."""
    of = game(DECK)
    text = text_from_state(of, of.start(3))
    program = of.program
    other = replaced(program, procedures=program.procedures[::-1])
    monkeypatch.setattr(type(of), "program", property(lambda _: other))
    with pytest.raises(StateError, match="a version of cardrules") as caught:
        state_from_text(of, text)
    assert caught.value.part == "program"
