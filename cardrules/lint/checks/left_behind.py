"""CR571: what only something used that house rules have taken away.

A zone, an option, a routine stays in the game when the action goes that needed it; and so do cards
that no rule knows any more. Players would see it, and nothing comes of it.
"""

from __future__ import annotations

from collections.abc import Iterator

from cardrules.diagnostics.model import Label
from cardrules.lint.base import Base, base_of
from cardrules.lint.check import Check, Finding
from cardrules.lint.checks.card_without_use import blank_lines
from cardrules.lint.checks.unused import Use, left_behind, uses_of
from cardrules.lint.lines import lines
from cardrules.model import ir
from cardrules.model.ruleset import Ruleset
from cardrules.source import Span

_MOST_LABELS = 3
# How what is left is taken away by house rules.
_REMOVED = {
    "option": "`options: {{{}: remove}}`",
    "card line": "`cards: {{{}: remove}}`",
    "definition": "`remove define {}`",
    "list of values": "`remove values {}`",
    "name": "`remove let {}`",
}


def find_left_behind(ruleset: Ruleset) -> Iterator[Finding]:
    """What is left without use, with the lines of the game that used it."""
    base = base_of(ruleset)
    if base is None:
        return
    for use, finding in left_behind(ruleset):
        yield _told(finding.span, finding.message, use, base)
    before = blank_lines(base.ruleset)
    for name in blank_lines(ruleset):
        if name in base.ruleset.lines and name not in before:
            message = f"No rule knows the cards `{name}`."
            yield _told(ruleset.lines[name].span, message, ("card line", name), base)


def _told(span: Span, message: str, use: Use, base: Base) -> Finding:
    what, name = use
    labels = [
        Label(span=line.origin.span, text="this line did, and is gone", source=base.source)
        for line in lines(base.ruleset)
        if base.is_gone(line.origin.span) and any(use in _uses(node) for node in line.nodes())
    ]
    written = _REMOVED.get(what, f"`remove {what} {{}}`").format(name)
    return Finding(
        span=span,
        message=f"{message} House rules have taken away what did.",
        help=f"Take it away, too: {written}.",
        labels=tuple(labels[:_MOST_LABELS]),
    )


def _uses(node: object) -> Iterator[Use]:
    if isinstance(node, ir.IsLine):
        yield "card line", node.line
    yield from uses_of(node)


CHECK = Check(code="CR571", find=find_left_behind)
