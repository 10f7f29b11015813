"""From rules text to its tree, with a diagnostic for each declaration that is not of the language.

The text is cut into declarations (a line that is not indented begins one) and each is parsed by
itself, so that a mistake in one does not hide those in the others. No text makes this raise.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from functools import lru_cache

from lark import Token, Tree
from lark.exceptions import UnexpectedCharacters, UnexpectedInput, UnexpectedToken
from lark.indenter import DedentError

from cardrules.diagnostics.model import Diagnostics
from cardrules.source import SourceFile, Span
from cardrules.syntax import nodes
from cardrules.syntax.block_mistakes import bad_dedent
from cardrules.syntax.build import Builder
from cardrules.syntax.fixes import straight_quotes
from cardrules.syntax.language import GluedError, begins_value, joins, keywords, parser
from cardrules.syntax.lines import excesses, has_bad_lines
from cardrules.syntax.mistakes import explain, glued, taken_names
from cardrules.syntax.note_mistakes import wrong_ids, wrong_sentence
from cardrules.syntax.sentences import read_sentence
from cardrules.syntax.snag import NAME, Mistake, Snag

# Bounds that no sensible ruleset meets; they keep the later, recursive stages within their depth.
MAX_CHARACTERS = 400_000
# After so many declarations that cannot be read nobody reads on; this may be no rules text at all.
MOST_MISTAKES = 500
MAX_EXPRESSION_DEPTH = 100
# Trees of texts up to this length are kept for a while.
_SHORT = 5_000
MAX_BLOCK_DEPTH = 40


def parse_rules(source: SourceFile, start: int, diagnostics: Diagnostics) -> nodes.RulesText:
    """All declarations of the text from offset `start` on that can be read."""
    declarations: list[nodes.Declaration] = []
    if has_bad_lines(source, start, diagnostics):
        return nodes.RulesText(Span(start, len(source.text)), ())
    before = len(diagnostics)
    for first, last in _declaration_spans(source.text, start):
        if len(diagnostics) - before >= MOST_MISTAKES:
            break
        if source.text[first] == " ":
            _report_margin(source, first, diagnostics)
            continue
        tree = _parse(source, Span(first, last), "start", diagnostics)
        if isinstance(tree, nodes.RulesText):
            declarations += tree.declarations
    return nodes.RulesText(Span(start, len(source.text)), tuple(declarations))


def parse_expression(source: SourceFile, span: Span, diagnostics: Diagnostics) -> nodes.Expr | None:
    """The expression that stands at `span`, for instance in the front matter."""
    for excess in excesses(source.text, span.start, span.end):
        diagnostics.report("CR005", excess.span, excess.message, help="Shorten it.")
        return None
    text = source.text[span.start : span.end]
    if NAME.fullmatch(text) and not begins_value(text):
        # Most values in sentences are names, and the parser takes long to say so.
        return nodes.Name(span, nodes.Word(span, text))
    tree = _parse(source, span, "start_expr", diagnostics)
    return tree if isinstance(tree, nodes.Expr) else None


def _parse(
    source: SourceFile, span: Span, start: str, diagnostics: Diagnostics
) -> nodes.Node | None:
    text = source.text[span.start : span.end]
    if start == "start":
        text += "\n"
    try:
        tree = _tree_again(text, start) if len(text) <= _SHORT else _tree(text, start)
        _check_notes(tree, source, span, diagnostics)
        if not _is_too_deep(tree, source, span, diagnostics):
            return Builder(span.start, _sentences(tree, source, span, diagnostics)).transform(tree)
    except UnexpectedInput as error:
        snag = _snag(source, span, start == "start_expr", error)
        taken = taken_names(snag, begins_value) if start == "start" else []
        for mistake in taken:
            _report(mistake, diagnostics)
        # If it stopped at such a name, all else follows from that.
        if not any(mistake.labels for mistake in taken):
            _report(explain(snag), diagnostics)
    except GluedError as error:
        _report(_glued(source, span, error), diagnostics)
    except DedentError:
        _report(bad_dedent(source, span), diagnostics)
    return None


def _tree(text: str, start: str) -> Tree[Token]:
    return parser().parse(text, start=start)


# A text that is read again after a change, as in an editor or with house rules, is parsed where it
# has changed. Trees are never changed; long texts are not kept.
_tree_again = lru_cache(maxsize=1000)(_tree)
# For measures: what is read then is read for the first time.
forget_trees = _tree_again.cache_clear


def _check_notes(
    tree: Tree[Token], source: SourceFile, span: Span, diagnostics: Diagnostics
) -> None:
    """Report what stands in square brackets and is no ID of a rule, and braces in notes."""
    for token in tree.scan_values(lambda item: isinstance(item, Token) and item.type == "IDS"):
        for mistake in wrong_ids(source, _place_of(token, span)):
            _report(mistake, diagnostics)
    for part in tree.find_pred(lambda part: part.data != "sentence"):
        for item in part.children:
            if isinstance(item, Token) and item.type == "STRING":
                for mistake in wrong_sentence(source, _place_of(item, span)):
                    _report(mistake, diagnostics)


def _place_of(token: Token, span: Span) -> Span:
    start = span.start + (token.start_pos or 0)
    return Span(start, start + len(token))


def _sentences(
    tree: Tree[Token], source: SourceFile, span: Span, diagnostics: Diagnostics
) -> dict[int, nodes.Sentence]:
    """The sentences of a tree by where they begin."""
    found: dict[int, nodes.Sentence] = {}
    for item in tree.find_data("sentence"):
        (token,) = item.children
        assert isinstance(token, Token)
        place = _place_of(token, span)
        found[place.start] = read_sentence(source, place, diagnostics, parse_expression)
    return found


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


def _report_margin(source: SourceFile, first: int, diagnostics: Diagnostics) -> None:
    line = source.line(source.position(first)[0])
    diagnostics.report(
        "CR102",
        Span(first, first + len(line) - len(line.lstrip())),
        "This line is indented, but it belongs to no declaration above.",
        help="A declaration, such as `zone` or `setup`, begins at the margin.",
    )


def _is_too_deep(
    tree: Tree[Token], source: SourceFile, span: Span, diagnostics: Diagnostics
) -> bool:
    """Report the first part of a tree that is nested too deeply; looks at it without recursion."""
    pending: list[tuple[Tree[Token], int, int]] = [(tree, 0, 0)]
    while pending:
        part, depth, blocks = pending.pop()
        if part.data in ("block", "premises"):
            depth, blocks = 0, blocks + 1
        if depth > MAX_EXPRESSION_DEPTH or blocks > MAX_BLOCK_DEPTH:
            start = span.start if part.meta.empty else span.start + part.meta.start_pos
            end = source.text.find("\n", start)
            what, most = "This is", MAX_EXPRESSION_DEPTH
            help = "Name parts of it with `let` or `define`."
            if blocks > MAX_BLOCK_DEPTH:
                what, most = "These blocks are", MAX_BLOCK_DEPTH
                help = "Put what is in the inner blocks into a `routine`."
            diagnostics.report(
                "CR005",
                Span(start, end if end >= 0 else len(source.text)),
                f"{what} nested more than {most} levels deep.",
                help=help,
            )
            return True
        pending += ((item, depth + 1, blocks) for item in part.children if isinstance(item, Tree))
    return False


def _snag(source: SourceFile, span: Span, is_expression: bool, error: UnexpectedInput) -> Snag:
    """What the parser could not go on with, at an offset in the whole file."""
    expected: Collection[str] = ()
    if isinstance(error, UnexpectedToken):
        token = error.token
        token_type, text, at = token.type, str(token), span.start + (token.start_pos or 0)
        expected = error.accepts or error.expected
        if token_type == "$END":
            # What follows are blank lines and comments.
            at = span.start + len(source.text[span.start : span.end].rstrip())
    else:
        at = span.start + (error.pos_in_stream or 0)
        token_type, text = "character", source.text[at : at + 1]
        expected = error.allowed if isinstance(error, UnexpectedCharacters) else ()
    return Snag(
        source=source,
        whole=span,
        is_expression=is_expression,
        at=min(at, span.end),
        token_type=token_type,
        text=text,
        expected=frozenset(expected or ()),
        keywords=keywords(),
    )


def _glued(source: SourceFile, span: Span, error: GluedError) -> Mistake:
    start, middle = (span.start + (item.start_pos or 0) for item in (error.first, error.second))
    end = middle
    while end < span.end and joins(source.text[end], "_"):
        end += 1
    return glued(source, Span(start, middle), Span(start, end))


_CURLY = ("\u201c", "\u201d", "\u201e")


def _report(mistake: Mistake, diagnostics: Diagnostics) -> None:
    source, at = diagnostics.source, mistake.span.start
    diagnostics.report(
        mistake.code,
        mistake.span,
        mistake.message,
        help=mistake.help,
        labels=mistake.labels,
        fix=straight_quotes(source, at) if source.text[at : at + 1] in _CURLY else None,
    )
