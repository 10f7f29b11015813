"""Where the table is drawn: a terminal, or a text that a test reads."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence

from rich.cells import cell_len, set_cell_size
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


# Whoever says that a terminal has fewer or more is mistaken.
_SENSIBLE = {"COLUMNS": range(20, 1001), "LINES": range(5, 1001)}
# The columns of a name that stands beside other things.
_NAME_WIDTHS = range(8, 41)


def console_for_terminal(color: bool) -> Console:
    """The console of this terminal; without `color` it still has bold and dim letters.

    `COLUMNS` and `LINES` count if they make sense; else the terminal says how large it is.
    """
    for name, sensible in _SENSIBLE.items():
        if os.environ.get(name, "") not in map(str, sensible):
            os.environ.pop(name, None)
    return Console(no_color=None if color else True, highlight=False)


def short_names(names: Sequence[str], width: int) -> list[str]:
    """Names that leave room for what stands beside them; who is alike then has a number behind."""
    most = min(max(_NAME_WIDTHS[0], width // 4), _NAME_WIDTHS[-1])
    cut = [name if cell_len(name) <= most else _cut(name, most) for name in names]
    return [f"{name}{at}" if cut.count(name) > 1 else name for at, name in enumerate(cut, 1)]


def _cut(name: str, most: int) -> str:
    """As much of a name as there is room for, with that of a seat behind it."""
    return f"{set_cell_size(name, most - 3).rstrip()}\N{HORIZONTAL ELLIPSIS}"
