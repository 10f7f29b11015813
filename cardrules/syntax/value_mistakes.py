"""Mistakes in values: ranges, lists in other brackets, powers, and words where signs stand."""

from __future__ import annotations

import re
from collections.abc import Callable

from cardrules.source import Span
from cardrules.syntax.snag import Mistake, Snag, quoted

# More numbers than these nobody writes out.
_MOST_NUMBERS = 12
_NO_RANGES = "There are no ranges yet: the numbers are written out with commas"


def written_out(first: int, last: int) -> str:
    """The whole numbers of a range with commas; empty if there are none, or too many."""
    if not first <= last < first + _MOST_NUMBERS:
        return ""
    return ", ".join(str(number) for number in range(first, last + 1))


# ---- `choose n from 1 to 5` ----------------------------------------------------------------------

_RANGE = re.compile(
    r"(?:(?P<open>[{(])[ ]*)?(?:between[ ]+)?\b(?P<first>[0-9]+)[ ]*"
    r"(?:,[ ]*(?:[0-9]+[ ]*,[ ]*)*\.\.+[ ]*,?|\bto\b|\bthrough\b|\buntil\b|\band\b|\.\.+|-)[ ]*"
    r"(?P<last>[0-9]+|(?:count of )?(?:my )?[a-z][\w.]*)[ ]*(?P<close>[})]?)"
)


_RANGE_WORDS = frozenset({"to", "through", "until", ".", "..", "...", "between"})
# A range one of whose ends is worked out: `choose n from bid + 1 to 12`.
_WORKED_OUT = re.compile(
    r"(?:choose|pick)[ ]+[a-z]\w*[ ]+(?:at random[ ]+)?from[ ]+(?P<first>[^{}]+?)[ ]+"
    r"(?:to|through|until)[ ]+(?P<last>[^{}]+)"
)


def _range(snag: Snag) -> Mistake | None:
    """`choose n from 1 to 5`, `{1 to 5}`, `1..5`, `{0, ..., 5}`, `between 1 and 5`."""
    is_second = snag.text_of(snag.previous) == "between"
    if snag.is_expression or not (snag.found in _RANGE_WORDS or is_second):
        return None
    for match in _RANGE.finditer(snag.line):
        if match.start() <= snag.column <= match.end() and _is_range(snag, match):
            return _of_range(snag, match)
    whole = _WORKED_OUT.fullmatch(snag.line)
    return None if whole is None else _worked_out(snag, whole)


def _worked_out(snag: Snag, match: re.Match[str]) -> Mistake:
    """The numbers are written out, and a condition leaves those that are in the range."""
    first, last = match["first"], match["last"]
    low = int(first) if first.isdigit() else 1
    high = int(last) if last.isdigit() else low + 2
    numbers = written_out(low, high) or f"{low}, {low + 1}, ..., {high}"
    numbers += "" if last.isdigit() else ", ..."
    more = re.fullmatch(r"(.+)[ ]*\+[ ]*1", first)
    tests = [] if first.isdigit() else [f"it > {more[1].strip()}" if more else f"it >= {first}"]
    tests += [] if last.isdigit() else [f"it <= {last}"]
    text = f"{snag.line[: match.start('first')]}{{{numbers}}} where {' and '.join(tests)}"
    return snag.mistake(
        snag.unexpected, f"{_NO_RANGES}. A condition leaves those that are meant: `{text}`."
    )


def _is_range(snag: Snag, match: re.Match[str]) -> bool:
    """Whether it was something to choose from or to look in."""
    before = snag.line[: match.start()].rstrip()
    if " and " in match.group() and "between" not in match.group():
        return False
    return (
        bool(match["open"])
        or before.endswith((" from", " in", "=", " is"))
        or ("between" in match.group())
    )


def _of_range(snag: Snag, match: re.Match[str]) -> Mistake:
    message = f"{quoted(match.group().strip())} is no value."
    start, end = match.span()
    before = snag.line[:start].rstrip()
    last = int(match["last"]) if match["last"].isdigit() else None
    numbers = "" if last is None else written_out(int(match["first"]), last)
    if "between" in match.group() and snag.first_word not in ("choose", "pick"):
        return _between(snag, match, message)
    if before.endswith(" is"):
        start = len(before) - 2
    word = "" if re.search(r"\b(from|in)$", before) or match["open"] else "in "
    if snag.first_word in ("choose", "pick") and "between" in match.group():
        word = "from "
    if snag.first_word == "define" or before.endswith("="):
        word = ""
    if numbers:
        line = snag.write(start, end, f"{word}{{{numbers}}}")
        return snag.mistake(message, f"{_NO_RANGES}. {line}".strip(), span=_span(snag, match))
    some = written_out(int(match["first"]), int(match["first"]) + 2)
    help = f"{_NO_RANGES}, as many as there can be: `{{{some}, ...}}`."
    if snag.first_word == "choose":
        help += f" Behind them may stand `where it <= {match['last']}`."
    return snag.mistake(message, help, span=_span(snag, match))


def _between(snag: Snag, match: re.Match[str], message: str) -> Mistake:
    """`card.cost is between 1 and 5`."""
    before = re.search(
        r"((?:my |count of my |count of )?[\w.]+)(?:[ ]+is)?$", snag.line[: match.start()].rstrip()
    )
    if before is None:
        return snag.mistake(message, "Compare twice: `X >= 1 and X <= 5`.")
    thing = before[1]
    text = f"{thing} >= {match['first']} and {thing} <= {match['last']}"
    help = snag.write(before.start(), match.end(), text)
    return snag.mistake(message, help or f"Compare twice: `{text}`.", span=_span(snag, match))


def _span(snag: Snag, match: re.Match[str], group: int = 0) -> Span:
    return Span(*(snag.line_start + at for at in match.span(group)))


# ---- `[silk, tea]` -------------------------------------------------------------------------------

_ITEM = r"(?:my )?[a-z0-9][\w.]*"
_LIST = re.compile(rf"\([ ]*({_ITEM}(?:[ ]*,[ ]*{_ITEM})+)[ ]*\)")
_BARE = re.compile(
    rf"\b(?:from|in|=)[ ]+({_ITEM}(?:[ ]*,[ ]*{_ITEM})*(?:[ ]*,?[ ]+(?:or|and)[ ]+{_ITEM})?)"
)


def _list(snag: Snag) -> Mistake | None:
    """`(silk, tea)` or `silk, tea` for `{silk, tea}`."""
    if snag.is_expression or snag.text[:1] != ",":
        return None
    for form in (_LIST, _BARE):
        for match in form.finditer(snag.line):
            if match.start() <= snag.column < match.end() and not _is_call(snag.line, match):
                group = 0 if form is _LIST else 1
                message = f"{quoted(match[1])} is no set without braces."
                if form is _LIST:
                    message = "A set stands in braces, not in round brackets."
                help = _in_braces(snag, match[1], *match.span(group))
                return snag.mistake(message, help, span=_span(snag, match, group))
    return None


def _in_braces(snag: Snag, text: str, start: int, end: int) -> str:
    items = re.sub(r"[ ]*,?[ ]+(?:or|and)[ ]+|[ ]*,[ ]*", ", ", text.strip())
    return snag.write(start, end, f"{{{items}}}") or f"Write `{{{items}}}`."


_ITEMS = re.compile(rf"\[[ ]*({_ITEM}(?:[ ]*,[ ]*{_ITEM})*)[ ]*\]")


def _square(snag: Snag) -> Mistake | None:
    """`[silk, tea]` for `{silk, tea}`, where a value should be."""
    match = _ITEMS.fullmatch(snag.text)
    is_value = snag.token_type == "IDS" and snag.words[:1] == ["a value"]
    if snag.is_expression or match is None or not is_value:
        return None
    start = snag.column
    # Where it ends the line it was taken for a note, which `line` does not have.
    end = start + len(snag.text) if snag.line[start : start + 1] == "[" else start
    message = "A set stands in braces; square brackets hold rule IDs."
    sign = re.search(r"(!?=)[ ]*$", snag.line[: snag.column])
    if sign is not None and snag.first_word in ("if", "else", "while", "require", "choose"):
        items = f"{'not ' * (sign[1] == '!=')}in {{{match[1]}}}"
        return snag.mistake(message, snag.write(sign.start(), end, items))
    return snag.mistake(message, _in_braces(snag, match[1], start, end))


def _is_call(line: str, match: re.Match[str]) -> bool:
    """Whether a bracket stands behind a name, so that it holds something else than a set."""
    return re.search(r"\w$", line[: match.start()]) is not None and match.group()[0] == "("


_EMPTY = re.compile(r"\{[ ]*\}|\[[ ]*\]")


def _empty(snag: Snag) -> Mistake | None:
    """`{}` or `[]` for nothing."""
    for match in _EMPTY.finditer(snag.line):
        if match.start() <= snag.column < match.end() and not snag.is_expression:
            message = f"`{match.group()}` holds nothing, so nobody could tell of what."
            help = (
                "Whether there is nothing asks `is empty`. A variable for cards may begin with a "
            )
            help += "zone that is empty at the start: `variable taken: cards = discard`."
            return snag.mistake(message, help, span=_span(snag, match))
    return None


# ---- `2 ^ 3`, `3 times 4` ------------------------------------------------------------------------

_POWER = re.compile(r"(?P<base>(?:my )?[\w.]+)[ ]*(?P<sign>\^|\*\*)[ ]*(?P<times>[0-9]+)?")
_MOST_TIMES = 6


def _power(snag: Snag) -> Mistake | None:
    """`2 ^ 3`, `2 ** 3`."""
    for match in _POWER.finditer(snag.line):
        start, end = match.span("sign")
        if not start <= snag.column < end:
            continue
        message = f"`{match['sign']}` is no sign of the language: there are no powers."
        help = "Multiply as often: `n * n * n`."
        if match["times"] and 2 <= int(match["times"]) <= _MOST_TIMES:  # noqa: PLR2004
            product = " * ".join([match["base"]] * int(match["times"]))
            help = snag.write(match.start(), match.end(), product) or help
        return snag.mistake(message, help, span=_span(snag, match))
    return None


_SIGNS = {
    "plus": "+",
    "minus": "-",
    "times": "*",
    "x": "*",
    "multiplied": "*",
    "div": "/",
    "divided": "/",
    "modulo": "mod",
    "percent": "",
}


def _sign_word(snag: Snag) -> Mistake | None:
    """`3 times 4`, `a plus b`."""
    behind_value = re.search(r"[\w)}][ ]*$", snag.before) and snag.words[:1] != ["a value"]
    if snag.is_expression or snag.found not in _SIGNS or not behind_value:
        return None
    if _SIGNS[snag.found] and not snag.behind.strip():
        return None
    message = f"{quoted(snag.found)} is no word of the language."
    sign = _SIGNS[snag.found]
    if not sign:
        return snag.mistake(
            message, "All numbers are whole: `n * 10 / 100` is a tenth, rounded down."
        )
    by = re.match(r"[ ]*by\b", snag.behind)
    end = snag.column + len(snag.found) + (by.end() if by is not None else 0)
    return snag.mistake(message, snag.write(snag.column, end, sign) or f"Write the sign `{sign}`.")


_ALL = re.compile(r"\ball[ ]+(?:(?:the|of)[ ]+)*(?P<cards>(?:cards?[ ]+)?(?:in|from|of|on)[ ]+)?")


def _all(snag: Snag) -> Mistake | None:
    """`choose suit from all suits`, `move all cards in table to discard`."""
    for match in _ALL.finditer(snag.line):
        if not match.start() < snag.column <= match.end() or snag.is_expression:
            continue
        message = "`all` is no word that could stand here."
        each = re.match(r"\w+[ ]+in\b[^:]*:", snag.line[match.end() :])
        if each is not None:
            help = snag.write(match.start(), match.end(), "every ")
            return snag.mistake(message, help or "Write `every`.", span=_span(snag, match))
        help = "Name a zone or a group, `my hand` or `players`; values are written out in braces."
        if match["cards"] or snag.first_word in ("move", "reveal", "shuffle"):
            end = match.end()
            source = re.match(r"cards?[ ]+(?:from|in|of)[ ]+", snag.line[match.end() :])
            end += source.end() if source is not None else 0
            help = snag.write(match.start(), end, "") or help
        start = snag.line_start + match.start()
        return snag.mistake(message, help, span=Span(start, start + len("all")))
    return None


IN_VALUES: tuple[Callable[[Snag], Mistake | None], ...] = (
    _power,
    _range,
    _empty,
    _square,
    _list,
    _all,
    _sign_word,
)
