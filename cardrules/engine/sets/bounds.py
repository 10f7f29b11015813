"""What a condition says of the sizes of sets of cards, and of sums of what is printed on them."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

import attrs

from cardrules.engine.sets.combinations import Limits


@attrs.frozen(kw_only=True, slots=False)
class Bounds:
    """What a condition says about a subset, apart from its rest.

    `measures`: for each measure a value per card (1 for the size). `tests`: pairs of the measure
    and the comparison, whose other side is given at run time. `attribute values must not be
    negative` for pruning to be right; a measure with a negative value is tested at the end only.
    """

    measures: tuple[tuple[int, ...], ...]
    tests: tuple[tuple[int, str], ...]

    @cached_property
    def size(self) -> int | None:
        """The number of the measure that is the size, if there is one."""
        sizes = (index for index, values in enumerate(self.measures) if set(values) <= {1})
        return next(sizes, None)

    @cached_property
    def main(self) -> int | None:
        """The measure by which the search is pruned: one that only grows and has an upper bound.

        A sum of an attribute prunes better than the size.
        """
        bounded = {measure for measure, operator in self.tests if operator in _FROM_ABOVE}
        for index in sorted(bounded, key=lambda item: len(set(self.measures[item])) <= 1):
            if min(self.measures[index], default=0) >= 0:
                return index
        return None

    def most(self, values: Sequence[int]) -> int:
        """The upper bound of the main measure."""
        return min([values[index] - less for index, less in self._from_above])

    @cached_property
    def _from_above(self) -> list[tuple[int, bool]]:
        """The tests that are upper bounds of the main measure, and which leave out the bound."""
        return [
            (index, operator == "<")
            for index, (measure, operator) in enumerate(self.tests)
            if measure == self.main and operator in _FROM_ABOVE
        ]


_FROM_ABOVE = ("=", "<=", "<")


def limits(bounds: Bounds, values: Sequence[int]) -> tuple[list[int | None], list[int | None]]:
    """Per measure the least and greatest value that fulfils the tests."""
    low: list[int | None] = [None] * len(bounds.measures)
    high: list[int | None] = [None] * len(bounds.measures)
    for (measure, operator), value in zip(bounds.tests, values, strict=True):
        least = {"=": value, ">=": value, ">": value + 1}.get(operator)
        most = {"=": value, "<=": value, "<": value - 1}.get(operator)
        if least is not None:
            before = low[measure]
            low[measure] = least if before is None else max(before, least)
        if most is not None:
            before = high[measure]
            high[measure] = most if before is None else min(before, most)
    return low, high


def counted_limits(bounds: Bounds, values: Sequence[int], cards: int) -> Limits:
    """What a condition that is all bounds says, for sets that are counted and not made."""
    low, high = limits(bounds, values)
    size = bounds.size
    least, most = (low[size], high[size]) if size is not None else (None, None)
    others = [index for index in range(len(bounds.measures)) if index != size]
    return Limits(
        least=max(0, least or 0),
        most=cards if most is None else most,
        measures=tuple([bounds.measures[index] for index in others]),
        bounds=tuple([(low[index], high[index]) for index in others]),
    )
