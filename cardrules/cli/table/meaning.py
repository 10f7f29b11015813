"""Actions from words: `steal swarm from 2` is meant to be understood, whatever the game.

The words are compared with the names and labels of actions, and what is left with the values that a
choice of its type can have: names of cards, of players, of enumerations. What is not found stays
open; an action with open choices can still be explained.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterator, Sequence
from itertools import pairwise, product
from typing import Any

import attrs

from cardrules.cli.table.values import words
from cardrules.engine.game import Game
from cardrules.engine.legal import Schema
from cardrules.engine.sites import OneOfSite
from cardrules.engine.view import View
from cardrules.model.action import Action
from cardrules.model.types import CARD, Type

# Words between others that say nothing by themselves.
_SMALL = ("a", "an", "the", "of", "from", "to", "on", "at", "with", "by", "in", "into", "and", "+")
_TALK = ("i", "can", "cannot", "can't", "not", "your", "my", "one", "is", "it", "do", "play")
_FILLERS = frozenset((*_SMALL, *_TALK))
# As many readings of one text are tried at most.
_MOST_READINGS = 12
# What a menu says of a stack: its top card and how many there are.
_STACK_TOLD = re.compile(r": [^,:]*\(\d+ cards?\)")
_NEAR = 0.75


@attrs.frozen
class Reading:
    """What a text may mean: an action, some choices of which may be open."""

    schema: Schema
    actions: tuple[Action, ...]
    # The words that match nothing.
    unknown: tuple[str, ...] = ()


def tokens_of(text: str) -> list[str]:
    """The words of a text, small, without punctuation at their ends."""
    plain = text.lower().replace("_", " ")
    found = (word.strip(",;:()[]\"'.?!").removesuffix("'s") for word in plain.split())
    return [word for word in found if word]


class Understanding:
    """Reads texts at one decision, with what a player sees."""

    def __init__(self, game: Game, view: View, names: Sequence[str]) -> None:
        self._game = game
        self._view = view
        self._names = names
        self._values = {
            value.lower()
            for attribute in game.ruleset.attributes.values()
            for value in attribute.values
        }
        self._kinds = {tuple(tokens_of(kind.name)): kind.name for kind in game.ruleset.kinds}

    @property
    def view(self) -> View:
        """What the player sees."""
        return self._view

    def schemas(self) -> list[Schema]:
        """What can be chosen at the decision, possible or not."""
        decision = self._view.decision
        if decision is None:
            return []
        site = self._game.builder.sites[decision.site]
        last = site.last if isinstance(site, OneOfSite) else None
        return [*site.schemas, *([last] if last is not None else [])]

    def card(self, text: str) -> str | None:
        """The card that a text names, also if it is near to a name."""
        tokens = tuple(token for token in tokens_of(text) if token not in _FILLERS)
        if tokens not in self._kinds and tokens[:1] == ("card",):
            tokens = tokens[1:]
        if tokens in self._kinds:
            return self._kinds[tokens]
        joined = {" ".join(key): name for key, name in self._kinds.items()}
        near = difflib.get_close_matches(" ".join(tokens), joined, n=1, cutoff=_NEAR)
        return joined[near[0]] if near else None

    def read(self, text: str) -> Reading | None:
        """What a text means; None if it names no action and could be several."""
        tokens = tokens_of(_STACK_TOLD.sub("", text))
        here = self.schemas()
        schema, used = self._best_schema(here, tokens)
        if schema is None:
            schema, used = self._best_schema(self._elsewhere(here), tokens)
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

    def _unknown(self, schema: Schema, left: Sequence[str]) -> tuple[str, ...]:
        """What is left of a text and says something."""
        said = {*_FILLERS, "nothing", "card", "cards", "x"}
        for name in (schema.name, *(choice.name for choice in schema.choices)):
            said.update(tokens_of(name))
        said.update(tokens_of(schema.label))
        if any(choice.type.base in ("stack", "zone") for choice in schema.choices):
            said.update(word for zone in self._game.ruleset.zones for word in tokens_of(zone))
            said.add("stack")
        if any(choice.type.base in ("player", "team", "stack") for choice in schema.choices):
            said.update(("player", "seat"))
        return tuple(token for token in left if token not in said)

    # -- the action --------------------------------------------------------------------------------

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
                weight = sum(2 + (tokens[at] in form) for at in used if tokens[at] not in _FILLERS)
                if weight > best[0]:
                    best = (weight, schema, used)
        return best[1], best[2]

    # -- its choices -------------------------------------------------------------------------------

    def _arguments(
        self, schema: Schema, rest: Sequence[str], every: Sequence[str]
    ) -> tuple[dict[str, list[Any]], list[str]]:
        """Per choice that is found, the values that it may mean, and the words that are left.

        Cards are looked for first.
        """
        found: dict[str, list[Any]] = {}
        left = list(rest)
        for choice in schema.choices:
            named = _after_name(choice.name, left)
            if named is not None and choice.type.base in ("integer", "flag", "enum"):
                value = self._plain(choice.type, left[named])
                if value is not None:
                    found[choice.name] = [value]
                    del left[named - 1 : named + 1]
        for choice in schema.choices:
            named = _after_name(choice.name, left)
            if choice.type == CARD and named is not None:
                after = left[named:]
                name = self._take_card(after, only_first=True)
                if name is not None:
                    found[choice.name] = [name]
                    left[named - 1 :] = after
        for choice in schema.choices:
            if choice.type == CARD and choice.name not in found:
                name = self._take_card(left) or (None if found else self._take_card(list(every)))
                if name is not None:
                    found[choice.name] = [name]
        for choice in sorted(schema.choices, key=lambda choice: not _is_set(choice.type)):
            if choice.name in found or choice.type == CARD:
                continue
            values = self._take(choice.type, left)
            if values:
                found[choice.name] = values
        return found, left

    def _take_card(self, left: list[str], *, only_first: bool = False) -> str | None:
        """Take the first name of a card out of the words, the longest there."""
        for start in range(1 if only_first else len(left)):
            for end in range(len(left), start, -1):
                name = self._kinds.get(tuple(left[start:end]))
                if name is not None:
                    del left[start:end]
                    return name
        if only_first:
            return None
        for size in range(len(left), 0, -1):
            for start in range(len(left) - size + 1):
                name = self._begun(left[start : start + size])
                if name is not None:
                    del left[start : start + size]
                    return name
        for size in (3, 2, 1):
            for start in range(len(left) - size + 1):
                typed = " ".join(left[start : start + size])
                plain = not any(word in self._values for word in left[start : start + size])
                if len(typed) > 3 and plain and typed not in _FILLERS:  # noqa: PLR2004 - shorter words are near to too much
                    joined = {" ".join(key): name for key, name in self._kinds.items()}
                    near = difflib.get_close_matches(typed, joined, n=1, cutoff=_NEAR)
                    if near:
                        del left[start : start + size]
                        return joined[near[0]]
        return None

    def _begun(self, tokens: Sequence[str]) -> str | None:
        """The only card whose name begins with some words."""
        if len(tokens) == 1 and (tokens[0] in self._values or not tokens[0].isalpha()):
            return None  # rather a value of an enumeration, or a number
        found = [name for key, name in self._kinds.items() if key[: len(tokens)] == tuple(tokens)]
        return found[0] if len(found) == 1 and tokens[0] not in _FILLERS else None

    def _take(self, kind: Type, left: list[str]) -> list[Any]:
        """The values of a type that the words may mean, which are taken out."""
        if kind.base == "stack":
            return list(self._stacks(left))
        if kind.base == "player":
            seat = self._take_player(left)
            return [] if seat is None else [seat + 1]
        if kind.base == "team":
            seat = self._take_player(left)
            teams = self._game.tables.teams
            return [[item + 1 for item in team] for team in teams if seat in team]
        if kind.base == "collection" and kind.element == CARD:
            cards = []
            while (name := self._take_card(left)) is not None:
                cards.append(name)
            return [cards] if cards or "nothing" in left else []
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

    def _plain(self, kind: Type, token: str) -> Any:
        """A number, a truth value or a value of an enumeration."""
        if kind.base == "integer":
            return int(token) if token.isdecimal() else None
        if kind.base == "flag":
            return {"yes": True, "true": True, "no": False, "false": False}.get(token)
        if kind.base != "enum":
            return None
        option = self._game.ruleset.options.get(kind.name)
        attributes = self._game.ruleset.attributes
        known = option.values if option is not None else attributes[kind.name].values
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
            if token.isdecimal() and 1 <= int(token) <= self._game.players:
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
            if word == "stack" and after.isdecimal():
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
                    yield {"zone": zone.name, "seat": zone.index + 1, "stack": number}


def _beginning(form: Sequence[str], tokens: Sequence[str]) -> set[int]:
    """Which of the words at the beginning of a text are words of a form, or begin them."""
    used: set[int] = set()
    left = list(form)
    for at, token in enumerate(tokens):
        hit = next((word for word in left if word == token), None)
        if hit is None and len(token) > 1:
            hit = next((word for word in left if word.startswith(token)), None)
        if hit is None and len(token) > 3:  # noqa: PLR2004 - shorter words are near to too much
            hit = next(iter(difflib.get_close_matches(token, left, n=1, cutoff=_NEAR)), None)
        if hit is not None:
            left.remove(hit)
            used.add(at)
        elif token not in _FILLERS:
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
