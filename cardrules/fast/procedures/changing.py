"""Instructions that change something: names, registers, variables, and where cards lie."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

import attrs

from cardrules.fast.choices.slots import Several
from cardrules.fast.llvm.checks import Array
from cardrules.fast.procedures.frames import Frame
from cardrules.fast.state.few import Few
from cardrules.fast.state.items import Items
from cardrules.fast.state.joined import Each, Either, Joined
from cardrules.fast.state.lying import Cards, InOrder, Row
from cardrules.fast.state.moving import ANYWHERE, Source
from cardrules.fast.state.piles import End
from cardrules.fast.state.places import Shape
from cardrules.kernel.numbers import NONE
from cardrules.machine import code as machine
from cardrules.machine.whereabouts import NOWHERE, OWN, without_owners
from cardrules.model import ir

# In what cards lie, by the shape of their zone.
_SHAPES: Mapping[str, Shape] = {
    "spread": "spread", "pile": "pile", "row": "pile", "stacks": "stack",
}  # fmt: skip


class Changing(Frame):
    """Writes them."""

    # -- names and registers -----------------------------------------------------------------------

    def put(self, x: machine.Put | machine.Assign) -> None:
        """A value into a slot."""
        if x.value.type.base == "collection":
            self.lay_all(x.slot, x.value)
        else:
            value = self.number(x.value)
            self.code.write(self.local(x.slot), value)

    def put_all(self, x: machine.PutAll) -> None:
        """All things of a collection into a slot."""
        self.lay_all(x.slot, x.value)

    def set_register(self, x: machine.SetRegister) -> None:
        """A value into a register."""
        value = self.number(x.value)
        if x.register == "me" and x.value.type.base == "player" and not x.value.type.optional:
            # What is asked about this player need not look at it again.
            value = self.code.within(value, self.layout.players)
        self.set_register_to(x.register, value)

    def reverse(self, x: machine.Reverse) -> None:
        """The other direction."""
        self.set_register_to("direction", self.code.minus("0", self.register("direction")))

    def keep(self, x: machine.Keep) -> None:
        """Registers into a slot."""
        self.kept[x.slot] = x.registers
        values = [self.register(name) for name in x.registers]
        self.slots[x.slot] = [self.code.local("i", value) for value in values]

    def restore(self, x: machine.Restore) -> None:
        """Registers as they were."""
        kept = self.slots[x.slot]
        assert isinstance(kept, list)
        for name in x.registers:
            local = kept[self.kept[x.slot].index(name)]
            assert not isinstance(local, Several)
            self.set_register_to(name, self.code.read(local))

    # -- variables ---------------------------------------------------------------------------------

    def set_variable(self, x: machine.SetVariable) -> None:
        """A new value for a variable; nothing happens if it has that value."""
        code = self.code
        at = self.of.variable_at(x.variable, x.holder, self.scope)
        if self.layout.variables[x.variable].type.base == "collection":
            self.of.lay_variable(x.variable, at, x.value, self.scope, self.changed)
            return
        value, variables = self.number(x.value), self.moving.variable(x.variable)
        if not self.moving.counts_changes:
            code.put(variables, at, value)
            return
        with code.when(code.compare("!=", code.at(variables, at), value)):
            code.put(variables, at, value)
            self.changed()

    def move_tokens(self, x: machine.MoveTokens) -> None:
        """Tokens from the supply to a holder, or back; at most what there is."""
        code, variables = self.code, self.moving.variable(x.token)
        tokens = self.layout.variables[x.token]
        supply = code.number(tokens.base + tokens.holders)
        holder = code.plus(self.number(x.holder), code.number(tokens.base))
        wanted = code.larger(self.number(x.number), "0")
        source, to = (holder, supply) if x.back else (supply, holder)
        moved = code.smaller(wanted, code.at(variables, source))
        with code.when(code.compare("!=", moved, "0")):
            code.put(variables, source, code.minus(code.at(variables, source), moved))
            code.put(variables, to, code.plus(code.at(variables, to), moved))
            self.changed()

    # -- cards -------------------------------------------------------------------------------------

    def shape_of(self, x: ir.Expr) -> Shape:
        """What is known of a place to which cards come."""
        if x.type.base == "stack":
            return "stack"
        shape = self.layout.zones[x.zone].shape if isinstance(x, ir.ZoneOf) else "stacks"
        if shape == "stacks":
            return "any"
        return "spread" if shape == "spread" else "pile"

    def move(self, x: machine.Move) -> None:
        """Cards to a zone, or to a stack; for one that is gone the game is given up."""
        to = self.number(x.to)
        if x.to.type.base != "stack":
            self._move(x, to)
            return
        place = self.of.stacks.zone(to)
        is_gone = self.code.compare("=", place, self.of.stacks.nowhere)
        self.code.branch(is_gone, self.of.give_up, lambda: self._move(x, place))

    def _move(self, x: machine.Move, to: str) -> None:
        where, knowing = x.place.where, self.all.knowing
        if knowing is not None and where in ("top", "bottom"):
            knowing.move(*self._noted(self.of.items(x.cards, self.scope)), to, where)
            return
        if where not in ("top", "bottom"):
            cells, number = self._noted(self.of.items(x.cards, self.scope))
            self._lay_between(x.place, cells, number, to)
            return
        shape = self.shape_of(x.to)
        if self._moved_as_parts(x, to, shape) or self._moved_as_sets(x, to, shape, where):
            return
        items = self.of.items(x.cards, self.scope)
        if shape == "spread" and isinstance(x.cards, ir.Contents) and isinstance(items, InOrder):
            self.moving.pour(items.zone, to)
            return
        source = self._source(x, x.cards)
        if isinstance(items, Few) and len(items.things) == 1:
            self._move_one(x, items.things[0], to, shape, where, source)
            return
        # In a spread nobody can tell which of them came first.
        together = items.as_set() if shape == "spread" else None
        if together is not None:
            self._move_set(x, x.cards, together, to)
            return
        if not isinstance(items, InOrder | Cards):
            # One of several may be among them twice.
            source = attrs.evolve(source, is_other=False)
        self._apart(x, items).each(lambda card: self._lay(card, to, shape, where, source))

    def _moved_as_parts(self, x: machine.Move, to: str, shape: Shape) -> bool:
        """Move the cards of two collections, one after the other, as sets, if that can be done."""
        cards = x.cards
        if shape != "spread" or not isinstance(cards, ir.Arithmetic) or cards.operator != "+":
            return False
        sides = (cards.left, cards.right)
        sets = [self.of.items(side, self.scope).as_set() for side in sides]
        if sets[0] is None or sets[1] is None:
            return False
        # Those that are in both have moved already.
        sets[1] = self.code.without(sets[1], sets[0])
        for side, own in zip(sides, sets, strict=True):
            assert own is not None
            self._move_set(x, side, own, to)
        return True

    def _move_set(self, x: machine.Move, cards: ir.Expr, own: str, to: str) -> None:
        """Move cards that are there as a set to a spread."""
        zone, source = self._only_zone(x, cards), self._source(x, cards)
        if zone is not None and source.is_other:
            self.moving.move_set(own, zone, to, "spread", "top")
            return
        Cards(self.code, own).each(lambda card: self.moving.move(card, to, "spread", source=source))

    def _move_one(
        self, x: machine.Move, card: str, to: str, shape: Shape, where: End, source: Source
    ) -> None:
        """Move a card; none is passed over."""
        names = self.all.whereabouts.before(x, x.cards)
        zone, code = self._only_zone(x, x.cards), self.code
        may_be_none = names is None or NOWHERE in names
        with code.when(code.compare(">=", card, "0") if may_be_none else "true"):
            if zone is not None and source.is_other:
                self.moving.move_from(card, zone, to, shape, where)
            else:
                self.moving.move(card, to, shape, where, source)

    def _moved_as_sets(self, x: machine.Move, to: str, shape: Shape, where: End) -> bool:
        """Move the cards of a spread, or of several, all of each at once, if that can be done."""
        zones = self.layout.zones
        whole = x.cards
        while isinstance(whole, ir.Filter):
            whole = whole.collection
        zone = whole.zone if isinstance(whole, ir.Contents) else whole
        if not isinstance(zone, ir.ZoneOf | ir.AllContents) or zones[zone.zone].shape != "spread":
            return False
        if not isinstance(x.to, ir.ZoneOf) or x.to.zone == zone.zone:
            return False
        if isinstance(zone, ir.ZoneOf):
            cards = self.of.items(x.cards, self.scope).as_set()
            if cards is None:
                return False
            are_all = whole is x.cards
            self.moving.move_set(cards, self.number(zone), to, shape, where, are_all=are_all)
            return True
        if zone is not x.cards:
            return False
        base, masks = str(zones[zone.zone].base), self.moving.part("masks")

        def move(holder: str) -> None:
            source = self.code.plus(holder, base)
            cards = self.code.at(masks, source)
            self.moving.move_set(cards, source, to, shape, where, are_all=True)

        self.of.items(zone.holders, self.scope).each(move)
        return True

    def _source(self, x: machine.Move, cards: ir.Expr) -> Source:
        """What is known of where cards lie that are moved, each of them once."""
        found = self.all.whereabouts.before(x, cards)
        if found is None:
            return ANYWHERE
        names = without_owners(found) - {NOWHERE}
        shapes = {_SHAPES[self.layout.zones[name].shape] for name in names}
        is_other = isinstance(x.to, ir.ZoneOf) and x.to.zone not in names
        return Source(shapes.pop() if len(shapes) == 1 else "any", is_other)

    def _only_zone(self, x: machine.Move, cards: ir.Expr) -> str | None:
        """The spread in which all cards lie that are moved, if that is known."""
        names = self.all.whereabouts.before(x, cards)
        if names is None or len(names - {NOWHERE}) != 1:
            return None
        (name,) = names - {NOWHERE}
        zone = self.layout.zones[name.removeprefix(OWN)]
        if zone.shape != "spread":
            return None
        if len(zone.owners) == 1:
            return self.code.number(zone.base)
        is_own = name.startswith(OWN) and list(zone.owners) == list(range(self.layout.players))
        return self.code.plus(self.scope.me, self.code.number(zone.base)) if is_own else None

    def _lay_between(self, place: ir.Place, cells: Array, number: str, to: str) -> None:
        depth = "0" if place.number is None else self.number(place.number)
        if self.all.knowing is not None:
            self.all.knowing.move(cells, number, to, place.where, depth)
            return
        is_below = place.where == "below"
        self.moving.call_between(cells, number, to, depth, below=is_below)

    def _apart(self, x: machine.Move, items: Items) -> Items:
        """The cards as they can be gone through while they are moved."""
        name = x.to.zone if isinstance(x.to, ir.ZoneOf) else None
        zones = {
            part.zone for part in ir.walk(x.cards) if isinstance(part, ir.ZoneOf | ir.AllContents)
        }
        if isinstance(items, Few | Cards):
            return items
        if isinstance(items, InOrder | Each) and name is not None and name not in zones:
            return items
        return Row(self.code, *self._noted(items))

    def _noted(self, items: Items) -> tuple[Array, str]:
        """Cards side by side, and how many they are; none is passed over."""
        code = self.code
        room = max(self.layout.cards, items.most or 0) + 1
        cells, number = code.array("i", room), code.local("i", "0")

        def note(card: str) -> None:
            with code.when(code.compare(">=", card, "0")):
                at = code.read(number)
                if items.most is not None:
                    code.known(at, 0, room - 1)
                code.put(cells, at, card)
                code.write(number, code.plus(at, "1"))

        items.each(note)
        return cells, code.read(number)

    def _lay(
        self, card: str, to: str, shape: Shape, where: End = "top", source: Source = ANYWHERE
    ) -> None:
        """Move a card; none is passed over."""
        with self.code.when(self.code.compare(">=", card, "0")):
            self.moving.move(card, to, shape, where, source)

    def move_stacks(self, x: machine.MoveStacks) -> None:
        """Whole stacks to another zone of stacks."""
        items, to = self.of.items(x.stacks, self.scope), self.number(x.to)
        # What is gone through must stay while stacks leave it.
        cells, number = self.of.side_by_side(items, x.stacks)

        def move(stack: str) -> None:
            self.code.call("move_stack", [("%z", "ptr"), (stack, "i64"), (to, "i64")])

        Row(self.code, cells, number).each(move)

    def new_stack(self, x: machine.NewStack) -> None:
        """A new stack of cards, the first lowest, each of them once; without any there is none."""
        code = self.code
        parts = [
            self.of.items(part, self.scope)
            if part.type.base == "collection"
            else Few(code, [self.number(part)])
            for part in x.cards
        ]
        cells, number = self._noted(Joined(code, parts))
        to = self.number(x.to)
        with code.when(code.compare(">", number, "0")):
            stack = code.call("new_stack", [("%z", "ptr"), (to, "i64")], "i64")
            if self.all.knowing is not None:
                self.all.knowing.make_stack(cells, number, stack)
                return
            with code.through("0", number, code.room_of(cells)) as now:
                card = code.at(cells, now)
                # Whatever lies there already comes a second time.
                place = code.at(self.moving.part("place"), card)
                with code.when(code.compare("!=", place, stack)):
                    self.moving.move(card, stack, "stack")

    def swap(self, x: machine.Swap) -> None:
        """Two zones exchange all their cards."""
        code = self.code
        left, right = self.number(x.left), self.number(x.right)
        with code.when(code.compare("!=", left, right)):
            rows = []
            for zone in (left, right):
                chain = Either.of(
                    self.moving.is_ordered(zone),
                    InOrder(self.moving, zone),
                    Cards(code, code.at(self.moving.part("masks"), zone)),
                )
                rows.append(self._noted(chain))
            both = [Row(code, cells, number) for cells, number in rows]

            def exchange() -> None:
                for row, to in zip(both, (right, left), strict=True):
                    row.each(partial(self._lay, to=to, shape="any"))

            if self.all.knowing is None:
                exchange()
            else:
                self.all.knowing.swap((left, right), both, exchange)
            self.changed()

    def shuffle(self, x: machine.Shuffle) -> None:
        """The cards of a zone in a new order."""
        self.code.call("shuffle_zone", [("%z", "ptr"), (self.number(x.zone), "i64")])

    def reveal(self, x: machine.Reveal) -> None:
        """Cards are shown, which is nothing where nobody asks what is known."""
        code, knowing = self.code, self.all.knowing
        if knowing is None:
            return
        mask = None
        if x.to is not None:
            players, mask = self.of.items(x.to, self.scope), code.local("i", "0")
            players.each(
                lambda one: code.write(mask, code.plus(code.read(mask), knowing.mask_of(one)))
            )
        cells, number = self._noted(self.of.items(x.cards, self.scope))
        knowing.reveal(cells, number, None if mask is None else code.read(mask))

    def forget(self, x: machine.Forget) -> None:
        """What was shown is not followed any more."""
        if self.all.knowing is not None:
            self.all.knowing.forget_shown()

    def pick(self, x: machine.Pick) -> None:
        """One of several things, by chance: that is rare, so piles are gone through for it."""
        code = self.code
        self.moving.may_keep_sets = False
        items = self.of.items(x.domain, self.scope)
        number, slot = items.count(), self.local(x.slot, items.sort)
        code.write(slot, code.none if items.sort == "m" else code.number(NONE))
        with code.when(code.compare(">", number, "0")):
            code.write(slot, items.nth(code.below(self.moving.memory.stream(), number)))
        self.moving.may_keep_sets = True
