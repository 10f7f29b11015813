"""Mistakes within a line: words that are missing, too many, or of another language."""

from __future__ import annotations

import re
from collections.abc import Callable

from cardrules.source import Span
from cardrules.syntax.expected import DECLARATIONS, STATEMENTS, VALUES
from cardrules.syntax.first_words import OPTIONAL_EFFECT, OPTIONAL_WORDS, assignment
from cardrules.syntax.note_mistakes import places_by_number
from cardrules.syntax.snag import LAYOUT, NAME, WORD, Mistake, Snag, quoted, shown


def _who_begins(snag: Snag) -> Mistake | None:
    """`each player clockwise`, without the one who begins."""
    direction = snag.text_of(snag.previous)
    if direction not in ("clockwise", "counterclockwise") or not snag.expects("from"):
        return None
    message = f"Behind `{direction}` stand `from` and who begins; both are missing here."
    text = f"{snag.before.strip()} from starter"
    return snag.mistake(message, f"For example: `{shown(text)}`.")


# What has a name as its second word, and goes on with a word of the language.
_NAMED = frozenset(DECLARATIONS) - {"when", "setup", "play", "match", "score", "winner"} | {"phase"}
_GOES_ON = frozenset(
    {"per", "shared", "player", "team", "pile", "spread", "row", "stacks", "is", "answers"}
)


def _two_words(snag: Snag) -> Mistake | None:
    """`action play card`."""
    words = snag.before.split()
    if snag.token_type != "NAME" or len(words) != 2 or words[0] not in _NAMED:  # noqa: PLR2004
        return None
    if not NAME.fullmatch(words[1]) or snag.found in _GOES_ON:
        return None
    if words[0] == "variable" and not snag.behind.lstrip().startswith(":"):
        return None
    span = (snag.previous or snag.span) | snag.span
    message = f"A name is a single word, but {quoted(f'{words[1]} {snag.found}')} are two."
    help = f"Join them with an underscore: `{words[1]}_{snag.found}`."
    return snag.mistake(message, help, span=span)


def _parameter(snag: Snag) -> Mistake | None:
    """`define twice(n) = 2 * n`."""
    if snag.text not in (")", ",") or snag.words != ["`:`"]:
        return None
    name = snag.text_of(snag.previous)
    message = f"The type of `{name}` is missing."
    return snag.mistake(message, f"Write it behind the name: `{name}: integer`, `{name}: card`.")


_OPERATIONS = frozenset(
    {"bottom", "count", "first", "highest", "left", "lowest", "next", "only", "owner", "right"}
    | {"sum", "top", "union", "unions"}
)


def _of(snag: Snag) -> Mistake | None:
    """`count my hand`, `sum of cost of my hand`."""
    if snag.is_expression:
        return None
    sums = re.search(r"\b(?:sum|highest|lowest) of [^:]*?\b(of)[ ]+(?:my[ ]+)?[\w.]+$", snag.line)
    if sums is not None and snag.expects("in"):
        help = snag.write(*sums.span(1), "in")
        return snag.mistake("What is looked through stands behind `in`.", help)
    previous = snag.text_of(snag.previous)
    if previous not in _OPERATIONS or not (snag.token_type == "NAME" or snag.found == "my"):
        return None
    help = snag.write(snag.column, snag.column, "of")
    return snag.mistake(f"Behind `{previous}` is an `of` missing.", help)


def _missing_before(snag: Snag) -> Mistake | None:
    """`move to discard`: the word `to` was taken for a name, and then missed."""
    previous = snag.text_of(snag.previous)
    if snag.token_type in LAYOUT or not snag.words or f"`{previous}`" != snag.words[0]:
        return None
    message = f"Something is missing before `{previous}`."
    return snag.mistake(message, snag.example, span=snag.previous)


def _articles(snag: Snag) -> Mistake | None:
    for span in (snag.previous, snag.span):
        word = snag.text_of(span)
        if word in ("a", "an", "the") and snag.token_type == "NAME":
            message = f"`{word}` is no word of the language."
            start = span.start - snag.line_start if span is not None else 0
            help = snag.write(start, start + len(word), "")
            extreme = re.match(
                r"(?:highest|lowest|most|least|sum|total)\b", snag.line[start:].partition(" ")[2]
            )
            if extreme is not None:
                help = "For example: `highest of number in table`."
            if snag.first_word == "draw":
                help = "How many is a number: `draw 1 from deck to my hand`."
            return snag.mistake(message, help or "Leave it out.", span=span)
    return None


def _when(snag: Snag) -> Mistake | None:
    """A condition on what is chosen that begins with another word than `where`."""
    if snag.found not in ("when", "if", "that", "which", "with") or not snag.expects("where"):
        return None
    if snag.is_expression:
        message = f"{quoted(snag.found)} is no word that could stand here."
        return snag.mistake(message, f"For example: `{VALUES['if']}`.")
    message = f"Here should be `where`, not {quoted(snag.found)}."
    return snag.mistake(message, f"A condition on them begins with `where`. {snag.example}")


def _with(snag: Snag) -> Mistake | None:
    """`choose card from market with cost < 5`."""
    if snag.text_of(snag.previous) != "with" or "EXTREME" not in snag.expected or not snag.line:
        return None
    start = snag.line.rfind("with", 0, snag.column)
    message = "Behind `with` stands `highest` or `lowest`; other conditions stand behind `where`."
    return snag.mistake(message, snag.write(start, start + len("with"), "where"))


def _pick(snag: Snag) -> Mistake | None:
    """`pick n from {1, 2}`, `pick random n from my hand`, `pick a random card from my hand`."""
    match = re.fullmatch(
        r"pick[ ]+(?:(?:an?|the)[ ]+)?(?:random[ ]+)?(?P<name>[a-z]\w*)[ ]+"
        r"(?:at random[ ]+)?(?:from|out of|of|in)[ ]+(?P<source>.+)",
        snag.line,
    )
    if match is None or snag.is_expression or not re.search(r"\bpick[ ]", snag.before):
        return None
    text = f"pick {match['name']} at random from {match['source']}"
    message = "What chance takes is said by `at random from`."
    if text == snag.line:
        return None
    return snag.mistake(message, snag.write(0, len(snag.line), text) or snag.example)


_AT_RANDOM = re.compile(
    r"(?P<verb>move|draw|take|give|reveal|discard|play)[ ]+(?:(?:an?|the|[0-9]+)[ ]+)?random[ ]+"
    r"(?P<name>[a-z]\w*?)s?[ ]+(?:from|of|in|out of)[ ]+(?P<source>(?:my )?[\w.]+)(?P<rest>.*)"
)


def _at_random(snag: Snag) -> Mistake | None:
    """`move random card from my hand to deck`."""
    match = _AT_RANDOM.fullmatch(snag.line)
    if match is None or snag.is_expression or not snag.is_indented:
        return None
    name, rest = match["name"], match["rest"].strip()
    to = rest if rest.startswith("to ") else "to discard"
    help = (
        f"First chance picks it, `pick {name} at random from {match['source']}`; a line of its own "
        f"moves it, `move {name} {to}`."
    )
    return snag.mistake("Chance has a line of its own.", help)


def _then(snag: Snag) -> Mistake | None:
    if snag.found not in ("then", "do") or snag.first_word not in ("if", "else", "while", "each"):
        return None
    message = f"Behind the condition the line ends, without {quoted(snag.found)}."
    return snag.mistake(message, "What happens stands below it, four blanks further in.")


def _do_in_line(snag: Snag) -> Mistake | None:
    """`do move card to discard`."""
    words = [*WORD.findall(snag.before), snag.found]
    if words[0] != "do" or len(words) == 1 or words[1] not in STATEMENTS:
        return None
    return snag.mistake(
        "Behind `do` the line ends; the effects stand in lines of their own.",
        f"Write `{words[1]} ...` below it, four blanks further in.",
    )


# ---- Numbers, places and faces as rulebooks say them ---------------------------------------------

_DIGITS = "one two three four five six seven eight nine ten eleven twelve".split()  # noqa: SIM905
_AMOUNT = re.compile(
    r"(?P<verb>choose|pick)[ ]+"
    r"(?P<amount>(?:(?P<bound>exactly|up to|at most|at least)[ ]+)?"
    rf"(?P<number>[0-9]+|any number|any|{'|'.join(_DIGITS)})(?:[ ]+of)?(?:[ ]+(?P<what>[a-z_]+))?)"
    r"[ ]+(?:at random[ ]+)?from[ ]+(?P<source>.+)"
)
_COMPARED = {None: "=", "exactly": "=", "up to": "<=", "at most": "<=", "at least": ">="}
# Of what there are no sets to choose from.
_NO_CARDS = re.compile(r"(?:player|opponent|partner|team|stack|number|value)s?")


def _amounts(snag: Snag) -> Mistake | None:
    """`choose 2 cards from my hand`."""
    match = _AMOUNT.fullmatch(snag.line)
    if match is None or snag.is_expression:
        return None
    span = Span(*(snag.line_start + at for at in match.span("amount")))
    if not span.start <= snag.span.start <= span.end:
        return None
    what = match["what"] or "card"
    name = what[:-1] if what.endswith("s") and len(what) > 1 else what
    source = match["source"]
    how = "at random from" if match["verb"] == "pick" else "from"
    one = f"{match['verb']} {name} {how} {shown(source)}"
    number = _DIGITS.index(match["number"]) + 1 if match["number"] in _DIGITS else match["number"]
    sign = _COMPARED[match["bound"]]
    if str(number) == "1" and sign == "=":
        help = f"Write `{one}`."
    elif match["verb"] == "pick":
        help = f"Take one after the other: `repeat {number} times`, and below it `{one}` "
        help += "and what happens to it."
    elif _NO_CARDS.fullmatch(what):
        help = f"One line chooses one of them: `{one}`."
    else:
        source = shown(source)
        sets = f"subsets of {source if _ONE_NAME.fullmatch(source) else f'({source})'}"
        if str(number).isdigit():
            sets += f" where count of it {sign} {number}"
        help = f"For a number of cards: `choose gone from {sets}`."
    done = "picked" if match["verb"] == "pick" else "chosen"
    message = f"Behind `{match['verb']}` stands a name for what is {done}, not how many there are."
    return snag.mistake(message, help, span=span)


_ONE_NAME = re.compile(r"(?:my[ ]+)?[\w.]+")


def _rounds(snag: Snag) -> Mistake | None:
    """`rounds 4 times`, `repeat 4 rounds`."""
    match = re.fullmatch(
        r"rounds[ ]+(?:for[ ]+|of[ ]+)?(?:([0-9]+)(?:[ ]+times)?|(.+?)[ ]+times)"
        r"|repeat[ ]+(?:for[ ]+)?(.+?)[ ]+rounds",
        snag.line,
    )
    if match is None or snag.is_expression:
        return None
    number = shown(next(text for text in match.groups() if text is not None))
    return snag.mistake(snag.unexpected, f"For so many rounds: `rounds until round = {number}`.")


_FACES = frozenset(
    {"closed", "concealed", "covered", "exposed", "face", "facedown", "faces", "faceup", "hidden"}
    | {"open", "openly", "private", "public", "revealed", "secret", "secretly", "visible"}
)


def _faces(snag: Snag) -> Mistake | None:
    """`zone deck shared pile, face down`, `move card to table face up`."""
    if snag.is_expression or snag.token_type in LAYOUT or snag.found in ("seen", "starts"):
        return None
    of_zone = snag.first_word == "zone" and snag.expects("seen")
    if not of_zone and snag.found not in _FACES:
        return None
    message = snag.unexpected
    if snag.first_word == "zone":
        help = (
            "Who sees the faces is said like this: `seen by nobody` (face down), `seen by all` "
            "(face up) or `seen by owner`. A card is shown later by `reveal`."
        )
        if not of_zone and snag.expects(","):
            message = f"Behind a comma stands who sees the faces, not {quoted(snag.found)}."
        return snag.mistake(message, help)
    if "PLACE" not in snag.expected:
        return None
    help = (
        "The zone says who sees the cards in it: `seen by nobody` is face down, `seen by all` face "
        "up. To show a card elsewhere, write `reveal card` in a line of its own."
    )
    return snag.mistake(message, help)


def _optional(snag: Snag) -> Mistake | None:
    """`choose card from my hand optionally`."""
    if snag.found not in OPTIONAL_WORDS or snag.is_expression or not snag.is_indented:
        return None
    return snag.mistake(f"`{snag.found}` is no word of the language.", OPTIONAL_EFFECT)


def _set_with_sign(snag: Snag) -> Mistake | None:
    """`set points = 3`, `set my points += 1`."""
    if snag.first_word != "set" or snag.text_of(snag.span) not in ("=", "+", "-", ":"):
        return None
    found = assignment(re.sub(r"^set[ ]+", "", snag.line))
    sign = re.match(r"[-+:=]+", snag.text_of(snag.span) + snag.behind)
    if found is None or sign is None or not snag.expects("to"):
        return None
    return snag.mistake(f"Here should be `to`, not `{sign.group()}`.", f"Write {found.changes}.")


def _remembered(snag: Snag) -> Mistake | None:
    """`zone won per player pile, seen by nobody, remembered by owner`."""
    if snag.first_word != "zone" or not re.search(r"\bremembered(?:[ ]+by)?[ ]*$", snag.before):
        return None
    help = (
        "There is only `remembered by nobody`: the table shows how many cards lie there, and not "
        "what somebody saw go there. Without it everybody is shown what they still know."
    )
    return snag.mistake(snag.unexpected, help)


# In the order in which they are looked for: some go before mistakes with signs.
BEFORE_SIGNS: tuple[Callable[[Snag], Mistake | None], ...] = (
    _who_begins,
    places_by_number,
    _set_with_sign,
    _at_random,
)
IN_LINES: tuple[Callable[[Snag], Mistake | None], ...] = (
    _do_in_line,
    _amounts,
    _pick,
    _with,
    _rounds,
    _remembered,
    _faces,
    _two_words,
    _parameter,
    _then,
    _when,
    _optional,
    _articles,
    _of,
    _missing_before,
)
