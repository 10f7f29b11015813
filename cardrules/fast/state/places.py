"""The places in which cards lie, of whatever shape, and what is the same wherever cards move."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

from cardrules.fast.llvm.checks import Array
from cardrules.fast.llvm.writing import Code
from cardrules.fast.state.memory import NOTHING, Memory
from cardrules.fast.state.piles import Piles
from cardrules.machine.layout import Layout

# What is known of the place to which cards come, or in which they lie.
Shape = Literal["spread", "pile", "stack", "any"]
# A card or a zone as a parameter.
NUMBER = "i64"


class Places:
    """What functions that move cards have in common."""

    def __init__(self, code: Code, memory: Memory, piles: Piles) -> None:
        self.code, self.piles = code, piles
        self.memory = memory
        self.layout: Layout = memory.layout
        code.below_bound.update({
            "%card": code.room_for_cards, "%zone": memory.zones, "%pile": memory.zones,
            "%source": memory.zones, "%player": self.layout.players,
        })  # fmt: skip
        ordered = [int(one) for one in self.layout.ordered]
        more = [int(self.layout.has_stacks)] * (memory.zones - len(ordered))
        self.ordered = code.table("i", [*ordered, *more])
        # Whether somebody wants to know the cards of a zone with an order as a set.
        self.are_piles_sets = False
        # Whether it is worth that: not for what is done rarely.
        self.may_keep_sets = True
        # Whether somebody wants to know how often something was changed.
        self.counts_changes = True

    def part(self, name: str) -> Array:
        """A part of the state."""
        return self.memory.array(name)

    def variable(self, name: str) -> Array:
        """The part in which a variable lies; its number tells the place."""
        return self.memory.variable(name)

    def call(self, name: str, *values: str) -> None:
        """Call one of them."""
        self.code.call(name, [("%z", "ptr"), *[(value, NUMBER) for value in values]])

    def is_ordered(self, zone: str) -> str:
        """Whether a zone has an order."""
        known = set(self.layout.ordered)
        if len(known) == 1:
            return self.code.flag(known.pop())
        return self.code.compare("!=", self.code.at(self.ordered, zone), "0")

    def _exchange_tops(self, zone: str, old: str, new: str) -> None:
        """Another card is the top one of a stack: of the stacks of a zone these are a set."""
        code, masks = self.code, self.part("masks")
        home = code.at(self.part("holder"), code.minus(zone, str(self.layout.static_zones)))
        for card, change in ((old, code.take_out), (new, code.put_in)):
            if card == "%card":
                change(masks, home, card)
            elif card != NOTHING:
                with code.when(code.compare(">=", card, "0")):
                    change(masks, home, card)

    def _in_stack(self, zone: str, then: Callable[[], None], otherwise: Callable[[], None]) -> None:
        """One thing is done for stacks, and another one for zones with an order."""
        if not self.layout.has_stacks:
            otherwise()
            return
        static = str(self.layout.static_zones)
        self.code.branch(self.code.compare(">=", zone, static), then, otherwise)

    def _as_shape(
        self, shape: Shape, zone: str, of_stack: Callable[[], None], of_pile: Callable[[], None]
    ) -> None:
        """One thing is done for a stack, and another one for a pile."""
        if shape == "any":
            self._in_stack(zone, of_stack, of_pile)
        else:
            (of_stack if shape == "stack" else of_pile)()

    def changed(self) -> None:
        """Something is no more as it was."""
        if not self.counts_changes:
            return
        code, registers = self.code, self.part("registers")
        changes = code.number(self.memory.register("changes"))
        code.put(registers, changes, code.plus(code.at(registers, changes), "1"))
