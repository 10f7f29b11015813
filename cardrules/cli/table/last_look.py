"""What may be looked up when a game is over."""

from __future__ import annotations

from cardrules.cli.sitting import Sitting
from cardrules.cli.table.flow import Flow
from cardrules.cli.table.looking import Watcher, looked_up
from cardrules.cli.table.lookups import Shown
from cardrules.cli.table.screen import Screen
from cardrules.cli.table.typed import COMMANDS, command_of
from cardrules.table.course import Course

# What still makes sense when nobody is asked anything.
_COMMANDS = ("help", "rules", "score", "table", "look", "log")


class LastLook:
    """Answers the commands that only show something, as one person, or somebody who watched."""

    def __init__(self, sitting: Sitting, screen: Screen) -> None:
        self._sitting = sitting
        self._screen = screen

    def answer(self, line: str) -> Shown | None:
        """What is shown for a line; None if it is none of these commands."""
        typed = command_of(line)
        if typed is None or typed.command not in _COMMANDS:
            return None
        if typed.command == "help" and not typed.rest:
            usages = [COMMANDS[command][0] for command in _COMMANDS]
            return [Flow(head="You may type:", items=["a number", "Enter", *usages])]
        # The game is followed once more, but only for those who want to look something up.
        people = self._sitting.people
        viewer: Watcher = people[0] if len(people) == 1 else "spectator"
        course = Course(self._sitting.playthrough, people, memory=self._sitting.memory)
        return looked_up(typed, course, viewer, self._sitting.names, self._screen)
