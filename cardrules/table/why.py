"""Answers to `why`: why something is not allowed, by which rules, and what would be."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from attrs import evolve

from cardrules.engine.explain import Refusal, explain
from cardrules.engine.game import Game
from cardrules.engine.legal import Schema
from cardrules.engine.reasons import Reason
from cardrules.model.action import Action
from cardrules.model.ir import Choice
from cardrules.model.state import State
from cardrules.model.types import CARD, Type
from cardrules.table.card_names import tokens_of
from cardrules.table.meaning import Understanding
from cardrules.table.reading import Rule
from cardrules.table.sources import cards_there, zones_of
from cardrules.table.teller import Teller
from cardrules.table.typed_words import quoted
from cardrules.table.wording import labelled, number, words

_MOST_WAYS = 5


class Why:
    """Explains at one decision to the player who takes it."""

    def __init__(self, game: Game, s: State, understanding: Understanding, teller: Teller) -> None:
        self._game = game
        self._s = s
        self._seat = s.pending[1] if s.pending is not None else None
        self._understanding = understanding
        self._teller = teller

    def answer(self, text: str) -> list[Rule]:
        """What there is to say about an action, a card, or nothing in particular."""
        if not text.strip():
            return [line for schema in self._schemas() for line in self._brief(schema, {})]
        reading = self._understanding.read(text)
        cards = self._understanding.cards(text)
        several = self._understanding.several_cards(text)
        is_action = (
            reading is not None
            and reading.schema in self._schemas()
            and _names(reading.schema, text)
        )
        if cards and not is_action:
            others = f"You also have {', '.join(cards[1:])}." if len(cards) > 1 else ""
            return [*self.about_card(cards[0]), *([Rule(others)] if others else [])]
        about_set = self.about_set(several) if several and not is_action else []
        if about_set:
            return about_set
        if reading is None:
            known = ", ".join(words(schema.name) for schema in self._schemas())
            return [Rule(f"Which action do you mean? Here there is: {known}.")]
        unknown = " ".join(reading.unknown)
        left_out = [Rule(f"Not understood: {quoted(unknown)}")] if unknown else []
        return [*left_out, *self._about(reading.schema, reading.actions)]

    def about_card(self, card: str) -> list[Rule]:
        """What can be done with a card, and why not the rest."""
        lines = [Rule(f"{card}:")]
        for schema in self._schemas():
            for choice in schema.choices:
                if _is_set(choice.type):
                    lines += self._in_a_set(schema, choice, card)
                if choice.type != CARD:
                    continue
                # Of a card that is not chosen first, only what is possible is worth a line.
                if choice is schema.choices[0] or self._ways(schema, {choice.name: card}):
                    lines += self._brief(schema, {choice.name: card}, depth=1)
                    if choice is not schema.choices[0]:
                        lines[-1] = evolve(
                            lines[-1], text=f"as {words(choice.name)}: {lines[-1].text}"
                        )
        return lines if len(lines) > 1 else [Rule(f"No card is chosen here, so not {card}.")]

    def about_cards(self, cards: Sequence[str]) -> list[Rule]:
        """The same for several cards: as a set, or where none is chosen, one after the other."""
        found = self.about_set(cards)
        if found:
            return found
        schemas = self._schemas()
        if len(schemas) == 1 and _count_of_cards(schemas[0]) > 1:
            return self.answer(" ".join(cards))
        return [line for card in dict.fromkeys(cards) for line in self.about_card(card)]

    def about_set(self, cards: Sequence[str]) -> list[Rule]:
        """Whether cards can be chosen as a set; nothing where no cards are chosen as one alone."""
        return [
            line
            for schema in self._schemas()
            for choice in schema.choices
            if _is_set(choice.type) and not _count_of_cards(schema)
            for line in self._about(schema, [Action(schema.name, {choice.name: list(cards)})])
        ]

    def _in_a_set(self, schema: Schema, choice: Choice, card: str) -> Iterable[Rule]:
        """Whether a card can be one of a set."""
        ways = [way for way in self._ways(schema, {}) if card in _cards(way.arguments[choice.name])]
        label = "Choosing it" if schema.secret else schema.label
        told = f"as one of {words(choice.name)}: {label}"
        if ways:
            yield Rule(f"{told}: possible, {number(len(ways), 'way')}", schema.origin.ids, 1)
        elif self._ways(schema, {}):
            yield Rule(f"{told}: not possible", schema.origin.ids, 1)
            yield from self._missing(schema, choice, [card], 2)
        else:
            yield from self._brief(schema, {}, depth=1)

    def _missing(
        self, schema: Schema, choice: Choice, cards: Sequence[str], depth: int
    ) -> Iterable[Rule]:
        """Those of some cards that do not lie where they are chosen from."""
        zones = zones_of(schema, choice)
        faces = [item.face for item in cards_there(self._understanding.view, zones)]
        there = Counter(face for face in faces if face is not None)
        missing = Counter(cards) - there
        if not zones or None in faces or not missing:
            return
        where = " or ".join(f"{'your ' if own else ''}{words(name)}" for name, own in zones.items())
        for card, many in missing.items():
            has = f"only {there[card]} x {card}" if there[card] else f"no {card}"
            text = f"because: there is {has} in {where}"
            yield Rule(text if many else "", choice.origin.ids or schema.origin.ids, depth)

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
        yield from self._reasons(refusal.reasons if refusal is not None else (), depth + 1)

    def _ways(self, schema: Schema, arguments: dict[str, object]) -> list[Action]:
        return [
            action
            for option in self._game.options(self._s)
            if option[0] == schema.index
            for plain in (self._game.plain_action(self._s, option),)
            for action in (self._game.numbered(self._s, plain, option, 1),)
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
        for action in actions:
            more = self._with_more(schema, action)
            if more:
                told = f"Only with more cards: {self._told(schema, action)}"
                return self._listed(told, schema, more)
        lines: list[Rule] = []
        reasons: list[Rule] = []
        for refusal in refusals:
            told = self._told(schema, refusal.action)
            before, reasons = reasons, self._refused(schema, refusal)
            # Readings that are refused alike stand together over their reasons.
            lines += before if before != reasons else []
            lines.append(Rule(f"Not allowed: {told}", schema.origin.ids))
        return [*lines, *reasons, *self._instead(refusals)]

    def _refused(self, schema: Schema, refusal: Refusal) -> list[Rule]:
        """Why an action is refused."""
        arguments = refusal.action.arguments
        missing = [
            line
            for choice in schema.choices
            if _is_set(choice.type) and choice.name in arguments
            for line in self._missing(schema, choice, _cards(arguments[choice.name]), 1)
        ]
        return missing or self._reasons(refusal.reasons, 1)

    def _allowed(self, schema: Schema, action: Action) -> list[Rule]:
        ways = self._ways(schema, dict(action.arguments))
        head = f"Allowed: {self._told(schema, action)}"
        return self._listed(head, schema, ways)

    def _with_more(self, schema: Schema, action: Action) -> list[Action]:
        """The ways in which sets hold what is named, and other cards beside it."""
        given = dict(action.arguments)
        sets = {
            choice.name: Counter(_cards(given.pop(choice.name)))
            for choice in schema.choices
            if _is_set(choice.type) and choice.name in given
        }
        return [
            way
            for way in (self._ways(schema, given) if sets else ())
            if all(
                not wanted - Counter(_cards(way.arguments[name])) for name, wanted in sets.items()
            )
        ]

    def _listed(self, head: str, schema: Schema, ways: Sequence[Action]) -> list[Rule]:
        if len(ways) <= 1 and head.startswith("Allowed"):
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

    def _reasons(self, reasons: Iterable[Reason], depth: int) -> list[Rule]:
        found = []
        for reason in reasons:
            head = f"{words(reason.clause)}: " if reason.clause else ""
            told = reason.told(self._understanding.names, self._seat)
            # A clause without a sentence is told by its line, which begins with its name.
            text = f"because: {head}{words(told).removeprefix(head)}"
            found.append(Rule(text, reason.ids, depth))
        return found

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


def _is_set(kind: Type) -> bool:
    return kind.base == "collection" and kind.element == CARD


def _count_of_cards(schema: Schema) -> int:
    """How many single cards are chosen."""
    return sum(choice.type == CARD for choice in schema.choices)


def _cards(value: object) -> list[str]:
    """The names in a set of cards as it stands in an action."""
    return [str(item) for item in value] if isinstance(value, (list, tuple)) else []


def _names(schema: Schema, text: str) -> bool:
    """Whether the text begins like the name or label of an action."""
    first = (tokens_of(text) or [text])[0]
    forms = (tokens_of(schema.name), tokens_of(schema.label))
    return any(word.startswith(first) for form in forms for word in form[:1])
