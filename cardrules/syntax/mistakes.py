"""The words for what is wrong with rules text.

The parser says where it stopped and which tokens it had expected. Authors need to read what is
wrong in words of the language, and what to write instead; so the usual mistakes are recognised
here one by one, and the others are described by what was expected.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Mapping

import attrs

from cardrules.diagnostics.model import Label
from cardrules.source import SourceFile, Span
from cardrules.syntax.expected import (
    DECLARATIONS,
    PREMISES,
    STATEMENTS,
    STOPPING,
    VALUES,
    example_of,
    expected_words,
    likely_first_word,
    listed,
)

_SHOWN = 40
_WORD = re.compile(r"\w+")
_TOKEN = re.compile(r'"[^"\n]*"|\[[^\]\n]*\]|#[^\n]*|\w+|\S')
_COMMENT = re.compile(r'^((?:"[^"\n]*"|\[[^\]\n]*\]|[^"\[#])*)#.*$')
_NAME = re.compile(r"[a-z][a-z0-9_]*")
_LAYOUT = frozenset({"$END", "_NL", "_INDENT", "_DEDENT"})


@attrs.frozen(kw_only=True)
class Mistake:
    """What is wrong, and where."""

    code: str
    span: Span
    message: str
    help: str = ""
    labels: tuple[Label, ...] = ()


@attrs.frozen(kw_only=True)
class Stop:
    """Where the parser stopped: at which token, and what it had expected instead.

    `whole` is what was parsed: a declaration, or an expression of the front matter. `kind` is the
    kind of token, and `character` if there is none that begins so.
    """

    source: SourceFile
    whole: Span
    is_expression: bool
    at: int
    kind: str
    text: str
    expected: frozenset[str]
    keywords: Mapping[str, str]

    @property
    def words(self) -> list[str]:
        """What was expected, in words."""
        return expected_words(self.expected, self.keywords)

    def expects(self, *words: str) -> bool:
        """Whether these words of the language are all among what was expected."""
        known = {self.keywords.get(kind) for kind in self.expected}
        return known.issuperset(words)

    @property
    def span(self) -> Span:
        """What was found; of a word all of it, even if the parser had split it."""
        if self.kind in _LAYOUT:
            return Span(self.at, min(self.at + 1, len(self.source.text)))
        word = self.word
        return word or Span(self.at, self.at + max(1, len(self.text.rstrip())))

    @property
    def word(self) -> Span | None:
        """The word that was found, if it is one."""
        text = self.source.text
        start = self.at
        while start > self.whole.start and _WORD.match(text[start - 1]):
            start -= 1
        match = _WORD.match(text, start, self.whole.end)
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
    def previous(self) -> Span | None:
        """The token before what was found, if it stands in the same line."""
        start = self.span.start - len(self.before)
        last = None
        for match in _TOKEN.finditer(self.source.text, start, self.span.start):
            last = Span(*match.span())
        return last

    def text_of(self, span: Span | None) -> str:
        """The characters at a span."""
        return self.source.text[span.start : span.end] if span is not None else ""

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
        words = _WORD.findall(self.before)[0 if self.is_expression else 1 :]
        if self.first_word == "winner":
            words = []
        part = next((word for word in reversed(words) if word in VALUES), None)
        if part is not None:
            return f"For example: `{VALUES[part]}`."
        if self.is_expression:
            return f"For example: `{VALUES['if']}`."
        return example_of(self.first_word, indented=self.is_indented) or _clause_example(self)

    def mistake(self, message: str, help: str = "", *, span: Span | None = None) -> Mistake:
        """A mistake at what was found, or at another place."""
        return Mistake(code="CR101", span=span or self.span, message=message, help=help)


def explain(stop: Stop) -> Mistake:
    """What the author of this text may have meant to write."""
    for explanation in _EXPLANATIONS:
        mistake = explanation(stop)
        if mistake is not None:
            return mistake
    words = listed(stop.words)
    if stop.kind in _LAYOUT:
        place = "The expression ends here" if stop.is_expression else "The line ends here"
        message = f"{place}, but {words or 'something'} is missing."
    elif words == "the end of the line":
        message = f"The line should end before {_quoted(stop.found)}."
    elif words:
        message = f"Here should be {words}, not {_quoted(stop.found)}."
    else:
        message = f"{_quoted(stop.found)} cannot stand here."
    return stop.mistake(message, stop.example)


def glued(source: SourceFile, first: Span, whole: Span) -> Mistake:
    """Two words without a blank between them, such as `movecard`; the first is a word."""
    text = source.text[whole.start : whole.end]
    begins = source.text[first.start : first.end]
    message = f"{_quoted(text)} is no word of the language."
    line = source.line(source.position(whole.start)[0])
    known = STATEMENTS if line[:1] == " " else DECLARATIONS
    likely = likely_first_word(text, known) if line.split()[:1] == [text] else None
    help = f"Did you mean `{likely}`?" if likely else f"Is there a blank missing behind `{begins}`?"
    return Mistake(code="CR101", span=whole, message=message, help=help)


def shown(text: str) -> str:
    """A text as it may stand in a message."""
    text = "".join(c if c.isprintable() else "\ufffd" for c in text)
    return text if len(text) <= _SHOWN else text[: _SHOWN - 3] + "..."


def _quoted(text: str) -> str:
    return f"`{shown(text)}`" if "`" not in text else f"'{shown(text)}'"


# ---- Brackets, quotes and other characters -------------------------------------------------------


def _brackets(stop: Stop) -> Mistake | None:
    """A bracket that is never closed, or one that closes nothing."""
    opened: list[Span] = []
    open_here: list[Span] | None = None
    for match in _TOKEN.finditer(stop.source.text, stop.whole.start, stop.whole.end):
        if open_here is None and match.start() >= stop.at:
            open_here = list(opened)
        if match.group() in "({":
            opened.append(Span(*match.span()))
        elif match.group() in ")}" and opened:
            opened.pop()
    open_here = opened if open_here is None else open_here
    if stop.text in (")", "}") and not open_here:
        message = f"This {_quoted(stop.text)} closes nothing."
        return stop.mistake(message, "Delete it, or open a bracket before it.")
    never_closed = [span for span in open_here if span in opened]
    if not never_closed:
        return None
    first = never_closed[-1]
    line = stop.source.position(first.start)[0]
    if stop.kind not in _LAYOUT and stop.source.position(stop.at)[0] == line:
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
        message = f"{_quoted(stop.found)} cannot stand here."
        return stop.mistake(
            message, "Square brackets hold the IDs of rules, at the end of the line: `[G-1]`."
        )
    return None


def _characters(stop: Stop) -> Mistake | None:
    if stop.kind != "character":
        return None
    word = stop.word
    if word is not None:
        return _strange_word(stop, stop.text_of(word))
    help = _CHARACTERS.get(stop.text, stop.example)
    if stop.text == "'" and re.search(r"\w$", stop.before) and re.match(r"s\s", stop.behind):
        help = _CHARACTERS["\u2019"]
    return stop.mistake(f"{_quoted(stop.found)} is no sign of the language.", help)


def _strange_word(stop: Stop, text: str) -> Mistake:
    plain = unicodedata.normalize("NFKD", text.replace("\xdf", "ss"))
    likely = plain.encode("ascii", "ignore").decode().lower()
    if text[0].isdigit():
        message = f"{_quoted(text)} is neither a number nor a name."
        return stop.mistake(message, "A name begins with a small letter.")
    message = f"{_quoted(text)} is no word of the language, and no name."
    if not _NAME.fullmatch(likely):
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
    if stop.kind in _LAYOUT or stop.kind in ("IDS", "STRING") or stop.word is not None:
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
    message = f"{_quoted(stop.text_of(span))} is no whole number."
    return stop.mistake(message, "All numbers are whole; `/` divides and rounds down.", span=span)


def _hyphen(stop: Stop) -> Mistake | None:
    """A hyphen in a name that is declared."""
    match = re.search(r"[a-z0-9_]+$", stop.before)
    rest = re.match(r"[A-Za-z0-9_-]+", stop.behind)
    if stop.text != "-" or stop.words == ["a value"] or match is None or rest is None:
        return None
    span = Span(stop.at - len(match.group()), stop.span.end + len(rest.group()))
    name = stop.text_of(span)
    message = f"{_quoted(name)} is no name: a name has no hyphens."
    help = f"Write it with underscores: `{name.replace('-', '_').lower()}`."
    return stop.mistake(message, help, span=span)


def _colon_at_end(stop: Stop) -> Mistake | None:
    if stop.text != ":" or stop.behind.split("#")[0].strip():
        return None
    help = "Delete it; what belongs to the line is indented below it."
    return stop.mistake("No colon stands at the end of a line.", help)


# ---- Blocks --------------------------------------------------------------------------------------


def _missing_block(stop: Stop) -> Mistake | None:
    """A line that needs a block and has none."""
    if "_INDENT" not in stop.expected:
        return None
    number = stop.source.position(stop.at)[0]
    if stop.kind not in _LAYOUT:
        number = _line_above(stop.source, number)
    line = stop.source.line(number)
    start = stop.source.offset(number)
    code = _without_comment(line).rstrip()
    span = Span(start + len(line) - len(line.lstrip()), start + max(1, len(code)))
    word = line.split()[0] if line.split() else ""
    return Mistake(
        code="CR102",
        span=span,
        message=f"Nothing is indented below this line, but {_quoted(word)} needs something there.",
        help="Write what belongs to it below, four blanks further in.",
    )


def _line_above(source: SourceFile, number: int) -> int:
    """The nearest line above that is neither blank nor a comment."""
    number -= 1
    while number > 1 and not _without_comment(source.line(number)).strip():
        number -= 1
    return number


def _without_comment(line: str) -> str:
    match = _COMMENT.match(line)
    return match[1] if match else line


def _too_deep(stop: Stop) -> Mistake | None:
    """A line that is indented although the one above opens no block."""
    if stop.kind != "_INDENT":
        return None
    number = stop.source.position(stop.at)[0] + 1
    line = stop.source.line(number)
    while number < stop.source.line_count and not _without_comment(line).strip():
        number += 1
        line = stop.source.line(number)
    start = stop.source.offset(number)
    indent = len(line) - len(line.lstrip())
    return Mistake(
        code="CR102",
        span=Span(start, start + max(1, indent)),
        message="This line is indented further than the line above, which opens no block.",
        help="Let it begin in the same column as the line above.",
    )


def _unfinished_block(stop: Stop) -> Mistake | None:
    """A block that ends although something is missing in it."""
    if stop.kind not in ("_DEDENT", "$END") or stop.is_expression:
        return None
    if stop.expects("choose", "do"):
        message = "The block ends here, but its `do` with the effects is missing."
        help = "Write `do` below the choices, and the effects below it, four blanks further in."
        return Mistake(code="CR101", span=stop.span, message=message, help=help)
    return None


# ---- First words ---------------------------------------------------------------------------------


def _first_words(stop: Stop) -> Mistake | None:
    """A line that begins with a word with which no line can begin there."""
    if stop.before.strip() or stop.kind in _LAYOUT or stop.is_expression:
        return None
    if stop.expects("zone", "action"):
        return _first_of_declaration(stop)
    if stop.expects("move", "draw"):
        return _first_of_statement(stop)
    if stop.expects("choose", "do"):
        return _first_of_premise(stop)
    return None


def _first_of_declaration(stop: Stop) -> Mistake:
    word = stop.found
    message = f"No declaration begins with {_quoted(word)}."
    if word in ("turns", "rounds", "phase"):
        return stop.mistake(message, f"`{word}` stands inside `play`, indented below it.")
    if word in STATEMENTS:
        help = f"`{word}` belongs below a declaration such as `setup` or `routine`, indented."
        return stop.mistake(message, help)
    if word in ("title", "players", "teams", "decks", "options", "attributes", "cards", "option"):
        help = "This belongs into the front matter, between the two lines `---`."
        return stop.mistake(message, help)
    likely = likely_first_word(word, DECLARATIONS)
    if likely is not None:
        return stop.mistake(message, f"Did you mean `{likely}`? {_form(likely, DECLARATIONS)}")
    return stop.mistake(message, f"One begins with {_any_of(tuple(DECLARATIONS))}.")


def _first_of_statement(stop: Stop) -> Mistake:
    word = stop.found
    message = f"No line can begin with {_quoted(word)} here."
    if word == "else":
        help = "An `else` belongs to the `if` above it and begins in the same column."
        return stop.mistake(message, help)
    if word == "require":
        help = "A `require` stands above the `do` of an action. Among effects, use `if`."
        return stop.mistake(message, help)
    assigned = re.match(r"\s*(?::=|=(?!=))\s*(.*)", stop.behind)
    if assigned and stop.word is not None:
        value = _without_comment(assigned[1]).strip() or "VALUE"
        help = f"Write `let {word} = {shown(value)}` for a name, `set {word} to {shown(value)}` "
        return stop.mistake(message, help + "for a variable.")
    if word in DECLARATIONS:
        return stop.mistake(message, f"`{word}` begins a declaration; it stands at the margin.")
    answers = stop.source.text.startswith("interrupt", stop.whole.start)
    if answers and word in STOPPING:
        help = "Did you mean `stop`? It stops the action that is answered."
        return stop.mistake(message, help)
    likely = likely_first_word(word, STATEMENTS)
    if likely is not None:
        return stop.mistake(message, f"Did you mean `{likely}`? {_form(likely, STATEMENTS)}")
    common = (*_COMMON, "stop") if answers else _COMMON
    return stop.mistake(message, f"One begins with a word such as {_any_of(common)}.")


_COMMON = ("move", "draw", "choose", "let", "set", "if", "each", "while", "one of")


def _first_of_premise(stop: Stop) -> Mistake:
    word = stop.found
    message = f"No line can begin with {_quoted(word)} here."
    if word in STATEMENTS and word not in PREMISES:
        help = "Effects stand below a line `do`, four blanks further in."
        return stop.mistake(message, help)
    likely = likely_first_word(word, PREMISES)
    if likely is not None:
        return stop.mistake(message, f"Did you mean `{likely}`? {_form(likely, STATEMENTS)}")
    return stop.mistake(message, f"One begins with {_any_of(PREMISES)}.")


def _form(word: str, forms: Mapping[str, str]) -> str:
    form = forms.get(word, f"{word} deck is empty")
    return f"For example: `{form}`."


def _any_of(words: tuple[str, ...]) -> str:
    return ", ".join(f"`{word}`" for word in words[:-1]) + f" or `{words[-1]}`"


def _clause_example(stop: Stop) -> str:
    """An example of a line of the score or of a placement."""
    head = stop.source.text[stop.whole.start : stop.whole.end].split(None, 1)[:1]
    if head == ["score"]:
        return "A line of the score has a name: `points: count of hand`."
    if head == ["placement"]:
        return "A line of a placement has a name: `number: card.number = target.number`."
    return ""


# ---- Words in a line -----------------------------------------------------------------------------


def _who_begins(stop: Stop) -> Mistake | None:
    """`each player clockwise`, without the one who begins."""
    direction = stop.text_of(stop.previous)
    if direction not in ("clockwise", "counterclockwise") or not stop.expects("from"):
        return None
    message = f"Behind `{direction}` stand `from` and who begins; both are missing here."
    text = f"{stop.before.strip()} from starter"
    return stop.mistake(message, f"For example: `{shown(text)}`.")


# What has a name as its second word, and goes on with a word of the language.
_NAMED = frozenset(DECLARATIONS) - {"when", "setup", "play", "match", "score", "winner"} | {"phase"}
_GOES_ON = frozenset(
    {"per", "shared", "player", "team", "pile", "spread", "row", "stacks", "is", "answers"}
)


def _two_words(stop: Stop) -> Mistake | None:
    """`action play card`."""
    words = stop.before.split()
    if stop.kind != "NAME" or len(words) != 2 or words[0] not in _NAMED:  # noqa: PLR2004
        return None
    if not _NAME.fullmatch(words[1]) or stop.found in _GOES_ON:
        return None
    if words[0] == "variable" and not stop.behind.lstrip().startswith(":"):
        return None
    span = (stop.previous or stop.span) | stop.span
    message = f"A name is a single word, but {_quoted(f'{words[1]} {stop.found}')} are two."
    help = f"Join them with an underscore: `{words[1]}_{stop.found}`."
    return stop.mistake(message, help, span=span)


def _parameter(stop: Stop) -> Mistake | None:
    """`define twice(n) = 2 * n`."""
    if stop.text not in (")", ",") or stop.words != ["`:`"]:
        return None
    name = stop.text_of(stop.previous)
    message = f"The type of `{name}` is missing."
    return stop.mistake(message, f"Write it behind the name: `{name}: integer`, `{name}: card`.")


def _missing_before(stop: Stop) -> Mistake | None:
    """`move to discard`: the word `to` was taken for a name, and then missed."""
    previous = stop.text_of(stop.previous)
    if stop.kind in _LAYOUT or not stop.words or f"`{previous}`" != stop.words[0]:
        return None
    message = f"Something is missing before `{previous}`."
    return stop.mistake(message, stop.example, span=stop.previous)


def _articles(stop: Stop) -> Mistake | None:
    for span in (stop.previous, stop.span):
        word = stop.text_of(span)
        if word in ("a", "an", "the") and stop.kind == "NAME":
            message = f"`{word}` is no word of the language."
            return stop.mistake(message, f"Leave it out. {stop.example}".rstrip(), span=span)
    return None


def _when(stop: Stop) -> Mistake | None:
    """A condition on what is chosen that begins with another word than `where`."""
    if stop.found not in ("when", "if", "that", "which", "with") or not stop.expects("where"):
        return None
    if stop.is_expression:
        message = f"{_quoted(stop.found)} is no word that could stand here."
        return stop.mistake(message, f"For example: `{VALUES['if']}`.")
    message = f"Here should be `where`, not {_quoted(stop.found)}."
    return stop.mistake(message, f"A condition on them begins with `where`. {stop.example}")


def _then(stop: Stop) -> Mistake | None:
    if stop.found not in ("then", "do") or stop.first_word not in ("if", "else", "while", "each"):
        return None
    message = f"Behind the condition the line ends, without {_quoted(stop.found)}."
    return stop.mistake(message, "What happens stands below it, four blanks further in.")


def _equal(stop: Stop) -> Mistake | None:
    """`is 3`, `is greater than 3`, `equals 3`."""
    previous = stop.text_of(stop.previous)
    if stop.found in ("equals", "equal"):
        return stop.mistake(f"{_quoted(stop.found)} is no word of the language.", "Write `=`.")
    if previous in ("is", "not") and stop.kind in ("INTEGER", "TRUTH"):
        sign = "!=" if previous == "not" else "="
        message = f"Behind `{previous}` cannot stand {_quoted(stop.found)}."
        return stop.mistake(message, f"Compare with a sign: `{sign} {stop.found}`.")
    if stop.found in ("than", "greater", "less", "more", "fewer", "higher", "lower"):
        message = f"{_quoted(stop.found)} is no word of the language."
        return stop.mistake(message, "Compare with signs: `<`, `<=`, `>`, `>=`.")
    return None


def _place(stop: Stop) -> Mistake | None:
    if "PLACE" not in stop.expected or stop.found not in ("at", "on", "under", "onto", "in"):
        return None
    message = f"Here should be {listed(stop.words)}, not {_quoted(stop.found)}."
    help = "Cards come to lie on top, unless you say otherwise: `move card to deck at bottom`."
    return stop.mistake(message, help)


def _do_in_line(stop: Stop) -> Mistake | None:
    """`do move card to discard`."""
    words = [*_WORD.findall(stop.before), stop.found]
    if words[0] != "do" or len(words) == 1 or words[1] not in STATEMENTS:
        return None
    return stop.mistake(
        "Behind `do` the line ends; the effects stand in lines of their own.",
        f"Write `{words[1]} ...` below it, four blanks further in.",
    )


_EXPLANATIONS: tuple[Callable[[Stop], Mistake | None], ...] = (
    _brackets,
    _who_begins,
    _quotes,
    _signs,
    _characters,
    _decimal,
    _colon_at_end,
    _hyphen,
    _missing_block,
    _too_deep,
    _unfinished_block,
    _first_words,
    _do_in_line,
    _place,
    _two_words,
    _parameter,
    _then,
    _when,
    _equal,
    _articles,
    _missing_before,
)
