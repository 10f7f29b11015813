"""Where files of scenarios are, and the rulesets of their games."""

from __future__ import annotations

import shlex
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from cardrules.analysis.load import analyse_source
from cardrules.diagnostics.model import Diagnostic, Diagnostics
from cardrules.diagnostics.suggest import did_you_mean
from cardrules.files import files_below
from cardrules.model.ruleset import Ruleset
from cardrules.resources import games_dir
from cardrules.rulesets import read_rules
from cardrules.scenario.model import ScenarioFile
from cardrules.source import Span

SUFFIXES = (".yaml", ".yml")


def bundled_scenarios() -> Path:
    """The folder of the scenarios that come with the program."""
    return games_dir() / "scenarios"


def scenario_files(paths: Iterable[Path]) -> Iterator[Path]:
    """The files of scenarios among files and below folders, each once, in order."""
    seen: set[Path] = set()
    for path in paths:
        for item in files_below(path, SUFFIXES) if path.is_dir() else [path]:
            if item not in seen:
                seen.add(item)
                yield item


def ruleset_path(file: Path, game: str) -> Path | None:
    """The ruleset of this name: beside the file, in a folder above it, or a bundled one."""
    folders = [*file.resolve().parents, games_dir(), games_dir() / "classic"]
    for folder in folders:
        path = folder / f"{game}.rules"
        if path.is_file():
            return path
    return None


class Rulesets:
    """The rulesets of scenarios, each read once.

    `program` are the words by which this program is called, for hints. `house_rules` are added to
    each of them.
    """

    def __init__(
        self, program: Sequence[str] = ("cardrules",), house_rules: Sequence[Path] = ()
    ) -> None:
        self._program = program
        self._house_rules = house_rules
        self._read: dict[tuple[Path, ...], Ruleset | None] = {}
        self._told: set[tuple[Path, ...]] = set()

    def ruleset(self, file: ScenarioFile) -> tuple[Ruleset | None, list[Diagnostic]]:
        """The ruleset of a file of scenarios, or what is wrong.

        That a ruleset has errors is told once, by the first file that needs it.
        """
        diagnostics = Diagnostics(file.source)
        named = ((file.game, file.game_span), *file.house_rules)
        paths = [
            path
            for name, span in named
            if (path := self._path(file, name, span, diagnostics)) is not None
        ]
        if len(paths) < len(named):
            return None, list(diagnostics)
        path, *added = paths
        house_rules = [*added, *self._house_rules]
        key = (path, *house_rules)
        if key not in self._read:
            try:
                self._read[key] = _analysed(path, house_rules)
            except OSError as error:
                reason = f"The ruleset `{path.name}` cannot be read: {error.strerror}."
                diagnostics.report("CR603", file.game_span, reason)
                return None, list(diagnostics)
        found = self._read[key]
        if found is None and key not in self._told:
            self._told.add(key)
            named_by = [str(path), *[word for one in house_rules for word in ("--with", str(one))]]
            diagnostics.report(
                "CR603",
                file.game_span,
                f"The ruleset `{path.name}`{_with(house_rules)} has errors.",
                help=f"See them with: {shlex.join([*self._program, 'lint', *named_by])}",
            )
        return found, list(diagnostics)

    @staticmethod
    def _path(file: ScenarioFile, name: str, span: Span, diagnostics: Diagnostics) -> Path | None:
        path = ruleset_path(Path(file.source.name), name)
        if path is None:
            known = [item.stem for item in games_dir().rglob("*.rules")]
            diagnostics.report(
                "CR603",
                span,
                f"There is no ruleset `{name}.rules`.",
                help=did_you_mean(name, known),
            )
        return path


def _with(house_rules: Sequence[Path]) -> str:
    """The house rules that are added to a ruleset, as they stand behind its name."""
    return f" with {', '.join(f'`{item.name}`' for item in house_rules)}" if house_rules else ""


def _analysed(path: Path, house_rules: Sequence[Path]) -> Ruleset | None:
    source, diagnostics = read_rules(path, house_rules)
    return None if diagnostics.has_errors else analyse_source(source)[0]
