"""What has a name in functions that are being written: constants, tables of them, values."""

from __future__ import annotations

from collections.abc import Sequence

from cardrules.fast.llvm.checks import Array, Checks, Local, Sort, width_of
from cardrules.fast.llvm.text import literal

# How many bits a word has.
WORD_BITS = 64


class Names(Checks):
    """What lies in names and tables, and how large a set of cards is there.

    `traps`: what lies beyond an array stops the process.
    """

    def __init__(self, cards: int, *, traps: bool = False) -> None:
        super().__init__(traps=traps)
        self.cards = cards
        # One bit more, which stands for none in place of a set.
        words = cards // WORD_BITS + 1
        # Two words are aligned as one, so that three would take the place of four.
        self.bits = (words if words == 1 else words + words % 2) * WORD_BITS
        # So many cells has what is looked up by cards: for each bit, and for no bit at all.
        self.room_for_cards = self.bits + 1
        self.none = self.mask(1 << (self.bits - 1))
        self.types = {"i": "i64", "b": "i1", "m": f"i{self.bits}"}
        self.tables: list[str] = []
        self._tables: dict[object, Array] = {}

    # -- constants and tables ----------------------------------------------------------------------

    @staticmethod
    def number(value: int) -> str:
        """A number."""
        return literal(value)

    @staticmethod
    def flag(value: bool) -> str:
        """A flag."""
        return "true" if value else "false"

    @staticmethod
    def mask(value: int) -> str:
        """A set of cards."""
        return str(value)

    def table_of_cards(self, sort: Sort, values: Sequence[int]) -> Array:
        """A constant for each card, the last of some; with room for all that stands for a card."""
        room = self.room_for_cards - self.cards
        return self.table(sort, [*values, *[0] * room])

    def table(self, sort: Sort, values: Sequence[int], *, is_given: bool = False) -> Array:
        """Constants side by side; in place of none there is one. `is_given`: to operations, for
        which all numbers have 64 bits.
        """
        values = values or [0]
        key = sort, tuple(values), is_given
        found = self._tables.get(key)
        if found is None:
            cell = self.types[sort]
            if sort == "i":
                most = max(values, default=0)
                least = min(values, default=0)
                is_small = least >= -128 and most < 128 and not is_given  # noqa: PLR2004
                cell = "i8" if is_small else "i64"
            name = f"@table_{len(self.tables)}"
            cells = ", ".join([f"{cell} {value}" for value in values])
            self.tables.append(
                f"{name} = internal constant [{len(values)} x {cell}] [{cells}], align 8"
            )
            holds = (min(values), max(values)) if sort == "i" else None
            found = self._tables[key] = Array(sort, name, cell, holds=holds)
            self.note_size(name, str(len(values) * width_of(cell)), everywhere=True)
        return found

    # -- names -------------------------------------------------------------------------------------

    def local(
        self, sort: Sort, value: str | None = None, holds: tuple[int, int] | None = None
    ) -> Local:
        """A name of this function; nothing is 0 until it is something else. `holds`: from which
        number to which other one it may be.
        """
        made = Local(sort, self._lines.place(self.types[sort]), holds)
        if value is None:
            self._lines.entry.append(f"  store {self.types[sort]} 0, ptr {made.place}")
        else:
            self.write(made, value)
        return made

    def read(self, name: Local) -> str:
        """The value of a name now."""
        lines = self._lines
        found = lines.values.get(name.place)
        if found is None:
            found = lines.value(f"load {self.types[name.sort]}, ptr {name.place}")
            if name.holds is not None:
                self.known(found, *name.holds)
            if lines.is_open:
                lines.values[name.place] = found
        return found

    def write(self, name: Local, value: str) -> None:
        """A value gets a name."""
        value, lines = self._held(name, value), self._lines
        lines.put(f"store {self.types[name.sort]} {value}, ptr {name.place}")
        lines.written.append(name.place)
        if lines.is_open:
            lines.values[name.place] = value

    def note_steady(self, name: Local) -> None:
        """Whoever writes to a name in a loop says so before it: see `note_changes`."""
        self._lines.steady.add(name.place)

    def note_changes(self, name: Local) -> None:
        """In the loop that comes next a name is written to."""
        self._lines.values.pop(name.place, None)

    # -- what is noted -----------------------------------------------------------------------------

    def note_length(self, array: Array, length: Local) -> None:
        """Note where it stands how many things of an array matter."""
        if self._lines.stops:
            self._lines.lengths[array.place] = length.place

    def note_size_of(self, array: Array, size: str) -> None:
        """Note how many things of an array matter, which is not kept elsewhere."""
        if self._lines.stops:
            self.note_length(array, self.local("i", size))

    @property
    def is_reached(self) -> bool:
        """Whether what is written next can be reached."""
        return self._lines.is_open

    def note(self, value: str, what: str) -> None:
        """Note what is known of a value in the function that is being written."""
        self._lines.notes[value] = what

    def noted(self, value: str) -> str | None:
        """What was noted of a value."""
        return self._lines.notes.get(value)
