"""`cardrules lint`: look for mistakes in rulesets."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Literal

import click

from cardrules.cli.arguments import house_rules, print_json, with_option
from cardrules.cli.configured import Told, words_of
from cardrules.cli.exits import ERRORS, INTERRUPTED, USAGE, fail
from cardrules.cli.fixed import changes
from cardrules.cli.program import command_line
from cardrules.cli.streams import told
from cardrules.diagnostics.annotations import annotation
from cardrules.diagnostics.model import Diagnostic, Diagnostics, Severity
from cardrules.diagnostics.render import diagnostic_data, render_line, render_text, summary
from cardrules.diagnostics.sarif import sarif_log
from cardrules.files import files_below
from cardrules.house_rules.patches import house_rules_alone
from cardrules.lint.check import Wish
from cardrules.lint.fixing import fixable
from cardrules.lint.runner import Report, report_on
from cardrules.rulesets import SUFFIX, find, read_rules
from cardrules.scenario.find import SUFFIXES
from cardrules.source import SourceFile, Span, read_source
from cardrules.version import version

Form = Literal["text", "line", "json", "sarif", "github"]

EXAMPLES = f"""\b
Examples:
  cardrules lint my_game{SUFFIX}
  cardrules lint games                       a folder, with those below it
  cardrules lint --format line games | sort
  cardrules lint --ignore CR505,no-goal my_game{SUFFIX}
  cardrules lint --diff my_game{SUFFIX}         shows what --fix would change
  cardrules lint --prove snarkas             shows that every game ends

\b
Exit code 1 means that there is an error; warnings matter with --fail-on alone.
`cardrules explain CODE` tells more about a code."""

_COLOURS = {Severity.ERROR: "red", Severity.WARNING: "yellow", Severity.HINT: "cyan"}
# A fix can show what was hidden by what it mends, but not without end.
_MOST_PASSES = 20


@click.command("lint", short_help="Look for mistakes in rulesets.", epilog=EXAMPLES)
@click.argument("files", nargs=-1, required=True, metavar="FILES...")
@click.option(
    "--format",
    "form",
    type=click.Choice(["text", "line", "json", "sarif", "github"]),
    default="text",
    show_default=True,
    help="With excerpts of the text, one line each, data, SARIF 2.1.0, or annotations of GitHub.",
)
@click.option("--json", "as_json", is_flag=True, help="The same as --format json.")
@click.option(
    "--select",
    metavar="CODES",
    multiple=True,
    help="Of warnings and hints tell these alone: codes, their beginnings, or names, with commas.",
)
@click.option("--ignore", metavar="CODES", multiple=True, help="Do not tell these.")
@click.option(
    "--config",
    type=click.Path(path_type=Path, exists=True, dir_okay=False),
    help="A configuration file; else cardrules.toml beside or above each ruleset counts.",
)
@click.option("--fix", is_flag=True, help="Mend what can be mended safely, and tell the rest.")
@click.option("--unsafe-fixes", is_flag=True, help="With --fix or --diff also what may be meant.")
@click.option("--diff", is_flag=True, help="Show what --fix would change, and change nothing.")
@click.option(
    "--thorough",
    is_flag=True,
    help="Also look for what takes longer to find: what never happens, and where nobody can go on.",
)
@click.option(
    "--questions",
    is_flag=True,
    help="Also list what the rules leave open, for the author of the rulebook.",
)
@click.option(
    "--fail-on",
    type=click.Choice([item.value for item in Severity]),
    default=Severity.ERROR.value,
    show_default=True,
    help="What is so bad, or worse, that the exit code is 1.",
)
@click.option(
    "--prove",
    "wants_proof",
    is_flag=True,
    help="Show that every game ends, or find one that need not; takes its time.",
)
@click.option(
    "--save",
    metavar="FILE",
    type=click.Path(path_type=Path),
    help="With --prove: where to save a game that can go on for ever.",
)
@with_option
@click.pass_context
def command(
    ctx: click.Context,
    files: tuple[str, ...],
    form: Form,
    as_json: bool,
    select: tuple[str, ...],
    ignore: tuple[str, ...],
    config: Path | None,
    fix: bool,
    unsafe_fixes: bool,
    diff: bool,
    thorough: bool,
    questions: bool,
    fail_on: str,
    wants_proof: bool,
    save: Path | None,
) -> None:
    """Report all that is wrong with rulesets.

    FILES are files or folders of rulesets, or names of bundled games.
    """
    if fix and diff:
        raise click.UsageError("--diff changes nothing, so it does not go with --fix.")
    if unsafe_fixes and not (fix or diff):
        raise click.UsageError("--unsafe-fixes needs --fix or --diff.")
    if save is not None and not wants_proof:
        raise click.UsageError("--save needs --prove.")
    if wants_proof and (fix or diff or form in ("sarif", "github")):
        raise click.UsageError("--prove goes with text, lines and JSON, and changes nothing.")
    paths = list(_paths(files))
    wishes: dict[Wish, bool] = {"thorough": thorough, "questions": questions}
    asked = tuple(wish for wish, is_asked in wishes.items() if is_asked)
    wished = Told(words_of(select), words_of(ignore), config, asked)
    # Games are played for what takes longer.
    reports = _linted(paths, wished, hidden=not thorough or not sys.stderr.isatty())
    form, is_whole = "json" if as_json else form, len(reports) == len(paths)
    if not is_whole:
        # Nothing is changed or proved then.
        fix = diff = False
    if diff:
        ctx.exit(_show_difference(reports, paths, unsafe=unsafe_fixes))
    if fix:
        reports = _mended(reports, paths, wished, unsafe=unsafe_fixes)
    found = [item for report in reports for item in report.diagnostics]
    if wants_proof:
        doubtful, lines, data, is_whole = _proved(paths if is_whole else (), wished, save)
        found += doubtful
        _print_with_endings(found, form, lines, data)
    else:
        _print(found, form)
    told(f"{_checked(reports)}: {summary(found)}.{'' if fix else _can_be_mended(found)}")
    if not is_whole or len(reports) < len(paths):
        ctx.exit(INTERRUPTED)
    order = list(Severity)
    if any(order.index(item.severity) <= order.index(Severity(fail_on)) for item in found):
        ctx.exit(ERRORS)


def _linted(paths: Sequence[Path], wished: Told, *, hidden: bool) -> list[Report]:
    """The reports on files; if somebody interrupts it, on those that were finished."""
    reports: list[Report] = []
    try:
        with click.progressbar(paths, label="Linting", file=sys.stderr, hidden=hidden) as bar:
            for path in bar:
                reports.append(_lint(path, wished))
    except KeyboardInterrupt:
        told(f"Interrupted: {len(reports)} of {_files(len(paths))} were looked at.")
    return reports


def _proved(
    paths: Sequence[Path], wished: Told, save: Path | None
) -> tuple[list[Diagnostic], list[str], list[dict[str, Any]], bool]:
    """What is shown of the ends of games: what is doubtful, all of it in lines, and as data.

    The last value says whether nobody interrupted it.
    """
    # Only where it is asked for: it plays games.
    from cardrules.cli.proving import (  # noqa: PLC0415
        doubts,
        ending_data,
        ending_lines,
        prove_endings,
    )

    proved = prove_endings(paths, save)
    found = [item for path, item in doubts(proved) if _is_wanted(wished, path, item)]
    lines = list(ending_lines(proved.endings))
    return found, lines, [ending_data(item) for item in proved.endings], not proved.left


def _is_wanted(wished: Told, path: Path, item: Diagnostic) -> bool:
    selection = wished.selection(path)
    return selection.tells("CR540") and selection.tells(item.code)


def _print(found: Sequence[Diagnostic], form: Form) -> None:
    if form == "json":
        print_json([diagnostic_data(item) for item in found])
    elif form == "sarif":
        print_json(sarif_log(found, version()))
    else:
        for item in found:
            click.echo(_LINES[form](item))


def _print_with_endings(
    found: Sequence[Diagnostic], form: Form, lines: Sequence[str], data: Sequence[dict[str, Any]]
) -> None:
    if form == "json":
        print_json({"diagnostics": [diagnostic_data(item) for item in found], "endings": data})
        return
    _print(found, form)
    for line in lines:
        click.echo(line)


def _coloured(item: Diagnostic) -> str:
    head, _, rest = render_text(item).partition("\n")
    return f"{click.style(head, fg=_COLOURS[item.severity], bold=True)}\n{rest}\n"


_LINES = {"line": render_line, "text": _coloured, "github": annotation}


def _checked(reports: Sequence[Report]) -> str:
    """How many files were looked at, and with how many numbers of players and options in all."""
    files = "1 file" if len(reports) == 1 else f"{len(reports)} files"
    settings = sum(report.settings for report in reports)
    left_out = sum(report.left_out for report in reports)
    of_all = f" of {settings + left_out:,}" if left_out else ""
    noun = "setting" if settings == 1 else "settings"
    return f"{files} checked" + (f", {settings:,}{of_all} {noun}" if settings else "")


# ---- Fixes ---------------------------------------------------------------------------------------


def _can_be_mended(found: Sequence[Diagnostic]) -> str:
    number = len(fixable(found))
    return f" {number} can be mended by `--fix`." if number else ""


def _show_difference(reports: Sequence[Report], paths: Sequence[Path], *, unsafe: bool) -> int:
    found = [item for report in reports for item in report.diagnostics]
    made = list(changes(found, paths, unsafe=unsafe))
    for change in made:
        click.echo(change.difference, nl=False)
    told(f"{_checked(reports)}: {_files(len(made))} would change.")
    return ERRORS if made else 0


def _mended(
    reports: list[Report], paths: Sequence[Path], wished: Told, *, unsafe: bool
) -> list[Report]:
    """The reports on files that were mended as far as they can be."""
    written: set[Path] = set()
    for _ in range(_MOST_PASSES):
        found = [item for report in reports for item in report.diagnostics]
        made = list(changes(found, paths, unsafe=unsafe))
        if not made:
            break
        for change in made:
            change.write()
            written.add(change.path)
        reports = [_lint(path, wished) for path in paths]
    told(f"{_files(len(written))} changed.")
    return reports


def _files(number: int) -> str:
    return {0: "No file", 1: "1 file"}.get(number, f"{number} files")


# ---- Files ---------------------------------------------------------------------------------------


def _paths(files: Sequence[str]) -> Iterator[Path]:
    """The files that are meant, each once."""
    seen: set[Path] = set()
    for name in files:
        path = Path(name)
        if path.is_dir():
            below = list(files_below(path, (SUFFIX,)))
            if not below:
                fail(f"There are no {SUFFIX} files in {path}.", USAGE)
        else:
            below = [find(name)]
            if not below[0].exists():
                fail(f"There is no file {name}.", USAGE)
            if path.suffix in SUFFIXES:
                fail(
                    f"{name} is no ruleset. Scenarios are carried out, and their mistakes told, "
                    f"by `{command_line('test', name)}`.",
                    USAGE,
                )
        for item in below:
            if item not in seen:
                seen.add(item)
                yield item


def _lint(path: Path, wished: Told) -> Report:
    """All about one file; that it cannot be read is a diagnostic like any other."""
    selection = wished.selection(path)
    try:
        alone = house_rules_alone(read_source(path))
        if alone is not None:
            return Report(diagnostics=alone)
        source, diagnostics = read_rules(path, house_rules())
    except OSError as error:
        name = error.filename or path
        diagnostics = Diagnostics(SourceFile(str(name), ""))
        diagnostics.report("CR001", Span(0, 0), f"The file cannot be read: {error.strerror}.")
        return Report(diagnostics=diagnostics)
    if diagnostics.has_errors:
        return Report(diagnostics=diagnostics)
    return report_on(source, selection, wished.wishes)
