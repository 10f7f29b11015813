"""The loop around a session, or what else asks: the one place that reads the keyboard."""

from __future__ import annotations

import sys
from typing import Protocol


class Asking(Protocol):
    """What asks for lines, one after the other."""

    @property
    def is_over(self) -> bool:
        """Whether no further line is needed."""

    @property
    def prompt(self) -> str:
        """What stands before the line to be typed."""

    def begin(self) -> None:
        """What comes before the first line."""

    def feed(self, line: str) -> None:
        """Take a line."""

    def end_of_input(self) -> None:
        """Nobody will type any more."""


def run(session: Asking) -> None:
    """Feed a session from the keyboard until it is over.

    Ctrl-D leaves; Ctrl-C leaves with `KeyboardInterrupt`; a terminal that is closed leaves too. In
    each case the session keeps the game, if nothing else does, and says where.
    """
    try:
        session.begin()
        while not session.is_over:
            try:
                line = input(session.prompt)
            except (EOFError, OSError):  # the latter of a terminal that is gone
                session.end_of_input()
                return
            session.feed(line)
    except KeyboardInterrupt:
        session.end_of_input()
        raise


def forget_lines() -> None:
    """Forget what was typed: the next person must not get it back with the cursor keys."""
    readline = sys.modules.get("readline")
    if readline is not None:
        readline.clear_history()
