"""The page of house rules: its examples fit the games, and each form that it names is one."""

from __future__ import annotations

import re

import pytest

from cardrules.house_rules.patches import OWN_KEYS
from tests.docs.page_examples import DOCS, Example, examples_of, mistakes, shown
from tests.docs.reference_tables import code_spans, rows, section

PAGE = DOCS / "house_rules.md"
TEXT = PAGE.read_text(encoding="utf-8")


@pytest.mark.parametrize("example", examples_of(PAGE), ids=str)
def test_an_example_fits_its_game(example: Example) -> None:
    found = mistakes(example)
    assert not found, shown(found)


def test_each_form_is_in_the_table() -> None:
    first = {re.split(r"\W", span)[0] for row in rows(section(TEXT, "What can be done"))
             for span in code_spans(row[0])}  # fmt: skip
    forms = {"replace", "remove", "in", "add", "before", "after", "change", "offer", "wrap"}
    assert forms <= first


def test_each_key_of_house_rules_is_in_the_table() -> None:
    named = {span for row in rows(section(TEXT, "Front matter")) for span in code_spans(row[0])}
    assert named == set(OWN_KEYS) - {"title"}
