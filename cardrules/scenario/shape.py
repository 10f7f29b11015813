"""Whether a file is of the form of `schemas/scenario.json`, with its complaints in sentences."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from functools import cache
from typing import TYPE_CHECKING, Any

from cardrules.diagnostics.model import Diagnostics
from cardrules.diagnostics.suggest import did_you_mean, nearest
from cardrules.resources import schema_text
from cardrules.scenario.nodes import data_of, is_placeholder, node_at, place_of
from cardrules.source import Span
from cardrules.syntax.yaml_tree import MapNode, Node, shortened

if TYPE_CHECKING:  # imported late: it takes longer to import than most files take to be read
    from jsonschema import Draft202012Validator
    from jsonschema.exceptions import ValidationError

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
def _schema() -> dict[str, Any]:
    found: dict[str, Any] = json.loads(schema_text("scenario"))
    return found


@cache
def _validator(part: str) -> Draft202012Validator:
    from jsonschema import Draft202012Validator  # noqa: PLC0415 - see above

    schema = _schema()
    if part:
        schema = {"$ref": f"#/$defs/{part}", "$defs": schema["$defs"]}
    return Draft202012Validator(schema)


def _check(validator: Draft202012Validator, root: Node, diagnostics: Diagnostics) -> None:
    for error in validator.iter_errors(data_of(root)):
        leaf = _leaf(error)
        if isinstance(leaf.instance, str) and is_placeholder(leaf.instance):
            continue  # What stands there is looked at in each case.
        for span, message, help in _misspelt(root, error) or _complaints(root, leaf):
            diagnostics.report("CR601", span, message, help=help)


def _leaf(error: ValidationError) -> ValidationError:
    """The complaint of the alternative that the author may have had in mind."""
    while error.context and not _unknown_keys(error):
        branches = _branches(error)
        meant = _meant(branches, ("type", "const", "pattern", "required"))
        meant = meant or _meant(branches, ("type", "const", "pattern"))
        if not meant:
            break
        error = max(meant, key=lambda inner: len(inner.path))
    return error


def _meant(
    branches: Iterable[list[ValidationError]], telling: tuple[str, ...]
) -> list[ValidationError]:
    """The complaints of the alternative that the value is nearest to, if it is the only one."""
    found = [
        branch for branch in branches if not any(_is_another(error, telling) for error in branch)
    ]
    least = min(map(_weight, found), default=0)
    likely = [branch for branch in found if _weight(branch) == least]
    return likely[0] if len(likely) == 1 else []


def _weight(errors: Iterable[ValidationError]) -> int:
    """How much is wrong: with alternatives, by the nearest of them."""
    return sum(min(map(_weight, _branches(error)), default=1) for error in errors)


def _branches(error: ValidationError) -> list[list[ValidationError]]:
    """The complaints of each alternative."""
    found: dict[object, list[ValidationError]] = {}
    for inner in error.context or ():
        found.setdefault(inner.schema_path[0], []).append(inner)
    return list(found.values())


def _is_another(error: ValidationError, telling: tuple[str, ...]) -> bool:
    """Whether the value itself, not a part of it, is another than this alternative wants."""
    if error.relative_path:
        return False
    if error.context:
        return all(_is_another(inner, telling) for inner in error.context)
    return error.validator in telling


Complaint = tuple[Span, str, str]


@cache
def _words_of(part: str) -> frozenset[str]:
    schema = _schema()["$defs"][part]
    return frozenset(schema["properties"]) | {
        pattern.strip("^ ") for pattern in schema["patternProperties"]
    }


def _misspelt(root: Node, error: ValidationError) -> list[Complaint]:
    """A key that would be right under a name that is near: `refusde` with a list of actions."""
    path = list(error.absolute_path)
    for index in range(1, len(path)):
        part = {"expect": "facts", "until": "facts", "position": "position"}.get(
            str(path[index - 1])
        )
        key = str(path[index])
        name, _, seat = key.partition(" ")
        meant = nearest(name, _words_of(part)) if part and name not in _words_of(part) else None
        if part is None or meant is None:
            continue
        inner = node_at(root, path[:index])
        entry = inner.get(key) if isinstance(inner, MapNode) else None
        renamed = f"{meant} {seat}".strip()
        if entry is not None and _validator(part).is_valid({renamed: data_of(entry.value)}):
            message = f"`{shortened(key)}` is not known here."
            return [(entry.key.span, message, f"Did you mean `{renamed}`?")]
    return []


def _complaints(root: Node, error: ValidationError) -> Iterator[Complaint]:
    path = list(error.absolute_path)
    node = node_at(root, path)
    schema = error.schema if isinstance(error.schema, dict) else {}
    help = f"This is: {_description(error)}"
    if error.validator == "additionalProperties" and isinstance(node, MapNode):
        known = set(schema.get("properties", ()))
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
    if error.validator == "not":
        yield _key_place(root, path), f"`{path[-1]}` says nothing here.", _description(error)
        return
    if error.validator == "required" and isinstance(node, MapNode) and "until" in _branch(error):
        keys = [entry.name for entry in node.entries]
        help = did_you_mean(keys[0], ("do", "until", "expect", "seat")) if keys else ""
        yield place_of(node), "A step has `do`, `until` or `expect`, and this has none.", help
        return
    for name in _unknown_keys(error):
        message = f"`{shortened(name)}` is not known here."
        yield _key_place(root, [*path, name]), message, did_you_mean(name, _known_keys(schema))
        return
    yield place_of(node), _message(error), help


def _unknown_keys(error: ValidationError) -> list[str]:
    """Of a mapping the keys that no alternative knows, if all of them say which they know."""
    if error.validator != "anyOf" or not isinstance(error.instance, dict):
        return []
    known = _known_keys(error.schema)
    return [name for name in error.instance if name not in known] if known else []


def _known_keys(schema: Any) -> set[str]:
    """The keys of all mappings that a schema allows."""
    branches = [item for item in schema["anyOf"] if item.get("type") == "object"]
    if any(item.get("additionalProperties") is not False for item in branches):
        return set()
    return {name for branch in branches for name in branch["properties"]}


def _branch(error: ValidationError) -> str:
    """The description of what lacks something, if it is a step of no kind that there is."""
    schema = error.schema
    return str(schema.get("description", "")) if isinstance(schema, dict) else ""


def _key_place(root: Node, path: list[str | int]) -> Span:
    """The key at the end of a path."""
    inner = node_at(root, path[:-1])
    entry = inner.get(str(path[-1])) if isinstance(inner, MapNode) else None
    return entry.key.span if entry is not None else place_of(inner)


def _message(error: ValidationError) -> str:
    value, here = error.instance, _named(error)
    if error.validator == "required":
        missing = str(error.message).split("'")[1]
        return f"`{missing}` is missing here."
    if error.validator in ("minItems", "minProperties", "minLength"):
        return f"{here or 'This'} is empty, so it says nothing."
    wanted = _wanted_types(error)
    if wanted:
        needed = " or ".join(_TYPES.get(name, name) for name in wanted)
        told = f"{here} needs {needed}" if here else f"Here {needed} is needed"
        found = "" if isinstance(value, dict | list) else f", not `{shortened(_shown(value))}`"
        return f"{told}{found}."
    if isinstance(value, dict | list):
        return "This is not of the form that is needed here."
    return f"`{shortened(_shown(value))}` is not allowed here."


def _named(error: ValidationError) -> str:
    """The key whose value is wrong."""
    path = list(error.absolute_path)
    return f"`{shortened(str(path[-1]))}`" if path and isinstance(path[-1], str) else ""


def _shown(value: object) -> str:
    if value is None:
        return "nothing"
    return str(value).lower() if isinstance(value, bool) else str(value)


def _wanted_types(error: ValidationError) -> list[str]:
    """The kinds of data that would do, if the value is of none of them; no placeholders."""
    if error.validator == "type":
        wanted = error.validator_value
        return list(wanted) if isinstance(wanted, list) else [str(wanted)]
    if error.validator != "anyOf" or not error.context:
        return []
    meant = [inner for inner in error.context if not _is_of_placeholder(inner)]
    if any(inner.relative_path or inner.validator != "type" for inner in meant):
        return []
    return list(dict.fromkeys(name for inner in meant for name in _wanted_types(inner)))


def _is_of_placeholder(error: ValidationError) -> bool:
    schema = error.schema
    return isinstance(schema, dict) and str(schema.get("pattern", "")).startswith("^<")


def _description(error: ValidationError) -> str:
    """What the schema says of the key, or of the value, or of the nearest thing around it."""
    current: ValidationError | None = error
    while current is not None:
        schema = current.schema
        told = _of_the_key(current)
        if not told and isinstance(schema, dict):
            told = str(schema.get("description", ""))
        if told:
            return told
        current = current.parent  # type: ignore[assignment]
    return "a part of a scenario."


def _of_the_key(error: ValidationError) -> str:
    """What the schema says of the key whose very value is wrong."""
    found, before = "", None
    for step, node in _way(_schema(), list(error.absolute_schema_path)):
        if before in ("properties", "patternProperties"):
            found = str(node.get("description", "")) if isinstance(node, dict) else ""
        elif step == "items":
            found = ""
        before = step
    return found


def _way(node: Any, path: list[str | int]) -> list[tuple[str | int, Any]]:
    """The parts of the schema on a path, which does not name where `$ref` leads elsewhere."""
    if not path:
        return []
    step: Any = path[0]
    if isinstance(node, list) or step in node:
        found = _way(node[step], path[1:])
        if found or len(path) == 1:
            return [(step, node[step]), *found]
    if isinstance(node, dict) and "$ref" in node:
        return _way(_schema()["$defs"][str(node["$ref"]).rpartition("/")[2]], path)
    return []
