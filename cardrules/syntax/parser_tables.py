"""The tables of the parser, kept between runs: making them takes ten times as long as reading them.

They are plain data and lie as JSON in the user's own cache folder, below a digest of their text.
Whatever is damaged, foreign or no file is left alone, and the tables are made anew; nothing that is
read here could ever be carried out.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import stat
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from lark import Lark
from lark.grammar import Rule
from lark.lexer import TerminalDef

from cardrules.files import read_bytes, write_text

_MOST_BYTES = 8_000_000
_DIGITS = 64
# What reading tables of another form may end with.
_OF_OTHER_TABLES = (TypeError, LookupError, AttributeError, AssertionError)


def parser_from(path: Path, **options: Any) -> Lark | None:
    """The parser that `keep` has written to a file; None if there is none that can be trusted."""
    try:
        if not _is_ours(path):
            return None
        digest, _, text = read_bytes(path, _MOST_BYTES).decode("ascii").partition("\n")
        if digest != _digest(text):
            return None
        kept = json.loads(text, object_pairs_hook=_mapping)
        parser: Lark = Lark._load_from_dict(  # type: ignore[no-untyped-call]
            kept["data"], kept["memo"], **options
        )
    except (OSError, ValueError, RecursionError, *_OF_OTHER_TABLES):
        return None
    return parser


def keep(parser: Lark, path: Path) -> None:
    """Write the tables of a parser to a file, if that is possible."""
    data, memo = parser.memo_serialize([TerminalDef, Rule])
    # How blocks are found is said anew when they are read.
    data["options"]["postlex"] = None
    text = json.dumps(_plain({"data": data, "memo": memo}), separators=(",", ":"))
    with contextlib.suppress(OSError):
        write_text(path, f"{_digest(text)}\n{text}")


def _is_ours(path: Path) -> bool:
    """Whether it is a regular file which nobody else could have written."""
    status = os.lstat(path)
    if not stat.S_ISREG(status.st_mode):
        return False
    if not hasattr(os, "getuid"):
        return True
    return status.st_uid == os.getuid() and not status.st_mode & (stat.S_IWGRP | stat.S_IWOTH)


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode("ascii")).hexdigest()[:_DIGITS]


# JSON has no numbers for keys: a mapping with such keys is kept as `{"#": [keys, values]}`.
_NUMBERED = "#"


def _plain(value: Any) -> Any:
    if isinstance(value, Mapping):
        if any(isinstance(key, int) for key in value):
            return {_NUMBERED: [list(value), [_plain(item) for item in value.values()]]}
        return {key: _plain(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(item) for item in value]
    return value


def _mapping(pairs: list[tuple[str, Any]]) -> dict[Any, Any]:
    if len(pairs) == 1 and pairs[0][0] == _NUMBERED:
        keys, values = pairs[0][1]
        return dict(zip(keys, values, strict=True))
    return dict(pairs)
