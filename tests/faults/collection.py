"""Faulty rulesets by which the linter is measured, and the rulesets that they are made of.

Each file in `tests/data/faults/written` and `.../drawn` is one fault:

    game: war              the ruleset that it is a fault in
    class: flow            one of `CLASSES`
    what: ...              what is wrong, in a sentence
    why: ...               why it is, whatever the author meant
    change:                texts that stand in the ruleset once, and what stands there instead
      - {from: ..., to: ...}
    house_rules: ...       or in place of `change` a file of house rules
    at: [...]              texts that stand once in what comes of it: a finding names the fault
                           if it, or a label of it, is on a line on which one of them begins
    codes: [...]           if they are given, only findings with these codes name it

The written ones are spread over the classes; the drawn ones are mutants (see `tests.faults.draw`).
The rulesets are the bundled ones and those in `tests/data/faults/originals`.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import attrs
import yaml

from cardrules.rulesets import SUFFIX, bundled
from cardrules.source import read_source

FOLDER = Path(__file__).parents[1] / "data" / "faults"
SORTS = ("written", "drawn")
CLASSES = ("names", "components", "flow", "termination", "hidden", "interrupts", "patches")


@attrs.frozen(kw_only=True)
class Fault:
    """A fault as its file has it; `sort` is whether it was written or drawn."""

    name: str
    sort: str
    game: str
    of_class: str
    what: str
    why: str
    change: tuple[tuple[str, str], ...] = ()
    house_rules: str = ""
    at: tuple[str, ...]
    codes: tuple[str, ...] = ()

    @property
    def text(self) -> str:
        """The faulty text; raises `ValueError` if a text to be changed is not there once."""
        if self.house_rules:
            return self.house_rules
        text = read_source(originals()[self.game]).text
        for old, new in self.change:
            _check_once(old, text, self.name)
            text = text.replace(old, new)
        return text

    @property
    def lines(self) -> frozenset[int]:
        """The lines of the faulty text on which it may be named, from 1."""
        text = self.text
        for item in self.at:
            _check_once(item, text, self.name)
        return frozenset(text[: _first_word(text, item)].count("\n") + 1 for item in self.at)


def _check_once(item: str, text: str, name: str) -> None:
    if text.count(item) != 1:
        raise ValueError(f"{name}: {item!r} is there {text.count(item)} times, not once")


def _first_word(text: str, item: str) -> int:
    """Where the first word of a part of the text begins."""
    return text.index(item) + len(item) - len(item.lstrip())


@cache
def originals() -> dict[str, Path]:
    """The files of the rulesets in which faults are made, by name."""
    own = sorted((FOLDER / "originals").glob(f"*{SUFFIX}"))
    return {**bundled(), **{path.stem: path for path in own}}


def faults() -> list[Fault]:
    """All faults, the written ones first, each sort by name."""
    return [_fault(path) for sort in SORTS for path in sorted((FOLDER / sort).glob("*.yaml"))]


def _fault(path: Path) -> Fault:
    data: dict[str, Any] = yaml.safe_load(path.read_text(encoding="utf-8"))
    return Fault(
        name=path.stem,
        sort=path.parent.name,
        of_class=data.pop("class"),
        change=tuple((item["from"], item["to"]) for item in data.pop("change", ())),
        at=tuple(data.pop("at")),
        codes=tuple(data.pop("codes", ())),
        **data,
    )
