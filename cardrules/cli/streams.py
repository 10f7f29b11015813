"""The standard streams: every text can be written to them, and a stream that fails is one line."""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Iterator
from typing import IO

import click

_ESCAPES = "backslashreplace"


def bear_every_text() -> None:
    """Let what an encoding cannot say become an escape such as `\\u2605`, and so what is read.

    Pipes of Windows and old terminals have encodings of some hundred characters.
    """
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None and stream.errors in ("strict", "surrogateescape"):
            with contextlib.suppress(ValueError, OSError):  # as after `<&-`
                reconfigure(errors=_ESCAPES)


def says_every_character() -> bool:
    """Whether the standard output needs no escapes: those of JSON are other ones."""
    encoding = str(getattr(sys.stdout, "encoding", None) or "utf-8")
    return encoding.lower().replace("_", "-").startswith("utf")


def told(message: str = "") -> None:
    """Write a line to stderr; if that cannot be written to, there is nobody to tell."""
    color = False if os.environ.get("NO_COLOR") else None
    with failures_ignored():
        click.echo(message, err=True, color=color)


@contextlib.contextmanager
def failures_ignored() -> Iterator[None]:
    """Go on where stderr is full or closed; the exit code still says what was wrong."""
    try:
        yield
    except OSError:
        silence(sys.stderr)


def silence(stream: IO[str] | None) -> None:
    """Send what is still to be written nowhere: Python would complain when it flushes at exit."""
    if stream is not None:
        with contextlib.suppress(OSError, ValueError):
            os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
