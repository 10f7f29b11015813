"""The games in examples/ have no diagnostics, are played to the end, and pass their scenarios."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

import cardrules

EXAMPLES = Path(__file__).parent.parent / "examples"
# What is no game has tests of its own.
NO_GAMES = ("house_rules", "github")
FOLDERS = sorted(path for path in EXAMPLES.iterdir() if path.is_dir() and path.name not in NO_GAMES)
RULESETS = sorted(path for folder in FOLDERS for path in folder.rglob("*.rules"))
SCENARIOS = sorted(EXAMPLES.glob("*/scenarios/*.yaml"))
GAMES = 10


def name_of(path: Path) -> str:
    return path.stem


def command(*arguments: str | Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "cardrules", *map(str, arguments)],
        cwd=EXAMPLES.parent,
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )


def with_players() -> list[tuple[Path, int]]:
    cases = []
    for path in RULESETS:
        ruleset = cardrules.load(path)
        cases += [(path, n) for n in range(ruleset.players_min, ruleset.players_max + 1)]
    return cases


def test_every_example_has_rulebook_ruleset_and_scenarios() -> None:
    assert FOLDERS
    for folder in FOLDERS:
        assert (folder / "RULEBOOK.md").is_file()
        assert folder / f"{folder.name}.rules" in RULESETS
        assert any(path.parent.parent == folder for path in SCENARIOS)


@pytest.mark.parametrize("path", RULESETS, ids=name_of)
def test_an_example_has_no_diagnostics(path: Path) -> None:
    done = command("lint", "--format", "line", path)
    assert (done.returncode, done.stdout) == (0, "")


@pytest.mark.parametrize(
    ("path", "players"), [pytest.param(p, n, id=f"{p.stem}-{n}") for p, n in with_players()]
)
def test_an_example_can_be_played_to_the_end(path: Path, players: int) -> None:
    game = cardrules.Game(cardrules.load(path), players=players)
    for seed in range(GAMES):
        playthrough = cardrules.Playthrough(game, seed=seed)
        bots = [cardrules.make_bot("random", seed, seat) for seat in range(players)]
        for _ in cardrules.play(playthrough, bots):
            pass
        assert playthrough.over
        assert game.result(playthrough.state).winners


@pytest.mark.parametrize("path", SCENARIOS, ids=name_of)
def test_the_scenarios_of_an_example_pass(path: Path) -> None:
    done = command("test", path)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize("path", RULESETS, ids=name_of)
def test_every_rule_of_the_rulebook_is_cited_by_the_ruleset_and_by_a_scenario(path: Path) -> None:
    rulebook = (path.parent / "RULEBOOK.md").read_text(encoding="utf-8")
    ids = set(re.findall(r"^\*\*\[([A-Z]+-[A-Z]*\d+)\]\*\*", rulebook, re.MULTILINE))
    assert ids
    assert set(re.findall(r"[A-Z]+-[A-Z]*\d+", path.read_text(encoding="utf-8"))) == ids
    tested = json.loads(command("test", "--json", path.parent / "scenarios").stdout)["scenarios"]
    assert {identifier for scenario in tested for identifier in scenario["rules"]} == ids
