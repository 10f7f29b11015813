"""`cardrules lint`: look for mistakes in rulesets."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Literal

import click

from cardrules.cli.arguments import house_rules, print_json, with_option
from cardrules.cli.exits import ERRORS, USAGE, fail
from cardrules.cli.streams import told
from cardrules.diagnostics.model import Diagnostic, Diagnostics, Severity
from cardrules.diagnostics.render import diagnostic_data, render_line, render_text, summary
from cardrules.files import files_below
from cardrules.lint.runner import Report, report_on
from cardrules.rulesets import SUFFIX, find, read_rules
from cardrules.source import SourceFile, Span

EXAMPLES = f"""\b
Examples:
  cardrules lint my_game{SUFFIX}
  cardrules lint games                       a folder, with those below it
  cardrules lint --format line games | sort
  cardrules lint --json my_game{SUFFIX}

\b
Exit code 1 means that there is an error; warnings alone do not matter.
`cardrules explain CODE` tells more about a code."""

_COLOURS = {Severity.ERROR: "red", Severity.WARNING: "yellow", Severity.HINT: "cyan"}


@click.command("lint", short_help="Look for mistakes in rulesets.", epilog=EXAMPLES)
@click.argument("files", nargs=-1, required=True, metavar="FILES...")
@click.option(
    "--format",
    "form",
    type=click.Choice(["text", "line", "json"]),
    default="text",
    show_default=True,
    help="With excerpts of the text, one line each, or data.",
)
@click.option("--json", "as_json", is_flag=True, help="The same as --format json.")
@with_option
@click.pass_context
def command(
    ctx: click.Context, files: tuple[str, ...], form: Literal["text", "line", "json"], as_json: bool
) -> None:
    """Report all that is wrong with rulesets.

    FILES are files or folders of rulesets, or names of bundled games.
    """
    form = "json" if as_json else form
    paths = list(_paths(files))
    reports = [_lint(path) for path in paths]
    found = [item for report in reports for item in report.diagnostics]
    if form == "json":
        print_json([diagnostic_data(item) for item in found])
    for item in found:
        if form == "line":
            click.echo(render_line(item))
        elif form == "text":
            click.echo(_coloured(item) + "\n")
    told(f"{_checked(reports)}: {summary(found)}.")
    if any(item.severity is Severity.ERROR for item in found):
        ctx.exit(ERRORS)


def _checked(reports: Sequence[Report]) -> str:
    """How many files were looked at, and with how many numbers of players and options in all."""
    files = "1 file" if len(reports) == 1 else f"{len(reports)} files"
    settings = sum(report.settings for report in reports)
    left_out = sum(report.left_out for report in reports)
    of_all = f" of {settings + left_out:,}" if left_out else ""
    noun = "setting" if settings == 1 else "settings"
    return f"{files} checked" + (f", {settings:,}{of_all} {noun}" if settings else "")


def _coloured(item: Diagnostic) -> str:
    head, _, rest = render_text(item).partition("\n")
    return f"{click.style(head, fg=_COLOURS[item.severity], bold=True)}\n{rest}"


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
        for item in below:
            if item not in seen:
                seen.add(item)
                yield item


def _lint(path: Path) -> Report:
    """All about one file; that it cannot be read is a diagnostic like any other."""
    try:
        source, diagnostics = read_rules(path, house_rules())
    except OSError as error:
        name = error.filename or path
        diagnostics = Diagnostics(SourceFile(str(name), ""))
        diagnostics.report("CR001", Span(0, 0), f"The file cannot be read: {error.strerror}.")
        return Report(diagnostics=diagnostics)
    return Report(diagnostics=diagnostics) if diagnostics.has_errors else report_on(source)
