"""The log of a table: what begins a paragraph in it."""

from __future__ import annotations

from cardrules.analysis.load import analyse_source
from cardrules.engine.game import Game
from cardrules.source import normalised
from cardrules.table.history import History
from tests.table.harness import moment_of

TEXT = """---
title: Silent
players: 2
cards:
  plain: {count: 4}
---
zone deck shared pile, seen by nobody, starts with cards
zone table shared spread, seen by all
zone aside shared spread, seen by all
setup
    shuffle deck
play
    turns clockwise from starter until deck is empty
        one of lay
action lay "Lay a card"
    say nothing
    do
        draw 1 from deck to table
            say "{me} lays {it}"
        draw 1 from deck to aside
            say "another one goes away"
score
    cards: count of deck
winner highest score
"""


def test_a_sentence_of_a_statement_begins_the_paragraph_of_a_silent_action() -> None:
    ruleset, found = analyse_source(normalised("silent.rules", TEXT))
    assert ruleset is not None, list(found)
    game = Game(ruleset, 2)
    state = game.start(seed=1, starter=0)
    history = History(game, [1])
    history.add(moment_of(0, game.apply(state, game.legal_actions(state)[0])))
    told = [(line.text, line.is_head) for line in history.lines(1)]
    assert told == [("Player 1 lays Plain", True), ("another one goes away", False)]


PASSING = TEXT.replace(
    "        draw 1 from deck to aside\n",
    "        open wait to players\n        draw 1 from deck to aside\n",
).replace(
    "\nscore\n",
    """
window wait
    pass
        say "{me} says no word"
interrupt answer answers wait
    do
        move table to aside
score
""",
)


def test_what_is_said_of_no_answer_is_as_much_worth_as_what_is_told_of_it_by_itself() -> None:
    for text, told in (
        (PASSING, "Player 1 says no word"),
        (
            PASSING.replace('    pass\n        say "{me} says no word"\n', ""),
            "Player 1 gives no answer",
        ),
    ):
        ruleset, found = analyse_source(normalised("passing.rules", text))
        assert ruleset is not None, list(found)
        game = Game(ruleset, 2)
        state = game.start(seed=1, starter=0)
        state = game.apply(state, game.legal_actions(state)[0])
        history = History(game, [1])
        history.add(moment_of(0, game.apply(state, game.legal_actions(state)[-1])))
        (line,) = history.lines(1)
        assert (line.text, line.level, line.is_head) == (told, "detail", True)
