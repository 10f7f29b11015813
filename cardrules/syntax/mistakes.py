"""The words for what is wrong with rules text.

The parser says where it stopped and which tokens it had expected. Authors need to read what is
wrong in words of the language, and what to write instead; so the usual mistakes are recognised
one by one, and the others are described by what was expected. Here are the order in which they are
looked for, and the mistakes with signs; those with words and with blocks are in modules beside.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable

from cardrules.diagnostics.model import Label
from cardrules.source import SourceFile, Span
from cardrules.syntax.block_mistakes import in_window, missing_block, too_deep, unfinished_block
from cardrules.syntax.change_words import change_help
from cardrules.syntax.comparison_mistakes import IN_COMPARISONS
from cardrules.syntax.expected import DECLARATIONS, STATEMENTS, likely_first_word
from cardrules.syntax.first_words import ASKED_ABOVE, assignment, first_words
from cardrules.syntax.given_names import given_names, parameters, reserved_words
from cardrules.syntax.line_forms import line_form
from cardrules.syntax.place_mistakes import place
from cardrules.syntax.snag import LAYOUT, NAME, TOKEN, Mistake, Snag, quoted, without_note
from cardrules.syntax.value_mistakes import IN_VALUES
from cardrules.syntax.word_mistakes import BEFORE_SIGNS, IN_LINES


def explain(snag: Snag) -> Mistake:
    """What the author of this text may have meant to write."""
    for explanation in _EXPLANATIONS:
        mistake = explanation(snag)
        if mistake is not None:
            return mistake
    return snag.mistake(snag.unexpected, snag.example)


def taken_names(snag: Snag, begins_value: Callable[[str], bool]) -> list[Mistake]:
    """Names of things in a declaration that the parser does not take for names.

    A word that begins a value always does, so what stands behind it then does not fit. Where the
    parser stopped for that reason, the mistake has a label there.
    """
    *_, before, previous = (None, None, *snag.tokens_before)
    uses = [span for span in (before, previous, snag.span) if span is not None]
    names = (*parameters(snag.source, snag.whole), *given_names(snag.source, snag.whole))
    found: dict[str, Mistake] = {}
    for name in names:
        if name.text in found or not begins_value(name.text):
            continue
        use = [span for span in uses if snag.text_of(span) == name.text and span != name.span]
        message, help = reserved_words(name.text)
        labels = tuple(Label(span=span, text="here it is read as that word") for span in use[-1:])
        found[name.text] = Mistake(
            code="CR303", span=name.span, message=message, help=help, labels=labels
        )
    return list(found.values())


def glued(source: SourceFile, first: Span, whole: Span) -> Mistake:
    """Two words without a blank between them, such as `movecard`; the first is a word."""
    text = source.text[whole.start : whole.end]
    begins = source.text[first.start : first.end]
    line = source.line(source.position(whole.start)[0])
    if text == "ask" and line.split()[:1] == ["ask"]:
        message = "No line can begin with `ask` here."
        return Mistake(code="CR101", span=whole, message=message, help=ASKED_ABOVE)
    help = f"Is there a blank missing behind `{begins}`?"
    if line.split()[:1] == [text]:
        known = STATEMENTS if line[:1] == " " else DECLARATIONS
        likely = likely_first_word(text, known)
        assigned = assignment(without_note(line).strip()) if known is STATEMENTS else None
        if likely is not None:
            help = f"Did you mean `{likely}`?"
        if assigned is not None:
            help = f"Write {assigned.names or assigned.changes}."
        help = (known is STATEMENTS and change_help(without_note(line).strip())) or help
    message = f"{quoted(text)} is no word of the language."
    return Mistake(code="CR101", span=whole, message=message, help=help)


# ---- Brackets, quotes and other characters -------------------------------------------------------


def _brackets(snag: Snag) -> Mistake | None:
    """A bracket that is never closed, or one that closes nothing."""
    opened: list[Span] = []
    open_here: list[Span] | None = None
    for match in TOKEN.finditer(snag.source.text, snag.whole.start, snag.whole.end):
        if open_here is None and match.start() >= snag.at:
            open_here = list(opened)
        if match.group() in "({":
            opened.append(Span(*match.span()))
        elif match.group() in ")}" and opened:
            opened.pop()
    open_here = opened if open_here is None else open_here
    if snag.text in (")", "}") and not open_here:
        message = f"This {quoted(snag.text)} closes nothing."
        return snag.mistake(message, "Delete it, or open a bracket before it.")
    unmatched = [span for span in open_here if span in opened]
    if not unmatched:
        return None
    first = unmatched[-1]
    line = snag.source.position(first.start)[0]
    if snag.token_type not in LAYOUT and snag.source.position(snag.at)[0] == line:
        return None
    opening = snag.text_of(first)
    closing = ")" if opening == "(" else "}"
    return snag.mistake(
        f"The bracket `{opening}` that begins here is never closed.",
        f"Write a `{closing}` behind what belongs into it.",
        span=first,
    )


# Beginning with this character, a help for what was probably meant.
_CHARACTERS = {
    "'": 'A sentence stands in double quotes: `"like this"`.',
    "\u2018": 'A sentence stands in straight double quotes: `"like this"`.',
    "\u2019": "The hand of a player is written with a dot: `target.hand`.",
    "\u201c": 'Use straight double quotes: `"like this"`.',
    "\u201d": 'Use straight double quotes: `"like this"`.',
    "\u201e": 'Use straight double quotes: `"like this"`.',
    "\u2013": "Write the plain minus of the keyboard, `-`.",
    "\u2014": "Write the plain minus of the keyboard, `-`.",
    "\u2212": "Write the plain minus of the keyboard, `-`.",
    "\xd7": "Multiply with `*`.",
    "\u2264": "Write `<=`.",
    "\u2265": "Write `>=`.",
    "\u2260": "Write `!=`.",
    "&": "Write the word `and`.",
    "|": "Write the word `or`.",
    "!": "Write the word `not`; unequal is `!=`.",
    "?": "Write `VALUE if CONDITION else VALUE`.",
    "%": "What a division leaves is `a mod b`.",
    ";": "A line just ends; nothing marks its end.",
    "$": "Names have no sign before them.",
    "@": "Names have no sign before them.",
    "\\": "A long line can be broken inside round brackets; no sign is needed for it.",
}


def _quotes(snag: Snag) -> Mistake | None:
    if snag.token_type == "character" and snag.text == '"':
        message = "The sentence that begins here has no closing quote in this line."
        return snag.mistake(message, 'Write a `"` at its end.')
    if snag.token_type == "character" and snag.text == "[":
        message = "The square bracket that begins here is not closed in this line."
        return snag.mistake(message, "Rule IDs stand like this: `[G-1, G-2]`.")
    if snag.token_type == "IDS" and snag.text_of(snag.previous).startswith('"'):
        return snag.mistake(
            "The rule IDs stand before the sentence, not behind it.",
            'Write it like this: `[G-1] "Play a card"`.',
        )
    if snag.token_type == "IDS" and snag.words != ["a name"]:
        message = f"{quoted(snag.found)} cannot stand here."
        return snag.mistake(
            message, "Square brackets hold the IDs of rules, at the end of the line: `[G-1]`."
        )
    return None


def _characters(snag: Snag) -> Mistake | None:
    if snag.token_type != "character":
        return None
    word = snag.word
    if word is not None and NAME.fullmatch(snag.text_of(word)):
        return glued(snag.source, Span(word.start, snag.at), word)
    if word is not None:
        return _strange_word(snag, snag.text_of(word))
    help = _CHARACTERS.get(snag.text, snag.example)
    if snag.text == "'" and re.search(r"\w$", snag.before) and re.match(r"s\s", snag.behind):
        help = _CHARACTERS["\u2019"]
    return snag.mistake(f"{quoted(snag.found)} is no sign of the language.", help)


def _strange_word(snag: Snag, text: str) -> Mistake:
    letters = unicodedata.normalize("NFKD", text.replace("\xdf", "ss"))
    likely = letters.encode("ascii", "ignore").decode().lower()
    if text[0].isdigit():
        message = f"{quoted(text)} is neither a number nor a name."
        return snag.mistake(message, "A name begins with a small letter.")
    message = f"{quoted(text)} is no word of the language, and no name."
    if not NAME.fullmatch(likely):
        return snag.mistake(message, "Names hold small letters a to z, digits and underscores.")
    known = STATEMENTS if snag.is_indented else DECLARATIONS
    if not snag.before.strip() and likely not in known:
        likely = likely_first_word(likely, known) or likely
    if text.isascii():
        help = f"Everything is written in small letters: `{likely}`."
    else:
        help = f"Names hold small letters a to z, digits and underscores: `{likely}`."
    return snag.mistake(message, help)


_SIGNS = {
    "==": "Write a single `=`.",
    "===": "Write a single `=`.",
    "=>": "Write `>=`.",
    "=<": "Write `<=`.",
    "<>": "Write `!=`.",
    "+=": "Write `add 1 to NAME`.",
    "-=": "Write `set NAME to NAME - 1`.",
    "++": "Write `add 1 to NAME`.",
    ":=": "Write `let NAME = VALUE` or `set NAME to VALUE`.",
    "//": "A comment begins with `#`.",
    "/*": "A comment begins with `#`.",
    "--": "A comment begins with `#`.",
    "---": "Only the front matter ends with a line `---`.",
    "->": "Write it in words of the language.",
}


def _signs(snag: Snag) -> Mistake | None:
    """Two signs that make one in other languages."""
    if snag.token_type in LAYOUT or snag.token_type in ("IDS", "STRING") or snag.word is not None:
        return None
    text, start, end = snag.source.text, snag.at, snag.at + 1
    while start > snag.whole.start and text[start - 1] in "=<>!+-:/*":
        start -= 1
    while end < snag.whole.end and text[end] in "=<>!+-:/*":
        end += 1
    sign = text[start:end]
    if sign not in _SIGNS:
        return None
    span = Span(start, end)
    return snag.mistake(f"`{sign}` is no sign of the language.", _SIGNS[sign], span=span)


def _decimal(snag: Snag) -> Mistake | None:
    match = re.search(r"[0-9]+\.$", snag.before)
    if snag.token_type != "INTEGER" or match is None:
        return None
    span = Span(snag.at - len(match.group()), snag.span.end)
    message = f"{quoted(snag.text_of(span))} is no whole number."
    return snag.mistake(message, "All numbers are whole; `/` divides and rounds down.", span=span)


def _hyphen(snag: Snag) -> Mistake | None:
    """A hyphen in a name that is declared."""
    match = re.search(r"[a-z0-9_]+$", snag.before)
    rest = re.match(r"[A-Za-z0-9_-]+", snag.behind)
    if snag.text != "-" or snag.words == ["a value"] or match is None or rest is None:
        return None
    span = Span(snag.at - len(match.group()), snag.span.end + len(rest.group()))
    name = snag.text_of(span)
    message = f"{quoted(name)} is no name: a name has no hyphens."
    help = f"Write it with underscores: `{name.replace('-', '_').lower()}`."
    return snag.mistake(message, help, span=span)


def _colon_at_end(snag: Snag) -> Mistake | None:
    if snag.text != ":" or snag.behind.split("#")[0].strip():
        return None
    help = "Delete it; what belongs to the line is indented below it."
    return snag.mistake("No colon stands at the end of a line.", help)


_EXPLANATIONS: tuple[Callable[[Snag], Mistake | None], ...] = (
    _brackets,
    *BEFORE_SIGNS,
    *IN_VALUES,
    _quotes,
    _signs,
    _characters,
    _decimal,
    _colon_at_end,
    _hyphen,
    missing_block,
    in_window,
    too_deep,
    unfinished_block,
    place,
    line_form,
    first_words,
    *IN_COMPARISONS,
    *IN_LINES,
)
