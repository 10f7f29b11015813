"""Between which bounds the values of a program lie: nothing is outside, and they are close."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import pytest

from cardrules.engine.frames import FRAME_HEAD
from cardrules.engine.game import Game
from cardrules.machine import code
from cardrules.machine.ranges.analysis import Bounds
from cardrules.machine.ranges.bounds import Bound, Interval, Several, contains
from cardrules.machine.shapes import Many, OneOf, OrNone, Row, Shape, Value
from cardrules.model.state import State
from cardrules.model.types import MOST_NUMBER, Type
from tests.engine.harness import HAND, game
from tests.machine.walks import bundled_games, decisions, random_games

# Random rulesets whose games are looked at.
RULESETS = 25
ONE_TURN = "play\n    turns clockwise from starter once\n"


# ---- In play -------------------------------------------------------------------------------------


def outside(of: Game, bounds: Bounds, s: State) -> Iterator[str]:
    """The values of a state that do not lie within their bounds."""
    for name, item in of.program.layout.variables.items():
        there = s.vars[item.base : item.base + item.holders]
        for value in there:
            if not contains(bounds.variable(name), value):
                yield f"{name} is {value}, not {bounds.variable(name)}"
    for frame in s.frames:
        procedure = of.program.procedures[frame[0]]
        if not bounds.is_begun(procedure.index):
            yield f"{procedure.key} is never begun"
        for at, slot in enumerate(procedure.slots):
            value, bound = frame[FRAME_HEAD + at], bounds.slot(procedure.index, at)
            if value != 0 and not _holds_sets(slot.shape) and not contains(bound, value):
                yield f"{procedure.key} slot {at} {slot.name} is {value}, not {bound}"


def _holds_sets(shape: Shape | None) -> bool:
    """Whether sets of cards lie there as the data from which they are made."""
    match shape:
        case Value():
            return _is_of_sets(shape.type)
        case OrNone() | Many():
            return _holds_sets(shape.of)
        case Row():
            return any(map(_holds_sets, shape.parts))
        case OneOf():
            return any(map(_holds_sets, shape.shapes))
    return False


def _is_of_sets(of_type: Type) -> bool:
    return of_type.element is not None and of_type.element.element is not None


def _look(games: Iterable[Game], seeds: range) -> int:
    """Play games and look at each decision; how many there were."""
    looked = 0
    for of in games:
        bounds = Bounds(of.program)
        for seed in seeds:
            for s in decisions(of, seed):
                assert list(outside(of, bounds, s)) == []
                looked += 1
    return looked


def test_all_values_of_bundled_games_lie_within_their_bounds() -> None:
    assert _look(bundled_games(), range(3)) > 1500


def test_all_values_of_random_games_lie_within_their_bounds() -> None:
    assert _look(random_games(range(RULESETS)), range(3)) > 300


@pytest.mark.slow
def test_all_values_of_many_random_games_lie_within_their_bounds() -> None:
    assert _look(random_games(range(RULESETS, 600)), range(4)) > 10_000


# ---- How close they are --------------------------------------------------------------------------


class Found:
    """The bounds of a tiny game, asked about in the words of its rules."""

    def __init__(self, rules: str, front: str = "") -> None:
        self.game = game(rules, front=front)
        self.bounds = Bounds(self.game.program)

    def variable(self, name: str) -> Any:
        """What a variable may be, as the least and the most, and none."""
        return _short(self.bounds.variable(name))

    def slot(self, name: str) -> Any:
        """What may lie in the slot with this name."""
        for procedure in self.game.program.procedures:
            for at, slot in enumerate(procedure.slots):
                if slot.name == name:
                    return _short(self.bounds.slot(procedure.index, at))
        raise LookupError(name)

    def never(self) -> list[str]:
        """The lines with a test that never holds."""
        return [self._line(one.branch) for one in self.bounds.tests() if True not in one.may]

    def always(self) -> list[str]:
        """The lines with a test that always holds."""
        return [self._line(one.branch) for one in self.bounds.tests() if False not in one.may]

    def _line(self, x: code.Instruction) -> str:
        text, span = self.game.ruleset.text.text, x.origin.span
        return text[span.start : span.end].split("\n")[0].strip()


def _short(bound: Bound | None) -> Any:
    match bound:
        case Interval():
            ends = (bound.least, "most" if bound.most == MOST_NUMBER else bound.most)
            return (*ends, "none") if bound.none else ends
        case Several():
            return f"{bound.least} to {bound.most}", _short(bound.of)
    return bound


A = "variable a: integer = 0\n"
EACH = "variable tally per player: integer = 0\n"


@pytest.mark.parametrize(
    ("lines", "ends"),
    [
        (["repeat 9 times", "    if a < 5", "        set a to a + 1"], (0, 5)),
        (["repeat 9 times", "    set a to a + 1"], (0, "most")),
        (["repeat 9 times", "    set a to min(a + 1, 4)"], (0, 4)),
        (["repeat 9 times", "    if a < 5 and a >= 0", "        set a to a + 2"], (0, 6)),
        (["repeat 9 times", "    if not a >= 5", "        set a to a + 1"], (0, 5)),
        (["repeat 9 times", "    if a = 5", "        set a to 0", "    else",
          "        set a to a + 1"], (0, 5)),
        (["set a to 3", "while a > 0", "    set a to a - 1"], (0, 3)),
        (["set a to count of players"], (0, 2)),
        (["set a to count of deck"], (0, 9)),
        (["set a to 7 mod 4 - 9 / 2"], (-1, 0)),
        (["set a to highest of number in deck"], (0, 9)),
        (["set a to sum of number in deck"], (0, 81)),
        (["set a to 3 if deck is empty else -2"], (-2, 3)),
        (["if a in {2, 3}", "    set a to 9"], (0, 0)),
        (["repeat 3 times", "    set a to 1 - a"], (0, 1)),
        (["repeat 3 times", "    set a to 0 - a"], (0, 0)),
        (["each c in deck", "    set a to c.number"], (0, 9)),
    ],
)  # fmt: skip
def test_a_variable(lines: list[str], ends: tuple[Any, ...]) -> None:
    body = "".join(f"    {line}\n" for line in lines)
    assert Found(f"{A}play\n{body}").variable("a") == ends


def test_a_variable_of_a_player_is_narrowed_for_this_player_alone() -> None:
    assert Found(f"""{EACH}
play
    each player clockwise from starter
        if my tally < 3
            set my tally to my tally + 1
""").variable("tally") == (0, 3)
    assert Found(f"""{EACH}
play
    each player clockwise from starter
        if my tally < 3
            as left of me
                set my tally to my tally + 1
""").variable("tally") == (0, "most")


def test_what_an_action_requires_holds_when_it_is_carried_out() -> None:
    assert Found(f"""{A}{ONE_TURN}        one of go
action go
    require a < 7
    do
        set a to a + 2
""").variable("a") == (0, 8)


def test_what_was_asked_for_may_not_hold_any_more_behind_a_question() -> None:
    rules = f"""{A}{HAND}
play
    turns clockwise from starter until a > 20
        if a < 5
            one of go
            set a to a + 1
action go
    do
        set a to a + 3
"""
    assert Found(rules).variable("a") == (0, "most")
    assert Found(rules.replace("set a to a + 3", "move me.hand to deck")).variable("a") == (0, 5)


def test_tokens_are_never_more_than_there_are() -> None:
    found = Found("""
tokens coin per player, supply 7
play
    each player clockwise from starter
        give 3 coin to me
""")
    assert found.variable("coin") == (0, 7)


def test_names() -> None:
    found = Found(f"""{HAND}
setup
    do deal(4)
routine deal(many: integer)
    let few = many - 1
    repeat few times
        draw 1 from deck to (first of players).hand
play
    turns clockwise from starter once
        choose c from my hand where number > 3
        choose whom from players
        let mine = my hand where number > 2
        let best = highest of number in mine
        each d in mine
            move d to deck
""")
    assert found.slot("many") == (4, 4) and found.slot("few") == (3, 3)
    assert found.slot("c") == (0, 8, "none")
    assert found.slot("whom") == (0, 1)
    assert found.slot("mine") == ("0 to 9", (0, 8)) and found.slot("best") == (0, 9)
    assert found.slot("d") == (0, 8)


def test_what_lies_in_a_slot_is_no_longer_than_it_can_be() -> None:
    found = Found("""
play
    let all_players = clockwise_from(starter)
    let two = {3, 8}
    each n in two
        let more = n + 1
""")
    assert found.slot("all_players") == ("2 to 2", (0, 1))
    assert found.slot("two") == ("2 to 2", (3, 8)) and found.slot("more") == (4, 9)


def test_tests_that_never_hold() -> None:
    found = Found(f"""{A}
play
    repeat 3 times
        if a > 4
            set a to 9
        else if a < 0
            set a to 8
        else
            set a to min(a + 1, 3)
    if a <= 3
        set a to 2
""")
    assert found.variable("a") == (0, 3)
    assert found.never()[:1] == ["if a > 4"] and found.always() == ["if a <= 3"]


def test_where_a_question_stands_that_nobody_can_answer() -> None:
    found = Found(f"""{A}{ONE_TURN}        one of go, rest
action go
    require a > 0
    do
        set a to a + 1
action rest
    do
        set a to a
""")
    procedures = {item.key: item.index for item in found.game.program.procedures}
    assert found.variable("a") == (0, 0)
    assert not found.bounds.is_begun(procedures["action go"])
    assert found.bounds.is_begun(procedures["action rest"])
