"""What expressions and conditions tell at the end of a way.

What is not understood is an unknown of which nothing is known, and tells nothing as a condition;
so that whatever is said here holds in every game.
"""

from __future__ import annotations

from collections.abc import Sequence

from cardrules.machine import code
from cardrules.machine.ranges.bounds import Interval
from cardrules.machine.search import Loop, Name, Search, Test
from cardrules.model import ir
from cardrules.model.types import NONE, PLAYER
from cardrules.termination.linear import ZERO, Sum
from cardrules.termination.path import (
    Cards,
    Many,
    Number,
    Part,
    Path,
    Sealed,
    Somebody,
    Stack,
    Value,
)
from cardrules.termination.table import LARGE, Table

_OPPOSITE = {"=": "!=", "!=": "=", "<": ">=", "<=": ">", ">": "<=", ">=": "<"}
# Of a condition so many ways are told apart; with more of them nothing is told.
_MOST_WAYS = 12


class Reading:
    """Reads expressions of one program."""

    def __init__(self, table: Table) -> None:
        self.table = table

    # -- numbers -----------------------------------------------------------------------------------

    def number(self, path: Path, x: ir.Expr) -> Sum:  # noqa: PLR0912 - a match over nodes
        """A number, or an unknown with what is known of it."""
        match x:
            case ir.Const(value=int(value)) if value != NONE:
                return Sum(int(value))
            case ir.Local():
                found = path.frame.slots.get(x.slot)
                if isinstance(found, Number):
                    return found.value
            case code.Plus():
                return self.number(path, x.value) + x.more
            case ir.Arithmetic():
                return self._worked_out(path, x)
            case ir.Counter(counter="round" | "turn" as name):
                return path.amounts["register", name]
            case code.RegisterValue(register="round" | "turn" | "changes" as name):
                return path.amounts["register", name]
            case code.Size():
                return self._size(path, x.slot)
            case ir.VariableValue(holder=None) if x.variable in self.table.numbers:
                return path.amounts["variable", x.variable]
            case ir.NotNone():
                return self.number(path, x.value)
            case ir.CallDefinition(arguments=()):
                return self.number(path, self._meaning(x))
            case ir.Operation(op="count", arguments=(inner,)):
                return self._count(path, inner)
            case ir.Operation(op="min" | "max" as name, arguments=(one, other)):
                sides = self.number(path, one), self.number(path, other)
                return self._extreme(path, x, sides, 1 if name == "min" else -1)
        return self._within(path, x)

    def _within(self, path: Path, x: ir.Expr) -> Sum:
        """An unknown, with the bounds that hold wherever the expression stands."""
        found = self.table.values.number(x)
        unknown = self.table.unknowns.new()
        if not found.none and found.least >= -LARGE:
            path.know(unknown - found.least)
        if not found.none and found.most <= LARGE:
            path.know(Sum(found.most) - unknown)
        return unknown

    def _extreme(self, path: Path, x: ir.Expr, sides: tuple[Sum, Sum], sign: int) -> Sum:
        found = self._within(path, x)
        path.know(*[(side - found).scaled(sign) for side in sides])
        return found

    def _worked_out(self, path: Path, x: ir.Arithmetic) -> Sum:
        one, other = self.number(path, x.left), self.number(path, x.right)
        match x.operator:
            case "+":
                return one + other
            case "-":
                return one - other
            case "*" if other.is_number:
                return one.scaled(other.number)
            case "*" if one.is_number:
                return other.scaled(one.number)
            case "/" if other.is_number and other.number > 0:
                # It is rounded down.
                found, by = self.table.unknowns.new(), other.number
                path.know(one - found.scaled(by), found.scaled(by) + (by - 1) - one)
                return found
        return self._within(path, x)

    def _size(self, path: Path, slot: int) -> Sum:
        match path.frame.slots.get(slot):
            case Many(number):
                return number
            case Sealed(number, _):
                return number
        found = self.table.unknowns.new()
        path.know(found)
        return found

    def _count(self, path: Path, x: ir.Expr) -> Sum:
        if x.type.element is not None and x.type.element.base == "card":
            return total(self.cards(path, x).parts)
        return self.many(path, x).number

    def many(self, path: Path, x: ir.Expr) -> Many:
        """How many things a collection has, and whether they are all players."""
        layout = self.table.layout
        match x:
            case ir.Everyone(group="players"):
                return Many(Sum(layout.players), everybody=True)
            case code.InOrder() if x.order.condition is None:
                return Many(Sum(layout.players), everybody=True)
            case ir.Operation(op="clockwise_from"):
                return Many(Sum(layout.players), everybody=True)
            case ir.Local():
                found = path.frame.slots.get(x.slot)
                if isinstance(found, Many):
                    return found
        least, most = self.table.values.size(x)
        if least == most:
            return Many(Sum(least))
        found_number = self.table.unknowns.new()
        path.know(found_number - least)
        if most <= LARGE:
            path.know(Sum(most) - found_number)
        return Many(found_number)

    # -- players -----------------------------------------------------------------------------------

    def player(self, path: Path, x: ir.Expr | None) -> int:
        """A player; the same one where it is certain that it is the same."""
        frame = path.frame
        match x:
            case ir.Role(role="me"):
                if frame.me is None:
                    frame.me = self.table.somebody()
                return frame.me
            case ir.Local():
                found = frame.slots.get(x.slot)
                if isinstance(found, Somebody):
                    return found.who
            case ir.NotNone():
                return self.player(path, x.value)
            case code.Seat(start=ir.Local(slot=start), places=ir.Local(slot=places)):
                return self._seat(path, (start, places))
            case code.Element(index=ir.Local(slot=index)):
                return self._seat(path, (x.slot, index))
        return self.table.somebody()

    def _seat(self, path: Path, slots: tuple[int, int]) -> int:
        if slots not in path.seats:
            path.seats[slots] = self.table.somebody()
            path.visited |= {(slots, path.seats[slots])}
        return path.seats[slots]

    # -- cards -------------------------------------------------------------------------------------

    def zone(self, path: Path, x: ir.Expr) -> str | None:
        """The name of a zone, or of that in which a stack lies."""
        match x:
            case ir.ZoneOf():
                return x.zone
            case ir.Local() if x.type.base == "stack":
                return self.stack(path, x).zone
            case ir.NotNone():
                return self.zone(path, x.value)
            case ir.CallDefinition():
                return self.zone(path, self._meaning(x))
            case ir.IfElse():
                one, other = self.zone(path, x.then), self.zone(path, x.otherwise)
                return one if one == other else None
        return None

    def cards(self, path: Path, x: ir.Expr) -> Cards:  # noqa: PLR0912 - a match over nodes
        """Cards, or one card, or a stack of them."""
        match x:
            case ir.Const():
                return Cards(())
            case ir.Contents():
                return self._contents(path, x)
            case ir.AllContents():
                return Cards((self._of_all(path, x),))
            case ir.CardsOfStacks():
                return self.cards(path, x.stacks)
            case ir.Filter() | ir.Extremes():
                return self._some(path, self.cards(path, x.collection))
            case ir.NotNone():
                return self.cards(path, x.value)
            case ir.CallDefinition():
                return self.cards(path, self._meaning(x))
            case ir.Local():
                return self._local(path, x)
            case ir.Operation(op="only", arguments=(inner,)):
                return self.cards(path, inner)
            case ir.Operation(op="top" | "bottom", arguments=(zone,)):
                return self._end(path, zone)
            case ir.Operation(op="first", arguments=(inner,)):
                return self._one(path, self.cards(path, inner))
            case ir.Arithmetic(operator="+"):
                return self._together(path, self.cards(path, x.left), self.cards(path, x.right))
            case ir.Arithmetic(operator="-"):
                return self._some(path, self.cards(path, x.left))
            case ir.IfElse():
                sides = self.cards(path, x.then), self.cards(path, x.otherwise)
                return self._either(path, *sides)
        return self._unknown_cards(path, one=x.type.base == "card")

    def _unknown_cards(self, path: Path, *, one: bool) -> Cards:
        return Cards((Part(None, self._up_to(path, Sum(1 if one else self.table.layout.cards))),))

    def _up_to(self, path: Path, most: Sum) -> Sum:
        if most == ZERO:
            return ZERO
        found = self.table.unknowns.new()
        path.know(found, most - found)
        return found

    def _contents(self, path: Path, x: ir.Contents) -> Cards:
        if isinstance(x.zone, ir.CallDefinition):
            return self._contents(path, ir.Contents(type=x.type, zone=self._meaning(x.zone)))
        if isinstance(x.zone, ir.IfElse):
            sides = [ir.Contents(type=x.type, zone=one) for one in (x.zone.then, x.zone.otherwise)]
            return self._either(path, *[self._contents(path, one) for one in sides])
        if not isinstance(x.zone, ir.ZoneOf):
            zone = self.zone(path, x.zone)
            if zone is None:
                return self._unknown_cards(path, one=False)
            if x.zone.type.base == "stack":
                return self._stacked(path, self.stack(path, x.zone))
            return Cards((Part(zone, self._up_to(path, path.of(zone))),))
        name = x.zone.zone
        if self.table.layout.holders(self.table.layout.zones[name].holder) == 1:
            return Cards((Part(name, path.of(name), whole=True),))
        if (name, self._holder(path, x.zone)) in path.empty:
            return Cards(())
        return Cards((Part(name, self._up_to(path, path.of(name))),))

    def _holder(self, path: Path, x: ir.ZoneOf) -> int:
        """Whose a zone is; of a team nobody is known by a number."""
        is_of_player = self.table.layout.zones[x.zone].holder == "player"
        return self.player(path, x.holder) if is_of_player and x.holder is not None else 0

    def _of_all(self, path: Path, x: ir.AllContents) -> Part:
        holder = self.table.layout.zones[x.zone].holder
        groups = {"player": "players", "team": "teams"}
        if isinstance(x.holders, ir.Everyone) and x.holders.group == groups.get(holder):
            return Part(x.zone, path.of(x.zone), whole=True)
        return Part(x.zone, self._up_to(path, path.of(x.zone)))

    def _some(self, path: Path, of: Cards) -> Cards:
        """Some of some cards."""
        return Cards(
            tuple([Part(part.zone, self._up_to(path, part.number)) for part in of.parts])
        )  # fmt: skip

    def _one(self, path: Path, of: Cards) -> Cards:
        """One of some cards, or none if there are none."""
        if not of.parts:
            return of
        zones = {part.zone for part in of.parts}
        return Cards(
            (Part(zones.pop() if len(zones) == 1 else None, self._up_to(path, Sum(1))),)
        )  # fmt: skip

    def _local(self, path: Path, x: ir.Local) -> Cards:
        found = path.frame.slots.get(x.slot)
        if isinstance(found, Cards):
            return found
        if x.type.base == "stack":
            return self._stacked(path, self.stack(path, x))
        return self._unknown_cards(path, one=x.type.base == "card")

    def _stacked(self, path: Path, found: Stack) -> Cards:
        """The cards of a stack: one at least, as long as it is not gone."""
        if found.zone is None:
            return self._unknown_cards(path, one=False)
        number = self._up_to(path, path.of(found.zone))
        if found.there:
            path.know(number - 1)
        return Cards((Part(found.zone, number),))

    def _end(self, path: Path, x: ir.Expr) -> Cards:
        if isinstance(x, ir.IfElse):
            return self._either(path, self._end(path, x.then), self._end(path, x.otherwise))
        zone = self.zone(path, x)
        if zone is None:
            return self._unknown_cards(path, one=True)
        number = self._up_to(path, Sum(1))
        path.know(path.of(zone) - number)
        return Cards((Part(zone, number),))

    def _together(self, path: Path, one: Cards, other: Cards) -> Cards:
        """What is in the one or the other; of cards that may be the same not all are new."""
        parts: list[Part] = []
        for part in sorted((*one.parts, *other.parts), key=lambda part: part.zone is None):
            if all(part.zone not in (None, known.zone) for known in parts):
                parts.append(part)
            else:
                parts.append(Part(part.zone, self._up_to(path, part.number), line=part.line))
        return Cards(tuple(parts))

    def _either(self, path: Path, one: Cards, other: Cards) -> Cards:
        """The one or the other: of the same zone up to as many as the larger one."""
        zones = {part.zone for part in (*one.parts, *other.parts)}
        most = {zone: [p for p in (*one.parts, *other.parts) if p.zone == zone] for zone in zones}
        parts = []
        for zone, found in sorted(most.items(), key=str):
            if zone is None:
                return self._unknown_cards(path, one=False)
            limit = found[0].number if len(found) == 1 else path.of(zone)
            parts.append(Part(zone, self._up_to(path, limit)))
        return Cards(tuple(parts))

    # -- what lies in a slot -----------------------------------------------------------------------

    def value(self, path: Path, x: ir.Expr) -> Value:
        """A value, as it lies in a slot."""
        base = x.type.base
        if base == "integer":
            return Number(self.number(path, x))
        if base == "player":
            return Somebody(self.player(path, x))
        element = x.type.element
        if base == "card" or (element is not None and element.base == "card"):
            return as_kept(self.cards(path, x))
        if base == "stack":
            return self.stack(path, x)
        if base == "collection":
            return self.many(path, x)
        return None

    def stack(self, path: Path, x: ir.Expr) -> Stack:
        """Where a stack lies, by the name of the zone; it may be gone."""
        found: Value = None
        match x:
            case ir.Local():
                found = path.frame.slots.get(x.slot)
            case ir.NotNone():
                return self.stack(path, x.value)
        return self._placed(found if isinstance(found, Stack) else Stack(None, there=False))

    def _placed(self, found: Stack) -> Stack:
        """A stack; where there is just one place for stacks, it lies there."""
        if found.zone is None and len(self.table.stack_zones) == 1:
            return found._replace(zone=self.table.stack_zones[0])
        return found

    def element(self, path: Path, x: ir.Expr, *, is_certain: bool) -> Value:
        """One of the things of a collection: a value that is chosen from it."""
        element = x.type.element
        base = "" if element is None else element.base
        if base == "card":
            found = self._one(path, self.cards(path, x))
            if is_certain and len(found.parts) == 1:
                return Cards((found.parts[0]._replace(number=Sum(1)),))
            return found
        if base == "stack":
            zones = {part.zone for part in self.cards(path, x).parts}
            there = len(zones) == 1 and is_certain
            return self._placed(Stack(zones.pop() if there else None, there))
        if base == "player":
            return Somebody(self.table.somebody())
        if base == "integer":
            inside = self.table.values.elements(x)
            unknown = self.table.unknowns.new()
            if isinstance(inside, Interval) and -LARGE <= inside.least <= inside.most <= LARGE:
                path.know(unknown - inside.least, Sum(inside.most) - unknown)
            return Number(unknown)
        if base == "collection":
            return as_kept(self._set_of(path, x))
        return None

    def _set_of(self, path: Path, x: ir.Expr) -> Cards:
        """A set of cards out of sets: all of them come from the cards of which sets are made."""
        match x:
            case ir.Subsets():
                return self._some(path, self.cards(path, x.collection))
            case ir.NotNone():
                return self._set_of(path, x.value)
            case ir.Filter() | ir.Extremes():
                return self._set_of(path, x.collection)
            case ir.CallDefinition():
                return self._set_of(path, self._meaning(x))
            case ir.Operation(op="unions" | "maximal families", arguments=(inner,)):
                return self._set_of(path, inner)
            case ir.Operation(op="only", arguments=(inner,)):
                return self._some(path, self.cards(path, inner))
            case ir.IfElse():
                return self._either(
                    path, self._set_of(path, x.then), self._set_of(path, x.otherwise)
                )
        return self._unknown_cards(path, one=False)

    def _meaning(self, x: ir.CallDefinition) -> ir.Expr:
        """What a definition stands for. What it looks at by its parameters is bound there."""
        return self.table.program.declared.definitions[x.definition].value

    # -- conditions --------------------------------------------------------------------------------

    def where(self, path: Path, x: ir.Expr, *, holds: bool = True) -> list[Path]:
        """The ways on which a condition holds (or does not); each is a way of its own."""
        found = self._where(path, x, holds)
        return [path.copy()] if len(found) > _MOST_WAYS else found

    def _where(self, path: Path, x: ir.Expr, holds: bool) -> list[Path]:
        match x:
            case ir.Const():
                return [path.copy()] if bool(x.value) == holds else []
            case ir.Negation():
                return self._where(path, x.operand, not holds)
            case ir.Logic():
                if (x.operator == "and") == holds:
                    return [
                        one
                        for way in self._where(path, x.left, holds)
                        for one in self._where(way, x.right, holds)
                    ]
                settled = self._where(path, x.left, holds)
                others = self._where(path, x.left, not holds)
                return [
                    *settled,
                    *[one for way in others for one in self._where(way, x.right, holds)],
                ]
            case ir.CallDefinition(arguments=()):
                return self._where(path, self._meaning(x), holds)
            case ir.VariableValue(holder=None) if x.variable in self.table.flags:
                return [path.copy()] if path.fixed["flag", x.variable] == holds else []
            case ir.Compare():
                return self._compared(path, x, holds)
            case ir.Possible(given=()):
                return self._possible(path, x, holds)
        return [path.copy()]

    def _compared(self, path: Path, x: ir.Compare, holds: bool) -> list[Path]:
        operator = x.operator if holds else _OPPOSITE[x.operator]
        if x.left.type.base == "integer" and x.right.type.base == "integer":
            return self._numbers_compared(path, x, operator)
        if x.left.type.base == "collection":
            for side, other in ((x.left, x.right), (x.right, x.left)):
                if isinstance(other, ir.Const) and other.value == () and operator in ("=", "!="):
                    return self._emptiness(path, side, empty=operator == "=")
        return [path.copy()]

    def _numbers_compared(self, path: Path, x: ir.Compare, operator: str) -> list[Path]:
        if isinstance(x.left, code.Running):
            deep = sum(frame.procedure in x.left.procedures for frame in path.frames)
            other = self.number(path, x.right)
            gap = other - deep
            holds = {"<": gap.number > 0, ">=": gap.number <= 0}.get(operator, True)
            return [path.copy()] if holds or not gap.is_number else []
        way = path.copy()
        one, other = self.number(way, x.left), self.number(way, x.right)
        if operator == "!=":
            below, above = way.copy(), way
            below.know(other - one - 1)
            above.know(one - other - 1)
            ways = [below, above]
        else:
            gap = one - other
            way.know(
                *{
                    "=": (gap, gap.scaled(-1)),
                    "<": (gap.scaled(-1) - 1,),
                    "<=": (gap.scaled(-1),),
                    ">": (gap - 1,),
                    ">=": (gap,),
                }[operator]
            )
            ways = [way]
        return [one for one in ways if not _is_absurd(one)]

    def _emptiness(self, path: Path, x: ir.Expr, *, empty: bool) -> list[Path]:
        element = x.type.element
        if element is None or element.base not in ("card", "stack"):
            return [path.copy()]
        way = path.copy()
        parts = self.cards(way, x).parts
        number = total(parts)
        way.know(number.scaled(-1) if empty else number - 1)
        match x:
            case ir.Contents(zone=ir.ZoneOf(zone=name, holder=holder)) if empty and (
                holder is not None and self.table.layout.zones[name].holder == "player"
            ):
                way.empty |= {(name, self.player(way, holder))}
        return [] if _is_absurd(way) else [way]

    def _possible(self, path: Path, x: ir.Possible, holds: bool) -> list[Path]:
        way = path.copy()
        me = self.player(way, _ME)
        if holds:
            way.able = me, frozenset(x.actions)
            return [way]
        for name in x.actions:
            search = self.table.by_name.get(name)
            if search is not None and not self.without_answer(way, search):
                return []
        return [way]

    # -- what can be chosen ------------------------------------------------------------------------

    def without_answer(self, path: Path, search: Search) -> bool:
        """Note what follows if nothing can be chosen; False if something always can."""
        wanted: list[ir.ZoneOf] = []
        for step in search.plan.steps:
            match step:
                case Test():
                    return True
                case Loop() if isinstance(step.value, ir.Contents) and isinstance(
                    step.value.zone, ir.ZoneOf
                ):
                    wanted.append(step.value.zone)
                case Loop() if not self._has_something(step.value):
                    return True
        if not wanted:
            return False
        names = {(item.zone, item.holder) for item in wanted}
        if len(names) > 1:
            return True
        (zone,) = {item.zone: item for item in wanted}.values()
        holder = self.table.layout.zones[zone.zone].holder
        if self.table.layout.holders(holder) == 1:
            path.know(path.of(zone.zone).scaled(-1))
            return not _is_absurd(path)
        if holder == "player" and isinstance(zone.holder, ir.Role) and zone.holder.role == "me":
            path.empty |= {(zone.zone, self.player(path, _ME))}
        return True

    def _has_something(self, x: ir.Expr) -> bool:
        """Whether a collection has an element for sure."""
        match x:
            case ir.IfElse():
                return self._has_something(x.then) and self._has_something(x.otherwise)
            case ir.CallDefinition():
                return self._has_something(self._meaning(x))
            case ir.Operation(op="unions", arguments=(inner,)):
                return self._has_something(inner)
            case ir.Operation(op="maximal families"):
                return True  # the empty one, if there is nothing else
            case ir.Operation(op="only"):
                return True
        return self.table.values.size(x)[0] > 0

    def with_answer(self, path: Path, steps: Sequence[object]) -> list[Path]:
        """The ways on which there is an answer, which lies in its slots."""
        ways = [path.copy()]
        for step in steps:
            match step:
                case Loop():
                    ways = [one for way in ways for one in self._chosen(way, step)]
                case Test():
                    ways = [one for way in ways for one in self.where(way, step.condition)]
                case Name():
                    for way in ways:
                        way.frame.slots[step.slot] = self.value(way, step.named)
        return ways

    def _chosen(self, path: Path, step: Loop) -> list[Path]:
        domain = step.value
        for way in self._emptiness(path, domain, empty=False):
            if isinstance(domain, ir.Contents) and self._is_empty(way, domain):
                continue
            way.frame.slots[step.slot] = self.element(way, domain, is_certain=True)
            return [way]
        return []

    def _is_empty(self, path: Path, x: ir.Contents) -> bool:
        zone = x.zone
        return isinstance(zone, ir.ZoneOf) and (zone.zone, self._holder(path, zone)) in path.empty


_ME = ir.Role(type=PLAYER, role="me")


def total(parts: Sequence[Part]) -> Sum:
    """How many cards several parts have."""
    found = ZERO
    for part in parts:
        found = found + part.number
    return found


def as_kept(found: Cards) -> Cards:
    """Cards as they lie in a slot, where it is not kept whether they were all."""
    return Cards(tuple([part._replace(whole=False) for part in found.parts]))


def _is_absurd(path: Path) -> bool:
    """Whether something known is plainly wrong."""
    return any(item.is_number and item.number < 0 for item in path.facts)
