"""Nouns, possessives and lists of English."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

# Both ways: one, several.
_IRREGULAR = {
    "child": "children", "die": "dice", "foot": "feet", "goose": "geese", "louse": "lice",
    "man": "men", "mouse": "mice", "ox": "oxen", "person": "people", "tooth": "teeth",
    "woman": "women", "calf": "calves", "elf": "elves", "half": "halves", "knife": "knives",
    "leaf": "leaves", "life": "lives", "loaf": "loaves", "shelf": "shelves", "thief": "thieves",
    "wife": "wives", "wolf": "wolves", "axe": "axes", "echo": "echoes", "hero": "heroes",
    "potato": "potatoes", "tomato": "tomatoes", "volcano": "volcanoes", "torpedo": "torpedoes",
}  # fmt: skip
_SINGULAR = {many: one for one, many in _IRREGULAR.items()}
_UNCHANGED = {"sheep", "fish", "deer", "series", "species", "moose", "aircraft", "swine"}
# Words in -ies of which one ends in -ie.
_IE = {
    "brownie", "cookie", "genie", "goalie", "lie", "magpie", "movie", "pie", "pixie", "rookie",
    "tie", "zombie",
}  # fmt: skip
# Words in -uses of which one ends in -us, not in -use.
_US = {"bonus", "bus", "cactus", "circus", "octopus", "status", "virus", "walrus"}
_HISSING = ("s", "x", "z", "ch", "sh")
_NO_PLURAL = ("ss", "us", "is")
_SHORTEST_PLURAL = 3  # letters


def _last_word(text: str) -> tuple[str, str]:
    """What stands before the last word, and this word."""
    cut = max(text.rfind(" "), text.rfind("-")) + 1
    return text[:cut], text[cut:]


def _in_case_of(model: str, word: str) -> str:
    return word[:1].upper() + word[1:] if model[:1].isupper() else word


def plural(noun: str) -> str:
    """Several of a noun: `card` -> `cards`, `lucky penny` -> `lucky pennies`."""
    head, word = _last_word(noun)
    low = word.lower()
    if low in _UNCHANGED:
        return noun
    if low in _IRREGULAR:
        return head + _in_case_of(word, _IRREGULAR[low])
    if low.endswith("y") and low[-2:-1] not in {"a", "e", "i", "o", "u", ""}:
        return head + word[:-1] + "ies"
    return head + word + ("es" if low.endswith(_HISSING) else "s")


def singular(noun: str) -> str:
    """One of a noun in the plural: `cards` -> `card`; other words stay as they are."""
    head, word = _last_word(noun)
    low = word.lower()
    if low in _SINGULAR:
        return head + _in_case_of(word, _SINGULAR[low])
    if not is_plural(low) or low in _UNCHANGED:
        return noun
    if low.endswith("ies") and low[:-1] not in _IE:
        return head + word[:-3] + "y"
    stem = low[:-2]
    hisses = stem.endswith(("ss", "x", "zz", "ch", "sh")) or stem in _US
    takes_es = low.endswith("es") and hisses
    return head + word[: -2 if takes_es else -1]


def is_plural(word: str) -> bool:
    """Whether a word looks like several of something."""
    low = _last_word(word)[1].lower()
    if low in _SINGULAR or low in _UNCHANGED:
        return True
    return len(low) >= _SHORTEST_PLURAL and low.endswith("s") and not low.endswith(_NO_PLURAL)


def count(number: int, noun: str, several: str = "") -> str:
    """A number with its noun: `1 card`, `3 cards`, `no cards`."""
    if number == 1:
        return f"1 {noun}"
    return f"{number or 'no'} {several or plural(noun)}"


def tallied(names: Iterable[str]) -> list[str]:
    """Names in the order in which they come, equal ones together with their number: `2 x Ace`.

    A name that begins with a figure is said as often as it comes: "3, 3", not "2 x 3".
    """
    return [told for told, _ in tallies(names)]


def tallies(names: Iterable[str]) -> list[tuple[str, int]]:
    """The same, each with how many it stands for."""
    found: list[tuple[str, int]] = []
    for name, number in Counter(names).items():
        is_clear = number > 1 and not name[:1].isdigit()
        found += [(f"{number} x {name}", number)] if is_clear else [(name, 1)] * number
    return found


def possessive(name: str) -> str:
    """Whose something is: `Ann's`, `James'`."""
    return name + ("'" if name.endswith(("s", "S")) else "'s")


def join(items: Sequence[str], *, last: str = "and", none: str = "nothing") -> str:
    """A list as it is said: `Ann, Bob and Carol`."""
    if len(items) <= 1:
        return items[0] if items else none
    return f"{', '.join(items[:-1])} {last} {items[-1]}"


def reads_alike(one: str, other: str) -> bool:
    """Whether two texts say the same, apart from case, blanks and punctuation."""
    letters = [[c for c in text.casefold() if c.isalnum()] for text in (one, other)]
    return letters[0] == letters[1] and bool(letters[0])


def capital(text: str) -> str:
    """A sentence with a capital at its beginning."""
    return text[:1].upper() + text[1:]
