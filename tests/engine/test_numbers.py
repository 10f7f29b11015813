"""Whole numbers have 64 bits: at the limit all is well, beyond it the place is told."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest

from cardrules.analysis.load import analyse_source
from cardrules.engine.game import Game
from cardrules.errors import GameLimitError, OptionError
from cardrules.lint.runner import lint_source
from cardrules.model.types import MOST_NUMBER
from cardrules.source import normalised
from tests.engine.harness import after, table

MOST = str(MOST_NUMBER)


def worked_out(expression: str, declarations: str = "", **more: Any) -> int:
    """The value of an expression in play."""
    variables = f"variable x: integer = 0\nvariable y: integer = {MOST}\n"
    found: int = after(f"set x to {expression}", variables + declarations, **more).value("x")
    return found


def stopped(play: Any) -> str:
    """The text of the place at which a game is stopped because a number is too large."""
    with pytest.raises(GameLimitError) as caught:
        play()
    found: Any = caught.value.diagnostic
    assert found.code == "CR703"
    return str(found.source.text[found.span.start : found.span.end])


@pytest.mark.parametrize(
    ("expression", "value"),
    [
        (MOST, MOST_NUMBER),
        (f"-{MOST}", -MOST_NUMBER),
        ("y - 0", MOST_NUMBER),
        ("0 - y", -MOST_NUMBER),
        ("-y", -MOST_NUMBER),
        ("(y - 1) + 1", MOST_NUMBER),
        ("y * -1", -MOST_NUMBER),
        ("-y / -1", MOST_NUMBER),
        ("-y / 2", -(2**62)),
        ("-y mod 10", 3),
        ("y mod -10", -3),
        ("y / 0", 0),
        ("y mod 0", 0),
        ("min(y, -y)", -MOST_NUMBER),
        ("sum of number * (y / 45) in cards", MOST_NUMBER // 45 * 45),
        ("highest of y - it in {0, 1}", MOST_NUMBER),
    ],
)
def test_up_to_the_limit_all_is_well(expression: str, value: int) -> None:
    assert worked_out(expression) == value


@pytest.mark.parametrize(
    "wrong",
    [
        "y + 1",
        "-y - 1",
        "y * 2",
        "y * y",
        "-y * y",
        f"{MOST} + 1",
        "sum of y in cards",
        "sum of (y if number > 1 else 1) - 1 in cards",
        "count of subsets of cards",
    ],
)
def test_beyond_it_the_place_is_told(wrong: str) -> None:
    text = wrong.replace("cards", "(players.hand + deck)")
    cards = 'plain: {name: "{number}", number: 1 to 90, count: 1}'
    hands = "zone hand per player spread, seen by owner\n"
    assert stopped(lambda: worked_out(text, hands, cards=cards)) == text
    assert stopped(lambda: worked_out(f"0 if ({text}) = 7 else 1", hands, cards=cards)) == text


def test_a_sum_is_looked_at_after_each_of_its_parts() -> None:
    """In the end it would be small again; an engine that has 64 bits does not get there."""
    text = "sum of (y if number < 3 else -y) in (table)"
    rules = (
        "zone table shared spread, seen by all, starts with cards\n"
        "zone deck shared pile, seen by all\n"
    )
    assert stopped(lambda: worked_out(text, rules)) == text


def test_of_a_definition_its_own_line_is_told() -> None:
    declarations = "define doubled(n: integer) = n + n\n"
    assert stopped(lambda: worked_out("doubled(y)", declarations)) == "n + n"


def test_equal_expressions_are_told_at_their_own_lines() -> None:
    rules = """
variable y: integer = 1
setup
    set y to y * 4611686018427387904
    if y > 5
        set y to y * 4611686018427387904
"""
    with pytest.raises(GameLimitError) as caught:
        table(rules)
    found: Any = caught.value.diagnostic
    assert (
        found.source.position(found.span.start)[0]
        == found.source.text.count("\n", 0, found.span.start) + 1
    )
    assert found.source.line(found.source.position(found.span.start)[0]).startswith("        set")


def test_adding_to_a_variable_is_looked_at() -> None:
    assert stopped(lambda: after("add 1 to y", f"variable y: integer = {MOST}\n")) == "add 1 to y"


def test_in_premises_and_conditions_the_place_is_told() -> None:
    rules = f"""
variable y: integer = {MOST}
play
    turns clockwise from starter once
        one of go
action go
    choose n from {{1, 2}} where n + y > 0
    do
        end turn
"""
    assert stopped(lambda: table(rules).legal) == "n + y"
    required = rules.replace("where n + y > 0", "\n    require y * n > 0")
    assert stopped(lambda: table(required).legal) == "y * n"


def test_a_score_is_added_up_clause_by_clause() -> None:
    score = f"score\n    one: {MOST} - 1\n    two: 1\n"
    made = table(score)
    assert made.game.result(made.state).scores == (MOST_NUMBER, MOST_NUMBER)
    assert stopped(lambda: table(score.replace("two: 1", "two: 2"))) == "two: 2"


def test_a_criterion_that_is_too_large_stops_the_game_at_its_end() -> None:
    rules = f"variable y: integer = {MOST}\nwinner highest score then lowest y * 3\n"
    assert stopped(lambda: table(rules)) == "y * 3"


def test_the_totals_of_a_match_are_looked_at() -> None:
    rules = f"score\n    all: {MOST} / 3\nmatch of NUMBER games\n"
    made = table(rules.replace("NUMBER", "3"))
    assert made.game.result(made.state).scores[0] == MOST_NUMBER // 3 * 3
    assert stopped(lambda: table(rules.replace("NUMBER", "4"))).startswith("match of 4 games")


def test_numbers_of_cards_to_draw_and_places_may_be_any() -> None:
    for number in (MOST, f"-{MOST}"):
        hand = "zone hand per player spread, seen by owner\nzone pile shared pile, seen by all\n"
        drawn = after(f"draw {number} from deck to pile", hand)
        assert len(drawn.cards("pile")) == (9 if number == MOST else 0)
        for where in ("above", "below"):
            moved = after(f"draw 3 from deck to pile {where} {number} cards", hand)
            assert sorted(moved.cards("pile")) == ["7", "8", "9"]
        assert after(f"repeat min(2, {number}) times\n    draw 1 from deck to pile", hand)


def test_tokens_may_be_as_many_as_there_are_numbers() -> None:
    tokens = f"tokens coin per player, supply {MOST}\n"
    setup = (
        f"give {MOST} coin to starter\ntake {MOST} coin from starter\ngive -{MOST} coin to starter"
    )
    made = after(setup, tokens)
    assert made.value("coin") == 0 and made.supply("coin") == MOST_NUMBER


class Number:
    """A whole number that looks at every operation, as the rules say it."""

    def __init__(self, value: int) -> None:
        if abs(value) > MOST_NUMBER:
            raise OverflowError
        self.value = value

    def joined(self, operator: str, other: Number) -> Number:
        """What an operation gives."""
        a, b = self.value, other.value
        if operator in ("/", "mod"):
            return Number((a // b if operator == "/" else a % b) if b else 0)
        return Number({"+": a + b, "-": a - b, "*": a * b}[operator])


def expression(chance: random.Random, depth: int) -> tuple[str, Callable[[], Number]]:
    """An expression and what works it out."""
    if depth == 0:
        text = str(chance.choice([0, 1, 2, 9, 2**31, 2**62, MOST_NUMBER]))
        return chance.choice(
            [
                (text, lambda: Number(int(text))),
                ("y", lambda: Number(MOST_NUMBER)),
                ("x", lambda: Number(0)),
                ("count of cards", lambda: Number(9)),
                ("highest of number in cards", lambda: Number(9)),
                ("half(2)", lambda: Number(2**62)),
            ]
        )
    one, work_out_one = expression(chance, depth - 1)
    other, work_out_other = expression(chance, chance.randrange(depth))
    operator = chance.choice(["+", "-", "*", "/", "mod"])
    form = chance.randrange(6)
    if form == 0:
        return f"-({one})", lambda: Number(0).joined("-", work_out_one())
    if form == 1:
        word, choose = chance.choice([("min", min), ("max", max)])
        return f"{word}({one}, {other})", lambda: choose(
            (work_out_one(), work_out_other()), key=lambda n: n.value
        )
    if form == 2:
        text = f"sum of ({one}) - number in cards"

        def added_up() -> Number:
            found, part = Number(0), work_out_one()
            for number in range(1, 10):
                found = found.joined("+", part.joined("-", Number(number)))
            return found

        return text, added_up
    return f"({one}) {operator} ({other})", lambda: work_out_one().joined(
        operator, work_out_other()
    )


def test_what_is_not_looked_at_could_not_be_too_large() -> None:
    """Checks are left out by ranges; the answers are those of checking every operation."""
    chance = random.Random(5)
    outcomes = []
    for number in range(120):
        text, work_out = expression(chance, 1 + number % 3)
        try:
            wanted: int | None = work_out().value
        except OverflowError:
            wanted = None
        try:
            found: int | None = worked_out(text, "define half(n: integer) = y / n + 1\n")
        except GameLimitError as error:
            assert error.diagnostic.code == "CR703"
            found = None
        assert found == wanted, text
        outcomes.append(found is None)
    assert 20 < sum(outcomes) < 100


# ---- Before the game -----------------------------------------------------------------------------


def codes(text: str) -> list[tuple[str, str]]:
    """What lint says of a text, each with the text at its place."""
    source = normalised("numbers.rules", text)
    return [
        (item.code, source.text[item.span.start : item.span.end]) for item in lint_source(source)
    ]


FILE = """---
title: Numbers
goal: Win.
turn: Wait.
players: 2
options: {{stake: {{default: {option}, help: what is paid}}}}
attributes: {{number: integer}}
cards: {{plain: {{name: "{{number}}", number: 1 to 9, count: {count}}}}}
---
zone deck shared pile, seen by nobody, starts with cards
tokens coin per player, supply {supply}
variable x: integer = {initial}
setup
    shuffle deck
    set x to x * stake
    give 1 coin to starter "who begins has a coin"
play
    repeat 1 times
        set x to 1
score
    coins: coin + x
winner highest score
match of {games} games
"""
FINE = {"option": "1", "count": "1", "supply": "9", "initial": "0", "games": "2"}
SQUARE = "3037000500 * 3037000500"  # a little more than there is


@pytest.mark.parametrize("part", FINE)
def test_what_is_worked_out_before_the_game_is_found_by_lint(part: str) -> None:
    assert codes(FILE.format(**FINE)) == []
    assert ("CR703", SQUARE) in codes(FILE.format(**{**FINE, part: SQUARE}))


def test_it_is_told_once_for_all_numbers_of_players() -> None:
    found = codes(
        FILE.format(**{**FINE, "option": SQUARE}).replace("players: 2", "players: 2 to 6")
    )
    assert found == [("CR703", SQUARE)]


def test_a_game_cannot_be_made_of_it() -> None:
    made, _ = analyse_source(normalised("numbers.rules", FILE.format(**{**FINE, "option": SQUARE})))
    assert made is not None
    with pytest.raises(GameLimitError) as caught:
        Game(made, 2)
    assert caught.value.diagnostic.code == "CR703"


@pytest.mark.parametrize("digits", ["9223372036854775808", "9" * 60])
def test_a_literal_beyond_the_limit_is_refused_where_it_stands(digits: str) -> None:
    assert codes(FILE.format(**{**FINE, "initial": digits})) == [("CR206", digits)]
    assert codes(FILE.format(**{**FINE, "initial": f"-{digits}"})) == [("CR206", digits)]


def test_a_number_of_thousands_of_digits_is_a_word_that_is_too_long() -> None:
    for digits in ("9" * 61, "9" * 5000):
        found = codes(FILE.format(**{**FINE, "initial": digits}))
        assert [code for code, _ in found] == ["CR005"]


@pytest.mark.parametrize(
    "value", ["9223372036854775808", "-9223372036854775808", "9" * 5000, 2**63]
)
def test_an_option_beyond_the_limit_is_refused(value: object) -> None:
    made, _ = analyse_source(normalised("numbers.rules", FILE.format(**FINE)))
    assert made is not None

    with pytest.raises(OptionError) as caught:
        Game(made, 2, {"stake": value})
    assert len(str(caught.value)) < 200
    assert Game(made, 2, {"stake": MOST_NUMBER}).options_in_force == {"stake": MOST_NUMBER}
