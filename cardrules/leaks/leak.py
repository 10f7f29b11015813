"""A leak as it is told: at which line, to whom, when, and which cards it tells of."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import attrs

from cardrules.diagnostics.model import Diagnostic, Label, Severity
from cardrules.diagnostics.render import diagnostic_data, render_text
from cardrules.engine.game import Game
from cardrules.engine.showing.deciding import deciding_line
from cardrules.leaks.deciding import condition_around
from cardrules.leaks.exchange import Swapped, told
from cardrules.leaks.find import Found, followed, states_of
from cardrules.leaks.shown import MOST_TOLD, Eyes, LeakSort
from cardrules.model import ir
from cardrules.model.state import State
from cardrules.sim.record import Record
from cardrules.sim.run import Playthrough

_HELP = (
    "Let it depend on what this player sees: `reveal` the card before, or look at it among the "
    "effects."
)
_FAULT = "This is a fault of cardrules: it should not show this."


@attrs.frozen(kw_only=True)
class Leak:
    """What a player is shown, or asked, that tells what this player cannot know.

    `seat` (from 0) is the player, `decisions` how many were taken before. Cards could have lain
    otherwise since the decision `since`: those of `cards` in each other's places, and `instead` has
    what others could then have done. `here` is what the player is shown as the cards lie, and
    `there` what would be shown then, each without what both have.
    """

    sort: LeakSort
    players: int
    options: Mapping[str, Any]
    seed: int
    seat: int
    decisions: int
    since: int
    cards: tuple[Swapped, ...]
    instead: tuple[str, ...]
    here: tuple[str, ...]
    there: tuple[str, ...]
    diagnostic: Diagnostic
    record: Record

    def lines(self) -> Iterator[str]:
        """The leak for people to read, with the line of the rules."""
        yield render_text(self.diagnostic)
        after = "before anything was done" if not self.decisions else f"after {self.decisions}"
        after += {0: "", 1: " decision"}.get(self.decisions, " decisions")
        yield f"  With {self.players} players and seed {self.seed}, {after}:"
        who = f"Player {self.seat + 1}"
        for pair in self.cards[:_MOST_PAIRS]:
            yield f"    {pair} could have changed places."
        if len(self.cards) > _MOST_PAIRS:
            yield f"    So could {2 * (len(self.cards) - _MOST_PAIRS)} more cards."
        yield from (f"    {text}." for text in self.instead)
        since = f" since decision {self.since + 1}" if self.since < self.decisions else ""
        yield f"    {who} would have seen the same{since}, but is asked or shown"
        yield f"      only as it is:    {_listed(self.here)}"
        yield f"      only otherwise:   {_listed(self.there)}"

    def data(self) -> dict[str, Any]:
        """The leak as JSON data; seats count from 1."""
        return {
            "sort": self.sort,
            "players": self.players,
            "options": dict(self.options),
            "seed": self.seed,
            "seat": self.seat + 1,
            "decisions": self.decisions,
            "since": self.since,
            "cards": [attrs.asdict(pair) for pair in self.cards],
            "instead": list(self.instead),
            "here": list(self.here),
            "there": list(self.there),
            "diagnostic": diagnostic_data(self.diagnostic),
        }


_MOST_PAIRS = 6


def _listed(items: tuple[str, ...]) -> str:
    more = ["..."] if len(items) > MOST_TOLD else []
    return "; ".join([*items[:MOST_TOLD], *more]) or "nothing"


def leak_of(found: Found) -> Leak:
    """A leak that was found, as it is told."""
    game, other = found.game, found.other
    states = states_of(found)
    twin, _ = followed(Eyes(game), found, states)
    instead = [
        f"Player {player + 1} could have done `{there}` and not `{here}`"
        for player, here, there in twin.instead
    ]
    return Leak(
        sort=found.difference.sort,
        players=game.players,
        options=game.options_in_force,
        seed=found.seed,
        seat=found.player,
        decisions=len(found.answers),
        since=other.since,
        cards=told(game, states[other.since], other.faces),
        instead=tuple(instead),
        here=found.difference.here,
        there=found.difference.there,
        diagnostic=_diagnostic(found, states[-1], twin.other.s),
        record=_record(found),
    )


def _diagnostic(found: Found, s: State, other: State) -> Diagnostic:
    game, difference = found.game, found.difference
    asked = game.program.questions[difference.site].origin
    line, label = _line(game, found, s, other)
    who = f"Player {found.player + 1}"
    message = {
        "actions": f"What {who} may choose depends on cards that {who} cannot know.",
        "asked": f"Whether anybody is asked depends on cards that {who} cannot know.",
        "question": f"How {who} is asked depends on cards that {who} cannot know.",
        "refusal": f"Why something is refused depends on cards that {who} cannot know.",
        "view": f"What {who} sees depends on cards that {who} cannot know.",
    }[difference.sort]
    labels = []
    if line.span != asked.span:
        labels.append(Label(span=asked.span, text=label))
    return Diagnostic(
        code="CR506",
        message=message,
        span=line.span,
        source=game.ruleset.text,
        help=_FAULT if difference.sort in ("view", "question") else _HELP,
        labels=tuple(labels),
        severity=Severity.WARNING,
    )


def _line(game: Game, found: Found, s: State, other: State) -> tuple[ir.Origin, str]:
    """The line that decides, as far as that can be told, and what is asked where."""
    difference = found.difference
    asked: ir.Origin = game.program.questions[difference.site].origin
    if difference.sort == "asked":
        around = condition_around(game.ruleset, asked)
        return around or asked, "here somebody is asked, or not"
    if difference.action is None:
        return asked, ""
    # It is possible in one of the states; why it is not in the other one, is the question.
    for state in (s, other):
        line = deciding_line(game, state, difference.action)
        if line is not None:
            return line, "whoever is asked here learns of it"
    for table in (game.ruleset.actions, game.ruleset.interrupts):
        if difference.action.name in table:
            return table[difference.action.name].origin, "whoever is asked here learns of it"
    return asked, ""


def _record(found: Found) -> Record:
    """The game up to the decision."""
    playthrough = Playthrough(found.game, seed=found.seed)
    for answer in found.answers:
        playthrough.act(found.game.action_of(playthrough.state, answer))
    return playthrough.record()
