"""The tables of the parser that are kept between runs."""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
from pathlib import Path

import pytest

from cardrules.syntax import language
from cardrules.syntax.parser_tables import keep_parser, parser_from

PARSER = language.parser
TEXT = "setup\n    shuffle deck\n"


def kept(folder: Path) -> Path:
    path = folder / "tables.json"
    keep_parser(PARSER(), path)
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


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes here")
def test_a_pipe_in_the_place_of_the_tables_is_passed_over(tmp_path: Path) -> None:
    environment = {**os.environ, "XDG_CACHE_HOME": str(tmp_path)}
    environment.pop("CARDRULES_CACHE", None)
    program = (
        "from cardrules.syntax.parser_tables import tables_file\n"
        "from cardrules.syntax.language import parser\n"
        "import os\n"
        "os.mkfifo(tables_file())\n"
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
