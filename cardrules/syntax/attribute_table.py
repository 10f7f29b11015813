"""The attributes of the front matter: what is printed on cards, and what values it may have."""

from __future__ import annotations

import re
from types import MappingProxyType

import attrs

from cardrules.diagnostics.model import Diagnostics, Label
from cardrules.diagnostics.suggest import did_you_mean
from cardrules.source import Span
from cardrules.syntax.frontmatter_model import AttributeDecl, AttributeType, AttributeValue
from cardrules.syntax.frontmatter_values import (
    check_keys,
    check_name,
    integer_in,
    is_old_flag,
    lacks,
    limited_items,
    lowered,
    read_integer,
    read_map,
    read_name,
    report_missing,
    report_old_flag,
    report_type,
)
from cardrules.syntax.yaml_tree import ListNode, MapEntry, MapNode, Node, ScalarNode, shortened

MOST_ATTRIBUTES = 50
MOST_VALUES = 200
LARGEST_SET = 100
# What a card line calls something else.
RESERVED_ATTRIBUTES = {
    "name": "the name of a card",
    "text": "what a card does, in words",
    "count": "the number of copies of a card",
    "without": "the kinds that a card line leaves out",
}
ALL = "all"

_TYPE_WORDS: dict[str, AttributeType] = {
    "integer": "integer",
    "flag": "flag",
    "set of integers": "set",
}
_KEYS = ("type", "default", "names", "show")
_NUMBER_HELP = (
    "Write a number; a card line may also have a range, `1 to 6`, or a list of numbers, `[1, 3]`."
)
_TYPE_HELP = "Write `integer`, `flag`, `set of integers`, or the values: `[crawler, flyer]`."
# One way to write each number, so that no number has two names.
_NUMBER = re.compile(r"0|-?[1-9][0-9]{0,8}")


@attrs.frozen(kw_only=True)
class AttributeTable:
    """The attributes, and the names of those whose type cannot be told."""

    attributes: tuple[AttributeDecl, ...] = ()
    unreadable: frozenset[str] = frozenset()


def read_attributes(node: Node, diagnostics: Diagnostics) -> AttributeTable:
    """All attributes in the order in which they are written."""
    mapping = read_map(node, "`attributes`", "gems: integer", diagnostics, most=MOST_ATTRIBUTES)
    entries = mapping.entries if mapping else ()
    read = [(entry.name, _read_attribute(entry, diagnostics)) for entry in entries]
    return AttributeTable(
        attributes=tuple(attribute for _, attribute in read if attribute is not None),
        unreadable=frozenset(name for name, attribute in read if attribute is None),
    )


@attrs.frozen(kw_only=True)
class _Type:
    name: AttributeType
    values: tuple[str, ...] = ()
    spans: tuple[Span, ...] = ()


def _read_attribute(entry: MapEntry, diagnostics: Diagnostics) -> AttributeDecl | None:
    check_name(entry.key, "The name of an attribute", diagnostics)
    where = f"The attribute `{shortened(entry.name)}`"
    if entry.name in RESERVED_ATTRIBUTES:
        diagnostics.report(
            "CR303",
            entry.key.span,
            f"`{entry.name}` is no name for an attribute: it is {RESERVED_ATTRIBUTES[entry.name]}.",
            help=f"Choose another name, such as `{entry.name}_printed`.",
        )
        return None
    fields = entry.value if isinstance(entry.value, MapNode) else None
    if fields is not None:
        check_keys(fields, _KEYS, where, diagnostics)
    written = _type_node(entry, fields, where, diagnostics)
    of_type = _read_type(written, where, diagnostics) if written else None
    if of_type is None:
        return None
    attribute = AttributeDecl(
        name=entry.name,
        span=entry.key.span,
        type=of_type.name,
        values=of_type.values,
        value_spans=of_type.spans,
        names=MappingProxyType({}),
        name_spans=MappingProxyType({}),
        default=None,
        show=True,
    )
    return _with_details(attribute, fields, where, diagnostics) if fields else attribute


def _type_node(
    entry: MapEntry, fields: MapNode | None, where: str, diagnostics: Diagnostics
) -> Node | None:
    """The type as written, in the short form or below `type`."""
    if fields is None:
        return entry.value
    written = fields.get("type")
    if lacks(fields, "type", _KEYS):
        report_missing("type", where, "type: integer", entry.key.span, diagnostics)
    return written.value if written else None


def _read_type(node: Node, where: str, diagnostics: Diagnostics) -> _Type | None:
    if isinstance(node, ListNode):
        return _read_enumeration(node, where, diagnostics)
    if not isinstance(node, ScalarNode) or not isinstance(node.value, str):
        expected = "a type or a list of values"
        report_type(node, where, expected, diagnostics, help=_TYPE_HELP)
        return None
    word = node.text
    if word in _TYPE_WORDS:
        return _Type(name=_TYPE_WORDS[word])
    message = f"{where} has the unknown type `{shortened(word)}`."
    help = f"{did_you_mean(word, _TYPE_WORDS)} {_TYPE_HELP}"
    diagnostics.report("CR206", node.span, message, help=help)
    return None


def _read_enumeration(node: ListNode, where: str, diagnostics: Diagnostics) -> _Type | None:
    """The values in their order; the same value twice is reported with all other names."""
    values: dict[str, Span] = {}
    for item in limited_items(node, where, diagnostics, most=MOST_VALUES):
        name = read_name(item, f"A value of {lowered(where)}", diagnostics)
        if name == ALL:
            message = f"`{ALL}` is no name for a value: on a card line it means every value."
            help = "Choose another name, such as `every`."
            diagnostics.report("CR303", item.span, message, help=help)
        elif name in values:
            _report_twice(name, item.span, values[name], where, diagnostics)
        elif name is not None:
            values[name] = item.span
    if not node.items:
        help = "List its values: `[crawler, flyer, swarm]`."
        diagnostics.report("CR206", node.span, f"{where} has no values.", help=help)
        return None
    return _Type(name="enum", values=tuple(values), spans=tuple(values.values()))


def _report_twice(name: str, span: Span, first: Span, where: str, diagnostics: Diagnostics) -> None:
    diagnostics.report(
        "CR302",
        span,
        f"{where} has `{shortened(name)}` twice.",
        help="Remove one of the two, or give one of them another name.",
        labels=(Label(span=first, text="the first one"),),
    )


def _with_details(
    attribute: AttributeDecl, fields: MapNode, where: str, diagnostics: Diagnostics
) -> AttributeDecl:
    """The attribute with what the long form adds."""
    for entry in fields.entries:
        if entry.name == "names" and attribute.type != "integer":
            message = f"{where} has no `names`: only an integer has names for its values."
            help = "Remove them, or make it an integer: `type: integer`."
            diagnostics.report("CR203", entry.key.span, message, help=help)
        elif entry.name == "names":
            attribute = _with_names(attribute, entry.value, where, diagnostics)
        elif entry.name == "show":
            what = f"`show` of the attribute `{shortened(attribute.name)}`"
            show = _read_flag(entry.value, what, diagnostics)
            attribute = attrs.evolve(attribute, show=show is not False)
        elif entry.name == "default":
            what = f"`default` of the attribute `{shortened(attribute.name)}`"
            default = read_value(attribute, entry.value, what, diagnostics)
            default = _fallback(attribute) if default is None else default
            attribute = attrs.evolve(attribute, default=default)
    return attribute


def _fallback(attribute: AttributeDecl) -> AttributeValue:
    """What stands for a default with a mistake, so that no line seems to lack a value."""
    match attribute.type:
        case "integer":
            return 0
        case "flag":
            return False
        case "set":
            return frozenset()
        case "enum":
            return attribute.values[0] if attribute.values else ""


def _with_names(
    attribute: AttributeDecl, node: Node, where: str, diagnostics: Diagnostics
) -> AttributeDecl:
    mapping = read_map(node, f"`names` of {lowered(where)}", "11: jack", diagnostics)
    names: dict[int, str] = {}
    first: dict[str, Span] = {}
    for entry in mapping.entries if mapping else ():
        number = _read_number_key(entry, where, diagnostics)
        name = read_name(entry.value, "The name of a number", diagnostics)
        if number is None or name is None:
            continue
        if name in first:
            _report_twice(name, entry.value.span, first[name], where, diagnostics)
            continue
        names[number] = name
        first[name] = entry.value.span
    return attrs.evolve(
        attribute,
        names=MappingProxyType(names),
        name_spans=MappingProxyType(dict(zip(names, first.values(), strict=True))),
    )


def _read_number_key(entry: MapEntry, where: str, diagnostics: Diagnostics) -> int | None:
    if _NUMBER.fullmatch(entry.name):
        return int(entry.name)
    message = f"{where} gives a name to `{shortened(entry.name)}`, which is no whole number."
    help = "Write the number first: `names: {11: jack}`."
    diagnostics.report("CR206", entry.key.span, message, help=help)
    return None


def read_value(
    attribute: AttributeDecl, node: Node, what: str, diagnostics: Diagnostics
) -> AttributeValue | None:
    """One value of the attribute."""
    match attribute.type:
        case "integer":
            return _read_number(attribute, node, what, diagnostics)
        case "flag":
            return _read_flag(node, what, diagnostics)
        case "set":
            return _read_set(node, what, diagnostics)
        case "enum":
            return _read_member(attribute, node, what, diagnostics)


def _read_number(
    attribute: AttributeDecl, node: Node, what: str, diagnostics: Diagnostics
) -> int | None:
    named = {name: number for number, name in attribute.names.items()}
    if isinstance(node, ScalarNode) and node.value in named:
        help = f"`{node.text}` is the name of {named[node.text]}: write the number."
        report_type(node, what, "a whole number", diagnostics, help=help)
        return None
    return read_integer(node, what, diagnostics, help=_NUMBER_HELP)


def _read_flag(node: Node, what: str, diagnostics: Diagnostics) -> bool | None:
    if isinstance(node, ScalarNode) and isinstance(node.value, bool):
        return node.value
    if is_old_flag(node):
        report_old_flag(node, what, diagnostics)
        return None
    report_type(node, what, "`true` or `false`", diagnostics, help="Write `true` or `false`.")
    return None


def _read_set(node: Node, what: str, diagnostics: Diagnostics) -> frozenset[int] | None:
    if not isinstance(node, ListNode):
        if integer_in(node) is None:
            help = "Write a number or a list of numbers: `[0, 7]`."
            report_type(node, what, "a set of whole numbers", diagnostics, help=help)
            return None
        number = read_integer(node, what, diagnostics)
        return None if number is None else frozenset((number,))
    found: set[int] = set()
    for item in limited_items(node, what, diagnostics, most=LARGEST_SET):
        member = read_integer(item, f"A member of {lowered(what)}", diagnostics)
        if member in found:
            message = f"{what} has {member} twice."
            diagnostics.report("CR206", item.span, message, help="Remove one of the two.")
        elif member is not None:
            found.add(member)
    return frozenset(found)


def _read_member(
    attribute: AttributeDecl, node: Node, what: str, diagnostics: Diagnostics
) -> str | None:
    if not isinstance(node, ScalarNode) or not isinstance(node.value, str):
        expected = f"a value of the attribute `{shortened(attribute.name)}`"
        help = did_you_mean("", attribute.values)
        report_type(node, what, expected, diagnostics, help=help)
        return None
    if node.text in attribute.values:
        return node.text
    message = f"{what} is `{shortened(node.text)}`, which is no value of the attribute "
    help = did_you_mean(node.text, attribute.values)
    diagnostics.report("CR206", node.span, f"{message}`{shortened(attribute.name)}`.", help=help)
    return None
