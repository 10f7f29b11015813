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
    each case the session says where the game has been saved, if it has been.
    """
    with _hang_up_is_an_interrupt():
        try:
            session.begin()
            while not session.is_over:
                try:
                    line = input(session.prompt)
                except EOFError:
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

    Ctrl-C too: whoever was started in the background would ignore it otherwise.
    """

    def leave(number: int, frame: FrameType | None) -> None:
        raise KeyboardInterrupt

    before: dict[int, Any] = {}
    for name in ("SIGINT", "SIGHUP", "SIGTERM"):
        number = getattr(signal, name, None)
        if number is not None:
            before[number] = signal.signal(number, leave)
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
