"""Questions that house rules add to a game which was recorded without them.

They are answered by passing, or by what the house rules give as a default, so that the record still
fits as far as they change nothing else.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

import attrs

from cardrules.diagnostics.model import Diagnostics
from cardrules.engine.game import Game
from cardrules.engine.sets.answers import PASS
from cardrules.engine.sets.narrow import exactly
from cardrules.house_rules.patches import read_patch
from cardrules.model import ir
from cardrules.model.action import Action
from cardrules.model.state import State
from cardrules.source import CombinedText


class NewQuestions:
    """The files of a ruleset that a record does not know, and the defaults that stand in them."""

    def __init__(self, game: Game, known: Collection[str]) -> None:
        self._game = game
        text = game.ruleset.text
        parts = text.parts if isinstance(text, CombinedText) else ()
        self._new = [part.source for part in parts if part.source.sha256 not in known]
        self._defaults: dict[str, Any] = {}
        for source in self._new:
            patch = read_patch(source, Diagnostics(source))
            self._defaults.update({} if patch is None else patch.defaults)

    def is_asked(self, s: State) -> bool:
        """Whether a line of such a file asks."""
        origin = self._game.asked_in(s)
        return origin is not None and self._is_new(origin)

    def _is_new(self, origin: ir.Origin) -> bool:
        return self._game.ruleset.text.where(origin.span.start).source in self._new

    def answer(self, s: State) -> Action | None:
        """What is answered to a new question; None if nobody has said it, or it is not possible."""
        game = self._game
        answers = game.answers(s)
        if answers[-1] == PASS:
            return game.action_of(s, PASS)
        wishes = {
            choice.name: exactly(self._defaults[choice.name])
            for choice in self._choices(s)
            if choice.name in self._defaults
        }
        found = game.narrowed(s, answers, "choose", wishes) if wishes else []
        return game.action_of(s, found[0]) if len(found) else None

    def name_of(self, s: State) -> str:
        """What is asked for: the name of a choice, or else what it is."""
        return ", ".join(choice.name for choice in self._choices(s)) or "an action"

    def _choices(self, s: State) -> list[ir.Choice]:
        assert s.pending is not None
        program = self._game.program
        question = program.questions[s.pending[0]]
        if not question.slots:
            return []
        searches = program.searches_of(question)
        return [choice for search in searches for choice in search.choices]

    def completed(self, action: Action) -> Action:
        """An action with the defaults of the choices that were added to it."""
        ruleset = self._game.ruleset
        declared = {**ruleset.actions, **ruleset.interrupts}.get(action.name)
        missing = {
            choice.name: self._defaults[choice.name]
            for choice in (() if declared is None else declared.choices)
            if choice.name not in action.arguments
            and choice.name in self._defaults
            and self._is_new(choice.origin)
        }
        if not missing:
            return action
        return attrs.evolve(action, arguments={**action.arguments, **missing})
