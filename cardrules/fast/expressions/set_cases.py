"""Collections of sets to choose from: of one of two that only is worked out, or both at once."""

from __future__ import annotations

from collections.abc import Callable

from cardrules.fast.expressions.core import Scope, Value
from cardrules.fast.expressions.set_values import SetValues
from cardrules.fast.sets.nested import is_nested
from cardrules.fast.sets.sets import EitherSets, Listed, Sets
from cardrules.fast.state.few import Few
from cardrules.fast.state.items import Items
from cardrules.model import ir
from cardrules.model.types import CARDS, SETS


class SetCases(SetValues):
    """Writes them."""

    def only(self, x: ir.Operation, scope: Scope) -> Value:
        thing = x.arguments[0]
        if thing.type.base == "collection":
            if is_nested(thing.type):
                return Few(self.code, [self.one(thing, scope)])
            cards = self.items(thing, scope)
            if thing.type.required() != CARDS:
                return Few(self.code, [self.kept(cards)])
            if not cards.is_sorted:
                self._want_sorted(cards)
            return Listed(self.code, [cards.mask()])
        return Few(self.code, [self.one(x.arguments[0], scope)])

    def _want_sorted(self, cards: Items) -> None:
        """Give the game up if cards do not come in the order of their numbers."""
        code = self.code
        last = code.local("i", "-1")

        def look(card: str) -> str:
            before = code.read(last)
            code.write(last, card)
            return code.compare("<", card, before)

        with code.when(cards.until(look)):
            self.give_up()

    def cases(self, x: ir.Expr, scope: Scope, body: Callable[[Items], None]) -> None:
        """Do something with a collection; where it is one of two, only that one is worked out."""
        match x:
            case _ if not self.code.branches_are_cheap and self._are_there(x):
                body(self._those_there(x, scope, "true"))
            case ir.IfElse():
                self.code.branch(
                    self.flag(x.condition, scope),
                    lambda: self.cases(x.then, scope, body),
                    lambda: self.cases(x.otherwise, scope, body),
                )
            case ir.CallDefinition():
                value, inner = self.inside(x, scope)
                self.cases(value, inner, body)
            case _:
                body(self.items(x, scope))

    # -- sets that are there without a branch ------------------------------------------------------

    def _are_there(self, x: ir.Expr) -> bool:
        """Whether sets are worked out nearly without a branch, and may be where nobody wants them:
        one set, unions of families of sets of which a sum is given, and one of two such.
        """
        match x:
            case ir.IfElse():
                sides = (x.then, x.otherwise)
                return (
                    x.type == SETS
                    and not self.can_stop(x.condition)
                    and all(map(self._are_there, sides))
                )
            case ir.CallDefinition():
                said = self.said(x)
                return said is not None and self._are_there(said)
            case ir.Operation(op="only", arguments=(cards,)):
                return cards.type.required() == CARDS and not self.can_stop(cards)
            case ir.Operation(op="unions"):
                return self.are_of_sum(x)
        return False

    def _those_there(self, x: ir.Expr, scope: Scope, wanted: str) -> Sets:
        """They, if something holds; else they may be any."""
        code = self.code
        match x:
            case ir.IfElse():
                flag = self.flag(x.condition, scope)
                sides = (x.then, flag), (x.otherwise, code.no(flag))
                then, otherwise = (
                    self._those_there(side, scope, code.hold(wanted, holds))
                    for side, holds in sides
                )
                return EitherSets(flag, then, otherwise)
            case ir.CallDefinition():
                return self._those_there(*self.inside(x, scope), wanted)
            case ir.Operation(op="only", arguments=(thing,)):
                cards = self.items(thing, scope)
                if not cards.is_sorted:
                    with code.when(wanted):
                        self._want_sorted(cards)
                return Listed(code, [cards.mask()])
            case ir.Operation():
                return self.unions(x, scope, wanted)
        raise AssertionError(x)
