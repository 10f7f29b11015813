"""The front matter's players and teams: who can play, and who plays with whom."""

from __future__ import annotations

import re
from collections.abc import Mapping
from types import MappingProxyType

import attrs

from cardrules.diagnostics.model import Diagnostics, Label
from cardrules.source import Span
from cardrules.syntax.frontmatter_values import (
    integer_in,
    lowered,
    range_bounds,
    read_integer,
    read_list,
    read_map,
    report_type,
)
from cardrules.syntax.yaml_tree import MapEntry, Node, ScalarNode, shortened

FEWEST = 1
MOST = 10
_FEWEST_TEAMS = 2
_COUNT = re.compile(r"[1-9][0-9]?")
# Numbers with something else than `to` between them.
_LIKE_RANGE = re.compile(
    r"\s*[0-9]{1,3}(?:\s*(?:[-\u2010-\u2015\u2212,/\u2026]|\.{2,3}|\b(?:or|and|to)\b)\s*[0-9]{1,3})+\s*"
)
_PLAYERS_HELP = "Write a number or a range: `players: 3 to 6`."
_TEAMS_EXAMPLE = "teams: {4: [[1, 3], [2, 4]]}"

Teams = tuple[tuple[int, ...], ...]


@attrs.frozen(kw_only=True)
class PlayerRange:
    """The numbers of players that a game admits, and where it says so.

    One that is `guessed` stands for a range with a mistake that has been reported.
    """

    least: int
    most: int
    span: Span
    guessed: bool = False


def read_players(node: Node, diagnostics: Diagnostics) -> PlayerRange | None:
    """The player range; one that lies wrongly is mended, so that the rest can be checked."""
    number = integer_in(node)
    bounds = (number, number) if number is not None else _written_range(node, diagnostics)
    if bounds is None:
        return None
    least, most = bounds
    outside = [count for count in bounds if not FEWEST <= count <= MOST]
    if outside:
        message = f"A game cannot have {shortened(str(outside[0]))} players."
        help = f"Stay within {FEWEST} to {MOST}: `players: 3 to 6`."
        diagnostics.report("CR209", node.span, message, help=help)
    elif least > most:
        message = f"The player range begins with {least} and ends with {most}."
        help = f"Write the smaller number first: `players: {most} to {least}`."
        diagnostics.report("CR209", node.span, message, help=help)
    low, high = sorted(max(FEWEST, min(count, MOST)) for count in bounds)
    return PlayerRange(least=low, most=high, span=node.span, guessed=(low, high) != bounds)


def _written_range(node: Node, diagnostics: Diagnostics) -> tuple[int, int] | None:
    if not isinstance(node, ScalarNode) or not isinstance(node.value, str):
        expected = "a number or a range of numbers"
        report_type(node, "`players`", expected, diagnostics, help=_PLAYERS_HELP)
        return None
    bounds = range_bounds(node.value)
    if bounds is None:
        message = f"`{shortened(node.text)}` is no range of numbers."
        diagnostics.report("CR206", node.span, message, help=_range_help(node.value))
    return bounds


def _range_help(text: str) -> str:
    """The help for what is no range, with the numbers that stand in it: `2-4`, `2, 3, 4`."""
    if _LIKE_RANGE.fullmatch(text) is None:
        return _PLAYERS_HELP
    numbers = [int(number) for number in re.findall(r"[0-9]+", text)]
    return f"Write a range with `to`: `players: {min(numbers)} to {max(numbers)}`."


def read_teams(
    node: Node, players: PlayerRange | None, diagnostics: Diagnostics
) -> Mapping[int, Teams]:
    """The teams by number of players, with seats from 0; what does not fit is left out."""
    mapping = read_map(node, "`teams`", _TEAMS_EXAMPLE, diagnostics)
    found: dict[int, Teams] = {}
    for entry in mapping.entries if mapping else ():
        count = _read_count(entry, players, diagnostics)
        teams = _read_partition(entry, count, diagnostics)
        if count is not None and teams is not None:
            found[count] = teams
    return MappingProxyType(found)


def _read_count(
    entry: MapEntry, players: PlayerRange | None, diagnostics: Diagnostics
) -> int | None:
    text = entry.name
    if not _COUNT.fullmatch(text):
        message = f"`{shortened(text)}` is no number of players."
        help = f"The keys below `teams` are numbers of players: `{_TEAMS_EXAMPLE}`."
        diagnostics.report("CR206", entry.key.span, message, help=help)
        return None
    count = int(text)
    if players is None or players.guessed or players.least <= count <= players.most:
        return count if FEWEST <= count <= MOST else None
    diagnostics.report(
        "CR209",
        entry.key.span,
        f"There are teams for {count} players, but {count} cannot play.",
        help="Remove these teams, or let the player range include that number.",
        labels=(Label(span=players.span, text="the player range"),),
    )
    return None


@attrs.frozen
class _Seat:
    number: int
    span: Span


def _read_partition(entry: MapEntry, count: int | None, diagnostics: Diagnostics) -> Teams | None:
    """The teams of one number of players, if every seat is in exactly one of them."""
    what = f"The teams of {shortened(entry.name)} players"
    listed = read_list(entry.value, what, "[[1, 3], [2, 4]]", diagnostics)
    if listed is None:
        return None
    teams = [_read_team(item, what, diagnostics) for item in listed.items]
    whole = [team for team in teams if team is not None]
    if count is None or len(whole) < len(teams):
        return None
    if len(teams) < _FEWEST_TEAMS:
        help = f"Write two teams or more: `{_TEAMS_EXAMPLE}`."
        message = f"{what} are fewer than {_FEWEST_TEAMS}."
        diagnostics.report("CR209", entry.value.span, message, help=help)
        return None
    seats = [seat for team in whole for seat in team]
    if not _is_partition(seats, count, entry.value.span, diagnostics):
        return None
    return tuple(tuple(seat.number - 1 for seat in team) for team in whole)


def _read_team(node: Node, what: str, diagnostics: Diagnostics) -> list[_Seat] | None:
    listed = read_list(node, f"Each of {lowered(what)}", "[1, 3]", diagnostics)
    if listed is None:
        return None
    if not listed.items:
        help = "Write the seats of the team: `[1, 3]`."
        diagnostics.report("CR209", node.span, "A team has no seats.", help=help)
        return None
    numbers = [read_integer(item, "A seat", diagnostics) for item in listed.items]
    if None in numbers:
        return None
    pairs = zip(numbers, listed.items, strict=True)
    return [_Seat(number, item.span) for number, item in pairs if number is not None]


def _is_partition(seats: list[_Seat], count: int, whole: Span, diagnostics: Diagnostics) -> bool:
    """Whether these are the seats from 1 to `count`, each once; reported if not."""
    first: dict[int, _Seat] = {}
    for seat in seats:
        if not 1 <= seat.number <= count:
            message = f"With {count} players there is no seat {seat.number}."
            help = f"The seats are numbered from 1 to {count}."
            diagnostics.report("CR209", seat.span, message, help=help)
        elif first.setdefault(seat.number, seat) is not seat:
            label = Label(span=first[seat.number].span, text="the first place")
            message = f"The seat {seat.number} is in two places of the teams of {count} players."
            help = "Remove it from one of them."
            diagnostics.report("CR209", seat.span, message, help=help, labels=(label,))
    absent = [str(number) for number in range(1, count + 1) if number not in first]
    if absent:
        words = f"seat {absent[0]}" if len(absent) == 1 else f"seats {', '.join(absent)}"
        message = f"The teams of {count} players lack the {words}."
        help = f"Put every seat from 1 to {count} into one team: `{_TEAMS_EXAMPLE}`."
        diagnostics.report("CR209", whole, message, help=help)
    return sorted(seat.number for seat in seats) == list(range(1, count + 1))
