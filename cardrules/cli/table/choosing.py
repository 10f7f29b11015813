"""One person's way from all legal actions to one: numbers, words, and back again."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from attrs import evolve

from cardrules.cli.table.narrowing import (
    Line,
    Listed,
    Pool,
    Question,
    joined,
    matching,
    only_option,
    question,
    whole_pool,
    with_parts,
)
from cardrules.cli.table.typed import cards_put_in, parts_of
from cardrules.cli.table.values import Teller
from cardrules.engine.options import Option

# An option that is taken, a sentence for somebody who mistyped, or None: there is a new question.
Outcome = Option | str | None

# So many lines are listed when words could mean several.
_MOST_LISTED = 4


class Choosing:
    """The steps of a choice so far. `own` are the cards that labels such as `c3` stand for."""

    def __init__(
        self,
        options: Sequence[Option],
        teller: Teller,
        own: Mapping[str, str],
    ) -> None:
        self._teller = teller
        self._own = own
        # What is still possible after each step, the whole first.
        self._pools: list[Pool] = [whole_pool(options, teller)]

    @property
    def question(self) -> Question:
        """What is asked now."""
        return question(self._pools[-1], self._teller)

    @property
    def only(self) -> Option | None:
        """The option that is taken by Enter, if there is no other."""
        return only_option(self._pools[-1])

    @property
    def is_first(self) -> bool:
        """Whether no step has been made."""
        return len(self._pools) == 1

    def back(self) -> bool:
        """Go one step back; whether there was one."""
        if self.is_first:
            return False
        self._pools.pop()
        return True

    def is_a_line(self, typed: str) -> bool:
        """Whether a line of the question reads exactly like this."""
        return any(typed.lower() == line.text.lower() for line in self.question.lines)

    def take_numbers(self, numbers: Sequence[int]) -> Outcome:
        """Take the lines of these numbers: one, or several cards of a set."""
        asked = self.question
        most = len(asked.lines)
        wrong = next((number for number in numbers if not 1 <= number <= most), None)
        if wrong is not None:
            known = "There is only line 1" if most == 1 else f"The lines go from 1 to {most}"
            return f"{known}; there is no {wrong}."
        if len(numbers) == 1:
            return self._narrow(asked.lines[numbers[0] - 1].pool)
        if not asked.several:
            return "One number at a time, please."
        return self._take_parts([asked.lines[number - 1] for number in numbers])

    def take_words(self, typed: str) -> Outcome:
        """Take what is meant by words: a line, several cards of a set, or any action."""
        asked = self.question
        if asked.several:
            parts = parts_of(typed, self._own)
            found = [self._matching(asked, part) for part in parts]
            if len(parts) > 1 and all(len(lines) == 1 for lines in found):
                return self._take_parts([lines[0] for lines in found])
        lines = self._matching(asked, cards_put_in(typed, self._own))
        labels = [word for word in typed.lower().split() if word in self._own]
        if labels:
            lines = self._with_own(lines, [self._own[label] for label in labels])
            if not lines:
                return f"{typed!r} is not possible here; why {labels[0]} tells the reasons."
        if not lines:
            return f"Nothing here reads like {typed!r}. Type a number, or ? for help."
        if len(lines) == 1:
            return self._narrow(lines[0].pool)
        pool = joined(lines)
        if pool is None or pool.total == self._pools[-1].total:
            told = ", ".join(line.text for line in lines[:_MOST_LISTED])
            more = ", ..." if len(lines) > _MOST_LISTED else ""
            return f"{typed!r} could be: {told}{more}. Type its number, or more of it."
        return self._narrow(pool)

    def _matching(self, asked: Question, typed: str) -> list[Line]:
        return matching(self._pools[-1], asked, typed, self._teller)

    def _with_own(self, lines: Sequence[Line], faces: Sequence[str]) -> list[Line]:
        """What is left of lines if these cards are the player's own, not others that look alike."""
        found = []
        for line in lines:
            if not isinstance(line.pool, Listed):
                found.append(line)
                continue
            options = [
                option
                for option in line.pool.options
                if all(self._teller.uses_own(option, face) for face in faces)
            ]
            if options:
                pool = evolve(line.pool, options=tuple(options))
                found.append(Line(line.text, pool, len(options), line.part))
        return found

    def _take_parts(self, lines: Sequence[Line]) -> Outcome:
        pool = with_parts(self._pools[-1], lines, self._teller)
        if pool is None or pool.total == 0:
            return "These do not go together. Type fewer numbers."
        return self._narrow(pool)

    def _narrow(self, pool: Pool) -> Outcome:
        option = only_option(pool)
        if option is None:
            self._pools.append(pool)
        return option
