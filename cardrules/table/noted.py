"""Notes in the text: IDs in texts of the front matter, those of `score`, and lines without any."""

from __future__ import annotations

import re

from cardrules.model import ir
from cardrules.model.ruleset import Ruleset
from cardrules.rule_ids import LISTED
from cardrules.source import Span

# The blanks before IDs go, or at the beginning of a text, or of one in quotes, those behind them.
_CITED_WITH_BLANKS = re.compile(rf"""(?:(?<=\s["'])|^){LISTED}\s*|(?<!\s)\s*{LISTED}""")
_SCORE = re.compile(
    r"""^score\b[^\S\n]*(?:\[(?P<ids>[^\]\n]*)\])?[^\S\n]*(?:"(?P<sentence>[^"\n]*)")?""",
    re.MULTILINE,
)
# It begins behind no blank, so that a long run of blanks is not gone through again and again.
_AT_THE_END = re.compile(r"""(?<!\s)\s*+(?:\[[^\]"]*\]\s*+)?(?:"[^"]*"\s*+)?(?:\#.*)?$""")


def without_note(line: str) -> str:
    """A line of the rules without the IDs, the sentence and the comment at its end."""
    return _AT_THE_END.sub("", line).strip()


def without_ids(text: str) -> str:
    """A text without the IDs in it, and without the blanks that only set them apart."""
    return _CITED_WITH_BLANKS.sub("", text).strip()


def bare_help(text: str) -> str:
    """The help of an option without its IDs."""
    return re.sub(r"(?<!\s)\s+([.,;:]|$)", r"\1", without_ids(text))


def score_origin(ruleset: Ruleset) -> ir.Origin:
    """The note behind the word `score`; its clauses have notes of their own."""
    lines = list(_SCORE.finditer(ruleset.text.text))
    if not lines:
        return ir.Origin(Span(0, 0))
    head = lines[-1]  # what begins so in the front matter stands before
    ids = tuple(name.strip() for name in (head["ids"] or "").split(",") if name.strip())
    return ir.Origin(Span(*head.span()), ids, head["sentence"] or "")
