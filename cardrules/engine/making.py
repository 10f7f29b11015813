"""What a game is made with: `cardrules.engine.build` as those know it who make parts of it."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import Any, Protocol

from cardrules.engine.frames import Frame
from cardrules.engine.lowering.looked import Looked
from cardrules.engine.playing.doing import Doing
from cardrules.engine.playing.moves import Mover
from cardrules.engine.playing.sites import Site
from cardrules.engine.program import Code
from cardrules.engine.showing.sentences import Say
from cardrules.engine.showing.spoken import Spoken
from cardrules.engine.showing.worked_out import Source
from cardrules.engine.source.emit import Emitter
from cardrules.engine.tables import Tables
from cardrules.machine import code as machine
from cardrules.machine.program import Declared
from cardrules.model import ir
from cardrules.model.state import State


class Making(Protocol):
    """Writes functions, and gives them when all are made."""

    tables: Tables
    told: Declared
    emitter: Emitter
    mover: Mover
    doing: Doing
    codes: list[Code]
    sites: list[Site]
    premise_sources: dict[tuple[int, int, frozenset[int]], Source]

    def names(self) -> dict[str, Any]:
        """The functions and tables of generated source, for those who generate more of it."""

    def asking(self, s: State, origin: ir.Origin | None = None) -> AbstractContextManager[None]:
        """A question about a state: it has a budget of work of its own."""

    def looked_in(self, role: str, name: str) -> Looked:
        """What is kept beside the names of a procedure, or is not known of those of a window."""

    def function_of(self, expr: ir.Expr) -> Callable[[], Callable[[State, Frame], Any]]:
        """What gives the function of an expression in a running procedure."""

    def spoken(self, expr: ir.Expr, looked: Looked) -> Spoken:
        """What is needed to tell the value of an expression in a procedure."""

    def sentence(self, sentence: ir.Sentence, looked: Looked) -> Callable[[], Say]:
        """What gives the function that works out a sentence of a procedure."""

    def keeping(self, value: ir.Expr, looked: Looked, beside: int) -> Callable[[], Any]:
        """What gives the function of a value that keeps in the frame what belongs beside it."""

    def noted(self, value: ir.Expr, looked: Looked) -> Callable[[], Any]:
        """What gives the function of a value with what is kept beside it."""

    def telling(self, x: machine.Telling, looked: Looked) -> Callable[[], Any]:
        """What gives the function that says a sentence of what was done."""
