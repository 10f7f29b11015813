"""Several persons at one keyboard: the screen of one is wiped before the next one sits down."""

from __future__ import annotations

from collections.abc import Sequence

from cardrules.cli.table.screen import Screen

# What those who look away may have done.
ALLOWED = ("undo", "save", "quit")


class HandingOver:
    """Knows whose cards are on the screen; `head` may be read by everybody at any time."""

    def __init__(self, screen: Screen, head: Sequence[str], people: Sequence[int]) -> None:
        self._screen = screen
        self._head = head
        self._is_needed = len(people) > 1
        self.at_keyboard: int | None = None

    def is_due(self, seat: int) -> bool:
        """Whether somebody else must look away before this one is shown anything."""
        return self._is_needed and seat != self.at_keyboard

    def cover(self, name: str) -> None:
        """Hide what is on the screen until the one who is called is there."""
        self.at_keyboard = None
        self._screen.wipe()
        told = f"{name} is asked. Everybody else, please look away."
        self._screen.show(*self._head, "", told)

    def clear(self) -> None:
        """Leave nothing on the screen that was for one of several persons."""
        if self._is_needed:
            self._screen.wipe()

    @staticmethod
    def prompt(name: str) -> str:
        """What stands before the line to be typed."""
        return f"{name}, press Enter when only you can see the screen: "
