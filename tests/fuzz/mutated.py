"""Shipped rulesets with a few mistakes in them, as a text: the same seed gives the same text.

A line goes, comes twice, changes places or comes from another game; a word becomes another of its
kind; a number changes; a character is damaged. Most of what comes out is wrong in some way, some is
another game.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from functools import cache

from tests.bundled import paths

# Words that can stand for each other. Each line of the language has some of them.
_WORDS = tuple(
    tuple(row.split())
    for row in """
    clockwise counterclockwise
    highest lowest
    some every
    top bottom
    left right next
    pile row spread stacks
    all nobody owner others team
    players opponents others partners leaders
    me active starter
    shared player team
    and or
    is in
    min max
    draw move
    turn turns rounds phase each repeat while game
    above below
    choose require let
    count first top union
    true false none
    integer flag card player cards
    turn round game
    if while
    hand hoard deck discard table
    """.strip().split("\n")
)
_SIGNS = (("=", "!=", "<", "<=", ">", ">="), ("+", "-", "*", "/"), ("(", ")"), ("{", "}"))
_NUMBERS = ("0", "1", "2", "3", "7", "20", "100", "1000", "4294967296", "9223372036854775807",
            "9223372036854775808", "99999999999999999999")  # fmt: skip
_CHARACTERS = "abz09_ \n\t.,:;()[]{}=<>+-*/#\"'&!%@\\~\u00e9\u2013\u201c\u00a0\u2028\x00\U0001f0cf"


@cache
def shipped() -> tuple[str, ...]:
    """The texts of all bundled rulesets."""
    return tuple(path.read_text(encoding="utf-8") for path in paths())


def mutated_ruleset(seed: int) -> str:
    """A shipped ruleset with one change, or a few."""
    chance = random.Random(f"mutated {seed}")
    text = chance.choice(shipped())
    for _ in range(chance.choice((1, 1, 1, 2, 2, 3, 5))):
        weights = [weight for weight, _ in _CHANGES]
        text = chance.choices([change for _, change in _CHANGES], weights)[0](text, chance)
    return text


# ---- Lines ---------------------------------------------------------------------------------------


def _line_goes(text: str, chance: random.Random) -> str:
    lines = text.split("\n")
    at = chance.randrange(len(lines))
    return "\n".join([*lines[:at], *lines[at + 1 :]])


def _block_goes(text: str, chance: random.Random) -> str:
    lines = text.split("\n")
    start, end = _some_block(lines, chance)
    return "\n".join([*lines[:start], *lines[end:]])


def _block_twice(text: str, chance: random.Random) -> str:
    lines = text.split("\n")
    start, end = _some_block(lines, chance)
    return "\n".join([*lines[:end], *lines[start:end], *lines[end:]])


def _lines_swapped(text: str, chance: random.Random) -> str:
    """Two lines that are equally far in change places."""
    lines = text.split("\n")
    one = chance.randrange(len(lines))
    alike = [at for at, line in enumerate(lines) if _width(line) == _width(lines[one])]
    other = chance.choice(alike)
    lines[one], lines[other] = lines[other], lines[one]
    return "\n".join(lines)


def _line_further_in(text: str, chance: random.Random) -> str:
    lines = text.split("\n")
    at = chance.randrange(len(lines))
    lines[at] = "    " + lines[at] if chance.randrange(2) else lines[at].removeprefix("    ")
    return "\n".join(lines)


def _spliced(text: str, chance: random.Random) -> str:
    """A block of another game, among lines that are as far in."""
    other = chance.choice(shipped()).split("\n")
    start, end = _some_block(other, chance)
    lines = text.split("\n")
    places = [at for at, line in enumerate(lines) if _width(line) == _width(other[start])]
    if not places:
        return text
    at = chance.choice(places)
    behind = at if chance.randrange(2) else at + 1
    return "\n".join([*lines[:at], *other[start:end], *lines[behind:]])


def _some_block(lines: list[str], chance: random.Random) -> tuple[int, int]:
    """A line with all that is further in below it."""
    start = chance.randrange(len(lines))
    end = start + 1
    while end < len(lines) and lines[end].strip() and _width(lines[end]) > _width(lines[start]):
        end += 1
    return start, end


def _width(line: str) -> int:
    return len(line) - len(line.lstrip())


# ---- Words, numbers, characters ------------------------------------------------------------------


def _word_changed(text: str, chance: random.Random) -> str:
    """A word of the language becomes another that could stand there."""
    row = chance.choice(_WORDS)
    word = re.compile(r"\b(" + "|".join(row) + r")\b")
    return _one_replaced(text, word, lambda: chance.choice(row), chance)


def _sign_changed(text: str, chance: random.Random) -> str:
    row = chance.choice(_SIGNS)
    sign = re.compile("|".join(re.escape(item) for item in sorted(row, key=len, reverse=True)))
    return _one_replaced(text, sign, lambda: chance.choice(row), chance)


def _name_changed(text: str, chance: random.Random) -> str:
    """A word of the text becomes another word of it."""
    word = re.compile(r"\b[a-z][a-z_0-9]*\b")
    words = word.findall(text)
    return _one_replaced(text, word, lambda: chance.choice(words), chance)


def _number_changed(text: str, chance: random.Random) -> str:
    number = re.compile(r"\b[0-9]+\b")
    return _one_replaced(text, number, lambda: chance.choice(_NUMBERS), chance)


def _number_by_one(text: str, chance: random.Random) -> str:
    places = list(re.finditer(r"\b[0-9]+\b", text))
    if not places:
        return text
    found = chance.choice(places)
    number = max(0, int(found.group()) + chance.choice((-1, 1)))
    return text[: found.start()] + str(number) + text[found.end() :]


def _one_replaced(
    text: str, pattern: re.Pattern[str], new: Callable[[], str], chance: random.Random
) -> str:
    places = list(pattern.finditer(text))
    if not places:
        return text
    found = chance.choice(places)
    return text[: found.start()] + new() + text[found.end() :]


def _character_damaged(text: str, chance: random.Random) -> str:
    if not text:
        return text
    at = chance.randrange(len(text))
    way = chance.randrange(4)
    middle = ("", chance.choice(_CHARACTERS), text[at] * 2, text[at : at + 2][::-1])[way]
    return text[:at] + middle + text[at + (2 if way == 3 else 1) :]


_CHANGES: tuple[tuple[int, Callable[[str, random.Random], str]], ...] = (
    (6, _line_goes),
    (8, _block_goes),
    (4, _block_twice),
    (5, _lines_swapped),
    (2, _line_further_in),
    (4, _spliced),
    (20, _word_changed),
    (8, _sign_changed),
    (5, _name_changed),
    (6, _number_changed),
    (8, _number_by_one),
    (3, _character_damaged),
)
