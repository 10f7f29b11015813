"""The games of the bundled rulesets are those that are fixed: a sample of a million of them."""

from __future__ import annotations

import pytest

pytest.importorskip("llvmlite")
pytest.importorskip("numpy")


def test_a_sample_of_the_games_that_are_fixed() -> None:
    from tests.fast.many import changed  # noqa: PLC0415 - it needs the extra

    assert list(changed("sample")) == []
