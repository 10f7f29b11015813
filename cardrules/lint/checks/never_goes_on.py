"""CR522: rounds, turns or a `while` whose condition is settled before anything happens.

They are over before they begin, or always after the first pass, or their condition never holds; in
each setting, and each time that the line is reached. This is found by following the numbers of
cards in zones (`cardrules.lint.counting`).
"""

from __future__ import annotations

from collections.abc import Iterator

from cardrules.lint.check import Finding
from cardrules.lint.counting import followed
from cardrules.lint.counting.moving import Sort
from cardrules.lint.settings import GameCheck, Settings
from cardrules.source import Span


def find_never_going_on(settings: Settings) -> Iterator[Finding]:
    """The loops of which this is so in all settings."""
    sure: dict[tuple[Sort, Span, int], None] = {}
    for number, (_, found) in enumerate(followed(settings)):
        here = {
            (note.sort, note.span, note.part): None
            for note in found.notes
            if note.sort in _MESSAGES
        }
        for other in found.looked_at:
            here.pop(other, None)
        sure = {key: None for key in (sure if number else here) if key in here}
    for sort, span, _ in sure:
        yield Finding(span=span, message=_MESSAGES[sort], help=_HELP)


_MESSAGES: dict[Sort, str] = {
    "at once": "This is over before it begins, whatever happens.",
    "one pass": "This is over after the first time, whatever happens.",
    "never": "This condition, or a part of it, never holds here.",
}
_HELP = "Look at where the cards lie by then, and at what the condition asks for."

CHECK = GameCheck(code="CR522", find=find_never_going_on)
