"""What players, zones and counters are called for one reader, as parts of sentences."""

from __future__ import annotations

from collections.abc import Sequence

from cardrules.engine import events
from cardrules.engine.tables import Tables
from cardrules.model.ruleset import Ruleset, Zone
from cardrules.prose import Part, Spoken, people, render

_ARTICLES = ("the ", "a ", "an ")


def words(name: str) -> str:
    """A name of the rules in words."""
    return name.replace("_", " ")


def zone_words(zone: Zone) -> str:
    """What a zone is called for people: its sentence, or else its name."""
    return zone.origin.sentence or words(zone.name)


def phase_words(event: events.PhaseBegan) -> str:
    """What a phase that begins is called for people: the sentence of its line, or its name."""
    return event.cause.sentence or words(event.name)


def with_article(label: str) -> str:
    """A label behind "the", unless it has an article."""
    return label if label.lower().startswith(_ARTICLES) else f"the {label}"


class Naming:
    """Calls players by their names, and the reader `you` if the seat `you` is given."""

    def __init__(
        self, tables: Tables, names: Sequence[str] | None = None, you: int | None = None
    ) -> None:
        self._tables = tables
        self.names = names or [f"Player {seat + 1}" for seat in range(tables.players)]
        self._you = you

    def player(self, seat: int) -> Spoken:
        """A player."""
        return self.players((seat,))

    def players(self, seats: Sequence[int], *, last: str = "and") -> Spoken:
        """Several players; the reader comes first."""
        you = seats.index(self._you) if self._you is not None and self._you in seats else None
        return people([self.names[seat] for seat in seats], you, last=last)

    def holder(self, held_by: str, index: int) -> Spoken:
        """Whom something belongs to that players or teams have."""
        return self.players(self._tables.teams[index]) if held_by == "team" else self.player(index)

    def owned(self, held_by: str, index: int, label: str) -> tuple[Part, ...]:
        """Something that is shared, or belongs to a player or team: "the pond", "Ann's hand"."""
        if held_by == "shared":
            return (with_article(label),)
        holder = self.holder(held_by, index)
        if label.lower().startswith(_ARTICLES):
            return (f"{label} of ", holder)
        return (holder, f"'s {label}")

    def zone(self, label: events.ZoneLabel) -> tuple[Part, ...]:
        """A zone, or a stack in one."""
        if label == events.GONE:
            return ("a stack that is gone",)
        if isinstance(label, tuple):
            return (f"stack {label[1] + 1} of ", *self.zone(label[0]))
        name, index = self._tables.zone_names[label]
        zone = self._tables.ruleset.zones[name]
        return self.owned(zone.holder, index, zone_words(zone))

    def zone_text(self, label: events.ZoneLabel) -> str:
        """The same as text."""
        return render(self.zone(label), capital=False)

    def holder_of(self, label: events.ZoneLabel) -> int | None:
        """The seat whose zone this is; None if it is no player's."""
        if isinstance(label, tuple):
            return None if label == events.GONE else self.holder_of(label[0])
        name, index = self._tables.zone_names[label]
        return index if self._tables.ruleset.zones[name].holder == "player" else None

    def is_hand(self, label: events.ZoneLabel) -> bool:
        """Whether this is where its player holds cards."""
        if isinstance(label, tuple):
            return False
        name, _ = self._tables.zone_names[label]
        return name == name_of_hand(self._tables.ruleset)

    def is_drawn_from(self, label: events.ZoneLabel) -> bool:
        """Whether cards from here are drawn: from a pile that all share and nobody sees."""
        if isinstance(label, tuple):
            return False
        zone = self._tables.ruleset.zones[self._tables.zone_names[label][0]]
        seen = {who for layer in zone.visibility for who in (*layer.viewers, *layer.otherwise)}
        return zone.holder == "shared" and zone.shape == "pile" and seen <= {"nobody"}


def name_of_hand(ruleset: Ruleset) -> str:
    """The zone where players hold cards, the first that only its owner sees; empty if none is."""
    return next((zone.name for zone in ruleset.zones.values() if _own(zone)), "")


def _own(zone: Zone) -> bool:
    layers = zone.visibility
    return zone.holder == "player" and [layer.viewers for layer in layers] == [("owner",)]
