"""CR512: partners are meant where nobody ever has one.

Partners are the others of one's team. Without `teams` in the front matter, or with teams of one
player alone, there are none with any number of players, so nobody is asked, chosen or counted.
"""

from __future__ import annotations

from collections.abc import Iterator

from cardrules.lint.check import Check, Finding
from cardrules.lint.lines import lines
from cardrules.model import ir
from cardrules.model.ruleset import Ruleset


def find_no_partners(ruleset: Ruleset) -> Iterator[Finding]:
    """The lines that mean partners in a game without any."""
    if any(len(team) > 1 for teams in ruleset.teams.values() for team in teams):
        return
    told = set()
    for line in lines(ruleset):
        if line.origin.span not in told and any(map(_are_partners, line.nodes())):
            told.add(line.origin.span)
            yield Finding(
                span=line.origin.span,
                message="There are no partners in this game, with any number of players.",
                help="Write `teams` in the front matter, or say `opponents` or `others`.",
            )


def _are_partners(node: object) -> bool:
    return isinstance(node, ir.Everyone) and node.group == "partners"


CHECK = Check(code="CR512", find=find_no_partners)
