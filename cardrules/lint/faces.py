"""What an expression is that looks at printed faces, as far as these decide it.

Cards are given by their kind. What depends on anything else is not known.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping
from typing import Any

from cardrules.engine.specialise.folding import COMPARED
from cardrules.model import ir
from cardrules.model.ruleset import Kind, Ruleset

# Bound variables and slots, and what they stand for: a kind, or a value of an attribute.
Given = Mapping[int, Any]
# Definitions are followed so far.
_MOST_DEEP = 20

_COUNTED: dict[str, Callable[[int, int], int]] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
}


def of_slot(slot: int) -> int:
    """The number of a slot among those of bound variables."""
    return -1 - slot


class Faces:
    """Works out expressions by printed faces alone; None: that is not known."""

    def __init__(self, ruleset: Ruleset) -> None:
        self._ruleset = ruleset
        # By the placement and its two kinds.
        self._placed: dict[tuple[str, int, int], bool | None] = {}

    def value(self, x: ir.Expr, given: Given, deep: int = 0) -> Any:
        """The value of an expression."""
        match x:
            case ir.Const():
                return x.value
            case ir.Bound() | ir.Local():
                return given.get(x.index if isinstance(x, ir.Bound) else of_slot(x.slot))
            case ir.Attribute():
                kind = self.value(x.card, given, deep)
                return kind.values[x.attribute] if isinstance(kind, Kind) else None
            case ir.IsLine():
                kind = self.value(x.card, given, deep)
                return kind.line == x.line if isinstance(kind, Kind) else None
            case ir.Negation():
                inner = self.value(x.operand, given, deep)
                return None if inner is None else not inner
            case ir.Logic():
                return self._logic(x, given, deep)
            case ir.Compare() | ir.Arithmetic():
                return self._of_two(x, given, deep)
            case ir.Contains():
                element = self.value(x.element, given, deep)
                inside = self.value(x.collection, given, deep)
                return None if element is None or inside is None else element in inside
            case ir.Quantified():
                return self._quantified(x, given, deep)
            case ir.CallDefinition() if deep < _MOST_DEEP:
                definition = self._ruleset.definitions[x.definition]
                values = [self.value(item, given, deep) for item in x.arguments]
                inner = dict(zip(definition.parameters, values, strict=True))
                return self.value(definition.value, inner, deep + 1)
            case ir.CallPlacement() if deep < _MOST_DEEP:
                return self._placement(x, given, deep)
            case ir.IfElse():
                holds = self.value(x.condition, given, deep)
                taken = x.then if holds else x.otherwise
                return None if holds is None else self.value(taken, given, deep)
        return None

    def _placement(self, x: ir.CallPlacement, given: Given, deep: int) -> bool | None:
        placement = self._ruleset.placements[x.placement]
        card, target = self.value(x.card, given, deep), self.value(x.target, given, deep)
        # The kinds live as long as their ruleset.
        key = x.placement, id(card), id(target)
        if key not in self._placed:
            inner = {placement.card: card, placement.target: target}
            found = [self.value(clause.value, inner, deep + 1) for clause in placement.clauses]
            self._placed[key] = False if False in found else None if None in found else True
        return self._placed[key]

    def _logic(self, x: ir.Logic, given: Given, deep: int) -> bool | None:
        sides = [self.value(x.left, given, deep), self.value(x.right, given, deep)]
        decides = x.operator == "or"
        if decides in sides:
            return decides
        return None if None in sides else not decides

    def _of_two(self, x: ir.Compare | ir.Arithmetic, given: Given, deep: int) -> Any:
        left, right = self.value(x.left, given, deep), self.value(x.right, given, deep)
        table: Mapping[str, Callable[[Any, Any], Any]] = (
            COMPARED if isinstance(x, ir.Compare) else _COUNTED
        )
        if left is None or right is None or x.operator not in table:
            return None
        # Whether two cards are the same does not follow from what is printed on them, nor what sets
        # of them are.
        if isinstance(left, Kind | tuple) or isinstance(right, Kind | tuple):
            return None
        return table[x.operator](left, right)

    def _quantified(self, x: ir.Quantified, given: Given, deep: int) -> bool | None:
        inside = self.value(x.collection, given, deep)
        if not isinstance(inside, tuple):
            return None
        found = [self.value(x.condition, {**given, x.bound: item}, deep) for item in inside]
        decides = x.quantifier == "some"
        if decides in found:
            return decides
        return None if None in found else not decides
