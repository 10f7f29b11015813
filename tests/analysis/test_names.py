"""What names mean, depending on where they stand."""

from __future__ import annotations

import pytest

from cardrules.analysis.load import analyse_source
from cardrules.analysis.reserved import reserved
from cardrules.model import ir
from cardrules.model.types import enum_of
from cardrules.source import normalised
from tests.analysis.harness import GAME, codes, value


def condition_of(expression: str) -> ir.Expr:
    """The condition of a `where`."""
    found = value(expression)
    assert isinstance(found, ir.Filter)
    return found.condition


def test_a_bare_name_is_of_the_thing_that_is_looked_at() -> None:
    test = condition_of("my hand where number > 3")
    assert isinstance(test, ir.Compare)
    assert isinstance(test.left, ir.Attribute)
    assert isinstance(test.left.card, ir.Bound)


def test_a_bare_name_is_of_the_innermost_thing_that_has_it() -> None:
    outer = condition_of("players where count of (hand where ripe) > coin")
    assert isinstance(outer, ir.Compare)
    count, coins = outer.left, outer.right
    assert isinstance(count, ir.Operation)
    inner = count.arguments[0]
    assert isinstance(inner, ir.Filter)
    assert isinstance(inner.condition, ir.Attribute)
    assert isinstance(inner.condition.card, ir.Bound)
    assert inner.condition.card.index == inner.bound
    assert isinstance(coins, ir.VariableValue)
    assert isinstance(coins.holder, ir.Bound)
    assert coins.holder.index != inner.bound


def test_it_is_the_innermost_thing() -> None:
    outer = condition_of("players where some c in hand: c in (hand where it is worm) and it = me")
    assert isinstance(outer, ir.Quantified)


def test_a_value_of_an_enumeration() -> None:
    found = value("pear")
    assert isinstance(found, ir.Const)
    assert (found.type, found.value) == (enum_of("fruit"), 1)


@pytest.mark.parametrize("expression", ["card.fruit = pear", "pear = card.fruit"])
def test_a_value_of_an_enumeration_on_either_side(expression: str) -> None:
    found = value(expression)
    assert isinstance(found, ir.Compare)
    assert enum_of("fruit") in (found.left.type, found.right.type)


def test_the_name_of_a_number() -> None:
    found = value("huge + 1")
    assert isinstance(found, ir.Arithmetic)
    assert isinstance(found.left, ir.Const)
    assert found.left.value == 9


@pytest.mark.parametrize(
    ("expression", "code"),
    [
        ("hand", "CR404"),
        ("coin", "CR404"),
        ("nothing", "CR301"),
        ("my deck", "CR301"),
        ("card.hand", "CR301"),
        ("it", "CR301"),
        ("number", "CR301"),
        ("my hand where coin > 3", "CR404"),
    ],
)
def test_names_without_a_meaning_here(expression: str, code: str) -> None:
    assert codes(f"let x = {expression}") == [code]


@pytest.mark.parametrize("word", sorted(reserved()))
def test_a_reserved_word_is_refused_as_a_value_or_can_be_used_as_one(word: str) -> None:
    """What stands in the card table can be asked for."""
    text = GAME.replace("[apple, pear, plum]", f"[apple, pear, plum, {word}]")
    use = f"    let x = card.fruit = {word}\n    let y = my hand where fruit in {{{word}, pear}}\n"
    _, refused = analyse_source(normalised("t", text + "    shuffle deck\n"))
    _, found = analyse_source(normalised("t", text + use))
    assert len(refused) > 0 or len(found) == 0


def test_a_name_ends_with_its_block() -> None:
    assert codes("if card.ripe\n    let n = 3\nlet m = n") == ["CR301"]


def test_names_of_actions_and_routines_may_be_used_nearby() -> None:
    assert codes("let wait = 3\nlet lines = wait") == []


@pytest.mark.parametrize(
    "lines",
    [
        "each player clockwise from lead\n    draw 1 from deck to my hand",
        "as target\n    choose c from my hand\n    move c to active.hand",
        'say "{me} shows {card} to {target}, not {nobody}"',
    ],
)
def test_who_acts(lines: str) -> None:
    assert codes(lines) == (["CR301"] if "nobody" in lines else [])


@pytest.mark.parametrize("word", sorted(reserved()))
def test_a_reserved_word_is_reported_even_if_the_parser_stops_at_its_use(word: str) -> None:
    found = codes(f"let {word} = card\nmove {word} to discard")
    assert "CR303" in found
    assert "CR101" not in found
