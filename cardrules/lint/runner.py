"""All checks on a ruleset, together with what the analysis finds."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Collection, Iterable
from functools import cache

import attrs

import cardrules.lint.checks
from cardrules.analysis.load import analyse_source
from cardrules.diagnostics.codes import CODES
from cardrules.diagnostics.model import Diagnostic, Diagnostics
from cardrules.lint.check import Check, Finding, Wish
from cardrules.lint.ignores import Ignores
from cardrules.lint.selection import EVERYTHING, Selection
from cardrules.lint.settings import GameCheck, Settings, settings_of
from cardrules.model.ruleset import Ruleset
from cardrules.source import SourceFile

# What a proof finds, which is no check: see `cardrules.cli.proving`.
_BY_PROOF = frozenset({"CR540"})


@attrs.frozen(kw_only=True)
class Report:
    """What was found in a text, and in how many settings it was tried; none if it has errors."""

    diagnostics: Diagnostics
    settings: int = 0
    # How many settings there are besides, which are too many.
    left_out: int = 0


@cache
def checks() -> tuple[Check | GameCheck, ...]:
    """Every `CHECK` of the modules in `cardrules/lint/checks`, in the order of their names."""
    names = sorted(
        info.name
        for info in pkgutil.walk_packages(cardrules.lint.checks.__path__, "cardrules.lint.checks.")
    )
    modules = (importlib.import_module(name) for name in names)
    return tuple(module.CHECK for module in modules if hasattr(module, "CHECK"))


def lint_source(source: SourceFile) -> Diagnostics:
    """What is wrong with a text, and what the checks find if nothing is; never raises."""
    return report_on(source).diagnostics


def report_on(
    source: SourceFile, selection: Selection = EVERYTHING, wishes: Collection[Wish] = ()
) -> Report:
    """The same with what was tried; of warnings and hints only those that are selected."""
    ruleset, diagnostics = analyse_source(source)
    if ruleset is None:
        return Report(diagnostics=diagnostics)
    settings = lint_ruleset(ruleset, diagnostics, selection, wishes)
    return Report(diagnostics=diagnostics, settings=len(settings.tried), left_out=settings.left_out)


def lint_ruleset(
    ruleset: Ruleset,
    diagnostics: Diagnostics,
    selection: Selection = EVERYTHING,
    wishes: Collection[Wish] = (),
) -> Settings:
    """Report what the checks find in a ruleset without errors; gives what it was tried with.

    While something else is wrong, an author has no use for hints on what could still be added.
    """
    settings = settings_of(ruleset)
    ignores = Ignores(ruleset.text)
    wanted = [
        check
        for check in checks()
        if selection.tells(check.code) and (check.wish is None or check.wish in wishes)
    ]
    last = [check for check in wanted if isinstance(check, Check) and check.if_clean]
    found = Diagnostics(ruleset.text)
    for check in wanted:
        if check not in last:
            _report(check, settings, found)
    _tell(ignores.take(found.each()), selection, diagnostics)
    # What a check that did not run would have found is not known to be absent.
    unknown = {check.code for check in checks() if check not in wanted} | _BY_PROOF
    if not len(diagnostics):
        found = Diagnostics(ruleset.text)
        for check in last:
            _report(check, settings, found)
        _tell(ignores.take(found.each()), selection, diagnostics)
    else:
        unknown |= {check.code for check in last}
    _tell(ignores.mistakes(CODES.keys() - unknown), selection, diagnostics)
    return settings


def refuse_unsound(ruleset: Ruleset, diagnostics: Diagnostics) -> None:
    """Report what keeps a ruleset from being played, as far as that is seen without playing it."""
    for check in checks():
        if isinstance(check, Check) and CODES[check.code].severity == "error":
            _add(check, check.find(ruleset), diagnostics)


def _report(check: Check | GameCheck, settings: Settings, diagnostics: Diagnostics) -> None:
    if isinstance(check, GameCheck):
        _add(check, check.find(settings), diagnostics)
    else:
        _add(check, check.find(settings.ruleset), diagnostics)


def _add(check: Check | GameCheck, found: Iterable[Finding], diagnostics: Diagnostics) -> None:
    for item in found:
        diagnostics.report(
            item.code or check.code,
            item.span,
            item.message,
            help=item.help,
            labels=item.labels,
            fix=item.fix,
        )


def _tell(items: Iterable[Diagnostic], selection: Selection, diagnostics: Diagnostics) -> None:
    for item in items:
        if selection.tells(item.code):
            diagnostics.add(item)
