"""JSON, read strictly: what two readers could take for different things is refused with its place.

Numbers are whole and of 64 bits, with a sign or without, or fractions written as we write them, so
that 3.0 does not pass for 3. A key stands once in an object, and nothing is nested deeper than
anything of ours.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import attrs

Path = tuple[str | int, ...]

_MOST_DEPTH = 40
_MOST_DIGITS = 20
_LONGEST = 40


class StrictJsonError(ValueError):
    """A text that is not such JSON; `path` leads to the place, if it could be read so far."""

    def __init__(self, message: str, path: Path = ()) -> None:
        super().__init__(message)
        self.path = path


def read_json(content: bytes) -> Any:
    """The value of a text in UTF-8; raises `StrictJsonError`."""
    try:
        text = content.decode("utf-8")
    except UnicodeDecodeError:
        raise StrictJsonError("it is not UTF-8 text") from None
    if not text.strip():
        raise StrictJsonError("it is empty")
    try:
        value = json.loads(
            text,
            parse_int=_whole_number,
            parse_float=_fraction,
            parse_constant=lambda word: _Wrong(f"{word} is no number"),
            object_pairs_hook=_object,
        )
    except json.JSONDecodeError as error:
        raise StrictJsonError(_what_is_wrong(text, error)) from None
    except RecursionError:
        raise StrictJsonError("it is nested too deeply") from None
    for path, part in _walk(value):
        if isinstance(part, _Wrong):
            raise StrictJsonError(part.reason, path)
        if len(path) > _MOST_DEPTH:
            raise StrictJsonError("it is nested too deeply", path)
    return value


def path_text(path: Path) -> str:
    """A place as it is told: `steps[3].seat`, counted from 1."""
    parts = [f"[{part + 1}]" if isinstance(part, int) else f".{_short(part)}" for part in path]
    return "".join(parts).removeprefix(".")


@attrs.frozen
class _Wrong:
    """Stands where something is that may not be, until its place is known."""

    reason: str


def _whole_number(word: str) -> int | _Wrong:
    if word == "-0":
        return _Wrong("-0 is written for 0")
    if len(word.lstrip("-")) > _MOST_DIGITS or not -(1 << 63) <= int(word) < 1 << 64:
        return _Wrong(f"{_short(word)} has more than 64 bits")
    return int(word)


def _fraction(word: str) -> float | _Wrong:
    if len(word) > _LONGEST or repr(float(word)) != word or float(word).is_integer():
        return _Wrong(f"{_short(word)} is no number as it is written here")
    return float(word)


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for key, value in pairs:
        found[key] = _Wrong("it stands here twice") if key in found else value
    return found


def _walk(value: Any) -> Iterator[tuple[Path, Any]]:
    """A value and all that is in it, in order, each with its path."""
    waiting: list[tuple[Path, Any]] = [((), value)]
    while waiting:
        path, part = waiting.pop()
        yield path, part
        inner: list[tuple[str | int, Any]] = []
        if isinstance(part, dict):
            inner = list(part.items())
        elif isinstance(part, list):
            inner = list(enumerate(part))
        waiting += [((*path, key), item) for key, item in reversed(inner)]


def _what_is_wrong(text: str, error: json.JSONDecodeError) -> str:
    if error.pos >= len(text.rstrip()) or error.msg.startswith("Unterminated"):
        return f"it is cut off in the middle of line {error.lineno}"
    return f"{error.msg} (line {error.lineno}, column {error.colno})"


def _short(text: str) -> str:
    told = text.encode("ascii", "backslashreplace").decode()
    return told if len(told) <= _LONGEST else f"{told[:_LONGEST]}..."
