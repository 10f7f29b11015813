"""What the functions of a game are written with: values, names, loops and arrays, as text of LLVM.

Values are of three kinds: `i`, a number of 64 bits; `b`, a flag; `m`, a set of cards, with a bit
for each card. A value is the text that stands for it, and can be used as often as one likes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

import attrs

from cardrules.fast.llvm.checks import HARDLY_EVER, Array, Checks, Local, Sort, width_of
from cardrules.fast.llvm.resuming import WAITING, Resumable
from cardrules.fast.llvm.text import Lines, literal
from cardrules.kernel.numbers import NONE

__all__ = ["Array", "Code", "Jump", "Local", "Sort"]

_WORD = 64
# A loop in so many others counts work where it begins.
_DEEP = 2
_COMPARED = {"=": "eq", "!=": "ne", "<": "slt", "<=": "sle", ">": "sgt", ">=": "sge"}
_INTRINSICS = """\
declare i64 @llvm.smin.i64(i64, i64)
declare i64 @llvm.smax.i64(i64, i64)
declare i64 @llvm.x86.bmi.pdep.64(i64, i64)
declare i64 @llvm.x86.bmi.pext.64(i64, i64)
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
declare i{bits} @llvm.ctpop.i{bits}(i{bits})
declare i{bits} @llvm.cttz.i{bits}(i{bits}, i1)
"""


@attrs.define
class Jump:
    """Where a loop or block is left, and where it begins again."""

    end: str
    begin: str = ""


class Code(Checks):
    """Functions that are being written, one after the other.

    `traps`: what lies beyond an array stops the process.
    """

    # Whether more that is done for nothing takes longer than a branch around it.
    branches_are_cheap = False

    def __init__(
        self, cards: int, features: str = "", *, traps: bool = False, resumes: bool = False
    ) -> None:
        super().__init__(traps=traps)
        # Whether procedures stop where somebody is asked, and go on when they are called again.
        self.resumes = resumes
        # Some processors lay bits where others are set, and side by side, with one instruction.
        self.packs = "+bmi2" in features.split(",")
        self.cards = cards
        # One bit more, which stands for none in place of a set.
        words = cards // _WORD + 1
        # Two words are aligned as one, so that three would take the place of four.
        self.bits = (words if words == 1 else words + words % 2) * _WORD
        # So many cells has what is looked up by cards: for each bit, and for no bit at all.
        self.room_for_cards = self.bits + 1
        self.none = self.mask(1 << (self.bits - 1))
        self.types = {"i": "i64", "b": "i1", "m": f"i{self.bits}"}
        self.functions: list[str] = []
        # How many bytes a state has.
        self.state_size = 0
        # The functions that can stop, by name; and whether what lies so many bytes behind the begin
        # of a state is still there when they go on.
        self.resumable: dict[str, Resumable] = {}
        self.is_kept: Callable[[int], bool] = lambda offset: False
        self.tables: list[str] = []
        self._tables: dict[object, Array] = {}
        # Counts that a loop begins deep within others; whether that is too much, so that it is
        # passed over.
        self.is_too_much: Callable[[], str] | None = None
        # By the names of what lies apart from each other its number as LLVM has it.
        self._apart: dict[str, int] = {}

    # -- the whole ---------------------------------------------------------------------------------

    def copy(self, start: str, to: str, size: int) -> None:
        """So many bytes from one place to another."""
        self._lines.put(
            f"call void @llvm.memcpy.p0.p0.i64(ptr {to}, ptr {start}, i64 {size}, i1 0)"
        )

    def bytes_from(self, offset: int) -> str:
        """A place so many bytes behind the begin of a state."""
        begin = "%z.beyond" if self.resumes else "%z"
        return self._lines.value(f"getelementptr i8, ptr {begin}, i64 {offset}")

    def copy_some(self, start: str, to: str, size: str) -> None:
        """As many bytes as a number says from one place to another."""
        self._lines.put(
            f"call void @llvm.memcpy.p0.p0.i64(ptr {to}, ptr {start}, i64 {size}, i1 0)"
        )

    def bytes_behind(self, place: str, number: str) -> str:
        """A place so many bytes behind another one."""
        return self._lines.value(f"getelementptr i8, ptr {place}, i64 {number}")

    def state_at(self, states: str, offset: str) -> str:
        """The state so many bytes behind a place."""
        found = self.bytes_behind(states, offset)
        self._lines.states.add(found)
        return found

    def bytes_between(self, start: str, end: str) -> str:
        """How many bytes a place lies behind another one."""
        numbers = [self._lines.value(f"ptrtoint ptr {place} to i64") for place in (start, end)]
        return self.minus(numbers[1], numbers[0])

    def text(self) -> str:
        """All that was written, behind the declarations of operations."""
        extra = "" if self.bits == _WORD else _INTRINSICS.format(bits=self.bits)
        base = _INTRINSICS.split("declare i{bits}", maxsplit=1)[0]
        return "\n".join(
            [base, extra.replace(base, ""), *self.tables, *self.functions, *self._named_apart()]
        )

    def _named_apart(self) -> Iterator[str]:
        """What lies apart from each other, as LLVM is told of it."""
        yield '!0 = !{!"all"}'
        for name, number in self._apart.items():
            yield f'!{number} = !{{!"{name}", !0, i64 0}}'
            yield f"!{number + 1} = !{{!{number}, !{number}, i64 0}}"

    @contextmanager
    def function(
        self,
        name: str,
        parameters: Sequence[tuple[str, str]],
        returns: str,
        ahead: Sequence[str] = (),
        *,
        out: Sequence[Sort] = (),
        is_open: bool = False,
        stops: bool = False,
        is_within: bool = False,
    ) -> Iterator[None]:
        """A function that is being written; `returns` and parameters are types of LLVM.

        `ahead`: lines with which it begins. `out`: what it gives, if that are several things; see
        `out`. `is_open`: it can be called from outside. `stops`: it can stop.
        `is_within`: it is called in loops.
        """
        outer, self._lines = self._lines, Lines(stops=stops)
        self._lines.loops = int(is_within)
        if not is_open:
            self.note_parameters(name, [value for value, _ in parameters])
            parameters = self.sized_parameters(parameters)
        self._lines.entry += [f"  {line}" for line in ahead]
        yield
        if returns == "void":
            self._lines.give("void")
        places = [(self.out(at, sort).place, "ptr") for at, sort in enumerate(out)]
        given = ", ".join(
            [
                f"{sort}{self._known_of_state(value)} {value}"
                for value, sort in (*parameters, *places)
            ]
        )
        head = f"{'' if is_open else 'internal '}{returns} @{name}({given})"
        if stops:
            self.resumable[name] = Resumable(self._lines, parameters, self.is_kept)
            self.functions.append(self.resumable[name].text(head))
        else:
            self.functions.append(self._lines.function(head))
        self._lines = outer

    def _known_of_state(self, value: str) -> str:
        """What LLVM is told of a state: it is there, so that all of it can be read."""
        if value != "%z" or self.resumes or not self.state_size:
            return ""
        return f" nonnull dereferenceable({self.state_size})"

    def give(self, sort: Sort, value: str) -> None:
        """Return a value."""
        self._lines.give(f"{self.types[sort]} {value}")

    @staticmethod
    def out(at: int, sort: Sort) -> Local:
        """One of several things that the function that is being written gives."""
        return Local(sort, f"%o{at}")

    def call_for(
        self, name: str, arguments: Sequence[tuple[str, str]], out: Sequence[Sort]
    ) -> list[str]:
        """Call a function that gives several things."""
        locals_ = [self.local(sort) for sort in out]
        places = [(one.place, "ptr") for one in locals_]
        self._written_call(name, [*self._all_given(name, arguments), *places], "void")
        return [self.read(one) for one in locals_]

    def call(self, name: str, arguments: Sequence[tuple[str, str]], returns: str = "void") -> str:
        """Call a function; arguments are values with their types of LLVM."""
        return self._written_call(name, self._all_given(name, arguments), returns)

    def _all_given(
        self, name: str, arguments: Sequence[tuple[str, str]]
    ) -> Sequence[tuple[str, str]]:
        return self.with_sizes(self.within_bounds(name, arguments))

    def _written_call(self, name: str, arguments: Sequence[tuple[str, str]], returns: str) -> str:
        given = ", ".join([f"{sort} {value}" for value, sort in arguments])
        if returns == "void":
            self._lines.put(f"call void @{name}({given})")
            return ""
        return self._lines.value(f"call {returns} @{name}({given})")

    # -- functions that stop -----------------------------------------------------------------------

    def stop(self) -> None:
        """The function stops here, and goes on here when it is called again."""
        lines = self._lines
        behind = lines.label()
        lines.stop(lines.point(behind), behind)
        lines.begin(behind)
        self._forget()

    def call_on(self, name: str, arguments: Sequence[tuple[str, str]]) -> str:
        """Call a function that can stop; where it does, this one does so, too.

        When this one goes on, the other is called again, with the same arrays and any numbers.
        """
        lines = self._lines
        if not lines.is_open:
            return "0"
        before, call, stop, behind = lines.block, lines.label(), lines.label(), lines.label()
        number = lines.point(call, name)
        self._forget()
        lines.begin(call)
        given = [
            (value, of)
            if of == "ptr" or not value.startswith("%")
            else (lines.joined(of, [(value, before), ("0", f"again.{number}")]), of)
            for value, of in arguments
        ]
        how = self.call(name, given, "i64")
        lines.branch(lines.compare("eq", how, str(WAITING)), stop, behind)
        lines.begin(stop)
        lines.stop(number, call)
        lines.begin(behind)
        return how

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

    def table(self, sort: Sort, values: Sequence[int]) -> Array:
        """Constants side by side; in place of none there is one."""
        values = values or [0]
        key = sort, tuple(values)
        found = self._tables.get(key)
        if found is None:
            cell = self.types[sort]
            if sort == "i":
                most = max(values, default=0)
                least = min(values, default=0)
                cell = "i8" if least >= -128 and most < 128 else "i64"  # noqa: PLR2004
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

    def array(self, sort: Sort, cells: int) -> Array:
        """An array of this function."""
        cell, cells = self.types[sort], max(1, cells)
        place = self._lines.place(cell, cells)
        self.note_size(place, str(cells * width_of(cell)))
        return Array(sort, place, cell, "arrays of functions", is_new=True)

    # -- arrays ------------------------------------------------------------------------------------

    def _cell(self, array: Array, index: str) -> str:
        return self._lines.value(f"getelementptr {array.cell}, ptr {array.place}, i64 {index}")

    def _apart_from_others(self, array: Array) -> str:
        """That no other store changes what lies in an array, so that it need not be read again."""
        if not array.apart:
            return ""
        number = self._apart.setdefault(array.apart, 1 + 2 * len(self._apart))
        return f", !tbaa !{number + 1}"

    def given_array(self, name: str) -> Array:
        """Numbers side by side that a function is given."""
        return Array("i", name, "i64")

    def inside(self, array: Array, index: str, sort: Sort = "i", cells: int | None = None) -> Array:
        """What lies in an array from a place on, as things of a sort: all, or so many numbers."""
        width, size = width_of(array.cell), self._size_at(array.place)
        if size is None:
            return Array(sort, self._cell(array, index), self.types[sort])
        if cells is not None and size.isdigit():
            index = self.below_cells(index, str(int(size) // width - cells + 1))
            left = str(cells * width)
        else:
            if size.isdigit():
                # At least one thing of the sort lies there.
                one = max(1, width_of(self.types[sort]) // width)
                index = self.below_cells(index, str(int(size) // width - one + 1))
            else:
                index = self.index_in(array, index)
            is_known = size.isdigit() and index.isdigit()
            left = (
                str(int(size) - int(index) * width)
                if is_known
                else self.minus(size, self.times(index, str(width)))
            )
        found = self._cell(array, index)
        self.note_size(found, left)
        return Array(sort, found, self.types[sort])

    def cells_of(self, sort: Sort) -> int:
        """How many numbers a thing of a sort takes the place of."""
        return max(1, width_of(self.types[sort]) // 8)

    def at(self, array: Array, index: str) -> str:
        """What lies at a place of an array."""
        place = self._cell(array, self.index_in(array, index))
        known = self._apart_from_others(array)
        if array.holds is not None and not self._traps and not array.place.startswith("@"):
            least, most = array.holds
            known += f", !range !{{{array.cell} {least}, {array.cell} {most + 1}}}"
        found = self._lines.value(f"load {array.cell}, ptr {place}, align 1{known}")
        if array.is_new:
            # What was never laid there is some number.
            found = self._lines.value(f"freeze {array.cell} {found}")
        sort = self.types[array.sort]
        if sort != array.cell:
            found = self._lines.value(f"sext {array.cell} {found} to {sort}")
        return found if array.holds is None else self.known(found, *array.holds)

    def put(self, array: Array, index: str, value: str) -> None:
        """Lay something at a place of an array."""
        value, index = self._held(array, value), self.index_in(array, index)
        sort = self.types[array.sort]
        if sort != array.cell:
            value = self._lines.value(f"trunc {sort} {value} to {array.cell}")
        apart = self._apart_from_others(array)
        place = self._cell(array, index)
        self._lines.put(f"store {array.cell} {value}, ptr {place}, align 1{apart}")

    # -- numbers -----------------------------------------------------------------------------------

    def plus(self, left: str, right: str) -> str:
        """A sum that is known to be a number."""
        if right == "0":
            return left
        found = self._lines.value(f"add i64 {left}, {right}")
        return self._known_of(found, lambda one, other: one + other, left, right)

    def minus(self, left: str, right: str) -> str:
        """A difference that is known to be a number."""
        if right == "0":
            return left
        found = self._lines.value(f"sub i64 {left}, {right}")
        return self._known_of(found, lambda one, other: one - other, left, right)

    def times(self, left: str, right: str) -> str:
        """A product that is known to be a number."""
        found = self._lines.value(f"mul i64 {left}, {right}")
        return self._known_of(found, lambda one, other: one * other, left, right)

    def parts(self, number: str, size: str) -> tuple[str, str]:
        """How often a size is in a number that is not below 0, and what is left; 0 counts as 1."""
        lines, size = self._lines, self.larger(size, "1")
        return lines.value(f"udiv i64 {number}, {size}"), lines.value(f"urem i64 {number}, {size}")

    def lower_bits(self, value: str, bits: int) -> str:
        """The lower bits of a number."""
        found = self._lines.value(f"and i64 {value}, {(1 << bits) - 1}")
        return self.known(found, 0, (1 << bits) - 1)

    def shifted(self, value: str, bits: int) -> str:
        """What is above so many bits of a number that is not below 0."""
        return self._lines.value(f"lshr i64 {value}, {bits}")

    def in_common(self, left: str, right: str) -> str:
        """The bits that two words have in common."""
        return self._lines.value(f"and i64 {left}, {right}")

    def in_one_of(self, left: str, right: str) -> str:
        """The bits that one of two words has."""
        return right if left == "0" else self._lines.value(f"or i64 {left}, {right}")

    def ones(self, word: str) -> str:
        """How many bits are set."""
        return self._lines.value(f"call i64 @llvm.ctpop.i64(i64 {word})")

    def nth_one(self, word: str, number: str) -> str:
        """The place of the set bit with so many before it, which must be there."""
        return self._nth_bit(word, number)

    def wrapped(self, value: str, below: int) -> str:
        """A number from 0 to twice a bound, less one, within it: of seats."""
        beyond = self.compare(">=", value, str(below))
        found = self.choose("i", beyond, self.minus(value, str(below)), value)
        known = self.range_of(value)
        if known is not None and known[0] >= 0:
            self.known(found, 0, max(below - 1, known[1] - below))
        return found

    def in_room(self, number: str, array: Array) -> str:
        """A number of things of an array, or as many as there is room for."""
        return self.smaller(number, self.room_of(array))

    def is_beyond(self, number: str) -> str:
        """Whether an operation could not say its result: it would be no number of the language."""
        return self.compare("=", number, self.number(NONE))

    def smaller(self, left: str, right: str) -> str:
        """The smaller of two numbers."""
        found = self._lines.value(f"call i64 @llvm.smin.i64(i64 {left}, i64 {right})")
        return self._known_of(found, min, left, right)

    def larger(self, left: str, right: str) -> str:
        """The larger of two numbers."""
        found = self._lines.value(f"call i64 @llvm.smax.i64(i64 {left}, i64 {right})")
        return self._known_of(found, max, left, right)

    # -- chance ------------------------------------------------------------------------------------

    def below(self, stream: Array, bound: str) -> str:
        """The next number below a bound that a stream gives; it has its key, and its next draw."""
        return self.call("below", [(stream.place, "ptr"), (bound, "i64")], "i64")

    def shuffle(self, stream: Array, things: Array, size: str) -> None:
        """The first things of an array in a new order."""
        given = [(stream.place, "ptr"), (things.place, "ptr"), ("0", "i64"), (size, "i64")]
        self.call("shuffle", given)

    def mixed(self, found: str, *values: tuple[str, int]) -> str:
        """A word mixed with values, each multiplied by a constant; cut to 64 bits."""
        for value, by in values:
            found = self.plus(found, self.times(value, self.number(by)))
        return self.call("mixed", [(found, "i64")], "i64")

    # -- flags -------------------------------------------------------------------------------------

    def compare(self, how: str, left: str, right: str, sort: Sort = "i") -> str:
        """A comparison."""
        return self._lines.compare(_COMPARED[how], left, right, self.types[sort])

    def no(self, flag: str) -> str:
        """The other one."""
        known = {"true": "false", "false": "true"}
        return known.get(flag) or self._lines.value(f"xor i1 {flag}, true")

    def both(self, left: str, right: Callable[[], str]) -> str:
        """Whether both hold; the right one is looked at only if the left one does."""
        return self._decided(left, right, stops_at="false")

    def either(self, left: str, right: Callable[[], str]) -> str:
        """Whether one of both holds; the right one is looked at only if the left one does not."""
        return self._decided(left, right, stops_at="true")

    def hold(self, left: str, right: str) -> str:
        """Whether both of two flags that are there already hold."""
        if "false" in (left, right):
            return "false"
        if "true" in (left, right):
            return right if left == "true" else left
        return self._lines.value(f"and i1 {left}, {right}")

    def holds(self, left: str, right: str) -> str:
        """Whether one of two flags that are there already holds."""
        if "true" in (left, right):
            return "true"
        if "false" in (left, right):
            return right if left == "false" else left
        return self._lines.value(f"or i1 {left}, {right}")

    def _decided(self, left: str, right: Callable[[], str], stops_at: str) -> str:
        if left in ("true", "false"):
            return left if left == stops_at else right()
        lines = self._lines
        further, behind = lines.label(), lines.label()
        ways = [(stops_at, lines.block)]
        lines.branch(left, *((behind, further) if stops_at == "true" else (further, behind)))
        lines.begin(further)
        with self._inside():
            ways.append((right(), lines.block))
        lines.begin(behind)
        return lines.joined("i1", ways)

    def choose(self, sort: Sort, flag: str, then: str, otherwise: str) -> str:
        """One of two values that are there already."""
        if flag in ("true", "false"):
            return then if flag == "true" else otherwise
        found = self._lines.choose(flag, then, otherwise, self.types[sort])
        return self._one_of([then, otherwise], found)

    def one_of(
        self,
        sort: Sort,
        flag: str,
        then: Callable[[], str],
        otherwise: Callable[[], str],
        *,
        is_one: bool = False,
    ) -> str:
        """One of two values; the other one is not worked out. `is_one`: where it depends on chance
        what parts of the flag are, it is one branch all the same.
        """
        if flag in ("true", "false"):
            return then() if flag == "true" else otherwise()
        lines = self._lines
        labels = [lines.label(), lines.label()]
        behind = lines.label()
        lines.branch(flag, labels[0], labels[1], ", !unpredictable !{}" if is_one else "")
        ways = []
        for label, side in zip(labels, (then, otherwise), strict=True):
            lines.begin(label)
            with self._inside():
                ways.append((side(), lines.block))
            lines.jump(behind)
        lines.begin(behind)
        return self._one_of([value for value, _ in ways], lines.joined(self.types[sort], ways))

    def has_bit(self, number: str, bit: int) -> str:
        """Whether a number has a bit."""
        found = self._lines.value(f"and i64 {number}, {1 << bit}")
        return self.compare("!=", found, "0")

    def has_nth_bit(self, number: str, bit: str) -> str:
        """Whether a number has a bit, from 0 to 63; of a larger number its lower bits count."""
        moved = self._lines.value(f"lshr i64 {number}, {self.lower_bits(bit, 6)}")
        return self.compare("!=", self._lines.value(f"and i64 {moved}, 1"), "0")

    def as_number(self, flag: str) -> str:
        """1 or 0."""
        if flag in ("true", "false"):
            return "1" if flag == "true" else "0"
        return self.known(self._lines.value(f"zext i1 {flag} to i64"), 0, 1)

    # -- sets of cards -----------------------------------------------------------------------------

    @staticmethod
    def constant(cards: str) -> int | None:
        """A set that is known."""
        return int(cards) if cards.isdigit() else None

    def set_by_number(self, sets: Sequence[int], least: int, number: str) -> str:
        """The set for a number from one on; what lies beyond them has the first one or the last."""
        most = least + len(sets) - 1
        within = self.smaller(self.larger(number, self.number(least)), self.number(most))
        return self.at(self.table("m", sets), self.minus(within, self.number(least)))

    def extreme(self, cards: str, values: Sequence[int], *, is_highest: bool) -> str | None:
        """The highest or lowest of the values of some cards, 0 without any; None if it is best to
        look at one after the other.
        """
        known = self.constant(cards)
        if known is None:
            return None
        there = [value for card, value in enumerate(values) if known >> card & 1]
        return self.number((max if is_highest else min)(there, default=0))

    def in_both(self, left: str, right: str) -> str:
        """The cards that are in both."""
        known = self.constant(left), self.constant(right)
        if known[0] is not None and known[1] is not None:
            return self.mask(known[0] & known[1])
        return self._lines.value(f"and {self.types['m']} {left}, {right}")

    def in_either(self, left: str, right: str) -> str:
        """The cards that are in one of both."""
        if left == "0":
            return right
        return self._lines.value(f"or {self.types['m']} {left}, {right}")

    def without(self, left: str, right: str) -> str:
        """The cards of one that are not in the other."""
        mask = self.types["m"]
        return self.in_both(left, self._lines.value(f"xor {mask} {right}, -1"))

    def difference(self, left: str, right: str) -> str:
        """A set less another one, as numbers."""
        return self._lines.value(f"sub {self.types['m']} {left}, {right}")

    def added(self, left: str, right: str) -> str:
        """A set and another one, as numbers."""
        return self._lines.value(f"add {self.types['m']} {left}, {right}")

    def packed(self, cards: str, places: int) -> str:
        """The bits of a set at some places, side by side."""
        lines, found, before = self._lines, "0", 0
        for start in range(0, self.bits, _WORD):
            bits = places >> start & (1 << _WORD) - 1
            if bits:
                word = self.packed_word(self._word_at(cards, start), bits)
                word = lines.value(f"shl i64 {word}, {before}") if before else word
                found = self.in_one_of(found, word)
            before += bits.bit_count()
        return found

    def packed_word(self, word: str, places: int) -> str:
        """The bits of a word at some places, side by side."""
        by = literal(places)
        return self._lines.value(f"call i64 @llvm.x86.bmi.pext.64(i64 {word}, i64 {by})")

    def _word_at(self, cards: str, start: int) -> str:
        moved = cards if start == 0 else self._lines.value(
            f"lshr {self.types['m']} {cards}, {start}"
        )  # fmt: skip
        return self._narrow(moved)

    def parts_with_some(self, cards: str, width: int) -> str:
        """Which parts of a set, each of so many bits, are not empty: a bit for each part."""
        lines, number = self._lines, self.bits // width
        # What processors compare is a power of two.
        number = 1 << (number - 1).bit_length()
        kind, every = f"<{number} x i{width}>", f"i{number * width}"
        if every != self.types["m"]:
            cards = lines.value(f"zext {self.types['m']} {cards} to {every}")
        parts = lines.value(f"bitcast {every} {cards} to {kind}")
        some = lines.value(f"icmp ne {kind} {parts}, zeroinitializer")
        bits = lines.value(f"bitcast <{number} x i1> {some} to i{number}")
        return bits if number == _WORD else lines.value(f"zext i{number} {bits} to i64")

    def first_from(self, sets: Array, index: str, card: str) -> str:
        """The first card in a set of an array from one on, where there is one in the same word."""
        lines = self._lines
        words, at, _ = self._word_of(sets, index, card)
        moved = lines.value(f"lshr i64 {self.at(words, at)}, {self.lower_bits(card, 6)}")
        further = lines.value(f"call i64 @llvm.cttz.i64(i64 {moved}, i1 false)")
        return self.plus(card, further)

    def unpacked(self, number: str, places: int) -> str:
        """The set of those of some places of which a number has the bit."""
        lines, mask, found, before = self._lines, self.types["m"], "0", 0
        for start in range(0, self.bits, _WORD):
            bits = places >> start & (1 << _WORD) - 1
            if bits:
                own = self.shifted(number, before) if before else number
                laid = f"call i64 @llvm.x86.bmi.pdep.64(i64 {own}, i64 {literal(bits)})"
                word = lines.value(laid)
                if mask != "i64":
                    word = lines.value(f"zext i64 {word} to {mask}")
                if start:
                    word = lines.value(f"shl {mask} {word}, {start}")
                found = self.in_either(found, word)
            before += bits.bit_count()
        return found

    def bit(self, card: str) -> str:
        """The set of one card; of a number that is too large some set."""
        mask = self.types["m"]
        card = self._place_of_bit(card)
        wide = card if mask == "i64" else self._lines.value(f"zext i64 {card} to {mask}")
        return self._lines.value(f"shl {mask} 1, {wide}")

    def _place_of_bit(self, card: str) -> str:
        """The number of a bit of a set: that of a card."""
        if self.bits & (self.bits - 1):
            return self.below_cells(card, str(self.bits))
        return self.lower_bits(card, self.bits.bit_length() - 1)

    def put_in(self, sets: Array, index: str, card: str) -> None:
        """A card into a set of an array."""
        words, at, bit = self._word_of(sets, index, card)
        self.put(words, at, self._lines.value(f"or i64 {self.at(words, at)}, {bit}"))

    def take_out(self, sets: Array, index: str, card: str) -> None:
        """A card out of a set of an array."""
        words, at, bit = self._word_of(sets, index, card)
        others = self._lines.value(f"xor i64 {bit}, -1")
        self.put(words, at, self._lines.value(f"and i64 {self.at(words, at)}, {others}"))

    def _word_of(self, sets: Array, index: str, card: str) -> tuple[Array, str, str]:
        """The word of a set of an array in which a card has its bit, and the bit."""
        lines, words = self._lines, attrs.evolve(sets, sort="i", cell="i64")
        if self.bits == _WORD:
            return words, index, self.bit(card)
        at, card = self.times(index, str(self.bits // _WORD)), self._place_of_bit(card)
        number = self.known(lines.value(f"lshr i64 {card}, 6"), 0, self.bits // _WORD - 1)
        bit = lines.value(f"shl i64 1, {self.lower_bits(card, 6)}")
        return words, self.plus(at, number), bit

    def has(self, cards: str, card: str) -> str:
        """Whether a card is in a set."""
        lines, mask = self._lines, self.types["m"]
        wide = card if mask == "i64" else lines.value(f"zext i64 {card} to {mask}")
        return lines.value(f"trunc {mask} {lines.value(f'lshr {mask} {cards}, {wide}')} to i1")

    def some(self, cards: str) -> str:
        """Whether there is a card."""
        return self._lines.compare("ne", cards, "0", self.types["m"])

    def _narrow(self, value: str) -> str:
        mask = self.types["m"]
        return value if mask == "i64" else self._lines.value(f"trunc {mask} {value} to i64")

    def size(self, cards: str) -> str:
        """How many cards there are."""
        mask = self.types["m"]
        found = self._lines.value(f"call {mask} @llvm.ctpop.{mask}({mask} {cards})")
        return self.known(self._narrow(found), 0, self.bits)

    def lowest(self, cards: str) -> str:
        """The first card of a set that has one; else a number for which there is room, too."""
        mask = self.types["m"]
        found = self._lines.value(f"call {mask} @llvm.cttz.{mask}({mask} {cards}, i1 false)")
        return self.known(self._narrow(found), 0, self.bits)

    def but_lowest(self, cards: str) -> str:
        """A set without its first card."""
        return self.in_both(cards, self._lines.value(f"sub {self.types['m']} {cards}, 1"))

    def nth(self, cards: str, number: str) -> str:
        """The card with so many before it, which must be there."""
        if self.bits == _WORD:
            return self._nth_bit(cards, number)
        lines, mask = self._lines, self.types["m"]
        left, found = self.local("i", number), self.local("i", "0")
        with self.block() as block:
            for start in range(0, self.bits, _WORD):
                moved = lines.value(f"lshr {mask} {cards}, {start}")
                word = lines.value(f"trunc {mask} {moved} to i64")
                there = lines.value(f"call i64 @llvm.ctpop.i64(i64 {word})")
                now = self.read(left)
                with self.when(self.compare("<", now, there)):
                    self.write(found, self.plus(self._nth_bit(word, now), str(start)))
                    self.leave(block)
                self.write(left, self.minus(now, there))
        return self.read(found)

    def _nth_bit(self, word: str, number: str) -> str:
        """The place of the bit of a word with so many set ones before it."""
        lines = self._lines
        if not self.packs:
            return lines.value(f"call i64 @nth_bit(i64 {word}, i64 {number})")
        # The bit of that number, laid where the set bits of the word are.
        bit = lines.value(f"shl i64 1, {self.lower_bits(number, 6)}")
        laid = lines.value(f"call i64 @llvm.x86.bmi.pdep.64(i64 {bit}, i64 {word})")
        found = lines.value(f"call i64 @llvm.cttz.i64(i64 {laid}, i1 false)")
        return self.known(found, 0, _WORD)

    # -- the course of things ----------------------------------------------------------------------

    @contextmanager
    def when(self, flag: str, *, is_likely: bool = True) -> Iterator[None]:
        """What is done only if something holds, be it hardly ever."""
        lines = self._lines
        then, behind = lines.label(), lines.label()
        lines.branch(flag, then, behind, "" if is_likely else HARDLY_EVER)
        lines.begin(then)
        with self._inside():
            yield
        lines.begin(behind)

    def branch(self, flag: str, then: Callable[[], None], otherwise: Callable[[], None]) -> None:
        """One thing or another is done."""
        lines = self._lines
        labels = [lines.label(), lines.label()]
        behind = lines.label()
        lines.branch(flag, *labels)
        for label, body in zip(labels, (then, otherwise), strict=True):
            lines.begin(label)
            with self._inside():
                body()
            lines.jump(behind)
        lines.begin(behind)

    def switch(self, value: str, cases: Sequence[Callable[[], None]]) -> None:
        """One of several things is done, by a number from 0."""
        lines = self._lines
        labels = [lines.label() for _ in cases]
        behind = lines.label()
        listed = " ".join([f"i64 {at}, label %{label}" for at, label in enumerate(labels)])
        lines.put(f"switch i64 {value}, label %{behind} [ {listed} ]")
        lines.is_open = False
        for label, body in zip(labels, cases, strict=True):
            lines.begin(label)
            with self._inside():
                body()
            lines.jump(behind)
        lines.begin(behind)

    @contextmanager
    def loop(self, most: int | None = None, *, counts: bool = False) -> Iterator[Jump]:
        """What is done again and again until it is left.

        Each loop ends by itself: it counts up to something, or takes away one thing after the
        other. What goes through things that point at each other has at most so many passes: with
        `most` more of them count as what lies beyond an array. `counts`: each pass counts work.
        """
        lines = self._lines
        left = None if most is None else self.local("i", str(most + 1))
        jump = Jump(end=lines.label(), begin=lines.label())
        if lines.loops >= _DEEP and self.is_too_much is not None and not counts:
            begun = lines.label()
            lines.branch(self.is_too_much(), jump.end, begun, HARDLY_EVER)
            lines.begin(begun)
        lines.loops += not counts
        lines.begin(jump.begin)
        with self._inside():
            # What is written to in a pass has another value in the next one.
            lines.values = {
                place: value for place, value in lines.values.items() if place in lines.steady
            }
            if left is not None:
                self._count_pass(left, jump)
            yield jump
        lines.jump(jump.begin)
        lines.loops -= not counts
        lines.begin(jump.end)

    def _count_pass(self, left: Local, loop: Jump) -> None:
        now = self.minus(self.read(left), "1")
        self.write(left, now)
        with self.when(self.compare("=", now, "0"), is_likely=False):
            self.count_fault()
            if self.is_reached:
                self.leave(loop)

    @contextmanager
    def through(self, first: str, behind: str, most: str = "") -> Iterator[str]:
        """What is done with each number from one on to another one, which is not among them.

        From 0 on there are at most so many.
        """
        if most:
            behind = self.smaller(behind, most)
        at, known = self.local("i", first), self.range_of(behind)
        with self.loop() as loop:
            now = self.read(at)
            with self.when(self.compare(">=", now, behind)):
                self.leave(loop)
            if first == "0" and known is not None:
                self.known(now, 0, max(0, known[1] - 1))
            self.write(at, self.plus(now, "1"))
            yield now

    @contextmanager
    def through_cards(self, cards: str) -> Iterator[str]:
        """What is done with each card of a set."""
        left = self.local("m", cards)
        with self.loop() as loop:
            now = self.read(left)
            with self.when(self.no(self.some(now))):
                self.leave(loop)
            self.write(left, self.but_lowest(now))
            yield self.lowest(now)

    @contextmanager
    def block(self) -> Iterator[Jump]:
        """What can be left."""
        jump = Jump(end=self._lines.label())
        with self._inside():
            yield jump
        self._lines.begin(jump.end)

    def leave(self, jump: Jump) -> None:
        """Go on behind a loop or block."""
        self._lines.jump(jump.end)

    def again(self, jump: Jump) -> None:
        """The next pass of a loop."""
        self._lines.jump(jump.begin)
