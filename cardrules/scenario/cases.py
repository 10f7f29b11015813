"""Tables of cases: a scenario with placeholders becomes one for each row."""

from __future__ import annotations

import itertools
import math
import re
from collections.abc import Iterator, Mapping, Sequence

import attrs

from cardrules.diagnostics.model import Diagnostics, Label
from cardrules.diagnostics.suggest import did_you_mean, nearest
from cardrules.scenario.nodes import PLACEHOLDER, entries_of, items_of, scalars_in
from cardrules.syntax.yaml_tree import ListNode, MapEntry, MapNode, Node, ScalarNode, shortened

MOST_CASES = 10_000
# So many values may stand in all cases of a file together: each of them is looked at.
MOST_VALUES = 200_000
# As much text as that counts as a value.
_LONG = 40
# A number that is put together; more digits than that are no number that means anything.
_WHOLE = re.compile(r"[0-9]{1,18}")

Case = Mapping[str, Node]


@attrs.define
class Room:
    """How many values the cases of a file may still have."""

    left: int = MOST_VALUES


def cases_of(scenario: MapNode, diagnostics: Diagnostics, room: Room) -> Iterator[MapNode]:
    """The scenarios that a scenario stands for, without `table` and `each`."""
    template = _without_cases(scenario)
    parts = entries_of(scenario)
    before = len(diagnostics)
    rows = list(_rows(parts["table"], diagnostics)) if "table" in parts else [{}]
    lists = entries_of(parts.get("each"))
    _refuse_twice(rows, lists, diagnostics)
    if len(diagnostics) > before:
        return
    if not _has_room(template, rows, lists, diagnostics, room):
        return
    if not _placeholders_fit(template, rows, lists, diagnostics):
        return
    for case in _combined(rows, lists):
        filled = _filled(template, case)
        if isinstance(filled, MapNode) and _keys_differ(filled, diagnostics):
            yield _named(template, filled, case) if case else filled


def _without_cases(scenario: MapNode) -> MapNode:
    kept = tuple(entry for entry in scenario.entries if entry.name not in ("table", "each"))
    return attrs.evolve(scenario, entries=kept)


def _combined(rows: Sequence[Case], lists: Mapping[str, Node]) -> Iterator[Case]:
    """The rows of the table, each with all combinations of the others."""
    for row in rows:
        for values in itertools.product(*(items_of(items) for items in lists.values())):
            outer = dict(zip(lists, values, strict=True))
            yield {**{name: _filled(value, outer) for name, value in row.items()}, **outer}


def _refuse_twice(
    rows: Sequence[Case], lists: Mapping[str, Node], diagnostics: Diagnostics
) -> None:
    for name in sorted(set(lists) & set(rows[0] if rows else ())):
        message = f"`{name}` is a column of the table already."
        diagnostics.report("CR602", lists[name].span, message)


def _rows(table: Node, diagnostics: Diagnostics) -> Iterator[Case]:
    parts = entries_of(table)
    columns = [item.text for item in items_of(parts.get("columns")) if isinstance(item, ScalarNode)]
    for number, item in enumerate(items_of(parts.get("columns"))):
        if columns[number] in columns[:number]:
            message = f"The column `{columns[number]}` stands here twice."
            diagnostics.report("CR602", item.span, message)
            return
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


# ---- How much it is ------------------------------------------------------------------------------


def _has_room(
    template: MapNode,
    rows: Sequence[Case],
    lists: Mapping[str, Node],
    diagnostics: Diagnostics,
    room: Room,
) -> bool:
    """Whether the cases are not too many or too long; counted before anything is filled in."""
    number = len(rows) * math.prod(len(items_of(items)) for items in lists.values())
    sizes = {
        name: max((_size(item, {}) for item in items_of(items)), default=0)
        for name, items in lists.items()
    }
    for row in rows:
        for name, value in row.items():
            sizes[name] = max(sizes.get(name, 0), _size(value, sizes))
    values = number * _size(template, sizes)
    if number > MOST_CASES:
        message = f"These are {number} cases; a scenario may have {MOST_CASES}."
    elif values > room.left and (rows != [{}] or lists):
        message = (
            f"The cases of this scenario hold {values} values; {MOST_VALUES} may stand in a file."
        )
    else:
        room.left -= values
        return True
    help = "Leave out cases that show nothing new, or begin another file."
    diagnostics.report("CR602", template.entries[0].key.span, message, help=help)
    return False


def _size(node: Node, sizes: Mapping[str, int]) -> int:
    """How many values a node holds once its placeholders are filled in."""
    found = 0
    for scalar in scalars_in(node):
        found += 1 + len(scalar.text) // _LONG
        found += sum(sizes.get(name, 0) for name in PLACEHOLDER.findall(scalar.text))
    return found


# ---- Filling in ----------------------------------------------------------------------------------


def _placeholders_fit(
    template: MapNode,
    rows: Sequence[Case],
    lists: Mapping[str, Node],
    diagnostics: Diagnostics,
) -> bool:
    """Whether each placeholder, also in the rows, has a column and each column a placeholder."""
    columns = [*(rows[0] if rows else ()), *lists]
    in_rows = (scalar for row in rows for value in row.values() for scalar in scalars_in(value))
    places = {
        name: scalar.span
        for scalar in (*scalars_in(template), *in_rows)
        for name in reversed(PLACEHOLDER.findall(scalar.text))
    }
    unknown = [name for name in places if name not in columns]
    for name in unknown:
        help = did_you_mean(name, columns) or "Add it to `table` or `each`."
        message = f"The placeholder `<{name}>` has no column."
        diagnostics.report("CR602", places[name], message, help=help)
    is_sound = not unknown and _each_is_single(lists, diagnostics)
    meant = {nearest(name, columns) for name in unknown}
    for name in columns:
        if name in places or name in meant:
            continue
        is_sound = False
        place = lists[name] if name in lists else rows[0][name]
        message = f"The column `{name}` does not occur in the scenario as `<{name}>`."
        diagnostics.report("CR602", place.span, message)
    return is_sound


def _each_is_single(lists: Mapping[str, Node], diagnostics: Diagnostics) -> bool:
    """Whether no value of `each` has placeholders, which nothing would fill in."""
    for items in lists.values():
        for scalar in scalars_in(items):
            if PLACEHOLDER.search(scalar.text):
                message = f"`{shortened(scalar.text)}` is not filled in here."
                help = "Placeholders may stand in the rows of a table, not in the lists of `each`."
                diagnostics.report("CR602", scalar.span, message, help=help)
                return False
    return True


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
    """The text with the values of a case; it stands where the first of them does."""
    first = PLACEHOLDER.search(node.text)
    if first is None:
        return node
    text = PLACEHOLDER.sub(lambda match: _shown(case.get(match[1])), node.text)
    value: str | int = int(text) if _WHOLE.fullmatch(text) else text
    place = case[first[1]].span if first[1] in case else node.span
    return attrs.evolve(node, text=text, value=value, content=None, span=place)


def _keys_differ(node: Node, diagnostics: Diagnostics) -> bool:
    """Whether no two keys of a mapping have become the same."""
    if isinstance(node, ListNode):
        return all([_keys_differ(item, diagnostics) for item in node.items])
    if not isinstance(node, MapNode):
        return True
    first: dict[str, MapEntry] = {}
    for entry in node.entries:
        earlier = first.setdefault(entry.name, entry)
        if earlier is not entry:
            message = f"The key `{shortened(entry.name)}` is given twice, once all is filled in."
            label = Label(span=earlier.key.span, text="the first one")
            diagnostics.report("CR602", entry.key.span, message, labels=(label,))
            return False
    return all([_keys_differ(entry.value, diagnostics) for entry in node.entries])


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
