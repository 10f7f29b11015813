"""Changes that cannot both be made: of one line, within a line that another removes, at one gap."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from cardrules.diagnostics.model import Diagnostic, Label
from cardrules.house_rules.changes import Beside, Change, Exchange, Header, Insert
from cardrules.house_rules.outline import Entry


def in_order(
    changes: Sequence[Change], after: Mapping[str, frozenset[str]], diagnostics: list[Diagnostic]
) -> list[Change]:
    """The changes that can be made, in the order of the files; every conflict is reported.

    `after` says for each file behind which others its lines come where both put some.
    """
    kept: list[Change] = []
    for change in changes:
        other = next((item for item in kept if _collide(item, change, after)), None)
        if other is None:
            kept.append(change)
        else:
            _report(other, change, diagnostics)
    return kept


def _collide(one: Change, other: Change, after: Mapping[str, frozenset[str]]) -> bool:
    if isinstance(one, Insert) and isinstance(other, Insert):
        return _same_gap(one, other) and not (
            one.by == other.by
            or (one.any_order and other.any_order)
            or one.by in after.get(other.by, ())
        )
    if isinstance(one, Beside) and isinstance(other, Beside):
        return False
    if _entry(one) is _entry(other) and not _is_insert(one) and not _is_insert(other):
        return True
    return _is_lost_in(one, other) or _is_lost_in(other, one)


def _same_gap(one: Insert, other: Insert) -> bool:
    return one.parent is other.parent and one.index == other.index


def _is_insert(change: Change) -> bool:
    return isinstance(change, Insert)


def _entry(change: Change) -> Entry | None:
    match change:
        case Exchange() | Header() | Beside():
            return change.entry
    return None


def _is_lost_in(one: Change, other: Change) -> bool:
    """Whether a change takes place within a line that is removed or replaced by another."""
    if not isinstance(other, Exchange):
        return False
    at = one.parent if isinstance(one, Insert) else _entry(one)
    return at is not None and at.is_within(other.entry)


def _report(one: Change, other: Change, diagnostics: list[Diagnostic]) -> None:
    same_file = one.by == other.by
    if isinstance(one, Insert) and isinstance(other, Insert):
        message = f"Two house rules put lines at one place: `{one.by}` and `{other.by}`."
        help = (
            f"If those of `{other.by}` are to come after the others, write `after: {one.by}` into "
            "its front matter."
        )
    else:
        message = "A house rule changes something within lines that another one takes away."
        if _entry(one) is _entry(other):
            message = "Two house rules change the same line."
        help = "Leave one of them out, or write one file that says what both together mean."
    if same_file:
        help = "Say in one place what is to become of these lines."
    item = Diagnostic(
        code="CR804",
        message=message,
        span=other.said.span,
        source=other.said.source,
        help=help,
        labels=(Label(span=one.said.span, text="the other one", source=one.said.source),),
    )
    diagnostics.append(item)
