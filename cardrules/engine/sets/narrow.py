"""From all answers to those that somebody means, choice by choice, without making the others."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from cardrules.engine.sets.answers import PASS, Answer, Chain, Keep, joined, parts_of
from cardrules.engine.sets.combinations import Combinations
from cardrules.engine.showing.describe import describe
from cardrules.engine.tables import Tables
from cardrules.machine.search import Search
from cardrules.model import ir
from cardrules.model.action import unordered
from cardrules.model.state import State
from cardrules.model.types import NONE, Type
from cardrules.plain import PlainInOrder


class Wish(PlainInOrder):
    """What is wanted of a choice: whether a value, as it is described, fits.

    `cards` are the names of the cards that a set must have, or hold if `more` may be in it; None if
    no set of cards is meant.
    """

    fits: Callable[[Any], bool]
    cards: tuple[str, ...] | None = None
    more: bool = False


def exactly(value: object) -> Wish:
    """A value that is written like this, several things of it in any order."""
    wanted = unordered(value)
    cards: tuple[str, ...] | None = None
    if isinstance(value, list | tuple) and all(isinstance(one, str) for one in value):
        cards = tuple(value)
    return Wish(lambda told: bool(unordered(told) == wanted), cards)


def holding(cards: Sequence[str]) -> Wish:
    """A set that has these cards, and perhaps more."""
    wanted = Counter(map(str, cards))
    return Wish(
        lambda told: isinstance(told, list) and not wanted - Counter(map(str, told)),
        tuple(wanted.elements()),
        more=True,
    )


def keep(tables: Tables, s: State, choice: ir.Choice, wish: Wish) -> Keep:
    """What leaves of the values of a choice those that are wanted."""

    def kept(values: Sequence[Any]) -> Sequence[Any]:
        if isinstance(values, Combinations):
            return _among_many(tables, values, wish)
        if wish.cards is not None and not wish.more and _are_sets_of_cards(choice.type):
            # Of thousands of sets none is put into words only to be compared.
            looks = sorted(_looks(tables, wish.cards))
            kind = tables.kind
            return [
                cards
                for cards in values
                if cards != NONE
                and len(cards) == len(looks)
                and sorted([kind[card] for card in cards]) == looks
            ]
        return [value for value in values if wish.fits(describe(tables, s, choice.type, value))]

    return kept


def _are_sets_of_cards(of_type: Type) -> bool:
    return (
        of_type.base == "collection"
        and of_type.element is not None
        and of_type.element.base == "card"
    )


def _looks(tables: Tables, names: Sequence[str]) -> list[int]:
    """The numbers of kinds by their names; -1 for what is none."""
    numbers = {kind.name: index for index, kind in enumerate(tables.ruleset.kinds)}
    return [numbers.get(name, -1) for name in names]


def _among_many(tables: Tables, sets: Combinations, wish: Wish) -> Sequence[Any]:
    if wish.cards is None:
        return ()
    looks = _looks(tables, wish.cards)
    if not wish.more:
        found = sets.that_looks_like(looks, tables.kind)
        return () if found is None else (found,)
    for card in sets.taken:
        if tables.kind[card] in looks:
            looks.remove(tables.kind[card])
    for look in looks:
        places = (
            at for at, group in enumerate(sets.groups) if group and tables.kind[group[0]] == look
        )
        place = next(places, None)
        if place is None:
            return ()
        sets = sets.take(place)
    return sets


def narrowed(
    tables: Tables,
    s: State,
    answers: Sequence[Answer],
    searches: Sequence[Search],
    name: str | None,
    wishes: Mapping[str, Wish],
) -> Sequence[Answer]:
    """The answers of an action (or of any) whose choices are as they are wished.

    An action that lacks one of the choices is not meant.
    """
    parts: list[Sequence[Answer]] = []
    for part in parts_of(answers):
        if not isinstance(part, Chain):
            parts.append(
                [answer for answer in part if _fits(tables, s, searches, answer, name, wishes)]
            )
            continue
        search = searches[part.search]
        if not _is_meant(search, name, wishes):
            continue
        chain = part
        for at, choice in enumerate(search.choices):
            if choice.name in wishes:
                chain = chain.keeping(at, keep(tables, s, choice, wishes[choice.name]))
        parts.append(chain)
    return joined(parts)


def _is_meant(search: Search, name: str | None, wishes: Mapping[str, Wish]) -> bool:
    return name in (None, search.name) and wishes.keys() <= {c.name for c in search.choices}


def _fits(
    tables: Tables,
    s: State,
    searches: Sequence[Search],
    answer: Answer,
    name: str | None,
    wishes: Mapping[str, Wish],
) -> bool:
    if answer == PASS:
        return name in (None, "pass") and not wishes
    search = searches[answer[0]]
    return _is_meant(search, name, wishes) and all(
        wishes[choice.name].fits(describe(tables, s, choice.type, value))
        for choice, value in zip(search.choices, answer[1:], strict=True)
        if choice.name in wishes
    )
