"""Functions that stop where somebody is asked, and go on there when they are called again.

A function is written as if it ran through. What it still needs behind a place where it stops, be it
values, places of the stack or arrays (`needed.py`), is laid on a stack in the state when it stops,
and taken from there when it goes on. The innermost function lays first; the
outermost is called again, takes what it has laid, calls the next one at the place where it stood,
and so on. So a state has in it what is needed, and nothing else: no address, and nothing that
was needed before. A function that does not stop does nothing for it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence

from cardrules.fast.llvm.needed import NAME, Block, Line, Needed, NotKeptError, words
from cardrules.fast.llvm.text import Lines

# What a function gives that stops.
WAITING = 5
# What it gives if it cannot go on: that the game is over.
NOWHERE = 4
# Where it stands how many numbers lie on the stack of a state, and where they lie.
NUMBER, KEPT = '%"z.kept_now"', '%"z.kept"'
# For how many numbers there is room, and what is done where that is not enough.
ROOM, NO_ROOM = "@kept_room", "call void @no_room(ptr %z)"

_BEYOND = re.compile(r"^getelementptr i8, ptr %z.beyond, i64 (\d+)$")
_LAST = ("br ", "switch ", "ret ", "unreachable")
_WORD = 64
_ENDLESS = 1 << 20


class Resumable:
    """A function that can stop, made from its lines.

    `is_kept`: whether what lies so many bytes behind where states are played is still there when it
    goes on. Raises `NotKeptError` if something else is needed later.
    """

    def __init__(
        self,
        lines: Lines,
        parameters: Sequence[tuple[str, str]],
        is_kept: Callable[[int], bool],
    ) -> None:
        self._of = lines
        # Which function is called at each place where it stops, none where somebody is asked.
        self.calls = lines.calls
        self.needed = Needed(lines, parameters)
        every = {name for names in self.needed.points.values() for name in names}
        # Values get places of the stack, so that they can be laid there when it goes on.
        self._places = {
            name: f"%kept.{at}" for at, name in enumerate(sorted(every - set(self.needed.places)))
        }
        self._far = self.needed.far
        for name in self._far:
            beyond = _BEYOND.match(self.needed.addresses[name].what)
            if beyond is not None and not is_kept(int(beyond[1])):
                raise NotKeptError(name)
        # What values that come together are called at the ends of blocks.
        self._ahead: dict[tuple[str, str], str] = {}

    def text(self, head: str) -> str:
        """The whole function."""
        out = self._of.further()
        out.entry += [
            f"  {place} = alloca {self.needed.type_of(name)}, align 8"
            for name, place in self._places.items()
        ]
        if self.calls:
            number = out.value(f"load i64, ptr {NUMBER}")
            out.branch(out.compare("ne", number, "0"), "again", "fresh")
            self._go_on(out, number)
        for block in self.needed.blocks:
            out.begin(block.label)
            if block.label == "fresh":
                for name in self.needed.parameters:
                    self._keep(out, name)
            self._write(out, block)
        return out.function(head)

    # -- lines -------------------------------------------------------------------------------------

    def _keep(self, out: Lines, name: str) -> None:
        """A value to its place, if it is needed later."""
        if name in self._places:
            out.put(f"store {self.needed.type_of(name)} {name}, ptr {self._places[name]}")

    def _write(self, out: Lines, block: Block) -> None:
        joined: list[str] = []
        for line in block.lines:
            if line.ways:
                self._join(out, line)
                joined.append(line.made)
                continue
            # Values that come together come first in a block.
            for name in joined:
                self._keep(out, name)
            joined = []
            if line.what.startswith("stop"):
                self._stop(out, int(line.what.split()[1].rstrip(",")))
            elif line.what:
                self._copy(out, block, line)

    def _join(self, out: Lines, line: Line) -> None:
        kind = line.what.split()[1]
        ways = [(self._ahead.get((label, value), value), label) for value, label in line.ways]
        listed = ", ".join([f"[ {value}, %{label} ]" for value, label in ways])
        out.put(f"{line.made} = phi {kind} {listed}")

    def _copy(self, out: Lines, block: Block, line: Line) -> None:
        if line is block.lines[-1]:
            for following in block.next:
                self._look_ahead(out, block.label, following)
        names = {*line.uses, line.lays} & {*self._places, *self._far}
        values = {name: self._value(out, name) for name in sorted(names)}
        text = NAME.sub(lambda found: values.get(found[0], found[0]), line.what)
        out.put(f"{line.made} = {text}" if line.made else text)
        out.is_open = not text.startswith(_LAST)
        self._keep(out, line.made)

    def _value(self, out: Lines, name: str) -> str:
        """A value as it is now."""
        if name in self._places:
            return out.value(f"load {self.needed.type_of(name)}, ptr {self._places[name]}")
        if name in self._far:
            line = self.needed.addresses[name]
            names = {one: self._value(out, one) for one in line.uses}
            return out.value(NAME.sub(lambda found: names[found[0]], line.what))
        return name

    def _look_ahead(self, out: Lines, label: str, following: str) -> None:
        """Note what values are called at the end of a block that come together in another one."""
        for line in self.needed.lines[following]:
            for value, of in line.ways:
                if of == label and (value in self._places or value in self._far):
                    self._ahead[label, value] = self._value(out, value)

    # -- stopping and going on ---------------------------------------------------------------------

    def _stop(self, out: Lines, number: int) -> None:
        """Lay on the stack what is needed, and the number of this place."""
        needed = self.needed
        begin = out.value(f"load i64, ptr {NUMBER}")
        arrays = [name for name in needed.points[number] if needed.is_array(name)]
        values = [name for name in needed.points[number] if not needed.is_array(name)]
        sizes = [self._size(out, name) for name in arrays]
        place = begin
        for size in sizes:
            place = out.value(f"add i64 {place}, {size}")
        ahead = sum([words(needed.type_of(name)) for name in values])
        after = out.value(f"add i64 {place}, {ahead + 1}")
        room = out.value(f"load i64, ptr {ROOM}")
        enough, too_much, done = out.label(), out.label(), out.label()
        out.branch(out.compare("ule", after, room), enough, too_much)
        out.begin(too_much)
        out.put(NO_ROOM)
        out.jump(done)
        out.begin(enough)
        for name, size in zip(arrays, sizes, strict=True):
            self._copy_array(out, self._cell(out, begin, 0), name, size)
            begin = out.value(f"add i64 {begin}, {size}")
        at = 0
        for name in values:
            kind = needed.type_of(name)
            found = out.value(f"load {kind}, ptr {self._places.get(name, name)}")
            if int(kind[1:]) < _WORD:
                found, kind = out.value(f"zext {kind} {found} to i64"), "i64"
            out.put(f"store {kind} {found}, ptr {self._cell(out, place, at)}, align 8")
            at += words(kind)
        out.put(f"store i64 {number}, ptr {self._cell(out, place, at)}")
        out.put(f"store i64 {after}, ptr {NUMBER}")
        out.jump(done)
        out.begin(done)
        out.give(f"i64 {WAITING}")

    def _go_on(self, out: Lines, number: str) -> None:
        """Take from the stack what is needed, and go on there."""
        out.begin("again")
        point = out.value(f"load i64, ptr {self._cell(out, number, -1)}")
        listed = " ".join([f"i64 {at}, label %again.{at}" for at in self._of.points])
        nowhere = out.label()
        out.put(f"switch i64 {point}, label %{nowhere} [ {listed} ]")
        out.is_open = False
        out.begin(nowhere)
        out.put(NO_ROOM)
        out.give(f"i64 {NOWHERE}")
        for at, label in self._of.points.items():
            out.begin(f"again.{at}")
            self._take(out, number, self.needed.points[at])
            out.jump(label)

    def _take(self, out: Lines, number: str, names: Sequence[str]) -> None:
        needed = self.needed
        values = [name for name in names if not needed.is_array(name)]
        place = -1 - sum([words(needed.type_of(name)) for name in values])
        begin = out.value(f"add i64 {number}, {place}")
        for name in values:
            kind, cell = needed.type_of(name), self._cell(out, number, place)
            if int(kind[1:]) < _WORD:
                found = out.value(f"load i64, ptr {cell}")
                found = out.value(f"trunc i64 {found} to {kind}")
            else:
                found = out.value(f"load {kind}, ptr {cell}, align 8")
            out.put(f"store {kind} {found}, ptr {self._places.get(name, name)}")
            place += words(kind)
        for name in reversed([name for name in names if needed.is_array(name)]):
            size = self._size(out, name)
            begin = out.value(f"sub i64 {begin}, {size}")
            self._copy_array(out, name, self._cell(out, begin, 0), size)
        out.put(f"store i64 {begin}, ptr {NUMBER}")

    def _cell(self, out: Lines, number: str, more: int) -> str:
        at = out.value(f"add i64 {number}, {more}")
        return out.value(f"getelementptr i64, ptr {KEPT}, i64 {at}")

    def _size(self, out: Lines, name: str) -> str:
        """How many numbers an array is that matter."""
        kind, cells = self.needed.places[name]
        length = self.needed.lengths.get(name)
        if length is None:
            return str(cells * words(kind))
        found = out.value(f"load i64, ptr {length}")
        found = out.value(f"call i64 @llvm.smax.i64(i64 {found}, i64 0)")
        found = out.value(f"call i64 @llvm.smin.i64(i64 {found}, i64 {cells})")
        return out.value(f"mul i64 {found}, {words(kind)}")

    def _copy_array(self, out: Lines, to: str, start: str, size: str) -> None:
        size = out.value(f"mul i64 {size}, 8")
        out.put(f"call void @llvm.memcpy.p0.p0.i64(ptr {to}, ptr {start}, i64 {size}, i1 0)")


def most_kept(functions: Mapping[str, Resumable]) -> int:
    """How many numbers lie on the stack of a state at most; where functions call themselves it is
    more than there ever is room for.
    """
    found: dict[str, int] = {}

    def most(name: str, within: frozenset[str]) -> int:
        if name in within:
            return _ENDLESS
        if name not in found:
            of = functions[name]
            found[name] = max(
                [
                    of.needed.most_kept(number) + (most(called, within | {name}) if called else 0)
                    for number, called in of.calls.items()
                ],
                default=0,
            )
        return found[name]

    return max([most(name, frozenset()) for name in functions], default=0)
