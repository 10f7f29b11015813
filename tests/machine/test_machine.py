"""The machine form: what the bundled rulesets become, and that no part of it is forgotten."""

from __future__ import annotations

from pathlib import Path

import pytest

from cardrules.engine import parts
from cardrules.engine.emit import _EMITTERS
from cardrules.engine.lowering.program import LOWERERS
from cardrules.machine import code
from cardrules.machine.printing import print_program
from cardrules.model import ir
from tests.bundled import Bundled, smallest_and_largest

_PROGRAMS = Path(__file__).parent.parent / "data" / "programs"


def _kinds(of: type, module: object) -> set[type]:
    """The classes of a module that are of a kind, without those that only others are made from."""
    found = {item for item in vars(module).values() if isinstance(item, type)}
    return {item for item in found if issubclass(item, of)} - {of}


def test_each_statement_is_lowered() -> None:
    assert set(LOWERERS) == _kinds(ir.Statement, ir) - {ir.Event}


def test_each_instruction_is_written_and_what_can_stop_is_written_so_too() -> None:
    # A question always can stop.
    assert set(parts._WRITERS) | {code.Ask} == _kinds(code.Instruction, code)
    assert set(parts._STOPPING) < _kinds(code.Instruction, code)
    for kind in _kinds(code.Instruction, code):
        names = code.__dict__[kind.__name__].__annotations__
        if {"stop", "body", "branches", "does"} & set(names):
            assert kind in parts._STOPPING, kind


def test_each_value_of_the_machine_has_source() -> None:
    everything = _kinds(ir.Expr, ir) | _kinds(ir.Expr, code)
    assert set(_EMITTERS) == everything


@pytest.mark.parametrize("item", smallest_and_largest()[::2], ids=str)
def test_the_program_of_a_bundled_ruleset(item: Bundled, update: bool) -> None:
    """As a whole, since that is what people look at."""
    text = "\n".join(print_program(item.game().program)) + "\n"
    path = _PROGRAMS / f"{item.name}.txt"
    if update:
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8", newline="\n")
    assert path.read_text(encoding="utf-8") == text


def test_places_name_statements_of_their_procedure() -> None:
    for item in smallest_and_largest():
        for procedure in item.game().program.procedures:
            number = len(list(ir.statements(procedure.statements)))
            stops = [one.stop for one in code.instructions(procedure.body) if hasattr(one, "stop")]
            assert sorted(set(stops)) == list(range(len(procedure.places)))
            if procedure.role != "settle":
                assert all(place.statement < number for place in procedure.places)
            assert len(set(procedure.places)) == len(procedure.places)
