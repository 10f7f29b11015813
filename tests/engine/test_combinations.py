"""Counted subsets and chains of choices against those that are really made."""

from __future__ import annotations

import json
import random
from collections import Counter
from itertools import chain, combinations
from math import comb
from typing import Any

import pytest

from cardrules.diagnostics.model import Diagnostic
from cardrules.engine.chance import Stream
from cardrules.engine.game import Game
from cardrules.engine.positions.state_data import state_from_data
from cardrules.engine.sets.answers import Answer, Chain, Joined, joined
from cardrules.engine.sets.combinations import Cards, Combinations, Limits
from cardrules.engine.work import MOST_STEPS
from cardrules.errors import GameLimitError
from cardrules.model.action import Action
from cardrules.model.state import State
from cardrules.sim.players import GreedyBot, RandomBot
from cardrules.sim.seat import seat_at
from tests.engine.harness import game


def grouped(kind: list[int]) -> list[list[int]]:
    return [[card for card, own in enumerate(kind) if own == one] for one in sorted(set(kind))]


def brute(kind: list[int], limits: Limits) -> list[Cards]:
    """All subsets, one for each look, smaller ones first."""
    every = chain.from_iterable(
        combinations(range(len(kind)), size) for size in range(len(kind) + 1)
    )
    found: dict[tuple[int, ...], Cards] = {}
    for cards in every:
        sums = [sum(measure[card] for card in cards) for measure in limits.measures]
        if limits.least <= len(cards) <= limits.most and all(
            (low is None or total >= low) and (high is None or total <= high)
            for total, (low, high) in zip(sums, limits.bounds, strict=True)
        ):
            found.setdefault(tuple(kind[card] for card in cards), cards)
    return list(found.values())


def drawn(chance: random.Random) -> tuple[list[int], Limits]:
    kind = sorted(chance.randrange(5) for _ in range(chance.randint(0, 8)))
    least = chance.randint(0, 4)
    measures, bounds = [], []
    for _ in range(chance.randint(0, 2)):
        value = [chance.randint(-2 if chance.random() < 0.3 else 0, 5) for _ in range(5)]
        measures.append(tuple(value[one] for one in kind))
        low, high = chance.randint(0, 9), chance.randint(0, 14)
        bounds.append(chance.choice([(low, None), (None, high), (low, max(low, high))]))
    most = chance.randint(least - 1, 8)
    return kind, Limits(least, most, tuple(measures), tuple(bounds))


def test_they_are_those_of_brute_force_in_the_same_order() -> None:
    chance = random.Random(5)
    for _ in range(1500):
        kind, limits = drawn(chance)
        sets, wanted = Combinations(grouped(kind), limits), brute(kind, limits)
        assert list(sets) == wanted
        assert [sets[index] for index in range(len(sets))] == wanted
        assert sets.total == len(sets) == len(wanted)
        for cards in wanted:
            assert cards in sets
            looks = [kind[card] for card in cards]
            chance.shuffle(looks)
            assert sets.that_looks_like(looks, kind) == cards
        for _ in range(5):
            cards = tuple(sorted(chance.sample(range(len(kind)), chance.randint(0, len(kind)))))
            assert (cards in sets) == (cards in wanted)
        with pytest.raises(IndexError):
            sets[len(wanted)]


def test_with_a_card_taken_those_are_left_that_hold_it() -> None:
    chance = random.Random(6)
    for _ in range(600):
        kind, limits = drawn(chance)
        sets = Combinations(grouped(kind), limits)
        held: Counter[int] = Counter()
        for _ in range(3):
            places = [at for at, group in enumerate(sets.groups) if group]
            if not places:
                break
            at = chance.choice(places)
            held[kind[sets.groups[at][0]]] += 1
            sets = sets.take(at)
            wanted = [
                cards
                for cards in brute(kind, limits)
                if not held - Counter(kind[card] for card in cards)
            ]
            assert sorted(sets) == sorted(wanted)
            assert [sets[index] for index in range(len(sets))] == list(sets)
            assert all(cards in sets for cards in wanted)
            assert sets.pool == tuple(range(len(kind)))
            alone = tuple(sorted(sets.taken))
            assert sets.complete == (alone if alone in wanted else None)


# ---- Chains --------------------------------------------------------------------------------------

SEVERAL = """
zone deck shared pile, seen by nobody, starts with cards
zone hand per player spread, seen by owner
zone out  shared spread, seen by all
setup
    shuffle deck
    each player clockwise from starter
        draw {size} from deck to my hand
    draw 3 from deck to out
play
    turns clockwise from starter once
        one of wait, lay
action wait
    do
        move my hand to out
action lay
{premises}
    do
        move my hand to out
"""
PREMISES = {
    "free of each other": """
    choose friend from opponents
    choose given from subsets of my hand where count of it in {2, 3}
    require count of out > 2
    choose card from out where number > 1
    choose kept from subsets of my hand where sum of number in it <= 9 and count of it > 1
""",
    "depending on each other": """
    choose given from subsets of my hand where count of it = 2
    let rest = my hand - given
    require count of rest > 1
    choose card from rest where number > 1
    choose kept from subsets of (rest - only(card)) where count of it <= 2
    require sum of number in kept != sum of number in given
    choose target from opponents where count of hand > count of kept
""",
    "with conditions behind": """
    choose given from subsets of my hand where count of it >= 4
    choose card from out
    let total = sum of number in given
    require total mod 2 = 0 or card.number > 3
""",
    "some of which depend": """
    choose card from my hand
    choose friend from opponents
    let least = card.number * 2
    choose given from subsets of my hand where count of it = 3 and sum of number in it > least
    choose level from {1, 2, 3} where level > count of friend.hand - 6
""",
}


def at(premises: str, size: int = 7, count: int = 3) -> tuple[Game, State]:
    cards = f'card: {{name: "{{number}}", number: 1 to 9, count: {count}}}'
    made = game(SEVERAL.format(premises=premises, size=size), 3, cards=cards)
    return made, made.start(4, 0)


def listed(made: Game, s: State) -> list[Answer]:
    """What the generated loops list."""
    site = made.builder.sites[s.pending[0]]  # type: ignore[index]
    found: list[Answer] = []
    for search in site.searches:
        site.listings[search.index].enumerate(s, None, s.pending[1], found)  # type: ignore[index]
    return found


@pytest.mark.parametrize("premises", PREMISES.values(), ids=PREMISES)
def test_a_chain_has_the_answers_that_loops_would_list(premises: str) -> None:
    made, s = at(premises)
    answers, wanted = made.answers(s), listed(made, s)
    assert isinstance(answers, Joined) and isinstance(answers.parts[1], Chain)
    assert len(wanted) > 50
    assert list(answers) == wanted
    assert len(answers) == len(wanted)
    assert [answers[index] for index in range(len(answers))] == wanted
    assert answers[-1] == wanted[-1] and answers[3:6] == wanted[3:6]


@pytest.mark.parametrize("premises", PREMISES.values(), ids=PREMISES)
def test_each_answer_is_found_by_its_action(premises: str) -> None:
    made, s = at(premises)
    actions = made.legal_actions(s)
    for index in range(0, len(actions), 1 + len(actions) // 60):
        action = actions[index]
        assert made.answer_of(s, action) == actions.answers[index]
        assert made.answer_of(s, Action(action.name, action.arguments, action.which))
    assert len(set(actions)) == len(actions), "those that are written alike are numbered"


@pytest.mark.parametrize("premises", PREMISES.values(), ids=PREMISES)
def test_actions_are_narrowed_by_any_of_their_arguments(premises: str) -> None:
    made, s = at(premises, size=6)
    actions = made.legal_actions(s)
    every = list(actions)
    for name in every[-1].arguments:
        for sample in every[1 :: 1 + len(every) // 3]:
            value = sample.arguments[name]
            found = list(actions.narrow("lay", **{name: value}))
            assert found == [action for action in every[1:] if _same(action.arguments[name], value)]
    given = every[-1].arguments["given"]
    two = given[:2]
    assert list(actions.holding("given", two)) == [
        action for action in every[1:] if not Counter(two) - Counter(action.arguments["given"])
    ]
    assert len(actions.narrow("wait")) == 1
    assert len(actions.narrow("wait", given=given)) == 0
    assert len(actions.narrow(given=["99"])) == 0
    assert actions.names == ("wait", "lay")
    assert actions.narrow("lay").names == ("lay",)


def _same(one: Any, other: Any) -> bool:
    return sorted(one) == sorted(other) if isinstance(one, list) else bool(one == other)


TWO_LARGE = """
    choose given from subsets of my hand where count of it = 10
    choose friend from opponents
    choose kept from subsets of my hand where count of it <= 20
"""


def test_several_large_choices_are_counted_and_not_made() -> None:
    made, s = at(TWO_LARGE, size=20, count=20)
    actions = made.legal_actions(s)
    answers = made.answers(s)
    assert isinstance(answers, Joined)
    assert actions.total == answers.total == 1 + actions.narrow("lay").total
    middle = actions[len(actions) // 2]
    assert made.answer_of(s, middle) == middle.answer
    assert len(middle.arguments["given"]) == 10
    holding = actions.narrow(friend=2).holding("given", middle.arguments["given"][:3])
    assert 0 < holding.total < actions.total // 2
    assert holding[0].arguments["friend"] == 2


def test_all_different_cards_have_the_number_that_is_known() -> None:
    premises = TWO_LARGE.replace("count of it <= 20", "count of it <= 3")
    cards = 'card: {name: "{number}", number: 1 to 80, count: 1}'
    made = game(SEVERAL.format(premises=premises, size=25), 3, cards=cards)
    s = made.start(4, 0)
    small = sum(comb(25, size) for size in range(4))
    assert made.legal_actions(s).total == 1 + comb(25, 10) * 2 * small


def test_what_depends_on_too_many_sets_is_a_diagnostic_and_no_standstill() -> None:
    premises = """
    choose given from subsets of my hand where count of it = 10
    choose card from my hand where card in given
"""
    cards = 'card: {name: "{number}", number: 1 to 80, count: 1}'
    made = game(SEVERAL.format(premises=premises, size=25), 3, cards=cards)
    with pytest.raises(GameLimitError, match="more than 200,000 answers") as caught:
        made.start(4, 0)
    assert caught.value.diagnostic.code == "CR702"


def huge(premises: str, size: int = 40) -> tuple[Game, State]:
    """A game in which somebody holds many different cards."""
    cards = 'card: {name: "{number}", number: 1 to 60, count: 3}'
    made = game(SEVERAL.format(premises=premises, size=size), 3, cards=cards)
    return made, made.start(4, 0)


TEN = "    choose given from subsets of my hand where count of it = 10\n"


@pytest.mark.parametrize(
    "behind",
    [
        "    let many = count of given\n",
        "    require count of out >= 0\n",
        "    let many = count of out\n    require many > 2\n    let none_of_it = count of given\n",
    ],
)
def test_what_stands_behind_the_last_choice_need_not_look_at_it(behind: str) -> None:
    made, s = huge(TEN + behind)
    assert made.legal_actions(s).total > 10**7
    assert len(made.legal_actions(s)[10**7].arguments["given"]) == 10


def test_what_does_not_hold_behind_the_last_choice_forbids_it_at_once() -> None:
    made, s = huge(TEN + "    require count of out > 3\n")
    assert made.legal_actions(s).names == ("wait",)


def test_sets_in_either_branch_are_counted() -> None:
    line = TEN.replace("subsets", "(subsets").rstrip("\n")
    made, s = huge(line + ") if count of out > 2 else (subsets of my hand where count of it = 3)\n")
    assert made.legal_actions(s).total > 10**7


@pytest.mark.parametrize(
    "more",
    [
        "    require sum of number in given > 30\n",
        "    let rest = my hand - given\n    require sum of number in rest > 30\n",
        "    choose kept from subsets of (my hand - given) where count of it = 3\n",
    ],
)
def test_what_looks_at_each_of_very_many_is_told_with_the_choice(more: str) -> None:
    with pytest.raises(GameLimitError) as caught:
        huge(TEN + more)
    diagnostic = caught.value.diagnostic
    assert isinstance(diagnostic, Diagnostic) and diagnostic.code == "CR702"
    line = diagnostic.source.line(diagnostic.source.position(diagnostic.span.start)[0])
    assert line == TEN.rstrip("\n")


@pytest.mark.parametrize(
    "more",
    [
        "    require not possible lay_all\n",
        "    choose kept from subsets of my hand where every c in it: c.number > 1\n",
        "    choose kept from unions of maximal families of pairs(my hand)\n",
    ],
)
def test_no_search_goes_on_for_ever(more: str) -> None:
    premises = (
        more
        + """    do
        move my hand to out
action lay_all
    choose given from subsets of my hand where count of it = 10
    require sum of number in given > 9999
"""
    )
    define = "define pairs(held: cards) = subsets of held where count of it = 2\n"
    cards = 'card: {name: "{number}", number: 1 to 60, count: 3}'
    made = game(define + SEVERAL.format(premises=premises, size=40), 3, cards=cards)
    with pytest.raises(GameLimitError) as caught:
        made.start(4, 0)
    assert caught.value.diagnostic.code == "CR702"


def test_whether_a_large_choice_is_possible_is_told_at_once() -> None:
    premises = (
        "    require possible lay_ten\n    do\n        move my hand to out\naction lay_ten\n" + TEN
    )
    made, s = huge(premises)
    assert made.legal_actions(s).names == ("wait", "lay")


@pytest.mark.slow
def test_the_limit_is_for_all_choices_of_a_decision_together() -> None:
    first = "    choose given from subsets of my hand where count of it = 2\n"
    second = "    choose kept from subsets of (my hand - given) where count of it = 2\n"
    third = "    choose last from subsets of (my hand - given - kept) where count of it = 2\n"
    made, s = huge(first + second)
    assert made.legal_actions(s).total > 10**5
    with pytest.raises(GameLimitError):
        huge(first + second + third)


ANSWERS = """
zone deck shared pile, seen by nobody, starts with cards
zone hand per player spread, seen by owner
zone out  shared spread, seen by all
setup
    each player clockwise from starter
        draw 40 from deck to my hand
play
    turns clockwise from starter once
        one of ask
action ask
    do
        open asked() to others
window asked
interrupt lay_one answers asked
    choose card from my hand
    do
        move card to out
interrupt lay_ten answers asked
    choose given from subsets of my hand where count of it = 10
    do
        move given to out
"""


def test_a_window_may_have_large_and_small_answers() -> None:
    cards = 'card: {name: "{number}", number: 1 to 60, count: 3}'
    made = game(ANSWERS, 3, cards=cards)
    s = made.start(4, 0)
    s = made.apply(s, made.legal_actions(s)[0])
    actions = made.legal_actions(s)
    assert actions.names == ("lay_one", "lay_ten", "pass")
    assert actions[-1].name == "pass" and actions.total > 10**5
    assert made.answer_of(s, Action("pass")) == (-1,)
    assert actions[0] in actions and Action("lay_ten", {"given": ["1"]}) not in actions
    found = made.apply(s, actions[10**5])
    assert len(found.zones[made.tables.zone_base["out"]]) == 10


@pytest.mark.slow
def test_sums_that_must_be_counted_again_and_again_are_too_much_at_some_point() -> None:
    premises = """
    choose given from subsets of my hand where count of it = 3
    choose kept from subsets of (my hand - given) where count of it = 9 and sum of number in it = 99
"""
    cards = 'card: {name: "{number}", number: 1 to 60, count: 3}'
    made = game(SEVERAL.format(premises=premises, size=50), 3, cards=cards)
    with pytest.raises(GameLimitError) as caught:
        made.start(4, 0)
    assert caught.value.diagnostic.code == "CR702"
    state = caught.value.state
    assert isinstance(state, State) and state.work < MOST_STEPS


def test_the_last_of_more_than_python_counts_is_found() -> None:
    made, s = huge(
        TEN
        + TEN.replace("given", "kept")
        + TEN.replace("given", "last")
        + "    choose level from {1, 2, 3, 4, 5}\n"
    )
    actions = made.legal_actions(s)
    assert actions.total > 2**63 and len(actions) == 2**63 - 1
    last = actions[-1]
    assert last.arguments["level"] == 5 and last in actions
    assert made.answer_of(s, last) == made.answers(s)[actions.total - 1]
    bot = RandomBot(Stream(1, 1))
    first = Counter(bot.choose(seat_at(made, s)).arguments["given"][0] for _ in range(60))
    assert len(first) > 3, "not always from the beginning"
    assert GreedyBot(Stream(1, 1)).choose(seat_at(made, s)) in actions


def test_holding_twice_asks_for_the_same_again() -> None:
    made, s = huge(TEN)
    actions = made.legal_actions(s)
    card = actions[-1].arguments["given"][0]
    once = actions.holding("given", [card])
    assert 0 < once.total == once.holding("given", [card]).total < actions.total
    both = once.holding("given", [card, card])
    assert both.total == actions.holding("given", [card, card]).total


SETS_KEPT = """
zone deck shared pile, seen by nobody, starts with cards
zone hand per player spread, seen by owner
zone out  shared spread, seen by all
setup
    each player clockwise from starter
        draw 30 from deck to my hand
play
    turns clockwise from starter once
        do part_with
routine part_with
    let heavy = subsets of my hand where sum of number in it >= 40 and count of it < 20
    choose given from heavy
    move given to out
"""


def test_sets_with_a_sum_are_kept_as_their_condition() -> None:
    cards = 'card: {name: "{number}", number: 1 to 60, count: 3}'
    made = game(SETS_KEPT, 2, cards=cards)
    s = made.start(4, 0)
    assert made.legal_actions(s).total > 10**5
    text = json.dumps(s.data())
    assert len(text) < 5000
    again = state_from_data(made, json.loads(text))
    assert again == s and made.legal_actions(again).total == made.legal_actions(s).total
    sample = seat_at(made, s).sample(lambda items: items[::-1])
    assert made.legal_actions(sample).total == made.legal_actions(s).total


def test_lists_stay_lists() -> None:
    assert joined([[], [(1,)], [(2,)]]) == [(1,), (2,)]
    assert joined([]) == []
