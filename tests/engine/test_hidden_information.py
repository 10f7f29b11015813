"""Nothing reaches a viewer that the viewer cannot know.

Two states that differ only in what a viewer cannot know give this viewer equal views, decisions,
legal actions and refusals, and the same log for the same action as long as nothing of the
difference is shown. Whether somebody is asked at all is part of it. States are changed in two ways:
by `determinise`, and by `relabel`, which knows nothing of it.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest
from attrs import evolve

from cardrules.engine import events
from cardrules.engine.chance import Stream
from cardrules.engine.game import Game
from cardrules.engine.positions.determinise import determinised
from cardrules.engine.showing.explain import explain
from cardrules.engine.showing.narrate import Narrator
from cardrules.engine.showing.said import Hearer
from cardrules.engine.showing.view import Viewer, make_view
from cardrules.model import ir
from cardrules.model.action import Action
from cardrules.model.state import State
from cardrules.model.types import Type
from tests.bundled import Bundled, at_all_numbers, bundled, random_play
from tests.engine.harness import DECK, HAND, ONE_GO, Table, conserved, table
from tests.engine.relabel import relabelled

GAMES = bundled()


def viewers(of: Game) -> list[int]:
    """The bits of all viewers: the seats, and the spectator above them."""
    return list(range(of.players + 1))


def viewer_of(of: Game, bit: int) -> Viewer:
    """The viewer of a bit."""
    return "spectator" if bit == of.players else bit


def sampled(item: Bundled, seed: int, *, every: int, steps: int = 400) -> Iterator[State]:
    """States of a random game at which somebody is asked."""
    for number, s in enumerate(random_play(item.game(), seed, steps=steps)):
        if (number + seed) % every == 0 and s.pending is not None:
            yield s.copy()


def log(of: Game, s: State, bit: int, *, said: bool = True) -> list[str]:
    """What a viewer is told of the last action; the scores of a game that is over are public.

    With or without what the rules say in words of their own.
    """
    without = (events.GameOver,) if said else (events.GameOver, events.Said)
    told = [event for event in s.events if not isinstance(event, without)]
    return Narrator(of, viewer_of(of, bit)).lines(s, told)


def same_for(of: Game, s: State, other: State, bit: int, chance: random.Random) -> None:
    """All that a viewer is shown at a decision is the same in both states."""
    viewer = viewer_of(of, bit)
    assert make_view(of, s, viewer) == make_view(of, other, viewer)
    assert make_view(of, s, viewer).data() == make_view(of, other, viewer).data()
    questions = [of.question(one, Hearer(of.tables, 1 << bit)) for one in (s, other)]
    assert questions[0] == questions[1]
    assert of.decision(s, questions[0]) == of.decision(other, questions[1])
    assert s.pending is not None
    if s.pending[1] != bit:
        return
    here, there = of.legal_actions(s), of.legal_actions(other)
    assert [action.data() for action in here] == [action.data() for action in there]
    for action in nonsense(of, s, chance):
        assert refusal(of, s, action) == refusal(of, other, action), action


def refusal(of: Game, s: State, action: Action) -> Any:
    """Why an action is refused, as data."""
    found = explain(of, s, action)
    if found is None:
        return None
    reasons = [(item.ids, item.sentence, item.clause) for item in found.reasons]
    return reasons, [other.data() for other in found.alternatives]


def nonsense(of: Game, s: State, chance: random.Random, number: int = 4) -> list[Action]:
    """Random actions out of all names and all values that could be written."""
    assert s.pending is not None
    site = of.builder.sites[s.pending[0]]
    every = [*of.ruleset.actions.values(), *of.ruleset.interrupts.values()]
    found = []
    for _ in range(number):
        if chance.random() < 0.7 and site.searches:
            search = chance.choice(site.searches)
            name, choices = search.name, search.choices
        else:
            action = chance.choice(every)
            name, choices = action.name, tuple(action.choices)
        arguments = {choice.name: value_for(of, choice, choice.type, chance) for choice in choices}
        found.append(Action(name, arguments))
    return found


def value_for(of: Game, choice: ir.Choice, of_type: Type, chance: random.Random) -> Any:
    """Some value of a type, in the words of the game."""
    seat = chance.randrange(of.players) + 1
    if of_type.base == "card":
        return chance.choice(of.ruleset.kinds).name
    if of_type.base == "collection" and of_type.element is not None:
        return [value_for(of, choice, of_type.element, chance) for _ in range(chance.randrange(4))]
    if of_type.base == "player":
        return seat
    if of_type.base == "stack":
        zones = [name for name, zone in of.ruleset.zones.items() if zone.shape == "stacks"]
        return {"zone": chance.choice(zones), "seat": seat, "stack": chance.randrange(3) + 1}
    if of_type.base == "enum":
        attribute = of.ruleset.attributes.get(of_type.name)
        return chance.choice(attribute.values) if attribute else "something"
    return chance.choice([True, False, 0, 1, 2])


# ---- At a decision -------------------------------------------------------------------------------


@pytest.mark.parametrize("item", at_all_numbers(), ids=str)
def test_what_a_viewer_is_shown_does_not_depend_on_what_it_cannot_know(item: Bundled) -> None:
    compare_states(item, seed=1, every=23)


@pytest.mark.slow
@pytest.mark.parametrize("item", at_all_numbers(), ids=str)
def test_the_same_in_many_states(item: Bundled) -> None:
    for seed in range(2, 8):
        compare_states(item, seed=seed, every=7)


def compare_states(item: Bundled, *, seed: int, every: int) -> None:
    """Both ways to change what a viewer cannot know, at states of a game."""
    of = item.game()
    chance = random.Random(seed)
    stream = Stream(seed, 5)
    changed = 0
    for s in sampled(item, seed, every=every):
        for bit in viewers(of):
            other, face = relabelled(of, s, [bit], chance)
            conserved(of, other)
            same_for(of, s, other, bit, chance)
            changed += face != list(range(of.tables.cards))
            if bit < of.players:
                other = determinised(of, s, bit, stream.shuffled)
                conserved(of, other)
                same_for(of, s, other, bit, chance)
    assert changed > 0


# ---- After the same action -----------------------------------------------------------------------


def shown_to(of: Game, s: State, bit: int) -> set[int]:
    """The cards that an action has shown to a viewer, and those that it knows after it."""
    found = {card for card in range(of.tables.cards) if s.known[card] >> bit & 1}
    for event in s.events:
        if isinstance(event, events.Moved):
            found |= {card for card, mask in events.seen(event) if mask >> bit & 1}
        elif isinstance(event, events.Revealed) and event.mask >> bit & 1:
            found |= set(event.cards)
    return found


@pytest.mark.parametrize("item", at_all_numbers(), ids=str)
def test_the_same_action_has_the_same_log_if_nothing_of_the_difference_is_shown(
    item: Bundled,
) -> None:
    compare_logs(item, seed=3, every=11)


@pytest.mark.slow
@pytest.mark.parametrize("item", at_all_numbers(), ids=str)
def test_the_same_log_in_many_states(item: Bundled) -> None:
    for seed in range(4, 12):
        compare_logs(item, seed=seed, every=3)


def assert_same_until_a_turn_ends(
    here: list[str], there: list[str], asked: tuple[int | None, int | None]
) -> None:
    """What is said first that differs is of somebody who is asked next in one of the games."""
    for one, other in zip(here, there, strict=False):
        if one != other:
            seats = [f"Player {seat + 1} " for seat in asked if seat is not None]
            assert any(one.startswith(seat) and other.startswith(seat) for seat in seats)
            return


def compare_logs(item: Bundled, *, seed: int, every: int) -> None:
    """The one who is asked takes the same action where hidden cards lie otherwise."""
    of = item.game()
    chance = random.Random(seed)
    for s in sampled(item, seed, every=every):
        assert s.pending is not None
        asked = s.pending[1]
        index = chance.randrange(len(of.answers(s)))
        after = of.apply_answer(s, of.answers(s)[index])
        for bit in viewers(of):
            # Neither the viewer nor the one who is asked knows the cards that change places.
            other, _ = relabelled(of, s, {bit, asked}, chance, keep=shown_to(of, after, bit))
            after_other = of.apply_answer(other, of.answers(other)[index])
            here, there = log(of, after, bit), log(of, after_other, bit)
            if whose_turn(of, after) == whose_turn(of, after_other):
                assert here == there
            else:
                # That hidden cards end a turn is public, and so is that somebody has one or is
                # passed over: the rules may say so, from there on, and no more.
                assert log(of, after, bit, said=False) == log(of, after_other, bit, said=False)
                both = whose_turn(of, after), whose_turn(of, after_other)
                assert_same_until_a_turn_ends(here, there, both)
            same_question(of, after, after_other)


def whose_turn(of: Game, s: State) -> int | None:
    """Who is asked next.

    That hidden cards end a turn, since nothing can be done with them, everybody sees: the rules may
    say it.
    """
    decision = of.decision(s)
    return decision.player if decision is not None else None


def same_question(of: Game, one: State, other: State) -> None:
    """Who is asked next, and what, is the same; but the rules may let hidden cards end a turn."""
    here, there = of.decision(one), of.decision(other)
    asked_for = {decision.asks_for for decision in (here, there) if decision is not None}
    if asked_for - {"action"}:
        # The words of the question may say what only the one who is asked knows.
        assert here is not None and there is not None
        assert evolve(here, prompt="") == evolve(there, prompt="")


@pytest.mark.parametrize("item", at_all_numbers(), ids=str)
def test_a_pass_is_the_same_whatever_one_holds(item: Bundled) -> None:
    """A window asks a player with and without an answer alike, and silence is the same."""
    of = item.game()
    chance = random.Random(7)
    for s in sampled(item, 8, every=1, steps=250):
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
    for s in sampled(item, 10, every=1, steps=300):
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
        for s in sampled(item, seed, every=60):
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
