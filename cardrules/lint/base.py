"""The game that house rules change, for checks that hold the two against each other."""

from __future__ import annotations

from functools import lru_cache

import attrs

from cardrules.analysis.load import analyse_source
from cardrules.model.ruleset import Ruleset
from cardrules.source import CombinedText, SourceFile, Span


@attrs.frozen(eq=False)
class Base:
    """The base of a ruleset with house rules, as it is without them."""

    text: CombinedText
    ruleset: Ruleset
    # The numbers of those of its lines that stand in the combined text as they were.
    _kept: frozenset[int]

    @property
    def source(self) -> SourceFile:
        """The file of the base."""
        return self.ruleset.text

    def is_own(self, span: Span) -> bool:
        """Whether what stands in the combined text at a place is a line of the base as it was."""
        piece = self.text.pieces[self.text.position(span.start)[0] - 1]
        return piece.source is self.source and piece.shift is not None

    def file_of(self, span: Span) -> SourceFile:
        """The file from which what stands at a place of the combined text is."""
        return self.text.where(span.start).source

    def now(self, span: Span) -> Span | None:
        """Where a line of the base begins in the combined text, if it is there as it was."""
        number = self.source.position(span.start)[0]
        if number not in self._kept:
            return None
        at = next(
            at
            for at, piece in enumerate(self.text.pieces, 1)
            if piece.source is self.source and piece.line == number and piece.shift is not None
        )
        line = self.text.line(at)
        start = self.text.offset(at) + len(line) - len(line.lstrip())
        return Span(start, self.text.offset(at) + len(line))

    def put_below(self, span: Span) -> Span | None:
        """The first line of house rules in the block of a line of the combined text."""
        at, column = self.text.position(span.start)
        for number in range(at + 1, self.text.line_count + 1):
            line = self.text.line(number)
            indent = len(line) - len(line.lstrip())
            if line.strip() and indent < column:
                break
            if line.strip() and self.text.pieces[number - 1].source is not self.source:
                start = self.text.offset(number)
                return Span(start + indent, start + len(line))
        return None

    def is_gone(self, span: Span) -> bool:
        """Whether a line of the base is not there any more, or not as it was."""
        return self.source.position(span.start)[0] not in self._kept


def base_of(ruleset: Ruleset) -> Base | None:
    """The base of a ruleset; None if it has no house rules."""
    text = ruleset.text
    if not isinstance(text, CombinedText):
        return None
    source = text.parts[0].source
    base = _read(source)
    if base is None:
        return None
    kept = frozenset(
        piece.line for piece in text.pieces if piece.source is source and piece.shift is not None
    )
    return Base(text, base, kept)


# Several checks ask for the same one.
@lru_cache(maxsize=2)
def _read(source: SourceFile) -> Ruleset | None:
    return analyse_source(source)[0]
