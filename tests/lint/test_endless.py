"""CR504: only what certainly never ends is reported."""

from __future__ import annotations

import pytest

from cardrules.lint.runner import lint_source
from cardrules.source import normalised

GAME = """---
title: Little game
goal: Win.
turn: Take a card.
players: 2 to 4
cards:
  plain: {{text: "", count: 20}}
---

zone deck shared pile, seen by nobody, starts with cards
zone hand per player spread, seen by owner

setup
    shuffle deck

play
{play}

action take
    do
        draw 1 from deck to my hand
{effect}

score
    points: count of hand
winner highest score
"""
TURNS = "    turns clockwise from starter{end}\n        one of take\n"


def found(play: str, effect: str = "") -> list[str]:
    """What is reported of a game that goes like this."""
    text = GAME.format(play=play, effect=f"        {effect}" if effect else "")
    # That nothing asks for the deck, and that nothing is said, are other matters.
    others = ("CR517", "CR535")
    every = lint_source(normalised("game.rules", text))
    told = [item for item in every if item.code not in others]
    return [f"{d.code} {d.message}" for d in told]


ROUNDS = "    rounds\n    " + TURNS.format(end=" once").replace("\n    ", "\n        ")
BAD = [
    (TURNS.format(end=""), "", ["turns"]),
    (ROUNDS, "", ["rounds"]),
    (ROUNDS, "end turn", ["rounds"]),
    (ROUNDS.replace(" once", ""), "", ["rounds", "turns"]),
    # An inner one of the same name is meant.
    (ROUNDS + "        rounds\n            end rounds\n", "", ["rounds"]),
    (ROUNDS + "        repeat 3 times\n            end repeat\n", "", ["rounds"]),
]
GOOD = [
    (TURNS.format(end=" once"), ""),
    (TURNS.format(end=" until deck is empty"), ""),
    (TURNS.format(end="") + "        if deck is empty\n            end turns\n", ""),
    (TURNS.format(end=""), "end game"),
    (ROUNDS + "        end rounds\n", ""),
    (
        ROUNDS.replace(" once", "") + "            if deck is empty\n                end rounds\n",
        "",
    ),
    (
        "    phase one\n        rounds\n            turns clockwise from starter\n"
        "                one of take\n                if deck is empty\n"
        "                    end phase\n",
        "",
    ),
]


@pytest.mark.parametrize(("play", "effect", "constructs"), BAD)
def test_what_nothing_ends_is_reported(play: str, effect: str, constructs: list[str]) -> None:
    assert found(play, effect) == [
        f"CR504 These {construct} never end." for construct in constructs
    ]


@pytest.mark.parametrize(("play", "effect"), GOOD)
def test_what_something_ends_is_not(play: str, effect: str) -> None:
    assert found(play, effect) == []
