"""`schemas/frontmatter.json` and the checks by hand say the same.

Documents are made by damaging a good one as data. They are checked twice: as data by `jsonschema`,
and by `parse_front_matter` as YAML, of which JSON is a part.
"""

from __future__ import annotations

import copy
import json
import random
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from cardrules.diagnostics.model import Diagnostic, Diagnostics
from cardrules.resources import schema_text
from cardrules.source import SourceFile
from cardrules.syntax.frontmatter import parse_front_matter

SCHEMA: dict[str, Any] = json.loads(schema_text("frontmatter"))
VALIDATOR = Draft202012Validator(SCHEMA)
GOOD: dict[str, Any] = {
    "title": "Snatch it!",
    "source": "the rulebook",
    "rules": "SI-A1 to SI-A9, SI-K1",
    "goal": "Have the most points.",
    "turn": "Play a card.",
    "end": "The deck is empty.",
    "players": "3 to 6",
    "teams": {"4": [[1, 3], [2, 4]]},
    "most_actions": 5000,
    "decks": "1 if count of players < 5 else 2",
    "total": 108,
    "options": {
        "below": {"default": "45 if x else 15", "min": 0, "max": "117 - y", "help": "how many"},
        "hand": {"default": 5, "min": 1, "max": 10},
        "every": {"default": False, "help": "all"},
        "length": {"default": "single", "values": ["single", "race"]},
        "way": {"default": "left", "values": {"left": "to the left", "right": "to the right"}},
    },
    "attributes": {
        "family": ["crawler", "flyer"],
        "number": "set of integers",
        "gems": {"type": "integer", "default": 0, "names": {"1": "gem", "-2": "debt"}},
        "gold": {"type": "flag", "default": False, "show": False},
        "ways": {"type": "set of integers", "default": [1, 2]},
        "suit": {"type": ["red", "black"], "default": "red"},
    },
    "cards": {
        "crawler": {
            "name": "Crawler {number}",
            "family": "crawler",
            "number": "1 to 6",
            "count": 9,
        },
        "swarm": {"family": "flyer", "number": [0, 7], "text": "", "count": "4 + z"},
        "bird": {
            "name": "{gems}",
            "text": "Win {gems} {gem|gems}.",
            "family": "flyer",
            "number": 3,
            "gems": [1, 2],
            "count": [1, "n"],
        },
    },
}
# The codes of what can be seen without the declarations of the ruleset.
STRUCTURAL = {"CR203", "CR204", "CR205", "CR206"}
VALUES: list[Any] = [
    *(None, True, False, 0, 1, -1, 7, 10, 11, 10**9, 10**9 + 1, 10**30),
    *(
        "",
        " ",
        "a",
        "A",
        "a b",
        "1 to 3",
        "3 to 11",
        "3-6",
        "yes",
        "off",
        "all",
        "race",
        "red",
        "{a}",
    ),
    *("integer", "flag", "set of integers", "count", "x" * 61, "x" * 201),
    *([], [1], [1, 2], [[1], [2]], ["a", "b"], ["a", "A"], ["a", "all"], [None], [True], [[1]]),
    *({}, {"a": 1}, {"type": "integer"}, {"type": "flag", "default": 3}, {"default": 1}),
    *({"count": 1}, {"type": ["r", "g"]}, {"type": "integer", "names": {"x": "y"}}),
    *({"default": "a", "values": ["a", "b"]}, {"default": True, "min": 3}),
]
KEYS = [
    *(
        "title",
        "titel",
        "goal",
        "text",
        "show",
        "extends",
        "teams",
        "default",
        "min",
        "values",
        "help",
        "type",
        "names",
    ),
    *("count", "name", "a", "A", "a_1", "1", "x" * 61, "gems"),
]


def by_hand(document: object) -> list[Diagnostic]:
    """What `parse_front_matter` says about a document."""
    text = json.dumps(document, ensure_ascii=False)
    if isinstance(document, dict):
        text = "\n".join(f"{key}: {json.dumps(value)}" for key, value in document.items())
    diagnostics = Diagnostics(SourceFile("test", f"---\n{text}\n---\n"))
    parse_front_matter(diagnostics.source, diagnostics)
    return list(diagnostics)


def needs_declarations(item: Diagnostic) -> bool:
    """Whether the mistake can only be seen by comparing a value with the declarations.

    Those are the values on card lines, the keys of card lines, and the default of an enumeration.
    """
    text = item.source.text
    at = text.rfind("\n", 0, item.span.start) + 1
    return text.startswith("cards: ", at) or "which is no value of the attribute" in item.message


def assert_agreement(document: object) -> None:
    """What one of the two refuses, the other refuses as well."""
    found = by_hand(document)
    refused = not VALIDATOR.is_valid(document)
    if refused:
        assert found, "the schema refuses it, and nothing was reported"
    else:
        structural = [item for item in found if item.code in STRUCTURAL]
        assert [item.message for item in structural if not needs_declarations(item)] == []


def places(document: Any) -> Iterator[tuple[Any, Any]]:
    """Every collection inside a document, with each of its keys or indices."""
    keys = document if isinstance(document, dict) else range(len(document))
    for key in list(keys):
        yield document, key
        if isinstance(document[key], dict | list):
            yield from places(document[key])


def damaged(seed: int, edits: int) -> Any:
    """The good document with values and keys replaced, removed or added."""
    chance = random.Random(seed)
    document = copy.deepcopy(GOOD)
    for _ in range(edits):
        found = list(places(document))
        if not found:
            break
        inside, key = chance.choice(found)
        match chance.randrange(4):
            case 0:
                del inside[key]
            case 1 if isinstance(inside, dict):
                inside[chance.choice(KEYS)] = chance.choice(VALUES)
            case 2 if isinstance(inside, dict):
                inside[chance.choice(KEYS)] = inside.pop(key)
            case _:
                inside[key] = copy.deepcopy(chance.choice(VALUES))
    return document


def test_the_schema_is_a_schema() -> None:
    Draft202012Validator.check_schema(SCHEMA)


def test_both_accept_the_good_document() -> None:
    assert by_hand(GOOD) == []
    assert list(VALIDATOR.iter_errors(GOOD)) == []


@pytest.mark.slow
@pytest.mark.parametrize("value", VALUES, ids=repr)
def test_both_agree_on_every_value_at_every_place(value: object) -> None:
    for index in range(len(list(places(GOOD)))):
        document = copy.deepcopy(GOOD)
        inside, key = list(places(document))[index]
        inside[key] = value
        assert_agreement(document)


@pytest.mark.slow
@pytest.mark.parametrize("key", KEYS)
def test_both_agree_on_every_key_at_every_place(key: str) -> None:
    for value in (None, 1, "a", {"default": 1}, {"count": 1}, {"type": "integer", "default": 0}):
        for index in range(len(list(places(GOOD)))):
            document = copy.deepcopy(GOOD)
            inside, _ = list(places(document))[index]
            if isinstance(inside, dict):
                inside[key] = value
                assert_agreement(document)


def test_both_agree_when_anything_is_removed() -> None:
    for index in range(len(list(places(GOOD)))):
        document = copy.deepcopy(GOOD)
        inside, key = list(places(document))[index]
        del inside[key]
        assert_agreement(document)


@given(seed=st.integers(0, 2**32), edits=st.integers(1, 5))
@settings(max_examples=100)
@example(seed=0, edits=0)
def test_both_agree_on_damaged_documents(seed: int, edits: int) -> None:
    assert_agreement(damaged(seed, edits))


@pytest.mark.parametrize(
    "document", [None, 1, "text", [], ["a"], {}, {"extends": "x", "title": "T"}]
)
def test_both_agree_on_whole_documents(document: object) -> None:
    assert_agreement(document)


def described(schema: Any, path: str = "") -> Iterator[tuple[str, dict[str, Any]]]:
    """Every property in the schema, except those that only narrow one in a condition."""
    if isinstance(schema, dict):
        for key, value in schema.items():
            if key == "properties":
                yield from ((f"{path}/{name}", item) for name, item in value.items())
            if key not in ("if", "then", "else", "examples"):
                yield from described(value, f"{path}/{key}")
    elif isinstance(schema, list):
        for index, item in enumerate(schema):
            yield from described(item, f"{path}/{index}")


def test_every_property_has_title_description_and_examples() -> None:
    properties = dict(described(SCHEMA))
    assert len(properties) > 20
    for path, item in properties.items():
        assert {"title", "description", "examples"} <= item.keys(), path


def test_the_examples_of_every_property_are_valid() -> None:
    for path, item in described(SCHEMA):
        validator = VALIDATOR.evolve(schema={**item, "$defs": SCHEMA["$defs"]})
        for text in item["examples"]:
            assert list(validator.iter_errors(text)) == [], path
