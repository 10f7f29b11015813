"""No module needs one that needs it, be it to run, for its types, or late."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import cardrules

PACKAGE = Path(cardrules.__file__).parent
# What the package offers is imported when it is asked for, by everybody.
FACADE = "cardrules"


def name_of(path: Path) -> str:
    parts = ["cardrules", *path.relative_to(PACKAGE).with_suffix("").parts]
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


MODULES = {name_of(path): path for path in sorted(PACKAGE.rglob("*.py"))}


def needed(path: Path) -> Iterator[str]:
    """The modules that a module imports, at its head, for its types, or in a function."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module is not None:
            inner = [f"{node.module}.{alias.name}" for alias in node.names]
            yield from (name if name in MODULES else node.module for name in inner)


def test_imports_make_no_circle() -> None:
    graph = {
        name: {other for other in needed(path) if other in MODULES and other != FACADE}
        for name, path in MODULES.items()
        if name != FACADE
    }
    assert sum(map(len, graph.values())) > 1000
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        raise AssertionError(" -> ".join(reversed(error.args[1]))) from None
