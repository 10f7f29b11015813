"""CR529: actions and branches to which no game can come, in whatever setting.

The program of each setting is followed with bounds in place of values (`cardrules.machine.ranges`).
What is reached in none of them never happens: a condition asks for a number that no card and no
variable ever has, for more players than can play, or for what the branch before it has taken away.
What CR507, CR520 and CR522 say of the same line is not said again.
"""

from __future__ import annotations

from collections.abc import Iterator

from cardrules.lint.check import Finding
from cardrules.lint.checks.always_so import find_always_so
from cardrules.lint.checks.never_goes_on import find_never_going_on
from cardrules.lint.checks.unreachable import find_unreachable
from cardrules.lint.lines import lines_of
from cardrules.lint.settings import GameCheck, Settings, game_in, with_numbers
from cardrules.machine import code
from cardrules.machine.program import Program
from cardrules.machine.ranges.analysis import Bounds
from cardrules.model import ir
from cardrules.model.ruleset import Ruleset
from cardrules.source import Span

# A procedure by its role and its name.
_Key = tuple[str, str]


def find_never_taken(settings: Settings) -> Iterator[Finding]:
    """The first line of each branch that is never taken, and each action that is never possible."""
    if settings.left_out:
        return  # of those nothing is known
    lost = _Lost(settings.ruleset)
    for setting in with_numbers(settings):
        if lost.is_empty:
            return
        game = game_in(settings.ruleset, setting)
        if game is not None:
            lost.take_reached(game.program)
    told = {
        item.span.start
        for found in (
            find_always_so(settings.ruleset),
            find_unreachable(settings.ruleset),
            find_never_going_on(settings),
        )
        for item in found
    }
    for item in lost.findings():
        if item.span.start not in told:
            yield item


class _Lost:
    """What was not reached so far."""

    def __init__(self, ruleset: Ruleset) -> None:
        self._ruleset = ruleset
        self._lines = {
            line.origin.span
            for procedure in ruleset.procedures()
            for line in lines_of(procedure)
            if isinstance(line.of, ir.Statement)
        }
        self._begun: set[_Key] = set()
        # What nothing asks for is told by itself.
        self._wanted: set[_Key] = set()
        for node in ir.walk(tuple(ruleset.procedures())):
            if isinstance(node, ir.OneOf):
                self._wanted |= {("action", name) for name in node.actions}
            elif isinstance(node, ir.OpenWindow):
                self._wanted |= {
                    ("interrupt", name)
                    for name, item in ruleset.interrupts.items()
                    if item.window == node.window
                }

    @property
    def is_empty(self) -> bool:
        """Whether all is reached."""
        return not self._lines and self._begun >= self._wanted

    def take_reached(self, program: Program) -> None:
        """Take out what a game by a program can come to."""
        bounds = Bounds(program)
        for procedure in program.procedures:
            if bounds.is_begun(procedure.index):
                self._begun.add((procedure.role, procedure.name))
            for item in code.instructions(procedure.body):
                if bounds.is_reached(item):
                    self._lines.discard(item.origin.span)
        # What options decide leaves no branch behind.
        for declared in self._ruleset.procedures():
            for statement in ir.statements(declared.body):
                if statement.origin.span in self._lines and any(
                    inner.origin.span not in self._lines
                    for block in ir.blocks(statement)
                    for inner in ir.statements(block)
                ):
                    self._lines.discard(statement.origin.span)

    def findings(self) -> Iterator[Finding]:
        """What is to be told."""
        for procedure in self._ruleset.procedures():
            if (procedure.role, procedure.name) in self._begun:
                yield from self._in(procedure.body, None)
            elif self._is_asked_for(procedure):
                yield Finding(
                    span=procedure.origin.name_span,
                    message=f"`{procedure.name}` is never possible, with any number of players "
                    "and any options.",
                    help="Look at what it asks for: no card, or no value, is ever like that.",
                )

    def _in(self, body: ir.Body, branch: ir.Origin | None) -> Iterator[Finding]:
        """The lost lines of a block; `branch`: the line of the branch that it is."""
        for at, item in enumerate(body):
            if item.origin.span in self._lines:
                is_branch = at == 0 and branch is not None
                place = branch if is_branch and branch is not None else item.origin
                yield Finding(
                    span=_first_line(self._ruleset, place.span),
                    message=(
                        "This branch is never taken, with any number of players and any options."
                        if is_branch
                        else "No game comes to this line, with any number of players and options."
                    ),
                    help="Look at what the values can be by then: at the cards, and at the lines "
                    "that set them.",
                )
                return
            for number, block in enumerate(ir.blocks(item)):
                yield from self._in(block, _branch(item, number))

    def _is_asked_for(self, procedure: ir.Procedure) -> bool:
        """Whether a line that is reached offers an action, or opens the window of an interrupt."""
        if procedure.role == "interrupt":
            window = self._ruleset.interrupts[procedure.name].window
            return any(
                isinstance(item, ir.OpenWindow) and item.window == window
                for item in self._reached()
            )
        return any(
            isinstance(item, ir.OneOf) and procedure.name in (*item.actions, item.otherwise)
            for item in self._reached()
        )

    def _reached(self) -> Iterator[ir.Statement]:
        for procedure in self._ruleset.procedures():
            for item in ir.statements(procedure.body):
                if item.origin.span not in self._lines:
                    yield item


def _branch(item: ir.Statement, number: int) -> ir.Origin | None:
    """The line of a branch of `if`, or of what has one block."""
    if isinstance(item, ir.If):
        return item.further[number - 1] if number else item.origin
    return item.origin if isinstance(item, ir.While) else None


def _first_line(ruleset: Ruleset, span: Span) -> Span:
    end = ruleset.text.text.find("\n", span.start, span.end)
    return Span(span.start, span.end if end < 0 else end)


CHECK = GameCheck(code="CR529", find=find_never_taken, wish="thorough")
