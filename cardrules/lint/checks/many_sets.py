"""CR527: thousands of sets of cards are tried one by one, to find those that fit.

Sets that are bounded by their size and by sums of what is printed on their cards are counted, and
none of them is made. Any other condition has to be asked of each set, and there are twice as many
for each further card. This is said of zones that are full enough after the set-up, in some setting.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import comb

from cardrules.engine.lowering.bounds import sets_of
from cardrules.lint.check import Finding
from cardrules.lint.counting import followed
from cardrules.lint.lines import lines, written_out
from cardrules.lint.settings import GameCheck, Settings
from cardrules.machine.search import Bound
from cardrules.model import ir
from cardrules.source import Span

# So many sets nobody tries at a table, and a computer takes a noticeable time.
_MOST_SETS = 5_000


def find_many_sets(settings: Settings) -> Iterator[Finding]:
    """The choices of which there are so many, each with the first setting."""
    ruleset = settings.ruleset
    wanted: dict[Span, tuple[ir.Subsets, str]] = {}
    for line in lines(ruleset):
        for node in written_out(ruleset, line.nodes()):
            if isinstance(node, ir.Subsets) and sets_of(node).rest:
                match node.collection:
                    case ir.Contents(zone=ir.ZoneOf(zone=name)):
                        wanted[line.origin.span] = node, name
    if not wanted:
        return
    for setting, found in followed(settings):
        for span, (subsets, zone) in list(wanted.items()):
            cards = max(found.dealt.get(where, 0) for where in found.dealt if where[0] == zone)
            number = _sets(cards, sets_of(subsets).bounds)
            if number > _MOST_SETS:
                del wanted[span]
                yield Finding(
                    span=span,
                    message=f"With {setting}, {cards} cards lie in `{zone}` after the set-up: "
                    f"{number:,} sets of them are tried here, one by one.",
                    help="Bound their size, `count of it = 3`, or first let a card be chosen, and "
                    "then sets of those that go with it: "
                    f"`choose first from my {zone}`, `choose rest from subsets of "
                    f"(my {zone} where rank = first.rank)`.",
                )


def _sets(cards: int, bounds: tuple[Bound, ...]) -> int:
    """How many sets of so many cards have a size that is allowed, as far as that is a number."""
    least, most = 0, cards
    for bound in bounds:
        if bound.measure is None and isinstance(bound.value, ir.Const):
            value = int(bound.value.value) if isinstance(bound.value.value, int) else 0
            match bound.operator:
                case "=":
                    least, most = max(least, value), min(most, value)
                case "<" | "<=":
                    most = min(most, value - (bound.operator == "<"))
                case ">" | ">=":
                    least = max(least, value + (bound.operator == ">"))
        elif bound.operator in ("=", "<", "<="):
            return 0  # what is left is not known
    return sum(comb(cards, size) for size in range(least, most + 1))


CHECK = GameCheck(code="CR527", find=find_many_sets)
