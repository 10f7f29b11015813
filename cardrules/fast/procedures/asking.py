"""Questions: how many answers there are, which one chance takes, and what is done with it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

import attrs

from cardrules.fast.choices.products import MOST_COUNTED
from cardrules.fast.choices.slots import Sealed, Several, form_in, passed
from cardrules.fast.expressions.core import Form
from cardrules.fast.llvm.checks import Local
from cardrules.fast.llvm.resuming import WAITING
from cardrules.fast.procedures.changing import Changing
from cardrules.fast.sets.nested import is_set
from cardrules.fast.state.items import Items
from cardrules.fast.state.lying import Cards
from cardrules.kernel.numbers import NONE
from cardrules.machine import code as machine
from cardrules.machine.program import Procedure, Question
from cardrules.machine.search import Search
from cardrules.model.types import SETS, Type

Given = Sequence[tuple[str, str]]


@attrs.frozen
class Offer:
    """What can be answered: what a search finds with what is given to it; with nothing given, that
    it finds nothing; without a search, to pass.
    """

    search: Search | None = None
    given: Given | None = None


class Asking(Changing):
    """Writes them."""

    def carry_out(self, procedure: Procedure, given: Given, me: str | None = None) -> None:
        """Carry out a procedure, and what its end means here."""
        raise NotImplementedError

    def ask(self, x: machine.Ask) -> None:
        """Somebody is asked."""
        question = self.all.program.questions[x.question]
        if question.form == "window":
            self._ask_window(question, x)
        elif question.form == "action":
            self._ask_action(question)
        elif question.form == "choose":
            self._ask_choice(question)
        else:
            self._ask_sealed(question)

    # -- answers -----------------------------------------------------------------------------------

    def _given_to(self, search: Search) -> Given:
        """What a search looks at in this procedure."""
        found: list[tuple[str, str]] = []
        for slot in self.all.searching.looks_at(search):
            value = self.slots[slot]
            assert isinstance(value, Local | Several)
            found += passed(self.code, value)
        return found

    def _write_search(self, search: Search) -> None:
        """Write the functions of a choice within effects, now that its slots have something."""
        forms: dict[int, Form] = {}
        for slot in self.all.searching.looks_at(search):
            value = self.slots[slot]
            assert isinstance(value, Local | Several)
            forms[slot] = form_in(value)
        self.all.searching.write_within(search, forms)

    def _total(self, search: Search, player: str, given: Given) -> str:
        arguments = [("%z", "ptr"), (player, "i64"), *given]
        if self.of.counting is not None:
            self.code.call(f"refused_{search.index}", arguments)
        return self.code.call(f"count_{search.index}", arguments, "i64")

    def _take(self, search: Search, player: str, number: str, given: Given) -> list[str]:
        """The values of an answer by its number."""
        code = self.code
        arguments = [("%z", "ptr"), (player, "i64"), *given, (number, "i64")]
        return code.call_for(f"nth_{search.index}", arguments, self.all.searching.sorts(search))

    def _decide(self, question: Question, player: str, total: str, offers: Sequence[Offer]) -> str:
        """Somebody answers, by chance; a game that is resumed stops for that."""
        code = self.code
        if self.all.knowing is not None:
            self.all.knowing.look_everywhere()
        if not code.resumes:
            arguments = [("%z", "ptr"), (player, "i64"), (total, "i64")]
            return code.call("decide", arguments, "i64")
        listing = self.all.searching.listing
        assert listing is not None
        for name, value in (("seat", player), ("total", total), ("question", question.index)):
            listing.put(name, str(value))
        code.stop()
        with code.when(code.compare("!=", listing.asked("listing"), "0")):
            for offer in offers:
                if offer.given is None or offer.search is None:
                    listing.nothing(offer.search)
                else:
                    arguments = [("%z", "ptr"), (player, "i64"), *offer.given]
                    code.call(f"list_{offer.search.index}", arguments)
            code.give("i", str(WAITING))
        return listing.asked("answer")

    def _all_of(self, searches: Sequence[Search], totals: Sequence[str], first: str = "0") -> str:
        found, most = first, int(first)
        for search, number in zip(searches, totals, strict=True):
            most += self.all.searching.most(search)
            if most < MOST_COUNTED:
                found = self.code.plus(number, found)
                continue
            found = self.of.checked(
                self.code.call("plus", [(found, "i64"), (number, "i64")], "i64")
            )
        return found

    def _act(self, search: Search, player: str, number: str, given: Given) -> None:
        """Carry out what was chosen."""
        searching = self.all.searching
        chosen = {choice.slot for choice in search.choices}
        values = zip(
            searching.slots(search),
            searching.sorts(search),
            self._take(search, player, number, given),
            strict=True,
        )
        arguments = [(value, self.code.types[kind]) for slot, kind, value in values
                     if slot in chosen]  # fmt: skip
        procedure = self.all.program.procedures[search.procedure]
        self.carry_out(procedure, [*given, *arguments], player)

    def _count_offers(self, searches: Sequence[Search], totals: Sequence[str]) -> None:
        """Count which actions are offered, in a build that counts."""
        if self.of.counting is not None:
            for search, total in zip(searches, totals, strict=True):
                self.of.counting.offer(search, total)

    # -- an action ---------------------------------------------------------------------------------

    def _ask_action(self, question: Question) -> None:
        code, program = self.code, self.all.program
        searches = [program.searches[number] for number in question.searches]
        player = self.number(question.player)
        totals = [self._total(search, player, ()) for search in searches]
        total = self._all_of(searches, totals)

        def decide() -> None:
            self._count_offers(searches, totals)
            offers = [Offer(search, ()) for search in searches]
            number = self._decide(question, player, total, offers)
            self._take_one(searches, totals, player, number, ())

        def otherwise() -> None:
            if question.last is not None:
                last = program.searches[question.last]
                rest = self._total(last, player, ())
                with code.when(code.compare("!=", rest, "0")):
                    self._count_offers([last], [rest])
                    number = self._decide(question, player, rest, [Offer(last, ())])
                    self._act(last, player, number, ())

        code.branch(code.compare("!=", total, "0"), decide, otherwise)

    def _take_one(
        self,
        searches: Sequence[Search],
        totals: Sequence[str],
        player: str,
        number: str,
        given: Given,
        beyond: Callable[[], None] | None = None,
    ) -> None:
        """Carry out one of the answers of several searches; `beyond` is one behind all of them."""
        code = self.code
        left = code.local("i", number)
        with code.block() as done:
            for at, (search, total) in enumerate(zip(searches, totals, strict=True), 1):
                now = code.read(left)
                if beyond is None and at == len(searches):
                    # It is none of the others.
                    self._act(search, player, now, given)
                    return
                with code.when(code.compare("<", now, total)):
                    self._act(search, player, now, given)
                    code.leave(done)
                code.write(left, code.minus(now, total))
            if beyond is not None:
                beyond()

    # -- a choice within effects -------------------------------------------------------------------

    def _ask_one(
        self, question: Question, take: Callable[[list[str]], None], nothing: Callable[[], None]
    ) -> None:
        """Ask for a choice within effects, unless there is nothing to answer, or nothing to ask."""
        code = self.code
        search = self.all.program.searches[question.searches[0]]
        self._write_search(search)
        player, given = self.number(question.player), self._given_to(search)
        total = self._total(search, player, given)

        def ask() -> None:
            number = self._decide(question, player, total, [Offer(search, given)])
            take(self._take(search, player, number, given))

        def some() -> None:
            if not search.unless_forced:
                ask()
                return
            is_one = code.compare("=", total, "1")
            forced = code.both(is_one, lambda: self._is_forced(search, player, given))
            code.branch(forced, lambda: take(self._take(search, player, "0", given)), ask)

        def none() -> None:
            if question.candidates is not None:
                # Whoever were not asked would show that nothing fits.
                cards = self.of.items(question.candidates, self.scope)
                with code.when(cards.until(self.all.seeing.is_hidden)):
                    self._decide(question, player, "1", [Offer(search)])
            nothing()

        code.branch(code.compare("!=", total, "0"), some, none)

    def _is_forced(self, search: Search, player: str, given: Given) -> str:
        """Whether all can see that there is just this one answer."""
        code, is_hidden = self.code, self.all.seeing.is_hidden
        hidden = "false"
        values = zip(
            self.all.searching.slots(search), self._take(search, player, "0", given), strict=True
        )
        types = {choice.slot: choice.type for choice in search.choices}
        for slot, value in values:
            of = types.get(slot)
            if of is None or not of.has_cards:
                continue
            if of.base == "card":
                hidden = code.either(hidden, partial(is_hidden, value))
            else:
                hidden = code.either(
                    hidden, partial(Cards(code, self._cards_in(of, value)).until, is_hidden)
                )
        if hidden == "false":
            return "true"
        if any(of.base != "card" and of.has_cards for of in types.values()):
            return code.no(hidden)
        arguments = [("%z", "ptr"), (player, "i64"), *given]
        return code.either(
            code.no(hidden),
            lambda: code.compare("=", code.call(f"twins_{search.index}", arguments, "i64"), "1"),
        )

    def _cards_in(self, of: Type, value: str) -> str:
        """All cards in something that was chosen."""
        if is_set(of):
            return value
        code, found = self.code, self.code.local("m", "0")

        def add(items: Items) -> None:
            items.each(lambda one: code.write(found, code.in_either(code.read(found), one)))

        def look(inner: Type, number: str) -> None:
            items = self.of.nested.items(inner, number)
            if inner.required() == SETS:
                add(items)
            else:
                element = inner.element
                assert element is not None
                items.each(lambda one: look(element, one))

        look(of, value)
        return code.read(found)

    def _ask_choice(self, question: Question) -> None:
        code = self.code
        search = self.all.program.searches[question.searches[0]]
        (slot,) = question.slots
        kind = self.all.searching.sorts(search)[0]
        local = self.slots.get(slot)
        if local is None:
            local = self.slots[slot] = code.local(kind)
        assert isinstance(local, Local)
        nothing = code.none if kind == "m" else code.number(NONE)
        self._ask_one(
            question,
            lambda values: code.write(local, values[0]),
            lambda: code.write(local, nothing),
        )

    # -- under seal --------------------------------------------------------------------------------

    def put_tuple(self, x: machine.PutTuple) -> None:
        """Several values into a slot: no answers yet, or what is given to a window."""
        sealed = None if x.values else self._sealed(x.slot)
        if sealed is not None:
            self.code.write(sealed.size, "0")
            return
        window: list[Local | Several] = []
        question = next(
            one
            for one in self.all.program.questions
            if one.procedure == self.procedure.index and one.arguments == x.slot
        )
        types = self.all.searching.given_types.to_window(question)
        for of, value in zip(types, x.values, strict=True):
            if is_set(of):
                cells, size = self.of.side_by_side(self.of.items(value, self.scope), value)
                window.append(Several(cells, self.code.local("i", size), self.of.room(value)))
            else:
                window.append(self.code.local("i", self.number(value)))
        self.slots[x.slot] = window

    def _sealed(self, slot: int) -> Sealed | None:
        """The slot of answers under seal; none where nobody seals anything into it."""
        code, players = self.code, self.layout.players
        found = self.slots.get(slot)
        questions = [
            one
            for one in self.all.program.questions
            if one.answers == slot and one.procedure == self.procedure.index
        ]
        if isinstance(found, Sealed) or not questions:
            return found if isinstance(found, Sealed) else None
        question = questions[0]
        search = self.all.program.searches[question.searches[0]]
        searching = self.all.searching
        searching.keep_names(search)
        assert list(question.slots) == searching.slots(search)
        kinds = searching.sorts(search)
        made = Sealed(
            code.local("i", "0"),
            code.array("i", players),
            [code.array(kind, players) for kind in kinds],
        )
        for array in (made.given, *made.values):
            code.note_length(array, made.size)
        self.slots[slot] = made
        return made

    def _ask_sealed(self, question: Question) -> None:
        code = self.code
        assert question.answers is not None
        sealed = self.slots[question.answers]
        assert isinstance(sealed, Sealed)
        at = code.read(sealed.size)

        def take(values: list[str]) -> None:
            code.put(sealed.given, at, "1")
            for array, value in zip(sealed.values, values, strict=True):
                code.put(array, at, value)

        self._ask_one(question, take, lambda: code.put(sealed.given, at, "0"))
        code.write(sealed.size, code.plus(at, "1"))

    def unpack(self, x: machine.Unpack) -> None:
        """The answer at a place into the slots of its names."""
        code = self.code
        sealed = self.slots[x.answers]
        assert isinstance(sealed, Sealed)
        position = self.local(x.position)
        at = code.read(position)
        code.write(position, code.plus(at, "1"))
        with code.when(code.compare("=", code.at(sealed.given, at), "0")):
            code.again(self.labels[x.label])
        for slot, array in zip(x.slots, sealed.values, strict=True):
            local = self.slots.setdefault(slot, code.local(array.sort))
            assert isinstance(local, Local)
            code.write(local, code.at(array, at))

    # -- a window ----------------------------------------------------------------------------------

    def _ask_window(self, question: Question, x: machine.Ask) -> None:
        """An interrupt, or to pass; it is asked on grounds that all see."""
        code, program = self.code, self.all.program
        assert question.arguments is not None
        assert x.position is not None
        assert x.uninterrupted is not None
        position, again = self.local(x.position), self.labels[x.uninterrupted]
        player = self.number(question.player)
        code.write(position, code.plus(code.read(position), "1"))
        with code.when(code.no(self._may_interrupt(question, player))):
            code.again(again)
        window = self.slots[question.arguments]
        assert isinstance(window, list)
        given = [argument for value in window for argument in passed(code, value)]
        searches = [program.searches[number] for number in question.searches]
        totals = [self._total(search, player, given) for search in searches]
        self._count_offers(searches, totals)
        offers = [*[Offer(search, given) for search in searches], Offer()]
        number = self._decide(question, player, self._all_of(searches, totals, "1"), offers)
        self._take_one(searches, totals, player, number, given, lambda: code.again(again))

    def _may_interrupt(self, question: Question, player: str) -> str:
        code = self.code
        if not question.searches:
            return "false"
        if question.grounds is None:
            return "true"
        # A zone of each seat after the other; whoever has fewer is looked at twice.
        rows, found = question.grounds, "false"
        for at in range(max(map(len, rows))):
            zones = [row[min(at, len(row) - 1)] if row else None for row in rows]
            found = code.holds(found, self._some_in(zones, player))
        return found

    def _some_in(self, zones: Sequence[int | None], player: str) -> str:
        """Whether something lies in the zone of a player; in none there is nothing."""
        code, found = self.code, "false"
        for is_ordered in (False, True):
            fitting = [
                zone is not None and self.layout.ordered[zone] == is_ordered for zone in zones
            ]
            if not any(fitting):
                continue
            own = [zone or 0 if fits else 0 for zone, fits in zip(zones, fitting, strict=True)]
            if own == list(range(own[0], own[0] + len(own))):
                number = code.plus(player, code.number(own[0]))
            else:
                number = code.at(code.table("i", own), player)
            some = (
                self.moving.piles.some(number)
                if is_ordered
                else code.some(code.at(self.moving.part("masks"), number))
            )
            if not all(fitting):
                flags = sum([fits << seat for seat, fits in enumerate(fitting)])
                some = code.hold(some, code.has_nth_bit(code.number(flags), player))
            found = code.holds(found, some)
        return found
