"""Rulesets that were read before: what came of a text is kept between runs.

Kept is only what has nothing wrong with it, by what the text says and by the code that has read it.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterable
from functools import cache
from pathlib import Path

from cardrules.kept import keep, keep_few, kept_file, read_kept
from cardrules.model.rows import rows_from_ruleset, ruleset_from_rows
from cardrules.model.ruleset import Ruleset
from cardrules.resources import grammar_text
from cardrules.source import SourceFile

# Shorter texts are read fast enough.
_LEAST_CHARACTERS = 2_000
# The rulesets that are kept: those that were read last.
_MOST_KEPT = 64
_BEGINNING = "rules-"
# What reads and judges a text.
_READERS = ("analysis", "diagnostics", "lint", "model", "ops", "syntax")


def ruleset_read_before(source: SourceFile) -> Ruleset | None:
    """What came of this text before; None if that is not known."""
    place = _place(source)
    text = None if place is None else read_kept(place)
    return None if text is None else ruleset_from_rows(text, source)


def keep_ruleset(ruleset: Ruleset) -> None:
    """Keep a ruleset with which nothing is wrong, if it is worth that."""
    place = _place(ruleset.text)
    if place is not None:
        keep(place, rows_from_ruleset(ruleset))
        keep_few(place, _BEGINNING, _MOST_KEPT)


def _place(source: SourceFile) -> Path | None:
    if len(source.text) < _LEAST_CHARACTERS or source.encoding:
        return None
    text = source.text.encode(errors="surrogatepass")
    key = hashlib.sha256(f"{_readers()} {hashlib.sha256(text).hexdigest()}".encode())
    return kept_file(f"{_BEGINNING}{key.hexdigest()[:32]}.json")


@cache
def _readers() -> str:
    """What is different whenever the code is that reads a text."""
    return state_of([Path(__file__).parent / folder for folder in _READERS], grammar_text())


def state_of(folders: Iterable[Path], more: str) -> str:
    """A digest of the sizes and times of the Python files in folders and below, and of a text."""
    found = [more]
    for folder in folders:
        for parent, _, names in os.walk(folder):
            for name in names:
                if name.endswith(".py"):
                    status = os.stat(os.path.join(parent, name))
                    found.append(f"{name} {status.st_size} {status.st_mtime_ns}")
    return hashlib.sha256("\n".join(sorted(found)).encode()).hexdigest()
