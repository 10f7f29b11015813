"""Searches: what is read off their steps, and that all who read them find the same."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from cardrules.engine.game import Game
from cardrules.engine.sets.answers import PASS, Answer
from cardrules.machine import search as steps
from cardrules.machine.search import Loop, Plan, Search
from cardrules.model.state import State
from tests.bundled import Bundled, at_both_ends, random_play
from tests.engine.harness import DECK, HAND, game
from tests.engine.walking import answers_by_walking

# Decisions of so many answers are looked at from all sides.
_MOST = 300
_DECISIONS = 40
_FEW = 10

PLAY = """
zone table shared spread, seen by all
variable wanted: integer = 2
setup
    shuffle deck
    draw 4 from deck to table
    each player clockwise from starter
        draw 4 from deck to my hand
play
    turns clockwise from starter until players.hand is empty
        one of lay, wait
action wait
    do
        move my hand to table
"""


# ---- What depends on what ------------------------------------------------------------------------


def plan_of(*premises: str) -> Plan:
    """The plan of an action with these premises."""
    lines = "".join(f"    {line}\n" for line in premises)
    made = game(f"{DECK}{HAND}{PLAY}action lay\n{lines}    do\n        move my hand to table\n")
    (search,) = [one for one in made.program.searches if one.name == "lay"]
    return search.plan


def test_a_condition_is_a_step_behind_its_loop() -> None:
    plan = plan_of("choose card from my hand where number > wanted", "require wanted > 0")
    loop, condition, requirement = plan.steps
    assert isinstance(loop, Loop) and (loop.looks_at, loop.depends_on) == ((), ())
    assert isinstance(condition, steps.Test) and (condition.of, condition.depends_on) == (0, (0,))
    assert isinstance(requirement, steps.Test) and (requirement.of, requirement.depends_on) == (
        None,
        (),
    )
    assert (condition.earliest, requirement.earliest) == (1, 0)


def test_by_way_of_names_a_step_depends_on_what_they_depend_on() -> None:
    plan = plan_of(
        "choose card from my hand",
        "let least = card.number - 1",
        "let twice = least * 2",
        "choose friend from opponents",
        "choose other from table where number > twice",
    )
    *_, other, condition = plan.steps
    assert (other.looks_at, other.depends_on) == ((), ())
    assert (condition.looks_at, condition.depends_on) == ((2, 4), (0, 2))


def test_parts_that_go_through_a_collection_have_what_they_depend_on() -> None:
    plan = plan_of(
        "choose card from my hand",
        "choose other from table",
        "require (some c in table: c.number > card.number) and other.number > 1",
    )
    (part,) = plan.steps[-1].inner
    assert part.depends_on == (0,) and plan.steps[-1].depends_on == (0, 1)


def test_bounds_of_sets_are_read_off_also_by_way_of_names() -> None:
    plan = plan_of(
        "let pairs = subsets of my hand where count of it = 2 and sum of number in it >= wanted",
        "choose given from pairs",
    )
    ((sets,),) = [loop.sets for loop in plan.loops]
    bounds = [(bound.measure, bound.operator) for bound in sets.bounds]
    assert bounds == [(None, "="), ("number", ">=")] and sets.are_counted
    assert plan.loops[0].may_be_many and plan.is_counted


def test_sets_with_more_than_bounds_are_not_counted() -> None:
    plan = plan_of("choose given from subsets of my hand where some c in it: c.number > 2")
    ((sets,),) = [loop.sets for loop in plan.loops]
    assert len(sets.rest) == 1 and not sets.are_counted
    assert not plan.loops[0].may_be_many and not plan.is_counted


def test_stages_multiply_where_nothing_depends_on_a_choice() -> None:
    plan = plan_of(
        "choose card from my hand",
        "choose friend from opponents",
        "let least = card.number",
        "choose given from subsets of table where count of it = 2",
        "require sum of number in given > least",
        "require count of friend.hand > 0",
        "require wanted > 0",
    )
    card, friend, given = plan.stages
    assert (card.free, friend.free, given.free) == (False, False, False)
    assert (friend.matter, given.matter) == ((0,), (0, 1))
    assert [step.depends_on for step in given.within] == [(0, 2)]
    assert [step.depends_on for step in given.ahead] == [(0,), (1,), ()]


def test_a_name_that_nothing_looks_at_leaves_a_choice_free() -> None:
    plan = plan_of("choose card from my hand", "let least = card.number", "choose other from table")
    assert [stage.free for stage in plan.stages] == [True, True]


# ---- All who read them find the same -------------------------------------------------------------


def looked_at(found: Sequence[Any]) -> list[Any]:
    """Some of very many."""
    return list(found[:: 1 + len(found) // 8])


def narrowed_by_hand(made: Game, s: State, every: Sequence[Answer], wanted: Answer) -> list[Answer]:
    """The answers that are written like one of them as far as its first choice goes."""
    like = made.action_of(s, wanted)
    name = next(iter(like.arguments))
    return [
        answer
        for answer in every
        if answer != PASS
        and made.action_of(s, answer).name == like.name
        and made.action_of(s, answer).arguments[name] == like.arguments[name]
    ]


def check(made: Game, s: State) -> None:
    """Count, n-th, contains and narrow agree with what a walk finds, in its order."""
    answers = made.answers(s)
    wanted = answers_by_walking(made, s)
    site = made.builder.sites[s.pending[0]]  # type: ignore[index]
    if not wanted:
        assert list(answers) == [site.nothing]
        return
    assert list(answers) == wanted
    assert len(answers) == len(wanted)
    assert [answers[at] for at in range(len(wanted))] == wanted
    actions = made.legal_actions(s)
    for answer in looked_at(wanted):
        assert answer in answers
        assert (answer[0], *answer[1:], 0) not in answers
        if len(answer) > 1 and answer != PASS:
            action = made.action_of(s, answer)
            name, value = next(iter(action.arguments.items()))
            some = actions.narrow(action.name, **{name: value})
            assert list(some.answers) == narrowed_by_hand(made, s, wanted, answer)


@pytest.mark.parametrize("item", at_both_ends(), ids=str)
def test_a_walk_finds_the_answers_of_bundled_games(item: Bundled) -> None:
    made, looked, seed = item.game(), 0, 5
    # One game will do, unless it is short.
    while looked <= _FEW and seed < 5 + _FEW:
        for s in random_play(made, seed):
            if s.pending is not None and len(made.answers(s)) <= _MOST:
                check(made, s)
                looked += 1
            if looked == _DECISIONS:
                break
        seed += 1
    assert looked > _FEW


def test_searches_of_all_questions_are_looked_at() -> None:
    """What is asked as `possible` has the same plan as what is asked for."""
    made = game(
        f"{DECK}{HAND}{PLAY}"
        "action lay\n    choose card from my hand\n    require possible wait\n"
        "    do\n        move card to table\n"
    )
    searches: dict[str, Search] = {one.name: one for one in made.program.searches}
    wait = made.ruleset.actions["wait"]
    assert made.builder.plans.of(wait.premises) is searches["wait"].plan
