"""The tables of the parser that are kept between runs: plain data, ours alone, never trusted."""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from cardrules import resources
from cardrules.syntax import language
from cardrules.syntax.parser_tables import keep, parser_from

PARSER = language.parser
TEXT = "setup\n    shuffle deck\n"


def kept(folder: Path) -> Path:
    path = folder / "tables.json"
    keep(PARSER(), path)
    return path


def read(path: Path):
    return parser_from(path, postlex=language.Indentation())


def test_a_parser_that_was_kept_reads_the_same(tmp_path: Path) -> None:
    again = read(kept(tmp_path))
    assert again is not None
    assert again.parse(TEXT, start="start") == PARSER().parse(TEXT, start="start")


def test_what_is_kept_is_text_in_which_nothing_can_be_carried_out(tmp_path: Path) -> None:
    text = kept(tmp_path).read_text(encoding="ascii")
    assert text.split("\n")[1].startswith('{"data":')


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
    assert read(path) is None


def test_tables_of_another_user_are_not_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = kept(tmp_path)
    assert read(path) is not None
    monkeypatch.setattr(os, "getuid", lambda: 4321, raising=False)
    assert read(path) is None


def test_nothing_is_kept_where_others_may_write(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.delenv("CARDRULES_CACHE", raising=False)
    place = resources.parser_cache()
    assert place is not None and place.parent == tmp_path / "cardrules"
    place.parent.chmod(0o777)
    assert resources.parser_cache() is None


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes here")
def test_a_pipe_in_the_place_of_the_tables_is_passed_over(tmp_path: Path) -> None:
    environment = {**os.environ, "XDG_CACHE_HOME": str(tmp_path)}
    environment.pop("CARDRULES_CACHE", None)
    program = (
        "from cardrules.resources import parser_cache\n"
        "from cardrules.syntax.language import parser\n"
        "import os\n"
        "os.mkfifo(parser_cache())\n"
        "print(parser().parse('setup\\n    shuffle deck\\n', start='start') is not None)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], env=environment, capture_output=True, text=True, check=True
    )
    assert done.stdout == "True\n"


@pytest.mark.parametrize(
    "text",
    [
        "{}",
        "[]",
        "1",
        '{"data": 1, "memo": 2}',
        '{"data": {}, "memo": {}}',
        '{"#": [1, 2]}',
        '{"#": 3}',
    ],
)
def test_whole_tables_of_another_form_are_not_read(tmp_path: Path, text: str) -> None:
    path = kept(tmp_path)
    path.write_text(f"{hashlib.sha256(text.encode()).hexdigest()}\n{text}", encoding="ascii")
    assert read(path) is None


def test_nothing_is_kept_in_a_folder_that_is_named_from_where_one_works(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CACHE_HOME", "cache")
    monkeypatch.delenv("CARDRULES_CACHE", raising=False)
    assert resources.parser_cache() is None
    assert list(tmp_path.iterdir()) == []
