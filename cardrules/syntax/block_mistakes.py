"""Mistakes with blocks: lines in a wrong column, and blocks that are missing or not complete."""

from __future__ import annotations

from collections.abc import Sequence

import attrs

from cardrules.diagnostics.model import Label
from cardrules.source import SourceFile, Span
from cardrules.syntax.layout import Line, code_lines, columns, direct_lines, header
from cardrules.syntax.snag import LAYOUT, Mistake, Snag, quoted, shown, without_comment

# So many blanks further in stands a block; what else is uniform is right, too.
_USUAL = 4


def missing_block(snag: Snag) -> Mistake | None:
    """A line that needs a block and has none."""
    goes_on = "_DEDENT" in snag.expected or snag.expects("zone") or snag.expects("choose")
    if "_INDENT" not in snag.expected or goes_on:
        return None
    number = snag.source.position(snag.at)[0]
    if snag.token_type not in LAYOUT or not without_comment(snag.source.line(number)).strip():
        number = _line_above(snag.source, number)
    line = snag.source.line(number)
    start = snag.source.offset(number)
    code = without_comment(line).rstrip()
    span = Span(start + len(line) - len(line.lstrip()), start + max(1, len(code)))
    word = line.split()[0] if line.split() else ""
    return Mistake(
        code="CR102",
        span=span,
        message=f"Nothing is indented below this line, but {quoted(word)} needs something there.",
        help="Write what belongs to it below, four blanks further in.",
    )


def _line_above(source: SourceFile, number: int) -> int:
    """The nearest line above that is neither blank nor a comment."""
    number -= 1
    while number > 1 and not without_comment(source.line(number)).strip():
        number -= 1
    return number


def unfinished_block(snag: Snag) -> Mistake | None:
    """A block that ends although something is missing in it."""
    if snag.token_type not in ("_DEDENT", "$END") or snag.is_expression:
        return None
    if snag.expects("choose", "do"):
        # The `do` may be there, in a column that fits no block.
        lines = list(code_lines(snag.source, snag.whole))
        uneven = _uneven(lines)
        number = snag.source.position(snag.at)[0]
        if uneven is not None and lines[uneven[0] - 1].number == number:
            return _between(snag.source, lines, *uneven)
        message = "The block ends here, but its `do` with the effects is missing."
        help = "Write `do` below the choices, and the effects below it, four blanks further in."
        return Mistake(code="CR101", span=snag.span, message=message, help=help)
    return None


# ---- Lines of one block in several columns -------------------------------------------------------


def too_deep(snag: Snag) -> Mistake | None:
    """A line that is indented although the one above opens no block."""
    is_below = snag.words in (["`say`"], ["`ask`"]) and not snag.before.strip()
    if snag.token_type != "_INDENT" and not is_below:
        return None
    lines = list(code_lines(snag.source, snag.whole))
    number = snag.source.position(snag.at)[0] + (not is_below)
    index = next(at for at, line in enumerate(lines) if line.number >= number)
    if lines[index].first_word in ("say", "ask"):
        return _told_or_asked(snag, lines[index - 1])
    here, above = lines[index], lines[index - 1]
    top = header(lines, index - 1, above.indent)
    if top is not None and not _is_level(lines[top].indent, above.indent, here.indent):
        found = _right_column(lines, top, above.indent, here.indent)
        if found == here.indent:
            return _other_column(snag.source, lines, top, above.indent, here.indent)
    start = snag.source.offset(here.number)
    return Mistake(
        code="CR102",
        span=Span(start, start + max(1, here.indent)),
        message="This line is indented further than the line above, which opens no block.",
        help="Let it begin in the same column as the line above.",
    )


def _told_or_asked(snag: Snag, above: Line) -> Mistake:
    """What is said stands where nothing is told, or what is asked where nobody is asked."""
    word = quoted(snag.first_word) if snag.token_type != "_INDENT" else "`say` or `ask`"
    message = f"Nothing like {word} belongs to the line above, `{shown(above.text)}`."
    help = (
        "`ask` stands below `choose`, `one of` and `window`; `say` below what moves, shows or "
        "changes something, `stop` and `pass`. By itself `say` begins in the column of the "
        "other lines."
    )
    start = snag.source.offset(snag.source.position(snag.at)[0] + (snag.token_type == "_INDENT"))
    line = snag.source.line(snag.source.position(start)[0])
    return Mistake(
        code="CR102",
        span=Span(start + len(line) - len(line.lstrip(" ")), start + len(line)),
        message=message,
        help=help,
    )


def in_window(snag: Snag) -> Mistake | None:
    """A line below a window that cannot stand there, or not at this place."""
    is_window = snag.source.text.startswith("window", snag.whole.start) and not snag.is_expression
    if not is_window or not snag.is_indented or snag.token_type in LAYOUT:
        return None
    if snag.before.strip() not in ("", "pass"):
        return None
    help = (
        "Below a window stand `ask` and then `pass`, each once or not at all; `say` stands below "
        "`pass`, indented."
    )
    return snag.mistake(f"{quoted(snag.found)} cannot stand here.", help)


def _is_level(top: int, above: int, here: int) -> bool:
    """Whether a line stands a level or more below one that stands as it should."""
    return above == top + _USUAL and here >= above + _USUAL


def bad_dedent(source: SourceFile, whole: Span) -> Mistake:
    """A line whose indentation fits no block that is open."""
    lines = list(code_lines(source, whole))
    uneven = _uneven(lines)
    if uneven is not None:
        return _between(source, lines, *uneven)
    # Not reached as far as anybody knows; there has to be a word on it all the same.
    message = "The indentation of this declaration does not fit."
    return Mistake(code="CR102", span=whole, message=message)


def _uneven(lines: Sequence[Line]) -> tuple[int, tuple[int, int]] | None:
    """The first line that is in no column of an open block, and the columns around it."""
    levels = [0]
    for index, line in enumerate(lines):
        left = levels[-1]
        while line.indent < levels[-1]:
            left = levels.pop()
        if line.indent > levels[-1]:
            if left > line.indent:
                return index, (left, levels[-1])
            levels.append(line.indent)
    return None


@attrs.frozen
class _Candidate:
    """A block to which a line may belong, and the column in which that block should begin."""

    top: int
    column: int
    right: int | None
    is_usual: bool


def _between(
    source: SourceFile, lines: Sequence[Line], index: int, levels: Sequence[int]
) -> Mistake:
    """A line between the columns of two blocks, or of a block and the margin."""
    here = lines[index].indent
    found = []
    for column in levels:
        top = header(lines, index, column)
        if top is not None:
            right = _right_column(lines, top, column, here)
            found.append(_Candidate(top, column, right, here == lines[top].indent + _USUAL))
    least = min(abs(item.column - here) for item in found)
    near = [item for item in found if abs(item.column - here) == least]
    if len(near) == 1 and near[0].right == near[0].column:
        return _other_column(source, lines, near[0].top, here, near[0].column)
    wrong = [item for item in near if item.right == here]
    if len(wrong) > 1:
        wrong = [item for item in wrong if item.is_usual]
    if len(wrong) == 1:
        return _other_column(source, lines, wrong[0].top, wrong[0].column, here)
    start = source.offset(lines[index].number)
    return Mistake(
        code="CR102",
        span=Span(start, start + here + 1),
        message="This line is indented like no line above it.",
        help="Lines of one block begin in the same column.",
    )


def _right_column(lines: Sequence[Line], top: int, first: int, second: int) -> int | None:
    """In which of two columns the block below line `top` should begin, if that can be said."""
    number = columns(lines, top)
    usual = lines[top].indent + _USUAL
    for column, other in ((first, second), (second, first)):
        if number[column] > number[other]:
            return column
        if number[column] == number[other] and column == usual:
            return column
    return None


def _other_column(
    source: SourceFile, lines: Sequence[Line], top: int, wrong: int, right: int
) -> Mistake:
    """The first line of a block that begins in a wrong column, beside one in the right column."""
    block = list(direct_lines(lines, top))
    line = next(item for item in block if item.indent == wrong)
    like = [item for item in block if item.indent == right]
    blanks = abs(wrong - right)
    some = "1 blank" if blanks == 1 else f"{blanks} blanks"
    others = "the other line" if len(like) == 1 else "the other lines"
    if sum(item.indent == wrong for item in block) > 1:
        others = "most lines"
    start = source.offset(line.number)
    at = source.offset(like[0].number)
    return Mistake(
        code="CR102",
        span=Span(start, start + max(1, wrong)),
        message=f"This line stands {some} further {'left' if wrong < right else 'right'} "
        f"than {others} of its block.",
        help=f"Put {some} before it." if wrong < right else f"Take away {some} before it.",
        labels=(Label(span=Span(at, at + right), text="a line in the right column"),),
    )
