"""Where asking depends on what somebody knows of cards.

Nearly everywhere it does not: what can be chosen follows from where cards lie, from variables and
names. An engine that plays without telling anybody anything, as in a simulation, can leave out what
each player knows unless a question needs it. There are three reasons for that:

- a choice is `unless forced`: nobody is asked if there is one answer that all know;
- of a choice among cards none fits: whoever were not asked then would show that, unless all know;
- only play shows whether the one who chooses sees the cards, since a name stands for them or who
  sees their zone depends on the game: if not, the game is stopped (CR503).

The first two need no knowledge where the cards lie in a zone without an order, since only who sees
such a zone counts there, or where all see the whole zone.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from cardrules.machine import code, layout
from cardrules.machine.program import Declared, Need, Question
from cardrules.machine.search import Loop, Name, Search
from cardrules.model import ir
from cardrules.model.types import CARD, CARDS

# The zones in which cards lie; None if these are not known.
Zones = frozenset[str] | None
_NOWHERE: frozenset[str] = frozenset()
# Of these the cards are those of what they are given.
_TAKEN_FROM = ("top", "bottom", "first", "only", "union", "unions", "maximal families")


class Knowing:
    """Tells of the questions of one game what they need."""

    def __init__(self, of: layout.Layout, declared: Declared) -> None:
        self._layout = of
        self._declared = declared
        self._zones = of.zones
        self._definitions: dict[str, Zones] = {}

    def needs(self, question: Question, searches: Iterable[Search]) -> tuple[Need, ...]:
        """For what a question needs what somebody knows; `searches` is what can be chosen."""
        asked = list(searches)
        found = [need for search in asked for need in self._unseen(search)]
        if question.slots:
            found += self._forced(asked[0])
            found += self._none_fits(asked[0], question.candidates)
        return tuple(found)

    def _choices(self, search: Search) -> Iterator[tuple[ir.Choice, Zones]]:
        """The choices of a search, with the zones from which they are."""
        named: dict[int, Zones] = {}
        for step in search.plan.steps:
            if isinstance(step, Loop | Name):
                named[step.slot] = self.zones_of(step.value, named)
            if isinstance(step, Loop):
                yield step.choice, named[step.slot]

    def _unseen(self, search: Search) -> Iterator[Need]:
        for choice, zones in self._choices(search):
            if choice.type in (CARD, CARDS) and not (
                self._is_seen_for_sure(choice.domain) or self.are_seen_by_all(zones)
            ):
                yield _need("unseen", search, choice, zones)

    def _forced(self, search: Search) -> Iterator[Need]:
        if search.unless_forced:
            for choice, zones in self._choices(search):
                if choice.type.has_cards and self.are_told_by_knowledge(zones):
                    yield _need("forced", search, choice, zones)

    def _none_fits(self, search: Search, candidates: ir.Expr | None) -> Iterator[Need]:
        if candidates is None:
            return
        zones = self.zones_of(candidates, {})
        if self.are_told_by_knowledge(zones):
            yield _need("none fits", search, search.choices[0], zones)

    # -- zones -------------------------------------------------------------------------------------

    def are_seen_by_all(self, zones: Zones) -> bool:
        """Whether everybody sees the cards there at all times."""
        return zones is not None and all(map(self._is_seen_by_all, zones))

    def are_told_by_knowledge(self, zones: Zones) -> bool:
        """Whether what may be told of cards there is not decided by where they lie."""
        return zones is None or not all(
            self._zones[name].shape == "spread" or self._is_seen_by_all(name) for name in zones
        )

    def _is_seen_by_all(self, name: str) -> bool:
        zone, everybody = self._zones[name], self._layout.everybody
        return not is_conditional(zone) and {*zone.top.masks, *zone.rest.masks} == {everybody}

    def _of_shape(self, *shapes: str) -> frozenset[str]:
        return frozenset(name for name, zone in self._zones.items() if zone.shape in shapes)

    def zones_of(self, x: ir.Expr, named: Mapping[int, Zones]) -> Zones:
        """The zones in which cards lie that a value is made of; None if these are not known."""
        match x:
            case ir.ZoneOf():
                return frozenset({x.zone})
            case ir.AllContents():
                return frozenset({x.zone})
            case ir.Everyone(group="cards"):
                return frozenset(self._zones)
            case ir.CardsOfStacks():
                return self._of_shape("stacks")
            case ir.Contents(zone=place) if place.type.base == "stack":
                return self._of_shape("stacks")
            case ir.Const():
                return _NOWHERE
            case ir.Local() if x.slot in named:
                return named[x.slot]
            case code.LookUp():
                return self.zones_of(x.instead_of.value, named)
            case ir.CallDefinition():
                return self._of_definition(x.definition)
            case _ if x.type.base == "stack":
                return self._of_shape("stacks")
        parts = made_of(x)
        if not parts:
            return None
        zones = [self.zones_of(part, named) for part in parts]
        return None if None in zones else _NOWHERE.union(*(one for one in zones if one is not None))

    def _of_definition(self, name: str) -> Zones:
        if name not in self._definitions:
            # What is only said, or looked up by faces, is no part of a program.
            definition = self._declared.definitions.get(name)
            found = None if definition is None else self.zones_of(definition.value, {})
            self._definitions[name] = found
        return self._definitions[name]

    # -- what the one who chooses sees -------------------------------------------------------------

    def _is_seen_for_sure(self, domain: ir.Expr) -> bool:
        """Whether who chooses sees the cards whatever the state is; lint has looked at that."""
        match domain:
            case ir.Contents(zone=ir.ZoneOf(zone=name)) | ir.AllContents(zone=name):
                return not is_conditional(self._zones[name])
            case ir.Filter() | ir.Extremes() | ir.Subsets():
                return self._is_seen_for_sure(domain.collection)
            case ir.NotNone():
                return self._is_seen_for_sure(domain.value)
            case ir.Arithmetic(operator="+"):
                return self._is_seen_for_sure(domain.left) and self._is_seen_for_sure(domain.right)
            case ir.Arithmetic():
                return self._is_seen_for_sure(domain.left)
        return False


def _need(why: str, search: Search, choice: ir.Choice, zones: Zones) -> Need:
    return Need(
        why=why,  # type: ignore[arg-type]
        search=search.index,
        choice=search.choices.index(choice),
        zones=None if zones is None else tuple(sorted(zones)),
        origin=choice.origin,
    )


def made_of(x: ir.Expr) -> tuple[ir.Expr, ...]:
    """The values from which the cards of a value are taken; none if that is not known."""
    match x:
        case ir.Contents():
            return (x.zone,)
        case ir.Filter() | ir.Extremes() | ir.Subsets():
            return (x.collection,)
        case ir.NotNone():
            return (x.value,)
        case ir.IfElse():
            return x.then, x.otherwise
        case ir.Arithmetic(operator="-"):
            return (x.left,)
        case ir.Arithmetic():
            return x.left, x.right
        case ir.Operation() if x.op in _TAKEN_FROM:
            return x.arguments
    return ()


def is_conditional(zone: layout.Zones) -> bool:
    return zone.top.condition is not None or zone.rest.condition is not None
