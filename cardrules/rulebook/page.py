"""A rulebook as one page of HTML, which needs nothing else, for the screen and for print."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from cardrules.rulebook import wording
from cardrules.rulebook.book import Act, Book, Cards, Fitting, Variant
from cardrules.rulebook.graph import rows_of
from cardrules.rulebook.markup import Markup, element, together
from cardrules.rulebook.picture import picture_of
from cardrules.rulebook.sentences import Sentence
from cardrules.rulebook.style import STYLE
from cardrules.table.wording import capital

_NOTHING = Markup("")


def as_html(book: Book) -> str:
    """The whole page; parts that say nothing are left out."""
    head = element(
        "head",
        element("meta", charset="utf-8"),
        element("meta", name="viewport", content="width=device-width, initial-scale=1"),
        element("title", book.title),
        element("style", Markup(STYLE)),
    )
    sections = (
        _section(wording.COMPONENTS, _components(book)),
        _section(wording.SETUP, [_listed(book.setup, "ol")]),
        _section(wording.TURN, [_paragraph(book.turn)], "long"),
        _section(wording.ACTIONS, [_in_columns(book.actions)]),
        _section(wording.CARDS, _cards(book)),
        _section(wording.FITTING, [_fitting(item) for item in book.fitting]),
        _section(wording.ANSWERS, _answers(book)),
        _section(wording.COURSE, [_course(book)]),
        _section(wording.END, _end(book)),
        _section(wording.VARIANTS, [_variants(book.variants)]),
        _quick(book),
    )
    body = element("body", _header(book), element("main", *sections))
    page = element("html", head, body, lang="en")
    return f"<!DOCTYPE html>\n{page}\n"


def _header(book: Book) -> Markup:
    about = [wording.players(book), *([book.source] if book.source else [])]
    shown = _spaced([" \u00b7 ".join(about), *_mark(book.players_house)])
    parts = [element("h1", book.title), element("p", *shown, class_="about")]
    if book.house_rules:
        titles = [element("span", title, class_="house") for title in book.house_rules]
        told = together(_spaced([f"{wording.HOUSE_RULES}:", *titles]))
        parts.append(element("p", told, class_="about"))
    if book.goal:
        parts.append(element("p", _inline(book.goal), class_="goal"))
    return element("header", *parts)


def _section(title: str, inner: Iterable[Markup], class_: str = "part") -> Markup:
    found = [part for part in inner if part]
    if not found:
        return _NOTHING
    return element("section", element("h2", title), *found, class_=class_)


# -- sentences -------------------------------------------------------------------------------------


def _told(sentence: Sentence) -> Markup:
    """A sentence with its rules, for whom it holds, and of which house rules it is."""
    parts: list[str] = [wording.text_of(sentence)]
    if sentence.ids:
        parts.append(_ids(sentence.ids))
    parts += [element("span", mark, class_="for") for mark in wording.marks(sentence)]
    parts += _mark(sentence.house)
    return together(_spaced(filter(None, parts)))


def _mark(house: str) -> list[Markup]:
    """Of which house rules something is, if it is of any."""
    return [element("span", house, class_="house")] if house else []


def _ids(ids: Sequence[str]) -> Markup:
    return element("span", f"[{', '.join(ids)}]", class_="ids")


def _spaced(parts: Iterable[str]) -> Iterable[str]:
    for number, part in enumerate(parts):
        if number:
            yield " "
        yield part


def _inline(sentences: Iterable[Sentence]) -> Markup:
    return together(_spaced([_told(sentence) for sentence in sentences]))


def _paragraph(sentences: Sequence[Sentence]) -> Markup:
    return element("p", _inline(sentences)) if sentences else _NOTHING


def _listed(sentences: Sequence[Sentence], name: str = "ul") -> Markup:
    """A list; what belongs to a sentence above it stands in a list below that."""
    items = []
    at = 0
    while at < len(sentences):
        below = at + 1
        while below < len(sentences) and sentences[below].depth > sentences[at].depth:
            below += 1
        items.append(element("li", _told(sentences[at]), _listed(sentences[at + 1 : below])))
        at = below
    return element(name, *items) if items else _NOTHING


def _table(head: Sequence[str], rows: Iterable[Sequence[Markup]], class_: str = "listed") -> Markup:
    heads = [element("th", text, scope="col") for text in head]
    return element(
        "table",
        element("thead", element("tr", *heads)),
        element("tbody", *(element("tr", *row) for row in rows)),
        class_=class_,
    )


def _row_head(text: str) -> Markup:
    return element("th", text, scope="row")


# -- parts -----------------------------------------------------------------------------------------


def _components(book: Book) -> Iterable[Markup]:
    columns = wording.count_columns(book)
    rows = [
        [
            element("th", _told(Sentence(wording.names_of(cards), (), cards.house)), scope="row"),
            *(element("td", count, class_="number") for count in wording.counts_of(cards, columns)),
            element("td", wording.facts_of(cards)),
        ]
        for cards in book.cards
    ]
    yield _table([wording.CARD, *wording.count_heads(columns), wording.PRINTED], rows)
    total = f"{wording.counts(book.totals, 'card')}."
    yield element("p", *_spaced([total, *_mark(book.totals_house)]))
    for tokens in book.tokens:
        yield element("p", _told(tokens.label), f": {wording.counts(tokens.supply)}")
    places = [
        [element("th", _told(place.label), scope="row"), *(element("td", text) for text in
         (place.shape, place.whose, place.seen))]
        for place in book.places
    ]  # fmt: skip
    yield element("h3", wording.PLACES)
    yield _table(wording.PLACE_HEAD, places)


def _acts(acts: Iterable[Act]) -> Iterable[Markup]:
    for act in acts:
        yield element("div", element("h3", _label(act)), _listed(act.rules))


def _in_columns(acts: Sequence[Act]) -> Markup:
    """Actions side by side, where there are several."""
    if not acts:
        return _NOTHING
    return element("div", *_acts(acts), class_="columns" if len(acts) > 1 else "single")


def _label(act: Act) -> Markup:
    last = element("span", wording.ONLY_IF, class_="last") if act.is_last else ""
    return together(_spaced(filter(None, [_told(act.label), last])))


def _cards(book: Book) -> Iterable[Markup]:
    boxes = [_card(cards, book) for cards in book.cards if cards.text.text or cards.rules]
    if boxes:
        yield element("div", *boxes, class_="cards")


def _card(cards: Cards, book: Book) -> Markup:
    columns = wording.count_columns(book)
    counts = " / ".join(f"{cards.counts[column[0]]}\u00d7" for column in columns)
    name = together(_spaced([wording.names_of(cards), *([_ids(cards.ids)] if cards.ids else [])]))
    heading = element("h3", element("span", name), element("span", counts, class_="count"))
    text = element("p", _told(cards.text)) if cards.text.text else _NOTHING
    facts = element("p", wording.facts_of(cards), class_="facts") if cards.facts else _NOTHING
    return element("article", heading, facts, text, _listed(cards.rules), class_="card")


def _fitting(fitting: Fitting) -> Markup:
    picture = picture_of(fitting.placing, fitting.title)
    rows = [[_row_head(card), element("td", on)] for card, on in rows_of(fitting.placing)]
    table = _table(wording.FITTING_HEAD, rows)
    shown = element("figure", picture, element("div", table, class_="unseen")) if picture else table
    return together([element("h3", fitting.title), _listed(fitting.rules), shown])


def _answers(book: Book) -> Iterable[Markup]:
    matrix = book.matrix
    if matrix.rows:
        rows = [
            [
                _row_head(row.label),
                element("td", ", ".join(filter(None, [row.asked, row.order]))),
                *(element("td", str(cell), class_="yes" if cell.comes else "no")
                  for cell in row.cells),
            ]
            for row in matrix.rows
        ]  # fmt: skip
        yield _table([*wording.EVENT_HEAD, *(item.label for item in matrix.columns)], rows)
        answers = [
            [
                _row_head(item.label),
                element("td", item.cards or wording.ANY),
                element("td", ", ".join(item.answered_by) or wording.NOTHING),
            ]
            for item in matrix.columns
        ]
        yield _table(wording.ANSWER_HEAD, answers)
    yield _in_columns(book.answers)


def _course(book: Book) -> Markup:
    topics = [
        element(
            "div",
            element("h3", topic.title) if topic.title else _NOTHING,
            _listed(topic.rules),
        )
        for topic in book.course
    ]
    return element("div", *topics, class_="course") if topics else _NOTHING


def _end(book: Book) -> Iterable[Markup]:
    yield _paragraph(book.end)
    ids = [_ids(book.score_ids)] if book.score_ids else []
    yield element("h3", together(_spaced([wording.SCORE, *ids])))
    yield _listed(book.score)
    if book.winner:
        yield element("p", _inline(book.winner), class_="score")


def _variants(variants: Sequence[Variant]) -> Markup:
    if not variants:
        return _NOTHING
    parts: list[Markup] = []
    for variant in variants:
        usual = element("span", wording.usual(variant), class_="for")
        shown = _spaced([capital(variant.label), usual, *_mark(variant.house)])
        parts.append(element("dt", *shown))
        inner = [_told(variant.help)] if variant.help.text else []
        values = [
            element("li", element("b", value), f": {help}" if help else "")
            for value, help in variant.values
        ]
        if values:
            inner.append(element("ul", *values))
        inner.append(_listed(variant.rules))
        parts.append(element("dd", *inner))
    return element("dl", *parts)


def _quick(book: Book) -> Markup:
    """All at a glance, on a page of its own."""
    acts = [element("li", _label(act)) for act in book.actions]
    columns = wording.count_columns(book)
    rows = [
        [
            _row_head(wording.names_of(cards)),
            *(element("td", count, class_="number") for count in wording.counts_of(cards, columns)),
            element("td", _told(cards.text)),
        ]
        for cards in book.cards
        if cards.text.text
    ]
    head = [wording.CARD, *wording.count_heads(columns), wording.DOES]
    left = [element("h3", wording.ACTIONS), element("ul", *acts)] if acts else []
    right = [element("h3", wording.SCORE), _listed(book.score)]
    if book.winner:
        right.append(element("p", _inline(book.winner), class_="score"))
    return element(
        "section",
        element("h2", f"{book.title} \u2013 {wording.QUICK.lower()}"),
        _paragraph(book.goal),
        element("div", element("div", *left), element("div", *right), class_="columns"),
        _table(head, rows) if rows else _NOTHING,
        class_="quick",
    )
