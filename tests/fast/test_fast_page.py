"""The page on many games at a call runs."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.docs.sessions import run_session

pytest.importorskip("llvmlite")
pytest.importorskip("numpy")

PAGE = Path(__file__).parents[2] / "docs" / "fast.md"


def test_the_page_runs() -> None:
    number, differences = run_session(PAGE)
    assert number > 5
    assert differences == ""
