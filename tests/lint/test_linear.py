"""Lint takes as long as the text: what others use twice is looked at once, not once a way."""

from __future__ import annotations

import pytest

from cardrules.lint.runner import lint_source
from cardrules.source import normalised
from tests.calls import calls_of
from tests.engine.test_work import ONE_EACH, doubling

HEAD = """---
title: Twice
players: 2
attributes: {number: integer}
cards: {card: {name: "{number}", number: 1 to 9, count: 1}}
---
zone deck shared pile, seen by nobody, starts with cards
zone hand per player spread, seen by owner
variable count_up: integer = 0
setup
    each player clockwise from starter
        draw 2 from deck to my hand
play
    turns clockwise from starter once
        one of go
score
    held: count of hand + count_up
winner highest score
action go
    do
        shuffle deck
"""


@pytest.mark.parametrize("name", ONE_EACH)
def test_twice_the_text_is_twice_the_work(name: str) -> None:
    first, line = ONE_EACH[name]

    def work(times: int) -> int:
        source = normalised("twice.rules", HEAD + doubling(first, line, times))
        return calls_of(lambda: lint_source(source))

    work(20)  # what is read once for all
    nothing, once, twice = work(1), work(20), work(39)
    assert (twice - nothing) / (once - nothing) < 2.3
