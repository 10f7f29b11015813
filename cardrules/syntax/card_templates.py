"""What is printed on kinds, their names and texts, from the templates that a card line gives.

`{attribute}` stands for the value that a kind has of it. In a text the noun behind a number agrees
with it, and so does any other word that is written with both forms, `{it|them}`. Doubled braces are
plain ones.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Literal

import attrs

from cardrules.diagnostics.model import Diagnostics
from cardrules.diagnostics.suggest import did_you_mean
from cardrules.prose import Agree, Part, Spoken, amount, render, thing
from cardrules.source import Span
from cardrules.syntax.frontmatter_model import AttributeDecl, AttributeValue
from cardrules.syntax.yaml_tree import shortened

_PART = re.compile(r"(?P<plain>\{\{|\}\})|\{(?P<name>[^{}]*)\}|(?P<lone>[{}])")
_EXAMPLES = {"name": "Radar +{power}", "text": "Draw {power} cards and keep {it|them}"}

_What = Literal["name", "text"]


@attrs.frozen(kw_only=True)
class Template:
    """Fixed texts, and between them what depends on the kind; attributes without a value are
    nothing.
    """

    parts: tuple[str | AttributeDecl | Agree, ...]

    def render(self, values: Mapping[str, AttributeValue]) -> str:
        """The name of a kind."""
        found = (_spoken(part, values) for part in self.parts)
        texts = (part.text if isinstance(part, Spoken) else str(part) for part in found)
        return " ".join("".join(texts).split())

    def tell(self, values: Mapping[str, AttributeValue]) -> str:
        """The text of a kind, in which nouns agree with the numbers before them."""
        return " ".join(render(_spoken(part, values) for part in self.parts).split())


def _spoken(part: str | AttributeDecl | Agree, values: Mapping[str, AttributeValue]) -> Part:
    if not isinstance(part, AttributeDecl):
        return part
    value = values.get(part.name)
    text = "" if value is None else shown(part, value)
    if part.type == "integer" and text == str(value):
        return amount(int(text))
    return thing(text) if text else ""


def name_of_line(line: str) -> Template:
    """The name that the kinds of a line have if it gives none: `last_bite` is `Last bite`."""
    return Template(parts=(_capital(_words(line)),))


def read_template(
    text: str,
    attributes: Mapping[str, AttributeDecl | None],
    span: Span,
    diagnostics: Diagnostics,
    *,
    what: _What,
) -> Template | None:
    """The template of a text with braces in it, or none after a report.

    The attributes that are none have been reported where they are declared.
    """
    reader = _Reader(attributes, span, diagnostics, what)
    parts: list[str | AttributeDecl | Agree] = []
    start = 0
    for match in _PART.finditer(text):
        parts.append(text[start : match.start()])
        start = match.end()
        if match["plain"]:
            parts.append(match["plain"][0])
            continue
        if match["lone"]:
            reader.report_lone(match["lone"])
            return None
        read = reader.part(match["name"], parts)
        if read is None:
            return None
        parts.append(read)
    return Template(parts=(*parts, text[start:]))


@attrs.frozen
class _Reader:
    """Reads what stands between braces, or reports it and gives none."""

    attributes: Mapping[str, AttributeDecl | None]
    span: Span
    diagnostics: Diagnostics
    what: _What

    def part(
        self, written: str, before: list[str | AttributeDecl | Agree]
    ) -> AttributeDecl | Agree | None:
        """An attribute, or a word that agrees with the number that stands nearest before it."""
        if self.what == "text" and "|" in written:
            return self._agreement(written, before)
        name = written.strip()
        if name in self.attributes:
            return self.attributes[name]
        message = f"The {self.what} mentions `{{{shortened(written)}}}`, which is no attribute."
        self._report(message, did_you_mean(name, self.attributes))
        return None

    def _agreement(self, written: str, before: list[str | AttributeDecl | Agree]) -> Agree | None:
        values = [part for part in before if isinstance(part, AttributeDecl)]
        one, _, several = written.partition("|")
        shown = f"`{{{shortened(written)}}}`"
        if "|" in several:
            help = "Write the word for one, then that for several: `{it|them}`."
            self._report(f"The text has more than two words in {shown}.", help)
        elif not values or values[-1].type != "integer":
            help = f"Write it behind a number: `{_EXAMPLES['text']}`."
            self._report(f"In the text no number stands before {shown}.", help)
        else:
            return Agree(one.strip(), several.strip())
        return None

    def report_lone(self, brace: str) -> None:
        """Report a brace without its partner."""
        help = f"Put the name of an attribute between braces: `{_EXAMPLES[self.what]}`."
        self._report(f"The `{brace}` in this {self.what} has no partner.", help)

    def _report(self, message: str, help: str) -> None:
        self.diagnostics.report("CR206", self.span, message, help=help)


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
