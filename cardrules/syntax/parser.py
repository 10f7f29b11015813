"""From rules text to its tree, with a diagnostic for each declaration that is not of the language.

The text is cut into declarations (a line that is not indented begins one) and each is parsed by
itself, so that a mistake in one does not hide those in the others. No text makes this raise.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import ClassVar

from lark import Lark
from lark.exceptions import UnexpectedCharacters, UnexpectedInput, UnexpectedToken
from lark.indenter import DedentError, Indenter

from cardrules.diagnostics.model import Diagnostics
from cardrules.resources import grammar_text
from cardrules.source import SourceFile, Span
from cardrules.syntax import nodes
from cardrules.syntax.build import Builder
from cardrules.syntax.expected import describe_expected, form_help

# Bounds that no sensible ruleset meets; they keep the later, recursive stages within their depth.
MAX_CHARACTERS = 400_000
_MAX_LINE_WORDS = 300
_MAX_BRACKETS = 30
_MAX_INDENTATION = 40 * 4

_WORD = re.compile(r"[A-Za-z0-9_]+|\S")


class _Indentation(Indenter):
    NL_type = "_NL"
    OPEN_PAREN_types: ClassVar[list[str]] = ["LPAR", "LBRACE"]
    CLOSE_PAREN_types: ClassVar[list[str]] = ["RPAR", "RBRACE"]
    INDENT_type = "_INDENT"
    DEDENT_type = "_DEDENT"
    tab_len = 8


@cache
def _parser() -> Lark:
    return Lark(
        grammar_text(),
        parser="lalr",
        lexer="contextual",
        postlex=_Indentation(),
        maybe_placeholders=True,
        propagate_positions=True,
        start=["start", "start_expr"],
    )


def parse_rules(source: SourceFile, start: int, diagnostics: Diagnostics) -> nodes.RulesText:
    """All declarations of the text from offset `start` on that can be read."""
    declarations: list[nodes.Declaration] = []
    if _has_bad_lines(source, start, diagnostics):
        return nodes.RulesText(Span(start, len(source.text)), ())
    for first, last in _declaration_spans(source.text, start):
        tree = _parse(source, Span(first, last), "start", diagnostics)
        if isinstance(tree, nodes.RulesText):
            declarations += tree.declarations
    return nodes.RulesText(Span(start, len(source.text)), tuple(declarations))


def parse_expression(source: SourceFile, span: Span, diagnostics: Diagnostics) -> nodes.Expr | None:
    """The expression that stands at `span`, for instance in the front matter."""
    text = source.text[span.start : span.end]
    if _is_too_long(text):
        diagnostics.report("CR005", span, "This expression is too long or nested too deeply.")
        return None
    tree = _parse(source, span, "start_expr", diagnostics)
    return tree if isinstance(tree, nodes.Expr) else None


def _parse(
    source: SourceFile, span: Span, start: str, diagnostics: Diagnostics
) -> nodes.Node | None:
    text = source.text[span.start : span.end]
    if start == "start":
        text += "\n"
    try:
        tree = _parser().parse(text, start=start)
        return Builder(span.start).transform(tree)
    except UnexpectedInput as error:
        _report(source, span, error, diagnostics)
    except DedentError:
        _report_dedent(source, span, diagnostics)
    except RecursionError:
        diagnostics.report("CR005", span, "This is nested too deeply to be read.")
    return None


def _declaration_spans(text: str, start: int) -> Iterator[tuple[int, int]]:
    """From one line that begins at the margin to the next; comments and blank lines begin none."""
    first: int | None = None
    position = start
    while position < len(text):
        end = text.find("\n", position)
        end = len(text) if end < 0 else end
        if position < end and text[position] not in " #":
            if first is not None:
                yield first, position
            first = position
        elif first is None and text[position:end].strip(" ") and text[position] == " ":
            first = position  # an indented line with nothing above it: let the parser say so
        position = end + 1
    if first is not None:
        yield first, len(text)


def _has_bad_lines(source: SourceFile, start: int, diagnostics: Diagnostics) -> bool:
    """Report what would make parsing slow or its messages strange."""
    found = False
    first_line = source.position(start)[0]
    for number in range(first_line, source.line_count + 1):
        line = source.line(number)
        if not line.strip():
            continue
        at = source.offset(number)
        for column, character in enumerate(line):
            if character == "\t" and not line[:column].strip():
                span = Span(at + column, at + column + 1)
                diagnostics.report(
                    "CR103", span, "This line is indented with a tab.", help="Use four blanks."
                )
                found = True
                break
            if not character.isprintable():
                span = Span(at + column, at + column + 1)
                name = f"U+{ord(character):04X}"
                diagnostics.report(
                    "CR003", span, f"The character {name} is not allowed in a ruleset.",
                    help="Delete it; a tab between words becomes a blank.",
                )  # fmt: skip
                found = True
                break
        if len(line) - len(line.lstrip(" ")) > _MAX_INDENTATION or _is_too_long(line):
            diagnostics.report(
                "CR005",
                Span(at, at + len(line)),
                "This line is too long or nested too deeply.",
                help="Name parts of it with `let` or `define`.",
            )
            found = True
    return found


def _is_too_long(line: str) -> bool:
    code = line.split("#", 1)[0]
    if sum(1 for _ in _WORD.finditer(code)) > _MAX_LINE_WORDS:
        return True
    depth = 0
    for character in code:
        depth += (character in "({") - (character in ")}")
        if depth > _MAX_BRACKETS:
            return True
    return False


def _report_dedent(source: SourceFile, span: Span, diagnostics: Diagnostics) -> None:
    """Find the line whose indentation fits none that is open, and report it."""
    levels = [0]
    first = source.position(span.start)[0]
    for number in range(first, source.position(span.end)[0] + 1):
        line = source.line(number)
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        indent = len(line) - len(line.lstrip(" "))
        while indent < levels[-1]:
            levels.pop()
        if indent > levels[-1]:
            if number != first and indent not in levels and _was_deeper(source, number, indent):
                at = source.offset(number)
                diagnostics.report(
                    "CR102",
                    Span(at, at + indent + 1),
                    "This line is indented like no line above it.",
                    help="Lines of one block begin in the same column.",
                )
                return
            levels.append(indent)
    diagnostics.report("CR102", span, "The indentation of this declaration does not fit.")


def _was_deeper(source: SourceFile, number: int, indent: int) -> bool:
    above = number - 1
    while above > 0 and (not source.line(above).strip() or source.line(above).lstrip()[0] == "#"):
        above -= 1
    line = source.line(above) if above else ""
    return len(line) - len(line.lstrip(" ")) > indent


def _report(
    source: SourceFile, span: Span, error: UnexpectedInput, diagnostics: Diagnostics
) -> None:
    if isinstance(error, UnexpectedToken):
        token = error.token
        offset = span.start + (token.start_pos or 0)
        if token.type in ("$END", "_DEDENT", "_INDENT", "_NL") and token.type != "$END":
            offset = span.start + (token.start_pos or 0)
        if token.type == "$END":
            offset = max(span.start, span.start + len(source.text[span.start : span.end].rstrip()))
        found = _found(token.type, str(token))
        expected = describe_expected(error.accepts or error.expected)
        length = max(1, len(str(token).rstrip())) if token.type not in _LAYOUT else 1
        at = Span(offset, offset + length)
        code = "CR102" if token.type in ("_INDENT", "_DEDENT") else "CR101"
        message = f"Here {found} does not fit" + (f"; expected {expected}." if expected else ".")
    elif isinstance(error, UnexpectedCharacters):
        offset = span.start + (error.pos_in_stream or 0)
        character = source.text[offset : offset + 1]
        at = Span(offset, offset + 1)
        code = "CR101"
        message = f"The character `{character}` has no meaning here."
    else:  # pragma: no cover - lark has no other kind with this configuration
        at, code, message = span, "CR101", "This is not of the language."
    line = source.line(source.position(at.start)[0])
    diagnostics.report(code, at, message, help=form_help(line))


_LAYOUT = frozenset({"$END", "_NL", "_INDENT", "_DEDENT"})


def _found(kind: str, text: str) -> str:
    if kind == "$END":
        return "the end"
    if kind == "_NL":
        return "the end of the line"
    if kind == "_INDENT":
        return "a deeper indentation"
    if kind == "_DEDENT":
        return "the end of the block"
    return f"`{text}`"
