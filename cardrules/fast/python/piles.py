"""Cards in an order as lists: each pile and each stack has one."""

from __future__ import annotations

from cardrules.fast.llvm.checks import Array, Local
from cardrules.fast.python.memory import PythonMemory
from cardrules.fast.python.writing import PythonCode
from cardrules.fast.state.piles import Beside, Body, End, Piles
from cardrules.kernel.numbers import NONE


class ListedPiles(Piles):
    """Writes what is done with them."""

    def __init__(self, code: PythonCode, memory: PythonMemory) -> None:
        super().__init__(code, memory)
        self._lists = code

    def top(self, zone: str) -> str:
        return self._end("{}[-1]", zone, "-1")

    def _end(self, form: str, zone: str, otherwise: str) -> str:
        return self.code.one_of(
            "i", self.some(zone), lambda: self._lists.of_list(form, zone), lambda: otherwise
        )

    def top_there(self, zone: str) -> str:
        return self._lists.of_list("{}[-1]", zone)

    def top_or_none(self, zone: str) -> str:
        return self._end("{}[-1]", zone, self.code.number(NONE))

    def bottom_or_none(self, zone: str) -> str:
        return self._end("{}[0]", zone, self.code.number(NONE))

    def bottom(self, zone: str) -> str:
        return self._end("{}[0]", zone, "-1")

    def count(self, zone: str) -> str:
        return self._lists.of_list("len({})", zone)

    def some(self, zone: str) -> str:
        return self._lists.has_things(zone)

    def each(self, zone: str, body: Body) -> None:
        with self._lists.through_list(zone) as card:
            body(card)

    def downwards(self, zone: str, body: Body) -> None:
        with self._lists.through_list(zone, from_end=True) as card:
            body(card)

    def note(self, zone: str, cells: Array) -> str:
        number = self.count(zone)
        self._lists.lay_list_into(zone, cells, number)
        return number

    def reorder(self, zone: str, cells: Array, size: str) -> None:
        self._lists.set_list(zone, cells, size)

    def begin(self) -> None:
        self.code.call("clear_lists", [])

    def clear(self, zone: str) -> None:
        self._lists.change_list("{}[{}].clear()", zone)

    def lay(self, zone: str, card: str, end: End) -> Beside:
        before = self.top(zone)
        if end == "top":
            self._lists.change_list("{}[{}].append({})", zone, card)
            return Beside(before, "true")
        self._lists.insert_listed(zone, "0", card)
        return Beside("-1", self.code.compare("<", before, "0"))

    def take(self, zone: str, card: str) -> Beside:
        # It lies there, so there is a top card.
        is_top = self.code.compare("=", self._lists.of_list("{}[-1]", zone), card)
        # Most cards that are taken lie on top.
        self.code.branch(
            is_top,
            lambda: self._lists.change_list("{}[{}].pop()", zone),
            lambda: self._lists.change_list("{}[{}].remove({})", zone, card),
        )
        return Beside(self.top(zone), is_top)

    def draw(self, zone: str) -> str:
        return self._lists.pop_listed(zone)

    def place(self, zone: str, number: str) -> Local:
        """How many cards are below it."""
        return self.code.local("i", number)

    def insert(self, zone: str, card: str, place: Local) -> Beside:
        code = self.code
        at, before = code.read(place), self.top(zone)
        is_top = code.compare("=", at, self.count(zone))
        self._lists.insert_listed(zone, at, card)
        code.write(place, code.plus(at, "1"))
        return Beside(before, is_top)
