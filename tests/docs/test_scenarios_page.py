"""The page of scenarios: its examples pass, and it leaves out nothing of the format."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

import pytest

from cardrules.diagnostics.codes import CODES
from cardrules.diagnostics.render import render_text
from cardrules.resources import games_dir, schema_text
from cardrules.scenario.citations import unknown_rules
from cardrules.scenario.find import Rulesets
from cardrules.scenario.load import load_scenarios
from cardrules.scenario.report import report_text
from cardrules.scenario.run import Games, run_scenario
from cardrules.source import normalised
from tests.docs.page_examples import DOCS

PAGE = (DOCS / "scenarios.md").read_text(encoding="utf-8")
HEADER = "game: snarkas\nplayers: 2\nscenarios:\n"
_FENCE = re.compile(r"^```yaml (scenarios?)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def _examples() -> Iterator[tuple[int, str]]:
    for match in _FENCE.finditer(PAGE):
        text = match[2] if match[1] == "scenarios" else HEADER + match[2]
        yield PAGE.count("\n", 0, match.start()) + 1, text


EXAMPLES = list(_examples())


@pytest.mark.parametrize(("line", "text"), EXAMPLES, ids=lambda value: str(value)[:20])
def test_an_example_passes(line: int, text: str) -> None:
    source = normalised(str(games_dir() / "scenarios" / "page.yaml"), text)
    file, diagnostics = load_scenarios(source)
    assert file is not None, "\n".join(map(render_text, diagnostics))
    ruleset, mistakes = Rulesets().ruleset(file)
    assert ruleset is not None, mistakes
    assert not unknown_rules(file, ruleset)
    games = Games(ruleset)
    for scenario in file.scenarios:
        outcome = run_scenario(scenario, games)
        assert outcome.passed, f"line {line} of the page\n{report_text(outcome)}"


def _keys(schema: object) -> Iterator[str]:
    if isinstance(schema, dict):
        for name in ("properties", "patternProperties"):
            if isinstance(schema.get(name), dict):
                yield from (key.strip("^ ") for key in schema[name])
        for value in schema.values():
            yield from _keys(value)
    elif isinstance(schema, list):
        for value in schema:
            yield from _keys(value)


def test_each_key_of_the_schema_is_on_the_page() -> None:
    named = set(re.findall(r"[a-z_]+", " ".join(re.findall(r"`[^`\n]+`", PAGE))))
    shown = set(re.findall(r"[a-z_]+", "".join(text for _, text in EXAMPLES)))
    assert sorted(set(_keys(json.loads(schema_text("scenario")))) - named - shown) == []


@pytest.mark.parametrize("code", [code for code in CODES if code[2] == "6"])
def test_each_code_about_scenarios_is_mentioned(code: str) -> None:
    assert code in PAGE


def test_the_contents_name_the_sections() -> None:
    sections = re.findall(r"^## ([0-9]+\. .*)$", PAGE, re.MULTILINE)
    listed = re.findall(r"^([0-9]+\.) \[(.*)\]", PAGE, re.MULTILINE)
    assert sections == [f"{number} {title}" for number, title in listed]
