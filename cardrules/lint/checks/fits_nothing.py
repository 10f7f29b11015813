"""CR518: cards that a placement seems to mean, and that fit on nothing and carry nothing.

Each clause of the placement can be fulfilled with such a card, but never all of them together. A
card that one clause keeps out altogether is left out on purpose, and nothing is said of it.
"""

from __future__ import annotations

from collections.abc import Iterator

from cardrules.diagnostics.model import Label
from cardrules.lint.check import Check, Finding
from cardrules.lint.faces import Faces
from cardrules.model.ruleset import Clause, Kind, Placement, Ruleset


def find_fitting_nothing(ruleset: Ruleset) -> Iterator[Finding]:
    """The lines of the card table of which no card can be placed or carry another."""
    for placement in ruleset.placements.values():
        fitting = _Fitting(ruleset, placement)
        for name, line in ruleset.lines.items():
            kinds = [kind for kind in ruleset.kinds if kind.line == name]
            if kinds and all(map(fitting.is_lost, kinds)):
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


class _Fitting:
    """What fits on what by one placement."""

    def __init__(self, ruleset: Ruleset, placement: Placement) -> None:
        self._faces = Faces(ruleset)
        self._kinds = ruleset.kinds
        self._placement = placement

    def is_lost(self, kind: Kind) -> bool:
        """Whether a kind fits nothing and carries nothing, by no single clause."""
        pairs = [pair for other in self._kinds for pair in ((kind, other), (other, kind))]
        clauses = self._placement.clauses
        if len(clauses) == 1 or any(self._fits(clauses, pair) for pair in pairs):
            return False
        return all(
            any(self._fits((clause,), (kind, other)) for other in self._kinds)
            and any(self._fits((clause,), (other, kind)) for other in self._kinds)
            for clause in clauses
        )

    def _fits(self, clauses: tuple[Clause, ...], pair: tuple[Kind, Kind]) -> bool:
        """Whether clauses may hold for a card and what it is to lie on."""
        given = {self._placement.card: pair[0], self._placement.target: pair[1]}
        return all(self._faces.value(clause.value, given) is not False for clause in clauses)


CHECK = Check(code="CR518", find=find_fitting_nothing)
