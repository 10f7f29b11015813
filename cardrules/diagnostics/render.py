"""Diagnostics as text with excerpt and caret, as one line each, and as JSON data."""

from __future__ import annotations

from collections.abc import Iterable

from cardrules.diagnostics.model import Diagnostic, Edit, Fix, Label, Severity
from cardrules.source import Position, SourceFile, Span

_WIDTH = 160


def render_text(item: Diagnostic) -> str:
    """The whole diagnostic over several lines."""
    parts = [
        f"{item.severity.value}[{item.code}] {item.message}",
        f"  --> {item.source.where(item.span.start)}",
        *_excerpt(item.source, item.span),
    ]
    for label in item.labels:
        source = label.source or item.source
        parts.append(f"  {label.text} ({source.where(label.span.start)})")
        parts += _excerpt(source, label.span)
    if item.help:
        parts.append(f"  help: {item.help}")
    return "\n".join(parts)


def render_line(item: Diagnostic) -> str:
    """The diagnostic on one line: place, severity, code, message."""
    place = item.source.where(item.span.start)
    return f"{place}: {item.severity.value} {item.code} {item.message}"


def diagnostic_data(item: Diagnostic) -> dict[str, object]:
    """The diagnostic as JSON data."""
    start = item.source.where(item.span.start)
    end = end_of(item.source, item.span)
    return {
        "code": item.code,
        "slug": item.slug,
        "severity": item.severity.value,
        "message": item.message,
        "help": item.help,
        "file": start.source.name,
        "line": start.line,
        "column": start.column,
        "end_line": end.line,
        "end_column": end.column,
        "labels": [_label_data(label, item.source) for label in item.labels],
        "fix": None if item.fix is None else _fix_data(item.fix),
    }


def _fix_data(fix: Fix) -> dict[str, object]:
    return {
        "title": fix.title,
        "applicability": fix.applicability,
        "edits": [_edit_data(edit) for edit in fix.edits],
    }


def _edit_data(edit: Edit) -> dict[str, object]:
    start, end = edit.source.where(edit.span.start), edit.source.where(edit.span.end)
    return {
        "file": edit.source.name,
        "line": start.line,
        "column": start.column,
        "end_line": end.line,
        "end_column": end.column,
        "text": edit.text,
    }


def _label_data(label: Label, source: SourceFile) -> dict[str, object]:
    place = (label.source or source).where(label.span.start)
    return {
        "text": label.text,
        "file": place.source.name,
        "line": place.line,
        "column": place.column,
    }


def end_of(source: SourceFile, span: Span) -> Position:
    """Where a span ends; if that is in another file, the end of its first line."""
    start, end = source.where(span.start), source.where(max(span.start, span.end))
    if end.source is start.source and (end.line, end.column) >= (start.line, start.column):
        return end
    return Position(start.source, start.line, len(start.text) + 1)


def summary(items: Iterable[Diagnostic]) -> str:
    """How many errors and warnings there are, and hints if any, as a sentence."""
    found = list(items)
    counts = {severity: sum(item.severity is severity for item in found) for severity in Severity}
    told = [_counted(number, severity.value) for severity, number in counts.items()]
    return ", ".join(told if counts[Severity.HINT] else told[:-1])


def _counted(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def _excerpt(source: SourceFile, span: Span) -> list[str]:
    start, stop = source.where(span.start), end_of(source, span)
    line, column, text = start.line, start.column, start.text
    # A very long line is cut to a window around the caret.
    first = max(0, column - 1 - _WIDTH // 2) if len(text) > _WIDTH else 0
    shown = text[first : first + _WIDTH].replace("\t", " ")
    shown = "".join(c if c.isprintable() else "\ufffd" for c in shown)
    end = stop.column if stop.line == line else len(text) + 1
    carets = max(1, min(end - column, _WIDTH - (column - 1 - first)))
    gutter = str(line)
    return [
        f"{gutter} | {shown}".rstrip(),
        f"{' ' * len(gutter)} | {' ' * (column - 1 - first)}{'^' * carets}",
    ]
