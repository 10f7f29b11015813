"""Which games are walked: every ruleset with each number of players and a few settings each."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path

import attrs

import cardrules
from cardrules import Game, OptionError, Ruleset


@attrs.frozen
class Setting:
    """A ruleset with a number of players and the options that are not as by default."""

    path: Path
    players: int
    options: tuple[tuple[str, object], ...] = ()

    @property
    def name(self) -> str:
        """What the digests of it are kept by: `snarkas 2 length=race`."""
        told = [f"{name}={value}".lower() for name, value in self.options]
        return " ".join([self.path.stem, str(self.players), *told])

    def game(self) -> Game:
        """The game; raises `OptionError` if the options do not fit each other."""
        return Game(_ruleset(self.path), self.players, dict(self.options))


@cache
def _ruleset(path: Path) -> Ruleset:
    return cardrules.load(path)


def settings(path: Path) -> Iterator[Setting]:
    """All settings of a ruleset: its defaults, and each option once by itself at other values."""
    ruleset = _ruleset(path)
    for players in range(ruleset.players_min, ruleset.players_max + 1):
        usual = Setting(path, players)
        yield usual
        in_force = usual.game().options_in_force
        for name, value in _other_values(ruleset, in_force):
            setting = Setting(path, players, ((name, value),))
            try:
                setting.game()
            except OptionError:
                continue
            yield setting


def _other_values(ruleset: Ruleset, in_force: dict[str, object]) -> Iterator[tuple[str, object]]:
    for name, option in ruleset.options.items():
        value = in_force[name]
        if option.type == "choice":
            yield from ((name, word) for word in option.values if word != value)
        elif isinstance(value, bool):
            yield name, not value
        elif isinstance(value, int):
            # One more, one less, and about half of it: what a bound says shows at some of them.
            yield from ((name, other) for other in {value + 1, value - 1, value // 2} - {value})
