"""Values that depend on options and the number of players alone."""

from __future__ import annotations

from typing import Any

from cardrules.diagnostics.model import Diagnostic
from cardrules.engine.source.arithmetic import OutOfRangeError
from cardrules.engine.source.emit import Emitter
from cardrules.engine.source.helpers import HELPERS
from cardrules.engine.source.writer import Spelling
from cardrules.engine.specialise.folding import Folding
from cardrules.engine.work import MOST_STEPS, Counter, TooMuchWorkError, spend
from cardrules.errors import GameLimitError
from cardrules.machine.layout import Layout
from cardrules.model import ir
from cardrules.source import SourceFile, Span

# Where something in the front matter is too much, if nothing tells the place better.
_FRONT_MATTER = Span(0, 3)


class Constants:
    """Works such expressions out for one game, and counts the work of all together."""

    def __init__(self, text: SourceFile, layout: Layout, folding: Folding) -> None:
        self._text = text
        self._layout = layout
        self._folding = folding
        self._counter = Counter()
        self._emitter: Emitter | None = None
        self._names: dict[str, Any] = dict(HELPERS)

    def value(self, expr: ir.Expr, span: Span = _FRONT_MATTER) -> Any:
        """The value of an expression that stands there.

        Raises `GameLimitError` if that is too much work, with all that was worked out before, or a
        number that is too large.
        """
        try:
            return self._value(self._folding(expr))
        except OutOfRangeError as error:
            raise GameLimitError(error.diagnostic(self._text), None) from None
        except TooMuchWorkError:
            found = Diagnostic(
                code="CR701",
                message=f"What is worked out before the game takes more than {MOST_STEPS:,} steps.",
                span=span,
                source=self._text,
                help="Definitions that use others twice double at every step: write it as a "
                "product, or as a number.",
            )
            raise GameLimitError(found, None) from None

    def _value(self, expr: ir.Expr) -> Any:
        if isinstance(expr, ir.Const):
            return expr.value
        if self._emitter is None:
            self._emitter = Emitter(self._layout, self._folding.declared)
        emitter = self._emitter
        source, steps = emitter.apart(expr, Spelling(me="None"))
        spend(self._counter, steps)
        self._names |= emitter.names
        exec("\n".join(emitter.definitions), self._names)
        emitter.definitions.clear()
        return eval(source, self._names, {"s": self._counter})
