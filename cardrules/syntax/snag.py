"""What the parser could not go on with, and what is said about it."""

from __future__ import annotations

import re
from collections.abc import Mapping

import attrs

from cardrules.diagnostics.model import Label
from cardrules.source import SourceFile, Span
from cardrules.syntax.expected import VALUES, example_of, expected_words, listed

# What the indenter makes of the layout; no text of the author's.
LAYOUT = frozenset({"$END", "_NL", "_INDENT", "_DEDENT"})
NAME = re.compile(r"[a-z][a-z0-9_]*")
TOKEN = re.compile(r'"[^"\n]*"|\[[^\]\n]*\]|#[^\n]*|\w+|\S')
WORD = re.compile(r"\w+")

_SHOWN = 40
_LONGEST_LINE = 90
_LONGEST_READ = 200
_COMMENT = re.compile(r'^((?:"[^"\n]*"|\[[^\]\n]*\]|[^"\[#])*)#.*$')
_NOTE = re.compile(r'(?<![ ])(?:[ ]+\[[^\]\n]*\])?(?:[ ]*"[^"\n]*")?[ ]*$')


@attrs.frozen(kw_only=True)
class Mistake:
    """What is wrong, and where."""

    code: str
    span: Span
    message: str
    help: str = ""
    labels: tuple[Label, ...] = ()


@attrs.frozen(kw_only=True)
class Snag:
    """What the parser could not go on with: which token it was, and what it had expected instead.

    `whole` is what was parsed: a declaration, or an expression of the front matter. `token_type` is
    that of the token, and `character` if there is none that begins so.
    """

    source: SourceFile
    whole: Span
    is_expression: bool
    at: int
    token_type: str
    text: str
    expected: frozenset[str]
    keywords: Mapping[str, str]

    @property
    def words(self) -> list[str]:
        """What was expected, in words."""
        return expected_words(self.expected, self.keywords)

    def expects(self, *words: str) -> bool:
        """Whether these words of the language are all among what was expected."""
        known = {self.keywords.get(token_type) for token_type in self.expected}
        return known.issuperset(words)

    @property
    def span(self) -> Span:
        """What was found; of a word all of it, even if the parser had split it."""
        if self.token_type in LAYOUT:
            return Span(self.at, min(self.at + 1, len(self.source.text)))
        word = self.word
        return word or Span(self.at, self.at + max(1, len(self.text.rstrip())))

    @property
    def word(self) -> Span | None:
        """The word that was found, if it is one."""
        text = self.source.text
        start = self.at
        while start > self.whole.start and WORD.match(text[start - 1]):
            start -= 1
        match = WORD.match(text, start, self.whole.end)
        return Span(*match.span()) if match and match.end() > self.at else None

    @property
    def found(self) -> str:
        """The text that was found, shortened."""
        return shown(self.source.text[self.span.start : self.span.end])

    @property
    def before(self) -> str:
        """The text of the line up to what was found."""
        start = self.source.text.rfind("\n", self.whole.start, self.at) + 1
        return self.source.text[max(start, self.whole.start) : self.span.start]

    @property
    def behind(self) -> str:
        """The text of the line behind what was found."""
        end = self.source.text.find("\n", self.span.end, self.whole.end)
        return self.source.text[self.span.end : end if end >= 0 else self.whole.end]

    @property
    def tokens_before(self) -> list[Span]:
        """The tokens of the line before what was found."""
        start = self.span.start - len(self.before)
        tokens = TOKEN.finditer(self.source.text, start, self.span.start)
        return [Span(*match.span()) for match in tokens]

    @property
    def previous(self) -> Span | None:
        """The token before what was found, if it stands in the same line."""
        return next(reversed(self.tokens_before), None)

    def text_of(self, span: Span | None) -> str:
        """The characters at a span."""
        return self.source.text[span.start : span.end] if span is not None else ""

    @property
    def line(self) -> str:
        """The text of the line without its indentation, its note and a comment.

        Empty if it has a backtick or is very long: then no part of it can be shown as something to
        write, and nobody looks for what it may mean.
        """
        line = without_note(self.source.line(self.source.position(self.at)[0])).strip()
        return _shown_line(line)

    @property
    def code(self) -> str:
        """The same with its note."""
        line = without_comment(self.source.line(self.source.position(self.at)[0])).strip()
        return _shown_line(line)

    @property
    def line_start(self) -> int:
        """Where the first word of the line stands."""
        number = self.source.position(self.at)[0]
        line = self.source.line(number)
        return self.source.offset(number) + len(line) - len(line.lstrip())

    @property
    def column(self) -> int:
        """Where in `line` it stopped."""
        return self.span.start - self.line_start

    def write(self, start: int, end: int, text: str) -> str:
        """A help that shows the line with another text at these places of `line`.

        Empty if the line is too long to be shown.
        """
        before, behind = self.line[:start].rstrip(), self.line[end:].lstrip()
        is_led = before[-1:] in ("(", "{", ".") or not before or not text
        is_followed = behind[:1] in (")", "}", ",", ".", ":") or not behind
        line = before + ("" if is_led else " ") + text + ("" if is_followed else " ") + behind
        line = " ".join(line.split())
        return f"Write `{line}`." if self.line and len(line) <= _LONGEST_LINE else ""

    @property
    def first_word(self) -> str:
        """The first word of the line."""
        words = self.source.line(self.source.position(self.at)[0]).split()
        return words[0].rstrip(":") if words else ""

    @property
    def is_indented(self) -> bool:
        """Whether the line belongs to the block of a declaration."""
        return self.source.line(self.source.position(self.at)[0])[:1] == " "

    @property
    def example(self) -> str:
        """An example of the construct of this line."""
        words = WORD.findall(self.before)[0 if self.is_expression else 1 :]
        if self.first_word == "winner":
            words = []
        part = next((word for word in reversed(words) if word in VALUES), None)
        if part is not None:
            return f"For example: `{VALUES[part]}`."
        if self.is_expression:
            return f"For example: `{VALUES['if']}`."
        return example_of(self.first_word, indented=self.is_indented) or _clause_example(self)

    @property
    def unexpected(self) -> str:
        """The sentence on what was found, and on what was expected if that is not too much."""
        words = listed(self.words)
        if self.token_type in LAYOUT:
            place = "The expression ends here" if self.is_expression else "The line ends here"
            return f"{place}, but {words or 'something'} is missing."
        if words == "the end of the line":
            return f"The line should end before {quoted(self.found)}."
        if words:
            return f"Here should be {words}, not {quoted(self.found)}."
        return f"{quoted(self.found)} cannot stand here."

    def mistake(self, message: str, help: str = "", *, span: Span | None = None) -> Mistake:
        """A mistake at what was found, or at another place."""
        return Mistake(code="CR101", span=span or self.span, message=message, help=help)


def _shown_line(line: str) -> str:
    return "" if "`" in line or len(line) > _LONGEST_READ else line


def shown(text: str) -> str:
    """A text as it may stand in a message."""
    text = "".join(c if c.isprintable() else "\ufffd" for c in text)
    return text if len(text) <= _SHOWN else text[: _SHOWN - 3] + "..."


def quoted(text: str) -> str:
    """The same in backticks."""
    return f"`{shown(text)}`" if "`" not in text else f"'{shown(text)}'"


def without_comment(line: str) -> str:
    """A line up to the comment in it."""
    match = _COMMENT.match(line)
    return match[1] if match else line


def without_note(line: str) -> str:
    """A line up to its note and the comment in it."""
    return _NOTE.sub("", without_comment(line))


def _clause_example(snag: Snag) -> str:
    """An example of a line of the score or of a placement."""
    head = snag.source.text[snag.whole.start : snag.whole.end].split(None, 1)[:1]
    if head == ["score"]:
        return "A line of the score has a name: `points: count of hand`."
    if head == ["placement"]:
        return "A line of a placement has a name: `number: card.number = target.number`."
    return ""
