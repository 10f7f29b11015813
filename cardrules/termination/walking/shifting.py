"""What becomes of amounts where cards are moved."""

from __future__ import annotations

from collections.abc import Sequence

from cardrules.machine import code
from cardrules.model import ir
from cardrules.model.types import CARDS
from cardrules.termination.linear import ZERO, Sum
from cardrules.termination.path import Cards, Part, Path
from cardrules.termination.reading.answers import Reading
from cardrules.termination.reading.contents import as_kept, total
from cardrules.termination.walking.ways import END, Ways, possible


class Shifting(Reading):
    """Follows what moves cards."""

    def move(self, path: Path, x: code.Move) -> Ways:
        """Cards to a zone."""
        found = self.cards(path, x.cards)
        ways = self.shift(path, found.parts, self.zone(path, x.to))
        to = self.zone(path, x.to)
        slot = _slot_of(x.cards)
        if slot is not None and to is not None and len(found.parts) == 1:
            for way in ways:
                way.frame.slots[slot] = Cards((found.parts[0]._replace(zone=to, sealed=None),))
        return {END: ways}

    def move_stacks(self, path: Path, x: code.MoveStacks) -> Ways:
        """Whole stacks to another zone."""
        found = self.cards(path, x.stacks)
        return {END: self.shift(path, found.parts, self.zone(path, x.to))}

    def new_stack(self, path: Path, x: code.NewStack) -> Ways:
        """A new stack of cards."""
        found = Cards(())
        for item in x.cards:
            found = self.together(path, found, self.cards(path, item))
        return {END: self.shift(path, found.parts, self.zone(path, x.to))}

    def swap(self, path: Path, x: code.Swap) -> Ways:
        """Two zones exchange their cards."""
        one, other = self.zone(path, x.left), self.zone(path, x.right)
        if one == other and one is not None:
            self.may_change(path, Sum(1))
            path.touch((one,))
            return {END: [path]}
        left = self.cards(path, ir.Contents(type=CARDS, zone=x.left))
        right = self.cards(path, ir.Contents(type=CARDS, zone=x.right))
        ways = self.shift(path, as_kept(left).parts, other)
        return {
            END: [one_way for way in ways for one_way in self.shift(way, as_kept(right).parts, one)]
        }

    def drawn(self, path: Path, x: code.Draw, number: Sum) -> list[Path]:
        """Cards from a pile of which none is waited for."""
        zone, to = self.zone(path, x.source), self.zone(path, x.to)
        none, enough, few = path.copy(), path.copy(), path.copy()
        none.know(number.scaled(-1))
        found = self.cards(few, ir.Contents(type=CARDS, zone=x.source))
        there = total(found.parts)
        few.know(number - 1, number - there - 1)
        enough.know(number - 1)
        if zone is not None:
            enough.know(enough.of(zone) - number)
        ways = possible([none])
        for way in possible([enough]):
            ways += self.shift(way, (Part(zone, number),), to)
        for way in possible([few]):
            ways += self.shift(way, found.parts, to)
        return ways

    def shift(self, path: Path, parts: Sequence[Part], to: str | None) -> list[Path]:
        """Cards go from where they lie to the zones of a name."""
        ways = [path]
        for part in parts:
            if part.number != ZERO:
                ways = [one for way in ways for one in self._shift(way, part, to)]
        return ways

    def _shift(self, path: Path, part: Part, to: str | None) -> list[Path]:
        self.may_change(path, part.number)
        if part.zone == to and to is not None:
            path.touch((to,))
            return [path]
        if part.zone is None or to is None:
            return self._shift_somewhere(path, part, to)
        ways = self._single_cards_along(path, part, (part.zone,), to)
        for way in ways:
            way.amounts["zone", part.zone] = way.of(part.zone) - part.number
            way.amounts["zone", to] = way.of(to) + part.number
            way.know(way.of(part.zone))
            way.touch((part.zone, to))
            way.leave((part.zone,), part.sealed)
            self._single_cards_there(way)
        return ways

    def _shift_somewhere(self, path: Path, part: Part, to: str | None) -> list[Path]:
        """Cards of which it is not known from where, or to where, they go."""
        sources = self.table.zones if part.zone is None else (part.zone,)
        ways = [path]
        targets = self.table.zones if to is None else (to,)
        for target in targets:
            ways = [
                one for way in ways for one in self._single_cards_along(way, part, sources, target)
            ]
        for way in ways:
            before = {name: way.of(name) for name in self.table.zones}
            for name in dict.fromkeys((*sources, *targets)):
                # Within what always holds it may be anything.
                way.amounts["zone", name] = self.table.unknowns.new()
            if part.zone is None and to is not None:
                for name in self.table.zones:
                    if name != to:
                        way.know(before[name] - way.of(name))
                way.know(before[to] + part.number - way.of(to), way.of(to) - before[to])
            elif part.zone is not None:
                way.amounts["zone", part.zone] = before[part.zone] - part.number
            self.table.always(way)
            way.touch({*sources, *targets})
            way.leave(sources)
        return ways

    def _single_cards_along(
        self, path: Path, part: Part, sources: Sequence[str], to: str
    ) -> list[Path]:
        """The ways on which the only card of a line is among those that go, or is not."""
        ways = [path]
        for line in self.table.single_cards:
            if path.fixed["card", line] not in sources or part.line not in (None, line):
                continue
            must = part.line == line or part.whole
            more = []
            for way in ways:
                if not must:
                    more.append(way.copy())
                way.fixed["card", line] = to
                way.know(part.number - 1)
            ways += more
        return possible(ways) if len(ways) > 1 else ways

    def _single_cards_there(self, path: Path) -> None:
        for line in self.table.single_cards:
            path.know(path.of(path.fixed["card", line]) - 1)

    def may_change(self, path: Path, most: Sum) -> None:
        """The counter of changes goes up, so far at most."""
        if most == ZERO:
            return
        more = self.table.unknowns.new()
        path.know(more, most - more)
        path.amounts["register", "changes"] = path.amounts["register", "changes"] + more


def _slot_of(x: ir.Expr) -> int | None:
    """The slot of a card that is moved by its name."""
    match x:
        case ir.Operation(op="only", arguments=(ir.Local(slot=slot),)):
            return slot
        case ir.Operation(op="only", arguments=(ir.NotNone(value=ir.Local(slot=slot)),)):
            return slot
        case ir.Local(slot=slot):
            return slot
    return None
