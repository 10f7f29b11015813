"""The glossary: one word for one thing."""

from __future__ import annotations

import pytest

from tests.docs.page_examples import DOCS
from tests.docs.reference_tables import rows

ROWS = list(rows((DOCS / "glossary.md").read_text(encoding="utf-8")))
TERMS = [row[0] for row in ROWS]


def test_the_words_stand_in_order_and_each_of_them_once() -> None:
    assert sorted(set(TERMS)) == TERMS


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row[0])
def test_a_word_is_explained_and_not_ruled_out_by_itself(row: list[str]) -> None:
    word, meaning, other = row
    assert meaning and not meaning.endswith(".")
    assert word not in [item.strip() for item in other.split(",")]
