"""The functions of the sentences of one game, and of what is kept beside names for them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from cardrules.engine.frames import FRAME_HEAD, Frame
from cardrules.engine.lowering.looked import Key, Looked, looked_at
from cardrules.engine.lowering.mixed import mixed_names
from cardrules.engine.lowering.search import Plans
from cardrules.engine.playing.moves import Mover
from cardrules.engine.showing.noting import Noting, looks_at_cards
from cardrules.engine.showing.sentences import Say, telling
from cardrules.engine.showing.spoken import Looking, Spoken, keeping, noted, spoken
from cardrules.engine.showing.telling import telling as telling_of
from cardrules.engine.source.generated import Generated
from cardrules.engine.source.writer import Spelling
from cardrules.engine.tables import Tables
from cardrules.machine import code
from cardrules.model import ir
from cardrules.model.ruleset import Ruleset
from cardrules.model.state import State
from cardrules.plain import replaced


class Speaking:
    """Writes such functions, and gives them when all are made."""

    def __init__(self, tables: Tables, generated: Generated, mover: Mover, plans: Plans) -> None:
        self._tables = tables
        self._generated = generated
        self._mover = mover
        self._noting = Noting(tables, generated.emitter, plans)
        self.looked: dict[Key, Looked] = {}
        self._mixed: Mapping[int, frozenset[int]] = {}

    def read(self, rules: Ruleset) -> None:
        """Find out which names sentences need, and which of them may have been mixed."""
        self.looked = looked_at(rules, self._looks)
        self._mixed = mixed_names(rules)

    def finish(self) -> None:
        """Make the functions that note at which cards is looked."""
        self._noting.finish(self._generated.names)

    def looked_in(self, role: str, name: str) -> Looked:
        """What is kept beside the names of a procedure, or is not known of those of a window."""
        return self.looked.get((role, name), Looked())

    def function_of(self, expr: ir.Expr) -> Callable[[], Callable[[State, Frame], Any]]:
        """What gives the function of an expression in a running procedure."""
        return self._generated.function(expr, Spelling())

    def spoken(self, expr: ir.Expr, looked: Looked) -> Spoken:
        """What is needed to tell the value of an expression in a procedure."""
        return spoken(expr, looked, self.function_of, self._looking, self._generated.steps_of)

    def _looks(self, expr: ir.Expr) -> bool:
        """Whether a value may depend on faces of cards."""
        return looks_at_cards(expr, self._tables.folding.declared)

    def _looking(self, expr: ir.Expr) -> Callable[[], Looking] | None:
        return self._noting.function(expr) if self._looks(expr) else None

    def sentence(self, sentence: ir.Sentence, looked: Looked) -> Callable[[], Say]:
        """What gives the function that works out a sentence of a procedure."""
        mixed = self._mixed.get(id(sentence), frozenset())
        looked = replaced(looked, given=looked.given | mixed) if mixed else looked
        values = [self.spoken(x, looked) for x in sentence.parts if isinstance(x, ir.Expr)]
        return telling(sentence, values, self._mover)

    def keeping(self, value: ir.Expr, looked: Looked, beside: int) -> Callable[[], Any]:
        """What gives the function of a value that keeps in the frame what belongs beside it."""
        return keeping(self.spoken(value, looked), self._mover, beside + FRAME_HEAD)

    def noted(self, value: ir.Expr, looked: Looked) -> Callable[[], Any]:
        """What gives the function of a value with what is kept beside it."""
        return noted(self.spoken(value, looked), self._mover)

    def telling(self, x: code.Telling, looked: Looked) -> Callable[[], Any]:
        """What gives the function that says a sentence of what was done."""
        say = self.sentence(x.telling.sentence, looked)
        return telling_of(x, say, self._tables)
