"""A program says all that is needed to play it: nothing in it leads back to its ruleset."""

from __future__ import annotations

import pickle
from collections.abc import Collection, Iterator, Mapping
from itertools import islice
from typing import Any
from unittest.mock import patch

import attrs
import pytest

from cardrules.engine import build
from cardrules.engine.chance import Stream
from cardrules.engine.game import Game
from cardrules.machine import code
from cardrules.machine.printing import print_program
from cardrules.machine.program import Program
from cardrules.model import ir
from cardrules.model.ruleset import Ruleset
from cardrules.plain import Plain, fields
from cardrules.source import SourceFile
from tests.bundled import Bundled, smallest_and_largest

# For those who tell people of the rules, as these state them.
_TOLD = ("stated", "statements")


def parts(whole: object) -> Iterator[Any]:
    """All parts of a program that are needed to play it."""
    pending, seen = [whole], set[int]()
    while pending:
        part: Any = pending.pop()
        if id(part) in seen:
            continue
        seen.add(id(part))
        yield part
        if isinstance(part, code.Stated):
            continue
        if isinstance(part, Mapping):
            pending += [*part.keys(), *part.values()]
        elif isinstance(part, tuple | list | frozenset):
            pending += part
        elif isinstance(part, Plain):
            pending += [getattr(part, name) for name in fields(type(part)) if name not in _TOLD]
        elif attrs.has(type(part)):
            told = attrs.asdict(part, recurse=False)
            pending += [value for name, value in told.items() if name not in _TOLD]


@pytest.mark.parametrize("item", smallest_and_largest(), ids=str)
def test_everything_that_is_named_is_there(item: Bundled) -> None:
    program = item.game().program
    layout, declared = program.layout, program.declared
    known: dict[Any, tuple[str, Collection[str]]] = {
        ir.ZoneOf: ("zone", layout.zones),
        ir.AllContents: ("zone", layout.zones),
        ir.VariableValue: ("variable", layout.variables),
        code.SetVariable: ("variable", layout.variables),
        code.MoveTokens: ("token", layout.variables),
        ir.Attribute: ("attribute", layout.attributes),
        ir.IsLine: ("line", layout.lines),
        ir.CallDefinition: ("definition", declared.definitions),
        ir.CallPlacement: ("placement", declared.placements),
    }
    for part in parts(program):
        assert not isinstance(part, ir.OptionValue | Ruleset | SourceFile | ir.Statement)
        name, there = known.get(type(part), ("", ()))
        if name:
            assert getattr(part, name) in there
        if isinstance(part, ir.Possible):
            assert set(part.actions) <= {search.name for search in program.searches}


@pytest.mark.parametrize("item", smallest_and_largest(), ids=str)
def test_it_goes_to_another_process_without_its_ruleset(item: Bundled) -> None:
    program = item.game().program
    text = pickle.dumps(program)
    assert len(text) < 300_000 and b"SourceFile" not in text
    again: Program = pickle.loads(text)
    assert list(print_program(again)) == list(print_program(program))


def states(game: Game, seed: int) -> Iterator[object]:
    """The states of a game of random choices, and how many answers there are."""
    s = game.start(seed, narrated=False)
    below = Stream(seed, 1).below
    while answers := game.answers(s):
        yield s.data(), len(answers), s.work
        game.apply_answer_in_place(s, answers[below(len(answers))])
    yield s.data(), game.result(s)


@pytest.mark.parametrize("item", smallest_and_largest(), ids=str)
def test_a_program_from_elsewhere_is_played_the_same_way(item: Bundled) -> None:
    """Its tables are no more than their values, and nothing but the program is made into source."""
    game = item.game()
    text = pickle.dumps(game.program)
    with patch.object(build, "lower", lambda *given: pickle.loads(text)):
        again = Game(game.ruleset, game.players)
        assert again.program is not game.program
    assert all(isinstance(table.rows, tuple) for table in again.program.tables)
    for seed in range(2):
        assert list(islice(states(again, seed), 300)) == list(islice(states(game, seed), 300))


@pytest.mark.parametrize("item", smallest_and_largest(), ids=str)
def test_the_ruleset_is_not_looked_at_in_play(item: Bundled) -> None:
    """From where the cards lie at the start to who has won, be it a match."""
    known = item.game()  # which others have, too
    game = Game(known.ruleset, known.players, known.options_in_force)
    assert game.builder.tables.ruleset is known.ruleset
    object.__setattr__(game.builder.tables, "ruleset", None)
    game.ruleset = None  # type: ignore[assignment]
    s = game.start(0)
    below = Stream(0, 1).below
    for _ in range(300):
        if not (answers := game.answers(s)):
            game.result(s)
            break
        game.apply_answer_in_place(s, answers[below(len(answers))])
