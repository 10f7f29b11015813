"""All checks on a ruleset, together with what the analysis finds."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Iterable
from functools import cache

import attrs

import cardrules.lint.checks
from cardrules.analysis.load import analyse_source
from cardrules.diagnostics.codes import CODES
from cardrules.diagnostics.model import Diagnostics
from cardrules.lint.check import Check, Finding
from cardrules.lint.settings import GameCheck, Settings, settings_of
from cardrules.model.ruleset import Ruleset
from cardrules.source import SourceFile


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


def report_on(source: SourceFile) -> Report:
    """The same with what was tried."""
    ruleset, diagnostics = analyse_source(source)
    if ruleset is None:
        return Report(diagnostics=diagnostics)
    settings = lint_ruleset(ruleset, diagnostics)
    return Report(diagnostics=diagnostics, settings=len(settings.tried), left_out=settings.left_out)


def lint_ruleset(ruleset: Ruleset, diagnostics: Diagnostics) -> Settings:
    """Report what the checks find in a ruleset without errors; gives what it was tried with.

    While something else is wrong, an author has no use for hints on what could still be added.
    """
    settings = settings_of(ruleset)
    last = []
    for check in checks():
        if isinstance(check, GameCheck):
            _report(check, check.find(settings), diagnostics)
        elif check.if_clean:
            last.append(check)
        else:
            _report(check, check.find(ruleset), diagnostics)
    if not len(diagnostics):
        for check in last:
            _report(check, check.find(ruleset), diagnostics)
    return settings


def refuse_unsound(ruleset: Ruleset, diagnostics: Diagnostics) -> None:
    """Report what keeps a ruleset from being played, as far as that is seen without playing it."""
    for check in checks():
        if isinstance(check, Check) and CODES[check.code].severity == "error":
            _report(check, check.find(ruleset), diagnostics)


def _report(check: Check | GameCheck, found: Iterable[Finding], diagnostics: Diagnostics) -> None:
    for item in found:
        code = item.code or check.code
        diagnostics.report(code, item.span, item.message, help=item.help, labels=item.labels)
