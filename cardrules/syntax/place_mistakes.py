"""Words for where in a pile or row cards go, as in `move card to deck at top`."""

from __future__ import annotations

import re

from cardrules.syntax.snag import Mistake, Snag, shown

# Words for the two ends of a pile or row, and where they are.
_FIRST = frozenset({"beginning", "front", "head", "left", "start", "first", "under", "underneath"})
_LAST = frozenset({"back", "end", "last", "on", "onto", "rear", "right", "tail", "top"})


_AT = re.compile(r"(?P<at>(?:as|at|in|on|to)[ ]+)?(?:(?:its|the)[ ]+)?(?P<end>\w+)")


def place(snag: Snag) -> Mistake | None:
    """`move card to deck at top`, `move card to my line at front`, `under 3 cards`."""
    found = _counted(snag)
    if found is not None:
        return found
    match = _AT.match(snag.found + snag.behind)
    if "PLACE" not in snag.expected or match is None or not snag.line:
        return None
    end = match["end"]
    if match["at"] is None and end not in _FIRST | _LAST:
        return None
    first = f"`{shown(snag.before.strip())} at bottom` puts cards first in a row, and under a pile."
    if end in _LAST:
        help = f"Leave `{match.group()}` out: cards come last in a row, and on top of a pile."
        return snag.mistake(snag.unexpected, f"{help} {first}")
    help = f"{first} Without these words they come last in a row, and on top of a pile."
    return snag.mistake(snag.unexpected, help)


# The word of the language for a place that is said by a number of cards: in a row, cards are above
# those that they lie behind.
_BESIDE = {
    r"under|underneath|beneath|below|before|in front of|ahead of": "below",
    r"over|on top of|above|behind|after|beyond": "above",
}
_COUNTED = re.compile(
    "|".join(f"(?P<{word}>{words})" for words, word in _BESIDE.items()).replace(" ", "[ ]+")
)
_POSITION = re.compile(r"(?:at|in|on|to)[ ]+(?:(?:the|position|place|number|slot)[ ]+)+([0-9]+)")
_BY_NUMBER = (
    "A place is said by a number of cards: `above 3 cards` is behind three cards of a row, or over "
    "three of a pile, `below 3 cards` is before or under them. No place is beside a certain card."
)


def _counted(snag: Snag) -> Mistake | None:
    """`under 3 cards`, `behind card`, `at position 3`, `above 3`."""
    if "PLACE" not in snag.expected and snag.first_word not in ("move", "draw"):
        return None
    if " to " not in snag.line:
        return None
    at = snag.line.index(" to ") + len(" to ")
    position = _POSITION.search(snag.line, at)
    if position is not None and position.start() <= snag.column <= position.end():
        cards = max(int(position[1]) - 1, 0)
        help = snag.write(*position.span(), f"above {cards} cards")
        return snag.mistake(snag.unexpected, help or _BY_NUMBER)
    match = _COUNTED.search(snag.line, at)
    if match is None or snag.column < match.start():
        return None
    word = next(name for name in ("below", "above") if match[name])
    rest = re.match(r"[ ]+([0-9]+)(?:[ ]+cards?)?$", snag.line[match.end() :])
    if re.fullmatch(r"[ ]*(?:it|them|everything|(?:all|the)[ ]\w+)?", snag.line[match.end() :]):
        return None
    if rest is None:
        return snag.mistake(snag.unexpected, _BY_NUMBER) if match.group() != word else None
    help = snag.write(match.start(), len(snag.line), f"{word} {rest[1]} cards")
    return snag.mistake(snag.unexpected, help or _BY_NUMBER)
