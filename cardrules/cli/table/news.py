"""What has happened since somebody was last shown the table, as far as there is room above it."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import RenderableType
from rich.text import Text

from cardrules.cli.table.flow import Hanging
from cardrules.cli.table.lookups import ALL_LINES
from cardrules.cli.table.screen import Screen
from cardrules.cli.table.unbroken import Unbroken
from cardrules.table.model import Told
from cardrules.table.wording import number

# Where they scroll by, nobody is told of more at once: of all of a game that goes on again.
_MOST = 40
# Lines of these ranks must not be missed.
_MUST = range(4)


class News:
    """The lines of a log in their order.

    Where they are too many, the newest is shown, then what others did to the reader, what came of
    the reader's own action, what the rules say has come of it all, then the rest, details last.
    Where the first of them are missing it is told.
    """

    def __init__(self, screen: Screen, log: Sequence[Told], unbroken: Unbroken) -> None:
        self._log = log
        self.whole: list[RenderableType] = [
            Hanging(unbroken.text(told.text), 0 if told.is_head else 3) for told in log
        ]
        self._rows = [screen.height_of(line) for line in self.whole]

    @property
    def height(self) -> int:
        """How many rows all lines take."""
        return sum(self._rows)

    def within(self, room: int = _MOST) -> list[RenderableType]:
        """The lines for which there is room, and how many are left out."""
        if self.height <= room:
            return self.whole
        shown = sorted(self._places(room))
        told = f"({number(len(self._log) - len(shown), 'line')} left out: {ALL_LINES})"
        gap = next((place for place, at in enumerate(shown) if place != at), len(shown))
        items = [self.whole[at] for at in shown]
        return [*items[:gap], Text(told, style="faint"), *items[gap:]]

    def loses_within(self, room: int) -> bool:
        """Whether there is no room for something that must not be missed."""
        if self.height <= room:
            return False
        shown = self._places(room)
        return any(at not in shown and self._rank(at) in _MUST for at in range(len(self._log)))

    def _places(self, room: int) -> set[int]:
        """The places of the lines that are shown where not all are, at least one."""
        left = room - 1
        shown: set[int] = set()
        for at in sorted(range(len(self._log)), key=self._order):
            if self._rows[at] > left and shown:
                break
            shown.add(at)
            left -= self._rows[at]
        return shown

    def _order(self, at: int) -> tuple[int, int]:
        """The newest lines first; what the reader did comes before what came of it."""
        return self._rank(at), at if self._log[at].is_own else -at

    def _rank(self, at: int) -> int:
        """How soon a line is left out: the last ones first."""
        told = self._log[at]
        is_detail = told.level == "detail"
        order = (
            at == len(self._log) - 1,
            told.is_about_you and not is_detail,
            told.is_own,
            told.level == "course",
            not is_detail,
            told.is_about_you,
            True,
        )
        return order.index(True)
