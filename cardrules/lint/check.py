"""What a check is: a code, and a function from a ruleset to what it finds.

A check is a module in `cardrules/lint/checks` with a `CHECK` in it; nothing else has to know of it.
Checks see the ruleset alone, never the tree of the text or the names of the analysis.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Literal

import attrs

from cardrules.diagnostics.model import Fix, Label
from cardrules.model.ruleset import Ruleset
from cardrules.source import Span

# What somebody asks for besides what is looked for always: what takes longer to find, and what the
# rules leave open.
Wish = Literal["thorough", "questions"]


@attrs.frozen(kw_only=True)
class Finding:
    """One thing that a check has found; `code`, if it has another one than the check."""

    span: Span
    message: str
    help: str = ""
    labels: tuple[Label, ...] = ()
    code: str = ""
    fix: Fix | None = None


@attrs.frozen(kw_only=True)
class Check:
    """A check; what it finds is reported under its code. It runs on rulesets without errors.

    `if_clean`: what it finds is said only where nothing else is. `wish`: it runs only if somebody
    asks for that.
    """

    code: str
    find: Callable[[Ruleset], Iterable[Finding]]
    if_clean: bool = False
    wish: Wish | None = None


def all_parts(ruleset: Ruleset) -> Iterator[object]:
    """All of a ruleset that can use something."""
    yield from (ruleset.decks, ruleset.total or (), ruleset.setup, ruleset.play)
    yield from (ruleset.score, ruleset.criteria, ruleset.matches, ruleset.triggers)
    yield from (kind.count for kind in ruleset.kinds)
    for declared in (
        ruleset.options,
        ruleset.zones,
        ruleset.variables,
        ruleset.windows,
        ruleset.placements,
        ruleset.definitions,
        ruleset.routines,
        ruleset.actions,
        ruleset.interrupts,
        ruleset.standing,
    ):
        yield from declared.values()
