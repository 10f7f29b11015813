"""A game in progress, as those at one table follow it: what each sees, acting, and going back."""

from __future__ import annotations

from collections.abc import Sequence

from cardrules.engine.showing.view import Viewer
from cardrules.model.action import Action
from cardrules.sim.run import Playthrough
from cardrules.sim.seat import Player
from cardrules.table.describe import describe
from cardrules.table.history import History
from cardrules.table.model import Told
from cardrules.table.undo import StepBack, refusal_to_go_back
from cardrules.table.whole import Table

UNTIL_WHEN = (
    "You can take an action back until chance decides something, somebody comes to know a card, "
    "or another player acts, is passed over or looks at the table."
)
UNTIL_WHEN_IN_PRACTICE = "Here you can take all your actions back, one after the other."


class Course:
    """Follows a playthrough for some people; `memory`: whether they are shown what they remember.

    For `practice` every action can be taken back, whatever has happened since. `act` is for people,
    `let` for bots; both raise what `Playthrough.act` raises.
    """

    def __init__(
        self,
        playthrough: Playthrough,
        people: Sequence[int],
        *,
        memory: bool = True,
        practice: bool = False,
    ) -> None:
        self._playthrough = playthrough
        self._memory = memory
        self._practice = practice
        self._names = [entry.name for entry in playthrough.seats]
        self._history = History.of(playthrough, [*people, "spectator"])
        # The last actions as far back as one may go, and one at the bottom where one may not.
        self._steps_back: list[StepBack] = []
        # Per person, how many moments have been shown.
        self._shown: dict[int, int] = {}

    @property
    def is_over(self) -> bool:
        """Whether there is nothing left to decide."""
        return self._playthrough.over

    @property
    def asked(self) -> int:
        """The seat that is asked; raises `GameOverError` if none is."""
        return self._playthrough.seat.player

    # -- seeing ------------------------------------------------------------------------------------

    def table(self, viewer: Viewer, *, since: int | None = None) -> Table:
        """The table for a viewer, with the log from moment number `since`, or since last shown."""
        if since is None:
            since = self._shown.get(viewer, 0) if isinstance(viewer, int) else 0
        return describe(
            self._playthrough.game,
            self._playthrough.state,
            viewer,
            names=self._names,
            history=self._history,
            since=since,
            memory=self._memory,
        )

    def log(self, viewer: Viewer) -> list[Told]:
        """All that a viewer was told."""
        return self._history.lines(viewer)

    def shown_to_all(self, seats: Sequence[int]) -> int:
        """How many moments have been shown to each of these."""
        return min((self._shown.get(seat, 0) for seat in seats), default=0)

    def mark_shown(self, seat: int) -> None:
        """Somebody has been shown all that has happened."""
        self._shown[seat] = len(self._history)

    def mark_looked(self, seat: int) -> None:
        """Somebody looks at the own cards: what another one did last cannot be taken back."""
        if self._steps_back and self._steps_back[-1].seat != seat:
            self._forbid(f"{self._names[seat]} has looked at the table since")

    # -- acting ------------------------------------------------------------------------------------

    def act(self, action: Action) -> None:
        """Take an action of the one who is asked, and note how to go back."""
        playthrough, seat = self._playthrough, self.asked
        before = playthrough.state
        back = StepBack(
            seat=seat,
            state=before,
            moment=playthrough.moment,
            steps=len(playthrough.steps),
            told=len(self._history),
            seen=dict(self._shown),
        )
        moment = playthrough.act(action)
        self._history.add(moment)
        self._steps_back.append(back)
        refusal = refusal_to_go_back(playthrough.game, before, moment.state, moment.events, seat)
        if refusal:
            self._forbid(refusal)

    def let(self, bot: Player) -> None:
        """Let a bot act that is asked."""
        seat = self._playthrough.seat
        self._history.add(self._playthrough.act(bot.choose(seat)))
        self._forbid(f"{self._names[seat.player]} has acted since")

    # -- going back --------------------------------------------------------------------------------

    @property
    def refusal_to_undo(self) -> str:
        """Why the last action cannot be taken back; empty if it can."""
        if not self._steps_back:
            return f"There is nothing to take back. {self._until_when}"
        refusal = self._steps_back[-1].refusal
        return f"This cannot be taken back: {refusal}. {self._until_when}" if refusal else ""

    @property
    def _until_when(self) -> str:
        return UNTIL_WHEN_IN_PRACTICE if self._practice else UNTIL_WHEN

    def undo(self) -> None:
        """Take back the last action, where nothing refuses it."""
        back = self._steps_back.pop()
        self._playthrough.state = back.state
        self._playthrough.moment = back.moment
        del self._playthrough.steps[back.steps :]
        self._history.go_back_to(back.told)
        self._shown = back.seen

    def _forbid(self, reason: str) -> None:
        """From here on nobody goes back, for this reason or for one that there was before."""
        if self._practice:
            return
        del self._steps_back[:-1]
        for back in self._steps_back:
            back.refusal = back.refusal or reason
