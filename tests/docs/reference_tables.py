"""The parts of the language page that are made from the program, and reading its tables."""

from __future__ import annotations

import re
from collections.abc import Iterator

from cardrules.ops.registry import operations

_OPERATIONS = re.compile(r"<!-- operations:[^\n]*-->\n\n(.*?)<!-- end of operations -->", re.DOTALL)
_CODE = re.compile(r"`([^`]+)`")


def operations_table() -> str:
    """The table of operations as it has to stand on the page."""
    rows = ["| operation | what it gives | example |", "|---|---|---|"]
    for name, op in operations().items():
        thing = f"{name} of THING" if op.arity == 1 else f"{name}(THING, THING)"
        rows.append(f"| `{thing}` | {op.summary} | `{op.example}` |")
    return "\n".join(rows) + "\n"


def operations_table_of(page: str) -> str:
    """The table of operations that stands on the page."""
    found = _OPERATIONS.search(page)
    if found is None:
        raise ValueError("the page has no table of operations")
    return found[1]


def section(page: str, title: str) -> str:
    """What stands below a heading, as far as the next of its level or a higher one."""
    found = re.search(rf"^(#+) (?:[0-9]+\. )?{re.escape(title)}$", page, re.MULTILINE)
    if found is None:
        raise ValueError(f"the page has no section {title!r}")
    rest = page[found.end() :]
    end = re.search(rf"^#{{1,{len(found[1])}}} ", rest, re.MULTILINE)
    return rest[: end.start()] if end else rest


def rows(text: str) -> Iterator[list[str]]:
    """The cells of each row of the tables in a text, without the heads."""
    lines = text.splitlines()
    for index, line in enumerate(lines):
        if not line.startswith("|") or set(line) <= set("|-: "):
            continue
        if index + 1 < len(lines) and re.match(r"^\|[-:| ]+\|$", lines[index + 1]):
            continue
        yield [cell.strip() for cell in line.strip("|").split("|")]


def code_spans(text: str) -> list[str]:
    """Whatever stands between single backquotes, outside of fenced blocks."""
    return _CODE.findall(re.sub(r"^```.*?^```", "", text, flags=re.MULTILINE | re.DOTALL))
