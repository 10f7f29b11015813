"""Prepared positions: a state of a game in which only what matters has been said.

    prepare(game, {"asked": 2, "table": ["7", "3*"], "hand 2": ["7**"], "deck": {"top": ["Aster"]}})

A position is data as YAML or JSON have it. Its keys are zones, variables and tokens, with a seat
behind those that a player or team has, and these:

    asked          who is asked: a seat, or {seat: 2, for: action}; else seat 1 for an action
    rest           where the cards lie that are left over, if it is said how many lie in the deck
    knows 2        cards hidden from seat 2 that it has come to know nevertheless
    game, match 1  the number of the game; the games won, or points, of the side of seat 1

The game is begun with that seat and played on, each with the first action that is legal, until it
is asked. Then cards and variables are laid out (`positions/layout.py`). Who sees a zone knows
it; all other knowledge is gone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

import attrs

from cardrules.engine.chance import checked_seed, key_from_seed
from cardrules.engine.game import Game
from cardrules.engine.playing.chance_events import generator_alone
from cardrules.engine.playing.sites import OneOfSite, WindowSite
from cardrules.engine.positions.layout import Content, Task, Wish, lay_out, read_wish
from cardrules.engine.positions.named import (
    EACH,
    Address,
    brief,
    check_word,
    seat_of,
    split_key,
    thing_at,
    variable_at,
    within,
    zone_at,
    zone_indices,
)
from cardrules.engine.positions.position_knowledge import learn
from cardrules.engine.positions.position_values import set_variable
from cardrules.engine.sets.answers import PASS
from cardrules.errors import PositionError
from cardrules.model.state import State
from cardrules.model.types import NONE
from cardrules.shown import can_be_written, shown

# How many decisions are taken on the way to the one that is wanted.
_MOST_STEPS = 2_000
_MOST = 2**63 - 1
_OTHER_REST = "Name one pile, row or spread whose cards the position does not list."
# What only play brings about.
_COUNTED = ("round", "turn")
# What means something else than a zone or variable.
_WORDS = ("asked", "rest", "knows", "game", "match")


def prepare(
    game: Game,
    position: Mapping[str, object],
    *,
    starter: int | None = None,
    seed: int = 0,
) -> State:
    """The state that a position describes.

    `starter` (from 0) is who began the game; the seat that is asked, if it is not given. The seed
    is that of what follows.

    Raises `PositionError` if the position names what there is not, more cards than there are, or a
    decision that does not come.
    """
    if not isinstance(position, Mapping):
        raise PositionError(f"A position is a mapping of zones and values, not {shown(position)}.")
    for part, given in position.items():
        if not isinstance(part, str):
            raise PositionError(f"A part of a position has a name, not {shown(part)}.")
        if not can_be_written(given):
            raise PositionError(f"No game has {shown(given)} in it.", part)
    key = key_from_seed(checked_seed(seed))
    plan = _Plan(game, position)
    supply = game.builder.chance.supply
    game.supply_chance(generator_alone)
    try:
        s = _reach(game, plan.asked, plan.asked.seat if starter is None else starter)
    finally:
        game.supply_chance(supply)
    with game.builder.asking(s):
        _place_cards(game, s, plan)
        _for_each(game, s, plan.variables, set_variable)
        plan.set_match(s)
        _look_at_all(game, s)
        _for_each(game, s, plan.knowledge, learn)
    s.key, s.draws, s.chance, s.steps = key, 0, 0, 0
    s.events, s.answers = [], None
    if not game.answers(s):
        raise PositionError(f"Seat {plan.asked.seat + 1} can do nothing here, so nobody asks it.")
    return s


@attrs.frozen
class Asked:
    """Who is asked (from 0), and what for: a kind of decision, an action or a choice.

    If it is not said what for, it is an action, or in a game without actions whatever comes first.
    """

    seat: int
    purpose: str | None

    def is_at(self, game: Game, s: State) -> bool:
        """Whether a decision is for this, whoever is asked."""
        if self.purpose is not None:
            return self.purpose in purposes(game, s)
        return _is_action(game, s) or not game.ruleset.actions


class _Plan:
    """The parts of a position, with every name looked up."""

    def __init__(self, game: Game, position: Mapping[str, object]) -> None:
        self.asked = Asked(0, None)
        self.rest: int | None = None
        self.wishes: dict[int, Wish] = {}
        self.variables: dict[str, object] = {}
        self.knowledge: dict[str, object] = {}
        self._game = game
        self._match: dict[str, object] = {}
        self._first: dict[tuple[str, int], str] = {}
        errors: list[PositionError] = []
        # What each has stands behind what a seat has, wherever in the position it is said, and the
        # rest goes where nothing of this is listed.
        for key in sorted(position, key=lambda key: (key == "rest", split_key(key)[1] != EACH)):
            try:
                self._add(key, position[key])
            except PositionError as error:
                errors.append(error)
        if errors:
            errors[0].others = tuple(errors[1:])
            raise errors[0]

    def _add(self, key: str, value: object) -> None:
        tables = self._game.tables
        name, _ = split_key(key)
        try:
            if name in _WORDS:
                check_word(tables, name)
            if key == "asked":
                self.asked = read_asked(self._game, value)
            elif key == "rest":
                self.rest = self._one_zone(zone_at(tables, str(value)))
            elif name == "knows":
                self.knowledge[key] = value
            elif name in ("game", "match"):
                self._match[key] = value
            elif name in _COUNTED:
                raise PositionError(
                    f"`{name}` cannot be laid out: it counts what has been played.",
                    help=f"Play on until it is so: begin the steps with `until: {{{name}: ...}}`.",
                )
            elif name in tables.ruleset.variables:
                self._refuse_twice(variable_at(tables, key), key)
                self.variables[key] = value
            else:
                address = thing_at(tables, key)
                self._refuse_twice(address, key)
                with within():
                    wish = read_wish(tables, name, key, value)
                for zone in zone_indices(tables, address):
                    self.wishes[zone] = wish
        except PositionError as error:
            error.part = error.part or key
            raise

    def _refuse_twice(self, address: Address, key: str) -> None:
        """What one seat of a team has and what another seat of it has are the same thing."""
        if split_key(key)[1] == EACH:
            return
        for holder in address.holders:
            first = self._first.setdefault((address.name, holder), key)
            if first != key:
                message = f"`{key}` and `{first}` speak of the same {address.name}."
                raise PositionError(message, help="Leave one of them out.")

    def _one_zone(self, address: Address) -> int:
        zones = zone_indices(self._game.tables, address)
        shape = self._game.ruleset.zones[address.name].shape
        if shape == "stacks":
            raise PositionError("The rest cannot go to a zone of stacks.", help=_OTHER_REST)
        if len(zones) != 1:
            message = f"The rest goes to a single zone, and there are {len(zones)} here."
            raise PositionError(message, help=_OTHER_REST)
        if self._is_exact(zones[0]):
            message = "The rest cannot go where the position lists all cards that lie there."
            raise PositionError(message, help=_OTHER_REST)
        return zones[0]

    def _is_exact(self, zone: int) -> bool:
        return zone in self.wishes and self.wishes[zone].piles is not None

    def set_match(self, s: State) -> None:
        """How a match stands."""
        tables = self._game.tables
        for key, value in self._match.items():
            name, seat = split_key(key)
            if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= _MOST:
                raise PositionError(f"`{key}` is a number from 0 on, not `{brief(value)}`.", key)
            if not tables.ruleset.matches:
                raise PositionError(f"`{key}` belongs to a match, and this game is none.", key)
            if name == "game":
                s.game = value
                continue
            side = tables.team_of[seat_of(tables, seat)]
            s.sides = (*s.sides[:side], value, *s.sides[side + 1 :])


Put = Callable[[Game, State, str, object], None]


def _for_each(game: Game, s: State, parts: Mapping[str, object], put: Put) -> None:
    """Put parts of a position into a state; an error says at which key it was."""
    for key, value in parts.items():
        try:
            put(game, s, key, value)
        except PositionError as error:
            error.part = error.part or key
            raise


# ---- Who is asked --------------------------------------------------------------------------------


def read_asked(game: Game, value: object) -> Asked:
    """Who is asked, as a position or an expectation says it."""
    if not isinstance(value, Mapping):
        return Asked(seat_of(game.tables, value), None)
    unknown = [key for key in value if key not in ("seat", "for")]
    if unknown:
        raise PositionError(f"`asked` has `seat` and `for`, but not `{unknown[0]}`.")
    seat = seat_of(game.tables, value.get("seat", 1))
    purpose = value.get("for")
    return Asked(seat, None if purpose is None else str(purpose))


def purposes(game: Game, s: State) -> tuple[str, ...]:
    """What a decision can be called: its kind, what can be done or chosen at it, and its window."""
    if s.pending is None:
        return ()
    site = game.builder.sites[s.pending[0]]
    found = [str(site.asks_for)]
    if site.asks_for == "choose":
        found += [choice.name for choice in site.searches[0].choices]
        return tuple(found)
    found += [search.name for search in site.searches]
    if isinstance(site, OneOfSite) and site.last is not None:
        found.append(site.last.name)
    for search in site.searches:
        interrupt = game.ruleset.interrupts.get(search.name)
        if isinstance(site, WindowSite) and interrupt is not None and interrupt.window is not None:
            found.append(interrupt.window)
    return tuple(dict.fromkeys(found))


def every_purpose(game: Game) -> frozenset[str]:
    """What any decision of a game can be called."""
    found = {"action", "interrupt", "choose"}
    found.update(search.name for search in game.program.searches)
    found.update(
        choice.name
        for search in game.program.searches
        if search.name == "choose"
        for choice in search.choices
    )
    interrupts = game.ruleset.interrupts.values()
    found.update(item.window for item in interrupts if item.window is not None)
    return frozenset(found)


def first_answer(game: Game, s: State) -> tuple[object, ...]:
    """What is done where it does not matter: to pass, or else the first legal action."""
    answers = game.answers(s)
    return answers[-1] if answers[-1] == PASS else answers[0]


def _reach(game: Game, asked: Asked, starter: int) -> State:
    """The first decision that is wanted."""
    s = game.start(0, starter)
    inside = False
    met: dict[str, None] = {}
    for _ in range(_MOST_STEPS):
        if s.pending is None:
            break
        if asked.is_at(game, s):
            if is_in_action(game, s):
                inside = True
            elif s.pending[1] == asked.seat:
                return s
        if s.pending[1] == asked.seat and not is_in_action(game, s):
            met.update(dict.fromkeys(purposes(game, s)))
        game.apply_answer_in_place(s, first_answer(game, s))
    raise _not_asked(asked, met, is_inside=inside)


def _not_asked(asked: Asked, met: Iterable[str], *, is_inside: bool) -> PositionError:
    purpose = asked.purpose or "action"
    if is_inside:
        message = f"`{purpose}` is asked for in the middle of an action."
        return PositionError(message, "asked", "Take the action as a step.")
    message = f"Seat {asked.seat + 1} is not asked for `{purpose}` when the game is played on"
    names = ", ".join(f"`{name}`" for name in met)
    if not names:
        return PositionError(f"{message}, nor for anything else.", "asked")
    help = f"Say which with `asked: {{seat: {asked.seat + 1}, for: ...}}`."
    return PositionError(f"{message}, but for {names}.", "asked", help)


def _is_action(game: Game, s: State) -> bool:
    return s.pending is not None and game.builder.sites[s.pending[0]].asks_for == "action"


def is_in_action(game: Game, s: State) -> bool:
    """Whether somebody is asked in the middle of an action, an interrupt or a trigger."""
    roles = {game.builder.codes[frame[0]].procedure.role for frame in s.frames}
    return bool(roles & {"action", "interrupt", "trigger"})


# ---- Cards ---------------------------------------------------------------------------------------


def _place_cards(game: Game, s: State, plan: _Plan) -> None:
    deck, fillers = deck_of(game, s)
    if plan.rest == deck:
        raise PositionError("The rest lies in the deck anyway.", "rest", "Leave `rest` out.")
    task = Task(
        tables=game.tables,
        current=[_content(game, s, zone) for zone in range(game.tables.static_zones)],
        wishes=plan.wishes,
        deck=deck,
        rest=plan.rest,
        fillers=fillers,
    )
    _put(game, s, lay_out(task))


def deck_of(game: Game, s: State) -> tuple[int, frozenset[int]]:
    """The zone in which the cards begin, and the kinds that do and have no trigger there."""
    tables = game.tables
    starting = [name for name, zone in game.ruleset.zones.items() if zone.starts is not None]
    piles = [name for name in starting if game.ruleset.zones[name].shape == "pile"]
    name = (piles or starting)[0]
    deck = tables.zone_base[name]
    cards = game.builder.start_functions[name]()(s, NONE)
    lines = game.builder.program.triggers.get(deck, {})
    return deck, frozenset(tables.kind[card] for card in cards if tables.line[card] not in lines)


def _content(game: Game, s: State, zone: int) -> Content:
    kind, cards = game.tables.kind, s.zones[zone]
    name = game.tables.zone_names[zone][0]
    if game.ruleset.zones[name].shape == "stacks":
        return [[kind[card] for card in reversed(s.zones[stack])] for stack in cards]
    return [[kind[card] for card in reversed(cards)]]


def _put(game: Game, s: State, layout: list[Content]) -> None:
    """Lay the cards, of each kind the lower numbers first."""
    tables = game.tables
    numbers: dict[int, list[int]] = {}
    for card in range(tables.cards - 1, -1, -1):
        numbers.setdefault(tables.kind[card], []).append(card)
    size = len(s.zones)
    s.zones, s.blur = [()] * size, [0] * size
    s.holder = [-1] * len(s.holder)
    s.known, s.among = [0] * tables.cards, [0] * tables.cards
    s.shown = ()
    for zone, piles in enumerate(layout):
        name = tables.zone_names[zone][0]
        if game.ruleset.zones[name].shape != "stacks":
            _put_pile(game, s, zone, [numbers[kind].pop() for kind in piles[0]])
            continue
        for pile in piles:
            if pile:
                index = s.holder.index(-1)
                s.holder[index] = zone
                s.zones[zone] = (*s.zones[zone], tables.static_zones + index)
                cards = [numbers[kind].pop() for kind in pile]
                _put_pile(game, s, tables.static_zones + index, cards)


def _put_pile(game: Game, s: State, zone: int, cards: list[int]) -> None:
    """Lay cards, which are given from the top down."""
    ordered = game.tables.ordered[zone]
    s.zones[zone] = tuple(reversed(cards)) if ordered else tuple(sorted(cards))
    for card in cards:
        s.place[card] = zone


def _look_at_all(game: Game, s: State) -> None:
    """Everybody knows what they see; spreads are in the form in which the engine keeps them."""
    tables, mover = game.tables, game.builder.mover
    for zone in range(len(s.zones)):
        if zone >= tables.static_zones:
            if s.holder[zone - tables.static_zones] >= 0:
                mover.look(s, zone)
            continue
        if game.ruleset.zones[tables.zone_names[zone][0]].shape == "stacks":
            continue
        mover.look(s, zone)
        if not tables.ordered[zone]:
            mover.tidy(s, zone)
