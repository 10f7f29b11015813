"""Mistakes within a line: words that are missing, too many, or of another language."""

from __future__ import annotations

import re
from collections.abc import Callable

from cardrules.source import Span
from cardrules.syntax.expected import DECLARATIONS, STATEMENTS, VALUES
from cardrules.syntax.first_words import OPTIONAL_EFFECT, OPTIONAL_WORDS, assignment
from cardrules.syntax.note_mistakes import places_by_number
from cardrules.syntax.stops import LAYOUT, NAME, WORD, Mistake, Stop, quoted, shown


def _who_begins(stop: Stop) -> Mistake | None:
    """`each player clockwise`, without the one who begins."""
    direction = stop.text_of(stop.previous)
    if direction not in ("clockwise", "counterclockwise") or not stop.expects("from"):
        return None
    message = f"Behind `{direction}` stand `from` and who begins; both are missing here."
    text = f"{stop.before.strip()} from starter"
    return stop.mistake(message, f"For example: `{shown(text)}`.")


# What has a name as its second word, and goes on with a word of the language.
_NAMED = frozenset(DECLARATIONS) - {"when", "setup", "play", "match", "score", "winner"} | {"phase"}
_GOES_ON = frozenset(
    {"per", "shared", "player", "team", "pile", "spread", "row", "stacks", "is", "answers"}
)


def _two_words(stop: Stop) -> Mistake | None:
    """`action play card`."""
    words = stop.before.split()
    if stop.kind != "NAME" or len(words) != 2 or words[0] not in _NAMED:  # noqa: PLR2004
        return None
    if not NAME.fullmatch(words[1]) or stop.found in _GOES_ON:
        return None
    if words[0] == "variable" and not stop.behind.lstrip().startswith(":"):
        return None
    span = (stop.previous or stop.span) | stop.span
    message = f"A name is a single word, but {quoted(f'{words[1]} {stop.found}')} are two."
    help = f"Join them with an underscore: `{words[1]}_{stop.found}`."
    return stop.mistake(message, help, span=span)


def _parameter(stop: Stop) -> Mistake | None:
    """`define twice(n) = 2 * n`."""
    if stop.text not in (")", ",") or stop.words != ["`:`"]:
        return None
    name = stop.text_of(stop.previous)
    message = f"The type of `{name}` is missing."
    return stop.mistake(message, f"Write it behind the name: `{name}: integer`, `{name}: card`.")


_OPERATIONS = frozenset(
    {"bottom", "count", "first", "highest", "left", "lowest", "next", "only", "owner", "right"}
    | {"sum", "top", "union", "unions"}
)


def _of(stop: Stop) -> Mistake | None:
    """`count my hand`, `sum of cost of my hand`."""
    if stop.is_expression:
        return None
    sums = re.search(r"\b(?:sum|highest|lowest) of [^:]*?\b(of)[ ]+(?:my[ ]+)?[\w.]+$", stop.line)
    if sums is not None and stop.expects("in"):
        help = stop.write(*sums.span(1), "in")
        return stop.mistake("What is looked through stands behind `in`.", help)
    previous = stop.text_of(stop.previous)
    if previous not in _OPERATIONS or not (stop.kind == "NAME" or stop.found == "my"):
        return None
    help = stop.write(stop.column, stop.column, "of")
    return stop.mistake(f"Behind `{previous}` is an `of` missing.", help)


def _missing_before(stop: Stop) -> Mistake | None:
    """`move to discard`: the word `to` was taken for a name, and then missed."""
    previous = stop.text_of(stop.previous)
    if stop.kind in LAYOUT or not stop.words or f"`{previous}`" != stop.words[0]:
        return None
    message = f"Something is missing before `{previous}`."
    return stop.mistake(message, stop.example, span=stop.previous)


def _articles(stop: Stop) -> Mistake | None:
    for span in (stop.previous, stop.span):
        word = stop.text_of(span)
        if word in ("a", "an", "the") and stop.kind == "NAME":
            message = f"`{word}` is no word of the language."
            start = span.start - stop.line_start if span is not None else 0
            help = stop.write(start, start + len(word), "")
            extreme = re.match(
                r"(?:highest|lowest|most|least|sum|total)\b", stop.line[start:].partition(" ")[2]
            )
            if extreme is not None:
                help = "For example: `highest of number in table`."
            if stop.first_word == "draw":
                help = "How many is a number: `draw 1 from deck to my hand`."
            return stop.mistake(message, help or "Leave it out.", span=span)
    return None


def _when(stop: Stop) -> Mistake | None:
    """A condition on what is chosen that begins with another word than `where`."""
    if stop.found not in ("when", "if", "that", "which", "with") or not stop.expects("where"):
        return None
    if stop.is_expression:
        message = f"{quoted(stop.found)} is no word that could stand here."
        return stop.mistake(message, f"For example: `{VALUES['if']}`.")
    message = f"Here should be `where`, not {quoted(stop.found)}."
    return stop.mistake(message, f"A condition on them begins with `where`. {stop.example}")


def _with(stop: Stop) -> Mistake | None:
    """`choose card from market with cost < 5`."""
    if stop.text_of(stop.previous) != "with" or "EXTREME" not in stop.expected or not stop.line:
        return None
    start = stop.line.rfind("with", 0, stop.column)
    message = "Behind `with` stands `highest` or `lowest`; other conditions stand behind `where`."
    return stop.mistake(message, stop.write(start, start + len("with"), "where"))


def _pick(stop: Stop) -> Mistake | None:
    """`pick n from {1, 2}`, `pick random n from my hand`, `pick a random card from my hand`."""
    match = re.fullmatch(
        r"pick[ ]+(?:(?:an?|the)[ ]+)?(?:random[ ]+)?(?P<name>[a-z]\w*)[ ]+"
        r"(?:at random[ ]+)?(?:from|out of|of|in)[ ]+(?P<source>.+)",
        stop.line,
    )
    if match is None or stop.is_expression or not re.search(r"\bpick[ ]", stop.before):
        return None
    text = f"pick {match['name']} at random from {match['source']}"
    message = "What chance takes is said by `at random from`."
    if text == stop.line:
        return None
    return stop.mistake(message, stop.write(0, len(stop.line), text) or stop.example)


def _then(stop: Stop) -> Mistake | None:
    if stop.found not in ("then", "do") or stop.first_word not in ("if", "else", "while", "each"):
        return None
    message = f"Behind the condition the line ends, without {quoted(stop.found)}."
    return stop.mistake(message, "What happens stands below it, four blanks further in.")


def _do_in_line(stop: Stop) -> Mistake | None:
    """`do move card to discard`."""
    words = [*WORD.findall(stop.before), stop.found]
    if words[0] != "do" or len(words) == 1 or words[1] not in STATEMENTS:
        return None
    return stop.mistake(
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


def _amounts(stop: Stop) -> Mistake | None:
    """`choose 2 cards from my hand`."""
    match = _AMOUNT.fullmatch(stop.line)
    if match is None or stop.is_expression:
        return None
    span = Span(*(stop.line_start + at for at in match.span("amount")))
    if not span.start <= stop.span.start <= span.end:
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
        sets = f"subsets of {source if _PLAIN.fullmatch(source) else f'({source})'}"
        if str(number).isdigit():
            sets += f" where count of it {sign} {number}"
        help = f"For a number of cards: `choose gone from {sets}`."
    done = "picked" if match["verb"] == "pick" else "chosen"
    message = f"Behind `{match['verb']}` stands a name for what is {done}, not how many there are."
    return stop.mistake(message, help, span=span)


_PLAIN = re.compile(r"(?:my[ ]+)?[\w.]+")


def _rounds(stop: Stop) -> Mistake | None:
    """`rounds 4 times`, `repeat 4 rounds`."""
    match = re.fullmatch(
        r"rounds[ ]+(?:for[ ]+|of[ ]+)?(?:([0-9]+)(?:[ ]+times)?|(.+?)[ ]+times)"
        r"|repeat[ ]+(?:for[ ]+)?(.+?)[ ]+rounds",
        stop.line,
    )
    if match is None or stop.is_expression:
        return None
    number = shown(next(text for text in match.groups() if text is not None))
    return stop.mistake(stop.unexpected, f"For so many rounds: `rounds until round = {number}`.")


_FACES = frozenset(
    {"closed", "concealed", "covered", "exposed", "face", "facedown", "faces", "faceup", "hidden"}
    | {"open", "openly", "private", "public", "revealed", "secret", "secretly", "visible"}
)


def _faces(stop: Stop) -> Mistake | None:
    """`zone deck shared pile, face down`, `move card to table face up`."""
    if stop.is_expression or stop.kind in LAYOUT or stop.found in ("seen", "starts"):
        return None
    of_zone = stop.first_word == "zone" and stop.expects("seen")
    if not of_zone and stop.found not in _FACES:
        return None
    message = stop.unexpected
    if stop.first_word == "zone":
        help = (
            "Who sees the faces is said like this: `seen by nobody` (face down), `seen by all` "
            "(face up) or `seen by owner`. A card is shown later by `reveal`."
        )
        if not of_zone and stop.expects(","):
            message = f"Behind a comma stands who sees the faces, not {quoted(stop.found)}."
        return stop.mistake(message, help)
    if "PLACE" not in stop.expected:
        return None
    help = (
        "The zone says who sees the cards in it: `seen by nobody` is face down, `seen by all` face "
        "up. To show a card elsewhere, write `reveal card` in a line of its own."
    )
    return stop.mistake(message, help)


def _optional(stop: Stop) -> Mistake | None:
    """`choose card from my hand optionally`."""
    if stop.found not in OPTIONAL_WORDS or stop.is_expression or not stop.is_indented:
        return None
    return stop.mistake(f"`{stop.found}` is no word of the language.", OPTIONAL_EFFECT)


def _set_with_sign(stop: Stop) -> Mistake | None:
    """`set points = 3`, `set my points += 1`."""
    if stop.first_word != "set" or stop.text_of(stop.span) not in ("=", "+", "-", ":"):
        return None
    found = assignment(re.sub(r"^set[ ]+", "", stop.line))
    sign = re.match(r"[-+:=]+", stop.text_of(stop.span) + stop.behind)
    if found is None or sign is None or not stop.expects("to"):
        return None
    return stop.mistake(f"Here should be `to`, not `{sign.group()}`.", f"Write {found.changes}.")


def _remembered(stop: Stop) -> Mistake | None:
    """`zone won per player pile, seen by nobody, remembered by owner`."""
    if stop.first_word != "zone" or not re.search(r"\bremembered(?:[ ]+by)?[ ]*$", stop.before):
        return None
    help = (
        "There is only `remembered by nobody`: the table shows how many cards lie there, and not "
        "what somebody saw go there. Without it everybody is shown what they still know."
    )
    return stop.mistake(stop.unexpected, help)


# In the order in which they are looked for: some go before mistakes with signs.
BEFORE_SIGNS: tuple[Callable[[Stop], Mistake | None], ...] = (
    _who_begins,
    places_by_number,
    _set_with_sign,
)
IN_LINES: tuple[Callable[[Stop], Mistake | None], ...] = (
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
