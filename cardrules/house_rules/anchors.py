"""Which line of the base a house rule means."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Sequence

from cardrules.diagnostics.model import Diagnostics, Label
from cardrules.house_rules.operations import Anchor, Operation
from cardrules.house_rules.outline import Entry

# So many lines of the base are named that may be meant.
_MOST_CANDIDATES = 5


def scope_of(operation: Operation, root: Entry, diagnostics: Diagnostics) -> Entry | None:
    """The line within which an operation takes place: the innermost `in`, or the whole base."""
    scope: Entry | None = root
    for anchor in operation.within:
        if scope is None:
            break
        scope = entry_of(anchor, scope, diagnostics)
    return scope


def entry_of(anchor: Anchor, scope: Entry, diagnostics: Diagnostics) -> Entry | None:
    """The line that an anchor means within a scope; with none, or several, that is reported."""
    within = scope.children if scope.parent is None and not scope.lines else list(scope.walk())
    found = [entry for entry in within if _fits(anchor, entry)]
    exact = [entry for entry in found if entry.words == anchor.words]
    found = exact or found
    if anchor.ordinal is not None and found:
        if anchor.ordinal < len(found):
            return found[anchor.ordinal]
        found = []
    if len(found) == 1:
        return found[0]
    if found:
        _report_several(anchor, found, diagnostics)
    else:
        _report_none(anchor, scope, within, diagnostics)
    return None


def offering(anchor: Anchor, scope: Entry, diagnostics: Diagnostics) -> list[Entry]:
    """The lines `one of` within a scope in which a name stands."""
    (name,) = anchor.words
    lines = [entry for entry in scope.walk() if entry.words[:2] == ("one", "of")]
    found = [entry for entry in lines if name in entry.words[2:]]
    if not found:
        _report(
            anchor,
            f"No `one of` in {where_of(scope)} has `{name}`.",
            "The lines that could be meant are listed." if lines else "",
            lines,
            diagnostics,
        )
    return found


def where_of(scope: Entry) -> str:
    """How the lines of a scope are spoken of."""
    return f"`{' '.join(scope.words[:2])}`" if scope.lines else "the base"


def _fits(anchor: Anchor, entry: Entry) -> bool:
    words = entry.words
    return words[: len(anchor.words)] == anchor.words and set(anchor.ids) <= set(entry.ids)


def _report_several(anchor: Anchor, found: Sequence[Entry], diagnostics: Diagnostics) -> None:
    _report(
        anchor,
        f"{len(found)} lines of the base are `{anchor.text}`.",
        "Write more of its words, an ID, `first`, `second`, `third` or `last`, or narrow it by "
        "`in` and the line around it.",
        found,
        diagnostics,
        code="CR803",
    )


def _report_none(
    anchor: Anchor, scope: Entry, within: Sequence[Entry], diagnostics: Diagnostics
) -> None:
    near = _near(anchor, within)
    message = f"No line of {where_of(scope)} is `{anchor.text}`."
    help = "A line is named by the words with which it begins, by an ID behind it, or by both."
    named = [entry for entry in within if entry.words[1:2] == anchor.words]
    if scope.parent is None and named:
        # `in attack`
        known = ", ".join(f"`{entry.first} {anchor.words[0]}`" for entry in named)
        help, near = f"A declaration is named with its first word: {known}.", named
    _report(anchor, message, help, near, diagnostics)


def _near(anchor: Anchor, within: Sequence[Entry]) -> list[Entry]:
    """Lines that could be meant: of one ID, with the same first words, or that read alike."""
    found = [entry for entry in within if set(anchor.ids) & set(entry.ids)]
    for number in range(len(anchor.words), 0, -1):
        words = anchor.words[:number]
        found += [entry for entry in within if entry.words[:number] == words]
    text = " ".join(anchor.words)
    alike = difflib.get_close_matches(text, [" ".join(entry.words) for entry in within], cutoff=0.5)
    found += [entry for entry in within if " ".join(entry.words) in alike]
    return list(dict.fromkeys(found))


def _report(
    anchor: Anchor,
    message: str,
    help: str,
    lines: Iterable[Entry],
    diagnostics: Diagnostics,
    code: str = "CR802",
) -> None:
    text = "one such line" if code == "CR803" else "perhaps this one"
    labels = [Label(span=entry.span, text=text, source=entry.source) for entry in lines]
    if len(labels) > _MOST_CANDIDATES:
        help = f"{help} There are {len(labels) - _MOST_CANDIDATES} more.".strip()
    diagnostics.report(
        code, anchor.said.span, message, help=help, labels=tuple(labels[:_MOST_CANDIDATES])
    )
