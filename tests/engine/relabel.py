"""An independent way to make states that a viewer cannot tell apart, so that `determinise` is not
its own judge.

Cards that none of the viewers knows exchange their faces. Nothing is asked of the engine but the
state itself: a card that is mentioned anywhere in what is being resolved, or in a variable, keeps
its face, whatever the mention means.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from typing import Any

from cardrules.engine.game import Game
from cardrules.model.state import State

# Procedure, instruction and who acts: the first slots of a frame are no cards.
HEAD = 3


def numbers_in(value: Any) -> Iterator[int]:
    """All whole numbers in nested data."""
    if isinstance(value, (list, tuple)):
        for item in value:
            yield from numbers_in(item)
    elif isinstance(value, int):
        yield int(value)


def movable(of: Game, s: State, bits: int) -> dict[Any, list[int]]:
    """Cards that may exchange their faces, in groups within which they may."""
    mentioned = set(numbers_in([frame[HEAD:] for frame in s.frames])) | set(numbers_in(s.vars))
    mentioned |= {card for card, _ in s.shown}
    groups: dict[Any, list[int]] = {}
    for card in range(of.tables.cards):
        if s.known[card] & bits or card in mentioned:
            continue
        # Of a card that is known to lie in a zone, only this is certain.
        vague = s.among[card] & bits
        groups.setdefault((s.place[card], vague) if vague else None, []).append(card)
    return groups


def relabelled(
    of: Game, s: State, viewers: Iterable[int], chance: random.Random, keep: Iterable[int] = ()
) -> tuple[State, list[int]]:
    """A state that none of these viewers (bits of masks) can tell from `s`, and the new face of
    each card.
    """
    bits = sum(1 << viewer for viewer in set(viewers))
    face = list(range(of.tables.cards))
    kept = set(keep)
    for group in movable(of, s, bits).values():
        cards = [card for card in group if card not in kept]
        for card, other in zip(cards, chance.sample(cards, len(cards)), strict=True):
            face[card] = other
    return with_faces(of, s, face), face


def with_faces(of: Game, s: State, face: list[int]) -> State:
    """The state in which each card has another's face; who knows what is known of the places."""
    other = s.copy()
    holds_stacks = {number for number, (name, _) in enumerate(of.tables.zone_names)
                    if of.ruleset.zones[name].shape == "stacks"}  # fmt: skip
    for card, new in enumerate(face):
        other.place[new], other.known[new], other.among[new] = (
            s.place[card],
            s.known[card],
            s.among[card],
        )
    other.shown = tuple(sorted((face[card], mask) for card, mask in s.shown))
    for zone, content in enumerate(s.zones):
        if zone in holds_stacks:
            continue
        cards = [face[card] for card in content]
        if not of.tables.ordered[zone]:
            cards.sort()
            _pack(of, other, cards)
        other.zones[zone] = tuple(cards)
    return other


def _pack(of: Game, s: State, cards: list[int]) -> None:
    """In a spread, of cards that look the same the known ones have the lower numbers."""
    for kind in {of.tables.kind[card] for card in cards}:
        twins = [card for card in cards if of.tables.kind[card] == kind]
        masks = [s.known[card] for card in twins]
        for index, card in enumerate(twins):
            s.known[card] = sum(
                1 << bit
                for bit in range(of.players + 1)
                if sum(mask >> bit & 1 for mask in masks) > index
            )
