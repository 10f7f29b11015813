"""The options of the front matter.

What an option is follows from what is written: `values` make a choice, a default of `true` or
`false` makes a flag, everything else is a number.
"""

from __future__ import annotations

from collections.abc import Sequence

import attrs

from cardrules.diagnostics.model import Diagnostics, Label
from cardrules.diagnostics.suggest import did_you_mean
from cardrules.source import Span
from cardrules.syntax.cut_texts import cut_at_comma
from cardrules.syntax.frontmatter_model import ExprText, OptionDecl, OptionType
from cardrules.syntax.frontmatter_values import (
    MOST_ENTRIES,
    check_name,
    is_old_flag,
    lacks,
    lowered,
    read_amount,
    read_list,
    read_map,
    read_name,
    read_sentence,
    report_missing,
    report_old_flag,
    report_type,
    report_unknown_key,
)
from cardrules.syntax.yaml_tree import MapEntry, MapNode, Node, ScalarNode, shortened

_KEYS: dict[OptionType, tuple[str, ...]] = {
    "flag": ("default", "help"),
    "number": ("default", "min", "max", "help"),
    "choice": ("default", "values", "help"),
}
_ALL_KEYS = ("default", "min", "max", "values", "help")
_EXAMPLES: dict[OptionType, str] = {
    "flag": "default: false",
    "number": "default: 5",
    "choice": "default: single",
}
_FALLBACKS: dict[OptionType, bool | int | str] = {"flag": False, "number": 0, "choice": ""}
_FEWEST_VALUES = 2
_VALUES_EXAMPLE = 'single: "one game", race: "first to 100 points"'


def read_options(node: Node, diagnostics: Diagnostics) -> tuple[OptionDecl, ...]:
    """All options, those with mistakes included, so that the rules text can use their names."""
    mapping = read_map(node, "`options`", "every_group: {default: false}", diagnostics)
    return tuple(_read_option(entry, diagnostics) for entry in (mapping.entries if mapping else ()))


@attrs.frozen(kw_only=True)
class _Option:
    """An option while it is read: `where` names it in messages."""

    name: str
    where: str
    key: Span
    fields: MapNode
    diagnostics: Diagnostics


def _read_option(entry: MapEntry, diagnostics: Diagnostics) -> OptionDecl:
    check_name(entry.key, "The name of an option", diagnostics)
    where = f"The option `{shortened(entry.name)}`"
    written = entry.value.text if isinstance(entry.value, ScalarNode) else ""
    written = shortened(written.removeprefix("default").strip(" :=")) or "5"
    example = f"{shortened(entry.name)}: {{default: {written}}}"
    fields = read_map(entry.value, where, example, diagnostics)
    option = _Option(
        name=entry.name,
        where=where,
        key=entry.key.span,
        fields=fields or MapNode(entries=(), span=entry.value.span),
        diagnostics=diagnostics,
    )
    of_type = _type(option.fields)
    if fields is not None:
        _check_keys(option, of_type)
    values = _read_values(option)
    helps = _read_value_helps(option)
    least, most = _read_bound(option, of_type, "min"), _read_bound(option, of_type, "max")
    default = _read_default(option, of_type, tuple(value for value, _ in values))
    if of_type == "number":
        _check_range(option, least, default, most)
    return OptionDecl(
        name=option.name,
        span=option.key,
        type=of_type,
        default=_fallback(of_type, values) if default is None else default,
        min=least,
        max=most,
        values=tuple(value for value, _ in values),
        value_spans=tuple(span for _, span in values),
        value_helps=tuple(helps.get(value, "") for value, _ in values),
        help=_read_help(option),
    )


def _type(fields: MapNode) -> OptionType:
    if fields.get("values"):
        return "choice"
    default = fields.get("default")
    value = default.value if default else None
    if isinstance(value, ScalarNode) and isinstance(value.value, bool):
        return "flag"
    numeric = fields.get("min") or fields.get("max")
    return "flag" if value is not None and is_old_flag(value) and not numeric else "number"


def _fallback(of_type: OptionType, values: list[tuple[str, Span]]) -> bool | int | str:
    return values[0][0] if values else _FALLBACKS[of_type]


def _check_keys(option: _Option, of_type: OptionType) -> None:
    for entry in option.fields.entries:
        if entry.name not in _ALL_KEYS:
            report_unknown_key(entry, _ALL_KEYS, option.where, option.diagnostics)
        elif entry.name not in _KEYS[of_type]:
            message = f"{option.where} is a {of_type} and has no `{entry.name}`."
            help = f"Remove `{entry.name}`; only a number has a range: `default: 5`."
            option.diagnostics.report("CR203", entry.key.span, message, help=help)
    if lacks(option.fields, "default", _ALL_KEYS):
        report_missing("default", option.where, _EXAMPLES[of_type], option.key, option.diagnostics)


def _named(option: _Option, key: str) -> str:
    return f"`{key}` of the option `{shortened(option.name)}`"


def _read_help(option: _Option) -> str:
    entry = option.fields.get("help")
    if entry is None:
        return ""
    what = _named(option, "help")
    return read_sentence(entry.value, what, option.diagnostics) or ""


def _read_values(option: _Option) -> list[tuple[str, Span]]:
    """The values of a choice with their places, each once."""
    entry = option.fields.get("values")
    if entry is None:
        return []
    items = _listed_values(option, entry.value)
    found: dict[str, Span] = {}
    for item in items or ():
        name = read_name(
            item, f"A value of the option `{shortened(option.name)}`", option.diagnostics
        )
        if name in found:
            _report_twice(name, item, found[name], option)
        elif name is not None:
            found[name] = item.span
    if items is not None and len(items) < _FEWEST_VALUES:
        help = "Write two values or more, or make the option a flag: `default: false`."
        option.diagnostics.report(
            "CR206", entry.value.span, f"{option.where} leaves nothing to choose from.", help=help
        )
    return list(found.items())


def _listed_values(option: _Option, node: Node) -> Sequence[Node] | None:
    """The values as they stand in a list, or as the keys of a mapping to sentences."""
    what = _named(option, "values")
    if isinstance(node, MapNode):
        mapping = read_map(node, what, _VALUES_EXAMPLE, option.diagnostics)
        if mapping is None:
            return None
        for entry in mapping.entries:
            help = _rest_of_text(entry, option)
            if help:
                message = f"`{shortened(entry.name)}` of {what} has no sentence."
                option.diagnostics.report("CR204", entry.key.span, message, help=help)
        return [entry.key for entry in mapping.entries if not _rest_of_text(entry, option)]
    listed = read_list(node, what, "[single, best_of_3, race]", option.diagnostics)
    return listed.items if listed else None


def _rest_of_text(entry: MapEntry, option: _Option) -> str:
    """The help for a value that is rather the rest of the sentence before it."""
    is_bare = isinstance(entry.value, ScalarNode) and entry.value.value is None
    return cut_at_comma(option.diagnostics.source, entry.key.span) if is_bare else ""


def _read_value_helps(option: _Option) -> dict[str, str]:
    """The sentences of the values that have one."""
    entry = option.fields.get("values")
    helps: dict[str, str] = {}
    if entry is not None and isinstance(entry.value, MapNode):
        for item in entry.value.entries[:MOST_ENTRIES]:
            if _rest_of_text(item, option):
                continue
            what = f"The sentence for `{shortened(item.name)}` of {lowered(option.where)}"
            helps[item.name] = read_sentence(item.value, what, option.diagnostics) or ""
    return helps


def _report_twice(name: str, node: Node, first: Span, option: _Option) -> None:
    option.diagnostics.report(
        "CR302",
        node.span,
        f"{option.where} has the value `{shortened(name)}` twice.",
        help="Remove one of the two.",
        labels=(Label(span=first, text="the first one"),),
    )


def _read_bound(option: _Option, of_type: OptionType, key: str) -> int | ExprText | None:
    entry = option.fields.get(key)
    if entry is None or of_type != "number":
        return None
    return read_amount(entry.value, _named(option, key), option.diagnostics)


def _read_default(
    option: _Option, of_type: OptionType, values: tuple[str, ...]
) -> bool | int | str | ExprText | None:
    entry = option.fields.get("default")
    if entry is None:
        return None
    what, node = _named(option, "default"), entry.value
    match of_type:
        case "choice":
            return _read_choice(option, node, values)
        case "flag" if isinstance(node, ScalarNode) and isinstance(node.value, bool):
            return node.value
        case _ if is_old_flag(node):
            report_old_flag(node, what, option.diagnostics)
            return None
        case _ if isinstance(node, ScalarNode) and node.value is not None:
            return read_amount(node, what, option.diagnostics)
    expected = "a number, an expression, `true`, `false` or one of `values`"
    report_type(node, what, expected, option.diagnostics, help="Write one value: `default: 5`.")
    return None


def _read_choice(option: _Option, node: Node, values: tuple[str, ...]) -> str | None:
    what = _named(option, "default")
    if not isinstance(node, ScalarNode) or not isinstance(node.value, str):
        help = f"Write one of the values: `default: {values[0]}`." if values else ""
        report_type(node, what, "one of `values`", option.diagnostics, help=help)
        return None
    if node.text in values:
        return node.text
    if values:
        message = f"{what} is `{shortened(node.text)}`, which is none of its values."
        help = did_you_mean(node.text, values)
        option.diagnostics.report("CR210", node.span, message, help=help)
    return None


def _check_range(
    option: _Option,
    least: int | ExprText | None,
    default: bool | int | str | ExprText | None,
    most: int | ExprText | None,
) -> None:
    """Check what is known already; expressions are checked for every number of players later."""
    if isinstance(least, int) and isinstance(most, int) and least > most:
        _report_range(option, "min", least, "max", most)
        return
    if isinstance(default, int) and isinstance(least, int) and default < least:
        _report_range(option, "default", default, "min", least)
    if isinstance(default, int) and isinstance(most, int) and default > most:
        _report_range(option, "default", default, "max", most)


def _report_range(option: _Option, key: str, value: int, other: str, bound: int) -> None:
    entry, limit = option.fields.get(key), option.fields.get(other)
    if entry is None or limit is None:
        return
    relation = "above" if value > bound else "below"
    option.diagnostics.report(
        "CR210",
        entry.value.span,
        f"The `{key}` {value} of the option `{shortened(option.name)}` is {relation} its "
        f"`{other}` {bound}.",
        help=f"Change one of the two, so that the `{key}` is not {relation} the `{other}`.",
        labels=(Label(span=limit.value.span, text=f"the `{other}`"),),
    )
