"""The card table: lines that stand for one or more kinds of cards.

Whatever an author writes, the table stays small: the number of kinds is known from the lengths of
what a line lists, before any kind is made.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType

import attrs

from cardrules.diagnostics.model import Diagnostics, Label
from cardrules.diagnostics.suggest import did_you_mean
from cardrules.source import Span
from cardrules.syntax.attribute_table import ALL, AttributeTable, read_value
from cardrules.syntax.card_templates import Template, name_of_line, read_template
from cardrules.syntax.frontmatter_model import (
    AttributeDecl,
    AttributeType,
    AttributeValue,
    CardKind,
    CardLine,
    ExprText,
)
from cardrules.syntax.frontmatter_values import (
    LARGEST_INTEGER,
    check_name,
    limited_items,
    lowered,
    range_bounds,
    read_amount,
    read_map,
    read_text,
    report_missing,
    report_unknown_key,
)
from cardrules.syntax.yaml_tree import ListNode, MapEntry, MapNode, Node, ScalarNode, shortened

MOST_KINDS = 500
MOST_CARDS = 1_000
_LINES_NAMED = 5
_OWN_KEYS = ("name", "text", "count", "without")
_DEFAULT_EXAMPLES: dict[AttributeType, str] = {
    "integer": "{type: integer, default: 0}",
    "flag": "{type: flag, default: false}",
    "set": "{type: set of integers, default: []}",
    "enum": "{type: [red, green], default: red}",
}
_NOTHING = Template(parts=())
_WITHOUT_EXAMPLE = "Write the cards as they are called: `without: [name of a card]`."
_LINE_EXAMPLE = "crawler: {number: 1 to 6, count: 9}"


def read_cards(
    entry: MapEntry, table: AttributeTable, decks: int | ExprText, diagnostics: Diagnostics
) -> tuple[CardLine, ...]:
    """All lines of the table; one whose kinds cannot be told has none of them."""
    mapping = read_map(entry.value, "`cards`", _LINE_EXAMPLE, diagnostics, most=MOST_KINDS)
    if mapping is None:
        return ()
    if not mapping.entries:
        help = f"Write a card line: `{_LINE_EXAMPLE}`."
        diagnostics.report("CR206", mapping.span, "`cards` has no card lines.", help=help)
    unknown: dict[str, list[tuple[str, MapEntry]]] = {}
    drafts = [_draft(item, table, unknown, diagnostics) for item in mapping.entries]
    _report_unknown_keys(unknown, table, diagnostics)
    _check_missing(drafts, table, diagnostics)
    lines = list(_lines(drafts, table, entry.key.span, diagnostics))
    _check_names(lines, {draft.id for draft in drafts if draft.sound}, diagnostics)
    _check_size(lines, decks, entry.key.span, diagnostics)
    return tuple(lines)


@attrs.frozen(kw_only=True)
class _Draft:
    """A line as it is written: the values that each attribute takes, in the order of the line.

    `sound` is false after a report that makes others about names and counts pointless, and
    `excused` if what the line seems to lack may stand there misspelt.
    """

    id: str
    span: Span
    fields: MapNode
    values: Mapping[str, tuple[AttributeValue, ...]]
    name: Template
    text: Template
    sound: bool
    excused: bool

    @property
    def where(self) -> str:
        """The line in messages."""
        return f"The card line `{shortened(self.id)}`"

    @property
    def size(self) -> int:
        """How many kinds the line stands for."""
        return math.prod(len(values) for values in self.values.values())


def _report_unknown_keys(
    unknown: Mapping[str, list[tuple[str, MapEntry]]],
    table: AttributeTable,
    diagnostics: Diagnostics,
) -> None:
    """Report each key that is none, once for all lines in which it stands."""
    known = (*_OWN_KEYS, *(attribute.name for attribute in table.attributes))
    for found in unknown.values():
        where, first = found[0]
        report_unknown_key(first, known, where, diagnostics, more=len(found) - 1)


def _draft(
    entry: MapEntry,
    table: AttributeTable,
    unknown: dict[str, list[tuple[str, MapEntry]]],
    diagnostics: Diagnostics,
) -> _Draft:
    check_name(entry.key, "The name of a card line", diagnostics)
    where = f"The card line `{shortened(entry.name)}`"
    known = {attribute.name: attribute for attribute in table.attributes}
    fields = read_map(entry.value, where, _LINE_EXAMPLE, diagnostics)
    values: dict[str, tuple[AttributeValue, ...]] = {}
    sound, excused = fields is not None, fields is None
    for field in fields.entries if fields else ():
        if field.name in _OWN_KEYS:
            continue
        read = None
        if field.name in known:
            read = _read_values(known[field.name], field.value, where, diagnostics)
        elif field.name not in table.unreadable:
            excused = True
            unknown.setdefault(field.name, []).append((where, field))
        if read:
            values[field.name] = read
        else:
            sound = False
    name = _read_name(entry, fields, table, diagnostics)
    return _Draft(
        id=entry.name,
        span=entry.key.span,
        fields=fields or MapNode(entries=(), span=entry.value.span),
        values=values,
        name=name or name_of_line(entry.name),
        text=_read_text(entry, fields, table, diagnostics) or _NOTHING,
        sound=sound and name is not None,
        excused=excused,
    )


def _read_name(
    entry: MapEntry,
    fields: MapNode | None,
    table: AttributeTable,
    diagnostics: Diagnostics,
) -> Template | None:
    written = fields.get("name") if fields else None
    if written is None:
        return name_of_line(entry.name)
    what = f"`name` of the card line `{shortened(entry.name)}`"
    text = read_text(written.value, what, diagnostics)
    if text is None:
        return None
    return read_template(text, _named(table), written.value.span, diagnostics, what="name")


def _read_text(
    entry: MapEntry,
    fields: MapNode | None,
    table: AttributeTable,
    diagnostics: Diagnostics,
) -> Template | None:
    """What players are told about the cards; an empty text says that there is nothing to tell."""
    written = fields.get("text") if fields else None
    if written is None or (isinstance(written.value, ScalarNode) and written.value.value == ""):
        return None
    what = f"`text` of the card line `{shortened(entry.name)}`"
    text = read_text(written.value, what, diagnostics)
    if text is None:
        return None
    return read_template(text, _named(table), written.value.span, diagnostics, what="text")


def _named(table: AttributeTable) -> dict[str, AttributeDecl | None]:
    """The attributes by their names, none for those that could not be read."""
    attributes: dict[str, AttributeDecl | None] = dict.fromkeys(table.unreadable)
    return attributes | {attribute.name: attribute for attribute in table.attributes}


def _read_values(
    attribute: AttributeDecl, node: Node, where: str, diagnostics: Diagnostics
) -> tuple[AttributeValue, ...] | None:
    """The values that an attribute takes on a line, one for each kind."""
    what = f"`{shortened(attribute.name)}` of {lowered(where)}"
    if isinstance(node, ListNode) and attribute.type != "set":
        return _read_listed(attribute, node, what, diagnostics)
    if isinstance(node, ScalarNode) and isinstance(node.value, str):
        if attribute.type == "enum" and node.value == ALL:
            return attribute.values
        bounds = range_bounds(node.value) if attribute.type in ("integer", "set") else None
        if bounds is not None:
            numbers = _read_range(bounds, node, what, diagnostics)
            return _numbers_as_values(attribute, numbers) if numbers else None
    value = read_value(attribute, node, what, diagnostics)
    return None if value is None else (value,)


def _numbers_as_values(attribute: AttributeDecl, numbers: range) -> tuple[AttributeValue, ...]:
    if attribute.type == "set":
        return tuple(frozenset((number,)) for number in numbers)
    return tuple(numbers)


def _read_listed(
    attribute: AttributeDecl, node: ListNode, what: str, diagnostics: Diagnostics
) -> tuple[AttributeValue, ...] | None:
    if not node.items:
        help = "Write at least one value, or leave the key out if the attribute has a default."
        diagnostics.report("CR206", node.span, f"{what} lists no values.", help=help)
        return None
    items = limited_items(node, what, diagnostics, most=MOST_KINDS)
    values = [read_value(attribute, item, what, diagnostics) for item in items]
    read = tuple(value for value in values if value is not None)
    return read if len(read) == len(values) else None


def _read_range(
    bounds: tuple[int, int], node: Node, what: str, diagnostics: Diagnostics
) -> range | None:
    first, last = bounds
    if first > last:
        message = f"{what} begins with {first} and ends with {last}."
        help = f"Write the smaller number first: `{last} to {first}`."
        diagnostics.report("CR206", node.span, message, help=help)
        return None
    if max(abs(first), abs(last)) > LARGEST_INTEGER:
        message = f"{what} goes beyond {LARGEST_INTEGER}."
        diagnostics.report("CR206", node.span, message, help="Write smaller numbers.")
        return None
    if last - first >= MOST_KINDS:
        message = f"{what} stands for {last - first + 1} kinds, and {MOST_KINDS} is the most."
        diagnostics.report("CR208", node.span, message, help="Write a smaller range.")
        return None
    return range(first, last + 1)


def _check_missing(drafts: list[_Draft], table: AttributeTable, diagnostics: Diagnostics) -> None:
    """Report each attribute that some lines neither give nor inherit, once for all these lines."""
    for attribute in table.attributes:
        if attribute.default is None:
            without = [
                draft
                for draft in drafts
                if not draft.excused and draft.fields.get(attribute.name) is None
            ]
            if without:
                _report_missing_value(attribute, without, diagnostics)


def _report_missing_value(
    attribute: AttributeDecl, without: list[_Draft], diagnostics: Diagnostics
) -> None:
    named = [f"`{shortened(draft.id)}`" for draft in without[:_LINES_NAMED]]
    if len(without) > len(named):
        named.append(f"{len(without) - len(named)} more")
    listed = " and ".join(filter(None, (", ".join(named[:-1]), named[-1])))
    lines, give = ("lines", "give") if len(without) > 1 else ("line", "gives")
    name = shortened(attribute.name)
    diagnostics.report(
        "CR208",
        without[0].span,
        f"The card {lines} {listed} {give} no value for the attribute `{name}`, "
        "which has no default.",
        help=f"Add the attribute to each of these lines, or give it a default: "
        f"`{name}: {_DEFAULT_EXAMPLES[attribute.type]}`.",
        labels=(Label(span=attribute.span, text="declared here without a default"),),
    )


def _lines(
    drafts: list[_Draft], table: AttributeTable, span: Span, diagnostics: Diagnostics
) -> Iterator[CardLine]:
    """The lines with their kinds, as long as there are not too many of these."""
    total = 0
    for draft in drafts:
        over = total <= MOST_KINDS < total + draft.size
        total += draft.size
        if over:
            label = Label(span=draft.span, text="the table grows too large with this line")
            message = f"The card table stands for more than {MOST_KINDS} kinds."
            help = "Let fewer attributes of a line take several values."
            diagnostics.report("CR208", span, message, help=help, labels=(label,))
        kinds = tuple(_kinds(draft, table, diagnostics)) if total <= MOST_KINDS else ()
        kinds = _left(draft, kinds, diagnostics)
        has_text = draft.fields.get("text") is not None
        yield CardLine(id=draft.id, span=draft.span, has_text=has_text, kinds=kinds)


def _kinds(draft: _Draft, table: AttributeTable, diagnostics: Diagnostics) -> Iterator[CardKind]:
    """The kinds of a line; the attribute that is written last varies fastest."""
    defaults = {
        attribute.name: attribute.default
        for attribute in table.attributes
        if attribute.default is not None
    }
    order = [attribute.name for attribute in table.attributes]
    combinations = itertools.product(*draft.values.values())
    for combination, count in zip(combinations, _counts(draft, diagnostics), strict=True):
        values = {**defaults, **dict(zip(draft.values, combination, strict=True))}
        yield CardKind(
            name=draft.name.render(values),
            line=draft.id,
            text=draft.text.tell(values),
            values=MappingProxyType({name: values[name] for name in order if name in values}),
            count=count,
            span=draft.span,
        )


def _left(
    draft: _Draft, kinds: tuple[CardKind, ...], diagnostics: Diagnostics
) -> tuple[CardKind, ...]:
    """The kinds of a line without those that it leaves out, by their names."""
    entry = draft.fields.get("without")
    if entry is None or not kinds:
        return kinds
    what = f"`without` of the card line `{shortened(draft.id)}`"
    names = {kind.name for kind in kinds}
    left_out: set[str] = set()
    nodes: Sequence[Node] = [entry.value]
    if isinstance(entry.value, ListNode):
        nodes = limited_items(entry.value, what, diagnostics, most=MOST_KINDS)
    if not nodes:
        diagnostics.report(
            "CR208", entry.value.span, f"{what} names nothing.", help=_WITHOUT_EXAMPLE
        )
        return kinds
    for node in nodes:
        name = node.text if isinstance(node, ScalarNode) else ""
        if name in names:
            left_out.add(name)
        elif draft.sound:
            message = f"{what} names no kind of this line."
            help = did_you_mean(name, names) or _WITHOUT_EXAMPLE
            diagnostics.report("CR208", node.span, message, help=help)
    if left_out == names:
        help = "Leave the whole line out."
        diagnostics.report("CR208", entry.value.span, f"{what} names all its kinds.", help=help)
        return kinds
    return tuple(kind for kind in kinds if kind.name not in left_out)


def _counts(draft: _Draft, diagnostics: Diagnostics) -> list[int | ExprText]:
    """How many cards there are of each kind; 1 where that cannot be told."""
    entry = draft.fields.get("count")
    what = f"`count` of the card line `{shortened(draft.id)}`"
    if entry is None:
        if not draft.excused:
            report_missing("count", draft.where, "count: 1", draft.span, diagnostics)
        return [1] * draft.size
    if not isinstance(entry.value, ListNode):
        count = read_amount(entry.value, what, diagnostics, least=0)
        return [1 if count is None else count] * draft.size
    items = limited_items(entry.value, what, diagnostics, most=MOST_KINDS)
    counts = [read_amount(item, what, diagnostics, least=0) for item in items]
    if len(counts) == draft.size:
        return [1 if count is None else count for count in counts]
    if draft.sound:
        _report_count_list(draft, entry.value, diagnostics)
    return [1] * draft.size


def _report_count_list(draft: _Draft, node: ListNode, diagnostics: Diagnostics) -> None:
    kinds = "1 kind" if draft.size == 1 else f"{draft.size} kinds"
    counts = "1 count" if len(node.items) == 1 else f"{len(node.items)} counts"
    diagnostics.report(
        "CR208",
        node.span,
        f"{draft.where} stands for {kinds} but lists {counts}.",
        help="Write one count for each kind, in the order of the kinds, or one number for all."
        + (" Those behind `without` have one, too." if draft.fields.get("without") else ""),
    )


def _check_names(lines: list[CardLine], sound: set[str], diagnostics: Diagnostics) -> None:
    """Report kinds that nobody could tell apart, once for each line."""
    first: dict[str, CardKind] = {}
    for line in lines:
        if line.id not in sound:
            continue
        for kind in line.kinds:
            earlier = first.setdefault(kind.name, kind)
            if not kind.name or earlier is not kind:
                _report_name(kind, earlier, diagnostics)
                break


def _report_name(kind: CardKind, earlier: CardKind, diagnostics: Diagnostics) -> None:
    line, name = shortened(kind.line), shortened(kind.name)
    labels: tuple[Label, ...] = ()
    help = 'Mention in the name what the kinds differ in: `name: "Radar +{power}"`.'
    if not kind.name:
        message = f"A kind of the card line `{line}` has an empty name."
    elif earlier.line == kind.line:
        message = f"Several kinds of the card line `{line}` have the name `{name}`."
    else:
        message = (
            f"The card lines `{shortened(earlier.line)}` and `{line}` both have a kind `{name}`."
        )
        help = "Give one of them another name."
        labels = (Label(span=earlier.span, text="the first one"),)
    diagnostics.report("CR208", kind.span, message, help=help, labels=labels)


def _check_size(
    lines: list[CardLine], decks: int | ExprText, span: Span, diagnostics: Diagnostics
) -> None:
    """Add up what is known already; expressions are checked for every number of players later."""
    counts = [kind.count for line in lines for kind in line.kinds]
    fixed = sum(count for count in counts if isinstance(count, int))
    total = fixed * (decks if isinstance(decks, int) else 1)
    if total > MOST_CARDS:
        message = f"The card table has {total} cards, and {MOST_CARDS} is the most."
        diagnostics.report("CR208", span, message, help="Lower the counts.")
