"""How the drawn faults were drawn: mutants (`tests.mutation`) of all rulesets in a fixed order.

`tests/data/faults/draw.yaml` has the seed, and every mutant that came up until twenty were faults:
which file has it as a text, or why it was passed over. The order is that of a digest of the seed
and the mutant, so a change in one ruleset does not draw all others anew: `--draw` tells which rows
come in or fall out, and the last one is always the twentieth fault.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterator
from typing import Any

import attrs
import yaml

from cardrules.plain import Plain, fields
from tests.bundled import load
from tests.faults.collection import FOLDER, originals
from tests.mutation import Mutant, mutants

PATH = FOLDER / "draw.yaml"
# Rulesets that came later: what is drawn does not change with them.
_LATER = ("kuhn_poker", "leduc_poker")
# What says where something stands, and how many names a procedure has.
_PLACES = ("origin", "span", "from_span", "text", "slots")
# Where the numbers of names stand, and which numbers mean the same.
_NUMBERED = {"slot": "slot", "bound": "bound", "index": "bound"}


@attrs.frozen
class Drawn:
    """A mutant by what tells it from others: `nth` of those with the same line and words."""

    game: str
    line: str
    what: str
    nth: int


@attrs.frozen
class Row:
    """A mutant that came up; `fault` is the file that has it, otherwise it was `passed` over.

    `unlike` says why the text of the file does not mean exactly the mutant, if it does not.
    """

    drawn: Drawn
    fault: str
    passed: str
    unlike: str


def seed() -> int:
    """The seed of the draw."""
    return int(_data()["seed"])


def rows() -> list[Row]:
    """What came up, in its order."""
    return [
        Row(
            Drawn(item["game"], item["line"], item["what"], item.get("nth", 1)),
            item.get("fault", ""),
            item.get("passed", ""),
            item.get("unlike", ""),
        )
        for item in _data()["drawn"]
    ]


def _data() -> dict[str, Any]:
    found: dict[str, Any] = yaml.safe_load(PATH.read_text(encoding="utf-8"))
    return found


def mutants_of(game: str) -> Iterator[tuple[Drawn, Mutant]]:
    """The mutants of a ruleset, by what tells them from others."""
    ruleset = load(originals()[game])
    times: Counter[tuple[str, str]] = Counter()
    for mutant in mutants(ruleset):
        line = ruleset.text.line(mutant.line).strip()
        times[line, mutant.what] += 1
        yield Drawn(game, line, mutant.what, times[line, mutant.what]), mutant


def in_order(number: int) -> list[Drawn]:
    """The mutants that come up first."""
    games = [game for game in originals() if game not in _LATER]
    every = [drawn for game in games for drawn, _ in mutants_of(game)]
    drawn_by = str(seed())
    return sorted(every, key=lambda drawn: _place(drawn_by, drawn))[:number]


def _place(drawn_by: str, drawn: Drawn) -> bytes:
    told = "|".join((drawn_by, drawn.game, drawn.line, drawn.what, str(drawn.nth)))
    return hashlib.sha256(told.encode()).digest()


def bare(node: Any) -> Any:
    """A part of a ruleset to be compared: without places in the text, and with names numbered
    as they come, since what is left out may have taken a number.
    """
    return _bare(node, {})


def _bare(node: Any, numbers: dict[tuple[str, object], int]) -> Any:
    if isinstance(node, tuple | list):
        return [_bare(item, numbers) for item in node]
    if isinstance(node, dict):
        return {key: _bare(item, numbers) for key, item in node.items()}
    if not isinstance(node, Plain):
        return node
    found: dict[str, Any] = {}
    for name in fields(type(node)):
        value = getattr(node, name)
        if name in _NUMBERED and isinstance(value, int):
            found[name] = numbers.setdefault((_NUMBERED[name], value), len(numbers))
        elif name == "parameters":
            found[name] = [numbers.setdefault(("bound", item), len(numbers)) for item in value]
        elif name not in _PLACES:
            found[name] = _bare(value, numbers)
    return type(node).__name__, found
