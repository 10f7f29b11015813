"""Where the table is drawn: a terminal, or a text that a test reads."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence

from rich.cells import cell_len, set_cell_size
from rich.console import Console, RenderableType
from rich.text import Text

from cardrules.cli.table.themes import theme_of

# Erase the screen, what has scrolled off it, and go to the top.
_WIPE = "\x1b[2J\x1b[3J\x1b[H"


class Screen:
    """Draws on a console; `wiped` is called when nothing of what was shown may stay.

    `is_kept`: the board is kept on the screen, and what is longer comes page by page. `is_plain`:
    whole lines for somebody to whom they are read out, without columns and lines that are drawn.
    """

    def __init__(
        self,
        console: Console,
        wiped: Callable[[], None] = lambda: None,
        *,
        theme: str = "none",
        is_kept: bool = False,
        is_plain: bool = False,
    ) -> None:
        self._console = console
        console.push_theme(theme_of(theme))
        self._wiped = wiped
        self.is_kept = is_kept and not is_plain
        self.is_plain = is_plain
        # How many lines there are since the first one of the board; none if it is not shown.
        self._since_board: int | None = None

    @property
    def height(self) -> int:
        """How many lines there are."""
        return self._console.height

    @property
    def width(self) -> int:
        """How many columns there are."""
        return self._console.width

    def height_of(self, *items: RenderableType) -> int:
        """How many lines things take one below the other."""
        lines = 0
        for item in items:
            shown = Text(item) if isinstance(item, str) else item
            lines += len(self._console.render_lines(shown, pad=False))
        return lines

    def height_of_prompt(self, prompt: str) -> int:
        """How many lines a prompt takes, with some letters behind it."""
        return 1 + (cell_len(prompt) + _TYPED) // self.width

    def page_of(
        self, items: Sequence[RenderableType], room: int | None = None
    ) -> tuple[list[RenderableType], list[RenderableType]]:
        """As many things as there is room for, at least one, and the rest.

        Without `room` that is what fits on the screen above a prompt.
        """
        shown: list[RenderableType] = []
        room = self.height - 1 if room is None else room
        for item in items:
            room -= self.height_of(item)
            if shown and room < 0:
                break
            shown.append(item)
        return shown, list(items[len(shown) :])

    def begin_board(self) -> None:
        """What is shown next is the first line of the board."""
        self._since_board = 0

    def has_room_for(self, lines: int) -> bool:
        """Whether the whole board stays on the screen if so many lines come below it."""
        return self._since_board is not None and self._since_board + lines <= self.height

    def show(self, *items: RenderableType) -> None:
        """Print things one below the other. Text is taken as it is: brackets are no markup."""
        self._count(self.height_of(*items))
        for item in items:
            self._console.print(
                Text(item) if isinstance(item, str) else item,
                highlight=False, markup=False, soft_wrap=self.is_plain,
            )  # fmt: skip

    def tell(self, line: str) -> None:
        """Print a line that is not broken, so that a command in it can be copied."""
        self._count(1 + cell_len(line) // self.width)
        self._console.print(Text(line), soft_wrap=True, highlight=False, markup=False)

    def note_typed(self, prompt: str, line: str) -> None:
        """A prompt stands on the screen with what was typed behind it."""
        self._count(1 + cell_len(prompt + line) // self.width)

    def _count(self, lines: int) -> None:
        if self._since_board is not None:
            self._since_board += lines

    def wipe(self) -> None:
        """Leave nothing of what was shown, as far as the terminal lets itself be wiped."""
        self._since_board = None
        if self._console.is_terminal and not self._console.is_dumb_terminal:
            self._console.file.write(_WIPE)
            self._console.file.flush()
        else:
            self.show("\n" * self.height)
        self._wiped()


# So many letters may be typed behind a prompt before the line is full.
_TYPED = 4
# Whoever says that a terminal has fewer or more is mistaken.
_SENSIBLE = {"COLUMNS": range(20, 1001), "LINES": range(5, 1001)}
# The columns of a name that stands beside other things.
_NAME_WIDTHS = range(8, 41)


def console_for_terminal(color: bool) -> Console:
    """The console of this terminal; without `color`, or with `NO_COLOR`, in plain letters alone.

    That variable is about colours; but whoever sets it has a terminal, or a program behind one,
    that is not to be bothered with such signs, and no bold letters say what words do not.
    `COLUMNS` and `LINES` count if they make sense; else the terminal says how large it is.
    """
    for name, sensible in _SENSIBLE.items():
        if os.environ.get(name, "") not in map(str, sensible):
            os.environ.pop(name, None)
    is_coloured = color and not os.environ.get("NO_COLOR")
    return Console(color_system="auto" if is_coloured else None, highlight=False)


def short_names(names: Sequence[str], width: int) -> list[str]:
    """Names that leave room for what stands beside them; who is alike then has a number behind."""
    most = min(max(_NAME_WIDTHS[0], width // 4), _NAME_WIDTHS[-1])
    cut = [name if cell_len(name) <= most else _cut(name, most) for name in names]
    return [f"{name}{at}" if cut.count(name) > 1 else name for at, name in enumerate(cut, 1)]


def _cut(name: str, most: int) -> str:
    """As much of a name as there is room for, with that of a seat behind it."""
    return f"{set_cell_size(name, most - 3).rstrip()}\N{HORIZONTAL ELLIPSIS}"
