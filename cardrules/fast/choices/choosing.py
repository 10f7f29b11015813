"""What can be chosen in a search, as compiled code: the values of a choice, and those that fit."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial

import attrs

from cardrules.fast.choices.given import Given
from cardrules.fast.choices.slots import form_of, value_given
from cardrules.fast.expressions.core import Form, Scope, Value, kind_of
from cardrules.fast.expressions.fitting import FittingCards, FittingFew, FittingKinds
from cardrules.fast.expressions.values import Expressions
from cardrules.fast.llvm.writing import Code
from cardrules.fast.sets.nested import is_set
from cardrules.fast.sets.of_kinds import OfKinds
from cardrules.fast.state.few import FewThings
from cardrules.fast.state.filtered import Filtered
from cardrules.fast.state.items import Items
from cardrules.fast.state.joined import Each
from cardrules.fast.state.lying import Cards, Row
from cardrules.fast.state.stacks import ThoseOfTops
from cardrules.machine.search import Loop, Name, Search, Step, Test
from cardrules.model import ir

# What is chosen, by slot.
Chosen = dict[int, Value]


class Choosing:
    """Writes it."""

    def __init__(self, expressions: Expressions) -> None:
        self._of = expressions
        self._code: Code = expressions.code
        self._kinds = expressions.kinds
        self._forms: dict[int, Mapping[int, Form]] = {}
        self.given_types = Given(expressions.program)
        # Whether each of several cards that look the same makes an answer of its own.
        self._twins = False

    def able(self, search: Search, loop: Loop, x: ir.Possible) -> str | None:
        """The cards, among those of a choice, with which an action is possible, if that has been
        found out when the actions before it were counted.
        """
        raise NotImplementedError

    def _scope(self, search: Search, chosen: Chosen) -> Scope:
        sets = {one.slot for one in search.choices if is_set(one.type)}
        names = {step.slot: step for step in search.plan.steps if isinstance(step, Name)}

        def slot(number: int) -> Value:
            if number in chosen:
                found = chosen[number]
                return (
                    Cards(self._code, found) if number in sets and isinstance(found, str) else found
                )
            if number in names:
                return self._named(names[number], self._scope(search, chosen))
            return value_given(self._code, f"%g{number}", self._forms_given(search)[number])

        return Scope("%player", slot)

    def _forms_given(self, search: Search) -> Mapping[int, Form]:
        return {**self.window_forms(search), **self._forms.get(search.index, {})}

    def window_forms(self, search: Search) -> dict[int, Form]:
        """The forms of what is given to an interrupt by its window."""
        types = self.given_types.to_interrupt(search)
        return {slot: form_of(of) for slot, of in enumerate(types)}

    def _named(self, step: Name, scope: Scope) -> Value:
        """What a name stands for; a collection is worked out where it is looked at."""
        found = self._of.value(step.named, scope)
        if isinstance(found, str) and kind_of(step.named.type) == "b":
            return self._code.as_number(found)
        return found

    def _last_values(
        self, search: Search, loop: Loop, rest: Sequence[Step], scope: Scope
    ) -> Items | None:
        """The values of the last choice for which all that is left holds, if a set tells that: of
        cards, or of the top cards of stacks.
        """
        if any(isinstance(step, Loop) for step in rest):
            return None
        of = loop.choice.type.base
        if of not in ("card", "stack"):
            return self._last_of_few(loop, rest, scope)
        tests = [step for step in rest if isinstance(step, Test)]
        named = {step.slot for step in rest if isinstance(step, Name)}
        if any(named & ir.named_in(test.condition) for test in tests):
            return None
        by_kinds = self._by_kinds(loop, tests, scope) if of == "card" else None
        if by_kinds is not None:
            return by_kinds
        values = self._values(loop, scope)
        if not (values.is_sorted if of == "card" else values.has_tops):
            return None
        found = values.mask() if of == "card" else self._code.mask(self._of.all_cards)
        for test in tests:
            fitting = FittingCards(
                self._of, scope, None, loop.slot, is_stack=of == "stack",
                able=partial(self.able, search, loop),
            ).of(test.condition)  # fmt: skip
            if fitting is None:
                return None
            found = self._code.in_both(found, fitting)
        if of == "card":
            return Cards(self._code, found)
        return ThoseOfTops(self._of.stacks, values, found) if tests else values

    def _last_of_few(self, loop: Loop, rest: Sequence[Step], scope: Scope) -> Items | None:
        """The values of the last choice that fit, if they are few and it is quickly told."""
        tests = tests_among(rest)
        named = {step.slot for step in rest if isinstance(step, Name)}
        if loop.choice.type.base == "collection" or not tests or named & ir.named_in(tests):
            return None
        code, few = self._code, self._of.items(loop.value, scope).candidates()
        if few is None or code.branches_are_cheap:
            return None

        def is_it(x: ir.Expr) -> bool:
            return isinstance(x, ir.Local) and x.slot == loop.slot

        def with_it(value: str) -> Scope:
            return attrs.evolve(
                scope, slot=lambda slot: value if slot == loop.slot else scope.slot(slot)
            )

        fitting = FittingFew(self._of, scope, [thing for thing, _ in few], is_it, with_it)
        flags = [is_there() for _, is_there in few]
        for test in tests:
            found = fitting.of(test)
            if found is None:
                return None
            flags = list(map(code.hold, flags, found))
        return FewThings(code, [(thing, flag) for (thing, _), flag in zip(few, flags, strict=True)])

    def _by_kinds(self, loop: Loop, tests: Sequence[Test], scope: Scope) -> Items | None:
        """The same by kinds of cards, where these are all that matters."""
        if not OfKinds.can_have(self._kinds) or self._kinds.all_differ or self._twins or loop.apart:
            return None
        x, filters = loop.value, list[ir.Filter]()
        while isinstance(x, ir.Filter):
            filters.append(x)
            x = x.collection
        if not (isinstance(x, ir.Contents) and isinstance(x.zone, ir.ZoneOf)):
            return None
        if self._of.layout.zones[x.zone.zone].shape != "spread":
            return None
        fitting = [
            FittingKinds(self._of, scope, one.bound).of(one.condition) for one in filters[::-1]
        ]
        fitting += [
            FittingKinds(self._of, scope, None, loop.slot).of(test.condition) for test in tests
        ]
        if any(found is None for found in fitting):
            return None
        masks, zone = self._of.moving.part("masks"), self._of.one(x.zone, scope)
        bits = self._kinds.present(self._code.at(masks, zone))
        for found in fitting:
            bits = self._code.in_common(bits, str(found))
        return OfKinds(self._kinds, masks, zone, bits)

    def _values(self, loop: Loop, scope: Scope) -> Items:
        """The values of a choice; of cards that look the same in a spread one counts."""
        domain, of = loop.value, loop.choice.type.base
        if of != "card" or self._kinds.all_differ or self._twins:
            return self._of.items(domain, scope)
        found = None if loop.apart else self._distinct(domain, scope)
        if found is not None:
            return found
        others = [self._of.value(other, scope) for other in loop.apart]
        return Distinct(self._of, self._of.items(domain, scope), self._of.room(domain), others)

    def _distinct(self, x: ir.Expr, scope: Scope) -> Items | None:
        """One of several cards that look the same, where that can be seen at once."""
        code = self._code
        match x:
            case ir.Filter():
                items = self._distinct(x.collection, scope)
                if items is None:
                    return None
                wanted = self._of.mask(x, scope)
                if wanted is not None and items.is_sorted:
                    return Cards(code, code.in_both(items.mask(), wanted))
                return Filtered(
                    items, lambda card: self._of.flag(x.condition, scope.with_bound(x.bound, card))
                )
            case ir.Contents(zone=ir.ZoneOf()):
                items = self._of.items(x, scope)
                return self._one_of_each(items) if items.is_sorted else items
            case ir.AllContents():
                zones = self._of.layout.zones[x.zone]
                if zones.shape != "spread":
                    return self._of.items(x, scope)
                masks = self._of.moving.part("masks")
                return Each(
                    self._of.items(x.holders, scope),
                    lambda holder: self._one_of_each(
                        Cards(code, code.at(masks, code.plus(holder, str(zones.base))))
                    ),
                )
        return None

    def _one_of_each(self, cards: Items) -> Items:
        return Cards(self._code, self._kinds.one_of_each(cards.mask()))


def tests_among(steps: Sequence[Step]) -> list[ir.Expr]:
    """The conditions among some steps."""
    return [step.condition for step in steps if isinstance(step, Test)]


class Distinct(Items):
    """Cards of which one counts of those that look the same in a spread, unless they differ in
    whether they are among some others.
    """

    def __init__(self, of: Expressions, cards: Items, room: int, others: Sequence[Value]) -> None:
        super().__init__(of.code)
        self._of, self._cards, self._room, self._others = of, cards, room, others

    def each(self, body: Callable[[str], None]) -> None:
        code, kinds = self.code, self._of.kinds
        place = self._of.moving.part("place")
        cells, number = code.array("i", self._room), code.local("i", "0")

        def is_alike(card: str, other: str) -> str:
            zones = [code.at(place, one) for one in (card, other)]
            found = code.both(
                code.compare("=", zones[0], zones[1]),
                lambda: code.both(
                    code.no(self._of.moving.is_ordered(zones[0])),
                    lambda: code.has(kinds.like(card), other),
                ),
            )
            for among in self._others:
                sides = [self._is_among(one, among) for one in (card, other)]
                found = code.hold(found, code.compare("=", sides[0], sides[1], "b"))
            return found

        def look(card: str) -> None:
            seen = Row(code, cells, code.read(number))
            with code.when(code.no(seen.until(lambda other: is_alike(card, other)))):
                at = code.read(number)
                with code.when(code.compare(">=", at, str(self._room))):
                    self._of.give_up()
                    code.write(number, "0")
                code.put(cells, code.read(number), card)
                code.write(number, code.plus(code.read(number), "1"))
                body(card)

        self._cards.each(look)

    def _is_among(self, card: str, among: Value) -> str:
        if isinstance(among, str):
            return self.code.compare("=", card, among)
        return among.has(card)
