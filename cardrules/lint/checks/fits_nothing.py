"""CR518: placements by which nothing fits, and cards that fit on nothing and carry nothing.

Each clause of the placement can be fulfilled with such a card, but never all of them together. A
card that one clause keeps out altogether is left out on purpose, and nothing is said of it, unless
all cards are kept out.
"""

from __future__ import annotations

from collections.abc import Iterator

from cardrules.diagnostics.model import Label
from cardrules.lint.check import Check, Finding
from cardrules.lint.placing import Placing
from cardrules.model.ruleset import Kind, Ruleset


def find_fitting_nothing(ruleset: Ruleset) -> Iterator[Finding]:
    """The placements of nothing, and the lines of the card table that one leaves out by chance."""
    for placement in ruleset.placements.values():
        placing = Placing(ruleset, placement)
        if ruleset.kinds and _is_empty(placing):
            yield _of_nothing(placing)
            continue
        for name, line in ruleset.lines.items():
            kinds = [kind for kind in ruleset.kinds if kind.line == name]
            if kinds and all(_is_lost(placing, kind) for kind in kinds):
                yield Finding(
                    span=line.span,
                    message=f"No card `{name}` ever fits on another, and none fits on it "
                    f"(`{placement.name}`).",
                    help="Each clause can be fulfilled, but never all of them with one card: "
                    "look at what is printed, and at the clauses.",
                    labels=tuple(
                        Label(span=clause.origin.span, text="one of the clauses")
                        for clause in placement.clauses
                    ),
                )


def _is_empty(placing: Placing) -> bool:
    """Whether no card fits on any."""
    kinds = placing.kinds
    return all(placing.fits(card, target) is False for card in kinds for target in kinds)


def _of_nothing(placing: Placing) -> Finding:
    placement = placing.placement
    kinds = placing.kinds
    never = [
        clause
        for clause in placement.clauses
        if all(placing.holds(clause, card, target) is False for card in kinds for target in kinds)
    ]
    return Finding(
        span=placement.origin.name_span,
        message=f"No card ever fits on another (`{placement.name}`).",
        help="Look at what is printed on the cards, and at the clauses.",
        labels=tuple(
            Label(
                span=clause.origin.span, text="this never holds" if never else "one of the clauses"
            )
            for clause in never or placement.clauses
        ),
    )


def _is_lost(placing: Placing, kind: Kind) -> bool:
    """Whether a kind fits nothing and carries nothing, by no single clause."""
    clauses = placing.placement.clauses
    pairs = [pair for other in placing.kinds for pair in ((kind, other), (other, kind))]
    if len(clauses) == 1 or any(placing.fits(*pair) is not False for pair in pairs):
        return False
    return all(
        any(placing.holds(clause, kind, other) is not False for other in placing.kinds)
        and any(placing.holds(clause, other, kind) is not False for other in placing.kinds)
        for clause in clauses
    )


CHECK = Check(code="CR518", find=find_fitting_nothing)
