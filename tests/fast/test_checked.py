"""The checked build: it plays the same games, and stops at what lies beyond an array."""

from __future__ import annotations

import subprocess
import sys

import pytest

pytest.importorskip("llvmlite")
pytest.importorskip("numpy")

# A function that looks at a cell of an array of three, called with the number of the cell.
LOOK = """
import ctypes, sys
from cardrules.fast.llvm.compiling import Loaded, compiled
from cardrules.fast.llvm.operations import DECLARATIONS
from cardrules.fast.llvm.writing import Code
code = Code(10, traps=True)
with code.function("look", [("%at", "i64")], "i64", is_open=True):
    array = code.array("i", 3)
    for at in range(3):
        code.put(array, str(at), str(40 + at))
    code.give("i", code.at(array, "%at"))
found = Loaded(compiled(DECLARATIONS + code.text()))
print(found.function("look", ctypes.c_int64, ctypes.c_int64)(int(sys.argv[1])))
"""


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, *arguments], capture_output=True, text=True, timeout=300, check=False
    )


def test_what_lies_beyond_an_array_stops_the_process() -> None:
    within = run("-c", LOOK, "2")
    assert (within.returncode, within.stdout) == (0, "42\n")
    for beyond in ("3", "-1"):
        found = run("-c", LOOK, beyond)
        assert found.returncode < 0
        assert found.stdout == ""


@pytest.mark.slow
def test_games_of_a_checked_build() -> None:
    found = run("-m", "tests.fast.checked", "--rulesets", "12", "--games", "3")
    assert found.returncode == 0, found.stdout + found.stderr
    assert found.stdout.count("is right") > 12


def test_a_game_of_a_checked_build() -> None:
    words = ("snarkas", "--rulesets", "2", "--games", "3", "--level", "0")
    found = run("-m", "tests.fast.checked", *words)
    assert found.returncode == 0, found.stdout + found.stderr
    assert found.stdout.startswith("snarkas is right\n")
