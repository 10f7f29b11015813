"""A small game, and what becomes of it with house rules."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from cardrules.diagnostics.model import Diagnostic
from cardrules.house_rules.combining import put_together
from cardrules.source import SourceFile

BASE = """\
---
title: Pairs
players: 2 to 4
options:
  hand_size: {default: 3, min: 1, max: 5}
  open_hands:
    default: false                       # nobody does that
    help: "everybody sees all hands [P-9]"
attributes:
  suit: [clubs, hearts]                  # [P-1]
  rank: integer
cards:
  plain: {name: "{rank} of {suit}", suit: all, rank: 1 to 5, count: 2}
  # The joker is wild.
  joker: {suit: clubs, rank: 0, count: 1}
---

zone deck shared pile, seen by nobody, starts with cards
zone hand per player spread, seen by owner
zone shown shared spread, seen by all             # what lies there stays there

variable last: player = starter                   [P-2] "last to lay a pair"

setup
    shuffle deck                                  [P-3]
    each player clockwise from starter
        draw hand_size from deck to my hand       [P-3]

play
    turns clockwise from starter until over       [P-4]
        if possible lay
            one of lay, pass                      [P-5]
                ask "what do you do?"
        else
            draw 1 from deck to my hand
        draw 1 from deck to my hand

# Both are empty.
define over = deck is empty or some p in players: p.hand is empty    [P-6]

action lay                                        [P-5] "Lay a pair"
    choose card from my hand
    choose other from my hand where rank > 0
    require card.rank = other.rank                [P-7] "a pair"
    say "{me} lays {card} and {other}"
    do
        move card to shown
        move other to shown
        set last to me

action pass                                       [P-5]
    do
        say "{me} waits"

score
    cards: count of hand                          [P-8]
winner lowest score then highest (1 if me = last else 0)
"""

Put = Callable[..., tuple[str, list[Diagnostic]]]


@pytest.fixture
def put() -> Put:
    """Puts house rules on the small game: texts by name, and which of them are added."""

    def _put(*texts: str, base: str = BASE, **named: str) -> tuple[str, list[Diagnostic]]:
        files = {"pairs": SourceFile("pairs.rules", base)}
        for name, text in named.items():
            files[name] = SourceFile(f"{name}.rules", text)
        more = [SourceFile(f"rule_{at}.rules", text) for at, text in enumerate(texts, start=1)]
        more += [files[name] for name in named]
        found, diagnostics = put_together(
            files["pairs"], more, lambda name, _: files.get(name, f"There is no `{name}`.")
        )
        return found.text, diagnostics

    return _put


def house_rule(rules: str, front: str = "") -> str:
    """A file of house rules on the small game."""
    return f"---\ntitle: Mine\nextends: pairs\n{front}---\n{rules}"
