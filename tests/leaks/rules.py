"""Small games for single ways to tell what lies hidden, and for what tells nothing."""

from __future__ import annotations

from cardrules.analysis.load import analyse_source
from cardrules.leaks.hunt import find_leaks
from cardrules.leaks.leak import Leak
from cardrules.model.ruleset import Ruleset
from cardrules.source import normalised

HEAD = """---
title: Peeking
players: 2 to 4
attributes: {number: integer}
cards: {card: {name: "Card {number}", number: 1 to 6, count: 4}}
---
zone deck  shared pile, seen by nobody, starts with cards
zone table shared spread, seen by all
zone hand  per player spread, seen by owner
zone brow  per player spread, seen by others
zone laid  per player pile, seen by nobody
variable most: integer = 0

setup
    shuffle deck
    each player clockwise from starter
        draw 3 from deck to my hand
        draw 1 from deck to my brow

play
    turns clockwise from starter until turn = 12
        one of go, otherwise rest

action rest
    do
        draw 1 from deck to my hand

score
    cards: count of hand + count of brow + count of laid + most
winner highest score
"""


def ruleset_of(action: str, *, play: str = "") -> Ruleset:
    """The game with an action `go`, and what else is declared; with other lines for `play`."""
    head = HEAD
    if play:
        head = head.replace("        one of go, otherwise rest\n", play)
    found, diagnostics = analyse_source(normalised("peeking.rules", head + action))
    assert found is not None, [item.message for item in diagnostics]
    return found


def leaks(action: str, *, play: str = "", players: int = 2, games: int = 6) -> list[Leak]:
    """What is found of such a game."""
    return find_leaks(ruleset_of(action, play=play), [players], games=games)


def line_of(leak: Leak) -> str:
    """The line of the rules at which a leak is told."""
    span = leak.diagnostic.span
    return leak.diagnostic.source.text[span.start : span.end].strip()
