"""A choice within effects: who is asked, and whether anybody is."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from cardrules.fast.llvm.checks import Local
from cardrules.fast.procedures.answering import Answering, Given, Offer
from cardrules.fast.sets.nested import is_set
from cardrules.fast.state.items import Items
from cardrules.fast.state.lying import Cards
from cardrules.kernel.numbers import NONE
from cardrules.machine.program import Question
from cardrules.machine.search import Search
from cardrules.model.types import SETS, Type


class AskingForOne(Answering):
    """Writes it."""

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
