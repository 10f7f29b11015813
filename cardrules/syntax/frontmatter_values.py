"""Typed values from YAML nodes, and the sentences for what does not fit.

Every function returns the value, or none after it has reported why there is none; a `BadNode` has
been reported before. `what` names the value in messages: "`min` of the option `hand_size`".
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from cardrules.diagnostics.model import Diagnostics
from cardrules.diagnostics.suggest import did_you_mean, nearest
from cardrules.source import Span
from cardrules.syntax.cut_texts import cut_at_comma
from cardrules.syntax.frontmatter_model import ExprText
from cardrules.syntax.yaml_tree import (
    BadNode,
    ListNode,
    MapEntry,
    MapNode,
    Node,
    ScalarNode,
    shortened,
)

LARGEST_INTEGER = 1_000_000_000
LONGEST_NAME = 60
LONGEST_LINE = 200
LONGEST_TEXT = 2_000
MOST_ENTRIES = 100

_NAME = re.compile(r"[a-z][a-z0-9_]*")
_BOUND = r"(0|-?[1-9][0-9]{0,11})"
_RANGE = re.compile(rf"\s*{_BOUND}\s+to\s+{_BOUND}\s*")
# What older YAML takes for true and false, and what this one therefore had better not be asked.
_OLD_FLAGS = frozenset({"yes", "no", "on", "off"})


def lowered(what: str) -> str:
    """The phrase as it stands inside a sentence."""
    return what[:1].lower() + what[1:]


def describe(node: Node) -> str:
    """What is there instead of what should be there."""
    match node:
        case ListNode():
            return "a list"
        case MapNode():
            return "a mapping"
        case ScalarNode(value=None):
            return "nothing"
        case ScalarNode(value=bool()):
            return f"the flag `{node.text}`"
        case ScalarNode(value=int()):
            return f"the number `{shortened(node.text)}`"
        case ScalarNode():
            return f"the text `{shortened(node.text)}`"
        case BadNode():
            return "what cannot be read"


def report_type(
    node: Node, what: str, expected: str, diagnostics: Diagnostics, *, help: str = ""
) -> None:
    """Report a value of the wrong type, unless it has been reported already."""
    if not isinstance(node, BadNode):
        message = f"{what} must be {expected}, not {describe(node)}."
        diagnostics.report("CR204", node.span, message, help=help)


def read_map(
    node: Node, what: str, example: str, diagnostics: Diagnostics, *, most: int = MOST_ENTRIES
) -> MapNode | None:
    """A mapping, cut to `most` entries."""
    if not isinstance(node, MapNode):
        help = f"Write keys with values: `{example}`."
        report_type(node, what, "a mapping", diagnostics, help=help)
        return None
    if len(node.entries) > most:
        _report_many(node, len(node.entries), what, most, diagnostics)
    return MapNode(entries=node.entries[:most], span=node.span)


def read_list(
    node: Node, what: str, example: str, diagnostics: Diagnostics, *, most: int = MOST_ENTRIES
) -> ListNode | None:
    """A list, cut to `most` items."""
    if not isinstance(node, ListNode):
        help = f"Write it in brackets: `{example}`."
        report_type(node, what, "a list", diagnostics, help=help)
        return None
    return ListNode(items=limited_items(node, what, diagnostics, most=most), span=node.span)


def limited_items(
    node: ListNode, what: str, diagnostics: Diagnostics, *, most: int
) -> tuple[Node, ...]:
    """The first items of a list, `most` of them; more than that are reported."""
    if len(node.items) > most:
        _report_many(node, len(node.items), what, most, diagnostics)
    return node.items[:most]


def _report_many(
    node: ListNode | MapNode, count: int, what: str, most: int, diagnostics: Diagnostics
) -> None:
    message = f"{what} has {count} entries, and {most} is the most."
    diagnostics.report("CR206", node.span, message, help="Remove some of them.")


def read_text(
    node: Node, what: str, diagnostics: Diagnostics, *, longest: int = LONGEST_LINE
) -> str | None:
    """A text that a person reads, its line breaks and runs of blanks made single blanks."""
    if not isinstance(node, ScalarNode) or not isinstance(node.value, str):
        help = "Put quotes around a text that looks like something else."
        if isinstance(node, ScalarNode) and node.value is not None:
            help = f'Put quotes around it: `"{shortened(node.text)}"`.'
        report_type(node, what, "a text", diagnostics, help=help)
        return None
    text = " ".join(node.value.split())
    if not text:
        diagnostics.report(
            "CR206", node.span, f"{what} is empty.", help="Write a text, or leave the key out."
        )
        return None
    if len(text) > longest:
        message = f"{what} is longer than {longest} characters."
        diagnostics.report("CR206", node.span, message, help="Shorten it.")
        return None
    return text


def read_sentence(
    node: Node, what: str, diagnostics: Diagnostics, *, longest: int = LONGEST_TEXT
) -> str | None:
    """A text that players read as it stands: nothing is filled in, so there are no braces."""
    text = read_text(node, what, diagnostics, longest=longest)
    if text is None or not ("{" in text or "}" in text):
        return text
    message = f"{what} has a brace, but nothing can be filled in there."
    diagnostics.report("CR206", node.span, message, help="Say it without braces.")
    return None


def read_name(node: Node, what: str, diagnostics: Diagnostics) -> str | None:
    """A name of the rules language.

    One that is malformed is reported here and returned all the same: the other places that use it
    are not wrong as well.
    """
    if not isinstance(node, ScalarNode) or not isinstance(node.value, str):
        report_type(node, what, "a name", diagnostics, help="Write a name such as `best_of_3`.")
        return None
    check_name(node, what, diagnostics)
    return node.text


def check_name(scalar: ScalarNode, what: str, diagnostics: Diagnostics) -> None:
    """Report the text of a key or value if it is no name."""
    text = scalar.text
    if _NAME.fullmatch(text) and len(text) <= LONGEST_NAME:
        return
    likely = re.sub(r"[^a-z0-9]+", "_", text.lower()).strip("_")[:LONGEST_NAME]
    example = likely if _NAME.fullmatch(likely) else "best_of_3"
    diagnostics.report(
        "CR206",
        scalar.span,
        f"{what} is `{shortened(text)}`, which cannot be a name.",
        help="A name begins with a small letter and holds small letters, digits and underscores, "
        f"{LONGEST_NAME} at most: `{example}`.",
    )


def read_integer(
    node: Node,
    what: str,
    diagnostics: Diagnostics,
    *,
    least: int = -LARGEST_INTEGER,
    most: int = LARGEST_INTEGER,
    help: str = "Write a number, without a point and without quotes.",
) -> int | None:
    """A whole number within bounds."""
    value = integer_in(node)
    if value is None:
        report_type(node, what, "a whole number", diagnostics, help=help)
        return None
    if least <= value <= most:
        return value
    bound = f"at least {least}" if value < least else f"at most {most}"
    diagnostics.report("CR206", node.span, f"{what} must be {bound}.", help="Change the number.")
    return None


def integer_in(node: Node) -> int | None:
    """The value of a node that is a whole number; a flag is none."""
    if isinstance(node, ScalarNode) and isinstance(node.value, int):
        return None if isinstance(node.value, bool) else node.value
    return None


def read_amount(
    node: Node, what: str, diagnostics: Diagnostics, *, least: int = -LARGEST_INTEGER
) -> int | ExprText | None:
    """A whole number, or an expression that will yield one."""
    if isinstance(node, ScalarNode) and isinstance(node.value, str):
        return read_expression(node, what, diagnostics)
    if integer_in(node) is not None:
        return read_integer(node, what, diagnostics, least=least)
    help = "Write a number, or an expression such as `45 if count of players = 3 else 15`."
    report_type(node, what, "a whole number or an expression", diagnostics, help=help)
    return None


def read_expression(scalar: ScalarNode, what: str, diagnostics: Diagnostics) -> ExprText | None:
    """An expression, which a parser must be able to read in place."""
    if not scalar.text.strip():
        help = "Write a number or an expression."
        diagnostics.report("CR206", scalar.span, f"{what} is empty.", help=help)
        return None
    if scalar.content is None or "\n" in scalar.text:
        diagnostics.report(
            "CR206",
            scalar.span,
            f"{what} is an expression and must be written on one line, without escapes.",
            help="Write it behind its key, without `|` or `>` and without doubled quotes: "
            "`default: 45 if count of players = 3 else 15`.",
        )
        return None
    return ExprText(text=scalar.text, span=scalar.content)


def is_old_flag(node: Node) -> bool:
    """Whether the node is what older YAML calls true or false."""
    return isinstance(node, ScalarNode) and node.text.lower() in _OLD_FLAGS


def report_old_flag(node: Node, what: str, diagnostics: Diagnostics) -> None:
    """Report what older YAML calls true or false."""
    text = node.text if isinstance(node, ScalarNode) else ""
    message = f"{what} is `{text}`, which is neither true nor false here."
    diagnostics.report("CR206", node.span, message, help="Write `true` or `false`.")


def range_bounds(text: str) -> tuple[int, int] | None:
    """The two numbers of `1 to 6`, or none if the text is no range."""
    match = _RANGE.fullmatch(text)
    return (int(match[1]), int(match[2])) if match else None


def check_keys(
    mapping: MapNode, known: Iterable[str], where: str, diagnostics: Diagnostics
) -> None:
    """Report the keys that are not known."""
    names = tuple(known)
    for entry in mapping.entries:
        if entry.name not in names:
            report_unknown_key(entry, names, where, diagnostics)


def report_unknown_key(
    entry: MapEntry, known: Sequence[str], where: str, diagnostics: Diagnostics, *, more: int = 0
) -> None:
    """Report a key that has no meaning here; it may be a key whose blank is missing.

    `more` is how many other places have the same key.
    """
    key, colon, value = entry.name.partition(":")
    help = did_you_mean(entry.name, known) or (
        f"The keys are {', '.join(known)}. What is meant for readers of the file stands in a "
        f"comment: `# {shortened(entry.name)} ...`."
    )
    if colon and value and key in known:
        help = f"Put a blank after the colon: `{shortened(f'{key}: {value}')}`."
    if isinstance(entry.value, ScalarNode) and entry.value.value is None:
        help = cut_at_comma(diagnostics.source, entry.key.span) or help
    others = f"; it stands in {more} more line{'s' if more > 1 else ''}, too" if more else ""
    message = f"{where} has no key `{shortened(entry.name)}`{others}."
    diagnostics.report("CR203", entry.key.span, message, help=help)


def lacks(mapping: MapNode, name: str, known: Iterable[str]) -> bool:
    """Whether a key is missing; one that stands there misspelt has been reported as unknown."""
    if mapping.get(name) is not None:
        return False
    unknown = {entry.name for entry in mapping.entries} - set(known)
    return not any(key.startswith(f"{name}:") or nearest(key, (name,)) for key in unknown)


def report_missing(
    name: str, where: str, example: str, span: Span, diagnostics: Diagnostics
) -> None:
    """Report a key that must be there."""
    message = f"{where} lacks the key `{name}`."
    diagnostics.report("CR205", span, message, help=f"Add it: `{example}`.")
