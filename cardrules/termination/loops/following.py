"""Follows the passes of a loop, each once from each position of what is fixed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import attrs

from cardrules.termination.linear import Sum, projected, unknowns_in
from cardrules.termination.loops.entering import Entry, Head, Repeated, amount_of, kept_sums
from cardrules.termination.loops.summing import Summed
from cardrules.termination.measure import Ended, Pass, State, measured
from cardrules.termination.path import Cards, Key, Number, Path, Row, Sealed, Somebody, Stack, Value
from cardrules.termination.solver import can_be, follows
from cardrules.termination.table import Table
from cardrules.termination.walking.ways import END, Goal, TooMuchError, Ways, joined
from cardrules.termination.weakening import weakened

# So often a loop is followed anew, since less is certain at its begin than was thought.
_MOST_TIMES = 12
_MOST_STATES = 24
_MOST_OUTCOMES = 6


@attrs.frozen(eq=False)
class Outcome:
    """A way behind a loop, with what was known before it in place of `Head.sums`."""

    goal: Goal
    path: Path


@attrs.frozen(eq=False)
class Summary:
    """What comes of a loop; `ended`: what was found of its end, unless it ends by itself."""

    head: Head
    outcomes: tuple[Outcome, ...]
    ended: Ended | None


class Followed:
    """Follows the passes of a loop from one entry."""

    def __init__(
        self, table: Table, what: Repeated, entry: Entry, progress: Callable[[], None]
    ) -> None:
        self._table, self._what, self._entry = table, what, entry
        self._progress = progress
        self._head = Head.of(entry, what, table)
        # What is believed to hold whenever a pass begins.
        self._known = self._candidates()
        # The passes, and the ways on which they come to their ends.
        self._passes: list[Pass] = []
        self._ends: list[Path] = []
        self._leaving: list[tuple[State, Goal, Path]] = []

    def _candidates(self) -> list[Sum]:
        """What may hold whenever a pass begins, since it does at first: it is tried."""
        begins = self._entry.begins
        if self._what.ends_by_itself:
            return []
        by_key = dict(zip(self._head.keys, self._head.sums, strict=False))
        found: list[Sum] = []
        if self._what.of == "draw":
            # How many cards are still to come; where there are none, it does not begin.
            found = [Sum(0, {one: 1}) for key, one in by_key.items() if key[0] == "slot"]
        for key, begin in begins.items():
            here = Sum(0, {by_key[key]: 1})
            found += [here - begin, Sum(begin) - here]
            for number in self._table.compared.get(key, ()):
                found.append(Sum(number) - here if number > begin else here - number)
            for other, same in begins.items():
                if key[0] == "register" and other[0] == "slot" and begin == same:
                    there = Sum(0, {by_key[other]: 1})
                    found += [here - there, there - here]
        return found

    def _begin(self, state: dict[Key, Any]) -> Path:
        path = self._head.path.copy()
        path.base = self._head.path.amounts
        path.fixed = dict(state)
        self._table.always(path)
        path.know(*self._known)
        for key, one in zip(self._head.keys, self._head.sums, strict=False):
            if key[0] == "answers":
                path.know(Sum(0, {one: 1}))
        return path

    # -- passes ------------------------------------------------------------------------------------

    def _follow(self) -> None:
        """All passes from each position of what is fixed to which passes lead."""
        self._passes, self._leaving, self._ends = [], [], []
        pending, seen = [self._entry.fixed], {frozenset(self._entry.fixed.items())}
        again = ("again", self._what.label)
        while pending:
            state = pending.pop()
            source = frozenset(state.items())
            self._progress()
            ways = self._what.body(self._begin(state))
            for goal, paths in ways.items():
                for path in joined(paths):
                    if not can_be(path.facts):
                        continue
                    if goal is not END and goal != again:
                        self._leaving.append((source, goal, path))
                        continue
                    target = frozenset(path.fixed.items())
                    self._passes.append(self._pass(path, source, target))
                    self._ends.append(path)
                    if target not in seen:
                        seen.add(target)
                        pending.append(dict(path.fixed))
                        if len(seen) > _MOST_STATES:
                            raise TooMuchError

    def _pass(self, path: Path, source: State, target: State) -> Pass:
        before, change = {}, {}
        for key, one in zip(self._head.keys, self._head.sums, strict=False):
            before[key] = Sum(0, {one: 1})
            change[key] = amount_of(self._table, path, key) - before[key]
        return Pass(
            source=source,
            target=target,
            before=before,
            change=change,
            facts=projected(path.facts, unknowns_in((*before.values(), *change.values()))),
            did=path.did,
            idle=self._idle(path),
            passes_on=path.passed is not None and not path.is_moved,
            touched=path.touched,
            left=path.left,
        )

    def _idle(self, path: Path) -> frozenset[str]:
        """The zones that are empty for the player of this pass, and stay as they are."""
        visited = {path.passed} | {
            who for slots, who in path.visited if self._what.counter in slots
        }
        return frozenset(
            zone for zone, who in path.empty if who in visited and zone not in path.touched
        )

    # -- until all that is believed at the begin holds ---------------------------------------------

    def summary(self) -> Summary:
        """What comes of the loop."""
        for _ in range(_MOST_TIMES):
            self._follow()
            if not self._believe_less():
                break
        else:
            raise TooMuchError
        what = self._what
        found: Ways = {}
        summed = Summed(self._table, self._head, what, self._entry, self._passes)
        for goal, way in summed.outcomes(self._leaving):
            way.facts = projected(
                way.facts, set(unknowns_in(kept_sums(way))) | set(self._head.sums)
            )
            if can_be(way.facts):
                found.setdefault(None if goal == ("leave", what.label) else goal, []).append(way)
        before = self._head.path.amounts
        outcomes = tuple(
            Outcome(goal, way)
            for goal, ways in found.items()
            for way in weakened(self._table, ways, before, _MOST_OUTCOMES)
        )
        return Summary(self._head, outcomes, self._ended())

    def _ended(self) -> Ended | None:
        """Whether its passes come to an end, unless it ends by itself."""
        what = self._what
        if what.ends_by_itself:
            return None
        return measured(
            what.key,
            what.of,
            what.origin,
            what.place,
            self._passes,
            self._table.mentioned,
            self._table.layout.cards,
        )

    def _believe_less(self) -> bool:
        """Give up what does not hold at the end of a pass; whether there is such a thing."""
        kept = [
            item
            for item in self._known
            if all(follows(one.facts, self._at_the_end(one, item)) for one in self._passes)
        ]
        is_new = len(kept) < len(self._known)
        self._known = kept
        return self._forget() or is_new

    def _at_the_end(self, one: Pass, item: Sum) -> Sum:
        by = {
            unknown: one.before[key] + one.change[key]
            for key, unknown in zip(self._head.keys, self._head.sums, strict=False)
        }
        return item.replaced(by)

    def _forget(self) -> bool:
        """What lies in slots may be something else at the end of a pass."""
        slots = self._head.path.frame.slots
        is_new = False
        for path in self._ends:
            for slot, value in list(slots.items()):
                found = path.frame.slots.get(slot)
                less = _less(value, found)
                if less != value:
                    slots[slot] = less
                    is_new = True
        return is_new


def _less(value: Value, found: Value) -> Value:
    """What is left of what was believed to lie in a slot, where something else may lie there."""
    if value == found:
        return value
    match value, found:
        case (Number(), Number()) | (Somebody(), Somebody()):
            return value
        case Cards(parts), Cards(others):
            if [part.number for part in parts] == [part.number for part in others]:
                return Cards(
                    tuple([one if one == other else one._replace(zone=None, line=None)
                           for one, other in zip(parts, others, strict=True)])
                )  # fmt: skip
        case Stack(), Stack():
            return Stack(None, there=False)
        case Sealed(number, values), Sealed(_, others):
            if not values or not others or values == others:
                return Sealed(number, values or others)
            return Sealed(number, (None,) * len(values))
        case Row(values), Row(others) if len(values) == len(others):
            return Row(tuple(map(_less, values, others)))
    return None
