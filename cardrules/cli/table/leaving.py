"""Whether a game that somebody leaves is saved, and under which name."""

from __future__ import annotations

from typing import Literal

from cardrules.cli.saved import name_of
from cardrules.cli.table.keeping import Keeper
from cardrules.cli.table.typed import command_of

LEFT = "You have left the game."
_WAYS = "Enter saves the game and leaves; n leaves without saving; c plays on."
# The game is left, or goes on, or it is asked once more.
Answer = Literal["left", "goes on", "asked"]


def _is_file(name: str) -> bool:
    """Whether a word can only be meant as a file."""
    return name.endswith(".json") or "/" in name or "\\" in name


class Leaving:
    """Asks what becomes of a game of which something would be lost."""

    def __init__(self, keeper: Keeper) -> None:
        self._keeper = keeper

    @property
    def is_needed(self) -> bool:
        """Whether leaving without a word would lose anything."""
        return self._keeper.own is None and self._keeper.is_unsaved

    @property
    def prompt(self) -> str:
        """What stands before the line to be typed."""
        return f"Save the game? Enter: as {name_of(self._keeper.default())}, n: no, c: play on: "

    def take(self, line: str) -> tuple[Answer, str]:
        """What a line says, and what is told then."""
        word = line.lower()
        if word in ("n", "no"):
            return "left", f"{LEFT} It was not saved."
        if word in ("c", "cancel"):
            return "goes on", ""
        typed = command_of(line)
        name, is_over_another = "" if word in ("y", "yes") else line, False
        if typed is not None and typed.command == "save":
            name, is_over_another = typed.rest, typed.word == "save!"
        elif name and not _is_file(name):
            # Whoever is asked something and answers a word may mean anything but a name.
            return "asked", f"{_WAYS} `save NAME` saves it under another name."
        is_saved, told = self._keeper.save(name, replace=is_over_another)
        return ("left" if is_saved else "asked"), told
