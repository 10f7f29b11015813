"""All subsets of a fixed size, without making them: counted, indexed and tested by their number.

Which 5 of 13 cards has 1,287 answers, which 10 of 40 has hundreds of millions; a bot that picks one
of them, or a person who narrows them down, needs none of the others.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import overload

Cards = tuple[int, ...]


@lru_cache(maxsize=4096)
def _ways(sizes: tuple[int, ...], most: int) -> tuple[tuple[int, ...], ...]:
    """`[i][k]`: in how many ways `k` cards can be taken from the groups from number `i` on."""
    rows = [(1, *[0] * most)]
    for size in reversed(sizes):
        after = rows[-1]
        rows.append(
            tuple(
                sum(after[k - taken] for taken in range(min(size, k) + 1)) for k in range(most + 1)
            )
        )
    return tuple(reversed(rows))


class Combinations(Sequence[Cards]):
    """The subsets of a size, in the order of their numbers; one for each way they can look."""

    __slots__ = ("_groups", "_size", "_ways", "pool")

    def __init__(self, pool: Cards, groups: list[list[int]], size: int) -> None:
        self.pool = pool
        self._groups = groups
        self._size = size
        sizes = tuple([len(group) for group in groups])
        self._ways = _ways(sizes, size) if 0 <= size <= len(pool) else ((0,) * (size + 1),)

    @property
    def size(self) -> int:
        """How many cards each subset has."""
        return self._size

    def __len__(self) -> int:
        # Python counts no further; so many subsets nobody goes through.
        return min(self._ways[0][self._size], sys.maxsize) if self._size >= 0 else 0

    @overload
    def __getitem__(self, index: int) -> Cards: ...

    @overload
    def __getitem__(self, index: slice) -> list[Cards]: ...

    def __getitem__(self, index: int | slice) -> Cards | list[Cards]:
        if isinstance(index, slice):
            return [self[i] for i in range(*index.indices(len(self)))]
        if index < 0:
            index += len(self)
        if not 0 <= index < len(self):
            raise IndexError(index)
        left = self._size
        chosen: list[int] = []
        for group, after in zip(self._groups, self._ways[1:], strict=True):
            for taken in range(min(len(group), left), -1, -1):
                ways = after[left - taken]
                if index < ways:
                    chosen += group[:taken]
                    left -= taken
                    break
                index -= ways
        return tuple(chosen)

    def __iter__(self) -> Iterator[Cards]:
        if len(self):
            yield from self._from(0, self._size)

    def _from(self, position: int, left: int) -> Iterator[Cards]:
        if position == len(self._groups):
            yield ()
            return
        group, after = self._groups[position], self._ways[position + 1]
        for taken in range(min(len(group), left), -1, -1):
            if after[left - taken]:
                head = tuple(group[:taken])
                for tail in self._from(position + 1, left - taken):
                    yield head + tail

    def that_looks_like(self, looks: Sequence[int], kind: Sequence[int]) -> Cards | None:
        """The subset whose cards are of these kinds (in any order), if there is one."""
        if len(looks) != self._size:
            return None
        chosen: list[int] = []
        for group in self._groups:
            wanted = looks.count(kind[group[0]])
            if wanted > len(group):
                return None
            chosen += group[:wanted]
        return tuple(chosen) if len(chosen) == self._size else None

    def __contains__(self, item: object) -> bool:
        if not isinstance(item, tuple) or len(item) != self._size:
            return False
        held = set(item)
        # Of each group the first ones are taken, as many as there are.
        canonical = [c for group in self._groups for c in group[: len(held.intersection(group))]]
        return tuple(canonical) == item
