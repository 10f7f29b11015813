"""What is said about a part that a thing has not, such as `leader.opponents` or `my right`."""

from __future__ import annotations

import re

from cardrules.analysis.wording import bracketed, single_card_help, written
from cardrules.analysis.world import World
from cardrules.diagnostics.suggest import nearest
from cardrules.model import ir
from cardrules.source import Span
from cardrules.syntax import nodes
from cardrules.syntax.snag import without_note

# Words for all but one player; who plays with somebody is a question of teams.
_ALL_BUT_ONE = frozenset({"opponents", "others", "opponent", "other", "enemies", "rivals"})
_NEIGHBOURS = {
    "left": "left",
    "left_neighbour": "left",
    "left_neighbor": "left",
    "right": "right",
    "right_neighbour": "right",
    "right_neighbor": "right",
    "next": "next",
}


def unknown_part_help(
    base: ir.Expr, word: nodes.Word, node: nodes.Expr | None, world: World
) -> str:
    """The help for `THING.NAME`, or for `my NAME`, where `node` is none."""
    name = word.text
    of_player = base.type.base == "player"
    holder = "me" if node is None else written(node, world)
    if of_player and holder is not None and name in _ALL_BUT_ONE:
        if holder == "me":
            return "Those who act against me are `opponents`, all but me `others`."
        return f"All players but one are `players - only({holder})`."
    if of_player and holder is not None and name in _NEIGHBOURS:
        neighbour = f"{_NEIGHBOURS[name]} of {bracketed(holder)}"
        return f"That player is `{neighbour}`, and what this player has `({neighbour}).hand`."
    if node is not None:
        return single_card_help(base, name, node, world)
    known = {*world.zones, *world.variables}
    return "" if nearest(name, known) else variable_help(word.span, f"{name} per player", world)


# A line that changes something.
_CHANGES = re.compile(
    r"[ ]*(?:set[ ]+(?P<set>[\w. ]+?)[ ]+to[ ]+(?P<value>.+)|add[ ].+[ ]to[ ]+(?P<add>[\w. ]+))"
)


def variable_help(span: Span, named: str, world: World) -> str:
    """The help for a name that a line changes, and that nothing declares."""
    source = world.diagnostics.source
    number = source.position(span.start)[0]
    line = without_note(source.line(number)).rstrip()
    match = _CHANGES.fullmatch(line)
    group = None if match is None else "set" if match["set"] else "add"
    if match is None or group is None or "`" in line:
        return ""
    start, end = match.span(group)
    if not start <= span.start - source.offset(number) < end:
        return ""
    value = (match["value"] or "0").strip()
    declared = f"variable {named}: TYPE = VALUE"
    if group == "add" or re.search(r"[0-9+*/-]", value):
        declared = f"variable {named}: integer = 0"
    elif value in ("true", "false"):
        declared = f"variable {named}: flag = false"
    return f"What changes is declared as a variable, at the margin: `{declared}`."
