"""What is noted while answers are counted, so that it need not be found out again: with which
values of the first choice there are some, and how many.
"""

from __future__ import annotations

import attrs

from cardrules.fast.choices.walking import Found, Walking
from cardrules.fast.expressions.open_cards import OpenCards
from cardrules.fast.expressions.values import Expressions
from cardrules.fast.llvm.checks import Local
from cardrules.fast.llvm.course import SIDE_BY_SIDE
from cardrules.fast.sets.paired import Paired
from cardrules.fast.state.items import Items
from cardrules.fast.state.lying import Cards
from cardrules.fast.state.memory import Later
from cardrules.machine.search import Loop, Search
from cardrules.model import ir


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


class Marking(Walking):
    """Writes it."""

    def __init__(self, expressions: Expressions) -> None:
        super().__init__(expressions)
        self._marks: dict[int, Marks] = {}
        self._paired: dict[int, Paired] = {}
        # The searches of actions by their names.
        self._actions = {
            search.name: search.index
            for search in expressions.program.searches
            if search.procedure >= 0
            and expressions.program.procedures[search.procedure].role == "action"
        }

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
            if code.branches_are_cheap:
                with code.when(code.compare("!=", before, after)):
                    code.put(values, at, value)
                    code.put(totals, code.plus(at, "1"), after)
                    code.write(number, code.plus(at, "1"))
                    if marks.able is not None:
                        code.write(able, code.in_either(code.read(able), code.bit(value)))
                return
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
