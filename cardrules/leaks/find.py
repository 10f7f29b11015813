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
from cardrules.leaks.exchange import Faces, all_exchanged, two_exchanged, with_faces
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
class Found:
    """A leak, in the game with this seed after these answers.

    `player` is the one who learns something, and cannot tell since decision `since` (from 0)
    whether cards lie as `faces` says.
    """

    game: Game
    seed: int
    answers: tuple[Answer, ...]
    state: State
    player: int
    since: int
    faces: Faces
    difference: Difference

    @property
    def key(self) -> tuple[object, ...]:
        """What makes it the same leak as another one."""
        action = self.difference.action
        return self.difference.kind, self.state.pending and self.state.pending[0] if (
            action is None
        ) else action.name


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
        # With the decision since which it is another game, and what lies otherwise there.
        self._others: list[tuple[int, Faces, Twin]] = []

    def look(self) -> Iterator[Found]:
        """What leaks at this decision."""
        game, chance = self._game, self._chance
        here = Seen(self._eyes, self.s)
        for since, faces, twin in self._others:
            yield from self._checked(twin, here, since, faces)
        wanted: list[Action] = []
        if not chance.below(_REFUSED):
            wanted = list(random_actions(game, self.s, chance, 2))
        assert self.s.pending is not None
        asked = self.s.pending[1]
        every = all_exchanged(game, self.s, asked, chance)
        yield from self._begin(here, asked, every, wanted)
        if len(self._others) == _MOST_FOLLOWED:
            return
        viewer = chance.below(game.players)
        two = two_exchanged(game, self.s, viewer, chance)
        if two is not None:
            yield from self._begin(here, viewer, two, is_followed=True)

    def _begin(
        self,
        here: Seen,
        player: int,
        faces: Faces,
        wanted: Sequence[Action] = (),
        *,
        is_followed: bool = False,
    ) -> Iterator[Found]:
        now = len(self.answers)
        other = with_faces(self._game, self.s, faces)
        twin = Twin(self._game, self._eyes, player, here, other)
        yield from self._checked(twin, here, now, faces, wanted)
        if is_followed:
            self._others.append((now, faces, twin))

    def _checked(
        self, twin: Twin, here: Seen, since: int, faces: Faces, wanted: Sequence[Action] = ()
    ) -> Iterator[Found]:
        found = guarded(lambda: twin.difference(here, wanted))
        if found is not None:
            assert self.s.pending is not None
            yield self._found(self.s.pending[1], since, faces, found)

    def take(self, answer: Answer) -> Iterator[Found]:
        """Take an answer, in the other games too; what leaks by whether somebody is asked."""
        before = self.s
        self.s = self._game.apply_answer(before, answer)
        self.answers.append(answer)
        here = Seen(self._eyes, self.s)
        others, self._others = self._others, []
        for since, faces, twin in others:
            found = guarded(lambda twin=twin: twin.go_on(before, answer, here))  # type: ignore[misc]
            if isinstance(found, Difference):
                yield self._found(twin.player, since, faces, found)
            elif found is True and len(self.answers) - since < self._game.players + _FOLLOWED:
                self._others.append((since, faces, twin))

    def _found(self, player: int, since: int, faces: Faces, found: Difference) -> Found:
        return Found(
            game=self._game, seed=self._seed, answers=tuple(self.answers), state=self.s,
            player=player, since=since, faces=faces, difference=found,
        )  # fmt: skip


def guarded(work: Callable[[], T]) -> T | None:
    """What comes of some work; None if that is too much, as where cards lie otherwise."""
    try:
        return work()
    except GameLimitError:
        return None
