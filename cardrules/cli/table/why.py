"""Answers to `why`: why something is not allowed, by which rules, and what would be."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from attrs import evolve

from cardrules.cli.table.meaning import Understanding
from cardrules.cli.table.reading import Rule
from cardrules.cli.table.values import Teller, labelled, number, words
from cardrules.engine.explain import Reason, Refusal, explain
from cardrules.engine.game import Game
from cardrules.engine.legal import Schema
from cardrules.model.action import Action
from cardrules.model.state import State
from cardrules.model.types import CARD

_MOST_WAYS = 5


class Why:
    """Explains at one decision to the player who takes it."""

    def __init__(self, game: Game, s: State, understanding: Understanding, teller: Teller) -> None:
        self._game = game
        self._s = s
        self._understanding = understanding
        self._teller = teller

    def answer(self, text: str) -> list[Rule]:
        """What there is to say about an action, a card, or nothing in particular."""
        if not text.strip():
            return [line for schema in self._schemas() for line in self._brief(schema, {})]
        reading = self._understanding.read(text)
        card = self._understanding.card(text)
        is_action = (
            reading is not None
            and reading.schema in self._schemas()
            and _names(reading.schema, text)
        )
        if card is not None and not is_action:
            return self.about_card(card)
        if reading is None:
            known = ", ".join(words(schema.name) for schema in self._schemas())
            return [Rule(f"Which action do you mean? Here there is: {known}.")]
        return self._about(reading.schema, reading.actions)

    def about_card(self, card: str) -> list[Rule]:
        """What can be done with a card, and why not the rest."""
        lines = [Rule(f"{card}:")]
        for schema in self._schemas():
            for choice in schema.choices:
                if choice.type != CARD:
                    continue
                # Of a card that is not chosen first, only what is possible is worth a line.
                if choice is schema.choices[0] or self._ways(schema, {choice.name: card}):
                    lines += self._brief(schema, {choice.name: card}, depth=1)
                    if choice is not schema.choices[0]:
                        lines[-1] = evolve(
                            lines[-1], text=f"as {words(choice.name)}: {lines[-1].text}"
                        )
        return lines if len(lines) > 1 else [Rule(f"No single card is chosen here, so not {card}.")]

    def _schemas(self) -> list[Schema]:
        return self._understanding.schemas()

    # -- one action in short -----------------------------------------------------------------------

    def _brief(
        self, schema: Schema, arguments: dict[str, object], depth: int = 0
    ) -> Iterable[Rule]:
        """Whether an action is possible, in how many ways, or why not."""
        ways = self._ways(schema, arguments)
        label = "Choosing it" if schema.secret and arguments else schema.label
        if ways:
            yield Rule(f"{label}: possible, {number(len(ways), 'way')}", schema.origin.ids, depth)
            return
        refusal = explain(self._game, self._s, Action(schema.name, arguments))
        yield Rule(f"{label}: not possible", schema.origin.ids, depth)
        yield from _reasons(refusal.reasons if refusal is not None else (), depth + 1)

    def _ways(self, schema: Schema, arguments: dict[str, object]) -> list[Action]:
        return [
            action
            for option in self._game.options(self._s)
            if option[0] == schema.index
            for action in (self._game.plain_action(self._s, option),)
            if all(action.arguments[name] == value for name, value in arguments.items())
        ]

    # -- one action at length ----------------------------------------------------------------------

    def _about(self, schema: Schema, actions: Sequence[Action]) -> list[Rule]:
        """The explanation of each reading; if one of them is allowed, of that alone."""
        refusals = []
        for action in actions:
            refusal = explain(self._game, self._s, action)
            if refusal is None or any(reason.incomplete for reason in refusal.reasons):
                return self._allowed(schema, action)
            refusals.append(refusal)
        lines: list[Rule] = []
        for refusal in refusals:
            told = self._told(schema, refusal.action)
            lines.append(Rule(f"Not allowed: {told}", schema.origin.ids))
            lines += _reasons(refusal.reasons, 1)
        return [*lines, *self._instead(refusals)]

    def _allowed(self, schema: Schema, action: Action) -> list[Rule]:
        ways = self._ways(schema, dict(action.arguments))
        head = f"Allowed: {self._told(schema, action)}"
        if len(ways) <= 1:
            return [Rule(head, schema.origin.ids)]
        lines = [Rule(f"{head}, in {number(len(ways), 'way')}", schema.origin.ids)]
        lines += [Rule(self._option_text(way), (), 1) for way in ways[:_MOST_WAYS]]
        more = len(ways) - _MOST_WAYS
        return [*lines, *([Rule(f"and {more} more", (), 1)] if more > 0 else [])]

    def _instead(self, refusals: Sequence[Refusal]) -> list[Rule]:
        found = {
            self._option_text(action): None
            for refusal in refusals
            for action in refusal.alternatives
        }
        if not found:
            return []
        return [Rule("Allowed instead:"), *(Rule(text, (), 1) for text in list(found)[:3])]

    def _option_text(self, action: Action) -> str:
        return str(action) if action.option is None else self._teller.option(action.option)

    def _told(self, schema: Schema, action: Action) -> str:
        arguments = ", ".join(
            self._teller.written_argument(schema, choice, action.arguments[choice.name])
            for choice in schema.choices
            if choice.name in action.arguments
        )
        label = "" if schema.secret else schema.label
        return labelled(label, arguments) or "this"


def _reasons(reasons: Iterable[Reason], depth: int) -> list[Rule]:
    return [
        Rule(
            f"because: {f'{words(reason.clause)}: ' if reason.clause else ''}{reason.sentence}",
            reason.ids,
            depth,
        )
        for reason in reasons
    ]


def _names(schema: Schema, text: str) -> bool:
    """Whether the text begins like the name or label of an action."""
    first = text.lower().split()[0]
    return any(
        word.startswith(first)
        for word in (*words(schema.name).lower().split()[:1], *schema.label.lower().split()[:1])
    )
