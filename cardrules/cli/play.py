"""Playing at this terminal: what `run` hands over to."""

from __future__ import annotations

import contextlib

from cardrules.cli.afterwards import Afterwards, Another
from cardrules.cli.sitting import Sitting
from cardrules.cli.table.last_look import LastLook
from cardrules.cli.table.screen import Screen, console_for_terminal
from cardrules.cli.table.session import Session
from cardrules.cli.table.terminal import forget_lines, run


def play_game(sitting: Sitting) -> None:
    """Play at this terminal until the game is over or somebody leaves.

    The result is shown at the end; the caller writes the record. `KeyboardInterrupt` and what
    `Playthrough.act` raises pass through.
    """
    with contextlib.suppress(ImportError):
        import readline  # noqa: F401, PLC0415 - gives `input` its cursor keys

    run(Session(sitting, _screen(sitting)))


def ask_afterwards(sitting: Sitting) -> Another | None:
    """Ask at this terminal whether another game is played; None if not."""
    screen = _screen(sitting)
    afterwards = Afterwards(sitting.playthrough, screen, LastLook(sitting, screen).answer)
    run(afterwards)
    return afterwards.another


def _screen(sitting: Sitting) -> Screen:
    """The screen of this terminal; what cannot be wiped or is no terminal is written on and on."""
    console = console_for_terminal(sitting.color)
    theme = sitting.theme if sitting.color else "none"
    is_kept = console.is_terminal and not console.is_dumb_terminal
    return Screen(console, forget_lines, theme=theme, is_kept=is_kept, is_plain=sitting.is_plain)
