"""Cards change places that a player does not know, so that this player cannot tell."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

import attrs

from cardrules.engine.chance import Stream
from cardrules.engine.game import Game
from cardrules.engine.positions.determinise import (
    cards_pointed_at,
    renamed,
    unknown_cards,
    with_shown_held,
)
from cardrules.engine.showing.describe import card_name
from cardrules.engine.showing.naming import words
from cardrules.model import ir
from cardrules.model.state import State

# Which card each place of a card has instead: a card that stays has itself.
Faces = Sequence[int]


@attrs.frozen
class Swapped:
    """Two cards that change places, and where they lie."""

    card: str
    where: str
    other: str
    other_where: str

    def __str__(self) -> str:
        return f"{self.card} ({self.where}) and {self.other} ({self.other_where})"


def _movable(game: Game, s: State, player: int) -> list[list[int]]:
    """The cards that the player does not know, in groups within which they may change places.

    If the rules look for cards wherever they lie, by `cards`, then a card that they point at may be
    known though nobody knows where it is: it keeps its place.
    """
    s = with_shown_held(game, s)
    groups = unknown_cards(game, s, player).values()
    kept = cards_pointed_at(game, s) if _looks_everywhere(game) else set[int]()
    return [[card for card in group if card not in kept] for group in groups]


@lru_cache(maxsize=1)
def _looks_everywhere(game: Game) -> bool:
    """Whether the rules speak of all cards of the game, but for where they lie at the start."""
    ruleset = game.ruleset
    parts = (
        *ruleset.carried_out(),
        *ruleset.definitions.values(),
        *ruleset.placements.values(),
        *ruleset.variables.values(),
    )
    return any(
        isinstance(node, ir.Everyone) and node.group == "cards"
        for part in parts
        for node in ir.walk(part)
    )


def as_it_is(game: Game) -> Faces:
    """All cards lie as they do."""
    return list(range(game.tables.cards))


def all_exchanged(game: Game, s: State, player: int, chance: Stream) -> Faces:
    """All cards that the player does not know lie otherwise, by chance."""
    faces = list(as_it_is(game))
    for group in _movable(game, s, player):
        for card, other in zip(group, chance.shuffled(group), strict=True):
            faces[card] = other
    return faces


def two_exchanged(game: Game, s: State, player: int, chance: Stream) -> Faces | None:
    """Two cards that the player does not know, of different looks, changed places, by chance."""
    groups = _movable(game, s, player)
    every = [card for group in groups for card in group]
    # Rules look at what lies on top, and most of the cards lie below it.
    tops = [card for card in every if _is_top(game, s, card)]
    is_top = bool(tops) and not chance.below(3)
    some = tops if is_top else every
    if not some:
        return None
    one = some[chance.below(len(some))]
    kind = game.tables.kind
    others = [card for group in groups if one in group for card in group if kind[card] != kind[one]]
    # What lies below it nobody knows; where hands are looked at, it is the other way.
    is_near = is_top == bool(chance.below(3))
    wanted = [card for card in others if (s.place[card] == s.place[one]) is is_near]
    others = wanted or others
    return _swap(game, one, others[chance.below(len(others))]) if others else None


def _is_top(game: Game, s: State, card: int) -> bool:
    zone = s.place[card]
    return bool(game.tables.ordered[zone]) and s.zones[zone][-1] == card


def _swap(game: Game, one: int, other: int) -> Faces:
    faces = list(as_it_is(game))
    faces[one], faces[other] = other, one
    return faces


def smaller(game: Game, s: State, player: int, faces: Faces) -> Iterator[Faces]:
    """Two cards alone changed places: those that did in an exchange, then any that may."""
    kind = game.tables.kind
    tried = set()
    moved = [(card, other) for card, other in enumerate(faces) if card != other]
    groups = _movable(game, s, player)
    pairs = [*moved, *((one, other) for group in groups for one in group for other in group)]
    for one, other in pairs:
        looks = (s.place[one], kind[one], s.place[other], kind[other])
        if kind[one] != kind[other] and (one < other) and looks not in tried:
            tried.add(looks)
            yield _swap(game, one, other)


def with_faces(game: Game, s: State, faces: Faces) -> State:
    """The state in which these cards have changed places; the chance is the same."""
    return renamed(game, with_shown_held(game, s), list(faces))


def knowing(game: Game, s: State, faces: Faces) -> int:
    """The mask of those who know one of the cards that have changed places."""
    known = with_shown_held(game, s).known
    mask = 0
    for card, other in enumerate(faces):
        if card != other:
            mask |= known[card]
    return mask


def told(game: Game, s: State, faces: Faces) -> tuple[Swapped, ...]:
    """Which cards changed places, in words; of those that went round in a circle, two by two."""
    kind = game.tables.kind
    names = list(as_it_is(game))
    found = []
    for card, wanted in enumerate(faces):
        if names[card] == wanted:
            continue
        at = names.index(wanted)
        names[card], names[at] = names[at], names[card]
        if kind[names[card]] != kind[names[at]]:
            found.append(
                Swapped(
                    card_name(game.tables, names[at]),
                    _where(game, s, card),
                    card_name(game.tables, names[card]),
                    _where(game, s, at),
                )
            )
    return tuple(found)


def _where(game: Game, s: State, card: int) -> str:
    """Where a card lies, in words."""
    tables = game.tables
    zone, number = s.place[card], ""
    if tables.ordered[zone] and len(s.zones[zone]) > 1:
        depth = len(s.zones[zone]) - s.zones[zone].index(card)
        number = "on top of " if depth == 1 else f"number {depth} from the top of "
    if zone >= tables.static_zones:
        zone = s.holder[zone - tables.static_zones]
        number = f"{number}a stack in "
    name, holder = tables.zone_names[zone]
    whose = {
        "shared": "",
        "player": f" of Player {holder + 1}",
        "team": f" of team {holder + 1}",
    }
    text = f"{number}{words(name)}{whose[tables.ruleset.zones[name].holder]}"
    return text if number else f"in {text}"
