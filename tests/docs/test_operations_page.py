"""The page on operations has every operation with its parameters, and names tests that exist."""

from __future__ import annotations

import re
from pathlib import Path

from cardrules.kernel.subset.reading import read
from tests.kernel.watched import sources

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "design" / "operations.md").read_text(encoding="utf-8")


def test_every_operation_is_on_the_page() -> None:
    functions, _ = read(sources())
    public = {
        f"{name}({', '.join(parameter for parameter, _ in function.signature.parameters)})"
        for name, function in functions.items()
        if not name.startswith("_")
    }
    told = re.findall(r"^\| `(\w+\([\w, ]*\))` \|", PAGE, flags=re.M)
    assert len(told) == len(set(told))
    assert set(told) == public


def test_the_tests_on_the_page_exist() -> None:
    named = set(re.findall(r"`(tests/[\w/]+\.py)`", PAGE))
    assert named
    assert [name for name in named if not (ROOT / name).exists()] == []
