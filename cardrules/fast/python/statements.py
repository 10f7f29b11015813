"""What a function of plain Python consists of before it is text: statements, and expressions that
know what they look at.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from collections.abc import Set as AbstractSet

import attrs

from cardrules.fast.llvm.course import Jump

# How tightly parts of expressions hold together, from the loosest on.
(
    ONE_OF_TWO, OR, AND, NOT, COMPARISON, BITS_OR, BITS_AND, SHIFT, SUM, PRODUCT, SIGN, CALL, ATOM,
) = range(13)  # fmt: skip
# What stands for all that functions of the game may look at or change; what begins the name of an
# array, and stands for whichever a function is given; what begins the name of a register.
STATE = "*"
ARRAY = "array "
ANY_ARRAY = "array"
REGISTER = "r_"
# Whether there is something in a list; as a test it is the list.
SOME = "bool({})"
# A thing is laid at a place of an array, and what was there is gone.
PLACE = "{}[{}] = {}"


@attrs.define(eq=False)
class Value:
    """An expression: text with a place for each of its parts, which are names or expressions.

    `needs`: how tightly each part must hold together. `reads`: names and arrays that may be changed
    before it is worked out. `is_call`: working it out does something; `changes`: what of the state
    may be another one then.
    """

    form: str
    parts: Sequence[str | Value] = ()
    binds: int = ATOM
    needs: Sequence[int] = ()
    reads: frozenset[str] = frozenset()
    is_call: bool = False
    changes: frozenset[str] = frozenset()
    # The function of the game that is called.
    calls: str = ""

    def text(self) -> str:
        """It as Python."""
        given = [part_text(part, need) for part, need in zip(self.parts, self.needs, strict=True)]
        return self.form.format(*given)


def part_text(part: str | Value, need: int) -> str:
    """A part of an expression, in brackets if it does not hold together tightly enough."""
    if isinstance(part, str):
        is_odd = part.isdigit() if need == CALL else part.startswith("-") and need > SIGN
        return f"({part})" if is_odd or (need == CALL and part.startswith("-")) else part
    found = part.text()
    return f"({found})" if part.binds < need else found


Part = str | Value


@attrs.define(eq=False)
class Let:
    """A name for a value, which it keeps until it is worked out again."""

    name: str
    value: Value


@attrs.define(eq=False)
class LetAll:
    """Names for several things that a function gives."""

    names: list[str]
    value: Value


@attrs.define(eq=False)
class Set:
    """A name gets another value: of the function, or a register of the game."""

    place: str
    value: Part


@attrs.define(eq=False)
class Put:
    """Something is laid at a place of an array, or what lies there is changed as `form` says."""

    array: str
    known_as: str
    index: Part
    value: Part
    form: str = PLACE


@attrs.define(eq=False)
class Do:
    """A call for what it does."""

    value: Value


@attrs.define(eq=False)
class If:
    """One thing or another is done."""

    test: Part
    then: list[Statement]
    otherwise: list[Statement]


@attrs.define(eq=False)
class Choice:
    """A name for one of two values; what the other one needs is not done."""

    name: str
    test: Part
    then: list[Statement]
    then_value: Part
    otherwise: list[Statement]
    otherwise_value: Part


@attrs.define(eq=False)
class Loop:
    """What is done again and again until it is left."""

    jump: Jump
    body: list[Statement]
    # What must hold before each pass, once that is known.
    test: Part | None = None


@attrs.define(eq=False)
class Through:
    """What is done with each number from one on to another one, with each card of a set, or with
    each thing of a list.
    """

    jump: Jump
    name: str
    over: list[Part]
    body: list[Statement]
    of_cards: bool = False
    is_listed: bool = False


@attrs.define(eq=False)
class Scope:
    """What can be left."""

    jump: Jump
    body: list[Statement]


@attrs.define(eq=False)
class Go:
    """Go on behind a loop or scope, or with the next pass of a loop."""

    jump: Jump
    is_again: bool = False


@attrs.define(eq=False)
class Give:
    """The function is over, and gives values."""

    values: list[Part]


@attrs.define(eq=False)
class Raise:
    """The game is given up."""


Statement = Let | LetAll | Set | Put | Do | If | Choice | Loop | Through | Scope | Go | Give | Raise


@attrs.define(eq=False)
class Function:
    """A function: its parameters, what it does, and the arrays that it needs while it runs, with
    how many things there are.
    """

    name: str
    parameters: list[str]
    body: list[Statement] = attrs.field(factory=list)
    arrays: dict[str, int] = attrs.field(factory=dict)


def parts_of(x: Statement) -> list[Part]:
    """The values at which a statement itself looks; those of a choice come in its blocks."""
    match x:
        case Let() | LetAll() | Do() | Set():
            return [x.value]
        case Put():
            return [x.index, x.value]
        case If() | Choice():
            return [x.test]
        case Through():
            return list(x.over)
        case Give():
            return list(x.values)
        case Loop() if x.test is not None:
            return [x.test]
    return []


def blocks_of(x: Statement) -> list[tuple[list[Statement], list[Part]]]:
    """The blocks of a statement, each with the values at which is looked behind it."""
    match x:
        case If():
            return [(x.then, []), (x.otherwise, [])]
        case Choice():
            return [(x.then, [x.then_value]), (x.otherwise, [x.otherwise_value])]
        case Loop() | Through() | Scope():
            return [(x.body, [])]
    return []


def names_in(part: Part) -> Iterator[str]:
    """All names of an expression, each as often as it stands there."""
    if isinstance(part, str):
        yield part
    else:
        for inner in part.parts:
            yield from names_in(inner)


def reads_of(part: Part) -> frozenset[str]:
    """What is looked at that may be changed."""
    return frozenset() if isinstance(part, str) else part.reads


def walk(block: Sequence[Statement]) -> Iterator[Statement]:
    """All statements of a block, and of those within."""
    for x in block:
        yield x
        for inner, _ in blocks_of(x):
            yield from walk(inner)


def changes(block: Sequence[Statement]) -> set[str]:
    """What is changed in a block."""
    found: set[str] = set()
    for x in walk(block):
        match x:
            case Set():
                found.add(x.place)
            case Put():
                found.add(x.known_as)
            case Let() | LetAll() | Do() if x.value.is_call:
                found |= x.value.changes
    return found


def clash(reads: frozenset[str], changed: AbstractSet[str]) -> bool:
    """Whether something at which is looked is changed."""
    if not reads or not changed:
        return False
    if not reads.isdisjoint(changed):
        return True
    of_state = any(one == STATE or one.startswith((ARRAY, ANY_ARRAY, REGISTER)) for one in reads)
    if STATE in changed and of_state:
        return True
    if STATE in reads:
        return any(one.startswith((ARRAY, ANY_ARRAY, REGISTER)) for one in changed)
    any_read, any_changed = ANY_ARRAY in reads, ANY_ARRAY in changed
    return (any_read and any(one.startswith(ARRAY) for one in changed)) or (
        any_changed and any(one.startswith(ARRAY) for one in reads)
    )


def falls_through(block: Sequence[Statement]) -> bool:
    """Whether what stands behind a block may come after it."""
    if not block:
        return True
    last = block[-1]
    match last:
        case Go() | Give() | Raise():
            return False
        case If():
            return falls_through(last.then) or falls_through(last.otherwise)
        case Loop(test=None):
            return any(isinstance(x, Go) and x.jump is last.jump and not x.is_again
                       for x in walk(last.body))  # fmt: skip
        case Scope():
            return falls_through(last.body) or any(
                isinstance(x, Go) and x.jump is last.jump for x in walk(last.body)
            )
    return True
