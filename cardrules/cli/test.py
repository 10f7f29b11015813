"""`cardrules test`: carry out scenarios."""

from __future__ import annotations

import json
import os
import sys
from collections import Counter
from pathlib import Path

import attrs
import click

from cardrules.diagnostics.model import Diagnostic
from cardrules.diagnostics.render import diagnostic_data, render_text
from cardrules.scenario.find import Rulesets, bundled_scenarios, scenario_files
from cardrules.scenario.load import load_scenarios
from cardrules.scenario.model import Outcome, Scenario
from cardrules.scenario.report import outcome_data, report_text
from cardrules.scenario.run import Games, run_scenario
from cardrules.source import read_source

FAILED, BAD_INPUT = 1, 2


@click.command("test")
@click.argument("files", nargs=-1, type=click.Path(exists=True, path_type=Path))
@click.option(
    "-k",
    "text",
    metavar="TEXT",
    help="Only scenarios whose name or a rule of theirs has TEXT in it.",
)
@click.option("--json", "as_json", is_flag=True, help="Print the outcomes as JSON.")
@click.option(
    "-v", "--verbose", is_flag=True, help="Show where everything lay when a scenario failed."
)
def command(files: tuple[Path, ...], text: str | None, as_json: bool, verbose: bool) -> None:
    """Test rules by scenarios: YAML files, or folders of them; without FILES those of the bundled games.

    The exit code is 0 if all pass, 1 if one fails, and 2 if a file cannot be used.
    """
    session = _Session(text or "", quiet=as_json)
    for path in scenario_files(files or [bundled_scenarios()]):
        session.run_file(path)
    if as_json:
        click.echo(json.dumps(session.data(), indent=2, ensure_ascii=False))
    else:
        session.tell(verbose)
    sys.exit(session.exit_code())


@attrs.define
class _Session:
    """The outcomes of one call."""

    text: str
    quiet: bool
    outcomes: list[Outcome] = attrs.field(factory=list)
    mistakes: list[Diagnostic] = attrs.field(factory=list)
    _rulesets: Rulesets = attrs.field(factory=Rulesets)

    def run_file(self, path: Path) -> None:
        """Carry out the scenarios of a file."""
        source = read_source(path)
        file, diagnostics = load_scenarios(source)
        self.mistakes += diagnostics
        if file is None:
            return
        ruleset, mistakes = self._rulesets.ruleset(file)
        self.mistakes += mistakes
        if ruleset is None:
            return
        games = Games(ruleset)
        found = [item for item in file.scenarios if self._is_meant(item)]
        for scenario in found:
            self._progress()
            self.outcomes.append(run_scenario(scenario, games))
        self._progress(end=True)
        if found and not self.quiet:
            passed = Counter(item.passed for item in self.outcomes[-len(found) :])
            failed = f", {passed[False]} failed" if passed[False] else ""
            _say(f"{path}  {passed[True]} passed{failed}")

    def _is_meant(self, scenario: Scenario) -> bool:
        text = self.text.lower()
        return text in scenario.name.lower() or any(text == rule.lower() for rule in scenario.rules)

    def _progress(self, end: bool = False) -> None:
        if not self.quiet and sys.stderr.isatty():
            text = " " * 20 if end else f"{len(self.outcomes) + 1} ..."
            click.echo(f"\r{text}\r", err=True, nl=False)

    def exit_code(self) -> int:
        """0, 1 or 2, as the help says."""
        if self.mistakes or not self.outcomes or any(item.mistakes for item in self.outcomes):
            return BAD_INPUT
        return 0 if all(item.passed for item in self.outcomes) else FAILED

    def data(self) -> dict[str, object]:
        """All of it as JSON data."""
        return {
            "passed": sum(item.passed for item in self.outcomes),
            "failed": sum(not item.passed for item in self.outcomes),
            "mistakes": [diagnostic_data(item) for item in self.mistakes],
            "scenarios": [outcome_data(item) for item in self.outcomes],
        }

    def tell(self, verbose: bool) -> None:
        """What did not pass, and a last line with the numbers."""
        for item in self.mistakes:
            _say(f"\n{render_text(item)}")
        failed = [item for item in self.outcomes if not item.passed]
        for outcome in failed:
            _say(f"\n{report_text(outcome, verbose=verbose)}")
        number = len(self.outcomes)
        if not number and not self.mistakes:
            _say("There is no such scenario.")
        elif failed:
            _say(f"\n{len(failed)} of {_counted(number)} failed.", "red")
        elif number:
            _say(f"{_counted(number)} passed.", "green")


def _counted(number: int) -> str:
    return "1 scenario" if number == 1 else f"{number} scenarios"


def _say(text: str, colour: str | None = None) -> None:
    styled = click.style(text, fg=colour) if colour else text
    click.echo(styled, color=False if "NO_COLOR" in os.environ else None)
