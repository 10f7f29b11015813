"""What is told of a scenario that did not pass."""

from __future__ import annotations

import json
import re
import shlex

from cardrules.scenario.report import outcome_data, report_text
from tests.scenario.harness import outcome

FAILING = """
- name: A 7 captures every 7
  rules: [SN-P2]
  position: {hand 1: [7**, 5], table: [7, 7*, 10]}
  steps:
    - {seat: 1, do: play_card, card: 7**}
  expect:
    table: [10, 7*]
"""


def test_a_difference_is_told_with_line_steps_and_command() -> None:
    found = outcome(FAILING)
    name = found.scenario.source.name
    assert report_text(found).splitlines() == [
        f"FAILED  {name}:5  A 7 captures every 7  [SN-P2]",
        "  line 11, table:",
        "      expected: 10, 7*",
        "      found:    10",
        "      missing: 7*",
        "  after: seat 1: play_card card: 7**, captured: 7 + 7*",
        f"  again: cardrules test {shlex.quote(name)} -k 'A 7 captures every 7'",
    ]


def test_on_demand_it_is_told_where_everything_lies() -> None:
    lines = report_text(outcome(FAILING), verbose=True).splitlines()
    assert "      table: 10" in lines
    assert "      hand 1: 5" in lines
    assert "      won 1: 7**, 7*, 7" in lines


def test_a_mistake_is_told_like_any_diagnostic() -> None:
    text = report_text(outcome(FAILING.replace("table: [10, 7*]", "tabel: []")))
    assert text.startswith("error[CR604] There is no zone, variable or fact `tabel`.")


def test_the_same_as_data() -> None:
    data = json.loads(json.dumps(outcome_data(outcome(FAILING))))
    assert (data["name"], data["passed"], data["line"]) == ("A 7 captures every 7", False, 5)
    assert data["differences"] == [
        {
            "line": 11,
            "what": "table",
            "expected": "10, 7*",
            "found": "10",
            "details": ["missing: 7*"],
        }
    ]


def test_of_many_steps_the_last_are_told() -> None:
    text = FAILING.replace("  expect:", "    - until: {over: true}\n  expect:")
    (line,) = [line for line in report_text(outcome(text)).splitlines() if "after:" in line]
    assert re.match(r"  after: \.\.\. \d+ steps; ", line)
    assert line.count("; ") == 8
