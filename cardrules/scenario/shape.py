"""Whether a file is of the form of `schemas/scenario.json`, with its complaints in sentences."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from functools import cache
from typing import TYPE_CHECKING

from cardrules.diagnostics.model import Diagnostics
from cardrules.diagnostics.suggest import did_you_mean
from cardrules.resources import schema_text
from cardrules.scenario.nodes import data_of, is_placeholder, node_at
from cardrules.source import Span
from cardrules.syntax.yaml_tree import MapNode, Node, shortened

if TYPE_CHECKING:  # imported late: it takes longer to import than most files take to be read
    from jsonschema import Draft202012Validator
    from jsonschema.exceptions import ValidationError

_MOST_COMPLAINTS = 20
_TYPES = {
    "object": "a mapping",
    "array": "a list",
    "string": "a text",
    "integer": "a whole number",
    "boolean": "true or false",
    "null": "nothing",
}


def check_file(root: Node, diagnostics: Diagnostics) -> None:
    """Report what in a whole file is not of the form."""
    _check(_validator(""), root, diagnostics)


def check_case(root: Node, diagnostics: Diagnostics) -> None:
    """Report what in a scenario, whose placeholders have been filled in, is not of the form."""
    _check(_validator("scenario"), root, diagnostics)


@cache
def _validator(part: str) -> Draft202012Validator:
    from jsonschema import Draft202012Validator  # noqa: PLC0415 - see above

    schema = json.loads(schema_text("scenario"))
    if part:
        schema = {"$ref": f"#/$defs/{part}", "$defs": schema["$defs"]}
    return Draft202012Validator(schema)


def _check(validator: Draft202012Validator, root: Node, diagnostics: Diagnostics) -> None:
    for index, error in enumerate(validator.iter_errors(data_of(root))):
        if index == _MOST_COMPLAINTS:
            break
        leaf = _leaf(error)
        if isinstance(leaf.instance, str) and is_placeholder(leaf.instance):
            continue  # What stands there is looked at in each case.
        for span, message, help in _complaints(root, leaf):
            diagnostics.report("CR601", span, message, help=help)


def _leaf(error: ValidationError) -> ValidationError:
    """The complaint of the alternative that the author may have had in mind."""
    while error.context:
        branches: dict[object, list[ValidationError]] = {}
        for inner in error.context:
            branches.setdefault(inner.schema_path[0], []).append(inner)
        meant = _meant(branches.values(), ("type", "const", "pattern", "required"))
        meant = meant or _meant(branches.values(), ("type", "const", "pattern"))
        if not meant:
            break
        error = max(meant, key=lambda inner: len(inner.path))
    return error


def _meant(
    branches: Iterable[list[ValidationError]], telling: tuple[str, ...]
) -> list[ValidationError]:
    """The complaints of the only alternative that the value is not far from."""
    found = [
        branch for branch in branches if not any(_is_another(error, telling) for error in branch)
    ]
    return found[0] if len(found) == 1 else []


def _is_another(error: ValidationError, telling: tuple[str, ...]) -> bool:
    """Whether the value itself, not a part of it, is another than this alternative wants."""
    if error.relative_path:
        return False
    if error.context:
        return all(_is_another(inner, telling) for inner in error.context)
    return error.validator in telling


def _complaints(root: Node, error: ValidationError) -> Iterator[tuple[Span, str, str]]:
    node = node_at(root, error.absolute_path)
    help = f"This is: {_description(error)}"
    if error.validator == "additionalProperties" and isinstance(node, MapNode):
        schema = error.schema
        known = set(schema.get("properties", ())) if isinstance(schema, dict) else set()
        for entry in node.entries:
            if entry.name not in known:
                message = f"`{shortened(entry.name)}` is not known here."
                yield entry.key.span, message, did_you_mean(entry.name, known) or help
        return
    if "propertyNames" in error.absolute_schema_path and isinstance(node, MapNode):
        named = node.get(str(error.instance))
        span = named.key.span if named is not None else node.span
        help = "A key is a name such as `table`; what each player has needs a seat: `hand 2`."
        yield span, f"`{shortened(str(error.instance))}` cannot be a key here.", help
        return
    yield _place(node), _message(error), help


def _place(node: Node) -> Span:
    """The node, or of a mapping its first key: a whole block would say nothing."""
    if isinstance(node, MapNode) and node.entries:
        return node.entries[0].key.span
    return node.span


def _message(error: ValidationError) -> str:
    value = error.instance
    if error.validator == "required":
        missing = str(error.message).split("'")[1]
        return f"`{missing}` is missing here."
    if error.validator in ("minItems", "minProperties"):
        return "Something is missing here."
    if error.validator == "type":
        wanted = error.validator_value
        names = list(wanted) if isinstance(wanted, list) else [str(wanted)]
        return f"Here {' or '.join(_TYPES.get(name, name) for name in names)} is needed."
    if isinstance(value, dict | list):
        return "This is not of the form that is needed here."
    return f"`{shortened(str(value))}` is not allowed here."


def _description(error: ValidationError) -> str:
    """What the schema says of the value, or of the nearest thing around it."""
    current: ValidationError | None = error
    while current is not None:
        schema = current.schema
        if isinstance(schema, dict) and "description" in schema:
            return str(schema["description"])
        current = current.parent  # type: ignore[assignment]
    return "a part of a scenario."
