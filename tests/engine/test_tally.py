"""A game that is made with a tally goes the same way, and counts what it comes to."""

from __future__ import annotations

import pickle

import pytest

from cardrules import Game, load
from cardrules.machine import code
from cardrules.machine.tally import Tallied, Tally
from cardrules.rulesets import bundled
from cardrules.source import Span


@pytest.mark.parametrize("name", bundled())
def test_it_goes_the_same_way(name: str) -> None:
    ruleset, tally = load(name), Tally()
    plain = Game(ruleset, ruleset.players_min)
    counted = Game(ruleset, ruleset.players_min, tally=tally)
    for seed in range(3):
        one, other = plain.start(seed), counted.start(seed)
        number = seed
        while not one.over:
            answers = plain.answers(one)
            assert list(answers) == list(counted.answers(other))
            number = (number * 1103515245 + 12345) % 2**31
            answer = answers[number % len(answers)]
            one, other = plain.apply_answer(one, answer), counted.apply_answer(other, answer)
            assert one == other
        assert counted.result(other) == plain.result(one)
    assert {part.sort for part in tally.reached()} >= {"statement", "action", "score"}


def test_a_game_without_a_tally_has_nothing_that_counts() -> None:
    game = Game(load("snarkas"), 2)
    every = [
        item for procedure in game.program.procedures for item in code.instructions(procedure.body)
    ]
    assert game.program.tally is None
    assert not any(isinstance(item, code.Count) for item in every)
    assert "COUNTS" not in game.builder.generated.names


def test_games_of_a_ruleset_share_a_tally() -> None:
    ruleset, tally = load("snarkas"), Tally()
    Game(ruleset, 2, tally=tally).start(0)
    first = [*tally.counts]
    Game(ruleset, 3, {"length": "best_of_3"}, tally=tally).start(0)
    shuffles = [part for part in tally.reached() if part.sort == "statement"]
    assert sum(tally.counts) > sum(first) and len(shuffles) < len(tally.counts)
    tally.put_back(first)
    assert sum(tally.counts) == sum(first)


def test_each_time_counts() -> None:
    tally = Tally()
    game = Game(load("snarkas"), 2, tally=tally)
    for seed in range(4):
        game.start(seed)
    numbers = {tally.counts[tally.number(part)] for part in tally.reached()}
    assert min(numbers) == 4 and max(numbers) > 4


def test_a_game_that_is_made_again_counts() -> None:
    again = pickle.loads(pickle.dumps(Game(load("war"), 2, tally=Tally())))
    again.start(0)
    assert again.tally.reached()


def test_a_part_has_one_number() -> None:
    tally = Tally()
    parts = [Tallied("line", Span(1, 2), name) for name in ("a", "b", "a")]
    assert [tally.number(part) for part in parts] == [0, 1, 0]
    assert tally.reached() == frozenset()
