"""Where rulesets are found: files, and the games that ship with the package by name.

An argument that says which ruleset is meant is a path if it looks like one (it has a folder or a
suffix in it) or if there is such a file and no such game; otherwise it is the name of a game.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

from cardrules.diagnostics.model import Diagnostics
from cardrules.diagnostics.render import render_line, summary
from cardrules.diagnostics.suggest import nearest
from cardrules.errors import RulesetError, UnknownGameError
from cardrules.model.ruleset import Ruleset
from cardrules.read_before import keep_ruleset, ruleset_read_before
from cardrules.resources import games_dir
from cardrules.shown import shown
from cardrules.source import SourceFile, read_source

SUFFIX = ".rules"
_EXTENDS = re.compile(r"^extends[ ]*:", re.MULTILINE)


def load(path_or_name: str | Path, house_rules: Sequence[str | Path] = ()) -> Ruleset:
    """The ruleset in a file, or of a bundled game by its name, with files of house rules.

    Raises `RulesetError` if the ruleset has errors (its message lists them), `UnknownGameError` if
    no bundled game has the name, `OSError` if a file cannot be read.
    """
    ruleset, diagnostics = analyse(find(path_or_name), [Path(item) for item in house_rules])
    if ruleset is None:
        name = diagnostics.source.name
        lines = [f"{name} has {summary(diagnostics)}.", *map(render_line, diagnostics)]
        raise RulesetError("\n".join(lines), tuple(diagnostics))
    return ruleset


def analyse(path: Path, house_rules: Sequence[Path] = ()) -> tuple[Ruleset | None, Diagnostics]:
    """The ruleset in a file, if it has no errors, and what keeps it from being played if it has.

    Warnings of checks, and errors that only show with some number of players, are for `lint`.
    Raises `OSError` if a file cannot be read.
    """
    source, diagnostics = read_rules(path, house_rules)
    if diagnostics.has_errors:
        return None, diagnostics
    ruleset = ruleset_read_before(source)
    if ruleset is not None:
        return ruleset, Diagnostics(source)
    # To read rules takes a parser and all of the analysis.
    from cardrules.judging import judge  # noqa: PLC0415

    ruleset, diagnostics = judge(source)
    if ruleset is not None and not len(diagnostics):
        keep_ruleset(ruleset)
    return ruleset, diagnostics


def read_rules(path: Path, house_rules: Sequence[Path] = ()) -> tuple[SourceFile, Diagnostics]:
    """The text of a file with house rules in it, and what is wrong with these.

    Raises `OSError` if one of the files cannot be read; that the base of house rules cannot is a
    diagnostic.
    """
    source = read_source(path)
    if not house_rules and _EXTENDS.search(source.text) is None:
        return source, Diagnostics(source)
    # Most rulesets are no house rules, and a game is to begin soon.
    from cardrules.house_rules.combining import put_together  # noqa: PLC0415

    more = [read_source(item) for item in house_rules]
    combined, found = put_together(source, more, base_of)
    diagnostics = Diagnostics(source if found else combined)
    for item in found:
        diagnostics.add(item)
    return combined, diagnostics


def base_of(name: str, source: SourceFile) -> SourceFile | str:
    """The text that `extends` names in a file: beside that file, or a bundled game."""
    beside = Path(source.name).parent / name
    for path in (beside, beside.with_name(f"{beside.name}{SUFFIX}")):
        if path.is_file():
            return read_source(path)
    games = bundled()
    if name in games:
        return read_source(games[name])
    near = nearest(name, games)
    hint = f" Did you mean `{near}`?" if near is not None else ""
    return f"There is no file and no game `{shown(name)}`.{hint}"


def find(path_or_name: str | Path) -> Path:
    """The file that is meant; raises `UnknownGameError` if it is a name that no game has."""
    path = Path(path_or_name)
    if isinstance(path_or_name, Path) or path.suffix or path.name != path_or_name:
        return path
    games = bundled()
    if path_or_name in games:
        return games[path_or_name]
    if path.is_file():
        return path
    near = nearest(path_or_name, games)
    hint = f" Did you mean {near}?" if near is not None else ""
    raise UnknownGameError(
        f"There is no game {shown(path_or_name)}.{hint} The games are {', '.join(games)}; "
        f"the path of a {SUFFIX} file is understood too."
    )


def bundled() -> dict[str, Path]:
    """The files of the bundled games by name: first our own, then the classics, each in order."""
    folders = (games_dir(), games_dir() / "classic")
    return {path.stem: path for folder in folders for path in sorted(folder.glob(f"*{SUFFIX}"))}
