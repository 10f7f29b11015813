"""Answers, the engine's own form of what can be chosen, as actions, and what an action means."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping, Sequence
from typing import overload

from cardrules.engine.playing.sites import OneOfSite, Site, WindowSite
from cardrules.engine.sets.answers import PASS, Answer, Chain, parts_of
from cardrules.engine.sets.counted import Counted, count_of
from cardrules.engine.sets.narrow import Wish, exactly, holding, narrowed
from cardrules.engine.showing.describe import describe, written_alike
from cardrules.engine.tables import Tables
from cardrules.errors import ActionError, IllegalActionError, MalformedActionError
from cardrules.machine.search import Search
from cardrules.model.action import Action, Source, refuse_malformed
from cardrules.model.state import State
from cardrules.shown import shown


class Writing:
    """How the answers of a game are written.

    `answers` are always all those of a decision, in canonical order.
    """

    def __init__(self, tables: Tables, searches: Sequence[Search], sites: Sequence[Site]) -> None:
        self._tables = tables
        self._searches = searches
        self._sites = sites

    def name_of(self, answer: Answer) -> str:
        """The name of an answer."""
        return "pass" if answer == PASS else self._searches[answer[0]].name

    def unnumbered(self, s: State, answer: Answer) -> Action:
        """An answer as an action, without regard to others that are written alike."""
        if answer == PASS:
            return Action("pass")
        search = self._searches[answer[0]]
        arguments = {
            choice.name: describe(self._tables, s, choice.type, value)
            for choice, value in zip(search.choices, answer[1:], strict=True)
        }
        return Action(search.name, arguments)

    def action_of(self, s: State, answers: Sequence[Answer], answer: Answer) -> Action:
        """An answer as an action."""
        action = self.unnumbered(s, answer)
        return numbered(action, answers, answer, self._which(s, answers, action, answer))

    def _which(self, s: State, answers: Sequence[Answer], action: Action, answer: Answer) -> int:
        """Which of the answers that are written like this action an answer is, from 1."""
        if answer == PASS:
            return 1
        if isinstance(answers, Counted):
            alike = self._written_like(s, answers, action)
            return 1 if len(alike) == 1 else alike.index(answer) + 1
        before = itertools.takewhile(lambda other: other != answer, answers)
        return 1 + sum(self._alike(s, one, answer) for one in before if one[0] == answer[0])

    def _alike(self, s: State, one: Answer, other: Answer) -> bool:
        """Whether two answers of one search are written alike."""
        for choice, left, right in zip(
            self._searches[one[0]].choices, one[1:], other[1:], strict=True
        ):
            if left != right and not written_alike(self._tables, s, choice.type, left, right):
                return False
        return True

    def answer_of(self, s: State, answers: Sequence[Answer], action: Action) -> Answer:
        """The answer that an action means.

        Raises `MalformedActionError` (nothing here is written like that) or `IllegalActionError`
        (the rules refuse it; `cardrules.engine.showing.explain` says why).
        """
        refuse_malformed(action)
        made_from = action.answer_among(answers)
        if made_from is not None:
            return made_from
        alike = self._written_like(s, answers, action)
        if 1 <= action.which <= len(alike):
            return alike[action.which - 1]
        names = self._names_here(s)
        if action.name not in names:
            raise MalformedActionError(
                f"{shown(action.name)} is nothing that can be answered here; "
                f"it could be {', '.join(sorted(names))}."
            )
        raise IllegalActionError(f"Not allowed here: {action}.")

    def _names_here(self, s: State) -> set[str]:
        """The names of all that can be answered to the question, by whatever rules."""
        assert s.pending is not None
        site = self._sites[s.pending[0]]
        names = {search.name for search in site.searches}
        if isinstance(site, OneOfSite) and site.last is not None:
            names.add(site.last.name)
        if isinstance(site, WindowSite):
            names.add("pass")
        return names

    def _written_like(
        self, s: State, answers: Sequence[Answer], action: Action
    ) -> Sequence[Answer]:
        """The answers that are written like an action, whichever of them it means."""
        wishes = {name: exactly(value) for name, value in action.arguments.items()}
        found = self.narrowed(s, answers, action.name, wishes)
        whole = len(action.arguments)
        return found if not found or len(found[0]) == 1 + whole else []

    def narrowed(
        self, s: State, answers: Sequence[Answer], name: str | None, wishes: Mapping[str, Wish]
    ) -> Sequence[Answer]:
        """Those of some answers that have this name, if one is given, and the values wished for."""
        return narrowed(self._tables, s, answers, self._searches, name, wishes)


def numbered(action: Action, answers: Sequence[Answer], answer: Answer, which: int) -> Action:
    """An action that is written like this, made from an answer; `which` of those alike."""
    source = Source(answer, answers, action.arguments, which)
    return Action(action.name, action.arguments, which, source)


class LegalActions(Sequence[Action]):
    """The legal actions of a decision in canonical order, each made when it is looked at.

    Where there are very many they are counted, indexed and narrowed without being made.
    """

    def __init__(
        self,
        writing: Writing,
        state: State,
        whole: Sequence[Answer],
        answers: Sequence[Answer] | None = None,
    ) -> None:
        self._writing = writing
        self._state = state
        self._whole = whole
        self.answers = whole if answers is None else answers

    @property
    def total(self) -> int:
        """How many there are, also beyond what `len` can say."""
        return count_of(self.answers)

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the actions, in order."""
        firsts = ([part[0]] if isinstance(part, Chain) else part for part in parts_of(self.answers))
        return tuple(
            dict.fromkeys(self._writing.name_of(answer) for first in firsts for answer in first)
        )

    def narrow(self, name: str | None = None, /, **arguments: object) -> LegalActions:
        """Those of this name (or any) that have these arguments."""
        wishes = {choice: exactly(value) for choice, value in arguments.items()}
        return self._narrowed(name, wishes)

    def holding(self, choice: str, cards: Sequence[str]) -> LegalActions:
        """Those whose set of this choice has these cards in it, and perhaps more."""
        return self._narrowed(None, {choice: holding(cards)})

    def _narrowed(self, name: str | None, wishes: Mapping[str, Wish]) -> LegalActions:
        found = self._writing.narrowed(self._state, self.answers, name, wishes)
        return LegalActions(self._writing, self._state, self._whole, found)

    def __len__(self) -> int:
        return len(self.answers)

    def __contains__(self, action: object) -> bool:
        if not isinstance(action, Action):
            return False
        try:
            return self._writing.answer_of(self._state, self._whole, action) in self.answers
        except ActionError:
            return False

    @overload
    def __getitem__(self, index: int) -> Action: ...

    @overload
    def __getitem__(self, index: slice) -> list[Action]: ...

    def __getitem__(self, index: int | slice) -> Action | list[Action]:
        if isinstance(index, slice):
            return [self[i] for i in range(*index.indices(len(self)))]
        return self._writing.action_of(self._state, self._whole, self.answers[index])

    def __iter__(self) -> Iterator[Action]:
        writing, s, whole = self._writing, self._state, self._whole
        if self.answers is not whole:
            yield from (writing.action_of(s, whole, answer) for answer in self.answers)
            return
        seen: dict[Action, int] = {}
        for answer in whole:
            action = writing.unnumbered(s, answer)
            seen[action] = seen.get(action, 0) + 1
            yield numbered(action, whole, answer, seen[action])
