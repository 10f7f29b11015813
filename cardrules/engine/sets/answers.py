"""Answers that are not made before they are looked at.

Most decisions have a few dozen answers, which generated loops list (`source/legal.py`).
Where an action takes one of very many sets of cards, its answers are a chain: choice after choice,
each with the values that the choices before it leave. A chain is counted, indexed and narrowed
without making its answers, as far as a choice does not depend on the values of the one before it.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import accumulate
from typing import Any, NoReturn

from cardrules.engine.sets.combinations import Combinations
from cardrules.engine.sets.counted import Counted, TooManyError, count_of
from cardrules.engine.work import TooMuchWorkError, Working, counted, spend
from cardrules.machine.search import Search

# A search with the values of its choices, as a tuple; `PASS` is to do nothing in a window.
Answer = tuple[Any, ...]
PASS: Answer = (-1,)

# The values of a stage, by what they look at and those chosen before.
Values = Callable[..., Sequence[Any]]
# What is left of the values of a choice.
Keep = Callable[[Sequence[Any]], Sequence[Any]]
# Values on which something depends are gone through one by one, up to so many at a decision.
MOST_VALUES = 200_000
# The steps of work in making a set, besides what is done with it.
SET_STEPS = 20
# So many numbers in the tables by which sets are counted take as long as one value.
_CELLS_OF_A_VALUE = 10


class Chain(Counted[Answer]):
    """The answers of one search, stage by stage.

    `functions` give the values of each stage, `context` is what they look at: state, frame, player;
    the values chosen before follow. Raises `TooManyError` if it cannot be counted.
    """

    def __init__(
        self,
        search: Search,
        functions: Sequence[Values],
        context: tuple[Any, ...],
        kept: tuple[Keep | None, ...] = (),
        known: Sequence[tuple[Answer, Sequence[Any]] | None] = (),
    ) -> None:
        self.search = search.index
        self._search = search
        self._stages = search.plan.stages
        self._functions = functions
        self._context = context
        self._kept = kept or (None,) * len(functions)
        # For each step what was asked last: the values before it that matter, and the answer.
        self._values = list(known) or [None] * len(functions)
        # How many answers there are from a step on, by the values before it that matter; and for
        # each value of the step how many up to its last.
        self._counts: dict[tuple[int, Answer], int] = {}
        self._ends: dict[tuple[int, Answer], list[int]] = {}
        self._looked_at = 0
        self._is_counted = False
        self.total = self._count(())
        self._is_counted = True

    def keeping(self, step: int, keep: Keep) -> Chain:
        """The answers with those values of a stage that `keep` leaves."""
        self._context[0].work = 0
        before = self._kept[step]
        both = keep if before is None else lambda values: keep(before(values))
        kept = (*self._kept[:step], both, *self._kept[step + 1 :])
        # What depends on no value before it, and has been listed, is not listed again.
        known: list[tuple[Answer, Sequence[Any]] | None] = [None] * len(self._stages)
        for at, last in enumerate(self._values[: step + 1]):
            if last is not None and not self._stages[at].matter:
                known[at] = last if at < step else (last[0], keep(last[1]))
        return Chain(self._search, self._functions, self._context, kept, known)

    def values(self, *earlier: Any) -> Sequence[Any]:
        """The values of a stage, with those of all steps before it."""
        at = len(earlier)
        key = self._what_matters(earlier)
        last = self._values[at]
        if last is not None and last[0] == key:
            return last[1]
        s = self._context[0]
        before = s.work
        if self._is_counted:
            # What is looked at later is a question of its own.
            s.work = 0
        try:
            found = self._functions[at](*self._context, *earlier)
        except TooManyError as error:
            error.step = at
            raise
        if self._is_counted:
            s.work = before
        keep = self._kept[at]
        if keep is not None:
            found = keep(found)
        if at and isinstance(found, Combinations) and found.limits.measures:
            # To count sets by their sums again and again takes its time, too.
            self._look_at(found.cells // _CELLS_OF_A_VALUE, at - 1)
        self._values[at] = key, found
        return found

    def open_step(self) -> tuple[int, Sequence[Any]] | None:
        """The first step that leaves something to choose, with its values; none if all is fixed."""
        earlier: list[Any] = []
        for at in range(len(self._stages)):
            values = self.values(*earlier)
            if len(values) != 1:
                return at, values
            earlier.append(values[0])
        return None

    def _what_matters(self, earlier: Answer) -> Answer:
        return tuple([earlier[number] for number in self._stages[len(earlier)].matter])

    def _count(self, earlier: Answer) -> int:
        at = len(earlier)
        if at == len(self._stages):
            return 1
        key = at, self._what_matters(earlier)
        if key not in self._counts:
            self._counts[key] = self._counted(earlier)
        return self._counts[key]

    def _counted(self, earlier: Answer) -> int:
        values = self.values(*earlier)
        if len(earlier) == len(self._stages) - 1 or not len(values):
            return count_of(values)
        if self._stages[len(earlier)].free:
            return count_of(values) * self._count((*earlier, values[0]))
        return self._ends_after(earlier, values)[-1]

    def _ends_after(self, earlier: Answer, values: Sequence[Any]) -> list[int]:
        """For each value of a stage how many answers there are up to its last."""
        at = len(earlier)
        key = at, self._what_matters(earlier)
        if key not in self._ends:
            self._look_at(count_of(values), at)
            counts = [self._count((*earlier, value)) for value in values]
            self._ends[key] = list(accumulate(counts))
        return self._ends[key]

    def _look_at(self, values: int, at: int) -> None:
        """Note how much of a stage has been gone through; raises `TooManyError` if it is a lot."""
        self._looked_at += values
        if self._looked_at > MOST_VALUES:
            error = TooManyError("answers", MOST_VALUES)
            error.step = at
            raise error

    def _numbered(self, index: int) -> Answer:
        earlier: Answer = ()
        for at, stage in enumerate(self._stages):
            values = self.values(*earlier)
            if at == len(self._stages) - 1:
                return (self.search, *earlier, values[index])
            if stage.free:
                behind = self._count((*earlier, values[0]))
                number, index = divmod(index, behind)
            else:
                ends = self._ends_after(earlier, values)
                number = bisect_right(ends, index)
                index -= ends[number - 1] if number else 0
            earlier = (*earlier, values[number])
        return (self.search, *earlier)

    def __iter__(self) -> Iterator[Answer]:
        return self._from(())

    def __contains__(self, answer: object) -> bool:
        if not isinstance(answer, tuple) or len(answer) != 1 + len(self._stages):
            return False
        return answer[0] == self.search and all(
            value in self.values(*answer[1 : at + 1]) for at, value in enumerate(answer[1:])
        )

    def _from(self, earlier: Answer) -> Iterator[Answer]:
        if len(earlier) == len(self._stages):
            yield (self.search, *earlier)
            return
        for value in self.values(*earlier):
            yield from self._from((*earlier, value))


class Joined(Counted[Answer]):
    """Parts one after the other: lists of answers, and chains."""

    def __init__(self, parts: Sequence[Sequence[Answer]]) -> None:
        self.parts = [one for part in parts for one in parts_of(part) if len(one)]
        self._ends = list(accumulate(count_of(part) for part in self.parts))
        self.total = self._ends[-1] if self._ends else 0

    def _numbered(self, index: int) -> Answer:
        number = bisect_right(self._ends, index)
        return self.parts[number][index - (self._ends[number - 1] if number else 0)]

    def __contains__(self, answer: object) -> bool:
        return any(answer in part for part in self.parts)

    def __iter__(self) -> Iterator[Answer]:
        for part in self.parts:
            yield from part


def parts_of(answers: Sequence[Answer]) -> Sequence[Sequence[Answer]]:
    """The lists and chains of which answers are made."""
    return answers.parts if isinstance(answers, Joined) else [answers]


def joined(parts: Sequence[Sequence[Answer]]) -> Sequence[Answer]:
    """Answers made of parts; what can be a list is one."""
    some = [part for part in parts if part]
    if not any(isinstance(part, Counted) for part in some):
        return [answer for part in some for answer in part]
    return some[0] if len(some) == 1 else Joined(some)


def counted_sets(s: Working, sets: Sequence[Any], each: int) -> Sequence[Any]:
    """Sets that are all gone through; raises `TooManyError` if there are too many of them."""
    if count_of(sets) > MOST_VALUES:
        raise TooManyError("sets", MOST_VALUES)
    return counted(s, sets, each + SET_STEPS)


def all_of(s: Working, values: Sequence[Any], each: int = 1) -> Sequence[Any]:
    """All of some values, be they sets or single things."""
    count = counted_sets if isinstance(values, Counted) else counted
    return count(s, values, each)


def refuse(out: Sequence[Answer]) -> NoReturn:
    """Stop the listing of answers: there are too many of them, or it is too much work."""
    if len(out) > MOST_VALUES:
        raise TooManyError("ways", MOST_VALUES)
    raise TooMuchWorkError


def until_one_fits(s: Working, sets: Sequence[Any], each: int) -> Iterable[Any]:
    """Sets that are gone through until one fits; raises `TooManyError` if none does for long."""
    if count_of(sets) <= MOST_VALUES:
        return counted(s, sets, each + SET_STEPS)
    return _until_too_many(s, sets, each + SET_STEPS)


def _until_too_many(s: Working, sets: Sequence[Any], each: int) -> Iterator[Any]:
    for number, one in enumerate(sets):
        if number == MOST_VALUES:
            raise TooManyError("sets", MOST_VALUES)
        spend(s, each)
        yield one


# What generated loops call.
FUNCTIONS: dict[str, Callable[..., Any]] = {
    "counted_sets": counted_sets,
    "refuse": refuse,
    "until_one_fits": until_one_fits,
}
