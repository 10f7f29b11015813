"""Diagnostics in the Static Analysis Results Interchange Format, SARIF 2.1.0.

https://docs.oasis-open.org/sarif/sarif/v2.1.0/sarif-v2.1.0.html
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path, PurePath
from typing import Any
from urllib.parse import quote

from cardrules.diagnostics.codes import CODES
from cardrules.diagnostics.model import Diagnostic, Edit, Fix, Severity
from cardrules.diagnostics.render import end_of
from cardrules.resources import diagnostic_page
from cardrules.source import SourceFile, Span

SCHEMA = (
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
)
_LEVELS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.HINT: "note"}


def sarif_log(items: Sequence[Diagnostic], version: str) -> dict[str, Any]:
    """A log with one run, by a `version` of cardrules; of rules it has those that were found."""
    codes = sorted({item.code for item in items})
    driver = {
        "name": "cardrules",
        "version": version,
        "rules": [_rule(code) for code in codes],
    }
    run = {
        "tool": {"driver": driver},
        "columnKind": "unicodeCodePoints",
        "results": [_result(item, codes.index(item.code)) for item in items],
    }
    return {"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}


def _rule(code: str) -> dict[str, Any]:
    known = CODES[code]
    page = diagnostic_page(code)
    return {
        "id": code,
        "name": known.slug,
        "shortDescription": {"text": known.summary},
        "help": {"text": page, "markdown": page},
        "defaultConfiguration": {"level": _LEVELS[Severity(known.severity)]},
    }


def _result(item: Diagnostic, rule: int) -> dict[str, Any]:
    found: dict[str, Any] = {
        "ruleId": item.code,
        "ruleIndex": rule,
        "level": _LEVELS[item.severity],
        "message": {"text": f"{item.message} {item.help}".rstrip()},
        "locations": [{"physicalLocation": _location(item.source, item.span)}],
    }
    if item.labels:
        found["relatedLocations"] = [
            {
                "id": number,
                "message": {"text": label.text},
                "physicalLocation": _location(label.source or item.source, label.span),
            }
            for number, label in enumerate(item.labels)
        ]
    if item.fix is not None:
        found["fixes"] = [_fix(item.fix)]
    return found


def _fix(fix: Fix) -> dict[str, Any]:
    sources = dict.fromkeys(edit.source for edit in fix.edits)
    return {
        "description": {"text": f"{fix.title}. ({fix.applicability})"},
        "artifactChanges": [
            {
                "artifactLocation": _artifact(source),
                "replacements": [_replacement(item) for item in fix.edits if item.source is source],
            }
            for source in sources
        ],
    }


def _replacement(edit: Edit) -> dict[str, Any]:
    found: dict[str, Any] = {"deletedRegion": _region(edit.source, edit.span)}
    if edit.text:
        found["insertedContent"] = {"text": edit.text}
    return found


def _location(source: SourceFile, span: Span) -> dict[str, Any]:
    return {
        "artifactLocation": _artifact(source.where(span.start).source),
        "region": _region(source, span),
    }


def _artifact(source: SourceFile) -> dict[str, str]:
    path = Path(source.name)
    if path.is_absolute():
        return {"uri": path.as_uri()}
    return {"uri": quote(PurePath(source.name).as_posix())}


def _region(source: SourceFile, span: Span) -> dict[str, int]:
    start, end = source.where(span.start), end_of(source, span)
    return {
        "startLine": start.line,
        "startColumn": start.column,
        "endLine": end.line,
        "endColumn": end.column,
    }
