"""Values of parts of premises, and whether they look at what a player cannot know."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import attrs

from cardrules.engine.emit import Emitter, Place
from cardrules.engine.legal import Schema
from cardrules.engine.narrow import exactly, keep
from cardrules.engine.watched import watching
from cardrules.model import ir
from cardrules.model.state import State

if TYPE_CHECKING:
    from cardrules.engine.game import Game

# So many candidates are tried in all: of several open choices they multiply.
_MOST_TRIED = 1000


@attrs.frozen
class At:
    """Where an expression is worked out: a position, who acts, and what names stand for there.

    `values` are those of slots of the frame that premises have given, `bound` those of variables
    of definitions and conditions.
    """

    s: State
    frame: Any
    player: int
    values: Mapping[int, Any] = attrs.field(factory=dict)
    bound: Mapping[int, Any] = attrs.field(factory=dict)

    def with_value(self, slot: int, value: Any) -> At:
        """The same with a value in a slot."""
        return attrs.evolve(self, values={**self.values, slot: value})

    def with_bound(self, index: int, value: Any) -> At:
        """The same with a value of a bound variable."""
        return attrs.evolve(self, bound={**self.bound, index: value})


class PremiseValues:
    """Works out parts of the premises of one schema for the player who is asked."""

    def __init__(self, game: Game, schema: Schema, player: int) -> None:
        self.game = game
        self.schema = schema
        self._bit = 1 << player
        # Whether something looked at a card that the player does not know; and the names of values
        # for which that is so.
        self.has_seen_hidden = False
        self._hidden_names: set[int] = set()
        self._tried = 0

    def watched(self, expr: ir.Expr, at: At) -> tuple[Any, bool]:
        """The value of an expression, and whether it looks at what the player does not know."""
        seen: set[int] = set()
        value = self.value(expr, at, seen)
        is_hidden = any(not at.s.known[card] & self._bit for card in seen) or any(
            isinstance(part, ir.Local) and part.slot in self._hidden_names for part in ir.walk(expr)
        )
        self.has_seen_hidden |= is_hidden
        return value, is_hidden

    def holds(self, expr: ir.Expr, at: At) -> bool:
        """Whether a condition holds, as far as the player can know."""
        value, is_hidden = self.watched(expr, at)
        return bool(value) or is_hidden

    def named(self, item: ir.Naming, at: At) -> Any:
        """The value of a name among the premises."""
        value, is_hidden = self.watched(item.value, at)
        if is_hidden:
            self._hidden_names.add(item.slot)
        return value

    def tried(self, candidates: Sequence[Any]) -> Iterator[Any]:
        """The first of some candidates, and the others until enough were tried in all."""
        for number, candidate in enumerate(candidates):
            self._tried += 1
            if number and self._tried > _MOST_TRIED:
                return
            yield candidate

    def value(self, expr: ir.Expr, at: At, seen: set[int] | None = None) -> Any:
        """The value of an expression; `seen` are then the cards at whose faces it looks."""
        emitter = Emitter(self.game.tables, self.game.builder.emitter.specs)
        own = self.schema.place()

        def local(slot: int) -> str:
            return f"values[{slot}]" if slot in at.values else own.local(slot)

        source = emitter.emit(expr, Place(local=local, me="player"))
        # Possibilities exist already; what is defined is made anew, to be watched.
        names: dict[str, Any] = {**self.game.builder.names(), **emitter.names}
        if seen is not None:
            names |= watching(names, seen)
        exec("\n".join(emitter.definitions), names)
        names |= self._possibilities(emitter)
        names |= {f"b{index}": value for index, value in at.bound.items()}
        scope = {"s": at.s, "f": at.frame, "player": at.player, "values": at.values}
        return eval(source, {**names, **scope})

    def _possibilities(self, emitter: Emitter) -> dict[str, Any]:
        """The functions for `possible`, under the numbers that this emitter gave them."""
        known = self.game.builder.emitter.possibilities
        found = {}
        for key, index in emitter.possibilities.items():
            found[f"possible_{index}"] = self.game.builder.names()[f"possible_{known[key]}"]
        return found

    def candidates(self, s: State, item: ir.Choice, domain: Any, wanted: Any) -> Sequence[Any]:
        """The values of a domain that are described like this."""
        return keep(self.game.tables, s, item, exactly(wanted))(domain)
