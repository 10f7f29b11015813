"""Whatever is handed in: the front end says what is wrong with it, soon, and never raises."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from cardrules.diagnostics.model import Diagnostic
from cardrules.diagnostics.render import diagnostic_data, render_line, render_text, summary
from cardrules.lint.runner import lint_source
from cardrules.resources import games_dir
from cardrules.source import SourceFile, normalised, read_source
from tests.calls import calls_of

GAMES = [
    (games_dir() / f"{name}.rules").read_text(encoding="utf-8")
    for name in ("snarkas", "snatch_it", "snatch_the_cat")
]

FRONT_MATTER = """---
title: Little game
players: 2 to 4
options:
  open_hands: {default: false}
  hand_size: {default: 5, max: 6}
attributes:
  colour: [red, blue]
  number: integer
  months: {type: set of integers, default: []}
cards:
  red: {name: "Red {number}", colour: red, number: 1 to 6, count: 2}
  blue: {name: "Blue {number}", colour: blue, number: 1 to 6, count: 2}
---

"""

TEXT = """
zone deck    shared pile, seen by nobody, starts with cards
zone discard shared pile, seen by all
zone table   shared row, seen by all
zone hand    per player spread, seen by all when open_hands else owner
zone patch   per player stacks, top seen by all, rest seen by owner

tokens coin per player, supply 30
variable lead: player = starter
variable bait: colour or none = none
variable marked: card or none = none
define few(n: integer) = n < 3
define best = players with highest coin

placement fits(card on target)
    number: card.number > target.number

setup
    shuffle deck
    each player clockwise from starter
        draw hand_size from deck to my hand

play
    turns clockwise from starter until players.hand is empty
        one of play_card

trait loud(asked)
    do
        open answer(card) to asked
        proceed

window answer(played: card)

interrupt parry answers answer
    choose other from my hand where fits(other on played)
    do
        move other to discard
        stop

action play_card is loud(opponents) [G-1] "Play a card"
    choose card from my hand
    do
{statements}

score
    points: count of hand + coin
winner highest score
"""


def game(statements: str) -> str:
    """A whole game with these effects of its action."""
    return FRONT_MATTER + TEXT.replace("{statements}", statements)


def with_lines(*lines: str) -> str:
    """A whole game with these lines among the effects of its action."""
    return game("\n".join(f"        {line}" for line in lines))


def check(source: SourceFile) -> list[Diagnostic]:
    """What is wrong with a text; everything about it can be shown."""
    diagnostics = lint_source(source)
    # Also beyond those that are listed.
    found = diagnostics.everything()
    for item in [*found, *diagnostics]:
        for span in (item.span, *(label.span for label in item.labels)):
            assert 0 <= span.start <= span.end <= len(source.text)
        assert item.message
        assert render_text(item)
        assert "\n" not in render_line(item)
        json.dumps(diagnostic_data(item))
        # No names of tokens, and nothing of Python's.
        plain = re.sub(r"`[^`]*`|U\+[0-9A-F]+", "", item.message)
        assert not re.search(r"\b_[A-Z]+\b|\b[A-Z]{5,}\b|<|\bNone\b", plain), plain
    assert summary(found)
    return found


def codes_of(text: str) -> set[str]:
    """The codes of what is wrong with a text."""
    return {item.code for item in check(normalised("text", text))}


def test_the_text_around_is_right() -> None:
    assert codes_of(with_lines("move card to discard", "set bait to card.colour")) == {"CR502"}


# ---- Texts by chance -----------------------------------------------------------------------------

# Time is measured as a whole: a single example may meet a garbage collection.
bounded = settings(
    max_examples=60,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
characters = st.characters(exclude_categories=())


@bounded
@given(st.text(characters))
@example("---")
@example("---\n---")
@example("---\n---\n:")
@example("---\r\ntitle: \x00\r\n---\r\n")
def test_any_text(text: str) -> None:
    check(normalised("text", text))


@bounded
@given(st.text(characters))
def test_any_rules_text(text: str) -> None:
    check(normalised("text", FRONT_MATTER + text))


WORDS = sorted(
    {
        *re.findall(r'"[^"\n]*"|\[[^\]\n]*\]|\w+|[^\w\s]', "".join(GAMES)),
        *re.findall(r"\w+|[^\w\s]", TEXT),
        "red", "blue", "it", "me", "clockwise", "counterclockwise", "together", "reveal", "reverse",
        "next", "say", "row", "tokens", "supply", "take", "empty", "lowest", "every", "mod",
    }
)  # fmt: skip
words = st.sampled_from(WORDS)
blanks = st.sampled_from(
    [" ", " ", " ", " ", "", "\n", "\n    ", "\n        ", "\n            ", "  "]
)


@st.composite
def word_texts(draw: st.DrawFn) -> str:
    """Words of the language, on lines that are indented or not."""
    pairs = draw(st.lists(st.tuples(words, blanks), max_size=60))
    return "".join(word + blank for word, blank in pairs)


@bounded
@given(word_texts())
def test_any_words_of_the_language(text: str) -> None:
    check(normalised("text", FRONT_MATTER + text))
    check(normalised("text", with_lines(*text.split("\n"))))


# Expressions that are well formed, but of any types.
LEAVES = (
    "me", "my hand", "my patch", "my coin", "my team", "players", "opponents", "teams", "leaders",
    "starter", "active", "it", "cards", "deck", "discard", "table", "hand", "patch", "coin",
    "team", "score", "round", "card", "card.number", "card.colour", "card.months", "lead", "bait",
    "marked", "best", "few", "fits", "number", "colour", "red", "hand_size", "open_hands", "3", "0",
    "true", "none", "{1, 2}", "{red}", "nothing",
)  # fmt: skip
FORMS = (
    "({} where {})", "({} with highest {})", "({} + {})", "({} - {})", "({} = {})", "({} < {})",
    "({} and {})", "({} or {})", "(not {})", "({} in {})", "({} is empty)", "({} is not none)",
    "({} is none)", "({} is red)", "count of {}", "top of {}", "first of {}", "only({})",
    "owner of {}", "left of {}", "(sum of {} in {})", "(highest of {} in {})",
    "(some x in {}: {})", "(every y in {}: {})", "({} if {} else {})", "subsets of {}",
    "(maximal subsets of {} where {})", "maximal families of {}", "union of {}", "unions of {}",
    "({}).number", "({}).hand", "({}).patch", "({}).coin", "({}).team", "few({})", "(-{})",
    "fits({} on {})", "possible play_card(card)", "min({}, {})", "({} * {})", "({} mod {})",
)  # fmt: skip


@st.composite
def filled(draw: st.DrawFn, inner: st.SearchStrategy[str], forms: tuple[str, ...]) -> str:
    """One of the forms with other texts in its gaps."""
    form = draw(st.sampled_from(forms))
    return form.format(*(draw(inner) for _ in range(form.count("{}"))))


expressions = st.recursive(
    st.sampled_from(LEAVES),
    lambda inner: filled(inner, FORMS),
    max_leaves=8,
)
STATEMENTS = (
    "let x = {}", "set lead to {}", "set bait to {}", "set {} to {}", "add {} to {}",
    "move {} to {}", "move {} to {} above {} cards", "draw {} from {} to {}",
    "stack {} on {} to {}", "shuffle {}", "swap {} with {}", "reveal {}", "reveal {} to {}",
    "pick p at random from {}", "choose c from {}", "choose c unless forced from {}",
    "give {} coin to {}", "take {} coin from {}", "open answer({}) to {}", "next turn {}",
    "if {}\n            move card to {}\n        else\n            set lead to {}",
    "while {}\n            set marked to {}\n            reveal marked",
    "repeat {} times\n            end repeat",
    "each player clockwise from {} where {}\n            draw 1 from deck to my hand",
    "each e in {}\n            reveal e",
    "as {}\n            move {} to my hand",
    "together each player clockwise from {}\n            choose t from {}\n            do\n"
    "                move t to {}",
)  # fmt: skip


@bounded
@given(st.lists(filled(expressions, STATEMENTS), min_size=1, max_size=6))
def test_any_well_formed_statements(statements: list[str]) -> None:
    check(normalised("text", with_lines(*statements)))


# ---- Games with slips ----------------------------------------------------------------------------

PARTS = {
    "character": re.compile(r"(?s)."),
    "token": re.compile(r'"[^"\n]*"|\[[^\]\n]*\]|\w+|\s+|[^\w\s]'),
    "line": re.compile(r"[^\n]*\n"),
}


@st.composite
def slips(draw: st.DrawFn) -> str:
    """A game in which a few characters, words or lines are lost, doubled, swapped or replaced."""
    text = draw(st.sampled_from(GAMES))
    for _ in range(draw(st.integers(1, 4))):
        parts = PARTS[draw(st.sampled_from(sorted(PARTS)))].findall(text)
        at = draw(st.integers(0, len(parts) - 2))
        match draw(st.sampled_from(["delete", "double", "swap", "insert", "replace"])):
            case "delete":
                del parts[at]
            case "double":
                parts.insert(at, parts[at])
            case "swap":
                parts[at], parts[at + 1] = parts[at + 1], parts[at]
            case "insert":
                parts.insert(at, draw(words) + " ")
            case "replace":
                parts[at] = draw(words)
        text = "".join(parts)
    return text


@bounded
@given(slips())
def test_any_game_with_slips(text: str) -> None:
    check(normalised("text", text))


# ---- Large and deep ------------------------------------------------------------------------------

N = 1_500


def many(line: str, number: int = N) -> str:
    """The line so many times, with its number in it and that of the next one."""
    return "".join(line.format(i, i + 1) for i in range(number))


LARGE = {
    "not": (with_lines("if " + "not " * 99_000 + "true", "    stop"), "CR005"),
    "some nots": (with_lines("if " + "not " * 250 + "true", "    stop"), "CR005"),
    "plus": (with_lines("let x = " + "1+" * 99_999 + "1"), "CR005"),
    "some plus": (with_lines("let x = " + "1+" * 140 + "1"), "CR005"),
    "minus": (with_lines("let x = " + "- " * 250 + "1"), "CR005"),
    "and": (with_lines("let x = " + "true and " * 140 + "true"), "CR005"),
    "dots": (with_lines("let x = card" + ".a" * 140), "CR005"),
    "else": (with_lines("let x = " + "1 if true else " * 140 + "2"), "CR005"),
    "brackets": (with_lines("let x = " + "(" * 99_000 + "1" + ")" * 99_000), "CR005"),
    "brackets on lines": (with_lines("let x = " + "(\n" * 9_000 + "1" + "\n)" * 9_000), "CR101"),
    "indented brackets": (with_lines("let x = " + "(\n " * 9_000 + "1" + "\n )" * 9_000), "CR005"),
    "sum on lines": (with_lines("let x = (1" + "\n + 1" * 9_000 + ")"), "CR005"),
    "opened brackets": (with_lines("let x = " + "(" * 29), "CR101"),
    "blocks": (
        with_lines(*(" " * i + "if true" for i in range(300)), " " * 300 + "stop"),
        "CR005",
    ),
    "else ifs": (
        with_lines("if true", "    end turn", *["else if true", "    end turn"] * N),
        "CR502",
    ),
    "long line": (with_lines("let x = {" + "1, " * 50_000 + "1}"), "CR005"),
    "long word": (FRONT_MATTER + "a" * 380_000, "CR005"),
    "long number": (with_lines("let x = " + "9" * 9_000), "CR005"),
    "large number": (with_lines("let x = " + "9" * 30), "CR206"),
    "long sentence": (with_lines('say "' + "a" * 300_000 + '"'), "CR502"),
    "blanks": (game("        end turn") + " " * 300_000, "CR502"),
    "empty lines": (game("        end turn") + "\n" * 300_000, "CR502"),
    "comments": (game("        end turn") + "# c\n    #\n" * 30_000, "CR502"),
    "blanks in a line": (with_lines("move card" + " " * 300_000 + "foo"), "CR101"),
    "blanks before a sign": (with_lines("points = 3" + " " * 300_000 + "x"), "CR101"),
    "square brackets": (with_lines("move " + "[" * 300_000), "CR005"),
    "quotes": (FRONT_MATTER + 'setup "\n' * 30_000, "CR101"),
    "lines of the front matter": ("---\n" * 90_000, "CR101"),
    "ten megabytes": ("x" * 10_000_000, "CR002"),
    "ten megabytes of lines": (FRONT_MATTER + "zone\n" * 2_000_000, "CR002"),
    "definitions": (game("        end turn") + many("define d{0} = {0}\n"), "CR502"),
    "attributes of single cards": (
        with_lines(*(f"let a{i} = top of deck.number" for i in range(7_000))),
        "CR301",
    ),
    "definitions of the next": (
        game("        end turn") + many("define d{0} = d{1} + 1\n") + f"define d{N} = 1\n",
        "CR005",
    ),
    "definitions of one before": (
        game("        end turn") + "define d0 = 1\n" + many("define d{1} = d{0} + 1\n"),
        "CR005",
    ),
    "definitions that double": (
        game("        draw d60 from deck to my hand")
        + "define d0 = 1\n"
        + many("define d{1} = d{0} + d{0}\n", 60),
        "CR502",
    ),
    "definitions in a circle": (
        game("        end turn") + many("define d{0} = d{1}\n") + f"define d{N} = d0\n",
        "CR305",
    ),
    "definitions of all": (
        game("        end turn") + many("define d{0} = d0 + d{1} + d7\n") + f"define d{N} = d0\n",
        "CR305",
    ),
    "routines": (game("        do r0") + many("routine r{0}\n    shuffle deck\n"), "CR502"),
    "routines of the next": (
        game("        do r0")
        + many("routine r{0}\n    do r{1}\n")
        + f"routine r{N}\n    reverse\n",
        "CR502",
    ),
    "routines in a circle": (
        game("        do r0") + many("routine r{0}\n    do r{1}\n") + f"routine r{N}\n    do r0\n",
        "CR305",
    ),
    "windows in a circle": (
        game("        open w0() to opponents")
        + many("window w{0}\ninterrupt i{0} answers w{0}\n    do\n        open w{1}() to active\n")
        + f"window w{N}\ninterrupt i{N} answers w{N}\n    do\n        open w0() to active\n",
        "CR305",
    ),
    "zones": (game("        end turn") + many("zone z{0} shared pile, seen by all\n"), "CR502"),
    "actions": (
        game("        end turn") + many("action a{0}\n    do\n        one of play_card\n"),
        "CR502",
    ),
    "unknown names": (game("        end turn") + many("define d{0} = unknown{0}\n"), "CR301"),
    "unknown routines": (with_lines(*(f"do r{i}" for i in range(N))), "CR301"),
    "one name": (game("        end turn") + many("define d = {0}\n"), "CR302"),
    "mistakes in declarations": (game("        end turn") + many("define d{0} {0}\n"), "CR101"),
    "local names": (
        with_lines(*(f"let x{i} = my hand where number > 3" for i in range(N))),
        "CR502",
    ),
    "known facts": (
        with_lines(
            *(f"if marked is not none and table is not empty and {i} = 3" for i in range(9))
        ),
        "CR102",
    ),
    "clauses": (game("        end turn") + "score\n" + many("    c{0}: {0}\n"), "CR302"),
    "large trait": (
        game("        end turn")
        + "trait huge\n    do\n"
        + many("        add 1 to my coin\n")
        + many("action a{0} is huge\n    do\n        end turn\n"),
        "CR005",
    ),
    "large parameter": (
        game("        end turn")
        + "trait huge(p)\n    do\n"
        + many("        reveal p\n", 9_000)
        + f"action a is huge({' + '.join(['my hand'] * 50)})\n    do\n        end turn\n",
        "CR005",
    ),
    "card lines": (
        "---\ntitle: t\nplayers: 2\ncards:\n" + many("  c{0}: {{count: 1}}\n", 400) + "---\n",
        "CR304",
    ),
    "counts": (
        "---\ntitle: t\nplayers: 2\nattributes: {number: integer}\ncards:\n"
        '  c: {name: "{number}", number: 1 to 400, count: 1 if count of players = 2 else 2}\n---\n',
        "CR304",
    ),
    "aliases of YAML": (
        "---\na: &a [1, 1]\n" + many("b{0}: &b{1} [*b{0}, *b{0}, *b{0}]\n", 90) + "---\n",
        "CR207",
    ),
}


# To count takes three times as long as to judge.
_SAMPLE = ("definitions that double", "known facts", "long line", "sum on lines")


@pytest.mark.parametrize(
    "name",
    [pytest.param(name, marks=[] if name in _SAMPLE else pytest.mark.slow) for name in LARGE],
)
def test_large_and_deep_texts_take_no_more_than_they_should(name: str) -> None:
    """Work is counted by the calls of functions, which are the same on every machine."""
    text, code = LARGE[name]
    found: set[str] = set()
    # Above what it takes, and far below what it would take with anything quadratic.
    assert calls_of(lambda: found.update(codes_of(text))) < 100 * len(text) + 500_000
    assert code in found


# These take longest only to be judged: they are counted, in a longer run.
_LONGEST = (
    "actions", "attributes of single cards", "blanks in a line", "definitions in a circle",
    "definitions of all", "definitions of one before", "else ifs", "large parameter", "large trait",
    "local names", "one name", "routines", "routines in a circle", "routines of the next",
    "square brackets", "unknown names", "windows in a circle",
)  # fmt: skip


@pytest.mark.parametrize("name", [name for name in LARGE if name not in (*_SAMPLE, *_LONGEST)])
def test_large_and_deep_texts_are_judged(name: str) -> None:
    text, code = LARGE[name]
    assert code in codes_of(text)


# ---- Small and strange ---------------------------------------------------------------------------

STRANGE = {
    "nothing": ("", "CR004"),
    "blanks": ("   \n  ", "CR004"),
    "only front matter": (FRONT_MATTER, "CR304"),
    "front matter without end": ("---\ntitle: t\n", "CR004"),
    "NUL in the text": (with_lines("move card\x00 to discard"), "CR003"),
    "NUL in the front matter": ("---\ntitle: \x00\n---\n", "CR003"),
    "lone surrogate": (with_lines("move card to \ud800discard"), "CR003"),
    "lone surrogate in a comment": (with_lines("end turn # \udfff"), "CR003"),
    "lone surrogate in the front matter": ("---\ntitle: a\ud800\n---\n", "CR003"),
    "tab": (with_lines("\tmove card to discard"), "CR103"),
    "tab in the front matter": ("---\n\ttitle: t\n---\n", "CR201"),
    "separator of lines": (with_lines("move card\u2028 to discard"), "CR003"),
    "form feed": (with_lines("move card\x0c to discard"), "CR003"),
    "large escape of YAML": ('---\ntitle: "\\U99999999"\n---\n', "CR201"),
    "large number in an option": (
        FRONT_MATTER.replace("default: 5", "default: " + "9" * 5_000),
        "CR206",
    ),
    "trait parameter of its own name": (
        game("        end turn")
        + "trait t(who)\n    do\n        reveal deck to who\n        proceed\n"
        + "action a is t(who)\n    do\n        end turn\n",
        "CR301",
    ),
    "choice of the name of a trait parameter": (
        game("        end turn")
        + "trait t(who)\n    do\n        reveal deck to who\n        proceed\n"
        + "action a is t(who)\n    choose who from opponents\n    do\n        end turn\n",
        "CR502",
    ),
    "routine of itself": (game("        do r") + "routine r\n    do r\n", "CR305"),
    "definition of itself": (
        game("        end turn") + "define d(n: integer) = d(n - 1)\n",
        "CR305",
    ),
    "interrupt of its own window": (
        game("        end turn").replace(
            "        stop\n", "        open answer(other) to active\n"
        ),
        "CR305",
    ),
}


@pytest.mark.parametrize("name", STRANGE)
def test_small_and_strange_texts(name: str) -> None:
    text, code = STRANGE[name]
    assert code in codes_of(text)


def test_line_ends_and_byte_order_marks_make_no_difference() -> None:
    text = with_lines("move card to discrad")
    (unix,) = (item for item in check(normalised("t", text)) if item.code == "CR301")
    (windows,) = (
        item
        for item in check(normalised("t", "\ufeff" + text.replace("\n", "\r\n")))
        if item.code == "CR301"
    )
    assert render_text(unix) == render_text(windows)


@pytest.mark.parametrize(
    ("content", "code"),
    [
        (b"", "CR004"),
        (b"\xff\xfe-\x00-\x00-\x00", "CR001"),
        (b"\x00" * 1000, "CR004"),
        (with_lines('end turn [G-1] "sch\u00f6n"').encode("latin-1"), "CR003"),
        (b"\xef\xbb\xbf" + GAMES[0].encode(), None),
        (GAMES[1].replace("\n", "\r\n").encode(), None),
    ],
)
def test_any_bytes(content: bytes, code: str | None, tmp_path: Path) -> None:
    path = tmp_path / "game.rules"
    path.write_bytes(content)
    found = {item.code for item in check(read_source(path))}
    assert found == set() if code is None else code in found
