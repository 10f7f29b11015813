"""Whole lines as those write them who know other languages or rulebooks, and what is meant.

Each form is a pattern for a line without its note, and the line that is meant, or a sentence on it.
The parser has stopped in such a line, so a form may be generous.
"""

from __future__ import annotations

import re

from cardrules.syntax.snag import LAYOUT, Mistake, Snag, quoted

_NAME = r"([a-z]\w*)"
# Cards, up to the words on where they go; how many they are is said otherwise.
_SOME = r"(?:an?|any|one|some|the|two|three|[0-9]+)\b"
_CARDS = rf"((?!{_SOME})(?:(?!\bto\b).)+?)"
_GROUP = r"(active|me|opponents|others|partners|players|starter|target)"
_HOLDER = r"(shared|per player|per team)"
_SHAPES = {
    "spread": "hand|cards|set|fan|group|display|area",
    "pile": "deck|heap|stack|discard|stock|draw pile|facedown pile",
    "row": "line|list|column|queue|sequence|track",
    "stacks": "piles|heaps|columns|rows",
}

# Among statements.
_STATEMENTS = {
    rf"for(?:each)?[ ]+(?:each[ ]+)?(?!player\b){_NAME}[ ]+(?:in|of)[ ]+(.+)": r"each \1 in \2",
    rf"each[ ]+(?!player\b){_NAME}[ ]+of[ ]+(.+)": r"each \1 in \2",
    r"(?:for[ ]+)?(?:each|every|all)[ ]+(?:players?|person)(?:[ ]+in[ ]+(?:players|turn|order))?": (
        "each player clockwise from starter"
    ),
    r"(?:for[ ]+)?(?:as[ ]+)?(?:each|every|all)[ ]+opponents?": "each p in opponents",
    r"(?:for[ ]+)?(?:each|every|all)[ ]+(?:other[ ]+players?|players?[ ]+in[ ]+others)": (
        "each p in others"
    ),
    r"(?:for|loop|do|repeat)[ ]+([0-9]+)(?:[ ]+times)?": r"repeat \1 times",
    r"as[ ]+player[ ]+(.+)": r"as \1",
    r"unless[ ]+(.+)": r"if not (\1)",
    r"until[ ]+(.+)": r"while not (\1)",
    r"next[ ]+turn[ ]+(?:to|for|is)[ ]+(.+)": r"next turn \1",
    r"next[ ]+player": "next turn next of me",
    rf"give[ ]+{_NAME}[ ]+([0-9]+)[ ]+{_NAME}": r"give \2 \3 to \1",
    rf"take[ ]+([0-9]+)[ ]+{_NAME}": r"take \1 \2 from me",
    rf"add[ ]+([0-9]+)[ ]+{_NAME}[ ]+to[ ]+(.+)": r"give \1 \2 to \3",
    rf"set[ ]+{_NAME}[ ]+of[ ]+{_NAME}[ ]+to[ ]+(.+)": r"set \2.\1 to \3",
    rf"set[ ]+{_NAME}[ ]+to[ ]+(?:the[ ]+)?(?:next|left)[ ]+player": r"set \1 to left of me",
    rf"set[ ]+{_NAME}[ ]+to[ ]+player[ ]+1": r"set \1 to starter",
    rf"open[ ]+window[ ]+{_NAME}(.*)": r"open \1\2",
    rf"open[ ]+{_NAME}(\(.*\))?[ ]+for[ ]+(.+)": r"open \1\2 to \3",
    rf"open[ ]+{_NAME}(\(.*\))?": r"open \1\2 to opponents",
    rf"open[ ]+{_NAME}[ ]+{_NAME}[ ]+to[ ]+(.+)": r"open \1(\2) to \3",
    r"swap[ ]+(.+?)[ ]+(?:and|for|against)[ ]+(.+)": r"swap \1 with \2",
    r"(?:move|put|place|take)[ ]+(?:the[ ]+)?(?:top[ ]+)?([0-9]+)(?:[ ]+cards?)?[ ]+(?:from|of)[ ]+"
    r"(?:the[ ]+)?(?:top[ ]+of[ ]+)?(.+?)[ ]+(?:to|into)[ ]+(.+)": r"draw \1 from \2 to \3",
    r"(?:move|put|place|take)[ ]+(?:the[ ]+)?(top|bottom)[ ]+card[ ]+(?:of|from)[ ]+(.+?)[ ]+"
    r"(?:to|into|on|onto)[ ]+(.+)": r"move \1 of \2 to \3",
    rf"(?:move|put|place|take)[ ]+{_SOME}[ ]+(?:\w+[ ]+)?cards?[ ]+(?:from|in|of)[ ]+(.+?)[ ]+"
    r"(?:to|into|on|onto)[ ]+(.+)": (
        r"Choose it first, `choose card from \1`, and move it: `move card to \2`. "
        r"The top card of a pile is drawn: `draw 1 from \1 to \2`."
    ),
    rf"(?:move|put|place)[ ]+{_CARDS}[ ]+from[ ]+(?:.+?)[ ]+(?:to|into|on|onto)[ ]+(.+)": (
        r"move \1 to \2"
    ),
    rf"(?:move|put|place)[ ]+{_CARDS}[ ]+(?:to|at|on|onto)[ ]+(?:the[ ]+)?bottom[ ]+of[ ]+"
    r"(?:the[ ]+)?(.+)": r"move \1 to \2 at bottom",
    rf"(?:move|put|place)[ ]+{_CARDS}[ ]+(?:under|below|beneath|underneath)[ ]+(?:the[ ]+)?(.+)": (
        r"move \1 to \2 at bottom"
    ),
    rf"(?:move|put|place|lay|return|send)[ ]+{_CARDS}[ ]+(?:(?:to|on|at)[ ]+(?:the[ ]+)?top[ ]+of|"
    r"onto|on|into|in|back[ ]+to)[ ]+(?:the[ ]+)?(.+)": r"move \1 to \2",
    rf"(?:put|place|lay|return|send)[ ]+{_CARDS}[ ]+to[ ]+(.+)": r"move \1 to \2",
    r"take[ ]+((?:top|bottom)[ ]+of[ ]+.+?)": r"move \1 to my hand",
    rf"take[ ]+([a-z]\w*)[ ]+from[ ]+(?!{_GROUP}\b)(.+)": r"move \1 to my hand",
    rf"(reveal|shuffle)[ ]+{_GROUP}[ ]+{_NAME}(.*)": r"\1 \2.\3\4",
    r"shuffle[ ]+(.+?)[ ]+into[ ]+(.+)": (
        r"Cards are moved first: `move \1 to \2`, and below it `shuffle \2`."
    ),
    rf"give[ ]+([0-9]+)[ ]+{_NAME}[ ]+to[ ]+(.+?)[ ]+from[ ]+(.+)": (
        r"Tokens go to the supply and come from it: `take \1 \2 from \4`, and below it "
        r"`give \1 \2 to \3`."
    ),
    r"draw[ ]+(.+?)[ ]+cards?[ ]+from[ ]+(.+?)[ ]+(?:to|into)[ ]+(.+)": r"draw \1 from \2 to \3",
    r"draw[ ]+([0-9]+)(?:[ ]+cards?)?[ ]+from[ ]+([\w.]+)": r"draw \1 from \2 to my hand",
    r"draw[ ]+([0-9]+)(?:[ ]+cards?)?": r"draw \1 from deck to my hand",
    r"draw[ ]+(?:an?|one|the)(?:[ ]+card)?[ ]+from[ ]+([\w.]+)": r"draw 1 from \1 to my hand",
    r"draw[ ]+(?:an?|one|the)(?:[ ]+card)?": "draw 1 from deck to my hand",
}
# At the margin.
_DECLARATIONS = {
    rf"(window|routine|trait)[ ]+{_NAME}[ ]*\([ ]*\)": r"\1 \2",
    rf"define[ ]+{_NAME}[ ]*\([ ]*\)[ ]*=[ ]*(.+)": r"define \1 = \2",
    rf"define[ ]+{_NAME}[ ]*:[ ]*(.+)": r"define \1 = \2",
    rf"action[ ]+{_NAME}[ ]*\([ ]*\)": r"action \1",
    rf"action[ ]+{_NAME}[ ]*\(.+\)": (
        "What is chosen stands below it, in lines such as `choose card from my hand`."
    ),
    rf"standing[ ]+{_NAME}[ ]+(?:when|if|while)[ ]+(.+)": (
        r"The condition stands in a line of its own below it: `if \2`."
    ),
    r"score[ ]+.+": "Its lines stand below it, each with a name: `points: count of hand`.",
    rf"interrupt[ ]+{_NAME}[ ]+(?:answers|to|on|for|against)[ ]+{_NAME}(?:[ ]*\(.*\))?": (
        r"interrupt \1 answers \2"
    ),
    rf"values[ ]+{_NAME}[ ]*[:=]?[ ]*[\[{{(][ ]*(.*?)[ ]*[\]}})]": r"values \1: \2",
    rf"values[ ]+{_NAME}[ ]*=[ ]*(.+)": r"values \1: \2",
    r"values[ ]*:[ ]*(.+)": r"A list of values has a name: `values NAME: \1`.",
    r"values[ ]+\w+[ ]*:[ ]*[0-9].*": (
        "Numbers need no list: they stand in braces where they are used, `{1, 2, 3}`."
    ),
    r'values[ ]+\w+[ ]*:[ ]*".*': "Values are words without quotes: `values end: front, rear`.",
    rf"variable[ ]+{_NAME}((?:[ ]+per[ ]+\w+)?)[ ]*=[ ]*(-?[0-9]+)": r"variable \1\2: integer = \3",
    rf"variable[ ]+{_NAME}((?:[ ]+per[ ]+\w+)?)[ ]*=[ ]*(true|false)": r"variable \1\2: flag = \3",
    rf"variable[ ]+{_NAME}((?:[ ]+per[ ]+\w+)?)[ ]*:[ ]*integer": r"variable \1\2: integer = 0",
    rf"variable[ ]+{_NAME}((?:[ ]+per[ ]+\w+)?)[ ]*:[ ]*flag": r"variable \1\2: flag = false",
    rf"variable[ ]+{_NAME}((?:[ ]+per[ ]+\w+)?)[ ]*:[ ]*player": r"variable \1\2: player = starter",
    rf"variable[ ]+{_NAME}((?:[ ]+per[ ]+\w+)?)[ ]*:[ ]*{_NAME}": (
        r"variable \1\2: \3 or none = none"
    ),
    r"variable[ ]+\w+.*:[ ]*(?:set|list)\b.*": (
        "A variable holds one thing, or cards: `variable taken: cards = discard`."
    ),
    rf"per[ ]+(player|team)[ ]+variable[ ]+{_NAME}[ ]*:[ ]*(.+)": r"variable \2 per \1: \3",
    rf"variable[ ]+{_NAME}[ ]*:[ ]*per[ ]+(player|team)[ ]+(.+)": r"variable \1 per \2: \3",
    rf"tokens[ ]+{_NAME}[ ]*,?[ ]*supply[ ]+(\w+)": r"tokens \1 shared, supply \2",
    rf"tokens[ ]+{_NAME}[ ]+{_HOLDER}[ ]*,?[ ]*(?:supply[ ]+)?([0-9]+)": r"tokens \1 \2, supply \3",
    rf"zone[ ]+{_NAME}[ ]+(pile|spread|row|stacks)\b(.*)": r"zone \1 shared \2\3",
    rf"zone[ ]+{_NAME}[ ]+(?:each|for each|of each|every)[ ]+(player|team)[ ]+(.+)": (
        r"zone \1 per \2 \3"
    ),
    r"zone[ ]+(.*?\b(?:pile|spread|row|stacks))[ ]+"
    r"((?:top |rest )?seen by|starts with|remembered by)\b(.*)": r"zone \1, \2\3",
    **{
        rf"zone[ ]+{_NAME}[ ]+{_HOLDER}[ ]+(?:{words})\b(.*)": rf"zone \1 \2 {shape}\3"
        for shape, words in _SHAPES.items()
    },
    r"match[ ]+([0-9]+)[ ]+games": r"match of \1 games",
    r"match[ ]+(?:to|until)[ ]+([0-9]+)(?:[ ]+points)?": r"match race to \1",
    rf"when[ ]+{_NAME}[ ]+(?:runs[ ]+out|is[ ]+empty|is[ ]+exhausted|empties)": r"when \1 runs dry",
    r"winner[ ]+(?:the[ ]+)?(?:most|highest|best|largest)[ ]+(?:points|score|total)": (
        "winner highest score"
    ),
    r"winner[ ]+(?:the[ ]+)?(?:least|fewest|lowest|smallest)[ ]+(?:points|score|total)": (
        "winner lowest score"
    ),
}


def _compiled(forms: dict[str, str]) -> tuple[tuple[re.Pattern[str], str], ...]:
    return tuple((re.compile(form), meant) for form, meant in forms.items())


_FORMS = {True: _compiled(_STATEMENTS), False: _compiled(_DECLARATIONS)}
_LONGEST = 90
# A longer line is no slip, and patterns would look at it for long.
_LONGEST_LINE = 200


def line_form(snag: Snag) -> Mistake | None:
    """A line that is written quite differently."""
    if snag.is_expression or not snag.line or len(snag.line) > _LONGEST_LINE:
        return None
    written = dict.fromkeys((snag.line.rstrip(" :"), snag.code.rstrip(" :")))
    for form, meant in _FORMS[snag.is_indented]:
        for text in written:
            match = form.fullmatch(text)
            help = match.expand(meant) if match is not None else ""
            if help and not help[0].isupper():
                help = f"Write `{help}`." if help != text and len(help) <= _LONGEST else ""
            if help:
                return snag.mistake(_message(snag), help)
    return None


def _message(snag: Snag) -> str:
    if not snag.before.strip() and snag.token_type not in LAYOUT:
        what = "line can begin" if snag.is_indented else "declaration begins"
        return f"No {what} with {quoted(snag.found)}{' here' * snag.is_indented}."
    return snag.unexpected
