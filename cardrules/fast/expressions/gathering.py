"""Collections as compiled code: what is gone through, filtered, put together and compared."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from cardrules.fast.expressions.core import Scope, Value, kind_of
from cardrules.fast.expressions.fitting import FittingCards, FittingFew
from cardrules.fast.expressions.set_cases import SetCases
from cardrules.fast.sets.nested import is_nested
from cardrules.fast.sets.sets import Fitting, SetRow, Sets
from cardrules.fast.state.few import FewThings
from cardrules.fast.state.filtered import Filtered, Those
from cardrules.fast.state.items import Candidate, Items
from cardrules.fast.state.joined import Joined, Together
from cardrules.fast.state.lying import Cards, Row
from cardrules.fast.state.stacks import ThoseOfTops
from cardrules.kernel.numbers import NONE
from cardrules.machine.ranges.values import can_leave
from cardrules.model import ir
from cardrules.model.types import CARDS, SETS

# So many different numbers on cards are added up by the cards of each.
_MOST_DIFFERENT = 16
# So many things are looked at without a loop.
_MOST_IN_TURN = 6


class Gathering(SetCases):
    """Writes them."""

    def count(self, x: ir.Operation, scope: Scope) -> Value:
        return self.items(x.arguments[0], scope).count()

    def first(self, x: ir.Operation, scope: Scope) -> Value:
        code, items = self.code, self.items(x.arguments[0], scope)
        is_set = items.sort == "m"
        found = code.local(items.sort, code.none if is_set else code.number(NONE))
        with code.block() as block:

            def take(item: str) -> None:
                code.write(found, item)
                code.leave(block)

            items.each(take)
        if is_set:
            return Cards(code, code.read(found), is_whole=False)
        return self.named(x.type, self.thing(x.type, items, code.read(found)))

    def quantified(self, x: ir.Quantified, scope: Scope) -> Value:
        items, code = self.items(x.collection, scope), self.code
        wanted = self.mask(x, scope)
        is_some = x.quantifier == "some"
        if wanted is None and items.has_tops:
            wanted = self.mask(x, scope, is_stack=True)
        if wanted is not None:
            cards = items.tops() if items.has_tops else items.mask()
            if is_some:
                return code.some(code.in_both(cards, wanted))
            return code.no(code.some(code.without(cards, wanted)))
        self.ranges.note(x)

        def look(item: str) -> str:
            found = self._holds(x, scope, items, item)
            return found if is_some else code.no(found)

        few = self._few(x, scope, items)
        if few is not None:
            if is_some:
                return FewThings(code, few).some()
            all_of_them = items.candidates() or ()
            found = "false"
            for (_, is_there), (_, holds) in zip(all_of_them, few, strict=True):
                found = code.holds(found, code.hold(is_there(), code.no(holds)))
            return code.no(found)
        found = self._in_turn(x, items, look) or items.until(look)
        return found if is_some else code.no(found)

    def _in_turn(self, x: ir.Quantified, items: Items, look: Callable[[str], str]) -> str | None:
        """Whether something holds of one of few things, one after the other without a loop."""
        code = self.code
        if not code.branches_are_cheap or not self.is_quick(x.condition):
            return None
        few = items.candidates()
        if few is None or len(few) > _MOST_IN_TURN or isinstance(items, Sets):
            return None
        found = "false"
        for thing, is_there in few:

            def holds(thing: str = thing, is_there: Callable[[], str] = is_there) -> str:
                return code.both(is_there(), partial(look, thing))

            found = code.either(found, holds)
        return found

    def _few(
        self, x: ir.Quantified | ir.Filter, scope: Scope, items: Items
    ) -> list[tuple[str, str]] | None:
        """Of few things whether each is there and fits, if that is quickly told."""
        few = None if self.code.branches_are_cheap else items.candidates()
        if few is None or isinstance(items, Sets) or self._makes_nested(x.condition):
            return None
        fitting = FittingFew(
            self,
            scope,
            [thing for thing, _ in few],
            lambda one: isinstance(one, ir.Bound) and one.index == x.bound,
            lambda thing: scope.with_bound(
                x.bound, self.thing(x.collection.type.element, items, thing)
            ),
        ).of(x.condition)
        if fitting is None:
            return None
        return [
            (thing, self.code.hold(is_there(), flag))
            for (thing, is_there), flag in zip(few, fitting, strict=True)
        ]

    def filter(self, x: ir.Filter, scope: Scope) -> Value:
        items = self.items(x.collection, scope)
        wanted = self.mask(x, scope)
        if wanted is not None and items.is_sorted:
            return Cards(self.code, self.code.in_both(items.mask(), wanted))
        self.ranges.note(x)
        if wanted is not None:
            return Those(items, wanted)
        if items.has_tops:
            wanted = self.mask(x, scope, is_stack=True)
            if wanted is not None:
                return ThoseOfTops(self.stacks, items, wanted)
        few = self._few(x, scope, items)
        if few is not None:
            return FewThings(self.code, few)
        if self.is_quick(x.condition) and not isinstance(items, Sets):
            return Filtered(items, lambda item: self._holds(x, scope, items, item), is_quick=True)
        return self._those(items, lambda item: self._holds(x, scope, items, item))

    def _with_it(
        self,
        x: ir.Quantified | ir.Filter | ir.Extremes | ir.Fold,
        scope: Scope,
        items: Items,
        item: str,
    ) -> Scope:
        """What names mean where one of the things of a collection is looked at."""
        return scope.with_bound(x.bound, self.thing(x.collection.type.element, items, item))

    def _holds(self, x: ir.Quantified | ir.Filter, scope: Scope, items: Items, item: str) -> str:
        with self.passing(x.condition):
            return self.flag(x.condition, self._with_it(x, scope, items, item))

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
            with self.passing(x.key):
                return self.number(
                    x.key,
                    scope.with_bound(x.bound, self.thing(x.collection.type.element, items, item)),
                )

        def look(item: str) -> None:
            value = key(item)
            better = code.either(
                code.read(is_first), lambda: code.compare(sign, value, code.read(best))
            )
            with code.when(better):
                code.write(best, value)
                code.write(is_first, "false")

        few = items.candidates()
        if few is not None:
            return self._best_of_few(few, key, sign)
        items.each(look)
        found = code.read(best)
        return self._those(items, lambda item: code.compare("=", key(item), found))

    def _best_of_few(self, few: Sequence[Candidate], key: Callable[[str], str], sign: str) -> Items:
        """What is best of few things: each is looked at once."""
        code, best, is_first = self.code, "0", "true"
        found: list[tuple[str, str, str]] = []
        for thing, flag in few:
            is_there = flag()
            value = code.one_of("i", is_there, partial(key, thing), lambda: "0")
            better = code.hold(is_there, code.holds(is_first, code.compare(sign, value, best)))
            best = code.choose("i", better, value, best)
            is_first = code.hold(is_first, code.no(is_there))
            found.append((thing, is_there, value))
        return FewThings(
            code,
            [(thing, code.hold(flag, code.compare("=", value, best)))
             for thing, flag, value in found],
        )  # fmt: skip

    def _of_faces(self, x: ir.Fold, items: Items) -> str | None:
        """What comes of numbers that are printed on cards that are there as a set."""
        values = self.numbers_on_cards(
            x.body, lambda one: isinstance(one, ir.Bound) and one.index == x.bound
        )
        if values is None or not items.has_mask:
            return None
        if x.fold != "sum":
            return self.code.extreme(items.mask(), values, is_highest=x.fold == "highest")
        return None if can_leave(self.ranges.of_sum(x)) else self._summed(values, items.mask())

    def _summed(self, values: Sequence[int], cards: str) -> str | None:
        """A sum of numbers on cards: by the cards of each number."""
        different = sorted(set(values) - {0})
        if len(different) > _MOST_DIFFERENT:
            return None
        code, found = self.code, "0"
        for number in different:
            fitting = sum([1 << card for card, value in enumerate(values) if value == number])
            size = code.size(code.in_both(cards, code.mask(fitting)))
            found = code.plus(code.times(size, code.number(number)), found)
        return found

    def fold(self, x: ir.Fold, scope: Scope) -> Value:
        items, code = self.items(x.collection, scope), self.code
        self.ranges.note(x)
        of_faces = self._of_faces(x, items)
        if of_faces is not None:
            return code.compare("!=", of_faces, "0") if kind_of(x.type) == "b" else of_faces
        result = code.local("i", "0")
        is_sum = x.fold == "sum"
        is_first = code.local("b", "true")
        may_leave = is_sum and can_leave(self.ranges.of_sum(x))

        def look(item: str) -> None:
            with self.passing(x.body):
                value = self.number(x.body, self._with_it(x, scope, items, item))
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

    def mask(
        self, x: ir.Quantified | ir.Filter, scope: Scope, *, is_stack: bool = False
    ) -> str | None:
        """The cards for which the condition of an expression holds, where that is a set: those of a
        collection, or the top cards of stacks.
        """
        element = x.collection.type.element
        if element is None or element.base != ("stack" if is_stack else "card"):
            return None
        return FittingCards(self, scope, x.bound, is_stack=is_stack).of(x.condition)

    # -- two collections ---------------------------------------------------------------------------

    def collections(self, x: ir.Arithmetic, scope: Scope) -> Items:
        if x.type == SETS:
            sets, others = self.sets(x.left, scope), self.sets(x.right, scope)
            if x.operator == "+":
                return self.making.joined(sets, others)
            return Fitting(sets, lambda one: self.code.no(self.making.has(others, one)))
        if is_nested(x.type):
            return self._nested_collections(x, scope)
        left, right = self.found_in(x.left, scope), self.found_in(x.right, scope)
        if x.operator == "-":
            return Filtered(left, lambda item: self.code.no(right.has(item)))
        return Together(left, right)

    def _nested_collections(self, x: ir.Arithmetic, scope: Scope) -> Items:
        """Families put together: two are one if they have the same cards in the same order."""
        inner, code = x.type.element, self.code
        assert inner is not None
        left, right = (
            self.nested.items(x.type, self.number(side, scope)) for side in (x.left, x.right)
        )

        def is_in(items: Items, item: str) -> str:
            return items.until(lambda other: self.are_same(inner, item, other))

        if x.operator == "-":
            return Filtered(left, lambda item: code.no(is_in(right, item)))
        # If there is nothing in the left one, all of the right one stays.
        is_all = code.no(left.some())
        return Joined(
            code,
            [left, Filtered(right, lambda item: code.either(
                is_all, lambda: code.no(is_in(left, item))))],
        )  # fmt: skip

    def compare_collections(self, x: ir.Compare, scope: Scope) -> str:
        code, left = self.code, self.items(x.left, scope)
        if isinstance(x.right, ir.Const) and x.right.value == NONE:
            is_none = self.is_none(left)
            return is_none if x.operator == "=" else code.no(is_none)
        right = self.items(x.right, scope)
        nones = [self.is_none(side) for side in (left, right)]
        nested = next((of for of in (x.left.type, x.right.type) if is_nested(of)), None)

        def alike() -> str:
            if nested is not None and nested.required() == SETS:
                return self.making.are_alike(self.as_sets(left), self.as_sets(right))
            if nested is not None:
                return self.look_alike(nested, self.kept(left), self.kept(right))
            of = x.left.type.element
            one, other = self.compared(of, left), self.compared(of, right)
            return code.both(
                code.no(one.until(lambda item: code.no(other.has(item)))),
                lambda: code.no(other.until(lambda item: code.no(one.has(item)))),
            )

        both = code.both(nones[0], lambda: nones[1])
        neither = code.both(code.no(nones[0]), lambda: code.no(nones[1]))
        found = code.either(both, lambda: code.both(neither, alike))
        return found if x.operator == "=" else code.no(found)

    def not_none(self, x: ir.NotNone, scope: Scope) -> Value:
        found, code = self.value(x.value, scope), self.code
        if isinstance(found, str):
            there = self.checked(found)
            return code.compare("!=", there, "0") if kind_of(x.type) == "b" else there
        is_none = self.is_none(found)
        with code.when(is_none):
            self.give_up()
        if isinstance(found, Row):
            return Row(
                code, found.cells, code.larger(found.size, "0"), found.start, stays=found.stays
            )
        if isinstance(found, SetRow):
            size = code.larger(found.size, "0")
            return SetRow(code, found.cells, size, found.manner, found.pool, found.start)
        return Cards(code, self.cards_of(found)) if is_none != "false" else found

    def contains(self, x: ir.Contains, scope: Scope) -> Value:
        if x.element.type.base != "collection":
            return self.found_in(x.collection, scope).has(self.number(x.element, scope))
        if x.element.type.required() != CARDS:
            return self._has_nested(x, scope)
        cards = self.items(x.element, scope)
        is_none = self.is_none(cards)
        sets = self.sets(x.collection, scope)
        return self.code.both(self.code.no(is_none), lambda: self.making.has(sets, cards.mask()))

    def _has_nested(self, x: ir.Contains, scope: Scope) -> str:
        number, items = self.number(x.element, scope), self.items(x.collection, scope)
        return self.code.both(
            self.code.compare(">=", number, "0"),
            lambda: items.until(lambda one: self.look_alike(x.element.type, one, number)),
        )
