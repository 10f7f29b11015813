"""Comparisons in words, as rulebooks say them: `less than 5`, `at least`, `contains`."""

from __future__ import annotations

import re
from collections.abc import Callable

from cardrules.source import Span
from cardrules.syntax.given_names import given_names, parameters
from cardrules.syntax.snag import Mistake, Snag, quoted

# Phrases, the longer before those that they begin with, and the signs for them.
_PHRASES = {
    r"(?:greater|more|higher|larger|bigger) than or (?:equal to|equal|the same as)": ">=",
    r"(?:less|fewer|lower|smaller) than or (?:equal to|equal|the same as)": "<=",
    r"(?:not|no) (?:greater|more|higher|larger|bigger) than|at most|up to|maximally": "<=",
    r"(?:not|no) (?:less|fewer|lower|smaller) than|at least|minimally": ">=",
    r"not (?:equal to|equals|equal|the same as)|unequal to|different from|differs from": "!=",
    r"(?:greater|more|higher|larger|bigger|stronger) than|exceeds|exceed|above|over": ">",
    r"(?:less|fewer|lower|smaller|weaker) than|below|under|beneath": "<",
    r"equal to|equals|equal|the same as|same as|exactly": "=",
    r"(?:greater|more|higher|larger|bigger|over)": ">",
    r"(?:less|fewer|lower|smaller)": "<",
}
_PHRASE = "|".join(f"(?P<p{n}>{text})" for n, text in enumerate(_PHRASES)).replace(" ", "[ ]+")
_SIGNS = tuple(_PHRASES.values())
_IN_WORDS = re.compile(rf"(?:\b(?:is|are)[ ]+)?\b(?:{_PHRASE})\b")
# `my hand has no cards`, `deck has any card left`: whether something lies there.
_HAS_CARDS = re.compile(
    r"(?P<has>(?:my )?[\w.]+)[ ]+(?:has|have|holds|contains)[ ]+"
    r"(?:(?:(?P<no>no)|any|some)[ ]+(?:more[ ]+)?cards?|cards)\b(?:[ ]+left)?"
)
_AMOUNT = re.compile(
    rf"(?:(?P<has>(?:my )?[\w.]+)[ ]+(?:has|have|holds|contains)[ ]+)?(?:\b(?:{_PHRASE})[ ]+)?"
    r"\b(?P<number>[0-9]+)[ ]+cards?(?:[ ]+(?:in|on)[ ]+(?P<where>(?:my )?[\w.]+))?"
)


def _sign(match: re.Match[str]) -> str:
    return next((_SIGNS[n] for n in range(len(_SIGNS)) if match[f"p{n}"] is not None), "=")


def _amount(snag: Snag) -> Mistake | None:
    """`less than 5 cards in my hand`, `my hand has 5 cards`."""
    if snag.is_expression or not snag.line or "=" in snag.line or "<" in snag.line:
        return None
    if snag.first_word not in ("if", "else", "while", "require", "choose"):
        return None
    for match in _HAS_CARDS.finditer(snag.line):
        if match.start() <= snag.column <= match.end():
            text = f"{match['has']} is {'' if match['no'] else 'not '}empty"
            help = snag.write(match.start(), match.end(), text) or f"Write `{text}`."
            span = Span(snag.line_start + match.start(), snag.line_start + match.end())
            message = f"{quoted(match.group())} is no condition."
            return snag.mistake(message, help, span=span)
    for match in _AMOUNT.finditer(snag.line):
        thing = match["has"] or match["where"]
        if thing is None or not match.start() <= snag.column <= match.end():
            continue
        text = f"count of {thing} {_sign(match)} {match['number']}"
        help = snag.write(match.start(), match.end(), text) or f"Compare: `{text}`."
        span = Span(snag.line_start + match.start(), snag.line_start + match.end())
        message = f"{quoted(match.group())} is no condition: a number is counted and compared."
        return snag.mistake(message, help, span=span)
    return None


def _in_words(snag: Snag) -> Mistake | None:
    """`count of my hand is less than 5`, `card.number at least 3`."""
    if snag.token_type == "_INDENT" or not snag.line or _is_place(snag):
        return None
    for match in _IN_WORDS.finditer(snag.line):
        before = snag.line[: match.start()].strip()
        if match.start() <= snag.column <= match.end() and before and not _is_amount(before):
            return _phrase(snag, match)
    return None


def _is_amount(before: str) -> bool:
    """Whether the words may say how many are to be chosen."""
    return before.startswith(("choose", "pick")) and " where " not in before


def _is_place(snag: Snag) -> bool:
    """Whether the words may be about where cards go."""
    return "PLACE" in snag.expected or snag.first_word in ("move", "draw", "zone", "pick")


def _phrase(snag: Snag, match: re.Match[str]) -> Mistake | None:
    words = re.sub(r"^(is|are)[ ]+", "", match.group())
    message = f"{quoted(words)} is no word of the language."
    if " " in words:
        message = f"{quoted(words)} are no words of the language."
    span = Span(snag.line_start + match.end() - len(words), snag.line_start + match.end())
    sign = _sign(match)
    if snag.is_expression:
        return snag.mistake(message, f"Compare with a sign: `{sign}`.", span=span)
    end = match.end()
    help = snag.write(match.start(), end, sign)
    if not snag.line[end:].strip():
        help = ""
    return snag.mistake(message, help or f"Compare with a sign: `{sign}`.", span=span)


def _is_number(snag: Snag) -> Mistake | None:
    """`is 3`, `is not true`."""
    previous = snag.text_of(snag.previous)
    if previous not in ("is", "not") or snag.token_type not in ("INTEGER", "TRUTH"):
        return None
    message = f"Behind `{previous}` cannot stand {quoted(snag.found)}."
    sign = "!=" if previous == "not" else "="
    match = re.search(r"\bis(?:[ ]+not)?[ ]+$", snag.line[: snag.column])
    if match is None or snag.is_expression:
        return snag.mistake(message, f"Compare with a sign: `{sign} {snag.found}`.")
    help = snag.write(match.start(), snag.column, sign)
    return snag.mistake(message, help or f"Compare with a sign: `{sign} {snag.found}`.")


_HOLDING = frozenset({"contains", "contain", "includes", "include", "has", "have", "holds", "hold"})
_THING = r"(?:my )?[\w.]+"
_IN = re.compile(
    rf"(?:\b(?:a|an|any|the)[ ]+(?P<sort>\w+)(?:[ ]+is)?|\b(?P<it>[\w.]+)[ ]+is)[ ]+"
    rf"(?P<not>not[ ]+)?in[ ]+(?P<there>{_THING})"
)
_COUNT = re.compile(rf"\bcount of (?P<it>\w+)[ ]+in[ ]+(?P<there>{_THING})")


def _contains(snag: Snag) -> Mistake | None:
    """`my hand contains silk`, `silk is in my hand`."""
    if snag.is_expression:
        return None
    before = re.search(rf"{_THING}$", snag.line[: snag.column].rstrip())
    what = re.match(r"[\w.]+", snag.behind.lstrip())
    if snag.found in _HOLDING and before is not None and what is not None:
        message = f"{quoted(snag.found)} is no word of the language."
        return snag.mistake(message, _found_in(snag, what.group(), before.group()))
    for match in _IN.finditer(snag.line):
        if match.start() <= snag.column <= match.end():
            it = match["it"] or match["sort"]
            message = f"{quoted(match.group())} is no condition."
            if match["sort"] and snag.line[match.end() :].lstrip().startswith(":"):
                some = f"some {it} in {match['there']}"
                help = snag.write(match.start(), match.end(), some)
                return snag.mistake(message, help or f"Write `{some}: ...`.")
            return snag.mistake(message, _found_in(snag, it, match["there"], match["not"] or ""))
    return None


def _found_in(snag: Snag, it: str, there: str, negated: str = "") -> str:
    if _is_thing(snag, it):
        return f"For one thing: `{it} {negated}in {there}`."
    sort = "not " if negated else ""
    return (
        f"For a card of some sort: `{sort}some c in {there}: c is {it}`, "
        f"or `{sort}some c in {there}: c.ATTRIBUTE = {it}`."
    )


def _is_thing(snag: Snag, text: str) -> bool:
    """Whether something may be one thing, such as a card, and not a sort of cards."""
    name = text.partition(".")[0]
    above = Span(snag.whole.start, snag.at)
    return (
        "." in text
        or any(given.text == name for given in given_names(snag.source, above))
        or any(given.text == name for given in parameters(snag.source, above))
        or re.search(rf"^(?:variable|define)[ ]+{name}\b", snag.source.text, re.MULTILINE)
        is not None
    )


def _count(snag: Snag) -> Mistake | None:
    """`count of silk in my hand > 2`, `count of my hand < 5 cards`."""
    if snag.is_expression:
        return None
    for match in _COUNT.finditer(snag.line):
        if match.end() <= snag.column:
            it, there = match["it"], match["there"]
            message = "Behind `count of` stands what is counted, with a condition behind `where`."
            help = f"`count of ({there} where it is {it})`"
            help += f", or `count of ({there} where ATTRIBUTE = {it})`."
            span = Span(*(snag.line_start + at for at in match.span()))
            return snag.mistake(message, f"For example: {help}", span=span)
    if snag.found in ("card", "cards") and re.search(
        r"[<>=][ ]*[0-9]+[ ]*$", snag.line[: snag.column]
    ):
        help = snag.write(snag.column, snag.column + len(snag.found), "") or "Leave it out."
        return snag.mistake(f"A number stands alone, without {quoted(snag.found)}.", help)
    return None


def _empty(snag: Snag) -> Mistake | None:
    """`my hand empty`, `my hand not empty`."""
    if snag.is_expression or snag.found != "empty":
        return None
    negated = snag.text_of(snag.previous) == "not"
    match = re.search(r"(?:\bnot[ ]+)?$", snag.line[: snag.column])
    if match is None or snag.text_of(snag.previous) == "is":
        return None
    text = "is not empty" if negated else "is empty"
    help = snag.write(match.start(), snag.column + len(snag.found), text)
    return snag.mistake(f"Before `empty` stands {quoted('is')}.", help or f"Write `{text}`.")


def _not(snag: Snag) -> Mistake | None:
    """`card.suit not clubs`."""
    if snag.is_expression or snag.text_of(snag.previous) != "not" or not snag.expects("in"):
        return None
    before = re.search(r"((?:my )?[\w.]+)[ ]+not[ ]+$", snag.line[: snag.column])
    if snag.token_type not in ("NAME", "INTEGER") or before is None:
        return None
    message = f"Behind `not` should be `in`, not {quoted(snag.found)}."
    unequal = f"{before[1]} != {snag.found}"
    help = (
        f"To compare: `{unequal}`. For a line of the card table: `{before[1]} is not {snag.found}`."
    )
    return snag.mistake(message, help)


def _isnt(snag: Snag) -> Mistake | None:
    """`card isnt worm`."""
    if snag.is_expression or snag.found not in ("isnt", "isn", "arent", "doesnt", "wasnt"):
        return None
    message = f"{quoted(snag.found)} is no word of the language."
    return snag.mistake(message, snag.write(snag.column, snag.column + len(snag.found), "is not"))


_ONE_SIDE = re.compile(
    r"(?P<left>(?:count of )?(?:my )?[\w.]+)[ ]*(?:[<>]=?|!?=)[ ]*[\w.]+[ ]*"
    r"(?P<join>,|\band\b|\bor\b)[ ]*(?P<again>(?:count of )?(?:my )?[\w.]+[ ]*)?"
    r"(?P<sign>[<>]=?|!?=)"
)


def _joined(snag: Snag) -> Mistake | None:
    """`where n > 3, n < 5`, `where n > 3 and < 5`."""
    if snag.is_expression:
        return None
    for match in _ONE_SIDE.finditer(snag.line):
        if snag.column not in (match.start("join"), match.start("sign")):
            continue
        join = "and" if match["join"] == "," else match["join"]
        left = (match["again"] or match["left"]).strip()
        text = f" {join} {left} {match['sign']}"
        help = snag.write(match.start("join"), match.end(), text)
        if match["join"] == ",":
            return snag.mistake("Conditions are joined by `and` or `or`, not by a comma.", help)
        message = f"Before `{match['sign']}` is missing what is compared; it is said each time."
        return snag.mistake(message, help)
    return None


_CHAINED = re.compile(
    r"(?P<left>(?:my )?[\w.]+)[ ]*(?P<first>[<>]=?|=)[ ]*(?P<middle>(?:count of )?(?:my )?[\w.]+)"
    r"[ ]*(?P<second>[<>]=?|=)[ ]*(?P<right>(?:my )?[\w.]+)"
)


def _chained(snag: Snag) -> Mistake | None:
    """`1 < card.number < 5`."""
    if snag.token_type != "COMPARE" or snag.is_expression:
        return None
    for match in _CHAINED.finditer(snag.line):
        if match.start("second") == snag.column:
            left, middle, right = (match[name] for name in ("left", "middle", "right"))
            text = f"{left} {match['first']} {middle} and {middle} {match['second']} {right}"
            help = snag.write(match.start(), match.end(), text)
            message = "Two comparisons cannot be chained."
            return snag.mistake(message, help or f"Join them: `{text}`.")
    return None


IN_COMPARISONS: tuple[Callable[[Snag], Mistake | None], ...] = (
    _is_number,
    _amount,
    _in_words,
    _contains,
    _count,
    _isnt,
    _empty,
    _not,
    _joined,
    _chained,
)
