"""Sequences whose elements are counted and made only when they are looked at."""

from __future__ import annotations

import sys
from abc import ABCMeta
from collections.abc import Sequence
from typing import Any, Generic, TypeVar, overload

T_co = TypeVar("T_co", covariant=True)


class TooManyError(Exception):
    """There are too many things of a kind, `what`; at most `most` can be gone through.

    `step` is the number of the choice of which there are too many values, `origin` its line.
    """

    step: int | None = None
    origin: Any = None

    def __init__(self, what: str, most: int) -> None:
        super().__init__(what)
        self.what = what
        self.most = most


class _Unregistered(ABCMeta):
    """Nothing is registered as one of these, so that it is asked quickly what is one."""

    __instancecheck__ = type.__instancecheck__


class Counted(Sequence[T_co], Generic[T_co], metaclass=_Unregistered):
    """A sequence that gives each element by its number; `total` is how many there are."""

    __slots__ = ()

    total: int

    def __len__(self) -> int:
        # Python counts no further; through so many nobody goes.
        return min(self.total, sys.maxsize)

    @overload
    def __getitem__(self, index: int) -> T_co: ...

    @overload
    def __getitem__(self, index: slice) -> list[T_co]: ...

    def __getitem__(self, index: int | slice) -> T_co | list[T_co]:
        if isinstance(index, slice):
            return [self[i] for i in range(*index.indices(len(self)))]
        if index < 0:
            index += self.total
        if not 0 <= index < self.total:
            raise IndexError(index)
        return self._numbered(index)

    def _numbered(self, index: int) -> T_co:
        """The element of this number, which is one of them."""
        raise NotImplementedError


def count_of(values: Sequence[object]) -> int:
    """How many there are, also where Python does not count so far."""
    return values.total if isinstance(values, Counted) else len(values)
