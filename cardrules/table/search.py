"""What the rules say about a word: all their sentences in which it stands."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from cardrules.engine.game import Game
from cardrules.table.card_names import FILLERS, tokens_of
from cardrules.table.reading import Rule
from cardrules.table.sheet import Section, Sheet

# Endings without which two words are the same, the longest first.
_ENDINGS = ("ies", "ing", "ed", "es", "s", "e")
# Of a word as much is left as makes it a word.
_SHORTEST = 3


def said_of(game: Game, wanted: str) -> list[Rule]:
    """The sentences in which all words of a text stand, below the headings of their sections."""
    words = [word for word in tokens_of(wanted) if word not in FILLERS]
    if not any(len(word) >= _SHORTEST for word in words):
        return []
    sheet = Sheet(game)
    sections = (*sheet.sections(), sheet.options_off(), sheet.told_in_play())
    return [line for section in sections for line in _found(section, words)]


def _found(section: Section, words: list[str]) -> Iterator[Rule]:
    rules = [rule for rule in section.rules if has_all(rule.text, words)]
    if rules:
        yield Rule(section.title)
        yield from (Rule(rule.text, rule.ids, 1) for rule in rules)


def has_all(text: str, words: Sequence[str]) -> bool:
    """Whether each word stands in a text, with whatever ending, or begins a word there."""
    have = tokens_of(text)
    return all(
        any(other.startswith(word) or _stem(other) == _stem(word) for other in have)
        for word in words
    )


def _stem(word: str) -> str:
    """A word without its ending, as long as enough is left of it."""
    for ending in _ENDINGS:
        stem = word.removesuffix(ending)
        if stem != word and len(stem) >= _SHORTEST and not word.endswith("ss"):
            return stem + "y" if ending == "ies" else stem
    return word
