"""The JSON Schema of the table: sound, everything in it described, and true of whole games."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from cardrules.engine.showing.view import Viewer
from cardrules.resources import schema_text
from cardrules.table.describe import describe
from cardrules.table.history import History
from tests.bundled import Bundled, at_both_ends, random_play
from tests.table.harness import moment_of

SCHEMA = json.loads(schema_text("table"))
VALIDATOR = Draft202012Validator(SCHEMA)


def test_it_is_a_schema() -> None:
    Draft202012Validator.check_schema(SCHEMA)


def undescribed(node: Any, path: str) -> Iterator[str]:
    """The properties and items that are not described."""
    if isinstance(node, dict):
        for key, value in node.items():
            if key == "properties":
                yield from (
                    f"{path}.{name}" for name, item in value.items() if "description" not in item
                )
            if key == "items" and "description" not in value:
                yield f"{path}[]"
            yield from undescribed(value, f"{path}.{key}")
    elif isinstance(node, list):
        for item in node:
            yield from undescribed(item, path)


def test_everything_in_it_is_described() -> None:
    assert list(undescribed(SCHEMA, "")) == []


@pytest.mark.parametrize("item", at_both_ends(), ids=str)
def test_tables_of_whole_games_are_as_the_schema_says(item: Bundled) -> None:
    of = item.game()
    viewers: list[Viewer] = [*range(of.players), "spectator", "referee"]
    history = History(of, viewers)
    for number, s in enumerate(random_play(of, 5)):
        history.add(moment_of(number, s))
        if not s.over and (number % 17 or number > 100):
            continue
        asked = of.decision(s)
        for viewer in {0 if asked is None else asked.player, viewers[number % len(viewers)]}:
            table = describe(of, s, viewer, history=history, since=max(0, number - 2))
            data = json.loads(json.dumps(table.data(depth=1)))
            # What is printed on the cards is the same all the time.
            data["faces"] = data["faces"] if number == 0 else {}
            assert [error.message for error in VALIDATOR.iter_errors(data)] == []
