"""The commands that a person types, with their arguments."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

import attrs

# The commands, with what they are for. The first of several names is the one that is told.
COMMANDS: Mapping[str, tuple[str, str, tuple[str, ...]]] = MappingProxyType(
    {
        "help": (
            "? [WHAT]",
            "the rules here; or what is said of a card, goal, turn, end",
            ("?",),
        ),
        "rules": ("rules [WHAT]", "all rules; or what is said of WHAT, as behind ?", ()),
        "score": (
            "score",
            "how all stand, if you can see it; what counts, what ends the game",
            (),
        ),
        "why": ("why [ACTION or CARD]", "why something is not allowed, and what is", ()),
        "table": ("table", "show the table again", ()),
        "hand": ("hand", "show your cards", ()),
        "look": ("look [ZONE]", "all that you may see in a zone, or in all of them", ()),
        "log": ("log [N]", "what has happened: the last lines, N of them, or all", ()),
        "back": ("b", "one step back in a choice", ("b",)),
        "pass": ("p", "give no answer, where an answer is asked for", ("p",)),
        "more": ("m", "the next lines of a question that has too many for the screen", ("m",)),
        "undo": ("undo", "take your last action back, until somebody has learned from it", ("u",)),
        "save": ("save [NAME]", "keep the game, to go on with it later", ("save!",)),
        "quit": ("quit", "leave; asks first, and whether to save", ("q", "exit", "quit!")),
    }
)
_BY_NAME = {
    name: command for command, (_, _, others) in COMMANDS.items() for name in (command, *others)
}


@attrs.frozen
class Typed:
    """A command and the rest of the line; `word` is the command as it was typed."""

    command: str
    word: str
    rest: str


def command_of(line: str) -> Typed | None:
    """The command that a line begins with, if it does."""
    line = line.strip()
    if line.startswith("?"):
        return Typed("help", "?", line[1:].strip())
    word, _, rest = line.partition(" ")
    command = _BY_NAME.get(word.lower())
    return None if command is None else Typed(command, word.lower(), rest.strip())
