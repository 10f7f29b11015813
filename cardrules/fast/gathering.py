"""Collections as compiled code: what is gone through, filtered, put together and compared."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from cardrules.engine.lowering.bounds import sets_of
from cardrules.fast.cards import CardValues
from cardrules.fast.core import NotYetError, Scope, Value, kind_of
from cardrules.fast.fitting import FittingCards
from cardrules.fast.items import (
    Cards,
    Few,
    Filtered,
    Items,
    Joined,
    Row,
)
from cardrules.fast.sets import Fitting, Listed, SetRow, Sets
from cardrules.fast.subsets import MOST_LOOKED_THROUGH, Choices, SetPlan, Subsets
from cardrules.fast.unions import UnionsOfPlan
from cardrules.kernel.numbers import NONE
from cardrules.machine.ranges.values import can_leave
from cardrules.machine.search import Sets as SetsFound
from cardrules.model import ir
from cardrules.model.types import SETS


class Gathering(CardValues):
    """Writes them."""

    def count(self, x: ir.Operation, scope: Scope) -> Value:
        return self.items(x.arguments[0], scope).count()

    def first(self, x: ir.Operation, scope: Scope) -> Value:
        code, items = self.code, self.items(x.arguments[0], scope)
        found = code.local("i", code.number(NONE))
        with code.block() as block:

            def take(item: str) -> None:
                code.write(found, item)
                code.leave(block)

            items.each(take)
        return code.read(found)

    def only(self, x: ir.Operation, scope: Scope) -> Value:
        thing = x.arguments[0]
        if thing.type.base == "collection":
            cards = self.items(thing, scope)
            if cards.sort == "m" or not cards.is_sorted:
                raise NotYetError("a set of cards in an order")
            return Listed(self.code, [cards.mask()])
        return Few(self.code, [self.one(x.arguments[0], scope)])

    def quantified(self, x: ir.Quantified, scope: Scope) -> Value:
        items, code = self.items(x.collection, scope), self.code
        wanted = self.mask(x, scope)
        is_some = x.quantifier == "some"
        if wanted is not None:
            cards = items.mask()
            if is_some:
                return code.some(code.in_both(cards, wanted))
            return code.no(code.some(code.without(cards, wanted)))
        self.ranges.note(x)

        def look(item: str) -> str:
            found = self.flag(x.condition, scope.with_bound(x.bound, self.thing(items, item)))
            return found if is_some else code.no(found)

        found = items.until(look)
        return found if is_some else code.no(found)

    def filter(self, x: ir.Filter, scope: Scope) -> Value:
        items = self.items(x.collection, scope)
        wanted = self.mask(x, scope)
        if wanted is not None and items.is_sorted:
            return Cards(self.code, self.code.in_both(items.mask(), wanted))
        self.ranges.note(x)
        if wanted is not None:
            return Filtered(items, lambda item: self.code.has(wanted, item))
        return self._those(
            items,
            lambda item: self.flag(x.condition, scope.with_bound(x.bound, self.thing(items, item))),
        )

    @staticmethod
    def _those(items: Items, fits: Callable[[str], str]) -> Items:
        return Fitting(items, fits) if isinstance(items, Sets) else Filtered(items, fits)

    def extremes(self, x: ir.Extremes, scope: Scope) -> Value:
        items, code = self.items(x.collection, scope), self.code
        self.ranges.note(x)
        sign = ">" if x.extreme == "highest" else "<"
        best = code.local("i", "0")
        is_first = code.local("b", "true")

        def key(item: str) -> str:
            return self.number(x.key, scope.with_bound(x.bound, self.thing(items, item)))

        def look(item: str) -> None:
            value = key(item)
            better = code.either(
                code.read(is_first), lambda: code.compare(sign, value, code.read(best))
            )
            with code.when(better):
                code.write(best, value)
                code.write(is_first, "false")

        items.each(look)
        found = code.read(best)
        return self._those(items, lambda item: code.compare("=", key(item), found))

    def fold(self, x: ir.Fold, scope: Scope) -> Value:
        items, code = self.items(x.collection, scope), self.code
        self.ranges.note(x)
        result = code.local("i", "0")
        is_sum = x.fold == "sum"
        is_first = code.local("b", "true")
        may_leave = is_sum and can_leave(self.ranges.of_sum(x))

        def look(item: str) -> None:
            value = self.number(x.body, scope.with_bound(x.bound, self.thing(items, item)))
            before = code.read(result)
            if may_leave:
                more = code.call("plus", [(before, "i64"), (value, "i64")], "i64")
                code.write(result, self.checked(more))
            elif is_sum:
                code.write(result, code.plus(before, value))
            else:
                sign = ">" if x.fold == "highest" else "<"
                first = code.read(is_first)
                better = code.either(first, lambda: code.compare(sign, value, before))
                code.write(result, code.choose("i", better, value, before))
                code.write(is_first, "false")

        items.each(look)
        found = code.read(result)
        return code.compare("!=", found, "0") if kind_of(x.type) == "b" else found

    def mask(self, x: ir.Quantified | ir.Filter, scope: Scope) -> str | None:
        """The cards for which the condition of an expression holds, where that is a set."""
        element = x.collection.type.element
        if element is None or element.base != "card":
            return None
        return FittingCards(self, scope, x.bound).of(x.condition)

    def cases(self, x: ir.Expr, scope: Scope, body: Callable[[Items], None]) -> None:
        """Do something with a collection; where it is one of two, only that one is worked out."""
        match x:
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

    # -- two collections ---------------------------------------------------------------------------

    def collections(self, x: ir.Arithmetic, scope: Scope) -> Items:
        if x.type.element is not None and x.type.element.base == "collection":
            if x.type != SETS:
                raise NotYetError("families put together")
            sets, others = self.sets(x.left, scope), self.sets(x.right, scope)
            if x.operator == "+":
                return self.making.joined(sets, others)
            return Fitting(sets, lambda one: self.code.no(self.making.has(others, one)))
        left, right = self.items(x.left, scope), self.items(x.right, scope)
        if x.operator == "-":
            return Filtered(left, lambda item: self.code.no(right.has(item)))
        rest = Filtered(right, lambda item: self.code.no(left.has(item)))
        return Joined(self.code, [left, rest])

    def compare_collections(self, x: ir.Compare, scope: Scope) -> str:
        code, left = self.code, self.items(x.left, scope)
        if isinstance(x.right, ir.Const) and x.right.value == NONE:
            is_none = self._is_none(left)
            return is_none if x.operator == "=" else code.no(is_none)
        right = self.items(x.right, scope)
        if "m" in (left.sort, right.sort):
            if x.left.type.optional or x.right.type.optional:
                raise NotYetError("sets that may be none")
            sides = self.sets(x.left, scope), self.sets(x.right, scope)
            found = self.making.are_alike(*sides)
            return found if x.operator == "=" else code.no(found)
        nones = [self._is_none(side) for side in (left, right)]

        def alike() -> str:
            return code.both(
                code.no(left.until(lambda item: code.no(right.has(item)))),
                lambda: code.no(right.until(lambda item: code.no(left.has(item)))),
            )

        both = code.both(nones[0], lambda: nones[1])
        neither = code.both(code.no(nones[0]), lambda: code.no(nones[1]))
        found = code.either(both, lambda: code.both(neither, alike))
        return found if x.operator == "=" else code.no(found)

    def _is_none(self, items: Items) -> str:
        """Whether a collection is none, as one that has a name may be."""
        if isinstance(items, Row):
            return self.code.compare("<", items.size, "0")
        if isinstance(items, Cards) and not items.is_whole:
            return self.code.compare("=", items.mask(), self.code.none, "m")
        return "false"

    def not_none(self, x: ir.NotNone, scope: Scope) -> Value:
        found, code = self.value(x.value, scope), self.code
        if isinstance(found, str):
            return self.checked(found)
        is_none = self._is_none(found)
        with code.when(is_none):
            self.give_up()
        if isinstance(found, Row):
            return Row(code, found.cells, code.larger(found.size, "0"), found.start)
        if is_none != "false":
            return Cards(code, code.choose("m", is_none, "0", found.mask()))
        return found

    def contains(self, x: ir.Contains, scope: Scope) -> Value:
        if x.element.type.base == "collection":
            cards = self.items(x.element, scope)
            if x.collection.type.required() != SETS or cards.sort == "m":
                raise NotYetError("a family that is looked for")
            is_none = self._is_none(cards)
            sets = self.sets(x.collection, scope)
            return self.code.both(
                self.code.no(is_none), lambda: self.making.has(sets, cards.mask())
            )
        return self.items(x.collection, scope).has(self.number(x.element, scope))

    # -- sets of cards -----------------------------------------------------------------------------

    def sets(self, x: ir.Expr, scope: Scope) -> Sets:
        """A collection of sets of cards."""
        found = self.items(x, scope)
        if not isinstance(found, Sets):
            if isinstance(x, ir.Const) and x.value == ():
                return Listed(self.code, ())
            raise NotYetError("other sets")
        return found

    def _plan(self, x: ir.Subsets, scope: Scope) -> SetPlan:
        """Which sets are wanted, as far as bounds say it."""
        pool = self.items(x.collection, scope)
        if not self.kinds.all_differ and not self._lie_in_spreads(x.collection):
            # Which of several cards that look the same is taken depends on their order.
            place = self.moving.part("place")
            lies_in_order = pool.until(
                lambda card: self.moving.is_ordered(self.code.at(place, card))
            )
            with self.code.when(lies_in_order):
                self.give_up()
        return SetPlan(
            self.kinds, self.moving.memory, self.layout, sets_of(x).bounds, pool.mask(),
            lambda value: self.number(value, scope), self.give_up,
        )  # fmt: skip

    def subsets(self, x: ir.Subsets, scope: Scope) -> Value:
        found = sets_of(x)
        if found.are_counted and Choices.can_have(self.kinds, found.bounds):
            return Choices(self._plan(x, scope))
        sets = Subsets(self.moving.memory, self._plan(x, scope))
        if found.are_counted:
            return sets
        too_many = self.code.compare(">", sets.count(), str(MOST_LOOKED_THROUGH))
        with self.code.when(too_many):
            self.give_up()
        return Fitting(
            sets.at_most(MOST_LOOKED_THROUGH), partial(self._fits, x, found, sets.pool, scope)
        )

    def _fits(self, x: ir.Subsets, of: SetsFound, pool: str, scope: Scope, one: str) -> str:
        """Whether a set within the bounds is one that is wanted."""
        code = self.code
        inner = scope.with_bound(x.bound, Cards(code, one))
        holds = "true"
        for rest in of.rest:
            holds = code.both(holds, partial(self.flag, rest, inner))
        return (
            code.both(holds, lambda: self._is_maximal(x, pool, scope, one)) if x.maximal else holds
        )

    def _is_maximal(self, x: ir.Subsets, pool: str, scope: Scope, one: str) -> str:
        """Whether it is none any more with any further card."""
        code = self.code
        result = code.local("b", "true")

        def add(number: str, cards: str) -> None:
            left = code.without(cards, one)
            with code.when(code.some(left)):
                more = code.in_either(one, code.bit(code.lowest(left)))
                inner = scope.with_bound(x.bound, Cards(code, more))
                with code.when(self.flag(x.condition, inner)):
                    code.write(result, "false")

        self.kinds.each(pool, add)
        return code.read(result)

    def _lie_in_spreads(self, x: ir.Expr) -> bool:
        zones = [part.zone for part in ir.walk(x) if isinstance(part, ir.ZoneOf | ir.AllContents)]
        return bool(zones) and all(self.layout.zones[zone].shape == "spread" for zone in zones)

    def unions(self, x: ir.Operation, scope: Scope) -> Value:
        families = x.arguments[0]
        while isinstance(families, ir.CallDefinition):
            families, scope = self.inside(families, scope)
        if not isinstance(families, ir.Operation) or families.op != "maximal families":
            raise NotYetError("unions of other families")
        sets = families.arguments[0]
        while isinstance(sets, ir.CallDefinition):
            sets, scope = self.inside(sets, scope)
        if isinstance(sets, ir.Subsets) and sets_of(sets).are_counted:
            return UnionsOfPlan(self.moving.memory, self._plan(sets, scope))
        return self.making.unions(self.sets(sets, scope))

    def union(self, x: ir.Operation, scope: Scope) -> Value:
        return Cards(self.code, self.making.union(self.sets(x.arguments[0], scope)))

    def one_of_sets(self, x: ir.IfElse, scope: Scope) -> Items:
        to = self.making.row()

        def add(sets: ir.Expr) -> None:
            self.sets(sets, scope).each_with(lambda one, own: self.making.add(to, one, own))

        self.code.branch(
            self.flag(x.condition, scope), lambda: add(x.then), lambda: add(x.otherwise)
        )
        return SetRow(self.code, to[0], to[1], self.code.read(to[2]))
