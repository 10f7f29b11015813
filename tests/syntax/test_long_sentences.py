"""A sentence takes as long as it is: each of its values is read once, and few mistakes are told."""

from __future__ import annotations

import re

import pytest

from cardrules.analysis.load import analyse_source
from cardrules.diagnostics.model import Diagnostics
from cardrules.source import Span, normalised
from cardrules.syntax.parser import parse_expression
from cardrules.syntax.sentences import MOST_MISTAKES
from cardrules.syntax.snag import NAME
from tests.calls import calls_of

TEXT = """---
title: Long
players: 2
cards: {card: {count: 9}}
---
zone deck shared pile, seen by nobody, starts with cards
setup
    let one = starter
    say "SENTENCE"
play
    repeat 0 times
        end repeat
score
    none: 0
winner highest score
"""


def work(piece: str, times: int) -> tuple[int, int]:
    """How many calls it takes to read a sentence of so many pieces, and how many are mistakes."""
    source = normalised("long.rules", TEXT.replace("SENTENCE", "{one} " + piece * times))
    return calls_of(lambda: analyse_source(source)), len(analyse_source(source)[1])


@pytest.mark.parametrize("piece", ["{one} ", "{count of deck + 1} ", "{has|have} ", "{nobody} "])
def test_twice_the_sentence_is_twice_the_work(piece: str) -> None:
    work(piece, 1)  # what is read once for all
    nothing, once, twice = (work(piece, times)[0] for times in (0, 100, 200))
    assert (twice - nothing) / (once - nothing) < 2.1


@pytest.mark.parametrize("piece", ["{one +} ", "{ ", "} ", "{} ", "{a|b|c|d} "])
def test_after_many_mistakes_a_sentence_is_read_no_further(piece: str) -> None:
    """Of each mistake the whole line is looked at, so that all of them would take for ever."""
    work(piece, 1)
    (once, found), (twice, _) = (work(piece, MOST_MISTAKES * times) for times in (2, 4))
    assert found == MOST_MISTAKES
    assert twice < 1.1 * once


@pytest.mark.parametrize(
    "text",
    ["one", "me", "deck", "turn", "draw", "score", "count", "cards", "it", "in", "if", "true",
     "none", "not", "my", "first", "of", "and", "a_1", "_a", "A", "1", "a b", "top of deck"],
)  # fmt: skip
def test_a_name_is_read_as_the_grammar_reads_it(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    source, whole = normalised("name.rules", text + "\n"), Span(0, len(text))
    found = []
    for name in (NAME, re.compile("(?!)")):
        monkeypatch.setattr("cardrules.syntax.parser.NAME", name)
        diagnostics = Diagnostics(source)
        read = parse_expression(source, whole, diagnostics)
        found.append((read, [(item.code, item.span, item.message) for item in diagnostics]))
    assert found[0] == found[1]
