"""States from data: what comes from outside is a state of this game, or it is refused.

Every part has a form (`PARTS_OF_STATES`: add a line for a new part), and the parts must go
together: each card lies in one place, who sees a card knows it, each procedure stands where it can
stand, with the one above it that it has called, and whoever is asked has something to answer. From
such a state the game goes on to its end like from any other.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping
from typing import Any

from cardrules.engine.frames import FRAME_HEAD
from cardrules.engine.game import Game
from cardrules.engine.playing.sites import Site, TogetherSite, WindowSite
from cardrules.engine.positions.forms import (
    CARD,
    FLAG,
    PLAYER,
    Form,
    Path,
    Scene,
    distinct,
    fits,
    form_of,
    listed,
    number,
    one_of,
    or_none,
    packed,
    typed,
)
from cardrules.engine.program import Waiting
from cardrules.engine.sets.counted import count_of
from cardrules.engine.tables import Tables
from cardrules.errors import CardrulesError, StateError
from cardrules.machine.program import Program
from cardrules.machine.shapes import UNSET, WHO_ACTS, OneOf, Shape
from cardrules.model.state import PARTS, State, state_from_parts
from cardrules.strict_json import StrictJsonError, path_text, read_json

_MOST_DEPTH = 12


def _places(tables: Tables) -> int:
    """How many places for cards there are: zones, and those for stacks."""
    return tables.static_zones + _spare(tables)


def _spare(tables: Tables) -> int:
    return tables.stack_places + 1 if tables.has_stacks else 0


_MASK = fits(lambda scene, value: type(value) is int and 0 <= value <= scene.tables.everybody)
_ZONE = fits(lambda scene, value: type(value) is int and 0 <= value < _places(scene.tables))
_PENDING = packed(number(), PLAYER)
# A procedure, the place where it stands, who acts, and slots.
_FRAME = fits(lambda scene, value: isinstance(value, tuple) and len(value) >= FRAME_HEAD)
# What each part of a state may be, for itself.
PARTS_OF_STATES: Mapping[str, Form] = {
    "fingerprint": fits(lambda scene, value: isinstance(value, str)),
    "zones": listed(distinct(listed(number())), _places),
    "place": listed(_ZONE, lambda tables: tables.cards),
    "known": listed(_MASK, lambda tables: tables.cards),
    "among": listed(_MASK, lambda tables: tables.cards),
    "blur": listed(_MASK, _places),
    "shown": listed(packed(CARD, _MASK)),
    "holder": listed(one_of(_ZONE, number(-1, -1)), _spare),
    "vars": listed(fits(lambda scene, value: True), lambda tables: tables.variable_count),
    "frames": listed(_FRAME),
    "pending": fits(lambda scene, value: value is None or _PENDING(scene, value) is None),
    "active": PLAYER,
    "starter": PLAYER,
    "direction": one_of(number(-1, -1), number(1, 1)),
    "next_turn": or_none(PLAYER),
    "round": number(),
    "turn": number(),
    "game": number(1),
    "sides": listed(number(-(1 << 63)), lambda tables: len(tables.teams)),
    "key": number(-1, (1 << 64) - 1),
    "draws": number(),
    "chance": number(),
    "steps": number(),
    "changes": number(),
    "over": FLAG,
}


def state_from_data(game: Game, data: object) -> State:
    """The state that `State.data` described; raises `StateError` if no state of the game is so."""
    if not isinstance(data, Mapping):
        raise StateError("A state is a mapping of its parts to what they are.")
    for name in PARTS:
        if name not in data:
            raise _wrong(name, "is missing")
    for name in data:
        if name not in PARTS:
            raise StateError(
                f"A state has no part {name!r:.50}.", "" if name is None else str(name)
            )
    given = {name: _with_tuples(name, data[name]) for name in PARTS}
    if given["fingerprint"] != game.fingerprint:
        raise _wrong("fingerprint", "is that of another game")
    scene = Scene(
        game.tables, {n: bounds for bounds, n in game.builder.generated.emitter.specs.items()}
    )
    for name in PARTS:
        path = PARTS_OF_STATES[name](scene, given[name])
        if path is not None:
            raise _wrong(name, "is not what it can be", path)
    s = state_from_parts(given)
    s.fingerprint = game.fingerprint
    scene.holder = s.holder
    try:
        for check in _CHECKS:
            check(game, scene, s)
    except StateError:
        raise
    except CardrulesError as error:
        raise StateError(f"No game stands like this: {error}") from error
    s.events, s.answers = [], None
    return s


def text_from_state(game: Game, s: State) -> str:
    """A state as a line of JSON, with a digest that tells any change; see `state_from_text`."""
    game.refuse_foreign(s)
    data = {"cardrules_state": _FORMAT, "program": _frames_of(game.program), "state": s.data()}
    return json.dumps({**data, "digest": _digest(data)}, separators=(",", ":"))


def state_from_text(game: Game, text: str) -> State:
    """The state of such a text; raises `StateError` if it was changed, or is of another game."""
    if not isinstance(text, str):
        raise StateError(f"The text of a state is a text, not {text!r:.50}.")
    try:
        found = read_json(text.encode("utf-8", "surrogatepass"))
    except StrictJsonError as error:
        raise StateError(f"This is no text of a state: {error}.", path_text(error.path)) from None
    if not isinstance(found, dict) or found.keys() != _KEYS:
        raise StateError("This is no text of a state.")
    if found["cardrules_state"] != _FORMAT:
        raise StateError(f"This text is not of format {_FORMAT}.", "cardrules_state")
    if found["digest"] != _digest({name: found[name] for name in _KEYS - {"digest"}}):
        raise StateError("The text was changed after it was written.", "digest")
    state = found["state"]
    is_of_this_game = isinstance(state, dict) and state.get("fingerprint") == game.fingerprint
    if is_of_this_game and found["program"] != _frames_of(game.program):
        raise StateError(
            "This text is from a version of cardrules in which the program of these rules has "
            "other places to stand at.",
            "program",
        )
    return state_from_data(game, state)


_FORMAT = 2
_KEYS = frozenset({"cardrules_state", "program", "state", "digest"})


def _frames_of(program: Program) -> str:
    """What tells where the frames of a program can stand, and what lies in them."""
    frames = [
        [item.key, len(item.slots), [wait.number for wait in item.waits]]
        for item in program.procedures
    ]
    return _digest(frames)[:16]


def _digest(data: object) -> str:
    text = json.dumps(data, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode("ascii")).hexdigest()


def _with_tuples(name: str, value: object, depth: int = 0) -> Any:
    """A value of a part with tuples for lists; nothing else is in a state."""
    if isinstance(value, list | tuple):
        if depth > _MOST_DEPTH:
            raise _wrong(name, "is nested too deeply")
        return tuple([_with_tuples(name, item, depth + 1) for item in value])
    if value is None or type(value) in (int, bool, str):
        return value
    raise _wrong(name, f"holds {type(value).__name__}, which no state does")


def _wrong(name: str, what: str, path: Path = ()) -> StateError:
    place = name + "".join(f"[{index}]" for index in path)
    return StateError(f"This is no state of the game: `{place}` {what}.", place)


# ---- Parts that go together ----------------------------------------------------------------------


def _cards(game: Game, scene: Scene, s: State) -> None:
    """Each card lies in one place; the cards of a spread are in order."""
    tables = game.tables
    for zone, cards in enumerate(s.zones):
        if zone in tables.zones_of_stacks:
            continue
        for index, card in enumerate(cards):
            if CARD(scene, card) is not None or s.place[card] != zone:
                raise _wrong("zones", "does not have the cards that lie there", (zone, index))
        if not tables.ordered[zone] and list(cards) != sorted(cards):
            raise _wrong("zones", "is not in order", (zone,))
    lying = sum(
        len(cards) for zone, cards in enumerate(s.zones) if zone not in tables.zones_of_stacks
    )
    if lying != tables.cards:
        raise _wrong("zones", "does not have every card")


def _stacks(game: Game, scene: Scene, s: State) -> None:
    """A zone of stacks has those that say so, and there is no stack without cards."""
    tables = game.tables
    for zone in tables.zones_of_stacks:
        held = [tables.static_zones + i for i, holder in enumerate(s.holder) if holder == zone]
        if sorted(s.zones[zone]) != held:
            raise _wrong("zones", "does not have its stacks", (zone,))
    for index, holder in enumerate(s.holder):
        stack = tables.static_zones + index
        is_there = holder >= 0
        fits_there = holder in tables.zones_of_stacks if is_there else holder == -1
        if not fits_there or is_there is not bool(s.zones[stack]):
            raise _wrong("holder", "is not what it can be", (index,))


def _variables(game: Game, scene: Scene, s: State) -> None:
    """Each variable has a value of its type; there are as many tokens as at the start."""
    tables = game.tables
    for name, variable in game.ruleset.variables.items():
        base, holders = tables.variable_base[name], tables.holders(variable.holder)
        is_token = variable.supply is not None
        form = number() if is_token else typed(variable.type)
        for index in range(base, base + holders + is_token):
            path = form(scene, s.vars[index])
            if path is not None:
                raise _wrong("vars", f"is no value of {name}", (index, *path))
        if variable.supply is not None:
            supply = tables.constants.value(variable.supply)
            if sum(s.vars[base : base + holders + 1]) != supply:
                raise _wrong("vars", f"does not have {supply} {name}", (base,))


def _knowledge(game: Game, scene: Scene, s: State) -> None:
    """Who sees a card knows it; of cards that look the same the first ones are known."""
    mover, other = game.builder.mover, s.copy()
    for zone, cards in enumerate(s.zones):
        if zone in game.tables.zones_of_stacks:
            continue
        if cards:
            mover.look(other, zone)
        if not game.tables.ordered[zone]:
            mover.tidy(other, zone)
    for card in range(game.tables.cards):
        if other.known[card] != s.known[card]:
            raise _wrong("known", "is not what those who see the card know", (card,))
        if s.among[card] & ~s.blur[s.place[card]]:
            raise _wrong("among", "is not what can be known there", (card,))


def _shown(game: Game, scene: Scene, s: State) -> None:
    """Cards that were shown lie in spreads, and are known to those who can point at them."""
    other = s.copy()
    game.builder.mover.hold_shown(other)
    before = -1
    for index, (card, mask) in enumerate(s.shown):
        is_known = game.builder.reveals and mask and not mask & ~other.known[card]
        if card <= before or game.tables.ordered[s.place[card]] or not is_known:
            raise _wrong("shown", "is not what can have been shown", (index,))
        before = card


def _match(game: Game, scene: Scene, s: State) -> None:
    """Without a match there is one game, and nothing is won before its end."""
    if not game.is_match and (s.game != 1 or any(s.sides)):
        raise _wrong("game", "is that of a match")
    if s.steps > game.limit:
        raise _wrong("steps", f"is more than the {game.limit:,} actions that a game may have")


def _frames(game: Game, scene: Scene, s: State) -> None:
    """Each procedure stands where it can stand, waiting for the one above it."""
    if s.over:
        if s.frames or s.pending is not None:
            raise _wrong("over", "is said of a game that goes on")
        return
    if s.pending is None or not s.frames:
        raise _wrong("pending", "is nobody, but the game is not over")
    codes = game.builder.codes
    if s.frames[0][0] != game.builder.code("play").index:
        raise _wrong("frames", "is not the play", (0,))
    for depth, frame in enumerate(s.frames):
        is_last = depth + 1 == len(s.frames)
        waiting = _waiting_at(game, depth, frame)
        above = None if is_last else s.frames[depth + 1][0]
        if waiting.site != s.pending[0] if is_last else above not in waiting.above:
            raise _wrong("frames", "is not where it waits for what is above it", (depth, 1))
        scene.caller_acts = depth > 0 and PLAYER(scene, s.frames[depth - 1][2]) is None
        slots = codes[frame[0]].procedure.slots
        for slot, value in enumerate(frame[FRAME_HEAD - 1 :], WHO_ACTS):
            shape = waiting.shapes.get(slot)
            form = _or_unset(slots[slot].shape) if shape is None else form_of(shape)
            path = form(scene, value)
            if path is not None:
                place = (depth, slot + FRAME_HEAD, *path)
                raise _wrong("frames", "is not what it can be there", place)


def _waiting_at(game: Game, depth: int, frame: list[Any]) -> Waiting:
    """Where a procedure stands."""
    codes = game.builder.codes
    if number(0, len(codes) - 1)(Scene(game.tables, {}), frame[0]) is not None:
        raise _wrong("frames", "is no procedure", (depth, 0))
    code = codes[frame[0]]
    if len(frame) != FRAME_HEAD + len(code.procedure.slots):
        raise _wrong("frames", "has another number of slots", (depth,))
    waiting: Waiting | None = code.waits.get(frame[1]) if type(frame[1]) is int else None
    if waiting is None:
        raise _wrong("frames", "is no place where it can stand", (depth, 1))
    return waiting


def _or_unset(shape: Shape | None) -> Form:
    """A slot that has no value here: 0, or what was left in it."""
    return form_of(UNSET if shape is None else OneOf(shapes=(UNSET, shape)))


def _asked(game: Game, scene: Scene, s: State) -> None:
    """The one who is asked is the one who acts, or whose turn it is to answer."""
    if s.pending is None:
        return
    site, player = game.builder.sites[s.pending[0]], s.pending[1]
    frame = s.frames[-1]
    if not _is_asked(site, frame, player):
        raise _wrong("pending", "is not the one who is asked", (1,))
    if not isinstance(site, WindowSite) and not count_of(game.answers(s)):
        raise _wrong("pending", "has nothing to choose", (1,))


def _is_asked(site: Site, frame: list[Any], player: int) -> bool:
    if not isinstance(site, WindowSite | TogetherSite):
        return bool(frame[2] == player)
    players, position = frame[site.players], frame[site.position]
    if not position < len(players) or players[position] != player:
        return False
    if isinstance(site, WindowSite):
        return True
    return bool(frame[2] == player and len(frame[site.answers]) == position)


_CHECKS: tuple[Callable[[Game, Scene, State], None], ...] = (
    _stacks, _cards, _variables, _match, _frames, _knowledge, _shown, _asked,
)  # fmt: skip
