"""CR521: with some number of players and options there are not as many cards as a line asks for.

The set-up is followed with the numbers of cards that lie in zones (`cardrules.lint.counting`), and
the play as far as they are certain. A draw takes what there is, a set of cards that there is not
cannot be chosen, and no card lies below more cards than there are: nothing is told of it in play.
Wherever it stands, a draw of more cards than the whole game has is told.
"""

from __future__ import annotations

from collections.abc import Iterator

from cardrules.lint.check import Finding
from cardrules.lint.counting import drawn_beyond_all, followed
from cardrules.lint.counting.moving import Note
from cardrules.lint.settings import GameCheck, Settings


def find_too_few_cards(settings: Settings) -> Iterator[Finding]:
    """The lines that ask for too many cards, each with the first setting in which they do."""
    told = set()
    for setting, found in followed(settings):
        for note in found.notes:
            if note.sort in _HELP and note.span not in told:
                told.add(note.span)
                yield Finding(
                    span=note.span,
                    message=f"With {setting}, {_message(note)}",
                    help=_HELP[note.sort],
                )
    for item in drawn_beyond_all(settings):
        if item.span not in told:
            yield Finding(
                span=item.span,
                message=f"The whole game has {item.total} cards, and {_cards(item.number)} "
                "to be drawn here.",
                help=_COUNT,
            )


def _message(note: Note) -> str:
    there = f"in `{note.zone}`"
    if note.sort == "used up":
        return f"there are no such cards left {there} for all who are to get them here."
    most = f"at most {note.most}" if note.most else "none"
    if note.sort == "too few":
        return f"{_cards(note.number)} to be drawn here, and there may be {most} {there}."
    if note.sort == "too deep":
        return f"{_cards(note.number)} to be passed over here, and there may be {most} {there}."
    return f"{_cards(note.number)} to be chosen here, and there may be {most} {there}."


def _cards(number: int) -> str:
    return "1 card is" if number == 1 else f"{number} cards are"


_COUNT = "Look at the numbers of cards and players, and at the bounds of options."
_HELP = {"too few": _COUNT, "too deep": _COUNT, "used up": _COUNT, "no such set": _COUNT}

CHECK = GameCheck(code="CR521", find=find_too_few_cards)
