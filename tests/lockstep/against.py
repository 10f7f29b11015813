"""Two checkouts in lockstep: the first decision at which their engines differ.

Each engine walks in a process of its own with the `cardrules` of its checkout; the walk, and the
rulesets, are those of this one.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from itertools import zip_longest
from pathlib import Path
from typing import Any

import attrs

from tests.lockstep.games import settings
from tests.lockstep.walk import OFTEN, walk

_HERE = Path(__file__).parent.parent.parent
# `cardrules` is that of a checkout, `tests` that of this one, wherever Python is run.
_BEGIN = (
    "import sys; sys.path[:0] = [sys.argv[1]]; import cardrules; sys.path[0] = sys.argv[2]; "
    "from tests.lockstep.against import speak; speak(sys.argv[3:])"
)


@attrs.frozen
class Difference:
    """Where two engines part: what each has there, as it was looked at."""

    setting: str
    seed: int
    ours: list[Any] | None
    theirs: list[Any] | None

    def lines(self) -> Iterator[str]:
        """The difference in words."""
        both = [step for step in (self.ours, self.theirs) if step is not None]
        yield f"{self.setting}, seed {self.seed}, decision {both[0][0]}:"
        for who, step in (("here", self.ours), ("there", self.theirs)):
            if step is None:
                yield f"  {who}: the game was over before"
                continue
            _, player, actions, taken, _ = step
            yield f"  {who}: player {player}, {actions} actions, takes number {taken}"
        if len(both) < 2:
            return
        ours, theirs = both[0][4], both[1][4]
        for aspect in dict.fromkeys([*ours, *theirs]):
            if ours.get(aspect) != theirs.get(aspect):
                path, here, there = _first_within(ours.get(aspect), theirs.get(aspect))
                yield f"  {aspect}{path}:"
                yield f"    here:  {_cut(here)}"
                yield f"    there: {_cut(there)}"


_MOST_SHOWN = 400


def _cut(value: Any) -> str:
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= _MOST_SHOWN else f"{text[:_MOST_SHOWN]}..."


def _first_within(here: Any, there: Any) -> tuple[str, Any, Any]:
    """The first part that differs, and where it is."""
    pairs: list[tuple[Any, Any, Any]] = []
    if isinstance(here, dict) and isinstance(there, dict) and here.keys() == there.keys():
        pairs = [(key, here[key], there[key]) for key in here]
    elif isinstance(here, list) and isinstance(there, list) and len(here) == len(there):
        pairs = list(zip(range(len(here)), here, there, strict=True))
    for key, one, other in pairs:
        if one != other:
            path, *found = _first_within(one, other)
            return f"[{key}]{path}", *found
    return "", here, there


def speak(given: list[str]) -> None:
    """Walk games and write their steps as lines of JSON: `RULESET FIRST LAST LOOK WHOLE NAME`."""
    path, first, last, look, whole, wanted = given
    for setting in settings(Path(path)):
        if wanted not in ("", setting.name):
            continue
        game = setting.game()
        for seed in range(int(first), int(last)):
            for step in walk(game, seed, int(look), whole=whole == "whole"):
                print(json.dumps([setting.name, seed, step.data()]))


def _listen(checkout: Path, *given: object) -> Iterator[list[Any]]:
    """The steps of an engine, as `speak` writes them."""
    command = [sys.executable, "-c", _BEGIN, str(checkout), str(_HERE), *map(str, given)]
    environment = {**os.environ, "PYTHONIOENCODING": "utf-8"}
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment,
                          encoding="utf-8", cwd=_HERE) as process:  # fmt: skip
        assert process.stdout is not None
        try:
            yield from map(json.loads, process.stdout)
        finally:
            process.kill()
    if process.returncode > 0:
        raise RuntimeError(f"The engine of {checkout} broke.")


def first_difference(
    checkout: Path, ruleset: Path, seeds: range, look_every: int = OFTEN
) -> Difference | None:
    """Walk all settings of a ruleset in both; None if they are the same to the end."""
    given = (ruleset, seeds.start, seeds.stop, look_every)
    both = (_listen(place, *given, "", "") for place in (_HERE, checkout))
    for ours, theirs in zip_longest(*both):
        if ours != theirs:
            return _looked_at(checkout, ruleset, look_every, ours or theirs)
    return None


def _looked_at(checkout: Path, ruleset: Path, look_every: int, step: list[Any]) -> Difference:
    """The same game once more in both, with what was looked at instead of digests."""
    name, seed, (number, *_) = step
    found = []
    for place in (_HERE, checkout):
        steps = _listen(place, ruleset, seed, seed + 1, look_every, "whole", name)
        found.append(next((told for *_, told in steps if told[0] == number), None))
    return Difference(name, seed, *found)
