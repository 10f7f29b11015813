"""The parser that the grammar makes, and what the grammar says of words."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from functools import cache
from types import MappingProxyType
from typing import ClassVar

from lark import Lark, Token
from lark.exceptions import UnexpectedToken
from lark.indenter import Indenter

from cardrules.resources import grammar_text
from cardrules.syntax.parser_tables import keep_parser, parser_from, tables_file


class GluedError(Exception):
    """Two words stand together without a blank; carries both tokens."""

    def __init__(self, first: Token, second: Token) -> None:
        super().__init__(f"{first}{second}")
        self.first = first
        self.second = second


class Indentation(Indenter):
    """Makes tokens for the begin and the end of blocks from leading blanks."""

    NL_type = "_NL"
    OPEN_PAREN_types: ClassVar = ["LPAR", "LBRACE"]
    CLOSE_PAREN_types: ClassVar = ["RPAR", "RBRACE"]
    INDENT_type = "_INDENT"
    DEDENT_type = "_DEDENT"
    tab_len = 8

    def process(self, stream: Iterator[Token]) -> Iterator[Token]:
        """The tokens with those for blocks; raises `GluedError`."""
        tokens: Iterator[Token] = super().process(_separated(stream))  # type: ignore[no-untyped-call]
        return tokens


def _separated(stream: Iterator[Token]) -> Iterator[Token]:
    """The tokens, words without a blank between them refused: lark would split `movecard`.

    The end of a line reaches over comments and to the first word of the next line; whatever ends
    with it ends where it begins.
    """
    last: Token | None = None
    for token in stream:
        if last is not None and last.end_pos == token.start_pos and joins(last[-1:], token[:1]):
            raise GluedError(last, token)
        last = token
        if token.type == Indentation.NL_type:
            token.end_pos, token.end_line, token.end_column = (
                token.start_pos,
                token.line,
                token.column,
            )
        yield token


def joins(left: str, right: str) -> bool:
    """Whether two characters side by side would be read as one word."""
    return all(character.isalnum() or character == "_" for character in (left, right) if character)


@cache
def parser() -> Lark:
    """The parser, from its tables where they were kept."""
    place = tables_file()
    kept = None if place is None else parser_from(place, postlex=Indentation())
    if kept is not None:
        return kept
    made = Lark(
        grammar_text(),
        parser="lalr",
        lexer="contextual",
        postlex=Indentation(),
        maybe_placeholders=True,
        propagate_positions=True,
        start=["start", "start_expr"],
    )
    if place is not None:
        keep_parser(made, place)
    return made


@cache
def keywords() -> Mapping[str, str]:
    """The words and signs of the language by the name that lark gives to their tokens."""
    terminals = [item for item in parser().terminals if item.pattern.type == "str"]
    return MappingProxyType({item.name: item.pattern.value for item in terminals})


@cache
def words_of_values() -> frozenset[str]:
    """The words of the language that can stand somewhere in a value."""
    return frozenset(word for name in _reached_from("value") for word in _words(name))


@cache
def words_that_begin_values() -> frozenset[str]:
    """The words of the language with which a value can begin."""
    begins: Collection[str] = ()
    try:
        parser().parse("", start="start_expr")
    except UnexpectedToken as error:
        begins = error.accepts or error.expected
    return frozenset(word for name in begins for word in _words(name))


def begins_value(word: str) -> bool:
    """Whether a value can begin with this word, which is no name then."""
    return word in words_that_begin_values()


def _reached_from(rule: str) -> set[str]:
    """The names of all tokens that a rule of the grammar is made of."""
    expansions: dict[str, list[str]] = {}
    tokens: set[str] = set()
    for item in parser().rules:
        expansions.setdefault(item.origin.name, [])
        for symbol in item.expansion:
            if symbol.is_term:
                tokens.add(symbol.name)
            expansions[item.origin.name].append(symbol.name)
    reached, pending = set[str](), [rule]
    while pending:
        name = pending.pop()
        if name not in reached:
            reached.add(name)
            pending += expansions.get(name, ())
    return reached & tokens


def _words(token: str) -> list[str]:
    """The words for which a token stands; none if they are not listed in the grammar."""
    pattern = parser().get_terminal(token).pattern
    listed = pattern.value.replace(r"\b", "")
    return [] if "[" in listed else re.findall("[a-z_]+", listed)
