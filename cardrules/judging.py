"""Reading a text for a game: the rules, and whether they can be played."""

from __future__ import annotations

from cardrules.analysis.load import analyse_source
from cardrules.diagnostics.model import Diagnostics
from cardrules.lint.runner import refuse_unsound
from cardrules.model.ruleset import Ruleset
from cardrules.source import SourceFile


def judge(source: SourceFile) -> tuple[Ruleset | None, Diagnostics]:
    """The ruleset of a text, if it has no errors, and what keeps it from being played if it has."""
    ruleset, diagnostics = analyse_source(source)
    if ruleset is not None:
        refuse_unsound(ruleset, diagnostics)
    return None if diagnostics.has_errors else ruleset, diagnostics
