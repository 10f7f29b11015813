"""What could stand at a place, in words of the language rather than names of tokens."""

from __future__ import annotations

from collections.abc import Iterable

from cardrules.diagnostics.suggest import nearest

_WORDS = {
    "NAME": "a name",
    "INTEGER": "a number",
    "STRING": 'a sentence in "quotes"',
    "IDS": "rule IDs in [brackets]",
    "_NL": "the end of the line",
    "_INDENT": "an indented block",
    "_DEDENT": "the end of the block",
    "COMPARE": "a comparison (=, !=, <, <=, >, >=)",
    "PLUS": "`+` or `-`",
    "TIMES": "`*`, `/` or `mod`",
    "LPAR": "`(`",
    "RPAR": "`)`",
    "LBRACE": "`{`",
    "RBRACE": "`}`",
    "COMMA": "`,`",
    "COLON": "`:`",
    "EQUAL": "`=`",
    "DOT": "`.`",
    "MINUS": "`-`",
    "TRUTH": "`true` or `false`",
    "NONE": "`none`",
    "NOT": "`not`",
    "SHARED": "`shared`",
    "HOLDER": "`player` or `team`",
    "SHAPE": "a shape (`pile`, `spread`, `row`, `stacks`)",
    "LAYER": "`top` or `rest`",
    "EXTREME": "`highest` or `lowest`",
    "QUANTIFIER": "`some` or `every`",
    "MAXIMAL": "`maximal`",
    "DIRECTION": "`clockwise` or `counterclockwise`",
    "ONCE": "`once`",
    "GIVE": "`give` or `take`",
    "PLACE": "`at bottom`, `above` or `below`",
    "FORCED": "`unless forced`",
    "OPTIONAL": "`or none`",
    "CONSTRUCT": "`turn`, `turns`, `rounds`, `repeat`, `while`, `each`, `phase` or `game`",
}

# Whatever begins a value, named at once.
_VALUE = frozenset({"NAME", "INTEGER", "LPAR", "TRUTH", "NONE", "MY", "LBRACE"})
_VALUE_ONLY = _VALUE | {"MINUS", "SUM", "SUBSETS", "EXTREME", "MAXIMAL", "POSSIBLE", "QUANTIFIER"}

DECLARATIONS = {
    "zone": "zone hand per player spread, seen by owner",
    "tokens": "tokens coin per player, supply 30",
    "variable": "variable leader: player = starter",
    "placement": "placement fits(card on target)",
    "define": "define hand_size = 5",
    "routine": "routine deal",
    "action": 'action play_card [G-1] "Play a card"',
    "trait": "trait move(asked)",
    "window": "window theft(stack: stack)",
    "interrupt": "interrupt reclaim answers theft",
    "standing": "standing hand_of_seven",
    "when": "when deck runs dry",
    "setup": "setup",
    "play": "play",
    "match": "match best of 3",
    "score": "score",
    "winner": "winner highest score",
}

STATEMENTS = {
    "let": "let n = count of my hand",
    "set": "set leader to me",
    "add": "add 1 to my tricks",
    "move": "move card to discard",
    "draw": "draw 1 from deck to my hand",
    "stack": "stack card on prey to my patch",
    "shuffle": "shuffle deck",
    "swap": "swap my hand with target.hand",
    "reveal": "reveal card",
    "give": "give 1 coin to me",
    "take": "take 1 coin from me",
    "pick": "pick card at random from my hand",
    "choose": "choose card from my hand where number > 3",
    "require": "require deck is not empty",
    "open": "open theft(stack) to owner of stack",
    "stop": "stop",
    "end": "end turn",
    "next": "next turn left of me",
    "reverse": "reverse",
    "say": 'say "{me} shows {card}"',
    "do": "do deal",
    "proceed": "proceed",
    "one": "one of play_card, pass, otherwise toss",
    "if": "if deck is empty",
    "else": "else",
    "while": "while count of my hand < 7",
    "repeat": "repeat 4 times",
    "each": "each player clockwise from starter",
    "as": "as target",
    "together": "together each player clockwise from starter",
    "turns": "turns clockwise from starter until deck is empty",
    "rounds": "rounds until deck is empty",
    "phase": "phase dealing",
}


# More possibilities than these help nobody.
_MOST_WORDS = 9


def describe_expected(kinds: Iterable[str]) -> str:
    """The kinds of token that fit, as a short list in words; empty if there are too many."""
    expected = set(kinds) - {"COMMENT", "$END", "_IGNORE"}
    words = []
    if expected >= _VALUE:
        words.append("a value")
        expected -= _VALUE_ONLY
    if {"IDS", "STRING", "_NL"} <= expected:
        words.append("the end of the line")
        expected -= {"IDS", "STRING", "_NL"}
    words += sorted(_WORDS.get(kind, f"`{kind.lower().lstrip('_')}`") for kind in expected)
    if not words or len(words) > _MOST_WORDS:
        return ""
    return words[0] if len(words) == 1 else ", ".join(words[:-1]) + " or " + words[-1]


def form_help(line: str) -> str:
    """How the construct that begins this line is written, or which words may begin it."""
    words = line.split()
    if not words:
        return ""
    first = words[0].rstrip(":")
    indented = line[:1] == " "
    forms = STATEMENTS if indented else DECLARATIONS
    if first in forms:
        return f"For example: `{forms[first]}`."
    near = nearest(first, forms)
    if near is not None:
        return f"Did you mean `{near}`? For example: `{forms[near]}`."
    if indented:
        return ""
    return "A declaration begins with one of " + ", ".join(f"`{word}`" for word in forms) + "."
