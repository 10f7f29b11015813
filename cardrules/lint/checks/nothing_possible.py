"""CR528: a `one of` at which somebody who has cards can do nothing; and what stops a game.

Games are played by chance (`cardrules.lint.played`). Where none of the actions of a `one of` is
possible and there is no `otherwise`, nobody is asked and it goes on below: if somebody was to play
a card, the rules do not say what happens. That a player without cards to choose from is passed over
is usual, and nothing is said of it. A game that is stopped is told with the code of what stops it.
"""

from __future__ import annotations

from collections.abc import Iterator

from cardrules.diagnostics.model import Diagnostic
from cardrules.engine.game import Game
from cardrules.engine.playing.watch import Passed
from cardrules.lint.check import Finding
from cardrules.lint.played import Seen, played
from cardrules.lint.settings import GameCheck, Settings
from cardrules.machine.search import Search
from cardrules.model import ir
from cardrules.source import Span


def find_nothing_possible(settings: Settings) -> Iterator[Finding]:
    """The lines at which this was seen, and those at which games were stopped, each once."""
    told: set[Span] = set()
    for seen in played(settings):
        found = _finding(seen)
        if found is not None and found.span not in told:
            told.add(found.span)
            yield found


def _finding(seen: Seen) -> Finding | None:
    when = f"With {seen.setting} and the seed {seen.seed}"
    if seen.stopped is not None:
        stopped = seen.stopped.diagnostic
        assert isinstance(stopped, Diagnostic)
        return Finding(
            span=stopped.span,
            message=f"{when} a game by chance is stopped here. {stopped.message}",
            help=stopped.help,
            labels=stopped.labels,
            code=stopped.code,
        )
    assert seen.passed is not None
    zone = _with_cards(seen.game, seen.passed)
    if zone is None:
        return None
    return Finding(
        span=seen.game.program.questions[seen.passed.site].origin.span,
        message=f"{when} Player {seen.passed.player + 1} has cards in `{zone}` in a game by "
        "chance, and none of these actions is possible.",
        help="Say what happens then: by an action behind `otherwise`, or with "
        "`if possible ...` and `else`.",
    )


def _with_cards(game: Game, passed: Passed) -> str | None:
    """A zone of the player's own, with cards in it, from which one of the actions takes some."""
    question = game.program.questions[passed.site]
    for search in [game.program.searches[number] for number in question.searches]:
        name = _own_zone(search)
        if name is None:
            continue
        zones = game.program.layout.zones[name]
        holder = passed.player
        if zones.holder == "team":
            holder = game.program.layout.team_of[holder]
        if passed.sizes[zones.base + holder]:
            return name
    return None


def _own_zone(search: Search) -> str | None:
    """The zone of the one who acts from which the first choice of an action is."""
    if not search.plan.loops:
        return None
    root = ir.root_of(search.plan.loops[0].value)
    match root:
        case ir.Contents(zone=ir.ZoneOf(zone=name, holder=ir.Role(role="me"))):
            return name
    return None


CHECK = GameCheck(code="CR528", find=find_nothing_possible, wish="thorough")
