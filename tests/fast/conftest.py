"""What tests of compiled games share."""

from __future__ import annotations

import pytest

from cardrules.fast.llvm import compiling


@pytest.fixture
def hardly_optimised(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Code that LLVM only translates: it is there in a tenth of the time, and plays the same.

    Slow tests, and those of whole bundled games by `playouts`, have it as everybody has it.
    """
    if request.node.get_closest_marker("slow") is None:
        monkeypatch.setattr(compiling, "_LEVEL", 0)
