"""The course of things in Python: branches and loops, and whether their end is reached."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

from cardrules.fast.llvm.checks import Array
from cardrules.fast.llvm.course import SIDE_BY_SIDE, Jump
from cardrules.fast.python import statements as of
from cardrules.fast.python.arrays import PythonArrays
from cardrules.fast.python.names import CONSTANTS, name_of
from cardrules.fast.python.statements import Statement


class PythonCourse(PythonArrays):
    """Branches, loops, and blocks that can be left."""

    @contextmanager
    def when(self, flag: str, *, is_likely: bool = True) -> Iterator[None]:
        """What is done only if something holds."""
        outer, was_open = self._block, self._is_open
        self._block = []
        self._is_open = was_open and flag != "false"
        yield
        then, self._block = self._block, outer
        if flag == "true":
            if was_open:
                self._block += then
        else:
            self._is_open = was_open
            if then:
                self._put_statement(of.If(name_of(flag), then, []))

    def branch(self, flag: str, then: Callable[[], None], otherwise: Callable[[], None]) -> None:
        """One thing or another is done."""
        if flag in CONSTANTS:
            (then if flag == "true" else otherwise)()
            return
        first, _, is_first_open = self._within(then)
        second, _, is_second_open = self._within(otherwise)
        self._put_statement(of.If(name_of(flag), first, second))
        self._is_open = self._is_open and (is_first_open or is_second_open)

    def switch(self, value: str, cases: Sequence[Callable[[], None]]) -> None:
        """One of several things is done, by a number from 0."""
        if cases:
            self.branch(
                self.compare("=", value, "0"),
                cases[0],
                lambda: self.switch(self.minus(value, "1"), cases[1:]),
            )

    @contextmanager
    def loop(self, most: int | None = None, *, counts: bool = False) -> Iterator[Jump]:
        """What is done again and again until it is left."""
        jump = Jump(end=self._new("j"))
        with self._body() as body:
            yield jump
        self._put_statement(of.Loop(jump, body))
        self._is_open = self._is_open and id(jump) in self._left

    @contextmanager
    def through(self, first: str, behind: str, most: str = "") -> Iterator[str]:
        """What is done with each number from one on to another one, which is not among them."""
        jump, name = Jump(end=self._new("j")), self._new("t")
        if first.isdigit() and behind.isdigit():
            self._below[name] = int(behind)
        with self._body() as body:
            yield name
        self._put_statement(of.Through(jump, name, [name_of(first), name_of(behind)], body))

    @contextmanager
    def block(self) -> Iterator[Jump]:
        """What can be left."""
        jump = Jump(end=self._new("j"))
        outer, was_open = self._block, self._is_open
        body: list[Statement] = []
        self._block = body
        yield jump
        is_open = self._is_open
        self._block, self._is_open = outer, was_open
        self._put_statement(of.Scope(jump, body))
        self._is_open = was_open and (is_open or id(jump) in self._left)

    def leave(self, jump: Jump) -> None:
        """Go on behind a loop or block."""
        self._go(of.Go(jump))

    def again(self, jump: Jump) -> None:
        """The next pass of a loop."""
        self._go(of.Go(jump, is_again=True))

    def _go(self, x: of.Go) -> None:
        if self._is_open and not x.is_again:
            self._left.add(id(x.jump))
        self._put_statement(x)
        self._is_open = False

    def place_among(self, totals: Array, number: str, at_once: int = SIDE_BY_SIDE) -> str:
        """The place of the last of ascending numbers that is not above a number."""
        at = self.local("i", "0")
        with self.loop() as loop:
            behind = self.plus(self.read(at), "1")
            with self.when(self.compare("<", number, self.at(totals, behind))):
                self.leave(loop)
            self.write(at, behind)
        return self.read(at)
