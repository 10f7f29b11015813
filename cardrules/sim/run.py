"""Playing a game from the first decision to the end."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import attrs

from cardrules.engine import events
from cardrules.engine.chance import GENERATOR
from cardrules.engine.events import Event
from cardrules.engine.game import Game
from cardrules.errors import CardrulesError, EngineError, GameLimitError, OptionError
from cardrules.model.action import Action
from cardrules.model.state import State
from cardrules.sim.outcomes import checksum, outcomes_of
from cardrules.sim.record import Opening, Record, SeatEntry, Step, source_ids
from cardrules.sim.seat import Player, Seat, seat_at


@attrs.frozen(kw_only=True)
class Moment:
    """What happened from one decision to the next, and the state then.

    Moment 0 is the opening, which nobody's action brought about.
    """

    number: int
    player: int | None
    action: Action | None
    events: tuple[Event, ...]
    state: State


class Playthrough:
    """One run of a game: its state now, and what it takes to record it.

    `seed` None means that all chance outcomes are supplied to the game; one that is missing raises
    `ChanceError`. `limit` of the game guards against games that never end: then `act` raises
    `GameLimitError` with the record so far. Of one that is not `narrated` nothing can be told.
    """

    def __init__(
        self,
        game: Game,
        *,
        seed: int | None = 0,
        starter: int | None = None,
        seats: Sequence[SeatEntry] | None = None,
        narrated: bool = True,
    ) -> None:
        self.game = game
        self.seed = seed
        self.seats = _checked_seats(game, seats)
        self._starter_drawn = starter is None
        self.state = game.start(seed, starter, narrated=narrated)
        self.moment = Moment(
            number=0, player=None, action=None, events=tuple(self.state.events), state=self.state
        )
        # Who goes first in the first game; each later one of a match begins with the next seat.
        self.starter = next(
            event.player for event in self.state.events if isinstance(event, events.StarterNamed)
        )
        self.opening = Opening(
            chance=outcomes_of(game, self.state.events), checksum=checksum(game, self.state)
        )
        self.steps: list[Step] = []

    @property
    def over(self) -> bool:
        """Whether there is nothing left to decide."""
        return self.state.over

    @property
    def seat(self) -> Seat:
        """The seat that is asked; raises `GameOverError` if none is."""
        return seat_at(self.game, self.state)

    def act(self, action: Action) -> Moment:
        """Take an action of the player who is asked; what happened, up to the next decision.

        Raises `ActionError` if it is not legal, `GameLimitError` and `EngineError` with the record
        so far. After any of them the playthrough stands where it stood.
        """
        game, before = self.game, self.state
        try:
            player = self.seat.player
            after = game.apply(before, action)
        except (GameLimitError, EngineError) as error:
            error.record = self.record()
            raise
        except CardrulesError:
            raise
        except Exception as error:
            # Whatever the engine stumbles over, the game up to there is what is needed to find out.
            broken = EngineError(f"The engine broke at {action}: {error!r}.")
            broken.record = self.record()
            raise broken from error
        step = Step(
            seat=player,
            action=Action(action.name, action.arguments, action.which),
            chance=outcomes_of(game, after.events),
            checksum=checksum(game, after),
        )
        self.steps.append(step)
        self.state = after
        self.moment = Moment(
            number=len(self.steps),
            player=player,
            action=step.action,
            events=tuple(after.events),
            state=after,
        )
        return self.moment

    def record(self) -> Record:
        """The record of the game so far."""
        game = self.game
        return Record(
            sources=source_ids(game.ruleset),
            players=game.players,
            options=game.options_in_force,
            seats=self.seats,
            seed=self.seed,
            generator=None if self.seed is None else GENERATOR,
            starter=self.starter,
            starter_drawn=self._starter_drawn,
            opening=self.opening,
            steps=tuple(self.steps),
            result=game.result(self.state) if self.over else None,
        )


def _checked_seats(game: Game, seats: Sequence[SeatEntry] | None) -> tuple[SeatEntry, ...]:
    """Who sits where; raises `OptionError` if not everybody has a seat."""
    found = tuple(default_seats(game.players) if seats is None else seats)
    if len(found) != game.players:
        raise OptionError(f"There are {game.players} players, but {len(found)} seats.")
    return found


def default_seats(players: int) -> list[SeatEntry]:
    """Seats named by their numbers, of nobody in particular."""
    return [SeatEntry(name=f"Player {seat + 1}", player="human") for seat in range(players)]


def play(playthrough: Playthrough, players: Sequence[Player]) -> Iterator[Moment]:
    """Let players decide until the game is over; gives each moment, the present one first.

    Raises what `Playthrough.act` raises.
    """
    yield playthrough.moment
    while not playthrough.over:
        seat = playthrough.seat
        yield playthrough.act(players[seat.player].choose(seat))


def play_out(playthrough: Playthrough, players: Sequence[Player]) -> Playthrough:
    """Play to the end."""
    for _ in play(playthrough, players):
        pass
    return playthrough
