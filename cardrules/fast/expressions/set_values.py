"""Sets of cards and families of sets as compiled code."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from cardrules.engine.lowering.bounds import sets_of
from cardrules.fast.expressions.core import Scope, Value
from cardrules.fast.expressions.of_faces import tells_apart
from cardrules.fast.expressions.sum_values import SumValues
from cardrules.fast.sets.by_size import Choices
from cardrules.fast.sets.families import Families
from cardrules.fast.sets.few_cards import MOST, SetsOfFew
from cardrules.fast.sets.grown import Grown
from cardrules.fast.sets.in_order import PoolOrder, in_order
from cardrules.fast.sets.maximal import MaximalFinder, MaximalSets
from cardrules.fast.sets.set_plans import SetPlan, sizes_within
from cardrules.fast.sets.sets import (
    AS_THEY_ARE,
    COUNTED,
    MOST_LOOKED_THROUGH,
    OF_POOL,
    Fitting,
    Listed,
    SetRow,
    Sets,
)
from cardrules.fast.sets.subsets import Subsets, union_of
from cardrules.fast.sets.unions import MOST_FAMILIES, UnionsOfPlan, UnionsOfSets
from cardrules.fast.state.few import Few
from cardrules.fast.state.items import Items
from cardrules.fast.state.lying import Cards, Row
from cardrules.fast.state.moving import Moving
from cardrules.machine.program import Program
from cardrules.machine.search import Bound, Growing
from cardrules.machine.search import Sets as SetsFound
from cardrules.model import ir
from cardrules.model.types import FAMILIES, SETS, Type


class SetValues(SumValues):
    """Writes them."""

    def __init__(self, program: Program, moving: Moving) -> None:
        super().__init__(program, moving)
        # By what bounds say what finds the maximal sets within them.
        self._finders: dict[tuple[tuple[str | None, str], ...], MaximalFinder] = {}

    def sets(self, x: ir.Expr, scope: Scope) -> Sets:
        """A collection of sets of cards."""
        return self.as_sets(self.items(x, scope))

    def as_sets(self, found: Items) -> Sets:
        """Sets of cards, be it that nothing is written out."""
        if isinstance(found, Sets):
            return found
        # What holds nothing is of no type.
        assert isinstance(found, Few), found
        assert not found.things
        return Listed(self.code, ())

    def sets_at(self, number: str) -> Sets:
        """The sets that have a number."""
        return self.as_sets(self.nested.items(SETS, number))

    def most_sets(self, x: ir.Expr) -> int | None:
        """How many sets a collection has at most, if that can be said."""
        definitions = self.program.declared.definitions
        match x:
            case ir.IfElse():
                sides = [self.most_sets(side) for side in (x.then, x.otherwise)]
                return None if None in sides else max([side or 0 for side in sides])
            case ir.CallDefinition() if x.definition in definitions:
                return self.most_sets(definitions[x.definition].value)
            case ir.Operation(op="only"):
                return 1
            case ir.Operation(op="unions"):
                return MOST_FAMILIES
        return None

    def _plan(self, x: ir.Subsets, scope: Scope, pool: str | None = None) -> SetPlan:
        """Which sets are wanted, as far as bounds say it."""
        pool = self.pool(x, scope) if pool is None else pool
        return SetPlan(
            self.kinds, self.moving.memory, self.layout, sets_of(x).bounds, pool,
            lambda value: self.number(value, scope), self.give_up,
        )  # fmt: skip

    def subsets(self, x: ir.Subsets, scope: Scope) -> Value:
        found = sets_of(x, self.program.declared.definitions, self.layout.attribute)
        pool, order = self._pool_in_order(x, scope)
        if found.growing is not None:
            return in_order(self._grown(x, found.growing, pool, scope), order)
        if found.are_counted and self._are_of_few(found):
            sizes = self._sizes(found, pool, scope)
            return in_order(SetsOfFew(self.kinds, pool, *sizes), order)
        if found.are_counted and Choices.can_have(self.kinds, found.bounds):
            return Choices(self.kinds, pool, self._sizes(found, pool, scope), self.give_up)
        if x.maximal and not found.rest:
            values = [self.number(bound.value, scope) for bound in found.bounds]
            return in_order(MaximalSets(self._finder(found.bounds), pool, values), order)
        plan = self._plan(x, scope, pool)
        sets = Subsets(self.moving.memory, plan, is_counted=found.are_counted)
        if found.are_counted:
            return in_order(sets, order)
        too_many = self.code.compare(">", sets.count(), str(MOST_LOOKED_THROUGH))
        with self.code.when(too_many):
            self.give_up()
        tried = in_order(sets.at_most(MOST_LOOKED_THROUGH), order)
        return Fitting(tried, partial(self._fits, x, found, pool, scope))

    def _pool_in_order(self, x: ir.Subsets, scope: Scope) -> tuple[str, PoolOrder | None]:
        """The cards from which sets are taken, and in which order they come, where that is not
        always the order of their numbers. Where a condition looks at more than faces, the game is
        given up then: which card comes to a set matters to it, too.
        """
        if tells_apart(self.program.declared.definitions, x.condition):
            return self.pool(x, scope), None
        items = self.items(x.collection, scope)
        if self.kinds.all_differ or items.is_sorted or self.is_one_spread(x.collection):
            return items.mask(), None
        cells, size = self.side_by_side(items, x.collection)
        return Row(self.code, cells, size).mask(), PoolOrder(self.kinds, cells, size)

    def _finder(self, bounds: Sequence[Bound]) -> MaximalFinder:
        """What finds maximal sets within bounds like these, whatever their numbers are."""
        key = tuple([(bound.measure, bound.operator) for bound in bounds])
        if key not in self._finders:
            self._finders[key] = MaximalFinder(
                self.kinds, self.moving.memory, self.layout, bounds, self.give_up,
                len(self._finders),
            )  # fmt: skip
        return self._finders[key]

    def _are_of_few(self, of: SetsFound) -> bool:
        """Whether sets have two cards at most, and nothing else is said of them."""
        if any(bound.measure is not None for bound in of.bounds):
            return False
        largest = [self.ranges.number(bound.value).most for bound in of.bounds
                   if bound.operator in ("=", "<=")]  # fmt: skip
        return min(largest, default=MOST + 1) <= MOST

    def _sizes(self, of: SetsFound, pool: str, scope: Scope) -> tuple[str, str]:
        """How many cards sets have at least and at most."""
        return sizes_within(self.code, of.bounds, pool, lambda value: self.number(value, scope))

    def _grown(self, x: ir.Subsets, growing: Growing, pool: str, scope: Scope) -> Grown:
        code = self.code

        def fits(cards: str) -> str:
            holds = self.flag(x.condition, scope.with_bound(x.bound, Cards(code, cards)))
            if not x.maximal:
                return holds
            return code.both(holds, lambda: self._is_maximal(x, pool, scope, cards))

        def grows(least: str, most: str) -> str:
            inner = scope.with_bound(growing.least, Cards(code, least))
            inner = inner.with_bound(growing.most, Cards(code, most))
            return self.flag(growing.condition, inner)

        return Grown(self.moving.memory, self.kinds, pool, fits, grows, self.give_up)

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

    def one_of_sets(self, x: ir.IfElse, scope: Scope) -> Items:
        return self.making.one_of(
            self.flag(x.condition, scope),
            lambda: self.sets(x.then, scope),
            lambda: self.sets(x.otherwise, scope),
        )

    # -- families ----------------------------------------------------------------------------------

    def families(self, x: ir.Operation, scope: Scope) -> Value:
        sets = self.sets(x.arguments[0], scope)
        return self.nested.items(FAMILIES, Families(self.making, self.nested).of(sets))

    def union(self, x: ir.Operation, scope: Scope) -> Value:
        """The cards of all sets; where only bounds are given no set is made."""
        sets, inner = self._followed(x.arguments[0], scope)
        if self.sum_of(sets) is not None:
            return Cards(self.code, self.union_of_sum(sets, inner))
        if isinstance(sets, ir.Subsets):
            found = sets_of(sets, self.program.declared.definitions, self.layout.attribute)
            if found.are_counted and any(bound.measure is not None for bound in found.bounds):
                return Cards(self.code, union_of(self.moving.memory, self._plan(sets, inner)))
        return Cards(self.code, self.making.union(self.sets(sets, inner)))

    def unions(self, x: ir.Operation, scope: Scope, wanted: str = "true") -> Sets:
        """The cards of families; where a sum is given they may be any if nobody wants them."""
        families, inner = self._followed(x.arguments[0], scope)
        if not isinstance(families, ir.Operation) or families.op != "maximal families":
            return self._unions_of(self.items(families, inner))
        sets, inner = self._followed(families.arguments[0], inner)
        if self.sum_of(sets) is not None:
            return self.unions_of_sum(sets, inner, wanted)
        if isinstance(sets, ir.Subsets) and sets_of(sets).are_counted:
            return UnionsOfPlan(self.moving.memory, self._plan(sets, inner))
        return self._unions_of_sets(self.sets(sets, inner))

    def _followed(self, x: ir.Expr, scope: Scope) -> tuple[ir.Expr, Scope]:
        """What an expression is, if it is what a definition says."""
        while isinstance(x, ir.CallDefinition):
            x, scope = self.inside(x, scope)
        return x, scope

    def _unions_of_sets(self, sets: Sets) -> Sets:
        """The cards of the maximal families of some sets."""
        making, memory = self.making, self.moving.memory

        def of_pool() -> Sets:
            making.want_in_spreads(sets.pool)
            return UnionsOfSets(memory, self.kinds, sets, self.give_up)

        if sets.manner in (OF_POOL, COUNTED):
            return of_pool()

        def of_others() -> Sets:
            number = Families(making, self.nested).of(sets)
            return self._unions_of(self.nested.items(FAMILIES, number))

        if sets.manner == AS_THEY_ARE:
            return of_others()
        return making.one_of(self.is_of_pool(sets), of_pool, of_others)

    def is_of_pool(self, sets: Sets) -> str:
        """Whether sets stand for all that look like them in one pool."""
        code = self.code
        return code.holds(
            code.compare("=", sets.manner, OF_POOL), code.compare("=", sets.manner, COUNTED)
        )

    def _unions_of(self, families: Items) -> Sets:
        """The cards of some families: what looks the same comes once."""
        code, making, to = self.code, self.making, self.making.row()

        def add(family: str) -> None:
            cards = making.all_in(self.sets_at(family))
            there = SetRow(code, to[0], code.read(to[1]))
            with code.when(code.no(there.until(lambda one: making.look_alike(one, cards)))):
                making.insert(to, cards, making.is_before)

        families.each(add)
        return SetRow(code, to[0], code.read(to[1]))

    # -- how collections look ----------------------------------------------------------------------

    def look_alike(self, of: Type, left: str, right: str) -> str:
        """Whether two collections look the same, by their numbers; of what is no card, whether they
        have the same things.
        """
        if of.required() == SETS:
            return self.making.are_alike(self.sets_at(left), self.sets_at(right))
        code, inner = self.code, of.element
        assert inner is not None
        sides = [self.nested.items(of, number) for number in (left, right)]
        if not inner.has_cards:
            return code.hold(*[
                code.no(one.until(partial(self._is_missing, inner, other)))
                for one, other in (sides, sides[::-1])
            ])  # fmt: skip

        def how_many(items: Items, one: str) -> str:
            number = code.local("i", "0")

            def look(other: str) -> None:
                with code.when(self.look_alike(inner, one, other)):
                    code.write(number, code.plus(code.read(number), "1"))

            items.each(look)
            return code.read(number)

        return code.both(
            code.compare("=", sides[0].count(), sides[1].count()),
            lambda: code.no(
                sides[0].until(
                    lambda one: code.compare("!=", how_many(sides[0], one), how_many(sides[1], one))
                )
            ),
        )

    def _is_missing(self, of: Type, items: Items, thing: str) -> str:
        """Whether a thing of a type is not among some."""
        if of.base != "collection":
            return self.code.no(self.compared(of, items).has(thing))
        return self.code.no(items.until(partial(self.look_alike, of, thing)))

    def are_same(self, of: Type, left: str, right: str) -> str:
        """Whether two collections of collections have the same cards in the same order."""
        code, inner = self.code, of.element
        assert inner is not None
        sides = [self.nested.items(of, number) for number in (left, right)]
        differ = code.local("b", code.compare("!=", sides[0].count(), sides[1].count()))
        if of.required() == SETS:
            manners = [side.manner for side in sides if isinstance(side, Sets)]
            counted = [code.compare("=", manner, COUNTED) for manner in manners]
            # Sets that are counted are the same only if they are one object.
            with code.when(code.hold(*counted)):
                self.give_up()
            code.write(differ, code.holds(code.read(differ), code.holds(*counted)))
        at = code.local("i", "0")

        def look(one: str) -> None:
            now = code.read(at)
            code.write(at, code.plus(now, "1"))
            other = sides[1].nth(now)
            if of.required() == SETS:
                same = code.compare("=", one, other, "m")
            elif inner.base == "stack":
                same = code.compare("=", self.stacks.compared(one), self.stacks.compared(other))
            elif inner.base != "collection":
                same = code.compare("=", one, other)
            else:
                same = self.are_same(inner, one, other)
            with code.when(code.no(same)):
                code.write(differ, "true")

        with code.when(code.no(code.read(differ))):
            sides[0].each(look)
        return code.no(code.read(differ))
