"""What one call of `cardrules run` asks for."""

from __future__ import annotations

import sys
from pathlib import Path

import attrs

from cardrules.cli.saved import SUFFIX, found, is_name
from cardrules.rulesets import bundled


@attrs.frozen(kw_only=True)
class Wishes:
    """The arguments and options of one call."""

    rules: str | None
    seats: str | None
    players: int | None
    names: str | None
    seed: int | None
    first: int | None
    settings: tuple[str, ...]
    auto: bool
    log: bool
    view: str
    record: Path | None
    # Empty if the saved games are to be listed.
    resume: str | None
    force: bool
    limit: int | None
    memory: bool
    practice: bool
    no_color: bool
    theme: str
    plain: bool
    as_json: bool

    @property
    def resumed(self) -> Path | None:
        """The record of the game to go on with."""
        name = self.rules if self._is_resumed_by_rules else self.resume
        return None if name is None else found(name)

    @property
    def _is_resumed_by_rules(self) -> bool:
        """Whether what stands in the place of the rules is a record, or a saved game."""
        if self.resume is not None or self.rules is None:
            return False
        is_unknown = is_name(self.rules) and not Path(self.rules).exists()
        is_saved = is_unknown and self.rules not in bundled() and found(self.rules).is_file()
        return self.rules.endswith(SUFFIX) or is_saved

    @property
    def own_rules(self) -> str | None:
        """The ruleset that is named, if one is."""
        return None if self._is_resumed_by_rules else self.rules

    @property
    def path_of_rules(self) -> str:
        """The ruleset, if it is given by its path and not by the name of a bundled game."""
        given = self.own_rules
        return "" if given is None or given in bundled() else given

    @property
    def narrated(self) -> bool:
        """Whether anybody is told what happens."""
        return self.log or self.as_json or self.interactive

    @property
    def interactive(self) -> bool:
        """Whether people are asked."""
        # Either may be closed, and is none then.
        at_terminal = all(one is not None and one.isatty() for one in (sys.stdin, sys.stdout))
        return at_terminal and not (self.auto or self.as_json)
