"""Comments by which an author says that a warning or hint does not matter at a line, and why.

    zone attic shared pile, seen by all   # lint: ignore CR502, kept for the next edition

It counts for its own line, or, if it stands alone on one, for the next line that is more than a
comment. Above the first key of the front matter it counts for what is said of all of it, too, which
stands at the first line. Codes or names stand first, then the reason. Lines are those of the files
that people have: of a game with house rules each comment counts in the file where it stands.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator
from itertools import product

import attrs

from cardrules.diagnostics.codes import CODES
from cardrules.diagnostics.model import Diagnostic, Edit, Fix, Severity
from cardrules.diagnostics.suggest import did_you_mean
from cardrules.source import CombinedText, SourceFile, Span

_MARK = re.compile(r"#[ ]*lint[ ]*:[ ]*ignore\b(?P<rest>.*)$")
# What stands before a comment; IDs and sentences may hold its sign.
_CODE = re.compile(r'(?:"(?:[^"\\]|\\.)*"|\[[^\]]*\]|[^"\[#]|"(?=[^"]*$)|\[(?=[^\]]*$))*')
_WORD = re.compile(r"[^\s,:]+")
_LIKE_A_CODE = re.compile(r"CR\w*", re.IGNORECASE)
_NAMES = {item.slug: item.code for item in CODES.values()}
_BORDER = "---"
_EXAMPLE = "Write `# lint: ignore CR502, REASON`."


@attrs.frozen(eq=False)
class Ignore:
    """A comment: what it ignores at which lines of its file, and what is wrong with it."""

    source: SourceFile
    span: Span
    lines: tuple[int, ...]
    # The codes, each with the word that stands for it.
    codes: tuple[tuple[str, Span], ...]
    unknown: tuple[str, ...]
    reason: str


class Ignores:
    """The comments of a text, or of all files of which it was put together."""

    def __init__(self, source: SourceFile) -> None:
        self._source = source
        self._all = [item for file in _files(source) for item in ignores_in(file)]
        self._used: set[tuple[Ignore, str]] = set()

    def take(self, items: Iterable[Diagnostic]) -> list[Diagnostic]:
        """Those that no comment ignores."""
        if not self._all:
            return list(items)
        at: dict[tuple[SourceFile, int, str], list[Ignore]] = {}
        for ignore in self._all:
            for (code, _), line in product(ignore.codes, ignore.lines):
                at.setdefault((ignore.source, line, code), []).append(ignore)
        kept = []
        for item in items:
            place = item.source.where(item.span.start)
            found = at.get((place.source, place.line, item.code), [])
            if item.severity is Severity.ERROR or not found:
                kept.append(item)
            else:
                self._used.update((ignore, item.code) for ignore in found)
        return kept

    def mistakes(self, looked_for: Collection[str]) -> Iterator[Diagnostic]:
        """What is wrong with the comments; `looked_for` are the codes that could have been found.

        Of house rules and a game, the comments of the game are not judged: they are for that game
        as it is.
        """
        judged = _judged(self._source)
        for ignore in self._all:
            if ignore.source in judged:
                yield from self._mistakes(ignore, looked_for)

    def _mistakes(self, ignore: Ignore, looked_for: Collection[str]) -> Iterator[Diagnostic]:
        errors = [code for code, _ in ignore.codes if CODES[code].severity == "error"]
        if ignore.unknown or errors or not ignore.codes:
            yield _bad(ignore, errors)
        useless = [
            (code, span)
            for code, span in ignore.codes
            if code in looked_for and code not in errors and (ignore, code) not in self._used
        ]
        if useless:
            yield _useless(ignore, useless)
        elif ignore.codes and not ignore.reason:
            yield Diagnostic(
                code="CR902",
                message=f"It is not said why {_listed(ignore.codes)} is ignored here.",
                span=ignore.span,
                source=ignore.source,
                help=f"Add a reason behind a comma. {_EXAMPLE}",
                severity=Severity.WARNING,
            )


def _bad(ignore: Ignore, errors: list[str]) -> Diagnostic:
    help, span = _EXAMPLE, ignore.span
    if ignore.unknown:
        word = ignore.unknown[0]
        behind = ignore.source.text.index("ignore", span.start) + len("ignore")
        start = ignore.source.text.index(word, behind)
        span = Span(start, start + len(word))
        message = f"There is no diagnostic `{word}` that could be ignored."
        help = did_you_mean(word.upper(), CODES) or did_you_mean(word.lower(), _NAMES) or help
    elif errors:
        message = f"`{errors[0]}` is an error, and errors cannot be ignored."
        help = "With an error there is no game: mend it, and delete the comment."
    else:
        message = "It is not said what is to be ignored here."
    return Diagnostic(
        code="CR903",
        message=message,
        span=span,
        source=ignore.source,
        help=help,
        severity=Severity.WARNING,
    )


def _useless(ignore: Ignore, useless: list[tuple[str, Span]]) -> Diagnostic:
    source = ignore.source
    title = "Delete the comment"
    edits: tuple[Edit, ...] = (_without_comment(ignore),)
    if len(useless) < len(ignore.codes) or ignore.unknown:
        title = f"Delete {_listed(useless)} in it"
        edits = tuple(
            Edit(source=source, span=_with_blanks(source, span), text="") for _, span in useless
        )
    return Diagnostic(
        code="CR901",
        message=f"{_listed(useless)} is not found at this line, so there is nothing to ignore.",
        span=ignore.span,
        source=source,
        help="Delete it, or put it where the diagnostic is.",
        severity=Severity.WARNING,
        fix=Fix(title=title, applicability="safe", edits=edits),
    )


def _listed(codes: Iterable[tuple[str, Span]]) -> str:
    return " or ".join(dict.fromkeys(f"`{code}`" for code, _ in codes))


def _without_comment(ignore: Ignore) -> Edit:
    """A comment alone on its line goes with the line, another one with the blanks before it."""
    text, (start, end) = ignore.source.text, (ignore.span.start, ignore.span.end)
    begins = text.rfind("\n", 0, start) + 1
    if text[begins:start].strip():
        while text[start - 1] == " ":
            start -= 1
        return Edit(source=ignore.source, span=Span(start, end), text="")
    return Edit(source=ignore.source, span=Span(begins, min(end + 1, len(text))), text="")


def _with_blanks(source: SourceFile, span: Span) -> Span:
    """A word of several, with what stands between it and the one before it."""
    start = span.start
    while source.text[start - 1] in " ,":
        start -= 1
    return Span(start, span.end)


# ---- Reading -------------------------------------------------------------------------------------


def ignores_in(source: SourceFile) -> list[Ignore]:
    """The comments of one file."""
    if "lint" not in source.text:
        return []
    return [item for number in range(1, source.line_count + 1) for item in _in(source, number)]


def _in(source: SourceFile, number: int) -> Iterator[Ignore]:
    line = source.line(number)
    before = _CODE.match(line)
    at = before.end() if before else 0
    match = _MARK.match(line, at)
    if match is None:
        return
    begins = source.offset(number)
    codes, unknown, reason = _read(match["rest"], begins + match.start("rest"))
    yield Ignore(
        source=source,
        span=Span(begins + at, begins + len(line)),
        lines=(number,) if line[:at].strip() else _lines_of(source, number),
        codes=codes,
        unknown=unknown,
        reason=reason,
    )


def _read(text: str, at: int) -> tuple[tuple[tuple[str, Span], ...], tuple[str, ...], str]:
    """The codes of a comment, what looks like one and is none, and the reason."""
    codes: list[tuple[str, Span]] = []
    unknown: list[str] = []
    parts = list(_WORD.finditer(text))
    end = 0
    is_first_part = True
    for match in parts:
        word = match.group()
        is_first_part = is_first_part and "," not in text[end : match.start()]
        code = word.upper() if word.upper() in CODES else None
        if code is None and is_first_part:
            code = _NAMES.get(word.lower())
        if code is not None:
            codes.append((code, Span(at + match.start(), at + match.end())))
        elif _LIKE_A_CODE.fullmatch(word) or not (codes or unknown):
            unknown.append(word)
        else:
            break
        end = match.end()
    return tuple(codes), tuple(unknown), text[end:].strip(" ,:;-")


def _lines_of(source: SourceFile, number: int) -> tuple[int, ...]:
    """The lines for which a comment counts that stands alone on one."""
    last = source.line_count
    below = next((n for n in range(number + 1, last + 1) if _says_something(source, n)), number)
    is_first = source.line(1).rstrip() == _BORDER and not any(
        _says_something(source, n) for n in range(2, number)
    )
    return (1, below) if is_first else (below,)


def _says_something(source: SourceFile, number: int) -> bool:
    text = source.line(number).strip()
    return bool(text) and not text.startswith("#")


def _files(source: SourceFile) -> list[SourceFile]:
    if isinstance(source, CombinedText):
        return list(dict.fromkeys(piece.source for piece in source.pieces))
    return [source]


def _judged(source: SourceFile) -> set[SourceFile]:
    if isinstance(source, CombinedText):
        return {part.source for part in source.parts[1:]}
    return {source}
