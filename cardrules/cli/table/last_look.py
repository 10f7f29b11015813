"""What may be looked up when a game is over."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Literal

from cardrules.cli.sitting import Sitting
from cardrules.cli.table.board import Board
from cardrules.cli.table.flow import Flow
from cardrules.cli.table.lookups import Lookups, Shown, log_asked_for
from cardrules.cli.table.screen import Screen, short_names
from cardrules.cli.table.typed import COMMANDS, command_of
from cardrules.table.course import Course


class LastLook:
    """Answers the commands that only show something, as one person, or somebody who watched."""

    def __init__(self, sitting: Sitting, screen: Screen) -> None:
        self._sitting = sitting
        self._screen = screen

    def answer(self, line: str) -> Shown | None:
        """What is shown for a line; None if it is none of these commands."""
        typed = command_of(line)
        if typed is None or typed.command not in _ANSWERS:
            return None
        # The game is followed once more, but only for those who want to look something up.
        people = self._sitting.people
        viewer: int | Literal["spectator"] = people[0] if len(people) == 1 else "spectator"
        course = Course(self._sitting.playthrough, people, memory=self._sitting.memory)
        if typed.command == "log":
            return log_asked_for(typed.rest, course.log(viewer), self._screen)
        names = short_names(self._sitting.names, self._screen.width)
        board = Board(course.table(viewer), names, self._screen.is_plain)
        return _ANSWERS[typed.command](Lookups(board), typed.rest)


def _help(lookups: Lookups, wanted: str) -> Shown:
    usages = [COMMANDS[command][0] for command in _ANSWERS]
    commands = Flow(head="You may type:", items=["a number", "Enter", *usages])
    return lookups.rules(wanted) if wanted else [commands]


_ANSWERS: Mapping[str, Callable[[Lookups, str], Shown]] = {
    "help": _help,
    "rules": Lookups.rules,
    "score": lambda lookups, _: lookups.score(),
    "table": lambda lookups, _: lookups.table(),
    "look": Lookups.look,
    "log": lambda lookups, _: [],
}
