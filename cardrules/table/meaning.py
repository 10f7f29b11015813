"""Actions from words: `steal swarm from 2` is meant to be understood, whatever the game.

The words are compared with the names and labels of actions, and what is left with the values that a
choice of its type can have: names of cards, of players, of enumerations. What is not found stays
open; an action with open choices can still be explained.
"""

from __future__ import annotations

import difflib
from collections.abc import Mapping, Sequence
from itertools import product
from types import MappingProxyType

import attrs

from cardrules.engine.game import Game
from cardrules.engine.showing.view import View
from cardrules.machine.search import Search
from cardrules.model.action import Action
from cardrules.table.card_names import FILLERS, NEAR, SHORT, CardNames, tokens_of
from cardrules.table.said_words import said_words
from cardrules.table.typed_values import TypedValues
from cardrules.table.wording import words

# As many readings of one text are tried at most.
_MOST_READINGS = 12


@attrs.frozen
class Reading:
    """What a text may mean: an action, some choices of which may be open."""

    search: Search
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
        self._values = TypedValues(game, view, names, self._cards)

    @property
    def view(self) -> View:
        """What the player sees."""
        return self._view

    @property
    def names(self) -> Sequence[str]:
        """The names of the players."""
        return self._names

    def searches(self) -> list[Search]:
        """What can be chosen at the decision, possible or not."""
        decision = self._view.decision
        if decision is None:
            return []
        program = self._game.program
        return program.searches_of(program.questions[decision.site])

    def cards(self, text: str) -> list[str]:
        """The card that a text names, also if it is near to a name; of several, the player's own.

        Two cards of the own hand may be meant alike.
        """
        return self._cards.meant_by(text, self._values.own)

    def several_cards(self, text: str) -> list[str]:
        """The cards of a text that is made of nothing but their names, if they are several."""
        cards = self._cards.named_by(tokens_of(text))
        return cards if len(cards) > 1 else []

    def read(self, text: str) -> Reading | None:
        """What a text means; None if it names no action and could be several."""
        tokens = tokens_of(self._with_typed_stacks(text))
        here = self.searches()
        elsewhere = self._elsewhere(here)
        exact = [search for search in (*here, *elsewhere) if tokens in _forms(search)]
        search, used = self._best_search(exact[:1] or here, tokens)
        if search is None:
            search, used = self._best_search(elsewhere, tokens)
            if len(used) < self._words_of_card(tokens):
                search, used = None, set()
        if search is None:
            search = here[0] if len(here) == 1 else self._of_whom_is_said(here, tokens)
        if search is None:
            return None
        rest = [token for at, token in enumerate(tokens) if at not in used]
        values, left = self._values.of_choices(search, rest, tokens)
        names = [choice.name for choice in search.choices if choice.name in values]
        actions = [
            Action(search.name, dict(zip(names, chosen, strict=True)))
            for chosen in product(*(values[name] for name in names))
        ]
        return Reading(
            search,
            tuple(actions[:_MOST_READINGS]),
            self._unknown(search, left, tokens[-1:] == ["x"]),
        )

    def _with_typed_stacks(self, text: str) -> str:
        """A text without what a menu says of a stack: its top card and how many there are."""
        for in_menu, typed in self._stacks_in_menu.items():
            at = text.lower().find(in_menu.lower())
            if at >= 0:
                text = text[:at] + typed + text[at + len(in_menu) :]
        return text

    def _unknown(self, search: Search, left: Sequence[str], ends_with_x: bool) -> tuple[str, ...]:
        """What is left of a text and says something."""
        said = {*FILLERS, "nothing", "card", "cards"}
        if not ends_with_x:
            said.add("x")  # it stands between a number and what there is so often
        for name in (search.name, *(choice.name for choice in search.choices)):
            said.update(tokens_of(name))
        said.update(tokens_of(search.label))
        in_sentence = said_words(self._game, search)
        if in_sentence:
            # A sentence may name cards that are not chosen, and say how many there are.
            said.update(in_sentence)
            left = [token for token in self._cards.without_names(left) if not token.isdecimal()]
        if search.secret and self._view.decision is not None:
            said.update(tokens_of(self._view.decision.prompt))
        if any(choice.type.base in ("stack", "zone") for choice in search.choices):
            said.update(word for zone in self._game.ruleset.zones for word in tokens_of(zone))
            said.add("stack")
        if any(choice.type.base in ("player", "team", "stack") for choice in search.choices):
            said.update(("player", "seat"))
        return tuple(token for token in left if token not in said)

    # -- the action --------------------------------------------------------------------------------

    def _words_of_card(self, tokens: Sequence[str]) -> int:
        """Of how many words the card is the name with which a text begins."""
        after = list(tokens)
        self._cards.take_first(after)
        return len(tokens) - len(after)

    def _elsewhere(self, here: Sequence[Search]) -> list[Search]:
        known = {search.name for search in here}
        return [
            search
            for search in self._game.program.searches
            if not search.secret and search.name not in known
        ]

    def _of_whom_is_said(self, searches: Sequence[Search], tokens: Sequence[str]) -> Search | None:
        """The search in whose sentence most of the words stand, if it is one."""
        said = [set(tokens).intersection(said_words(self._game, search)) for search in searches]
        found = [(len(words - FILLERS), len(words)) for words in said]
        most = max(found, default=(0, 0))
        return searches[found.index(most)] if most[0] and found.count(most) == 1 else None

    @staticmethod
    def _best_search(
        searches: Sequence[Search], tokens: Sequence[str]
    ) -> tuple[Search | None, set[int]]:
        """The search whose name or label the text begins with, and which words that were."""
        best: tuple[int, Search | None, set[int]] = (0, None, set())
        for search in searches:
            for form in _forms(search):
                used = _beginning(form, tokens)
                weight = sum(2 + (tokens[at] in form) for at in used if tokens[at] not in FILLERS)
                if weight > best[0]:
                    best = (weight, search, used)
        return best[1], best[2]


def _forms(search: Search) -> tuple[list[str], list[str]]:
    """What an action is called: by its name, and by its label."""
    return tokens_of(words(search.name)), tokens_of(search.label)


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
