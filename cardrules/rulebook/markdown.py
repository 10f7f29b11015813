"""A rulebook as Markdown."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from cardrules.rulebook import wording
from cardrules.rulebook.book import Act, Book, Fitting, Variant
from cardrules.rulebook.graph import rows_of
from cardrules.rulebook.sentences import Sentence
from cardrules.rulebook.tables import escaped, in_markdown
from cardrules.table.wording import capital

_BLANKS = re.compile(r"\n{3,}")


def as_markdown(book: Book) -> str:
    """The whole rulebook; parts that say nothing are left out."""
    lines = [f"# {escaped(book.title)}", ""]
    about = [wording.players(book), *([book.source] if book.source else [])]
    lines += [f"*{escaped(', '.join(about))}*{_mark(book.players_house)}", ""]
    if book.house_rules:
        titles = ", ".join(map(escaped, book.house_rules))
        lines += [f"**{wording.HOUSE_RULES}:** {titles}", ""]
    lines += _section(wording.GOAL, _paragraph(book.goal))
    lines += _section(wording.COMPONENTS, _components(book))
    lines += _section(wording.SETUP, _listed(book.setup, "1."))
    lines += _section(wording.TURN, _paragraph(book.turn))
    lines += _section(wording.ACTIONS, _acts(book.actions))
    lines += _section(wording.CARDS, _cards(book))
    lines += _section(wording.FITTING, _fitting(book.fitting))
    lines += _section(wording.ANSWERS, _answers(book))
    lines += _section(wording.COURSE, _course(book))
    lines += _section(wording.END, _end(book))
    lines += _section(wording.VARIANTS, _variants(book.variants))
    lines += ["---", "", *_section(wording.QUICK, _quick(book))]
    return _BLANKS.sub("\n\n", "\n".join(lines)).rstrip() + "\n"


def _section(title: str, lines: Iterable[str], level: int = 2) -> list[str]:
    found = list(lines)
    return [f"{'#' * level} {title}", "", *found, ""] if found else []


def told(sentence: Sentence) -> str:
    """A sentence with its rules, for whom it holds, and of which house rules it is."""
    parts = [escaped(wording.text_of(sentence))]
    if sentence.ids:
        parts.append(f"\\[{', '.join(sentence.ids)}\\]")
    parts += [f"({mark})" for mark in wording.marks(sentence)]
    return " ".join(filter(None, parts)) + _mark(sentence.house)


def _mark(house: str) -> str:
    return f" **({escaped(house)})**" if house else ""


def _paragraph(sentences: Iterable[Sentence]) -> Iterator[str]:
    text = " ".join(map(told, sentences))
    if text:
        yield text


def _listed(sentences: Iterable[Sentence], mark: str = "-") -> Iterator[str]:
    """A list; what belongs to a sentence above it stands below that."""
    above: list[int] = []
    for sentence in sentences:
        while above and above[-1] >= sentence.depth:
            above.pop()
        own = "-" if above else mark
        yield f"{' ' * (len(mark) + 1) * len(above)}{own} {told(sentence)}"
        above.append(sentence.depth)


def _components(book: Book) -> Iterator[str]:
    columns = wording.count_columns(book)
    rows = [
        [
            told(Sentence(wording.names_of(cards), (), cards.house)),
            *wording.counts_of(cards, columns),
            escaped(wording.facts_of(cards)),
        ]
        for cards in book.cards
    ]
    head = [wording.CARD, *wording.count_heads(columns), wording.PRINTED]
    yield from in_markdown(head, rows)
    yield from ("", f"{wording.counts(book.totals, 'card')}.{_mark(book.totals_house)}")
    for tokens in book.tokens:
        yield from ("", f"{told(tokens.label)}: {wording.counts(tokens.supply)}")
    places = [[told(place.label), place.shape, place.whose, place.seen] for place in book.places]
    yield from ("", f"### {wording.PLACES}", "", *in_markdown(wording.PLACE_HEAD, places))


def _acts(acts: Iterable[Act]) -> Iterator[str]:
    for act in acts:
        last = f" ({wording.ONLY_IF})" if act.is_last else ""
        yield from (f"### {told(act.label)}{last}", "", *_listed(act.rules), "")


def _cards(book: Book) -> Iterator[str]:
    for cards in book.cards:
        if cards.text.text or cards.rules:
            heading = Sentence(wording.names_of(cards), cards.ids)
            text = [told(cards.text), ""] if cards.text.text else []
            yield from _section(told(heading), [*text, *_listed(cards.rules)], 3)


def _fitting(found: Iterable[Fitting]) -> Iterator[str]:
    for fitting in found:
        rows = [[escaped(cell) for cell in row] for row in rows_of(fitting.placing)]
        lines = [*_listed(fitting.rules), "", *in_markdown(wording.FITTING_HEAD, rows)]
        yield from _section(escaped(fitting.title), lines, 3)


def _answers(book: Book) -> Iterator[str]:
    matrix = book.matrix
    if matrix.rows:
        head = (*wording.EVENT_HEAD, *(escaped(item.label) for item in matrix.columns))
        rows = [
            [escaped(row.label), ", ".join(filter(None, [row.asked, row.order])),
             *(escaped(str(cell)) for cell in row.cells)]
            for row in matrix.rows
        ]  # fmt: skip
        yield from (*in_markdown(head, rows), "")
        answers = [
            [escaped(item.label), escaped(item.cards or wording.ANY),
             escaped(", ".join(item.answered_by) or wording.NOTHING)]
            for item in matrix.columns
        ]  # fmt: skip
        yield from (*in_markdown(wording.ANSWER_HEAD, answers), "")
    yield from _acts(book.answers)


def _course(book: Book) -> Iterator[str]:
    for topic in book.course:
        if topic.title:
            yield from ("", f"**{topic.title}**", "")
        yield from _listed(topic.rules)


def _end(book: Book) -> Iterator[str]:
    yield from (*_paragraph(book.end), "")
    heading = told(Sentence(wording.SCORE, book.score_ids))
    yield from _section(heading, [*_listed(book.score), "", *_paragraph(book.winner)], 3)


def _variants(variants: Iterable[Variant]) -> Iterator[str]:
    for variant in variants:
        means = told(variant.help) if variant.help.text else ""
        usual = f"({wording.usual(variant)}){_mark(variant.house)}"
        about = f"**{capital(variant.label)}** {usual}"
        yield f"- {about}: {means}".rstrip(": ")
        for value, help in variant.values:
            yield f"  - {escaped(value)}{': ' if help else ''}{escaped(help)}"
        yield from (f"  {line}" for line in _listed(variant.rules))


def _quick(book: Book) -> Iterator[str]:
    yield from (*_paragraph(book.goal), "")
    for act in book.actions:
        last = f" ({wording.ONLY_IF})" if act.is_last else ""
        yield f"- {told(act.label)}{last}"
    columns = wording.count_columns(book)
    rows = [
        [
            escaped(wording.names_of(cards)),
            *wording.counts_of(cards, columns),
            escaped(cards.text.text),
        ]
        for cards in book.cards
        if cards.text.text
    ]
    if rows:
        head = [wording.CARD, *wording.count_heads(columns), wording.DOES]
        yield from ("", *in_markdown(head, rows))
    yield from ("", *_listed(book.score), "", *_paragraph(book.winner))
