"""What lies beyond an array in compiled games: nothing is written there, and the game is over."""

from __future__ import annotations

import ctypes
from collections.abc import Callable

import pytest

from cardrules.engine.game import Game
from cardrules.fast import engines, playing
from cardrules.fast.llvm.checks import Checks
from cardrules.fast.llvm.compiling import Loaded, compiled
from cardrules.fast.llvm.operations import DECLARATIONS, written_operations
from cardrules.fast.llvm.writing import Code
from cardrules.kernel.subset.reading import read
from cardrules.rulesets import load
from tests.kernel.watched import sources

pytest.importorskip("llvmlite")
pytest.importorskip("numpy")

FAULTS = "define i64 @seen() {\n  %n = load i64, ptr @faults\n  ret i64 %n\n}\n"


def loaded(text: str) -> tuple[Loaded, Callable[[], int]]:
    """Functions, and one that tells how often something lay beyond an array."""
    made = Loaded(compiled("\n".join([DECLARATIONS, text, FAULTS])))
    return made, made.function("seen", ctypes.c_int64)


@pytest.mark.parametrize("index", [3, -1, 2**63 - 1, -(2**63)])
def test_what_lies_beyond_an_array_is_its_first_cell(index: int) -> None:
    code = Code(10)
    with code.function("change", [("%at", "i64")], "i64", is_open=True):
        array = code.array("i", 3)
        for at in range(3):
            code.put(array, str(at), str(40 + at))
        code.put(array, "%at", "7")
        code.give("i", code.at(array, "0"))
    functions, faults = loaded(code.text())
    change = functions.function("change", ctypes.c_int64, ctypes.c_int64)
    assert (change(2), faults()) == (40, 0)
    assert (change(index), faults()) == (7, 1)


def test_an_operation_that_looks_beyond_its_array() -> None:
    known, _ = read(sources())
    text = written_operations([known["total"], known["plus"]])
    functions, faults = loaded(text.replace("define internal", "define"))
    total = functions.function(
        "total", ctypes.c_int64, ctypes.c_void_p, ctypes.c_int64, ctypes.c_int64
    )
    cells = (ctypes.c_int64 * 2)(5, 6)
    assert (total(ctypes.addressof(cells), 2, 2), faults()) == (11, 0)
    assert (total(ctypes.addressof(cells), 2, 4), faults()) == (21, 2)


def test_a_loop_that_would_go_round_for_ever_is_left() -> None:
    code = Code(10)
    with code.function("rounds", [], "i64", is_open=True):
        number = code.local("i", "0")
        with code.loop(most=5):
            code.write(number, code.plus(code.read(number), "1"))
        code.give("i", code.read(number))
    functions, faults = loaded(code.text())
    assert functions.function("rounds", ctypes.c_int64)() == 5
    assert faults() == 1


@pytest.mark.parametrize("part", ["above", "place", "count"])
def test_a_game_in_which_something_lies_beyond_an_array_is_given_up(
    part: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    note_size = Checks.note_size

    def note(self: Checks, place: str, size: str, *, everywhere: bool = False) -> None:
        # As if there were too few cells.
        is_it = place == f'%"z.{part}"'
        note_size(self, place, "4" if is_it else size, everywhere=everywhere)

    monkeypatch.setattr(Checks, "note_size", note)
    game = Game(load("crazy_eights"), 2)
    found = playing.playouts(game, 3, seed=4)
    assert engines.compiled_game(game) is not None
    assert found.replayed == 3
    monkeypatch.undo()
    assert found.checksum == playing.playouts(game, 3, seed=4, engine="reference").checksum


def test_values_that_no_card_and_no_number_has() -> None:
    """A bit beyond 64, a shift and a division that processors leave open."""
    code = Code(10)
    for name, how in (
        ("bit", code.bit),
        ("has", lambda at: code.as_number(code.has_nth_bit("6", at))),
        ("lowest", code.lowest),
        ("parts", lambda at: code.parts("7", at)[0]),
    ):
        with code.function(name, [("%at", "i64")], "i64", is_open=True):
            code.give("i", how("%at"))
    functions, _ = loaded(code.text())
    call = {
        name: functions.function(name, ctypes.c_int64, ctypes.c_int64)
        for name in ("bit", "has", "lowest", "parts")
    }
    assert [call["bit"](at) for at in (3, 64, 67)] == [8, 1, 8]
    assert [call["has"](at) for at in (1, 65, 64)] == [1, 1, 0]
    assert [call["lowest"](cards) for cards in (12, 0)] == [2, 64]
    assert [call["parts"](size) for size in (2, 0)] == [3, 7]
