"""Where the user's own files lie."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from cardrules.folders import Purpose, own_folder

_VARIABLES = ("CARDRULES_HOME", "XDG_CACHE_HOME", "XDG_DATA_HOME", "LOCALAPPDATA")


@pytest.fixture(autouse=True)
def _nothing_said(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in _VARIABLES:
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HOME", "/home/ann")


@pytest.mark.parametrize(
    ("platform", "purpose", "folder"),
    [
        ("linux", "cache", ".cache"),
        ("linux", "data", ".local/share"),
        ("darwin", "cache", "Library/Caches"),
        ("darwin", "data", "Library/Application Support"),
    ],
)
def test_a_folder_among_those_of_the_user(
    platform: str, purpose: Purpose, folder: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "platform", platform)
    assert own_folder(purpose) == Path("/home/ann", folder, "cardrules")


def test_variables_say_where_else(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LOCALAPPDATA", "/local")
    assert own_folder("cache") == own_folder("data") == Path("/local/cardrules")
    monkeypatch.setenv("XDG_DATA_HOME", "/data")
    monkeypatch.setenv("XDG_CACHE_HOME", "/cache")
    assert (own_folder("data"), own_folder("cache")) == (
        Path("/data/cardrules"), Path("/cache/cardrules"),
    )  # fmt: skip
    monkeypatch.setenv("CARDRULES_HOME", "/own")
    assert (own_folder("data"), own_folder("cache")) == (Path("/own"), Path("/cache/cardrules"))


def test_no_folder_depends_on_where_somebody_works(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CARDRULES_HOME", "own")
    assert own_folder("data") is None
