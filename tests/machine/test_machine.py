"""The machine form: what the bundled rulesets become."""

from __future__ import annotations

from pathlib import Path

import pytest

from cardrules.machine import code
from cardrules.machine.printing import print_program
from cardrules.model import ir
from tests.bundled import Bundled, smallest_and_largest

_PROGRAMS = Path(__file__).parent.parent / "data" / "programs"


# Each bundled ruleset at its greatest number of players.
_LARGEST = {item.name: item for item in smallest_and_largest()}


@pytest.mark.parametrize("item", _LARGEST.values(), ids=str)
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
            waits = [one.wait for one in code.instructions(procedure.body) if hasattr(one, "wait")]
            assert sorted(set(waits)) == list(range(len(procedure.waits)))
            if procedure.role != "settle":
                assert all(wait.statement < number for wait in procedure.waits)
            assert len(set(procedure.waits)) == len(procedure.waits)
