"""Diagnostics as annotations of GitHub: lines that its Actions show beside the text."""

from __future__ import annotations

from cardrules.diagnostics.model import Diagnostic, Severity
from cardrules.diagnostics.render import end_of

_COMMANDS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.HINT: "notice"}


def annotation(item: Diagnostic) -> str:
    """The workflow command for a diagnostic."""
    start, end = item.source.where(item.span.start), end_of(item.source, item.span)
    properties = {
        "file": start.source.name,
        "line": start.line,
        "endLine": end.line,
        "col": start.column,
        "endColumn": end.column,
        "title": f"{item.code} {item.slug}",
    }
    listed = ",".join(f"{name}={_escaped(str(value), ':,')}" for name, value in properties.items())
    text = f"{item.message} {item.help}".rstrip()
    return f"::{_COMMANDS[item.severity]} {listed}::{_escaped(text, '')}"


def _escaped(text: str, more: str) -> str:
    """Signs that would end a value, or the command, as GitHub wants them."""
    for sign in f"%\r\n{more}":
        text = text.replace(sign, f"%{ord(sign):02X}")
    return text
