"""A program says all that is needed to play it: nothing in it leads back to its ruleset."""

from __future__ import annotations

import pickle
from collections.abc import Collection, Iterator, Mapping
from typing import Any

import attrs
import pytest

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
