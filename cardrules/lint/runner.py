"""All checks on a ruleset, together with what the analysis finds."""

from __future__ import annotations

import importlib
import pkgutil
from functools import cache

import cardrules.lint.checks
from cardrules.analysis.load import analyse_source
from cardrules.diagnostics.codes import CODES
from cardrules.diagnostics.model import Diagnostics
from cardrules.lint.check import Check
from cardrules.model.ruleset import Ruleset
from cardrules.source import SourceFile


@cache
def checks() -> tuple[Check, ...]:
    """Every `CHECK` of the modules in `cardrules/lint/checks`, in the order of their names."""
    names = sorted(
        info.name
        for info in pkgutil.walk_packages(cardrules.lint.checks.__path__, "cardrules.lint.checks.")
    )
    modules = (importlib.import_module(name) for name in names)
    return tuple(module.CHECK for module in modules if hasattr(module, "CHECK"))


def lint_source(source: SourceFile) -> Diagnostics:
    """What is wrong with a text, and what the checks find if nothing is; never raises."""
    ruleset, diagnostics = analyse_source(source)
    if ruleset is not None:
        lint_ruleset(ruleset, diagnostics)
    return diagnostics


def lint_ruleset(ruleset: Ruleset, diagnostics: Diagnostics) -> None:
    """Report what the checks find in a ruleset without errors.

    While something else is wrong, an author has no use for hints on what could still be added.
    """
    for check in checks():
        if not check.if_clean:
            _run(check, ruleset, diagnostics)
    if not len(diagnostics):
        for check in checks():
            if check.if_clean:
                _run(check, ruleset, diagnostics)


def refuse_unsound(ruleset: Ruleset, diagnostics: Diagnostics) -> None:
    """Report what keeps a ruleset from being played, as far as that is seen without playing it."""
    for check in checks():
        if CODES[check.code].severity == "error" and not check.makes_games:
            _run(check, ruleset, diagnostics)


def _run(check: Check, ruleset: Ruleset, diagnostics: Diagnostics) -> None:
    for item in check.find(ruleset):
        code = item.code or check.code
        diagnostics.report(code, item.span, item.message, help=item.help, labels=item.labels)
