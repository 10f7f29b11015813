"""Options and numbers of players become constants, and what they decide is gone.

This makes data of data: what has none of them in it is the same object as before. Of `and` and `or`
the left side may decide the matter, and the right one only together with the left, as in a game.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping
from functools import cached_property
from types import MappingProxyType
from typing import Any

from cardrules.engine.source.arithmetic import OutOfRangeError, minus, plus, times
from cardrules.engine.specialise.rewriting import Rewriting, Rewritten, all_rules, altered
from cardrules.kernel.arithmetic import quotient, remainder
from cardrules.machine.program import Declared
from cardrules.model import ir
from cardrules.model.ruleset import Clause, Placement, Ruleset
from cardrules.model.types import FLAG
from cardrules.plain import replaced

# What each sign of a comparison means.
COMPARED: Mapping[str, Callable[[Any, Any], bool]] = MappingProxyType(
    {
        "=": operator.eq,
        "!=": operator.ne,
        "<": operator.lt,
        "<=": operator.le,
        ">": operator.gt,
        ">=": operator.ge,
    }
)
_CHECKED = {"+": plus, "-": minus, "*": times}
_DIVIDED = {"/": quotient, "mod": remainder}


class Folding(Rewriting):
    """Specialises parts of the rules of one game; `options` may be filled while it is used."""

    changing = frozenset(
        {
            ir.OptionValue, ir.Logic, ir.IfElse, ir.CallDefinition, ir.Negation, ir.Compare,
            ir.Arithmetic, ir.Operation, ir.If, ir.DeclaredAction, ir.Together, ir.Choice,
            Placement,
        }
    )  # fmt: skip

    def __init__(
        self, ruleset: Ruleset, players: int, teams: int, options: Mapping[str, int | bool]
    ) -> None:
        super().__init__()
        self._ruleset = ruleset
        self._options = options
        self._sizes = {"players": players, "teams": teams}
        self._constants: dict[str, ir.Const | None] = {}

    # -- the declared parts ------------------------------------------------------------------------

    @cached_property
    def declared(self) -> Declared:
        """Definitions, and placements without the clauses that always hold, each when needed."""
        return Declared(
            definitions=Rewritten(self._ruleset.definitions, self),
            placements=Rewritten(self._ruleset.placements, self),
        )

    @cached_property
    def rules(self) -> Ruleset:
        """All that can be carried out or asked."""
        declared = self.declared
        return all_rules(self._ruleset, self, declared.definitions, declared.placements)

    # -- parts of the intermediate form ------------------------------------------------------------

    def made(self, x: Any) -> Any:
        """A part with what is known put in."""
        match x:
            case ir.OptionValue():
                return ir.Const(type=x.type, value=self._options[x.name])
            case ir.Logic():
                return self._logic(x)
            case ir.IfElse():
                return self._if_else(x)
            case ir.CallDefinition(arguments=()):
                return self._constant(x.definition) or x
            case ir.Negation() | ir.Compare() | ir.Arithmetic() | ir.Operation():
                return self._operation(self.within(x))
            case ir.If():
                return self._if(x)
            case ir.DeclaredAction() | ir.Together():
                found = self.within(x)
                return altered(found, premises=_without(found.premises, _always_holds))
            case Placement():
                found = self.within(x)
                return altered(found, clauses=_without(found.clauses, _is_certain))
            case ir.Choice():
                found = self.within(x)
                return altered(found, condition=None) if _is(found.condition, True) else found
        return self.within(x)

    def _logic(self, x: ir.Logic) -> ir.Expr:
        left: ir.Expr = self(x.left)
        decided = _truth(left)
        if decided is None:
            found: ir.Logic = self.within(x)
            return left if _is(found.right, x.operator == "and") else found
        decides = decided is (x.operator == "or")
        return left if decides else self(x.right)

    def _if_else(self, x: ir.IfElse) -> ir.Expr:
        decided = _truth(self(x.condition))
        if decided is None:
            return self.within(x)  # type: ignore[no-any-return]
        return self(x.then if decided else x.otherwise)  # type: ignore[no-any-return]

    def _constant(self, definition: str) -> ir.Const | None:
        """What a definition without parameters is, if it is the same all the time."""
        if definition not in self._constants:
            value = self(self._ruleset.definitions[definition].value)
            self._constants[definition] = value if isinstance(value, ir.Const) else None
        return self._constants[definition]

    def _operation(self, x: ir.Expr) -> ir.Expr:
        """The value of an operation on constants, if it has one."""
        match x:
            case ir.Negation(operand=ir.Const(value=bool() as value)):
                return ir.Const(type=FLAG, value=not value)
            case ir.Compare(
                left=ir.Const(value=int() as left), right=ir.Const(value=int() as right)
            ):
                return ir.Const(type=FLAG, value=COMPARED[x.operator](left, right))
            case ir.Operation(op="count", arguments=(ir.Everyone(group=group),)):
                size = self._sizes.get(group)
                return x if size is None else ir.Const(type=x.type, value=size)
            case ir.Arithmetic(
                left=ir.Const(value=int() as left), right=ir.Const(value=int() as right)
            ):
                return self._calculated(x, left, right)
        return x

    def _calculated(self, x: ir.Arithmetic, left: int, right: int) -> ir.Expr:
        """What is too large is told in the game, if that comes so far."""
        try:
            if x.operator in _DIVIDED:
                value = _DIVIDED[x.operator](left, right)
            else:
                value = _CHECKED[x.operator](left, right, x.span.start, x.span.end)
        except OutOfRangeError:
            return x
        return ir.Const(type=x.type, value=value)

    # -- statements and premises -------------------------------------------------------------------

    def _if(self, x: ir.If) -> ir.If:
        """The branches that are left; one that is always taken has no test."""
        found: list[tuple[ir.Expr | None, ir.Body]] = []
        for test, body in x.branches:
            folded = None if test is None else self(test)
            is_taken = True if folded is None else _truth(folded)
            if is_taken is not False:
                found.append((None if is_taken else folded, self(body)))
            if is_taken:
                break
        is_same = len(found) == len(x.branches) and all(
            [
                test is one and body is other
                for (test, body), (one, other) in zip(found, x.branches, strict=True)
            ]
        )
        return x if is_same else replaced(x, branches=tuple(found))


def _without(items: tuple[Any, ...], is_idle: Callable[[Any], bool]) -> tuple[Any, ...]:
    """The items of which that does not hold; the same if it holds of none."""
    left = tuple([item for item in items if not is_idle(item)])
    return items if len(left) == len(items) else left


def _always_holds(item: ir.Premise) -> bool:
    return isinstance(item, ir.Requirement) and _is(item.condition, True)


def _is_certain(clause: Clause) -> bool:
    return _is(clause.value, True)


def _truth(x: ir.Expr) -> bool | None:
    """What a condition is, if that is known."""
    return x.value if isinstance(x, ir.Const) and isinstance(x.value, bool) else None


def _is(x: ir.Expr | None, truth: bool) -> bool:
    return x is not None and _truth(x) is truth
