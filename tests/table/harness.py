"""Helpers for tests of the table."""

from __future__ import annotations

from cardrules.model.state import State
from cardrules.sim.run import Moment
from tests.bundled import Bundled, bundled


def moment_of(number: int, s: State) -> Moment:
    """What has happened up to a state, by whomever."""
    return Moment(number=number, player=None, action=None, events=tuple(s.events), state=s)


def smallest_and_largest() -> list[Bundled]:
    """Each bundled game at its least and its greatest number of players."""
    found: dict[str, list[Bundled]] = {}
    for item in bundled():
        found.setdefault(item.name, []).append(item)
    return [item for some in found.values() for item in dict.fromkeys((some[0], some[-1]))]
