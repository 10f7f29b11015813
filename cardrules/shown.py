"""A value that somebody gave, shown again in a message: shortly, whatever it is."""

from __future__ import annotations

# So much of what somebody wrote is shown again.
MOST_SHOWN = 40


def shown(value: object) -> str:
    """A value as it is written in Python; of a long one the beginning.

    A number of thousands of digits, which Python does not write out, is called one.
    """
    try:
        text = repr(value)
    except (ValueError, RecursionError):
        is_number = isinstance(value, int)
        return "a number of thousands of digits" if is_number else "something that is too long"
    return text if len(text) <= MOST_SHOWN else f"{text[:MOST_SHOWN]}..."


def can_be_written(value: object) -> bool:
    """Whether a value can be written out: no number in it has thousands of digits."""
    try:
        repr(value)
    except (ValueError, RecursionError):
        return False
    return True
