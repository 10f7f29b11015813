"""One way through a program: what is known at its end of amounts, slots, and where cards lie.

Amounts are measured in all zones of a name together, so that it makes no difference whose hand a
card lies in. What can be told apart without numbers is `fixed`: whether a flag is set, and in which
zones the only card of a line lies.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from cardrules.termination.linear import Sum

# What is measured: `zone` and its name, `variable`, `tokens` (left in the supply), `register`, and
# within a loop `slot` and its number.
Key = tuple[str, Any]
# What is fixed: `card` and its line, `flag` and its name.
Fixed = Mapping[Key, Any]


# ---- What can lie in a slot ----------------------------------------------------------------------


class Number(NamedTuple):
    """A number."""

    value: Sum


class Somebody(NamedTuple):
    """A player, who is always the same one under the same number."""

    who: int


class Part(NamedTuple):
    """So many cards of a zone; none: it is not known where they lie.

    `whole`: all of the zones of that name. `line`: it is the only card of that line. `sealed`: of
    an answer in that slot.
    """

    zone: str | None
    number: Sum
    whole: bool = False
    line: int | None = None
    sealed: int | None = None


class Cards(NamedTuple):
    """Cards, or a card, or none: parts that have no card in common."""

    parts: tuple[Part, ...]


class Stack(NamedTuple):
    """A stack in a zone of stacks; none: it is not known in which. `there`: it is not gone."""

    zone: str | None
    there: bool


class Many(NamedTuple):
    """So many things; `everybody`: all players, each once."""

    number: Sum
    everybody: bool = False


class Sealed(NamedTuple):
    """So many answers under seal, and what lies in each at the places of the names."""

    number: Sum
    values: tuple[Any, ...]


class Row(NamedTuple):
    """Several values side by side."""

    values: tuple[Any, ...]


class Kept(NamedTuple):
    """Who acted before."""

    me: int | None


Value = Number | Somebody | Cards | Stack | Many | Sealed | Row | Kept | None


class Frame:
    """The slots of a procedure that is carried out, and who acts there."""

    __slots__ = ("me", "procedure", "slots")

    def __init__(self, procedure: int, slots: dict[int, Value], me: int | None) -> None:
        self.procedure = procedure
        self.slots = slots
        self.me = me

    def copy(self) -> Frame:
        """An independent copy."""
        return Frame(self.procedure, dict(self.slots), self.me)


class Path:
    """A way, as far as it has been followed.

    `facts`: sums that are 0 or more. `empty`: a zone name and a player whose zone is empty.
    `able`: who could take one of some actions now. `seats`: which player an expression means;
    `visited`: all players that were meant so.
    `did`: what was done on the way, in words of the rules. `touched` and `left`: the zones that
    have other cards now, and those that cards have gone out of. `passed`: from whom the turn was
    passed on to the next seat. `is_moved`: whether the order of turns was changed.
    """

    __slots__ = (
        "able", "amounts", "base", "did", "empty", "facts", "fixed", "frames", "is_moved", "left",
        "passed", "seats", "touched", "visited",
    )  # fmt: skip

    def __init__(self) -> None:
        self.fixed: dict[Key, Any] = {}
        self.amounts: dict[Key, Sum] = {}
        # What the amounts were where the innermost loop began anew.
        self.base: Mapping[Key, Sum] = {}
        self.frames: list[Frame] = []
        self.facts: tuple[Sum, ...] = ()
        self.empty: frozenset[tuple[str, int]] = frozenset()
        self.able: tuple[int | None, frozenset[str]] | None = None
        self.seats: dict[Any, int] = {}
        self.did: tuple[str, ...] = ()
        self.touched: frozenset[str] = frozenset()
        self.left: frozenset[str] = frozenset()
        self.passed: int | None = None
        self.is_moved = False
        self.visited: frozenset[tuple[Any, int]] = frozenset()

    def copy(self) -> Path:
        """An independent copy."""
        other = Path()
        other.fixed = dict(self.fixed)
        other.amounts, other.base = dict(self.amounts), self.base
        other.frames = [*self.frames[:-1], self.frames[-1].copy()] if self.frames else []
        other.facts, other.empty, other.able = self.facts, self.empty, self.able
        other.seats, other.did = dict(self.seats), self.did
        other.touched, other.left = self.touched, self.left
        other.passed, other.is_moved = self.passed, self.is_moved
        other.visited = self.visited
        return other

    @property
    def frame(self) -> Frame:
        """That of the procedure that is carried out."""
        return self.frames[-1]

    def know(self, *facts: Sum) -> None:
        """Note sums that are 0 or more."""
        new = [item for item in facts if item.times or item.number < 0]
        if new:
            self.facts += tuple(new)

    def of(self, zone: str) -> Sum:
        """How many cards lie in the zones of a name."""
        return self.amounts["zone", zone]

    # -- what changes ------------------------------------------------------------------------------

    def touch(self, zones: Iterable[str]) -> None:
        """Note that zones have other cards now."""
        names = frozenset(zones)
        self.touched |= names
        self.empty = frozenset(item for item in self.empty if item[0] not in names)
        self.able = None

    def leave(self, zones: Iterable[str], sealed: int | None = None) -> None:
        """Note that cards have gone out of zones: what is known to lie there may be elsewhere."""
        names = frozenset(zones)
        self.left |= names
        self.frames = [_without(frame, names, sealed) for frame in self.frames]

    def key(self) -> tuple[Any, ...]:
        """What makes two ways the same, apart from what is known of unknowns."""
        frame = self.frames[-1] if self.frames else None
        return (
            frozenset(self.fixed.items()),
            frozenset(self.amounts.items()),
            None if frame is None else (frame.me, frozenset(frame.slots.items())),
            self.empty,
            self.able,
            self.passed,
            self.is_moved,
        )


def _without(frame: Frame, zones: frozenset[str], sealed: int | None) -> Frame:
    """A frame where it is not known any more what still lies in some zones."""
    slots = {slot: forgotten(value, zones, sealed) for slot, value in frame.slots.items()}
    return Frame(frame.procedure, slots, frame.me)


def forgotten(value: Value, zones: frozenset[str], sealed: int | None = None) -> Value:
    """A value where it is not known any more whether it still lies in some zones."""
    match value:
        case Cards(parts):
            if all(part.zone not in zones for part in parts):
                return value
            return Cards(
                tuple([part._replace(zone=None, whole=False, line=None) if part.zone in zones
                       else part for part in parts])
            )  # fmt: skip
        case Stack(zone) if zone is None or zone in zones:
            return Stack(None, there=False)
        case Row(values):
            return Row(tuple([forgotten(one, zones) for one in values]))
        case Sealed(number, values):
            kept = tuple([_still_sealed(one, zones, sealed) for one in values])
            return Sealed(number, kept)
    return value


def _still_sealed(value: Value, zones: frozenset[str], sealed: int | None) -> Value:
    """Where one of the sealed answers is carried out, the others still lie where they lay."""
    if (
        isinstance(value, Cards)
        and sealed is not None
        and all(part.sealed == sealed for part in value.parts)
    ):
        return value
    return forgotten(value, zones)


def value_replaced(value: Value, sums: Mapping[int, Sum], who: Mapping[int, int]) -> Value:
    """A value with sums in place of unknowns, and others in place of players."""
    match value:
        case Number(found):
            return Number(found.replaced(sums))
        case Somebody(one):
            return Somebody(who[one])
        case Cards(parts):
            return Cards(
                tuple([part._replace(number=part.number.replaced(sums)) for part in parts])
            )
        case Many(number):
            return value._replace(number=number.replaced(sums))
        case Sealed(number, values):
            return Sealed(
                number.replaced(sums), tuple([value_replaced(one, sums, who) for one in values])
            )
        case Row(values):
            return Row(tuple([value_replaced(one, sums, who) for one in values]))
        case Kept(me):
            return Kept(None if me is None else who[me])
    return value


def sums_in(value: Value) -> Iterable[Sum]:
    """The sums in a value."""
    match value:
        case Number(found):
            return (found,)
        case Cards(parts):
            return [part.number for part in parts]
        case Many(number):
            return (number,)
        case Sealed(number, values):
            return (number, *[item for one in values for item in sums_in(one)])
        case Row(values):
            return [item for one in values for item in sums_in(one)]
    return ()


def players_in(value: Value) -> Iterable[int]:
    """The players in a value."""
    match value:
        case Somebody(who):
            return (who,)
        case Row(values) | Sealed(_, values):
            return [one for item in values for one in players_in(item)]
        case Kept(me) if me is not None:
            return (me,)
    return ()
