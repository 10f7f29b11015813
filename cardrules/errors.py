"""The exceptions that callers of the library meet.

An author's mistakes in a ruleset are never exceptions: they are diagnostics and travel beside the
value. What is here is raised at callers of the API who used it wrongly, or who handed in a file
that does not fit.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol


class Finding(Protocol):
    """What can be said of a diagnostic here, below the module that defines it."""

    @property
    def code(self) -> str:
        """Its code, such as CR301."""

    @property
    def message(self) -> str:
        """One sentence: the fact about this ruleset."""

    @property
    def help(self) -> str:
        """What to do about it, or nothing."""


class CardrulesError(Exception):
    """Anything that cardrules raises on purpose."""


class RulesetError(CardrulesError):
    """A ruleset with errors was used as if it had none; `diagnostics` says what is wrong."""

    def __init__(self, message: str, diagnostics: Sequence[Finding] = ()) -> None:
        super().__init__(message)
        self.diagnostics = tuple(diagnostics)


class UnknownGameError(CardrulesError, LookupError):
    """No bundled game has this name."""


class SelectionError(CardrulesError, ValueError):
    """Words for diagnostics that are not understood, be it in a configuration file."""


class OptionError(CardrulesError, ValueError):
    """An unknown option, a value out of its range, a wrong number of players or a wrong seat."""


class ActionError(CardrulesError, ValueError):
    """An action that cannot be applied."""


class MalformedActionError(ActionError):
    """The action does not have the form of any action of this decision."""


class IllegalActionError(ActionError):
    """A well-formed action which the rules refuse here."""


class GameOverError(ActionError):
    """The game is over: there is no decision to take."""


class ReplayError(CardrulesError):
    """A record does not fit; `step` is the index of the first action that does not."""

    def __init__(self, message: str, step: int | None = None) -> None:
        super().__init__(message)
        self.step = step


class FastUnavailableError(CardrulesError):
    """Compiled games were asked for, and what compiles them is not installed."""


class StateError(CardrulesError, ValueError):
    """A state of another game, or data that no state of this game has; `part` says where.

    Also a state that is not over, where a result is asked for.
    """

    def __init__(self, message: str, part: str | None = None) -> None:
        super().__init__(message)
        self.part = part


class PositionError(CardrulesError, ValueError):
    """A prepared position that does not fit the ruleset; `part` is the key at which it fails.

    `path` leads from there to the part of its value that is wrong, or with `is_key` to a key in
    it; it is None if the key `part` is what is wrong. `fact` says what is wrong, `help` what to do.
    """

    def __init__(self, fact: str, part: str | None = None, help: str = "") -> None:
        super().__init__(f"{fact} {help}".strip())
        self.fact = fact
        self.help = help
        self.part = part
        self.path: tuple[str | int, ...] | None = None
        self.is_key = False
        # What else does not fit, each with a part of its own.
        self.others: tuple[PositionError, ...] = ()


class ChanceError(CardrulesError):
    """A supplied chance outcome is missing or does not fit the chance event that needs it."""


class EngineError(CardrulesError):
    """An invariant of the engine broke. This is a bug of cardrules, not of a ruleset.

    `record` is the record of the game so far, if it was played by `cardrules.sim`.
    """

    record: object = None


class GameLimitError(CardrulesError):
    """A game passed the guard against games that never end, or a choice is too large.

    `state` is where the game stood.

    `diagnostic` says it with the line of the ruleset at which the game was. `record` is the record
    of the game so far, if it was played by `cardrules.sim`.
    """

    record: object = None

    def __init__(self, diagnostic: Finding, state: object) -> None:
        super().__init__(diagnostic.message)
        self.diagnostic = diagnostic
        self.state = state


class NotCompiledError(CardrulesError):
    """Compiled code cannot do what was asked for."""
