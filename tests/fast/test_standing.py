"""Compiled games with a cache that is damaged, foreign, full, or no cache at all: the right games,
and no error.
"""

from __future__ import annotations

import errno
import functools
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from cardrules import kept
from cardrules.engine.game import Game
from cardrules.fast import engines, playing
from cardrules.fast.llvm import compiling
from cardrules.rulesets import load

pytest.importorskip("llvmlite")
pytest.importorskip("numpy")
pytestmark = pytest.mark.usefixtures("hardly_optimised")

PLAY = """
import cardrules
from cardrules.fast import playouts
print(playouts(cardrules.Game(cardrules.load("kuhn_poker"), players=2), 20).checksum)
"""


def checksum() -> int:
    """That of some games, with a game that is made anew."""
    return playing.playouts(Game(load("kuhn_poker"), 2), 20).checksum


@pytest.fixture(scope="module")
def wanted() -> int:
    return playing.playouts(Game(load("kuhn_poker"), 2), 20, engine="reference").checksum


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.delenv("CARDRULES_CACHE", raising=False)
    return tmp_path / "cardrules"


# To compile once is enough.
once = functools.cache(compiling.compiled)


@pytest.fixture(autouse=True)
def compilations(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What is compiled from here on."""
    texts: list[str] = []

    def compiled(text: str) -> bytes:
        texts.append(text)
        return once(text)

    monkeypatch.setattr(engines, "compiled", compiled)
    return texts


def codes_in(cache: Path) -> list[Path]:
    return [path for path in cache.iterdir() if path.name.startswith("compiled-")]


def code_in(cache: Path) -> Path:
    (file,) = codes_in(cache)
    return file


def _cut_off(file: Path) -> None:
    file.write_bytes(file.read_bytes()[: file.stat().st_size // 2])


def _changed(file: Path) -> None:
    text = file.read_text("ascii")
    at = len(text) // 2
    other = "B" if text[at] == "A" else "A"
    file.write_text(text[:at] + other + text[at + 1 :], encoding="ascii")


def _empty(file: Path) -> None:
    file.write_bytes(b"")


def _no_code(file: Path) -> None:
    """Something else, as whole as what is kept."""
    kept.keep(file, "no code at all!")


def _nothing_in_it(file: Path) -> None:
    kept.keep(file, "")


def _open_to_others(file: Path) -> None:
    file.chmod(0o666)


def _folder(file: Path) -> None:
    file.unlink()
    file.mkdir()


@pytest.mark.parametrize(
    "damage", [_cut_off, _changed, _empty, _no_code, _nothing_in_it, _open_to_others, _folder]
)
def test_code_that_is_damaged_or_could_be_of_others_is_made_anew(
    damage: Callable[[Path], None], cache: Path, wanted: int, compilations: list[str]
) -> None:
    assert checksum() == wanted
    assert checksum() == wanted
    assert len(compilations) == 1
    damage(code_in(cache))
    assert checksum() == wanted
    assert len(compilations) == 2


def test_what_another_user_has_kept_is_made_anew(
    cache: Path, wanted: int, compilations: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert checksum() == wanted
    code_in(cache)
    monkeypatch.setattr(os, "getuid", lambda: 4321, raising=False)
    assert checksum() == wanted
    assert len(compilations) == 2


@pytest.mark.parametrize("number", [errno.ENOSPC, errno.EROFS, errno.EACCES])
def test_where_nothing_can_be_written_it_is_made_anew_each_time(
    number: int, cache: Path, wanted: int, compilations: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(path: Path, text: str) -> None:
        raise OSError(number, os.strerror(number), str(path))

    monkeypatch.setattr(kept, "write_text", full)
    assert checksum() == wanted
    assert checksum() == wanted
    assert len(compilations) == 2
    assert list(cache.iterdir()) == []


def test_a_disk_that_becomes_full_leaves_nothing_behind(
    cache: Path, wanted: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    cache.mkdir(mode=0o700)

    def full(descriptor: int, *_: object) -> int:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "fsync", full)
    monkeypatch.setattr(os, "write", full)
    monkeypatch.setattr(os, "replace", full)
    assert checksum() == wanted
    monkeypatch.undo()
    assert list(cache.iterdir()) == []


def test_a_cache_that_is_no_folder(cache: Path, wanted: int) -> None:
    cache.write_text("", encoding="ascii")
    assert checksum() == wanted
    assert cache.is_file()


def test_without_a_cache_nothing_is_written(
    cache: Path, wanted: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CARDRULES_CACHE", "off")
    assert checksum() == wanted
    assert not cache.exists()


def test_code_of_another_version_stays_where_it_is(
    cache: Path, wanted: int, compilations: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(engines, "made_for", lambda: "LLVM 1 for another processor")
    assert checksum() == wanted
    monkeypatch.setattr(engines, "made_for", compiling.made_for)
    assert checksum() == wanted
    assert len(codes_in(cache)) == 2


@pytest.mark.slow
def test_two_processes_at_the_same_time(cache: Path, wanted: int) -> None:
    both = [
        subprocess.Popen([sys.executable, "-c", PLAY], stdout=subprocess.PIPE, text=True)
        for _ in range(2)
    ]
    assert [process.communicate(timeout=120)[0].strip() for process in both] == [str(wanted)] * 2
    code_in(cache)
