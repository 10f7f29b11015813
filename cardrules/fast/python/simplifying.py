"""The same with less: sums of sums, remainders of what is small, loops through one card."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import attrs

from cardrules.fast.llvm.course import Jump
from cardrules.fast.python.bounds import AllBounds
from cardrules.fast.python.folding import number_in
from cardrules.fast.python.statements import (
    CALL,
    COMPARISON,
    NOT,
    SUM,
    Choice,
    Go,
    Part,
    Scope,
    Statement,
    Through,
    Value,
)
from cardrules.fast.python.walking import Walk
from cardrules.kernel.numbers import NONE

Made = Mapping[str, Value | Choice]


def simpler(value: Value, made: Made, bounds: AllBounds) -> Value:
    """A value that is worked out with less, or the same one."""
    match value:
        case Value(form="{} + {}" | "{} - {}", parts=[str() as left, right]):
            more = _signed(value.form, number_in(right))
            if more is not None:
                return _sum(left, more, value, made)
        case Value(form="{} % {}", parts=[str() as left, right]):
            return _remainder(left, number_in(right), value, made, bounds)
        case Value(form="not {}", parts=[Value() as within]):
            # What is no number of the language.
            found = bounds.none_in(within)
            if found is not None:
                is_none = Value("{} == {}", [found, str(NONE)], COMPARISON, [COMPARISON + 1] * 2)
                return _compared(is_none, made, bounds)
        case Value(form="{} == {}" | "{} != {}" | "{} < {}" | "{} <= {}" | "{} > {}" | "{} >= {}"):
            return _compared(value, made, bounds)
    return value


def _signed(form: str, number: int | None) -> int | None:
    return -number if number is not None and form == "{} - {}" else number


def _sum(left: str, more: int, value: Value, made: Made) -> Value:
    """A number more than what is a number more than something itself."""
    first, own = _number_more(left, made)
    if not own:
        return value
    if not own + more:
        return Value("{}", [first], CALL, [CALL])
    return Value("{} + {}", [first, str(own + more)], SUM, [SUM, SUM + 1])


def _number_more(name: str, made: Made) -> tuple[str, int]:
    match made.get(name):
        case Value(form="{} + {}" | "{} - {}" as form, parts=[str() as first, right]):
            return first, _signed(form, number_in(right)) or 0
    return name, 0


def _remainder(left: str, size: int | None, value: Value, made: Made, bounds: AllBounds) -> Value:
    if size is None or size <= 0:
        return value
    first, own = _number_more(left, made)
    if own and own % size == 0:
        left, value = first, attrs.evolve(value, parts=[first, value.parts[1]])
    found = bounds.of(left)
    if found is not None and found[0] >= 0 and found[1] < size:
        return Value("{}", [left], CALL, [CALL])
    return value


def _compared(value: Value, made: Made, bounds: AllBounds) -> Value:
    """A comparison of one of two values is their test, or not, if of both it is known."""
    left, right = value.parts
    choice = made.get(left) if isinstance(left, str) else None
    if not isinstance(choice, Choice) or not isinstance(choice.test, str):
        return value
    ways = [
        bounds.decided(attrs.evolve(value, parts=[way, right]))
        for way in (choice.then_value, choice.otherwise_value)
    ]
    if ways == [True, False]:
        return Value("{}", [choice.test], CALL, [CALL])
    return Value("not {}", [choice.test], NOT, [NOT]) if ways == [False, True] else value


# -- loops through one card ------------------------------------------------------------------------


def only_card(cards: Part, made: Made, tables: Mapping[str, Sequence[int]]) -> str | None:
    """The card of a set that has just that one, if that can be seen."""
    number = number_in(cards)
    if number is not None:
        is_one = number > 0 and number & (number - 1) == 0
        return str(number.bit_length() - 1) if is_one else None
    found = made.get(cards) if isinstance(cards, str) else None
    match found:
        case Value(form=form, parts=[str() as card]) if form.endswith("[{}]"):
            table = tables.get(form.removesuffix("[{}]"), ())
            if table and all(one == 1 << at for at, one in enumerate(table)):
                return card
    return None


def passed_once(x: Through) -> Scope:
    """What is done in the one pass of a loop."""
    return Scope(x.jump, _Once(x.jump).block(x.body))


class _Once(Walk):
    """Leaves the loop where it would go on with the next pass."""

    def __init__(self, jump: Jump) -> None:
        self._own = jump

    def statement(self, x: Statement) -> list[Statement]:
        if isinstance(x, Go) and x.jump is self._own:
            return [Go(x.jump)]
        return super().statement(x)
