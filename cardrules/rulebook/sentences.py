"""Sentences of a ruleset: with rules, for whom they hold, and of which house rules they are."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property

import attrs

from cardrules.model.ruleset import Ruleset
from cardrules.source import CombinedText, SourceFile


@attrs.frozen
class Sentence:
    """Something that the ruleset says.

    `house`: the title of the house rules that say it; empty, if that is the game itself. `players`:
    the numbers of players for which it holds, if these are not all. `depth`: how far it belongs to
    what stands above it.
    """

    text: str
    ids: tuple[str, ...] = ()
    house: str = ""
    players: tuple[int, ...] = ()
    depth: int = 0


class Writers:
    """Knows who has written what stands at a place: the game, or house rules by their title."""

    def __init__(self, ruleset: Ruleset) -> None:
        self._source = ruleset.text
        parts = self._source.parts[1:] if isinstance(self._source, CombinedText) else ()
        self._titles: Mapping[SourceFile, str] = {part.source: part.title for part in parts}

    @property
    def titles(self) -> tuple[str, ...]:
        """The titles of all house rules."""
        return tuple(self._titles.values())

    def at(self, offset: int) -> str:
        """The house rules from which the line at a place is; empty, if that is the game itself."""
        if not self._titles:
            return ""
        return self._titles.get(self._source.where(offset).source, "")

    def of_entry(self, offset: int) -> str:
        """The same for an entry of the front matter, if house rules say anything in it."""
        source = self._source
        first = source.position(offset)[0]
        lines = [first]
        for line in range(first + 1, source.line_count + 1):
            if _indent(source.line(line)) <= _indent(source.line(first)):
                break
            lines.append(line)
        return next(filter(None, map(self._of_line, lines)), "")

    def of_key(self, key: str) -> str:
        """The same for a key of the front matter."""
        found = re.search(rf"^{key}:", self._front_matter, re.MULTILINE)
        return "" if found is None else self.of_entry(found.start())

    def _of_line(self, line: int) -> str:
        """Who has written a line; of one that was made of another one, who has changed it."""
        source, titles = self._source, self.titles
        if isinstance(source, CombinedText) and source.pieces[line - 1].shift is None:
            # Of several nobody knows which it were.
            return titles[0] if len(titles) == 1 else ""
        return self.at(source.offset(line))

    def of_text(self, sentence: str) -> str:
        """The same for a sentence of the front matter, wherever its lines are broken."""
        if not self._titles:
            return ""
        pattern = r"\s+".join(map(re.escape, sentence.split()))
        found = re.search(pattern, self._front_matter)
        return "" if found is None else self.at(found.start())

    @cached_property
    def _front_matter(self) -> str:
        text = self._source.text
        return text[: text.find("\n---", 3)]


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip())


def merged(found: Mapping[int, Sequence[Sentence]]) -> tuple[Sentence, ...]:
    """What is told for several numbers of players, once, each with those for which it holds.

    A sentence that is new for a number stands behind that which it follows there.
    """
    order: list[Sentence] = []
    players: dict[Sentence, list[int]] = {}
    for number, sentences in found.items():
        at = 0
        for sentence in sentences:
            if sentence not in players:
                # Behind what others have at this place.
                while at < len(order) and order[at] not in sentences:
                    at += 1
                order.insert(at, sentence)
            at = order.index(sentence) + 1
            numbers = players.setdefault(sentence, [])
            if number not in numbers:
                numbers.append(number)
    return tuple(
        sentence
        if len(players[sentence]) == len(found)
        else attrs.evolve(sentence, players=tuple(players[sentence]))
        for sentence in order
    )


def in_words(players: Iterable[int]) -> str:
    """Numbers of players, those that follow each other as a range: `2 to 4 or 6 players`."""
    ranges: list[tuple[int, int]] = []
    for number in sorted(players):
        if ranges and ranges[-1][1] == number - 1:
            ranges[-1] = ranges[-1][0], number
        else:
            ranges.append((number, number))
    told = [_range(first, last) for first, last in ranges]
    listed = " or ".join(filter(None, [", ".join(told[:-1]), told[-1]]))
    return f"{listed} {'player' if listed == '1' else 'players'}"


def _range(first: int, last: int) -> str:
    if first == last:
        return str(first)
    return f"{first} or {last}" if last == first + 1 else f"{first} to {last}"
