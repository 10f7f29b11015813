"""Collections of collections while they have a name: a number says where one lies. So it is with
collections in them that are no sets of cards.

What has a name lies in a part of the memory behind the state, one behind the other. Of it the last
is given free again where nobody can look at it any more: at the end of a procedure, and of a pass
of a loop. Each has a head: how many things there are; of sets also how they are taken, and the
pool; and behind it its things: sets with their own cards, or numbers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from cardrules.fast.llvm.checks import Array
from cardrules.fast.sets.sets import AS_THEY_ARE, SetRow
from cardrules.fast.state.items import Items
from cardrules.fast.state.lying import Row
from cardrules.fast.state.memory import Later
from cardrules.fast.state.moving import Moving
from cardrules.kernel.numbers import NONE
from cardrules.model.types import CARDS, SETS, Type

# So many numbers are in this part of the memory; what needs more is left to another engine.
MOST_CELLS = 1 << 17


def is_nested(of: Type) -> bool:
    """Whether values of a type are collections of collections."""
    return of.base == "collection" and of.element is not None and of.element.base == "collection"


def is_set(of: Type) -> bool:
    """Whether values of a type are sets of cards."""
    return of.required() == CARDS


class KeptSets(SetRow):
    """Sets that have a name."""

    number = ""


class KeptRow(Row):
    """Other things that have a name."""

    number = ""


class Nested:
    """Writes what is done with that part of the memory."""

    def __init__(self, moving: Moving, give_up: Callable[[], None], *, is_needed: bool) -> None:
        self.code, self._moving, self._give_up = moving.code, moving, give_up
        self._is_needed = is_needed
        self._words = self.code.cells_of("m")
        self._head = 2 + self._words
        self._later: Later | None = None

    @property
    def is_used(self) -> bool:
        """Whether something was laid down."""
        return self._later is not None

    @property
    def begin(self) -> int:
        """So many bytes behind the begin of a state it lies, -1 if nothing is used."""
        return -1 if self._later is None else self._later.offset

    def cells(self) -> Array:
        """All of that part."""
        assert self._is_needed
        if self._later is None:
            # What has no things may begin where it ends.
            self._later = self._moving.memory.later(MOST_CELLS + self._head)
        return self._later.of(self.code)

    # -- what is free ------------------------------------------------------------------------------

    def _top_at(self) -> str:
        return self.code.number(self._moving.memory.register("nested"))

    def mark(self) -> str:
        """How much is in use."""
        if not self._is_needed:
            return "0"
        return self.code.at(self._moving.part("registers"), self._top_at())

    def release(self, mark: str) -> None:
        """What is behind a mark is free again."""
        if self._is_needed:
            self.code.put(self._moving.part("registers"), self._top_at(), mark)

    @contextmanager
    def passing(self) -> Iterator[None]:
        """What is done here leaves nothing behind at which anybody looks."""
        mark = self.mark()
        yield
        if self.code.is_reached:
            self.release(mark)

    def _begin(self, number: str, cells_each: int) -> tuple[str, str]:
        """Room for so many things: where its head lies, and for how many there is room."""
        code, top = self.code, self.mark()
        after = code.plus(top, code.plus(code.times(number, str(cells_each)), str(self._head)))
        is_room = code.compare("<=", after, str(MOST_CELLS))
        with code.when(code.no(is_room)):
            self._give_up()
        place = code.choose("i", is_room, top, "0")
        found = code.choose("i", is_room, number, "0")
        self.release(code.choose("i", is_room, after, code.larger(top, str(self._head))))
        return place, found

    # -- laying down -------------------------------------------------------------------------------

    def numbers(self, count: str) -> tuple[str, Array, str]:
        """Room for so many numbers: where it is, the array of them, and for how many it is."""
        code = self.code
        place, size = self._begin(count, 1)
        self._put_head(place, size, AS_THEY_ARE, "0")
        cells = self.cells()
        return place, code.inside(cells, code.plus(place, str(self._head))), size

    def _put_head(self, place: str, size: str, manner: str, pool: str) -> None:
        code, cells = self.code, self.cells()
        code.put(cells, place, size)
        code.put(cells, code.plus(place, "1"), manner)
        code.put(self._masks(place), "0", pool)

    def _masks(self, place: str) -> Array:
        """The pool, and behind it the sets, each with its own cards."""
        return self.code.inside(self.cells(), self.code.plus(place, "2"), "m")

    def sets(self, row: SetRow) -> str:
        """Sets that lie side by side elsewhere; their number."""
        code = self.code
        place, size = self._begin(code.larger(row.size, "0"), 2 * self._words)
        manner = row.manner
        self._put_head(place, size, manner, row.pool)
        masks = self._masks(place)
        with code.through("0", code.times(size, "2"), str(MOST_CELLS)) as now:
            code.put(masks, code.plus(now, "1"), code.at(row.cells, code.plus(now, row.start)))
        is_none = code.compare("<", row.size, "0")
        return code.choose("i", is_none, code.number(NONE), place)

    def things(self, items: Items) -> str:
        """Things that are numbers; their number."""
        code = self.code
        count = items.count()
        place, cells, size = self.numbers(code.larger(count, "0"))
        at = code.local("i", "0")

        def note(thing: str) -> None:
            now = code.read(at)
            with code.when(code.compare("<", now, size)):
                code.put(cells, now, thing)
                code.write(at, code.plus(now, "1"))

        items.each(note)
        return code.choose("i", code.compare("<", count, "0"), code.number(NONE), place)

    # -- looking at it -----------------------------------------------------------------------------

    def size(self, number: str) -> str:
        """How many things there are; less than none of them is none."""
        code = self.code
        is_none = code.compare("<", number, "0")
        place = code.choose("i", is_none, "0", number)
        return code.choose("i", is_none, "-1", code.at(self.cells(), place))

    def items(self, of: Type, number: str) -> Items:
        """What has a name, by its number."""
        code, size = self.code, self.size(number)
        place = code.larger(number, "0")
        if of.required() == SETS:
            manner = code.at(self.cells(), code.plus(place, "1"))
            masks = self._masks(place)
            sets = KeptSets(code, masks, size, manner, code.at(masks, "0"), start="1")
            sets.number = number
            return sets
        row = KeptRow(code, self.cells(), size, code.plus(place, str(self._head)))
        row.number = number
        return row
