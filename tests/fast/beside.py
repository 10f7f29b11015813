"""Batches beside the reference engine: the same questions, the same answers, the same end.

    python -m tests.fast.beside [--rulesets 40] [--first 0] [--games 3] [--hidden 60] [--wide]
                                [--checked] [NAME ...]

Plays some games of the bundled rulesets that are named, or else of all, and of so many random
rulesets, by numbers that are drawn for each decision; at each the answers are compared. `--checked`
takes a build in which what lies beyond an array stops the process.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections.abc import Iterator, Sequence
from typing import Any

from cardrules.analysis.load import analyse_source
from cardrules.engine.game import Game
from cardrules.engine.sets.counted import Counted, count_of
from cardrules.errors import CardrulesError, GameLimitError, NotCompiledError
from cardrules.fast import Batch, engines
from cardrules.fast.llvm.compiling import Loaded, compiled
from cardrules.fast.llvm.text import TooLargeError
from cardrules.fast.procedures.stepping import Resumed
from cardrules.model.state import State
from cardrules.rulesets import bundled, load
from cardrules.source import SourceFile
from tests.fuzz.rulesets import random_ruleset

# Up to so many answers are compared one by one.
MOST_COMPARED = 60


def check(game: Game) -> None:
    """Take a build with all checks for the batches of a game."""
    try:
        whole = Resumed(game.program, is_checked=True)
        text = whole.text()
    except TooLargeError:
        engines._stepped[game] = None
        return
    engines._stepped[game] = engines.loaded_steps(whole, Loaded(compiled(text)))


def in_decision(game: Game, batch: Batch, at: int, state: State) -> bool:
    """Whether a state of a batch asks what the reference engine asks; it may be given up."""
    if batch.status[at]:
        return False
    seat = game.asked(state)
    assert batch.seats[at] == (-1 if seat is None else seat)
    answers = game.answers(state)
    number = count_of(answers)
    assert batch.counts[at] == number
    if seat is None or number > MOST_COMPARED:
        return True
    found = batch.answers([at])
    assert [batch._reading.answer(found, row) for row in range(number)] == _as_data(answers)
    legal = list(game.legal_actions(state))
    actions = batch.actions(at)
    assert actions == legal
    assert [one.which for one in actions] == [one.which for one in legal]
    return True


def _as_data(answers: Sequence[Any]) -> list[Any]:
    """Answers in which sets that are counted are there one by one."""
    return [
        tuple([tuple(value) if isinstance(value, Counted) else value for value in answer])
        for answer in answers
    ]


def compare(game: Game, games: int, seed: int = 0, *, every: int = 1) -> int:
    """Play games of a batch and of the reference engine; the answers of every so many decisions
    are compared. Gives how many decisions there were.
    """
    draw = random.Random(seed)
    batch = Batch(game, games, seed)
    states = [game.start(seed=seed + at) for at in range(games)]
    decisions = 0
    # What the reference engine has stopped, by what it counts as work.
    stopped = [False] * games
    while any(seat >= 0 and not stopped[at] for at, seat in enumerate(batch.seats)):
        numbers = []
        for at, state in enumerate(states):
            # Some wait, while others go on.
            wants = draw.randrange(4) > 0
            if batch.seats[at] < 0 or stopped[at] or not wants:
                numbers.append(-1)
                continue
            try:
                if decisions % every == 0:
                    in_decision(game, batch, at, state)
            except GameLimitError:
                stopped[at] = True
                numbers.append(-1)
                continue
            numbers.append(draw.randrange(int(batch.counts[at])))
            decisions += 1
        batch.apply(numbers)
        for at, (state, number) in enumerate(zip(states, numbers, strict=True)):
            if number >= 0:
                try:
                    game.apply_answer_in_place(state, game.answers(state)[number])
                except GameLimitError:
                    stopped[at] = True
    for at, state in enumerate(states):
        if stopped[at]:
            continue
        if in_decision(game, batch, at, state) and state.over:
            assert tuple(batch.returns()[at]) == game.result(state).returns
    return decisions


def random_game(seed: int, hidden: int = 0, *, wide: bool = False) -> Game | None:
    """A game of a random ruleset, if that is right and has one."""
    text = random_ruleset(seed, hidden, wide=wide)
    ruleset, _ = analyse_source(SourceFile("random.rules", text))
    if ruleset is None:
        return None
    try:
        game = Game(ruleset, ruleset.players_min, limit=200)
        game.start()
    except CardrulesError:
        return None
    return game


def games_of(
    names: list[str], seeds: range, hidden: int = 0, *, wide: bool = False
) -> Iterator[tuple[str, Game]]:
    """Bundled and random games."""
    for name in names:
        ruleset = load(name)
        yield name, Game(ruleset, ruleset.players_min)
    for seed in seeds:
        game = random_game(seed, hidden, wide=wide)
        if game is not None:
            yield f"random {seed}", game


def main(arguments: list[str] | None = None) -> int:
    """Compare; the exit code is 1 if something differs."""
    parser = argparse.ArgumentParser(prog="python -m tests.fast.beside")
    parser.add_argument("names", nargs="*", help="bundled rulesets")
    parser.add_argument("--rulesets", type=int, default=40, help="how many random rulesets")
    parser.add_argument("--first", type=int, default=0, help="the seed of the first of them")
    parser.add_argument("--games", type=int, default=3, help="how many games of each")
    parser.add_argument("--every", type=int, default=1, help="compare so few decisions")
    parser.add_argument(
        "--hidden", type=int, default=0, help="so many choices of a hundred by what is known"
    )
    parser.add_argument("--wide", action="store_true", help="also what few rules say")
    parser.add_argument("--checked", action="store_true", help="a build with all checks")
    given = parser.parse_args(arguments)
    wrong = 0
    seeds = range(given.first, given.first + given.rulesets)
    names = given.names or sorted(bundled())
    for name, game in games_of(names, seeds, given.hidden, wide=given.wide):
        print(f"{name} ", end="", flush=True)
        if given.checked:
            check(game)
        try:
            print(f"is right: {compare(game, given.games, every=given.every)} decisions")
        except NotCompiledError:
            print("is not compiled")
        except GameLimitError:
            print("does not end")
        except AssertionError as error:
            print(f"is DIFFERENT {error}")
            wrong += 1
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main())
