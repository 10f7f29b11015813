"""Actions from words: `steal swarm from 2` is meant to be understood, whatever the game.

The words are compared with the names and labels of actions, and what is left with the values that a
choice of its type can have: names of cards, of players, of enumerations. What is not found stays
open; an action with open choices can still be explained.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise, product
from types import MappingProxyType
from typing import Any

import attrs

from cardrules.engine.describe import stack_address
from cardrules.engine.game import Game
from cardrules.engine.legal import Schema
from cardrules.engine.sites import OneOfSite
from cardrules.engine.view import CardView, View
from cardrules.model.action import Action
from cardrules.model.ir import Choice
from cardrules.model.types import CARD, Type
from cardrules.table.card_names import FILLERS, NEAR, SHORT, CardNames, Sought, tokens_of
from cardrules.table.card_order import CardOrder
from cardrules.table.sources import cards_there, own_cards, zones_of
from cardrules.table.typed_words import is_number
from cardrules.table.wording import words

# As many readings of one text are tried at most.
_MOST_READINGS = 12


@attrs.frozen
class Reading:
    """What a text may mean: an action, some choices of which may be open."""

    schema: Schema
    actions: tuple[Action, ...]
    # The words that match nothing.
    unknown: tuple[str, ...] = ()


class Understanding:
    """Reads texts at one decision, with what a player sees.

    `stacks`: what a menu says of each stack, with the words for its place alone.
    """

    def __init__(
        self,
        game: Game,
        view: View,
        names: Sequence[str],
        stacks: Mapping[str, str] = MappingProxyType({}),
    ) -> None:
        self._game = game
        self._view = view
        self._names = names
        self._stacks_in_menu = stacks
        self._cards = CardNames(game.ruleset)
        self._order = CardOrder(game.ruleset)
        self._own = self._faces(own_cards(view))

    @property
    def view(self) -> View:
        """What the player sees."""
        return self._view

    @property
    def names(self) -> Sequence[str]:
        """The names of the players."""
        return self._names

    def schemas(self) -> list[Schema]:
        """What can be chosen at the decision, possible or not."""
        decision = self._view.decision
        if decision is None:
            return []
        site = self._game.builder.sites[decision.site]
        last = site.last if isinstance(site, OneOfSite) else None
        return [*site.schemas, *([last] if last is not None else [])]

    def cards(self, text: str) -> list[str]:
        """The card that a text names, also if it is near to a name; of several, the player's own.

        Two cards of the own hand may be meant alike.
        """
        return self._cards.meant_by(text, self._own)

    def several_cards(self, text: str) -> list[str]:
        """The cards of a text that is made of nothing but their names, if they are several."""
        cards = self._cards.named_by(tokens_of(text))
        return cards if len(cards) > 1 else []

    def read(self, text: str) -> Reading | None:
        """What a text means; None if it names no action and could be several."""
        tokens = tokens_of(self._with_plain_stacks(text))
        here = self.schemas()
        schema, used = self._best_schema(here, tokens)
        if schema is None:
            schema, used = self._best_schema(self._elsewhere(here), tokens)
            if len(used) < self._words_of_card(tokens):
                schema, used = None, set()
        if schema is None and len(here) == 1:
            schema = here[0]
        if schema is None:
            return None
        rest = [token for at, token in enumerate(tokens) if at not in used]
        values, left = self._arguments(schema, rest, tokens)
        names = [choice.name for choice in schema.choices if choice.name in values]
        actions = [
            Action(schema.name, dict(zip(names, chosen, strict=True)))
            for chosen in product(*(values[name] for name in names))
        ]
        return Reading(schema, tuple(actions[:_MOST_READINGS]), self._unknown(schema, left))

    def _with_plain_stacks(self, text: str) -> str:
        """A text without what a menu says of a stack: its top card and how many there are."""
        for in_menu, plain in self._stacks_in_menu.items():
            at = text.lower().find(in_menu.lower())
            if at >= 0:
                text = text[:at] + plain + text[at + len(in_menu) :]
        return text

    def _unknown(self, schema: Schema, left: Sequence[str]) -> tuple[str, ...]:
        """What is left of a text and says something."""
        said = {*FILLERS, "nothing", "card", "cards", "x"}
        for name in (schema.name, *(choice.name for choice in schema.choices)):
            said.update(tokens_of(name))
        said.update(tokens_of(schema.label))
        if schema.secret and self._view.decision is not None:
            said.update(tokens_of(self._view.decision.prompt))
        if any(choice.type.base in ("stack", "zone") for choice in schema.choices):
            said.update(word for zone in self._game.ruleset.zones for word in tokens_of(zone))
            said.add("stack")
        if any(choice.type.base in ("player", "team", "stack") for choice in schema.choices):
            said.update(("player", "seat"))
        return tuple(token for token in left if token not in said)

    # -- the action --------------------------------------------------------------------------------

    def _words_of_card(self, tokens: Sequence[str]) -> int:
        """Of how many words the card is the name with which a text begins."""
        after = list(tokens)
        self._cards.take_first(after)
        return len(tokens) - len(after)

    def _elsewhere(self, here: Sequence[Schema]) -> list[Schema]:
        known = {schema.name for schema in here}
        return [
            schema
            for schema in self._game.builder.schemas
            if not schema.secret and schema.name not in known
        ]

    @staticmethod
    def _best_schema(
        schemas: Sequence[Schema], tokens: Sequence[str]
    ) -> tuple[Schema | None, set[int]]:
        """The schema whose name or label the text begins with, and which words that were."""
        best: tuple[int, Schema | None, set[int]] = (0, None, set())
        for schema in schemas:
            for form in (tokens_of(words(schema.name)), tokens_of(schema.label)):
                used = _beginning(form, tokens)
                weight = sum(2 + (tokens[at] in form) for at in used if tokens[at] not in FILLERS)
                if weight > best[0]:
                    best = (weight, schema, used)
        return best[1], best[2]

    # -- its choices -------------------------------------------------------------------------------

    def _arguments(
        self, schema: Schema, rest: Sequence[str], every: Sequence[str]
    ) -> tuple[dict[str, list[Any]], list[str]]:
        """Per choice that is found, the values that it may mean, and the words that are left.

        Those behind the name of their choice are looked for first, then cards.
        """
        found: dict[str, list[Any]] = {}
        left = list(rest)
        for choice in schema.choices:
            self._take_named(schema, choice, left, found)
        for choice in schema.choices:
            if choice.type == CARD and choice.name not in found:
                cards = self._cards.take(left, self._sought(schema, choice))
                cards = cards or (
                    [] if found else self._cards.in_full(every, self._reserved(schema))
                )
                if cards:
                    found[choice.name] = cards
        for choice in sorted(schema.choices, key=lambda choice: not _is_set(choice.type)):
            if choice.name in found or choice.type == CARD:
                continue
            values = self._take(schema, choice, left)
            if values:
                found[choice.name] = values
        return found, left

    def _take_named(
        self, schema: Schema, choice: Choice, left: list[str], found: dict[str, list[Any]]
    ) -> None:
        """Take a value that stands behind the name of its choice."""
        named = _after_name(choice.name, left)
        if named is None:
            return
        if choice.type.base in ("integer", "flag", "enum"):
            value = self._plain(choice.type, left[named])
            if value is not None:
                found[choice.name] = [value]
                del left[named - 1 : named + 1]
        elif choice.type == CARD:
            after = left[named:]
            cards = self._cards.take_first(after)
            if cards:
                found[choice.name] = cards
                left[named - 1 :] = after

    def _sought(self, schema: Schema, choice: Choice) -> Sought:
        """What is meant rather than something else: cards that lie where they are chosen from.

        Where that is not known, they are the player's own.
        """
        faces = self._faces(cards_there(self._view, zones_of(schema, choice))) or self._own
        return Sought(faces, self._reserved(schema))

    def _faces(self, cards: Iterable[CardView]) -> list[str]:
        """The faces of cards, each once, in the order of a hand."""
        faces = {card.face for card in cards if card.face is not None}
        return sorted(faces, key=self._order.of_name)

    def _reserved(self, schema: Schema) -> frozenset[str]:
        """The values of the enumerations that an action asks for."""
        kinds = [choice.type for choice in schema.choices if choice.type.base == "enum"]
        return frozenset(value.lower() for kind in kinds for value in self._values(kind))

    def _values(self, kind: Type) -> Sequence[str]:
        """The values of an enumeration."""
        return self._game.ruleset.values_of(kind.name)

    def _take(self, schema: Schema, choice: Choice, left: list[str]) -> list[Any]:
        """The values of a choice that the words may mean, which are taken out."""
        kind = choice.type
        if _is_set(kind):
            return self._take_set(left, self._sought(schema, choice))
        if kind.base == "stack":
            after = left[:]
            stacks = list(self._stacks(after))
            if stacks:  # what names none stays among what is not understood
                left[:] = after
            return stacks
        if kind.base == "player":
            seat = self._take_player(left)
            return [] if seat is None else [seat + 1]
        if kind.base == "team":
            seat = self._take_player(left)
            teams = self._game.tables.teams
            return [[item + 1 for item in team] for team in teams if seat in team]
        for at, pair in enumerate(pairwise(left)):
            value = self._plain(kind, "_".join(pair)) if kind.base == "enum" else None
            if value is not None:
                del left[at : at + 2]
                return [value]
        for at, token in enumerate(left):
            value = self._plain(kind, token)
            if value is not None:
                del left[at]
                return [value]
        return []

    def _take_set(self, left: list[str], sought: Sought) -> list[list[str]]:
        """The set of the cards that the words name."""
        cards = []
        while found := self._cards.take(left, sought):
            cards.append(found[0])
        return [cards] if cards or "nothing" in left else []

    def _plain(self, kind: Type, token: str) -> Any:
        """A number, a truth value or a value of an enumeration."""
        if kind.base == "integer":
            return int(token) if is_number(token) else None
        if kind.base == "flag":
            return {"yes": True, "true": True, "no": False, "false": False}.get(token)
        if kind.base != "enum":
            return None
        known = self._values(kind)
        exact = [value for value in known if value.lower() == token]
        begins = [value for value in known if len(token) > 1 and value.lower().startswith(token)]
        return next(iter(exact or begins), None)

    def _take_player(self, left: list[str]) -> int | None:
        """The seat that is named: by the player's name, `player 2`, `seat 2`, or a number."""
        for seat, name in enumerate(self._names):
            tokens = tokens_of(name)
            for at in range(len(left) - len(tokens) + 1):
                if left[at : at + len(tokens)] == tokens:
                    del left[at : at + len(tokens)]
                    return seat
        for at, token in enumerate(left):
            called = [seat for seat, name in enumerate(self._names) if token in tokens_of(name)]
            if len(called) == 1 and not token.isdecimal():
                del left[at]
                return called[0]
            if token == "me" and isinstance(self._view.viewer, int):
                del left[at]
                return self._view.viewer
            if is_number(token) and 1 <= int(token) <= self._game.players:
                head = int(at > 0 and left[at - 1] in ("player", "seat"))
                if at > 1 and left[at - 1] == "stack":
                    continue
                del left[at - head : at + 1]
                return int(token) - 1
        return None

    def _stacks(self, left: list[str]) -> Iterator[dict[str, Any]]:
        """The stacks that may be meant: `stack 2 of Ann`, or all that Ann has."""
        wanted = None
        for at, (word, after) in enumerate(pairwise(left)):
            if word == "stack" and is_number(after):
                wanted = int(after)
                del left[at : at + 2]
                break
        seat = self._take_player(left)
        if wanted is None and seat is None:
            return
        for zone in self._view.zones:
            if zone.shape != "stacks" or (seat is not None and zone.index != seat):
                continue
            for number in range(1, len(zone.stacks) + 1):
                if wanted in (None, number):
                    base = self._game.tables.zone_base[zone.name]
                    yield stack_address(self._game.tables, base + zone.index, number)


def _beginning(form: Sequence[str], tokens: Sequence[str]) -> set[int]:
    """Which of the words at the beginning of a text are words of a form, or begin them."""
    used: set[int] = set()
    left = list(form)
    for at, token in enumerate(tokens):
        hit = next((word for word in left if word == token), None)
        if hit is None and len(token) > 1:
            hit = next((word for word in left if word.startswith(token)), None)
        if hit is None and len(token) > SHORT:
            hit = next(iter(difflib.get_close_matches(token, left, n=1, cutoff=NEAR)), None)
        if hit is not None:
            left.remove(hit)
            used.add(at)
        elif token not in FILLERS:
            break
    return used


def _is_set(kind: Type) -> bool:
    return kind.base == "collection" and kind.element == CARD


def _after_name(name: str, tokens: Sequence[str]) -> int | None:
    """Where the value stands that follows the name of a choice."""
    for at, token in enumerate(tokens[:-1]):
        if token == name.lower():
            return at + 1
    return None
