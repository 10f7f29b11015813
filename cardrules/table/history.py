"""What happened, in lines, for each person at the keyboard and as each of them may know it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import attrs

from cardrules.engine import events
from cardrules.engine.events import Event
from cardrules.engine.game import Game
from cardrules.engine.showing.naming import phase_words
from cardrules.engine.showing.narrate import Narrator
from cardrules.engine.showing.view import Viewer
from cardrules.model import ir
from cardrules.sim.run import Moment, Playthrough
from cardrules.table.closed import Opened, Opening
from cardrules.table.model import Level, Told
from cardrules.table.once import once

_ANSWERS = events.Passed | events.Chose
# What a player does.
_DONE = events.Acted | _ANSWERS
# What begins a new paragraph; everything else is told below it.
_HEADS = _DONE | events.PhaseBegan | events.RoundBegan | events.StarterNamed | events.GameOver


@attrs.frozen
class _Entry:
    lines: dict[Viewer, list[Told]]
    phase: str
    opened: Opened
    # Whose action it is after all this.
    actor: int | None


class History:
    """The lines of a game so far, moment by moment."""

    def __init__(
        self, game: Game, viewers: Sequence[Viewer], names: Sequence[str] | None = None
    ) -> None:
        self._opening = Opening(game)
        self._tellers = {viewer: _Teller(game, viewer, names) for viewer in viewers}
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
        phase, actor = self.phase, self._entries[-1].actor if self._entries else None
        lines = {
            viewer: list(teller.lines(moment, actor)) for viewer, teller in self._tellers.items()
        }
        for event in moment.events:
            if isinstance(event, events.PhaseBegan):
                phase = phase_words(event)
            elif isinstance(event, events.RoundBegan | events.GameOver):
                phase = ""
            actor = _actor_after(event, actor)
        self._entries.append(
            _Entry(
                lines,
                phase,
                self._opening.after(self.opened, moment.events),
                actor,
            )
        )

    def go_back_to(self, length: int) -> None:
        """Forget what came after so many moments."""
        del self._entries[length:]

    def lines(self, viewer: Viewer, since: int = 0) -> list[Told]:
        """What a viewer was told, from moment number `since` on."""
        return [line for entry in self._entries[since:] for line in entry.lines[viewer]]


class _Teller:
    """Tells what happened to one viewer."""

    def __init__(self, game: Game, viewer: Viewer, names: Sequence[str] | None) -> None:
        self._game = game
        self._viewer = viewer
        self._within_actions = once(game, _said_within_actions)
        self._narrator = Narrator(game, viewer, names, you=True)
        # What it says otherwise than this is about the viewer.
        self._by_name = Narrator(game, viewer, names) if isinstance(viewer, int) else self._narrator

    def lines(self, moment: Moment, actor: int | None) -> Iterator[Told]:
        """The lines of a moment, which begins within the action of somebody or of nobody."""
        is_head_silent, head = False, None
        # Who did what the last head tells.
        doer: int | None = None
        # Whether what comes next may be the sentence that tells how cards of the viewer were moved.
        is_moved = False
        by_name = self._by_name.together(moment.state, moment.events)
        told = self._narrator.together(moment.state, moment.events)
        for (event, text, ids), (_, other, _) in zip(told, by_name, strict=True):
            if begins := isinstance(event, _HEADS):
                head = event
                doer = event.player if isinstance(event, _DONE) else None
                actor = _actor_after(event, actor)
            is_head = begins or (is_head_silent and isinstance(event, events.Said))
            # A sentence that tells an action stands in place of the line that begins the paragraph.
            is_head_silent = not text and (is_head_silent or begins)
            if text:
                is_own = self._viewer == (doer if is_head else actor)
                is_about_you = text != other or (is_moved and isinstance(event, events.Said))
                yield Told(
                    text=text,
                    ids=ids,
                    is_head=is_head,
                    level=self._level(head if is_head else event, is_head),
                    is_own=is_own,
                    is_about_you=is_about_you and not is_own,
                )
            is_moved = self._moves_own_cards(event)

    def _moves_own_cards(self, event: Event) -> bool:
        """Whether cards leave a zone of the viewer, or come into one, as a sentence tells."""
        if not isinstance(event, events.Moved) or not event.cause.is_told:
            return False
        zones = [
            place if isinstance(place, int) else place[0] for place in (event.source, event.to)
        ]
        return any(zone >= 0 and self._is_own(zone) for zone in zones)

    def _is_own(self, zone: int) -> bool:
        tables = self._game.tables
        name, index = tables.zone_names[zone]
        holder = self._game.ruleset.zones[name].holder
        if not isinstance(self._viewer, int) or holder == "shared":
            return False
        return index == (self._viewer if holder == "player" else tables.team_of[self._viewer])

    def _level(self, event: Event | None, is_head: bool) -> Level:
        if isinstance(event, events.GameOver):
            return "result"
        if isinstance(event, events.Said):
            return "told" if event.cause in self._within_actions else "course"
        return "told" if is_head and not isinstance(event, events.Passed) else "detail"


def _said_within_actions(game: Game) -> frozenset[ir.Origin]:
    """The lines of the rules that say something while somebody's action is carried out."""
    procedures = {(item.role, item.name): item for item in game.program.procedures}
    waiting = [item for item in game.program.procedures if item.role in ("action", "interrupt")]
    found: set[ir.Origin] = set()
    seen: set[str] = set()
    while waiting:
        for node in ir.walk(waiting.pop().statements):
            if isinstance(node, ir.CallRoutine) and node.routine not in seen:
                seen.add(node.routine)
                waiting.append(procedures["routine", node.routine])
            elif isinstance(node, ir.Statement | ir.Sentence):
                found.add(node.origin)
    return frozenset(found)


def _actor_after(event: Event, actor: int | None) -> int | None:
    """Whose action it is after an event; what comes of an answer belongs to what was answered."""
    if isinstance(event, events.Acted):
        return event.player
    return None if isinstance(event, _HEADS) and not isinstance(event, _ANSWERS) else actor


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
