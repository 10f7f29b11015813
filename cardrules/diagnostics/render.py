"""Diagnostics as text with excerpt and caret, as one line each, and as JSON data."""

from __future__ import annotations

from collections.abc import Iterable

from cardrules.diagnostics.model import Diagnostic, Severity
from cardrules.source import SourceFile, Span

_WIDTH = 160


def render_text(item: Diagnostic) -> str:
    """The whole diagnostic over several lines."""
    line, column = item.source.position(item.span.start)
    parts = [
        f"{item.severity.value}[{item.code}] {item.message}",
        f"  --> {item.source.name}:{line}:{column}",
        *_excerpt(item.source, item.span),
    ]
    for label in item.labels:
        at = item.source.position(label.span.start)
        parts.append(f"  {label.text} ({item.source.name}:{at[0]}:{at[1]})")
        parts += _excerpt(item.source, label.span)
    if item.help:
        parts.append(f"  help: {item.help}")
    return "\n".join(parts)


def render_line(item: Diagnostic) -> str:
    """The diagnostic on one line: place, severity, code, message."""
    line, column = item.source.position(item.span.start)
    return f"{item.source.name}:{line}:{column}: {item.severity.value} {item.code} {item.message}"


def diagnostic_data(item: Diagnostic) -> dict[str, object]:
    """The diagnostic as JSON data."""
    line, column = item.source.position(item.span.start)
    end_line, end_column = item.source.position(item.span.end)
    return {
        "code": item.code,
        "slug": item.slug,
        "severity": item.severity.value,
        "message": item.message,
        "help": item.help,
        "file": item.source.name,
        "line": line,
        "column": column,
        "end_line": end_line,
        "end_column": end_column,
        "labels": [
            {
                "text": label.text,
                "line": item.source.position(label.span.start)[0],
                "column": item.source.position(label.span.start)[1],
            }
            for label in item.labels
        ],
    }


def summary(items: Iterable[Diagnostic]) -> str:
    """How many errors and warnings there are, and hints if any, as a sentence."""
    found = list(items)
    counts = {severity: sum(item.severity is severity for item in found) for severity in Severity}
    told = [_counted(number, severity.value) for severity, number in counts.items()]
    return ", ".join(told if counts[Severity.HINT] else told[:-1])


def _counted(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def _excerpt(source: SourceFile, span: Span) -> list[str]:
    line, column = source.position(span.start)
    end_line, end_column = source.position(max(span.start, span.end))
    text = source.line(line)
    # A very long line is cut to a window around the caret.
    first = max(0, column - 1 - _WIDTH // 2) if len(text) > _WIDTH else 0
    shown = text[first : first + _WIDTH].replace("\t", " ")
    shown = "".join(c if c.isprintable() else "\ufffd" for c in shown)
    end = end_column if end_line == line else len(text) + 1
    carets = max(1, min(end - column, _WIDTH - (column - 1 - first)))
    gutter = str(line)
    return [
        f"{gutter} | {shown}".rstrip(),
        f"{' ' * len(gutter)} | {' ' * (column - 1 - first)}{'^' * carets}",
    ]
