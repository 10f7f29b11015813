"""What lies behind a loop: a sum of its passes, each so often as an unknown says."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import attrs

from cardrules.machine import code
from cardrules.model import ir
from cardrules.termination.linear import ZERO, Sum, about, unknowns_in
from cardrules.termination.loops.entering import Entry, Head, Repeated, amount_of
from cardrules.termination.measure import Pass, State
from cardrules.termination.path import Key, Many, Path, value_replaced
from cardrules.termination.solver import follows
from cardrules.termination.table import Table
from cardrules.termination.walking.ways import Goal, TooMuchError

# By so many marks ways behind a loop are told apart.
_MOST_MARKS = 3
# With more facts than that about a way the solver would take minutes for each question.
MOST_FACTS = 4000


@attrs.frozen(eq=False)
class Mark:
    """What is seen in passes, and stays so: so many times an amount and a number are 0 or more."""

    key: Key
    sign: int
    number: int
    passes: list[Pass]


class Summed:
    """Ways that leave a loop, behind any number of its passes."""

    def __init__(
        self, table: Table, head: Head, what: Repeated, entry: Entry, passes: list[Pass]
    ) -> None:
        self._table, self._head, self._what, self._entry = table, head, what, entry
        self._passes = passes

    def outcomes(self, leaving: Iterable[tuple[State, Goal, Path]]) -> Iterator[tuple[Goal, Path]]:
        """The ways that leave the loop, each behind any number of passes."""
        first = frozenset(self._entry.fixed.items())
        for source, goal, path in leaving:
            between = _between(self._passes, first, source)
            if between is None:
                continue
            if not between:
                yield goal, path
                continue
            for passes, marks in self._marked(between):
                if passes or first == source:
                    yield goal, self._behind(path, passes, marks, first, source)

    def _marked(self, passes: list[Pass]) -> list[tuple[list[Pass], list[Mark]]]:
        """What is seen in some passes and can never change back holds behind the loop, if there is
        such a pass: that a zone is empty which nothing fills, or one is not which nothing empties.
        """
        ways: list[tuple[list[Pass], list[Mark]]] = [(passes, [])]
        for mark in self._marks(passes)[:_MOST_MARKS]:
            without = [([one for one in kept if one not in mark.passes], had) for kept, had in ways]
            ways = [*without, *[(kept, [*had, mark]) for kept, had in ways]]
        return ways

    def _marks(self, passes: Sequence[Pass]) -> list[Mark]:
        found = []
        for zone in self._table.zones:
            key = ("zone", zone)
            changes = [one.change[key] for one in passes]
            if all(change == ZERO for change in changes):
                continue
            for sign, number in ((-1, 0), (1, -1)):
                if all(follows(one.facts, one.change[key].scaled(sign)) for one in passes):
                    seen = [one for one in passes if _is_seen(one, key, sign, number)]
                    if seen:
                        found.append(Mark(key, sign, number, seen))
        return found

    def _behind(
        self, path: Path, passes: Sequence[Pass], marks: Sequence[Mark], first: State,
        source: State,
    ) -> Path:  # fmt: skip
        """A way that leaves the loop, behind so many passes."""
        way = path.copy()
        by, known = self._summed_up(way, passes, marks, first, source)
        way.facts = ()
        way.know(*[item.replaced(by) for item in path.facts], *known)
        if len(way.facts) > MOST_FACTS:
            raise TooMuchError
        way.amounts = {key: item.replaced(by) for key, item in way.amounts.items()}
        same, slots = _Same(), way.frame.slots
        way.frame.slots = {slot: value_replaced(item, by, same) for slot, item in slots.items()}
        for one in passes:
            way.touched |= one.touched
            way.left |= one.left
            way.did = (*way.did, *[item for item in one.did if item not in way.did])
        return way

    def _summed_up(
        self, way: Path, passes: Sequence[Pass], marks: Sequence[Mark], first: State, last: State,
    ) -> tuple[dict[int, Sum], list[Sum]]:  # fmt: skip
        """Amounts behind passes, each of which was made so often as an unknown says."""
        new = self._table.unknowns.new
        often = [new() for _ in passes]
        known: list[Sum] = [*often]
        change: dict[Key, Sum] = dict.fromkeys(self._head.keys, ZERO)
        for one, times in zip(passes, often, strict=True):
            own = [item for item in one.change.values() if item.times]
            facts = about(one.facts, unknowns_in(own))
            renamed = {unknown: new() for unknown in set(unknowns_in((*own, *facts)))}
            known += [item.replaced(renamed).repeated(times) for item in facts]
            for key in self._head.keys:
                change[key] = change[key] + one.change[key].replaced(renamed).repeated(times)
        for state in {one.source for one in passes} | {one.target for one in passes}:
            flow = Sum(int(state == first) - int(state == last))
            for one, times in zip(passes, often, strict=True):
                if one.source != one.target:
                    flow = flow + times.scaled(int(one.target == state) - int(one.source == state))
            known += [flow, flow.scaled(-1)]
        pairs = list(zip(self._head.keys, self._head.sums, strict=False))
        behind = {unknown: Sum(0, {unknown: 1}) + change[key] for key, unknown in pairs}
        if self._is_complete(way):
            known += self._of_everybody(passes, often, dict(pairs), behind)
        for mark in marks:
            known.append(
                sum((often[at] for at, one in enumerate(passes) if one in mark.passes), Sum(-1))
            )
            known.append(behind[dict(pairs)[mark.key]].scaled(mark.sign) + mark.number)
        return behind, known

    def _is_complete(self, way: Path) -> bool:
        """Whether everybody has had a pass, for sure, where a way leaves the loop."""
        what = self._what
        if what.counter is None or self._entry.begins.get(("slot", what.counter)) != 0:
            return False
        if not self._is_of_everybody():
            return False
        players = self._table.layout.players
        return follows(way.facts, amount_of(self._table, way, ("slot", what.counter)) - players)

    def _is_of_everybody(self) -> bool:
        match self._what.against:
            case ir.Const(value=value):
                return value == self._table.layout.players
            case code.Size(slot=slot):
                found = self._head.path.frame.slots.get(slot)
                return isinstance(found, Many) and found.everybody
        return False

    def _of_everybody(
        self, passes: Sequence[Pass], often: Sequence[Sum], pairs: dict[Key, int],
        behind: dict[int, Sum],
    ) -> list[Sum]:  # fmt: skip
        """What follows since everybody has had one pass: if all could do nothing, all zones for
        want of which they could not are empty.
        """
        what, cards = self._what, self._table.layout.cards
        known = [Sum(self._table.layout.players) - behind[pairs["slot", what.counter]]]
        if what.opens is not None and ("answers", what.opens) in pairs:
            known.append(behind[pairs["answers", what.opens]].scaled(-1))
        if what.of == "turns" and not all(one.passes_on for one in passes):
            return known
        for zone in sorted(frozenset[str]().union(*[one.idle for one in passes])):
            active = ZERO
            for one, times in zip(passes, often, strict=True):
                if zone not in one.idle:
                    active = active + times
            known.append(active.scaled(cards) - Sum(0, {pairs["zone", zone]: 1}))
        return known


def _is_seen(one: Pass, key: Key, sign: int, number: int) -> bool:
    """Whether what a mark says holds where a pass begins, or where it ends."""
    before = one.before[key]
    places = (before, before + one.change[key])
    return any(follows(one.facts, place.scaled(sign) + number) for place in places)


class _Same(dict[int, int]):
    """Players in place of themselves."""

    def __missing__(self, key: int) -> int:
        return key


def _between(passes: Sequence[Pass], first: State, last: State) -> list[Pass] | None:
    """The passes that can lie on a way from one position to another; None if there is no way."""
    forth, back = {first}, {last}
    for _ in range(len(passes)):
        forth |= {one.target for one in passes if one.source in forth}
        back |= {one.source for one in passes if one.target in back}
    if last not in forth:
        return None
    return [one for one in passes if one.source in forth and one.target in back]
