"""How a game runs: from an answer to the next question, or to the end."""

from __future__ import annotations

from cardrules.diagnostics.model import Diagnostic
from cardrules.engine import events
from cardrules.engine.beginning import lay_out, set_up
from cardrules.engine.build import Builder
from cardrules.engine.events import happened
from cardrules.engine.playing.guard import LIMITS, limit_error, stopped
from cardrules.engine.playing.watch import CircleError
from cardrules.engine.program import GAME_END, SWITCH
from cardrules.engine.sets.answers import Answer
from cardrules.engine.showing.why_not import nothing_possible
from cardrules.engine.work import GAME_STEPS, TooMuchWorkError, spend
from cardrules.model.state import State
from cardrules.plain import replaced


def run(
    builder: Builder, s: State, asked: tuple[int, int] | None = None, answer: Answer = ()
) -> None:
    """Run until somebody must decide, or the game or match is over.

    What was asked last is answered first: that is part of the same work.
    """
    s.work = s.begun = 0
    s.watch = None
    part = SWITCH
    try:
        if asked is not None:
            site, player = asked
            part = builder.sites[site].resume(s, s.frames[-1], player, answer)
        _run_on(builder, s, part)
    except CircleError as error:
        stopped_by = limit_error(builder, s, error)
        if error.passed:
            found = stopped_by.diagnostic
            assert isinstance(found, Diagnostic)
            site, player, _ = error.passed[0]
            labels = nothing_possible(builder, s, site, player)
            stopped_by.diagnostic = replaced(found, labels=labels)
        raise stopped_by from None
    except LIMITS as error:
        raise limit_error(builder, s, error) from None


def _run_on(builder: Builder, s: State, part: int) -> None:
    codes = builder.codes
    while True:
        frame = s.frames[-1]
        code = codes[frame[0]]
        if part == SWITCH:
            part = code.goes_on[frame[1]]
        parts = code.parts
        while part >= 0:
            part = parts[part](s, frame)
        if part == SWITCH:
            continue
        if part == GAME_END and _next_game(builder, s):
            part = SWITCH
            continue
        if builder.mover.conditional:
            _look_everywhere(builder, s)
        return


def _look_everywhere(builder: Builder, s: State) -> None:
    for zone, _ in builder.mover.conditional:
        builder.mover.look(s, zone)


def _next_game(builder: Builder, s: State) -> bool:
    """The end of a game: whether the match goes on with another."""
    s.pending = None
    scores = builder.sides.scores(s)
    happened(s, events.GameOver(s.game, scores))
    s.over = builder.sides.is_decided(s, scores)
    if s.over:
        return False
    s.starter = (s.starter + 1) % builder.tables.players
    try:
        spend(s, GAME_STEPS)
    except TooMuchWorkError:
        series = builder.sides.ending.series
        assert series is not None
        raise stopped(
            builder.tables.ruleset.text,
            s,
            series.origin,
            f"This match begins game after game, {s.game:,} up to now, and nobody is asked in "
            "between.",
            "Let somebody be asked in each game, or look at what the winner of one gets.",
        ) from None
    happened(s, events.StarterNamed(s.starter, is_drawn=False))
    lay_out(builder, s)
    set_up(builder, s)
    return True
