"""A game that can be played with any number of decks and players, for measures.

A turn is one question whatever there is: a card is played that fits, or one is drawn. What was
played goes below the stock, so that nothing is shuffled again, and no rule tells twins apart.
"""

from __future__ import annotations

from cardrules.analysis.load import analyse_source
from cardrules.engine.game import Game
from cardrules.source import SourceFile

TEXT = """\
---
title: Many Decks
goal: Get rid of your cards.
turn: Play a card that fits, or draw one.
players: 2 to 10
attributes:
  suit: [clubs, diamonds, hearts, spades]
  rank: integer
cards:
  plain: {name: "{rank} of {suit}", suit: all, rank: 1 to 13, count: DECKS}
---
zone stock shared pile, seen by nobody, starts with cards
zone discards shared pile, seen by all
zone hand per player spread, seen by owner

setup
    shuffle stock
    each player clockwise from starter
        draw HAND from stock to my hand
    draw 1 from stock to discards

play
    turns clockwise from starter until turn > TURNS
        one of play_card, otherwise draw_card
        if my hand is empty
            draw HAND from stock to my hand
        if count of discards > 1
            move bottom of discards to stock at bottom

action play_card "Play a card"
    require discards is not empty
    choose card from my hand where suit = (top of discards).suit or rank = (top of discards).rank
    do
        move card to discards

action draw_card "Draw a card"
    do
        draw 1 from stock to my hand

score
    hand: -(count of hand)
winner highest score
"""


def game_of(decks: int, players: int, turns: int, hand: int = 7) -> Game:
    """The game with so many decks and turns."""
    text = TEXT.replace("DECKS", str(decks)).replace("TURNS", str(turns))
    ruleset, found = analyse_source(SourceFile("decks.rules", text.replace("HAND", str(hand))))
    assert ruleset is not None, [one.message for one in found]
    return Game(ruleset, players)
