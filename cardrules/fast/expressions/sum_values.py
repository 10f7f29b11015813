"""Unions of families of sets of which a sum is given, as compiled code."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import partial

from cardrules.engine.lowering.bounds import sets_of
from cardrules.fast.expressions.cards import CardValues
from cardrules.fast.expressions.core import Scope
from cardrules.fast.sets.set_plans import SetPlan
from cardrules.fast.sets.sets import Sets
from cardrules.fast.sets.subsets import union_of
from cardrules.fast.sets.sum_rows import UnionsInRow
from cardrules.fast.sets.sum_unions import SumUnions, UnionsOfSum
from cardrules.fast.sets.sums import Sums
from cardrules.fast.sets.unions import Unions, UnionsOfPlan
from cardrules.fast.state.moving import Moving
from cardrules.machine.program import Program
from cardrules.machine.search import Bound
from cardrules.model import ir


class SumValues(CardValues):
    """Writes them."""

    def __init__(self, program: Program, moving: Moving) -> None:
        super().__init__(program, moving)
        # By a number of the cards what is known of its sums.
        self._sums: dict[str, SumUnions] = {}
        # The pool that is known while something is written, by the sets of it.
        self._known: dict[int, str] = {}

    def pool(self, x: ir.Subsets, scope: Scope) -> str:
        """The cards from which sets are taken."""
        cards = self.items(x.collection, scope).mask()
        if not self.is_one_spread(x.collection):
            self.making.want_in_spreads(cards)
        return cards

    def is_one_spread(self, x: ir.Expr) -> bool:
        """Whether cards are some of those of one spread."""
        while isinstance(x, ir.Filter):
            x = x.collection
        zones = [part for part in ir.walk(x) if isinstance(part, ir.ZoneOf | ir.AllContents)]
        calls = any(isinstance(part, ir.CallDefinition | ir.Local | ir.Bound) for part in ir.walk(x)
                    if isinstance(part, ir.Expr) and part.type.has_cards)  # fmt: skip
        return (
            len(zones) == 1
            and not calls
            and isinstance(zones[0], ir.ZoneOf)
            and self.layout.zones[zones[0].zone].shape == "spread"
        )

    def said(self, x: ir.Expr) -> ir.Expr | None:
        """What an expression is, if it can be said without working out what may stop a game."""
        definitions = self.program.declared.definitions
        while isinstance(x, ir.CallDefinition):
            if x.definition not in definitions or any(map(self.can_stop, x.arguments)):
                return None
            x = definitions[x.definition].value
        return x

    def are_of_sum(self, x: ir.Operation) -> bool:
        """Whether unions are worked out at once, from cards of one spread."""
        families = self.said(x.arguments[0])
        if not isinstance(families, ir.Operation) or families.op != "maximal families":
            return False
        sets = self.said(families.arguments[0])
        bound = self.sum_of(sets)
        return (
            isinstance(sets, ir.Subsets)
            and bound is not None
            and self.is_one_spread(sets.collection)
            and not self.can_stop(sets.collection)
            and not self.can_stop(bound.value)
        )

    def sum_of(self, x: ir.Expr | None) -> Bound | None:
        """The one bound of sets, if it says what the sum of a number is that is never below 0."""
        bounds = sets_of(x).bounds if isinstance(x, ir.Subsets) and sets_of(x).are_counted else ()
        if len(bounds) != 1 or bounds[0].measure is None or bounds[0].operator != "=":
            return None
        weights = self.layout.attribute[bounds[0].measure]
        is_sum = all(isinstance(one, int) and one >= 0 for one in weights)
        return bounds[0] if is_sum else None

    def unions_of_sum(self, x: ir.Expr, scope: Scope, wanted: str) -> Sets:
        """The cards of the maximal families; they may be any where they are not wanted."""
        bound = self.sum_of(x)
        assert bound is not None and isinstance(x, ir.Subsets)
        known = self._known.get(id(x))
        pool, target = known or self.pool(x, scope), self.number(bound.value, scope)
        of = self._unions_with(bound)
        found = self.code.unions_by_sum(of.sums.printed, pool, target)
        if found is not None:
            return UnionsInRow(of, pool, target, found)
        return UnionsOfSum(of, pool, target, wanted, is_known=known is not None)

    def union_of_sum(self, x: ir.Expr, scope: Scope) -> str:
        """The cards of all sets: by bits, where sums are small and cards few."""
        bound, code = self.sum_of(x), self.code
        assert bound is not None and isinstance(x, ir.Subsets)
        sums, memory = self._unions_with(bound).sums, self.moving.memory
        known = self._known.get(id(x))
        pool, target = known or self.pool(x, scope), self.number(bound.value, scope)
        found = code.used_by_sum(sums.printed, pool, target)
        if found is None:
            if known is None:
                sums.know(pool)
            is_known, used = sums.is_whole(target), partial(sums.in_some, target)
        else:
            is_known, used = code.compare(">=", found, "0"), partial(code.in_both, pool, found)
        return code.one_of(
            "m",
            is_known,
            used,
            lambda: union_of(memory, self._plan_of_sum(bound, pool, target)),
        )

    def open_in_pool(self, x: ir.Expr, bound: Bound, targets: Sequence[int]) -> str | None:
        """All cards of which one is asked for the families of these sets with its own sum, and may
        not get exactly one, if the pool of the sets is known.
        """
        known, sums = self._known.get(id(x)), self._unions_with(bound).sums
        if known is None:
            return None
        looked_up = self.code.open_by_sum(sums.printed, known, targets)
        return sums.open_cards(targets) if looked_up is None else looked_up

    def _plan_of_sum(self, bound: Bound, pool: str, target: str) -> SetPlan:
        return SetPlan(
            self.kinds, self.moving.memory, self.layout, [bound], pool, lambda value: target,
            self.give_up,
        )  # fmt: skip

    def _unions_with(self, bound: Bound) -> SumUnions:
        """What is known of the sums of a number."""
        memory, measure = self.moving.memory, str(bound.measure)

        def unions(pool: str, target: str) -> Unions:
            return UnionsOfPlan(memory, self._plan_of_sum(bound, pool, target))

        if measure not in self._sums:
            weights = list(map(int, self.layout.attribute[measure]))
            known = Sums(self.kinds, memory, weights, len(self._sums))
            self._sums[measure] = SumUnions(known, unions)
        return self._sums[measure]

    # -- a pool that is known ----------------------------------------------------------------------

    @contextmanager
    def knowing(self, domains: Sequence[ir.Expr], scope: Scope) -> Iterator[None]:
        """What is done while a pool is known: if it is the only one at which domains look, and
        depends on nothing that is chosen meanwhile.
        """
        pools = [sets for x in domains for sets in self._all_sets(x)]
        bound = self.sum_of(pools[0]) if len(pools) == 1 else None
        if bound is not None and self._stands_alone(pools[0].collection):
            pool = self.pool(pools[0], scope)
            if not self.code.remembers_sets:
                self._unions_with(bound).sums.know(pool)
            self._known[id(pools[0])] = pool
        yield
        self._known.clear()

    def _all_sets(self, x: ir.Expr) -> list[ir.Subsets]:
        """All collections of sets of cards in an expression, and in what it calls."""
        definitions = self.program.declared.definitions
        found = []
        for part in ir.walk(x):
            if isinstance(part, ir.Subsets):
                found.append(part)
            if isinstance(part, ir.CallDefinition) and part.definition in definitions:
                found += self._all_sets(definitions[part.definition].value)
        return found

    def _stands_alone(self, cards: ir.Expr) -> bool:
        """Whether cards of one spread depend on nothing that has a name."""
        parts = list(ir.walk(cards))
        own = {part.bound for part in parts if isinstance(part, ir.Filter)}
        named = {part.index for part in parts if isinstance(part, ir.Bound)}
        return (
            named <= own
            and not ir.named_in(cards)
            and self.is_one_spread(cards)
            and not self.can_stop(cards)
        )
