"""What writes source, as those know it who write one class of expressions."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

from cardrules.engine.frames import frame_slot
from cardrules.engine.work import MOST_STEPS
from cardrules.machine.layout import Layout
from cardrules.machine.program import Declared
from cardrules.machine.ranges.values import Values
from cardrules.model import ir
from cardrules.plain import PlainInOrder


def spending(steps: int) -> str:
    """The lines at the head of a function that count its work.

    They do what `spend` does, without a call: what is too much is told here, not further on.
    """
    count = f"    s.work = work = s.work + {steps}\n"
    return f"{count}    if work > {MOST_STEPS}:\n        raise TooMuchWorkError"


class Spelling(PlainInOrder):
    """How names are spelt in some source: the slots, and who acts."""

    local: Callable[[int], str] = frame_slot
    me: str = "f[2]"


class Writer(Protocol):
    """Writes expressions and collects what they need; see `cardrules.engine.source.emit`."""

    layout: Layout
    declared: Declared
    values: Values
    noting: bool
    names: dict[str, Any]
    possibilities: dict[tuple[str, tuple[str, ...]], int]
    steps: int
    kept: dict[int, str]

    def emit(self, expr: ir.Expr, spelling: Spelling) -> str:
        """The source of an expression."""

    def apart(self, expr: ir.Expr, spelling: Spelling) -> tuple[str, int]:
        """The source of an expression and its steps, which are not added to the others."""

    def elements(self, expr: ir.Expr, spelling: Spelling, each: int) -> str:
        """The source of a collection that is gone through, with so many steps for each element."""

    def size(self, expr: ir.Expr) -> int | None:
        """How many elements a collection has, where that is known for the whole game."""

    def mask(self, condition: ir.Expr, bound: int) -> str | None:
        """The name of the set of cards that fulfil a condition, if faces alone decide it."""

    def definition(self, name: str) -> str:
        """The name of the function that computes a definition."""

    def placement(self, name: str) -> str:
        """The name of the function that tells whether a card may be placed on another."""

    def add_subsets(self, expr: ir.Subsets, spelling: Spelling) -> str:
        """A call of the search for subsets, its condition taken apart."""
