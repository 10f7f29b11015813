"""What is longer than the screen, page by page."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import RenderableType

from cardrules.cli.table.screen import Screen


class Pager:
    """Shows things, and keeps what of them is still to be read."""

    def __init__(self, screen: Screen) -> None:
        self._screen = screen
        self._unread: list[RenderableType] = []
        # Whether there is no table yet to go back to.
        self._is_before = False

    @property
    def has_more(self) -> bool:
        """Whether something is still to be read."""
        return bool(self._unread)

    @property
    def prompt(self) -> str:
        """What stands before the line to be typed, where a table waits until this is read."""
        if self.has_more:
            return "Enter shows more, q goes back to the game: "
        return "Enter shows the table: " if self._is_before else "Enter goes back to the table: "

    def show(self, items: Sequence[RenderableType], *, is_before: bool = False) -> None:
        """Show things; at a terminal their first page, if they are longer than the screen.

        `is_before`: they are read before there is a table.
        """
        self._unread, self._is_before = list(items), is_before
        self.turn()

    def turn(self) -> None:
        """Show the next page."""
        shown, self._unread = self._unread, []
        if self._screen.is_kept:
            shown, self._unread = self._screen.page_of(shown)
        self._screen.show(*shown)

    def stop(self) -> None:
        """Nobody wants to read the rest."""
        self._unread = []
