"""What all tables of a game have in common is worked out once, and kept with the game."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from cardrules.engine.game import Game

_KEPT = "_in_common"
Made = TypeVar("Made")


def once(game: Game, make: Callable[[Game], Made]) -> Made:
    """What `make` gives for a game; it must depend on nothing else."""
    kept: dict[Callable[[Game], Any], Any] = game.__dict__.setdefault(_KEPT, {})
    if make not in kept:
        kept[make] = make(game)
    found: Made = kept[make]
    return found
