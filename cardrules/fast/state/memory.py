"""Where the state of a game lies while it is played by compiled code.

A state is one block of memory. A spread is a set of cards; how cards lie in an order says
`chains.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import attrs

from cardrules.fast.llvm.checks import Array, Range, Sort
from cardrules.fast.llvm.writing import Code
from cardrules.machine.layout import Layout

STATE = ("%z", "ptr")
_STREAM = "%z.stream"
# Nothing: no card below, no stack in a zone.
NOTHING = "-1"
# So much work may be done between two decisions: more is left to another engine, which says what is
# wrong. Each pass of a loop of a procedure is so much of it, and 1 is each loop that begins deep
# within others.
MOST_WORK = 10_000_000
OF_A_PASS = 10

REGISTERS = (
    "active", "direction", "next_turn", "turn", "round", "changes", "starter", "game",
    # Why a game cannot go on; how many decisions there were, how much may be done until the next.
    "status", "decisions", "work_left", "checksum",
    # How many decisions there may be.
    "limit",
    # How many actions and interrupts are carried out just now, one within the other.
    "acting",
    # The stream of the table: its key, and the number of its next draw.
    "key", "next_draw",
    # How often something had not been as it must be when the game began (`checks.py`).
    "faults",
    # Whether it is known how cards lie at the begin of a game.
    "laid",
    # How much of the part for collections of collections is in use.
    "nested",
)  # fmt: skip
# What a state has besides if its game is resumed: how far behind it lies what is no state; how much
# lies on its stack now; who is asked, how many answers there are, and which question it is; the
# number of the answer; whether answers are listed, from which on, how many at most, how many are;
# and which sides are best at the end.
ASKED = (
    "apart", "kept_now", "seat", "total", "question", "answer", "listing", "first", "room",
    "found", "best",
)  # fmt: skip
# For so many numbers there is room on its stack.
MOST_KEPT = 2_048
_OF_CARDS = ("below", "above", "place")
# So few bytes are copied with what lies before and behind them.
_GAP = 32
# Where what is no state lies, if its game is resumed: behind the place where that is played.
_BEYOND = (
    '%z.far = load i64, ptr %"z.apart", align 1',
    "%z.beyond = getelementptr i8, ptr %z, i64 %z.far",
)
_CELL = {"i8": 1, "i32": 4, "i64": 8}


@attrs.frozen
class _Part:
    sort: Sort
    cell: str
    offset: int
    cells: int
    holds: Range | None


@attrs.frozen
class Later:
    """A place behind a state, for so many numbers or sets."""

    offset: int
    cells: int
    sort: Sort = "i"

    def of(self, code: Code) -> Array:
        """It in the function that is being written."""
        place = code.bytes_from(self.offset)
        code.note_size(place, str(8 * code.cells_of(self.sort) * self.cells))
        return Array(self.sort, place, code.types[self.sort], "behind a state")


class Memory:
    """The places of a state; functions that use it begin with the lines of `ahead`.

    `keeps_knowledge`: what each player knows of each card is a part of it.
    """

    def __init__(
        self, layout: Layout, code: Code, procedures: int, room: int, *, keeps_knowledge: bool
    ) -> None:
        self.layout = layout
        self.keeps_knowledge = keeps_knowledge
        self.resumes = code.resumes
        # There is a stack less than what can stand for a card.
        cards, used = code.room_for_cards, layout.cards
        stacks = cards if layout.has_stacks else 0
        # Zones, and behind them what can stand for a stack.
        self.zones = zones = max(1, layout.static_zones + stacks)
        # Nothing, or a card, or a stack; nothing, or a zone.
        things, places = (-1, cards - 1), (-1, zones - 1)
        self._parts: dict[str, _Part] = {}
        self.size = 0
        masks = layout.static_zones
        sizes: dict[str, tuple[Sort, str, int] | tuple[Sort, str, int, Range]] = {
            "registers": ("i", "i64", len(REGISTERS)),
            "variables": ("i", "i64", layout.variable_count),
            **{
                f"of {name}": ("i", "i64", room * variable.holders)
                for name, variable in layout.variables.items()
                if variable.type.base == "collection"
            },
            "sides": ("i", "i64", len(layout.teams)),
            # The streams of those who play: key and next draw of each.
            "streams": ("i", "i64", 2 * layout.players),
            # What the next draw of each of them will be, which is worked out as soon as it can be.
            "ahead": ("i", "i64", 0 if self.resumes else layout.players),
            "masks": ("m", code.types["m"], masks),
            # The places of stacks that are free, as if they were cards.
            "free": ("m", code.types["m"], int(layout.has_stacks)),
            "running": ("i", "i32", procedures),
            # Of each ordered zone its lowest and its highest card, and how many there are.
            "bottom": ("i", "i32", zones, things),
            "top": ("i", "i32", zones, things),
            "count": ("i", "i32", zones),
            "below": ("i", "i32", cards, things),
            "above": ("i", "i32", cards, things),
            "place": ("i", "i32", cards, (0, zones - 1)),
            # Of each stack its zone, and how often its place was used.
            "holder": ("i", "i32", stacks, places),
            "used": ("i", "i32", stacks),
            "before": ("i", "i32", stacks, things),
            "behind": ("i", "i32", stacks, things),
        }
        if keeps_knowledge:
            # Who knows each card where it lies, who knows that it is somewhere there, to whom it
            # was shown in a spread; and of whom something of the second kind is known, by zone.
            sizes |= {name: ("i", "i64", cards) for name in ("known", "among", "shown")}
            sizes["blur"] = ("i", "i64", zones)
        of_places = list(sizes)[list(sizes).index("masks") :]
        if self.resumes:
            sizes |= {
                "asked": ("i", "i64", len(ASKED)),
                "scores": ("i", "i64", len(layout.teams)),
                "kept": ("i", "i64", MOST_KEPT),
            }
        # What says where cards lie, from a byte to another, without what stands for no card.
        self._places: list[tuple[int, int]] = []
        for name, (kind, cell, wanted, *holds) in sizes.items():
            width = _CELL.get(cell) or code.bits // 8
            # Whatever lies beyond an array is looked for in its first cell.
            number = max(1, wanted)
            if name in of_places:
                cells = used if name in _OF_CARDS else number
                self._add_place(self.size, self.size + width * cells)
            self._parts[name] = _Part(kind, cell, self.size, number, holds[0] if holds else None)
            code.note_size(_place(name), str(width * number), everywhere=True)
            self.size += (width * number + 7) // 8 * 8
        code.note_size(_STREAM, "16", everywhere=True)
        code.state_size = self.size
        # With what is no state.
        self.whole = self.size

    def ahead(self) -> Sequence[str]:
        """The lines with which a function begins that uses the state."""
        places = {name: part.offset for name, part in self._parts.items()}
        if self.resumes:
            for name in ("apart", "kept_now"):
                places[name] = places["asked"] + 8 * ASKED.index(name)
        return [
            *[
                f"{_place(name)} = getelementptr i8, ptr %z, i64 {offset}"
                for name, offset in places.items()
            ],
            f"%z.stream = getelementptr i8, ptr %z, i64 {8 * REGISTERS.index('key')}",
            *(_BEYOND if self.resumes else ()),
        ]

    def array(self, name: str) -> Array:
        """A part of the state."""
        part = self._parts[name]
        return Array(part.sort, _place(name), part.cell, name, part.holds)

    def variable(self, name: str) -> Array:
        """The part in which a variable lies."""
        return self.array("variables")

    def kept_places(self, code: Code) -> tuple[Callable[[], None], Callable[[], None]]:
        """What keeps where all cards lie, and what lays them as it was kept."""
        copied = [
            (code.bytes_from(begin), self.area(code, (end - begin + 7) // 8).place, end - begin)
            for begin, end in self._places
        ]

        def keep() -> None:
            for places, kept, size in copied:
                code.copy(places, kept, size)

        def lay() -> None:
            for places, kept, size in copied:
                code.copy(kept, places, size)

        return keep, lay

    def _add_place(self, begin: int, end: int) -> None:
        if self._places and begin - self._places[-1][1] < _GAP:
            begin = self._places.pop()[0]
        self._places.append((begin, end))

    def give_up(self, code: Code) -> None:
        """This game is to be played by another engine: the next loop ends it, also one that comes
        behind a decision, since no more of them may be made.
        """
        wrong = [("status", "1"), ("work_left", "-1")]
        # How many decisions there may be is known for each game anew.
        wrong += [] if self.resumes else [("limit", "-1")]
        for name, value in wrong:
            code.put(self.array("registers"), code.number(self.register(name)), value)

    def area(self, code: Code, cells: int, holds: Range | None = None) -> Array:
        """Room for numbers that a place in the program needs as long as it is there: no state.

        It begins with 0 everywhere.
        """
        cells = max(1, cells)
        place = code.bytes_from(self.whole)
        code.note_size(place, str(8 * cells))
        self.whole += 8 * cells
        return Array("i", place, "i64", holds=holds)

    def later(self, cells: int) -> Later:
        """Room for numbers that several functions look at."""
        cells = max(1, cells)
        found = Later(self.whole, cells)
        self.whole += 8 * cells
        return found

    def later_sets(self, code: Code, cells: int) -> Later:
        """Room for sets of cards at which several functions look."""
        cells = max(1, cells)
        found = Later(self.whole, cells, "m")
        self.whole += 8 * code.cells_of("m") * cells
        return found

    def sets(self, code: Code, cells: int) -> Array:
        """Room for sets of cards that a place in the program needs as long as it is there."""
        cells = max(1, cells)
        place = code.bytes_from(self.whole)
        code.note_size(place, str(code.bits // 8 * cells))
        self.whole += code.bits // 8 * cells
        return Array("m", place, code.types["m"])

    def stream(self) -> Array:
        """The stream of the table."""
        return Array("i", _STREAM, "i64")

    @staticmethod
    def register(name: str) -> int:
        """The number of a register."""
        return REGISTERS.index(name)

    @property
    def parts(self) -> Sequence[str]:
        """The names of its parts."""
        return list(self._parts)

    def offset(self, name: str) -> int:
        """Where a part begins, in bytes."""
        return self._parts[name].offset


def _place(name: str) -> str:
    return f'%"z.{name}"'
