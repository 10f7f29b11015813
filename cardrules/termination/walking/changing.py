"""What an instruction lays into slots, registers and variables."""

from __future__ import annotations

from cardrules.machine import code
from cardrules.termination.linear import ZERO, Sum
from cardrules.termination.path import (
    Cards,
    Kept,
    Number,
    Part,
    Path,
    Row,
    Sealed,
    Somebody,
    Stack,
    Value,
)
from cardrules.termination.reading.contents import as_kept
from cardrules.termination.walking.shifting import Shifting
from cardrules.termination.walking.ways import END, Ways


class Changing(Shifting):
    """Follows what changes anything but where cards lie."""

    def lay(self, path: Path, slot: int, value: Value) -> None:
        """A value into a slot."""
        path.frame.slots[slot] = value
        path.seats = {key: who for key, who in path.seats.items() if slot not in key}

    def assign(self, path: Path, x: code.Assign | code.Put) -> None:
        """A value into a slot."""
        value = self.value(path, x.value)
        if isinstance(x.value, code.Element):
            self._element(path, x.slot, x.value)
            return
        self.lay(path, x.slot, value)

    def _element(self, path: Path, slot: int, x: code.Element) -> None:
        """One of the things of a slot; of players it is the same wherever it is named so."""
        if x.type.base == "player":
            self.lay(path, slot, Somebody(self.player(path, x)))
            return
        found = path.frame.slots.get(x.slot)
        if isinstance(found, Cards) and x.type.base == "card":
            zones = {part.zone for part in found.parts}
            zone = zones.pop() if len(zones) == 1 else None
            self.lay(path, slot, Cards((Part(zone, Sum(1)),)))
            return
        self.lay(path, slot, Stack(None, there=False) if x.type.base == "stack" else None)

    def put_all(self, path: Path, x: code.PutAll) -> None:
        """All things of a collection into a slot."""
        element = x.value.type.element
        is_cards = element is not None and element.base == "card"
        value: Value = as_kept(self.cards(path, x.value)) if is_cards else self.many(path, x.value)
        self.lay(path, x.slot, value)

    def put_tuple(self, path: Path, x: code.PutTuple) -> None:
        """Several values into a slot; none: there are no answers yet."""
        if not x.values:
            self.lay(path, x.slot, Sealed(ZERO, ()))
            return
        self.lay(path, x.slot, Row(tuple([self.value(path, one) for one in x.values])))

    def keep(self, path: Path, x: code.Keep) -> None:
        """Registers into a slot."""
        self.lay(path, x.slot, Kept(path.frame.me))

    def count_down(self, path: Path, x: code.CountDown) -> None:
        """One less in a slot."""
        found = path.frame.slots.get(x.slot)
        if isinstance(found, Number):
            path.know(found.value - 1)
            self.lay(path, x.slot, Number(found.value - 1))

    def pass_on(self, path: Path, x: code.PassOn) -> None:
        """Whose turn is next."""
        found = path.frame.slots.get(x.current)
        if isinstance(found, Somebody):
            path.passed = found.who
        self.lay(path, x.current, Somebody(self.table.somebody()))

    def pick(self, path: Path, x: code.Pick) -> None:
        """One of several things, or none."""
        self.lay(path, x.slot, self.element(path, x.domain, is_certain=False))

    # -- registers and variables -------------------------------------------------------------------

    def restore(self, path: Path, x: code.Restore) -> None:
        """Registers as they were."""
        found = path.frame.slots.get(x.slot)
        if "me" in x.registers:
            path.frame.me = found.me if isinstance(found, Kept) else None
            path.able = None
        for name in ("round", "turn"):
            if name in x.registers:
                path.amounts["register", name] = self.table.unknowns.new()
        if "next_turn" in x.registers:
            path.is_moved = True

    def set_register(self, path: Path, x: code.SetRegister) -> None:
        """A value into a register."""
        if x.register == "me":
            path.frame.me = self.player(path, x.value)
            path.able = None
        elif x.register in ("round", "turn"):
            path.amounts["register", x.register] = self.number(path, x.value)
        elif x.register == "next_turn":
            path.is_moved = True

    def reverse(self, path: Path, x: code.Reverse) -> None:
        """The direction of play is the other one."""
        path.is_moved = True

    def set_variable(self, path: Path, x: code.SetVariable) -> Ways:
        """A new value for a variable."""
        self.may_change(path, Sum(1))
        path.able = None
        if x.variable in self.table.flags:
            ways = []
            for truth in (True, False):
                for way in self.where(path, x.value, holds=truth):
                    way.fixed["flag", x.variable] = truth
                    ways.append(way)
            return {END: ways}
        if x.variable in self.table.numbers:
            path.amounts["variable", x.variable] = self.number(path, x.value)
        return {END: [path]}

    def move_tokens(self, path: Path, x: code.MoveTokens) -> None:
        """Tokens from the supply, or back."""
        number = self.table.unknowns.new()
        path.know(number)
        self.may_change(path, Sum(1))
        path.able = None
        left = path.amounts["tokens", x.token]
        path.amounts["tokens", x.token] = left + number if x.back else left - number
        path.know(path.amounts["tokens", x.token])

    def nothing(self, path: Path, x: code.Instruction) -> None:
        """What changes nothing that is measured."""

    def shown(self, path: Path, x: code.Instruction) -> None:
        """What may count as a change, and is none for what is measured."""
        self.may_change(path, Sum(self.table.layout.cards))
