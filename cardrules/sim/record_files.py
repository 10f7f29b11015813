"""Records in files: written so that nothing is lost, read so that nothing bad gets in."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from cardrules.errors import ReplayError
from cardrules.files import MOST_RECORD, read_bytes, write_text
from cardrules.resources import schema_text
from cardrules.sim.digest import edit_of
from cardrules.sim.record import FORMAT, FORMATS, Record, record_from_data
from cardrules.strict_json import StrictJsonError, path_text, read_json


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
    try:
        data = read_json(content)
    except StrictJsonError as error:
        where = f": at {path_text(error.path)}" if error.path else ""
        raise ReplayError(f"{name} is no record{where}: {error}.", _step(error.path)) from None
    if not isinstance(data, dict) or "cardrules_record" not in data:
        raise ReplayError(f"{name} is not a record of cardrules.")
    format = data["cardrules_record"]
    if type(format) is not int or format not in FORMATS:
        raise ReplayError(
            f"{name} is a record of format {format!r}; this version of cardrules reads "
            f"{' and '.join(map(str, FORMATS))}."
        )
    _check_schema(data, name, "record" if format == FORMAT else f"record-{format}")
    edit = edit_of(data) if format == FORMAT else None
    if edit is not None:
        raise ReplayError(f"{name} was changed after it was written: {edit.place}.", edit.step)
    return record_from_data(data)


def _check_schema(data: dict[str, Any], name: str, schema: str) -> None:
    """Raise for the first place that does not have the form of a record."""
    # It takes longer to load than a game to play, and only reading needs it.
    from jsonschema import Draft202012Validator  # noqa: PLC0415
    from jsonschema.exceptions import best_match  # noqa: PLC0415

    error = best_match(Draft202012Validator(json.loads(schema_text(schema))).iter_errors(data))
    if error is None:
        return
    path = tuple(error.absolute_path)
    message = error.message if len(error.message) <= _LONGEST else f"{error.message[:_LONGEST]}..."
    raise ReplayError(
        f"{name} does not have the form of a record: "
        f"at {path_text(path) or 'the record'}: {message}",
        _step(path),
    )


def _step(path: tuple[str | int, ...]) -> int | None:
    """The index of the step in which a place lies."""
    step = path[1] if path[:1] == ("steps",) and len(path) > 1 else None
    return step if isinstance(step, int) else None


_LONGEST = 200
