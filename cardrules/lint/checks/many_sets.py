"""CR527: thousands of sets of cards are tried one by one, to find those that fit.

Sets that are bounded by their size and by sums of what is printed on their cards are counted, and
none of them is made. Any other condition has to be asked of each set, and there are twice as many
for each further card. This is said of zones that are full enough after the set-up, in some setting.

Where it is known what holds while a set grows, only those are made of which something can come:
then the work is told that they were in a few games by chance.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from math import comb

from cardrules.engine.lowering.bounds import sets_of
from cardrules.engine.work_of_sets import work_of_sets
from cardrules.lint.check import Finding
from cardrules.lint.counting import followed
from cardrules.lint.lines import lines, written_out
from cardrules.lint.settings import GameCheck, Setting, Settings, game_in
from cardrules.machine.search import Bound
from cardrules.model import ir
from cardrules.model.ruleset import Ruleset
from cardrules.source import Span

# So many sets nobody tries at a table, and a computer takes a noticeable time.
_MOST_SETS = 5_000
# So much work takes a computer as long; at ten times as much a game is stopped.
_MOST_WORK = 2_000_000


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
        grown: _Grown | None = None
        for span, (subsets, zone) in list(wanted.items()):
            cards = max(found.dealt.get(where, 0) for where in found.dealt if where[0] == zone)
            number = _sets(cards, sets_of(subsets).bounds)
            if number <= _MOST_SETS:
                continue
            grown = grown or _Grown(ruleset, setting)
            what = f"{number:,} sets of them are tried here, one by one."
            if grown.has(subsets):
                work = grown.work(span)
                if work <= _MOST_WORK:
                    continue
                what = f"to find sets that fit took {work:,} steps of work in a game by chance."
            del wanted[span]
            yield Finding(
                span=span,
                message=f"With {setting}, {cards} cards lie in `{zone}` after the set-up: {what}",
                help="Bound their size, `count of it = 3`, or first let a card be chosen, and "
                "then sets of those that go with it: "
                f"`choose first from my {zone}`, `choose rest from subsets of "
                f"(my {zone} where rank = first.rank)`.",
            )


class _Grown:
    """The sets of a game that are made card by card, as long as something can come of them."""

    def __init__(self, ruleset: Ruleset, setting: Setting) -> None:
        self._game = game_in(ruleset, setting)
        self._definitions = ruleset.definitions
        self._work: Mapping[Span, int] | None = None

    def has(self, subsets: ir.Subsets) -> bool:
        """Whether these are such."""
        if self._game is None:
            return False
        attributes = self._game.program.layout.attribute
        return sets_of(subsets, self._definitions, attributes).growing is not None

    def work(self, span: Span) -> int:
        """The most work in a few games by chance to find those of a choice."""
        if self._work is None:
            assert self._game is not None
            found = work_of_sets(self._game).items()
            self._work = {origin.span: work for origin, work in found}
        return self._work.get(span, 0)


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
