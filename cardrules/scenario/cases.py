"""Tables of cases: a scenario with placeholders becomes one for each row."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator, Mapping

import attrs

from cardrules.diagnostics.model import Diagnostics
from cardrules.diagnostics.suggest import did_you_mean
from cardrules.scenario.nodes import PLACEHOLDER, entries_of, items_of
from cardrules.syntax.yaml_tree import (
    ListNode,
    MapEntry,
    MapNode,
    Node,
    ScalarNode,
)

MOST_CASES = 10_000

Case = Mapping[str, Node]


def cases_of(scenario: MapNode, diagnostics: Diagnostics) -> Iterator[MapNode]:
    """The scenarios that a scenario stands for, without `table` and `each`."""
    template = _without_cases(scenario)
    parts = entries_of(scenario)
    before = len(diagnostics)
    cases = list(_combined(parts.get("table"), parts.get("each"), diagnostics))
    if len(diagnostics) > before:
        return
    rows = entries_of(parts.get("table")).get("rows")
    if not _placeholders_fit(template, rows, cases, diagnostics):
        return
    for case in cases:
        filled = _filled(template, case)
        if isinstance(filled, MapNode):
            yield _named(template, filled, case) if case else filled


def _without_cases(scenario: MapNode) -> MapNode:
    kept = tuple(entry for entry in scenario.entries if entry.name not in ("table", "each"))
    return attrs.evolve(scenario, entries=kept)


def _combined(table: Node | None, each: Node | None, diagnostics: Diagnostics) -> Iterator[Case]:
    """The rows of the table, each with all combinations of the others."""
    lists = entries_of(each)
    rows = list(_rows(table, diagnostics)) if table is not None else [{}]
    size = len(rows) * math.prod(len(items_of(items)) for items in lists.values())
    if size > MOST_CASES and each is not None:
        message = f"These are {size} cases; a scenario may have {MOST_CASES}."
        diagnostics.report("CR602", each.span, message)
        return
    for name in set(lists) & set(rows[0] if rows else ()):
        message = f"`{name}` is a column of the table already."
        diagnostics.report("CR602", lists[name].span, message)
        return
    for row in rows:
        for values in itertools.product(*(items_of(items) for items in lists.values())):
            outer = dict(zip(lists, values, strict=True))
            yield {**{name: _filled(value, outer) for name, value in row.items()}, **outer}


def _rows(table: Node, diagnostics: Diagnostics) -> Iterator[Case]:
    parts = entries_of(table)
    columns = [item.text for item in items_of(parts.get("columns")) if isinstance(item, ScalarNode)]
    for row in items_of(parts.get("rows")):
        values = items_of(row)
        if len(values) != len(columns):
            diagnostics.report(
                "CR602",
                row.span,
                f"This row has {len(values)} values, but there are {len(columns)} columns.",
                help=f"The columns are {', '.join(columns)}.",
            )
            continue
        yield dict(zip(columns, values, strict=True))


# ---- Filling in ----------------------------------------------------------------------------------


def _placeholders_fit(
    template: MapNode, rows: Node | None, cases: list[Case], diagnostics: Diagnostics
) -> bool:
    """Whether each placeholder, also in the rows, has a column and each column a placeholder."""
    columns = list(cases[0]) if cases else []
    sound = bool(cases)
    used: set[str] = set()
    for scalar in (*_scalars(template), *_scalars(rows)):
        for name in PLACEHOLDER.findall(scalar.text):
            used.add(name)
            if name not in columns and cases:
                help = did_you_mean(name, columns) or "Add it to `table` or `each`."
                message = f"The placeholder `<{name}>` has no column."
                diagnostics.report("CR602", scalar.span, message, help=help)
                sound = False
    for name in columns:
        if name not in used:
            message = f"The column `{name}` does not occur in the scenario as `<{name}>`."
            diagnostics.report("CR602", cases[0][name].span, message)
            sound = False
    return sound


def _scalars(node: Node | None) -> Iterator[ScalarNode]:
    if isinstance(node, ScalarNode):
        yield node
    elif isinstance(node, ListNode):
        for item in node.items:
            yield from _scalars(item)
    elif isinstance(node, MapNode):
        for entry in node.entries:
            yield entry.key
            yield from _scalars(entry.value)


def _filled(node: Node, case: Case) -> Node:
    """The node with the values of a case; a placeholder that stands alone becomes the value."""
    if isinstance(node, ScalarNode):
        whole = PLACEHOLDER.fullmatch(node.text)
        return case.get(whole[1], node) if whole else _filled_text(node, case)
    if isinstance(node, ListNode):
        return attrs.evolve(node, items=tuple(_filled(item, case) for item in node.items))
    if isinstance(node, MapNode):
        entries = tuple(
            MapEntry(key=_filled_text(entry.key, case), value=_filled(entry.value, case))
            for entry in node.entries
        )
        return attrs.evolve(node, entries=entries)
    return node


def _filled_text(node: ScalarNode, case: Case) -> ScalarNode:
    if not PLACEHOLDER.search(node.text):
        return node
    text = PLACEHOLDER.sub(lambda match: _shown(case.get(match[1])), node.text)
    value = int(text) if isinstance(node.value, str) and text.isdecimal() else text
    return attrs.evolve(node, text=text, value=value, content=None)


def _named(template: MapNode, filled: MapNode, case: Case) -> MapNode:
    """The name of a case is a text; without a placeholder it gets the values of the case."""
    name = template.get("name")
    if name is None or not isinstance(name.value, ScalarNode):
        return filled
    text = PLACEHOLDER.sub(lambda match: _shown(case.get(match[1])), name.value.text)
    if text == name.value.text:
        text += f" ({', '.join(_shown(value) for value in case.values())})"
    told = attrs.evolve(name.value, text=text, value=text, content=None)
    entries = tuple(
        attrs.evolve(entry, value=told) if entry.name == "name" else entry
        for entry in filled.entries
    )
    return attrs.evolve(filled, entries=entries)


def _shown(node: Node | None) -> str:
    """A value as it stands in the middle of a text."""
    if isinstance(node, ScalarNode):
        return node.text
    if isinstance(node, ListNode):
        return " + ".join(_shown(item) for item in node.items) or "nothing"
    if isinstance(node, MapNode):
        return ", ".join(f"{entry.name} {_shown(entry.value)}" for entry in node.entries)
    return ""
