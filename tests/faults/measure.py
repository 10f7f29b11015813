"""What `cardrules lint` says of the faulty texts, and of the rulesets that they are made of."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import attrs

from cardrules.rulesets import SUFFIX
from tests.cli.calls import call
from tests.faults.collection import Fault, faults, originals

# A diagnostic as `lint --json` tells it.
Told = Mapping[str, Any]


@attrs.frozen
class Seen:
    """What was said of one faulty text; `naming` is the part of it that names the fault."""

    fault: Fault
    said: tuple[Told, ...]
    naming: tuple[Told, ...]


def lint(paths: list[Path], *, thorough: bool = False) -> dict[str, list[Told]]:
    """What is said of each file, by its path; `thorough`: with `--thorough`."""
    found: dict[str, list[Told]] = {str(path): [] for path in paths}
    options = ["--thorough"] if thorough else []
    for item in json.loads(call("lint", "--json", *options, *paths).stdout):
        found[item["file"]].append(item)
    return found


def lint_faults(wanted: list[Fault] | None = None, *, thorough: bool = False) -> list[Seen]:
    """What is said of the faulty texts, all of them if none are given."""
    chosen = faults() if wanted is None else wanted
    with tempfile.TemporaryDirectory() as folder:
        paths = {item.name: Path(folder) / f"{item.name}{SUFFIX}" for item in chosen}
        for item in chosen:
            paths[item.name].write_text(item.text, encoding="utf-8")
        said = lint(list(paths.values()), thorough=thorough)
    return [_seen(item, said[str(paths[item.name])]) for item in chosen]


def _seen(fault: Fault, said: list[Told]) -> Seen:
    lines = fault.lines
    return Seen(
        fault,
        tuple(said),
        tuple(
            item
            for item in said
            if (not fault.codes or item["code"] in fault.codes)
            and not lines.isdisjoint([item["line"], *(each["line"] for each in item["labels"])])
        ),
    )


def false_findings(*, thorough: bool = False) -> list[Told]:
    """What is said of the rulesets in which nothing is wrong."""
    return [
        item
        for said in lint(list(originals().values()), thorough=thorough).values()
        for item in said
    ]
