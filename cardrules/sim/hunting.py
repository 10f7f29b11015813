"""Looks for a game that can go on for ever, by playing: a position that comes again.

A position is all that can make a difference for what follows: cards, what is known of them,
variables, what is being carried out, and who is asked. What was drawn by chance so far is no part
of it. So if one comes again, the players can do once more what has led back, and chance can fall as
it did; and that again and again.
"""

from __future__ import annotations

from collections.abc import Sequence

import attrs

from cardrules.engine.chance import Stream
from cardrules.engine.game import Game
from cardrules.engine.playing.watch import Watcher
from cardrules.engine.sets.answers import Answer
from cardrules.engine.sets.counted import count_of
from cardrules.errors import GameLimitError
from cardrules.model.state import State
from cardrules.sim.record import Record
from cardrules.sim.run import Playthrough

# Of so many possibilities each is tried, to find one that moves no card.
_MOST_TRIED = 12
# Once in so many decisions something else is done.
_OTHERWISE = 4


@attrs.frozen(kw_only=True)
class Repetition:
    """A game in which a position came again: behind so many actions, and behind all of the record.

    `is_by_chance`: chance had a part in what led back.
    """

    record: Record
    first: int
    is_by_chance: bool


@attrs.frozen(kw_only=True)
class Hunt:
    """What was played, and what came of it."""

    games: int
    decisions: int
    found: Repetition | None


def hunt(
    game: Game,
    *,
    games: int = 20,
    decisions: int = 3000,
    counts: bool = True,
) -> Hunt:
    """Play so many games of a game, each up to so many decisions, until a position comes again.

    In every other one players do, where they can, what moves no card. Without `counts` the numbers
    of rounds and turns are no part of a position: it comes again if only they make the difference.
    """
    watcher = Watcher(game.program, counts=counts)
    made = 0
    for seed in range(games):
        stream = Stream(seed, 0)
        try:
            s = game.start(seed, narrated=False)
        except GameLimitError:
            continue
        path: list[Answer] = []
        seen = {watcher.position(s): 0}
        while not s.over and len(path) < decisions:
            answers = game.answers(s)
            answer = _chosen(game, s, answers, stream, idle=seed % 2 == 1)
            try:
                s = game.apply_answer(s, answer)
            except GameLimitError:
                break
            made += 1
            path.append(answer)
            if s.over:
                break
            position = watcher.position(s)
            if position in seen:
                found = _recorded(game, seed, path, seen[position])
                return Hunt(games=seed + 1, decisions=made, found=found)
            seen[position] = len(path)
    return Hunt(games=games, decisions=made, found=None)


def _chosen(
    game: Game, s: State, answers: Sequence[Answer], stream: Stream, *, idle: bool
) -> Answer:
    number = count_of(answers)
    if idle and 1 < number <= _MOST_TRIED and stream.below(_OTHERWISE):
        for answer in answers:
            try:
                after = game.apply_answer(s, answer)
            except GameLimitError:
                continue
            if not after.over and after.zones == s.zones:
                return answer
    return answers[stream.below(number)]


def _recorded(game: Game, seed: int, path: Sequence[Answer], first: int) -> Repetition:
    """The record of a game, played again up to where the position came again."""
    playthrough = Playthrough(game, seed=seed, narrated=False)
    before = 0
    for number, answer in enumerate(path):
        if number == first:
            before = playthrough.state.chance
        playthrough.act(game.action_of(playthrough.state, answer))
    if first == len(path):
        before = playthrough.state.chance
    return Repetition(
        record=playthrough.record(),
        first=first,
        is_by_chance=playthrough.state.chance > before,
    )
