"""What a person types to choose: numbers, labels of cards, or words that mean a line."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

# Articles, prepositions, pronouns and the like: they stand in many lines, and mean none of them.
_SMALL = frozenset((
    "a", "an", "the", "this", "that", "these", "those", "and", "or", "but", "nor", "so", "if",
    "then", "than", "as", "of", "from", "to", "on", "onto", "at", "with", "without", "by", "in",
    "into", "out", "off", "up", "down", "over", "under", "for", "about", "i", "me", "my", "mine",
    "you", "your", "yours", "he", "him", "his", "she", "her", "hers", "it", "its", "we", "us",
    "our", "ours", "they", "them", "their", "theirs", "who", "whom", "whose", "which", "what",
    "there", "here", "is", "are", "be",
))  # fmt: skip
_MOST_ECHOED = 40
_MOST_DIGITS = 9


def numbers_of(line: str) -> list[int] | None:
    """The numbers of a line that is made of nothing else; none has that many digits."""
    parts = line.replace(",", " ").split()
    if parts and all(is_number(part) for part in parts):
        return [int(part) for part in parts]
    return None


def marked_lines(line: str) -> list[int] | None:
    """The numbers of a line that can mean nothing else than lines: `l4`, `line 4`, `l4 l5`."""
    first, *others = line.lower().replace(",", " ").split() or [""]
    if first in ("line", "lines"):
        return numbers_of(" ".join(others))
    marked = [first, *others]
    is_marked = all(word.startswith("l") for word in marked)
    return numbers_of(" ".join(word[1:] for word in marked)) if is_marked else None


def is_number(word: str) -> bool:
    """Whether a word is a number that somebody could mean."""
    return word.isdecimal() and word.isascii() and len(word) <= _MOST_DIGITS


def are_small(words: Sequence[str]) -> bool:
    """Whether there are only articles, prepositions, pronouns and the like."""
    return all(word in _SMALL for word in words)


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
