"""A game of any ruleset at the terminal, typed by somebody who tries everything."""

from __future__ import annotations

import random

from cardrules.engine.game import Game
from tests.cli.play_harness import Sat, people

# So many lines are typed, at most.
_LINES = 40
_COMMANDS = ("?", "rules", "why", "table", "hand", "look", "log", "log 3", "b", "p", "undo", "n")


def sit(game: Game, seed: int, chance: random.Random) -> str:
    """Sit down and type; gives all that was shown. Raises whatever the session raises."""
    width = chance.choice((40, 80, 80, 120))
    table = Sat(game, people(game.players), seed=seed, first=None, width=width)
    for _ in range(_LINES):
        if table.session.is_over:
            break
        table.type(_line(table, chance))
    return table.shown


def _line(table: Sat, chance: random.Random) -> str:
    """Something that could be typed here: mostly a number of the question."""
    way = chance.randrange(10)
    if way == 0:
        return chance.choice(_COMMANDS)
    if way == 1:
        return " ".join(chance.sample(_words(table), 2))
    first = table.first_line
    if not first:
        return ""
    numbers = list(table.session._asking.choosing.question.numbered)
    if way == 2:
        return " ".join(str(chance.choice(numbers)) for _ in range(2))
    return str(chance.choice(numbers))


def _words(table: Sat) -> list[str]:
    ruleset = table.playthrough.game.ruleset
    return ["c1", "why", *ruleset.zones, *ruleset.actions, *(kind.name for kind in ruleset.kinds)]
