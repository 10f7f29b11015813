"""Numbers that every operation knows."""

from __future__ import annotations

# The greatest word; `& WORD` keeps the lower 64 bits.
WORD = 0xFFFFFFFFFFFFFFFF
# Numbers of the language run from `-MOST_NUMBER` to `MOST_NUMBER`.
MOST_NUMBER = 0x7FFFFFFFFFFFFFFF
# The least number of 64 bits is none of the language: it stands for none, and for what an operation
# cannot say since it is out of range.
NONE = -0x8000000000000000

# What became of something: it is done; there is no room for it; what it needs is not there; it is
# more work than there may be.
DONE = 0
FULL = 1
MISSING = 2
TOO_MUCH = 3
