"""Values of choices as scenarios write them: whether one can be at all, and whether it is meant.

A card is its name, a player or team a seat, a set of cards a list in any order. A stack is the name
of its top card, its number, or a mapping with as much of `zone`, `seat` and `stack` (its number in
the row of stacks) as matters. A zone is written as elsewhere: `table`, `hand 2`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping

from cardrules.diagnostics.suggest import did_you_mean
from cardrules.engine.game import Game
from cardrules.engine.positions.named import (
    brief,
    card_list,
    kind_of,
    kinds_of,
    seat_of,
    unknown,
    within,
    wrong,
    zone_at,
)
from cardrules.engine.showing.describe import card_name, describe, stack_address
from cardrules.engine.tables import Tables
from cardrules.errors import PositionError
from cardrules.model.state import State
from cardrules.model.types import UNKNOWN, Type

NONE = "none"
_MOST = 2**63 - 1
_PLACE = ("zone", "seat", "stack")


def is_none(value: object) -> bool:
    """Whether somebody has written that there is nothing."""
    return value is None or value == NONE


# ---- What can be ---------------------------------------------------------------------------------


def check_value(tables: Tables, of_type: Type, value: object) -> None:
    """Raises `PositionError` if a value can never be one of this type in this game."""
    if is_none(value):
        if not of_type.optional and of_type.base != "unknown":
            raise PositionError(f"Here {of_type} is chosen, and never none.")
    elif of_type.base == "collection":
        _check_list(tables, of_type.element or UNKNOWN, value, of_type)
    elif of_type.base == "card" and _is_name(value):
        kind_of(tables, str(value))
    elif of_type.base == "player" and _is_name(value):
        seat_of(tables, value)
    elif of_type.base == "team":
        _check_team(tables, value)
    elif of_type.base == "enum" and _is_name(value):
        _check_enum(tables, of_type.name, str(value))
    elif of_type.base == "stack":
        _check_stack(tables, of_type, value)
    elif of_type.base == "zone" and isinstance(value, str):
        _zone(tables, value)
    elif not _is_single(of_type, value):
        raise _another(of_type, value)


def _is_name(value: object) -> bool:
    return isinstance(value, str | int) and not isinstance(value, bool)


def _is_single(of_type: Type, value: object) -> bool:
    """Whether it is a flag or number, or of a type that nobody knows."""
    if of_type.base == "flag":
        return isinstance(value, bool)
    is_number = isinstance(value, int) and not isinstance(value, bool) and abs(value) <= _MOST
    return of_type.base == "unknown" or (of_type.base == "integer" and is_number)


def _another(of_type: Type, value: object) -> PositionError:
    help = "Write `true` or `false`." if of_type.base == "flag" else ""
    # Zones to choose from may be of several shapes.
    what = "a zone" if of_type.base == "zone" else of_type.required()
    return PositionError(f"Here {what} is chosen, not `{brief(value)}`.", help=help)


def _check_list(tables: Tables, element: Type, value: object, of_type: Type) -> None:
    if not isinstance(value, list):
        example = f"[{brief(value)}]" if _is_name(value) else "[...]"
        message = (
            f"Here {of_type.required()} are chosen, so a list is needed, not `{brief(value)}`."
        )
        raise PositionError(message, help=f"Write `{example}`.")
    if element.base != "card":
        for index, item in enumerate(value):
            with within(index):
                check_value(tables, element, item)
        return
    supply = Counter(tables.kind)
    for number, times in Counter(kinds_of(tables, value)).items():
        if times > supply[number]:
            name = tables.ruleset.kinds[number].name
            raise PositionError(
                f"Here `{name}` stands {times} times, but there are {supply[number]}."
            )


def _check_team(tables: Tables, value: object) -> None:
    members = value if isinstance(value, list) and value else [value]
    if len({tables.team_of[seat_of(tables, seat)] for seat in members}) > 1:
        raise PositionError(f"The seats `{brief(value)}` are in several teams.")


def _check_enum(tables: Tables, owner: str, value: str) -> None:
    values = tables.ruleset.values_of(owner)
    if value not in values:
        message = f"`{brief(value)}` is no value of `{owner}`."
        raise PositionError(message, help=did_you_mean(value, values))


def _check_stack(tables: Tables, of_type: Type, value: object) -> None:
    if isinstance(value, Mapping):
        _check_parts(tables, value)
    elif not _is_name(value):
        raise _another(of_type, value)
    elif isinstance(value, int):
        _check_number(tables, value)
    else:
        kind_of(tables, str(value))


def _check_parts(tables: Tables, parts: Mapping[str, object]) -> None:
    if not parts:
        raise PositionError("This says nothing of where the stack lies.")
    for name, value in parts.items():
        if name not in _PLACE:
            message = f"A stack has {', '.join(_PLACE)}, but not `{brief(name)}`."
            raise wrong(message, name, is_key=True, help=did_you_mean(str(name), _PLACE))
        with within(name):
            if name == "seat":
                seat_of(tables, value)
            elif name == "stack":
                _check_number(tables, value)
            elif str(value) not in tables.ruleset.zones:
                raise unknown("zone", str(value), tables.ruleset.zones)


def _zone(tables: Tables, value: object) -> int:
    """The zone that is meant; raises `PositionError` if it is none, or several."""
    address = zone_at(tables, str(value))
    if len(address.holders) > 1:
        raise PositionError(f"One zone is chosen, but `{brief(value)}` are several.")
    return tables.zone_base[address.name] + address.holders[0]


def _check_number(tables: Tables, value: object) -> None:
    if type(value) is not int or not 1 <= value <= tables.cards:
        raise PositionError(f"There is no stack number `{brief(value)}`.")


# ---- What is meant -------------------------------------------------------------------------------


def fits(game: Game, s: State, of_type: Type, told: object, wanted: object) -> bool:
    """Whether a value of a legal action, as it is described, is the one that is meant."""
    if told is None or is_none(wanted):
        return told is None and is_none(wanted)
    if isinstance(told, Mapping) and of_type.base == "zone":
        return bool(told == describe(game.tables, s, of_type, _zone(game.tables, wanted)))
    if isinstance(told, Mapping):
        return _fits_stack(game, s, told, wanted)
    if of_type.base == "team" and isinstance(told, list):
        members = wanted if isinstance(wanted, list) else [wanted]
        return {str(seat) for seat in members} <= {str(seat) for seat in told}
    if isinstance(told, bool) or isinstance(wanted, bool):
        return told is wanted
    return _in_any_order(told) == _in_any_order(wanted)


def _in_any_order(value: object) -> object:
    """A value in which the order of what is chosen together is gone."""
    if isinstance(value, list):
        return tuple(sorted([_in_any_order(item) for item in value], key=repr))
    return str(value)


def spelled_out(tables: Tables, of_type: Type, value: object) -> object:
    """The value with each card by itself, where several of a kind have been written as one."""
    if of_type.base != "collection" or of_type.element is None or not isinstance(value, list):
        return value
    if of_type.element.base == "card":
        return card_list(tables, value)
    return [spelled_out(tables, of_type.element, item) for item in value]


def _fits_stack(game: Game, s: State, told: Mapping[str, object], wanted: object) -> bool:
    """Whether a stack is the one that is meant: by its place, its number, or its top card."""
    if isinstance(wanted, Mapping):
        return all(told.get(str(key)) == value for key, value in wanted.items())
    if isinstance(wanted, int):
        return told["stack"] == wanted
    return _top_of(game, s, told) == str(wanted)


def _top_of(game: Game, s: State, told: Mapping[str, object]) -> str:
    """The name of the top card of a stack that is described."""
    for zone, (name, holder) in enumerate(game.tables.zone_names):
        if told.get("zone") == name and told.get("seat", 1) == holder + 1:
            stack = s.zones[zone][int(str(told["stack"])) - 1]
            return card_name(game.tables, s.zones[stack][-1])
    return ""


def described(game: Game, s: State, of_type: Type, value: object) -> object:
    """The value as the engine describes it, whether or not it can be chosen."""
    tables = game.tables
    if is_none(value):
        return None
    if of_type.base == "collection" and isinstance(value, list):
        if of_type.element is not None and of_type.element.base != "card":
            return [described(game, s, of_type.element, item) for item in value]
        return card_list(tables, value)
    if of_type.base in ("card", "enum"):
        return str(value)
    if of_type.base == "player":
        return seat_of(tables, value) + 1
    if of_type.base == "team":
        member = value[0] if isinstance(value, list) and value else value
        team = tables.teams[tables.team_of[seat_of(tables, member)]]
        return [seat + 1 for seat in team]
    if of_type.base == "stack":
        return _described_stack(game, s, value)
    if of_type.base == "zone":
        return describe(tables, s, of_type, _zone(tables, value))
    return value


def _described_stack(game: Game, s: State, value: object) -> object:
    found = [told for told in _stacks(game, s) if _fits_stack(game, s, told, value)]
    if len(found) > 1:
        message = f"`{brief(value)}` is more than one stack: say which by `seat` and `stack`."
        raise PositionError(message)
    if not found:
        raise PositionError(f"There is no stack `{brief(value)}`.")
    return found[0]


def _stacks(game: Game, s: State) -> Iterator[dict[str, object]]:
    for zone, (name, _) in enumerate(game.tables.zone_names):
        if game.ruleset.zones[name].shape == "stacks":
            for number in range(len(s.zones[zone])):
                yield stack_address(game.tables, zone, number + 1)
