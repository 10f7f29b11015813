"""Stacks as compiled code.

A place for a stack is used again, so what points at a stack says how often its place had been used
before: one that is gone is told from the one that lies there now. The stacks of a zone are a chain,
as the cards of a pile are.
"""

from __future__ import annotations

from collections.abc import Sequence

from cardrules.fast.llvm.writing import Code
from cardrules.fast.state.items import Body, Items
from cardrules.fast.state.memory import NOTHING
from cardrules.fast.state.moving import Moving

# So many bits of what points at a stack are the number of its place; above them is its use.
_BITS = 20


class Stacks:
    """Writes what is done with stacks."""

    def __init__(self, moving: Moving) -> None:
        self.moving = moving
        self.code: Code = moving.code
        self.layout = moving.layout
        self.static = str(self.layout.static_zones)
        self.nowhere = str(self.layout.nowhere)

    # -- what points at a stack --------------------------------------------------------------------

    def pointing(self, index: str) -> str:
        """What points at the stack at a place."""
        code = self.code
        used = code.at(self.moving.part("used"), index)
        found = code.plus(code.plus(index, self.static), code.times(used, str(1 << _BITS)))
        # As long as nothing is changed it is there.
        code.note(found, index)
        return found

    def is_there(self, stack: str) -> bool:
        """Whether it is known that a stack is there."""
        return self.code.noted(stack) is not None

    def index(self, stack: str) -> str:
        """The place of a stack that is there, -1 for one that is gone, or none."""
        code = self.code
        known = code.noted(stack)
        if known is not None:
            return known
        place = code.minus(code.lower_bits(stack, _BITS), self.static)
        is_one = code.compare(">=", stack, self.static)
        there = code.both(
            is_one,
            lambda: code.compare(
                "=",
                code.at(self.moving.part("used"), place),
                code.shifted(stack, _BITS),
            ),
        )
        return code.choose("i", there, place, NOTHING)

    def zone(self, stack: str) -> str:
        """The zone of the cards of a stack: an empty one for a stack that is gone."""
        code = self.code
        known = code.noted(stack)
        if known is not None:
            return code.plus(known, self.static)
        index = self.index(stack)
        is_gone = code.compare("<", index, "0")
        return code.choose("i", is_gone, self.nowhere, code.plus(index, self.static))

    def compared(self, stack: str) -> str:
        """A stack as it compares with others: all that are gone are alike."""
        code = self.code
        is_gone = code.both(
            code.compare(">=", stack, "0"), lambda: code.compare("<", self.index(stack), "0")
        )
        return code.choose("i", is_gone, self.nowhere, stack)

    # -- functions ---------------------------------------------------------------------------------

    def write(self) -> None:
        """Write the functions."""
        code, ahead = self.code, self.moving.memory.ahead()
        state = ("%z", "ptr")
        with code.function("new_stack", [state, ("%zone", "i64")], "i64", ahead):
            self._new_stack()
        with code.function("dissolve", [state, ("%index", "i64")], "void", ahead):
            self._leave_zone("%index")
            used = self.moving.part("used")
            code.put(self.moving.part("holder"), "%index", NOTHING)
            code.put(used, "%index", code.plus(code.at(used, "%index"), "1"))
            code.put_in(self.moving.part("free"), "0", "%index")
        with code.function(
            "move_stack", [state, ("%stack", "i64"), ("%zone", "i64")], "void", ahead
        ):
            self._move_stack()

    def _new_stack(self) -> None:
        # There is a place more than there are cards.
        code, free = self.code, self.moving.part("free")
        left = code.at(free, "0")
        index = code.lowest(left)
        code.put(free, "0", code.but_lowest(left))
        self._join_zone(index, "%zone")
        place = code.plus(index, self.static)
        self.moving.piles.clear(place)
        code.give("i", place)

    def begin(self) -> None:
        """There are no stacks in any zone."""
        for zone in self.layout.zones.values():
            if zone.shape == "stacks":
                for at in range(zone.base, zone.base + len(zone.owners)):
                    for name, value in (("top", NOTHING), ("bottom", NOTHING), ("count", "0")):
                        self.code.put(self.moving.part(name), str(at), value)

    def _join_zone(self, index: str, zone: str) -> None:
        """A stack becomes the last of a zone."""
        code, part = self.code, self.moving.part
        last = code.at(part("top"), zone)
        code.put(part("before"), index, last)
        code.put(part("behind"), index, NOTHING)
        code.branch(
            code.compare(">=", last, "0"),
            lambda: code.put(part("behind"), last, index),
            lambda: code.put(part("bottom"), zone, index),
        )
        code.put(part("top"), zone, index)
        code.put(part("count"), zone, code.plus(code.at(part("count"), zone), "1"))
        code.put(part("holder"), index, zone)

    def _leave_zone(self, index: str) -> None:
        code, part = self.code, self.moving.part
        zone = code.at(part("holder"), index)
        before, behind = code.at(part("before"), index), code.at(part("behind"), index)
        code.branch(
            code.compare(">=", before, "0"),
            lambda: code.put(part("behind"), before, behind),
            lambda: code.put(part("bottom"), zone, behind),
        )
        code.branch(
            code.compare(">=", behind, "0"),
            lambda: code.put(part("before"), behind, before),
            lambda: code.put(part("top"), zone, before),
        )
        code.put(part("count"), zone, code.minus(code.at(part("count"), zone), "1"))

    def _move_stack(self) -> None:
        code = self.code
        index = self.index("%stack")
        moves = code.both(
            code.compare(">=", index, "0"),
            lambda: code.compare("!=", code.at(self.moving.part("holder"), index), "%zone"),
        )
        with code.when(moves):
            top = self.moving.piles.top(code.plus(index, self.static))
            masks = self.moving.part("masks")
            code.take_out(masks, code.at(self.moving.part("holder"), index), top)
            code.put_in(masks, "%zone", top)
            self._leave_zone(index)
            self._join_zone(index, "%zone")
            if self.moving.memory.keeps_knowledge:
                # Those who see them there know what they see.
                self.moving.call("look", code.plus(index, self.static))
            self.moving.changed()


class StacksOf(Items):
    """The stacks of a zone, in the order in which they came."""

    has_tops = True

    def __init__(self, stacks: Stacks, zone: str) -> None:
        super().__init__(stacks.code)
        self._stacks = stacks
        self.zone = zone
        self.most = stacks.code.bits

    def rows(self) -> Sequence[tuple[Items, str]] | None:
        return [(self, "true")]

    def each(self, body: Body) -> None:
        code, part = self.code, self._stacks.moving.part
        at = code.local("i", code.at(part("bottom"), self.zone), (-1, code.bits))
        with code.loop(most=code.bits) as loop:
            index = code.read(at)
            with code.when(code.compare("<", index, "0")):
                code.leave(loop)
            code.known(index, 0, code.bits)
            code.write(at, code.at(part("behind"), index))
            body(self._stacks.pointing(index))

    def count(self) -> str:
        return self.code.at(self._stacks.moving.part("count"), self.zone)

    def some(self) -> str:
        return self.code.compare("!=", self.count(), "0")

    def tops(self) -> str:
        return self.code.at(self._stacks.moving.part("masks"), self.zone)


class ThoseOfTops(Items):
    """The stacks of a collection whose top card is in a set."""

    def __init__(self, stacks: Stacks, of: Items, wanted: str) -> None:
        super().__init__(stacks.code)
        self._stacks, self._of, self._wanted = stacks, of, wanted

    def _fits(self, stack: str) -> str:
        zone, piles = self._stacks.zone(stack), self._stacks.moving.piles
        top = piles.top_there(zone) if self._stacks.is_there(stack) else piles.top(zone)
        return self.code.has(self._wanted, top)

    def each(self, body: Body) -> None:
        def look(stack: str) -> None:
            with self.code.when(self._fits(stack)):
                body(stack)

        self._of.each(look)

    def _tops(self) -> str:
        return self.code.in_both(self._of.tops(), self._wanted)

    def count(self) -> str:
        return self.code.size(self._tops())

    def some(self) -> str:
        return self.code.some(self._tops())

    def nth(self, number: str) -> str:
        rows = self._of.rows()
        if rows is None:
            return super().nth(number)
        code, stacks = self.code, self._stacks
        zone, tops, left, before = "0", "0", "0", "0"
        for row, is_there in rows:
            assert isinstance(row, StacksOf)
            own = code.choose("m", is_there, code.in_both(row.tops(), self._wanted), "0")
            size = code.size(own)
            # It is in the last row that does not begin behind it.
            begins = code.hold(code.some(own), code.compare("<=", before, number))
            zone = code.choose("i", begins, row.zone, zone)
            tops = code.choose("m", begins, own, tops)
            left = code.choose("i", begins, code.minus(number, before), left)
            before = code.plus(size, before)

        def only_one() -> str:
            place = code.at(stacks.moving.part("place"), code.lowest(tops))
            return code.minus(place, stacks.static)

        def one_of_them() -> str:
            found = code.local("i", "0")
            rest = code.local("i", left)
            with code.block() as block:

                def look(stack: str) -> None:
                    with code.when(self._fits(stack)):
                        with code.when(code.compare("=", code.read(rest), "0")):
                            code.write(found, stacks.index(stack))
                            code.leave(block)
                        code.write(rest, code.minus(code.read(rest), "1"))

                StacksOf(stacks, zone).each(look)
            return code.read(found)

        is_one = code.compare("=", code.size(tops), "1")
        return stacks.pointing(code.one_of("i", is_one, only_one, one_of_them))


class WithGone(Items):
    """Stacks that have a name: some may be gone since, and all of these are alike."""

    def __init__(self, stacks: Stacks, of: Items) -> None:
        super().__init__(of.code)
        self._stacks, self._of = stacks, of
        self.most = of.most

    def each(self, body: Body) -> None:
        self._of.each(body)

    def count(self) -> str:
        return self._of.count()

    def some(self) -> str:
        return self._of.some()

    def nth(self, number: str) -> str:
        return self._of.nth(number)

    def has(self, thing: str) -> str:
        code, wanted = self.code, self._stacks.compared(thing)
        return self._of.until(lambda item: code.compare("=", self._stacks.compared(item), wanted))
