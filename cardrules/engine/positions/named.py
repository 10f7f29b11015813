"""What people name in positions and expectations: cards, and zones or variables with a seat.

    7*  Crawler 3  2 x Aster  hidden       a card, several of a kind, one whose face is not known
    table  hand 2  hand each               shared; of a seat; of every seat

The number behind a name is always that of a seat: what a team has is named by any of its seats.
"""

from __future__ import annotations

import contextlib
import re
from collections.abc import Iterable, Iterator, Mapping

import attrs

from cardrules.diagnostics.suggest import did_you_mean
from cardrules.engine.tables import Tables
from cardrules.errors import PositionError

# Stands for a card whose face is not known.
HIDDEN = "hidden"
EACH = "each"

_SEVERAL = re.compile(r"([1-9][0-9]*) x (.+)")
_SEAT = re.compile(r"[1-9][0-9]?")
# Longer texts and data are shortened in a message, which is one line.
_MOST_SHOWN = 40


@attrs.frozen
class Address:
    """A zone or variable with those of its holders that are meant, as indices of its own."""

    name: str
    holders: tuple[int, ...]


@contextlib.contextmanager
def within(*steps: str | int) -> Iterator[None]:
    """What goes wrong inside is about this part of a value."""
    try:
        yield
    except PositionError as error:
        error.path = (*steps, *(error.path or ()))
        raise


def wrong(fact: str, *path: str | int, is_key: bool = False, help: str = "") -> PositionError:
    """The error that a part of a value, or a key in it, is not as it must be."""
    error = PositionError(fact, help=help)
    error.path, error.is_key = path, is_key
    return error


def unknown(what: str, name: str, known: Iterable[str]) -> PositionError:
    """The error that there is nothing of this name, with a near one."""
    return PositionError(f"There is no {what} `{brief(name)}`.", help=did_you_mean(name, known))


def brief(value: object) -> str:
    """A value as somebody may have written it, in a few characters."""
    if isinstance(value, bool) or value is None:
        text = {True: "true", False: "false", None: "nothing"}[value]
    elif isinstance(value, list):
        text = f"[{', '.join(brief(item) for item in value[:_MOST_SHOWN])}]"
    elif isinstance(value, Mapping):
        text = ", ".join(f"{key}: {brief(item)}" for key, item in value.items())
        text = f"{{{text}}}"
    else:
        text = " ".join(str(value)[: 2 * _MOST_SHOWN].split())
    return text if len(text) <= _MOST_SHOWN else text[: _MOST_SHOWN - 3] + "..."


def card_list(tables: Tables, items: object) -> list[str]:
    """The names in a list of cards, each as often as it is meant, and no more than there are."""
    if not isinstance(items, list | tuple):
        raise PositionError(f"A list of cards is needed here, not `{brief(items)}`.")
    found: list[str] = []
    for index, item in enumerate(items):
        if isinstance(item, bool) or not isinstance(item, str | int):
            message = f"A list of cards has the names of cards in it, not `{brief(item)}`."
            raise wrong(message, index)
        times, name = several(str(item))
        if len(found) + times > tables.cards:
            message = (
                f"Here are more than {tables.cards} cards, but the game has no more than that."
            )
            raise wrong(message, index)
        found += [name] * times
    return found


def several(text: str) -> tuple[int, str]:
    """How many cards a text such as `3 x Aster` means, and of what name."""
    found = _SEVERAL.fullmatch(text)
    if found is None:
        return 1, text
    # So many digits are more cards than any game has.
    return int(found[1][:9]), found[2]


def kind_of(tables: Tables, name: str) -> int:
    """The number of the kind of this name; raises `PositionError` with a near name."""
    for index, kind in enumerate(tables.ruleset.kinds):
        if kind.name == name:
            return index
    known = [kind.name for kind in tables.ruleset.kinds]
    raise unknown("card", name, known)


def kinds_of(tables: Tables, items: object) -> list[int]:
    """The numbers of the kinds in a list of cards."""
    check_names(tables, items)
    return [kind_of(tables, name) for name in card_list(tables, items)]


def check_names(tables: Tables, items: object, *, is_hidden_known: bool = False) -> None:
    """Raises `PositionError` at the first card of a list that there is not."""
    card_list(tables, items)
    for index, item in enumerate(items if isinstance(items, list | tuple) else ()):
        _, name = several(str(item))
        if not (is_hidden_known and name == HIDDEN):
            with within(index):
                kind_of(tables, name)


def zone_at(tables: Tables, key: str) -> Address:
    """The zones that a key such as `hand 2` means; raises `PositionError` if there is none."""
    name, seat = split_key(key)
    if name not in tables.ruleset.zones:
        raise unknown("zone", name, tables.ruleset.zones)
    return Address(name, _holders(tables, name, seat, tables.ruleset.zones[name].holder))


def variable_at(tables: Tables, key: str) -> Address:
    """The variables that a key such as `snarkas_gem 2` means."""
    name, seat = split_key(key)
    known = tables.ruleset.variables
    if name not in known:
        raise unknown("variable", name, known)
    return Address(name, _holders(tables, name, seat, known[name].holder))


def thing_at(tables: Tables, key: str) -> Address:
    """The zones or variables that a key means; which of the two, its name says."""
    name, _ = split_key(key)
    if name in tables.ruleset.variables:
        return variable_at(tables, key)
    if name in tables.ruleset.zones:
        return zone_at(tables, key)
    known = [*tables.ruleset.zones, *tables.ruleset.variables]
    raise unknown("zone or variable", name, known)


def check_word(tables: Tables, word: str) -> None:
    """Raises `PositionError` if a word of positions or facts is also a zone or variable."""
    for what, known in (("zone", tables.ruleset.zones), ("variable", tables.ruleset.variables)):
        if word in known:
            message = f"`{word}` means something else in a scenario than the {what}."
            raise PositionError(message, help=f"Give the {what} another name in the ruleset.")


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
    if not _SEAT.fullmatch(text) or int(text) > tables.players:
        raise PositionError(
            f"There is no seat `{brief(seat)}`; with {tables.players} players the seats are "
            f"1 to {tables.players}."
        )
    return int(text) - 1


def _holders(tables: Tables, name: str, seat: str, holder: str) -> tuple[int, ...]:
    if holder == "shared":
        if seat:
            message = f"There is one `{name}` for all."
            raise PositionError(message, help=f"Write `{name}` without a seat.")
        return (0,)
    if not seat:
        raise PositionError(
            f"Each {holder} has its own `{name}`.",
            help=f"Write `{name} 1` for that of seat 1, or `{name} each` for all.",
        )
    if seat == EACH:
        return tuple(range(tables.holders(holder)))
    player = seat_of(tables, seat)
    return (tables.team_of[player],) if holder == "team" else (player,)
