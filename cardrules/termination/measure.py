"""Finds what becomes less with every pass of a loop, and so shows that it comes to an end.

A measure is a list of components, compared one after the other. Each pass makes one of them less
and leaves those before it as they are, or less; and none can become less without end: of cards
there are only so many, and of other numbers it is shown that they do not go beyond a bound.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from math import lcm
from typing import Any

import attrs

from cardrules.model import ir
from cardrules.termination.linear import ZERO, Sum
from cardrules.termination.path import Key
from cardrules.termination.solver import Program, follows

State = frozenset[tuple[Key, Any]]
# Of the numbers that are no cards these are tried as bounds.
_BOUNDS = (0, 1, -1)
_MOST_WEIGHT = 1000


@attrs.frozen(eq=False)
class Pass:
    """A pass of a loop: amounts before it, and by how much they change.

    `facts` are sums that are 0 or more in such a pass. `idle`: zones that are empty for the one
    whose pass it is, and stay as they are; `passes_on`: the next pass is that of the next seat.
    """

    source: State
    target: State
    before: Mapping[Key, Sum]
    change: Mapping[Key, Sum]
    facts: tuple[Sum, ...]
    did: tuple[str, ...]
    idle: frozenset[str]
    passes_on: bool
    touched: frozenset[str]
    left: frozenset[str]


@attrs.frozen(eq=False)
class Order:
    """What is fixed goes through positions that never come back: the number of each."""

    ranks: Mapping[State, int]
    passes: tuple[Pass, ...]


@attrs.frozen(eq=False)
class Weights:
    """So many times some amounts, added up; `bound` is what they never fall below."""

    weights: Mapping[Key, int]
    bound: int
    passes: tuple[Pass, ...]


@attrs.frozen(eq=False)
class Seats:
    """How many seats it is to the next player whose zone is not empty."""

    zone: str
    passes: tuple[Pass, ...]


Component = Order | Weights | Seats


@attrs.frozen(eq=False)
class Ended:
    """What was found of a loop; `stuck` are the passes of which nothing shows that they end.

    `place` is that of the watch at its begin, if it has one. Each component has the passes that it
    settles.
    """

    key: tuple[Any, ...]
    of: str
    origin: ir.Origin
    place: int | None
    components: tuple[Component, ...]
    stuck: tuple[Pass, ...]

    @property
    def is_shown(self) -> bool:
        """Whether it is shown that it ends."""
        return not self.stuck

    @property
    def is_counted(self) -> bool:
        """Whether a count of rounds or turns is needed to show it."""
        return any(
            isinstance(item, Weights) and any(key[0] == "register" for key in item.weights)
            for item in self.components
        )


def measured(
    key: tuple[Any, ...], of: str, origin: ir.Origin, place: int | None, passes: Sequence[Pass],
    numbers: Iterable[int] = (), cards: int = 0,
) -> Ended:  # fmt: skip
    """Look for a measure of a loop."""
    components: list[Component] = []
    left = list(passes)
    bounds = tuple(dict.fromkeys((*_BOUNDS, *numbers)))
    while left:
        found = (
            _order(left) or _single(left, bounds, cards) or _several(left, cards) or _seats(left)
        )
        if found is None:
            break
        components.append(found)
        left = [one for one in left if one not in found.passes]
    return Ended(key, of, origin, place, tuple(components), tuple(left))


# ---- What is fixed -------------------------------------------------------------------------------


def _order(passes: Sequence[Pass]) -> Order | None:
    """Passes that lead from one position to another from which none leads back."""
    reached = _reached(passes)
    once = tuple(
        one
        for one in passes
        if one.source != one.target and one.source not in reached.get(one.target, ())
    )
    if not once:
        return None
    # So many positions can still be reached from each: fewer once something does not come back.
    states = {one.source for one in passes} | {one.target for one in passes}
    ranks = {state: len(reached.get(state, ())) for state in states}
    return Order(ranks, once)


def _reached(passes: Sequence[Pass]) -> dict[State, set[State]]:
    """The positions to which passes lead from each, itself included."""
    after: dict[State, set[State]] = {}
    for one in passes:
        after.setdefault(one.source, set()).add(one.target)
    found = {}
    for state in {*after, *[one.target for one in passes]}:
        seen, pending = {state}, [state]
        while pending:
            for target in after.get(pending.pop(), ()):
                if target not in seen:
                    seen.add(target)
                    pending.append(target)
        found[state] = seen
    return found


# ---- Amounts -------------------------------------------------------------------------------------


def _single(passes: Sequence[Pass], bounds: Sequence[int], cards: int) -> Weights | None:
    """One amount that no pass makes more (or none less), and some passes less (or more)."""
    best: Weights | None = None
    for sign in (1, -1):
        for key in filter(_may_be_measured, passes[0].change):
            weights = {key: sign}
            if not all(_falls(one, weights, 0) for one in passes):
                continue
            settled = tuple(one for one in passes if _falls(one, weights, 1))
            if not settled or (best is not None and len(settled) <= len(best.passes)):
                continue
            bound = _bound(settled, key, sign, bounds, cards)
            if bound is not None:
                best = Weights(weights, bound, settled)
    return best


def _may_be_measured(key: Key) -> bool:
    return key != ("register", "changes")


def _bound(
    passes: Sequence[Pass], key: Key, sign: int, bounds: Sequence[int], cards: int
) -> int | None:
    """What an amount never falls below in these passes."""
    if key[0] == "zone":
        return 0 if sign > 0 else -cards
    for bound in bounds:
        if all(follows(one.facts, one.before[key].scaled(sign) - sign * bound) for one in passes):
            return sign * bound
    return None


def _falls(one: Pass, weights: Mapping[Key, int], by: int) -> bool:
    """Whether a pass makes less of what is weighed, by so much at least."""
    return follows(one.facts, _change(one, weights).scaled(-1) - by)


def _change(one: Pass, weights: Mapping[Key, int]) -> Sum:
    found = ZERO
    for key, weight in weights.items():
        found = found + one.change[key].scaled(weight)
    return found


def _several(passes: Sequence[Pass], cards: int) -> Weights | None:
    """Several amounts of cards, weighed by the solver so that most passes make less of them."""
    keys = [key for key in passes[0].change if key[0] == "zone"]
    found = _weighed(passes, keys)
    if found is None:
        return None
    weights = _whole(dict(zip(keys, found, strict=True)))
    if not weights or not all(_falls(one, weights, 0) for one in passes):
        return None
    settled = tuple(one for one in passes if _falls(one, weights, 1))
    bound = sum(min(0, weight) for weight in weights.values()) * cards
    return Weights(weights, bound, settled) if settled else None


def _weighed(passes: Sequence[Pass], keys: Sequence[Key]) -> list[float] | None:
    """A weight for each amount; what a pass takes away is shown by what is known in it."""
    program = Program()
    up = [program.column(cost=0.001, upper=_MOST_WEIGHT) for _ in keys]
    down = [program.column(cost=0.001, upper=_MOST_WEIGHT) for _ in keys]
    infinite = float("inf")
    for one in passes:
        taken = program.column(cost=-1, upper=1)
        rows: dict[int, dict[int, float]] = {}
        least: dict[int, float] = {taken: -1.0}
        for key, more, less in zip(keys, up, down, strict=True):
            change = one.change[key]
            for unknown, often in change.times.items():
                rows.setdefault(unknown, {}).update({more: -often, less: often})
            if change.number:
                least.update({more: -change.number, less: change.number})
        for fact in one.facts:
            factor = program.column()
            for unknown, often in fact.times.items():
                rows.setdefault(unknown, {})[factor] = -often
            if fact.number:
                least[factor] = -fact.number
        for row in rows.values():
            program.row(0, 0, row)
        program.row(0, infinite, least)
    solved = program.solve()
    if solved is None:
        return None
    return [solved[one] - solved[other] for one, other in zip(up, down, strict=True)]


def _whole(weights: Mapping[Key, float]) -> dict[Key, int]:
    """Weights as whole numbers."""
    exact = {key: Fraction(weight).limit_denominator(60) for key, weight in weights.items()}
    by = lcm(*[weight.denominator for weight in exact.values()]) if exact else 1
    return {key: int(weight * by) for key, weight in exact.items() if weight}


# ---- Who can do nothing --------------------------------------------------------------------------


def _seats(passes: Sequence[Pass]) -> Seats | None:
    """Passes of players who can do nothing: the turn comes to somebody who can."""
    zones = frozenset.intersection(*[one.idle for one in passes])
    for zone in sorted(zones):
        if all(
            one.passes_on and one.source == one.target
            and follows(one.facts, one.before["zone", zone] - 1)
            for one in passes
        ):  # fmt: skip
            return Seats(zone, tuple(passes))
    return None
