"""Where things stand in the rules text, told by its indentation alone."""

from __future__ import annotations

import pytest

from cardrules.source import SourceFile, Span
from cardrules.syntax.given_names import given_names, parameters
from cardrules.syntax.layout import declaration_around, standing

TEXT = """options:
  size: {default: front_matter}
---
# A comment
define twice(sum: integer, other: card) = in_define
    # (some nobody in here)
placement fits(card on target)
    same: in_clause

action play is magic(in_trait_use)
    choose card from (my hand
        where in_choose)  # let comment = 3
    let all_of_it = in_let
    together each player clockwise from me
        choose given from in_together
        do
            let hidden = in_effect
    do
        if in_condition
            each held in in_block
                say "let said = 3"
        do routine(in_call)
setup
    pick one at random from in_setup
    repeat 3 times
        choose extra unless forced from (some p in players: every q in hand: in_repeat)
score
    points: in_score
"""
SOURCE = SourceFile("text", TEXT)


@pytest.mark.parametrize(
    ("word", "where"),
    [
        ("front_matter", "values"),
        ("in_define", "values"),
        ("in_clause", "values"),
        ("in_trait_use", "effects"),
        ("in_choose", "premises"),
        ("in_let", "premises"),
        ("in_together", "premises"),
        ("in_effect", "effects"),
        ("in_condition", "effects"),
        ("in_block", "effects"),
        ("in_call", "effects"),
        ("in_setup", "effects"),
        ("in_repeat", "effects"),
        ("in_score", "values"),
    ],
)
def test_where_a_value_stands(word: str, where: str) -> None:
    assert standing(SOURCE, TEXT.index(word)) == where


def names_around(word: str) -> list[tuple[str, str]]:
    whole = declaration_around(SOURCE, TEXT.index(word))
    found = (*parameters(SOURCE, whole), *given_names(SOURCE, whole))
    for name in found:
        assert TEXT[name.span.start : name.span.end] == name.text
    return sorted((name.by, name.text) for name in found)


def test_the_names_of_an_action() -> None:
    assert names_around("in_choose") == [
        ("choose", "card"),
        ("choose", "given"),
        ("each", "held"),
        ("let", "all_of_it"),
        ("let", "hidden"),
    ]


def test_the_names_of_conditions() -> None:
    assert names_around("in_setup") == [
        ("choose", "extra"),
        ("every", "q"),
        ("pick", "one"),
        ("some", "p"),
    ]


def test_the_names_of_parameters() -> None:
    assert names_around("in_define") == [("(", "other"), ("(", "sum")]
    assert names_around("in_clause") == [("(", "card"), ("(", "target")]


def test_a_single_name() -> None:
    whole = Span(0, len(TEXT))
    assert [name.text for name in given_names(SOURCE, whole, "held")] == ["held"]
    assert not list(given_names(SOURCE, whole, "comment"))


def test_the_declaration_around() -> None:
    span = declaration_around(SOURCE, TEXT.index("in_clause"))
    assert TEXT[span.start : span.end].startswith("placement")
    assert TEXT[span.start : span.end].endswith("in_clause\n\n")
    last = declaration_around(SOURCE, len(TEXT))
    assert last.end == len(TEXT)
