"""The texts of the front matter, as the table tells them."""

from __future__ import annotations

from cardrules.analysis.load import analyse_source
from cardrules.engine.game import Game
from cardrules.source import normalised
from cardrules.table.describe import describe
from cardrules.table.whole import Table
from tests.engine import harness

TEXT = """---
title: Told
goal: Win.
turn: Draw a card.
end: All is drawn.
players: 2
options:
  length: {default: short, values: {short: "one game [T-1]", long: many games}}
  side: {default: left, values: [left, far_right]}
attributes:
  face: {type: [plain, star], default: plain, show: false}
  number: {type: integer, default: 0}
  weight: integer
cards:
  star: {face: star, weight: 0, text: "Is bright.", count: 1}
  plain: {name: "Plain {number}", number: [1, 2], weight: 3, count: 4,
    text: "Draw {number} {card|cards}."}
---
zone deck shared pile, seen by nobody, starts with cards
setup
    if length = short and side = left
        shuffle deck
play
    turns clockwise from starter once
        one of pass
action pass
    do
        shuffle deck
score
    stars: 0
winner highest score
"""


def table(**options: str) -> Table:
    """The table at the beginning."""
    ruleset, found = analyse_source(normalised("told.rules", TEXT))
    assert ruleset is not None, list(found)
    game = Game(ruleset, 2, options)
    return describe(game, game.start(seed=1), 0)


def test_the_game_is_told() -> None:
    assert (table().goal, table().turn, table().end) == ("Win.", "Draw a card.", "All is drawn.")


def test_a_face_has_its_text_with_the_values_filled_in() -> None:
    told = {name: face.text for name, face in table().faces.items()}
    assert told == {
        "Star": "Is bright.",
        "Plain 1": "Draw 1 card.",
        "Plain 2": "Draw 2 cards.",
    }


def test_facts_are_the_attributes_that_are_shown_and_not_the_default() -> None:
    faces = table().faces
    told = {name: [(fact.name, fact.value) for fact in faces[name].facts] for name in faces}
    assert told["Star"] == [("weight", 0)]
    assert told["Plain 2"] == [("number", 2), ("weight", 3)]


def test_the_value_of_an_option_is_told_by_its_sentence_if_it_has_one() -> None:
    assert [option.text for option in table().options] == ["one game", "left"]
    other = table(length="long", side="far_right")
    assert [option.text for option in other.options] == ["many games", "far right"]


def test_a_question_calls_people_by_their_names_and_the_reader_you() -> None:
    of = harness.game(
        harness.HAND
        + """
play
    as starter
        one of go
            ask "{me}, pass a card to {left of me}"
action go
    do
        shuffle deck
"""
    )
    s = of.start(0, 0)
    prompts = [describe(of, s, viewer, names=["Ann", "Bob"]).question for viewer in (0, 1)]
    told = [question.prompt for question in prompts if question is not None]
    assert told == ["You, pass a card to Bob", "Ann, pass a card to you"]
