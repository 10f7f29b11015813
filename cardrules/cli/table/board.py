"""The table as one player sees it: shared zones, then everybody's, then the player's own cards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import Any

import attrs
from rich import box
from rich.console import Group, RenderableType
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from cardrules.cli.table.contents import FACE_DOWN, Contents
from cardrules.cli.table.flow import Flow
from cardrules.engine.game import Game
from cardrules.engine.view import View, ZoneView
from cardrules.model.action import value_text
from cardrules.model.ruleset import Variable
from cardrules.table.values import CardOrder, holder_name, number, words

NOTHING = Flow(items=("-",))


@attrs.frozen(kw_only=True, slots=False)
class Board:
    """What is needed to draw the table. `you` is None for somebody who only watches."""

    game: Game
    view: View
    names: Sequence[str]
    you: int | None
    phase: str = ""
    memory: bool = True

    @cached_property
    def contents(self) -> Contents:
        """What tells the zones."""
        return Contents(CardOrder(self.game.ruleset), self.memory)

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
        view = self.view
        told = [self.game.ruleset.title]
        if view.game > 1 or any(view.sides):
            told.append(f"game {view.game}")
        if view.round:
            told.append(f"round {view.round}")
        if self.phase:
            told.append(words(self.phase))
        told.append("the game is over" if view.over else self._whose_turn())
        return Rule(Text(", ".join(told), style="bold"), align="left", style="cyan")

    def _whose_turn(self) -> str:
        view = self.view
        if view.decision is not None and view.decision.sealed:
            return f"{self.name(view.decision.player)} chooses in secret"
        if view.decision is None or view.decision.player == view.active:
            return f"{self.name(view.active)}'s turn"
        return f"{self.name(view.active)}'s turn, {self.name(view.decision.player)} is asked"

    def name(self, seat: int) -> str:
        """The name of a player."""
        return self.names[seat]

    # -- shared zones ------------------------------------------------------------------------------

    def _shared(self) -> list[RenderableType]:
        grid = Table.grid(padding=(0, 2))
        grid.add_column(style="cyan", no_wrap=True)
        grid.add_column(justify="right", no_wrap=True)
        grid.add_column(ratio=1)
        zones = [zone for zone in self.view.zones if zone.holder == "shared" and zone.count]
        # What can be seen stands before what lies face down.
        for zone in sorted(zones, key=lambda zone: not self.contents.brief(zone)):
            told = Flow(items=self.contents.brief(zone) or [FACE_DOWN])
            grid.add_row(Text(words(zone.name)), str(zone.count), told)
        return [grid] if zones else []

    # -- what everybody has ------------------------------------------------------------------------

    def _side_of(self, zone: ZoneView) -> int | None:
        """The seat to which a zone belongs; None if it is shared or of a team of several."""
        if zone.holder == "player":
            return zone.index
        if zone.holder == "team" and self._alone:
            return self.game.tables.teams[zone.index][0]
        return None

    @property
    def _alone(self) -> bool:
        """Whether every player is a team."""
        return all(len(team) == 1 for team in self.game.tables.teams)

    def _everybody(self) -> RenderableType:
        rows: dict[str, dict[int, Flow]] = {}
        for zone in self.view.zones:
            seat = self._side_of(zone)
            if seat is not None:
                rows.setdefault(words(zone.name), {})[seat] = self._cell(zone)
        rows = {
            name: cells
            for name, cells in rows.items()
            if any(cell is not NOTHING for cell in cells.values())
        }
        for name, values in self._values_of(per_player=True):
            rows[name] = {seat: _cell(value) for seat, value in enumerate(values)}
        table = _plain_table("player", rows)
        for seat in range(self.game.players):
            mark = ">" if seat == self.view.active and not self.view.over else " "
            you = " (you)" if seat == self.you else ""
            table.add_row(
                Text(f"{mark} {self.name(seat)}{you}"),
                *(cells.get(seat, NOTHING) for cells in rows.values()),
                style="bold" if seat == self.you else "",
            )
        return table

    def _teams(self) -> list[RenderableType]:
        if self._alone:
            return []
        rows: dict[str, dict[int, Flow]] = {}
        for zone in self.view.zones:
            if zone.holder == "team":
                rows.setdefault(words(zone.name), {})[zone.index] = self._cell(zone)
        for name, values in self._values_of(per_player=False):
            rows[name] = {team: _cell(value) for team, value in enumerate(values)}
        if not rows:
            return []
        table = _plain_table("team", rows)
        for team in range(len(self.game.tables.teams)):
            table.add_row(
                Text("  " + holder_name(self.game, self.names, "team", team)),
                *(cells.get(team, NOTHING) for cells in rows.values()),
            )
        return [table]

    def _cell(self, zone: ZoneView) -> Flow:
        if zone.count == 0:
            return NOTHING
        told = self.contents.brief(zone)
        if not told or zone in self.own_zones():
            return _cell(str(zone.count))
        single = zone.shape in ("spread", "row") and zone.count == 1
        return (
            Flow(items=told)
            if single or zone.shape == "stacks"
            else Flow(items=[f"{zone.count}: {told[0]}", *told[1:]])
        )

    # -- variables ---------------------------------------------------------------------------------

    def _values_of(self, *, per_player: bool) -> Iterable[tuple[str, list[str]]]:
        """The variables of players (or of teams) that are not the same for all."""
        for variable, values in self._variables():
            holder = "player" if variable.holder == "team" and self._alone else variable.holder
            told = [self._value(variable, value) for value in values]
            if variable.holder == "team" and self._alone:
                seats = [team[0] for team in self.game.tables.teams]
                told = [text for _, text in sorted(zip(seats, told, strict=True))]
            if holder == ("player" if per_player else "team") and len(set(told)) > 1:
                yield _label(variable), told

    def _variables(self) -> list[tuple[Variable, tuple[Any, ...]]]:
        """Tokens, and variables with a sentence: that is their name for people."""
        known = self.game.ruleset.variables
        return [
            (known[name], values)
            for name, values in self.view.variables
            if known[name].supply is not None or known[name].origin.sentence
        ]

    def _value(self, variable: Variable, value: Any) -> str:
        base = variable.type.base
        if value is None:
            return "none"
        if base == "player":
            return self.name(value - 1)
        if base == "team":
            return " and ".join(self.name(seat - 1) for seat in value)
        return words(value_text(value))

    def _rest(self) -> list[RenderableType]:
        """What is the same for all, what is empty, and how a match stands."""
        told = []
        for variable, values in self._variables():
            texts = {self._value(variable, value) for value in values}
            if variable.holder == "shared" or len(texts) == 1:
                everybody = "" if variable.holder == "shared" else " (each)"
                told.append(f"{_label(variable)} {texts.pop()}{everybody}")
        lines: list[RenderableType] = []
        if told:
            lines.append(_labelled("values", told))
        empty = dict.fromkeys(
            words(zone.name)
            for zone in self.view.zones
            if not any(other.count for other in self.view.zones if other.name == zone.name)
        )
        if empty:
            lines.append(_labelled("empty", list(empty)))
        if any(self.view.sides):
            sides = [
                f"{holder_name(self.game, self.names, 'team', team)} {value}"
                for team, value in enumerate(self.view.sides)
            ]
            lines.append(_labelled("match so far", sides))
        if self.view.scores is not None:
            scores = [
                f"{name} {score}" for name, score in zip(self.names, self.view.scores, strict=True)
            ]
            lines.append(_labelled("scores", scores))
        return lines

    def named_zones(self) -> list[tuple[ZoneView, str]]:
        """All zones with their names."""
        found = []
        for zone in self.view.zones:
            whose = holder_name(self.game, self.names, zone.holder, zone.index)
            name = words(zone.name)
            found.append((zone, f"{whose}'s {name}" if whose else name))
        return found

    # -- the own cards -----------------------------------------------------------------------------

    def own_zones(self) -> list[ZoneView]:
        """The zones whose cards the player sees and others in general do not."""
        return [
            zone
            for zone in self.view.zones
            if zone.holder == "player"
            and zone.index == self.you
            and zone.shape in ("spread", "row")
            and any(card.seen for card in zone.cards)
            and not self._is_open(zone)
        ]

    def _is_open(self, zone: ZoneView) -> bool:
        declared = self.game.ruleset.zones[zone.name].visibility
        return all("all" in layer.viewers and layer.condition is None for layer in declared)

    def own_cards(self) -> dict[str, str]:
        """The own cards by the labels under which they are shown: `c1`, `c2`, ..."""
        found = []
        for zone in self.own_zones():
            found += list(dict.fromkeys(self._own_faces(zone)))
        return {f"c{at}": face for at, face in enumerate(found, 1)}

    def hand(self) -> list[RenderableType]:
        """The own cards, each with its label."""
        lines: list[RenderableType] = []
        at = 0
        for zone in self.own_zones():
            shown = self._own_faces(zone)
            told = []
            for face, many in Counter(shown).items():
                at += 1
                told.append(f"[c{at}] {f'{many} x ' if many > 1 else ''}{face}")
            hidden = zone.count - len(shown)
            if hidden:
                told.append(f"{hidden} {FACE_DOWN}")
            head = f"Your {words(zone.name)} ({number(zone.count, 'card')}):"
            lines.append(Flow(head=head, items=told, separator="  ", indent=2))
        return lines

    def _own_faces(self, zone: ZoneView) -> list[str]:
        """The faces of an own zone as they are labelled: a hand in order, a row as it lies."""
        if zone.shape == "row":
            return [card.face for card in reversed(zone.cards) if card.face is not None]
        faces = [card.face for card in zone.cards if card.face is not None]
        return sorted(faces, key=self.contents.order.of_name)


def _plain_table(first: str, columns: Iterable[str]) -> Table:
    table = Table(box=box.SIMPLE_HEAD, padding=(0, 1), pad_edge=False, show_edge=False)
    table.add_column(f"  {first}", no_wrap=True, header_style="cyan")
    for name in columns:
        table.add_column(name, header_style="cyan")
    return table


def _cell(text: str) -> Flow:
    return Flow(items=[text])


def _label(variable: Variable) -> str:
    return variable.origin.sentence or words(variable.name)


def _labelled(label: str, items: Sequence[str]) -> Flow:
    return Flow(head=f"{label}:", head_style="cyan", items=items, indent=2)
