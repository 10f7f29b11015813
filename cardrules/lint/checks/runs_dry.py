"""CR517: a pile from which cards are drawn again and again, and no line knows that it can be empty.

A draw takes what there is. Where cards are drawn without end, nothing goes back to the pile, and no
line asks how many there are left, nothing is said of what an empty pile means. Only games whose
length is not counted in rounds, turns or numbers are looked at: these may be over before. Nor is
anything said where the end asks for a zone to which these cards go: that it is filled no more may
be what ends the game.
"""

from __future__ import annotations

from collections.abc import Iterator

from cardrules.diagnostics.model import Label
from cardrules.lint.check import Check, Finding, all_parts
from cardrules.lint.lines import Line, lines, lines_of, written_out
from cardrules.model import ir
from cardrules.model.ruleset import Ruleset
from cardrules.model.types import INTEGER


def find_running_dry(ruleset: Ruleset) -> Iterator[Finding]:
    """The shared piles that run dry unsaid."""
    if not _goes_on(ruleset):
        return
    drawn: dict[str, list[Line]] = {}
    filled: set[str] = set()
    for line in lines(ruleset):
        if line.within is ruleset.setup:
            continue
        match line.of:
            case ir.Draw(source=ir.ZoneOf(zone=name)):
                drawn.setdefault(name, []).append(line)
        filled |= _filled(line.of)
    renewed = {trigger.zone for trigger in ruleset.triggers if trigger.line is None}
    for name, places in drawn.items():
        zone = ruleset.zones[name]
        if zone.holder != "shared" or zone.shape != "pile" or name in renewed | filled:
            continue
        to = frozenset[str]().union(*(_filled(line.of) for line in places))
        if _is_looked_at(ruleset, name) or to & _asked_at_the_end(ruleset):
            continue
        yield Finding(
            span=zone.origin.name_span,
            message=f"Nothing is said of what happens when `{name}` is empty.",
            help=f"Write `when {name} runs dry`, or let a line ask whether `{name} is empty`.",
            labels=tuple(
                Label(span=span, text="cards are drawn from it")
                for span in dict.fromkeys(line.origin.span for line in places)
            ),
        )


def _filled(x: object) -> frozenset[str]:
    """The zones into which a line may lay cards."""
    if isinstance(x, ir.MoveCards | ir.Draw | ir.Swap):
        ends = (x.left, x.right) if isinstance(x, ir.Swap) else (x.to,)
        return frozenset(
            node.zone for node in ir.walk(ends) if isinstance(node, ir.ZoneOf | ir.AllContents)
        )
    return frozenset()


def _is_looked_at(ruleset: Ruleset, name: str) -> bool:
    """Whether anything but draws, shuffles and what goes there speaks of a zone."""
    mentioned = sum(
        isinstance(node, ir.ZoneOf | ir.AllContents) and node.zone == name
        for node in ir.walk(tuple(all_parts(ruleset)))
    )
    for line in lines(ruleset):
        match line.of:
            case (
                ir.Draw(source=ir.ZoneOf(zone=zone))
                | ir.Shuffle(zone=ir.ZoneOf(zone=zone))
                | ir.MoveCards(to=ir.ZoneOf(zone=zone))
            ) if zone == name:
                mentioned -= 1
    return mentioned > 0


def _asked_at_the_end(ruleset: Ruleset) -> frozenset[str]:
    """The zones for which the outermost rounds and turns ask before they go on."""
    untils = [item.until for item in ruleset.play.body if isinstance(item, ir.Rounds | ir.Turns)]
    nodes = ir.walk(tuple(until for until in untils if until is not None))
    return frozenset(
        node.zone
        for node in written_out(ruleset, nodes)
        if isinstance(node, ir.ZoneOf | ir.AllContents)
    )


def _goes_on(ruleset: Ruleset) -> bool:
    """Whether the play has turns or rounds whose number nothing counts."""
    loops = [
        item
        for item in ir.statements(ruleset.play.body)
        if isinstance(item, ir.Rounds) or (isinstance(item, ir.Turns) and not item.once)
    ]
    if any(map(_ends_surely, ruleset.procedures())):
        return False
    conditions = [
        tuple(line.nodes())
        for procedure in ruleset.procedures()
        for line in lines_of(procedure)
        if isinstance(line.of, ir.If | ir.While)
    ]
    conditions += [tuple(ir.walk(loop.until)) for loop in loops if loop.until is not None]
    return bool(loops) and not any(
        isinstance(node, ir.Counter)
        or (isinstance(node, ir.VariableValue) and node.type == INTEGER)
        for nodes in conditions
        for node in written_out(ruleset, iter(nodes))
    )


def _ends_surely(procedure: ir.Procedure) -> bool:
    """Whether the game, its turns or its rounds are ended there under no condition."""
    return any(
        isinstance(item, ir.End) and item.construct in ("game", "rounds", "turns")
        for item in procedure.body
    )


CHECK = Check(code="CR517", find=find_running_dry)
