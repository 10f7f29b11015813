"""What is still possible in a choice, and the questions that narrow it down, as plain data."""

from __future__ import annotations

from collections.abc import Hashable, Sequence

import attrs

from cardrules.engine.sets.answers import Answer, Chain, parts_of
from cardrules.engine.sets.counted import count_of
from cardrules.table.teller import Teller

# So many actions are listed as they are.
FEW = 15
# More than so many are not made, where the engine can do without.
MANY = 5000


@attrs.frozen
class Listed:
    """Answers that are still possible.

    `taken`: what a set of cards is already known to hold, in choice number `at`.
    """

    answers: tuple[Answer, ...]
    at: int = -1
    taken: tuple[Hashable, ...] = ()

    @property
    def total(self) -> int:
        """How many there are."""
        return len(self.answers)


@attrs.frozen
class Lazy:
    """Answers that are too many to be made: a chain, or parts of which at least one is a chain.

    `taken`: what the set of cards that is put together has already, where it is one of a list.
    """

    answers: Sequence[Answer]
    taken: tuple[Hashable, ...] = ()

    @property
    def total(self) -> int:
        """How many there are, which may be beyond what `len` can say."""
        return count_of(self.answers)


Pool = Listed | Lazy


@attrs.frozen
class Line:
    """Something to choose: its words, how many actions are behind it, and which."""

    text: str
    pool: Pool
    count: int
    # What the line adds to a set, if it does, and the words for that alone.
    part: Hashable = None
    name: str = ""


@attrs.frozen(kw_only=True)
class Question:
    """What is asked next. `single`: each line is one action.

    `pieces`: what has been chosen already, as pieces not to be broken, with a blank between.
    """

    title: str
    pieces: tuple[str, ...] = ()
    lines: tuple[Line, ...]
    total: int
    single: bool
    # The action and the choice whose set is put together, if one is: lines are cards then, of
    # which several can be taken one after the other.
    set_of: tuple[int, int] | None = None
    # The numbers of the lines, if they are not 1, 2, 3 ...
    numbers: tuple[int, ...] = ()

    @property
    def so_far(self) -> str:
        """What has been chosen already, in words."""
        return " ".join(self.pieces)

    @property
    def several(self) -> bool:
        """Whether a set is put together."""
        return self.set_of is not None

    @property
    def last(self) -> int:
        """How many lines at the end are worth to be seen always: that of a set with no more."""
        return sum(line.part is None for line in self.lines) if self.several else 0

    @property
    def numbered(self) -> dict[int, Line]:
        """The lines by their numbers."""
        numbers = self.numbers or range(1, len(self.lines) + 1)
        return dict(zip(numbers, self.lines, strict=True))


def whole_pool(answers: Sequence[Answer], teller: Teller) -> Pool:
    """The pool of all legal answers."""
    if count_of(answers) > MANY and any(isinstance(part, Chain) for part in parts_of(answers)):
        return Lazy(answers)
    return Listed(tuple(sorted(answers, key=teller.sort_key)))


def only_answer(pool: Pool) -> Answer | None:
    """The answer of a pool with just one."""
    return pool.answers[0] if pool.total == 1 else None


def joined(lines: Sequence[Line]) -> Pool | None:
    """One pool for several lines, if they can be listed."""
    answers: dict[Answer, None] = {}
    for line in lines:
        if not isinstance(line.pool, Listed):
            return None
        answers.update(dict.fromkeys(line.pool.answers))
    return Listed(tuple(answers))


def numbered_like(first: Question, now: Question) -> Question:
    """A later question about a set, in which each card has the number of the first question."""
    known: dict[Hashable, int] = {}
    for line in (*first.lines, *now.lines):
        if line.part is not None:
            known.setdefault(line.part, len(known) + 1)
    # At most one line is no card, the one that takes nothing more; it comes last.
    numbers = (known.get(line.part, len(known) + 1) for line in now.lines)
    return attrs.evolve(now, numbers=tuple(numbers))
