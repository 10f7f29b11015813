"""States that a viewer cannot tell from the real one.

The faces of all cards that the viewer does not know change places: a card keeps its role (where it
lies, who knows it, which choice it is) and gets another face. Cards that are known to lie in a
certain zone stay within it. This is how a bot looks ahead without looking at the cards of others,
and how tests ask whether anything leaks.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from cardrules.engine.game import Game
from cardrules.engine.playing.sites import TogetherSite
from cardrules.engine.playing.things import Renaming, changing_slots, changing_variables, things_in
from cardrules.model.state import State

Shuffle = Callable[[list[int]], list[int]]


def determinised(game: Game, s: State, viewer: int, shuffle: Shuffle) -> State:
    """A state equal to `s` for the viewer (a seat), with what it does not know dealt anew.

    `shuffle` gives a list of numbers in a random order. What comes out is a function of that order
    and of what the viewer knows: not of the hidden cards, not of the sealed answers of others, and
    not of the generator, which gets a new key.
    """
    game.refuse_foreign(s)
    s = with_shown_held(game, s)
    groups = unknown_cards(game, s, viewer)
    roles = _roles(game, s, [card for group in groups.values() for card in group])
    face = list(range(game.tables.cards))
    for where in sorted(groups):
        group = groups[where]
        for card, other in zip(sorted(group, key=roles.__getitem__), shuffle(group), strict=True):
            face[card] = other
    other_state = renamed(game, s, face)
    other_state.key = _new_key(shuffle)
    other_state.chance |= _IMAGINED
    _answer_anew(game, other_state, viewer, shuffle)
    return other_state


def with_shown_held(game: Game, s: State) -> State:
    """The same state; one in which each card itself is known that was shown to somebody."""
    if s.shown:
        s = s.copy()
        game.builder.mover.hold_shown(s)
    return s


def unknown_cards(game: Game, s: State, viewer: int) -> dict[int, list[int]]:
    """The cards whose faces a viewer (a seat) does not know, in groups within which they may
    change places: by the zone in which they are known to lie, or -1.
    """
    bit = 1 << viewer
    groups: dict[int, list[int]] = {}
    for card in range(game.tables.cards):
        if not s.known[card] & bit:
            groups.setdefault(s.place[card] if s.among[card] & bit else -1, []).append(card)
    return groups


def cards_pointed_at(game: Game, s: State) -> set[int]:
    """The cards that variables hold, and names in what is being resolved."""
    found = [
        card
        for frame in s.frames
        for slot, change in _changing(game)[frame[0]]
        for card in things_in(frame[slot], change)
    ]
    for number, change in changing_variables(game.tables, "card"):
        found += things_in(s.vars[number], change)
    return set(found)


_KEY_DIGITS = 20
# Chance events of an imagined game have other numbers: outcomes may have been supplied for those of
# the real one.
_IMAGINED = 1 << 40


def _new_key(shuffle: Shuffle) -> int:
    """A number of 64 bits that depends on nothing but the order."""
    key = 0
    for number in shuffle(list(range(_KEY_DIGITS))):
        key = key * _KEY_DIGITS + number
    return key & (1 << 64) - 1


def _roles(game: Game, s: State, cards: list[int]) -> dict[int, tuple[Any, ...]]:
    """What each card is, whatever its face: where it lies, who knows it, what refers to it."""
    references: dict[int, list[tuple[int, ...]]] = {}
    sealed = _together_site(game, s)
    changing = _changing(game)
    for depth, frame in enumerate(s.frames):
        for slot, change in changing[frame[0]]:
            if sealed is not None and frame is s.frames[-1] and slot == sealed.answers:
                continue  # these are answered anew
            for number, card in enumerate(things_in(frame[slot], change)):
                references.setdefault(card, []).append((depth, slot, number))
    roles: dict[int, tuple[Any, ...]] = {}
    for card in cards:
        zone = s.place[card]
        at = s.zones[zone].index(card) if game.tables.ordered[zone] else 0
        roles[card] = (zone, at, s.known[card], s.among[card], references.get(card, []))
    return roles


def _together_site(game: Game, s: State) -> TogetherSite | None:
    """The site of the sealed choices that are being made, if any."""
    site = game.builder.sites[s.pending[0]] if s.pending is not None else None
    return site if isinstance(site, TogetherSite) else None


def _answer_anew(game: Game, s: State, viewer: int, shuffle: Shuffle) -> None:
    """Other answers for those who have answered under seal before the viewer."""
    site = _together_site(game, s)
    if site is None:
        return
    frame = s.frames[-1]
    kept = list(frame[site.answers])
    for index, player in enumerate(frame[site.players][: len(kept)]):
        if player != viewer and kept[index] != ():
            answers = site.list_answers(s, player)
            if len(answers) > 0:
                answer = answers[_new_key(shuffle) % len(answers)]
                kept[index] = site.kept(s, frame, player, answer)
    frame[site.answers] = tuple(kept)


def renamed(game: Game, s: State, face: list[int]) -> State:
    """The state in which card `c` everywhere is called `face[c]`."""
    other = s.copy()
    static, ordered = game.tables.static_zones, game.tables.ordered
    stacks = {index for index, (name, _) in enumerate(game.tables.zone_names)
              if game.ruleset.zones[name].shape == "stacks"}  # fmt: skip
    for zone, cards in enumerate(s.zones):
        if zone < static and zone in stacks:
            continue
        named = tuple([face[card] for card in cards])
        other.zones[zone] = named if ordered[zone] else tuple(sorted(named))
    for card, new in enumerate(face):
        other.place[new] = s.place[card]
        other.known[new] = s.known[card]
        other.among[new] = s.among[card]
    other.shown = tuple(sorted((face[card], mask) for card, mask in s.shown))
    changing = _changing(game)
    for frame in other.frames:
        for slot, change in changing[frame[0]]:
            frame[slot] = change(frame[slot], face.__getitem__)
    for number, change in changing_variables(game.tables, "card"):
        other.vars[number] = change(s.vars[number], face.__getitem__)
    for zone in range(static):
        if not ordered[zone]:
            game.builder.mover.tidy(other, zone)
    return other


_CHANGING = "_changing_cards"


def _changing(game: Game) -> list[list[tuple[int, Renaming]]]:
    """Per procedure the places in its frames at which there can be cards."""
    cached: list[list[tuple[int, Renaming]]] | None = getattr(game, _CHANGING, None)
    if cached is None:
        cached = changing_slots(game.program.procedures, "card")
        setattr(game, _CHANGING, cached)
    return cached
