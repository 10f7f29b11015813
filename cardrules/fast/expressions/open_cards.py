"""With which cards of a choice a set of cards that is chosen next may not be the only one.

Nearly always there is one with each, and then nobody need go through the cards to count answers.
"""

from __future__ import annotations

from collections.abc import Mapping

from cardrules.fast.expressions.core import Scope
from cardrules.fast.expressions.fitting import FittingCards
from cardrules.fast.expressions.set_cases import SetCases
from cardrules.model import ir
from cardrules.model.types import CARDS

# What the parameters of definitions are, by number.
_Given = Mapping[int, ir.Expr]


class OpenCards:
    """Tells it of the card in a slot, as long as a pool is known."""

    def __init__(self, of: SetCases, slot: int, scope: Scope) -> None:
        self._of, self._slot, self._scope, self._code = of, slot, scope, of.code

    def of(self, x: ir.Expr) -> str | None:
        """All cards with which some sets may not be exactly one; None if that is not told, or to
        work out the sets may stop a game.
        """
        return self._open(x, {})

    def _open(self, x: ir.Expr, given: _Given) -> str | None:
        definitions = self._of.program.declared.definitions
        match x:
            case ir.IfElse():
                return self._one_of_two(x, given)
            case ir.CallDefinition() if x.definition in definitions:
                definition = definitions[x.definition]
                values = [self._said(argument, given) for argument in x.arguments]
                inner = dict(zip(definition.parameters, values, strict=True))
                return self._open(definition.value, inner)
            case ir.Operation(op="only", arguments=(cards,)) if cards.type.required() == CARDS:
                return None if self._can_stop(cards, given) else "0"
            case ir.Operation(op="unions") if self._of.are_of_sum(x):
                return self._of_sum(x, given)
        return None

    def _said(self, x: ir.Expr, given: _Given) -> ir.Expr:
        """What an argument is, if it is a parameter itself."""
        return given.get(x.index, x) if isinstance(x, ir.Bound) else x

    def _can_stop(self, x: ir.Expr, given: _Given) -> bool:
        return any(map(self._of.can_stop, (x, *given.values())))

    def _one_of_two(self, x: ir.IfElse, given: _Given) -> str | None:
        named = {part.index for part in ir.walk(x.condition) if isinstance(part, ir.Bound)}
        if given.keys() & named or self._of.can_stop(x.condition):
            return None
        holds = FittingCards(self._of, self._scope, None, self._slot).of(x.condition)
        sides = [self._open(side, given) for side in (x.then, x.otherwise)]
        if holds is None or sides[0] is None or sides[1] is None:
            return None
        code = self._code
        return code.in_either(code.in_both(sides[0], holds), code.without(sides[1], holds))

    def _of_sum(self, x: ir.Operation, given: _Given) -> str | None:
        """Of unions of families of sets with a sum that is printed on the card."""
        sets = x.arguments[0]
        for _ in range(2):
            while isinstance(sets, ir.CallDefinition):
                definition = self._of.program.declared.definitions[sets.definition]
                values = [self._said(argument, given) for argument in sets.arguments]
                given = dict(zip(definition.parameters, values, strict=True))
                sets = definition.value
            if isinstance(sets, ir.Operation):
                sets = sets.arguments[0]
        bound = self._of.sum_of(sets)
        assert bound is not None
        target = self._said(bound.value, given)
        if not isinstance(target, ir.Attribute) or self._can_stop(target, given):
            return None
        if not (isinstance(target.card, ir.Local) and target.card.slot == self._slot):
            return None
        targets = list(map(int, self._of.layout.attribute[target.attribute]))
        return self._of.open_in_pool(sets, bound, targets)
