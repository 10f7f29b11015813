"""What scenarios reach of a ruleset, and what they do not, as text and as data."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

import click

from cardrules.scenario.coverage import Coverage, Missed


def is_enough(found: Coverage, least: float | None) -> bool:
    """Whether so many of a hundred parts are reached, if that is asked for."""
    return least is None or found.percent >= least


def coverage_lines(every: Iterable[Coverage], least: float | None) -> Iterator[str]:
    """For each ruleset how much is reached, and each part that is not, with its place."""
    for found in every:
        yield ""
        too_few = "" if is_enough(found, least) else f", and not {least:g} %"
        reached = f"{len(found.reached())} of {len(found.parts)} parts are reached"
        head = f"{found.ruleset.title}: {reached}, {found.percent:.1f} %{too_few}"
        yield click.style(head, fg="red", bold=True) if too_few else head
        for missed in found.missed():
            part, place = missed.part, missed.place
            ids = f"  [{', '.join(part.ids)}]" if part.ids else ""
            others = missed.parts - 1
            more = f" ({others} more with it)" * (others > 0)
            yield f"  {_path(missed)}:{place.line}  {part.told}{more}{ids}"
            yield f"      {place.text.strip()}"


def coverage_data(every: Iterable[Coverage], least: float | None) -> list[dict[str, object]]:
    """The same as JSON data."""
    return [
        {
            "title": found.ruleset.title,
            "file": _shown(found.ruleset.text.name),
            "parts": len(found.parts),
            "reached": len(found.reached()),
            "percent": round(found.percent, 2),
            "enough": is_enough(found, least),
            "missed": [
                {
                    "file": _path(missed),
                    "line": missed.place.line,
                    "column": missed.place.column,
                    "sort": missed.part.tallied.sort,
                    "name": missed.part.tallied.name,
                    "message": missed.part.told,
                    "rules": list(missed.part.ids),
                    "parts": missed.parts,
                }
                for missed in found.missed()
            ],
        }
        for found in every
    ]


def _path(missed: Missed) -> str:
    return _shown(missed.place.source.name)


def _shown(name: str) -> str:
    """A path as seen from here, where it lies below."""
    path, here = Path(name), Path.cwd()
    return str(path.relative_to(here)) if path.is_relative_to(here) else name
