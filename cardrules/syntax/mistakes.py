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
from cardrules.syntax.stops import LAYOUT, NAME, TOKEN, Mistake, Stop, quoted, without_note
from cardrules.syntax.value_mistakes import IN_VALUES
from cardrules.syntax.word_mistakes import BEFORE_SIGNS, IN_LINES


def explain(stop: Stop) -> Mistake:
    """What the author of this text may have meant to write."""
    for explanation in _EXPLANATIONS:
        mistake = explanation(stop)
        if mistake is not None:
            return mistake
    return stop.mistake(stop.unexpected, stop.example)


def taken_names(stop: Stop, begins_value: Callable[[str], bool]) -> list[Mistake]:
    """Names of things in a declaration that the parser does not take for names.

    A word that begins a value always does, so what stands behind it then does not fit. Where the
    parser stopped for that reason, the mistake has a label there.
    """
    *_, before, previous = (None, None, *stop.tokens_before)
    uses = [span for span in (before, previous, stop.span) if span is not None]
    names = (*parameters(stop.source, stop.whole), *given_names(stop.source, stop.whole))
    found: dict[str, Mistake] = {}
    for name in names:
        if name.text in found or not begins_value(name.text):
            continue
        use = [span for span in uses if stop.text_of(span) == name.text and span != name.span]
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


def _brackets(stop: Stop) -> Mistake | None:
    """A bracket that is never closed, or one that closes nothing."""
    opened: list[Span] = []
    open_here: list[Span] | None = None
    for match in TOKEN.finditer(stop.source.text, stop.whole.start, stop.whole.end):
        if open_here is None and match.start() >= stop.at:
            open_here = list(opened)
        if match.group() in "({":
            opened.append(Span(*match.span()))
        elif match.group() in ")}" and opened:
            opened.pop()
    open_here = opened if open_here is None else open_here
    if stop.text in (")", "}") and not open_here:
        message = f"This {quoted(stop.text)} closes nothing."
        return stop.mistake(message, "Delete it, or open a bracket before it.")
    never_closed = [span for span in open_here if span in opened]
    if not never_closed:
        return None
    first = never_closed[-1]
    line = stop.source.position(first.start)[0]
    if stop.kind not in LAYOUT and stop.source.position(stop.at)[0] == line:
        return None
    opening = stop.text_of(first)
    closing = ")" if opening == "(" else "}"
    return stop.mistake(
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


def _quotes(stop: Stop) -> Mistake | None:
    if stop.kind == "character" and stop.text == '"':
        message = "The sentence that begins here has no closing quote in this line."
        return stop.mistake(message, 'Write a `"` at its end.')
    if stop.kind == "character" and stop.text == "[":
        message = "The square bracket that begins here is not closed in this line."
        return stop.mistake(message, "Rule IDs stand like this: `[G-1, G-2]`.")
    if stop.kind == "IDS" and stop.text_of(stop.previous).startswith('"'):
        return stop.mistake(
            "The rule IDs stand before the sentence, not behind it.",
            'Write it like this: `[G-1] "Play a card"`.',
        )
    if stop.kind == "IDS" and stop.words != ["a name"]:
        message = f"{quoted(stop.found)} cannot stand here."
        return stop.mistake(
            message, "Square brackets hold the IDs of rules, at the end of the line: `[G-1]`."
        )
    return None


def _characters(stop: Stop) -> Mistake | None:
    if stop.kind != "character":
        return None
    word = stop.word
    if word is not None and NAME.fullmatch(stop.text_of(word)):
        return glued(stop.source, Span(word.start, stop.at), word)
    if word is not None:
        return _strange_word(stop, stop.text_of(word))
    help = _CHARACTERS.get(stop.text, stop.example)
    if stop.text == "'" and re.search(r"\w$", stop.before) and re.match(r"s\s", stop.behind):
        help = _CHARACTERS["\u2019"]
    return stop.mistake(f"{quoted(stop.found)} is no sign of the language.", help)


def _strange_word(stop: Stop, text: str) -> Mistake:
    plain = unicodedata.normalize("NFKD", text.replace("\xdf", "ss"))
    likely = plain.encode("ascii", "ignore").decode().lower()
    if text[0].isdigit():
        message = f"{quoted(text)} is neither a number nor a name."
        return stop.mistake(message, "A name begins with a small letter.")
    message = f"{quoted(text)} is no word of the language, and no name."
    if not NAME.fullmatch(likely):
        return stop.mistake(message, "Names hold small letters a to z, digits and underscores.")
    known = STATEMENTS if stop.is_indented else DECLARATIONS
    if not stop.before.strip() and likely not in known:
        likely = likely_first_word(likely, known) or likely
    if text.isascii():
        help = f"Everything is written in small letters: `{likely}`."
    else:
        help = f"Names hold small letters a to z, digits and underscores: `{likely}`."
    return stop.mistake(message, help)


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


def _signs(stop: Stop) -> Mistake | None:
    """Two signs that make one in other languages."""
    if stop.kind in LAYOUT or stop.kind in ("IDS", "STRING") or stop.word is not None:
        return None
    text, start, end = stop.source.text, stop.at, stop.at + 1
    while start > stop.whole.start and text[start - 1] in "=<>!+-:/*":
        start -= 1
    while end < stop.whole.end and text[end] in "=<>!+-:/*":
        end += 1
    sign = text[start:end]
    if sign not in _SIGNS:
        return None
    span = Span(start, end)
    return stop.mistake(f"`{sign}` is no sign of the language.", _SIGNS[sign], span=span)


def _decimal(stop: Stop) -> Mistake | None:
    match = re.search(r"[0-9]+\.$", stop.before)
    if stop.kind != "INTEGER" or match is None:
        return None
    span = Span(stop.at - len(match.group()), stop.span.end)
    message = f"{quoted(stop.text_of(span))} is no whole number."
    return stop.mistake(message, "All numbers are whole; `/` divides and rounds down.", span=span)


def _hyphen(stop: Stop) -> Mistake | None:
    """A hyphen in a name that is declared."""
    match = re.search(r"[a-z0-9_]+$", stop.before)
    rest = re.match(r"[A-Za-z0-9_-]+", stop.behind)
    if stop.text != "-" or stop.words == ["a value"] or match is None or rest is None:
        return None
    span = Span(stop.at - len(match.group()), stop.span.end + len(rest.group()))
    name = stop.text_of(span)
    message = f"{quoted(name)} is no name: a name has no hyphens."
    help = f"Write it with underscores: `{name.replace('-', '_').lower()}`."
    return stop.mistake(message, help, span=span)


def _colon_at_end(stop: Stop) -> Mistake | None:
    if stop.text != ":" or stop.behind.split("#")[0].strip():
        return None
    help = "Delete it; what belongs to the line is indented below it."
    return stop.mistake("No colon stands at the end of a line.", help)


_EXPLANATIONS: tuple[Callable[[Stop], Mistake | None], ...] = (
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
