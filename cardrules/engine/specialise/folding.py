"""Options and numbers of players become constants, and what they decide is gone.

This makes data of data: what has none of them in it is the same object as before. Of `and` and `or`
the left side may decide the matter, and the right one only together with the left, as in a game.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterator, Mapping
from functools import cache, cached_property
from typing import Any, TypeVar

from cardrules.engine.source.arithmetic import OutOfRangeError, minus, plus, times
from cardrules.kernel.arithmetic import quotient, remainder
from cardrules.model import ir
from cardrules.model.ruleset import Definition, Placement, Ruleset
from cardrules.model.types import FLAG
from cardrules.plain import Plain, fields, replaced

_COMPARED: dict[str, Callable[[Any, Any], bool]] = {
    "=": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}
_CHECKED = {"+": plus, "-": minus, "*": times}
_DIVIDED = {"/": quotient, "mod": remainder}

Item = TypeVar("Item")


class Folding:
    """Specialises parts of the rules of one game; `options` may be filled while it is used."""

    def __init__(
        self, ruleset: Ruleset, players: int, teams: int, options: Mapping[str, int | bool]
    ) -> None:
        self._ruleset = ruleset
        self._options = options
        self._sizes = {"players": players, "teams": teams}
        # By identity; what is held here has no other one in its place.
        self._found: dict[int, tuple[object, Any]] = {}
        self._stated: dict[int, Any] = {}
        self._constants: dict[str, ir.Const | None] = {}

    def __call__(self, part: Any) -> Any:
        """A part of the rules with what is known put in."""
        known = self._found.get(id(part))
        if known is None:
            folded = self._folded(part)
            self._found[id(part)] = known = part, folded
            self._stated.setdefault(id(folded), part)
        return known[1]

    def stated(self, folded: Any) -> Any:
        """What a part was before, as the rules state it."""
        return self._stated.get(id(folded), folded)

    # -- the declared parts ------------------------------------------------------------------------

    @cached_property
    def definitions(self) -> Mapping[str, Definition]:
        """The definitions, each folded when it is needed first."""
        return _Folded(self._ruleset.definitions, lambda x: _with(x, value=self(x.value)))

    @cached_property
    def placements(self) -> Mapping[str, Placement]:
        """The placements, without the clauses that always hold."""
        return _Folded(
            self._ruleset.placements, lambda x: _with(x, clauses=self._clauses(x.clauses))
        )

    def _clauses(self, clauses: tuple[Any, ...]) -> tuple[Any, ...]:
        found = [_with(item, value=self(item.value)) for item in clauses]
        return tuple([item for item in found if not _is(item.value, True)])

    @cached_property
    def rules(self) -> Ruleset:
        """All that can be carried out or asked."""
        of = self._ruleset
        return replaced(
            of,
            definitions=dict(self.definitions),
            placements=dict(self.placements),
            routines=self._each(of.routines),
            actions=self._each(of.actions),
            interrupts=self._each(of.interrupts),
            windows={
                name: _with(item, asking=self(item.asking), passing=self(item.passing))
                for name, item in of.windows.items()
            },
            standing=self._each(of.standing),
            triggers=tuple([_with(item, procedure=self(item.procedure)) for item in of.triggers]),
            setup=self(of.setup),
            play=self(of.play),
            score=tuple([_with(item, value=self(item.value)) for item in of.score]),
            criteria=tuple([_with(item, value=self(item.value)) for item in of.criteria]),
        )

    def _each(self, parts: Mapping[str, Any]) -> dict[str, Any]:
        return {name: self(item) for name, item in parts.items()}

    # -- parts of the intermediate form ------------------------------------------------------------

    def _folded(self, x: Any) -> Any:
        match x:
            case tuple():
                return self._tuple(x)
            case ir.OptionValue():
                return ir.Const(type=x.type, value=self._options[x.name])
            case ir.Logic():
                return self._logic(x)
            case ir.IfElse():
                return self._if_else(x)
            case ir.CallDefinition(arguments=()):
                return self._constant(x.definition) or x
            case ir.Negation() | ir.Compare() | ir.Arithmetic() | ir.Operation():
                return self._operation(self._fields(x))
            case ir.If():
                return self._if(x)
            case ir.DeclaredAction():
                return self._action(x)
            case ir.Together():
                return _with(self._fields(x), premises=self._premises(x.premises))
            case ir.Choice():
                found = self._fields(x)
                return _with(found, condition=None) if _is(found.condition, True) else found
        return self._fields(x)

    def _tuple(self, x: tuple[Any, ...]) -> tuple[Any, ...]:
        found = [self(item) if _is_part(item) else item for item in x]
        is_same = all([one is other for one, other in zip(found, x, strict=True)])
        return x if is_same else tuple(found)

    def _fields(self, x: Any) -> Any:
        """The same with its parts folded."""
        changed = {}
        cls: Any = type(x)
        for name in _names_of(cls):
            value = getattr(x, name)
            if _is_part(value):
                found = self(value)
                if found is not value:
                    changed[name] = found
        return replaced(x, **changed) if changed else x

    def _logic(self, x: ir.Logic) -> ir.Expr:
        left: ir.Expr = self(x.left)
        decided = _truth(left)
        if decided is None:
            found: ir.Logic = self._fields(x)
            return left if _is(found.right, x.operator == "and") else found
        decides = decided is (x.operator == "or")
        return left if decides else self(x.right)

    def _if_else(self, x: ir.IfElse) -> ir.Expr:
        decided = _truth(self(x.condition))
        if decided is None:
            return self._fields(x)  # type: ignore[no-any-return]
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
                return ir.Const(type=FLAG, value=_COMPARED[x.operator](left, right))
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

    def _action(self, x: ir.DeclaredAction) -> ir.DeclaredAction:
        found: ir.DeclaredAction = self._fields(x)
        premises = self._premises(x.premises)
        return found if premises is found.premises else replaced(found, premises=premises)

    def _premises(self, premises: tuple[ir.Premise, ...]) -> tuple[ir.Premise, ...]:
        """The premises without those that always hold."""
        found: tuple[ir.Premise, ...] = self(premises)
        left = tuple([item for item in found if not _always_holds(item)])
        return found if len(left) == len(found) else left


def _always_holds(item: ir.Premise) -> bool:
    return isinstance(item, ir.Requirement) and _is(item.condition, True)


class _Folded(Mapping[str, Item]):
    """What is declared, folded when it is asked for: an option may be known only then."""

    def __init__(self, declared: Mapping[str, Item], fold: Callable[[Item], Item]) -> None:
        self._declared = declared
        self._fold = fold
        self._found: dict[str, Item] = {}

    def __getitem__(self, name: str) -> Item:
        if name not in self._found:
            self._found[name] = self._fold(self._declared[name])
        return self._found[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._declared)

    def __len__(self) -> int:
        return len(self._declared)


def _truth(x: ir.Expr) -> bool | None:
    """What a condition is, if that is known."""
    return x.value if isinstance(x, ir.Const) and isinstance(x.value, bool) else None


def _is(x: ir.Expr | None, truth: bool) -> bool:
    return x is not None and _truth(x) is truth


def _with(x: Any, **fields: Any) -> Any:
    """The same with other fields, if they are others."""
    is_same = all([getattr(x, name) is value for name, value in fields.items()])
    return x if is_same else replaced(x, **fields)


def _is_part(value: Any) -> bool:
    cls: Any = type(value)
    return cls is tuple or bool(_names_of(cls))


@cache
def _names_of(cls: Any) -> tuple[str, ...]:
    """The fields of a class of the intermediate form in which there can be parts of it."""
    if not issubclass(cls, Plain) or issubclass(cls, ir.Origin):
        return ()
    return tuple([name for name in fields(cls) if name not in ("type", "span", "origin")])
