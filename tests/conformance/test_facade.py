"""`Game` is how others know the engine."""

from __future__ import annotations

from pathlib import Path

import cardrules

PACKAGE = Path(cardrules.__file__).parent


def test_nothing_outside_the_engine_reaches_what_makes_a_game() -> None:
    engine = PACKAGE / "engine"
    others = [path for path in PACKAGE.rglob("*.py") if engine not in path.parents]
    assert len(others) > 150
    assert not [path.name for path in others if ".builder" in path.read_text(encoding="utf-8")]
