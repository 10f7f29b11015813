"""Damaged files of scenarios: whatever stands in one is told, and nothing breaks or stands still.

    python -m tests.scenario_damage --files 20000

Texts are damaged character by character and line by line, data value by value; both come from the
scenarios of the games. Part of `make soak`, and a sample of the tests.
"""

from __future__ import annotations

import copy
import json
import multiprocessing
import random
import signal
import sys
from collections.abc import Iterator
from pathlib import Path
from types import FrameType
from typing import Any

import click

import cardrules.scenario.run
from cardrules.diagnostics.render import render_text
from cardrules.scenario.citations import unknown_rules
from cardrules.scenario.find import Rulesets, bundled_scenarios, scenario_files
from cardrules.scenario.load import load_scenarios
from cardrules.scenario.report import outcome_data, report_text
from cardrules.scenario.run import Games, run_scenario
from cardrules.source import normalised, read_source
from tests.expectations import cases

# A file that takes longer than this stands still.
SECONDS = 60
# Steps of `until`, of which a damaged file may want very many.
MOST_STEPS = 40
_TOKENS = (
    *"[]{}:,-#&*!|>'\"%@`\n\t <>?~", ": ", "- ", "\n  ", "\n    ", "<n>", "<card>", "9999 x Aster",
    "9" * 5000, "null", "true", "each", "none", "expect:", "steps:", "\x00", "\u2028", "\ufeff",
    "\u0663", "\u00e9", "---\n", "...\n",
)  # fmt: skip
_VALUES: tuple[Any, ...] = (
    None, True, False, 0, 1, 2, -1, 7, 99, 10**18, 2**63, -(2**63), int("9" * 4000), "", "x",
    "none", "hidden", "nobody", "each", "chance", "<n>", "<card>", "9999 x Aster", "2 x hidden",
    "0 x Aster", "\u0663", "9" * 5000, "a" * 5000, "A-1", [], {}, [[]], [{}], [None],
    [1, 1], {"x": 1}, {"do": "pass"}, {"with": ["hidden"]}, {"count": 10**9}, {"seat": 1},
    ["9999 x Aster"] * 50,
    [["hidden"]], {"top": ["7"], "bottom": ["7"]},
)  # fmt: skip
_KEYS = (
    "asked", "allowed", "only", "refused", "score 1", "score", "winners", "place 1", "over",
    "playable", "match 1", "game", "active", "starter", "round", "turn", "sees 1", "sees spectator",
    "log 1", "chance", "knows 1", "knows each", "rest", "deck", "table", "hand 1", "hand each",
    "hand 9", "do", "seat", "which", "by", "because", "for", "until", "expect", "steps", "position",
    "each", "players", "options", "seed", "note", "rules", "name", "with", "without", "top",
    "bottom", "cards", "count", "somewhere", "order", "shuffle", "pick", "result", "x", "<n>",
)  # fmt: skip


class Damaged:
    """Damaged files, made of the scenarios in some folders."""

    def __init__(self, folders: list[Path], every: int = 1) -> None:
        self._texts: list[tuple[str, str]] = []
        self._data: list[tuple[str, dict[str, Any]]] = []
        self._games: dict[str, Games] = {}
        rulesets = Rulesets()
        for path in list(scenario_files(folders))[::every]:
            source = read_source(path)
            file, _ = load_scenarios(source)
            assert file is not None
            ruleset, _ = rulesets.ruleset(file)
            assert ruleset is not None
            self._games[file.game] = Games(ruleset)
            self._texts.append((file.game, source.text))
            self._data += [(file.game, data) for data in cases(source)]

    def file(self, number: int) -> tuple[str, str]:
        """The game and the text of one damaged file; the same number gives the same file."""
        rng = random.Random(number)
        if number % 3 == 0:
            game, text = rng.choice(self._texts)
            return game, _damaged_text(_some_of(text, rng), rng)
        game, data = rng.choice(self._data)
        return game, json.dumps(_damaged_data(data, rng))

    def what_breaks(self, number: int) -> str:
        """What goes wrong with one damaged file; nothing if it is told as it should be."""
        game, text = self.file(number)
        try:
            return self._carried_out(game, text)
        except TimeoutError:
            return f"file {number} stands still"
        except Exception as error:
            return f"file {number}: {type(error).__name__}: {error}"[:300]

    def _carried_out(self, game: str, text: str) -> str:
        file, diagnostics = load_scenarios(normalised("damaged.yaml", text))
        for item in diagnostics:
            render_text(item)
        if file is None:
            return "" if len(diagnostics) else "nothing is wrong, and there is no file"
        games = self._games.get(file.game)
        if games is None:
            return ""
        for mistake in unknown_rules(file, games.ruleset):
            render_text(mistake)
        for scenario in file.scenarios:
            outcome = run_scenario(scenario, games)
            broken = [item.found for item in outcome.differences if item.what == "the game"]
            if broken:
                return broken[0]
            report_text(outcome, verbose=True)
            json.dumps(outcome_data(outcome))
        return ""


def _some_of(text: str, rng: random.Random) -> str:
    """The head of a file with one of its scenarios: the others would only take their time."""
    parts = text.split("\n  - name: ")
    return "\n  - name: ".join([parts[0], rng.choice(parts[1:])])


def _damaged_text(text: str, rng: random.Random) -> str:
    for _ in range(rng.randint(1, 4)):
        at = rng.randrange(len(text) + 1)
        end = min(len(text), at + rng.choice((1, 1, 2, 5, 20)))
        lines = text.split("\n")
        line = rng.randrange(len(lines))
        match rng.randrange(7):
            case 0:
                text = text[:at] + text[end:]
            case 1:
                text = text[:at] + rng.choice(_TOKENS) + text[at:]
            case 2:
                text = text[:at] + rng.choice(_TOKENS) + text[end:]
            case 3:
                lines.insert(line, rng.choice(lines))
                text = "\n".join(lines)
            case 4:
                del lines[line]
                text = "\n".join(lines)
            case 5:
                lines[line] = rng.choice(("  ", "", "    ")) + lines[line].strip()
                text = "\n".join(lines)
            case _:
                words = text.split(" ")
                words[rng.randrange(len(words))] = rng.choice(words)
                text = " ".join(words)
    return text


def _damaged_data(data: dict[str, Any], rng: random.Random) -> dict[str, Any]:
    made = copy.deepcopy(data)
    for _ in range(rng.choice((1, 1, 1, 2, 3))):
        places = list(_places(made))
        if not places:
            break
        # What stands deep within is damaged more often than a file as a whole.
        inner, key = rng.choice(rng.choice((places, places[len(places) // 4 :])))
        others = [one[at] for one, at in places]
        match rng.randrange(6):
            case 0 | 1:
                inner[key] = copy.deepcopy(rng.choice(_VALUES))
            case 2:
                inner[key] = copy.deepcopy(rng.choice(others))
            case 3 if isinstance(inner, dict):
                inner[rng.choice(_KEYS)] = inner.pop(key)
            case 4 if isinstance(inner, dict):
                inner[rng.choice(_KEYS)] = copy.deepcopy(rng.choice((*_VALUES, *others)))
            case 5:
                del inner[key]
            case _ if isinstance(inner, list):
                inner.insert(rng.randrange(len(inner) + 1), copy.deepcopy(rng.choice(_VALUES)))
    return made


def _places(node: Any) -> Iterator[tuple[Any, Any]]:
    keys = list(node) if isinstance(node, dict) else range(len(node))
    for key in keys:
        yield node, key
        if isinstance(node[key], dict | list):
            yield from _places(node[key])


_damaged: list[Damaged] = []


def _attempt(number: int) -> str:
    def late(number: int, frame: FrameType | None) -> None:
        raise TimeoutError

    signal.signal(signal.SIGALRM, late)
    signal.alarm(SECONDS)
    try:
        return _damaged[0].what_breaks(number)
    finally:
        signal.alarm(0)


@click.command()
@click.option("--files", default=20_000, help="How many damaged files.", show_default=True)
@click.option("--first", default=0, help="The number of the first one.", show_default=True)
@click.option("--jobs", default=2, help="How many processes.", show_default=True)
def main(files: int, first: int, jobs: int) -> None:
    """Damage scenarios in many ways, and see that nothing breaks or stands still."""
    cardrules.scenario.run.MOST_STEPS = MOST_STEPS
    _damaged.append(Damaged([bundled_scenarios()]))
    with multiprocessing.get_context("fork").Pool(jobs) as pool:
        results = pool.imap_unordered(_attempt, range(first, first + files), chunksize=50)
        with click.progressbar(results, files, label="scenarios", file=sys.stderr) as shown:
            wrong = sorted(filter(None, shown))
    for text in wrong:
        click.echo(text)
    click.echo(f"{files} damaged files of scenarios, {len(wrong)} break something")
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
