"""Names that the front matter declares twice.

Attributes, options, card lines and the values of enumerations are used side by side in the rules
text. Two readings are told apart there and therefore allowed: a value that is also the name of a
card line (the family `crawler` of the line `crawler`), and a value of two enumerations.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Literal

import attrs

from cardrules.diagnostics.model import Diagnostics, Label
from cardrules.source import Span
from cardrules.syntax.frontmatter_model import AttributeDecl, CardLine, OptionDecl
from cardrules.syntax.yaml_tree import shortened


@attrs.frozen(kw_only=True)
class _Name:
    text: str
    span: Span
    role: Literal["attribute", "option", "card line", "value"]

    def clashes_with(self, other: _Name) -> bool:
        """Whether the rules text could not tell which of the two is meant."""
        roles = {self.role, other.role}
        return roles not in ({"value"}, {"value", "card line"})


def check_declared_names(
    attributes: Iterable[AttributeDecl],
    options: Iterable[OptionDecl],
    lines: Iterable[CardLine],
    diagnostics: Diagnostics,
) -> None:
    """Report every name that clashes with one that stands above it."""
    above: dict[str, list[_Name]] = {}
    names = _names(attributes, options, lines)
    for name in sorted(names, key=lambda name: name.span):
        same = above.setdefault(name.text, [])
        clash = next((other for other in same if name.clashes_with(other)), None)
        if clash is not None:
            _report(name, clash, diagnostics)
        same.append(name)


def _names(
    attributes: Iterable[AttributeDecl],
    options: Iterable[OptionDecl],
    lines: Iterable[CardLine],
) -> Iterator[_Name]:
    for attribute in attributes:
        yield _Name(text=attribute.name, span=attribute.span, role="attribute")
        for value, span in zip(attribute.values, attribute.value_spans, strict=True):
            yield _Name(text=value, span=span, role="value")
    for option in options:
        yield _Name(text=option.name, span=option.span, role="option")
    for line in lines:
        yield _Name(text=line.id, span=line.span, role="card line")


def _report(name: _Name, first: _Name, diagnostics: Diagnostics) -> None:
    diagnostics.report(
        "CR302",
        name.span,
        f"`{shortened(name.text)}` is the name of {_with_article(first.role)} already and cannot "
        f"also be {_with_article(name.role)}.",
        help=f"Rename one of the two, such as `{shortened(name.text)}_2`.",
        labels=(Label(span=first.span, text=f"the {first.role}"),),
    )


def _with_article(role: str) -> str:
    return f"an {role}" if role[0] in "ao" else f"a {role}"
