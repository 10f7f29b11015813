"""A game beside a game, which somebody cannot tell from it, and what tells them apart.

In the other game cards lie otherwise that a player does not know. Both go on alike, and this player
sees the same in both, until something shows what the difference is: then it is over, since that is
what play is for. But where the player sees the same and is then asked something else, or may do
something else, the question has told what lies hidden.
"""

from __future__ import annotations

import contextlib
from collections.abc import Sequence
from typing import Any

from cardrules.engine.game import Game
from cardrules.engine.sets.answers import PASS, Answer
from cardrules.engine.sets.counted import count_of
from cardrules.engine.showing.view import View
from cardrules.errors import ActionError
from cardrules.leaks.exchange import Faces, knowing, with_faces
from cardrules.leaks.shown import Difference, Eyes, difference
from cardrules.model.action import Action
from cardrules.model.state import State

# So many answers are tried at the most to find one that looks the same to somebody else.
_MOST_TRIED = 12
# What happens without telling anything but that the game goes on.
_GOING_ON = ("turn", "round", "phase")


class Seen:
    """A state with what the players see of it, found when it is asked for."""

    def __init__(self, eyes: Eyes, s: State) -> None:
        self.s = s
        self._eyes = eyes
        self._tables: dict[int, View] = {}
        self._events: dict[int, list[dict[str, Any]]] = {}

    def table(self, player: int) -> View:
        """What a player sees and knows."""
        if player not in self._tables:
            self._tables[player] = self._eyes.table(self.s, player)
        return self._tables[player]

    def events(self, player: int) -> list[dict[str, Any]]:
        """What a player is told of what happened since the last decision."""
        if player not in self._events:
            self._events[player] = self._eyes.events(self.s, player)
        return self._events[player]


class Twin:
    """The other game; `player` is the one for whom it was made."""

    def __init__(
        self,
        game: Game,
        eyes: Eyes,
        player: int,
        here: Seen,
        faces: Faces,
        *,
        is_daring: bool = False,
    ) -> None:
        self.game = game
        self.eyes = eyes
        self.player = player
        # Whether others choose something else, where the player is not told what.
        self._is_daring = is_daring
        # What others did instead of what they did in the real game: who, that, and this.
        self.instead: list[tuple[int, Action, Action]] = []
        self.other = Seen(eyes, with_faces(game, here.s, faces))
        # Whoever knows one of the cards knows more than where it lies: what it was chosen for.
        self._knowing = knowing(game, here.s, faces)
        # The states of both games up to now; at the first only what lies there is the same.
        self._past: list[tuple[Seen, Seen]] = [(here, self.other)]
        # Per player how much of that has been looked at, or -1 if it is not the same.
        self._looked = [0] * game.players

    def cannot_tell(self, player: int) -> bool:
        """Whether a player has seen the same in both games."""
        at = self._looked[player]
        while 0 <= at < len(self._past):
            here, there = self._past[at]
            if at:
                is_same = _same(here, there, player)
            else:
                is_same = not self._knowing >> player & 1 and _is_alike(here, there, player)
            at = at + 1 if is_same else -1
        self._looked[player] = at
        return at >= 0

    # -- at a decision -----------------------------------------------------------------------------

    def difference(self, here: Seen, wanted: Sequence[Action] = ()) -> Difference | None:
        """What differs for the one who is asked, who must not be able to tell."""
        s, other = here.s, self.other.s
        if len(self._past) == 1 and not self.cannot_tell(self.player):
            assert s.pending is not None
            return Difference("view", s.pending[0], ("the table",), ("another table",))
        if s.pending != other.pending or s.pending is None:
            return None
        found = difference(self.game, s, other, wanted)
        # To look at all that somebody has seen takes longer than to look at what can be chosen.
        return found if found is not None and self.cannot_tell(s.pending[1]) else None

    # -- from one decision to the next -------------------------------------------------------------

    def go_on(self, before: State, answer: Answer, here: Seen) -> Difference | bool:
        """Let the same happen as in the real game, in which an answer led to the state `here`.

        Gives what differs, if that is a leak; else whether the player still cannot tell.
        """
        asked = before.pending[1] if before.pending is not None else -1
        after = self._after_the_same(before, asked, answer, here)
        if after is None:
            return False
        self.other = after
        s, other = here.s, after.s
        if s.pending is None or other.pending is None:
            return False
        if s.pending[0] != other.pending[0]:
            return self._asked_apart(here, after) or False
        self._past.append((here, after))
        return self.cannot_tell(self.player)

    def _after_the_same(self, before: State, asked: int, answer: Answer, here: Seen) -> Seen | None:
        """The other game after the same answer, or after one that looks the same to the player."""
        game, other = self.game, self.other.s
        answers = game.answers(other)
        tried: list[Answer] = []
        with contextlib.suppress(ActionError):
            tried.append(game.answer_of(other, game.action_of(before, answer)))
        if not self.cannot_tell(asked) or (self._is_daring and asked != self.player):
            number = min(count_of(answers), _MOST_TRIED)
            tried += [answers[index] for index in range(number) if answers[index] not in tried]
            if self._is_daring:
                tried.reverse()
        for one in tried:
            if not self._is_like(one, answer):
                continue
            after = Seen(self.eyes, game.apply_answer(other, one))
            if len(tried) == 1 or _same(here, after, self.player) or _is_apart(here.s, after.s):
                done = [game.unnumbered(at, x) for at, x in ((before, answer), (other, one))]
                if done[0] != done[1]:
                    self.instead.append((asked, done[0], done[1]))
                return after
        return None

    def _is_like(self, one: Answer, other: Answer) -> bool:
        """Whether two answers are the same, but for the cards in them."""
        if one[0] != other[0] or PASS in (one, other):
            return one == other
        choices = self.game.program.searches[one[0]].choices
        pairs = zip(choices, one[1:], other[1:], strict=True)
        return all(choice.type.has_cards or left == right for choice, left, right in pairs)

    # -- whether anybody is asked ------------------------------------------------------------------

    def _asked_apart(self, here: Seen, there: Seen) -> Difference | None:
        """Somebody is asked in one of the games alone.

        That cards which somebody knows make the game go another way, everybody may see. But nobody
        answers a window and yet the other game goes on in just the same way: then only whether
        there is an answer decides who is asked. Or nobody could know the cards that decide.
        """
        for one, another, is_here in ((here, there, True), (there, here, False)):
            if self._is_skipped(one, another) or self._is_unknown(one, another):
                assert one.s.pending is not None
                told = self._told(one)
                here_there = (told, ()) if is_here else ((), told)
                return Difference("asked", one.s.pending[0], *here_there)
        return None

    def _told(self, seen: Seen) -> tuple[str, ...]:
        decision = self.game.decision(seen.s, "")
        return () if decision is None else (f"Player {decision.player + 1}: {decision.prompt}",)

    def _is_skipped(self, asked: Seen, skipped: Seen) -> bool:
        """Whether a window opens in one game, and if all pass, it goes on like the other one."""
        game, s = self.game, asked.s
        assert s.pending is not None
        index = s.pending[0]
        if game.program.questions[index].form != "window":
            return False
        happened = list(_without_questions(asked.events(self.player)))
        while s.pending is not None and s.pending[0] == index:
            s = game.apply_answer(s, PASS)
            happened += _without_questions(self.eyes.events(s, self.player))
        through = Seen(self.eyes, s)
        return (
            s.pending == skipped.s.pending
            and happened == list(_without_questions(skipped.events(self.player)))
            and through.table(self.player) == skipped.table(self.player)
        )

    def _is_unknown(self, asked: Seen, other: Seen) -> bool:
        """Whether nobody can tell the games apart, and one goes on where the other asks."""
        seats = range(self.game.players)
        if not all(map(self.cannot_tell, seats)):
            return False
        for seat in seats:
            short, long = asked.events(seat)[:-1], other.events(seat)[:-1]
            rest = long[len(short) :]
            if short != long[: len(short)] or any(x["event"] not in _GOING_ON for x in rest):
                return False
        return True


def _is_alike(here: Seen, there: Seen, player: int) -> bool:
    """Whether a player sees the same table."""
    return here.table(player) == there.table(player)


def _same(here: Seen, there: Seen, player: int) -> bool:
    """Whether a player was told the same, and sees the same."""
    return here.events(player) == there.events(player) and _is_alike(here, there, player)


def _is_apart(s: State, other: State) -> bool:
    """Whether something else is asked."""
    return s.pending is not None and other.pending is not None and s.pending[0] != other.pending[0]


def _without_questions(happened: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """What happened but for who was asked and passed, and what was said of that."""
    found: list[dict[str, Any]] = []
    has_passed = False
    for item in happened:
        is_question = item["event"] in ("asked", "passed")
        if not is_question and not (has_passed and item["event"] == "said"):
            found.append(item)
        has_passed = item["event"] == "passed"
    return found
