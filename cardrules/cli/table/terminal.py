"""The loop around a session: the one place that reads the keyboard."""

from __future__ import annotations

import contextlib
import signal
import sys
from collections.abc import Iterator
from types import FrameType
from typing import Any

from cardrules.cli.table.session import Session


def run(session: Session) -> None:
    """Feed a session from the keyboard until it is over.

    Ctrl-D leaves; Ctrl-C leaves with `KeyboardInterrupt`; a terminal that is closed leaves too. In
    each case the session keeps the game, if nothing else does, and says where.
    """
    with _hang_up_is_an_interrupt():
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


@contextlib.contextmanager
def _hang_up_is_an_interrupt() -> Iterator[None]:
    """Let a closed terminal or a polite kill end the sitting in order.

    Ctrl-C too: whoever was started in the background would ignore it otherwise. Only the first of
    such signals counts, so that a game is not lost while it is being kept.
    """
    before: dict[int, Any] = {}

    def leave(number: int, frame: FrameType | None) -> None:
        for other in before:
            signal.signal(other, signal.SIG_IGN)
        raise KeyboardInterrupt

    for name in ("SIGINT", "SIGHUP", "SIGTERM"):
        number = getattr(signal, name, None)
        if number is not None:
            before[number] = signal.signal(number, leave)
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
