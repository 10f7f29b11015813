"""Who can know the faces of cards that an expression looks at, as far as that is certain.

What counts is where the cards lie: a zone that the one who is asked does not see, into which cards
come that this player has not seen before. If cards of the zone are ever revealed, but for the end
of the game, nothing is certain, and nothing is said. Players are told apart only as far as words do
it: `me`, and those who are certainly others.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import attrs

from cardrules.lint.reveals import named_values, revealed_zones
from cardrules.model import ir
from cardrules.model.ruleset import Ruleset, Viewer, Zone
from cardrules.model.types import CARD, CARDS

# Who must not be among the viewers of a zone that is hidden from its owner, from others, from all.
_HIDDEN_FROM: dict[str, tuple[Viewer, ...]] = {
    "own": ("nobody", "others"),
    "foreign": ("nobody", "owner"),
    "shared": ("nobody",),
}
_OTHERS = ("opponents", "others", "partners", "players")


@attrs.frozen
class Source:
    """Where a card comes from: a zone, seen from the one who is asked; of a pile which layer.

    `name` is what stands for it, if that was given from elsewhere.
    """

    zone: str
    whose: str
    layer: str = "all"
    name: str = ""


Sources = frozenset[Source]
NONE: Sources = frozenset()


@attrs.frozen
class Read:
    """An expression looks at the face of a hidden card; `at` is a definition in which it does."""

    source: Source
    at: ir.Origin | None = None


Reads = tuple[Read, ...]


@attrs.frozen
class Known:
    """What names stand for: cards by their sources, values by what was read for them, and players
    who are certainly others. Slots are even keys, bound variables odd ones. With `for_others` the
    `me` of an expression is somebody else than the one who is asked.
    """

    cards: Mapping[int, Sources] = attrs.field(factory=dict)
    reads: Mapping[int, Reads] = attrs.field(factory=dict)
    others: frozenset[int] = frozenset()
    for_others: bool = False

    def with_cards(self, key: int, sources: Sources) -> Known:
        """The same with a name for cards."""
        return attrs.evolve(self, cards={**self.cards, key: sources})

    def with_reads(self, key: int, reads: Reads) -> Known:
        """The same with a name for a value."""
        return attrs.evolve(self, reads={**self.reads, key: reads})

    def with_other(self, key: int) -> Known:
        """The same with a name for somebody else."""
        return attrs.evolve(self, others=self.others | {key})


def slot_key(slot: int) -> int:
    """The key of a slot."""
    return 2 * slot


def bound_key(index: int) -> int:
    """The key of a bound variable."""
    return 2 * index + 1


class Sight:
    """Finds in expressions what the one who is asked, `me`, cannot see."""

    def __init__(self, ruleset: Ruleset) -> None:
        self._ruleset = ruleset
        self._revealed = revealed_zones(ruleset)
        self._calls: dict[tuple[object, ...], tuple[Sources, Reads]] = {}
        self._fed: dict[Source, bool] = {}

    # -- zones -------------------------------------------------------------------------------------

    def is_hidden(self, source: Source) -> bool:
        """Whether the faces there are certainly not all known."""
        if source.name:
            return True
        if self._revealed is None or source.zone in self._revealed:
            return False
        return self.is_unseen(source) and self._is_fed_blindly(source)

    def is_unseen(self, source: Source) -> bool:
        """Whether the zone does not show these faces, whatever its conditions say."""
        zone = self._ruleset.zones[source.zone]
        layers = [item for item in zone.visibility if "all" in (item.layer, source.layer)] or [
            item for item in zone.visibility if item.layer == source.layer
        ]
        hidden = _HIDDEN_FROM[source.whose]
        if source.whose == "foreign" and not self._ruleset.teams:
            # Everybody is a team alone.
            hidden = (*hidden, "team")
        return any(
            all(viewer in hidden for viewer in (*item.viewers, *item.otherwise)) for item in layers
        )

    def hides_all(self, zone: str, whose: str) -> bool:
        """Whether nothing that lies in a zone, on top or below, is shown."""
        return all(self.is_unseen(Source(zone, whose, layer)) for layer in ("top", "rest"))

    def _is_fed_blindly(self, to: Source) -> bool:
        """Whether cards come to a zone that nobody sees before, or nobody but who lays them."""
        zone = to.zone
        if to not in self._fed:
            # What only goes round in a circle comes from nowhere.
            self._fed[to] = False
            self._fed[to] = (
                self._ruleset.zones[zone].starts is not None
                or any(
                    _goes_to(item, zone) and self._is_drawn_blindly(item)
                    for item in ir.walk(tuple(self._ruleset.procedures()))
                )
                or (to.whose == "foreign" and any(map(self.is_hidden, self._laid_by_owners(to))))
            )
        return self._fed[to]

    def _laid_by_owners(self, to: Source) -> Iterator[Source]:
        """From where players lay cards of their own into their zone, as others see it."""
        ruleset = self._ruleset
        for part in ruleset.carried_out():
            nodes = list(ir.walk(part))
            known = Known()
            for slot, value in named_values(nodes):
                known = known.with_cards(slot_key(slot), self.sources(value, known))
            for cards in (cards for node in nodes for cards in _laid_in_mine(node, to)):
                for source in self.sources(cards, known):
                    if source.whose == "own":
                        yield attrs.evolve(source, whose="foreign")

    def _is_drawn_blindly(self, item: object) -> bool:
        return (
            isinstance(item, ir.Draw)
            and isinstance(item.source, ir.ZoneOf)
            and _shows_nobody(self._ruleset.zones[item.source.zone])
        )

    # -- expressions -------------------------------------------------------------------------------

    def sources(self, expr: ir.Expr, known: Known) -> Sources:
        """From where the cards or stacks come for which an expression stands, if that is sure."""
        match expr:
            case ir.Contents(zone=ir.ZoneOf() as zone):
                return self._zone(zone, "all", known)
            case ir.AllContents(zone=name, holders=holders):
                return (
                    frozenset({Source(name, "foreign")})
                    if self.are_others(holders, known)
                    else NONE
                )
            case ir.Operation(op="top" | "bottom", arguments=(place,)):
                layer = "top" if expr.op == "top" else "rest"
                if isinstance(place, ir.ZoneOf):
                    return self._zone(place, layer, known)
                stacks = self.sources(place, known)
                return frozenset(attrs.evolve(item, layer=layer) for item in stacks)
            case ir.Local(slot=slot):
                return known.cards.get(slot_key(slot), NONE)
            case ir.Bound(index=index):
                return known.cards.get(bound_key(index), NONE)
            case ir.CallDefinition():
                return self._call(expr, known)[0]
        return NONE.union(*(self.sources(item, known) for item in _taken_from(expr)))

    def _zone(self, zone: ir.ZoneOf, layer: str, known: Known) -> Sources:
        declared = self._ruleset.zones[zone.zone]
        if declared.holder == "shared":
            whose = "shared"
        elif _is_me(zone.holder) and not known.for_others:
            whose = "own"
        elif declared.holder == "player" and self._is_other(zone.holder, known):
            whose = "foreign"
        else:
            return NONE
        return frozenset({Source(zone.zone, whose, layer)})

    def _is_other(self, player: ir.Expr | None, known: Known) -> bool:
        match player:
            case ir.Role(role="me"):
                return known.for_others
            case ir.NotNone():
                return self._is_other(player.value, known)
            case ir.Local(slot=slot):
                return slot_key(slot) in known.others
            case ir.Bound(index=index):
                return bound_key(index) in known.others
            case ir.Operation(op="left" | "right" | "next", arguments=(ir.Role(role="me"),)):
                return True
        return False

    def are_others(self, players: ir.Expr, known: Known) -> bool:
        """Whether a group of players has others in it, and perhaps me."""
        match players:
            case ir.Everyone(group=group):
                return group in _OTHERS
            case ir.Filter() | ir.Extremes():
                return self.are_others(players.collection, known)
            case ir.Operation(op="only", arguments=(player,)):
                return self._is_other(player, known)
        return self._is_other(players, known)

    def reads(self, expr: ir.Expr, known: Known) -> Iterator[Read]:
        """The hidden cards at whose faces an expression looks."""
        match expr:
            case ir.Attribute(card=card) | ir.IsLine(card=card):
                hidden = sorted(self.sources(card, known), key=attrs.astuple)
                yield from (Read(item) for item in hidden if self.is_hidden(item))
            case ir.CallDefinition() | ir.CallPlacement():
                yield from self._call(expr, known)[1]
            case ir.Local(slot=slot):
                yield from known.reads.get(slot_key(slot), ())
            case ir.Possible():
                return  # what it depends on is found where the action is
            case ir.Everyone(group="leaders"):
                yield from self._standing()
            case ir.ScoreOf(player=player):
                yield from self._score(for_others=self.are_others(player, known))
        inner = self._within(expr, known)
        for part in ir.parts(expr):
            yield from self.reads(part, inner)

    def _standing(self) -> Iterator[Read]:
        """What is looked at to find who leads: one's own side is counted, and those of others."""
        for criterion in self._ruleset.criteria:
            for for_others in (False, True):
                yield from self.reads(criterion.value, Known(for_others=for_others))

    def _score(self, *, for_others: bool) -> Iterator[Read]:
        """What is looked at to count points."""
        for clause in self._ruleset.score:
            yield from self.reads(clause.value, Known(for_others=for_others))

    def _within(self, expr: ir.Expr, known: Known) -> Known:
        """What is known inside a form that looks at one thing after the other."""
        if isinstance(expr, ir.Filter | ir.Extremes | ir.Subsets | ir.Fold | ir.Quantified):
            key = bound_key(expr.bound)
            known = known.with_cards(key, self.sources(expr.collection, known))
            if self.are_others(expr.collection, known):
                known = known.with_other(key)
        return known

    def _call(
        self, expr: ir.CallDefinition | ir.CallPlacement, known: Known
    ) -> tuple[Sources, Reads]:
        """What a definition or placement gives and looks at with such arguments; found once."""
        if isinstance(expr, ir.CallPlacement):
            placement = self._ruleset.placements[expr.placement]
            name = expr.placement
            parameters: tuple[int, ...] = (placement.card, placement.target)
            arguments: tuple[ir.Expr, ...] = (expr.card, expr.target)
            bodies = [(item.value, item.origin) for item in placement.clauses]
        else:
            definition = self._ruleset.definitions[expr.definition]
            name, parameters = expr.definition, definition.parameters
            arguments = expr.arguments
            bodies = [(definition.value, definition.origin)]
        given = [(self.sources(item, known), self.are_others(item, known)) for item in arguments]
        key = (name, *given)
        if key not in self._calls:
            inner = Known()
            for parameter, (sources, other) in zip(parameters, given, strict=True):
                inner = inner.with_cards(bound_key(parameter), sources)
                inner = inner.with_other(bound_key(parameter)) if other else inner
            found: dict[Source, Read] = {}
            for body, origin in bodies:
                for read in self.reads(body, inner):
                    found.setdefault(read.source, Read(read.source, read.at or origin))
            gives = NONE
            if isinstance(expr, ir.CallDefinition) and expr.type.required() in (CARD, CARDS):
                gives = self.sources(bodies[0][0], inner)
            self._calls[key] = gives, tuple(found.values())
        return self._calls[key]


def _taken_from(expr: ir.Expr) -> tuple[ir.Expr, ...]:
    """The collections or values from which an expression takes its cards as they are."""
    match expr:
        case ir.Contents(zone=stack):
            return (stack,)
        case ir.Operation(op="first" | "only", arguments=(inner,)):
            return (inner,)
        case ir.Filter() | ir.Extremes() | ir.Subsets():
            return (expr.collection,)
        case ir.Arithmetic(operator="+"):
            return (expr.left, expr.right)
        case ir.Arithmetic():
            return (expr.left,)
        case ir.IfElse():
            return (expr.then, expr.otherwise)
        case ir.NotNone():
            return (expr.value,)
    return ()


def _is_me(holder: ir.Expr | None) -> bool:
    if isinstance(holder, ir.TeamOf):
        return _is_me(holder.player)
    return isinstance(holder, ir.Role) and holder.role == "me"


def _shows_nobody(zone: Zone) -> bool:
    return all(
        viewer == "nobody"
        for item in zone.visibility
        for viewer in (*item.viewers, *item.otherwise)
    )


def _goes_to(item: object, zone: str) -> bool:
    return (
        isinstance(item, ir.Draw | ir.MoveCards)
        and isinstance(item.to, ir.ZoneOf)
        and item.to.zone == zone
    )


def _laid_in_mine(item: object, to: Source) -> tuple[ir.Expr, ...]:
    """The cards that go to a zone of the one who acts; of a stack those of the layer."""
    match item:
        case ir.MoveCards(cards=cards, to=ir.ZoneOf(zone=name, holder=holder)) if name == to.zone:
            return (cards,) if _is_me(holder) else ()
        case ir.NewStack(cards=cards, to=ir.ZoneOf(zone=name, holder=holder)) if name == to.zone:
            below = cards[:-1] if cards[-1].type.base == "card" else cards
            layer = {"top": cards[-1:], "rest": below}.get(to.layer, cards)
            return layer if _is_me(holder) else ()
    return ()
