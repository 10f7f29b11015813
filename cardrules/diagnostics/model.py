"""The shape of a diagnostic, and the list into which the stages report."""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum
from typing import Literal

from cardrules.diagnostics.codes import CODES
from cardrules.plain import Plain, replaced
from cardrules.source import SourceFile, Span


class Severity(Enum):
    """How bad it is: an error keeps a ruleset from being played."""

    ERROR = "error"
    WARNING = "warning"
    HINT = "hint"


class Label(Plain):
    """Another place that matters, with a few words on why; in another file if that is said."""

    span: Span
    text: str
    source: SourceFile | None = None


class Edit(Plain):
    """A stretch of a file, and what is to stand there instead."""

    source: SourceFile
    span: Span
    text: str


class Fix(Plain):
    """How something can be mended by changing the text.

    `safe`: it cannot change what the rules mean, or they mean nothing yet and nothing else can be
    meant. `unsafe`: whoever wrote them may have meant something else.
    """

    title: str
    applicability: Literal["safe", "unsafe"]
    edits: tuple[Edit, ...]


class Diagnostic(Plain):
    """One thing that is wrong: the fact about this input, where it is, and what to do."""

    code: str
    message: str
    span: Span
    source: SourceFile
    help: str = ""
    labels: tuple[Label, ...] = ()
    severity: Severity = Severity.ERROR
    # What several mistakes have in common, such as a name that is missing; told once.
    cause: str = ""
    fix: Fix | None = None

    @property
    def slug(self) -> str:
        """The readable name of the code."""
        return CODES[self.code].slug


# So many of one source are worth reading; who has more has one cause for most of them.
MOST_SHOWN = 100


class Diagnostics:
    """What the stages found in one source, in the order of their places.

    Whoever goes through them is given a hundred at the most, errors before others, and then how
    many more there are.
    """

    def __init__(self, source: SourceFile) -> None:
        self.source = source
        # A dictionary, since looking a list through for each report would be slow.
        self._found: dict[Diagnostic, None] = {}

    def report(
        self,
        code: str,
        span: Span,
        message: str,
        *,
        help: str = "",
        labels: tuple[Label, ...] = (),
        cause: str = "",
        fix: Fix | None = None,
    ) -> None:
        """Add a diagnostic; its severity is that of its code."""
        severity = Severity(CODES[code].severity)
        item = Diagnostic(
            code=code,
            message=message,
            span=span,
            source=self.source,
            help=help,
            labels=labels,
            severity=severity,
            cause=cause,
            fix=fix,
        )
        self.add(item)

    def add(self, item: Diagnostic) -> None:
        """Add a diagnostic unless it is there already."""
        self._found.setdefault(item)

    def __iter__(self) -> Iterator[Diagnostic]:
        found = self.everything()
        if len(found) <= MOST_SHOWN:
            return iter(found)
        first = sorted(found, key=lambda item: item.severity is not Severity.ERROR)
        return iter([*sorted(first[:MOST_SHOWN], key=_place), self._rest(first[MOST_SHOWN:])])

    def _rest(self, left_out: list[Diagnostic]) -> Diagnostic:
        """That there is more, and how much."""
        number = len(left_out)
        there_is = "is one more" if number == 1 else f"are {number:,} more"
        return Diagnostic(
            code="CR006",
            message=f"There {there_is}; the first {MOST_SHOWN} are listed.",
            span=min(item.span for item in left_out),
            source=self.source,
            help="Mend these first: many may have one cause.",
            severity=max((item.severity for item in left_out), key=_SEVERITIES.index),
        )

    def everything(self) -> list[Diagnostic]:
        """All of them in the order of their places; of those with one cause the first."""
        found = sorted(self._found, key=_place)
        lines: dict[str, set[int]] = {}
        for item in found:
            if item.cause:
                lines.setdefault(item.cause, set()).add(self.source.position(item.span.start)[0])
        told: set[str] = set()
        listed = []
        for item in found:
            if not item.cause:
                listed.append(item)
            elif item.cause not in told:
                told.add(item.cause)
                listed.append(_with_others(item, len(lines[item.cause]) - 1))
        return listed

    def each(self) -> Iterator[Diagnostic]:
        """All of them as they were reported, for another list."""
        return iter(self._found)

    def __len__(self) -> int:
        return len(self._found)

    @property
    def has_errors(self) -> bool:
        """Whether one of them is an error."""
        return any(item.severity is Severity.ERROR for item in self._found)


def _with_others(item: Diagnostic, number: int) -> Diagnostic:
    """The same, with the number of further lines that have it."""
    if number == 0:
        return item
    lines = "1 more line has" if number == 1 else f"{number} more lines have"
    return replaced(item, message=f"{item.message[:-1]}; {lines} the same mistake.")


_SEVERITIES = [Severity.HINT, Severity.WARNING, Severity.ERROR]


def _place(item: Diagnostic) -> tuple[Span, str]:
    return item.span, item.code
