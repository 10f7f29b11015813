"""Statements that are being written one after the other, names in them, and tables."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

from cardrules.fast.llvm.checks import Array, Local, Sort
from cardrules.fast.llvm.names import WORD_BITS
from cardrules.fast.llvm.text import TooLargeError
from cardrules.fast.llvm.writing import Code
from cardrules.fast.python import statements as of
from cardrules.fast.python.statements import Function, Statement, Value

_NO_NAME = re.compile(r"\W")
CONSTANTS = {"true": "True", "false": "False"}
NUMBER = re.compile(r"-?\d+")
# So many statements are written for a game.
MOST_STATEMENTS = 40_000


def name_of(value: str) -> str:
    """What stands for a value in Python."""
    found = CONSTANTS.get(value)
    if found is not None:
        return found
    return identifier(value) if value.startswith("%") else value


def identifier(value: str) -> str:
    """What a value of a function, or a place that it is given, is called in Python."""
    return _NO_NAME.sub("_", value.removeprefix("%"))


class PythonNames(Code):
    """The function that is being written, and what is known of its values."""

    def __init__(self, cards: int) -> None:
        super().__init__(cards)
        # What would put a line of LLVM fails.
        del self._lines
        self.bits = WORD_BITS
        # No card has this number.
        self.none = self.mask(1 << cards)
        self._every = (2 << cards) - 1
        self._bits = tuple([1 << card for card in range(cards + 1)])
        self.types = {"i": "i64", "b": "i1", "m": "i64"}
        self.written: list[Function] = []
        self.constants: dict[str, tuple[int, ...]] = {}
        # Of arrays between which numbers all lies that is in them.
        self.array_bounds: dict[str, tuple[int, int]] = {}
        # What is made once, by the text that makes it.
        self.made: dict[str, str] = {}
        # What registers are called, by number.
        self.registers: dict[int, str] = {}
        self._constant_names: dict[tuple[int, ...], Array] = {}
        self._known: dict[str, str] = {}
        # Numbers of which it is known that they are not below 0, and below what.
        self._below: dict[str, int] = {}
        # Sets that are one thing or another, with what must hold for the first.
        self._if_it_holds: dict[str, tuple[str, str, str]] = {}
        # Values of tables, with the name of the table and where in it they are.
        self._looked_up: dict[str, tuple[str, str]] = {}
        self._function = Function("", [])
        self._block: list[Statement] = []
        self._is_open = True
        self._count = 0
        self._left: set[int] = set()

    # -- statements and values ---------------------------------------------------------------------

    @property
    def is_reached(self) -> bool:
        """Whether what is written next can be reached."""
        return self._is_open

    def note(self, value: str, what: str) -> None:
        """Note what is known of a value in the function that is being written."""
        self._known[value] = what

    def noted(self, value: str) -> str | None:
        """What was noted of a value."""
        return self._known.get(value)

    def note_length(self, array: Array, length: Local) -> None:
        """No state is kept."""

    def note_size_of(self, array: Array, size: str) -> None:
        """No state is kept."""

    def note_steady(self, name: Local) -> None:
        """What changes where is found out later."""

    def note_changes(self, name: Local) -> None:
        """What changes where is found out later."""

    def _new(self, begin: str) -> str:
        self._count += 1
        return f"{begin}{self._count}"

    def _put_statement(self, x: Statement) -> None:
        if self._is_open:
            self._block.append(x)
            self._number_of_lines += 1
            if self._number_of_lines > MOST_STATEMENTS:
                raise TooLargeError("statements")

    def _let(self, value: Value, *, is_turned: bool = False) -> str:
        if is_turned:
            value = Value("not {}", [value], of.NOT, [of.NOT], value.reads)
        name = self._new("t")
        self._put_statement(of.Let(name, value))
        return name

    def work_out(self, value: Value) -> str:
        """A value of which it is known how it is worked out in Python."""
        return self._let(value)

    def do(self, value: Value) -> None:
        """A call of Python, for what it does."""
        self._put_statement(of.Do(value))

    def _within(self, body: Callable[[], str | None]) -> tuple[list[Statement], str | None, bool]:
        """What something writes, by itself; what it gives; whether its end is reached."""
        outer, was_open = self._block, self._is_open
        self._block = []
        value = body()
        found, is_open = self._block, self._is_open
        self._block, self._is_open = outer, was_open
        return found, value, is_open

    @contextmanager
    def _body(self) -> Iterator[list[Statement]]:
        outer, was_open = self._block, self._is_open
        body: list[Statement] = []
        self._block = body
        yield body
        self._block, self._is_open = outer, was_open

    # -- names and tables --------------------------------------------------------------------------

    def table_of_cards(self, sort: Sort, values: Sequence[int]) -> Array:
        """A constant for each card."""
        return self.table(sort, values)

    def table(self, sort: Sort, values: Sequence[int], *, is_given: bool = False) -> Array:
        """Constants side by side."""
        key = tuple(values)
        found = self._constant_names.get(key)
        if found is None:
            name = f"T{len(self.constants)}"
            self.constants[name] = key
            found = self._constant_names[key] = Array(sort, name, "")
        return Array(sort, found.place, "")

    def local(
        self, sort: Sort, value: str | None = None, holds: tuple[int, int] | None = None
    ) -> Local:
        """A name of this function."""
        made = Local(sort, self._new("l"))
        if value is not None:
            self.write(made, value)
        return made

    def read(self, name: Local) -> str:
        """The value of a name now."""
        return self._let(Value(name.place, reads=frozenset([name.place])))

    def write(self, name: Local, value: str) -> None:
        """A value gets a name."""
        self._put_statement(of.Set(name.place, name_of(value)))
