"""CR525: values of an enumeration that no card has, and words of the author's own without a use.

A value that no card has and with which cards are compared makes a condition that never holds. It
may still be meant as a word for a variable: where a line sets something to it, or lets somebody
choose it, nothing is said; nor of the default, which is what a card has that says nothing else.
"""

from __future__ import annotations

from collections.abc import Iterator

from cardrules.lint.check import Check, Finding, all_parts
from cardrules.model import ir
from cardrules.model.ruleset import AttributeType, AttributeValue, Ruleset


def find_no_such_value(ruleset: Ruleset) -> Iterator[Finding]:
    """The values that nothing has."""
    nodes = list(ir.walk(tuple(all_parts(ruleset))))
    if any(isinstance(node, ir.Operation) and node.type.base == "enum" for node in nodes):
        return  # what comes out of these may be any value
    compared = {id(side) for node in nodes for side in _compared_with_cards(node)}
    named: dict[str, set[int]] = {}
    for node in nodes:
        if isinstance(node, ir.Const) and id(node) not in compared:
            element = node.type.element or node.type
            if element.base == "enum":
                values = node.value if isinstance(node.value, tuple) else (node.value,)
                named.setdefault(element.name, set()).update(map(int, values))
    for name, attribute in ruleset.attributes.items():
        if attribute.values:
            found = {kind.values[name] for kind in ruleset.kinds} | {attribute.default}
            yield from _of_attribute(attribute, found, named.get(name, set()))
    for name, item in ruleset.value_lists.items():
        lost = [word for at, word in enumerate(item.values) if at not in named.get(name, set())]
        if lost and len(lost) < len(item.values):
            yield Finding(
                span=item.origin.name_span,
                message=f"No line uses {_words(lost)} of `{name}`.",
                help="Take it out, or use it; perhaps it is written differently elsewhere.",
            )


def _of_attribute(
    attribute: AttributeType, found: set[AttributeValue | None], named: set[int]
) -> Iterator[Finding]:
    lost = [word for at, word in enumerate(attribute.values) if at not in found and at not in named]
    if lost:
        yield Finding(
            span=attribute.span,
            message=f"No card has {_words(lost)} of `{attribute.name}`.",
            help="Take it out, or give it to cards in the card table.",
        )


def _compared_with_cards(node: object) -> Iterator[ir.Expr]:
    """The values with which an attribute is compared."""
    match node:
        case (
            ir.Compare(left=ir.Attribute(), right=value)
            | ir.Compare(left=value, right=ir.Attribute())
        ):
            yield value
        case ir.Contains(element=ir.Attribute(), collection=value):
            yield value


def _words(words: list[str]) -> str:
    named = [f"`{word}`" for word in words]
    values = "the value" if len(words) == 1 else "the values"
    return f"{values} {' and '.join(named)}"


CHECK = Check(code="CR525", find=find_no_such_value)
