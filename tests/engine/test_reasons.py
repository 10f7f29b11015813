"""The line that is told for a refusal is the one that is nearest to what forbids the value."""

from __future__ import annotations

from typing import Any

import pytest

from cardrules.engine.showing.explain import explain
from cardrules.model.action import Action
from tests.engine.harness import DECK, HAND, ONE_GO, Table, table

# Seat 1 holds 7, 8 and 9; 5 and 6 lie on the table.
WORLD = (
    DECK
    + HAND
    + """
zone table shared spread, seen by all
setup
    as starter
        draw 3 from deck to my hand
    draw 2 from deck to table
"""
    + ONE_GO.replace("go", "go, rest")
    + "action rest\n    do\n        end turn\n"
)
GO = "action go [A-1]\n    {premises}\n    do\n        end turn\n"


def told(t: Table, **arguments: Any) -> list[tuple[tuple[str, ...], str]]:
    """IDs and sentences of the reasons why `go` is refused."""
    found = explain(t.game, t.state, Action("go", arguments))
    assert found is not None
    return [(item.ids, item.sentence) for item in found.reasons]


def world(premises: str, declarations: str) -> Table:
    """A table with an action of these premises."""
    return table(WORLD + GO.format(premises=premises) + declarations)


SIDES = """define prey(c: card) = same(c.number) if c.number > 7 else lower(c.number)
define same(n: integer) = table where number = n [A-3] "equal cards"
define lower(n: integer) = table where number < n [A-4] "lower cards"
"""


@pytest.mark.parametrize(
    ("card", "taken", "ids", "sentence"),
    [("8", ["5", "6"], "A-3", "equal cards"), ("7", ["5"], "A-4", "lower cards")],
)
def test_of_two_definitions_the_one_that_counts_is_told(
    card: str, taken: list[str], ids: str, sentence: str
) -> None:
    t = world(
        'choose card from my hand\n    choose taken from only(prey(card)) [A-2] "prey"', SIDES
    )
    because = f"this cannot be chosen as taken: {sentence}"
    assert told(t, card=card, taken=taken) == [((ids,), because)]


def test_a_definition_without_ids_or_sentence_has_those_of_the_line() -> None:
    premises = 'choose card from my hand where high(card) [A-2] "a high card"'
    rules = "define high(c: card) = c.number > 8"
    assert told(world(premises, f"{rules}\n"), card="7") == [(("A-2",), "a high card")]
    assert told(world(premises, f"{rules} [A-5]\n"), card="7") == [(("A-5",), "a high card")]
    assert told(world(premises, f'{rules} "above 8"\n'), card="7") == [(("A-2",), "above 8")]


def test_of_conditions_that_are_defined_the_one_that_fails_is_told() -> None:
    t = world(
        "choose card from my hand\n    require fine(card)",
        "define fine(c: card) = even(c) and high(c)\n"
        'define even(c: card) = c.number mod 2 = 0 [A-6] "an even card"\n'
        'define high(c: card) = c.number > 8 [A-7] "a high card"\n',
    )
    assert told(t, card="7") == [(("A-6",), "an even card")]
    assert told(t, card="8") == [(("A-7",), "a high card")]


def test_of_conditions_with_or_each_is_told_if_both_have_sentences() -> None:
    premises = 'choose card from my hand\n    require fine(card) [A-5] "even, or a high one"'
    even = 'define even(c: card) = c.number mod 2 = 0 [A-6] "an even card"\n'
    high = 'define high(c: card) = c.number > 8 [A-7] "a high card"\n'
    fine = "define fine(c: card) = even(c) or high(c)\n"
    whole = (("A-5",), "even, or a high one")
    both = [whole, (("A-6",), "an even card"), (("A-7",), "a high card")]
    assert told(world(premises, fine + even + high), card="7") == both
    # One side alone would not say what else would do.
    for more in (
        even + high.replace(' "a high card"', ""),
        even.replace(' "an even card"', "") + high,
    ):
        assert told(world(premises, fine + more), card="7") == [whole]
    three = fine.replace("high(c)", "high(c) or c.number = 0")
    assert told(world(premises, three + even + high), card="7") == [whole]


LARGEST = """define odd = my hand where number mod 2 = 1 [A-8] "odd cards only"
define best = odd with highest number [A-9] "the highest of them"
"""


def test_a_value_is_left_out_by_the_condition_or_because_another_is_higher() -> None:
    odd = world("choose card from best", LARGEST)
    assert told(odd, card="8") == [(("A-8",), "odd cards only")]
    assert told(odd, card="7") == [(("A-9",), "the highest of them")]
    assert told(odd, card="3") == [(("A-8",), "you have no 3 in your hand")]


def test_where_nothing_is_there_the_definition_that_counts_is_told() -> None:
    rules = 'define twos = my hand where number = 2 [A-8] "twos"\n'
    assert told(world("choose card from twos [A-2]", rules)) == [(("A-8",), "twos")]


EMPTY = """zone pit shared spread, seen by all
zone aside per player spread, seen by owner
zone patch per player stacks, top seen by all, rest seen by owner
"""


def test_where_nothing_lies_it_is_told_whose_place_that_is() -> None:
    def empty(domain: str) -> list[tuple[tuple[str, ...], str]]:
        return told(world(f"choose thing from {domain}", EMPTY))

    assert empty("my aside") == [(("A-1",), "you have no card in your aside")]
    assert empty("my patch") == [(("A-1",), "you have no stack in your patch")]
    assert empty("opponents.patch") == [(("A-1",), "no opponent has a stack in the patch")]
    assert empty("players.aside") == [(("A-1",), "nobody has a card in the aside")]
    assert empty("pit") == [(("A-1",), "there is no card in the pit")]


def test_values_that_fail_each_for_a_reason_of_its_own_are_told_with_all_of_them() -> None:
    t = world(
        "choose card from my hand where fits(card on card)",
        "placement fits(upper on target)\n"
        '    high: upper.number > 8 [A-2] "a high card"\n'
        '    even: upper.number mod 2 = 0 [A-3] "an even card"\n',
    )
    assert t.cards("hand", 0) == ["7", "8", "9"]
    assert told(t) == [(("A-2",), "a high card"), (("A-3",), "an even card")]


def test_a_clause_that_looks_at_a_hidden_card_is_not_told() -> None:
    t = world(
        "choose card from my hand\n    require deck is not empty and fits(card on top of deck)",
        "placement fits(upper on target)\n"
        '    high: upper.number > 7 [A-2] "a high card"\n'
        '    lower: upper.number < target.number [A-3] "lower than the deck"\n',
    )
    assert t.cards("deck")[-1] == "4", "both clauses fail"
    assert told(t, card="7") == [(("A-2",), "a high card")]
