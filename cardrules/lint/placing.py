"""What can be placed on what: the kinds of cards, and between which of them a placement holds.

This looks at printed faces alone. What depends on anything else, such as options or where cards
lie, is not known.
"""

from __future__ import annotations

from functools import cached_property

from cardrules.lint.faces import Faces
from cardrules.model.ruleset import Clause, Kind, Placement, Ruleset


class Placing:
    """The graph of one placement: an edge from each card to those on which it can lie."""

    def __init__(self, ruleset: Ruleset, placement: Placement) -> None:
        self._faces = Faces(ruleset)
        self.placement = placement
        self.kinds = ruleset.kinds

    def holds(self, clause: Clause, card: Kind, target: Kind) -> bool | None:
        """Whether a clause holds for a card and what it is to lie on; None if that depends."""
        given = {self.placement.card: card, self.placement.target: target}
        value = self._faces.value(clause.value, given)
        return None if value is None else bool(value)

    def fits(self, card: Kind, target: Kind) -> bool | None:
        """Whether a card can lie on another one; None if that depends."""
        is_known: bool | None = True
        for clause in self.placement.clauses:
            holds = self.holds(clause, card, target)
            if holds is False:
                return False
            is_known = is_known if holds else None
        return is_known

    @cached_property
    def rows(self) -> tuple[tuple[bool | None, ...], ...]:
        """For each kind, whether it fits on each of the kinds, in the order of the card table."""
        return tuple(tuple(self.fits(card, target) for target in self.kinds) for card in self.kinds)

    @cached_property
    def taking_part(self) -> tuple[int, ...]:
        """The kinds that can lie somewhere or carry something, by their numbers."""
        columns = tuple(zip(*self.rows, strict=True))
        both = enumerate(zip(self.rows, columns, strict=True))
        return tuple(at for at, (row, column) in both if {*row, *column} != {False})

    def on(self, card: int, *, surely: bool = True) -> tuple[Kind, ...]:
        """The kinds on which one can lie, or else those of which that is not known."""
        wanted = True if surely else None
        return tuple(self.kinds[at] for at, fits in enumerate(self.rows[card]) if fits is wanted)


def placings(ruleset: Ruleset) -> tuple[Placing, ...]:
    """The graphs of all placements, in the order of the text."""
    return tuple(Placing(ruleset, placement) for placement in ruleset.placements.values())
