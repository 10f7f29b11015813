"""What is kept between runs: plain text, ours alone, never trusted."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from cardrules.kept import keep, keep_few, kept_file, read_kept

TEXT = '{"setup": 1}'


def kept(folder: Path) -> Path:
    path = folder / "something.json"
    keep(path, TEXT)
    return path


def test_what_was_kept_is_read_again(tmp_path: Path) -> None:
    assert read_kept(kept(tmp_path)) == TEXT


def _cut_off(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:-100])


def _changed(path: Path) -> None:
    path.write_text(path.read_text().replace("setup", "setap", 1))


def _no_text(path: Path) -> None:
    path.write_bytes(b"\x80\x04\x95" + path.read_bytes())


def _pipe(path: Path) -> None:
    path.unlink()
    os.mkfifo(path)


def _folder(path: Path) -> None:
    path.unlink()
    path.mkdir()


def _link(path: Path) -> None:
    path.rename(path.with_name("elsewhere"))
    path.symlink_to(path.with_name("elsewhere"))


def _open_to_others(path: Path) -> None:
    path.chmod(0o666)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes and owners here")
@pytest.mark.parametrize(
    "damage", [_cut_off, _changed, _no_text, _pipe, _folder, _link, _open_to_others, Path.unlink]
)
def test_what_is_damaged_or_could_be_of_others_is_not_read(
    tmp_path: Path, damage: Callable[[Path], None]
) -> None:
    path = kept(tmp_path)
    damage(path)
    assert read_kept(path) is None


def test_what_another_user_has_kept_is_not_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = kept(tmp_path)
    assert read_kept(path) is not None
    monkeypatch.setattr(os, "getuid", lambda: 4321, raising=False)
    assert read_kept(path) is None


def test_nothing_is_kept_where_others_may_write(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.delenv("CARDRULES_CACHE", raising=False)
    place = kept_file("something.json")
    assert place is not None and place.parent == tmp_path / "cardrules"
    place.parent.chmod(0o777)
    assert kept_file("something.json") is None


def test_nothing_is_kept_in_a_folder_that_is_named_from_where_one_works(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CACHE_HOME", "cache")
    monkeypatch.delenv("CARDRULES_CACHE", raising=False)
    assert kept_file("something.json") is None
    assert list(tmp_path.iterdir()) == []


def test_where_nothing_can_be_written_nothing_is_kept(tmp_path: Path) -> None:
    """A full disk, a folder that is gone: it is made anew the next time."""
    keep(tmp_path / "gone" / "something.json", TEXT)
    assert read_kept(tmp_path / "gone" / "something.json") is None


def test_without_a_cache_there_is_no_place(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CARDRULES_CACHE", "off")
    assert kept_file("something.json") is None


def test_only_the_last_ones_are_kept(tmp_path: Path) -> None:
    for number in range(6):
        path = tmp_path / f"rules-{number}"
        keep(path, TEXT)
        os.utime(path, (number, number))
    (tmp_path / "parser-0").touch()
    keep_few(tmp_path / "rules-5", "rules-", 2)
    assert sorted(item.name for item in tmp_path.iterdir()) == ["parser-0", "rules-4", "rules-5"]


@pytest.mark.skipif(os.name == "nt", reason="links")
def test_a_link_in_the_place_of_a_file_is_not_written_through(tmp_path: Path) -> None:
    other = tmp_path / "other.txt"
    other.write_text("Mine.")
    path = tmp_path / "something.json"
    path.symlink_to(other)
    keep(path, TEXT)
    assert other.read_text() == "Mine."
    assert read_kept(path) == TEXT


@pytest.mark.skipif(not hasattr(os, "getuid"), reason="no owners")
def test_a_file_to_which_others_may_write_is_made_anew(tmp_path: Path) -> None:
    path = kept(tmp_path)
    path.chmod(0o666)
    keep(path, TEXT)
    assert read_kept(path) == TEXT
