"""Records of games: plain data, and its form as JSON (`schemas/record.json`).

Here seats count from 0 as everywhere in the library; in the JSON they count from 1.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path, PurePath
from typing import Any

import attrs

from cardrules.engine.playing.chance_events import Outcome
from cardrules.model.action import Action, Result
from cardrules.model.ruleset import Ruleset
from cardrules.sim.digest import digested
from cardrules.source import SourceFile
from cardrules.version import version

FORMAT = 2
# The formats that can be read. The first one has no digest, and says nothing of the version.
FORMATS = (1, 2)
HUMAN = "human"


@attrs.frozen(kw_only=True)
class SourceId:
    """A text that a game was played by: its name, its title, and a hash of it."""

    name: str
    title: str
    sha256: str


@attrs.frozen(kw_only=True)
class SeatEntry:
    """Who sat at a seat: a name, and `human` or the name of a bot."""

    name: str
    player: str


@attrs.frozen(kw_only=True)
class Step:
    """An action with what chance did up to the next decision.

    `checksum` is that of the table afterwards (`cardrules.sim.outcomes`), or None.
    """

    seat: int
    action: Action
    chance: tuple[Outcome, ...] = ()
    checksum: str | None = None


@attrs.frozen(kw_only=True)
class Opening:
    """What happened before the first decision."""

    chance: tuple[Outcome, ...] = ()
    checksum: str | None = None


@attrs.frozen(kw_only=True)
class Record:
    """A game, as far as it was played; `seed` is None if chance was supplied.

    `sources` are the texts of its rules, the ruleset first. `version` is that of cardrules, and
    `format` that of the record that was read: of format 1 nobody can tell whether it was changed.
    """

    sources: tuple[SourceId, ...]
    players: int
    options: Mapping[str, Any]
    seats: tuple[SeatEntry, ...]
    seed: int | None
    generator: str | None
    starter: int
    starter_drawn: bool
    opening: Opening
    steps: tuple[Step, ...]
    result: Result | None
    version: str = attrs.field(factory=version)
    format: int = FORMAT

    @property
    def ruleset(self) -> SourceId:
        """The ruleset among the sources."""
        return self.sources[0]

    @property
    def house_rules(self) -> tuple[SourceId, ...]:
        """The house rules among the sources."""
        return self.sources[1:]

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the players."""
        return tuple(entry.name for entry in self.seats)

    @property
    def outcomes(self) -> list[Outcome]:
        """Every chance outcome in order."""
        found = list(self.opening.chance)
        for step in self.steps:
            found += step.chance
        return found

    def data(self) -> dict[str, Any]:
        """The record as JSON data, in the present format and with its digests."""
        data = {
            "cardrules_record": FORMAT,
            "cardrules": self.version,
            "sources": [attrs.asdict(source) for source in self.sources],
            "players": self.players,
            "options": dict(self.options),
            "seats": [attrs.asdict(entry) for entry in self.seats],
            "seed": self.seed,
            "generator": self.generator,
            "starter": {"seat": self.starter + 1, "drawn": self.starter_drawn},
            "opening": {"chance": list(self.opening.chance), "checksum": self.opening.checksum},
            "steps": [_step_data(step) for step in self.steps],
            "result": None if self.result is None else result_data(self.result),
        }
        return digested(data)


def source_ids(ruleset: Ruleset) -> tuple[SourceId, ...]:
    """What a record says of the texts of its rules: the game, then its house rules."""
    parts = getattr(ruleset.text, "parts", ())
    if not parts:
        return (_source_id(ruleset.text, ruleset.title),)
    return tuple(_source_id(part.source, part.title) for part in parts)


def files_of(ruleset: Ruleset) -> tuple[Path, ...]:
    """The files of the texts of its rules: the game, then its house rules."""
    parts = getattr(ruleset.text, "parts", ())
    return tuple(Path(part.source.name) for part in parts) or (Path(ruleset.text.name),)


def _source_id(source: SourceFile, title: str) -> SourceId:
    """The name is that of the file, without its suffix."""
    name = PurePath(source.name).stem.encode("utf-8", "replace").decode("utf-8")
    return SourceId(name=name, title=title, sha256=source.sha256)


def _step_data(step: Step) -> dict[str, Any]:
    data: dict[str, Any] = {"seat": step.seat + 1, "action": step.action.name}
    if step.action.arguments:
        data["arguments"] = dict(step.action.arguments)
    if step.action.which != 1:
        data["which"] = step.action.which
    return {**data, "chance": list(step.chance), "checksum": step.checksum}


def result_data(result: Result) -> dict[str, Any]:
    """A result as JSON data."""
    return {
        "winners": [seat + 1 for seat in result.winners],
        "scores": list(result.scores),
        "returns": list(result.returns),
        "places": list(result.places),
        "games": result.games,
    }


def record_from_data(data: Mapping[str, Any]) -> Record:
    """The record that `Record.data` described. What it is given has passed the schema."""
    starter, opening, format = data["starter"], data["opening"], data["cardrules_record"]
    sources = [data["ruleset"]] if format == 1 else data["sources"]
    return Record(
        sources=tuple(SourceId(**source) for source in sources),
        players=data["players"],
        options=data["options"],
        seats=tuple(SeatEntry(**entry) for entry in data["seats"]),
        seed=data["seed"],
        generator=data["generator"],
        starter=starter["seat"] - 1,
        starter_drawn=starter["drawn"],
        opening=Opening(chance=tuple(opening["chance"]), checksum=opening["checksum"]),
        steps=tuple(_step(step) for step in data["steps"]),
        result=None if data["result"] is None else _result(data["result"]),
        version=data.get("cardrules", ""),
        format=format,
    )


def _step(data: Mapping[str, Any]) -> Step:
    action = Action(data["action"], data.get("arguments", {}), data.get("which", 1))
    return Step(
        seat=data["seat"] - 1,
        action=action,
        chance=tuple(data["chance"]),
        checksum=data["checksum"],
    )


def _result(data: Mapping[str, Any]) -> Result:
    # Records from before returns were payoffs have the scores under that name, and no payoffs.
    has_payoffs = "scores" in data
    return Result(
        winners=tuple(seat - 1 for seat in data["winners"]),
        scores=tuple(data["scores" if has_payoffs else "returns"]),
        returns=tuple(data["returns"]) if has_payoffs else (),
        places=tuple(data["places"]),
        games=data["games"],
    )


def same_beginning(one: Record, other: Record) -> bool:
    """Whether two records are of the same game, begun alike, however far each goes."""
    return all(getattr(one, name) == getattr(other, name) for name in _BEGINNING)


_BEGINNING = (
    "sources", "players", "options", "seats", "seed", "generator", "starter", "starter_drawn",
    "opening",
)  # fmt: skip
