"""What other programs read: SARIF and annotations, with the right file and line."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlparse

import jsonschema
import pytest

from tests.cli.calls import ROOT, call
from tests.lint.harness import text_with

SCHEMA = json.loads((ROOT / "tests" / "data" / "sarif_2_1_0_part.json").read_text(encoding="utf-8"))
HEAD = "---\ntitle: More\nextends: base\n---\n"


@pytest.fixture(name="patch")
def _patch(tmp_path: Path) -> Path:
    """House rules, which leave something of their base and something of their own unused."""
    folder = tmp_path / "a folder, 100%"
    folder.mkdir()
    (folder / "base.rules").write_text(
        text_with("window late", "interrupt cut answers late", "    do", "        shuffle deck"),
        encoding="utf-8",
    )
    patch = folder / "patch.rules"
    patch.write_text(f"{HEAD}define two = 2\n", encoding="utf-8")
    return patch


def sarif(*arguments: str | Path) -> dict[str, Any]:
    result = call("lint", "--format", "sarif", *arguments)
    log: dict[str, Any] = json.loads(result.stdout)
    jsonschema.validate(log, SCHEMA)
    (run,) = log["runs"]
    for item in run["results"]:
        rule = run["tool"]["driver"]["rules"][item["ruleIndex"]]
        assert rule["id"] == item["ruleId"] and rule["help"]["markdown"].startswith("# CR")
    found: dict[str, Any] = run
    return found


def place(location: dict[str, Any]) -> tuple[str, int, int]:
    physical = location["physicalLocation"]
    path = Path(unquote(urlparse(physical["artifactLocation"]["uri"]).path))
    assert path.is_file()
    return path.name, physical["region"]["startLine"], physical["region"]["startColumn"]


def test_sarif_names_the_file_in_which_the_line_stands(patch: Path) -> None:
    run = sarif(patch)
    assert [place(item["locations"][0]) for item in run["results"]] == [
        ("patch.rules", 5, 8),
        ("base.rules", 16, 8),
    ]
    (label,) = run["results"][1]["relatedLocations"]
    assert place(label) == ("base.rules", 17, 11)
    assert label["message"]["text"] == "so `cut` can never be played"


def test_sarif_has_levels_fixes_and_nothing_where_nothing_is_found(tmp_path: Path) -> None:
    path = tmp_path / "game.rules"
    path.write_text(text_with("define one = 1 # lint: ignore CR502 CR507, no"), encoding="utf-8")
    (item,) = sarif(path)["results"]
    assert item["level"] == "warning"
    (change,) = item["fixes"][0]["artifactChanges"]
    assert change["replacements"] == [
        {"deletedRegion": {"startLine": 16, "startColumn": 36, "endLine": 16, "endColumn": 42}}
    ]
    path.write_text(text_with("define one = unknown"), encoding="utf-8")
    assert [item["level"] for item in sarif(path)["results"]] == ["error"]
    path.write_text(text_with(), encoding="utf-8")
    assert sarif(path)["results"] == []


def test_the_schema_of_these_tests_refuses_what_is_no_sarif() -> None:
    for wrong in ({}, {"version": "2.1", "runs": []}, {"version": "2.1.0", "runs": [{}]}):
        with pytest.raises(jsonschema.ValidationError):
            jsonschema.validate(wrong, SCHEMA)


def test_annotations_name_the_file_in_which_the_line_stands(patch: Path) -> None:
    result = call("lint", "--format", "github", patch)
    pattern = (
        r"::(\w+) file=([^,]+),line=(\d+),endLine=(\d+),col=(\d+),endColumn=(\d+),title=(.+?)::(.+)"
    )
    own, base = (re.fullmatch(pattern, line) for line in result.stdout.splitlines())
    assert base is not None and own is not None
    folder = str(patch.parent).replace("%", "%25").replace(",", "%2C")
    assert base.groups()[:7] == (
        "warning",
        f"{folder}/base.rules",
        "16",
        "16",
        "8",
        "12",
        "CR502 unused",
    )
    assert (own[2], own[3]) == (f"{folder}/patch.rules", "5")
    assert own[8].startswith("Nothing uses the definition `two`.")


def test_json_has_the_fix_with_its_edits(tmp_path: Path) -> None:
    path = tmp_path / "game.rules"
    path.write_text(text_with("define one = 1"), encoding="utf-8")
    (item,) = json.loads(call("lint", "--json", path).stdout)
    assert item["fix"] == {
        "title": "Delete the definition `one`",
        "applicability": "unsafe",
        "edits": [
            {
                "file": str(path),
                "line": 16,
                "column": 1,
                "end_line": 17,
                "end_column": 1,
                "text": "",
            }
        ],
    }
