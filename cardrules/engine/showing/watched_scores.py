"""At which cards a score looks as the game stands."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from cardrules.engine.game import Game
from cardrules.engine.showing.watched import watching
from cardrules.engine.source.emit import Emitter
from cardrules.engine.source.writer import Spelling, spending
from cardrules.engine.work import MOST_STEPS
from cardrules.model import ir
from cardrules.model.state import State


class WatchedScores:
    """Works out the parts of scores only to note which faces they look at."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self._seen: set[int] = set()
        self._parts = [self._part(clause.value) for clause in game.tables.folding.rules.score]

    def _part(self, value: ir.Expr) -> Callable[[State, int], object]:
        builder = self._game.builder
        tables, generated = self._game.tables, builder.generated
        emitter = Emitter(tables.layout, tables.folding.declared, generated.emitter.specs)
        source, steps = emitter.apart(value, Spelling(me="me"))
        emitter.definitions.append(f"def part(s, me):\n{spending(steps)}\n    return {source}\n")
        names: dict[str, Any] = {**generated.names, **emitter.names}
        names |= watching(names, self._seen, "KIND")
        exec("\n".join(emitter.definitions), names)
        part: Callable[[State, int], object] = names["part"]
        return part

    def cards(self, s: State, first: int, most: int) -> set[int]:
        """The cards at which the score of a side looks, given by its first player.

        Raises `GameLimitError` if that takes more than `most` steps of work.
        """
        self._seen.clear()
        s.work = MOST_STEPS - most
        with self._game.builder.working(s):
            for part in self._parts:
                part(s, first)
        return set(self._seen)
