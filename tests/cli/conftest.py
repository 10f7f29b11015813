"""Whatever a test of the command line saves without saying where lands in a folder of its own."""

from __future__ import annotations

from pathlib import Path

import pytest


@pytest.fixture(autouse=True)
def _own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("CARDRULES_HOME", str(tmp_path / "home"))


@pytest.fixture
def saved(tmp_path: Path) -> Path:
    """The folder of saved games."""
    return tmp_path / "home" / "saved"
