"""The guard against games that never end, and against choices that nobody could go through.

Whatever stops a game names the line at which it was, and says what could stand there instead.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Protocol

from cardrules.diagnostics.model import Diagnostic, Label
from cardrules.engine.playing.watch import UNWATCHED, CircleError, CutOffError
from cardrules.engine.program import Line
from cardrules.engine.sets.counted import TooManyError
from cardrules.engine.source.arithmetic import OutOfRangeError
from cardrules.engine.tables import Tables
from cardrules.engine.work import MOST_STEPS, TooMuchWorkError
from cardrules.errors import GameLimitError
from cardrules.model import ir
from cardrules.model.ruleset import Ruleset
from cardrules.model.state import State
from cardrules.source import SourceFile, Span


class Played(Protocol):
    """What is looked at to tell where a game was stopped."""

    tables: Tables

    @property
    def origins(self) -> Sequence[ir.Origin]:
        """Of each site, the line that asks."""

    def line_of(self, error: BaseException) -> Line | None:
        """The line of the ruleset at which an error was raised."""

    def end_of_game(self) -> Line:
        """The line of what is worked out when the play is over."""


class GoneError(Exception):
    """A stack is gone where it must be there."""


# What is raised within the engine, and becomes a `GameLimitError`.
LIMITS = (
    TooManyError,
    TooMuchWorkError,
    CircleError,
    CutOffError,
    GoneError,
    OutOfRangeError,
)

_MOST_LABELS = 8
# So many of the last events are looked at for the rules that feed each other.
_LAST_EVENTS = 400

_TOO_MANY = {
    "answers": "There are more than {:,} answers here on which something else depends.",
    "sets": "More than {:,} sets of cards would have to be tried here, one by one.",
    "sums": "The sets of cards here have too many different sums: their table has more than {:,} "
    "numbers.",
    "groups": "More than {:,} different sets of cards would be put together to families here.",
    "families": "There are more than {:,} maximal families here.",
    "outcomes": "Chance cannot pick one of more than {:,} things.",
    "ways": "There are more than {:,} ways to choose here.",
}
_FEWER = {
    "answers": "Let nothing depend on the choice, or choose from fewer cards.",
    "sets": "Ask for a size, as in `count of it = 3`, or for a sum, or take fewer cards.",
    "sums": "Ask for a size as well, as in `count of it <= 4`, or take fewer cards.",
    "groups": "Let fewer sets fit, as by their size or their sum, or take fewer cards.",
    "families": "Let fewer sets fit, as by their size or their sum, or take fewer cards.",
    "outcomes": "Pick one card after the other, or from fewer cards.",
    "ways": "Let one thing be chosen after the other, by `choose` below `do`, or from fewer.",
}
# By what repeats the line.
_LESS: dict[str, str] = {
    "turns": "Say when the turns are over, by `until` or `end turns`.",
    "rounds": "Say when the rounds are over, by `until` or `end rounds`.",
    "repeat": "Repeat it less often, or leave it by `end repeat` when all is done.",
    "each": "`each` within `each` multiplies: name by `let NAME = ... where ...` what is to be "
    "gone through.",
    "each player": "What stands within `each player` is done for each: take out of it what is done "
    "once.",
    "routine": "Routines that carry out others twice double at every step: use `repeat`, and "
    "leave it by `end repeat` when all is done.",
}
_TRIGGERS_REST = "Let a trigger move the card that came up where it does not come up again."
_STANDING_RESTS = "When all is well, a standing rule must do nothing."
_LESS_LOOKED_AT = (
    "Let less be looked at: `some`, `every`, `where` and definitions within each other multiply. "
    "Name by `let` what is needed more than once."
)


def limit_error(
    played: Played, s: State, error: BaseException, line: Line | None = None
) -> GameLimitError:
    """The error of what stopped the engine; `line` is where it was, unless the error tells."""
    if isinstance(error, OutOfRangeError):
        return GameLimitError(error.diagnostic(played.tables.ruleset.text), s)
    at = played.line_of(error) or line or played.end_of_game()
    if isinstance(error, TooManyError):
        return _made(
            played, s, "CR702", error.origin or at.origin,
            _TOO_MANY[error.what].format(error.most), _FEWER[error.what],
        )  # fmt: skip
    if isinstance(error, GoneError):
        return gone(played.tables.ruleset.text, s, at.origin)
    if isinstance(error, CutOffError):
        return _cut_off(played, s, error)
    if isinstance(error, CircleError):
        return _circle(played, s, error, at)
    return _too_much(played, s, at)


def _cut_off(played: Played, s: State, error: CutOffError) -> GameLimitError:
    message = (
        f"This `while` was not over after {error.most} passes: one for each card of the game, and "
        "one more."
    )
    help = "Say how often at most: `repeat NUMBER times`, and in it `if ...` with `end repeat`."
    return _made(played, s, "CR701", error.origin, message, help)


def _too_much(played: Played, s: State, at: Line) -> GameLimitError:
    message = f"This takes more than {MOST_STEPS:,} steps of work, and nobody is asked in between."
    feeding = [*_acting(played, s, len(s.events) - _LAST_EVENTS)]
    names = list(dict.fromkeys(name for name, _ in feeding))
    if names:
        what = "feed each other" if len(names) > 1 else "goes on and on"
        message = f"{_joined(names)} {what}: {_lowered(message)}"
        help = _TRIGGERS_REST if names[0].startswith("`when ") else _STANDING_RESTS
    else:
        help = _LESS.get(at.of, _LESS_LOOKED_AT)
    labels = (*_going_on(played, s), *_labels(feeding))
    return _made(played, s, "CR701", at.origin, message, help, labels[:_MOST_LABELS])


def _going_on(played: Played, s: State) -> Iterator[Label]:
    """The rounds and turns that only a line within ends, if many began since somebody was asked."""
    if s.begun > UNWATCHED:
        for item in ir.statements(played.tables.ruleset.play.body):
            if isinstance(item, ir.Rounds | ir.Turns) and item.until is None:
                word = "rounds" if isinstance(item, ir.Rounds) else "turns"
                start = item.origin.span.start
                if word == "rounds" or not getattr(item, "once", False):
                    span = Span(start, start + len(word))
                    yield Label(span=span, text="nothing has ended these by then")


def _circle(played: Played, s: State, error: CircleError, at: Line) -> GameLimitError:
    feeding = [*_acting(played, s, error.since)]
    names = list(dict.fromkeys(name for name, _ in feeding))
    if names and not error.passed:
        what = "undo each other" if len(names) > 1 else "never comes to rest"
        message = f"{_joined(names)} {what}: the same position comes back for ever."
        return _made(
            played, s, "CR701", feeding[0][1], message, _STANDING_RESTS, _labels(feeding[1:])
        )
    if not error.passed:
        message = "The same position came back, and nobody was asked in between."
        return _made(played, s, "CR701", at.origin, message, _LESS.get(at.of, ""))
    site = error.passed[0].site
    who = sorted({item.player for item in error.passed if item.site == site})
    seats = _joined([f"Player {player + 1}" for player in who])
    message = (
        f"Nobody could do anything here: {seats} had no action, and the same position came back."
    )
    help = "Add an action that is always possible, behind `otherwise`; or say when it is over."
    return _made(played, s, "CR701", played.origins[site], message, help)


def _acting(played: Played, s: State, since: int) -> Iterator[tuple[str, ir.Origin]]:
    """The triggers and standing rules that did something since an event, with their lines."""
    ruleset = played.tables.ruleset
    rules = [(f"`{item.name}`", item) for item in ruleset.standing.values()]
    rules += [(f"`when {_named(item.zone, item.line)}`", item.procedure)
              for item in ruleset.triggers]  # fmt: skip
    spans = [(name, rule.origin, _lines(rule, ruleset)) for name, rule in rules]
    seen = set()
    for event in s.events[max(0, since) :]:
        cause = event.cause
        for name, origin, lines in spans:
            if cause is not None and cause.span in lines and name not in seen:
                seen.add(name)
                yield name, origin


def _lines(rule: ir.Procedure, ruleset: Ruleset) -> set[Span]:
    """Where the statements of a rule stand, and those of the routines that it carries out."""
    found: set[Span] = set()
    pending: list[ir.Procedure] = [rule]
    seen: set[str] = set()
    while pending:
        for item in ir.statements(pending.pop().body):
            found.add(item.origin.span)
            if isinstance(item, ir.CallRoutine) and item.routine not in seen:
                seen.add(item.routine)
                pending.append(ruleset.routines[item.routine])
    return found


def _named(zone: str, line: str | None) -> str:
    return f"{zone} runs dry" if line is None else f"{line} comes up from {zone}"


def _labels(feeding: Iterable[tuple[str, ir.Origin]]) -> tuple[Label, ...]:
    labels = [Label(span=origin.span, text=f"{name} goes on here") for name, origin in feeding]
    return tuple(labels[:_MOST_LABELS])


def _joined(names: list[str]) -> str:
    return names[0] if len(names) == 1 else ", ".join(names[:-1]) + " and " + names[-1]


def _lowered(text: str) -> str:
    return text[0].lower() + text[1:]


def _made(
    played: Played,
    s: State,
    code: str,
    origin: ir.Origin,
    message: str,
    help: str,
    labels: tuple[Label, ...] = (),
) -> GameLimitError:
    source = played.tables.ruleset.text
    found = Diagnostic(
        code=code, message=message, span=origin.span, source=source, help=help, labels=labels
    )
    return GameLimitError(found, s)


def stopped(
    text: SourceFile, s: State, origin: ir.Origin, message: str, help: str
) -> GameLimitError:
    """The error of a game that does not end, at a line of its ruleset."""
    return GameLimitError(_diagnostic("CR701", text, origin, message, help), s)


def gone(text: SourceFile, s: State, origin: ir.Origin) -> GameLimitError:
    """The error of a stack that is gone where it must be there."""
    message = "The stack that is meant here is gone: its last card has been moved away."
    help = "Do this before the stack goes, or ask first, as in `if row is not empty`."
    return GameLimitError(_diagnostic("CR705", text, origin, message, help), s)


def unseen(text: SourceFile, s: State, choice: ir.Choice) -> GameLimitError:
    """The error of a choice among cards that the chooser cannot see."""
    message = f"Some of the cards here are hidden from the one who chooses `{choice.name}`."
    help = f"Leave it to chance: `pick {choice.name} at random from ...`."
    return GameLimitError(_diagnostic("CR503", text, choice.origin, message, help), s)


def none_used(source: SourceFile, s: State, origin: ir.Origin) -> GameLimitError:
    """The error of a value that is none although the rules have asked for it."""
    text = source.text[origin.span.start : origin.span.end]
    message = f"`{text}` is none here."
    help = f"Ask for it at this line: `if {text} is not none`."
    return GameLimitError(_diagnostic("CR405", source, origin, message, help), s)


def _diagnostic(
    code: str, source: SourceFile, origin: ir.Origin, message: str, help: str
) -> Diagnostic:
    return Diagnostic(code=code, message=message, span=origin.span, source=source, help=help)
