"""Between which numbers the value of an expression lies, as far as that is known before a game.

What is printed on cards, options, seats and counts are known; variables, choices and whatever else
depends on the course of a game may be any number. Of an operation it is the range of what is left
after its check.
"""

from __future__ import annotations

from cardrules.machine.layout import Layout
from cardrules.machine.program import Declared
from cardrules.model import ir
from cardrules.model.types import MOST_NUMBER, SETS

Range = tuple[int, int]
_ANY: Range = (-MOST_NUMBER, MOST_NUMBER)
# So far no round or turn is counted, and so many elements has nothing that can be gone through.
_MOST_COUNTED = 2**32
# Definitions that need each other are followed so far; beyond that, any number may come out.
_MOST_DEEP = 20


class Ranges:
    """The ranges of the expressions of one game."""

    def __init__(self, layout: Layout, declared: Declared) -> None:
        self._layout = layout
        self._declared = declared
        self._attributes: dict[str, Range] = {}
        self._definitions: dict[str, Range] = {}
        # The ranges of the elements that bound variables stand for; their numbers are unique.
        self._bounds: dict[int, Range] = {}
        self._depth = 0

    def can_leave(self, found: Range) -> bool:
        """Whether a number of this range may be none of the language."""
        return found[0] < -MOST_NUMBER or found[1] > MOST_NUMBER

    def note(self, x: ir.Filter | ir.Quantified | ir.Extremes | ir.Fold) -> None:
        """Note what the bound variable of an expression can be, before its body is looked at."""
        items, values = x.collection, None
        if isinstance(items, ir.Attribute):
            values = [value for several in self._layout.attribute[items.attribute]
                      if isinstance(several, tuple) for value in several]  # fmt: skip
        elif isinstance(items, ir.Const) and isinstance(items.value, tuple):
            values = list(items.value)
        if values and all(isinstance(value, int) for value in values):
            self._bounds[x.bound] = min(values), max(values)

    def of_sum(self, x: ir.Fold) -> Range:
        """The range of the sum of several numbers and of its parts, unchecked."""
        self.note(x)
        low, high = self.of(x.body)
        most = self._most_elements(x.collection)
        return min(0, low * most), max(0, high * most)

    def of_operation(self, x: ir.Arithmetic) -> Range:
        """The range of what an operation gives, unchecked."""
        (a, b), (c, d) = self.of(x.left), self.of(x.right)
        if x.operator == "+":
            return a + c, b + d
        if x.operator == "-":
            return a - d, b - c
        if x.operator == "*":
            ends = (a * c, a * d, b * c, b * d)
            return min(ends), max(ends)
        # Neither what division gives nor what it leaves is further from zero than both sides.
        most = max(map(abs, (a, b) if x.operator == "/" else (c, d)))
        return -most, most

    def of(self, x: ir.Expr) -> Range:
        """The range of a number."""
        match x:
            case ir.Const() if isinstance(x.value, int):
                return int(x.value), int(x.value)
            case ir.Attribute():
                return self._attribute(x.attribute)
            case ir.Bound():
                return self._bounds.get(x.index, _ANY)
            case ir.Counter():
                return 0, _MOST_COUNTED
            case ir.IfElse():
                return _around(self.of(x.then), self.of(x.otherwise))
            case ir.Arithmetic():
                return _within(self.of_operation(x))
            case ir.Operation():
                return self._operation(x)
            case ir.Fold():
                return _within(self.of_sum(x)) if x.fold == "sum" else _around(self.of(x.body))
            case ir.CallDefinition():
                return self._definition(x.definition)
            case _:
                return _ANY

    def _operation(self, x: ir.Operation) -> Range:
        if x.op == "count":
            items = x.arguments[0]
            return 0, MOST_NUMBER if items.type == SETS else self._most_elements(items)
        if x.op in ("min", "max"):
            (a, b), (c, d) = map(self.of, x.arguments)
            return (min(a, c), min(b, d)) if x.op == "min" else (max(a, c), max(b, d))
        return _ANY

    def _attribute(self, name: str) -> Range:
        if name not in self._attributes:
            values = self._layout.attribute[name]
            self._attributes[name] = int(min(values)), int(max(values))
        return self._attributes[name]

    def _definition(self, name: str) -> Range:
        found = self._definitions.get(name)
        if found is None:
            if self._depth > _MOST_DEEP:
                return _ANY
            self._depth += 1
            found = self.of(self._declared.definitions[name].value)
            self._depth -= 1
            self._definitions[name] = found
        return found

    def _most_elements(self, items: ir.Expr) -> int:
        if isinstance(items, ir.Const) and isinstance(items.value, tuple):
            return len(items.value)
        layout, element = self._layout, items.type.element
        match element.base if element is not None else "unknown":
            case "card" | "stack":
                return layout.cards
            case "player" | "team":
                return layout.players
            case _:
                return _MOST_COUNTED


def _around(*ranges: Range) -> Range:
    """The range that holds these, and zero."""
    return min(0, *[low for low, _ in ranges]), max(0, *[high for _, high in ranges])


def _within(found: Range) -> Range:
    """What is left of a range after the check."""
    return max(found[0], -MOST_NUMBER), min(found[1], MOST_NUMBER)
