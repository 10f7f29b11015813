"""CR515: a value by which the winner is found is the same for everybody.

`winner highest ...` compares a value of each side, in which `me`, `my` or a zone of players stands
for the side that is looked at. A value without any of these is equal for all, so it decides
nothing.
"""

from __future__ import annotations

from collections.abc import Iterator

from cardrules.lint.check import Check, Finding
from cardrules.lint.lines import written_out
from cardrules.model import ir
from cardrules.model.ruleset import Ruleset

_OF_ONE = ("opponents", "others", "partners")


def find_deciding_nothing(ruleset: Ruleset) -> Iterator[Finding]:
    """The values of `winner` that are equal for all."""
    for criterion in ruleset.criteria:
        nodes = written_out(ruleset, ir.walk(criterion.value))
        if not any(map(_is_of_side, nodes)):
            yield Finding(
                span=criterion.origin.span,
                message=f"`{criterion.text}` is the same for everybody, so it decides nothing.",
                help="Name what each side has: `score`, or a zone or variable of each player.",
            )


def _is_of_side(node: object) -> bool:
    match node:
        case ir.Role(role="me"):
            return True
        case ir.Everyone(group=group):
            return group in _OF_ONE
    return False


CHECK = Check(code="CR515", find=find_deciding_nothing)
