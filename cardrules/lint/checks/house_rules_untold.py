"""CR537: house rules that change lines of the rules, and say nothing to the players.

A rulebook marks the sentences of house rules; of these there would be none. Those that only change
numbers, texts or options in the front matter are told by these.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from cardrules.lint.check import Check, Finding, all_parts
from cardrules.model import ir
from cardrules.model.ruleset import Ruleset
from cardrules.source import CombinedText, SourceFile, Span

_KEY = re.compile(r"([a-z_]+):")
_TEXTS = ("goal", "turn", "end")
_SAID = re.compile(r"\b(help|text):")


def find_untold_house_rules(ruleset: Ruleset) -> Iterator[Finding]:
    """The first line of each file of house rules of which no sentence is told."""
    text = ruleset.text
    if not isinstance(text, CombinedText):
        return
    end = text.position(text.text.find("\n---", 3))[0] + 1
    changed: dict[SourceFile, int] = {}
    for line, piece in enumerate(text.pieces[end:], end + 1):
        if text.line(line).strip():
            changed.setdefault(piece.source, line)
    telling = {text.where(offset).source for offset in _sentences(ruleset)}
    for line in _texts(text, end):
        piece = text.pieces[line - 1]
        # Of a line that was made of another one nobody knows who has changed it.
        telling |= {piece.source} if piece.shift is not None else set(changed)
    for part in text.parts[1:]:
        if part.source in changed and part.source not in telling:
            start = text.offset(changed[part.source])
            yield Finding(
                span=Span(start, start + len(text.line(changed[part.source]))),
                message=f"No sentence says what the house rules `{part.title}` change.",
                help="Write a sentence behind a line of theirs, or into `turn: {add: ...}`.",
            )


def _sentences(ruleset: Ruleset) -> Iterator[int]:
    """Where the rules text has a sentence."""
    parts = (*all_parts(ruleset), *ruleset.traits.values(), *ruleset.value_lists.values())
    for node in ir.walk(parts):
        if isinstance(node, ir.Sentence):
            yield node.origin.span.start
        elif isinstance(node, ir.Origin) and node.sentence:
            yield node.span.start


def _texts(text: CombinedText, end: int) -> Iterator[int]:
    """The lines of the front matter that have texts for players."""
    key = ""
    for line in range(2, end):
        found = _KEY.match(text.line(line))
        key = found[1] if found is not None else key
        if key in _TEXTS or _SAID.search(text.line(line)):
            yield line


CHECK = Check(code="CR537", find=find_untold_house_rules, if_clean=True)
