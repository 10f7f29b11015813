"""Between which numbers values lie, as far as that can be seen from how they are worked out."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from cardrules.fast.python.folding import number_in
from cardrules.fast.python.nth import FORMS
from cardrules.fast.python.statements import Choice, Part, Through, Value
from cardrules.kernel.numbers import MOST_NUMBER, NONE

Bounds = tuple[int, int]
_FLAG = (0, 1)
_NONE_KNOWN: Mapping[str, Bounds] = {}
# A place of an array, or the first or last thing of a list in one.
_IN_ARRAY = re.compile(r"\w+\[\{\}\](?:\[(?:0|-1)\])?")
# No set that fits into memory has more cards than that.
_MOST_CARDS = 1 << 40
_FLAGS = frozenset(["==", "!=", "<", "<=", ">", ">="])
_IN_NUMBERS = f"-{MOST_NUMBER} <= {{}} <= {MOST_NUMBER}"


class AllBounds:
    """The bounds of names that keep their value."""

    def __init__(
        self, tables: Mapping[str, Sequence[int]], arrays: Mapping[str, Bounds] = _NONE_KNOWN
    ) -> None:
        """`arrays`: between which numbers all lies that is in an array."""
        self._tables, self._arrays = tables, arrays
        self._of: dict[str, Bounds] = {}

    def of(self, part: Part) -> Bounds | None:
        """Those of a name or number."""
        number = number_in(part)
        if number is not None:
            return number, number
        return self._of.get(part) if isinstance(part, str) else None

    def note(self, name: str, found: Bounds | None) -> None:
        """A name that has a value between these."""
        if found is not None:
            self._of[name] = found

    def note_value(self, name: str, value: Value) -> None:
        """A name for a value."""
        self.note(name, self._of_value(value))

    def note_choice(self, x: Choice) -> None:
        """A name for one of two values."""
        ways = self.of(x.then_value), self.of(x.otherwise_value)
        if ways[0] is not None and ways[1] is not None:
            self.note(x.name, (min(ways[0][0], ways[1][0]), max(ways[0][1], ways[1][1])))

    def note_through(self, x: Through) -> None:
        """A name for each card, or for each number of some."""
        if x.of_cards:
            self.note(x.name, (0, _MOST_CARDS))
            return
        if x.is_listed:
            return
        first, behind = self.of(x.over[0]), self.of(x.over[1])
        if first is not None and behind is not None:
            # There is a pass only if the first number is less.
            self.note(x.name, (first[0], max(first[0], behind[1] - 1)))

    def _of_value(self, value: Value) -> Bounds | None:
        table = self._tables.get(value.form.removesuffix("[{}]"))
        if table:
            return min(table), max(table)
        array = self._arrays.get(value.form.partition("[")[0])
        if array is not None and _IN_ARRAY.fullmatch(value.form):
            return array
        if value.form in FORMS:
            return 0, _MOST_CARDS
        match value.form.split():
            case ["{}.bit_count()"] | ["len({})"]:
                return 0, _MOST_CARDS
            case ["not", "{}"]:
                return _FLAG
            case ["{}", sign, "{}"]:
                left, right = map(self.of, value.parts)
                if sign in _FLAGS:
                    return _FLAG
                if sign == "%" and right is not None and right[0] > 0:
                    return 0, right[1] - 1
                if sign == "&":
                    return _in_both(left, right)
                if left is not None and right is not None:
                    return _of_two(sign, left, right)
        return None

    def none_in(self, value: Value) -> str | None:
        """What is looked at for being a number, if it is one or none."""
        if value.form != _IN_NUMBERS or not isinstance(value.parts[0], str):
            return None
        found = self.of(value.parts[0])
        is_or_none = found is not None and found[0] >= NONE and found[1] <= MOST_NUMBER
        return value.parts[0] if is_or_none else None

    def decided(self, value: Value) -> bool | None:
        """Whether a comparison holds, if the bounds tell."""
        match value:
            case Value(form="not {}", parts=[Value() as inner]):
                found = self.decided(inner)
                return None if found is None else not found
        if value.form == _IN_NUMBERS:
            here = self.of(value.parts[0])
            is_within = here is not None and here[0] >= -MOST_NUMBER and here[1] <= MOST_NUMBER
            return True if is_within else None
        first, sign, *rest = [*value.form.split(), "", ""]
        if first != "{}" or sign not in _FLAGS or rest[:1] != ["{}"]:
            return None
        left, right = map(self.of, value.parts)
        return None if left is None or right is None else _compared(sign, left, right)


def _in_both(left: Bounds | None, right: Bounds | None) -> Bounds | None:
    """Bits of a number that is not below 0 are no more than that."""
    most = [one[1] for one in (left, right) if one is not None and one[0] >= 0]
    return (0, min(most)) if most else None


def _of_two(sign: str, left: Bounds, right: Bounds) -> Bounds | None:
    match sign:
        case "+":
            return left[0] + right[0], left[1] + right[1]
        case "-":
            return left[0] - right[1], left[1] - right[0]
        case "*":
            ends = [one * other for one in left for other in right]
            return min(ends), max(ends)
    return None


def _compared(sign: str, left: Bounds, right: Bounds) -> bool | None:
    is_below, is_above = left[1] < right[0], left[0] > right[1]
    match sign:
        case "<" | ">=":
            holds = True if is_below else False if left[0] >= right[1] else None
        case ">" | "<=":
            holds = True if is_above else False if left[1] <= right[0] else None
        case _:
            holds = False if is_below or is_above else None
            if left == right and left[0] == left[1]:
                holds = True
    if holds is None:
        return None
    return holds if sign in ("<", ">", "==") else not holds
