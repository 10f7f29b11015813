"""What a function still needs behind each place where it stops, found from its lines.

A line `stop NUMBER, label %PLACE` stops, and goes on at the place; `begins NAME` says that nothing
that lay at a place of the stack is needed any more. Addresses are not kept: they are worked out
again from what they are worked out from.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

import attrs

from cardrules.fast.llvm.text import Lines

# Names of values and places.
NAME = re.compile(r'%(?:"[^"]*"|[\w.]+)')
_LABEL = re.compile(r"label %([\w.]+)")
_WAY = re.compile(r"\[ ([^,]+), %([\w.]+) \]")
_PLACE = re.compile(r"^  (\S+) = alloca (i\d+)(?:, i64 (\d+))?, align 8$")
_TYPE = re.compile(
    r"^(?:load|load atomic|freeze|phi|call|add|sub|mul|and|or|xor|shl|lshr|ashr|udiv|sdiv|urem"
    r"|srem) (i\d+)"
)
_CHOSEN = re.compile(r"^select i1 [^,]+, (i\d+)")
_CHANGED = re.compile(r"^(?:zext|sext|trunc) .* to (i\d+)$")
_STORED = re.compile(r"^store i\d+ (\S+), ptr (\S+?)(?:, align \d+)?$")
_WORD = 64


class NotKeptError(Exception):
    """A mistake in how code is made: something is needed later that lies in no state."""


@attrs.frozen
class Line:
    """A line: what it makes, and looks at; the place at which it `lays` something, so that what lay
    there is needed no more; and `ways`, the values that come together, with the labels from where.
    """

    what: str
    made: str = ""
    uses: tuple[str, ...] = ()
    lays: str = ""
    ways: tuple[tuple[str, str], ...] = ()


@attrs.frozen
class Block:
    """Lines that are carried out one after the other."""

    label: str
    lines: list[Line]

    @property
    def next(self) -> list[str]:
        """Where it goes on."""
        return _LABEL.findall(self.lines[-1].what) if self.lines else []


def words(of: str) -> int:
    """How many numbers take as much room as a value of a type."""
    return max(1, int(of[1:]) // _WORD)


class Needed:
    """Finds it out. `points` are the places where the function goes on, with what is needed there:
    values and places of the stack, arrays last.
    """

    def __init__(self, lines: Lines, parameters: Sequence[tuple[str, str]]) -> None:
        self.lengths = lines.lengths
        self.blocks = _blocks_of(lines.body)
        self.lines = {block.label: block.lines for block in self.blocks}
        self.parameters = {name: sort for name, sort in parameters if sort != "ptr"}
        # Places of the stack: the type, and how many there are.
        self.places: dict[str, tuple[str, int]] = {}
        for text in lines.entry:
            found = _PLACE.match(text)
            if found is not None:
                self.places[found[1]] = found[2], int(found[3] or 1)
        made = [line for block in self.blocks for line in block.lines if line.made]
        self._made = {line.made: line.what for line in made}
        self.addresses = {line.made: line for line in made if line.what.startswith("getelementptr")}
        self._behind: dict[str, frozenset[str]] = {}
        self._numbers: dict[str, int] = {}
        live = self._found_live()
        self._live = {
            number: [name for name, bit in self._numbers.items() if live[label] >> bit & 1]
            for number, label in lines.points.items()
        }
        self.points = {
            number: sorted(
                [name for name in names if name not in self.addresses],
                key=lambda name: (self.is_array(name), self._numbers[name]),
            )
            for number, names in self._live.items()
        }

    @property
    def far(self) -> set[str]:
        """The addresses that are needed behind a place where the function stops."""
        return {name for names in self._live.values() for name in names if name in self.addresses}

    def is_array(self, name: str) -> bool:
        """Whether it is an array."""
        return name in self.places and self.places[name][1] > 1

    def type_of(self, name: str) -> str:
        """The type of a value, or of what lies at a place of the stack."""
        if name in self.places:
            return self.places[name][0]
        return self.parameters.get(name) or _type_of(self._made[name])

    def most_kept(self, number: int) -> int:
        """So many numbers at most are needed behind a place, and one that says which it is."""
        cells = [self.places.get(name, ("", 1))[1] for name in self.points[number]]
        widths = [words(self.type_of(name)) for name in self.points[number]]
        return 1 + sum([width * most for width, most in zip(widths, cells, strict=True)])

    # -- what is live ------------------------------------------------------------------------------

    def _looks_at(self, name: str) -> frozenset[str]:
        """What is needed to look at something."""
        found = self._behind.get(name)
        if found is None:
            parts = {name}
            if name in self.addresses:
                for one in self.addresses[name].uses:
                    parts |= self._looks_at(one)
            elif name in self.lengths:
                parts.add(self.lengths[name])
            found = self._behind[name] = frozenset(parts)
        return found

    def _bit(self, name: str) -> int:
        return 1 << self._numbers.setdefault(name, len(self._numbers))

    def _bits(self, names: Iterable[str]) -> int:
        found = 0
        for name in names:
            for one in self._looks_at(name):
                if one in self._made or one in self.places or one in self.parameters:
                    found |= self._bit(one)
        return found

    def _found_live(self) -> dict[str, int]:
        """What each block needs of what was there before it, a bit for each."""
        live: dict[str, int] = {}
        ended: dict[str, int] = {}
        at_end: dict[str, int] = {block.label: 0 for block in self.blocks}
        for block in self.blocks:
            uses = ends = 0
            for line in block.lines:
                uses |= self._bits(line.uses) & ~ends
                for value, label in line.ways:
                    at_end[label] = at_end.get(label, 0) | self._bits(NAME.findall(value))
                if line.lays in self.places:
                    ends |= self._bit(line.lays)
                elif line.lays:
                    # It is laid at a place that is worked out.
                    uses |= self._bits([line.lays]) & ~ends
                if line.made:
                    ends |= self._bit(line.made)
            live[block.label], ended[block.label] = uses, ends
        changed = True
        while changed:
            changed = False
            for block in reversed(self.blocks):
                behind = at_end[block.label]
                for following in block.next:
                    behind |= live[following]
                found = live[block.label] | (behind & ~ended[block.label])
                if found != live[block.label]:
                    live[block.label], changed = found, True
        return live


def _type_of(what: str) -> str:
    if what.startswith("icmp"):
        return "i1"
    for form in (_TYPE, _CHOSEN, _CHANGED):
        found = form.match(what)
        if found is not None:
            return found[1]
    raise NotKeptError(what)


def _line(text: str) -> Line:
    what, made = text.strip(), ""
    if what.startswith("%"):
        made, _, what = what.partition(" = ")
    if what.startswith("phi"):
        return Line(what, made, ways=tuple(_WAY.findall(what)))
    if what.startswith("begins"):
        return Line("", lays=what.split()[1])
    stored = _STORED.match(what)
    if stored is not None:
        return Line(what, "", tuple(NAME.findall(stored[1])), stored[2])
    return Line(what, made, tuple(NAME.findall(_LABEL.sub("", what))))


def _blocks_of(body: Sequence[str]) -> list[Block]:
    found = [Block("fresh", [])]
    for text in body:
        if text.startswith(" "):
            found[-1].lines.append(_line(text))
        else:
            found.append(Block(text.rstrip(":"), []))
    return found
