"""What front matter says, as plain immutable data with the place of everything in the file.

Expressions of the rules language stay text here (`ExprText`): reading them needs the grammar, and
their meaning needs the declarations below. The `span` of a declaration is the place of its name.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

import attrs

from cardrules.source import Span

AttributeValue = int | bool | str | frozenset[int]
"""The value of an attribute on a kind; a text is a value of the attribute's enumeration."""

AttributeType = Literal["integer", "flag", "set", "enum"]
OptionType = Literal["flag", "number", "choice"]


@attrs.frozen(kw_only=True)
class ExprText:
    """An expression of the rules language, not parsed yet.

    `span` covers exactly the characters of `text` in the file, so that a parser can read the
    expression in place and its own diagnostics point at the right characters.
    """

    text: str
    span: Span


@attrs.frozen(kw_only=True)
class OptionDecl:
    """A setting of the game; `min` and `max` belong to numbers, `values` to choices.

    `value_helps` has a sentence for each value, empty where the author gives none.
    """

    name: str
    span: Span
    type: OptionType
    default: bool | int | str | ExprText
    min: int | ExprText | None
    max: int | ExprText | None
    values: tuple[str, ...]
    value_spans: tuple[Span, ...]
    value_helps: tuple[str, ...]
    help: str


@attrs.frozen(kw_only=True)
class AttributeDecl:
    """What every kind of card has a value of; `values` are those of an enumeration, in order.

    `show` is false if players learn nothing from it, say because the name tells it already.
    """

    name: str
    span: Span
    type: AttributeType
    values: tuple[str, ...]
    value_spans: tuple[Span, ...]
    names: Mapping[int, str]
    name_spans: Mapping[int, Span]
    default: AttributeValue | None
    show: bool


@attrs.frozen(kw_only=True)
class CardKind:
    """One printed face and how many cards bear it.

    `values` follows the order of the attributes. It holds all of them unless a diagnostic says
    which ones could not be read. `text` tells players what the card does.
    """

    name: str
    line: str
    text: str
    values: Mapping[str, AttributeValue]
    count: int | ExprText
    span: Span


@attrs.frozen(kw_only=True)
class CardLine:
    """A line of the card table with the kinds that it stands for.

    `has_text` is true also of a line that says that there is nothing to say: `text: ""`.
    """

    id: str
    span: Span
    has_text: bool
    kinds: tuple[CardKind, ...]


@attrs.frozen(kw_only=True)
class FrontMatter:
    """The whole front matter; `body_start` is where the rules text begins.

    Seats in `teams` count from 0. After mistakes the values are the nearest that make sense, so
    that the rules text can be checked all the same. `complete` is false if a whole section could
    not be read: a name that the rules text uses may then have been declared there.
    `extends_span` is there if this is a file of house rules.
    """

    title: str
    source: str
    rules: tuple[str, ...]
    goal: str
    turn: str
    end: str
    players_min: int
    players_max: int
    players_span: Span
    most_actions: int
    teams: Mapping[int, tuple[tuple[int, ...], ...]]
    decks: int | ExprText
    total: int | ExprText | None
    options: tuple[OptionDecl, ...]
    attributes: tuple[AttributeDecl, ...]
    lines: tuple[CardLine, ...]
    extends_span: Span | None
    span: Span
    body_start: int
    complete: bool
