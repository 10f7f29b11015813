"""Answers: how many there are, which one chance takes, and how it is carried out."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import attrs

from cardrules.fast.choices.products import MOST_COUNTED
from cardrules.fast.choices.slots import Several, form_in, passed
from cardrules.fast.expressions.core import Form
from cardrules.fast.llvm.checks import Local
from cardrules.fast.llvm.resuming import WAITING
from cardrules.fast.procedures.changing import Changing
from cardrules.machine.program import Procedure, Question
from cardrules.machine.search import Search

Given = Sequence[tuple[str, str]]


@attrs.frozen
class Offer:
    """What can be answered: what a search finds with what is given to it; with nothing given, that
    it finds nothing; without a search, to pass.
    """

    search: Search | None = None
    given: Given | None = None


class Answering(Changing):
    """Writes it."""

    def carry_out(self, procedure: Procedure, given: Given, me: str | None = None) -> None:
        """Carry out a procedure, and what its end means here."""
        raise NotImplementedError

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

    def _count_offers(self, searches: Sequence[Search], totals: Sequence[str]) -> None:
        """Count which actions are offered, in a build that counts."""
        if self.of.counting is not None:
            for search, total in zip(searches, totals, strict=True):
                self.of.counting.offer(search, total)
