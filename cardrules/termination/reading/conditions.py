"""What holds at the end of a way where a condition does, or does not."""

from __future__ import annotations

from cardrules.machine import code
from cardrules.machine.search import Loop, Search, Test
from cardrules.model import ir
from cardrules.model.types import PLAYER
from cardrules.termination.path import Path
from cardrules.termination.reading.contents import total
from cardrules.termination.reading.values import Laid

_OPPOSITE = {"=": "!=", "!=": "=", "<": ">=", "<=": ">", ">": "<=", ">=": "<"}
# Of a condition so many ways are told apart; with more of them nothing is told.
_MOST_WAYS = 12
_ME = ir.Role(type=PLAYER, role="me")


class Conditions(Laid):
    """Reads conditions."""

    def where(self, path: Path, x: ir.Expr, *, holds: bool = True) -> list[Path]:
        """The ways on which a condition holds (or does not); each is a way of its own."""
        found = self._where(path, x, holds)
        return [path.copy()] if len(found) > _MOST_WAYS else found

    def _where(self, path: Path, x: ir.Expr, holds: bool) -> list[Path]:
        match x:
            case ir.Const():
                return [path.copy()] if bool(x.value) == holds else []
            case ir.Negation():
                return self._where(path, x.operand, not holds)
            case ir.Logic():
                if (x.operator == "and") == holds:
                    return [
                        one
                        for way in self._where(path, x.left, holds)
                        for one in self._where(way, x.right, holds)
                    ]
                settled = self._where(path, x.left, holds)
                others = self._where(path, x.left, not holds)
                return [
                    *settled,
                    *[one for way in others for one in self._where(way, x.right, holds)],
                ]
            case ir.CallDefinition(arguments=()):
                return self._where(path, self.meaning(x), holds)
            case ir.VariableValue(holder=None) if x.variable in self.table.flags:
                return [path.copy()] if path.fixed["flag", x.variable] == holds else []
            case ir.Compare():
                return self._compared(path, x, holds)
            case ir.Possible(given=()):
                return self._possible(path, x, holds)
        return [path.copy()]

    def _compared(self, path: Path, x: ir.Compare, holds: bool) -> list[Path]:
        operator = x.operator if holds else _OPPOSITE[x.operator]
        if x.left.type.base == "integer" and x.right.type.base == "integer":
            return self._numbers_compared(path, x, operator)
        if x.left.type.base == "collection":
            for side, other in ((x.left, x.right), (x.right, x.left)):
                if isinstance(other, ir.Const) and other.value == () and operator in ("=", "!="):
                    return self.emptiness(path, side, empty=operator == "=")
        return [path.copy()]

    def _numbers_compared(self, path: Path, x: ir.Compare, operator: str) -> list[Path]:
        if isinstance(x.left, code.Running):
            deep = sum(frame.procedure in x.left.procedures for frame in path.frames)
            other = self.number(path, x.right)
            gap = other - deep
            holds = {"<": gap.number > 0, ">=": gap.number <= 0}.get(operator, True)
            return [path.copy()] if holds or not gap.is_number else []
        way = path.copy()
        one, other = self.number(way, x.left), self.number(way, x.right)
        if operator == "!=":
            below, above = way.copy(), way
            below.know(other - one - 1)
            above.know(one - other - 1)
            ways = [below, above]
        else:
            gap = one - other
            way.know(
                *{
                    "=": (gap, gap.scaled(-1)),
                    "<": (gap.scaled(-1) - 1,),
                    "<=": (gap.scaled(-1),),
                    ">": (gap - 1,),
                    ">=": (gap,),
                }[operator]
            )
            ways = [way]
        return [one for one in ways if not _is_absurd(one)]

    def emptiness(self, path: Path, x: ir.Expr, *, empty: bool) -> list[Path]:
        element = x.type.element
        if element is None or element.base not in ("card", "stack"):
            return [path.copy()]
        way = path.copy()
        parts = self.cards(way, x).parts
        number = total(parts)
        way.know(number.scaled(-1) if empty else number - 1)
        match x:
            case ir.Contents(zone=ir.ZoneOf(zone=name, holder=holder)) if empty and (
                holder is not None and self.table.layout.zones[name].holder == "player"
            ):
                way.empty |= {(name, self.player(way, holder))}
        return [] if _is_absurd(way) else [way]

    def _possible(self, path: Path, x: ir.Possible, holds: bool) -> list[Path]:
        way = path.copy()
        me = self.player(way, _ME)
        if holds:
            way.able = me, frozenset(x.actions)
            return [way]
        for name in x.actions:
            search = self.table.by_name.get(name)
            if search is not None and not self.without_answer(way, search):
                return []
        return [way]

    # -- that nothing can be chosen ----------------------------------------------------------------

    def without_answer(self, path: Path, search: Search) -> bool:
        """Note what follows if nothing can be chosen; False if something always can."""
        wanted: list[ir.ZoneOf] = []
        for step in search.plan.steps:
            match step:
                case Test():
                    return True
                case Loop() if isinstance(step.value, ir.Contents) and isinstance(
                    step.value.zone, ir.ZoneOf
                ):
                    wanted.append(step.value.zone)
                case Loop() if not self._has_something(step.value):
                    return True
        if not wanted:
            return False
        names = {(item.zone, item.holder) for item in wanted}
        if len(names) > 1:
            return True
        (zone,) = {item.zone: item for item in wanted}.values()
        holder = self.table.layout.zones[zone.zone].holder
        if self.table.layout.holders(holder) == 1:
            path.know(path.of(zone.zone).scaled(-1))
            return not _is_absurd(path)
        if holder == "player" and isinstance(zone.holder, ir.Role) and zone.holder.role == "me":
            path.empty |= {(zone.zone, self.player(path, _ME))}
        return True

    def _has_something(self, x: ir.Expr) -> bool:
        """Whether a collection has an element for sure."""
        match x:
            case ir.IfElse():
                return self._has_something(x.then) and self._has_something(x.otherwise)
            case ir.CallDefinition():
                return self._has_something(self.meaning(x))
            case ir.Operation(op="unions", arguments=(inner,)):
                return self._has_something(inner)
            case ir.Operation(op="maximal families"):
                return True  # the empty one, if there is nothing else
            case ir.Operation(op="only"):
                return True
        return self.table.values.size(x)[0] > 0


def _is_absurd(path: Path) -> bool:
    """Whether something known is plainly wrong."""
    return any(item.is_number and item.number < 0 for item in path.facts)
