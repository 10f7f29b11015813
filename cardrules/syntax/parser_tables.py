"""The tables of the parser, kept between runs: making them takes ten times as long as reading them.

They are plain data and are kept as JSON (`cardrules.kept`).
"""

from __future__ import annotations

import hashlib
import json
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import lark
from lark import Lark
from lark.grammar import Rule
from lark.lexer import TerminalDef

from cardrules.kept import keep, kept_file, read_kept
from cardrules.resources import grammar_text

# What reading tables of another form may end with.
_OF_OTHER_TABLES = (TypeError, LookupError, AttributeError, AssertionError)


def tables_file() -> Path | None:
    """The file of the tables for this grammar and this lark; None if nothing is kept here."""
    version = ".".join(str(part) for part in sys.version_info[:3])
    key = hashlib.sha256(f"{version} {lark.__version__} {grammar_text()}".encode()).hexdigest()
    return kept_file(f"parser-{key[:16]}.json")


def parser_from(path: Path, **options: Any) -> Lark | None:
    """The parser that `keep_parser` has written to a file; None if none can be trusted."""
    text = read_kept(path)
    if text is None:
        return None
    try:
        kept = json.loads(text, object_pairs_hook=_mapping)
        parser: Lark = Lark._load_from_dict(  # type: ignore[no-untyped-call]
            kept["data"], kept["memo"], **options
        )
    except (ValueError, RecursionError, *_OF_OTHER_TABLES):
        return None
    return parser


def keep_parser(parser: Lark, path: Path) -> None:
    """Write the tables of a parser to a file, if that is possible."""
    data, memo = parser.memo_serialize([TerminalDef, Rule])
    # How blocks are found is said anew when they are read.
    data["options"]["postlex"] = None
    keep(path, json.dumps(_as_json({"data": data, "memo": memo}), separators=(",", ":")))


# JSON has no numbers for keys: a mapping with such keys is kept as `{"#": [keys, values]}`.
_NUMBERED = "#"


def _as_json(value: Any) -> Any:
    if isinstance(value, Mapping):
        if any(isinstance(key, int) for key in value):
            return {_NUMBERED: [list(value), [_as_json(item) for item in value.values()]]}
        return {key: _as_json(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_as_json(item) for item in value]
    return value


def _mapping(pairs: list[tuple[str, Any]]) -> dict[Any, Any]:
    if len(pairs) == 1 and pairs[0][0] == _NUMBERED:
        keys, values = pairs[0][1]
        return dict(zip(keys, values, strict=True))
    return dict(pairs)
