"""What a person types: commands with their arguments, numbers, or words that mean a line."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType

import attrs

# The commands, with what they are for. The first of several names is the one that is told.
COMMANDS: Mapping[str, tuple[str, str, tuple[str, ...]]] = MappingProxyType(
    {
        "help": ("? [WHAT]", "the rules in force here; with words or a rule ID, that part", ("?",)),
        "rules": ("rules [WHAT]", "all rules; with words or a rule ID, that part", ()),
        "why": ("why [ACTION or CARD]", "why something is not allowed, and what is", ()),
        "table": ("table", "show the table again", ()),
        "hand": ("hand", "show your cards", ()),
        "look": ("look [ZONE]", "all that you may see in a zone, or in all of them", ()),
        "log": ("log [N]", "what has happened: the last N lines, or all", ()),
        "back": ("b", "one step back in a choice", ("b",)),
        "pass": ("p", "give no answer, where an answer is asked for", ("p",)),
        "undo": ("undo", "take your last action back, if nobody has learned anything", ("u",)),
        "save": ("save [FILE]", "write the game to a file, to go on later", ("save!",)),
        "quit": ("quit", "leave; asks whether to save", ("q", "exit", "quit!")),
    }
)
_MOST_ECHOED = 40
_MOST_DIGITS = 9
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


def numbers_of(line: str) -> list[int] | None:
    """The numbers of a line that is made of nothing else; none has that many digits."""
    parts = line.replace(",", " ").split()
    if parts and all(is_number(part) for part in parts):
        return [int(part) for part in parts]
    return None


def is_number(word: str) -> bool:
    """Whether a word is a number that somebody could mean."""
    return word.isdecimal() and word.isascii() and len(word) <= _MOST_DIGITS


def quoted(typed: str) -> str:
    """What was typed, to be told in an answer: no more of it than is needed to know it again."""
    return repr(typed if len(typed) <= _MOST_ECHOED else f"{typed[:_MOST_ECHOED]}...")


def cards_put_in(line: str, own: Mapping[str, str]) -> str:
    """The line with labels such as `c3` replaced by the cards they stand for."""
    words = [own.get(word.strip(",").lower(), word) for word in line.split()]
    return line if words == line.split() else " ".join(words)


def parts_of(line: str, own: Mapping[str, str]) -> Sequence[str]:
    """What a line names: labels of cards, or words with commas or plus signs between."""
    labels = line.replace(",", " ").split()
    if labels and all(label.lower() in own for label in labels):
        return [own[label.lower()] for label in labels]
    parts = line.replace(" + ", ",").replace(" and ", ",").split(",")
    return [part.strip() for part in parts if part.strip()]
