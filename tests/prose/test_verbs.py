"""Verbs of one, and of several."""

from __future__ import annotations

import pytest

from cardrules.prose import verbs


@pytest.mark.parametrize(
    ("one", "several"),
    [
        ("plays", "play"),
        ("is", "are"),
        ("Has", "Have"),
        ("doesn't", "don't"),
        ("goes", "go"),
        ("passes", "pass"),
        ("catches", "catch"),
        ("chooses", "choose"),
        ("loses", "lose"),
        ("uses", "use"),
        ("carries", "carry"),
        ("ties", "tie"),
        ("buzzes", "buzz"),
        ("may", "may"),
    ],
)
def test_base_form(one, several):
    assert verbs.base(one) == several


def test_the_table_knows_verbs_and_leaves_nouns_out():
    assert verbs.is_known_verb("plays")
    assert not verbs.is_known_verb("points")
    assert not verbs.is_known_verb("play")


@pytest.mark.parametrize("word", ["always", "his", "this", "across", "who's"])
def test_words_in_s_that_are_no_verbs(word):
    assert not verbs.may_be_verb(word)
