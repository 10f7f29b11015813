"""Searches for what can be chosen, as compiled code: how many answers there are, and the n-th."""

from __future__ import annotations

from collections.abc import Mapping

from cardrules.fast.choices.choosing import Chosen
from cardrules.fast.choices.listing import Listing
from cardrules.fast.choices.marking import Marking
from cardrules.fast.choices.products import MOST_COUNTED
from cardrules.fast.choices.slots import parameter, value_given
from cardrules.fast.choices.walking import NOTHING, Found
from cardrules.fast.expressions.core import Form
from cardrules.fast.expressions.values import Expressions
from cardrules.fast.knowing.knowledge import Knowledge
from cardrules.fast.llvm.checks import Sort
from cardrules.fast.sets.nested import is_set
from cardrules.fast.sets.paired import paired_in
from cardrules.fast.state.items import Items
from cardrules.fast.state.lying import Cards
from cardrules.fast.state.memory import Later
from cardrules.machine.search import Loop, Name, Search
from cardrules.model import ir


class Searching(Marking):
    """Writes the two functions of each search."""

    def __init__(self, expressions: Expressions) -> None:
        super().__init__(expressions)
        # What keeps what each player knows of cards, where that decides who is asked.
        self.knowing: Knowledge | None = None
        if expressions.moving.memory.keeps_knowledge:
            self.knowing = Knowledge(expressions, self.seeing)
        # What lists answers, in games that are resumed.
        self.listing: Listing | None = None
        self._keeping: set[int] = set()
        # The cards among which the only choice is, by the slot of it.
        self._rows: dict[int, tuple[int, Later]] = {}

    # -- functions ---------------------------------------------------------------------------------

    def given(self, search: Search) -> list[tuple[str, str]]:
        """The parameters of its functions: the state, who acts, and what is given from outside."""
        found = [("%z", "ptr"), ("%player", "i64")]
        for slot, form in self._forms_given(search).items():
            found += parameter(self._code, f"%g{slot}", form)
        return found

    def write_within(self, search: Search, forms: Mapping[int, Form]) -> None:
        """Write the functions of a choice within effects; `forms` has what lies in the slots of the
        procedure at which it looks.
        """
        self._forms[search.index] = forms
        self.write(search)

    @staticmethod
    def looks_at(search: Search) -> list[int]:
        """The slots of the procedure that asks at which a search looks."""
        if not search.in_frame:
            return []
        seen = set[int]()
        for step in search.plan.steps:
            seen |= ir.named_in(step.value)
        return sorted(seen - search.plan.slots)

    def write(self, search: Search) -> None:
        """Write the functions of a search."""
        code, ahead = self._code, self._of.moving.memory.ahead()
        if self._of.counting is not None:
            self._is_refusing = True
            with code.function(f"refused_{search.index}", self.given(search), "void", ahead):
                begin = self._of.nested.mark()
                self._walk(search, search.plan.steps, {}, NOTHING)
                self._of.nested.release(begin)
            self._is_refusing = False
        self._of.is_refusing = False
        with code.function(
            f"count_{search.index}", self.given(search), "i64", ahead, is_within=search.in_frame
        ):
            self._count(search)
        if search.unless_forced:
            self._twins = True
            with code.function(f"twins_{search.index}", self.given(search), "i64", ahead):
                self._count(search)
            self._twins = False
        parameters = [*self.given(search), ("%n", "i64")]
        sorts = self.sorts(search)
        with code.function(f"nth_{search.index}", parameters, "void", ahead, out=sorts):
            self._nth(search)
        self._of.is_refusing = True
        if self.listing is not None:
            with code.function(f"list_{search.index}", self.given(search), "void", ahead):
                self._list(search, self.listing)

    def keep_names(self, search: Search) -> None:
        """Of this search the names of collections belong to an answer, too, as their numbers."""
        self._keeping.add(search.index)

    def slots(self, search: Search) -> list[int]:
        """The slots of the names of an answer: what is chosen, and what is worked out from it."""
        return [
            step.slot
            for step in search.plan.steps
            if isinstance(step, Loop)
            or (
                isinstance(step, Name)
                and (step.named.type.base != "collection" or search.index in self._keeping)
            )
        ]

    def sorts(self, search: Search) -> list[Sort]:
        """The sorts of their values."""
        sets = {choice.slot for choice in search.choices if is_set(choice.type)}
        return ["m" if slot in sets else "i" for slot in self.slots(search)]

    def _list(self, search: Search, listing: Listing) -> None:
        slots = [choice.slot for choice in search.choices]

        def one(chosen: Chosen) -> None:
            listing.row(search, [self._laid(chosen[slot]) for slot in slots])

        def many(chosen: Chosen, slot: int, values: Items) -> None:
            assert slot == slots[-1]
            before = [self._laid(chosen[other]) for other in slots[:-1]]
            listing.rows_of(search, before, values)

        self._walk(search, search.plan.steps, {}, Found(one, many))

    def _count(self, search: Search) -> None:
        code = self._code
        if self._is_product(search):
            code.give("i", self._number_from(search, 0))
            return
        paired = None if self._twins else paired_in(search, self._of.program, self._kinds)
        if paired is not None and search.index not in {number for number, _ in self._unsure}:
            self._paired[search.index] = paired
            code.give("i", self._count_pairs(search, paired))
            return
        total, is_small = code.local("i", "0"), self.most(search) < MOST_COUNTED

        def one(chosen: Chosen) -> None:
            self._want_seen(search, chosen)
            code.write(total, code.plus(code.read(total), "1"))

        def many(chosen: Chosen, slot: int, values: Items) -> None:
            self._want_seen(search, chosen, slot, values)
            self._keep_row(search, slot, values)
            if is_small:
                code.write(total, code.plus(code.read(total), values.count()))
                return
            more = code.call("plus", [(values.count(), "i64"), (code.read(total), "i64")], "i64")
            code.write(total, self._of.checked(more))

        self._is_counting = True
        begin = self._of.nested.mark()
        if self._is_marked(search):
            self._count_marked(search, total, Found(one, many))
        else:
            self._walk(search, search.plan.steps, {}, Found(one, many))
        self._is_counting = False
        self._of.nested.release(begin)
        code.give("i", code.read(total))

    def _keep_row(self, search: Search, slot: int, values: Items) -> None:
        """Keep the cards of an only choice: the one with a number is looked for right after."""
        if isinstance(values, Cards) and len(search.plan.loops) == 1 and not self._twins:
            row = self._of.moving.memory.later_sets(self._code, 1)
            self._rows[search.index] = slot, row
            self._code.put(row.of(self._code), "0", values.mask())

    def _nth(self, search: Search) -> None:
        code = self._code
        left = code.local("i", "%n")
        slots = self.slots(search)

        with code.block() as block:

            def take(chosen: Chosen) -> None:
                for step in search.plan.steps:
                    if isinstance(step, Name) and step.slot not in chosen:
                        value = self._named(step, self._scope(search, chosen))
                        chosen = {**chosen, step.slot: value}
                for at, (slot, kind) in enumerate(zip(slots, self.sorts(search), strict=True)):
                    code.write(code.out(at, kind), self._laid(chosen[slot]))
                code.leave(block)

            def one(chosen: Chosen) -> None:
                with code.when(code.compare("=", code.read(left), "0")):
                    take(chosen)
                code.write(left, code.minus(code.read(left), "1"))

            if self._is_product(search):
                take(self._product_at(search, code.read(left)))
                return
            paired = self._paired.get(search.index)
            if paired is not None and paired.of_stacks is None:
                take(self._pair_at(search, paired, code.read(left)))
                return
            # In games that are resumed it is counted long before somebody answers.
            row = None if self._code.resumes else self._rows.get(search.index)
            if row is not None:
                slot, cards = row
                take({slot: code.nth(code.at(cards.of(code), "0"), code.read(left))})
                return
            marks = None if self._code.resumes else self._marks.get(search.index)
            is_one_row = len(search.plan.loops) <= (1 if marks is None else 2)

            def many(chosen: Chosen, slot: int, values: Items) -> None:
                now = code.read(left)
                if is_one_row:
                    # There are no others among which it could be.
                    take({**chosen, slot: values.nth(now)})
                    return
                number = values.count()
                with code.when(code.compare("<", now, number)):
                    take({**chosen, slot: values.nth(now)})
                code.write(left, code.minus(now, number))

            if marks is None:
                self._walk(search, search.plan.steps, {}, Found(one, many))
            else:
                first, *rest = search.plan.steps
                assert isinstance(first, Loop)
                value = self._marked(marks, left)
                self._walk(search, rest, {first.slot: value}, Found(one, many))

    def write_possible(self, number: int, search: Search, given_names: Mapping[str, Form]) -> None:
        """Write the function that tells whether an action is possible with some choices given."""
        code = self._code
        given: list[tuple[str, str]] = []
        self._given = {}
        for at, (name, form) in enumerate(given_names.items()):
            given += parameter(code, f"%given{at}", form)
            self._given[name] = value_given(code, f"%given{at}", form)
        self._is_refusing = self._of.counting is not None and self._of.is_refusing
        parameters = [("%z", "ptr"), ("%player", "i64"), *given]
        ahead = self._of.moving.memory.ahead()
        with code.function(f"possible_{number}", parameters, "i1", ahead, is_within=True):
            begin = self._of.nested.mark()

            def one(chosen: Chosen) -> None:
                self._of.nested.release(begin)
                code.give("b", "true")

            def many(chosen: Chosen, slot: int, values: Items) -> None:
                with code.when(self._is_there_one(values)):
                    self._of.nested.release(begin)
                    code.give("b", "true")

            self._walk(search, search.plan.steps, {}, Found(one, many))
            if code.is_reached:
                self._of.nested.release(begin)
                code.give("b", "false")
        self._given, self._is_refusing = {}, False
