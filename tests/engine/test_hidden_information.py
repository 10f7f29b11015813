"""Nothing reaches a viewer that the viewer cannot know.

Two states that differ only in what a viewer cannot know give this viewer equal views, decisions,
legal actions and refusals, and the same log for the same action as long as nothing of the
difference is shown. Whether somebody is asked at all is part of it.
"""

from __future__ import annotations

import random

import pytest

from cardrules.engine import events
from cardrules.engine.chance import Stream
from cardrules.engine.positions.determinise import determinised
from cardrules.engine.showing.view import make_view
from cardrules.leaks.shown import viewer_of
from cardrules.model.action import Action
from cardrules.model.state import State
from tests.bundled import Bundled, at_all_numbers, bundled
from tests.engine.harness import DECK, HAND, ONE_GO, Table, conserved, table
from tests.engine.indistinguishable import (
    compare_logs,
    compare_states,
    log,
    same_question,
    sampled,
    shown_to,
    viewers,
)
from tests.engine.relabel import relabelled

GAMES = bundled()


# ---- At a decision -------------------------------------------------------------------------------


@pytest.mark.parametrize("item", at_all_numbers(), ids=str)
def test_what_a_viewer_is_shown_does_not_depend_on_what_it_cannot_know(item: Bundled) -> None:
    assert compare_states(item.game(), seed=1, every=23) > 0


@pytest.mark.slow
@pytest.mark.parametrize("item", at_all_numbers(), ids=str)
def test_the_same_in_many_states(item: Bundled) -> None:
    for seed in range(2, 8):
        assert compare_states(item.game(), seed=seed, every=7) > 0


# ---- After the same action -----------------------------------------------------------------------


@pytest.mark.parametrize("item", at_all_numbers(), ids=str)
def test_the_same_action_has_the_same_log_if_nothing_of_the_difference_is_shown(
    item: Bundled,
) -> None:
    compare_logs(item.game(), seed=3, every=11)


@pytest.mark.slow
@pytest.mark.parametrize("item", at_all_numbers(), ids=str)
def test_the_same_log_in_many_states(item: Bundled) -> None:
    for seed in range(4, 12):
        compare_logs(item.game(), seed=seed, every=3)


@pytest.mark.parametrize("item", at_all_numbers(), ids=str)
def test_a_pass_is_the_same_whatever_one_holds(item: Bundled) -> None:
    """A window asks a player with and without an answer alike, and silence is the same."""
    of = item.game()
    chance = random.Random(7)
    for s in sampled(of, 8, every=1, steps=250):
        decision = of.decision(s)
        if decision is None or decision.asks_for != "interrupt":
            continue
        after = of.apply(s, Action("pass"))
        for bit in viewers(of):
            if bit == decision.player:
                continue
            # The cards of the one who is asked change too: there an answer may come or go.
            other, _ = relabelled(of, s, [bit], chance, keep=shown_to(of, after, bit))
            after_other = of.apply(other, Action("pass"))
            assert log(of, after, bit) == log(of, after_other, bit)
            same_question(of, after, after_other)


@pytest.mark.parametrize("item", at_all_numbers(), ids=str)
def test_secret_choices_that_show_nothing_are_told_alike(item: Bundled) -> None:
    """Whatever somebody chooses in secret: if no card is shown, others see and are asked the
    same.
    """
    of = item.game()
    chance = random.Random(9)
    for s in sampled(of, 10, every=1, steps=300):
        decision = of.decision(s)
        answers = of.answers(s)
        if decision is None or decision.asks_for != "choose" or len(answers) < 2:
            continue
        one, other = chance.sample(range(len(answers)), 2)
        after, after_other = of.apply_answer(s, answers[one]), of.apply_answer(s, answers[other])
        for bit in viewers(of):
            if bit == decision.player or tells(after, bit) or tells(after_other, bit):
                continue
            assert log(of, after, bit) == log(of, after_other, bit)
            same_question(of, after, after_other)
            if not after.over:
                view = make_view(of, after, viewer_of(of, bit))
                assert view == make_view(of, after_other, viewer_of(of, bit))


def tells(s: State, bit: int) -> bool:
    """Whether the last action has shown a viewer a card, or the rules have told something of
    one.
    """
    for event in s.events:
        if isinstance(event, events.Moved) and any(mask >> bit & 1 for mask in event.masks):
            return True
        if isinstance(event, events.Revealed) and event.mask >> bit & 1:
            return True
        if isinstance(event, events.VariableSet | events.Acted | events.GameOver):
            return True
    return False


# ---- Tiny games for single ways to leak ----------------------------------------------------------

TWINS = 'plain: {name: "{number}", number: [1, 2, 3], count: [4, 4, 4]}'
ZONES = (
    DECK
    + HAND
    + """
zone table shared spread, seen by all
zone hoard per player pile, seen by nobody
"""
)
DEAL = (
    "setup\n"
    "    shuffle deck\n"
    "    each player clockwise from starter\n"
    "        draw 3 from deck to my hand\n"
)


def asked_along(t: Table, index: int = 0) -> list[tuple[int, str]]:
    """Who is asked for what, if the answer of this number is always taken."""
    found: list[tuple[int, str]] = []
    while (decision := t.game.decision(t.state)) is not None:
        found.append((decision.player, decision.asks_for))
        answers = t.game.answers(t.state)
        t.state = t.game.apply_answer(t.state, answers[min(index, len(answers) - 1)])
    return found


def test_a_window_asks_with_and_without_an_answer_alike() -> None:
    rules = (
        ZONES
        + DEAL
        + ONE_GO
        + """
action go
    do
        open attack to others
window attack
interrupt shield answers attack
    choose answer from my hand where number = 1
    do
        stop
"""
    )
    asked = set()
    for seed in range(20):
        t = table(rules, 3, cards=TWINS, seed=seed)
        passing = []
        while (decision := t.game.decision(t.state)) is not None:
            passing.append((decision.player, decision.asks_for))
            name = "pass" if decision.asks_for == "interrupt" else "go"
            t.do(name)
        asked.add(tuple(passing))
    assert len(asked) == 1


def test_unless_forced_does_not_tell_that_cards_look_the_same() -> None:
    """Two cards of which nobody else knows that they are twins are asked for like two others."""
    rules = (
        ZONES
        + DEAL
        + """
play
    each player clockwise from starter
        while my hand is not empty
            choose card unless forced from my hand
            move card to my hoard
"""
    )
    asked = {tuple(asked_along(table(rules, 2, cards=TWINS, seed=seed))) for seed in range(30)}
    assert asked == {((0, "choose"), (0, "choose"), (1, "choose"), (1, "choose"))}


def test_unless_forced_sealed_does_not_tell_either() -> None:
    rules = (
        ZONES
        + DEAL
        + """
play
    together each player clockwise from starter
        choose card unless forced from my hand
        do
            move card to my hoard
"""
    )
    asked = {tuple(asked_along(table(rules, 2, cards=TWINS, seed=seed))) for seed in range(30)}
    assert asked == {((0, "choose"), (1, "choose"))}


def test_unless_forced_of_sets_does_not_tell_either() -> None:
    rules = (
        ZONES
        + DEAL
        + """
play
    each player clockwise from starter
        choose cards_given unless forced from subsets of my hand where count of it = 2
        move cards_given to my hoard
"""
    )
    asked = {tuple(asked_along(table(rules, 2, cards=TWINS, seed=seed))) for seed in range(30)}
    assert asked == {((0, "choose"), (1, "choose"))}


def test_unless_forced_asks_nobody_where_all_can_see_that_there_is_one_answer() -> None:
    rules = (
        ZONES
        + DEAL
        + """
play
    as starter
        draw 3 from deck to table
        choose card unless forced from table where number = 1
        move card to my hand
        choose twin unless forced from table where number = highest of number in table
        move twin to my hand
        choose whom unless forced from opponents
        move table to whom.hand
"""
    )
    for seed in range(10):
        t = table(rules, 2, cards=TWINS, seed=seed)
        assert t.asked is None


def test_a_question_within_effects_is_asked_however_many_answers_there_are() -> None:
    rules = (
        ZONES
        + DEAL
        + """
play
    each player clockwise from starter
        let ones = my hand where number = 1
        choose given from subsets of ones where count of it = min(2, count of ones)
        move given to my hoard
"""
    )
    asked = {tuple(asked_along(table(rules, 2, cards=TWINS, seed=seed))) for seed in range(30)}
    assert asked == {((0, "choose"), (1, "choose"))}


def test_which_twin_was_shown_before_makes_no_difference_to_anybody() -> None:
    """Of twins the numbers are nobody's business: events, views and actions are the same for
    each.
    """
    rules = (
        ZONES
        + """
setup
    draw 4 from deck to starter.hand
    pick shown at random from starter.hand
    reveal shown to left of starter
play
    as starter
        one of go
        one of go
action go
    choose card from my hand
    do
        move card to table
        pick gone at random from my hand
        move gone to my hoard
"""
    )
    cards = 'plain: {name: "{number}", number: [1], count: 5}'
    logs = set()
    for seed in range(12):
        t = table(rules, 3, cards=cards, seed=seed)
        actions = [str(action) for action in t.game.legal_actions(t.state)]
        assert actions == ["go card: 1"]
        t.play_on()
        logs.add(tuple(tuple(t.log(viewer)) for viewer in (0, 1, 2, "spectator")))
    assert len(logs) == 1


def test_the_order_in_which_cards_were_dealt_is_not_in_the_order_of_actions() -> None:
    rules = (
        ZONES
        + DEAL
        + ONE_GO
        + "action go\n    choose card from my hand\n    do\n        move card to table\n"
    )
    for seed in range(20):
        t = table(rules, 2, seed=seed)
        assert t.legal == sorted(t.legal)


@pytest.mark.parametrize("seed", range(6))
def test_determinised_states_are_played_to_the_end(seed: int) -> None:
    """What a bot looks into is a state like any other."""
    stream = Stream(seed, 9)
    for item in GAMES:
        if item.players != min(other.players for other in GAMES if other.path == item.path):
            continue
        of = item.game()
        for s in sampled(of, seed, every=60):
            for seat in range(of.players):
                other = determinised(of, s, seat, stream.shuffled)
                for _ in range(40):
                    answers = of.answers(other)
                    if not len(answers):
                        break
                    of.apply_answer_in_place(other, answers[stream.below(len(answers))])
                conserved(of, other)


def test_a_determinised_state_tells_nothing_of_the_generator_or_of_hidden_cards() -> None:
    """With one order of the hidden cards, the same state comes out whatever they were."""
    of = next(item for item in GAMES if item.name == "snatch_the_cat").game()
    s = of.start(5, 0)
    found = []
    for number in range(4):
        hidden, _ = relabelled(of, s, [0], random.Random(number))
        hidden.key, hidden.draws = number, s.draws
        found.append(determinised(of, hidden, 0, Stream(1, 1).shuffled))
        assert found[-1].key != hidden.key
    assert found[0].zones == found[1].zones == found[2].zones == found[3].zones
    assert len({other.key for other in found}) == 1
    again = determinised(of, s, 0, Stream(2, 1).shuffled)
    assert again.zones != found[0].zones
    assert again.key != found[0].key


def test_determinised_states_are_all_that_the_viewer_thinks_possible() -> None:
    """Each hidden card comes to each hidden place; the known ones stay where they are."""
    rules = (
        ZONES
        + """
setup
    draw 2 from deck to starter.hand
    draw 2 from deck to (left of starter).hand
play
    as starter
        choose yes from {true, false}
"""
    )
    t = table(rules, 2)
    stream = Stream(1, 1)
    seen: dict[int, set[str]] = {0: set(), 1: set()}
    for _ in range(300):
        for seat in (0, 1):
            other = determinised(t.game, t.state, seat, stream.shuffled)
            names = t.names(other.zones[t.zone_number("hand", 1 - seat)])
            seen[seat] |= set(names)
            assert (
                other.zones[t.zone_number("hand", seat)]
                == t.state.zones[t.zone_number("hand", seat)]
            )
    assert seen[0] == {"1", "2", "3", "4", "5", "6", "7"}
    assert seen[1] == {"1", "2", "3", "4", "5", "8", "9"}
