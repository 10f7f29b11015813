"""Functions of expressions that note at which cards they look.

They are generated from the same expressions as the others and give the same values; the tables of
faces in their reach take down who looks. Only sentences need them.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from cardrules.engine.lowering.search import Plans
from cardrules.engine.playing.guard import LIMITS
from cardrules.engine.source.depth import Part, uses, values_of
from cardrules.engine.source.emit import Emitter
from cardrules.engine.source.legal import emit_possibility
from cardrules.engine.source.writer import Spelling, spending
from cardrules.engine.tables import Tables
from cardrules.errors import GameLimitError
from cardrules.machine.program import Declared
from cardrules.model import ir
from cardrules.model.types import CARD, CARDS, NONE

Noted = Callable[..., tuple[Any, frozenset[int]]]
_SOURCE = "<sentences>"


class _Notes(threading.local):
    """The cards that were looked at."""

    def __init__(self) -> None:
        self.cards: set[int] = set()

    def one(self, card: Any) -> Any:
        """A card that is compared with others."""
        if card != NONE:
            self.cards.add(card)
        return card

    def all(self, cards: Any) -> Any:
        """Cards that are compared with others, or of which sets are made."""
        if cards != NONE:
            self.cards.update(cards)
        return cards


class _Table(list[Any]):
    """A table by cards."""

    def __init__(self, values: Iterable[Any], notes: _Notes) -> None:
        super().__init__(values)
        self._notes = notes

    def __getitem__(self, card: Any) -> Any:
        self._notes.cards.add(card)
        return list.__getitem__(self, card)


class Noting:
    """Makes such functions, for one game."""

    def __init__(self, tables: Tables, emitter: Emitter, plans: Plans) -> None:
        self._tables = tables
        self._plans = plans
        self._emitter = Emitter(tables.layout, tables.folding.declared, emitter.specs, noting=True)
        self._notes = _Notes()
        self._names: dict[str, Any] = {}
        self._functions: list[str] = []
        self._sides: dict[str, list[Any]] = {}

    def function(self, expr: ir.Expr) -> Callable[[], Noted]:
        """What gives a function `(s, f)` of value and cards once all are made."""
        name = self._define(expr, Spelling(), "s, f")

        def noted(s: Any, f: Any) -> tuple[Any, frozenset[int]]:
            notes = self._notes
            notes.cards = set()
            value = self._names[name](s, f)
            return value, frozenset(notes.cards)

        return lambda: noted

    def _define(self, expr: ir.Expr, spelling: Spelling, parameters: str) -> str:
        source, steps = self._emitter.apart(expr, spelling)
        name = f"noting_{len(self._functions)}"
        self._functions.append(name)
        self._emitter.definitions.append(
            f"def {name}({parameters}):\n{spending(steps)}\n    return {source}\n"
        )
        return name

    def finish(self, names: dict[str, Any]) -> None:
        """Make all functions; `names` are those of the functions that note nothing."""
        if not self._functions:
            return
        emitter, rules = self._emitter, self._tables.folding.rules
        me = Spelling(me="me")
        score = [self._define(item.value, me, "s, me") for item in rules.score]
        criteria = [self._define(item.value, me, "s, me") for item in rules.criteria]
        done = 0
        while done < len(emitter.possibilities):
            (name, given), index = list(emitter.possibilities.items())[done]
            plan = self._plans.of(rules.actions[name].premises)
            emit_possibility(emitter, index, plan, given)
            done += 1
        self._names = {**names, **emitter.names, **self._watched(names)}
        self._names["SPECS"] = {number: bounds for bounds, number in emitter.specs.items()}
        self._names["score_of"] = self._looking_first(names["score_of"], score)
        self._names["leaders"] = self._looking_first(names["leaders"], criteria)
        exec(compile("\n".join(emitter.definitions), _SOURCE, "exec"), self._names)

    def _watched(self, names: dict[str, Any]) -> dict[str, Any]:
        """The tables and functions through which something is learnt of cards."""
        notes = self._notes
        found: dict[str, Any] = {
            name: _Table(table, notes)
            for name, table in names.items()
            if name == "LINE" or name.startswith("ATTRIBUTE_")
        }
        for name in ("subsets", "distinct", "distinct_among"):
            found[name] = _noting_cards(names[name], notes)
        place_of = names["place_of"]
        found["place_of"] = lambda s, card: place_of(s, notes.one(card))
        found["noted"], found["all_noted"] = notes.one, notes.all
        return found

    def _looking_first(self, function: Callable[..., Any], parts: list[str]) -> Callable[..., Any]:
        """A function of the standing of the game, which looks at what counts for anybody.

        Only its value is work that counts. What cannot be worked out for somebody who does not
        count in it may come from any card.
        """

        def looking(s: Any, *arguments: Any) -> Any:
            value = function(s, *arguments)
            work, s.work = s.work, 0
            try:
                for side in arguments or range(self._tables.players):
                    for name in parts:
                        self._names[name](s, side)
            except (*LIMITS, GameLimitError):
                self._notes.all(range(self._tables.cards))
            s.work = work
            return value

        return looking


def _noting_cards(function: Callable[..., Any], notes: _Notes) -> Callable[..., Any]:
    def noting(s: Any, cards: Sequence[int], *more: Any) -> Any:
        return function(s, notes.all(cards), *more)

    return noting


# ---- Whether there is anything to note -----------------------------------------------------------


def looks_at_cards(expr: ir.Expr, declared: Declared) -> bool:
    """Whether the value of an expression may depend on the faces of cards, or on which is which."""
    pending, done = [expr], set[Part]()
    while pending:
        for item in ir.walk(pending.pop()):
            if not isinstance(item, ir.Expr):
                continue
            if _looks(item):
                return True
            for part in uses(item):
                if part not in done:
                    done.add(part)
                    pending += values_of(declared, part)
    return False


def _looks(item: ir.Expr) -> bool:
    match item:
        case ir.Attribute() | ir.IsLine() | ir.Subsets() | ir.ScoreOf():
            return True
        case ir.Everyone(group="leaders") | ir.Possible():
            return True
        case ir.Operation(op="owner" | "top" | "bottom" | "count", arguments=(inner,)):
            return inner.type.base == "card"
        case ir.Compare(left=left):
            return left.type.required() in (CARD, CARDS)
        case ir.Contains(element=element):
            return element.type.required() in (CARD, CARDS)
        case ir.Arithmetic(type=of_type):
            return of_type.required() == CARDS
    return False
