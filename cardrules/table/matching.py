"""Which lines are meant by words that somebody types."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from cardrules.table.narrowing import texts
from cardrules.table.pools import MANY, Line, Listed, Pool, Question, only_option
from cardrules.table.teller import Teller
from cardrules.table.wording import words


def matching(pool: Pool, asked: Question, typed: str, teller: Teller) -> list[Line]:
    """The lines that are meant by words: those of the question, or any actions of the pool.

    A line that reads exactly like the words is meant alone; then those in which they stand in a
    row; then those in which they stand at all. If there is none, they are beginnings of words, in
    a row or not, or else parts of words. The words are those of the line, or those in which the
    rules have the action: its label and the names of its choices with what is chosen.
    """
    found = matching_lines(asked, typed, teller)
    if found or not isinstance(pool, Listed) or asked.single or pool.total > MANY:
        return found
    every = [
        Line(text, Listed((option,)), 1)
        for option, text in zip(pool.options, texts(pool.options, teller), strict=True)
    ]
    return _meant(typed, every, teller)


def matching_lines(asked: Question, typed: str, teller: Teller) -> list[Line]:
    """The lines of the question that are meant by words."""
    return _meant(typed, asked.lines, teller)


def _meant(typed: str, lines: Sequence[Line], teller: Teller) -> list[Line]:
    """The lines that are meant by words; last of all by the name of an action in the rules."""
    forms = [_forms(line, teller) for line in lines]
    found = _best(typed, forms)
    if not found:
        names = [_name(line, teller) for line in lines]
        named = [
            [f"{name} {form}" for form in of_line] if name else []
            for name, of_line in zip(names, forms, strict=True)
        ]
        found = _best(typed, named)
    return [lines[at] for at in found]


def _forms(line: Line, teller: Teller) -> list[str]:
    """The texts of a line: as it reads, and if it is one action, as the rules have that."""
    if line.name:
        return [line.name]
    option = only_option(line.pool)
    return [line.text] if option is None else [line.text, teller.in_full(option)]


def _name(line: Line, teller: Teller) -> str:
    """The name of the action behind a line, if there is just one; else nothing."""
    options = line.pool.options if isinstance(line.pool, Listed) else ()
    schema = teller.schema(options[0]) if len({option[0] for option in options}) == 1 else None
    return "" if schema is None else words(schema.name)


def _best(typed: str, forms: Sequence[Sequence[str]]) -> list[int]:
    """The places of what is meant by words; each has several forms."""
    wanted = list(_words(typed))
    if not wanted:
        return []
    have = [[list(_words(form)) for form in of_one] for of_one in forms]
    for fits in (_is_equal, _has_row, _has_words, _has_row_of_beginnings, _has_beginnings):
        found = [at for at, of_one in enumerate(have) if any(fits(wanted, form) for form in of_one)]
        if found:
            return found
    return [
        at
        for at, of_one in enumerate(forms)
        if any(all(word in form.lower() for word in wanted) for form in of_one)
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
