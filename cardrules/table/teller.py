"""The options of one decision for the player who takes it: in words, in order, alike or not."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import Any

from cardrules.engine.game import Game
from cardrules.engine.legal import Schema
from cardrules.engine.narrate import Narrator
from cardrules.engine.options import PASS, Option
from cardrules.model.action import Action
from cardrules.model.ir import Choice
from cardrules.model.state import State
from cardrules.table.sameness import Sameness
from cardrules.table.values import Values
from cardrules.table.wording import capital, labelled, words

PASS_TEXT = "Pass: no answer"


class Teller:
    """Tells options; `same` compares the values in them, `values` puts these into words."""

    def __init__(self, game: Game, s: State, viewer: int, names: Sequence[str]) -> None:
        self._game = game
        self._s = s
        self._narrator = Narrator(game, viewer, names, you=True)
        self.same = Sameness(game, s, viewer)
        self.values = Values(game, s, viewer, names, self.same)

    def action(self, option: Option) -> Action:
        """The action that an option is."""
        return self._game.action_of(self._s, option)

    def schema(self, option: Option) -> Schema | None:
        """What kind of option it is; None for passing."""
        return None if option == PASS else self._game.builder.schemas[option[0]]

    def sort_key(self, option: Option) -> tuple[Any, ...]:
        """The place of an option in a list: actions as the rules have them, cards as in a hand."""
        schema = self.schema(option)
        if schema is None:
            return (1,)
        values = zip(schema.choices, option[1:], strict=True)
        return (
            0,
            option[0],
            *(self.same.value_key(choice.type, value) for choice, value in values),
        )

    def option_key(self, option: Option) -> Hashable:
        """What is equal for options that are the same to the player."""
        schema = self.schema(option)
        if schema is None:
            return option
        values = zip(schema.choices, option[1:], strict=True)
        return (option[0], *(self.same.key(choice.type, value) for choice, value in values))

    def uses_own(self, option: Option, face: str) -> bool:
        """Whether an option has a card of this name in it from a zone of the player's own."""
        schema = self.schema(option)
        if schema is None:
            return False
        values = zip(schema.choices, option[1:], strict=True)
        return any(self.same.has_own(choice.type, value, face) for choice, value in values)

    def is_blind(self, option: Option) -> bool:
        """Whether an option has a card in it whose face the player does not know."""
        schema = self.schema(option)
        if schema is None:
            return False
        values = zip(schema.choices, option[1:], strict=True)
        return any(self.same.has_hidden(choice.type, value) for choice, value in values)

    # -- words -------------------------------------------------------------------------------------

    def option(self, option: Option, *, place: bool = False) -> str:
        """An option in words."""
        schema = self.schema(option)
        if schema is None:
            return PASS_TEXT
        told = [
            self.argument(schema, choice, value, place=place)
            for choice, value in zip(schema.choices, option[1:], strict=True)
        ]
        return labelled("" if schema.secret else schema.label, ", ".join(told))

    def question(self, begun: Option) -> str:
        """How the next choice of an action is asked for: `begun` has the values chosen so far.

        What stands in an effect is asked for by the question of the decision itself.
        """
        schema = self.schema(begun)
        assert schema is not None
        asked = "" if schema.in_frame else self._narrator.choice_question(self._s, begun)
        return capital(asked) or f"Which {words(schema.choices[len(begun) - 1].name)}?"

    def settled(self, option: Option, index: int) -> str:
        """The action of an option and its choices before number `index`, in words."""
        schema = self.schema(option)
        assert schema is not None
        told = [
            self.argument(schema, choice, value)
            for choice, value in list(zip(schema.choices, option[1:], strict=True))[:index]
        ]
        return labelled("" if schema.secret else schema.label, ", ".join(told))

    def argument(self, schema: Schema, choice: Choice, value: Any, *, place: bool = False) -> str:
        """An argument in words, with its name where there are others beside it."""
        return self._named(schema, choice, self.values.text(choice.type, value, place=place))

    def written_argument(self, schema: Schema, choice: Choice, value: Any) -> str:
        """The same for an argument as it stands in an action."""
        return self._named(schema, choice, self.values.written(choice.type, value))

    @staticmethod
    def _named(schema: Schema, choice: Choice, told: str) -> str:
        name = words(choice.name)
        return told if len(schema.choices) == 1 or told.startswith(name) else f"{name} {told}"
