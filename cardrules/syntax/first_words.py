"""Lines that begin with a word with which no line can begin there."""

from __future__ import annotations

import re
from collections.abc import Mapping

import attrs

from cardrules.syntax.change_words import change_help, doing_help
from cardrules.syntax.expected import (
    DECLARATIONS,
    PREMISES,
    STATEMENTS,
    STOPPING,
    likely_first_word,
)
from cardrules.syntax.snag import LAYOUT, NAME, WORD, Mistake, Snag, quoted, shown

# What helps who begins a line of a block with `ask`.
ASKED_ABOVE = "It stands below `choose`, `one of` or `window`, indented, and says how they ask."


def first_words(snag: Snag) -> Mistake | None:
    """A line that begins with a word with which no line can begin there."""
    if snag.before.strip() or snag.token_type in LAYOUT or snag.is_expression:
        return None
    if snag.expects("zone", "action"):
        return _first_of_declaration(snag)
    if snag.expects("move", "draw"):
        return _first_of_statement(snag)
    if snag.expects("choose", "do"):
        return _first_of_premise(snag)
    if snag.words == ["`do`"] and snag.found in (*PREMISES, "say"):
        message = "Above `do`, `say` stands last, and once."
        return snag.mistake(message, "So it can say all that is chosen above it.")
    if snag.words == ["the end of the block"]:
        message = "What is told or asked of a line is one sentence, and nothing stands below that."
        return snag.mistake(message, "What comes next begins in the column of the line above it.")
    return None


# What changes lines of a game in house rules, and stands below `in`.
CHANGING = {
    "offer": "offer be_sly beside play_card",
    "add": "add require target = left of me",
    "before": "before move card to discard",
    "after": "after move card to discard",
    "change": "change draw 1 from deck to draw 2 from deck",
}
_EXTENDS = re.compile(r"^extends[ ]*:", re.MULTILINE)


def _in_house_rules(line: str, word: str) -> str:
    """The help for a change that stands at the margin of house rules."""
    where = "in play" if word == "offer" else "in action NAME"
    shown_line = line if re.match(rf"{word}[ ]+\S", line) else CHANGING[word]
    return (
        f"It stands below the declaration that it changes: `{where}` at the margin, and below it, "
        f"four blanks further in, `{shown(shown_line)}`."
    )


def _first_of_declaration(snag: Snag) -> Mistake:
    word = snag.found
    message = f"No declaration begins with {quoted(word)}."
    if word in CHANGING and _EXTENDS.search(snag.source.where(snag.at).source.text):
        return snag.mistake(message, _in_house_rules(snag.line, word))
    if word in ("turns", "rounds", "phase"):
        return snag.mistake(message, f"`{word}` stands inside `play`, indented below it.")
    if word in STATEMENTS:
        help = f"`{word}` belongs below a declaration such as `setup` or `routine`, indented."
        return snag.mistake(message, help)
    if word in ("title", "players", "teams", "decks", "options", "attributes", "cards", "option"):
        help = "This belongs into the front matter, between the two lines `---`."
        return snag.mistake(message, help)
    help = _declared_help(snag.line)
    if help:
        return snag.mistake(message, help)
    likely = likely_first_word(word, DECLARATIONS)
    if likely is not None:
        return snag.mistake(message, f"Did you mean `{likely}`? {_form(likely, DECLARATIONS)}")
    return snag.mistake(message, f"One begins with {_any_of(tuple(DECLARATIONS))}.")


def _first_of_statement(snag: Snag) -> Mistake:
    word = snag.found
    message = f"No line can begin with {quoted(word)} here."
    if word == "ask":
        return snag.mistake(message, ASKED_ABOVE)
    if word == "else":
        help = "An `else` belongs to the `if` above it and begins in the same column."
        return snag.mistake(message, help)
    if word == "require":
        help = "A `require` stands above the `do` of an action. Among effects, use `if`."
        return snag.mistake(message, help)
    help = _assignment_help(snag.line) or _manner_help(snag.line) or _doing_help(snag.line)
    if help:
        return snag.mistake(message, help)
    if word in DECLARATIONS:
        return snag.mistake(message, f"`{word}` begins a declaration; it stands at the margin.")
    answers = snag.source.text.startswith("interrupt", snag.whole.start)
    if answers and word in STOPPING:
        help = "Did you mean `stop`? It stops the action that is answered."
        return snag.mistake(message, help)
    likely = likely_first_word(word, STATEMENTS)
    if likely is not None:
        return snag.mistake(message, f"Did you mean `{likely}`? {_form(likely, STATEMENTS)}")
    common = (*_COMMON, "stop") if answers else _COMMON
    return snag.mistake(message, f"One begins with a word such as {_any_of(common)}.")


_COMMON = ("move", "draw", "choose", "let", "set", "if", "each", "while", "one of")


def _first_of_premise(snag: Snag) -> Mistake:
    word = snag.found
    message = f"No line can begin with {quoted(word)} here."
    if word == "ask":
        return snag.mistake(message, ASKED_ABOVE)
    if word in STATEMENTS and word not in PREMISES:
        help = "Effects stand below a line `do`, four blanks further in."
        return snag.mistake(message, help)
    help = _assignment_help(snag.line, above_do=True) or _manner_help(snag.line, above_do=True)
    if help:
        return snag.mistake(message, help)
    likely = likely_first_word(word, PREMISES)
    if likely is not None:
        return snag.mistake(message, f"Did you mean `{likely}`? {_form(likely, STATEMENTS)}")
    return snag.mistake(message, f"One begins with {_any_of(PREMISES)}.")


def _doing_help(line: str) -> str:
    """How something is done that the line says in other words."""
    return change_help(line) or doing_help(line)


def _form(word: str, forms: Mapping[str, str]) -> str:
    form = forms.get(word, f"{word} deck is empty")
    return f"For example: `{form}`."


def _any_of(words: tuple[str, ...]) -> str:
    return ", ".join(f"`{word}`" for word in words[:-1]) + f" or `{words[-1]}`"


# ---- `points = 3` --------------------------------------------------------------------------------

_ASSIGNED = re.compile(
    r"(?P<target>(?:my[ ]+)?[a-z]\w*(?:\.\w+)*)[ ]*"
    r"(?:(?P<sign>:=|\+=|-=|=(?!=))[ ]*(?P<value>.*)|(?P<step>\+\+|--))"
)
# What can stand behind `add` as it is.
_SUMMAND = re.compile(r"(?!.*\b(?:if|where|with|or|and|not|is|in)\b)[\w. ()*/+-]+")


@attrs.frozen
class Assignment:
    """How a line such as `points = 3` is written: for a variable, and for a name if it may be."""

    changes: str
    names: str = ""


def assignment(line: str) -> Assignment | None:
    """What a line such as `points = 3`, `my points += 1` or `points++` is to do, if it is one."""
    match = _ASSIGNED.fullmatch(line)
    if match is None:
        return None
    target, value = match["target"], (match["value"] or "").strip() or "VALUE"
    if match["step"] is not None:
        return Assignment(_change(target, match["step"][0], "1"))
    if match["sign"] in ("+=", "-="):
        return Assignment(_change(target, match["sign"][0], value))
    changes = _set(target, value)
    more = re.fullmatch(rf"{re.escape(target)}[ ]*\+[ ]*(.+)", value)
    if more is not None and _SUMMAND.fullmatch(more[1]):
        return Assignment(f"{changes}, or {_change(target, '+', more[1])}")
    if NAME.fullmatch(target) is None or re.search(rf"\b{target}\b", value):
        return Assignment(changes)
    return Assignment(changes, f"`let {target} = {shown(value)}`")


def _assignment_help(line: str, *, above_do: bool = False) -> str:
    found = assignment(line)
    if found is None:
        return ""
    if above_do:
        name = f"Write {found.names}. " if found.names else ""
        return f"{name}A variable is set below `do`: {found.changes}."
    if found.names:
        return f"Write {found.names} for a name, {found.changes} for a variable."
    return f"Write {found.changes}."


def _change(target: str, sign: str, value: str) -> str:
    if sign == "+":
        return f"`add {shown(value)} to {target}`"
    is_name = re.fullmatch(r"(?:my[ ]+)?[\w.]+", value) is not None
    return _set(target, f"{target} - {value if is_name else f'({value})'}")


def _set(target: str, value: str) -> str:
    return f"`set {target} to {shown(value)}`"


def _declared_help(line: str) -> str:
    """How `points = 0` at the margin is written."""
    match = _ASSIGNED.fullmatch(line)
    if match is None or not match["value"] or NAME.fullmatch(match["target"]) is None:
        return ""
    name, value = match["target"], match["value"].strip()
    types = {"true": "flag", "false": "flag"}
    of_type = "integer" if re.fullmatch(r"-?[0-9]+", value) else types.get(value, "TYPE")
    return (
        f"What changes in a game is a variable: `variable {name}: {of_type} = {shown(value)}`. "
        f"What does not is a definition: `define {name} = {shown(value)}`."
    )


# ---- `may draw 1 from deck` ----------------------------------------------------------------------

OPTIONAL_WORDS = frozenset({"can", "could", "may", "might", "optional", "optionally"})
_DUTIES = frozenset({"always", "must", "shall", "should"})

# How to say that somebody may do something, or leave it.
OPTIONAL_EFFECT = (
    "No word makes a line optional. Ask first, `choose wanted from {true, false}`, and write the "
    "line below `if wanted`. Or make an action of it that stands beside others: "
    "`one of play_card, pass`."
)
_OPTIONAL_PREMISE = (
    "No word makes a choice optional. Write a second action without it, and let the player take "
    "either: `one of play_card, pass`. Or ask below `do`: `choose wanted from {true, false}`, and "
    "there `if wanted`."
)


def _manner_help(line: str, *, above_do: bool = False) -> str:
    """How a line such as `may draw 1 from deck` or `you must draw` is written."""
    for word in WORD.findall(line)[:2]:
        if word in OPTIONAL_WORDS:
            return _OPTIONAL_PREMISE if above_do else OPTIONAL_EFFECT
        if word in _DUTIES:
            return f"Leave `{word}` out: what stands there is done, and who is asked has to answer."
    return ""
