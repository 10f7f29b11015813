"""Drawing: cards from a pile, with what acts before them."""

from __future__ import annotations

from cardrules.fast.llvm.checks import Array, Local
from cardrules.fast.llvm.course import Jump
from cardrules.fast.procedures.looping import Looping
from cardrules.fast.state.lying import Row
from cardrules.fast.state.piles import End
from cardrules.kernel.numbers import NONE
from cardrules.machine import code as machine
from cardrules.model import ir

# Who does not depend on where cards lie.
_HOLDERS = (ir.Role, ir.Local, ir.Const)


class Drawing(Looping):
    """Writes it."""

    def draw(self, x: machine.Draw) -> None:
        """As many cards as there are and are wanted; where something can act, up to where it does
        at a time. From which pile and where to is worked out once for cards that go together.
        """
        code = self.code
        if not x.triggers:
            self._draw_freely(x)
            return
        left = code.local("i", self.number(x.number))
        # The card before which something has acted already.
        tried = code.local("i", "-2")
        with code.loop(counts=True) as loop:
            with code.when(code.compare("<=", code.read(left), "0")):
                code.leave(loop)
            self.count_work()
            pile = self.number(x.source)
            card = self.moving.piles.top_or_none(pile)
            self._set_off(pile, card, tried, loop)
            with code.when(code.compare("<", card, "0")):
                code.leave(loop)
            to = self._target(x)
            if x.place.where == "top":
                with code.when(code.compare("=", pile, to)):
                    code.leave(loop)
            taken = "1"
            if self._is_steady(x) and self._is_at_end(x):
                self._draw_one(x, pile, to)
            else:
                cells, taken = self._next_cards(x, pile, code.read(left))
                self._lay_drawn(x, cells, taken, to)
                with code.when(code.no(self._has_triggers(pile))):
                    code.leave(loop)
            code.write(left, code.minus(code.read(left), taken))
            code.write(tried, "-2")

    def _draw_freely(self, x: machine.Draw) -> None:
        code, piles = self.code, self.moving.piles
        wanted = self.number(x.number)
        pile = self.number(x.source)
        is_one = wanted == "1"
        some = (
            piles.some(pile)
            if is_one
            else code.both(code.compare(">", wanted, "0"), lambda: piles.some(pile))
        )
        with code.when(some):
            to = self._target(x)
            # What would come back to be drawn stays.
            stays = code.compare("=", pile, to) if x.place.where == "top" else "false"
            with code.when(code.no(stays)):
                if not self._is_at_end(x):
                    cells, taken = self._next_cards(x, pile, wanted)
                    self._lay_drawn(x, cells, taken, to)
                elif is_one:
                    self._draw_one(x, pile, to)
                else:
                    with code.through("0", code.smaller(wanted, piles.count(pile))):
                        self._draw_one(x, pile, to)

    def _target(self, x: machine.Draw) -> str:
        """Where to; for a stack that is gone the game is given up."""
        to = self.number(x.to)
        if x.to.type.base == "stack":
            to = self.of.stacks.zone(to)
            with self.code.when(self.code.compare("=", to, self.of.stacks.nowhere)):
                self.give_up()
        return to

    @staticmethod
    def _is_steady(x: machine.Draw) -> bool:
        """Whether cards come from the same pile, and go to the same other place, until something
        acts: then it makes no difference whether they go together.
        """
        zones = [zone for zone in (x.source, x.to) if isinstance(zone, ir.ZoneOf)]
        is_other = len({zone.zone for zone in zones}) > 1
        return is_other and all(
            zone.holder is None or isinstance(zone.holder, _HOLDERS) for zone in zones
        )

    def _is_at_end(self, x: machine.Draw) -> bool:
        """Whether cards can be laid one by one, each to the same end."""
        return x.place.where in ("top", "bottom") and self.all.knowing is None

    def _draw_one(self, x: machine.Draw, pile: str, to: str) -> None:
        end: End = "top" if x.place.where == "top" else "bottom"
        shape, source, target = self.shape_of(x.to), x.source, x.to
        is_other = not (
            isinstance(source, ir.ZoneOf)
            and isinstance(target, ir.ZoneOf)
            and source.zone == target.zone
        )
        if self.shape_of(source) == "pile" and shape != "any" and is_other:
            self.moving.draw(pile, to, shape, end)
        else:
            self.moving.move(self.moving.piles.top(pile), to, shape, end)

    def _lay_drawn(self, x: machine.Draw, cells: Array, number: str, to: str) -> None:
        if not self._is_at_end(x):
            self._lay_between(x.place, cells, number, to)
            return
        end: End = "top" if x.place.where == "top" else "bottom"
        shape = self.shape_of(x.to)
        Row(self.code, cells, number).each(lambda card: self.moving.move(card, to, shape, end))

    def _next_cards(self, x: machine.Draw, pile: str, wanted: str) -> tuple[Array, str]:
        """As many cards as are wanted, up to one before which something acts."""
        code = self.code
        cells, number = code.array("i", self.layout.cards + 1), code.local("i", "0")
        with code.block() as block:

            def look(card: str) -> None:
                now = code.read(number)
                with code.when(code.compare(">=", now, wanted)):
                    code.leave(block)
                if x.triggers:
                    acts = self._acts_before(pile, card)
                    with code.when(code.both(code.compare(">", now, "0"), lambda: acts)):
                        code.leave(block)
                code.put(cells, now, card)
                code.write(number, code.plus(now, "1"))

            self.moving.piles.downwards(pile, look)
        return cells, code.read(number)

    # -- what acts ---------------------------------------------------------------------------------

    def _has_triggers(self, pile: str) -> str:
        code, found = self.code, "false"
        for zone in self.all.program.triggers:
            found = code.holds(found, code.compare("=", pile, code.number(zone)))
        return found

    def _acts_before(self, pile: str, card: str) -> str:
        code, found = self.code, "false"
        lines = code.table_of_cards("i", self.layout.line)
        for zone, triggers in self.all.program.triggers.items():
            for line in triggers:
                if line >= 0:
                    is_it = code.compare("=", pile, code.number(zone))
                    is_line = code.compare("=", code.at(lines, card), code.number(line))
                    found = code.holds(found, code.hold(is_it, is_line))
        return found

    def _set_off(self, pile: str, card: str, tried: Local, loop: Jump) -> None:
        """What acts before a card is drawn, or where none is left; then it is looked at again."""
        code, layout = self.code, self.layout
        lines = code.table_of_cards("i", layout.line)
        for zone, triggers in self.all.program.triggers.items():
            with code.when(code.compare("=", pile, code.number(zone))):
                is_new = code.compare("!=", code.read(tried), card)
                for line, number in triggers.items():

                    def is_of_line(line: int = line) -> str:
                        if line < 0:
                            return code.compare("<", card, "0")
                        return code.both(
                            code.compare(">=", card, "0"),
                            lambda: code.compare("=", code.at(lines, card), code.number(line)),
                        )

                    with code.when(code.both(is_new, is_of_line)):
                        code.write(tried, card)
                        self.carry_out(
                            self.all.program.procedures[number], [(card, "i64")], code.number(NONE)
                        )
                        code.again(loop)
