"""The course of things: what is done only if something holds, and what again and again."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

import attrs

from cardrules.fast.llvm.arrays import Arrays
from cardrules.fast.llvm.checks import HARDLY_EVER, Array, Local

# A loop in so many others counts work where it begins.
_DEEP = 2
# So many numbers are compared at once, if it is likely that the place is near, or may be far.
SIDE_BY_SIDE, FAR_SIDE_BY_SIDE = 8, 16


@attrs.define
class Jump:
    """Where a loop or block is left, and where it begins again."""

    end: str
    begin: str = ""


class Course(Arrays):
    """Branches, loops, and blocks that can be left."""

    def __init__(self, cards: int, *, traps: bool = False) -> None:
        super().__init__(cards, traps=traps)
        # Counts that a loop begins deep within others; whether that is too much, so that it is
        # passed over.
        self.is_too_much: Callable[[], str] | None = None

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
        lines.open_loops += 1
        lines.deepest = max(lines.deepest, lines.open_loops)
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
        lines.open_loops -= 1
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
    def block(self) -> Iterator[Jump]:
        """What can be left."""
        jump = Jump(end=self._lines.label())
        with self._inside():
            yield jump
        self._lines.begin(jump.end)

    def must_hold(self, flag: Callable[[], str]) -> None:
        """What is known to hold: only a build with all checks looks whether it does."""
        if self._traps:
            with self.when(self.no(flag())):
                self.count_fault()

    def leave(self, jump: Jump) -> None:
        """Go on behind a loop or block."""
        self._lines.jump(jump.end)

    def again(self, jump: Jump) -> None:
        """The next pass of a loop."""
        self._lines.jump(jump.begin)

    def place_among(self, totals: Array, number: str, at_once: int = SIDE_BY_SIDE) -> str:
        """The place of the last of ascending numbers that is not above a number. The first one is
        0, and there is one above it; behind the first there are some times as many as are compared
        at once.
        """
        lines, wide = self._lines, f"<{at_once} x i64>"
        groups = (int(self.room_of(totals)) - 1) // at_once
        at, found = self.local("i", "0"), self.local("i", "0")
        one = lines.value(f"insertelement {wide} poison, i64 {number}, i64 0")
        all_of_it = lines.value(
            f"shufflevector {wide} {one}, {wide} poison, <{at_once} x i32> zeroinitializer"
        )
        # Chance decides which it is, so that it takes no branch for each.
        with self.loop(most=groups) as loop:
            now = self.read(at)
            first = self.below_cells(self.plus(now, "1"), str(at_once * (groups - 1) + 2))
            several = lines.value(f"load {wide}, ptr {self._cell(totals, first)}, align 8")
            above = lines.value(f"icmp sgt {wide} {several}, {all_of_it}")
            bits = lines.value(f"bitcast <{at_once} x i1> {above} to i{at_once}")
            bits = lines.value(f"zext i{at_once} {bits} to i64")
            with self.when(self.compare("!=", bits, "0")):
                before = lines.value(f"call i64 @llvm.cttz.i64(i64 {bits}, i1 false)")
                self.write(found, self.plus(now, before))
                self.leave(loop)
            self.write(at, self.plus(now, str(at_once)))
        return self.read(found)
