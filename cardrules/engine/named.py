"""What people name in positions and expectations: cards, and zones or variables with a seat.

    7*  Crawler 3  2 x Aster  hidden       a card, several of a kind, one whose face is not known
    table  hand 2  hand each               shared; of a seat; of every seat

The number behind a name is always that of a seat: what a team has is named by any of its seats.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

import attrs

from cardrules.diagnostics.suggest import did_you_mean
from cardrules.engine.tables import Tables
from cardrules.errors import PositionError

# Stands for a card whose face is not known.
HIDDEN = "hidden"
EACH = "each"

_SEVERAL = re.compile(r"([1-9][0-9]{0,3}) x (.+)")


@attrs.frozen
class Address:
    """A zone or variable with those of its holders that are meant, as indices of its own."""

    name: str
    holders: tuple[int, ...]


def card_list(items: object) -> list[str]:
    """The names in a list of cards, each as often as it is meant."""
    if not isinstance(items, list | tuple):
        raise PositionError(f"A list of cards is needed here, not `{items}`.")
    found: list[str] = []
    for item in items:
        if isinstance(item, bool) or not isinstance(item, str | int):
            raise PositionError(f"A list of cards has the names of cards in it, not `{item}`.")
        several = _SEVERAL.fullmatch(str(item))
        found += [several[2]] * int(several[1]) if several else [str(item)]
    return found


def kind_of(tables: Tables, name: str) -> int:
    """The number of the kind of this name; raises `PositionError` with a near name."""
    for index, kind in enumerate(tables.ruleset.kinds):
        if kind.name == name:
            return index
    raise PositionError(
        _sentence(f"There is no card `{name}`", name, [kind.name for kind in tables.ruleset.kinds])
    )


def kinds_of(tables: Tables, items: object) -> list[int]:
    """The numbers of the kinds in a list of cards."""
    return [kind_of(tables, name) for name in card_list(items)]


def zone_at(tables: Tables, key: str) -> Address:
    """The zones that a key such as `hand 2` means; raises `PositionError` if there is none."""
    name, seat = split_key(key)
    if name not in tables.ruleset.zones:
        raise PositionError(_sentence(f"There is no zone `{name}`", name, tables.ruleset.zones))
    return Address(name, _holders(tables, name, seat, tables.ruleset.zones[name].holder))


def variable_at(tables: Tables, key: str) -> Address:
    """The variables that a key such as `snarkas_gem 2` means."""
    name, seat = split_key(key)
    known = tables.ruleset.variables
    if name not in known:
        raise PositionError(_sentence(f"There is no variable `{name}`", name, known))
    return Address(name, _holders(tables, name, seat, known[name].holder))


def thing_at(tables: Tables, key: str) -> Address:
    """The zones or variables that a key means; which of the two, its name says."""
    name, _ = split_key(key)
    if name in tables.ruleset.variables:
        return variable_at(tables, key)
    if name in tables.ruleset.zones:
        return zone_at(tables, key)
    known = [*tables.ruleset.zones, *tables.ruleset.variables]
    raise PositionError(_sentence(f"There is no zone or variable `{name}`", name, known))


def zone_indices(tables: Tables, address: Address) -> list[int]:
    """The numbers of the zones of an address."""
    return [tables.zone_base[address.name] + holder for holder in address.holders]


def split_key(key: str) -> tuple[str, str]:
    """The name in a key, and what stands behind it: a seat, `each`, or nothing."""
    name, _, seat = key.partition(" ")
    return name, seat.strip()


def seat_of(tables: Tables, seat: object) -> int:
    """The player (from 0) of a seat (from 1)."""
    text = str(seat)
    if not text.isdecimal() or not 1 <= int(text) <= tables.players:
        raise PositionError(
            f"There is no seat `{seat}`; with {tables.players} players the seats are "
            f"1 to {tables.players}."
        )
    return int(text) - 1


def _holders(tables: Tables, name: str, seat: str, holder: str) -> tuple[int, ...]:
    if holder == "shared":
        if seat:
            raise PositionError(f"There is one `{name}` for all: write `{name}` without a seat.")
        return (0,)
    if not seat:
        raise PositionError(
            f"Each {holder} has its own `{name}`: write `{name} 1` for that of seat 1, "
            f"or `{name} each` for all."
        )
    if seat == EACH:
        return tuple(range(tables.holders(holder)))
    player = seat_of(tables, seat)
    return (tables.team_of[player],) if holder == "team" else (player,)


def _sentence(fact: str, name: str, known: Iterable[str]) -> str:
    help = did_you_mean(name, known)
    return f"{fact}. {help}".strip() if help else f"{fact}."
