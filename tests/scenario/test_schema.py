"""The JSON Schema of scenarios: sound, and every property is described."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest
from jsonschema import Draft202012Validator

from cardrules.resources import schema_text

SCHEMA = json.loads(schema_text("scenario"))


def properties(schema: object, path: str = "") -> Iterator[tuple[str, dict[str, object]]]:
    """Every property of a schema, with where it stands."""
    if isinstance(schema, dict):
        for word in ("properties", "patternProperties"):
            for name, inner in schema.get(word, {}).items():
                yield f"{path}/{name}", inner
        for name, inner in schema.items():
            yield from properties(inner, f"{path}/{name}")
    elif isinstance(schema, list):
        for index, inner in enumerate(schema):
            yield from properties(inner, f"{path}/{index}")


def is_described(schema: dict[str, object]) -> bool:
    """Whether a property says what it is, itself or through the definition that it refers to."""
    name = str(schema.get("$ref", "")).rpartition("/")[2]
    return "description" in schema or "description" in SCHEMA["$defs"].get(name, {})


def test_it_is_a_schema() -> None:
    Draft202012Validator.check_schema(SCHEMA)


@pytest.mark.parametrize(("path", "schema"), list(properties(SCHEMA)), ids=str)
def test_every_property_is_described(path: str, schema: dict[str, object]) -> None:
    assert is_described(schema), path


@pytest.mark.parametrize("name", SCHEMA["$defs"])
def test_every_definition_is_described_and_used(name: str) -> None:
    assert "description" in SCHEMA["$defs"][name]
    assert f'"#/$defs/{name}"' in schema_text("scenario")


@pytest.mark.parametrize(
    ("path", "schema"),
    [(path, inner) for path, inner in properties(SCHEMA) if "examples" in inner],
    ids=str,
)
def test_its_examples_are_right(path: str, schema: dict[str, object]) -> None:
    whole = {**schema, "$defs": SCHEMA["$defs"]}
    examples = schema["examples"]
    assert isinstance(examples, list)
    for example in examples:
        Draft202012Validator(whole).validate(example)
