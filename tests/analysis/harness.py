"""One small game for the tests of the analysis, and what a few lines in it come to."""

from __future__ import annotations

from cardrules.analysis.load import analyse_source
from cardrules.diagnostics.model import Diagnostic
from cardrules.model import ir
from cardrules.model.ruleset import Ruleset
from cardrules.source import normalised

GAME = """---
title: Orchard
players: 2 to 4
teams: {4: [[1, 3], [2, 4]]}
options:
  open_hands: {default: false}
  hand_size: {default: 5, min: 1}
  length: {default: single, values: [single, race]}
attributes:
  fruit: [apple, pear, plum]
  number: {type: integer, names: {9: huge}}
  ripe: flag
  months: {type: set of integers, default: []}
cards:
  common: {name: "{fruit} {number}", fruit: all, number: 1 to 9, ripe: true, count: 2}
  worm: {fruit: plum, number: 0, ripe: false, count: 4}
---

zone deck    shared pile, seen by nobody, starts with cards
zone discard shared pile, seen by all
zone table   shared spread, seen by all
zone hand    per player spread, seen by owner
zone hoard   per player pile, seen by nobody
zone patch   per player stacks, seen by all
zone won     per team pile, seen by all

tokens coin per player, supply 30
variable lead: player = starter
variable bait: fruit or none = none
variable marked: card or none = none
variable tricks per player: integer = 0
variable bid per player: integer or none = none
variable laid: cards or none = none
variable marked_stack: stack or none = none

define limit = 5 if count of players = 4 else 6
define big(c: card) = c.number > 5
define mine = my hand where ripe

placement covers(upper on lower)
    number: upper.number > lower.number
placement outbids(upper on lower)
    number: upper.number > count of table

setup
    shuffle deck

play
    turns clockwise from starter once
        one of wait

action wait
    do
        end turn

score
    points: count of hand
winner highest score

routine clear(p: player)
    move deck to p.hoard

routine lines(card: card, target: player, stack: stack)
"""


def analysed(lines: str) -> tuple[Ruleset | None, list[Diagnostic]]:
    """The game with these lines in a routine, in which there are a card, a target and a stack."""
    text = GAME + "".join(f"    {line}\n" for line in lines.split("\n"))
    ruleset, diagnostics = analyse_source(normalised("orchard.rules", text))
    return ruleset, list(diagnostics)


def statements(lines: str) -> tuple[ir.Statement, ...]:
    """What the lines come to; there must be nothing wrong with them."""
    ruleset, found = analysed(lines)
    assert ruleset is not None, [f"{item.code} {item.message}" for item in found]
    return ruleset.routines["lines"].body


def value(expression: str) -> ir.Expr:
    """What an expression comes to."""
    (statement,) = statements(f"let x = {expression}")
    assert isinstance(statement, ir.Let)
    return statement.value


def codes(lines: str) -> list[str]:
    """The codes of what is wrong with the lines, in their order."""
    return [item.code for item in analysed(lines)[1]]
