"""Bots. Each draws from a stream of its own: a game with bots is the same for the same seed."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType

from cardrules.engine import events
from cardrules.engine.chance import Stream, checked_seed
from cardrules.engine.game import Game
from cardrules.engine.sets.answers import Answer
from cardrules.engine.sets.counted import count_of
from cardrules.errors import GameLimitError, OptionError
from cardrules.model import ir
from cardrules.model.action import Action
from cardrules.model.state import State
from cardrules.shown import shown
from cardrules.sim.seat import Player, Seat


class RandomBot:
    """Takes each legal action as often as any other: one draw a decision."""

    def __init__(self, stream: Stream) -> None:
        self._stream = stream

    def choose(self, seat: Seat) -> Action:
        """A legal action, by chance."""
        actions = seat.actions
        return actions[self._stream.below(actions.total)]


class GreedyBot:
    """Looks one action ahead and takes what leads to the best score.

    It tries each action in a few states that could be the real one for all that it knows, lets
    chance answer whatever is asked until the turn passes, and compares the mean of the margins: its
    side's score less that of the best other side. Where there are too many actions it tries some.
    """

    samples = 8
    most_candidates = 24
    # So many further decisions at most are followed in each state.
    most_answers = 12

    def __init__(self, stream: Stream) -> None:
        self._stream = stream

    def choose(self, seat: Seat) -> Action:
        """The action with the best mean margin; chance decides among the best."""
        actions = seat.actions
        candidates = self._candidates(actions.total)
        if len(candidates) == 1:
            return actions[candidates[0]]
        totals = [0] * len(candidates)
        for _ in range(self.samples):
            self._try_all(seat, actions.total, candidates, totals)
        best = [index for index, total in enumerate(totals) if total == max(totals)]
        return actions[candidates[best[self._stream.below(len(best))]]]

    def _candidates(self, count: int) -> list[int]:
        """The numbers of the actions that are tried: all, or some of them by chance."""
        if count <= self.most_candidates:
            return list(range(count))
        return sorted({self._stream.below(count) for _ in range(self.most_candidates)})

    def _try_all(self, seat: Seat, count: int, candidates: list[int], totals: list[int]) -> None:
        game = seat.game
        sample = seat.sample(self._stream.shuffled)
        try:
            answers = game.answers(sample)
        except GameLimitError:
            return  # With other cards the choice would be too large.
        if count_of(answers) != count:
            # A ruleset that lets somebody choose among cards that they do not know offers other
            # things in other states. Nothing can be learned from this one.
            return
        for index, candidate in enumerate(candidates):
            totals[index] += self._margin_after(game, sample, answers[candidate], seat.player)

    def _margin_after(self, game: Game, sample: State, answer: Answer, player: int) -> int:
        """The margin when the turn has passed, or after as many answers as are followed."""
        s = sample.copy()
        turn = _turn(s)
        try:
            game.apply_answer_in_place(s, answer)
            for _ in range(self.most_answers):
                if s.pending is None or _turn(s) != turn:
                    break
                answers = game.answers(s)
                game.apply_answer_in_place(s, answers[self._stream.below(count_of(answers))])
        except GameLimitError:
            pass  # It leads nowhere, and counts as it stands.
        return margin(game, s, player)


def _turn(s: State) -> tuple[int, ...]:
    return s.game, s.round, s.turn, s.active


def margin(game: Game, s: State, player: int) -> int:
    """By how much a player's side leads the best of the others, as the rules count now.

    Of a game of a match that has just ended, its final scores count.
    """
    ends = [event for event in s.events if isinstance(event, events.GameOver)]
    teams = game.tables.teams
    scores = ends[0].scores if ends else [game.score_of(s, team[0]) for team in teams]
    signed = [score * _sign(game) for score in scores]
    own: int = signed.pop(game.tables.team_of[player])
    return own - max(signed, default=0)


def _sign(game: Game) -> int:
    """Whether a high score is good (1) or bad (-1): what the criterion on the score says."""
    criteria = game.ruleset.criteria
    on_score = [item for item in criteria if isinstance(item.value, ir.ScoreOf)]
    return 1 if (on_score or criteria)[0].extreme == "highest" else -1


BOTS: Mapping[str, Callable[[Stream], Player]] = MappingProxyType(
    {"random": RandomBot, "greedy": GreedyBot}
)


def make_bot(name: str, seed: int, seat: int) -> Player:
    """The bot of this name for a seat (from 0).

    Raises `OptionError` if there is none, or if seed or seat are no such numbers.
    """
    if not isinstance(name, str) or name not in BOTS:
        raise OptionError(f"There is no bot {shown(name)}; the bots are {', '.join(BOTS)}.")
    if type(seat) is not int or seat < 0:
        raise OptionError(f"A seat is a whole number from 0, not {shown(seat)}.")
    return BOTS[name](Stream(checked_seed(seed), 1 + seat))


def make_bots(names: Sequence[str], seed: int) -> list[Player]:
    """A bot for each seat."""
    return [make_bot(name, seed, seat) for seat, name in enumerate(names)]
