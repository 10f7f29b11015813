"""How a game begins: where all cards lie, and what variables are."""

from __future__ import annotations

from functools import partial

from cardrules.fast.expressions.core import Scope
from cardrules.fast.llvm.checks import Array
from cardrules.fast.procedures.chance import Chance
from cardrules.fast.procedures.parts import no_slot
from cardrules.fast.state.memory import STATE
from cardrules.kernel.numbers import NONE
from cardrules.machine import code as machine
from cardrules.machine.layout import Zones
from cardrules.model import ir

# What a game depends on besides printed faces.
_NOT_OF_FACES = (
    ir.Role, ir.Counter, ir.VariableValue, ir.Contents, ir.AllContents, ir.ZoneOf,
    ir.CallDefinition, machine.RegisterValue,
)  # fmt: skip


class Beginning(Chance):
    """What is so when a game begins."""

    def _lay_places(self) -> None:
        """Where all cards lie at the begin of a game; how that is, is found out once if it is the
        same for all games.
        """
        code = self.code
        is_same = all(map(_is_always_the_same, self.layout.zones.values()))
        if self.resumes or self.searching.knowing is not None or not is_same:
            self._lay_cards()
            return
        keep, lay_as_kept = self.memory.kept_places(code)

        def lay() -> None:
            self._lay_cards()
            keep()
            self._set("laid", "1")

        code.branch(code.compare("=", self._get("laid"), "0"), lay, lay_as_kept)

    def _lay_cards(self) -> None:
        code, layout = self.code, self.layout
        self.moving.piles.begin()
        self._fill(self.moving.part("masks"), layout.static_zones, "0")
        if layout.has_stacks:
            places = layout.stack_places
            self._fill_many("holder", places, "-1")
            self._fill_many("used", places, "0")
            code.put(self.moving.part("free"), "0", code.mask((1 << places) - 1))
            self.moving.piles.clear(str(layout.nowhere))
            self.of.stacks.begin()
        self._fill(self.moving.part("running"), len(self.program.procedures), "0")
        scope, knowing = Scope(code.number(NONE), no_slot), self.searching.knowing
        if knowing is not None:
            knowing.clear()
            # Who sees a zone may depend on them.
            for name, variable in layout.variables.items():
                for at in range(variable.base, variable.base + variable.holders):
                    code.put(self.moving.variable(name), code.number(at), "0")
        for zone in layout.zones.values():
            if zone.starts is not None:
                number = code.number(zone.base)
                self.of.items(zone.starts, scope).each(partial(self._lay_at_start, number))
                if knowing is not None:
                    knowing.look(number)

    def _lay_out(self) -> None:
        code, layout = self.code, self.layout
        with code.function("lay_out", [STATE], "void", self.memory.ahead()):
            starter = self._get("starter")
            for name, value in (
                ("active", starter),
                ("direction", "1"),
                ("next_turn", code.number(NONE)),
                ("round", "0"),
                ("turn", "0"),
                ("changes", "0"),
                ("acting", "0"),
                ("nested", "0"),
                ("game", code.plus(self._get("game"), "1")),
            ):
                self._set(name, value)
            self._lay_places()
            scope = Scope(code.number(NONE), no_slot)
            for name, variable in layout.variables.items():
                variables = self.moving.variable(name)
                for holder in range(variable.holders):
                    me = code.number(holder if variable.holder == "player" else NONE)
                    if variable.type.base == "collection":
                        at = code.number(variable.base + holder)
                        code.put(variables, at, "-2")
                        self._lay_first(name, at, Scope(me, no_slot))
                        continue
                    value = self.of.number(variable.initial, Scope(me, no_slot))
                    code.put(variables, code.number(variable.base + holder), value)
                if variable.supply is not None:
                    at = code.number(variable.base + variable.holders)
                    code.put(variables, at, self.of.number(variable.supply, scope))

    def _lay_at_start(self, zone: str, card: str) -> None:
        self.moving.lay(card, zone, "any")

    def _lay_first(self, name: str, at: str, scope: Scope) -> None:
        """What a collection is at the begin."""
        x = self.layout.variables[name].initial
        if isinstance(x, ir.Const) and x.value == NONE:
            self.code.put(self.moving.variable(name), at, "-1")
        else:
            self.of.lay_variable(name, at, x, scope, lambda: None)

    def _fill(self, array: Array, cells: int, value: str) -> None:
        for at in range(cells):
            self.code.put(array, str(at), value)

    def _fill_many(self, name: str, cells: int, value: str) -> None:
        with self.code.through("0", str(cells)) as now:
            self.code.put(self.moving.part(name), now, value)


def _is_always_the_same(zone: Zones) -> bool:
    """Whether the cards that lie in a zone at the begin depend on their faces alone."""
    return not any(isinstance(part, _NOT_OF_FACES) for part in ir.walk(zone.starts))
