"""States that a viewer cannot tell from the real one.

The faces of all cards that the viewer does not know change places: a card keeps its role (where it
lies, who knows it, which choice it is) and gets another face. Cards that are known to lie in a
certain zone stay within it. This is how a bot looks ahead without looking at the cards of others,
and how tests ask whether anything leaks.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from cardrules.engine.emit import FRAME_HEAD as _HEAD
from cardrules.engine.game import Game
from cardrules.engine.sites import TogetherSite
from cardrules.engine.slot_kinds import Each, kinds_of_slots
from cardrules.model.state import State
from cardrules.model.types import CARD, CARDS, FAMILIES, NONE, SETS, Type

Shuffle = Callable[[list[int]], list[int]]


def determinised(game: Game, s: State, viewer: int, shuffle: Shuffle) -> State:
    """A state equal to `s` for the viewer (a seat), with what it does not know dealt anew.

    `shuffle` gives a list of numbers in a random order. What comes out is a function of that order
    and of what the viewer knows: not of the hidden cards, not of the sealed answers of others, and
    not of the generator, which gets a new key.
    """
    game.refuse_foreign(s)
    bit = 1 << viewer
    if s.shown:
        s = s.copy()
        game.builder.mover.hold_shown(s)
    hidden = [card for card in range(game.tables.cards) if not s.known[card] & bit]
    roles = _roles(game, s, hidden)
    groups: dict[int, list[int]] = {}
    for card in hidden:
        groups.setdefault(s.place[card] if s.among[card] & bit else -1, []).append(card)
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
    for depth, (frame, kinds) in enumerate(_frames_with_kinds(game, s)):
        for slot in sorted(kinds):
            if sealed is not None and frame is s.frames[-1] and slot + _HEAD == sealed.answers:
                continue  # these are answered anew
            if slot + _HEAD < len(frame):
                for path, card in _cards_in(frame[slot + _HEAD], kinds[slot]):
                    references.setdefault(card, []).append((depth, slot, *path))
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
    answers = list(frame[site.answers])
    for index, player in enumerate(frame[site.players][: len(answers)]):
        if player != viewer and answers[index] != ():
            options = site.list_options(s, player)
            if len(options) > 0:
                option = options[_new_key(shuffle) % len(options)]
                answers[index] = site.answer(s, frame, player, option)
    frame[site.answers] = tuple(answers)


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
    other.frames = []
    for frame, kinds in _frames_with_kinds(game, s):
        values = [
            _renamed_value(value, kinds.get(slot), face) for slot, value in enumerate(frame[_HEAD:])
        ]
        other.frames.append(frame[:_HEAD] + values)
    for name, variable in game.ruleset.variables.items():
        if variable.type.plain() in (CARD, CARDS):
            base = game.tables.variable_base[name]
            for index in range(base, base + game.tables.holders(variable.holder)):
                other.vars[index] = _renamed_value(s.vars[index], variable.type.plain(), face)
    for zone in range(static):
        if not ordered[zone]:
            game.builder.mover.tidy(other, zone)
    return other


def _frames_with_kinds(game: Game, s: State) -> Iterator[tuple[list[Any], dict[int, Any]]]:
    """The frames, each with the kinds of those of its slots that hold cards."""
    kinds = _frame_kinds(game)
    for frame in s.frames:
        yield frame, kinds[frame[0]]


def _cards_in(value: Any, kind: Any) -> Iterator[tuple[tuple[int, ...], int]]:
    """The cards in a value of a slot, each with its path there."""
    if kind == SETS and isinstance(value, tuple):
        # See `cardrules.engine.subsets.closed`.
        yield from _cards_in(value, _kinds_of_sets(value))
    elif isinstance(value, tuple):
        inner: Any = None
        if isinstance(kind, Each):
            inner = kind.of
        elif isinstance(kind, Type) and kind.base == "collection":
            # Within families sets are as they are, not closed.
            inner = Each(CARDS) if kind.element == SETS else kind.element
        for index, item in enumerate(value):
            one = inner
            if isinstance(kind, list):
                one = kind[index] if index < len(kind) else None
            for path, card in _cards_in(item, one):
                yield (index, *path), card
    elif kind == CARD and isinstance(value, int) and value != NONE:
        yield (), value


def _renamed_value(value: Any, kind: Any, face: list[int]) -> Any:
    """A value of a slot; a list of kinds stands for a tuple with one value each."""
    if kind is None or value == NONE:
        return value
    if kind == SETS and isinstance(value, tuple):
        return _renamed_sets(value, face)
    if isinstance(kind, list):
        if not isinstance(value, tuple):
            return value
        return tuple(
            _renamed_value(item, one, face) for item, one in zip(value, kind, strict=False)
        )
    if isinstance(kind, Each):
        if not isinstance(value, tuple):
            return value
        return tuple(_renamed_value(item, kind.of, face) if item != () else () for item in value)
    if kind == CARD:
        return face[value] if isinstance(value, int) else value
    if kind == FAMILIES and isinstance(value, tuple):
        return tuple([_renamed_sets((family,), face)[0] for family in value])
    if isinstance(kind, Type) and kind.base == "collection" and isinstance(value, tuple):
        return tuple(_renamed_value(item, kind.element, face) for item in value)
    return value


def _kinds_of_sets(value: tuple[Any, ...]) -> list[Any]:
    """The kinds of the parts of sets as plain data: see `cardrules.engine.subsets.closed`."""
    match value:
        case (_, int(), _):  # a pool, and a condition by its number and values
            return [CARDS, None, None]
        case (_, _, _):  # a pool, and sets that have pools of their own
            return [CARDS, Each(CARDS), Each(CARDS)]
        case _:
            return [*[CARDS] * (len(value) - 1), Each(CARDS)]


def _renamed_sets(value: tuple[Any, ...], face: list[int]) -> tuple[Any, ...]:
    """Sets as plain data, their cards in order again."""

    def named(cards: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(sorted([face[card] for card in cards]))

    match value:
        case (pool, int() as spec, values):
            return named(pool), spec, values
        case (pool, own, sets):
            return named(pool), tuple(map(named, own)), tuple(map(named, sets))
        case (*pools, sets):
            return (*map(named, pools), tuple(map(named, sets)))
    return value


_KINDS = "_frame_kinds"


def _frame_kinds(game: Game) -> list[dict[int, Any]]:
    """Per program, the kinds of the slots that hold cards."""
    cached: list[dict[int, Any]] | None = getattr(game, _KINDS, None)
    if cached is None:
        cached = [kinds_of_slots(game.ruleset, code) for code in game.builder.codes]
        setattr(game, _KINDS, cached)
    return cached
