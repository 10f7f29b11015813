"""`explain` of a recorded game: whether an action is allowed at a step, and by which rule."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from cardrules.rulesets import bundled
from tests.cli.calls import call


@pytest.fixture(scope="module")
def record(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A recorded game of Hearts with four players."""
    path = tmp_path_factory.mktemp("records") / "hearts.json"
    arguments = ["--players", "4", "--set", "length=single", "--seed", "5", "--no-log"]
    made = call("run", "hearts", "--auto", *arguments, "--record", str(path))
    assert made.exit_code == 0, made.output
    return path


def _explained(record: Path, *arguments: str) -> dict[str, object]:
    result = call("explain", str(record), *arguments, "--json")
    assert result.exit_code == 0, result.output
    found: dict[str, object] = json.loads(result.stdout)
    return found


def test_what_was_taken_is_allowed_by_the_line_that_declares_it(record: Path) -> None:
    step = next(
        number
        for number, item in enumerate(json.loads(record.read_text())["steps"], start=1)
        if item["action"] == "play_card"
    )
    result = call("explain", str(record), "--step", str(step))
    assert "It is allowed." in result.stdout
    assert "Play a card [HE-5]  (hearts.rules:" in result.stdout
    found = _explained(record, "--step", str(step))
    assert found["allowed"] is True and isinstance(found["reasons"], list)
    (reason,) = found["reasons"]
    assert reason.pop("place").startswith("hearts.rules:")
    assert reason == {"sentence": "Play a card", "ids": ["HE-5"], "clause": ""}


def test_another_action_is_refused_by_its_rule_with_what_would_be_allowed(record: Path) -> None:
    steps = json.loads(record.read_text())["steps"]
    first = next(n for n, item in enumerate(steps, start=1) if item["action"] == "play_card")
    card = "Ace of hearts"
    found = _explained(record, "--step", str(first), "--action", f"play_card card: {card}")
    assert found["allowed"] is False and found["seat"] == steps[first - 1]["seat"]
    reasons = found["reasons"]
    assert isinstance(reasons, list) and reasons
    assert found["alternatives"]


@pytest.mark.parametrize(
    ("arguments", "part"),
    [
        (["--step", "9999"], "there is no step 9999"),
        (["--step", "1", "--action", "fly"], "no action `fly`"),
        (["--step", "1", "--action", "play_card card: {"], "cannot be read"),
    ],
)
def test_what_cannot_be_explained_is_told(record: Path, arguments: list[str], part: str) -> None:
    result = call("explain", str(record), *arguments)
    assert result.exit_code == 2
    assert part in result.output


@pytest.mark.parametrize("words", [("explain", "--step", "1"), ("replay",), ("record",)])
def test_a_ruleset_is_no_record(words: tuple[str, ...]) -> None:
    name, *options = words
    done = call(name, str(bundled()["hearts"]), *options)
    assert done.exit_code == 1
    assert "hearts.rules is a ruleset, not a record of a game." in done.stderr


def test_a_step_belongs_to_a_record() -> None:
    assert call("explain", "CR301", "--step", "1").exit_code == 2
