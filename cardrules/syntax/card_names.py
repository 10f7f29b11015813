"""The names of kinds, from the template that a card line gives."""

from __future__ import annotations

import re
from collections.abc import Mapping

import attrs

from cardrules.diagnostics.model import Diagnostics
from cardrules.diagnostics.suggest import did_you_mean
from cardrules.source import Span
from cardrules.syntax.frontmatter_model import AttributeDecl, AttributeValue
from cardrules.syntax.yaml_tree import shortened

_PART = re.compile(r"\{([^{}]*)\}|([{}])")


@attrs.frozen(kw_only=True)
class NameTemplate:
    """Fixed texts and the attributes that follow each of them."""

    fixed: tuple[str, ...]
    attributes: tuple[AttributeDecl, ...]

    def render(self, values: Mapping[str, AttributeValue]) -> str:
        """The name of a kind; an attribute without a value shows as nothing."""
        parts = [self.fixed[0]]
        for attribute, text in zip(self.attributes, self.fixed[1:], strict=True):
            value = values.get(attribute.name)
            parts += ["" if value is None else shown(attribute, value), text]
        return " ".join("".join(parts).split())


def plain_name(line: str) -> NameTemplate:
    """The name that the kinds of a line have if it gives none: `last_bite` is `Last bite`."""
    return NameTemplate(fixed=(_capital(_words(line)),), attributes=())


def read_template(
    text: str,
    attributes: Mapping[str, AttributeDecl | None],
    span: Span,
    diagnostics: Diagnostics,
) -> NameTemplate | None:
    """The template of a text with `{attribute}` in it, or none after a report.

    The attributes that are none have been reported where they are declared.
    """
    fixed: list[str] = []
    used: list[AttributeDecl] = []
    start = 0
    for match in _PART.finditer(text):
        name = match[1]
        if name is None:
            message = f"The `{match[2]}` in this name has no partner."
            help = "Put the name of an attribute between braces: `Radar +{power}`."
            diagnostics.report("CR206", span, message, help=help)
            return None
        if name.strip() not in attributes:
            message = f"The name mentions `{{{shortened(name)}}}`, which is no attribute."
            help = did_you_mean(name.strip(), attributes)
            diagnostics.report("CR206", span, message, help=help)
            return None
        attribute = attributes[name.strip()]
        if attribute is None:
            return None
        fixed.append(text[start : match.start()])
        used.append(attribute)
        start = match.end()
    return NameTemplate(fixed=(*fixed, text[start:]), attributes=tuple(used))


def shown(attribute: AttributeDecl, value: AttributeValue) -> str:
    """A value as it stands in a name.

    A number that has a name shows it, with a capital. A set shows its members in order, `0/7`. A
    flag shows its own name where it is set, and nothing where it is not.
    """
    match value:
        case bool():
            return _words(attribute.name) if value else ""
        case int():
            name = attribute.names.get(value)
            return str(value) if name is None else _capital(_words(name))
        case str():
            return _words(value)
        case frozenset():
            return "/".join(str(member) for member in sorted(value))


def _words(name: str) -> str:
    return name.replace("_", " ")


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
