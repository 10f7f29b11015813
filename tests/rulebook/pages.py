"""Rulebooks of rulesets, and what stands in a page of HTML."""

from __future__ import annotations

from html.parser import HTMLParser

from cardrules.engine.game import Game
from cardrules.model.ruleset import Ruleset
from cardrules.rulebook.book import Book
from cardrules.rulebook.page import as_html
from cardrules.rulebook.reading import read_book

# Elements that end by themselves.
EMPTY = {"meta", "br", "hr"}


def book_of(ruleset: Ruleset, *players: int, **options: object) -> Book:
    """The rulebook for these numbers of players, or for all."""
    numbers = players or range(ruleset.players_min, ruleset.players_max + 1)
    return read_book(ruleset, {number: Game(ruleset, number, options) for number in numbers})


class Page(HTMLParser):
    """A page, read: elements in their order, the text, and that all are closed in turn."""

    def __init__(self, text: str) -> None:
        super().__init__(convert_charrefs=True)
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.words = ""
        self._open: list[str] = []
        self.feed(text)
        self.close()
        assert self._open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note an element."""
        assert len(dict(attrs)) == len(attrs)
        self.elements.append((tag, dict(attrs)))
        if tag not in EMPTY:
            self._open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        """See that it is the innermost one that ends."""
        assert self._open.pop() == tag

    def handle_data(self, data: str) -> None:
        """Gather what people read."""
        if "style" not in self._open:
            self.words += data

    def of(self, *tags: str) -> list[str]:
        """The elements of some names, in their order."""
        return [tag for tag, _ in self.elements if tag in tags]


def page_of(book: Book) -> Page:
    """The page of a rulebook."""
    return Page(as_html(book))
