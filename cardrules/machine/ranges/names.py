"""What is known at one place of a procedure: of its slots, and of variables there."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

from cardrules.machine.ranges.bounds import Bound, Interval, joined
from cardrules.model import ir

# Whose a variable is, as far as places can be told apart by it: nobody's, that of who acts, whose
# turn it is or who went first, or that of whoever lies in a slot.
Holder = tuple[str, int]
Variable = tuple[str, Holder]
SHARED: Holder = ("shared", 0)


def holder_of(x: ir.Expr | None) -> Holder | None:
    """Whose a variable is; None if that cannot be told from other places."""
    match x:
        case None:
            return SHARED
        case ir.Role():
            return x.role, 0
        case ir.Local():
            return "slot", x.slot
        case ir.NotNone():
            return holder_of(x.value)
    return None


class Names(NamedTuple):
    """Bounds of slots, and those of variables that are closer here than everywhere.

    A slot that is not in it has not been laid into, or nothing is known of it.
    """

    slots: Mapping[int, Bound | None] = MappingProxyType({})
    variables: Mapping[Variable, Interval] = MappingProxyType({})

    def with_slot(self, slot: int, bound: Bound | None) -> Names:
        """The same with something laid into a slot."""
        return Names(
            {**self.slots, slot: bound}, self._without(lambda key: key[1] != ("slot", slot))
        )

    def with_closer_slot(self, slot: int, bound: Bound | None) -> Names:
        """The same with more known of what lies in a slot."""
        return Names({**self.slots, slot: bound}, self.variables)

    def with_variable(self, key: Variable, bound: Interval) -> Names:
        """The same with more known of a variable."""
        return Names(self.slots, {**self.variables, key: bound})

    def set(self, name: str, holder: Holder | None, value: Interval) -> Names:
        """The same after a variable has got a value; other holders may be the same player."""
        kept: dict[Variable, Interval] = {
            key: found.joined(value) if key[0] == name else found
            for key, found in self.variables.items()
        }
        if holder is not None:
            kept[name, holder] = value
        return Names(self.slots, kept)

    def without_variables(self, names: Iterable[str]) -> Names:
        """The same where variables may have any of their values."""
        gone = frozenset(names)
        return Names(self.slots, self._without(lambda key: key[0] not in gone))

    def without_roles(self, roles: Iterable[str]) -> Names:
        """The same where somebody else acts, or has the turn."""
        gone = frozenset(roles)
        return Names(self.slots, self._without(lambda key: key[1][0] not in gone))

    def for_called(self, slots: Mapping[int, Bound | None], *, same_me: bool = True) -> Names:
        """What is known where another procedure begins, with this in its slots; `same_me`: who acts
        here acts there.
        """
        strange = ("slot",) if same_me else ("slot", "me")
        return Names(slots, self._without(lambda key: key[1][0] not in strange))

    def _without(self, keeps: Callable[[Variable], bool]) -> dict[Variable, Interval]:
        return {key: found for key, found in self.variables.items() if keeps(key)}


def joined_names(
    one: Names | None,
    other: Names | None,
    join: Callable[[Any, Any], Any] = joined,
) -> Names | None:
    """What is known where it may have come from the one or the other place; None: from nowhere."""
    if one is None or one == other:
        return other
    if other is None:
        return one
    slots = {at: join(one.slots[at], other.slots[at]) for at in one.slots if at in other.slots}
    variables = {
        key: join(one.variables[key], other.variables[key])
        for key in one.variables
        if key in other.variables
    }
    return Names(slots, variables)
