"""Files in other encodings are named as such, and nobody reads a thousand mistakes of one file."""

from __future__ import annotations

from pathlib import Path

import pytest

from cardrules.diagnostics.model import MOST_SHOWN, Diagnostics, Severity
from cardrules.lint.runner import lint_source
from cardrules.resources import games_dir
from cardrules.scenario.load import load_scenarios
from cardrules.source import SourceFile, Span, read_source
from tests.cli.calls import call

RULESET = games_dir() / "snarkas.rules"
SCENARIOS = games_dir() / "scenarios" / "snarkas" / "zap.yaml"


@pytest.mark.parametrize(
    ("encoding", "named"),
    [("utf-16", "UTF-16"), ("utf-16-le", "UTF-16"), ("utf-16-be", "UTF-16"), ("utf-32", "UTF-32")],
)
@pytest.mark.parametrize("original", [RULESET, SCENARIOS], ids=lambda path: path.suffix)
def test_a_file_in_another_encoding_is_one_mistake_that_names_it(
    tmp_path: Path, original: Path, encoding: str, named: str
) -> None:
    path = tmp_path / original.name
    path.write_bytes(original.read_text(encoding="utf-8").encode(encoding))
    source = read_source(path)
    found = lint_source(source) if path.suffix == ".rules" else load_scenarios(source)[1]
    assert [(item.code, item.message) for item in found] == [
        ("CR001", f"The file is written in {named}, and not in UTF-8.")
    ]
    told = call("lint" if path.suffix == ".rules" else "test", path)
    assert told.exit_code == 1 and len(told.output) < 500


@pytest.mark.parametrize(
    "content", [b"", b"\x00", b"a", "caf\u00e9".encode(), b"\xff", b"a\x00bcd"]
)
def test_what_may_be_a_text_is_read_as_one(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "short.rules"
    path.write_bytes(content)
    assert read_source(path).encoding == ""


def test_a_hundred_mistakes_are_listed_errors_first_and_the_rest_counted() -> None:
    diagnostics = Diagnostics(SourceFile("text", "x" * 1000))
    for at in range(60):
        diagnostics.report("CR502", Span(at, at + 1), f"hint {at}")
    for at in range(500, 590):
        diagnostics.report("CR301", Span(at, at + 1), f"error {at}")
    found = list(diagnostics)
    assert len(found) == MOST_SHOWN + 1
    assert sum(item.severity is Severity.ERROR for item in found[:-1]) == 90
    assert (found[-1].code, found[-1].message) == (
        "CR006",
        "There are 50 more; the first 100 are listed.",
    )
    assert len(diagnostics) == len(diagnostics.everything()) == 150
