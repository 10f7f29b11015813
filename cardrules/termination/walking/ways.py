"""Ways that lie side by side, by where they go on."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from cardrules.termination.path import Path
from cardrules.termination.solver import can_be

# Where a way goes on: at the next instruction (None), behind or at the begin of a label, or where
# a procedure comes to its end (see `cardrules.machine.graph.Exit`).
Goal = tuple[str, int] | None
Ways = dict[Goal, list[Path]]

END: Goal = None
TURN, ANSWER, ACTION, GAME = ("turn", 0), ("answer", 0), ("action", 0), ("game", 0)

# So many ways that are the same but for what is known of them are kept.
MOST_ALIKE = 6


class TooMuchError(Exception):
    """There are more ways than can be followed."""


def possible(paths: Iterable[Path]) -> list[Path]:
    """The ways that are not impossible for what is known of them."""
    return [path for path in paths if can_be(path.facts)]


def add(ways: Ways, more: Ways) -> None:
    """Put more ways beside others."""
    for goal, paths in more.items():
        if paths:
            ways.setdefault(goal, []).extend(paths)


def joined(paths: Sequence[Path]) -> list[Path]:
    """Ways without those of which more is known than of others that are the same otherwise."""
    if len(paths) < 2:  # noqa: PLR2004
        return list(paths)
    found: dict[Any, list[Path]] = {}
    for path in paths:
        same = found.setdefault(path.key(), [])
        known = frozenset(path.facts)
        less = next((other for other in same if known >= set(other.facts)), None)
        if less is not None:
            _note_too(less, path)
            continue
        for other in [other for other in same if known <= set(other.facts)]:
            same.remove(other)
            _note_too(path, other)
        same.append(path)
    return [path for same in found.values() for path in _not_too_many(same)]


def _not_too_many(paths: list[Path]) -> list[Path]:
    """Ways that are the same but for what is known of them; of too many one, of which less is."""
    if len(paths) <= MOST_ALIKE:
        return paths
    first, *others = paths
    for path in others:
        known = set(path.facts)
        first.facts = tuple([item for item in first.facts if item in known])
        _note_too(first, path)
    return [first]


def _note_too(path: Path, other: Path) -> None:
    """Note on a way what may have happened on another one that is the same otherwise."""
    path.touched |= other.touched
    path.left |= other.left
    path.visited &= other.visited
    path.did = tuple(dict.fromkeys((*path.did, *other.did)))
    path.seats = {key: who for key, who in path.seats.items() if other.seats.get(key) == who}
