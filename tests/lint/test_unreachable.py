"""Lines to which nothing comes. The messages are among the wrong rulesets."""

from __future__ import annotations

import pytest

from cardrules.engine.game import Game
from cardrules.lint.checks.unreachable import find_unreachable
from cardrules.machine.control import Control
from cardrules.model import ir
from cardrules.model.ruleset import Ruleset
from tests.bundled import load, paths
from tests.engine.harness import HAND, ruleset
from tests.machine.walks import random_games

OPTION = "options:\n  short: {default: true, help: x}"
ONE_TURN = HAND + "play\n    turns clockwise from starter\n"


def lost(made: Ruleset) -> list[str]:
    """The lines of which it says so."""
    text = made.text.text
    return [text[item.span.start : item.span.end] for item in find_unreachable(made)]


@pytest.mark.parametrize(
    "turn",
    [
        # There are cards to go on with.
        "if deck is empty\n    end turns\nshuffle deck",
        # No branch is taken if neither holds.
        "if deck is empty\n    end turns\nelse if my hand is empty\n    end turn\nshuffle deck",
        # The loop is left, not what stands behind it.
        "repeat 3 times\n    end repeat\nend turns",
        "each c in deck\n    if c.number > 3\n        end each\nend turns",
        "phase one\n    end phase\nend turns",
        # Only some games are short.
        "if short\n    end turns\nshuffle deck",
        # It comes back.
        "do tidy\nend turns",
    ],
)
def test_it_says_nothing(turn: str) -> None:
    body = "".join(f"        {line}\n" for line in turn.split("\n"))
    tidy = "routine tidy\n    if deck is empty\n        end game\n"
    assert lost(ruleset(ONE_TURN + body + (tidy if "tidy" in turn else ""), front=OPTION)) == []


@pytest.mark.parametrize(
    "turn",
    [
        "end turns\nshuffle deck",
        "if short\n    end turns\nelse\n    end turn\nshuffle deck",
        "do stop_it\nshuffle deck",
        "as left of me\n    end turns\nshuffle deck",
    ],
)
def test_it_says_which_line_is_lost(turn: str) -> None:
    body = "".join(f"        {line}\n" for line in turn.split("\n"))
    stop_it = "routine stop_it\n    do stop_all\nroutine stop_all\n    end game\n"
    rules = ONE_TURN + body + (stop_it if "stop_it" in turn else "")
    assert lost(ruleset(rules, front=OPTION)) == ["shuffle deck"]


@pytest.mark.parametrize("path", paths(), ids=lambda path: path.stem)
def test_it_says_nothing_of_the_games(path) -> None:
    assert lost(load(path)) == []


def test_nothing_leads_to_what_is_lost() -> None:
    """In the programs of random rulesets, whatever their options are."""
    found = 0
    for of in random_games((1, 18, 113, 123)):
        found += _unled(of)
    assert found > 0


def _unled(of: Game) -> int:
    """How many lines are lost; none of them is reached in the program."""
    control = Control(of.program)
    reached = {
        x.origin.span.start
        for procedure in of.program.procedures
        for node, x in enumerate(control.graphs[procedure.index].nodes)
        if control.is_reached(procedure.index, node)
    }
    starts = [item.span.start for item in find_unreachable(of.ruleset)]
    assert not reached & set(starts)
    return len(starts)


def test_a_statement_has_its_own_place() -> None:
    """Else nothing could be told of it."""
    made = ruleset(ONE_TURN + "        shuffle deck\n        end turns\n")
    places = [item.origin.span for item in ir.statements(made.play.body)]
    assert len(set(places)) == len(places)
