"""What operations work on, as their parameters say it: numbers, words, and flat arrays of them.

A number (`int`) runs from -2^63 to 2^63 - 1, a `Word` from 0 to 2^64 - 1. Arrays that are only read
are `Numbers` and `Words`; those that are written to are `Store` and `WordStore`. Python has one
type for numbers and words; `cardrules.kernel.subset` tells them apart.
"""

from __future__ import annotations

from collections.abc import MutableSequence, Sequence

Word = int
Numbers = Sequence[int]
Words = Sequence[int]
Store = MutableSequence[int]
WordStore = MutableSequence[int]
