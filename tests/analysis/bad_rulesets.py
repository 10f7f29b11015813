"""The wrong rulesets of the tests, and what is found in them.

To read all of them is slow: only tests ask for it, never a module while tests are collected, and
the tests that do stand side by side, so that they mostly run in one worker, which keeps it.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from types import FrameType
from typing import get_args

import pytest

from cardrules.diagnostics.model import Diagnostic, Diagnostics, Fix, Label
from cardrules.lint.check import Wish
from cardrules.lint.runner import report_on
from cardrules.source import SourceFile, Span, normalised

FOLDER = Path(__file__).resolve().parents[1] / "data" / "bad"
RULESETS = sorted(FOLDER.glob("*.rules"))


def source_of(path: Path) -> SourceFile:
    """The text of a ruleset, under its bare name."""
    return normalised(path.name, path.read_text(encoding="utf-8"))


def wishes(name: str) -> tuple[Wish, ...]:
    """What a ruleset is looked through for besides, by the first word of its name."""
    return tuple(wish for wish in get_args(Wish) if name.startswith(wish))


Line = tuple[str, int]


@cache
def linted(path: Path) -> tuple[list[Diagnostic], frozenset[Line]]:
    """What is wrong with a ruleset, and the lines of our code that reported something."""
    reached: set[Line] = set()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Diagnostics, "report", _noting(reached))
        found = list(report_on(source_of(path), wishes=wishes(path.stem)).diagnostics)
    return found, frozenset(reached)


def _noting(reached: set[Line]) -> Callable[..., None]:
    """`Diagnostics.report`, which notes where it is called as well."""
    original = Diagnostics.report

    def report(
        self: Diagnostics,
        code: str,
        span: Span,
        message: str,
        *,
        help: str = "",
        labels: tuple[Label, ...] = (),
        cause: str = "",
        fix: Fix | None = None,
    ) -> None:
        caller: FrameType | None = inspect.currentframe()
        assert caller is not None and caller.f_back is not None
        reached.add((caller.f_back.f_code.co_filename, caller.f_back.f_lineno))
        original(self, code, span, message, help=help, labels=labels, cause=cause, fix=fix)

    return report


def everything() -> Iterator[tuple[Path, Diagnostic]]:
    """Every diagnostic of every ruleset."""
    return ((path, item) for path in RULESETS for item in linted(path)[0])
