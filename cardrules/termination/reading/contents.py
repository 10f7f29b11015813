"""Which cards an expression means: how many, and in the zones of which name they lie."""

from __future__ import annotations

from collections.abc import Sequence

from cardrules.model import ir
from cardrules.termination.linear import ZERO, Sum
from cardrules.termination.path import Cards, Part, Path, Stack, Value
from cardrules.termination.reading.who import Who


class Lying(Who):
    """Reads zones, cards and stacks."""

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
                return self.zone(path, self.meaning(x))
            case ir.IfElse():
                one, other = self.zone(path, x.then), self.zone(path, x.otherwise)
                return one if one == other else None
        return None

    def cards(self, path: Path, x: ir.Expr) -> Cards:
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
                return self.some_of(path, self.cards(path, x.collection))
            case ir.NotNone():
                return self.cards(path, x.value)
            case ir.CallDefinition():
                return self.cards(path, self.meaning(x))
            case ir.Local():
                return self._local(path, x)
            case ir.IfElse():
                sides = self.cards(path, x.then), self.cards(path, x.otherwise)
                return self.either(path, *sides)
        return self._worked_out_cards(path, x)

    def _worked_out_cards(self, path: Path, x: ir.Expr) -> Cards:
        match x:
            case ir.Operation(op="only", arguments=(inner,)):
                return self.cards(path, inner)
            case ir.Operation(op="top" | "bottom", arguments=(zone,)):
                return self._end(path, zone)
            case ir.Operation(op="first", arguments=(inner,)):
                return self.one_of(path, self.cards(path, inner))
            case ir.Arithmetic(operator="+"):
                return self.together(path, self.cards(path, x.left), self.cards(path, x.right))
            case ir.Arithmetic(operator="-"):
                return self.some_of(path, self.cards(path, x.left))
        return self.unknown_cards(path, one=x.type.base == "card")

    def unknown_cards(self, path: Path, *, one: bool) -> Cards:
        return Cards((Part(None, self.up_to(path, Sum(1 if one else self.table.layout.cards))),))

    def up_to(self, path: Path, most: Sum) -> Sum:
        if most == ZERO:
            return ZERO
        found = self.table.unknowns.new()
        path.know(found, most - found)
        return found

    def _contents(self, path: Path, x: ir.Contents) -> Cards:
        if isinstance(x.zone, ir.CallDefinition):
            return self._contents(path, ir.Contents(type=x.type, zone=self.meaning(x.zone)))
        if isinstance(x.zone, ir.IfElse):
            sides = [ir.Contents(type=x.type, zone=one) for one in (x.zone.then, x.zone.otherwise)]
            return self.either(path, *[self._contents(path, one) for one in sides])
        if not isinstance(x.zone, ir.ZoneOf):
            zone = self.zone(path, x.zone)
            if zone is None:
                return self.unknown_cards(path, one=False)
            if x.zone.type.base == "stack":
                return self._stacked(path, self.stack(path, x.zone))
            return Cards((Part(zone, self.up_to(path, path.of(zone))),))
        name = x.zone.zone
        if self.table.layout.holders(self.table.layout.zones[name].holder) == 1:
            return Cards((Part(name, path.of(name), whole=True),))
        if (name, self.holder(path, x.zone)) in path.empty:
            return Cards(())
        return Cards((Part(name, self.up_to(path, path.of(name))),))

    def _of_all(self, path: Path, x: ir.AllContents) -> Part:
        holder = self.table.layout.zones[x.zone].holder
        groups = {"player": "players", "team": "teams"}
        if isinstance(x.holders, ir.Everyone) and x.holders.group == groups.get(holder):
            return Part(x.zone, path.of(x.zone), whole=True)
        return Part(x.zone, self.up_to(path, path.of(x.zone)))

    def _local(self, path: Path, x: ir.Local) -> Cards:
        found = path.frame.slots.get(x.slot)
        if isinstance(found, Cards):
            return found
        if x.type.base == "stack":
            return self._stacked(path, self.stack(path, x))
        return self.unknown_cards(path, one=x.type.base == "card")

    def _end(self, path: Path, x: ir.Expr) -> Cards:
        if isinstance(x, ir.IfElse):
            return self.either(path, self._end(path, x.then), self._end(path, x.otherwise))
        zone = self.zone(path, x)
        if zone is None:
            return self.unknown_cards(path, one=True)
        number = self.up_to(path, Sum(1))
        path.know(path.of(zone) - number)
        return Cards((Part(zone, number),))

    # -- of cards already read ---------------------------------------------------------------------

    def some_of(self, path: Path, of: Cards) -> Cards:
        """Some of some cards."""
        return Cards(
            tuple([Part(part.zone, self.up_to(path, part.number)) for part in of.parts])
        )  # fmt: skip

    def one_of(self, path: Path, of: Cards) -> Cards:
        """One of some cards, or none if there are none."""
        if not of.parts:
            return of
        zones = {part.zone for part in of.parts}
        return Cards(
            (Part(zones.pop() if len(zones) == 1 else None, self.up_to(path, Sum(1))),)
        )  # fmt: skip

    def together(self, path: Path, one: Cards, other: Cards) -> Cards:
        """What is in the one or the other; of cards that may be the same not all are new."""
        parts: list[Part] = []
        for part in sorted((*one.parts, *other.parts), key=lambda part: part.zone is None):
            if all(part.zone not in (None, known.zone) for known in parts):
                parts.append(part)
            else:
                parts.append(Part(part.zone, self.up_to(path, part.number), line=part.line))
        return Cards(tuple(parts))

    def either(self, path: Path, one: Cards, other: Cards) -> Cards:
        """The one or the other: of the same zone up to as many as the larger one."""
        zones = {part.zone for part in (*one.parts, *other.parts)}
        most = {zone: [p for p in (*one.parts, *other.parts) if p.zone == zone] for zone in zones}
        parts = []
        for zone, found in sorted(most.items(), key=str):
            if zone is None:
                return self.unknown_cards(path, one=False)
            limit = found[0].number if len(found) == 1 else path.of(zone)
            parts.append(Part(zone, self.up_to(path, limit)))
        return Cards(tuple(parts))

    # -- stacks ------------------------------------------------------------------------------------

    def _stacked(self, path: Path, found: Stack) -> Cards:
        """The cards of a stack: one at least, as long as it is not gone."""
        if found.zone is None:
            return self.unknown_cards(path, one=False)
        number = self.up_to(path, path.of(found.zone))
        if found.there:
            path.know(number - 1)
        return Cards((Part(found.zone, number),))

    def stack(self, path: Path, x: ir.Expr) -> Stack:
        """Where a stack lies, by the name of the zone; it may be gone."""
        found: Value = None
        match x:
            case ir.Local():
                found = path.frame.slots.get(x.slot)
            case ir.NotNone():
                return self.stack(path, x.value)
        return self.placed(found if isinstance(found, Stack) else Stack(None, there=False))

    def placed(self, found: Stack) -> Stack:
        """A stack; where there is just one place for stacks, it lies there."""
        if found.zone is None and len(self.table.stack_zones) == 1:
            return found._replace(zone=self.table.stack_zones[0])
        return found


def total(parts: Sequence[Part]) -> Sum:
    """How many cards several parts have."""
    found = ZERO
    for part in parts:
        found = found + part.number
    return found


def as_kept(found: Cards) -> Cards:
    """Cards as they lie in a slot, where it is not kept whether they were all."""
    return Cards(tuple([part._replace(whole=False) for part in found.parts]))
