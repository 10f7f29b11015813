"""What goes round in circles while nobody is asked is told at once, by its lines."""

from __future__ import annotations

import pytest

from cardrules.diagnostics.model import Diagnostic
from cardrules.engine.work import MOST_STEPS
from cardrules.errors import GameLimitError
from cardrules.model.action import Action
from cardrules.model.state import State
from tests.engine.harness import NUMBERS, game, table

ZONES = """
zone deck  shared pile, seen by nobody, starts with cards
zone hand  per player spread, seen by owner
zone table shared row, seen by all
variable side: integer = 0
variable counted: integer = 0
setup
    each player clockwise from starter
        draw 2 from deck to my hand
"""
ONCE = "play\n    turns clockwise from starter once\n        one of go\n"
LAY = """
action go
    choose card from my hand where number > 99    "too small"
    do
        move card to table
"""
NOTHING = "action go\n    do\n        reveal my hand\n"


def stopped(rules: str, *, begins: bool = False, cards: str = NUMBERS) -> tuple[Diagnostic, State]:
    """What stops a game at its beginning, or else after the first action."""
    made = game(ZONES + rules, cards=cards)
    with pytest.raises(GameLimitError) as caught:
        s = made.start(1, 0)
        assert not begins
        made.apply(s, Action("go"))
    assert isinstance(caught.value.diagnostic, Diagnostic)
    assert isinstance(caught.value.state, State)
    return caught.value.diagnostic, caught.value.state


def lines(found: Diagnostic) -> list[str]:
    """The line of a diagnostic, and those of its labels."""
    source = found.source
    spans = [found.span, *[label.span for label in found.labels]]
    return [source.line(source.position(span.start)[0]).strip() for span in spans]


def test_where_nobody_can_act_the_one_of_is_named_with_what_forbids_it() -> None:
    play = "play\n    turns clockwise from starter until deck is empty\n        one of go\n"
    found, s = stopped(play + LAY, begins=True)
    assert found.code == "CR701" and "Player 1 and Player 2 had no action" in found.message
    assert lines(found)[0] == "one of go"
    assert lines(found)[1].startswith("choose card from my hand")
    assert "too small" in found.labels[0].text
    assert s.work < MOST_STEPS // 100, "told at once"


def test_counters_that_no_rule_looks_at_make_no_position_new() -> None:
    play = "play\n    rounds\n        add 1 to counted\n        set side to 1 - side\n"
    end = "        if side = 7\n            end rounds\n"
    found, s = stopped(play + end, begins=True)
    assert "same position" in found.message and lines(found) == ["rounds"]
    assert s.work < MOST_STEPS // 100


def test_counters_that_a_rule_looks_at_do() -> None:
    play = "play\n    rounds until counted = 500\n        add 1 to counted\n"
    assert table(ZONES + play).state.over


@pytest.mark.parametrize("until", ["round = 500", "counted = 0 and round > 400"])
def test_a_round_that_is_asked_for_is_part_of_the_position(until: str) -> None:
    play = f"play\n    rounds until {until}\n        set side to 1 - side\n"
    assert table(ZONES + play).state.over


def test_chance_may_bring_something_else_each_time() -> None:
    """Of nine cards it takes many shuffles until the lowest lies on top."""
    play = (
        "play\n    rounds\n        shuffle deck\n"
        "        if deck is not empty and (top of deck).number = 1\n            end rounds\n"
    )
    assert table(ZONES + play, seed=5).state.over


def test_a_standing_rule_that_gets_on_may_take_as_long_as_it_needs() -> None:
    rule = "standing pour\n    if deck is not empty\n        draw 1 from deck to table\n"
    cards = 'card: {name: "{number}", number: 1 to 300, count: 1}'
    t = table(ZONES + ONCE + NOTHING + rule, cards=cards).do("go")
    assert t.state.zones[t.game.tables.zone_base["deck"]] == ()


def test_standing_rules_that_undo_each_other_are_named_by_their_lines() -> None:
    rules = (
        "standing up\n    if side = 0\n        set side to 1\n"
        "standing down\n    if side = 1\n        set side to 0\n"
        "standing harmless\n    if side = 9\n        set counted to 1\n"
    )
    found, s = stopped(ONCE + NOTHING + rules)
    assert "`up` and `down` undo each other" in found.message
    assert lines(found) == ["standing up", "standing down"]
    assert s.work < MOST_STEPS // 100


def test_a_standing_rule_that_undoes_itself_by_a_routine_is_named_by_its_line() -> None:
    rules = (
        "routine turn_over\n    set side to 1 - side\n"
        "standing restless\n    do turn_over\n"
        "standing harmless\n    if side = 9\n        set counted to 1\n"
    )
    found, _ = stopped(ONCE + NOTHING + rules)
    assert "`restless` never comes to rest" in found.message
    assert lines(found) == ["standing restless"]


@pytest.mark.slow
def test_triggers_that_feed_each_other_are_named_by_their_lines() -> None:
    rules = (
        "action go\n    do\n        move deck where number > 0 to table\n"
        "        draw 1 from deck to my hand\n"
        "when worm comes up from deck\n    move it to table\n"
        "when deck runs dry\n    move table where it is worm to deck\n    shuffle deck\n"
    )
    cards = 'plain: {name: "{number}", number: 1 to 9, count: 1}\nworm: {count: 2}'
    found, _ = stopped(ONCE + rules, cards=cards)
    assert "feed each other" in found.message
    assert {"when worm comes up from deck", "when deck runs dry"} <= set(lines(found))


def test_a_routine_that_is_carried_out_twice_in_a_row_is_no_circle() -> None:
    """It begins twice in the same position, but what is behind it differs."""
    rules = """
variable done: integer = 0
play
    repeat 15 times
        do idle
        do idle
    set done to 1
routine idle
    rounds until round >= 2
        say "nothing"
"""
    assert table(rules).value("done") == 1
