"""One text: what lint says of it, and how some games by it go; whatever breaks has a signature.

A text that stands still is noticed by the processor time that it takes (`stopwatch`), so that a
busy machine makes no difference. The signature names a failure so that two of one sort look alike
and a shrunken text can be held against it.
"""

from __future__ import annotations

import json
import random
import signal
import time
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import PurePath

import attrs

import cardrules
from cardrules.analysis.load import analyse_source
from cardrules.diagnostics.model import Diagnostics
from cardrules.diagnostics.render import diagnostic_data, render_line, render_text
from cardrules.errors import EngineError
from cardrules.lint.runner import lint_ruleset
from cardrules.source import normalised
from tests.fuzz.coverage import features
from tests.fuzz.playing import BrokenError, play

# Seconds of processor time for a text and for a game: hundreds of times what is usual.
TEXT_SECONDS = 20.0
GAME_SECONDS = 40.0


class StandstillError(BaseException):
    """Too long without an answer."""


@attrs.frozen(kw_only=True)
class Trial:
    """What became of a text; `broken` are the signatures of failures, with details."""

    codes: tuple[str, ...] = ()
    clean: bool = False
    features: frozenset[str] = frozenset()
    outcomes: tuple[str, ...] = ()
    actions: int = 0
    # Processor time for the text and its games.
    seconds: float = 0.0
    broken: tuple[tuple[str, str], ...] = ()


@contextmanager
def stopwatch(seconds: float) -> Iterator[None]:
    """Raise `StandstillError` in what takes more processor time than that."""

    def stop(*_: object) -> None:
        raise StandstillError

    if seconds <= 0 or not hasattr(signal, "setitimer"):
        yield
        return
    before = signal.signal(signal.SIGVTALRM, stop)
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)


# What warns of rules that can be played and make no sense, as those of chance do.
_WITHOUT_SENSE = frozenset({
    "CR510", "CR511", "CR512", "CR513", "CR514", "CR515", "CR516", "CR517", "CR518", "CR519",
    "CR520", "CR521", "CR522", "CR523", "CR524", "CR525", "CR526", "CR527", "CR528", "CR529",
    "CR530", "CR550", "CR551", "CR553", "CR554", "CR564",
})  # fmt: skip


def try_text(
    text: str, seed: int, games: int, *, watched: bool = True, warned: bool = False
) -> Trial:
    """Lint a text, and play so many games if it is clean; with `warned` if it has no error."""
    began = time.process_time()
    trial = _tried(text, seed, games, watched=watched, warned=warned)
    return attrs.evolve(trial, seconds=time.process_time() - began)


def _tried(text: str, seed: int, games: int, *, watched: bool, warned: bool) -> Trial:
    source = normalised("random.rules", text)
    try:
        with stopwatch(TEXT_SECONDS if watched else 0):
            ruleset, diagnostics = analyse_source(source)
            if ruleset is not None:
                lint_ruleset(ruleset, diagnostics)
            _show(diagnostics)
    except (Exception, StandstillError) as error:
        return Trial(broken=(failure(error, "lint"),))
    codes = tuple(sorted({item.code for item in diagnostics} - _WITHOUT_SENSE))
    if ruleset is None or (codes and not warned) or diagnostics.has_errors:
        return Trial(codes=codes)
    outcomes: list[str] = []
    broken: list[tuple[str, str]] = []
    actions = 0
    for number in range(games):
        chance = random.Random(f"game {seed} {number}")
        try:
            with stopwatch(GAME_SECONDS if watched else 0):
                played = play(ruleset, chance)
        except (Exception, StandstillError) as error:
            broken.append(failure(error, f"game {number}"))
            outcomes.append("broken")
        else:
            outcomes.append(played.outcome)
            actions += played.steps
    return Trial(
        clean=True,
        features=frozenset(features(ruleset)),
        outcomes=tuple(outcomes),
        actions=actions,
        broken=tuple(broken),
    )


def _show(diagnostics: Diagnostics) -> None:
    """All that is wrong can be shown, within the text."""
    for item in diagnostics:
        for span in (item.span, *(label.span for label in item.labels)):
            if not 0 <= span.start <= span.end <= len(item.source.text):
                raise BrokenError("a place outside of the text", item.message)
        if not item.message or not render_text(item) or "\n" in render_line(item):
            raise BrokenError("a diagnostic that cannot be shown", item.message)
        json.dumps(diagnostic_data(item))


def failure(error: BaseException, where: str) -> tuple[str, str]:
    """The signature of what was raised, and its details."""
    if isinstance(error, StandstillError):
        place = _inmost(error)
        return "standstill", f"{where}: stood still in {place}"
    if isinstance(error, EngineError) and error.__cause__ is not None:
        error = error.__cause__
    if isinstance(error, BrokenError):
        return error.check, f"{where}: {error}"
    place = _inmost(error)
    text = "".join(traceback.format_exception(error)[-6:])
    return f"{type(error).__name__} in {place}", f"{where}: {text}"


def _inmost(error: BaseException) -> str:
    """The innermost function of the package through which an exception went."""
    frames = traceback.extract_tb(error.__traceback__)
    package = PurePath(cardrules.__file__).parent
    own = [frame for frame in frames if package in PurePath(frame.filename).parents]
    if not own:
        return "the test itself"
    return f"{PurePath(own[-1].filename).stem}.{own[-1].name}"
