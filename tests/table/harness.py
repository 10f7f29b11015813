"""Helpers for tests of the table."""

from __future__ import annotations

from cardrules.model.state import State
from cardrules.sim.run import Moment


def moment_of(number: int, s: State) -> Moment:
    """What has happened up to a state, by whomever."""
    return Moment(number=number, player=None, action=None, events=tuple(s.events), state=s)
