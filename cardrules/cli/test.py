"""`cardrules test`: carry out scenarios."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path

import attrs
import click

from cardrules.cli.arguments import house_rules, print_json, with_option
from cardrules.cli.compared import comparison_lines, comparisons_data
from cardrules.cli.covered import coverage_data, coverage_lines, is_enough
from cardrules.cli.exits import ERRORS, INTERRUPTED, OK, USAGE, fail
from cardrules.cli.program import command_line, program
from cardrules.cli.streams import told
from cardrules.diagnostics.model import Diagnostic, Diagnostics
from cardrules.diagnostics.render import diagnostic_data, render_text
from cardrules.model.ruleset import Ruleset
from cardrules.rulesets import SUFFIX, bundled
from cardrules.scenario.against import Comparison, compare
from cardrules.scenario.citations import unknown_rules
from cardrules.scenario.coverage import Coverage
from cardrules.scenario.find import SUFFIXES, Rulesets, bundled_scenarios, scenario_files
from cardrules.scenario.load import load_scenarios
from cardrules.scenario.model import Outcome, Scenario, ScenarioFile
from cardrules.scenario.report import outcome_data, report_text
from cardrules.scenario.run import Games, run_scenario
from cardrules.source import SourceFile, Span, read_source

EXAMPLES = """\b
Examples:
  cardrules test                             all scenarios of the bundled games
  cardrules test snarkas my_scenarios.yaml
  cardrules test -k SI-P1 -v
  cardrules test snarkas --with race.rules             with house rules
  cardrules test snarkas --against race.rules          what do they change?
  cardrules test snarkas --coverage --fail-under 90    what is not tested?"""


@click.command("test", epilog=EXAMPLES)
@click.argument("files", nargs=-1)
@click.option("-k", "text", default="", help="Only scenarios with TEXT in the name, or of a rule.")
@click.option("--json", "as_json", is_flag=True, help="Print the outcomes as JSON.")
@click.option("-v", "--verbose", is_flag=True, help="Show what lay where when a scenario failed.")
@with_option
@click.option(
    "--against",
    metavar="FILE",
    multiple=True,
    type=click.Path(path_type=Path, exists=True, dir_okay=False),
    help="Tell what becomes of the scenarios with these house rules; can be repeated.",
)
@click.option(
    "--coverage",
    is_flag=True,
    help="Tell which lines, branches, endings and cards no scenario reaches.",
)
@click.option(
    "--fail-under",
    "least",
    metavar="PERCENT",
    type=click.FloatRange(0, 100),
    help="With --coverage: fail if fewer of a hundred parts of a ruleset are reached.",
)
@click.pass_context
def command(
    ctx: click.Context,
    files: tuple[str, ...],
    text: str,
    as_json: bool,
    verbose: bool,
    against: tuple[Path, ...],
    coverage: bool,
    least: float | None,
) -> None:
    """Test rules by scenarios.

    FILES are files or folders of scenarios, or names of bundled games; all bundled games if there
    are none. The exit code is 0 if all scenarios pass, 1 if one fails or a file cannot be used, and
    2 if no scenario is meant.

    With --against each scenario is carried out by the game and by the house rules, and told is
    which come out as before, which only if a new question is answered in between, which are
    changed, and which do not apply. The exit code is 0 then, whatever comes out.

    With --coverage each part of the rules is named that no scenario reaches which passes: what is
    never carried out, forbids nothing, or decides nothing. With --fail-under the exit code is 1 if
    too few are reached of any ruleset.
    """
    if coverage and against:
        raise click.UsageError("--coverage does not go together with --against.")
    if least is not None and not coverage:
        raise click.UsageError("--fail-under needs --coverage.")
    session = _Session(
        text=text.lower(),
        quiet=as_json,
        added=house_rules(),
        against=against,
        coverage=coverage,
        least=least,
    )
    is_whole = True
    try:
        for path in scenario_files(_paths(files)):
            session.run_file(path)
    except KeyboardInterrupt:
        if coverage:
            raise  # what is not reached is known at the end alone
        is_whole = False
        told("Interrupted: the scenarios so far are told.")
    if as_json:
        print_json(session.data())
    else:
        session.tell(verbose)
    ctx.exit(session.exit_code() if is_whole else INTERRUPTED)


def _paths(files: tuple[str, ...]) -> Iterator[Path]:
    """The files and folders that are meant; those of the program as seen from here."""
    folder = bundled_scenarios()
    here = Path.cwd()
    if folder.is_relative_to(here):
        folder = folder.relative_to(here)
    if not files:
        yield folder
    for name in files:
        path = Path(name)
        if not path.exists():
            path = folder / name
        if not path.exists():
            fail(_no_scenarios(name), USAGE)
        if path.suffix == SUFFIX and path.is_file():
            fail(
                f"{name} is a ruleset. Name the file of its scenarios, which ends in "
                f"{SUFFIXES[0]}; what is wrong with the rules themselves tells "
                f"`{command_line('lint', name)}`.",
                USAGE,
            )
        yield path


def _no_scenarios(name: str) -> str:
    """Why nothing is found by a name."""
    if name in bundled():
        return (
            f"The game {name} comes without scenarios. Name a file of your own, whose first line "
            f"is `game: {name}`."
        )
    return f"There is no file or folder {name}, and no game of this name."


@attrs.define(kw_only=True)
class _Session:
    """The outcomes of one call."""

    text: str
    quiet: bool
    added: Sequence[Path]
    against: Sequence[Path]
    coverage: bool
    least: float | None
    # What is reached, by the identity of each ruleset.
    covered: dict[int, Coverage] = attrs.field(factory=dict)
    outcomes: list[Outcome] = attrs.field(factory=list)
    comparisons: list[Comparison] = attrs.field(factory=list)
    mistakes: list[Diagnostic] = attrs.field(factory=list)
    _rulesets: Rulesets = attrs.field(init=False)
    _others: Rulesets = attrs.field(init=False)

    def __attrs_post_init__(self) -> None:
        self._rulesets = Rulesets(program(), self.added)
        self._others = Rulesets(program(), [*self.added, *self.against])

    def run_file(self, path: Path) -> None:
        """Carry out the scenarios of a file."""
        try:
            source = read_source(path)
        except OSError as error:
            self._cannot_read(path, error)
            return
        file, diagnostics = load_scenarios(source)
        self.mistakes += diagnostics
        if file is None:
            return
        ruleset, mistakes = self._rulesets.ruleset(file)
        self.mistakes += mistakes
        if ruleset is None:
            return
        self.mistakes += unknown_rules(file, ruleset)
        found = [item for item in file.scenarios if self._is_meant(item)]
        if self.against:
            self._compare(file, found, Games(ruleset))
            return
        run = self._running(ruleset)
        for scenario in found:
            self._show_progress(f"{len(self.outcomes) + 1} ...")
            self.outcomes.append(run(scenario))
        self._show_progress("")
        if found and not self.quiet:
            passed = Counter(item.passed for item in self.outcomes[-len(found) :])
            failed = f", {passed[False]} failed" if passed[False] else ""
            click.echo(f"{path}  {passed[True]} passed{failed}")

    def _running(self, ruleset: Ruleset) -> Callable[[Scenario], Outcome]:
        """What carries the scenarios of a ruleset out."""
        if not self.coverage:
            return partial(run_scenario, games=Games(ruleset))
        if id(ruleset) not in self.covered:
            self.covered[id(ruleset)] = Coverage(ruleset)
        return self.covered[id(ruleset)].run

    def _compare(self, file: ScenarioFile, found: Sequence[Scenario], games: Games) -> None:
        """Carry scenarios out by the house rules, too."""
        ruleset, mistakes = self._others.ruleset(file)
        self.mistakes += mistakes
        if ruleset is None:
            return
        others = Games(ruleset)
        for scenario in found:
            self._show_progress(f"{len(self.comparisons) + 1} ...")
            comparison = compare(scenario, games, others)
            if comparison is None:
                self.outcomes.append(run_scenario(scenario, games))
            else:
                self.comparisons.append(comparison)
        self._show_progress("")

    def _cannot_read(self, path: Path, error: OSError) -> None:
        diagnostics = Diagnostics(SourceFile(str(path), ""))
        message = f"The file cannot be read: {error.strerror}."
        diagnostics.report("CR001", Span(0, 0), message)
        self.mistakes += diagnostics

    def _is_meant(self, scenario: Scenario) -> bool:
        rules = [rule.lower() for rule in scenario.rules]
        return self.text in scenario.name.lower() or self.text in rules

    def _show_progress(self, text: str) -> None:
        """The number of the scenario at work, where somebody is looking."""
        if not self.quiet and sys.stderr.isatty():
            click.echo(f"\r{text:<12}\r", err=True, nl=False)

    def exit_code(self) -> int:
        """0, 1 or 2, as the help says."""
        if self.mistakes or not all(item.passed for item in self.outcomes):
            return ERRORS
        if not all(is_enough(item, self.least) for item in self.covered.values()):
            return ERRORS
        return OK if self.outcomes or self.comparisons else USAGE

    def data(self) -> dict[str, object]:
        """All of it as JSON data."""
        if self.against:
            return comparisons_data(self.comparisons, self.mistakes)
        covered = coverage_data(self.covered.values(), self.least)
        return {
            "passed": sum(item.passed for item in self.outcomes),
            "failed": sum(not item.passed for item in self.outcomes),
            "mistakes": [diagnostic_data(item) for item in self.mistakes],
            "scenarios": [outcome_data(item, program()) for item in self.outcomes],
            **({"coverage": covered} if self.coverage else {}),
        }

    def _mistakes_of_scenarios(self) -> Iterator[Diagnostic]:
        """What was found while they were carried out; at most a hundred of a file.

        What is wrong in the head of a file is wrong for each of its scenarios, and told once.
        """
        found: dict[SourceFile, Diagnostics] = {}
        for outcome in self.outcomes:
            for item in outcome.mistakes:
                found.setdefault(item.source, Diagnostics(item.source)).add(item)
        for diagnostics in found.values():
            yield from diagnostics

    def tell(self, verbose: bool) -> None:
        """What did not pass, and a last line with the numbers."""
        for item in [*self.mistakes, *self._mistakes_of_scenarios()]:
            click.echo(f"\n{render_text(item)}")
        failed = [item for item in self.outcomes if not item.passed]
        for outcome in failed:
            if not outcome.mistakes:
                click.echo(f"\n{report_text(outcome, verbose=verbose, program=program())}")
        for line in comparison_lines(self.comparisons):
            click.echo(line)
        number = len(self.outcomes)
        if failed:
            text = f"\n{len(failed)} of {_counted(number)} failed."
            click.echo(click.style(text, fg="red", bold=True))
        elif number:
            click.echo(click.style(f"{_counted(number)} passed.", fg="green"))
        elif not self.mistakes and not self.comparisons:
            click.echo("There is no such scenario.")
        for line in coverage_lines(self.covered.values(), self.least):
            click.echo(line)


def _counted(number: int) -> str:
    return "1 scenario" if number == 1 else f"{number} scenarios"
