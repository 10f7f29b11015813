"""Questions, choices of an action and zones at the table are called as the rules say."""

from __future__ import annotations

from cardrules.analysis.load import analyse_source
from cardrules.engine.game import Game
from cardrules.engine.showing.view import Viewer
from cardrules.source import normalised
from cardrules.table.describe import describe
from cardrules.table.menu import Menu
from cardrules.table.whole import Table

TEXT = """---
title: Asked
players: 3
cards:
  ace: {count: 3}
  king: {count: 3}
  queen: {count: 3}
---
zone deck shared pile, seen by nobody, starts with cards
zone hand per player spread, seen by owner "cards in hand"
setup
    move deck where it is ace or it is king to (first of players).hand
play
    turns clockwise from first of players once
        one of give
            ask "{me} gives one of {count of my hand} cards away"
action give
    choose card from my hand
    choose whom from opponents
        ask "who is to get {card}?"
    choose bid from {1, 2, 3, 4, 5, 6, 7, 8, 9}
    do
        move card to whom.hand
score
    none: 0
winner highest score
"""


def table(viewer: Viewer) -> Table:
    """The first question as a viewer sees it, who knows the players by their names."""
    ruleset, found = analyse_source(normalised("asked.rules", TEXT))
    assert ruleset is not None, list(found)
    game = Game(ruleset, 3)
    return describe(game, game.start(seed=1), viewer, names=["Ann", "Bob", "Cem"])


def menu() -> Menu:
    """The menu of that question."""
    question = table(0).question
    assert question is not None and question.menu is not None
    return question.menu


def test_a_question_calls_the_players_by_their_names() -> None:
    for viewer in (1, "spectator"):
        question = table(viewer).question
        assert question is not None
        assert question.prompt == "Ann gives one of 6 cards away"


def test_who_is_asked_reads_you() -> None:
    question = table(0).question
    assert question is not None
    assert question.prompt == "You give one of 6 cards away"


def test_a_choice_of_an_action_is_asked_for_as_the_rules_say() -> None:
    of_card = menu()
    assert of_card.title == "Which card?"
    of_whom = of_card.open(of_card.lines[1])
    assert of_whom.title == "Who is to get King?"


def test_a_zone_is_called_as_its_sentence_says() -> None:
    assert [zone.full_label for zone in table(1).zones if zone.name == "hand"] == [
        "Ann's cards in hand",
        "Bob's cards in hand",
        "Cem's cards in hand",
    ]
