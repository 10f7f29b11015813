"""What lies on the table of a scenario: the game, the state, and what the last step told."""

from __future__ import annotations

import attrs

from cardrules.engine import events
from cardrules.engine.events import Event
from cardrules.engine.game import Game
from cardrules.engine.sets.answers import Answer
from cardrules.engine.showing.narrate import Narrator
from cardrules.engine.showing.view import View, Viewer, make_view
from cardrules.model.state import State
from cardrules.scenario.zone_facts import told_zone


@attrs.define
class Table:
    """A game in progress; `told` is what the last step brought, with the states after it."""

    game: Game
    state: State
    told: list[tuple[State, list[Event]]] = attrs.field(factory=list)

    def begin_step(self) -> None:
        """From here on a new step is told."""
        self.told = []

    def apply(self, answer: Answer) -> None:
        """Take an action of the engine's own form."""
        self.state = self.game.apply_answer(self.state, answer)
        self.note()

    def note(self) -> None:
        """Take down what has led to the state."""
        self.told.append((self.state, list(self.state.events)))

    def view(self, viewer: Viewer = "referee") -> View:
        """What a viewer sees."""
        return make_view(self.game, self.state, viewer)

    def lines(self, viewer: Viewer) -> list[str]:
        """What the last step told a viewer."""
        narrator = Narrator(self.game, viewer)
        return [line for state, happened in self.told for line in narrator.lines(state, happened)]

    def chance(self) -> list[str]:
        """What chance decided in the last step."""
        found = []
        for event in [event for _, happened in self.told for event in happened]:
            match event:
                case events.Shuffled():
                    found.append(f"shuffle {self.game.tables.zone_names[event.where][0]}")
                case events.Picked():
                    found.append(f"pick {event.name}")
                case events.StarterNamed(is_drawn=True):
                    found.append("starter")
        return found

    def words(self) -> tuple[str, ...]:
        """Where everything lies, line by line, for the reader of a report."""
        view = self.view()
        lines = []
        for zone in view.zones:
            owner = "" if zone.holder == "shared" else f" {self._seat(zone.holder, zone.index)}"
            if zone.count:
                lines.append(f"{zone.name}{owner}: {told_zone(zone)}")
        for name, values in view.variables:
            lines.append(f"{name}: {', '.join(map(str, values))}")
        return tuple(lines)

    def _seat(self, holder: str, index: int) -> int:
        return 1 + (self.game.tables.teams[index][0] if holder == "team" else index)
