"""From many legal actions to one: what is asked, how many remain, and that none is lost."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from math import comb

import pytest

from cardrules.engine.game import Game
from cardrules.engine.sets.answers import Answer
from cardrules.model.state import State
from cardrules.table.matching import matching
from cardrules.table.narrowing import question, texts
from cardrules.table.pools import (
    FEW,
    Lazy,
    Line,
    Listed,
    Pool,
    Question,
    only_answer,
    whole_pool,
)
from cardrules.table.teller import Teller
from tests.bundled import Bundled, at_all_numbers, bundled_named, random_play
from tests.cli.play_harness import Sat, people
from tests.engine import harness


def teller_of(game: Game, s: State) -> Teller:
    assert s.pending is not None
    return Teller(game, s, s.pending[1], [f"P{seat}" for seat in range(game.players)])


def behind(pool: Pool, teller: Teller, depth: int = 0) -> Iterator[Answer]:
    """Every answer that can be reached by choosing lines; counts are checked on the way."""
    assert depth < 12, "the steps lead nowhere"
    only = only_answer(pool)
    if only is not None:
        yield only
        return
    asked = question(pool, teller)
    assert asked.total == pool.total
    assert len({line.text for line in asked.lines}) == len(asked.lines), "lines read the same"
    for line in asked.lines:
        assert line.count == line.pool.total <= pool.total
        if line.pool.total == pool.total:
            assert line.pool != pool, "the line changes nothing"
        yield from behind(line.pool, teller, depth + 1)


@pytest.mark.parametrize("item", at_all_numbers(), ids=str)
def test_every_legal_action_is_reached_and_no_other(item: Bundled) -> None:
    game = item.game()
    for number, s in enumerate(random_play(game, 5, steps=240)):
        answers = game.answers(s)
        if not answers or (number % 8 and len(answers) <= FEW) or len(answers) > 700:
            continue
        teller = teller_of(game, s)
        found = set(behind(whole_pool(answers, teller), teller))
        assert found == set(answers)


@pytest.mark.parametrize("item", at_all_numbers(), ids=str)
def test_no_question_is_longer_than_its_cards_and_players(item: Bundled) -> None:
    game = item.game()
    for s in random_play(game, 6, steps=240):
        answers = game.answers(s)
        if not answers:
            continue
        teller = teller_of(game, s)
        asked = question(whole_pool(answers, teller), teller)
        assert len(asked.lines) <= max(FEW, len(game.ruleset.kinds))


# ---- Very many sets ------------------------------------------------------------------------------


MANY = (
    harness.HAND
    + """
zone deck shared pile, seen by nobody, starts with cards
zone out  shared pile, seen by nobody
setup
    draw 40 from deck to starter.hand
play
    turns clockwise from starter once
        if count of my hand > 0
            do lay
routine lay
    choose given from subsets of my hand where count of it = 12
    move given to out
"""
)


def many() -> Sat:
    cards = 'card: {name: "Card {number}", number: 1 to 40, count: 1}'
    return Sat(harness.game(MANY, 2, cards=cards), people(2))


def test_billions_of_sets_are_narrowed_card_by_card() -> None:
    sat = many()
    assert f"1 of 12 ({comb(40, 12):,} possibilities)" in sat.type("")
    told = sat.type("1 2 3")
    assert "So far: Card 1 + Card 2 + Card 3\n" in told
    assert f"4 of 12 ({comb(37, 9):,} possibilities; b goes back)" in told
    assert "1 of 12" in sat.type("b")
    sat.type("c10 c11 c12 c13 c14 c15 c16 c17 c18 c19")
    assert "11 of 12 (435 possibilities" in sat.shown
    told = sat.type("card 1, card 40")
    assert sat.playthrough.over
    given = sat.playthrough.steps[0].action.arguments["given"]
    assert sorted(given) == sorted(f"Card {n}" for n in (1, *range(10, 20), 40))


def test_a_card_cannot_be_taken_twice() -> None:
    sat = many()
    sat.type("")
    assert "These do not go together" in sat.type("1 1")


def test_a_lazy_pool_is_only_used_where_there_are_very_many() -> None:
    sat = many()
    game, s = sat.playthrough.game, sat.playthrough.state
    pool = whole_pool(game.answers(s), teller_of(game, s))
    assert isinstance(pool, Lazy)


PAIR_AND_SETS = (
    harness.HAND
    + """
zone deck shared pile, seen by nobody, starts with cards
zone out  shared pile, seen by nobody
setup
    draw 40 from deck to starter.hand
play
    turns clockwise from starter once
        one of lay, keep
action keep "Keep all"
    require count of my hand > 0
    do
        move my hand to out
action lay "Lay"
    require count of my hand > 0
    choose friend from opponents
    choose given from subsets of my hand where count of it in {8, 9, 10} [L-1]
    choose level from {1, 2, 3}
    choose kept from subsets of my hand where count of it = 11
    do
        move given + kept to out
"""
)


@pytest.mark.slow
def test_an_action_with_several_large_choices_is_narrowed_choice_by_choice() -> None:
    cards = 'card: {name: "Card {number}", number: 1 to 40, count: 1}'
    sat = Sat(harness.game(PAIR_AND_SETS, 3, cards=cards), people(3))
    first = sum(comb(40, size) for size in (8, 9, 10))
    behind = 2 * first * 3 * comb(40, 11)
    told = sat.type("")
    assert f"Which action? ({behind + 1:,} possibilities)" in told
    assert f"1) Lay  ({behind:,} of them)\n" in told and "2) Keep all\n" in told
    assert "Which friend?" in sat.type("lay")
    told = sat.type("1")
    assert f"Which given? One by one ({first * 3 * comb(40, 11):,} possibilities" in told
    told = sat.type("1 2 3 4 5 6 7 8")
    assert "page 1 of " in told and "nothing more: Card 1 + Card 2" in told
    assert "nothing more: Card 1 + Card 2" in sat.type("m")
    told = sat.type("nothing more")
    assert f"Which level? ({3 * comb(40, 11):,} possibilities" in told
    told = sat.type("l2")
    assert f"1 of 11 ({comb(40, 11):,} possibilities" in told
    assert "So far: Lay: Player 2, given Card 1 + Card 2 + Card 3 + Card 4 + Card 5 +\n" in told
    sat.type("c40 c39 c38 c37 c36 c35 c34 c33 c32 c31")
    sat.type("card 1")
    arguments = sat.playthrough.steps[0].action.arguments
    assert arguments["friend"] == 2 and arguments["level"] == 2
    assert len(arguments["given"]) == 8 and len(arguments["kept"]) == 11


# ---- Sets that are listed ------------------------------------------------------------------------

PASSING = MANY.replace("draw 40", "draw 8").replace("count of it = 12", "count of it = 3")


def passing() -> Sat:
    sat = Sat(harness.game(PASSING, 2), people(2))
    sat.type("")
    return sat


def test_a_set_is_put_together_card_by_card_with_what_remains() -> None:
    sat = passing()
    assert f"({comb(8, 3)} possibilities)" in sat.shown
    assert "Choose cards\nOne by one, 1 of 3 (56 possibilities)\n  1) 2   2) 3   3) 4" in sat.shown
    told = sat.type("1")
    assert "So far: 2\nOne by one, 2 of 3 (21 possibilities; b goes back)" in told
    told = sat.type("l2")
    assert "So far: 2 + 3\nOne by one, 3 of 3 (6 possibilities; b goes back)" in told
    assert "  3) 4\n" in told
    sat.type("l8")
    assert sat.playthrough.steps[0].action.arguments == {"given": ["2", "3", "9"]}


def lines_in(told: str) -> dict[int, str]:
    """The lines of a question that was shown, by their numbers."""
    found = re.findall(r"(?<=[ \n])(\d+)\) (.+?)(?=  |\n)", told)
    return {int(number): text for number, text in found}


def test_a_card_keeps_its_number_while_a_set_is_put_together() -> None:
    sat = passing()
    first = lines_in(sat.shown)
    assert first == {at: str(at + 1) for at in range(1, 9)}
    assert lines_in(sat.type("l2")) == {at: face for at, face in first.items() if at != 2}
    told = sat.type("l5")
    assert lines_in(told) == {at: face for at, face in first.items() if at not in (2, 5)}
    assert sat.type("5") == "There is no 5 here; the lines are 1, 3, 4, 6 to 8. The card 5 is c4.\n"
    assert lines_in(sat.type("b")) == {at: face for at, face in first.items() if at != 2}
    sat.type("l5", "l8")
    assert sat.playthrough.steps[0].action.arguments == {"given": ["3", "6", "9"]}


def test_numbers_are_kept_from_very_many_sets_to_few() -> None:
    sat = many()
    sat.type("")
    for number in range(40, 29, -1):
        told = lines_in(sat.type(str(number)))
        # How many stand on the first page depends on how long they are.
        assert 9 < len(told) <= max(told) < number
        assert told == {at: f"Card {at}" for at in told}
    sat.type("7")
    given = sat.playthrough.steps[0].action.arguments["given"]
    assert sorted(given) == sorted(f"Card {n}" for n in (7, *range(30, 41)))


def test_a_line_behind_which_there_is_one_set_tells_all_of_it() -> None:
    rules = PASSING.replace("count of it = 3", "sum of number in it in {20, 21}")
    sat = Sat(harness.game(rules, 2), people(2))
    told = sat.type("", "l1 l2")
    assert "So far: 2 + 3\n" in told
    assert "  6) 7  (3 of them)\n  7) 8 + 7\n" in told
    assert "So far: 2 + 3 + 9\n" in sat.type("l8")
    sat.type("b", "l7")
    assert sat.playthrough.steps[0].action.arguments == {"given": ["2", "3", "7", "8"]}


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        (
            "radar",
            "'radar' could be:\n  3) Radar +1\n  4) Radar +2\nType a number, or more of it.\n",
        ),
        ("bomb, radar", "'radar' could be:\n  3) Radar +1\n"),
        ("bomb, xyzzy", "Nothing here reads like 'xyzzy'. Type a number, or ? for help.\n"),
    ],
)
def test_a_word_for_several_cards_of_a_set_asks_which(typed: str, told: str) -> None:
    names = ["Attack 1", "Attack 2", "Radar +1", "Radar +2", "Bomb", "Cat", "Dog", "Gnu", "Owl"]
    cards = "\n".join(f"c{at}: {{name: {name}, count: 1}}" for at, name in enumerate(names))
    sat = Sat(harness.game(PASSING.replace("draw 8", "draw 9"), 2, cards=cards), people(2))
    sat.type("")
    assert f"({comb(9, 3)} possibilities)" in sat.shown
    assert sat.type(typed).startswith(told)
    assert "So far: Attack 2 + Bomb" in sat.type("bomb, attack 2")


@pytest.mark.parametrize("typed", ["l1 l2 l8", "l1, l2, l8", "c1 c2 c8", "c1,c2,c8", "2 + 3 + 9"])
def test_several_cards_can_be_named_at_once(typed: str) -> None:
    sat = passing()
    sat.type(typed)
    assert sat.playthrough.steps[0].action.arguments == {"given": ["2", "3", "9"]}


def test_sets_of_different_sizes_can_be_complete_on_the_way() -> None:
    rules = PASSING.replace("count of it = 3", "count of it <= 4")
    sat = Sat(harness.game(rules, 2), people(2))
    sat.type("")
    assert "9) nothing at all" in sat.shown
    told = sat.type("1", "l2")
    assert "9) nothing more: 2 + 3\n" in told
    sat.type("nothing more")
    assert sat.playthrough.steps[0].action.arguments == {"given": ["2", "3"]}


# ---- Actions and their choices -------------------------------------------------------------------


def first_question(item: Bundled, least: int) -> tuple[Question, Pool, Teller]:
    """The question of a decision with at least so many actions."""
    game = item.game()
    for seed in range(20):
        for s in random_play(game, seed):
            answers = game.answers(s)
            schemas = {answer[0] for answer in answers}
            if len(answers) >= least and len(schemas) > 1:
                teller = teller_of(game, s)
                pool = whole_pool(answers, teller)
                return question(pool, teller), pool, teller
    raise AssertionError("no such decision")


def test_many_actions_are_narrowed_by_name_then_by_card() -> None:
    asked, pool, teller = first_question(bundled_named("snatch_the_cat")[-1], 30)
    assert asked.title == "Which action?"
    assert sum(line.count for line in asked.lines) == asked.total == pool.total
    largest = max(asked.lines, key=lambda line: line.count)
    below = question(largest.pool, teller)
    if not below.single:
        assert below.so_far == largest.text
        assert below.title.endswith("?")


def test_words_find_an_action_below_the_question() -> None:
    asked, pool, teller = first_question(bundled_named("snatch_the_cat")[-1], 30)
    every = texts(list(behind(pool, teller)), teller)
    exact = next(text for text in every if every.count(text) == 1 and " with " in text)
    found = matching(pool, asked, exact, teller)
    assert [line.count for line in found] == [1]


def meaning(names: Sequence[str]) -> Callable[[str], list[str]]:
    """What words mean among lines with these texts."""
    lines = tuple(Line(f"Lay: {name}", Listed(((0,),)), 1) for name in names)
    asked = Question(title="", lines=lines, total=5, single=True)
    game = harness.game(PASSING)
    teller = teller_of(game, game.start())

    def meant(typed: str) -> list[str]:
        found = matching(Listed(()), asked, typed, teller)
        return [line.text.removeprefix("Lay: ") for line in found]

    return meant


def test_words_in_a_row_are_meant_before_words_that_stand_apart() -> None:
    meant = meaning(["Radar 1, target Attack, seat 2", "Attack 2, target Ann, seat 1"])
    assert meant("attack 2") == ["Attack 2, target Ann, seat 1"]
    assert meant("atta 2") == ["Attack 2, target Ann, seat 1"]
    assert meant("radar 2") == ["Radar 1, target Attack, seat 2"]
    assert meant("rad 2") == ["Radar 1, target Attack, seat 2"]
    assert len(meant("target seat")) == 2


def test_words_are_whole_words_before_they_are_beginnings() -> None:
    meant = meaning(["7", "7*", "17", "Queen of hearts", "Queen of spades"])
    assert meant("7") == ["7"]
    assert meant("lay 7*") == ["7*"]
    assert meant("que he") == ["Queen of hearts"]
    assert meant("queen") == ["Queen of hearts", "Queen of spades"]
    assert meant("earts") == ["Queen of hearts"]
    assert meant("8") == []
    assert meant("  ,") == []


@pytest.mark.parametrize("typed", ["the", "of", "and", "The", "with you", "your", "in"])
def test_small_words_alone_mean_no_line(typed: str) -> None:
    meant = meaning(["the top three cards of the inn, and with you one of your own", "9"])
    assert meant(typed) == []
    assert len(meant(f"{typed} cards")) == 1


def test_small_words_alone_mean_a_line_that_reads_like_them() -> None:
    game = harness.game(PASSING)
    lines = tuple(Line(text, Listed(((0,),)), 1) for text in ("you", "you and them"))
    asked = Question(title="", lines=lines, total=2, single=True)
    found = matching(Listed(()), asked, "you", teller_of(game, game.start()))
    assert [line.text for line in found] == ["you"]


def test_what_lies_hidden_has_no_order_and_no_name() -> None:
    rules = """
zone deck shared pile, seen by nobody, starts with cards
zone hand per player spread, seen by owner
setup
    each player clockwise from starter
        draw 4 from deck to my hand
play
    turns clockwise from starter once
        one of steal
action steal "Steal a card"
    choose card from opponents.hand
    do
        move card to my hand
"""
    game = harness.game(rules)
    orders = set()
    for seed in range(12):
        s = game.start(seed, 0)
        teller = teller_of(game, s)
        pool = whole_pool(game.answers(s), teller)
        asked = question(pool, teller)
        assert [line.text for line in asked.lines] == [
            f"Steal a card: face-down card in P1's hand (no. {n})" for n in range(1, 5)
        ]
        orders.add(tuple(only_answer(line.pool) for line in asked.lines))
    assert len(orders) > 3
    sat = Sat(game, people(2))
    sat.type("")
    assert "choose cards that you do not know" in sat.type("why steal 5")


# Seat 1 holds a 3 that it cannot use, and a 2; in the pit there lie two cards 4 and another 3.
CATCHING = """
zone deck shared pile, seen by nobody, starts with cards
zone hand per player spread, seen by owner
zone pit  shared spread, seen by all
setup
    draw 3 from deck to pit
    each player clockwise from starter
        draw 2 from deck to my hand
play
    turns clockwise from starter once
        one of catch
action catch "Catch"
    choose card from my hand where number < 3
    choose prey from pit
    do
        move prey to my hand
"""


def test_a_label_means_the_own_card_and_no_other_that_looks_alike() -> None:
    cards = 'card: {name: "Card {number}", number: 1 to 4, count: 2}'
    sat = Sat(harness.game(CATCHING, cards=cards), people(2))
    sat.type("")
    assert "[c1] Card 2  [c2] Card 3" in sat.shown
    assert "  1) Catch: card Card 2, prey Card 3\n" in sat.shown
    assert sat.type("c2").startswith("With Card 3 you may:")
    assert sat.type("why c2") == (
        "With Card 3 you may:\n"
        "  Catch, with another Card 3 as prey\n"
        "But not:\n"
        "  Catch: the rules do not allow it\n"
    )
    assert "So far" not in sat.type("c1")
    assert not sat.playthrough.steps
    sat.type("c1 card 3")
    assert sat.playthrough.steps[0].action.arguments == {"card": "Card 2", "prey": "Card 3"}


def test_what_has_been_chosen_is_not_broken_within_a_card() -> None:
    cards = 'card: {name: "A card with the number {number}", number: 1 to 40, count: 1}'
    sat = Sat(harness.game(MANY, 2, cards=cards), people(2))
    sat.type("")
    told = sat.type("1 2 3 4")
    head = told.partition("So far: ")[2].partition("One by one")[0]
    assert head == (
        "A card with the number 1 + A card with the number 2 +\n"
        "  A card with the number 3 + A card with the number 4\n"
    )
