"""The page on many games at a call runs."""

from __future__ import annotations

import doctest
from pathlib import Path

import pytest

pytest.importorskip("llvmlite")
pytest.importorskip("numpy")

PAGE = Path(__file__).parents[2] / "docs" / "fast.md"


def test_the_page_runs() -> None:
    found = doctest.testfile(str(PAGE), module_relative=False, encoding="utf-8")
    assert found.attempted > 5
    assert found.failed == 0
