"""Chance as named events with outcomes that people could have supplied.

An outcome is written with the names of things, never with internal numbers:

    {"shuffle": "deck", "order": ["Crawler 3", ...]}      from the top down
    {"pick": "card", "result": "Crawler 3"}
    {"pick": "card", "result": "Crawler 3", "which": 2}   the second of those that are written alike
    {"starter": 2}                                        seats count from 1

Outcomes come from the generator, or from a list; the events of a game are numbered, so that the
list is found again at any point of the game. Where an outcome is supplied the generator draws all
the same, and what it gives is thrown away: so a state does not depend on where its outcomes came
from, and a game that is played again from its record stands where the first one stood.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from cardrules.engine.chance import NO_GENERATOR, below, permutation
from cardrules.engine.sets.combinations import Combinations
from cardrules.engine.sets.counted import TooManyError, count_of
from cardrules.engine.sets.kind_sets import KindSets
from cardrules.errors import ChanceError
from cardrules.machine.layout import Layout
from cardrules.model.state import State
from cardrules.model.types import Type
from cardrules.plain import PlainInOrder
from cardrules.shown import shown

Outcome = dict[str, Any]
# What gives the outcome of event number n, or None to use the generator.
Supply = Callable[[int], Outcome | None]

# What an outcome says, by its first word.
_PARTS = {
    "starter": {"starter"},
    "shuffle": {"shuffle", "order"},
    "pick": {"pick", "result", "which"},
}
# A draw has 64 bits; of more things each could not be as likely as another.
MOST_TOLD_APART = 2**63 - 1


def generator_alone(index: int) -> Outcome | None:
    """Supplies no outcome."""
    return None


class Listed(PlainInOrder):
    """Supplies the outcomes of a list, and none beyond it."""

    outcomes: Sequence[Outcome]

    def __call__(self, index: int) -> Outcome | None:
        """The outcome of an event."""
        return self.outcomes[index] if index < len(self.outcomes) else None


class Chance:
    """The chance events of one game. What came out is told by events of the game."""

    def __init__(self, layout: Layout) -> None:
        self.layout = layout
        self.supply: Supply = generator_alone
        self.describe: Callable[[State, Type, Any], Any] = lambda s, of_type, value: value

    def _next(self, s: State, what: str) -> Outcome | None:
        """The outcome that is supplied for the next event; None if the generator gives it."""
        outcome = self.supply(s.chance)
        s.chance += 1
        if outcome is None:
            if s.key == NO_GENERATOR:
                raise ChanceError(f"Chance event {s.chance}, `{what}`, has no outcome.")
        elif not isinstance(outcome, Mapping):
            raise ChanceError(f"Chance event {s.chance} is `{what}`, not {shown(outcome)}.")
        else:
            self._refuse_others(s, what, outcome)
        return outcome

    @staticmethod
    def _refuse_others(s: State, what: str, outcome: Outcome) -> None:
        """Raise `ChanceError` for a part that no such outcome has."""
        word = what.partition(" ")[0]
        others = [key for key in outcome if key not in _PARTS[word]]
        if others and word in outcome:
            raise ChanceError(
                f"Chance event {s.chance} is `{what}`: its outcome has no {shown(others[0])}."
            )

    def _named(self, s: State, name: str, thing: str) -> Outcome | None:
        outcome = self._next(s, f"{name} {thing}")
        if outcome is not None and outcome.get(name) != thing:
            raise ChanceError(
                f"Chance event {s.chance} is `{name} {thing}`, "
                f"but the supplied outcome is {shown(outcome)}."
            )
        return outcome

    def _below(self, s: State, bound: int) -> int:
        if s.key == NO_GENERATOR:
            return 0
        found, s.draws = below(s.key, s.draws, bound)
        return found

    def starter(self, s: State) -> int:
        """The seat that goes first."""
        outcome = self._next(s, "starter")
        drawn = self._below(s, self.layout.players)
        if outcome is None:
            return drawn
        seat = outcome.get("starter")
        if type(seat) is not int or not 1 <= seat <= self.layout.players:
            raise ChanceError(f"Chance event {s.chance} is the starter, not {shown(outcome)}.")
        return seat - 1

    def shuffle(self, s: State, zone: int) -> list[int]:
        """A new order of the cards of a zone: positions of the old one, lowest first."""
        name = self.layout.zone_names[zone][0]
        cards = s.zones[zone]
        outcome = self._named(s, "shuffle", name)
        order: list[int] = []
        if s.key != NO_GENERATOR:
            order, s.draws = permutation(s.key, s.draws, len(cards))
        if outcome is not None:
            order = self._positions(cards, outcome.get("order"), s.chance)
        return order

    def _positions(self, cards: Sequence[int], faces: Any, number: int) -> list[int]:
        names = self.layout.card_names
        where: dict[str, list[int]] = {}
        for index, card in enumerate(cards):
            where.setdefault(names[card], []).append(index)
        if not isinstance(faces, list | tuple) or len(faces) > len(cards):
            raise ChanceError(f"Chance event {number} needs an order of {len(cards)} cards.")
        top_down = []
        for face in faces:
            if not isinstance(face, str) or not where.get(face):
                raise ChanceError(
                    f"Chance event {number}: there is no further {shown(face)} to lay."
                )
            top_down.append(where[face].pop())
        # Cards that the order does not name lie below, in the order of the card table.
        left = sorted((index for rest in where.values() for index in rest), reverse=True)
        return [*sorted(left), *reversed(top_down)]

    def pick(self, s: State, name: str, of_type: Type, items: Sequence[Any]) -> tuple[Any, Outcome]:
        """One of the items, and the outcome as it is written.

        Raises `TooManyError` if there are more of them than a draw can tell apart.
        """
        total = count_of(items)
        if total > MOST_TOLD_APART:
            raise TooManyError("outcomes", MOST_TOLD_APART)
        outcome = self._named(s, "pick", name)
        index = self._below(s, total)
        if outcome is not None:
            return self._supplied(s, of_type, items, outcome), outcome
        return items[index], self._pick_outcome(s, name, of_type, items, index)

    def _supplied(self, s: State, of_type: Type, items: Sequence[Any], outcome: Outcome) -> Any:
        wanted, which = outcome.get("result"), outcome.get("which", 1)
        if isinstance(items, Combinations):
            items = self._that_look_like(items, wanted)
        if type(which) is int:
            for item in items:
                told = self.describe(s, of_type, item)
                # Otherwise 1 would pass for true.
                if told == wanted and isinstance(told, bool) is isinstance(wanted, bool):
                    which -= 1
                    if which == 0:
                        return item
        raise ChanceError(f"Chance event {s.chance}: {shown(wanted)} cannot be picked.")

    def _that_look_like(self, sets: Combinations, names: Any) -> Sequence[Any]:
        """The set of cards with these names, found without making the others."""
        numbers = {face.name: index for index, face in enumerate(self.layout.faces)}
        if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
            return ()
        looks = [numbers.get(name, -1) for name in names]
        found = sets.that_looks_like(looks, self.layout.kind)
        return () if found is None else (found,)

    def _pick_outcome(
        self, s: State, name: str, of_type: Type, items: Sequence[Any], index: int
    ) -> Outcome:
        result = self.describe(s, of_type, items[index])
        outcome = {"pick": name, "result": result}
        if isinstance(items, KindSets | Combinations):
            return outcome  # no two of them are written alike, and there may be millions
        which = 1 + sum(self.describe(s, of_type, item) == result for item in items[:index])
        return outcome if which == 1 else {**outcome, "which": which}
