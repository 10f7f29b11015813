"""What comes of asking somebody: each answer that there can be, and none."""

from __future__ import annotations

from collections.abc import Sequence

from cardrules.machine import code
from cardrules.machine.program import Question
from cardrules.machine.search import Search
from cardrules.model import ir
from cardrules.termination.linear import ZERO, Sum
from cardrules.termination.path import Cards, Frame, Number, Part, Path, Row, Sealed, Stack, Value
from cardrules.termination.table import Table
from cardrules.termination.walking.changing import Changing
from cardrules.termination.walking.ways import ACTION, ANSWER, END, Ways, add, possible


class Asking(Changing):
    """Follows questions; what an answer does is a procedure."""

    def __init__(self, table: Table) -> None:
        super().__init__(table)
        self.program = table.program

    def procedure(
        self, path: Path, number: int, slots: dict[int, Value], me: int | None, did: str = ""
    ) -> Ways:
        """What comes of a procedure."""
        raise NotImplementedError

    def ask(self, path: Path, x: code.Ask) -> Ways:
        """Somebody is asked."""
        question = self.program.questions[x.question]
        if question.form == "window":
            return self._window(path, x, question)
        if question.form == "action":
            return self._action(path, question)
        return {END: self._answered(path, question)}

    def _action(self, path: Path, question: Question) -> Ways:
        me = self.player(path, question.player)
        searches = self.program.searches_of(question)
        ways: Ways = {}
        for search in searches:
            for way, slots in self._with_answer(path, search, {}, me):
                found = self.procedure(way, search.procedure, slots, me, search.name)
                add(ways, {END: [*found.pop(END, []), *found.pop(ACTION, [])]})
                add(ways, found)
        nobody = path.copy()
        if self._is_able(nobody, me, searches):
            return ways
        if all(self.without_answer(nobody, search) for search in searches):
            add(ways, {END: possible([nobody])})
        return ways

    def _is_able(self, path: Path, me: int, searches: Sequence[Search]) -> bool:
        """Whether it is known that one of some actions can be taken."""
        if path.able is None or path.able[0] != me:
            return False
        return path.able[1] <= {search.name for search in searches}

    def _with_answer(
        self, path: Path, search: Search, given: dict[int, Value], me: int | None
    ) -> list[tuple[Path, dict[int, Value]]]:
        """The ways on which there is an answer, each with what lies in the slots of its frame."""
        way = path.copy()
        way.frames.append(Frame(search.procedure, dict(given), me))
        way.seats = {}
        found = possible(self.with_answer(way, search.plan.steps))
        kept = {choice.slot for choice in search.choices} | given.keys()
        out = []
        for one in found:
            slots = {slot: item for slot, item in one.frame.slots.items() if slot in kept}
            one.frames = one.frames[:-1]
            one.frames[-1] = one.frames[-1].copy()
            one.seats, one.visited = dict(path.seats), path.visited
            out.append((one, slots))
        return out

    def _window(self, path: Path, x: code.Ask, question: Question) -> Ways:
        assert x.position is not None
        self._one_further(path, x.position)
        row = path.frame.slots.get(question.arguments) if question.arguments is not None else None
        ways: Ways = {("again", x.uninterrupted or 0): [path.copy()]}
        for number in question.searches:
            search = self.program.searches[number]
            given = dict(enumerate(row.values[: search.given])) if isinstance(row, Row) else {}
            me = self.table.somebody()
            for way, slots in self._with_answer(path, search, given, me):
                found = self.procedure(way, search.procedure, slots, me, search.name)
                ended = [*found.pop(END, []), *found.pop(ACTION, [])]
                add(ways, {END: ended, ACTION: found.pop(ANSWER, [])})
                add(ways, found)
        return ways

    def _answered(self, path: Path, question: Question) -> list[Path]:
        """A choice in the middle of effects, or under seal."""
        (search,) = self.program.searches_of(question)
        ways: list[Path] = []
        for way in possible(self.with_answer(path, search.plan.steps)):
            if question.answers is not None:
                self._seal(way, question)
            ways.append(way)
        nothing = path.copy()
        if not self.without_answer(nothing, search):
            return ways
        if question.answers is None:
            nothing.frame.slots.update(dict.fromkeys(question.slots, Cards(())))
        return [*ways, *possible([nothing])]

    # -- under seal --------------------------------------------------------------------------------

    def _seal(self, path: Path, question: Question) -> None:
        slots = path.frame.slots
        assert question.answers is not None
        values = tuple([self._own(slots.get(slot), question) for slot in question.slots])
        before = slots.get(question.answers)
        if isinstance(before, Sealed):
            if before.values in ((), values):
                slots[question.answers] = Sealed(before.number + 1, values)
                return
            slots[question.answers] = Sealed(before.number + 1, (None,) * len(values))

    def _own(self, value: Value, question: Question) -> Value:
        """What is sealed. That it comes from a zone of the one who has chosen it is noted: others
        then have something else. A part that is `whole` may have any number of cards.
        """
        if isinstance(value, Stack):
            return value
        if not isinstance(value, Cards):
            return None
        (search,) = self.program.searches_of(question)
        is_own = len(search.choices) == len(question.slots) == 1
        is_own = is_own and _is_own(search.choices[0].domain)
        parts = []
        for part in value.parts:
            known = part.number.is_number
            parts.append(
                Part(
                    part.zone,
                    part.number if known else ZERO,
                    whole=not known,
                    sealed=question.answers if is_own else None,
                )
            )
        return Cards(tuple(parts))

    def _opened(self, path: Path, value: Value) -> Value:
        """What lies in an answer that is carried out now."""
        if not isinstance(value, Cards):
            return value
        parts = []
        for part in value.parts:
            if part.whole:
                most = Sum(self.table.layout.cards) if part.zone is None else path.of(part.zone)
                number = self.up_to(path, most)
                parts.append(part._replace(number=number, whole=False))
            else:
                parts.append(part)
        return Cards(tuple(parts))

    def unpack(self, path: Path, x: code.Unpack) -> Ways:
        """An answer under seal, or on to the next one."""
        self._one_further(path, x.position)
        nothing = path.copy()
        found = path.frame.slots.get(x.answers)
        values: tuple[Value, ...] = (None,) * len(x.slots)
        if isinstance(found, Sealed):
            path.know(found.number - 1)
            path.frame.slots[x.answers] = found._replace(number=found.number - 1)
            if len(found.values) == len(x.slots):
                values = tuple([self._opened(path, one) for one in found.values])
        path.frame.slots.update(zip(x.slots, values, strict=True))
        return {END: possible([path]), ("again", x.label): [nothing]}

    def _one_further(self, path: Path, position: int) -> None:
        found = path.frame.slots.get(position)
        self.lay(path, position, Number(found.value + 1) if isinstance(found, Number) else None)


def _is_own(x: ir.Expr) -> bool:
    """Whether what is chosen lies in a zone of who chooses."""
    root = ir.root_of(x)
    if not isinstance(root, ir.Contents) or not isinstance(root.zone, ir.ZoneOf):
        return False
    holder = root.zone.holder
    return isinstance(holder, ir.Role) and holder.role == "me"
