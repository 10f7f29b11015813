"""The table as one player sees it: shared zones, then everybody's, then the player's own cards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

import attrs
from rich import box
from rich.console import Group, RenderableType
from rich.rule import Rule
from rich.table import Table as Grid
from rich.text import Text

from cardrules.cli.table.contents import FACE_DOWN, brief
from cardrules.cli.table.flow import Flow
from cardrules.table.model import Entry, Table, Value, Zone
from cardrules.table.values import number

NOTHING = Flow(items=("-",))


@attrs.frozen
class Board:
    """Draws a table; `names` are those of the players as there is room for them."""

    table: Table
    names: Sequence[str]

    # -- the whole ---------------------------------------------------------------------------------

    def render(self) -> RenderableType:
        """The table without the own hand."""
        parts: list[RenderableType] = [self._head()]
        parts += self._shared()
        parts.append(self._everybody())
        parts += self._teams()
        parts += self._rest()
        return Group(*parts)

    def _head(self) -> RenderableType:
        table = self.table
        told = [table.title]
        if table.game > 1 or self._is_within_match:
            told.append(f"game {table.game}")
        if table.round:
            told.append(f"round {table.round}")
        if table.phase:
            told.append(table.phase)
        told.append("the game is over" if table.is_over else self._whose_turn())
        return Rule(Text(", ".join(told), style="bold"), align="left", style="cyan")

    @property
    def _is_within_match(self) -> bool:
        """Whether anybody has won anything in a match."""
        return any(team.match for team in self.table.teams)

    def _whose_turn(self) -> str:
        active, question = self.table.active.seat, self.table.question
        if question is not None and question.is_secret:
            return f"{self.names[question.seat]} chooses in secret"
        if question is None or question.seat == active:
            return f"{self.names[active]}'s turn"
        return f"{self.names[active]}'s turn, {self.names[question.seat]} is asked"

    def _owner(self, seats: Sequence[int]) -> str:
        """Whom something belongs to; empty if it is shared."""
        return " and ".join(self.names[seat] for seat in seats)

    # -- shared zones ------------------------------------------------------------------------------

    def _shared(self) -> list[RenderableType]:
        grid = Grid.grid(padding=(0, 2))
        grid.add_column(style="cyan", no_wrap=True)
        grid.add_column(justify="right", no_wrap=True)
        grid.add_column(ratio=1)
        zones = [zone for zone in self.table.zones if zone.holder == "shared" and zone.count]
        # What can be seen stands before what lies face down.
        for zone in sorted(zones, key=lambda zone: not brief(zone)):
            told = Flow(items=brief(zone) or [FACE_DOWN])
            grid.add_row(Text(zone.label), str(zone.count), told)
        return [grid] if zones else []

    # -- what everybody has ------------------------------------------------------------------------

    def _is_of_one(self, holder: str) -> bool:
        """Whether what such holders have belongs to one player each."""
        return holder == "player" or (holder == "team" and not self.table.has_teams)

    def _everybody(self) -> RenderableType:
        rows: dict[str, dict[int, Flow]] = {}
        for zone in self.table.zones:
            if self._is_of_one(zone.holder):
                rows.setdefault(zone.label, {})[zone.seats[0]] = _cell_of(zone)
        rows = {
            name: cells
            for name, cells in rows.items()
            if any(cell is not NOTHING for cell in cells.values())
        }
        for value in self._that_differ():
            if self._is_of_one(value.holder):
                rows[value.label] = {
                    entry.seats[0]: _cell(self._text(value, entry)) for entry in value.entries
                }
        grid = _plain_table("player", rows)
        for player in self.table.players:
            mark = ">" if player.is_active and not self.table.is_over else " "
            you = " (you)" if player.is_you else ""
            grid.add_row(
                Text(f"{mark} {self.names[player.seat]}{you}"),
                *(cells.get(player.seat, NOTHING) for cells in rows.values()),
                style="bold" if player.is_you else "",
            )
        return grid

    def _teams(self) -> list[RenderableType]:
        if not self.table.has_teams:
            return []
        rows: dict[str, dict[tuple[int, ...], Flow]] = {}
        for zone in self.table.zones:
            if zone.holder == "team":
                rows.setdefault(zone.label, {})[zone.seats] = _cell_of(zone)
        for value in self._that_differ():
            if value.holder == "team":
                rows[value.label] = {
                    entry.seats: _cell(self._text(value, entry)) for entry in value.entries
                }
        if not rows:
            return []
        grid = _plain_table("team", rows)
        for team in self.table.teams:
            grid.add_row(
                Text("  " + self._owner(team.seats)),
                *(cells.get(team.seats, NOTHING) for cells in rows.values()),
            )
        return [grid]

    # -- variables ---------------------------------------------------------------------------------

    def _that_differ(self) -> Iterator[Value]:
        """The values that are not the same for all."""
        for value in self.table.values:
            if len({self._text(value, entry) for entry in value.entries}) > 1:
                yield value

    def _text(self, value: Value, entry: Entry) -> str:
        if value.type == "player" and isinstance(entry.value, int):
            return self.names[entry.value - 1]
        if value.type == "team" and isinstance(entry.value, list):
            return self._owner([seat - 1 for seat in entry.value])
        return entry.text

    def _rest(self) -> list[RenderableType]:
        """What is the same for all, what is empty, and how a match stands."""
        told = []
        for value in self.table.values:
            texts = {self._text(value, entry) for entry in value.entries}
            if value.holder != "shared" and len(texts) > 1:
                continue
            everybody = "" if value.holder == "shared" else " (each)"
            if value.type != "flag":
                told.append(f"{value.label} {texts.pop()}{everybody}")
            elif value.entries[0].value:  # what its sentence says is so
                told.append(f"{value.label}{everybody}")
        lines: list[RenderableType] = []
        if told:
            lines.append(_labelled("values", told))
        full = {zone.name for zone in self.table.zones if zone.count}
        empty = dict.fromkeys(zone.label for zone in self.table.zones if zone.name not in full)
        if empty:
            lines.append(_labelled("empty", list(empty)))
        if self._is_within_match:
            sides = [f"{self._owner(team.seats)} {team.match}" for team in self.table.teams]
            lines.append(_labelled("match so far", sides))
        if self.table.is_over:
            scores = [f"{self.names[one.seat]} {one.score}" for one in self.table.players]
            lines.append(_labelled("scores", scores))
        return lines

    def named_zones(self) -> list[tuple[Zone, str]]:
        """All zones with their names."""
        return [
            (zone, f"{self._owner(zone.seats)}'s {zone.label}" if zone.seats else zone.label)
            for zone in self.table.zones
        ]

    # -- the own cards -----------------------------------------------------------------------------

    def own_cards(self) -> dict[str, str]:
        """The own cards by the labels under which they are shown: `c1`, `c2`, ..."""
        found = []
        for zone in self.table.zones:
            if zone.is_own:
                found += list(dict.fromkeys(_own_faces(zone)))
        return {f"c{at}": face for at, face in enumerate(found, 1)}

    def hand(self) -> list[RenderableType]:
        """The own cards, each with its label."""
        lines: list[RenderableType] = []
        at = 0
        for zone in self.table.zones:
            if not zone.is_own:
                continue
            shown = _own_faces(zone)
            told = []
            for face, many in Counter(shown).items():
                at += 1
                told.append(f"[c{at}] {f'{many} x ' if many > 1 else ''}{face}")
            hidden = zone.count - len(shown)
            if hidden:
                told.append(f"{hidden} {FACE_DOWN}")
            head = f"Your {zone.label} ({number(zone.count, 'card')}):"
            lines.append(Flow(head=head, items=told, separator="  ", indent=2))
        return lines


def _own_faces(zone: Zone) -> list[str]:
    """The faces of an own zone as they are labelled: a hand in order, a row as it lies."""
    cards = reversed(zone.cards) if zone.shape == "row" else zone.cards
    return [card.face for card in cards if card.face is not None]


def _cell_of(zone: Zone) -> Flow:
    if zone.count == 0:
        return NOTHING
    told = brief(zone)
    if not told or zone.is_own:
        return _cell(str(zone.count))
    single = zone.shape in ("spread", "row") and zone.count == 1
    return (
        Flow(items=told)
        if single or zone.shape == "stacks"
        else Flow(items=[f"{zone.count}: {told[0]}", *told[1:]])
    )


def _plain_table(first: str, columns: Iterable[str]) -> Grid:
    grid = Grid(box=box.SIMPLE_HEAD, padding=(0, 1), pad_edge=False, show_edge=False)
    grid.add_column(f"  {first}", no_wrap=True, header_style="cyan")
    for name in columns:
        grid.add_column(name, header_style="cyan")
    return grid


def _cell(text: str) -> Flow:
    return Flow(items=[text])


def _labelled(label: str, items: Sequence[str]) -> Flow:
    return Flow(head=f"{label}:", head_style="cyan", items=items, indent=2)
