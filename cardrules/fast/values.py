"""Expressions of the intermediate form as compiled code.

A value is a number, a flag, or a collection that can be gone through. A condition on a card is,
where that can be, a set: of all cards for which it holds.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial

import attrs

from cardrules.engine.lowering.bounds import sets_of
from cardrules.fast.items import (
    Cards,
    Chain,
    Each,
    Either,
    Few,
    Filtered,
    Items,
    Joined,
    Row,
    Seats,
)
from cardrules.fast.moving import Moving
from cardrules.fast.sets import MOST_LOOKED_THROUGH, Kinds, Listed, Subsets, Unions
from cardrules.fast.stacks import Stacks, StacksOf
from cardrules.fast.writing import Array, Code, Kind
from cardrules.kernel.numbers import NONE
from cardrules.machine import code as machine
from cardrules.machine.program import Program
from cardrules.machine.ranges.values import Values, can_leave
from cardrules.machine.search import Sets as SetsFound
from cardrules.machine.tables import Table
from cardrules.model import ir
from cardrules.model.types import FLAG, Type

Value = str | Items
# Values of an attribute so far apart are not made a table.
_MOST_APART = 512
# So many things of a collection can have a name, or be kept in a variable.
MOST_ROOM = 1_024


class NotYetError(Exception):
    """Something of the language that compiled code cannot do."""


@attrs.frozen
class Scope:
    """What names mean at a place: who acts, what lies in slots, what is bound."""

    me: str
    slot: Callable[[int], Value]
    bound: Mapping[int, Value] = attrs.field(factory=dict)

    def with_bound(self, index: int, value: Value) -> Scope:
        """The same with a bound variable more."""
        return attrs.evolve(self, bound={**self.bound, index: value})


def kind_of(of: Type) -> Kind:
    """What a value of a type is, if it is no collection."""
    return "b" if of.required() == FLAG and not of.optional else "i"


class Expressions:
    """Writes expressions of one program."""

    def __init__(self, program: Program, moving: Moving) -> None:
        self.program = program
        self.layout = program.layout
        self.moving = moving
        self.code: Code = moving.code
        self.ranges = Values(program.layout, program.declared)
        self.all_cards = (1 << self.layout.cards) - 1
        # What is written for the score of a side and for who leads, when somebody asks for it.
        self.score: Callable[[str], str] | None = None
        self.kinds = Kinds(program.layout, moving.code)
        self.stacks = Stacks(moving)
        # The functions that tell whether an action is possible, by what is given.
        self.possibilities: dict[tuple[str, tuple[str, ...]], int] = {}
        # The procedures of which it is asked how often they are carried out just now.
        self.counted_procedures: set[int] = set()

    # -- values ------------------------------------------------------------------------------------

    def number(self, x: ir.Expr, scope: Scope) -> str:
        """A number, or whatever else is one thing; a flag as 1 or 0."""
        found = self.one(x, scope)
        return self.code.as_number(found) if kind_of(x.type) == "b" else found

    def flag(self, x: ir.Expr, scope: Scope) -> str:
        """A truth value."""
        found = self.one(x, scope)
        if kind_of(x.type) != "b":
            return self.code.compare("!=", found, "0")
        return found

    def one(self, x: ir.Expr, scope: Scope) -> str:
        """One thing."""
        found = self.value(x, scope)
        if not isinstance(found, str):
            raise NotYetError(f"{type(x).__name__} is a collection")
        return found

    def items(self, x: ir.Expr, scope: Scope) -> Items:
        """A collection."""
        found = self.value(x, scope)
        if isinstance(found, str):
            raise NotYetError(f"{type(x).__name__} may be no collection")
        return found

    def value(self, x: ir.Expr, scope: Scope) -> Value:
        """The value of an expression."""
        writer = _WRITERS.get(type(x))
        if writer is None:
            raise NotYetError(type(x).__name__)
        found: Value = writer(self, x, scope)
        return found

    def cases(self, x: ir.Expr, scope: Scope, body: Callable[[Items], None]) -> None:
        """Do something with a collection; where it is one of two, only that one is worked out."""
        match x:
            case ir.IfElse():
                self.code.branch(
                    self.flag(x.condition, scope),
                    lambda: self.cases(x.then, scope, body),
                    lambda: self.cases(x.otherwise, scope, body),
                )
            case ir.CallDefinition():
                value, inner = self._inside(x, scope)
                self.cases(value, inner, body)
            case _:
                body(self.items(x, scope))

    # -- constants, names --------------------------------------------------------------------------

    def const(self, x: ir.Const, scope: Scope) -> Value:
        if isinstance(x.value, tuple):
            things = [self.code.number(value) for value in x.value]
            if x.type.element is not None and x.type.element.base == "card":
                return self._constant_cards(x.value)
            return Few(self.code, things)
        if isinstance(x.value, bool) and kind_of(x.type) == "b":
            return self.code.flag(x.value)
        return self.code.number(int(x.value))

    def _constant_cards(self, cards: Sequence[int]) -> Items:
        if list(cards) == sorted(cards):
            return Cards(self.code, self.code.mask(sum([1 << card for card in cards])))
        return Few(self.code, [self.code.number(card) for card in cards])

    def local(self, x: ir.Local, scope: Scope) -> Value:
        found = scope.slot(x.slot)
        # Flags lie in slots as numbers.
        if kind_of(x.type) == "b" and isinstance(found, str):
            return self.code.compare("!=", found, "0")
        return found

    def bound(self, x: ir.Bound, scope: Scope) -> Value:
        return scope.bound[x.index]

    def role(self, x: ir.Role, scope: Scope) -> Value:
        return scope.me if x.role == "me" else self.register(x.role)

    def register(self, name: str) -> str:
        """What a register holds now."""
        number = self.code.number(self.moving.memory.register(name))
        return self.code.at(self.moving.part("registers"), number)

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
            next_one = code.wrapped(code.plus(scope.me, "1"), players)
            return Seats(code, next_one, players - 1, players)
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
        width = max(1, max(map(len, rows)))
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

    def variable(self, x: ir.VariableValue, scope: Scope) -> Value:
        variable = self.layout.variables[x.variable]
        at = self.variable_at(x.variable, x.holder, scope)
        if variable.type.base == "collection":
            cells = self.moving.part(f"of {x.variable}")
            size = self.code.at(self.moving.part("variables"), at)
            return Row(self.code, cells, size, self._start_of(x.variable, at))
        found = self.code.at(self.moving.part("variables"), at)
        return self.code.compare("!=", found, "0") if kind_of(x.type) == "b" else found

    def _start_of(self, name: str, at: str) -> str:
        """Where the things of a variable begin."""
        holder = self.code.minus(at, self.code.number(self.layout.variable_base[name]))
        return self.code.times(holder, str(MOST_ROOM))

    def lay_variable(
        self, name: str, at: str, x: ir.Expr, scope: Scope, then: Callable[[], None]
    ) -> None:
        """A collection into a variable, if it holds another one; and what is done then."""
        code, variables = self.code, self.moving.part("variables")
        cells, size = self.side_by_side(self.items(x, scope), x)
        own, start = self.moving.part(f"of {name}"), self._start_of(name, at)
        before = code.at(variables, at)
        differs = code.local("b", code.compare("!=", before, size))
        position = code.local("i", "0")
        with code.loop() as loop:
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
        return self._numbered(self.layout.variable_base[name], holder, scope)

    def _numbered(self, base: int, holder: ir.Expr | None, scope: Scope) -> str:
        if holder is None:
            return self.code.number(base)
        return self.code.plus(self.one(holder, scope), self.code.number(base))

    def set_register(self, name: str, value: str) -> None:
        """A value into a register."""
        number = self.code.number(self.moving.memory.register(name))
        self.code.put(self.moving.part("registers"), number, value)

    # -- things side by side -----------------------------------------------------------------------

    def room(self, x: ir.Expr) -> int:
        """For how many things of a collection there is room."""
        return max(1, min(self.ranges.size(x)[1], MOST_ROOM))

    def side_by_side(self, items: Items, of: ir.Expr) -> tuple[Array, str]:
        """The things of a collection, and how many they are."""
        code, room = self.code, self.room(of)
        if items.kind == "m":
            raise NotYetError("sets side by side")
        if isinstance(items, Row):
            return items.cells, items.size
        cells, number = code.array("i", room), code.local("i", "0")

        def note(thing: str) -> None:
            at = code.read(number)
            is_room = code.compare("<", at, str(room))
            with code.when(is_room):
                code.put(cells, at, thing)
                code.write(number, code.plus(at, "1"))
            with code.when(code.no(is_room)):
                self.give_up()

        items.each(note)
        return cells, code.read(number)

    def copy(self, source: Array, start: str, to: Array, begin: str, size: str) -> None:
        """Copy things; of a size below 0 there is none."""
        code = self.code
        at = code.local("i", "0")
        with code.loop() as loop:
            now = code.read(at)
            with code.when(code.compare(">=", now, size)):
                code.leave(loop)
            code.put(to, code.plus(now, begin), code.at(source, code.plus(now, start)))
            code.write(at, code.plus(now, "1"))

    # -- zones and cards ---------------------------------------------------------------------------

    def zone(self, x: ir.ZoneOf, scope: Scope) -> Value:
        return self._numbered(self.layout.zone_base[x.zone], x.holder, scope)

    def contents(self, x: ir.Contents, scope: Scope) -> Value:
        zone = x.zone
        if isinstance(zone, ir.ZoneOf):
            return self._contents_of(self.layout.zones[zone.zone].shape, self.one(zone, scope))
        if isinstance(zone, ir.CallDefinition):
            value, inner = self._inside(zone, scope)
            return self.contents(ir.Contents(type=x.type, zone=value), inner)
        if zone.type.base == "stack":
            return Chain(self.moving, self.stacks.zone(self.one(zone, scope)))
        number = self.one(zone, scope)
        if zone.type.name == "stacks":
            return StacksOf(self.stacks, number)
        masks = self.moving.part("masks")
        # Only one of both is looked at.
        return Either(
            self.moving.is_ordered(number),
            Chain(self.moving, number),
            Cards(self.code, self.code.at(masks, number)),
        )

    def cards_of_stacks(self, x: ir.CardsOfStacks, scope: Scope) -> Value:
        return Each(
            self.items(x.stacks, scope), lambda stack: Chain(self.moving, self.stacks.zone(stack))
        )

    def _contents_of(self, shape: str, zone: str) -> Items:
        if shape == "stacks":
            return StacksOf(self.stacks, zone)
        if shape == "spread":
            return Cards(self.code, self.code.at(self.moving.part("masks"), zone))
        return Chain(self.moving, zone)

    def all_contents(self, x: ir.AllContents, scope: Scope) -> Value:
        zones = self.layout.zones[x.zone]

        def inner(holder: str) -> Items:
            return self._contents_of(zones.shape, self.code.plus(holder, str(zones.base)))

        return Each(self.items(x.holders, scope), inner)

    def attribute(self, x: ir.Attribute, scope: Scope) -> Value:
        values = self.layout.attribute[x.attribute]
        card = self.one(x.card, scope)
        if any(isinstance(value, tuple) for value in values):
            return self._row_of_table([tuple(sorted(value)) for value in values], card)
        table = self.code.table("i", [int(value) for value in values])
        found = self.code.at(table, card)
        return self.code.compare("!=", found, "0") if kind_of(x.type) == "b" else found

    def _row_of_table(self, rows: Sequence[Sequence[int]], at: str) -> Items:
        """One of several rows of constants."""
        code = self.code
        starts = [sum(map(len, rows[:number])) for number in range(len(rows))]
        cells = code.table("i", [value for row in rows for value in row] or [0])
        start = code.at(code.table("i", starts), at)
        size = code.at(code.table("i", list(map(len, rows))), at)
        return Row(code, cells, size, start)

    def is_line(self, x: ir.IsLine, scope: Scope) -> Value:
        table = self.code.table("i", self.layout.line)
        number = self.code.number(self.layout.lines.index(x.line))
        return self.code.compare("=", self.code.at(table, self.one(x.card, scope)), number)

    def team_of(self, x: ir.TeamOf, scope: Scope) -> Value:
        return self.team(self.one(x.player, scope))

    def team(self, player: str) -> str:
        """The side of a player."""
        if self.layout.team_of == list(range(self.layout.players)):
            return player
        return self.code.at(self.code.table("i", self.layout.team_of), player)

    def score_of(self, x: ir.ScoreOf, scope: Scope) -> Value:
        assert self.score is not None
        return self.score(self.one(x.player, scope))

    def look_up(self, x: machine.LookUp, scope: Scope) -> Value:
        table, layout = self.program.tables[x.table], self.layout
        kinds = len(layout.faces)
        if table.arguments == 0:
            found = table.values(0, 1)[0]
            if isinstance(found, tuple):
                return self._constant_cards(found)
            return self.code.flag(found) if kind_of(x.type) == "b" else self.code.number(found)
        if table.type.base == "collection":
            return self._table_of_collections(x, table, scope)
        rows = [list(map(int, table.values(row, kinds))) for row in range(len(table.rows))]
        cells = [row[kind] for row in rows for kind in layout.kind]
        *first, last = [self.one(item, scope) for item in x.arguments]
        at = last
        if first:
            kind = self.code.at(self.code.table("i", layout.kind), first[0])
            at = self.code.plus(self.code.times(kind, str(layout.cards)), last)
        found = self.code.at(self.code.table("i", cells), at)
        return self.code.compare("!=", found, "0") if kind_of(x.type) == "b" else found

    def _table_of_collections(self, x: machine.LookUp, table: Table, scope: Scope) -> Items:
        code, layout = self.code, self.layout
        kinds = len(layout.faces)
        *first, last = [self.one(item, scope) for item in x.arguments]
        kind = code.table("i", layout.kind)
        rows = [table.values(row, kinds) for row in range(len(table.rows))]
        at = code.at(kind, last)
        if first:
            at = code.plus(code.times(code.at(kind, first[0]), str(kinds)), at)
        values = [value if isinstance(value, tuple) else () for row in rows for value in row]
        return self._row_of_table(values, at)

    # -- operations --------------------------------------------------------------------------------

    def operation(self, x: ir.Operation, scope: Scope) -> Value:
        writer = _OPERATIONS.get(x.op)
        if writer is None:
            raise NotYetError(x.op)
        found: Value = writer(self, x, scope)
        return found

    def count(self, x: ir.Operation, scope: Scope) -> Value:
        return self.items(x.arguments[0], scope).count()

    def first(self, x: ir.Operation, scope: Scope) -> Value:
        code, items = self.code, self.items(x.arguments[0], scope)
        found = code.local("i", code.number(NONE))
        with code.block() as block:

            def take(item: str) -> None:
                code.write(found, item)
                code.leave(block)

            items.each(take)
        return code.read(found)

    def subsets(self, x: ir.Subsets, scope: Scope) -> Value:
        pool = self.items(x.collection, scope)
        found = sets_of(x)
        if not self.kinds.all_differ and not self._lie_in_spreads(x.collection):
            # Which of several cards that look the same is taken depends on their order.
            place = self.moving.part("place")
            lies_in_order = pool.until(
                lambda card: self.moving.is_ordered(self.code.at(place, card))
            )
            with self.code.when(lies_in_order):
                self.give_up()
        cards = pool.mask()
        sets = Subsets(
            self.kinds, self.moving.memory, self.layout, found.bounds, cards,
            lambda value: self.number(value, scope), self.give_up,
        )  # fmt: skip
        if found.are_counted:
            return sets
        too_many = self.code.compare(">", sets.count(), str(MOST_LOOKED_THROUGH))
        with self.code.when(too_many):
            self.give_up()
        return Filtered(
            sets.at_most(MOST_LOOKED_THROUGH), partial(self._fits, x, found, cards, scope)
        )

    def _fits(self, x: ir.Subsets, of: SetsFound, pool: str, scope: Scope, one: str) -> str:
        """Whether a set within the bounds is one that is wanted."""
        code = self.code
        inner = scope.with_bound(x.bound, Cards(code, one))
        holds = "true"
        for rest in of.rest:
            holds = code.both(holds, partial(self.flag, rest, inner))
        return (
            code.both(holds, lambda: self._is_maximal(x, pool, scope, one)) if x.maximal else holds
        )

    def _is_maximal(self, x: ir.Subsets, pool: str, scope: Scope, one: str) -> str:
        """Whether it is none any more with any further card."""
        code = self.code
        result = code.local("b", "true")

        def add(number: str, cards: str) -> None:
            left = code.without(cards, one)
            with code.when(code.some(left)):
                more = code.in_either(one, code.bit(code.lowest(left)))
                inner = scope.with_bound(x.bound, Cards(code, more))
                with code.when(self.flag(x.condition, inner)):
                    code.write(result, "false")

        self.kinds.each(pool, add)
        return code.read(result)

    def _lie_in_spreads(self, x: ir.Expr) -> bool:
        zones = [part.zone for part in ir.walk(x) if isinstance(part, ir.ZoneOf | ir.AllContents)]
        return bool(zones) and all(self.layout.zones[zone].shape == "spread" for zone in zones)

    def unions(self, x: ir.Operation, scope: Scope) -> Value:
        families = x.arguments[0]
        while isinstance(families, ir.CallDefinition):
            families, scope = self._inside(families, scope)
        if not isinstance(families, ir.Operation) or families.op != "maximal families":
            raise NotYetError("unions of other families")
        sets = self.items(families.arguments[0], scope)
        if not isinstance(sets, Subsets):
            raise NotYetError("families of other sets")
        return Unions(self.moving.memory, sets, self.give_up)

    def only(self, x: ir.Operation, scope: Scope) -> Value:
        thing = x.arguments[0]
        if thing.type.base == "collection":
            cards = self.items(thing, scope)
            if cards.kind == "m" or not cards.is_sorted:
                raise NotYetError("a set of cards in an order")
            return Listed(self.code, [cards.mask()])
        return Few(self.code, [self.one(x.arguments[0], scope)])

    def extreme_number(self, x: ir.Operation, scope: Scope) -> Value:
        values = [self.one(item, scope) for item in x.arguments]
        found = values[0]
        for value in values[1:]:
            found = (self.code.smaller if x.op == "min" else self.code.larger)(found, value)
        return found

    def end_of_pile(self, x: ir.Operation, scope: Scope) -> Value:
        code = self.code
        card = code.at(self.moving.part(x.op), self._place_meant(x.arguments[0], scope))
        return code.choose("i", code.compare("<", card, "0"), code.number(NONE), card)

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

    def neighbour(self, x: ir.Operation, scope: Scope) -> Value:
        code, players = self.code, self.layout.players
        seat = self.one(x.arguments[0], scope)
        if x.op == "left":
            return code.wrapped(code.plus(seat, "1"), players)
        if x.op == "right":
            return code.wrapped(code.plus(seat, str(players - 1)), players)
        moved = code.plus(code.plus(seat, self.register("direction")), str(players))
        return code.wrapped(code.wrapped(moved, players), players)

    def clockwise_from(self, x: ir.Operation, scope: Scope) -> Value:
        players = self.layout.players
        return Seats(self.code, self.one(x.arguments[0], scope), players, players)

    def arithmetic(self, x: ir.Arithmetic, scope: Scope) -> Value:
        if x.type.base == "collection":
            return self._collections(x, scope)
        code = self.code
        left, right = self.number(x.left, scope), self.number(x.right, scope)
        if x.operator in ("/", "mod"):
            name = "quotient" if x.operator == "/" else "remainder"
            return code.call(name, [(left, "i64"), (right, "i64")], "i64")
        if can_leave(self.ranges.of_operation(x)):
            name = {"+": "plus", "-": "minus", "*": "times"}[x.operator]
            found = code.call(name, [(left, "i64"), (right, "i64")], "i64")
            return self.checked(found)
        write = {"+": code.plus, "-": code.minus, "*": code.times}[x.operator]
        return write(left, right)

    def checked(self, number: str) -> str:
        """A number; where it is none the game is given up, and it goes on with 0 until then."""
        code = self.code
        is_none = code.compare("=", number, code.number(NONE))
        with code.when(is_none):
            self.give_up()
        return code.choose("i", is_none, "0", number)

    def give_up(self) -> None:
        """This game is to be played by another engine."""
        at = self.code.number(self.moving.memory.register("status"))
        self.code.put(self.moving.part("registers"), at, "1")

    def _collections(self, x: ir.Arithmetic, scope: Scope) -> Items:
        left, right = self.items(x.left, scope), self.items(x.right, scope)
        if x.type.element is not None and x.type.element.base == "collection":
            raise NotYetError("sets put together")
        if x.operator == "-":
            return Filtered(left, lambda item: self.code.no(right.has(item)))
        rest = Filtered(right, lambda item: self.code.no(left.has(item)))
        return Joined(self.code, [left, rest])

    def compare(self, x: ir.Compare, scope: Scope) -> Value:
        code = self.code
        if x.left.type.base == "collection":
            if isinstance(x.right, ir.Const) and x.right.value == ():
                some = self.items(x.left, scope).some()
                return some if x.operator == "!=" else code.no(some)
            return self._compare_collections(x, scope)
        if x.left.type.base == "stack" and not isinstance(x.right, ir.Const):
            left, right = (
                self.stacks.compared(self.one(side, scope)) for side in (x.left, x.right)
            )
            return code.compare(x.operator, left, right)
        if kind_of(x.left.type) == kind_of(x.right.type) == "b":
            sides = self.one(x.left, scope), self.one(x.right, scope)
            return code.compare(x.operator, *sides, "b")
        return code.compare(x.operator, self.number(x.left, scope), self.number(x.right, scope))

    def _compare_collections(self, x: ir.Compare, scope: Scope) -> str:
        code, left = self.code, self.items(x.left, scope)
        if isinstance(x.right, ir.Const) and x.right.value == NONE:
            is_none = self._is_none(left)
            return is_none if x.operator == "=" else code.no(is_none)
        right = self.items(x.right, scope)
        if "m" in (left.kind, right.kind):
            raise NotYetError("sets that are compared")
        nones = [self._is_none(side) for side in (left, right)]

        def alike() -> str:
            return code.both(
                code.no(left.until(lambda item: code.no(right.has(item)))),
                lambda: code.no(right.until(lambda item: code.no(left.has(item)))),
            )

        both = code.both(nones[0], lambda: nones[1])
        neither = code.both(code.no(nones[0]), lambda: code.no(nones[1]))
        found = code.either(both, lambda: code.both(neither, alike))
        return found if x.operator == "=" else code.no(found)

    def _is_none(self, items: Items) -> str:
        """Whether a collection is none, as one that has a name may be."""
        if isinstance(items, Row):
            return self.code.compare("<", items.size, "0")
        if isinstance(items, Cards) and not items.is_whole:
            return self.code.compare("=", items.mask(), self.code.none, "m")
        return "false"

    def contains(self, x: ir.Contains, scope: Scope) -> Value:
        if x.element.type.base == "collection":
            raise NotYetError("a set that is looked for")
        return self.items(x.collection, scope).has(self.number(x.element, scope))

    def logic(self, x: ir.Logic, scope: Scope) -> Value:
        left = self.flag(x.left, scope)
        write = self.code.both if x.operator == "and" else self.code.either
        return write(left, lambda: self.flag(x.right, scope))

    def negation(self, x: ir.Negation, scope: Scope) -> Value:
        return self.code.no(self.flag(x.operand, scope))

    def if_else(self, x: ir.IfElse, scope: Scope) -> Value:
        if x.type.base == "collection":
            sides = self.items(x.then, scope), self.items(x.otherwise, scope)
            if "m" in (sides[0].kind, sides[1].kind):
                raise NotYetError("sets that depend on something")
            return Either(self.flag(x.condition, scope), *sides)
        kind = kind_of(x.type)
        write = self.flag if kind == "b" else self.number
        return self.code.one_of(
            kind,
            self.flag(x.condition, scope),
            lambda: write(x.then, scope),
            lambda: write(x.otherwise, scope),
        )

    def not_none(self, x: ir.NotNone, scope: Scope) -> Value:
        found, code = self.value(x.value, scope), self.code
        if isinstance(found, str):
            return self.checked(found)
        is_none = self._is_none(found)
        with code.when(is_none):
            self.give_up()
        if isinstance(found, Row):
            return Row(code, found.cells, code.larger(found.size, "0"), found.start)
        if is_none != "false":
            return Cards(code, code.choose("m", is_none, "0", found.mask()))
        return found

    # -- collections -------------------------------------------------------------------------------

    def quantified(self, x: ir.Quantified, scope: Scope) -> Value:
        items, code = self.items(x.collection, scope), self.code
        wanted = self.mask(x, scope)
        is_some = x.quantifier == "some"
        if wanted is not None:
            cards = items.mask()
            if is_some:
                return code.some(code.in_both(cards, wanted))
            return code.no(code.some(code.without(cards, wanted)))
        self.ranges.note(x)

        def look(item: str) -> str:
            found = self.flag(x.condition, scope.with_bound(x.bound, item))
            return found if is_some else code.no(found)

        found = items.until(look)
        return found if is_some else code.no(found)

    def filter(self, x: ir.Filter, scope: Scope) -> Value:
        items = self.items(x.collection, scope)
        wanted = self.mask(x, scope)
        if wanted is not None and items.is_sorted:
            return Cards(self.code, self.code.in_both(items.mask(), wanted))
        self.ranges.note(x)
        if wanted is not None:
            return Filtered(items, lambda item: self.code.has(wanted, item))
        return Filtered(items, lambda item: self.flag(x.condition, scope.with_bound(x.bound, item)))

    def extremes(self, x: ir.Extremes, scope: Scope) -> Value:
        items, code = self.items(x.collection, scope), self.code
        self.ranges.note(x)
        sign = ">" if x.extreme == "highest" else "<"
        best = code.local("i", "0")
        is_first = code.local("b", "true")

        def key(item: str) -> str:
            return self.number(x.key, scope.with_bound(x.bound, item))

        def look(item: str) -> None:
            value = key(item)
            better = code.either(
                code.read(is_first), lambda: code.compare(sign, value, code.read(best))
            )
            with code.when(better):
                code.write(best, value)
                code.write(is_first, "false")

        items.each(look)
        found = code.read(best)
        return Filtered(items, lambda item: code.compare("=", key(item), found))

    def fold(self, x: ir.Fold, scope: Scope) -> Value:
        items, code = self.items(x.collection, scope), self.code
        self.ranges.note(x)
        result = code.local("i", "0")
        is_sum = x.fold == "sum"
        is_first = code.local("b", "true")
        may_leave = is_sum and can_leave(self.ranges.of_sum(x))

        def look(item: str) -> None:
            value = self.number(x.body, scope.with_bound(x.bound, item))
            before = code.read(result)
            if may_leave:
                more = code.call("plus", [(before, "i64"), (value, "i64")], "i64")
                code.write(result, self.checked(more))
            elif is_sum:
                code.write(result, code.plus(before, value))
            else:
                sign = ">" if x.fold == "highest" else "<"
                first = code.read(is_first)
                better = code.either(first, lambda: code.compare(sign, value, before))
                code.write(result, code.choose("i", better, value, before))
                code.write(is_first, "false")

        items.each(look)
        found = code.read(result)
        return code.compare("!=", found, "0") if kind_of(x.type) == "b" else found

    # -- what is defined ---------------------------------------------------------------------------

    def call_definition(self, x: ir.CallDefinition, scope: Scope) -> Value:
        return self.value(*self._inside(x, scope))

    def _inside(self, x: ir.CallDefinition, scope: Scope) -> tuple[ir.Expr, Scope]:
        """What a definition says, and what its names mean."""
        definition = self.program.declared.definitions[x.definition]
        values = [self.value(item, scope) for item in x.arguments]
        inner = attrs.evolve(scope, bound=dict(zip(definition.parameters, values, strict=True)))
        return definition.value, inner

    def call_placement(self, x: ir.CallPlacement, scope: Scope) -> Value:
        placement = self.program.declared.placements[x.placement]
        card, target = self.one(x.card, scope), self.one(x.target, scope)
        inner = attrs.evolve(scope, bound={placement.card: card, placement.target: target})
        found = "true"
        for clause in placement.clauses:
            found = self.code.both(found, partial(self.flag, clause.value, inner))
        return found

    def possible(self, x: ir.Possible, scope: Scope) -> Value:
        found = "false"
        for action in x.actions:
            names = tuple(name for name, _ in x.given)
            values = [self.number(value, scope) for _, value in x.given]
            function = self.possibilities.setdefault((action, names), len(self.possibilities))
            given = [(value, "i64") for value in values]
            found = self.code.either(
                found,
                partial(
                    self.code.call,
                    f"possible_{function}",
                    [("%z", "ptr"), (scope.me, "i64"), *given],
                    "i1",
                ),
            )
        return found

    def running(self, x: machine.Running, scope: Scope) -> Value:
        found = "0"
        for procedure in x.procedures:
            self.counted_procedures.add(procedure)
            running = self.code.at(self.moving.part("running"), self.code.number(procedure))
            found = self.code.plus(running, found)
        return found

    # -- the machine's own -------------------------------------------------------------------------

    def register_value(self, x: machine.RegisterValue, scope: Scope) -> Value:
        return scope.me if x.register == "me" else self.register(x.register)

    def size(self, x: machine.Size, scope: Scope) -> Value:
        found = scope.slot(x.slot)
        assert isinstance(found, Items)
        return found.count()

    def element(self, x: machine.Element, scope: Scope) -> Value:
        found = scope.slot(x.slot)
        assert isinstance(found, Items)
        return found.nth(self.one(x.index, scope))

    def plus(self, x: machine.Plus, scope: Scope) -> Value:
        return self.code.plus(self.one(x.value, scope), self.code.number(x.more))

    def seat(self, x: machine.Seat, scope: Scope) -> Value:
        code, players = self.code, self.layout.players
        start, places = self.one(x.start, scope), self.one(x.places, scope)
        if x.direction < 0:
            places = code.minus(str(players), places)
        return code.wrapped(code.wrapped(code.plus(start, places), players), players)

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

    # -- conditions as sets ------------------------------------------------------------------------

    def mask(self, x: ir.Quantified | ir.Filter, scope: Scope) -> str | None:
        """The cards for which the condition of an expression holds, where that is a set."""
        element = x.collection.type.element
        if element is None or element.base != "card":
            return None
        return Fitting(self, scope, x.bound).of(x.condition)


class Mapped(Items):
    """What belongs to each thing of a collection."""

    def __init__(self, of: Items, value: Callable[[str], str]) -> None:
        super().__init__(of.code)
        self._of = of
        self._value = value

    def each(self, body: Callable[[str], None]) -> None:
        self._of.each(lambda item: body(self._value(item)))


class Fitting:
    """Conditions on one card as the sets of cards for which they hold."""

    def __init__(
        self, expressions: Expressions, scope: Scope, card: int | None, slot: int | None = None
    ) -> None:
        self._expressions = expressions
        self._code = expressions.code
        self._scope = scope
        # The card is a bound variable, or lies in a slot.
        self._card = card
        self._slot = slot

    def of(self, x: ir.Expr) -> str | None:
        """The set; None where it cannot be told without looking at each card."""
        if not self._looks_at_it(x):
            holds = self._expressions.flag(x, self._scope)
            return self._code.choose("m", holds, self._all, "0")
        match x:
            case ir.Logic():
                sides = [self.of(x.left), self.of(x.right)]
                if sides[0] is None or sides[1] is None:
                    return None
                write = self._code.in_both if x.operator == "and" else self._code.in_either
                return write(sides[0], sides[1])
            case ir.Negation():
                found = self.of(x.operand)
                return None if found is None else self._code.without(self._all, found)
            case machine.LookUp():
                return self._look_up(x)
            case ir.IsLine() if self._is_it(x.card):
                number = self._expressions.layout.lines.index(x.line)
                return self._where(lambda card: self._expressions.layout.line[card] == number)
            case ir.Compare():
                return self._compare(x)
            case ir.CallDefinition():
                return self._call(x)
            case ir.Contains() if self._is_it(x.element) and not self._looks_at_it(x.collection):
                return self._expressions.items(x.collection, self._scope).mask()
        return None

    @property
    def _all(self) -> str:
        return self._code.mask(self._expressions.all_cards)

    def _is_it(self, x: ir.Expr) -> bool:
        return (isinstance(x, ir.Bound) and x.index == self._card) or (
            isinstance(x, ir.Local) and x.slot == self._slot
        )

    def _looks_at_it(self, x: ir.Expr) -> bool:
        return any(isinstance(part, ir.Expr) and self._is_it(part) for part in ir.walk(x))

    def _where(self, fits: Callable[[int], bool]) -> str:
        cards = range(self._expressions.layout.cards)
        return self._code.mask(sum([1 << card for card in cards if fits(card)]))

    def _look_up(self, x: machine.LookUp) -> str | None:
        own = self._expressions
        table, layout = own.program.tables[x.table], own.layout
        kinds = len(layout.faces)
        if table.type != FLAG:
            return None
        at = [self._is_it(item) for item in x.arguments]
        if at == [True]:
            row = table.values(0, kinds)
            return self._where(lambda card: row[layout.kind[card]])
        if len(at) != 2 or sum(at) != 1 or self._looks_at_it(x.arguments[at.index(False)]):  # noqa: PLR2004
            return None
        other = at.index(False)
        rows = [table.values(row, kinds) for row in range(kinds)]

        def fits(kind: int, card: int) -> bool:
            mine = layout.kind[card]
            return bool(rows[kind][mine] if other == 0 else rows[mine][kind])

        cards = range(layout.cards)
        masks = [sum([1 << card for card in cards if fits(kind, card)]) for kind in range(kinds)]
        given = own.one(x.arguments[other], self._scope)
        kind = self._code.at(self._code.table("i", layout.kind), given)
        return self._code.at(self._code.table("m", masks), kind)

    def _compare(self, x: ir.Compare) -> str | None:
        sides = (x.left, x.right)
        for this, other, how in ((*sides, x.operator), (*sides[::-1], _TURNED[x.operator])):
            if self._looks_at_it(other):
                continue
            if self._is_it(this) and how in ("=", "!="):
                return self._same(other, is_same=how == "=")
            if isinstance(this, ir.Attribute) and self._is_it(this.card):
                return self._attribute(this.attribute, how, other)
        return None

    def _same(self, other: ir.Expr, *, is_same: bool) -> str:
        code = self._code
        card = self._expressions.one(other, self._scope)
        # None is no card.
        is_card = code.compare(">=", card, "0")
        bit = code.bit(code.choose("i", is_card, card, "0"))
        found = code.choose("m", is_card, bit, "0")
        return found if is_same else code.without(self._all, found)

    def _attribute(self, name: str, how: str, other: ir.Expr) -> str | None:
        own, code = self._expressions, self._code
        values = own.layout.attribute[name]
        if any(isinstance(value, tuple) for value in values):
            return None
        numbers = [int(value) for value in values]
        test = _TESTS[how]
        if isinstance(other, ir.Const) and not isinstance(other.value, tuple):
            wanted = int(other.value)
            return self._where(lambda card: test(numbers[card], wanted))
        least, most = min(numbers) - 1, max(numbers) + 1
        if most - least > _MOST_APART:
            return None
        # What lies beyond all values compares as what lies just beyond them; none is below all.
        cards = range(own.layout.cards)
        masks = [
            sum([1 << card for card in cards if test(numbers[card], wanted)])
            for wanted in range(least, most + 1)
        ]
        given = own.number(other, self._scope)
        within = code.smaller(code.larger(given, code.number(least)), code.number(most))
        return code.at(code.table("m", masks), code.minus(within, code.number(least)))

    def _call(self, x: ir.CallDefinition) -> str | None:
        own = self._expressions
        definition = own.program.declared.definitions[x.definition]
        given = [self._is_it(item) for item in x.arguments]
        if sum(given) != 1 or any(
            self._looks_at_it(item) for item, it in zip(x.arguments, given, strict=True) if not it
        ):
            return None
        bound: dict[int, Value] = {}
        for parameter, item, it in zip(definition.parameters, x.arguments, given, strict=True):
            if not it:
                bound[parameter] = own.value(item, self._scope)
        inner = attrs.evolve(self._scope, bound=bound)
        card = definition.parameters[given.index(True)]
        return Fitting(own, inner, card).of(definition.value)


_TURNED = {"=": "=", "!=": "!=", "<": ">", "<=": ">=", ">": "<", ">=": "<="}
_TESTS: Mapping[str, Callable[[int, int], bool]] = {
    "=": lambda left, right: left == right,
    "!=": lambda left, right: left != right,
    "<": lambda left, right: left < right,
    "<=": lambda left, right: left <= right,
    ">": lambda left, right: left > right,
    ">=": lambda left, right: left >= right,
}
_OPERATIONS: Mapping[str, Callable[..., Value]] = {
    "count": Expressions.count,
    "first": Expressions.first,
    "only": Expressions.only,
    "unions": Expressions.unions,
    "min": Expressions.extreme_number,
    "max": Expressions.extreme_number,
    "top": Expressions.end_of_pile,
    "bottom": Expressions.end_of_pile,
    "owner": Expressions.owner,
    "left": Expressions.neighbour,
    "right": Expressions.neighbour,
    "next": Expressions.neighbour,
    "clockwise_from": Expressions.clockwise_from,
}
_WRITERS: Mapping[type[ir.Expr], Callable[..., Value]] = {
    ir.Const: Expressions.const,
    ir.Local: Expressions.local,
    ir.Bound: Expressions.bound,
    ir.Role: Expressions.role,
    ir.Everyone: Expressions.everyone,
    ir.Counter: Expressions.counter,
    ir.VariableValue: Expressions.variable,
    ir.ZoneOf: Expressions.zone,
    ir.Contents: Expressions.contents,
    ir.AllContents: Expressions.all_contents,
    ir.CardsOfStacks: Expressions.cards_of_stacks,
    ir.Possible: Expressions.possible,
    machine.Running: Expressions.running,
    ir.Attribute: Expressions.attribute,
    ir.IsLine: Expressions.is_line,
    ir.TeamOf: Expressions.team_of,
    ir.ScoreOf: Expressions.score_of,
    ir.Operation: Expressions.operation,
    ir.Arithmetic: Expressions.arithmetic,
    ir.Compare: Expressions.compare,
    ir.Contains: Expressions.contains,
    ir.Logic: Expressions.logic,
    ir.Negation: Expressions.negation,
    ir.IfElse: Expressions.if_else,
    ir.NotNone: Expressions.not_none,
    ir.Quantified: Expressions.quantified,
    ir.Filter: Expressions.filter,
    ir.Extremes: Expressions.extremes,
    ir.Fold: Expressions.fold,
    ir.CallDefinition: Expressions.call_definition,
    ir.Subsets: Expressions.subsets,
    ir.CallPlacement: Expressions.call_placement,
    machine.RegisterValue: Expressions.register_value,
    machine.Size: Expressions.size,
    machine.Element: Expressions.element,
    machine.Plus: Expressions.plus,
    machine.Seat: Expressions.seat,
    machine.InOrder: Expressions.in_order,
    machine.LookUp: Expressions.look_up,
}
