"""What happened, in lines, for each person at the keyboard and as each of them may know it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import attrs

from cardrules.engine import events
from cardrules.engine.game import Game
from cardrules.engine.narrate import Narrator
from cardrules.engine.view import Viewer
from cardrules.sim.run import Moment, Playthrough
from cardrules.table.closed import Opened, Opening
from cardrules.table.model import Level, Told

Event = tuple[Any, ...]

# What begins a new paragraph; everything else is told below it.
_HEADS = frozenset(
    {
        events.ACTED,
        events.PASSED,
        events.CHOSE,
        events.PHASE,
        events.ROUND,
        events.STARTER,
        events.GAME_OVER,
    }
)


@attrs.frozen
class _Entry:
    lines: dict[Viewer, list[Told]]
    phase: str
    opened: Opened


class History:
    """The lines of a game so far, moment by moment."""

    def __init__(
        self, game: Game, viewers: Sequence[Viewer], names: Sequence[str] | None = None
    ) -> None:
        self._opening = Opening(game)
        self._narrators = {viewer: Narrator(game, viewer, names, you=True) for viewer in viewers}
        self._entries: list[_Entry] = []

    @classmethod
    def of(cls, playthrough: Playthrough, viewers: Sequence[Viewer]) -> History:
        """All that has happened in a game so far."""
        names = [entry.name for entry in playthrough.seats]
        found = cls(playthrough.game, viewers, names)
        for moment in moments_of(playthrough):
            found.add(moment)
        return found

    def __len__(self) -> int:
        return len(self._entries)

    @property
    def phase(self) -> str:
        """The phase that was told last, since the last round began; empty if there is none."""
        return self._entries[-1].phase if self._entries else ""

    @property
    def opened(self) -> Opened:
        """The cards that were shown to everybody where they lie."""
        return self._entries[-1].opened if self._entries else frozenset()

    def add(self, moment: Moment) -> None:
        """Take down what happened up to a decision."""
        phase = self.phase
        for event in moment.events:
            if event[0] == events.PHASE:
                phase = event[2]
            elif event[0] in (events.ROUND, events.GAME_OVER):
                phase = ""
        self._entries.append(
            _Entry(
                {
                    viewer: list(_lines(narrator, moment))
                    for viewer, narrator in self._narrators.items()
                },
                phase,
                self._opening.after(self.opened, moment.events),
            )
        )

    def go_back_to(self, length: int) -> None:
        """Forget what came after so many moments."""
        del self._entries[length:]

    def lines(self, viewer: Viewer, since: int = 0) -> list[Told]:
        """What a viewer was told, from moment number `since` on."""
        return [line for entry in self._entries[since:] for line in entry.lines[viewer]]


def _lines(narrator: Narrator, moment: Moment) -> Iterable[Told]:
    is_head_silent = False
    for event, text, ids in narrator.together(moment.state, moment.events):
        is_head = event[0] in _HEADS or (is_head_silent and event[0] == events.SAID)
        # A sentence that tells an action stands in place of the line that begins the paragraph.
        is_head_silent = not text and (is_head_silent or event[0] in _HEADS)
        if text:
            level: Level = "told" if is_head or event[0] == events.SAID else "detail"
            yield Told(text=text, ids=ids, is_head=is_head, level=level)


def moments_of(playthrough: Playthrough) -> list[Moment]:
    """All moments of a game: those before the last one are played again."""
    if not playthrough.steps:
        return [playthrough.moment]
    game, record = playthrough.game, playthrough.record()
    s = game.start(record.seed or 0, None if record.starter_drawn else record.starter)
    found = [Moment(number=0, player=None, action=None, events=tuple(s.events), state=s)]
    for number, step in enumerate(record.steps, 1):
        s = game.apply(s, step.action)
        found.append(
            Moment(
                number=number, player=step.seat, action=step.action, events=tuple(s.events), state=s
            )
        )
    return found
