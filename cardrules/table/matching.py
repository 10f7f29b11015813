"""Which lines are meant by words that somebody types."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

import attrs

from cardrules.table.card_names import SHORT
from cardrules.table.narrowing import texts
from cardrules.table.pools import MANY, Line, Listed, Pool, Question, only_answer
from cardrules.table.teller import Teller
from cardrules.table.typed_words import are_small
from cardrules.table.wording import words


def matching(pool: Pool, asked: Question, typed: str, teller: Teller) -> list[Line]:
    """The lines that are meant by words: those of the question, or any actions of the pool.

    A line that reads exactly like the words is meant alone; then those in which they stand in a
    row; then those in which they stand at all. If there is none, they are beginnings of words, in
    a row or not, or else parts of words. The words are those of the line, or those in which the
    rules have the action: its label and the names of its choices with what is chosen. Small words
    alone, such as `the`, mean only a line or a card that is called so. What begins with a verb of
    the rules means only what is done by that, or an action that is called so.
    """
    found = matching_lines(asked, typed, teller)
    if found or not isinstance(pool, Listed) or asked.single or pool.total > MANY:
        return found
    every = [
        Line(text, Listed((answer,)), 1)
        for answer, text in zip(pool.answers, texts(pool.answers, teller), strict=True)
    ]
    return _meant(typed, every, teller)


def matching_lines(asked: Question, typed: str, teller: Teller) -> list[Line]:
    """The lines of the question that are meant by words."""
    return _meant(typed, asked.lines, teller)


# How closely words have to fit: only in a row, as whole words, or anyhow.
_IN_A_ROW, _WHOLE, _ANYHOW = 2, 3, 6


@attrs.frozen
class _Form:
    """The words of a text in which a line can be meant, and how closely they have to fit."""

    words: list[str]
    closely: int


def _meant(typed: str, lines: Sequence[Line], teller: Teller) -> list[Line]:
    """The lines that are meant by words; last of all by the name of an action in the rules."""
    wanted = list(words_of(typed))
    if not wanted:
        return []
    done = teller.verb_of(wanted)
    lines = [line for line in lines if not done or _does(line, done, teller)]
    faces = [list(words_of(face)) for face in teller.faces]
    # Of "play a card" and the like the card is what is played, and none that is named further on.
    is_card = wanted[1:] in faces
    verb = wanted[0] if is_card else ""
    only_whole = are_small(wanted) and wanted not in faces
    found = _best(wanted, [list(_forms(line, teller, verb)) for line in lines], only_whole)
    if not found and not only_whole:
        named = [list(_forms(line, teller, verb, _name(line, teller))) for line in lines]
        found = _best(wanted, named)
    return [lines[at] for at in found]


def _does(line: Line, verb: str, teller: Teller) -> bool:
    """Whether a verb is what one of the actions behind a line does, as far as they are known."""
    if not isinstance(line.pool, Listed):
        return True
    return any(teller.is_done(verb, answer) for answer in line.pool.answers)


def _forms(line: Line, teller: Teller, verb: str, name: str = "") -> Iterator[_Form]:
    """The texts of a line: as it reads, and if it is one action, as the rules have that.

    They begin with the name of the action, if that is given. To what begins with the verb words
    have to fit more closely.
    """
    answer = only_answer(line.pool)
    if line.name or answer is None:
        yield _form(f"{name} {line.name or line.text}", _ANYHOW)
        return
    is_order = next(words_of(line.text), "") == verb
    yield _form(f"{name} {line.text}", _IN_A_ROW if is_order else _ANYHOW)
    yield _form(f"{name} {teller.in_full(answer)}", _WHOLE if is_order else _ANYHOW)


def _form(text: str, closely: int) -> _Form:
    return _Form(list(words_of(text)), closely)


def _name(line: Line, teller: Teller) -> str:
    """The name of the action behind a line, if there is just one; else nothing."""
    answers = line.pool.answers if isinstance(line.pool, Listed) else ()
    search = teller.search(answers[0]) if len({answer[0] for answer in answers}) == 1 else None
    return "" if search is None else words(search.name)


def _best(
    wanted: list[str], forms: Sequence[Sequence[_Form]], only_whole: bool = False
) -> list[int]:
    """The places of what is meant by words, or only by all its words; each has several forms."""
    for number, fits in enumerate(_FITS[:1] if only_whole else _FITS):
        found = [
            at
            for at, of_one in enumerate(forms)
            if any(number < form.closely and fits(wanted, form.words) for form in of_one)
        ]
        if found:
            return found
    return []


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


def _has_parts(wanted: list[str], have: list[str]) -> bool:
    """Whether each wanted word is part of one; few letters could be part of too many."""
    return all(
        any(word == other or (len(word) > SHORT and word in other) for other in have)
        for word in wanted
    )


# How words fit, the best first.
_FITS = (
    _is_equal,
    _has_row,
    _has_words,
    _has_row_of_beginnings,
    _has_beginnings,
    _has_parts,
)


def words_of(text: str) -> Iterator[str]:
    """The words of a text, small, without what stands between them."""
    for word in words(text.lower()).replace("'", "").split():
        bare = word.strip(',;:()[]".')
        if bare and bare != "+":
            yield bare
