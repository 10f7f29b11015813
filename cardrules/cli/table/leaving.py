"""Whether somebody leaves indeed, and whether the game is saved then, and under which name."""

from __future__ import annotations

from typing import Literal

from cardrules.cli.saved import name_of
from cardrules.cli.table.keeping import Keeper
from cardrules.cli.table.typed import command_of

LEFT = "You have left the game."
_WAYS = "s saves the game and leaves; n leaves without saving; Enter plays on."
_WAYS_WITHOUT_LOSS = "y leaves the game; Enter plays on."
# The game is left, or goes on, or it is asked once more.
Went = Literal["left", "goes on", "asked"]


def _is_file(name: str) -> bool:
    """Whether a word can only be meant as a file."""
    return name.endswith(".json") or "/" in name or "\\" in name


class Leaving:
    """Asks whoever leaves, and what becomes of a game of which something would be lost.

    Enter alone, which may be typed once too often, plays on.
    """

    def __init__(self, keeper: Keeper) -> None:
        self._keeper = keeper

    @property
    def _loses_something(self) -> bool:
        """Whether leaving without a word would lose anything."""
        return self._keeper.own is None and self._keeper.is_unsaved

    @property
    def prompt(self) -> str:
        """What stands before the line to be typed."""
        if not self._loses_something:
            return "Leave the game? y: leave, Enter: play on: "
        name = name_of(self._keeper.default())
        return f"Leave the game? s: save it as {name}, n: do not save it, Enter: play on: "

    def take(self, line: str) -> tuple[Went, str]:
        """What a line says, and what is told then."""
        word = line.lower()
        if word in ("", "c", "cancel"):
            return "goes on", ""
        if not self._loses_something:
            return self._take_without_loss(word)
        if word in ("n", "no"):
            return "left", f"{LEFT} It was not saved."
        typed = command_of(line)
        name, is_over_another = "" if word in ("s", "y", "yes") else line, False
        if typed is not None and typed.command == "save":
            name, is_over_another = typed.rest, typed.word == "save!"
        elif name and not _is_file(name):
            # Whoever is asked something and answers a word may mean anything but a name.
            return "asked", f"{_WAYS} `save NAME` saves it under another name."
        is_saved, told = self._keeper.save(name, replace=is_over_another)
        return ("left" if is_saved else "asked"), told

    @staticmethod
    def _take_without_loss(word: str) -> tuple[Went, str]:
        if word in ("y", "yes"):
            return "left", LEFT
        return ("goes on", "") if word in ("n", "no") else ("asked", _WAYS_WITHOUT_LOSS)
