"""The elementary changes of a state, as functions: cards leave a place and come to another one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

import attrs

from cardrules.fast.llvm.writing import Code
from cardrules.fast.state.groups import Groups
from cardrules.fast.state.memory import NOTHING, Memory
from cardrules.fast.state.piles import End, Piles
from cardrules.fast.state.places import NUMBER, Shape


@attrs.frozen
class Source:
    """What is known of where cards lie that are moved: the shape of that place, and whether it is
    never the one to which they come.
    """

    shape: Shape = "any"
    is_other: bool = False


ANYWHERE = Source()


class Moving(Groups):
    """Writes the functions that move cards, and calls of them."""

    def __init__(self, code: Code, memory: Memory, piles: Piles) -> None:
        super().__init__(code, memory, piles)
        # The functions that are called: their parameters, and what writes them.
        self._called: dict[str, tuple[Sequence[str], Callable[[], None]]] = {}

    def write(self) -> None:
        """Write the functions that are called."""
        self._write("take_card", [("%card", NUMBER)], self._take)
        places = [("%cells", "ptr"), ("%number", NUMBER), ("%zone", NUMBER), ("%depth", NUMBER)]
        self._write("move_between", [*places, ("%is_below", NUMBER)], self._move_between)
        for name, (parameters, body) in self._called.items():
            self._write(name, [(one, NUMBER) for one in parameters], body)

    def _write(self, name: str, parameters: list[tuple[str, str]], body: object) -> None:
        assert callable(body)
        with self.code.function(name, [("%z", "ptr"), *parameters], "void", self.memory.ahead()):
            body()

    def _note(self, name: str, parameters: Sequence[str], body: Callable[[], None]) -> None:
        self._called[name] = parameters, body
        self.code.declare(name, ["%z", *parameters])

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

    def move_set(
        self, cards: str, source: str, zone: str, shape: Shape, end: End, *, are_all: bool = False
    ) -> None:
        """Cards of a spread, as a set, to an end of a place that is another one."""
        code, masks = self.code, self.part("masks")
        with code.when(code.some(cards)):
            left = "0" if are_all else code.without(code.at(masks, source), cards)
            code.put(masks, source, left)
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

    # -- what they do ------------------------------------------------------------------------------

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
