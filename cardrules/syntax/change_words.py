"""How authors say that a number changes or that something is done, and how it is written."""

from __future__ import annotations

import re

from cardrules.syntax.snag import shown

_TARGET = r"(?P<target>(?:my[ ]+)?[a-z]\w*(?:\.\w+)*)"
_NUMBER = r"(?P<number>[0-9]+|count of .+|(?:my[ ]+)?[a-z][\w.]*)"
_FORMS = {
    "-": (
        rf"(?:subtract|deduct|minus|take away|take)[ ]+{_NUMBER}[ ]+from[ ]+{_TARGET}",
        rf"(?:remove)[ ]+(?P<number>[0-9]+|count of .+)[ ]+from[ ]+{_TARGET}",
        rf"(?:decrease|decrement|reduce|lower|diminish|drop)[ ]+{_TARGET}(?:[ ]+by[ ]+{_NUMBER})?",
    ),
    "+": (
        rf"(?:increase|increment|raise|up|bump|grow)[ ]+{_TARGET}(?:[ ]+by[ ]+{_NUMBER})?",
        rf"(?:add)[ ]+{_NUMBER}[ ]+(?:onto|into|on)[ ]+{_TARGET}",
    ),
    "*": (rf"(?:multiply)[ ]+{_TARGET}[ ]+by[ ]+{_NUMBER}",),
    "/": (rf"(?:divide)[ ]+{_TARGET}[ ]+by[ ]+{_NUMBER}",),
}
_CHANGES = tuple((sign, re.compile(text)) for sign, forms in _FORMS.items() for text in forms)
_SINGLE = {
    re.compile(rf"double[ ]+{_TARGET}"): "* 2",
    re.compile(rf"halve[ ]+{_TARGET}"): "/ 2",
    re.compile(rf"(?:decrement|decr|dec)[ ]+{_TARGET}"): "- 1",
}
_RESET = re.compile(rf"(?:reset|clear)[ ]+{_TARGET}(?:[ ]+to[ ]+(?P<number>.+))?")


def change_help(line: str) -> str:
    """How a line such as `subtract 1 from my points` or `decrease my points by 1` is written."""
    for sign, form in _CHANGES:
        match = form.fullmatch(line)
        if match is not None:
            return f"Write `{_changed(match['target'], sign, match['number'] or '1')}`."
    for form, change in _SINGLE.items():
        match = form.fullmatch(line)
        if match is not None:
            return f"Write `set {match['target']} to {match['target']} {change}`."
    match = _RESET.fullmatch(line)
    if match is not None:
        return f"Write `set {match['target']} to {match['number'] or 0}`."
    return _gain_help(line)


def _changed(target: str, sign: str, number: str) -> str:
    if sign == "+":
        return f"add {number} to {target}"
    return f"set {target} to {target} {sign} {number}"


_GAIN = re.compile(
    r"(?P<verb>gain|get|receive|earn|win|score|lose|pay|spend|forfeit)[ ]+"
    r"(?:(?P<number>[0-9]+)[ ]+)?(?P<what>[a-z]\w*)(?:[ ]+(?:to|from)[ ]+(?P<whom>[\w.]+))?"
)
_BACK = frozenset({"lose", "pay", "spend", "forfeit"})
_SINGULAR = {"cards": "card", "coins": "coin", "points": "points", "tokens": "token"}


def _gain_help(line: str) -> str:
    """How `gain 1 coin` or `score 3 points` is written."""
    match = _GAIN.fullmatch(line)
    if match is None or (match["number"] is None and match["verb"] in ("get", "win", "lose")):
        return ""
    what = _SINGULAR.get(match["what"], match["what"])
    number = match["number"] or "1"
    if what == "card":
        if match["verb"] in _BACK:
            return "Cards are moved: `move card to discard`."
        return f"Cards are drawn or moved: `draw {number} from deck to my hand`."
    if match["verb"] in _BACK:
        tokens = f"take {number} {what} from me"
        variable = f"set my {what} to my {what} - {number}"
    else:
        tokens, variable = f"give {number} {what} to me", f"add {number} to my {what}"
    return f"Of tokens: `{tokens}`. Of a variable: `{variable}`."


_DEAL = re.compile(r"deal[ ]+(?:(?P<number>\w+)[ ]+)?(?:cards?\b)?.*")
_TURNS = re.compile(r"skip[ ]+(?:(?:the|a|my|this)[ ]+)?(?:rest of )?(?:(?:the|my|this)[ ]+)?turn")


def doing_help(line: str) -> str:
    """How a line such as `deal 3 to each player` or `skip the next player` is written."""
    word = line.split(maxsplit=1)[0] if line.split() else ""
    match = _DEAL.fullmatch(line)
    if match is not None:
        number = match["number"] if (match["number"] or "").isdigit() else "5"
        return (
            "Everybody draws: `each player clockwise from starter`, and below it "
            f"`draw {number} from deck to my hand`."
        )
    if _TURNS.fullmatch(line):
        return "Write `end turn`."
    if word == "skip":
        return "The next player is left out by `next turn next of next of me`."
    if word == "lose" and "turn" in line:
        return "Remember by a variable who is to lose a turn, and ask for it by `if`."
    if word in ("look", "peek", "see"):
        return "Somebody is shown cards: `reveal top of deck to me`."
    if word == "play" and len(line.split()) > 1:
        return "A card that is played is moved: `move card to discard`."
    if (
        word in ("return", "put", "place", "play", "lay", "send", "bring", "take")
        and " to " in line
    ):
        return "Cards are moved: `move card to discard`."
    if word == "when":
        return f"Write `if{shown(line.removeprefix('when'))}`."
    return ""
