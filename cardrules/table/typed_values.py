"""Values of the choices of an action among the words that somebody types."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import Any

from cardrules.engine.game import Game
from cardrules.engine.showing.describe import stack_address
from cardrules.engine.showing.view import CardView, View
from cardrules.machine.search import Search
from cardrules.model.ir import Choice
from cardrules.model.types import CARD, Type
from cardrules.table.card_names import CardNames, Sought, tokens_of
from cardrules.table.sources import cards_there, own_cards, zones_of
from cardrules.table.typed_words import is_number


class TypedValues:
    """Finds cards, players, stacks and other values as the player means who is asked."""

    def __init__(self, game: Game, view: View, names: Sequence[str], cards: CardNames) -> None:
        self._game = game
        self._view = view
        self._names = names
        self._cards = cards
        self._order = game.tables.card_order
        # The cards of the player, each face once.
        self.own = self.faces(own_cards(view))

    def of_choices(
        self, search: Search, rest: Sequence[str], every: Sequence[str]
    ) -> tuple[dict[str, list[Any]], list[str]]:
        """Per choice that is found, the values that it may mean, and the words that are left.

        Those behind the name of their choice are looked for first, then cards. `every`: the words
        together with those that name the action.
        """
        found: dict[str, list[Any]] = {}
        left = list(rest)
        for choice in search.choices:
            self._take_named(search, choice, left, found)
        for choice in search.choices:
            if choice.type == CARD and choice.name not in found:
                cards = self._cards.take(left, self._sought(search, choice))
                if not cards and not found:
                    cards = self._in_full(search, every, left)
                if cards:
                    found[choice.name] = cards
        for choice in sorted(search.choices, key=lambda choice: not is_set(choice.type)):
            if choice.name in found or choice.type == CARD:
                continue
            values = self._take(search, choice, left)
            if values:
                found[choice.name] = values
        return found, left

    def _in_full(self, search: Search, every: Sequence[str], left: list[str]) -> list[str]:
        """The card whose name takes in words of the action; no number in it is anything else."""
        cards = self._cards.in_full(every, self._reserved(search))
        for word in (word for card in cards for word in tokens_of(card)):
            if word in left:
                left.remove(word)
        return cards

    def _take_named(
        self, search: Search, choice: Choice, left: list[str], found: dict[str, list[Any]]
    ) -> None:
        """Take a value that stands behind the name of its choice."""
        named = _after_name(choice.name, left)
        if named is None:
            return
        if choice.type.base in ("integer", "flag", "enum"):
            value = self._single(choice.type, left[named])
            if value is not None:
                found[choice.name] = [value]
                del left[named - 1 : named + 1]
        elif choice.type == CARD:
            after = left[named:]
            cards = self._cards.take_first(after)
            if cards:
                found[choice.name] = cards
                left[named - 1 :] = after

    def _sought(self, search: Search, choice: Choice) -> Sought:
        """What is meant rather than something else: cards that lie where they are chosen from.

        Where that is not known, they are the player's own.
        """
        faces = self.faces(cards_there(self._view, zones_of(search, choice))) or self.own
        return Sought(faces, self._reserved(search))

    def faces(self, cards: Iterable[CardView]) -> list[str]:
        """The faces of cards, each once, in the order of a hand."""
        faces = {card.face for card in cards if card.face is not None}
        return sorted(faces, key=self._order.of_name)

    def _reserved(self, search: Search) -> frozenset[str]:
        """The values of the enumerations that an action asks for."""
        types = [choice.type for choice in search.choices if choice.type.base == "enum"]
        return frozenset(value.lower() for of_type in types for value in self._values(of_type))

    def _values(self, of_type: Type) -> Sequence[str]:
        """The values of an enumeration."""
        return self._game.ruleset.values_of(of_type.name)

    def _take(self, search: Search, choice: Choice, left: list[str]) -> list[Any]:
        """The values of a choice that the words may mean, which are taken out."""
        of_type = choice.type
        if is_set(of_type):
            return self._take_set(left, self._sought(search, choice))
        if of_type.base == "stack":
            after = left[:]
            stacks = list(self._stacks(after))
            if stacks:  # what names none stays among what is not understood
                left[:] = after
            return stacks
        if of_type.base == "player":
            seat = self._take_player(left)
            return [] if seat is None else [seat + 1]
        if of_type.base == "team":
            seat = self._take_player(left)
            teams = self._game.tables.teams
            return [[item + 1 for item in team] for team in teams if seat in team]
        for at, pair in enumerate(pairwise(left)):
            value = self._single(of_type, "_".join(pair)) if of_type.base == "enum" else None
            if value is not None:
                del left[at : at + 2]
                return [value]
        for at, token in enumerate(left):
            value = self._single(of_type, token)
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

    def _single(self, of_type: Type, token: str) -> Any:
        """A number, a truth value or a value of an enumeration."""
        if of_type.base == "integer":
            return int(token) if is_number(token) else None
        if of_type.base == "flag":
            return {"yes": True, "true": True, "no": False, "false": False}.get(token)
        if of_type.base != "enum":
            return None
        known = self._values(of_type)
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


def is_set(of_type: Type) -> bool:
    """Whether values of a type are sets of cards."""
    return of_type.base == "collection" and of_type.element == CARD


def _after_name(name: str, tokens: Sequence[str]) -> int | None:
    """Where the value stands that follows the name of a choice."""
    for at, token in enumerate(tokens[:-1]):
        if token == name.lower():
            return at + 1
    return None
