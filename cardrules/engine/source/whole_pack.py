"""Expressions about all cards of the game alone, such as the lowest club: no secret is in them.

They look at the faces of all cards wherever these lie, and have the same value in every game.
"""

from __future__ import annotations

from typing import Any

from cardrules.engine.sets.bounds import Bounds
from cardrules.engine.source.emit import Emitter
from cardrules.engine.source.writer import Spelling
from cardrules.engine.work import Counter, spend
from cardrules.machine.layout import Layout
from cardrules.machine.program import Declared
from cardrules.model import ir

# What only works on values that it is given; the other expressions look at the game.
_PURE = (
    ir.Const, ir.Attribute, ir.IsLine, ir.Arithmetic, ir.Compare, ir.Logic,
    ir.Negation, ir.IfElse, ir.Quantified, ir.Filter, ir.Fold,
)  # fmt: skip


class PackEmitter(Emitter):
    """Writes what is about all cards of the game alone as the value that it has."""

    def __init__(
        self,
        layout: Layout,
        declared: Declared,
        specs: dict[Bounds, int],
        there: dict[str, Any],
    ) -> None:
        super().__init__(layout, declared, specs)
        self._there = there  # functions and tables of generated source

    def emit(self, expr: ir.Expr, spelling: Spelling) -> str:
        """The source of an expression, or of its value."""
        if isinstance(expr, ir.Fold | ir.Quantified) and _is_of_the_pack(expr, frozenset()):
            return repr(self._value(expr))
        return super().emit(expr, spelling)

    def _value(self, expr: ir.Expr) -> Any:
        emitter = Emitter(self.layout, self.declared)
        source, steps = emitter.apart(expr, Spelling(me="None"))
        counter = Counter()
        spend(counter, steps)
        names = {**self._there, **emitter.names}
        exec("\n".join(emitter.definitions), names)
        return eval(source, {**names, "s": counter})


def _is_of_the_pack(expr: ir.Expr, bound: frozenset[int]) -> bool:
    """Whether an expression looks at nothing but the card table; `bound` are names of its own."""
    if isinstance(expr, ir.Bound):
        return expr.index in bound
    if isinstance(expr, ir.Everyone):
        return expr.group == "cards"
    if not isinstance(expr, _PURE):
        return False
    if isinstance(expr, ir.Quantified | ir.Filter | ir.Fold):
        bound |= {expr.bound}
    return all(_is_of_the_pack(part, bound) for part in ir.parts(expr))
