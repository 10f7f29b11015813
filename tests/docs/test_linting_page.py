"""What the page on linting shows can be copied: configuration, options, hook and action."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import click
import yaml

from cardrules.cli.lint import command
from cardrules.diagnostics.codes import CODES
from cardrules.lint.configuration import read_configuration
from cardrules.lint.settings import MOST_SETTINGS
from tests.docs.page_examples import DOCS

ROOT = DOCS.parent
PAGE = (DOCS / "linting.md").read_text(encoding="utf-8")


def blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)


def loaded(path: Path) -> Any:
    return yaml.safe_load(path.read_text(encoding="utf-8"))


def test_the_configuration_is_understood() -> None:
    (text,) = blocks("toml")
    chosen = read_configuration("page", text).selection()
    assert not chosen.tells("CR505") and not chosen.tells("CR213") and chosen.tells("CR502")


def test_the_forms_are_those_of_the_command() -> None:
    (form,) = [item for item in command.params if item.name == "form"]
    assert isinstance(form.type, click.Choice)
    table = PAGE[PAGE.index("| `--format` |") :]
    assert re.findall(r"^\| `(\w+)`", table, re.MULTILINE) == list(form.type.choices)


def test_the_options_and_codes_on_the_page_are_there() -> None:
    known = {name for item in command.params for name in item.opts}
    assert set(re.findall(r"(?<![\w-])--[a-z][a-z-]+", PAGE)) <= known
    assert set(re.findall(r"CR\d{3}", PAGE)) <= set(CODES)
    assert f"with {MOST_SETTINGS} of these" in PAGE


def test_the_hook_lints_rulesets() -> None:
    (hook,) = loaded(ROOT / ".pre-commit-hooks.yaml")
    (config,) = [yaml.safe_load(item) for item in blocks("yaml") if item.startswith("repos")]
    assert [item["id"] for item in config["repos"][0]["hooks"]] == [hook["id"]]
    words = hook["entry"].split()
    assert words[:2] == ["cardrules", "lint"] and hook["language"] == "python"
    command.make_context("lint", [*words[2:], "game.rules"])
    assert re.search(hook["files"], "games/war.rules") and not re.search(hook["files"], "a.md")


def test_the_action_lints_and_takes_what_the_workflow_gives() -> None:
    action = loaded(ROOT / "examples" / "github" / "action.yml")
    (flow,) = [yaml.safe_load(item) for item in blocks("yaml") if "jobs:" in item]
    step = flow["jobs"]["rules"]["steps"][-1]
    assert set(step["with"]) <= set(action["inputs"])
    assert action["runs"]["using"] == "composite"
    steps = action["runs"]["steps"]
    used = set(re.findall(r"\$\{\{ inputs\.([\w-]+) \}\}", str(steps)))
    assert used == set(action["inputs"])
    assert all("shell" in item for item in steps if "run" in item)
    words = steps[-1]["run"].replace('"$FAIL_ON"', "warning").replace("$FILES", "games").split()
    assert words[:2] == ["cardrules", "lint"]
    command.make_context("lint", words[2:])
