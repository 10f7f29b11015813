"""The answers of a question side by side, as compiled code: which action, and what is chosen.

Each answer is a row of numbers: the search, and the values of its choices in their order. A set is
as many numbers as a set of cards has words; all else is one. Of another collection it is the number
under which it has a name. They lie behind the state, from one answer on, as many as there is room
for.
"""

from __future__ import annotations

from collections.abc import Sequence

from cardrules.fast.choices.keeping import Keeping
from cardrules.fast.expressions.names import Mapped
from cardrules.fast.sets.nested import is_set
from cardrules.fast.sets.sets import Numbered
from cardrules.fast.state.items import Items
from cardrules.fast.state.memory import Later
from cardrules.fast.state.stacks import Stacks
from cardrules.kernel.numbers import NONE
from cardrules.machine.program import Program
from cardrules.machine.search import Search
from cardrules.model.types import Type

# So many numbers are listed at a time.
_CELLS = 1 << 16
# In place of a search: to do nothing in a window.
PASS = -1


class Listing:
    """Writes rows; `widths` says how many numbers each choice of a search is."""

    def __init__(self, program: Program, keeping: Keeping, stacks: Stacks) -> None:
        self._stacks, self.code = stacks, keeping.code
        self._nested = keeping.nested
        self.asked, self.put = keeping.asked, keeping.put
        words = self.code.bits // 64
        self.widths = [
            [words if is_set(choice.type) else 1 for choice in search.choices]
            for search in program.searches
        ]
        self.width = 1 + max((sum(row) for row in self.widths), default=0)
        self.room = _CELLS // self.width
        self.rows: Later = keeping.memory.later(self.room * self.width)

    def row(self, search: Search, values: Sequence[str]) -> None:
        """An answer, with the values of its choices."""
        self._next(lambda: self._write(search, values))

    def nothing(self, search: Search | None) -> None:
        """An answer without values: none of what a search looks for, or to pass."""
        if search is None:
            self._next(lambda: self._put(str(PASS), []))
            return
        sets = [is_set(choice.type) for choice in search.choices]
        none = [self.code.none if one else self.code.number(NONE) for one in sets]
        self._next(lambda: self._write(search, none))

    def rows_of(self, search: Search, before: Sequence[str], values: Items) -> None:
        """Answers that have these values last."""
        code = self.code
        count = values.count()
        skipped = self.asked("first")

        def some() -> None:
            if not isinstance(values, Numbered):
                values.each(lambda value: self.row(search, [*before, value]))
                return
            at = code.local("i", skipped)
            self.put("first", "0")
            with code.loop() as loop:
                now = code.read(at)
                room = code.compare("<", self.asked("found"), self.asked("room"))
                with code.when(code.no(code.both(code.compare("<", now, count), lambda: room))):
                    code.leave(loop)
                code.write(at, code.plus(now, "1"))
                self.row(search, [*before, values.nth(now)])

        code.branch(
            code.compare(">=", skipped, count),
            lambda: self.put("first", code.minus(skipped, count)),
            some,
        )

    def _next(self, write: object) -> None:
        """One more answer, if it is one of those that are wanted."""
        code = self.code
        assert callable(write)
        skipped = self.asked("first")

        def some() -> None:
            with code.when(code.compare("<", self.asked("found"), self.asked("room"))):
                write()
                self.put("found", code.plus(self.asked("found"), "1"))

        code.branch(
            code.compare(">", skipped, "0"),
            lambda: self.put("first", code.minus(skipped, "1")),
            some,
        )

    def _write(self, search: Search, values: Sequence[str]) -> None:
        told = [
            self._told(choice.type, value)
            for choice, value in zip(search.choices, values, strict=True)
        ]
        self._put(str(search.index), list(zip(self.widths[search.index], told, strict=True)),
                  [is_set(choice.type) for choice in search.choices])  # fmt: skip

    def _told(self, of: Type, value: str) -> str:
        """A value with the places of stacks in place of what points at them."""
        element = of.element
        if of.base == "stack":
            return self._stack(value)
        if element is None or not _has_stacks(element):
            return value
        items = self._nested.items(of, value)
        return self._nested.things(Mapped(items, lambda one: self._told(element, one)))

    def _stack(self, value: str) -> str:
        """A stack as the place where its cards lie."""
        code = self.code
        is_none = code.compare("<", value, "0")
        return code.choose("i", is_none, code.number(NONE), self._stacks.zone(value))

    def _put(
        self, search: str, values: Sequence[tuple[int, str]], sets: Sequence[bool] = ()
    ) -> None:
        code = self.code
        cells = self.rows.of(code)
        at = code.times(self.asked("found"), str(self.width))
        code.put(cells, at, search)
        place = 1
        for (width, value), is_cards in zip(values, sets, strict=True):
            here = code.plus(at, str(place))
            if is_cards:
                code.put(code.inside(cells, here, "m"), "0", value)
            else:
                code.put(cells, here, value)
            place += width


def _has_stacks(of: Type) -> bool:
    """Whether a value of a type is a stack, or has stacks in it."""
    return of.base == "stack" or (of.element is not None and _has_stacks(of.element))
