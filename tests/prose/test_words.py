"""Plurals, possessives and lists."""

from __future__ import annotations

import pytest

from cardrules.prose import count, join, people, plural, possessive, singular, tallied


@pytest.mark.parametrize(
    ("one", "several"),
    [
        ("card", "cards"),
        ("match", "matches"),
        ("pass", "passes"),
        ("box", "boxes"),
        ("penny", "pennies"),
        ("play", "plays"),
        ("pie", "pies"),
        ("mouse", "mice"),
        ("Wolf", "Wolves"),
        ("sheep", "sheep"),
        ("face-down card", "face-down cards"),
        ("lucky penny", "lucky pennies"),
        ("house", "houses"),
        ("hero", "heroes"),
    ],
)
def test_one_and_several(one, several):
    assert plural(one) == several
    assert singular(several) == one


@pytest.mark.parametrize("word", ["card", "glass", "bonus", "this"])
def test_what_is_no_plural_stays(word):
    assert singular(word) == word


def test_counting():
    assert count(1, "card") == "1 card"
    assert count(3, "card") == "3 cards"
    assert count(0, "card") == "no cards"
    assert count(2, "staff", "staves") == "2 staves"


@pytest.mark.parametrize(
    ("name", "whose"), [("Ann", "Ann's"), ("James", "James'"), ("you", "you's")]
)
def test_whose(name, whose):
    assert possessive(name) == whose


def test_lists():
    assert join(["Ann"]) == "Ann"
    assert join(["Ann", "Bob"]) == "Ann and Bob"
    assert join(["Ann", "Bob", "Carol"], last="or") == "Ann, Bob or Carol"
    assert join([]) == "nothing"
    assert join([], none="nobody") == "nobody"


def test_the_reader_comes_first_among_people():
    both = people(["Ann", "Bob"], 1)
    assert (both.text, both.number, both.possessive) == ("you and Ann", "several", "your and Ann's")
    assert people(["Ann", "Bob"]).text == "Ann and Bob"
    assert people(["Ann", "Bob"], last="or").text == "Ann or Bob"
    assert people(["Bob"], 0).number == "you"
    assert people([]).text == "nobody"


@pytest.mark.parametrize(
    ("names", "told"),
    [
        ([], []),
        (["Aster"], ["Aster"]),
        (["Aster", "Jolt", "Aster"], ["2 x Aster", "Jolt"]),
        (["3", "7*", "3"], ["3", "3", "7*"]),
    ],
)
def test_equal_names_are_counted_unless_they_begin_with_a_figure(names, told):
    assert tallied(names) == told
