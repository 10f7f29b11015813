"""What each player knows of each card, as compiled code that keeps it at each change.

The rules of it are operations (`cardrules.kernel.knowledge`), the same as those of the reference
engine: cards that come from one place are moved together, who sees a zone is asked when all have
come to lie, and a stack of which nothing is left is gone only then.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from cardrules.fast.expressions.sight import Seeing
from cardrules.fast.expressions.values import Expressions
from cardrules.fast.llvm.checks import Array
from cardrules.fast.state.lying import Cards, InOrder, Row
from cardrules.fast.state.memory import STATE, Later
from cardrules.fast.state.stacks import StacksOf

Argument = tuple[str, str]


class Knowledge:
    """Writes the functions that keep it, and calls of them."""

    def __init__(self, of: Expressions, seeing: Seeing) -> None:
        self._of, self._seeing = of, seeing
        self._code, self._moving, self._layout = of.code, of.moving, of.layout
        self._everybody = self._code.number(of.layout.everybody)
        room, later = self._code.room_for_cards, self._moving.memory.later
        # The cards that are moved or shown and those beside them; those of a place as they lie now,
        # and as they lay before.
        self._things, self._lying, self._before = later(room), later(room), later(room)

    def write(self) -> None:
        """Write the functions."""
        code, ahead = self._code, self._moving.memory.ahead()
        zone, cells, number = ("%zone", "i64"), ("%cells", "ptr"), ("%number", "i64")
        with code.function("put_row", [STATE, zone, cells, ("%start", "i64")], "i64", ahead):
            self._put_row()
        with code.function("look", [STATE, zone], "void", ahead):
            self._look()
        places = [cells, number, zone, ("%depth", "i64"), ("%is_below", "i64")]
        parameters = [STATE, *places, ("%is_bottom", "i64")]
        with code.function("move_followed", parameters, "void", ahead):
            moved = code.given_array("%cells")
            self._moving.each_group(
                moved, code.in_room("%number", moved), partial(self._move_group, moved)
            )
        with code.function("mixed_up", [STATE, zone], "void", ahead):
            self._mixed_up()
        with code.function("taken_over", [STATE, zone, ("%source", "i64"), ("%watching", "i64")],
                           "void", ahead):  # fmt: skip
            self._taken_over()
        with code.function("reveal", [STATE, cells, number, ("%mask", "i64")], "void", ahead):
            self._reveal()
        with code.function("forget_shown", [STATE], "void", ahead):
            self._fill("shown", self._layout.cards)

    # -- what others do ----------------------------------------------------------------------------

    def move(self, cells: Array, number: str, zone: str, where: str, depth: str = "0") -> None:
        """Move cards to a place, in their order."""
        given = [number, zone, depth, *[str(int(where == one)) for one in ("below", "bottom")]]
        if where == "top":
            given[3] = "1"
        self._code.call(
            "move_followed", [STATE, (cells.place, "ptr"), *[(value, "i64") for value in given]]
        )

    def make_stack(self, cells: Array, number: str, stack: str) -> None:
        """The cards of a new stack, the first lowest: together if they come from one place, else
        one after the other from the top down.
        """
        code, place = self._code, self._part("place")
        first = code.at(place, code.at(cells, "0"))
        once, size = code.array("i", code.room_for_cards), code.local("i", "0")
        seen, is_apart = code.local("m", "0"), code.local("b", "false")
        with code.through("0", number, code.room_of(cells)) as at:
            card = code.at(cells, at)
            with code.when(code.no(code.has(code.read(seen), card))):
                code.write(seen, code.in_either(code.read(seen), code.bit(card)))
                code.put(once, code.read(size), card)
                code.write(size, code.plus(code.read(size), "1"))
            with code.when(code.compare("!=", code.at(place, card), first)):
                code.write(is_apart, "true")
        whole = code.read(size)

        def one_by_one() -> None:
            one = code.array("i", 1)
            with code.through("0", whole) as at:
                above = code.minus(code.minus(whole, "1"), at)
                code.put(one, "0", code.at(once, above))
                self.move(one, "1", stack, "bottom")

        code.branch(code.read(is_apart), one_by_one, lambda: self.move(once, whole, stack, "top"))

    def clear(self) -> None:
        """Nobody knows anything yet."""
        for name in ("known", "among", "shown"):
            self._fill(name, self._layout.cards)
        self._fill("blur", self._moving.memory.zones)

    def look(self, zone: str) -> None:
        """Those who see a zone know what they see."""
        self._moving.call("look", zone)

    def look_everywhere(self) -> None:
        """The same wherever it depends on the game who sees a zone."""
        for zone in self._layout.zones.values():
            if zone.top.condition is None and zone.rest.condition is None:
                continue
            for at in range(len(zone.owners)):
                number = self._code.number(zone.base + at)
                if zone.shape != "stacks":
                    self.look(number)
                    continue
                stacks = self._of.stacks
                StacksOf(stacks, number).each(lambda stack: self.look(self._of.stacks.zone(stack)))

    def shuffled(self, zone: str) -> None:
        """The cards of a zone lie in a new order."""
        self._moving.call("mixed_up", zone)

    def forget_shown(self) -> None:
        """Nothing that was shown is followed any more."""
        self._moving.call("forget_shown")

    def reveal(self, cells: Array, number: str, mask: str | None) -> None:
        """Show cards to those of a mask, or to all."""
        given = [(cells.place, "ptr"), (number, "i64"), (mask or self._everybody, "i64")]
        self._code.call("reveal", [STATE, *given])

    def mask_of(self, player: str) -> str:
        """A bit for a player."""
        bits = [1 << seat for seat in range(self._layout.players)]
        return self._code.at(self._code.table("i", bits, is_given=True), player)

    def swap(self, zones: tuple[str, str], rows: list[Row], move: Callable[[], None]) -> None:
        """Two zones exchange their cards; who knew a card knows where it went."""
        code, blur, shown = self._code, self._part("blur"), self._part("shown")
        for row in rows:
            row.each(lambda card: code.put(shown, card, "0"))
        watching = [self._seeing.rest_of(zone) for zone in zones]
        move()
        before = [code.at(blur, zone) for zone in zones]
        for at, zone in enumerate(zones):
            code.put(blur, zone, before[1 - at])
        for at, zone in enumerate(zones):
            self._moving.call("taken_over", zone, zones[1 - at], watching[1 - at])

    # -- parts of the state ------------------------------------------------------------------------

    def _part(self, name: str) -> Array:
        return self._moving.part(name)

    def _places(self, *names: str) -> list[Argument]:
        """Parts of the state as operations are given them; `look` is which cards look alike."""
        code, found = self._code, []
        for name in names:
            if name == "look":
                kinds = self._layout.kind
                room = code.room_for_cards - len(kinds)
                array = code.table("i", [*kinds, *[-1] * room], is_given=True)
            else:
                array = self._part(name)
            found.append((array.place, "ptr"))
        return found

    def _fill(self, name: str, number: int) -> None:
        with self._code.through("0", str(number)) as at:
            self._code.put(self._part(name), at, "0")

    def _row(self, zone: str, to: Later, start: str = "0") -> str:
        """Lay the cards of a zone side by side, the lowest first; gives where they end."""
        code = self._code
        given = [(zone, "i64"), (to.of(code).place, "ptr"), (start, "i64")]
        return code.call("put_row", [STATE, *given], "i64")

    def _put_row(self) -> None:
        code, moving = self._code, self._moving
        cells, end = code.given_array("%cells"), code.local("i", "%start")

        def note(card: str) -> None:
            at = code.read(end)
            code.put(cells, at, card)
            code.write(end, code.plus(at, "1"))

        code.branch(
            moving.is_ordered("%zone"),
            lambda: InOrder(moving, "%zone").each(note),
            lambda: Cards(code, code.at(moving.part("masks"), "%zone")).each(note),
        )
        code.give("i", code.read(end))

    def _top(self, zone: str) -> str:
        """The highest card of a place with an order; -1 if there is none."""
        moving = self._moving
        return self._code.one_of(
            "i", moving.is_ordered(zone), lambda: moving.piles.top(zone), lambda: "-1"
        )

    def _with_row(self, row: Later, size: str) -> list[Argument]:
        return [(row.of(self._code).place, "ptr"), (size, "i64")]

    # -- functions ---------------------------------------------------------------------------------

    def _look(self) -> None:
        code, seeing, zone = self._code, self._seeing, "%zone"
        size = self._row(zone, self._lying)
        masks = [seeing.top_of(zone), seeing.rest_of(zone), code.at(self._part("blur"), zone)]
        code.call("see_place", [
            *self._places("known", "among", "look"), *self._with_row(self._lying, size),
            *[(mask, "i64") for mask in masks],
        ])  # fmt: skip

    def _move_group(self, cells: Array, first: str, behind: str, source: str) -> None:
        code, moving, zone = self._code, self._moving, "%zone"
        is_into_order = moving.is_ordered(zone)
        is_within = code.compare("=", source, zone)
        # Within a spread everything lies as it did.
        with code.when(code.either(code.no(is_within), lambda: is_into_order)):
            is_out_of_order = moving.is_ordered(source)
            watching = code.one_of(
                "i", is_out_of_order, lambda: "0", lambda: self._seeing.rest_of(source)
            )
            tops = [self._top(place) for place in (source, zone)]
            with code.when(is_within):
                self._row(zone, self._before)
            moving.take_group(cells, first, behind)
            things, number = self._things.of(code), code.minus(behind, first)
            with code.through("0", number) as at:
                code.put(things, at, code.at(cells, code.plus(first, at)))
            size = self._row(source, self._things, number)
            last, is_bottom = code.minus(behind, "1"), code.compare("!=", "%is_bottom", "0")

            def card_at(at: str) -> str:
                turned = code.minus(code.plus(first, last), at)
                return code.at(cells, code.choose("i", is_bottom, turned, at))

            moving.lay_group(card_at, first, behind)
            lying = self._row(zone, self._lying)
            rows = [(row.of(code).place, "ptr") for row in (self._before, self._lying)]
            is_changed = code.either(
                code.no(is_within),
                lambda: code.no(code.call("lie_alike", [*rows, (lying, "i64")], "i1")),
            )
            with code.when(is_changed):
                orders = code.no(is_out_of_order), is_into_order
                self._learn((number, size, lying), source, orders, watching, tops)

    def _learn(
        self,
        sizes: tuple[str, str, str],
        source: str,
        orders: tuple[str, str],
        watching: str,
        tops: list[str],
    ) -> None:
        """What becomes of what is known when cards have moved; `sizes`: how many these are, how
        many with those that stay, how many lie where they have come to. `orders`: whether they were
        in a spread, and are in an order now. `tops`: the highest cards before.
        """
        code, zone, seeing = self._code, "%zone", self._seeing
        (number, size, lying), (is_out_of_spread, is_into_order) = sizes, orders
        new_tops = [self._top(place) for place in (source, zone)]
        masks = [(seeing.top_of(zone), "i64"), (seeing.rest_of(zone), "i64")]
        moved = self._with_row(self._things, number)
        all_seen = code.call("who_sees_all", [*moved, (new_tops[1], "i64"), *masks], "i64")
        code.call("leave_place", [
            *self._places("known", "among", "shown", "blur", "look"), *moved, (size, "i64"),
            (source, "i64"), (zone, "i64"), (is_out_of_spread, "i1"), (is_into_order, "i1"),
            (watching, "i64"), (all_seen, "i64"), (self._everybody, "i64"),
        ])  # fmt: skip
        is_covered = code.compare("!=", tops[1], new_tops[1])
        covered = code.choose("i", is_covered, tops[1], "-1")
        code.call("arrive_at_place", [
            *self._places("known", "among", "look"), *moved, *self._with_row(self._lying, lying),
            (covered, "i64"), (code.no(is_into_order), "i1"), *masks,
            (code.at(self._part("blur"), zone), "i64"),
        ])  # fmt: skip
        is_new = code.both(
            code.compare("!=", source, zone),
            lambda: code.both(
                code.compare(">=", new_tops[0], "0"),
                lambda: code.compare("!=", tops[0], new_tops[0]),
            ),
        )
        with code.when(is_new):
            code.call("see_card", [
                *self._places("known", "among", "look"), *moved, (size, "i64"),
                (new_tops[0], "i64"), (seeing.top_of(source), "i64"),
                (code.at(self._part("blur"), source), "i64"),
            ])  # fmt: skip
        if self._layout.has_stacks:
            static = self._code.number(self._layout.static_zones)
            with code.when(code.compare(">=", source, static)):
                self._moving.dissolve(source)
        self._moving.changed()

    def _mixed_up(self) -> None:
        code = self._code

        def in_order() -> None:
            # In the order of their numbers, in which cards that look alike are neighbours.
            cards, size = code.local("m", "0"), code.local("i", "0")
            things = self._things.of(code)
            InOrder(self._moving, "%zone").each(
                lambda card: code.write(cards, code.in_either(code.read(cards), code.bit(card)))
            )
            with code.through_cards(code.read(cards)) as card:
                at = code.read(size)
                code.put(things, at, card)
                code.write(size, code.plus(at, "1"))
            given = self._with_row(self._things, code.read(size))
            blur = code.call("mix_known", [*self._places("known", "among", "look"), *given], "i64")
            code.put(self._part("blur"), "%zone", blur)
            self.look("%zone")

        def in_spread() -> None:
            cards = Cards(code, code.at(self._part("masks"), "%zone"))
            cards.each(lambda card: code.put(self._part("shown"), card, "0"))

        code.branch(self._moving.is_ordered("%zone"), in_order, in_spread)

    def _taken_over(self) -> None:
        code, zone = self._code, "%zone"
        size = self._row(zone, self._lying)
        orders = [code.no(self._moving.is_ordered(place)) for place in (zone, "%source")]
        masks = ["%watching", self._seeing.top_of(zone), self._seeing.rest_of(zone)]
        code.call("take_over", [
            *self._places("known", "among", "blur", "look"), *self._with_row(self._lying, size),
            (zone, "i64"), *[(flag, "i1") for flag in orders],
            *[(mask, "i64") for mask in (*masks, self._everybody)],
        ])  # fmt: skip

    def _reveal(self) -> None:
        """All cards that lie in one place are shown together."""
        code, place = self._code, self._part("place")
        cells, things = code.given_array("%cells"), self._things.of(code)
        number = code.in_room("%number", cells)
        with code.through("0", number) as now:
            card = code.at(cells, now)
            zone, found = code.at(place, card), code.local("i", "0")
            with code.through("0", number) as at:
                other = code.at(cells, at)
                with code.when(code.compare("=", code.at(place, other), zone)):
                    code.put(things, code.read(found), other)
                    code.write(found, code.plus(code.read(found), "1"))
            # The first of them stands for all.
            with code.when(code.compare("=", code.at(things, "0"), card)):
                self._reveal_in(zone, code.read(found))

    def _reveal_in(self, zone: str, number: str) -> None:
        code = self._code
        size = self._row(zone, self._lying)
        lying, things = self._with_row(self._lying, size), self._things.of(code)

        def in_order() -> None:
            blur = code.at(self._part("blur"), zone)
            with code.through("0", number) as at:
                code.call("see_card", [
                    *self._places("known", "among", "look"), lying[0], ("0", "i64"), lying[1],
                    (code.at(things, at), "i64"), ("%mask", "i64"), (blur, "i64"),
                ])  # fmt: skip

        def in_spread() -> None:
            code.call("show_in_spread", [
                *self._places("known", "shown", "look"), *lying,
                *self._with_row(self._things, number), ("%mask", "i64"),
                (self._seeing.rest_of(zone), "i64"),
            ])  # fmt: skip

        code.branch(self._moving.is_ordered(zone), in_order, in_spread)
