"""Which lines are meant by words that somebody types."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

import attrs

from cardrules.table.narrowing import texts
from cardrules.table.pools import MANY, Line, Listed, Pool, Question
from cardrules.table.teller import Teller
from cardrules.table.wording import words


def matching(pool: Pool, asked: Question, typed: str, teller: Teller) -> list[Line]:
    """The lines that are meant by words: those of the question, or any actions of the pool.

    A line that reads exactly like the words is meant alone; then those in which they stand in a
    row; then those in which they stand at all. If there is none, they are beginnings of words, in
    a row or not, or else parts of words.
    """
    found = matching_lines(asked, typed, teller)
    if found or not isinstance(pool, Listed) or asked.single or pool.total > MANY:
        return found
    every = [
        Line(text, Listed((option,)), 1)
        for option, text in zip(pool.options, texts(pool.options, teller), strict=True)
    ]
    return _best(typed, every) or _by_name(typed, every, teller)


def matching_lines(asked: Question, typed: str, teller: Teller) -> list[Line]:
    """The lines of the question that are meant by words."""
    return _best(typed, asked.lines) or _by_name(typed, asked.lines, teller)


def _by_name(typed: str, lines: Sequence[Line], teller: Teller) -> list[Line]:
    """The lines that are meant by words if an action is called by its name in the rules."""
    found = []
    for line in lines:
        options = line.pool.options if isinstance(line.pool, Listed) else ()
        schema = teller.schema(options[0]) if len({option[0] for option in options}) == 1 else None
        if schema is not None:
            renamed = attrs.evolve(line, text=f"{words(schema.name)} {line.text}", name="")
            found.append((line, renamed))
    chosen = _best(typed, [renamed for _, renamed in found])
    return [line for line, renamed in found if renamed in chosen]


def _best(typed: str, lines: Sequence[Line]) -> list[Line]:
    wanted = list(_words(typed))
    if not wanted:
        return []
    have = [(line, list(_words(line.name or line.text))) for line in lines]
    for fits in (_is_equal, _has_row, _has_words, _has_row_of_beginnings, _has_beginnings):
        found = [line for line, words_of_line in have if fits(wanted, words_of_line)]
        if found:
            return found
    return [
        line for line in lines if all(word in (line.name or line.text).lower() for word in wanted)
    ]


def _is_equal(wanted: list[str], have: list[str]) -> bool:
    return wanted == have


def _has_row(wanted: list[str], have: list[str]) -> bool:
    """Whether the wanted words stand one after the other."""
    return any(wanted == row for row in _rows(have, len(wanted)))


def _has_words(wanted: list[str], have: list[str]) -> bool:
    return not Counter(wanted) - Counter(have)


def _has_row_of_beginnings(wanted: list[str], have: list[str]) -> bool:
    """Whether the wanted words begin words that stand one after the other."""
    return any(
        all(word.startswith(begun) for begun, word in zip(wanted, row, strict=True))
        for row in _rows(have, len(wanted))
    )


def _rows(have: list[str], size: int) -> Iterator[list[str]]:
    return (have[at : at + size] for at in range(len(have) - size + 1))


def _has_beginnings(wanted: list[str], have: list[str]) -> bool:
    """Whether each wanted word begins a word of its own."""
    left = have[:]
    for word in wanted:
        hit = next((other for other in left if other.startswith(word)), None)
        if hit is None:
            return False
        left.remove(hit)
    return True


def _words(text: str) -> Iterator[str]:
    for word in words(text.lower()).replace("'", "").split():
        plain = word.strip(',;:()[]".')
        if plain and plain != "+":
            yield plain
