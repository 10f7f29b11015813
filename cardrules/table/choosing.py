"""One person's way from all legal actions to one: numbers, words, and back again."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import attrs

from cardrules.engine.sets.answers import PASS
from cardrules.model.action import Action
from cardrules.table.matching import matching, matching_lines, words_of
from cardrules.table.narrowing import question
from cardrules.table.pools import (
    FEW,
    Line,
    Listed,
    Pool,
    Question,
    joined,
    numbered_like,
    only_answer,
)
from cardrules.table.sets import with_parts
from cardrules.table.teller import Teller
from cardrules.table.typed_words import cards_put_in, is_number, parts_of, quoted


@attrs.frozen
class Unread:
    """Words that mean nothing that can be chosen, and what is told if there is no reason for it."""

    words: str
    text: str


# An action that is taken, lines for somebody who mistyped, or None: there is a new question.
Outcome = Action | str | Unread | None

# So many lines are listed when words could mean several.
_MOST_LISTED = 8
_ONLY_ENTER = (
    "You have no answer to give. Press Enter and the game goes on: you are asked all the same, so "
    "that nobody learns whether you had one."
)
# So many numbers make a row.
_ROW = 3


@attrs.frozen
class _Step:
    """What is still possible, and the question about it.

    `first`: the question with which the set was begun that is put together here, if one is.
    """

    pool: Pool
    question: Question
    first: Question


class Choosing:
    """The steps of a choice so far. `own` are the cards that labels such as `c3` stand for.

    More than `few` actions are asked for step by step.
    """

    def __init__(
        self,
        pool: Pool,
        teller: Teller,
        own: Mapping[str, str],
        few: int = FEW,
    ) -> None:
        self._teller = teller
        self._own = own
        self._few = few
        # The steps, with all that is possible first.
        self._steps: list[_Step] = []
        self._add(pool)

    @property
    def question(self) -> Question:
        """What is asked now."""
        return self._steps[-1].question

    @property
    def only(self) -> Action | None:
        """The action that is taken by Enter, if there is no other."""
        return self._action_of(self._pool)

    @property
    def is_only_pass(self) -> bool:
        """Whether nothing can be done but to pass."""
        return only_answer(self._pool) == PASS

    @property
    def is_first(self) -> bool:
        """Whether no step has been made."""
        return len(self._steps) == 1

    def back(self) -> bool:
        """Go one step back; whether there was one."""
        if self.is_first:
            return False
        self._steps.pop()
        return True

    @property
    def _pool(self) -> Pool:
        return self._steps[-1].pool

    def _add(self, pool: Pool) -> None:
        """Go a step on. In a set, the cards keep the numbers of its first question."""
        asked = first = question(pool, self._teller, self._few)
        before = self._steps[-1] if self._steps else None
        if before is not None and asked.several and asked.set_of == before.question.set_of:
            first = before.first
            asked = numbered_like(first, asked)
        self._steps.append(_Step(pool, asked, first))

    def is_a_line(self, typed: str) -> bool:
        """Whether a line of the question reads exactly like this."""
        return any(typed.lower() == line.text.lower() for line in self.question.lines)

    # -- numbers -----------------------------------------------------------------------------------

    def take_numbers(self, numbers: Sequence[int]) -> Outcome:
        """Take the lines of these numbers, unless one of them could mean a card as well."""
        asked = next(filter(None, map(self._line_or_card, numbers)), "")
        return asked or self.take_lines(numbers)

    def take_lines(self, numbers: Sequence[int]) -> Outcome:
        """Take the lines of these numbers: one, or several cards of a set."""
        lines = self.question.numbered
        wrong = next((number for number in numbers if number not in lines), None)
        if wrong is not None:
            return self._no_line(wrong)
        if len(numbers) == 1:
            return self._narrow(lines[numbers[0]].pool)
        if not self.question.several:
            return "One number at a time, please."
        return self._take_parts([lines[number] for number in numbers])

    @property
    def has_cards_like_numbers(self) -> bool:
        """Whether a number of a line is the name of an own card too."""
        return any(str(number) in self._own.values() for number in self.question.numbered)

    def _line_or_card(self, number: int) -> str:
        """How to say whether a line or a card is meant, where a number may be either."""
        line, card = self.question.numbered.get(number), str(number)
        if line is None or self.is_only_pass or card not in self._teller.faces:
            return ""
        label = self._label_of(card)
        with_card = [one for one in self.question.lines if card in words_of(one.text)]
        meant = self._with_own(with_card, [card]) if label else with_card
        if meant == [line] or not (label or meant):
            return ""
        at = [f"l{at}" for at, one in self.question.numbered.items() if one in meant]
        other = label or (at[0] if len(at) == 1 else "more of what you mean")
        told = f"{number} is line {number} ({line.text}) and a card: type l{number} for the line"
        return f"{told}, or {other} for the card."

    def _label_of(self, card: str) -> str:
        """The label of an own card; nothing for others."""
        return next((label for label, face in self._own.items() if face == card), "")

    def _no_line(self, wrong: int) -> str:
        told = self._no_such_line(wrong)
        label = self._label_of(str(wrong))
        return f"{told} The card {wrong} is {label}." if label else told

    def _no_such_line(self, wrong: int) -> str:
        if self.is_only_pass:
            return _ONLY_ENTER
        numbers = list(self.question.numbered)
        if len(numbers) == 1:
            return f"There is only line {numbers[0]}; there is no {wrong}."
        if numbers == list(range(1, len(numbers) + 1)):
            return f"The lines go from 1 to {len(numbers)}; there is no {wrong}."
        return f"There is no {wrong} here; the lines are {_in_rows(numbers)}."

    # -- words -------------------------------------------------------------------------------------

    def take_words(self, typed: str) -> Outcome:
        """Take what is meant by words: a line, several cards of a set, or any action."""
        return _ONLY_ENTER if self.is_only_pass else self._take_words(typed)

    def _take_words(self, typed: str) -> Outcome:
        asked = self.question
        parts = parts_of(typed, self._own) if asked.several else []
        found = [matching_lines(asked, part, self._teller) for part in parts]
        if len(parts) > 1 and all(len(lines) == 1 for lines in found):
            return self._take_parts([lines[0] for lines in found])
        lines = matching(self._pool, asked, cards_put_in(typed, self._own), self._teller)
        labels = [word for word in typed.lower().split() if word in self._own]
        numbers = [word for word in typed.split() if is_number(word) and word in self._own.values()]
        if numbers and not labels:
            # A number among words is that card rather than another one that the line names too.
            lines = lines or self._of_card(typed, numbers)
            meant = self._with_own(lines, numbers)
            if lines and not meant:
                return self._could_be(typed, lines)
            lines = meant
        if labels:
            own = [self._own[label] for label in labels]
            if not lines and self._is_within_effects:
                # Where only something is chosen, the word for what is done is in no line.
                lines = matching(self._pool, asked, " ".join(own), self._teller)
            lines = self._with_own(lines, own)
            if not lines:
                told = f"{quoted(typed)} is not possible here; why {labels[0]} tells the reasons."
                return Unread(cards_put_in(typed, self._own), told)
        if len(lines) == 1:
            return self._narrow(lines[0].pool)
        if len(parts) > 1:
            typed, lines = next(
                (part, lines) for part, lines in zip(parts, found, strict=True) if len(lines) != 1
            )
        if not lines:
            only = (
                "" if self.only is None else f" Enter takes the only line: {asked.lines[0].text}."
            )
            advice = only or " Type a number, or ? for help."
            told = f"Nothing here reads like {quoted(typed)}.{advice}"
            return Unread(cards_put_in(typed, self._own), told)
        return self._take_any(typed, lines)

    def _of_card(self, typed: str, numbers: Sequence[str]) -> list[Line]:
        """The lines that are meant by `play` and a card, where no action is called so."""
        is_played = typed.lower().split() == ["play", *numbers]
        is_played = is_played and not self._teller.verb_of(["play"])
        found = matching(self._pool, self.question, numbers[0], self._teller) if is_played else []
        return list(found)

    @property
    def _is_within_effects(self) -> bool:
        """Whether something is chosen without naming an action for it."""
        search = self._teller.search(self._pool.answers[0])
        return search is not None and search.secret

    def _take_any(self, typed: str, lines: Sequence[Line]) -> Outcome:
        """Go on with all of several lines, or if that is no step, say which they are.

        It is none in a set: who names cards of it means to take them, and not any one of them.
        """
        pool = joined(lines)
        if pool is not None and pool.total == 1:
            return self._narrow(pool)
        if pool is None or pool.total == self._pool.total or self.question.several:
            return self._could_be(typed, lines)
        return self._narrow(pool)

    def _could_be(self, typed: str, lines: Sequence[Line]) -> str:
        numbers = {line.text: number for number, line in self.question.numbered.items()}
        told = [
            f"  {numbers[line.text]}) {line.text}" if line.text in numbers else f"  {line.text}"
            for line in lines[:_MOST_LISTED]
        ]
        more = len(lines) - _MOST_LISTED
        told += [f"  and {more} more"] if more > 0 else []
        has_number = any(line.text in numbers for line in lines)
        advice = "Type a number, or more of it." if has_number else "Type more of it."
        return "\n".join([f"{quoted(typed)} could be:", *told, advice])

    def _with_own(self, lines: Sequence[Line], faces: Sequence[str]) -> list[Line]:
        """What is left of lines if these cards are the player's own, not others that look alike."""
        found = []
        for line in lines:
            if not isinstance(line.pool, Listed):
                found.append(line)
                continue
            answers = [
                answer
                for answer in line.pool.answers
                if all(self._teller.uses_own(answer, face) for face in faces)
            ]
            if answers:
                pool = attrs.evolve(line.pool, answers=tuple(answers))
                found.append(attrs.evolve(line, pool=pool, count=len(answers)))
        return found

    def _take_parts(self, lines: Sequence[Line]) -> Outcome:
        pool = with_parts(self._pool, lines, self._teller)
        if pool is None or pool.total == 0:
            return "These do not go together. Type fewer numbers."
        return self._narrow(pool)

    def take_pass(self) -> Action:
        """Pass, where an interrupt is asked for."""
        return self._teller.action(PASS)

    def _narrow(self, pool: Pool) -> Outcome:
        action = self._action_of(pool)
        if action is None:
            self._add(pool)
        return action

    def _action_of(self, pool: Pool) -> Action | None:
        answer = only_answer(pool)
        return None if answer is None else self._teller.action(answer)


def _in_rows(numbers: Sequence[int]) -> str:
    """Numbers that rise, several in a row by the first and the last of them."""
    rows: list[list[int]] = []
    for number in numbers:
        if rows and rows[-1][-1] == number - 1:
            rows[-1].append(number)
        else:
            rows.append([number])
    told: list[str] = []
    for row in rows:
        told += [f"{row[0]} to {row[-1]}"] if len(row) >= _ROW else map(str, row)
    return ", ".join(told)
