"""Signals that end a game in order: whatever ends it, what was played is kept first."""

from __future__ import annotations

import contextlib
import signal
from collections.abc import Iterator
from types import FrameType
from typing import Any


@contextlib.contextmanager
def hang_up_is_an_interrupt() -> Iterator[None]:
    """Let a closed terminal or a polite kill end what is done here by `KeyboardInterrupt`.

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
