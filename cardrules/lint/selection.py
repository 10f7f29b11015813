"""Which diagnostics are told: those that somebody has chosen by codes, their beginnings, or names.

Errors are told always: a ruleset that has one cannot be played, whatever somebody wants to hear.
"""

from __future__ import annotations

from collections.abc import Iterable

import attrs

from cardrules.diagnostics.codes import CODES
from cardrules.diagnostics.suggest import did_you_mean
from cardrules.errors import SelectionError

_NAMES = {item.slug: item.code for item in CODES.values()}


@attrs.frozen
class Selection:
    """The codes of the warnings and hints that are told."""

    codes: frozenset[str] = frozenset(CODES)

    def tells(self, code: str) -> bool:
        """Whether a diagnostic of this code is told."""
        return code in self.codes or CODES[code].severity == "error"


EVERYTHING = Selection()


def selection(select: Iterable[str] | None = None, ignore: Iterable[str] = ()) -> Selection:
    """What is left of the selected ones, or of all, without the ignored ones.

    Raises `SelectionError` for what is no code, beginning or name, and for an error to be ignored.
    """
    chosen = set(CODES) if select is None else set().union(*map(codes_meant, select))
    for word in ignore:
        found = codes_meant(word)
        if len(found) == 1 and CODES[min(found)].severity == "error":
            raise SelectionError(f"{min(found)} is an error, and errors cannot be ignored.")
        chosen -= found
    return Selection(frozenset(chosen))


def codes_meant(word: str) -> frozenset[str]:
    """The codes of a code such as `CR502`, its beginning, or a name such as `unused`.

    Raises `SelectionError` if there is none.
    """
    text = word.strip()
    found = frozenset(code for code in CODES if text and code.startswith(text.upper()))
    if text.lower() in _NAMES:
        found = frozenset({_NAMES[text.lower()]})
    if not found:
        known = _NAMES if text[:2].upper() != "CR" else CODES
        hint = did_you_mean(text.upper() if known is CODES else text.lower(), known)
        raise SelectionError(f"There is no diagnostic {text!r}. {hint}".rstrip())
    return found
