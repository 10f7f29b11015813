"""CR504: rounds or turns that nothing ends.

`rounds` and `turns` without `until` (and without `once`) go on until something leaves them: `end`
for them or for what is around them, or `end game` wherever it stands. Where there is none of these
the game certainly never comes to its end.
"""

from __future__ import annotations

from collections.abc import Iterator

from cardrules.lint.check import Check, Finding
from cardrules.model import ir
from cardrules.model.ruleset import Ruleset
from cardrules.source import Span

_UNTIL = {"rounds": "rounds until round = 3", "turns": "turns clockwise from ... until ..."}
# The first word of the line is where the reader looks.
_WORDS = {"rounds": len("rounds"), "turns": len("turns")}


def find_endless(ruleset: Ruleset) -> Iterator[Finding]:
    """Rounds and turns that have no end whatever."""
    procedures = tuple(ruleset.procedures())
    if any(isinstance(item, ir.End) and item.construct == "game" for item in ir.walk(procedures)):
        return
    for procedure in procedures:
        yield from _in(procedure.body, ())


def _in(body: ir.Body, around: tuple[str, ...]) -> Iterator[Finding]:
    """What never ends in a block; `around` are the constructs that `end` could leave there."""
    for item in body:
        construct = _construct(item)
        if (
            construct is not None
            and isinstance(item, ir.Rounds | ir.Turns)
            and not _is_left(item.body, (*around, construct))
        ):
            start = item.origin.span.start
            yield Finding(
                span=Span(start, start + _WORDS[construct]),
                message=f"These {construct} never end.",
                help=f"Say when they do: `{_UNTIL[construct]}`, "
                f"or `end {construct}` on some condition.",
            )
        own = _CONSTRUCTS.get(type(item))
        inner = around if own is None else (*around, own)
        for block in ir.blocks(item):
            yield from _in(block, inner)


def _construct(item: ir.Statement) -> str | None:
    """Whether a statement goes on until something leaves it."""
    if isinstance(item, ir.Rounds) and item.until is None:
        return "rounds"
    if isinstance(item, ir.Turns) and item.until is None and not item.once:
        return "turns"
    return None


def _is_left(body: ir.Body, open_: tuple[str, ...]) -> bool:
    """Whether something in a block leaves it, or one of the constructs around it."""
    for item in body:
        if isinstance(item, ir.End) and item.construct in open_:
            return True
        # An inner construct that is the same is meant first.
        own = _CONSTRUCTS.get(type(item))
        inner = tuple(construct for construct in open_ if construct != own)
        if any(_is_left(block, inner) for block in ir.blocks(item)):
            return True
    return False


_CONSTRUCTS: dict[type[ir.Statement], str] = {
    ir.Rounds: "rounds",
    ir.Turns: "turns",
    ir.Phase: "phase",
    ir.Repeat: "repeat",
    ir.While: "while",
    ir.EachIn: "each",
    ir.EachPlayer: "each",
}

CHECK = Check(code="CR504", find=find_endless)
