"""A rulebook in HTML: valid, closed in itself, and readable by whoever does not see it."""

from __future__ import annotations

import re
from itertools import pairwise
from pathlib import Path

import pytest

from cardrules.rulebook.markup import Markup, element, together
from cardrules.rulebook.page import as_html
from tests.bundled import load, paths
from tests.engine import harness
from tests.rulebook.pages import book_of, page_of

PLAY = """
action take "Take & <keep>"
    do
        draw 1 from deck to my hand
play
    turns clockwise from starter until deck is empty
        one of take
score
    hand: count of hand
winner highest score
"""


@pytest.mark.parametrize("path", paths(), ids=lambda path: path.stem)
def test_a_page_is_well_formed_and_has_headings_in_order(path: Path) -> None:
    book = book_of(load(path))
    page = page_of(book)
    assert page.of("html", "head", "body", "main", "h1") == ["html", "head", "body", "h1", "main"]
    levels = [int(tag[1]) for tag in page.of("h1", "h2", "h3", "h4")]
    assert all(after - before <= 1 for before, after in pairwise(levels))
    assert as_html(book).startswith(
        "<!DOCTYPE html>\n<html><head>".replace("<html>", '<html lang="en">')
    )


@pytest.mark.parametrize("path", paths(), ids=lambda path: path.stem)
def test_each_table_has_heads_and_each_picture_a_title(path: Path) -> None:
    page = page_of(book_of(load(path)))
    heads = [given for tag, given in page.elements if tag == "th"]
    assert heads and all(given.get("scope") in ("col", "row") for given in heads)
    assert page.of("table", "thead") == ["table", "thead"] * len(page.of("table"))
    pictures = [given for tag, given in page.elements if tag == "svg"]
    assert all(given["role"] == "img" for given in pictures)
    assert len(page.of("title")) == 1 + len(pictures)


@pytest.mark.parametrize("path", paths(), ids=lambda path: path.stem)
def test_a_page_needs_nothing_from_elsewhere(path: Path) -> None:
    text = as_html(book_of(load(path)))
    page = page_of(book_of(load(path)))
    assert not set(page.of("script", "link", "img", "iframe", "object"))
    assert not any({"src", "href", "onclick"} & set(given) for _, given in page.elements)
    assert not re.search(r"url\(|@import", text)


def test_what_the_ruleset_says_is_escaped() -> None:
    ruleset = harness.ruleset(harness.DECK + harness.HAND + PLAY)
    text = as_html(book_of(ruleset, 2))
    assert "Take &amp; &lt;keep&gt;" in text and "<keep>" not in text
    assert "Take & <keep>" in page_of(book_of(ruleset, 2)).words


def test_elements_escape_all_that_is_no_markup() -> None:
    made = element("p", "a < b", element("b", "&"), class_='x"y', data_of=3)
    assert made == '<p class="x&quot;y" data-of="3">a &lt; b<b>&amp;</b></p>'
    assert together(["<", Markup("<br>")]) == "&lt;<br>"


def test_the_quick_reference_begins_a_page_in_print() -> None:
    text = as_html(book_of(harness.ruleset(harness.DECK + harness.HAND + PLAY), 2))
    assert '<section class="quick">' in text
    assert re.search(r"@media print \{.*\.quick \{ break-before: page", text, re.DOTALL)
