"""How much of the processor's stack compiled functions take at most, one within the other."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

_NAME = re.compile(r"^define .*?@(\w+)\(", re.MULTILINE)
_CALLED = re.compile(r"call \w+ @(\w+)\(")
_PLACE = re.compile(r"= alloca (i(\d+)|ptr)(?:, i64 (\d+))?", re.MULTILINE)
# What a call needs besides its places: saved registers, and what a compiler spills.
_OF_A_CALL = 512


def stack_use(functions: Iterable[str], again: int) -> int:
    """The bytes that the longest way of calls takes, by the text of the functions.

    Those that call themselves, be it by others, are counted so many times, all of a circle.
    """
    own: dict[str, int] = {}
    calls: dict[str, list[str]] = {}
    for text in functions:
        found = _NAME.search(text)
        assert found is not None
        own[found[1]] = _OF_A_CALL + sum(
            [(int(bits or 64) + 7) // 8 * int(cells or 1) + 8
             for _, bits, cells in _PLACE.findall(text)]
        )  # fmt: skip
        calls[found[1]] = list(dict.fromkeys(_CALLED.findall(text)))
    return _longest(own, calls, again)


def _longest(own: Mapping[str, int], calls: Mapping[str, list[str]], again: int) -> int:
    """The heaviest way through circles, each taken as one thing."""
    reached = {name: _reached(name, calls) for name in own}
    circles = {
        name: frozenset({name} | {one for one in reached[name] if name in reached.get(one, ())})
        for name in own
    }
    weight = {
        circle: sum(own[name] for name in circle)
        * (again if len(circle) > 1 or any(name in reached[name] for name in circle) else 1)
        for circle in circles.values()
    }
    # Whatever reaches more others comes before them.
    heaviest: dict[frozenset[str], int] = {}
    for name in sorted(own, key=lambda one: len(reached[one])):
        circle = circles[name]
        if circle not in heaviest:
            behind = {circles[one] for of in circle for one in calls[of] if one in own}
            most = max((heaviest.get(one, 0) for one in behind if one != circle), default=0)
            heaviest[circle] = weight[circle] + most
    return max(heaviest.values(), default=0)


def _reached(name: str, calls: Mapping[str, list[str]]) -> set[str]:
    found: set[str] = set()
    pending = list(calls[name])
    while pending:
        one = pending.pop()
        if one in calls and one not in found:
            found.add(one)
            pending += calls[one]
    return found
