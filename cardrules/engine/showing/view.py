"""What one viewer sees and knows: a projection of the state through knowledge.

Nothing that the viewer may not know enters a view: no numbers of cards, no order of what lies
hidden, no sealed answers, no generator. Two states that differ only in what a viewer cannot know
give equal views.
"""

from __future__ import annotations

from typing import Any, Literal

import attrs

from cardrules.engine.game import Game
from cardrules.engine.showing.describe import card_name, describe
from cardrules.engine.showing.naming import words
from cardrules.engine.showing.said import Hearer
from cardrules.model.action import Decision
from cardrules.model.state import State
from cardrules.model.types import NONE, Type

# A seat from 0; a spectator sees what everybody sees; the referee sees all.
Viewer = int | Literal["spectator", "referee"]


@attrs.frozen
class CardView:
    """A card as a viewer has it: `face` is None if it is not known.

    `seen`: the face can be seen now. Otherwise it is remembered: seen before, and followed since.
    """

    face: str | None
    seen: bool


HIDDEN = CardView(None, False)


@attrs.frozen(kw_only=True)
class ZoneView:
    """A zone. Of piles and rows the top card comes first; of a spread the known cards, in the order
    of the card table.

    `somewhere`: faces of cards known to be in here, though not where. `stacks` belong to a zone of
    stacks.
    """

    name: str
    holder: Literal["shared", "player", "team"]
    # The number of the seat (from 0) or of the team; 0 if shared.
    index: int
    shape: str
    cards: tuple[CardView, ...]
    somewhere: tuple[str, ...] = ()
    stacks: tuple[tuple[CardView, ...], ...] = ()

    @property
    def count(self) -> int:
        """How many cards lie here."""
        return len(self.cards) + sum(len(stack) for stack in self.stacks)


@attrs.frozen(kw_only=True)
class View:
    """All that a viewer sees and knows at one point of play."""

    viewer: Viewer
    zones: tuple[ZoneView, ...]
    # Variables and tokens: name, and the value for each holder in the words of the game.
    variables: tuple[tuple[str, tuple[Any, ...]], ...]
    scores: tuple[int, ...] | None
    active: int
    starter: int
    round: int
    turn: int
    game: int
    sides: tuple[int, ...]
    decision: Decision | None
    over: bool

    def zone(self, name: str, index: int = 0) -> ZoneView:
        """The zone of a name and holder; raises `KeyError` if there is none."""
        for zone in self.zones:
            if zone.name == name and zone.index == index:
                return zone
        raise KeyError(name)

    def data(self) -> dict[str, Any]:
        """The view as JSON data; seats count from 1."""
        data = attrs.asdict(self)
        data["viewer"] = self.viewer + 1 if isinstance(self.viewer, int) else self.viewer
        data["active"], data["starter"] = self.active + 1, self.starter + 1
        for zone in data["zones"]:
            zone["index"] += 1
        if data["decision"] is not None:
            data["decision"]["player"] += 1
        data["variables"] = {name: list(values) for name, values in self.variables}
        return data


def make_view(game: Game, s: State, viewer: Viewer) -> View:
    """What a viewer sees and knows; raises `OptionError` if there is no such viewer."""
    game.refuse_foreign(s)
    question = game.question(s, Hearer(game.tables, viewer_mask(game, viewer)))
    return view_with(game, s, viewer, game.decision(s, question))


def view_with(game: Game, s: State, viewer: Viewer, decision: Decision | None) -> View:
    """The same with a decision that is in words already."""
    game.refuse_foreign(s)
    mask = viewer_mask(game, viewer)
    with game.builder.asking(s):
        return _view(game, s, viewer, mask, decision)


def _view(game: Game, s: State, viewer: Viewer, mask: int, decision: Decision | None) -> View:
    return View(
        viewer=viewer,
        zones=tuple(_zone(game, s, index, mask) for index in range(game.tables.static_zones)),
        variables=tuple(_variable(game, s, name, mask) for name in game.ruleset.variables),
        scores=_scores(game, s, mask),
        active=s.active,
        starter=s.starter,
        round=s.round,
        turn=s.turn,
        game=s.game,
        sides=s.sides,
        decision=decision,
        over=s.over,
    )


def viewer_mask(game: Game, viewer: Viewer) -> int:
    """The bit of a viewer; 0 stands for the referee, to whom nothing is hidden.

    Whatever is no viewer raises `OptionError`: it must not pass for the referee.
    """
    if viewer == "referee":
        return 0
    if viewer == "spectator":
        return 1 << game.players
    return 1 << game.checked_seat(viewer)


def _zone(game: Game, s: State, index: int, mask: int) -> ZoneView:
    tables = game.tables
    name, holder = tables.zone_names[index]
    zone = tables.ruleset.zones[name]
    content = s.zones[index]
    stacks: tuple[tuple[CardView, ...], ...] = ()
    somewhere: tuple[str, ...] = ()
    if zone.shape == "stacks":
        stacks = tuple(_ordered(game, s, stack, s.zones[stack], mask) for stack in content)
        cards: tuple[CardView, ...] = ()
    elif zone.shape == "spread":
        cards = _spread(game, s, index, content, mask)
    else:
        cards = _ordered(game, s, index, content, mask)
        hidden = [card for card in content if mask and not s.known[card] & mask]
        kinds = sorted(tables.kind[card] for card in hidden if s.among[card] & mask)
        somewhere = tuple(tables.ruleset.kinds[kind].name for kind in kinds)
    return ZoneView(
        name=name,
        holder=zone.holder,
        index=holder,
        shape=zone.shape,
        cards=cards,
        somewhere=somewhere,
        stacks=stacks,
    )


def _card(game: Game, s: State, card: int, mask: int, seen: int) -> CardView:
    if not mask:
        return CardView(card_name(game.tables, card), True)
    known, is_seen = s.known[card] & mask, bool(seen & mask)
    if not known and not is_seen:
        return HIDDEN
    return CardView(card_name(game.tables, card) if known else None, is_seen)


def _ordered(
    game: Game, s: State, zone: int, cards: tuple[int, ...], mask: int
) -> tuple[CardView, ...]:
    mover = game.builder.mover
    if not cards:
        return ()
    top, rest = mover.top_mask(s, zone), mover.rest_mask(s, zone)
    views = [_card(game, s, cards[-1], mask, top)]
    views += [_card(game, s, card, mask, rest) for card in reversed(cards[:-1])]
    return tuple(views)


def _spread(
    game: Game, s: State, zone: int, cards: tuple[int, ...], mask: int
) -> tuple[CardView, ...]:
    """Known cards in the order of the table, then the unknown ones: their places tell nothing."""
    seen = game.builder.mover.rest_mask(s, zone)
    views = [_card(game, s, card, mask, seen) for card in cards]
    known = [view for view in views if view.face is not None]
    return (*known, *[view for view in views if view.face is None])


def _variable(game: Game, s: State, name: str, mask: int) -> tuple[str, tuple[Any, ...]]:
    """A variable; a card in it that the viewer cannot make out is "a card"."""
    variable = game.ruleset.variables[name]
    base = game.tables.variable_base[name]
    holders = game.tables.holders(variable.holder)
    values = s.vars[base : base + holders]
    return name, tuple(_value(game, s, variable.type, value, mask) for value in values)


def _value(game: Game, s: State, of_type: Type, value: Any, mask: int) -> Any:
    if of_type.base == "collection" and of_type.element is not None and value != NONE:
        return [_value(game, s, of_type.element, item, mask) for item in value]
    hidden = mask and not game.builder.mover.told(s, of_type, value) & mask
    return "a card" if hidden else describe(game.tables, s, of_type, value)


def _scores(game: Game, s: State, mask: int) -> tuple[int, ...] | None:
    """The scores as the rules count them now: public at the end, the referee's before."""
    if mask and not s.over:
        return None
    return tuple(game.score_of(s, player) for player in range(game.players))


def score_parts(game: Game, s: State) -> tuple[tuple[str, tuple[int, ...]], ...]:
    """At the end: each part of the score in words, with its value per player."""
    rows = [game.score_parts(s, player) for player in range(game.players)]
    return tuple(
        (clause.origin.sentence or words(clause.name), tuple(row[index] for row in rows))
        for index, clause in enumerate(game.ruleset.score)
    )


def sees_card(game: Game, s: State, card: int, viewer: int) -> bool:
    """Whether a viewer (a bit of masks) sees the face of a card where it lies now."""
    place, mover = s.place[card], game.builder.mover
    is_top = game.tables.ordered[place] and s.zones[place][-1] == card
    mask = mover.top_mask(s, place) if is_top else mover.rest_mask(s, place)
    return bool(mask & viewer)
