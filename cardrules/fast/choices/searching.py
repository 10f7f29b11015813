"""Searches for what can be chosen, as compiled code: how many answers there are, and the n-th."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import attrs

from cardrules.fast.choices.choosing import Chosen
from cardrules.fast.choices.listing import Listing
from cardrules.fast.choices.pairing import Pairing
from cardrules.fast.choices.products import MOST_COUNTED
from cardrules.fast.choices.slots import parameter, value_given
from cardrules.fast.expressions.core import Form, Value
from cardrules.fast.expressions.open_cards import OpenCards
from cardrules.fast.expressions.sight import Seeing
from cardrules.fast.expressions.values import Expressions
from cardrules.fast.knowing.knowledge import Knowledge
from cardrules.fast.llvm.checks import Local, Sort
from cardrules.fast.llvm.course import SIDE_BY_SIDE
from cardrules.fast.sets.nested import is_set
from cardrules.fast.sets.paired import Paired, paired_in
from cardrules.fast.sets.sets import COUNTED, Sets
from cardrules.fast.state.few import Few
from cardrules.fast.state.items import MOST_COPIES, Items
from cardrules.fast.state.lying import Cards
from cardrules.fast.state.memory import Later
from cardrules.machine.search import Loop, Name, Search, Step, Test
from cardrules.model import ir
from cardrules.model.types import FLAG


@attrs.frozen
class Found:
    """What is done with answers: with one, or with all that have one of some things last."""

    one: Callable[[Chosen], None]
    many: Callable[[Chosen, int, Items], None]


# Before so many choices what is done is written once, and not for each of a few values.
_MANY = 3
_NOTHING = Found(lambda chosen: None, lambda chosen, slot, values: None)


@attrs.frozen
class Marks:
    """The values of the first choice of a search with which there are answers, and how many there
    are up to each; whether that is one with each; of cards also the set of them, if somebody asks.
    """

    first: Loop
    values: Later
    totals: Later
    is_each_one: Later
    able: Later | None
    # The values, if they are cards and it is told at once that there is one answer with each; else
    # no card.
    cards: Later | None = None


def _is_long(steps: Sequence[Step]) -> bool:
    """Whether there are many choices among some steps."""
    return sum([isinstance(step, Loop) for step in steps]) >= _MANY


class Searching(Pairing):
    """Writes the two functions of each search."""

    def __init__(self, expressions: Expressions) -> None:
        super().__init__(expressions)
        self.seeing = Seeing(expressions)
        # What keeps what each player knows of cards, where that decides who is asked.
        self.knowing: Knowledge | None = None
        if expressions.moving.memory.keeps_knowledge:
            self.knowing = Knowledge(expressions, self.seeing)
        # What lists answers, in games that are resumed.
        self.listing: Listing | None = None
        self._is_counting = False
        # Whether a search is written that does nothing but count which conditions do not hold.
        self._is_refusing = False
        self._keeping: set[int] = set()
        # The cards among which the only choice is, by the slot of it.
        self._rows: dict[int, tuple[int, Later]] = {}
        self._marks: dict[int, Marks] = {}
        self._paired: dict[int, Paired] = {}
        # The searches of actions by their names.
        self._actions = {
            search.name: search.index
            for search in expressions.program.searches
            if search.procedure >= 0
            and expressions.program.procedures[search.procedure].role == "action"
        }
        # What is given of the choices of an action of which it is asked whether it is possible.
        self._given: dict[str, Value] = {}

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
                self._walk(search, search.plan.steps, {}, _NOTHING)
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

    def _list(self, search: Search, listing: Listing) -> None:
        slots = [choice.slot for choice in search.choices]

        def one(chosen: Chosen) -> None:
            listing.row(search, [self._laid(chosen[slot]) for slot in slots])

        def many(chosen: Chosen, slot: int, values: Items) -> None:
            assert slot == slots[-1]
            before = [self._laid(chosen[other]) for other in slots[:-1]]
            listing.rows_of(search, before, values)

        self._walk(search, search.plan.steps, {}, Found(one, many))

    def _laid(self, value: Value) -> str:
        """A value as it lies in a slot."""
        return value if isinstance(value, str) else self._of.kept(value)

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

    def _count_marked(self, search: Search, total: Local, found: Found) -> None:
        """Count, and note for each value of the first choice how many answers there are so far: it
        need not be found out again.
        """
        code = self._code
        first, *rest = search.plan.steps
        assert isinstance(first, Loop)
        firsts = self._values(first, self._scope(search, {}))
        marks = self._new_marks(first, firsts.most or 0)
        self._marks[search.index] = marks
        values, totals = marks.values.of(code), marks.totals.of(code)
        number, able = code.local("i", "0"), code.local("m", "0")

        def mark(value: str) -> None:
            before, at = code.read(total), code.read(number)
            if firsts.most is not None:
                code.known(at, 0, firsts.most)
            self._walk(search, rest, {first.slot: value}, found)
            after = code.read(total)
            code.put(values, at, value)
            code.put(totals, code.plus(at, "1"), after)
            has_some = code.compare("!=", before, after)
            code.write(number, code.plus(code.as_number(has_some), at))
            if marks.able is not None:
                more = code.choose("m", has_some, code.bit(value), "0")
                code.write(able, code.in_either(code.read(able), more))

        with self._of.knowing([step.value for step in rest], self._scope(search, {})):
            one_each = self._with_one_each(search, firsts)
            if one_each is None:
                self._each(firsts, rest, mark)
            else:
                cards = self._of.moving.memory.later_sets(code, 1)
                self._marks[search.index] = attrs.evolve(marks, cards=cards)
                code.put(cards.of(code), "0", one_each)

                def count_all() -> None:
                    for to in (total, number):
                        code.write(to, code.size(one_each))
                    code.write(able, one_each)

                code.branch(code.some(one_each), count_all, lambda: self._each(firsts, rest, mark))
        is_each_one = code.compare("=", code.read(total), code.read(number))
        code.put(marks.is_each_one.of(code), "0", code.as_number(is_each_one))
        if marks.able is not None:
            code.put(marks.able.of(code), "0", code.read(able))

    def _with_one_each(self, search: Search, firsts: Items) -> str | None:
        """The cards of the first choice, if there is one answer with each of them, or none of them;
        where that is told of all of them at once.
        """
        first, *rest = search.plan.steps
        if len(rest) != 1 or not isinstance(firsts, Cards) or not firsts.is_sorted:
            return None
        (last,) = rest
        is_sure = search.index not in {number for number, _ in self._unsure}
        if not (isinstance(first, Loop) and isinstance(last, Loop) and is_sure):
            return None
        found = OpenCards(self._of, first.slot, self._scope(search, {})).of(last.value)
        if found is None:
            return None
        cards = firsts.mask()
        are_open = self._code.some(self._code.in_both(cards, found))
        return self._code.choose("m", are_open, "0", cards)

    def _keep_row(self, search: Search, slot: int, values: Items) -> None:
        """Keep the cards of an only choice: the one with a number is looked for right after."""
        if isinstance(values, Cards) and len(search.plan.loops) == 1 and not self._twins:
            row = self._of.moving.memory.later_sets(self._code, 1)
            self._rows[search.index] = slot, row
            self._code.put(row.of(self._code), "0", values.mask())

    def _is_marked(self, search: Search) -> bool:
        """Whether it is noted how many answers there are with each value of the first choice."""
        if self._twins or len(search.plan.loops) < 2:  # noqa: PLR2004 - one choice and another
            return False
        first = search.plan.steps[0]
        return isinstance(first, Loop) and first.choice.type.base != "collection"

    def _new_marks(self, first: Loop, most: int) -> Marks:
        code, memory = self._code, self._of.moving.memory
        # The next one is noted behind them, even if there is none; and totals begin with 0.
        room = max(self._of.room(first.value), most) + 1
        is_asked = first.choice.type.base == "card" and self._is_possible_asked()
        able = memory.later_sets(code, 1) if is_asked else None
        totals = memory.later(1 + (room + SIDE_BY_SIDE - 1) // SIDE_BY_SIDE * SIDE_BY_SIDE)
        return Marks(first, memory.later(room), totals, memory.later(1), able)

    def _is_possible_asked(self) -> bool:
        """Whether it is asked anywhere in a search whether an action is possible."""
        program = self._of.program
        steps = [step.value for search in program.searches for step in search.plan.steps]
        said = [definition.value for definition in program.declared.definitions.values()]
        return any(isinstance(part, ir.Possible) for part in ir.walk((*steps, *said)))

    def able(self, search: Search, loop: Loop, x: ir.Possible) -> str | None:
        """The cards, among those of a choice, with which an action is possible, if that has been
        found out when the actions before it were counted.
        """
        code, found = self._code, "0"
        if (code.resumes and not self._is_counting) or self._of.counting is not None:
            return None
        for action in x.actions:
            number = self._actions.get(action, -1)
            marks, paired = self._marks.get(number), self._paired.get(number)
            if (marks is None or marks.able is None) and paired is None:
                return None
            if self._given or self._twins:
                return None
            first = self._of.program.searches[number].plan.loops[0]
            is_alike = first.value == loop.value and not first.apart and not loop.apart
            if [name for name, _ in x.given] != [first.name] or not is_alike:
                return None
            if not self._is_counted_before(number, search.index):
                return None
            if paired is not None and paired.found is not None:
                able = paired.pairs.able(code.at(paired.found.of(code), "0"))
            else:
                assert marks is not None
                assert marks.able is not None
                able = code.at(marks.able.of(code), "0")
            found = code.in_either(found, able)
        return found

    def _is_counted_before(self, one: int, other: int) -> bool:
        """Whether one search is counted just before another one wherever that is asked for."""
        rows = [
            [*question.searches, *([] if question.last is None else [question.last])]
            for question in self._of.program.questions
        ]
        own = [row for row in rows if other in row]
        return bool(own) and all(one in row[: row.index(other)] for row in own)

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

    def _marked(self, marks: Marks, left: Local) -> str:
        """The value of the first choice in an answer, and which answer with it that is."""
        code = self._code
        if marks.cards is None:
            return self._noted(marks, left)
        cards, number = code.at(marks.cards.of(code), "0"), code.read(left)

        def only() -> str:
            code.write(left, "0")
            return code.nth(cards, number)

        return code.one_of("i", code.some(cards), only, lambda: self._noted(marks, left))

    def _noted(self, marks: Marks, left: Local) -> str:
        """The same by what is noted of each value."""
        code = self._code
        values, totals = marks.values.of(code), marks.totals.of(code)
        number = code.read(left)
        at, before = code.local("i", number), code.local("i", number)
        is_each_one = code.compare("!=", code.at(marks.is_each_one.of(code), "0"), "0")
        with code.when(code.no(is_each_one)):
            code.write(at, "0")
            code.write(before, "0")
            place = code.place_among(totals, number)
            code.write(at, place)
            code.write(before, code.at(totals, place))
        code.write(left, code.minus(number, code.read(before)))
        return code.at(values, code.read(at))

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

    # -- steps -------------------------------------------------------------------------------------

    def _walk(self, search: Search, steps: Sequence[Step], chosen: Chosen, found: Found) -> None:
        if not steps:
            found.one(chosen)
            return
        step, rest = steps[0], steps[1:]
        scope = self._scope(search, chosen)
        match step:
            case Test():
                holds = self._of.flag(step.condition, scope)
                with self._code.when(holds):
                    self._walk(search, rest, chosen, found)
                if self._is_refusing and self._of.counting is not None:
                    with self._code.when(self._code.no(holds)):
                        self._of.counting.refused(step.origin)
            case Name():
                value = self._named(step, scope)
                self._walk(search, rest, {**chosen, step.slot: value}, found)
            case Loop() if step.name in self._given:
                value = self._given[step.name]
                if is_set(step.choice.type) and isinstance(value, str):
                    # It is written out as none.
                    value = self._of.no_items()
                chosen = {**chosen, step.slot: value}
                given = ir.Local(type=step.choice.type, slot=step.slot)
                is_one = ir.Contains(type=FLAG, element=given, collection=step.value)
                with self._code.when(self._of.flag(is_one, self._scope(search, chosen))):
                    self._walk(search, rest, chosen, found)
            case Loop() if step.choice.type.base == "collection" and not _is_long(rest):
                self._of.cases(
                    step.value,
                    scope,
                    lambda sets: self._go_through(search, step, rest, chosen, sets, found),
                )
            case Loop() if self._is_refusing or step.choice.type.base == "collection":
                values = self._values(step, scope)
                self._go_through(search, step, rest, chosen, values, found)
            case Loop():
                last = self._last_values(search, step, rest, scope)
                if last is not None:
                    found.many(chosen, step.slot, last)
                    return
                self._go_through(search, step, rest, chosen, self._values(step, scope), found)

    def _want_seen(
        self, search: Search, chosen: Chosen, last: int = -1, values: Items | None = None
    ) -> None:
        """Give the game up if whoever is asked could choose a card that they cannot know; `values`
        are those of the slot `last`: without any there is no answer.
        """
        loops = search.plan.loops
        unsure = [one for one in loops if (search.index, one.number) in self._unsure]
        for loop in unsure:
            if loop.slot == last and values is not None:
                self._want_all_seen(values)
                continue
            is_answer = self._code.flag(True) if values is None else self._is_there_one(values)
            with self._code.when(is_answer):
                self._want_all_seen(self._chosen_cards(loop, chosen))

    def _is_there_one(self, values: Items) -> str:
        if values.sort == "i":
            return values.some()
        return self._code.compare("!=", values.count(), "0")

    def _want_all_seen(self, cards: Items) -> None:
        code = self._code
        if isinstance(cards, Sets) and cards.manner == COUNTED:
            # Where sets are not made, all cards from which they are taken count.
            some = self._is_there_one(cards)
            cards = Cards(code, code.choose("m", some, cards.pool, "0"))
        elif isinstance(cards, Sets):
            cards = Cards(code, self._of.making.all_in(cards))
        cards.each(lambda card: self.seeing.want_seen(card, "%player"))

    def _chosen_cards(self, loop: Loop, chosen: Chosen) -> Items:
        """The cards that are chosen."""
        value = self._laid(chosen[loop.slot])
        return Cards(self._code, value) if is_set(loop.choice.type) else Few(self._code, [value])

    def _each(self, values: Items, rest: Sequence[Step], body: Callable[[str], None]) -> None:
        """Do something with each value of a choice; where many others come behind it, that is
        written once.
        """
        code, before = self._code, self._code.copies

        def within(value: str) -> None:
            now, code.copies = code.copies, before
            body(value)
            code.copies = now

        if _is_long(rest):
            code.copies = MOST_COPIES
            values.each(within)
            code.copies = before
        else:
            values.each(body)

    def _go_through(
        self,
        search: Search,
        loop: Loop,
        rest: Sequence[Step],
        chosen: Chosen,
        values: Items,
        found: Found,
    ) -> None:
        if is_set(loop.choice.type):
            values = self._of.making.distinct(self._of.as_sets(values))
        if any(isinstance(step, Loop | Test) for step in rest):
            self._each(
                values,
                rest,
                lambda value: self._walk(search, rest, {**chosen, loop.slot: value}, found),
            )
        else:
            found.many(chosen, loop.slot, values)
