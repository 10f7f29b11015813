"""Work as a number of calls, which is the same on every machine and under any load."""

from __future__ import annotations

import sys
from collections.abc import Callable
from types import FrameType
from typing import Any

from cardrules.syntax import parser, yaml_tree


def calls_of(work: Callable[[], object]) -> int:
    """How many functions written in Python are called when something is done.

    Texts that were read before are read again: what is kept of them would make numbers differ.
    """
    calls = 0
    parser.forget_trees()
    yaml_tree.forget_events()

    def note(frame: FrameType, event: str, argument: Any) -> None:
        nonlocal calls
        calls += event == "call"

    before = sys.getprofile()
    sys.setprofile(note)
    try:
        work()
    finally:
        sys.setprofile(before)
    return calls
