"""What depends on printed faces alone is worked out once a game, and nothing else changes by it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import Any

import attrs
import pytest

from cardrules.analysis.load import analyse_source
from cardrules.engine.chance import Stream
from cardrules.engine.game import Game
from cardrules.engine.source import going_through
from cardrules.engine.source.looked_up import by_cards, mask, table_of
from cardrules.engine.specialise import specialised
from cardrules.engine.specialise.tabulating import Recipe, Tabulating
from cardrules.errors import GameLimitError, RulesetError
from cardrules.machine.tables import Table
from cardrules.model import ir
from cardrules.model.ruleset import Ruleset
from cardrules.model.types import CARD, FLAG
from cardrules.plain import replaced
from cardrules.source import normalised
from tests.engine.harness import DECK, HAND, ruleset
from tests.fuzz.rulesets import random_ruleset

CARDS = """
sword: {name: "sword {number}", number: 1 to 4, count: 2}
shield: {name: "shield {number}", number: [2, 3], colour: red, count: 1}
"""
ATTRIBUTES = """
number: integer
colour: {type: [blue, red], default: blue}
"""
SETUP = """
setup
    shuffle deck
    each player clockwise from starter
        draw 3 from deck to my hand
"""
PLAY = """
play
    turns clockwise from starter until players.hand is empty
        one of lay, otherwise drop
action drop
    choose card from my hand
    do
        move card to deck at bottom
"""
LAY = "action lay\n    choose card from my hand{}\n    do\n        move card to table\n"
RULES = DECK + HAND + "zone table shared pile, seen by all\nvariable wanted: integer = 2\n" + SETUP

# A declaration, and the condition on `card` that uses it.
CONDITIONS = {
    "a placement": (
        "placement fits(card on target)\n    number: card.number <= target.number\n"
        "    colour: card is shield or target.colour = blue\n",
        "table is empty or fits(card on top of table)",
    ),
    "a placement that looks at the game": (
        "placement fits(card on target)\n    number: card.number + wanted > target.number\n",
        "table is empty or fits(card on top of table)",
    ),
    "a definition": (
        "define worth(c: card) = 10 if c is shield else 2 * c.number\n",
        "worth(card) > 4 and (sum of worth(it) in my hand) > 9",
    ),
    "a definition of two cards": (
        "define beats(a: card, b: card) = a.number > b.number or a is shield and b is sword\n",
        "every c in table: beats(card, c) or c.number > 2",
    ),
    "which card it is": (
        "define better(a: card, b: card) = a if a.number > b.number else b\n",
        "card = first of my hand or every c in my hand: better(card, c) = card",
    ),
    "all cards": (
        "define least = lowest of number in (cards where colour = red)\n",
        "card.number >= least or card.colour = red and card.number * 2 > least",
    ),
    "some and every": (
        "define odd(c: card) = c.number mod 2 = 1\n",
        "some c in my hand: odd(c) or every c in my hand: c is sword and not odd(c)",
    ),
    "too many": (
        "define large(c: card) = sum of c.number + it.number in cards\n",
        "large(card) > 50",
    ),
}


class Untouched(Tabulating):
    """Leaves everything as it is."""

    def made(self, x: Any) -> Any:
        return x


def made(found: Ruleset, players: int, *, tabulating: bool = True) -> Game:
    with pytest.MonkeyPatch.context() as patch:
        if not tabulating:
            patch.setattr(specialised, "Tabulating", Untouched)
        game = Game(found, players)
        game.builder.finish()
    return game


def walk(game: Game, seed: int) -> Iterator[object]:
    """The states of a game of random choices, and the answers.

    Looking something up is less work, so that where there is too much another guard may be first.
    """
    try:
        state = game.start(seed)
        below = Stream(seed, 1).below
        for _ in range(40):
            yield state.data()
            answers = game.answers(state)
            yield len(answers), list(answers[:20])
            if not answers:
                return
            game.apply_answer_in_place(state, answers[below(len(answers))])
    except GameLimitError:
        yield "there is too much to do"
    except RulesetError as error:
        yield str(error)


def check(found: Ruleset, players: int, seeds: range) -> None:
    games = [made(found, players, tabulating=tabulating) for tabulating in (True, False)]
    for seed in seeds:
        for step, pair in enumerate(zip(*[walk(game, seed) for game in games], strict=True)):
            assert pair[0] == pair[1], (seed, step)


def with_condition(name: str) -> Ruleset:
    declaration, condition = CONDITIONS[name]
    rules = RULES + declaration + PLAY + LAY.format(f" where {condition}")
    return ruleset(rules, cards=CARDS, attributes=ATTRIBUTES)


@pytest.mark.parametrize("name", CONDITIONS)
def test_a_game_goes_the_same_way(name: str) -> None:
    check(with_condition(name), 2, range(3))


def tables(name: str) -> Sequence[Table]:
    return made(with_condition(name), 2).program.tables


def test_a_placement_is_a_table_of_pairs() -> None:
    game = made(with_condition("a placement"), 2)
    (pairs,) = [one for one in game.program.tables if one.arguments == 2]
    assert not any(name.startswith("placement_") for name in game.builder.generated.names)
    faces = game.program.layout.faces
    for first, row in enumerate(pairs.rows):
        for second, face in enumerate(faces):
            (number, _), (other, colour) = faces[first].values, face.values
            holds = number <= other and (faces[first].line == 1 or colour == 0)
            assert bool(int(row) >> second & 1) is holds  # type: ignore[arg-type]


def test_what_looks_at_the_game_is_no_table() -> None:
    assert not tables("a placement that looks at the game")


def test_a_card_is_not_taken_for_another_of_its_kind() -> None:
    assert not tables("which card it is")


def test_some_and_every_ask_a_set() -> None:
    names = made(with_condition("some and every"), 2).builder.generated.names
    assert any(isinstance(one, frozenset) for key, one in names.items() if key.startswith("FIT"))


def test_equal_values_are_in_one_table() -> None:
    declared = "define odd(c: card) = c.number mod 2 = 1\n"
    condition = " where odd(card) and some c in my hand: c.number mod 2 = 1"
    rules = RULES + declared + PLAY + LAY.format(condition)
    assert len(made(ruleset(rules, cards=CARDS, attributes=ATTRIBUTES), 2).program.tables) == 1


def test_a_kind_is_worked_out_once_and_a_row_when_it_is_needed() -> None:
    asked: list[tuple[int, int]] = []

    def value(one: int, other: int) -> bool:
        asked.append((one, other))
        return other == 2

    given = (ir.Local(type=CARD, slot=0), ir.Local(type=CARD, slot=1))
    test = ir.Compare(type=FLAG, operator="=", left=given[0], right=given[1])
    layout = made(with_condition("a placement"), 2).program.layout
    faces = tuple(
        replaced(face, count=count) for face, count in zip(layout.faces[:3], (2, 1, 0), strict=True)
    )
    layout = attrs.evolve(layout, faces=faces)
    table = table_of(Recipe(arguments=2, value=test), value, layout)
    pairs = by_cards(table, layout.kind)
    assert not asked
    assert pairs[1] == [False, False, True] and pairs[0] is pairs[1]
    assert asked == [(0, 0), (0, 2)]
    assert list(table.rows) == [2, 2, 0]


def test_the_cards_that_fit() -> None:
    assert mask(Table(arguments=1, type=FLAG, rows=(0b10,)), [0, 1, 1]) == {1, 2}


def random_game(seed: int) -> None:
    found, _ = analyse_source(normalised("random.rules", random_ruleset(seed)))
    if found is not None:
        with suppress(RulesetError):  # it has no cards with so many players
            check(found, found.players_min, range(1))


@pytest.mark.parametrize("seed", range(4))
def test_random_rulesets_go_the_same_way(seed: int) -> None:
    random_game(seed)


@pytest.mark.slow
@pytest.mark.parametrize("first", range(0, 100, 20))
def test_many_random_rulesets_go_the_same_way(first: int) -> None:
    for seed in range(first, first + 20):
        random_game(seed)


KEYS = {
    "known among how many": "count of (players with highest count of it.hand) > 1",
    "a group that is found by looking": "table is empty or "
    "count of (only(last(card)) with highest it.number * wanted) = 1",
}
LAST = "define last(c: card) = c if some d in (table where number > wanted): true else c\n"


@pytest.mark.parametrize("condition", KEYS.values(), ids=list(KEYS))
def test_the_highest_of_a_few_counts_the_same_work(
    condition: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    rules = RULES + LAST + PLAY + LAY.format(f" where {condition}")
    found = ruleset(rules, cards=CARDS, attributes=ATTRIBUTES)
    in_place = made(found, 2)
    monkeypatch.setattr(going_through, "_MOST_TWICE", 0)
    by_function = made(found, 2)
    for seed in range(3):
        assert list(walk(in_place, seed)) == list(walk(by_function, seed))
