"""The answers of one decision for the player who takes it: in words, in order, alike or not.

In words an answer is the sentence that the rules say of the action, as the player is told to do it:
"Attack Ann's hoard with Radar +2". Where there is none, or not all of it can be known before, it is
the label of the action with what is chosen.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import Any

from cardrules.engine.game import Game
from cardrules.engine.sets.answers import PASS, Answer
from cardrules.engine.showing.narrate import Narrator
from cardrules.engine.showing.nouns import is_clear, noun_of
from cardrules.engine.showing.said import Hearer
from cardrules.machine.search import Search
from cardrules.model.action import Action
from cardrules.model.ir import Choice
from cardrules.model.state import State
from cardrules.model.types import NONE
from cardrules.prose import Spoken, thing
from cardrules.table.card_names import tokens_of
from cardrules.table.said_words import said_verbs
from cardrules.table.sameness import Sameness
from cardrules.table.values import Values
from cardrules.table.wording import labelled, words

PASS_TEXT = "Pass: no answer"


class Teller:
    """Tells answers; `same` compares the values in them, `values` puts these into words."""

    def __init__(self, game: Game, s: State, viewer: int, names: Sequence[str]) -> None:
        self._game = game
        self._s = s
        self._narrator = Narrator(game, viewer, names, you=True)
        self.same = Sameness(game, s, viewer)
        self.values = Values(game, s, viewer, names, self.same)
        self._hearer = _Chooser(self.values, game, viewer, names)

    @property
    def faces(self) -> list[str]:
        """The names of all cards."""
        return [kind.name for kind in self._game.ruleset.kinds]

    def action(self, answer: Answer) -> Action:
        """The action that an answer is."""
        return self._game.action_of(self._s, answer)

    def search(self, answer: Answer) -> Search | None:
        """What kind of answer it is; None for passing."""
        return None if answer == PASS else self._game.program.searches[answer[0]]

    def _chosen(self, answer: Answer) -> Iterator[tuple[Choice, Any]]:
        """The choices of an answer with their values; fewer where it has only begun."""
        search = self.search(answer)
        yield from zip(search.choices if search is not None else (), answer[1:], strict=False)

    def sort_key(self, answer: Answer) -> tuple[Any, ...]:
        """The place of an answer in a list: actions as the rules have them, cards as in a hand."""
        if answer == PASS:
            return (1,)
        keys = [self.same.value_key(choice.type, value) for choice, value in self._chosen(answer)]
        return (0, answer[0], *keys)

    def uses_own(self, answer: Answer, face: str) -> bool:
        """Whether an answer has a card of this name in it from a zone of the player's own."""
        chosen = self._chosen(answer)
        return any(self.same.has_own(choice.type, value, face) for choice, value in chosen)

    def chooses_own(self, answer: Answer, name: str, face: str) -> bool:
        """The same for what is chosen under one name."""
        return any(
            choice.name == name and self.same.has_own(choice.type, value, face)
            for choice, value in self._chosen(answer)
        )

    def is_blind(self, answer: Answer) -> bool:
        """Whether an answer has a card in it whose face the player does not know."""
        chosen = self._chosen(answer)
        return any(self.same.has_hidden(choice.type, value) for choice, value in chosen)

    # -- words -------------------------------------------------------------------------------------

    def answer(self, answer: Answer) -> str:
        """An answer in words."""
        told = self.sentence(answer)
        if answer == PASS:
            return told or PASS_TEXT
        return told or " ".join(self.pieces(answer))

    def sentence(self, answer: Answer) -> str:
        """What the rules say of an answer, as one is told to do it; empty where they do not."""
        return self._game.told_to_do(self._s, answer, self._hearer)

    def is_passing(self, typed: str) -> bool:
        """Whether words begin like the line of a menu by which one passes."""
        wanted = tokens_of(typed)
        lines = map(tokens_of, (PASS_TEXT, self.answer(PASS)))
        return bool(wanted) and any(line[: len(wanted)] == wanted for line in lines)

    @cached_property
    def _verbs(self) -> set[str]:
        """What the rules say that somebody does by any action."""
        return {verb for of in self._game.program.searches for verb in said_verbs(self._game, of)}

    def verb_of(self, typed: Sequence[str]) -> str:
        """The verb of the rules with which words begin; none where a card begins so."""
        is_verb = bool(typed) and typed[0] in self._verbs
        begins_card = is_verb and any(tokens_of(face)[:1] == [typed[0]] for face in self.faces)
        return typed[0] if is_verb and not begins_card else ""

    def is_done(self, verb: str, answer: Answer) -> bool:
        """Whether a verb is what an answer does, or a word for the action that it is.

        Of what is only chosen the rules do not say it.
        """
        search = self.search(answer)
        texts = [self.answer(answer)]
        if search is not None:
            texts += [words(search.name), search.label]
        is_mere = search is not None and search.secret
        return is_mere or any(verb in tokens_of(text)[:1] for text in texts)

    def apart(self, answers: Sequence[Answer]) -> list[str]:
        """Answers that read the same in words, each with what it has of its own.

        They may read the same still.
        """
        told = [self._with_places(answer) for answer in answers]
        differ = [at for at, texts in enumerate(zip(*told, strict=True)) if len(set(texts)) > 1]
        own = [", ".join(texts[at] for at in differ) for texts in told]
        return [
            f"{self.answer(answer)} ({text})" if text else self.answer(answer)
            for answer, text in zip(answers, own, strict=True)
        ]

    def _with_places(self, answer: Answer) -> list[str]:
        search = self.search(answer)
        assert search is not None
        return [
            self.values.zone(value)
            if choice.type.base == "stack" and value != NONE
            else _named(search, choice, self.values.text(choice.type, value, place=True))
            for choice, value in self._chosen(answer)
        ]

    def pieces(self, begun: Answer, held: Sequence[str] = ()) -> list[str]:
        """The action of an answer and its choices so far, as pieces that make a line together.

        `held`: what the next choice has already.
        """
        search = self.search(begun)
        assert search is not None
        told = [self._pieces_of(search, choice, value) for choice, value in self._chosen(begun)]
        told += [list(held)] if held else []
        for before in told[:-1]:
            before[-1] += ","
        pieces = [piece for one in told for piece in one]
        text = " ".join(pieces)
        whole = labelled("" if search.secret else search.label, text)
        if whole in (search.label, text):
            return [whole] if whole == search.label else pieces
        return [whole.removesuffix(text).rstrip(), *pieces]

    def _pieces_of(self, search: Search, choice: Choice, value: Any) -> list[str]:
        of_type = choice.type
        pieces = (
            self.values.pieces(of_type.element, value) if of_type.element and value != NONE else []
        )
        first, *others = pieces or [self.values.text(of_type, value)]
        return [_named(search, choice, first), *others]

    def in_full(self, answer: Answer) -> str:
        """An answer with the names of all that is chosen, for those who type them."""
        search = self.search(answer)
        if search is None:
            return PASS_TEXT
        told = [
            f"{words(choice.name)} {self.values.text(choice.type, value)}"
            for choice, value in self._chosen(answer)
        ]
        return " ".join([*([] if search.secret else [search.label]), *told])

    def question(self, begun: Answer) -> str:
        """How the next choice of an action is asked for: `begun` has the values chosen so far.

        Empty where the question of the decision itself asks for it.
        """
        search = self.search(begun)
        assert search is not None
        if search.in_frame and len(search.choices) == 1:
            return ""
        asked = self._narrator.choice_question(self._s, begun)
        return asked or f"Which {noun_of(search.choices[len(begun) - 1], search.choices)}?"

    def written_argument(self, search: Search, choice: Choice, value: Any) -> str:
        """A value as it stands in an action, with the name of its choice where there are others."""
        told, name = self.values.written(choice.type, value), words(choice.name)
        return told if len(search.choices) == 1 or told.startswith(name) else f"{name} {told}"


class _Chooser(Hearer):
    """Hears of several cards in the order of a hand."""

    def __init__(self, values: Values, game: Game, viewer: int, names: Sequence[str]) -> None:
        super().__init__(game.tables, 1 << viewer, names, viewer)
        self._values = values

    def cards(self, cards: Sequence[int], masks: Sequence[int]) -> Spoken:
        if len(cards) <= 1:
            return super().cards(cards, masks)
        return thing(self._values.cards(cards), len(cards))


def _named(search: Search, choice: Choice, told: str) -> str:
    """The words for a value, with the name of its choice where they do not say enough."""
    name = words(choice.name)
    if told.startswith(name) or is_clear(choice, search.choices):
        return told
    return f"{name} {told}"
