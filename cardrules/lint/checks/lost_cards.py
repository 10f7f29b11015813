"""CR513: cards that go to a zone of a player from which nothing ever takes them.

Cards out of the game lie in the middle, or where all see them. A zone of a player that is hidden
from somebody has a purpose: its cards are taken from there, looked at, or counted. If no line does
so, the cards are lost.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from cardrules.diagnostics.model import Label
from cardrules.lint.check import Check, Finding, all_parts
from cardrules.lint.lines import lines
from cardrules.model import ir
from cardrules.model.ruleset import Ruleset, Zone
from cardrules.source import Span


def find_lost_cards(ruleset: Ruleset) -> Iterator[Finding]:
    """The zones of players into which cards go, and that nothing else speaks of."""
    mentioned: Counter[str] = Counter()
    for node in ir.walk(tuple(all_parts(ruleset))):
        if isinstance(node, ir.ZoneOf | ir.AllContents):
            mentioned[node.zone] += 1
    filled: dict[str, list[Span]] = {}
    for line in lines(ruleset):
        if isinstance(line.of, ir.MoveCards | ir.Draw) and isinstance(line.of.to, ir.ZoneOf):
            filled.setdefault(line.of.to.zone, []).append(line.origin.span)
    for name, places in filled.items():
        zone = ruleset.zones[name]
        if len(places) == mentioned[name] and zone.holder != "shared" and not _is_open(zone):
            yield Finding(
                span=zone.origin.name_span,
                message=f"Cards go into `{name}`, but nothing takes them out, "
                "looks at them or counts them.",
                help="Write what becomes of these cards.",
                labels=tuple(
                    Label(span=span, text="they go there here") for span in dict.fromkeys(places)
                ),
            )


def _is_open(zone: Zone) -> bool:
    """Whether all may see its cards, if only sometimes."""
    return all("all" in (*item.viewers, *item.otherwise) for item in zone.visibility)


CHECK = Check(code="CR513", find=find_lost_cards)
