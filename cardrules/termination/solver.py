"""Asks a solver for linear programs, and believes nothing that exact arithmetic does not confirm.

HiGHS reckons with floating-point numbers. What it is asked for here is always a reason that can be
checked: with which factors sums that are known to be 0 or more add up to another one. Only what
the check with fractions confirms counts, so that an error of rounding can lose a proof but never
make one.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from fractions import Fraction
from functools import cache
from importlib import import_module
from typing import Any, NamedTuple

from cardrules.errors import CardrulesError
from cardrules.termination.linear import Sum, about, unknowns_in

# What the factors of a reason can be: of fractions with a small denominator the nearest.
_DENOMINATORS = (1, 12, 1000, 100_000)
# The value of each unknown.
_Point = dict[int, float] | None


class NoSolverError(CardrulesError):
    """The solver is not installed."""

    def __init__(self) -> None:
        super().__init__(
            "A proof needs the solver HiGHS, which is not installed. "
            "`pip install 'cardrules[prove]'` brings it."
        )


class Program:
    """A linear program: columns that are numbers, rows that are sums of them within bounds."""

    def __init__(self) -> None:
        self.cost: list[float] = []
        self.lower: list[float] = []
        self.upper: list[float] = []
        self.rows: list[tuple[float, float, dict[int, float]]] = []

    def column(self, cost: float = 0, lower: float = 0, upper: float = float("inf")) -> int:
        """A new column, by its number."""
        self.cost.append(cost)
        self.lower.append(lower)
        self.upper.append(upper)
        return len(self.cost) - 1

    def row(self, lower: float, upper: float, entries: Mapping[int, float]) -> None:
        """A row: what some columns add up to lies within these bounds."""
        self.rows.append((lower, upper, dict(entries)))

    def solve(self) -> list[float] | None:
        """The values of the columns at the least cost; None if nothing fits, or none is found."""
        highspy, numpy, solver = _solver()
        starts, indices, values = [0], [], []
        for _, _, entries in self.rows:
            indices += list(entries)
            values += list(entries.values())
            starts.append(len(indices))
        program = highspy.HighsLp()
        program.num_col_, program.num_row_ = len(self.cost), len(self.rows)
        program.col_cost_ = numpy.array(self.cost, dtype=float)
        program.col_lower_ = numpy.array(self.lower, dtype=float)
        program.col_upper_ = numpy.array(self.upper, dtype=float)
        program.row_lower_ = numpy.array([row[0] for row in self.rows], dtype=float)
        program.row_upper_ = numpy.array([row[1] for row in self.rows], dtype=float)
        program.a_matrix_.format_ = highspy.MatrixFormat.kRowwise
        program.a_matrix_.start_ = numpy.array(starts)
        program.a_matrix_.index_ = numpy.array(indices)
        program.a_matrix_.value_ = numpy.array(values, dtype=float)
        solver.passModel(program)
        solver.run()
        if solver.getModelStatus() != highspy.HighsModelStatus.kOptimal:
            return None
        return list(solver.getSolution().col_value)


@cache
def _solver() -> tuple[Any, Any, Any]:
    """The library of the solver, its arrays, and a solver; imported when a proof is asked for."""
    try:
        highspy: Any = import_module("highspy")
        arrays: Any = import_module("numpy")
    except ImportError:
        raise NoSolverError from None
    with _silent():
        solver = highspy.Highs()
    solver.setOptionValue("output_flag", False)
    # The same answer each time, on every machine.
    solver.setOptionValue("threads", 1)
    solver.setOptionValue("solver", "simplex")
    return highspy, arrays, solver


@contextmanager
def _silent() -> Iterator[None]:
    """Keep what the library itself prints when it begins out of the output of whoever asks."""
    sys.stdout.flush()
    kept = os.dup(1)
    nowhere = os.open(os.devnull, os.O_WRONLY)
    try:
        os.dup2(nowhere, 1)
        yield
    finally:
        os.dup2(kept, 1)
        os.close(kept)
        os.close(nowhere)


def require_solver() -> None:
    """Raise `NoSolverError` if there is no solver."""
    _solver()


# What was found before, by what was asked: a point where all facts hold, and whether a claim
# follows. Unknowns have numbers of their own there, so that the same question about others is the
# same. `_ASKED` has facts as they are numbered there.
_POINTS: dict[tuple[Sum, ...], _Point] = {}
_REASONS: dict[tuple[tuple[Sum, ...], Sum], bool] = {}
_ASKED: dict[tuple[Sum, ...], _Asked] = {}
_MOST_KEPT = 20_000
# A claim that is so far from true at a point is not worth asking for.
_FAR = -0.001


class _Asked(NamedTuple):
    """Facts with unknowns numbered in the order in which they come, and a point of them."""

    facts: tuple[Sum, ...]
    names: dict[int, int]
    point: _Point


def can_be(facts: Sequence[Sum]) -> bool:
    """Whether all of some sums can be 0 or more; True also where the contrary is not found."""
    return _asked(facts).point is not None


def follows(facts: Sequence[Sum], claim: Sum) -> bool:
    """Whether a sum is 0 or more wherever all these are; False also where no reason is found."""
    if claim.is_number and claim.number >= 0:
        return True
    asked = _asked(facts)
    point = asked.point
    if point is None:
        return True
    if any(one not in asked.names for one in claim.times):
        return False  # nothing is known of it
    wanted = claim.renamed(asked.names)
    if point and claim.number + sum(n * point[one] for one, n in wanted.times.items()) < _FAR:
        return False
    # As all facts can hold, what has nothing to do with the claim is no part of a reason for it.
    near = about(asked.facts, wanted.times) if wanted.times else asked.facts
    names = _names((wanted, *near))
    question = tuple([item.renamed(names) for item in near]), wanted.renamed(names)
    if question not in _REASONS:
        _make_room(_REASONS)
        _REASONS[question] = _reason(*question)
    return _REASONS[question]


def _asked(facts: Sequence[Sum]) -> _Asked:
    key = tuple(facts)
    found = _ASKED.get(key)
    if found is None:
        names = _names(key)
        numbered = tuple([item.renamed(names) for item in key])
        if numbered in _POINTS:
            point = _POINTS[numbered]
        else:
            _make_room(_POINTS)
            point = _POINTS[numbered] = _found_point(numbered)
        _make_room(_ASKED)
        found = _ASKED[key] = _Asked(numbered, names, point)
    return found


def _names(sums: Iterable[Sum]) -> dict[int, int]:
    return {one: at for at, one in enumerate(dict.fromkeys(unknowns_in(sums)))}


def _make_room(kept: dict[Any, Any]) -> None:
    if len(kept) >= _MOST_KEPT:
        kept.clear()


def _found_point(facts: Sequence[Sum]) -> _Point:
    """A point where facts hold, roughly; none found: empty; None if there certainly is none."""
    if any(item.is_number and item.number < 0 for item in facts):
        return None
    unknowns = {one: at for at, one in enumerate(dict.fromkeys(unknowns_in(facts)))}
    program, infinite = Program(), float("inf")
    for _ in unknowns:
        program.column(lower=-infinite)
    for item in facts:
        entries = {unknowns[one]: float(often) for one, often in item.times.items()}
        program.row(-item.number, infinite, entries)
    found = program.solve()
    if found is not None:
        return dict(zip(unknowns, found, strict=True))
    return None if _reason(facts, Sum(-1)) else {}


def _reason(facts: Sequence[Sum], claim: Sum) -> bool:
    """Whether there are factors of 0 or more with which facts add up to a claim, or to less."""
    program = Program()
    rows: dict[int, dict[int, float]] = {one: {} for one in unknowns_in((claim,))}
    least: dict[int, float] = {}
    for item in facts:
        column = program.column(cost=1)
        if item.number:
            least[column] = item.number
        for one, often in item.times.items():
            rows.setdefault(one, {})[column] = often
    for one, entries in rows.items():
        wanted = claim.times.get(one, 0)
        if not entries:
            return False  # nothing is known of it
        program.row(wanted, wanted, entries)
    program.row(-float("inf"), claim.number, least)
    found = program.solve()
    if found is None:
        return False
    used = [(item, value) for item, value in zip(facts, found, strict=True) if value]
    return any(
        _adds_up([(item, _near(value, most)) for item, value in used], claim)
        for most in _DENOMINATORS
    )


def _near(value: float, most: int) -> Fraction:
    """The nearest fraction with a denominator of at most so much."""
    return Fraction(round(value)) if most == 1 else Fraction(value).limit_denominator(most)


def _adds_up(reason: Sequence[tuple[Sum, Fraction]], claim: Sum) -> bool:
    number = Fraction(0)
    times: dict[int, Fraction] = {}
    for item, factor in reason:
        if factor < 0:
            return False
        if factor:
            number += factor * item.number
            for one, often in item.times.items():
                times[one] = times.get(one, Fraction(0)) + factor * often
    left = {one: often for one, often in times.items() if often}
    return number <= claim.number and left == claim.times
