"""Where the table is drawn: a terminal, or a text that a test reads."""

from __future__ import annotations

import io
import sys
from collections.abc import Callable

from rich.console import Console, RenderableType
from rich.text import Text

# Erase the screen, what has scrolled off it, and go to the top.
_WIPE = "\x1b[2J\x1b[3J\x1b[H"


class Screen:
    """Draws on a console; `wiped` is called when nothing of what was shown may stay."""

    def __init__(self, console: Console, wiped: Callable[[], None] = lambda: None) -> None:
        self._console = console
        self._wiped = wiped

    @property
    def height(self) -> int:
        """How many lines there are."""
        return self._console.height

    @property
    def width(self) -> int:
        """How many columns there are."""
        return self._console.width

    def show(self, *items: RenderableType) -> None:
        """Print things one below the other. Text is taken as it is: brackets are no markup."""
        for item in items:
            self._console.print(
                Text(item) if isinstance(item, str) else item, highlight=False, markup=False
            )

    def tell(self, line: str) -> None:
        """Print a line that is not broken, so that a command in it can be copied."""
        self._console.print(Text(line), soft_wrap=True, highlight=False, markup=False)

    def wipe(self) -> None:
        """Leave nothing of what was shown, as far as the terminal lets itself be wiped."""
        if self._console.is_terminal and not self._console.is_dumb_terminal:
            self._console.file.write(_WIPE)
            self._console.file.flush()
        else:
            self.show("\n" * self.height)
        self._wiped()


def console_for_terminal(color: bool) -> Console:
    """The console of this terminal; without `color` it still has bold and dim letters."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        # What the terminal has no letter for is a question mark, and no reason to stop.
        sys.stdout.reconfigure(errors="replace")
    return Console(no_color=None if color else True, highlight=False)
