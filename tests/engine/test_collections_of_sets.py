"""Every operation answers the same, whether sets of cards are counted, remembered or listed.

`subsets ... where` is counted if its condition is all bounds. A rest such as `not false`, which
changes nothing, makes the engine list them; so do names for them, which a state keeps.
"""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cardrules.errors import GameLimitError
from tests.engine.harness import Table, game, table

# A and B stand for collections of sets; what is asked about them gives a value that can be said.
OPERATIONS = (
    "1 if A is empty else 0",
    "1 if A is not empty else 0",
    "1 if A = B else 0",
    "1 if A != B else 0",
    "1 if A = A else 0",
    "1 if t in A else 0",
    "1 if (t with highest number) not in A else 0",
    "1 if (first of (A + only(t))) in B else 0",
    "count of A",
    "count of (A + B)",
    "count of (A - B)",
    "1 if A + B = B + A else 0",
    "1 if (A - B) is empty else 0",
    "1 if some s in A: count of s = 2 or t = s else 0",
    "1 if every s in A: sum of number in s > 3 else 0",
    "1 if some s in A: s in B else 0",
    "count of (A where sum of number in it mod 2 = 0)",
    "count of (A with highest sum of number in it)",
    "count of (A - B with lowest count of it)",
    "sum of count of it in A",
    "highest of sum of number in it in A",
    "lowest of count of it in (A + B)",
    "first of (A + only(t))",
    "union of A",
    "union of (A + B)",
    "union of (A - B)",
    "union of (A where count of it > 1)",
    "union of (A with highest sum of number in it)",
    "union of (A if count of A > 2 else B)",
    "count of maximal families of (A where FEW)",
    "count of unions of maximal families of (A where FEW)",
    "union of unions of maximal families of (A where FEW)",
    "count of unions of (maximal families of (A where FEW) where it is empty)",
    "1 if (maximal families of (A where FEW) where it is empty) is empty else 0",
    "1 if maximal families of (A where ONE) = maximal families of (B where ONE) else 0",
    "1 if some f in maximal families of (A where FEW): some s in f: s in B else 0",
    "1 if (A where ONE) in maximal families of (B where ONE) else 0",
)
# Families are made of few sets.
SHORT = {
    "FEW": "count of it = 2 and sum of number in it = 4",
    "ONE": "count of it = 1 and sum of number in it > 2",
}
ZONES = """
zone deck shared pile, seen by nobody, starts with cards
zone hand shared spread, seen by all
zone table shared spread, seen by all
"""


def asked(condition: str, other: str, rest: str, *, named: bool) -> list[str]:
    """The statements that say the answer to each operation."""
    sets = {**SHORT, "A": f"subsets of {condition}{rest}", "B": f"subsets of {other}{rest}"}
    lines = []
    if named:
        lines += [f"let {name.lower()}s = {text}" for name, text in sets.items() if len(name) == 1]
        sets |= {name: f"{name.lower()}s" for name in ("A", "B")}
    for number, operation in enumerate(OPERATIONS):
        text = re.sub(r"\b(A|B|FEW|ONE)\b", lambda found: f"({sets[found.group()]})", operation)
        lines += [f"let r{number} = {text}", f'say "{number} is {{r{number}}}"']
    return lines


def answers(lines: list[str], cards: str, seed: int, hand: int, others: int) -> list[str]:
    """What a game with these statements says, from a position of this seed."""
    deal = [
        "shuffle deck",
        f"draw {hand} from deck to hand",
        f"draw {others} from deck to table",
        "let t = table where true",
    ]
    setup = "".join(f"    {line}\n" for line in (*deal, *lines))
    played: Table = table(
        f"{ZONES}setup\n{setup}",
        seed=seed,
        cards=cards,
        attributes="number: integer\nred: {type: flag, default: false}",
    )
    return [line for line in played.log(0) if re.match(r"\d+ is ", line)]


CONDITIONS = st.sampled_from(
    [
        "where count of it = {n}",
        "where count of it <= {n}",
        "where count of it in {{1, {n}}}",
        "where count of it > 0 and sum of number in it = {m}",
        "where count of it < 4 and sum of number in it <= {m}",
        "where count of it in {{2, 4}} and sum of number in it < {m}",
        "where count of it = 7 and sum of number in it > 100",
        "where count of it < 3 and sum of number in it >= {m}",
    ]
)
POOLS = st.sampled_from(["hand", "table", "(hand where red)", "(hand + table)", "(hand - table)"])


@st.composite
def sets_of(draw: st.DrawFn) -> str:
    condition = draw(CONDITIONS).format(n=draw(st.integers(1, 3)), m=draw(st.integers(0, 12)))
    return f"{draw(POOLS)} {condition}"


positions = given(
    sets_of(),
    sets_of(),
    st.integers(0, 1000),
    st.integers(0, 13),
    st.integers(0, 4),
    st.integers(1, 3),
)


@settings(max_examples=5, deadline=None)
@positions
def test_counted_remembered_and_listed_sets_answer_the_same(
    one: str, other: str, seed: int, hand: int, others: int, alike: int
) -> None:
    compare_answers(one, other, seed, hand, others, alike)


@pytest.mark.slow
@settings(max_examples=60, deadline=None)
@positions
def test_many_sets_answer_the_same(
    one: str, other: str, seed: int, hand: int, others: int, alike: int
) -> None:
    compare_answers(one, other, seed, hand, others, alike)


def compare_answers(one: str, other: str, seed: int, hand: int, others: int, alike: int) -> None:
    """Each operation answers the same for all forms of two collections of sets."""
    cards = (
        f'pale: {{name: "{{number}}", number: 1 to 4, count: {alike}}}\n'
        f'rosy: {{name: "Red {{number}}", number: 0 to 3, red: true, count: {alike + 1}}}\n'
    )
    rest = " and not false"
    told = answers(asked(one, other, "", named=False), cards, seed, hand, others)
    assert len(told) == len(OPERATIONS)
    for form in (("", True), (rest, False), (rest, True)):
        assert told == answers(asked(one, other, form[0], named=form[1]), cards, seed, hand, others)


def told(setup: str, hand: int = 3, cards: str = "", declarations: str = "") -> list[str]:
    """What these statements say after some cards went to the hand."""
    cards = cards or 'plain: {name: "{number}", number: 1 to 3, count: 2}'
    lines = "".join(
        f"    {line}\n" for line in (f"draw {hand} from deck to hand", *setup.split(";"))
    )
    played = table(
        f"{ZONES}{declarations}setup\n{lines}", cards=cards, attributes="number: integer"
    )
    return [line for line in played.log(0) if not line.startswith(("Player", "The ", "Goes"))]


def test_sets_of_other_cards_stay_apart() -> None:
    """A pair of the hand and one of the table look the same, and are two answers to a choice."""
    setup = (
        "draw 3 from deck to table;"
        "let a = subsets of hand where count of it = 1;"
        "let b = subsets of table where count of it = 1;"
        "let same = 1 if a = b else 0;"
        "let all = a + b;"
        "let n = count of all;"
        "let m = count of union of all;"
        'say "{same} {n} {m}"'
    )
    # In the hand lie 3, 3, 2, on the table 2, 1, 1.
    assert told(setup)[-1] == "0 4 6"


def test_sets_that_look_the_same_are_equal_and_those_of_other_cards_are_not_among_them() -> None:
    setup = (
        "draw 1 from deck to table;"
        "let a = subsets of (hand where number = 2) where count of it = 1;"
        "let b = subsets of table where count of it = 1;"
        "let t = table where true;"
        "let same = 1 if a = b else 0;"
        "let in_a = 1 if t in a else 0;"
        "let in_b = 1 if t in b else 0;"
        'say "{same} {in_a} {in_b}"'
    )
    assert told(setup)[-1] == "1 0 1"


def test_a_set_of_other_copies_is_among_the_sets() -> None:
    """Of two cards of a kind either stands for both."""
    setup = (
        "draw 1 from deck to table;"
        "let last = table where true;"
        "draw 1 from deck to hand;"
        "move table to hand;"
        "let a = subsets of hand where count of it = 1;"
        "let found = 1 if last in a else 0;"
        'say "{found}"'
    )
    assert told(setup, hand=0)[-1] == "1"


def test_each_family_can_be_gone_through() -> None:
    setup = (
        "let a = subsets of hand where count of it = 1;"
        "each f in maximal families of a\n        let u = union of f\n        let n = count of f\n"
        '        say "{u} {n}"'
    )
    assert told(setup)[-1].endswith(" 3")


def test_a_choice_from_two_counted_collections_is_counted() -> None:
    rules = """
zone deck shared pile, seen by nobody, starts with cards
zone hand per player spread, seen by owner
define tens = subsets of my hand where count of it = 10
setup
    each player clockwise from starter
        draw 40 from deck to my hand
play
    turns clockwise from starter once
        one of lay
action lay
    choose given from tens + (subsets of my hand where count of it = 99)
    do
        move given to deck
"""
    made = game(rules, cards='plain: {name: "{number}", number: 1 to 80, count: 1}')
    assert made.legal_actions(made.start(1, 0)).total == 847_660_528


def test_what_would_have_to_be_listed_is_too_much() -> None:
    """Of millions of sets nothing is asked one by one."""
    cards = 'plain: {name: "{number}", number: 1 to 40, count: 1}'
    for asked_ in (
        "count of (a where count of it > 2)",
        "sum of count of it in a",
        "count of (a with highest count of it)",
        "count of (a + b)",
        "1 if some s in a: count of s > 50 else 0",
        "count of maximal families of a",
        "1 if a = b else 0",
    ):
        with pytest.raises(GameLimitError) as raised:
            told(
                "let a = subsets of hand where count of it = 12;"
                "let b = subsets of hand where count of it > 11 and count of it < 13;"
                f"let r = {asked_};" + 'say "{r}"',
                hand=30,
                cards=cards,
            )
        assert raised.value.diagnostic.code == "CR702"
        assert "choice" not in raised.value.diagnostic.help


def test_whether_millions_of_sets_are_a_family_is_told_by_their_number() -> None:
    cards = 'plain: {name: "{number}", number: 1 to 40, count: 1}'
    setup = (
        "let n = 1 if (subsets of hand) in maximal families of "
        '(subsets of hand where count of it = 1) else 0;say "{n}"'
    )
    assert told(setup, hand=30, cards=cards)[-1] == "0"


def test_a_set_is_picked_from_millions() -> None:
    cards = 'plain: {name: "{number}", number: 1 to 60, count: 1}'
    setup = (
        "pick a at random from subsets of hand where count of it = 25;"
        'let n = 0 if a is none else count of a;say "{n}"'
    )
    assert told(setup, hand=50, cards=cards)[-1] == "25"


def test_a_set_is_the_same_in_whatever_order_its_cards_lie() -> None:
    """Cards of a pile that lie the other way round than in the card table."""
    said = table(
        """
zone pile shared pile, seen by all
setup
    draw 2 from deck to pile
    let pairs = subsets of pile where count of it = 2
    let whole = only(pile where true)
    say "{count of (pairs + whole)}, {count of (whole + pairs)}, {count of (pairs - whole)}"
    say "{count of (whole + only(pile where number > 0))}, {1 if pairs = whole else 0}"
    say "{count of maximal families of (pairs + whole)}, {count of union of (whole + pairs)}"
"""
    ).log(0)
    assert said[-4:-1] == ["1, 1, 0", "1, 1", "1, 2"]
