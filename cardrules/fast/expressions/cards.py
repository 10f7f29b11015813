"""Zones, stacks, and what is printed on cards, as compiled code."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from cardrules.fast.expressions.core import Scope, Value, kind_of
from cardrules.fast.expressions.names import Names
from cardrules.fast.sets.nested import is_nested
from cardrules.fast.state.items import Items
from cardrules.fast.state.joined import Each, Either
from cardrules.fast.state.lying import Cards, InOrder, Row
from cardrules.fast.state.stacks import StacksOf
from cardrules.kernel.numbers import NONE
from cardrules.machine import code as machine
from cardrules.machine.tables import Table
from cardrules.model import ir
from cardrules.model.types import Type


class CardValues(Names):
    """Writes them."""

    def zone(self, x: ir.ZoneOf, scope: Scope) -> Value:
        holders = len(self.layout.zones[x.zone].owners)
        return self.numbered(self.layout.zone_base[x.zone], x.holder, scope, holders)

    def contents(self, x: ir.Contents, scope: Scope) -> Value:
        zone = x.zone
        if isinstance(zone, ir.ZoneOf):
            return self._contents_of(self.layout.zones[zone.zone].shape, self.one(zone, scope))
        if isinstance(zone, ir.CallDefinition):
            value, inner = self.inside(zone, scope)
            return self.contents(ir.Contents(type=x.type, zone=value), inner)
        if zone.type.base == "stack":
            return InOrder(self.moving, self.stacks.zone(self.one(zone, scope)), is_stack=True)
        number = self.one(zone, scope)
        if zone.type.name == "stacks":
            return StacksOf(self.stacks, number)
        masks = self.moving.part("masks")
        # Only one of both is looked at.
        return Either.of(
            self.moving.is_ordered(number),
            InOrder(self.moving, number),
            Cards(self.code, self.code.at(masks, number)),
        )

    def cards_of_stacks(self, x: ir.CardsOfStacks, scope: Scope) -> Value:
        return Each(
            self.items(x.stacks, scope),
            lambda stack: InOrder(self.moving, self.stacks.zone(stack), is_stack=True),
        )

    def _contents_of(self, shape: str, zone: str) -> Items:
        if shape == "stacks":
            return StacksOf(self.stacks, zone)
        if shape == "spread":
            return Cards(self.code, self.code.at(self.moving.part("masks"), zone))
        return InOrder(self.moving, zone)

    def all_contents(self, x: ir.AllContents, scope: Scope) -> Value:
        zones = self.layout.zones[x.zone]

        def inner(holder: str) -> Items:
            return self._contents_of(zones.shape, self.code.plus(holder, str(zones.base)))

        are_stacks = zones.shape == "stacks"
        holders = self.items(x.holders, scope)
        return Each(holders, inner, has_mask=not are_stacks, has_tops=are_stacks)

    def end_of_pile(self, x: ir.Operation, scope: Scope) -> Value:
        place, piles = x.arguments[0], self.moving.piles
        if place.type.base == "stack" and x.op == "top":
            stack = self.one(place, scope)
            if self.stacks.is_there(stack):
                return piles.top_there(self.stacks.zone(stack))
        zone = self._place_meant(place, scope)
        return piles.top_or_none(zone) if x.op == "top" else piles.bottom_or_none(zone)

    def owner(self, x: ir.Operation, scope: Scope) -> Value:
        code, layout = self.code, self.layout
        zone = self._place_meant(x.arguments[0], scope)
        if layout.has_stacks:
            static = str(layout.static_zones)
            is_gone = code.compare("=", zone, self.stacks.nowhere)
            is_stack = code.both(code.compare(">=", zone, static), lambda: code.no(is_gone))
            holder = code.one_of(
                "i",
                is_stack,
                lambda: code.at(self.moving.part("holder"), code.minus(zone, static)),
                lambda: code.choose("i", is_gone, "0", zone),
            )
            return code.at(code.table("i", layout.zone_owner), holder)
        return code.at(code.table("i", layout.zone_owner), zone)

    def _place_meant(self, x: ir.Expr, scope: Scope) -> str:
        """Of a card the place where it lies; a stack must be there, or the game is given up."""
        code, found = self.code, self.one(x, scope)
        if x.type.base == "card":
            return code.at(self.moving.part("place"), found)
        if x.type.base != "stack":
            return found
        zone = self.stacks.zone(found)
        with code.when(code.compare("=", zone, self.stacks.nowhere)):
            self.give_up()
        return zone

    # -- what is printed ---------------------------------------------------------------------------

    def attribute(self, x: ir.Attribute, scope: Scope) -> Value:
        values = self.layout.attribute[x.attribute]
        card = self.one(x.card, scope)
        if any(isinstance(value, tuple) for value in values):
            return self._row_of_table([tuple(sorted(value)) for value in values], card)
        table = self.code.table_of_cards("i", [int(value) for value in values])
        found = self.code.at(table, card)
        return self.code.compare("!=", found, "0") if kind_of(x.type) == "b" else found

    def _row_of_table(self, found: Sequence[Sequence[int] | None], at: str) -> Items:
        """One of several rows of constants; some may be none."""
        code = self.code
        rows = [row or () for row in found]
        sizes = [-1 if row is None else len(row) for row in found]
        starts = [sum(map(len, rows[:number])) for number in range(len(rows))]
        cells = code.table("i", [value for row in rows for value in row] or [0])
        start = code.at(code.table("i", starts), at)
        size = code.at(code.table("i", sizes), at)
        return Row(code, cells, size, start)

    def is_line(self, x: ir.IsLine, scope: Scope) -> Value:
        table = self.code.table_of_cards("i", self.layout.line)
        number = self.code.number(self.layout.lines.index(x.line))
        return self.code.compare("=", self.code.at(table, self.one(x.card, scope)), number)

    def look_up(self, x: machine.LookUp, scope: Scope) -> Value:
        table, layout = self.program.tables[x.table], self.layout
        kinds = len(layout.faces)
        if table.arguments == 0:
            found = table.values(0, 1)[0]
            if isinstance(found, tuple):
                return self.constant_things(x.type, found)
            return self.code.flag(found) if kind_of(x.type) == "b" else self.code.number(found)
        if table.type.base == "collection":
            return self._table_of_collections(x, table, scope)
        rows = [list(map(int, table.values(row, kinds))) for row in range(len(table.rows))]
        cells = [row[kind] for row in rows for kind in layout.kind]
        *first, last = [self.one(item, scope) for item in x.arguments]
        at = last
        if first:
            kind = self.code.at(self.code.table_of_cards("i", layout.kind), first[0])
            at = self.code.plus(self.code.times(kind, str(layout.cards)), last)
        found = self.code.at(self.code.table_of_cards("i", cells), at)
        return self.code.compare("!=", found, "0") if kind_of(x.type) == "b" else found

    def _table_of_collections(self, x: machine.LookUp, table: Table, scope: Scope) -> Items:
        code, layout = self.code, self.layout
        kinds = len(layout.faces)
        *first, last = [self.one(item, scope) for item in x.arguments]
        kind = code.table_of_cards("i", layout.kind)
        rows = [table.values(row, kinds) for row in range(len(table.rows))]
        at = code.at(kind, last)
        if first:
            at = code.plus(code.times(code.at(kind, first[0]), str(kinds)), at)
        values = [value if isinstance(value, tuple) else None for row in rows for value in row]
        if is_nested(x.type):
            return self._nested_of_table(x.type, values, at)
        return self._row_of_table(values, at)

    def _nested_of_table(
        self, of: Type, values: Sequence[tuple[Any, ...] | None], at: str
    ) -> Items:
        """One of several collections of collections that are known before."""
        code, found = self.code, self.code.local("i", self.code.number(NONE))
        different = list(dict.fromkeys([value for value in values if value is not None]))
        numbers = [-1 if value is None else different.index(value) for value in values]
        which = code.at(code.table("i", numbers), at)
        for number, value in enumerate(different):
            with code.when(code.compare("=", which, str(number))):
                code.write(found, self.kept(self.constant_things(of, value)))
        return self.nested.items(of, code.read(found))

    # -- sides -------------------------------------------------------------------------------------

    def team_of(self, x: ir.TeamOf, scope: Scope) -> Value:
        return self.team(self.one(x.player, scope))

    def score_of(self, x: ir.ScoreOf, scope: Scope) -> Value:
        assert self.score is not None
        return self.score(self.one(x.player, scope))
