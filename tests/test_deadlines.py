"""No test fails by the clock."""

from __future__ import annotations

import re
from pathlib import Path

from hypothesis import settings

TESTS = Path(__file__).parent


def test_no_test_has_a_deadline() -> None:
    assert settings().deadline is None
    others = [path for path in TESTS.rglob("*.py") if path != Path(__file__)]
    asked_for = re.compile(r"deadline=(?!None)")
    assert not [path for path in others if asked_for.search(path.read_text(encoding="utf-8"))]
