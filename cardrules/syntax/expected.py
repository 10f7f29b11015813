"""What could stand at a place, in words of the language rather than names of tokens."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from cardrules.diagnostics.suggest import nearest

# Tokens that are more than one word of the language; the others are called by their word.
_WORDS: dict[str, tuple[str, ...]] = {
    "NAME": ("a name",),
    "INTEGER": ("a number",),
    "STRING": ('a sentence in "quotes"',),
    "IDS": ("rule IDs in [brackets]",),
    "_INDENT": ("an indented block",),
    "_DEDENT": ("the end of the block",),
    "COMPARE": ("a comparison such as `=` or `<`",),
    "PLUS": ("`+`", "`-`"),
    "TIMES": ("`*`", "`/`", "`mod`"),
    "TRUTH": ("`true`", "`false`"),
    "NONE": ("`none`",),
    "NOT": ("`not`",),
    "SHARED": ("`shared`",),
    "HOLDER": ("`player`", "`team`"),
    "SHAPE": ("`pile`", "`spread`", "`row`", "`stacks`"),
    "LAYER": ("`top`", "`rest`"),
    "EXTREME": ("`highest`", "`lowest`"),
    "QUANTIFIER": ("`some`", "`every`"),
    "MAXIMAL": ("`maximal`",),
    "DIRECTION": ("`clockwise`", "`counterclockwise`"),
    "ONCE": ("`once`",),
    "GIVE": ("`give`",),
    "TAKE": ("`take`",),
    "PLACE": ("`at bottom`", "`above`", "`below`"),
    "FORCED": ("`unless forced`",),
    "OPTIONAL": ("`or none`",),
    "CONSTRUCT": (
        "`turn`",
        "`turns`",
        "`rounds`",
        "`repeat`",
        "`while`",
        "`each`",
        "`phase`",
        "`game`",
    ),
}

# Whatever begins a value, named at once.
_VALUE = frozenset({"NAME", "INTEGER", "LPAR"})
_VALUE_WORDS = frozenset(
    {"(", "{", "-", "my", "sum", "subsets", "possible", "not", "true", "false", "none"}
)
_VALUE_TOKENS = _VALUE | {"TRUTH", "NONE", "EXTREME", "MAXIMAL", "QUANTIFIER", "NOT"}
# What may go on with a value nearly everywhere is left out where something else may stand, and the
# words of the second row only where even more may.
_GOING_ON = (
    frozenset({"COMPARE", "PLUS", "TIMES", "NOT", "OPTIONAL", "FORCED"}),
    frozenset({"or", "and", ".", "(", "-", "if", "where", "is", "not"}),
)
_GOING_ON_LAST = frozenset({"with", "in", "of"})
# More possibilities than these help nobody.
_MOST_WORDS = 8

DECLARATIONS = {
    "zone": "zone hand per player spread, seen by owner",
    "values": "values end: front, rear",
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
    "ask": 'ask "which card goes first?"',
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
PREMISES = ("choose", "require", "let", "say", "do")
# What has a block of statements below it, and what has premises there.
OPENING = frozenset(
    {"if", "else", "while", "repeat", "each", "as", "together", "turns", "rounds", "phase"}
)
WITH_PREMISES = frozenset({"action", "interrupt", "trait", "together"})

# Parts of a line that have a form of their own, by the word that begins them.
VALUES = {
    "sum": "sum of gems in my hand",
    "highest": "highest of number in table",
    "lowest": "lowest of number in table",
    "some": "some c in my hand: c.number > 3",
    "every": "every p in players: p.hand is empty",
    "subsets": "subsets of my hand where count of it = 2",
    "maximal": "maximal subsets of my hand where count of it < 3",
    "possible": "possible play_card",
    "if": "4 if count of players = 3 else 6",
    "where": "my hand where number > 3",
}

# What somebody may write who knows other languages or rulebooks.
OTHER_WORDS = {
    "elif": "else if",
    "elseif": "else if",
    "elsif": "else if",
    "for": "each",
    "foreach": "each",
    "all": "each",
    "every": "each",
    "everybody": "each",
    "everyone": "each",
    "loop": "repeat",
    "deal": "draw",
    "put": "move",
    "place": "move",
    "discard": "move",
    "show": "reveal",
    "flip": "reveal",
    "select": "choose",
    "roll": "pick",
    "print": "say",
    "log": "say",
    "call": "do",
    "increase": "add",
    "increment": "add",
    "exchange": "swap",
    "unless": "if",
    "until": "while",
    "return": "end",
    "break": "end",
    "exit": "end",
    "var": "variable",
    "counter": "variable",
    "counters": "tokens",
    "token": "tokens",
    "def": "define",
    "definition": "define",
    "function": "routine",
    "procedure": "routine",
    "reaction": "interrupt",
    "trigger": "when",
    "scoring": "score",
    "wins": "winner",
    "game": "play",
    "start": "setup",
}

# What somebody may write in an interrupt who means that the action does not happen.
STOPPING = frozenset({"abort", "block", "cancel", "counter", "deny", "negate", "prevent", "refuse"})


def expected_words(tokens: Iterable[str], keywords: Mapping[str, str]) -> list[str]:
    """The kinds of token that fit, in words; `keywords` are the tokens that are a single word."""
    expected = set(tokens) - {"COMMENT", "$END", "_IGNORE"}
    words = {token: keywords[token] for token in expected if token in keywords}
    found = []
    if expected >= _VALUE:
        found.append("a value")
        expected -= _VALUE_TOKENS
        expected -= {token for token, word in words.items() if word in _VALUE_WORDS}
    if "_NL" in expected:
        expected -= {"IDS", "STRING"}
    for going_on in (
        {token for token in expected if token in _GOING_ON[0] or words.get(token) in _GOING_ON[1]},
        {token for token in expected if words.get(token) in _GOING_ON_LAST},
    ):
        if expected - going_on:
            expected -= going_on
    last = ["the end of the line"] if "_NL" in expected else []
    expected.discard("_NL")
    for token in sorted(expected):
        found += _WORDS.get(token, (f"`{words.get(token, token.lower())}`",))
    return [*found, *last]


def listed(words: list[str]) -> str:
    """The words as a part of a sentence; empty if there are none or too many."""
    if not words or len(words) > _MOST_WORDS:
        return ""
    return words[0] if len(words) == 1 else ", ".join(words[:-1]) + " or " + words[-1]


def example_of(first: str, *, indented: bool) -> str:
    """A sentence with an example of the construct that begins with this word, or nothing."""
    form = (STATEMENTS if indented else DECLARATIONS).get(first)
    return f"For example: `{form}`." if form is not None else ""


def likely_first_word(word: str, known: Iterable[str]) -> str | None:
    """The word of the language that somebody may have meant at the beginning of a line."""
    names = tuple(known)
    other = OTHER_WORDS.get(word.lower())
    if other is not None and other.split()[0] in names:
        return other
    return nearest(word.lower(), names)
