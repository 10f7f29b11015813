"""The elementary changes of a state, as functions: cards leave a place and come to another one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Literal

import attrs

from cardrules.fast.llvm.checks import Array
from cardrules.fast.llvm.writing import Code
from cardrules.fast.state.memory import NOTHING, Memory
from cardrules.fast.state.piles import Beside, End, Piles
from cardrules.machine.layout import Layout

# A card or a zone as a parameter.
_NUMBER = "i64"
# What is known of the place to which cards come, or in which they lie.
Shape = Literal["spread", "pile", "stack", "any"]


@attrs.frozen
class Source:
    """What is known of where cards lie that are moved: the shape of that place, and whether it is
    never the one to which they come.
    """

    shape: Shape = "any"
    is_other: bool = False


ANYWHERE = Source()


class Moving:
    """Writes the functions that move cards, and calls of them."""

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
        # The functions that are called: their parameters, and what writes them.
        self._called: dict[str, tuple[Sequence[str], Callable[[], None]]] = {}
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

    def write(self) -> None:
        """Write the functions that are called."""
        self._write("take_card", [("%card", _NUMBER)], self._take)
        places = [("%cells", "ptr"), ("%number", _NUMBER), ("%zone", _NUMBER), ("%depth", _NUMBER)]
        self._write("move_between", [*places, ("%is_below", _NUMBER)], self._move_between)
        for name, (parameters, body) in self._called.items():
            self._write(name, [(one, _NUMBER) for one in parameters], body)

    def _write(self, name: str, parameters: list[tuple[str, str]], body: object) -> None:
        assert callable(body)
        with self.code.function(name, [("%z", "ptr"), *parameters], "void", self.memory.ahead()):
            body()

    def _note(self, name: str, parameters: Sequence[str], body: Callable[[], None]) -> None:
        self._called[name] = parameters, body
        self.code.declare(name, ["%z", *parameters])

    def call(self, name: str, *values: str) -> None:
        """Call one of them."""
        self.code.call(name, [("%z", "ptr"), *[(value, _NUMBER) for value in values]])

    def lay(self, card: str, zone: str, shape: Shape, end: End = "top") -> None:
        """A card that lies nowhere comes to an end of a zone."""
        name = f"lay_in_{shape}_{end}"
        self._note(name, ("%card", "%zone"), partial(self._lay, "%card", shape, end))
        self.call(name, card, zone)

    def move(
        self, card: str, zone: str, shape: Shape, end: End = "top", source: Source = ANYWHERE
    ) -> None:
        """A card to an end of another place; one that lies there already is no change."""
        name = f"move_{source.shape}_to_{'other_' if source.is_other else ''}{shape}_{end}"
        self._note(name, ("%card", "%zone"), partial(self._move, shape, end, source))
        self.call(name, card, zone)

    def move_from(self, card: str, source: str, zone: str, shape: Shape, end: End = "top") -> None:
        """A card of a spread to an end of a place that is another one."""
        name = f"move_from_spread_to_{shape}_{end}"
        self._note(name, ("%card", "%source", "%zone"), partial(self._move_from, shape, end))
        self.call(name, card, source, zone)

    def move_set(self, cards: str, source: str, zone: str, shape: Shape, end: End = "top") -> None:
        """Cards of a spread, as a set, to an end of a place that is another one."""
        code, masks = self.code, self.part("masks")
        with code.when(code.some(cards)):
            code.put(masks, source, code.without(code.at(masks, source), cards))
            if shape == "spread":
                code.put(masks, zone, code.in_either(code.at(masks, zone), cards))
            with code.through_cards(cards) as card:
                if shape == "spread":
                    code.put(self.part("place"), card, zone)
                else:
                    self.lay(card, zone, shape, end)
            self.changed()

    def draw(self, pile: str, zone: str, shape: Shape, end: End = "top") -> None:
        """The top card of a pile to an end of another place, or of that pile."""
        name = f"draw_to_{shape}_{end}"
        self._note(name, ("%pile", "%zone"), partial(self._draw, shape, end))
        self.call(name, pile, zone)

    def pour(self, source: str, zone: str) -> None:
        """All cards of a pile or stack into a spread."""
        self._called["pour"] = ("%source", "%zone"), self._pour
        self.call("pour", source, zone)

    def call_between(
        self, cells: Array, number: str, zone: str, depth: str, *, below: bool
    ) -> None:
        """Cards come to lie so many above the lowest card, or below the highest one."""
        given = [(value, _NUMBER) for value in (number, zone, depth, str(int(below)))]
        self.code.call("move_between", [("%z", "ptr"), (cells.place, "ptr"), *given])

    # -- what they do ------------------------------------------------------------------------------

    def is_ordered(self, zone: str) -> str:
        """Whether a zone has an order."""
        known = set(self.layout.ordered)
        if len(known) == 1:
            return self.code.flag(known.pop())
        return self.code.compare("!=", self.code.at(self.ordered, zone), "0")

    def _take(self) -> None:
        zone = self.code.at(self.part("place"), "%card")
        self.code.branch(
            self.is_ordered(zone),
            lambda: self._unlink(zone, "any"),
            lambda: self._out_of_spread(zone),
        )

    def _out_of_spread(self, zone: str) -> None:
        self.code.take_out(self.part("masks"), zone, "%card")

    def dissolve(self, zone: str) -> None:
        """A stack of which nothing is left is gone."""
        code, static = self.code, str(self.layout.static_zones)
        with code.when(code.no(self.piles.some(zone))):
            self.call("dissolve", code.minus(zone, static))

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

    def _unlink(self, zone: str, shape: Shape) -> None:
        beside = self.piles.take(zone, "%card")

        def of_stack() -> None:
            with self.code.when(beside.is_top):
                self._exchange_tops(zone, "%card", beside.below)
            if not self.memory.keeps_knowledge:
                self.dissolve(zone)

        self._as_shape(shape, zone, of_stack, lambda: self._out_of_pile(zone))

    def _out_of_pile(self, zone: str) -> None:
        if self.are_piles_sets:
            self.code.take_out(self.part("masks"), zone, "%card")

    def _laid(self, card: str, beside: Beside, shape: Shape) -> None:
        """A card has come to lie in an order."""
        code, zone = self.code, "%zone"
        code.put(self.part("place"), card, zone)

        def in_stack() -> None:
            with code.when(beside.is_top):
                self._exchange_tops(zone, beside.below, card)

        def in_pile() -> None:
            if self.are_piles_sets:
                code.put_in(self.part("masks"), zone, card)

        self._as_shape(shape, zone, in_stack, in_pile)

    def _as_shape(
        self, shape: Shape, zone: str, of_stack: Callable[[], None], of_pile: Callable[[], None]
    ) -> None:
        """One thing is done for a stack, and another one for a pile."""
        if shape == "any":
            self._in_stack(zone, of_stack, of_pile)
        else:
            (of_stack if shape == "stack" else of_pile)()

    def _lay_in_spread(self, card: str) -> None:
        """A card is in the set of its zone."""
        self.code.put_in(self.part("masks"), "%zone", card)
        self.code.put(self.part("place"), card, "%zone")

    def _lay(self, card: str, shape: Shape, end: End) -> None:
        def link() -> None:
            self._laid(card, self.piles.lay("%zone", card, end), shape)

        if shape == "spread":
            self._lay_in_spread(card)
        elif shape == "any":
            self.code.branch(self.is_ordered("%zone"), link, lambda: self._lay_in_spread(card))
        else:
            link()

    def _move(self, shape: Shape, end: End, source: Source) -> None:
        code = self.code
        place = code.at(self.part("place"), "%card")
        code.must_hold(partial(self._is_as_known, place, source))

        def move() -> None:
            if source.shape == "any":
                self.call("take_card", "%card")
            elif source.shape == "spread":
                self._out_of_spread(place)
            else:
                self._unlink(place, source.shape)
            self._lay("%card", shape, end)
            self.changed()

        if source.is_other:
            move()
            return
        with code.when(code.no(self._is_there(place, shape, end))):
            move()

    def _move_from(self, shape: Shape, end: End) -> None:
        code, place = self.code, self.part("place")
        code.must_hold(lambda: code.compare("=", code.at(place, "%card"), "%source"))
        self._out_of_spread("%source")
        self._lay("%card", shape, end)
        self.changed()

    def _is_as_known(self, place: str, source: Source) -> str:
        """Whether a place is as it is known to be."""
        code, found = self.code, "true"
        if source.is_other:
            found = code.compare("!=", place, "%zone")
        if source.shape != "any":
            is_spread = code.no(self.is_ordered(place))
            found = code.hold(found, is_spread if source.shape == "spread" else code.no(is_spread))
        if source.shape in ("pile", "stack") and self.layout.has_stacks:
            is_stack = code.compare(">=", place, str(self.layout.static_zones))
            found = code.hold(found, is_stack if source.shape == "stack" else code.no(is_stack))
        return found

    def _is_there(self, place: str, shape: Shape, end: End) -> str:
        """Whether a card lies already where it comes to."""
        code = self.code
        is_there = code.compare("=", place, "%zone")
        if shape == "spread":
            return is_there
        return code.both(
            is_there,
            lambda: code.either(
                code.no(self.is_ordered("%zone")) if shape == "any" else "false",
                lambda: code.compare("=", self._end(end), "%card"),
            ),
        )

    def _end(self, end: End) -> str:
        return self.piles.top("%zone") if end == "top" else self.piles.bottom("%zone")

    def _draw(self, shape: Shape, end: End) -> None:
        code = self.code
        card = self.piles.draw("%pile")
        if self.are_piles_sets:
            code.take_out(self.part("masks"), "%pile", card)
        self._lay(card, shape, end)
        self.changed()

    def _pour(self) -> None:
        code, piles, static = self.code, self.piles, str(self.layout.static_zones)
        with code.when(piles.some("%source")):
            piles.each("%source", self._lay_in_spread)

            def of_stack() -> None:
                self._exchange_tops("%source", piles.top("%source"), NOTHING)
                self.call("dissolve", code.minus("%source", static))

            def of_pile() -> None:
                if self.are_piles_sets:
                    code.put(self.part("masks"), "%source", "0")

            self._in_stack("%source", of_stack, of_pile)
            piles.clear("%source")
            self.changed()

    def _move_between(self) -> None:
        """Cards that come from one place are taken and laid together, in their order."""
        code = self.code
        cells = code.given_array("%cells")

        def move(first: str, behind: str, source: str) -> None:
            self.take_group(cells, first, behind)
            self.lay_group(lambda at: code.at(cells, at), first, behind)
            self.changed()

        self.each_group(cells, code.in_room("%number", cells), move)

    def each_group(self, cells: Array, number: str, body: Callable[[str, str, str], None]) -> None:
        """Do something with cards that come one after the other from one place: where they begin,
        where they end, and the place.
        """
        code, place = self.code, self.part("place")
        start = code.local("i", "0")
        with code.loop() as loop:
            first = code.read(start)
            with code.when(code.compare(">=", first, number)):
                code.leave(loop)
            source = code.at(place, code.at(cells, first))
            end = code.local("i", first)
            with code.loop() as taking:
                at = code.read(end)
                with code.when(code.compare(">=", at, number)):
                    code.leave(taking)
                card = code.at(cells, at)
                with code.when(code.compare("!=", code.at(place, card), source)):
                    code.leave(taking)
                code.write(end, code.plus(at, "1"))
            behind = code.read(end)
            body(first, behind, source)
            code.write(start, behind)

    def take_group(self, cells: Array, first: str, behind: str) -> None:
        """Cards leave where they lie."""
        self._through(first, behind, lambda at: self.call("take_card", self.code.at(cells, at)))

    def lay_group(self, card_at: Callable[[str], str], first: str, behind: str) -> None:
        """Cards that lie nowhere come to the place `%zone`, one above the other."""
        self.code.branch(
            self.is_ordered("%zone"),
            lambda: self._insert(card_at, first, behind),
            lambda: self._through(first, behind, lambda at: self._lay_in_spread(card_at(at))),
        )

    def _through(self, first: str, behind: str, body: Callable[[str], None]) -> None:
        with self.code.through(first, behind) as now:
            body(now)

    def _insert(self, card_at: Callable[[str], str], first: str, behind: str) -> None:
        """Cards come to lie so many above the lowest card, or below the highest one."""
        code, piles = self.code, self.piles
        number = piles.count("%zone")
        depth = code.smaller(code.larger("%depth", "0"), number)
        is_below = code.compare("!=", "%is_below", "0")
        place = piles.place("%zone", code.choose("i", is_below, code.minus(number, depth), depth))

        def lay(at: str) -> None:
            card = card_at(at)
            self._laid(card, piles.insert("%zone", card, place), "any")

        self._through(first, behind, lay)

    def changed(self) -> None:
        """Something is no more as it was."""
        if not self.counts_changes:
            return
        code, registers = self.code, self.part("registers")
        changes = code.number(self.memory.register("changes"))
        code.put(registers, changes, code.plus(code.at(registers, changes), "1"))
