"""Notes: square brackets hold the IDs of rules and nothing else, sentences have no braces."""

from __future__ import annotations

import re
from collections.abc import Iterator

from cardrules.rule_ids import FORM, is_rule_id
from cardrules.source import SourceFile, Span
from cardrules.syntax.snag import TOKEN, Mistake, Snag, quoted

_IN_GROUPS = frozenset({"leaders", "opponents", "others", "partners", "players", "teams"})
_THING = re.compile(r"(?:\bmy[ ]+)?[a-z][\w.]*$")


def wrong_ids(source: SourceFile, brackets: Span) -> Iterator[Mistake]:
    """What is wrong with square brackets at the end of a line."""
    inside = source.text[brackets.start + 1 : brackets.end - 1]
    parts = [part.strip() for part in inside.split(",")]
    bad = next((part for part in parts if not is_rule_id(part)), None)
    if bad is None:
        return
    line = source.text.rfind("\n", 0, brackets.start) + 1
    before = source.text[line : brackets.start]
    if re.search(r"[\w)]$", before) and len(parts) == 1:
        yield by_number(before, brackets)
        return
    message = f"{quoted(bad)} is no ID of a rule." if bad else "Here the ID of a rule is missing."
    help = FORM
    if len(parts) > 1 and all(re.fullmatch(r"[a-z]\w*|[0-9]+", part) for part in parts):
        help = f"{FORM} Values stand in braces: `{{{', '.join(parts)}}}`."
    yield Mistake(code="CR101", span=brackets, message=message, help=help)


def places_by_number(snag: Snag) -> Mistake | None:
    """`my line[1]`: a card by its place, as in other languages."""
    text = snag.source.text
    start = snag.span.start - len(snag.before)
    for match in TOKEN.finditer(text, start, max(snag.span.end, snag.at + 1)):
        place, at = match.group(), match.start()
        if place[0] != "[" or not re.fullmatch(r"[\w)]", text[at - 1 : at]):
            continue
        if not any(map(is_rule_id, re.split(r"[ ]*,[ ]*", place[1:-1].strip()))):
            return by_number(text[start:at], Span(at, match.end()))
    return None


def by_number(before: str, span: Span) -> Mistake:
    """A place in square brackets; `before` is the line up to them."""
    thing = _THING.search(before)
    name = thing.group() if thing is not None and thing.group() not in ("bottom", "top") else "..."
    message = f"Square brackets hold rule IDs, not a place in {quoted(name)}."
    if name in _IN_GROUPS:
        help = f"The first one is `first of {name}`; the player behind another one is `left of` it."
    else:
        help = (
            f"The first card of a row is `first of {name}`, the last one `top of {name}`. A pile "
            "has a `top of` and a `bottom of`. Any other card is chosen, or found by `where`."
        )
    return Mistake(code="CR101", span=span, message=message, help=help)


def wrong_sentence(source: SourceFile, quotes: Span) -> Iterator[Mistake]:
    """A sentence of a note that is empty, or braces in it: it is the same always."""
    text = source.text[quotes.start : quotes.end]
    if not text[1:-1].strip():
        message, help = "Nothing stands in this sentence.", "Leave the quotes out."
        yield Mistake(code="CR104", span=quotes, message=message, help=help)
    brace = re.search(r"[{}]", text)
    if brace is not None:
        at = quotes.start + brace.start()
        yield Mistake(
            code="CR104",
            span=Span(at, at + 1),
            message="This sentence is the same always: no values stand in it.",
            help='What is told with values is `say "..."`, what is asked `ask "..."`.',
        )
