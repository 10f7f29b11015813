"""What can be answered in many states: as arrays, and in the words of the game."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

import attrs

from cardrules.engine.game import Game
from cardrules.engine.sets.answers import PASS, Answer
from cardrules.engine.showing.describe import describe
from cardrules.fast.engines import Rows
from cardrules.fast.sets.nested import is_set
from cardrules.kernel.numbers import NONE
from cardrules.machine.search import Search
from cardrules.model.action import Action
from cardrules.model.state import State
from cardrules.model.types import SETS, Type

if TYPE_CHECKING:
    import numpy as np

    Numbers = np.ndarray[Any, Any]

Families = Mapping[tuple[int, int], tuple[Any, ...]]


@attrs.frozen(eq=False)
class Answers:
    """Answers of several states, one behind the other, each a row of these arrays.

    Those of the state at place i are the rows from `starts[i]` on, up to `starts[i + 1]`. In
    `actions` is the number of what is done, as in `Batch.names`; -1 is to pass. In `values` is what
    is chosen, a column for each choice: cards, players, teams, zones and stacks by their numbers;
    the least number of 64 bits is none, or that there is no such choice. Of a set of cards it is
    how many there are, and `sets` (rows x columns x words) has a bit for each, the first lowest. Of
    any other collection, such as a family, it is how many things it has, and `families` has them,
    by row and column: of a set its things.
    """

    starts: Numbers
    actions: Numbers
    values: Numbers
    sets: Numbers
    families: Families

    def __len__(self) -> int:
        return len(self.actions)


class Reading:
    """Reads the rows that compiled code lists."""

    def __init__(self, game: Game, rows: Rows, numpy: Any) -> None:
        self._game, self._rows, self._numpy = game, rows, numpy
        self._searches = game.program.searches
        self._columns = max([len(search.choices) for search in self._searches], default=0)
        # Whether something is chosen that has a name of its own.
        self.has_families = any(
            choice.type.base == "collection" and not is_set(choice.type)
            for search in self._searches
            for choice in search.choices
        )

    def answers(self, starts: Numbers, rows: Numbers, families: Families) -> Answers:
        """Rows as arrays."""
        numpy, words = self._numpy, self._rows.words
        values = numpy.full((len(rows), self._columns), NONE, dtype="int64")
        sets = numpy.zeros((len(rows), self._columns, words), dtype="uint64")
        for search in self._searches:
            mine = rows[:, 0] == search.index
            for column, (choice, place) in enumerate(self._places(search)):
                if not is_set(choice.type):
                    values[mine, column] = rows[mine, place]
                    continue
                masks = rows[mine, place : place + words].view("uint64")
                is_none = masks[:, -1] >> numpy.uint64(63) == 1
                masks[is_none] = 0
                sets[mine, column] = masks
                sizes = numpy.bitwise_count(masks).sum(axis=1, dtype="int64")
                values[mine, column] = numpy.where(is_none, NONE, sizes)
        for (row, column), family in families.items():
            values[row, column] = len(family)
        return Answers(starts, rows[:, 0].copy(), values, sets, families)

    def _places(self, search: Search) -> Iterator[tuple[Any, int]]:
        """The choices of a search, each with its first place in a row."""
        place = 1
        for choice, width in zip(search.choices, self._rows.widths[search.index], strict=True):
            yield choice, place
            place += width

    def families(self, rows: Numbers, first: int, nested: Numbers) -> dict[tuple[int, int], Any]:
        """The collections in rows that are no sets of cards, by row, the first of which has this
        number, and by column.
        """
        found = {}
        for at, row in enumerate(rows):
            if row[0] < 0:
                continue
            for column, (choice, place) in enumerate(self._places(self._searches[row[0]])):
                if choice.type.base == "collection" and not is_set(choice.type):
                    number = int(row[place])
                    if number >= 0:
                        found[first + at, column] = self._things(choice.type, nested, number)
        return found

    def _things(self, of: Type, nested: Numbers, number: int) -> tuple[Any, ...]:
        """What is in a collection that has a number."""
        words, size = self._rows.words, int(nested[number])
        cells = nested[number + 2 + words :]
        if of.required() == SETS:
            places = range(0, 2 * words * size, 2 * words)
            return tuple([self._cards(cells[at : at + words]) for at in places])
        numbers, element = [int(one) for one in cells[:size]], of.element
        if element is None or element.base != "collection":
            return tuple(numbers)
        return tuple([self._things(element, nested, one) for one in numbers])

    @staticmethod
    def _cards(words: Numbers) -> tuple[int, ...]:
        mask = sum([int(word) % (1 << 64) << 64 * at for at, word in enumerate(words)])
        return tuple([card for card in range(mask.bit_length()) if mask >> card & 1])

    # -- in words ----------------------------------------------------------------------------------

    def answer(self, found: Answers, row: int) -> Answer:
        """An answer as `Game.answers` has it."""
        if found.actions[row] < 0:
            return PASS
        search = self._searches[found.actions[row]]
        out: list[Any] = [search.index]
        for column, choice in enumerate(search.choices):
            value = int(found.values[row, column])
            if value != NONE and choice.type.base == "collection":
                family = found.families.get((row, column))
                out.append(self._cards(found.sets[row, column]) if family is None else family)
            else:
                out.append(value)
        return tuple(out)

    def action(self, found: Answers, row: int, state: State) -> Action:
        """An answer in words, without regard to others that are written alike."""
        answer = self.answer(found, row)
        if answer == PASS:
            return Action("pass")
        search = self._searches[answer[0]]
        return Action(
            search.name,
            {
                choice.name: describe(self._game.tables, state, choice.type, value)
                for choice, value in zip(search.choices, answer[1:], strict=True)
            },
        )
