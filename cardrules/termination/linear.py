"""Sums of numbers that are not known, and what is known of them: plain arithmetic, exact.

An unknown is a number from `Unknowns`. A `Sum` is a whole number and so much of each of some
unknowns; that a sum is 0 or more is all that can be said of unknowns here.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import count
from math import gcd


class Sum:
    """A number and some unknowns, each so many times; it is never changed."""

    __slots__ = ("_hash", "number", "times")

    def __init__(self, number: int = 0, times: Mapping[int, int] | None = None) -> None:
        self.number = number
        self.times: Mapping[int, int] = {} if times is None else times
        self._hash: int | None = None

    @property
    def is_number(self) -> bool:
        """Whether there is nothing unknown in it."""
        return not self.times

    def __add__(self, other: Sum | int) -> Sum:
        if isinstance(other, int):
            return Sum(self.number + other, self.times) if other else self
        times = dict(self.times)
        for unknown, often in other.times.items():
            found = times.get(unknown, 0) + often
            if found:
                times[unknown] = found
            else:
                del times[unknown]
        return Sum(self.number + other.number, times)

    def __sub__(self, other: Sum | int) -> Sum:
        return self + (-other if isinstance(other, int) else other.scaled(-1))

    def scaled(self, by: int) -> Sum:
        """So many times the same."""
        if not by:
            return ZERO
        return Sum(self.number * by, {one: often * by for one, often in self.times.items()})

    def replaced(self, by: Mapping[int, Sum]) -> Sum:
        """The same with sums in place of unknowns."""
        found = Sum(self.number, {one: n for one, n in self.times.items() if one not in by})
        for one, often in self.times.items():
            if one in by:
                found = found + by[one].scaled(often)
        return found

    def renamed(self, names: Mapping[int, int]) -> Sum:
        """The same with other unknowns in place of all that are in it."""
        return Sum(self.number, {names[one]: often for one, often in self.times.items()})

    def repeated(self, times: Sum) -> Sum:
        """The same with its number as often as a sum says: what comes of adding up many of it."""
        return Sum(0, self.times) + times.scaled(self.number)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Sum):
            return NotImplemented
        return self.number == other.number and self.times == other.times

    def __hash__(self) -> int:
        if self._hash is None:
            self._hash = hash((self.number, frozenset(self.times.items())))
        return self._hash

    def __repr__(self) -> str:
        parts = [f"{often}*x{one}" for one, often in sorted(self.times.items())]
        return " + ".join([*parts, str(self.number)])


ZERO = Sum()


class Unknowns:
    """Gives unknowns that nobody has had yet."""

    def __init__(self) -> None:
        self._next = count(1)

    def new(self) -> Sum:
        """Another unknown, by itself."""
        return Sum(0, {next(self._next): 1})


def one_of(unknown: Sum) -> int:
    """The number of an unknown that stands by itself."""
    (found,) = unknown.times
    return found


def unknowns_in(sums: Iterable[Sum]) -> Iterator[int]:
    """The unknowns of some sums."""
    for item in sums:
        yield from item.times


def about(facts: Iterable[Sum], unknowns: Iterable[int]) -> tuple[Sum, ...]:
    """Of what is known that which has to do with some unknowns, be it by way of others."""
    left = list(dict.fromkeys(facts))
    reached = set(unknowns)
    found: list[Sum] = []
    while True:
        near = [item for item in left if not reached.isdisjoint(item.times)]
        if not near:
            return tuple(found)
        left = [item for item in left if reached.isdisjoint(item.times)]
        found += near
        reached.update(unknowns_in(near))


def projected(facts: Iterable[Sum], kept: Iterable[int]) -> tuple[Sum, ...]:
    """What facts tell of some unknowns, with as few others in it as that takes.

    An unknown goes where what is known of it can be put together without it, and does not become
    more by that: each lower bound with each upper bound.
    """
    kept = frozenset(kept)
    found = _reduced(facts)
    uses: dict[int, set[Sum]] = {}
    for item in found:
        for unknown in item.times:
            if unknown not in kept:
                uses.setdefault(unknown, set()).add(item)
    pending = list(uses)
    while pending:
        unknown = pending.pop()
        having = uses.get(unknown)
        if not having:
            continue
        below = [item for item in having if item.times[unknown] > 0]
        above = [item for item in having if item.times[unknown] < 0]
        if len(below) * len(above) > len(below) + len(above):
            continue
        together = _reduced(
            one.scaled(-other.times[unknown]) + other.scaled(one.times[unknown])
            for one in below
            for other in above
        )
        touched: set[int] = set()
        for item in having.copy():
            found.discard(item)
            for other_unknown in item.times:
                if other_unknown in uses:
                    uses[other_unknown].discard(item)
                    touched.add(other_unknown)
        for item in together:
            found.add(item)
            for other_unknown in item.times:
                if other_unknown in uses:
                    uses[other_unknown].add(item)
                    touched.add(other_unknown)
        pending += touched - {unknown}
    return tuple(sorted(_reduced(found), key=_order))


def _reduced(facts: Iterable[Sum]) -> set[Sum]:
    """Facts in least terms, without those that say nothing, or less than another one."""
    least: dict[frozenset[tuple[int, int]], int] = {}
    for item in facts:
        if not item.times:
            if item.number < 0:
                return {Sum(-1)}
            continue
        by = gcd(*item.times.values())
        times = frozenset((one, often // by) for one, often in item.times.items())
        # All unknowns are whole numbers.
        number = item.number // by
        least[times] = min(number, least.get(times, number))
    return {Sum(number, dict(times)) for times, number in least.items()}


def _order(item: Sum) -> tuple[list[tuple[int, int]], int]:
    return sorted(item.times.items()), item.number
