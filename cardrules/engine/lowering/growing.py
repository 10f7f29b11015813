"""What a condition on sets of cards says of a set that is not complete.

Sets that fit are looked for by adding card after card. From the condition it is read off what holds
of the cards at hand, and of those that may still come, if any set between both fits: cards of two
suits become no set of one suit. Whatever cannot be read off may hold.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import reduce
from typing import Any, Literal

from cardrules.engine.lowering.at_hand import FirstCard, is_bound, is_there
from cardrules.engine.specialise.rewriting import Rewriting
from cardrules.machine.search import Growing
from cardrules.model import ir
from cardrules.model.ruleset import Definition
from cardrules.model.types import CARDS, FLAG, INTEGER
from cardrules.plain import replaced

# The numbers of names bound in a ruleset lie far below.
_LEAST, _MOST = 1_000_000, 2_000_000
# Printed numbers with which bounds can be told without leaving the numbers of the language.
_LARGEST = 1 << 30

Ends = tuple[ir.Expr | None, ir.Expr | None]
_NEGATED: Mapping[str, Any] = {
    "=": "!=", "!=": "=", "<": ">=", "<=": ">", ">": "<=", ">=": "<",
}  # fmt: skip


def growing(
    x: ir.Subsets,
    definitions: Mapping[str, Definition],
    attributes: Mapping[str, Sequence[Any]],
) -> Growing | None:
    """What holds while a set grows; None if nothing is read off that ever stops holding."""
    found = _Growing(x.bound, definitions, attributes).flag(x.condition)
    least, most = x.bound + _LEAST, x.bound + _MOST
    if found is None or not _mentions(found, least):
        return None
    return Growing(least=least, most=most, condition=found)


class _Growing:
    """Reads it off; `it` is the set, with at least one card."""

    def __init__(
        self,
        it: int,
        definitions: Mapping[str, Definition],
        attributes: Mapping[str, Sequence[Any]],
    ) -> None:
        self._it = it
        self._definitions = definitions
        self._attributes = attributes
        self._least = ir.Bound(type=CARDS, index=it + _LEAST)
        self._most = ir.Bound(type=CARDS, index=it + _MOST)
        self._first = FirstCard(it, self._least)

    # -- conditions --------------------------------------------------------------------------------

    def flag(self, x: ir.Expr, *, is_negated: bool = False) -> ir.Expr | None:
        """What holds if a condition does, or does not, for some set; None if that is not told."""
        same = self._same(x)
        if same is not None:
            return ir.Negation(type=FLAG, operand=same) if is_negated else same
        match x:
            case ir.Logic():
                return self._logic(x, is_negated=is_negated)
            case ir.Negation():
                return self.flag(x.operand, is_negated=not is_negated)
            case ir.Compare():
                operator = _NEGATED[x.operator] if is_negated else x.operator
                return self._compare(operator, self._ends(x.left), self._ends(x.right))
            case ir.Quantified():
                return self._quantified(x, is_negated=is_negated)
            case ir.Contains():
                return self._contains(x, is_negated=is_negated)
            case ir.CallDefinition():
                return self.flag(self._inside(x), is_negated=is_negated)
        return None

    def _logic(self, x: ir.Logic, *, is_negated: bool) -> ir.Expr | None:
        sides = [self.flag(side, is_negated=is_negated) for side in (x.left, x.right)]
        told = [side for side in sides if side is not None]
        is_and = (x.operator == "and") is not is_negated
        if not told or (len(told) == 1 and not is_and):
            return None
        return reduce(_both if is_and else _either, told)

    def _quantified(self, x: ir.Quantified, *, is_negated: bool) -> ir.Expr | None:
        quantifier: Literal["some", "every"] = x.quantifier
        if is_negated:
            quantifier = "every" if x.quantifier == "some" else "some"
        items = self._collections(x.collection)[quantifier == "some"]
        condition = self.flag(x.condition, is_negated=is_negated)
        if items is None or condition is None:
            return None
        return replaced(x, quantifier=quantifier, collection=items, condition=condition)

    def _contains(self, x: ir.Contains, *, is_negated: bool) -> ir.Expr | None:
        element, items = self._same(x.element), self._collections(x.collection)[not is_negated]
        if element is None or items is None:
            return None
        found = replaced(x, element=element, collection=items)
        return ir.Negation(type=FLAG, operand=found) if is_negated else found

    @staticmethod
    def _compare(operator: str, left: Ends, right: Ends) -> ir.Expr | None:
        """Whether a comparison of two numbers may hold, by the ends between which they lie."""
        match operator:
            case "=":
                pairs: tuple[tuple[Any, str, Any], ...] = (
                    (left[0], "<=", right[1]), (right[0], "<=", left[1])
                )  # fmt: skip
            case "<" | "<=":
                pairs = ((left[0], operator, right[1]),)
            case ">" | ">=":
                pairs = ((left[1], operator, right[0]),)
            case _:
                pairs = ()
        told: list[ir.Expr] = [
            ir.Compare(type=FLAG, operator=how, left=one, right=other)  # type: ignore[arg-type]
            for one, how, other in pairs
            if one is not None and other is not None
        ]
        return reduce(_both, told) if told else None

    # -- values ------------------------------------------------------------------------------------

    def _same(self, x: ir.Expr) -> ir.Expr | None:
        """A value that is the same for all sets; None if it may not be, or may not be there."""
        found: ir.Expr = self._first(x)
        return found if not _mentions(found, self._it) and is_there(found, self._least) else None

    def _ends(self, x: ir.Expr) -> Ends:
        """Between which numbers a number lies."""
        if x.type != INTEGER:
            return None, None
        same = self._same(x)
        if same is not None:
            return same, same
        match x:
            case ir.Operation(op="count"):
                low, high = self._collections(x.arguments[0])
                return _count(x, low), _count(x, high)
            case ir.Fold() if is_bound(x.collection, self._it):
                return self._fold(x)
            case ir.Arithmetic(operator="+" | "-"):
                left, right = self._ends(x.left), self._ends(x.right)
                if x.operator == "-":
                    right = right[::-1]
                return _arithmetic(x, left[0], right[0]), _arithmetic(x, left[1], right[1])
            case ir.CallDefinition():
                return self._ends(self._inside(x))
        return None, None

    def _fold(self, x: ir.Fold) -> Ends:
        """Of a set the extremes and, where no number is below 0, the sum of what is printed."""
        numbers = _printed(x, self._attributes)
        if numbers is None:
            return None, None
        at_hand = replaced(x, collection=self._least)
        match x.fold:
            case "highest":
                return at_hand, None
            case "lowest":
                return None, at_hand
        if min(numbers) < 0:
            return None, None
        return at_hand, replaced(x, collection=self._most)

    def _collections(self, x: ir.Expr) -> Ends:
        """What a collection has at least, and at most."""
        same = self._same(x)
        if same is not None:
            return same, same
        match x:
            case ir.Bound():
                return self._least, self._most
            case ir.Filter() if x.type == CARDS:
                condition = self._same(x.condition)
                low, high = self._collections(x.collection)
                if condition is None or low is None or high is None:
                    return None, high
                return (
                    replaced(x, collection=low, condition=condition),
                    replaced(x, collection=high, condition=condition),
                )
            case ir.CallDefinition():
                return self._collections(self._inside(x))
        return None, None

    def _inside(self, x: ir.CallDefinition) -> ir.Expr:
        """What a definition says of what it is given."""
        definition = self._definitions[x.definition]
        given = dict(zip(definition.parameters, x.arguments, strict=True))
        found: ir.Expr = _Given(given)(definition.value)
        return found


class _Given(Rewriting):
    """Puts what is given in the place of parameters."""

    changing = frozenset({ir.Bound})

    def __init__(self, given: Mapping[int, ir.Expr]) -> None:
        super().__init__()
        self._given = given

    def made(self, x: Any) -> Any:
        return self._given.get(x.index, x)


def _mentions(x: ir.Expr, bound: int) -> bool:
    return any(isinstance(part, ir.Bound) and part.index == bound for part in ir.walk(x))


def _printed(x: ir.Fold, attributes: Mapping[str, Sequence[Any]]) -> list[int] | None:
    """The numbers of an attribute that is folded, if they are not too large."""
    body = x.body
    if not (isinstance(body, ir.Attribute) and is_bound(body.card, x.bound)):
        return None
    found = attributes.get(body.attribute, ())
    if not found or not all(isinstance(one, int) and abs(one) < _LARGEST for one in found):
        return None
    return list(found)


def _count(x: ir.Operation, items: ir.Expr | None) -> ir.Expr | None:
    return None if items is None else replaced(x, arguments=(items,))


def _arithmetic(x: ir.Arithmetic, left: ir.Expr | None, right: ir.Expr | None) -> ir.Expr | None:
    if left is None or right is None or _is_large(left) or _is_large(right):
        return None
    return replaced(x, left=left, right=right)


def _is_large(x: ir.Expr) -> bool:
    """Whether it may be so large that it must not be added to something else."""
    match x:
        case ir.Const():
            return not isinstance(x.value, int) or abs(x.value) >= _LARGEST
        case ir.Operation(op="count") | ir.Fold() | ir.Arithmetic():
            return False
    return True


def _both(left: ir.Expr, right: ir.Expr) -> ir.Expr:
    return ir.Logic(type=FLAG, operator="and", left=left, right=right)


def _either(left: ir.Expr, right: ir.Expr) -> ir.Expr:
    return ir.Logic(type=FLAG, operator="or", left=left, right=right)
