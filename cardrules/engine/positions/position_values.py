"""Variables and tokens of a prepared position, from values as people write them."""

from __future__ import annotations

from cardrules.diagnostics.suggest import did_you_mean
from cardrules.engine.game import Game
from cardrules.engine.positions.named import brief, kind_of, seat_of, variable_at, within
from cardrules.engine.tables import Tables
from cardrules.errors import PositionError
from cardrules.model.state import State
from cardrules.model.types import NONE, Type

_NONE_WRITTEN = "none"
_MOST = 2**63 - 1


def set_variable(game: Game, s: State, key: str, value: object) -> None:
    """Give a variable, or those of several holders, a value; tokens come from their supply."""
    tables = game.tables
    address = variable_at(tables, key)
    variable = game.ruleset.variables[address.name]
    base = tables.variable_base[address.name]
    for holder in address.holders:
        with within():
            new = value_of(tables, s, variable.type, value)
        if variable.supply is not None and isinstance(new, int):
            supply = base + tables.holders(variable.holder)
            s.vars[supply] -= new - s.vars[base + holder]
            if new < 0 or s.vars[supply] < 0:
                raise PositionError(f"There are not so many tokens `{address.name}`.")
        s.vars[base + holder] = new


def value_of(tables: Tables, s: State, of_type: Type, value: object) -> int | tuple[int, ...]:
    """The value that somebody means where this type is needed: the inverse of `describe`."""
    if value is None or value == _NONE_WRITTEN:
        if of_type.optional:
            return NONE
        raise PositionError(f"This is {of_type}, and never none.")
    if of_type.base == "collection" and of_type.element is not None:
        if not isinstance(value, list):
            raise PositionError(f"This is a list of {of_type}, not `{brief(value)}`.")
        return tuple(_item(tables, s, of_type.element, value, index) for index in range(len(value)))
    return _single(tables, s, of_type, value)


def _single(tables: Tables, s: State, of_type: Type, value: object) -> int:
    if of_type.base == "flag" and isinstance(value, bool):
        return value
    if of_type.base == "integer" and isinstance(value, int) and not isinstance(value, bool):
        if abs(value) > _MOST:
            raise PositionError(f"Numbers run from -{_MOST} to {_MOST}, but this is another one.")
        return value
    if of_type.base == "player":
        return seat_of(tables, value)
    if of_type.base == "team":
        member = value[0] if isinstance(value, list) and value else value
        return tables.team_of[seat_of(tables, member)]
    if of_type.base == "enum":
        return _enum(tables, of_type.name, str(value))
    if of_type.base == "card":
        return tables.kind.index(kind_of(tables, str(value)))
    help = "Write `true` or `false`." if of_type.base == "flag" else ""
    raise PositionError(f"`{brief(value)}` is not {of_type.required()}.", help=help)


def _item(tables: Tables, s: State, of_type: Type, items: list[object], index: int) -> int:
    with within(index):
        return _single(tables, s, of_type, items[index])


def _enum(tables: Tables, owner: str, value: str) -> int:
    values = tables.ruleset.values_of(owner)
    if value not in values:
        help = did_you_mean(value, values)
        raise PositionError(f"`{brief(value)}` is no {owner}.", help=help)
    return values.index(value)
