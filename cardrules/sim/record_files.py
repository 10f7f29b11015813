"""Records in files: written so that nothing is lost, read so that nothing bad gets in."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NoReturn

from cardrules.errors import ReplayError
from cardrules.files import MOST_RECORD, read_bytes, write_text
from cardrules.resources import schema_text
from cardrules.sim.record import VERSION, Record, record_from_data


def write_record(record: Record, path: str | Path, *, replace: bool = True) -> None:
    """Write a record to a file, whole or not at all; see `cardrules.files`. Raises `OSError`."""
    write_text(path, record_text(record), replace=replace)


def record_text(record: Record) -> str:
    """The JSON text of a record: a line for each part, and one for each step."""
    lines = []
    for name, value in record.data().items():
        if name == "steps" and value:
            told = "[\n" + ",\n".join(f"  {_dumped(step)}" for step in value) + "\n ]"
        else:
            told = _dumped(value)
        lines.append(f" {_dumped(name)}: {told}")
    return "{\n" + ",\n".join(lines) + "\n}\n"


def _dumped(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


def read_record(path: str | Path) -> Record:
    """The record in a file.

    Raises `ReplayError` if the file is no record: not JSON, cut off, or not of the schema;
    `OSError` if it cannot be read. Whether it fits the rules, `replay_record` tells.
    """
    return parse_record(read_bytes(path, MOST_RECORD), str(path))


def parse_record(content: bytes, name: str) -> Record:
    """The record in a text; `name` is what errors call it. Raises `ReplayError`."""
    data = _json(content, name)
    if not isinstance(data, dict) or "cardrules_record" not in data:
        raise ReplayError(f"{name} is not a record of cardrules.")
    version = data["cardrules_record"]
    if version != VERSION:
        raise ReplayError(
            f"{name} is a record of format {version!r}; this version of cardrules reads {VERSION}."
        )
    _check_schema(data, name)
    return record_from_data(data)


def _json(content: bytes, name: str) -> Any:
    try:
        text = content.decode("utf-8")
    except UnicodeDecodeError:
        raise ReplayError(f"{name} is not a record: it is not UTF-8 text.") from None
    if not text.strip():
        raise ReplayError(f"{name} is empty.")
    try:
        return json.loads(text, parse_constant=_refuse_constant)
    except json.JSONDecodeError as error:
        if error.pos >= len(text.rstrip()) or error.msg.startswith("Unterminated"):
            raise ReplayError(
                f"{name} is cut off: it ends in the middle of line {error.lineno}."
            ) from None
        raise ReplayError(
            f"{name} is not JSON: {error.msg} (line {error.lineno}, column {error.colno})."
        ) from None
    except RecursionError:
        raise ReplayError(f"{name} is nested too deeply to be a record.") from None
    except ValueError as error:
        raise ReplayError(f"{name} is not a record: {error}.") from None


def _refuse_constant(constant: str) -> NoReturn:
    raise ValueError(f"{constant} is no number")


def _check_schema(data: dict[str, Any], name: str) -> None:
    """Raise for the first place that does not have the form of a record."""
    # It takes longer to load than a game to play, and only reading needs it.
    from jsonschema import Draft202012Validator  # noqa: PLC0415
    from jsonschema.exceptions import best_match  # noqa: PLC0415

    error = best_match(Draft202012Validator(json.loads(schema_text("record"))).iter_errors(data))
    if error is None:
        return
    path = list(error.absolute_path)
    step = path[1] if path[:1] == ["steps"] and len(path) > 1 else None
    where = "".join(_path_parts(path)) or "the record"
    message = error.message if len(error.message) <= _LONGEST else f"{error.message[:_LONGEST]}..."
    raise ReplayError(
        f"{name} does not have the form of a record: at {where}: {message}",
        step if isinstance(step, int) else None,
    )


_LONGEST = 200


def _path_parts(path: list[Any]) -> Iterator[str]:
    for index, part in enumerate(path):
        if isinstance(part, int):
            yield f"[{part + 1}]"
        else:
            yield str(part) if index == 0 else f".{part}"
