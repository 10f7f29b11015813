"""CR507: lines to which nothing comes, since what stands before them never goes on.

Behind `stop` and `end ...` nothing of the same block is carried out, nor behind an `if` that ends
so in each of its branches, or a routine that always ends the game. This is so whatever the options
are, and with every number of players. The first line that is lost is told.
"""

from __future__ import annotations

from collections.abc import Iterator

from cardrules.diagnostics.model import Label
from cardrules.lint.check import Check, Finding
from cardrules.model import ir
from cardrules.model.ruleset import Ruleset
from cardrules.source import Span


def find_unreachable(ruleset: Ruleset) -> Iterator[Finding]:
    """The first line of each block that nothing comes to."""
    lost = _Lost(ruleset)
    for procedure in ruleset.procedures():
        yield from lost.within(procedure.body)


class _Lost:
    """Looks for what stands behind statements that never go on."""

    def __init__(self, ruleset: Ruleset) -> None:
        self._ruleset = ruleset
        # The routines that never come back.
        self._endless: set[str] = set()
        is_new = True
        while is_new:
            found = {name for name, item in ruleset.routines.items() if self._last(item.body)}
            is_new, self._endless = found != self._endless, found

    def within(self, body: ir.Body) -> Iterator[Finding]:
        """What is lost in a block and in the blocks within it."""
        last = self._last(body)
        if last is not None and last is not body[-1]:
            yield self._finding(last, body[_place(last, body) + 1])
        for statement in body:
            for block in ir.blocks(statement):
                yield from self.within(block)

    def _last(self, body: ir.Body) -> ir.Statement | None:
        """The first statement of a block that never goes on to the next one."""
        return next((item for item in body if not self._goes_on(item)), None)

    def _goes_on(self, x: ir.Statement) -> bool:
        match x:
            case ir.End() | ir.Stop():
                return False
            case ir.CallRoutine():
                return x.routine not in self._endless
            case ir.If():
                # Without `else` it goes on where no condition holds.
                has_else = any(condition is None for condition, _ in x.branches)
                return not has_else or any(self._last(body) is None for _, body in x.branches)
            case ir.As():
                return self._last(x.body) is None
        return True

    def _finding(self, last: ir.Statement, lost: ir.Statement) -> Finding:
        text = self._ruleset.text.text
        return Finding(
            span=_first_line(lost, text),
            message="Nothing comes to this line.",
            help="Put it before the line that ends here, or take it out.",
            labels=(Label(span=_first_line(last, text), text=_WHY.get(type(last), _ENDS)),),
        )


_ENDS = "nothing behind this is carried out"
_WHY: dict[type[ir.Statement], str] = {
    ir.If: "each of its branches ends",
    ir.As: "what stands below it ends",
    ir.CallRoutine: "this never comes back",
}


def _place(x: ir.Statement, body: ir.Body) -> int:
    return next(at for at, item in enumerate(body) if item is x)


def _first_line(x: ir.Statement, text: str) -> Span:
    start = x.origin.span.start
    end = text.find("\n", start, x.origin.span.end)
    return Span(start, x.origin.span.end if end < 0 else end)


CHECK = Check(code="CR507", find=find_unreachable)
