"""Whatever comes up empty, wherever it is used: lint asks first, or nothing happens.

Every way to come by a value that may be none is put together with every way to use one. What lint
lets pass is played, with something to choose from and with nothing, and must do what it says to
what is named and to nothing else.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

import pytest

from cardrules.analysis.load import analyse_source
from cardrules.engine.game import Game
from cardrules.model.ruleset import Ruleset
from cardrules.model.state import State
from cardrules.source import normalised
from tests.engine.harness import conserved

TEXT = """---
title: Empty
players: 2
options:
  full: {{default: true}}
attributes:
  number: {{type: integer, default: 0}}
  months: {{type: set of integers, default: []}}
cards:
  plain: {{name: "{{number}}", number: 1 to 9, months: [1, 2], count: 1}}
---
zone deck  shared pile, seen by nobody, starts with cards
zone spare shared pile, seen by all
zone table shared spread, seen by all
zone hand  per player spread, seen by owner
zone heap  per player stacks, seen by all
zone won   per team pile, seen by all
tokens coin per player, supply 9
variable kept: {of_type} or none = none
variable number_kept per player: integer = 0
variable who per player: player = starter
routine take(p: player)
    move p.hand to table
routine look(c: card)
    reveal c
routine show(c: cards)
    reveal c
setup
    each player clockwise from starter
        draw 2 from deck to my hand
    if full
        draw 1 from deck to spare
        if starter.hand is not empty
            stack first of starter.hand on first of cards to starter.heap
play
    turns clockwise from starter once
        one of {actions}, otherwise nothing
action nothing
    do
        say "nothing"
{rules}score
    cards: count of hand
winner highest score
"""

# How to come by a value, by its type: one line that gives it the name `x`.
SOURCES: dict[str, list[str]] = {
    "card": [
        "choose x from spare",
        "pick x at random from spare",
        "let x = top of spare",
        "let x = first of (spare where number > 0)",
        "let x = kept",
        "choose x from table where full",
    ],
    "player": [
        "choose x from opponents where full",
        "pick x at random from players where full and it != starter",
        "choose x from partners",
        "let x = first of (opponents where full)",
        "let x = owner of first of cards",
        "let x = kept",
    ],
    "team": [
        "choose x from teams where full",
        "pick x at random from teams where full and it != my team",
        "let x = kept",
    ],
    "stack": [
        "choose x from starter.heap",
        "pick x at random from opponents.heap",
        "let x = first of starter.heap",
        "let x = kept",
    ],
    "integer": [
        "choose x from {1, 2} where full",
        "pick x at random from {1, 2} where full",
        "let x = first of ({1, 2} where full)",
        "let x = kept",
    ],
    "cards": [
        "choose x from subsets of spare where count of it = 1",
        "pick x at random from subsets of spare where count of it = 1",
        "let x = first of (subsets of spare where count of it = 1)",
        "let x = kept",
    ],
    "zone": [
        "choose x from only(spare) + only(deck) where full",
        "pick x at random from only(deck) + only(spare) where full",
        "let x = first of (only(spare) where full)",
    ],
    "family": [
        "choose x from (maximal families of subsets of spare) where full",
        "pick x at random from (maximal families of subsets of spare) where full",
        "let x = first of ((maximal families of subsets of spare) where full)",
    ],
}
# What no variable holds.
NOT_KEPT = {"zone", "family"}
# How to use it.
USES: dict[str, list[str]] = {
    "card": [
        "move x to my hand",
        "move x to deck at bottom",
        "reveal x",
        "reveal x to starter",
        "set my number_kept to x.number",
        "do look(x)",
        "if x is plain\n            end turn",
        "move only(x) to my hand",
        "stack x on x to my heap",
        "each n in x.months\n            add n to my number_kept",
        "draw x.number from deck to my hand",
    ],
    "player": [
        "move my hand to x.hand",
        "move x.hand to table",
        "swap my hand with x.hand",
        "draw 1 from deck to x.hand",
        "give 1 coin to x",
        "take 1 coin from x",
        "set x.number_kept to 3",
        "add 1 to x.number_kept",
        "set my who to x",
        "next turn x",
        "as x\n            choose n from {1, 2}\n            move my hand to table",
        "do take(x)",
        "reveal my hand to x",
        "each player clockwise from x\n            move my hand to table",
        "turns clockwise from x once\n            move my hand to table",
        "move my hand to (left of x).hand",
        "move my hand to (next of x).hand",
        "move my hand to x.won",
        "let all = clockwise_from(x)",
        "let all = players - only(x)",
        "let m = x.score",
    ],
    "team": ["move my hand to x.won", "move x.won to table"],
    "stack": [
        "move my hand to x",
        "move x to my heap",
        "move x to table",
        "reveal x",
        "move top of x to my hand",
        "give 1 coin to owner of x",
        "set my number_kept to count of x",
        "each c in x\n            reveal c",
    ],
    "integer": [
        "set my number_kept to x",
        "add x to my number_kept",
        "draw x from deck to my hand",
        "repeat x times\n            draw 1 from deck to my hand",
        "give x coin to me",
        "move my hand to deck above x cards",
        "let m = max(x, 3)",
    ],
    "cards": [
        "move x to my hand",
        "reveal x",
        "set my number_kept to count of x",
        "set my number_kept to sum of number in x",
        "move x + my hand to table",
        "move my hand - x to table",
        "each c in x\n            reveal c",
        "pick c at random from x\n        move c to my hand",
        "let m = subsets of x",
        "move x where number > 3 to my hand",
        "if some c in x: c.number > 3\n            end turn",
    ],
    "zone": [
        "move my hand to x",
        "move my hand to x at bottom",
        "move x to table",
        "move x + my hand to table",
        "draw 1 from deck to x",
        "draw 1 from x to my hand",
        "shuffle x",
        "swap x with starter.hand",
        "reveal x",
        "set my number_kept to count of x",
        "set my number_kept to sum of number in x",
        "if x is empty\n            end turn",
        "if x = table\n            end turn",
        "if table != x\n            end turn",
        "each c in x\n            reveal c",
        "let m = subsets of x",
        "do show(x)",
        "let m = x if full else spare\n        move my hand to m",
        "let m = spare if full else x\n        move my hand to m",
    ],
    "family": [
        "move union of x to my hand",
        "set my number_kept to count of x",
        "each s in x\n            move s to my hand",
    ],
}
# What can be done with none of every type.
WITH_NONE = [
    'say "{x}"',
    "set kept to x",
    "if x is none\n            end turn",
    "if x = kept\n            end turn",
    "let y = x\n        if y != none\n            end turn",
]
GUARDS = [
    "{use}",
    "if x is not none\n            {deeper}",
    "if x = none\n            end turn\n        {use}",
    "if not (x is none)\n            {deeper}",
]


def _text(of_type: str, blocks: Mapping[int, str]) -> str:
    """The game in which each of some blocks of lines is an action."""
    rules = "".join(
        f"action use_{number}\n    do\n        {lines}\n" for number, lines in blocks.items()
    )
    actions = ", ".join(f"use_{number}" for number in blocks)
    kept = "card" if of_type in NOT_KEPT else of_type
    return TEXT.format(of_type=kept, rules=rules, actions=actions)


def _checked(of_type: str, blocks: Mapping[int, str]) -> tuple[Ruleset, dict[int, str]]:
    """The game of the blocks that lint lets pass; in the others it asks for none."""
    text = _text(of_type, blocks)
    _, diagnostics = analyse_source(normalised("empty.rules", text))
    assert {item.code for item in diagnostics} <= {"CR405"}
    wrong = {_action_at(text, item.span.start) for item in diagnostics}
    clean = {number: lines for number, lines in blocks.items() if number not in wrong}
    ruleset, left = analyse_source(normalised("empty.rules", _text(of_type, clean)))
    assert ruleset is not None, [item.message for item in left]
    return ruleset, clean


def _action_at(text: str, place: int) -> int:
    return int(re.findall(r"^action use_(\d+)$", text[:place], re.MULTILINE)[-1])


SOURCE_LINES = [(of_type, source) for of_type, lines in SOURCES.items() for source in lines]


def _ways() -> Iterator[Any]:
    """Every source without a question above it, and of the others each third one; all if slow."""
    for number, (guard, way) in enumerate(
        zip(GUARDS, ("unasked", "if", "end", "not"), strict=True)
    ):
        for place, (of_type, source) in enumerate(SOURCE_LINES):
            is_sample = number == 0 or place % 3 == number - 1
            marks = [] if is_sample else [pytest.mark.slow]
            yield pytest.param(guard, of_type, source, id=f"{way}-{source}", marks=marks)


@pytest.mark.parametrize(("guard", "of_type", "source"), list(_ways()))
def test_nothing_is_done_with_what_is_not_there(guard: str, of_type: str, source: str) -> None:
    blocks = {
        number: f"{source}\n        " + guard.format(use=use, deeper=use.replace("\n", "\n    "))
        for number, use in enumerate(USES[of_type])
    }
    if guard == GUARDS[0]:
        with_none = {100 + n: f"{source}\n        {use}" for n, use in enumerate(WITH_NONE)}
        if of_type in NOT_KEPT:
            with_none = {n: lines for n, lines in with_none.items() if "kept" not in lines}
        blocks |= with_none
    ruleset, clean = _checked(of_type, blocks)
    if guard == GUARDS[0]:
        assert clean.keys() >= with_none.keys()
    else:
        assert clean == blocks
    for full in (True, False):
        game = Game(ruleset, 2, {"full": full})
        for number, lines in clean.items():
            start = game.start(1, 0)
            end = _played(game, start, f"use_{number}")
            if not full and guard != GUARDS[0]:
                assert (end.zones, end.vars) == (start.zones, start.vars), lines


def _played(game: Game, state: State, action: str) -> State:
    """The end of a game in which this action is taken, and else the first answer."""
    while answers := game.answers(state):
        wanted = [answer for answer in answers if game.name_of(answer) == action]
        state = game.apply_answer(state, (wanted or answers)[0])
        conserved(game, state)
    return state
