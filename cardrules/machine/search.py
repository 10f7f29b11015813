"""The search for what can be chosen at a question, as data.

A search is a walk through a tree. Its steps come in the order of the rules: loops over what can be
chosen, tests, and names. An answer is a value for each loop, such that all tests on the way hold;
answers come in the order of the loops, the first outermost. Cards of one kind in a spread count
once, and so do sets that look the same.

What depends on what is found out once, in lowering, and read by all: by whoever lists the answers,
counts them, finds one by its number or by its values, or says why there is none.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal

import attrs

from cardrules.model import ir
from cardrules.model.types import SETS
from cardrules.plain import Plain

# In what order the values of a choice come, as `docs/design/order-of-actions.md` says it.
Order = Literal[
    "cards of a spread",
    "cards of a pile",
    "zones of several players",
    "stacks",
    "players",
    "teams",
    "values in braces",
    "numbers of a card",
    "zones",
    "a + b",
    "sets of cards",
    "sets put together",
    "families",
    "unions",
]


class Bound(Plain):
    """A bound of sets: how many cards they have, or what the sum of an attribute is.

    `measure` is the attribute, None for the number of cards; `value` does not look at the set.
    """

    measure: str | None
    operator: Literal["=", "<", "<=", ">", ">="]
    value: ir.Expr


class Growing(Plain):
    """What holds of a set that is not complete, if it is part of one that fits.

    `least` are the cards that it has, at least one, and `most` these with those that may still
    come, all behind them in the order of kinds: the numbers of two bound names. Where the condition
    does not hold, no set between both fits.
    """

    least: int
    most: int
    condition: ir.Expr


class Sets(Plain):
    """Subsets of cards by what bounds them, and by the conditions that are left besides.

    With bounds alone they are counted, and the n-th of them is found, without making them. Others
    are tried one by one, or, where it is known what holds while they grow, made card by card.
    """

    bounds: tuple[Bound, ...]
    rest: tuple[ir.Expr, ...]
    maximal: bool
    growing: Growing | None = None

    @property
    def are_counted(self) -> bool:
        """Whether they are counted rather than made."""
        return not self.maximal and not self.rest


class Inner(Plain):
    """A part of an expression that goes through a collection, and on which loops it depends."""

    value: ir.Expr
    depends_on: tuple[int, ...]


class Step(Plain):
    """A step of a search.

    `looks_at`: the numbers of the loops and names before it that it looks at itself, among all
    steps. `depends_on`: the numbers of the loops, among loops, on whose values it depends, be it by
    way of names; with none it is the same whatever is chosen. `inner`: the parts of a test.
    """

    origin: ir.Origin
    looks_at: tuple[int, ...]
    depends_on: tuple[int, ...]
    inner: tuple[Inner, ...] = ()

    @property
    def value(self) -> ir.Expr:
        """What is worked out in this step."""
        raise NotImplementedError

    @property
    def earliest(self) -> int:
        """The number of the first step in whose place it could stand."""
        return max(self.looks_at, default=-1) + 1


class Loop(Step):
    """All values of a choice, into its slot. A condition on it is the test behind it.

    `number`: which loop it is. `order`: in what order they come, or of which orders one counts;
    none where that cannot be read off. `sets`: of which subsets its values are taken, where that
    can be read off. `may_be_many`: whether these are counted, or may be. `apart`: the cards with
    which tests compare the one that is chosen; cards that look the same are one value only if none
    of them is among these, or all are.
    """

    number: int
    choice: ir.Choice
    order: tuple[Order, ...]
    apart: tuple[ir.Expr, ...]
    sets: tuple[Sets, ...]
    may_be_many: bool

    @property
    def value(self) -> ir.Expr:
        return self.choice.domain

    @property
    def slot(self) -> int:
        """Where its values lie."""
        return self.choice.slot

    @property
    def name(self) -> str:
        """What the rules call it."""
        return self.choice.name


class Test(Step):
    """Goes on only if a condition holds; `of` is the loop whose condition it is, if it is one."""

    condition: ir.Expr
    of: int | None

    @property
    def value(self) -> ir.Expr:
        return self.condition


class Name(Step):
    """A value into the slot of a name."""

    slot: int
    name: str
    named: ir.Expr

    @property
    def value(self) -> ir.Expr:
        return self.named


class Stage(Plain):
    """A loop by itself, as it is counted: with values given to those before it.

    `ahead` are the steps before it, and those behind the last loop that do not look at it: each
    test is made at the loop behind it. `within` are the tests on each of its values, and what they
    look at. `matter`: the earlier loops on whose values it depends what is left from here on.
    `free`: whether nothing that decides depends on its values, so that the ways behind it are the
    same for each, and their numbers are multiplied.
    """

    loop: Loop
    ahead: tuple[Step, ...]
    within: tuple[Step, ...]
    matter: tuple[int, ...]
    free: bool


@attrs.frozen(kw_only=True)
class Plan:
    """How what can be chosen is searched for.

    `is_counted`: whether there may be so many answers that they are counted, stage by stage, and
    made only when somebody asks for them.
    """

    steps: tuple[Step, ...]
    stages: tuple[Stage, ...]
    is_counted: bool
    # The loops, and their choices, in their order.
    loops: tuple[Loop, ...] = attrs.field(init=False, eq=False)
    choices: tuple[ir.Choice, ...] = attrs.field(init=False, eq=False)
    # The slots into which the steps lay something.
    slots: frozenset[int] = attrs.field(init=False, eq=False)

    def __attrs_post_init__(self) -> None:
        loops = tuple([item for item in self.steps if isinstance(item, Loop)])
        slots = frozenset([item.slot for item in self.steps if isinstance(item, Loop | Name)])
        object.__setattr__(self, "loops", loops)
        object.__setattr__(self, "choices", tuple([loop.choice for loop in loops]))
        object.__setattr__(self, "slots", slots)


def values_behind(step: Step, steps: Sequence[Step]) -> Iterator[ir.Expr]:
    """What is worked out in one of some steps, and in the names that it looks at, each once."""
    pending, seen = [step], set[int]()
    while pending:
        item = pending.pop()
        yield item.value
        for at in item.looks_at:
            if at not in seen and isinstance(steps[at], Name):
                seen.add(at)
                pending.append(steps[at])


@attrs.frozen(kw_only=True)
class Search:
    """What can be chosen: an action, an interrupt, or a choice within effects.

    An answer is a value for each choice, in their order. `given` slots come from outside: the
    parameters of a window. With `in_frame` the other names are those of the procedure that asks.
    `secret`: only what is told of it, if anything is, tells others what was chosen. `procedure` is
    what is carried out with the answer, -1 for a choice within effects.
    """

    index: int
    name: str
    label: str
    plan: Plan
    # As the rules state it, before options and players were known; for telling alone.
    stated: Plan
    given: int
    in_frame: bool
    secret: bool
    # Whether the rules say what is told of it.
    is_told: bool
    procedure: int
    origin: ir.Origin
    # The choices, in their order.
    choices: tuple[ir.Choice, ...] = attrs.field(init=False, eq=False)
    # Whether each of them is one of sets, if any is.
    of_sets: tuple[bool, ...] = attrs.field(init=False, eq=False)

    def __attrs_post_init__(self) -> None:
        choices = self.plan.choices
        of_sets = tuple([choice.type == SETS for choice in choices])
        object.__setattr__(self, "choices", choices)
        object.__setattr__(self, "of_sets", of_sets if any(of_sets) else ())

    def loop_of(self, choice: ir.Choice) -> Loop:
        """The loop over the values of a choice."""
        return next(loop for loop in self.plan.loops if loop.choice is choice)

    @property
    def unless_forced(self) -> bool:
        """Whether nobody need be asked if there is just one possibility."""
        return bool(self.choices) and all([choice.unless_forced for choice in self.choices])
