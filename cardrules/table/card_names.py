"""Names of cards among the words that somebody types: whole, begun, or misspelt."""

from __future__ import annotations

import difflib
from collections.abc import Iterator, Sequence

import attrs

from cardrules.model.ruleset import Ruleset

# Words between others that say nothing by themselves.
_SMALL = ("a", "an", "the", "of", "from", "to", "on", "at", "with", "by", "in", "into", "and", "+")
_TALK = ("i", "can", "cannot", "can't", "not", "your", "my", "one", "is", "it", "do", "play")
FILLERS = frozenset((*_SMALL, *_TALK))
# How alike a word and a name must be; more so where the word means something else as well.
NEAR = 0.75
_VERY_NEAR = 0.9
# Words of that many letters are near to too much, and more words than that are no slip.
SHORT = 3
_MOST_WORDS = 3


def tokens_of(text: str) -> list[str]:
    """The words of a text, small, without punctuation at their ends."""
    lowered = text.lower().replace("_", " ")
    found = (word.strip(",;:()[]\"'.?!").removesuffix("'s") for word in lowered.split())
    return [word for word in found if word]


@attrs.frozen
class Sought:
    """What is looked for: the cards that are meant rather than others of which words say as much.

    `reserved`: words that are no cards by themselves, but values of something else.
    """

    preferred: Sequence[str] = ()
    reserved: frozenset[str] = frozenset()

    def best(self, names: Sequence[str]) -> list[str]:
        """The preferred ones of several names, in their order."""
        return [name for name in self.preferred if name in names]


class CardNames:
    """Finds the names of the cards of a ruleset."""

    def __init__(self, ruleset: Ruleset) -> None:
        self._kinds = {tuple(tokens_of(kind.name)): kind.name for kind in ruleset.kinds}

    def meant_by(self, text: str, preferred: Sequence[str]) -> list[str]:
        """The card that a whole text means; of several that it could be, those preferred."""
        tokens = [token for token in tokens_of(text) if token not in FILLERS]
        if tuple(tokens) not in self._kinds and tokens[:1] == ["card"]:
            tokens = tokens[1:]
        if tuple(tokens) in self._kinds:
            return [self._kinds[tuple(tokens)]]
        sought = Sought(preferred)
        return self._begun(tokens, sought) or self._near(" ".join(tokens), sought)

    def take(self, left: list[str], sought: Sought) -> list[str]:
        """Take the first name of a card out of the words, the longest there.

        Words that could be several cards mean the preferred ones, of which there may be several.
        """
        for start in range(len(left)):
            cards = self._take_whole(left, start)
            if cards:
                return cards
        for start, end in _spans(len(left), len(left)):
            cards = self._begun(left[start:end], sought)
            if cards:
                del left[start:end]
                return cards
        for start, end in _spans(len(left), _MOST_WORDS):
            cards = self._misspelt(left[start:end], sought)
            if cards:
                del left[start:end]
                return cards
        return []

    def take_first(self, left: list[str]) -> list[str]:
        """Take the name of a card with which the words begin."""
        return self._take_whole(left, 0)

    def named_by(self, tokens: Sequence[str]) -> list[str]:
        """The cards of which words are nothing but whole names; none if they say anything else."""
        left = [token for token in tokens if token not in FILLERS]
        cards: list[str] = []
        while left:
            first = self.take_first(left)
            if not first:
                return []
            cards += first
        return cards

    def without_names(self, tokens: Sequence[str]) -> list[str]:
        """The words that are not those of a whole name."""
        left = list(tokens)
        at = 0
        while at < len(left):
            at += not self._take_whole(left, at)
        return left

    def in_full(self, tokens: Sequence[str], reserved: frozenset[str]) -> list[str]:
        """The card of which words are the whole name, but for a small slip."""
        words = list(tokens)
        for start in range(len(words)):
            cards = self._take_whole(words, start)
            if cards:
                return cards
        for start, end in _spans(len(words), _MOST_WORDS):
            cards = self._misspelt(words[start:end], Sought((), reserved), _VERY_NEAR)
            if cards:
                return cards
        return []

    def _take_whole(self, left: list[str], start: int) -> list[str]:
        for end in range(len(left), start, -1):
            name = self._kinds.get(tuple(left[start:end]))
            if name is not None:
                del left[start:end]
                return [name]
        return []

    def _begun(self, tokens: Sequence[str], sought: Sought) -> list[str]:
        """The only card whose name begins with some words, or the preferred ones of several."""
        if len(tokens) == 1 and (tokens[0] in sought.reserved or not tokens[0].isalpha()):
            return []  # rather a value of something else, or a number
        if not tokens or (len(tokens) == 1 and tokens[0] in FILLERS):
            return []
        found = [name for key, name in self._kinds.items() if key[: len(tokens)] == tuple(tokens)]
        return found if len(found) == 1 else sought.best(found)

    def _misspelt(self, tokens: Sequence[str], sought: Sought, cutoff: float = NEAR) -> list[str]:
        """The card that words are near to, if they could be a slip."""
        typed = " ".join(tokens)
        if len(typed) <= SHORT or typed in FILLERS or sought.reserved.intersection(tokens):
            return []
        return self._near(typed, sought, cutoff)

    def _near(self, typed: str, sought: Sought, cutoff: float = NEAR) -> list[str]:
        """The card whose name is nearest to a text; a preferred one of those equally near."""
        joined = {" ".join(key): name for key, name in self._kinds.items()}
        near = difflib.get_close_matches(typed, joined, n=len(joined), cutoff=cutoff)
        likeness = [difflib.SequenceMatcher(a=text, b=typed).ratio() for text in near]
        names = [
            joined[text] for text, like in zip(near, likeness, strict=True) if like == likeness[0]
        ]
        return (sought.best(names) or names)[:1]


def _spans(length: int, most: int) -> Iterator[tuple[int, int]]:
    """From where to where words in a row stand, the longest rows first."""
    for size in range(min(length, most), 0, -1):
        yield from ((start, start + size) for start in range(length - size + 1))
