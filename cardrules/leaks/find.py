"""Games are played by chance, and at each decision it is tried whether the question tells anything.

Whoever is asked must be shown the same if the cards that this player does not know lie otherwise.
And a game that a player cannot tell from another one, since both have looked the same to this
player for some decisions, must not ask this player for something else (`cardrules.leaks.twin`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TypeVar

import attrs

from cardrules.engine.chance import Stream
from cardrules.engine.game import Game
from cardrules.engine.sets.answers import Answer
from cardrules.engine.sets.counted import count_of
from cardrules.errors import GameLimitError
from cardrules.leaks.exchange import Faces, all_exchanged, as_it_is, two_exchanged
from cardrules.leaks.shown import Difference, Eyes, random_actions
from cardrules.leaks.twin import Seen, Twin
from cardrules.model.action import Action
from cardrules.model.state import State

# A game is left after so many decisions.
MOST_DECISIONS = 400
# So many decisions beyond the number of players another game is followed.
_FOLLOWED = 2
# So many other games are followed at a time.
_MOST_FOLLOWED = 3
# At one of so many decisions refusals are looked at, too.
_REFUSED = 6
# The streams of draws: of what is played, and of what lies otherwise.
_PLAYED, _OTHERWISE = 101, 102

T = TypeVar("T")


@attrs.frozen(kw_only=True)
class Other:
    """Another game: since which decision (from 0) cards lie otherwise, and how, which a player
    cannot know.
    """

    player: int
    since: int
    faces: Faces
    # Whether others choose something else, where the player is not told what.
    is_daring: bool = False

    def begun(self, game: Game, eyes: Eyes, here: Seen) -> Twin:
        """This game at the decision since which it is another one."""
        return Twin(game, eyes, self.player, here, self.faces, is_daring=self.is_daring)


@attrs.frozen(kw_only=True)
class Found:
    """A leak, in the game with this seed after these answers.

    `player` is the one who learns something, and `state` the decision.
    """

    game: Game
    seed: int
    answers: tuple[Answer, ...]
    state: State
    player: int
    other: Other
    difference: Difference

    @property
    def key(self) -> tuple[object, ...]:
        """What makes it the same leak as another one."""
        return self.difference.key


def look_through(game: Game, seed: int, *, most: int = MOST_DECISIONS) -> Iterator[Found]:
    """Play a game by chance and give what it leaks; raises `GameLimitError` if it is stopped."""
    walk = Walk(game, seed)
    players = Stream(seed, _PLAYED)
    while walk.s.pending is not None and len(walk.answers) < most:
        yield from walk.look()
        answers = game.answers(walk.s)
        yield from walk.take(answers[players.below(count_of(answers))])


class Walk:
    """A game on its way, with others beside it in which cards lie otherwise."""

    def __init__(self, game: Game, seed: int) -> None:
        self.s = game.start(seed)
        self.answers: list[Answer] = []
        self._game = game
        self._seed = seed
        self._eyes = Eyes(game)
        self._chance = Stream(seed, _OTHERWISE)
        self._followed: list[tuple[Other, Twin]] = []

    def look(self) -> Iterator[Found]:
        """What leaks at this decision."""
        game, s, chance = self._game, self.s, self._chance
        assert s.pending is not None
        asked, now = s.pending[1], len(self.answers)
        here = Seen(self._eyes, s)
        wanted: list[Action] = []
        if not chance.below(_REFUSED):
            wanted = list(random_actions(game, s, chance, 2))
        every = Other(player=asked, since=now, faces=all_exchanged(game, s, asked, chance))
        begun = [(every, every.begun(game, self._eyes, here))]
        if len(self._followed) < _MOST_FOLLOWED:
            player, is_daring = chance.below(game.players), bool(chance.below(2))
            faces = two_exchanged(game, s, player, chance)
            if is_daring and asked != player:
                faces = as_it_is(game)
            if faces is not None:
                apart = Other(player=player, since=now, faces=faces, is_daring=is_daring)
                self._followed.append((apart, apart.begun(game, self._eyes, here)))
        for other, twin in [*begun, *self._followed]:
            found = guarded(lambda twin=twin: twin.difference(here, wanted))  # type: ignore[misc]
            if found is not None:
                player = other.player if found.sort == "view" else asked
                yield self._found(player, other, found)

    def take(self, answer: Answer) -> Iterator[Found]:
        """Take an answer, in the other games too; what leaks by whether somebody is asked."""
        before = self.s
        self.s = self._game.apply_answer(before, answer)
        self.answers.append(answer)
        here = Seen(self._eyes, self.s)
        followed, self._followed = self._followed, []
        for other, twin in followed:
            found = guarded(lambda twin=twin: twin.go_on(before, answer, here))  # type: ignore[misc]
            if isinstance(found, Difference):
                yield self._found(other.player, other, found)
            elif found and len(self.answers) - other.since < self._game.players + _FOLLOWED:
                self._followed.append((other, twin))

    def _found(self, player: int, other: Other, found: Difference) -> Found:
        return Found(
            game=self._game, seed=self._seed, answers=tuple(self.answers), state=self.s,
            player=player, other=other, difference=found,
        )  # fmt: skip


def states_of(found: Found) -> list[State]:
    """The states of the game before each answer, and after the last."""
    states = [found.game.start(found.seed)]
    for answer in found.answers:
        states.append(found.game.apply_answer(states[-1], answer))
    return states


def followed(
    eyes: Eyes, found: Found, states: Sequence[State], wanted: Sequence[Action] = ()
) -> tuple[Twin, Difference | None]:
    """The other game up to the last state, and what differs there.

    The states are those of the game that was found, or of one like it with these answers.
    """
    twin = found.other.begun(found.game, eyes, Seen(eyes, states[found.other.since]))
    for at in range(found.other.since, len(found.answers)):
        told = twin.go_on(states[at], found.answers[at], Seen(eyes, states[at + 1]))
        if isinstance(told, Difference):
            return twin, told if at == len(found.answers) - 1 else None
        if not told:
            return twin, None
    return twin, twin.difference(Seen(eyes, states[-1]), wanted)


def guarded(work: Callable[[], T]) -> T | None:
    """What comes of some work; None if that is too much, as where cards lie otherwise."""
    try:
        return work()
    except GameLimitError:
        return None
