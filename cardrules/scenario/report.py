"""What came of scenarios, as text for people and as data for programs."""

from __future__ import annotations

import shlex
from collections.abc import Sequence

from cardrules.diagnostics.render import diagnostic_data, render_text
from cardrules.scenario.model import Difference, Outcome, Scenario

# The words by which this program is called where nothing else is said.
_PROGRAM = ("cardrules",)


def report_text(
    outcome: Outcome, *, verbose: bool = False, program: Sequence[str] = _PROGRAM
) -> str:
    """A scenario that did not pass: each difference card by card, and how to see it again."""
    if outcome.mistakes:
        return "\n".join(map(render_text, outcome.mistakes))
    scenario = outcome.scenario
    place = f"{scenario.source.name}:{scenario.line}"
    lines = [f"FAILED  {place}  {scenario.name}{cited(scenario)}"]
    for item in outcome.differences:
        lines += _difference(outcome, item)
    if outcome.trail:
        lines.append(f"  after: {_shortened(outcome.trail)}")
    if verbose:
        lines.append("  in the end:")
        lines += [f"      {line}" for line in outcome.table]
    lines.append(f"  again: {command(outcome, program)}")
    return "\n".join(lines)


def cited(scenario: Scenario) -> str:
    """The rules that a scenario tests, as they stand behind its name."""
    return f"  [{', '.join(scenario.rules)}]" if scenario.rules else ""


def command(outcome: Outcome, program: Sequence[str] = _PROGRAM) -> str:
    """The command that carries out this scenario alone."""
    scenario = outcome.scenario
    return shlex.join([*program, "test", scenario.source.name, "-k", scenario.name])


def outcome_data(outcome: Outcome, program: Sequence[str] = _PROGRAM) -> dict[str, object]:
    """The same as JSON data."""
    scenario = outcome.scenario
    return {
        "file": scenario.source.name,
        "line": scenario.line,
        "name": scenario.name,
        "rules": list(scenario.rules),
        "passed": outcome.passed,
        "differences": [
            {
                "line": scenario.source.position(item.span.start)[0],
                "what": item.what,
                "expected": item.expected,
                "found": item.found,
                "details": list(item.details),
            }
            for item in outcome.differences
        ],
        "mistakes": [diagnostic_data(item) for item in outcome.mistakes],
        "trail": list(outcome.trail),
        "table": list(outcome.table),
        "again": command(outcome, program),
    }


def _difference(outcome: Outcome, item: Difference) -> list[str]:
    line = outcome.scenario.source.position(item.span.start)[0]
    return [
        f"  line {line}, {item.what}:",
        f"      expected: {item.expected}",
        f"      found:    {item.found}",
        *[f"      {detail}" for detail in item.details],
    ]


_MOST_STEPS = 8


def _shortened(trail: tuple[str, ...]) -> str:
    left = len(trail) - _MOST_STEPS
    shown = trail if left <= 0 else (f"... {left} steps", *trail[-_MOST_STEPS:])
    return "; ".join(shown)
