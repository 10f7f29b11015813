"""What becomes of the numbers of cards where cards are drawn, moved and chosen."""

from __future__ import annotations

from typing import Any, Literal

import attrs

from cardrules.lint.counting.state import Number, State, Where
from cardrules.lint.counting.touching import Touching
from cardrules.lint.counting.values import Taken, Values
from cardrules.model import ir
from cardrules.model.types import CARD
from cardrules.source import Span

Sort = Literal["too few", "too deep", "used up", "no such set", "at once", "one pass", "never"]


@attrs.frozen
class Note:
    """Something that was seen at a line; `number`, `most`: what is asked for, and what there is."""

    sort: Sort
    span: Span
    zone: str = ""
    number: int = 0
    most: int = 0
    part: int = 0


class Moving:
    """Follows single lines of one game, and notes what comes of them."""

    def __init__(self, touching: Touching, values: Values, players: int) -> None:
        self._ruleset = touching.ruleset
        self._touching = touching
        self._values = values
        self._players = players
        self.notes: list[Note] = []
        # The tests of loops that are looked at, and those of which anything else was seen.
        self.looked_at: set[tuple[Sort, Span, int]] = set()
        self._in_setup = True
        # How many cards there are at least in each zone after the set-up.
        self.dealt: dict[Where, int] = {}
        # The zones for which the loops around ask, and lines that have moved cards.
        self._asked_for: list[frozenset[str]] = []
        self._has_moved: set[Span] = set()
        # What is known where the turn, or the loop, is left from within.
        self._left: dict[str, list[State]] = {}
        self._deep = 0

    def _unknown(self, s: State, x: ir.Statement) -> State:
        """What may lay cards anywhere where it may lay them."""
        s.forget(self._touching.by((x,)))
        return s

    # -- cards -------------------------------------------------------------------------------------

    def _draw(self, s: State, x: ir.Draw) -> State:
        values = self._values
        source, to = values.where(x.source), values.where(x.to)
        number = values.number(s, x.number) or Number(0, s.total)
        if source is None or to is None or source == to or self._may_trigger(source[0]):
            return self._unknown(s, x)
        there = s.cards[source]
        if (
            self._in_setup
            and there.most < number.least
            and not any(source[0] in asked for asked in self._asked_for)
        ):
            self._note("too few", x.origin.span, source[0], number.least, there.most)
        moved = Number(min(max(0, number.least), there.least), min(max(0, number.most), there.most))
        s.add(source, Number(-moved.most, -moved.least))
        s.add(to, moved)
        return s

    def _may_trigger(self, zone: str) -> bool:
        return any(trigger.zone == zone for trigger in self._ruleset.triggers)

    def _move(self, s: State, x: ir.MoveCards) -> State:
        values = self._values
        taken = values.taken(s, x.cards)
        to = values.where(x.to)
        if taken is None or to is None:
            self._lies(x.cards, None)
            return self._unknown(s, x) if taken is None else self._move_somewhere(s, x, taken)
        if x.place.number is not None:
            self._place(s, x, to)
        moved = sum(one.number.most for one in taken)
        if self._in_setup and x.origin.span in self._has_moved and not moved:
            self._note("used up", x.origin.span, taken[0].where[0] if taken else "")
        if any(one.number.least for one in taken):
            self._has_moved.add(x.origin.span)
        for one in taken:
            self._take(s, one)
            self._give(s, to, one)
        self._lies(x.cards, [Taken(to, one.number) for one in taken])
        return s

    def _lies(self, cards: ir.Expr, there: list[Taken] | None) -> None:
        """What a name stands for lies somewhere else now."""
        for node in ir.walk(cards):
            if isinstance(node, ir.Local) and isinstance(
                self._values.names.get(2 * node.slot), list
            ):
                self._name(node.slot, there if node is cards else None)

    def _move_somewhere(self, s: State, x: ir.MoveCards, taken: list[Taken]) -> State:
        """Cards go to one of several zones."""
        if not isinstance(x.to, ir.ZoneOf):
            return self._unknown(s, x)
        name = x.to.zone
        was_empty = s.is_empty(name)
        if any(one.where[0] == name for one in taken):
            return self._unknown(s, x)
        for one in taken:
            self._take(s, one)
        s.forget((name,))
        if was_empty:
            s.single |= {name}
        return s

    def _take(self, s: State, one: Taken) -> None:
        kinds = s.kinds.get(one.where)
        found = s.cards[one.where]
        if one.are_all:
            s.set(one.where, Number(0, 0))
            return
        less = one.number
        s.set(one.where, Number(found.least - less.most, found.most - less.least))
        if kinds is not None and one.kinds is not None and less.is_one:
            left = {kind: count - one.kinds.get(kind, 0) for kind, count in kinds.items()}
            s.kinds[one.where] = {kind: count for kind, count in left.items() if count > 0}

    def _give(self, s: State, to: Where, one: Taken) -> None:
        kinds = s.kinds.get(to, {} if not s.cards[to].most else None)
        s.add(to, one.number)
        if kinds is not None and one.kinds is not None and one.number.is_one:
            more = dict(kinds)
            for kind, count in one.kinds.items():
                more[kind] = more.get(kind, 0) + count
            s.kinds[to] = more

    def _place(self, s: State, x: ir.MoveCards, to: Where) -> None:
        assert x.place.number is not None
        number = self._values.number(s, x.place.number)
        if number is not None and number.least > s.cards[to].most:
            self._note("too deep", x.origin.span, to[0], number.least, s.cards[to].most)

    # -- names and choices -------------------------------------------------------------------------

    def _name(self, slot: int, value: Any) -> None:
        if value is None:
            self._values.names.pop(2 * slot, None)
        else:
            self._values.names[2 * slot] = value

    def _let(self, s: State, x: ir.Let) -> State:
        # What was counted here is another number later.
        self._name(x.slot, self._values.player(x.value))
        return s

    def _choose(self, s: State, x: ir.Choose) -> State:
        self._choice(s, x.choice)
        return self._settled(s)

    def _settled(self, s: State) -> State:
        """What the standing rules may have made of it."""
        for procedure in self._ruleset.standing.values():
            s.forget(self._touching.by(procedure.body))
        return s

    def _choice(self, s: State, x: ir.Choice) -> None:
        self._name(x.slot, None)
        values = self._values
        if x.type == CARD and x.condition is None and isinstance(x.domain, ir.Contents):
            found = values.taken(s, x.domain)
            if found is not None and len(found) == 1:
                number = Number(min(1, found[0].number.least), min(1, found[0].number.most))
                self._name(x.slot, [Taken(found[0].where, number)])
        if isinstance(x.domain, ir.Subsets):
            self._sets(s, x, x.domain)

    def _sets(self, s: State, x: ir.Choice, sets: ir.Subsets) -> None:
        """Sets of so many cards."""
        match sets.condition:
            case (
                ir.Compare(
                    operator="=" | ">=",
                    left=ir.Operation(op="count", arguments=(ir.Bound(index=index),)),
                ) as size
            ) if index == sets.bound:
                wanted = self._values.number(s, size.right)
                found = self._values.taken(s, sets.collection)
                if wanted is None or found is None:
                    return
                most = sum(one.number.most for one in found)
                if wanted.least > most > 0:
                    zone = found[0].where[0]
                    self._note("no such set", x.origin.span, zone, wanted.least, most)

    # -- what is told ------------------------------------------------------------------------------

    def _note(self, sort: Sort, span: Span, zone: str = "", number: int = 0, most: int = 0) -> None:
        self.notes.append(Note(sort, span, zone, number, most))

    def _see(self, sort: Sort, span: Span, *, sure: bool, part: int = 0) -> None:
        """A test of a loop, or a part of it, was looked at; it counts if it is so each time."""
        if sure:
            self.notes.append(Note(sort, span, part=part))
        else:
            self.looked_at.add((sort, span, part))
