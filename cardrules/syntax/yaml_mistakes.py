"""The words for what is wrong with YAML.

PyYAML says where it stopped and what it had expected, in terms of its own tokens. Authors need the
usual cause instead, so each of its complaints is turned into a sentence and a remedy here.
"""

from __future__ import annotations

import re
from collections.abc import Callable

import attrs
import yaml

from cardrules.syntax.cut_texts import cut_at_sign

_QUOTES_HELP = 'Put quotes around the whole value: `title: "Snatch it: the feast"`.'
_INDENT_HELP = (
    "Indent with blanks; the keys that belong together begin in the same column, "
    "and what belongs to a key is indented below it."
)
_LINE_END_HELP = (
    "Begin a new line with the next key, or put quotes around the whole value if it begins with "
    'a quote, `{` or `[`: `name: "{rank} of {suit}"`.'
)
_PART_HELP = (
    'Put quotes around the whole value if it is one text: `name: "Crawler {number}"`; '
    "write a comma if it is two values."
)
_SHOWN = 40
# A key whose colon is followed at once by its value.
_NO_BLANK = re.compile(r"\s*(?:- )?([A-Za-z_]\w*):([^\s:/].*)")
# A key whose value contains a colon and a blank.
_TWO_COLONS = re.compile(r"^\s*(?:- )?[^\s:'\"#][^:#]*: +[^\s'\"\[{|>#]")

_CURLY = re.compile("[\u2018-\u201f]")
_CURLY_VALUE = re.compile("(?:^|[:,{\\[-])\\s*[\u2018-\u201f]")


@attrs.frozen(kw_only=True)
class Mistake:
    """A mistake at `start` to `end` of the text that was read; labels are offset and words."""

    start: int
    end: int
    message: str
    help: str
    labels: tuple[tuple[int, str], ...] = ()


@attrs.frozen
class _Complaint:
    """What PyYAML says: its sentence, where it stopped, and where it had begun."""

    problem: str
    text: str
    at: int
    begun: int

    def here(self, message: str, help: str) -> Mistake:
        """A mistake where the reader stopped."""
        return Mistake(start=self.at, end=self.at + 1, message=message, help=help)

    def at_begin(self, message: str, help: str) -> Mistake:
        """A mistake where the value begins that the reader was in."""
        return Mistake(start=self.begun, end=self.begun + 1, message=message, help=help)

    @property
    def line(self) -> tuple[str, int]:
        """The line where the reader stopped, and where in it."""
        start = self.text.rfind("\n", 0, self.at) + 1
        return self.text[start:].partition("\n")[0], self.at - start

    @property
    def character(self) -> str:
        """The character where the reader stopped."""
        return self.text[self.at : self.at + 1]


def explain(error: yaml.MarkedYAMLError, text: str) -> Mistake:
    """What the author of this text may have meant to write."""
    at = error.problem_mark or error.context_mark
    begun = error.context_mark or error.problem_mark
    complaint = _Complaint(
        f"{error.context or ''}: {error.problem or ''}",
        text,
        min(at.index, len(text)) if at else 0,
        min(begun.index, len(text)) if begun else 0,
    )
    for part, explanation in _EXPLANATIONS:
        if part in complaint.problem:
            return _with_curly_quotes(explanation(complaint), text)
    return complaint.here(
        "This cannot be read as YAML.",
        "Compare with the lines around it; a value with special characters needs quotes.",
    )


def curly_help(text: str) -> str:
    """The help for curly quotes where straight ones are meant; nothing if there are none."""
    found = "".join(dict.fromkeys(_CURLY.findall(text)))
    if not found:
        return ""
    listed = " and ".join(f"`{character}`" for character in found[:2])
    return f"Write straight quotes, `\"` or `'`, instead of the curly {listed}."


def _with_curly_quotes(mistake: Mistake, text: str) -> Mistake:
    """The mistake with another help if a value in its line begins with a curly quote."""
    start = text.rfind("\n", 0, mistake.start) + 1
    end = text.find("\n", start)
    line = text[start : end if end >= 0 else len(text)]
    help = curly_help(line) if _CURLY_VALUE.search(line) else ""
    return attrs.evolve(mistake, help=help or mistake.help)


def _stray_character(complaint: _Complaint) -> Mistake:
    if complaint.character == "\t":
        return complaint.here("A tab stands where YAML needs blanks.", "Indent with blanks.")
    if complaint.character == "`":
        help = "Put quotes around the whole value."
        return complaint.here("A value cannot begin with a backquote.", help)
    return complaint.here(
        f"A value cannot begin with `{complaint.character}`.",
        f'Put quotes around the whole value: `title: "{complaint.character} ..."`.',
    )


def _misplaced_colon(complaint: _Complaint) -> Mistake:
    """A colon that cannot end a key; the cause may be this line or the one above."""
    start = complaint.text.rfind("\n", 0, complaint.at) + 1
    before = complaint.text[start : complaint.at]
    above_start, above = _line_above(complaint.text, start)
    missing = _missing_blank(above, above_start)
    if missing is not None:
        return missing
    if above.strip() and ":" not in above and _indent(above) == _indent(before):
        return _line_without_colon(above, above_start)
    if _TWO_COLONS.match(before):
        return complaint.here(
            "This value contains a colon with a blank, as only a key may have it.", _QUOTES_HELP
        )
    return complaint.here("There is no place for a key in this line.", _INDENT_HELP)


def _line_above(text: str, start: int) -> tuple[int, str]:
    """The nearest line above the one at `start` that is not blank, and where it begins."""
    while start > 0:
        previous = text.rfind("\n", 0, start - 1) + 1
        if text[previous:start].strip():
            return previous, text[previous : start - 1]
        start = previous
    return 0, ""


def _no_colon(complaint: _Complaint) -> Mistake:
    line_end = complaint.text.find("\n", complaint.begun)
    line = complaint.text[complaint.begun : line_end if line_end >= 0 else None]
    missing = _missing_blank(line, complaint.begun)
    return missing or _line_without_colon(line, complaint.begun)


def _missing_blank(line: str, start: int) -> Mistake | None:
    """The mistake of a line at `start` that has its value directly behind the colon."""
    match = _NO_BLANK.match(line)
    if match is None:
        return None
    at = start + match.end(1)
    example = f"{match[1]}: {match[2].strip()}"
    short = len(example) <= _SHOWN and example.isprintable()
    shown = example if short else f"{match[1]}: ..."
    return Mistake(
        start=at,
        end=at + 1,
        message="The blank after this colon is missing.",
        help=f"Put a blank after the colon of a key: `{shown}`.",
    )


def _line_without_colon(line: str, start: int) -> Mistake:
    return Mistake(
        start=start + _indent(line),
        end=start + max(_indent(line) + 1, len(line.rstrip())),
        message="This line has no colon after its key.",
        help="Write a key, a colon, a blank and a value: `players: 3 to 6`.",
    )


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip())


def _unended_quote(complaint: _Complaint) -> Mistake:
    quote = complaint.text[complaint.begun : complaint.begun + 1]
    return complaint.at_begin(
        f"The quote `{quote}` that begins here is never closed.",
        f"Put a `{quote}` at the end of the value.",
    )


def _broken_list(complaint: _Complaint) -> Mistake:
    return _broken_brackets(complaint, "[", "]", "list", "`family: [crawler, flyer, swarm]`")


def _broken_braces(complaint: _Complaint) -> Mistake:
    return _broken_brackets(complaint, "{", "}", "mapping", "`gems: {type: integer, default: 0}`")


def _broken_brackets(
    complaint: _Complaint, opening: str, closing: str, noun: str, example: str
) -> Mistake:
    if not complaint.text[complaint.at :].strip():
        return complaint.at_begin(
            f"The `{opening}` that begins here is never closed.",
            f"Put a `{closing}` at the end of the {noun}: {example}.",
        )
    if complaint.character and complaint.character in "]}":
        help = f"Delete it, or write a `{closing}` before it."
        return complaint.here(f"This `{complaint.character}` closes nothing here.", help)
    before = complaint.text[: complaint.at].rstrip()[-1:]
    cut = cut_at_sign(*complaint.line)
    if cut:
        return complaint.here("This cannot follow what stands before it.", cut)
    if complaint.character in ("{", "[", '"', "'") or before in ("}", "]", '"', "'"):
        return complaint.here("This cannot follow what stands before it.", _PART_HELP)
    return Mistake(
        start=complaint.at,
        end=complaint.at + 1,
        message=f"A comma or the closing `{closing}` is missing before this.",
        help=f"Write commas between the parts of the {noun} and a `{closing}` at its end: "
        f"{example}.",
        labels=((complaint.begun, f"the {noun} begins here"),),
    )


def _block_ends(complaint: _Complaint) -> Mistake:
    if complaint.at == 0 or complaint.text[complaint.at - 1] == "\n":
        return complaint.here("This line does not belong to what stands above it.", _INDENT_HELP)
    indent = complaint.text[complaint.text.rfind("\n", 0, complaint.at) + 1 : complaint.at]
    if not indent.strip():
        return complaint.here("The indentation of this line fits no line above it.", _INDENT_HELP)
    return complaint.here("The value has ended before this.", _LINE_END_HELP)


def _escape(complaint: _Complaint) -> Mistake:
    return complaint.here(
        "This is no escape that YAML knows.",
        "Write a backslash as `\\\\` between double quotes, or use single quotes.",
    )


def _special_beginning(complaint: _Complaint) -> Mistake:
    character = complaint.text[complaint.begun : complaint.begun + 1]
    return complaint.at_begin(
        f"A value that begins with `{character}` has a special meaning in YAML.",
        f'Put quotes around the whole value: `name: "{character} ..."`.',
    )


def _list_entry(complaint: _Complaint) -> Mistake:
    return complaint.here(
        "A list entry cannot begin in this place.",
        "Begin each `- entry` on a line of its own, or write a list in brackets: `[1, 3]`.",
    )


def _question_mark(complaint: _Complaint) -> Mistake:
    return complaint.here(
        "A value cannot begin with a question mark and a blank.",
        "Put quotes around the whole value.",
    )


def _no_value(complaint: _Complaint) -> Mistake:
    if complaint.text.startswith("...", complaint.at):
        return _document(complaint)
    return complaint.here(
        "A value is missing before this.", "Give the key a value, or put quotes around the text."
    )


def _document(complaint: _Complaint) -> Mistake:
    return complaint.here(
        "This does not belong to the mapping before it.",
        "Write keys with values only, such as `players: 3 to 6`, without YAML directives, "
        "and `---` as the last line.",
    )


# The first part that occurs in PyYAML's context and problem decides.
_EXPLANATIONS: tuple[tuple[str, Callable[[_Complaint], Mistake]], ...] = (
    ("that cannot start any token", _stray_character),
    ("mapping values are not allowed", _misplaced_colon),
    ("could not find expected ':'", _no_colon),
    ("sequence entries are not allowed", _list_entry),
    ("mapping keys are not allowed", _question_mark),
    ("found unexpected end of stream", _unended_quote),
    ("found unexpected document separator", _unended_quote),
    ("escape", _escape),
    ("while scanning a block scalar", _special_beginning),
    ("while scanning an alias", _special_beginning),
    ("while scanning an anchor", _special_beginning),
    ("a tag", _special_beginning),
    ("undefined tag handle", _special_beginning),
    ("expected ',' or ']'", _broken_list),
    ("expected ',' or '}'", _broken_braces),
    ("expected <block end>", _block_ends),
    ("expected the node content", _no_value),
    ("document start", _document),
    ("directive", _document),
    ("YAML document", _document),
)
