"""Names, registers, variables and players as compiled code."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from cardrules.fast.expressions.core import MOST_ROOM, Core, Scope, Value, kind_of
from cardrules.fast.sets.sets import Listed
from cardrules.fast.state.few import Few, Seats
from cardrules.fast.state.filtered import Filtered
from cardrules.fast.state.items import Items
from cardrules.fast.state.lying import Cards, Row
from cardrules.machine import code as machine
from cardrules.model import ir
from cardrules.model.types import SETS, Type, collection


class Names(Core):
    """Writes them."""

    def const(self, x: ir.Const, scope: Scope) -> Value:
        if isinstance(x.value, tuple):
            return self.constant_things(x.type, x.value)
        if isinstance(x.value, bool) and kind_of(x.type) == "b":
            return self.code.flag(x.value)
        return self.code.number(int(x.value))

    def constant_things(self, of: Type, things: Sequence[Any]) -> Items:
        """A collection that is known before."""
        element = of.element
        if of.required() == SETS and things:
            sets = [self._constant_cards(cards) for cards in things]
            return Listed(self.code, [cards.mask() for cards in sets])
        if element is not None and element.base == "collection":
            inner = [self.kept(self.constant_things(element, value)) for value in things]
            return Few(self.code, inner)
        if element is not None and element.base == "card":
            return self._constant_cards(things)
        return Few(self.code, [self.code.number(int(value)) for value in things])

    def _constant_cards(self, cards: Sequence[int]) -> Items:
        if list(cards) == sorted(cards):
            return Cards(self.code, self.code.mask(sum([1 << card for card in cards])))
        return Few(self.code, [self.code.number(card) for card in cards])

    def local(self, x: ir.Local, scope: Scope) -> Value:
        found = self.named(x.type, scope.slot(x.slot))
        # Flags lie in slots as numbers.
        if kind_of(x.type) == "b" and isinstance(found, str):
            return self.code.compare("!=", found, "0")
        return found

    def bound(self, x: ir.Bound, scope: Scope) -> Value:
        return self.named(x.type, scope.bound[x.index])

    def role(self, x: ir.Role, scope: Scope) -> Value:
        return scope.me if x.role == "me" else self.register(x.role)

    def everyone(self, x: ir.Everyone, scope: Scope) -> Value:
        layout, code = self.layout, self.code
        players = layout.players
        if x.group == "players":
            return Seats(code, "0", players, players)
        if x.group == "teams":
            return Seats(code, "0", len(layout.teams), len(layout.teams))
        if x.group == "cards":
            return Cards(code, code.mask(self.all_cards))
        if x.group in ("opponents", "others") and len(layout.teams) == players:
            return Seats(code, scope.me, players - 1, players, ahead=1)
        if x.group == "partners" and len(layout.teams) == players:
            return Few(code, ())
        if x.group == "leaders":
            best = code.call("best_sides", [("%z", "ptr")], "i64")
            return Filtered(
                Seats(code, "0", players, players),
                lambda seat: code.has_nth_bit(best, self.team(seat)),
            )
        return self._group(x.group, scope.me)

    def _group(self, group: str, me: str) -> Items:
        """A group of players that depends on teams: clockwise from who acts."""
        layout, code = self.layout, self.code
        rows = []
        for seat in range(layout.players):
            around = [(seat + 1 + at) % layout.players for at in range(layout.players - 1)]
            rows.append(
                [
                    other
                    for other in around
                    if group == "others"
                    or (layout.team_of[other] == layout.team_of[seat]) == (group == "partners")
                ]
            )
        width = max(1, *map(len, rows))
        cells = [value for row in rows for value in (*row, *[0] * (width - len(row)))]
        table = code.table("i", cells)
        size = code.at(code.table("i", [len(row) for row in rows]), me)
        start = code.times(me, str(width))
        found = Seats(code, "0", width, width)

        def seats(place: str) -> str:
            return code.at(table, code.plus(start, place))

        return Mapped(Filtered(found, lambda place: code.compare("<", place, size)), seats)

    def counter(self, x: ir.Counter, scope: Scope) -> Value:
        return self.register(x.counter)

    def team(self, player: str) -> str:
        """The side of a player."""
        if self.layout.team_of == list(range(self.layout.players)):
            return player
        return self.code.at(self.code.table("i", self.layout.team_of), player)

    # -- variables ---------------------------------------------------------------------------------

    def variable(self, x: ir.VariableValue, scope: Scope) -> Value:
        variable = self.layout.variables[x.variable]
        at = self.variable_at(x.variable, x.holder, scope)
        if variable.type.base == "collection":
            cells = self.moving.part(f"of {x.variable}")
            size = self.code.at(self.moving.variable(x.variable), at)
            return Row(self.code, cells, size, self._start_of(x.variable, at))
        found = self.code.at(self.moving.variable(x.variable), at)
        return self.code.compare("!=", found, "0") if kind_of(x.type) == "b" else found

    def _start_of(self, name: str, at: str) -> str:
        """Where the things of a variable begin."""
        holder = self.code.minus(at, self.code.number(self.layout.variable_base[name]))
        return self.code.times(holder, str(MOST_ROOM))

    def lay_variable(
        self, name: str, at: str, x: ir.Expr, scope: Scope, then: Callable[[], None]
    ) -> None:
        """A collection into a variable, if it holds another one; and what is done then."""
        code, variables = self.code, self.moving.variable(name)
        cells, size = self.side_by_side(self.items(x, scope), x)
        own, start = self.moving.part(f"of {name}"), self._start_of(name, at)
        before = code.at(variables, at)
        differs = code.local("b", code.compare("!=", before, size))
        position = code.local("i", "0")
        with code.loop(most=MOST_ROOM + 1) as loop:
            now = code.read(position)
            done = code.either(code.read(differs), lambda: code.compare(">=", now, size))
            with code.when(done):
                code.leave(loop)
            is_same = code.compare("=", code.at(own, code.plus(now, start)), code.at(cells, now))
            code.write(differs, code.no(is_same))
            code.write(position, code.plus(now, "1"))
        with code.when(code.read(differs)):
            self.copy(cells, "0", own, start, size)
            code.put(variables, at, size)
            then()

    def variable_at(self, name: str, holder: ir.Expr | None, scope: Scope) -> str:
        """The number of a variable."""
        holders = self.layout.variables[name].holders
        return self.numbered(self.layout.variable_base[name], holder, scope, holders)

    # -- the machine's own -------------------------------------------------------------------------

    def register_value(self, x: machine.RegisterValue, scope: Scope) -> Value:
        return scope.me if x.register == "me" else self.register(x.register)

    def size(self, x: machine.Size, scope: Scope) -> Value:
        found = scope.slot(x.slot)
        return self.nested.size(found) if isinstance(found, str) else found.count()

    def element(self, x: machine.Element, scope: Scope) -> Value:
        found = self.named(collection(x.type), scope.slot(x.slot))
        assert isinstance(found, Items)
        thing = found.nth(self.one(x.index, scope))
        return self.named(x.type, self.thing(x.type, found, thing))

    def plus(self, x: machine.Plus, scope: Scope) -> Value:
        return self.code.plus(self.one(x.value, scope), self.code.number(x.more))

    def seat(self, x: machine.Seat, scope: Scope) -> Value:
        code, players = self.code, self.layout.players
        start, places = self.one(x.start, scope), self.one(x.places, scope)
        if x.direction < 0:
            places = code.minus(str(players), places)
        # There are fewer places than players.
        return code.within(code.wrapped(code.plus(start, places), players), players)

    def in_order(self, x: machine.InOrder, scope: Scope) -> Value:
        order, players = x.order, self.layout.players
        start = self.one(order.start, scope)
        step = 1 if order.direction == "clockwise" else -1
        found = Seats(self.code, start, players, players, step)
        condition = order.condition
        if condition is None:
            return found
        return Filtered(
            found, lambda seat: self.flag(condition, scope.with_bound(order.bound, seat))
        )


class Mapped(Items):
    """What belongs to each thing of a collection."""

    def __init__(self, of: Items, value: Callable[[str], str]) -> None:
        super().__init__(of.code)
        self._of = of
        self._value = value

    def each(self, body: Callable[[str], None]) -> None:
        self._of.each(lambda item: body(self._value(item)))
