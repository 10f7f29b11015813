"""A leak in fewer decisions, with fewer cards that lie otherwise.

Decisions before it are left out as long as the same leak is found at the end, and of the cards two
alone change places if that is enough. All of it is tried only so often.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from attrs import evolve

from cardrules.engine.chance import Stream
from cardrules.errors import ActionError, GameLimitError
from cardrules.leaks.exchange import Faces, all_exchanged, as_it_is, knowing, smaller
from cardrules.leaks.find import Found, Other, followed, guarded, states_of
from cardrules.leaks.shown import Eyes
from cardrules.model.action import Action
from cardrules.model.state import State

# So many decisions in all are taken again, and so many other games are tried.
_MOST_DECISIONS = 20_000
_MOST_GAMES = 2_000
# So many ways in which cards could lie otherwise are tried after decisions were left out.
_MOST_WAYS = 40
_WAYS = 103


class Shrinking:
    """Makes one leak smaller."""

    def __init__(self, found: Found) -> None:
        self.found = found
        self._game = found.game
        self._eyes = Eyes(found.game)
        self._decisions = _MOST_DECISIONS
        self._games = _MOST_GAMES

    def smallest(self) -> Found:
        """The same leak, as small as it was found."""
        self._at_once()
        self._without_decisions()
        self._at_once()
        self._with_two_cards()
        return self.found

    # -- decisions ---------------------------------------------------------------------------------

    def _at_once(self) -> None:
        """Let cards lie otherwise only at the decision at which it shows, if that is enough."""
        now = len(self.found.answers)
        if self.found.other.since < now and self.found.difference.sort != "asked":
            self._try(self._actions(), now, self.found.player)

    def _without_decisions(self) -> None:
        """Leave out decisions before cards lie otherwise: many at once, then single ones."""
        size = max(1, self.found.other.since // 2)
        while size:
            at = self.found.other.since - size
            while at >= 0:
                actions = self._actions()
                left = [*actions[:at], *actions[at + size :]]
                if self._decisions < len(left):
                    return
                self._try(left, self.found.other.since - size, self.found.other.player)
                at = min(at, self.found.other.since) - size
            size //= 2

    def _actions(self) -> list[Action]:
        """What was done up to the leak."""
        game, s = self._game, self._game.start(self.found.seed)
        found = []
        for answer in self.found.answers:
            found.append(game.action_of(s, answer))
            s = game.apply_answer(s, answer)
        return found

    def _try(self, actions: Sequence[Action], since: int, player: int) -> None:
        """Take it as what was found, if the leak is there after these actions, too."""
        states = self._played(actions)
        if states is None:
            return
        for faces in self._ways(states[since], player):
            other = evolve(self.found.other, player=player, since=since, faces=faces)
            if self._take_over(states, actions, other):
                return

    def _played(self, actions: Sequence[Action]) -> list[State] | None:
        """The states before each action and after the last; None if they cannot be taken so."""
        game = self._game
        states = [game.start(self.found.seed)]
        for action in actions:
            self._decisions -= 1
            try:
                states.append(game.apply(states[-1], action))
            except (ActionError, GameLimitError):
                return None
        return states if states[-1].pending is not None else None

    def _ways(self, s: State, player: int) -> Iterator[Faces]:
        """How cards could lie otherwise: as they did, anyhow, or with two of them alone."""
        before = self.found.other.faces
        if not knowing(self._game, s, before) >> player & 1:
            yield before
        chance = Stream(len(self.found.answers), _WAYS)
        every = all_exchanged(self._game, s, player, chance)
        yield every
        for number, faces in enumerate(smaller(self._game, s, player, every)):
            if number == _MOST_WAYS:
                return
            yield faces

    def _take_over(self, states: Sequence[State], actions: Sequence[Action], other: Other) -> bool:
        self._games -= 1
        if self._games < 0:
            return False
        game, before = self._game, self.found
        pairs = zip(states, actions, strict=False)
        answers = tuple([game.answer_of(s, action) for s, action in pairs])
        tried = evolve(before, answers=answers, state=states[-1], other=other)
        refused = before.difference.action if before.difference.sort == "refusal" else None
        wanted = [] if refused is None else [refused]
        made = guarded(lambda: followed(self._eyes, tried, states, wanted)[1])
        if made is None or made.key != before.key:
            return False
        pending = states[-1].pending
        assert pending is not None
        is_of_asked = made.sort not in ("asked", "view")
        player = pending[1] if is_of_asked else other.player
        self.found = evolve(tried, difference=made, player=player)
        return True

    # -- cards -------------------------------------------------------------------------------------

    def _with_two_cards(self) -> None:
        """Let two cards alone change places."""
        actions, other = self._actions(), self.found.other
        states = states_of(self.found)
        nobody = as_it_is(self._game)
        if self._take_over(states, actions, evolve(other, faces=nobody)):
            return
        for faces in smaller(self._game, states[other.since], other.player, other.faces):
            if self._games <= 0 or self._take_over(states, actions, evolve(other, faces=faces)):
                return
