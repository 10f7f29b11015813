"""Which expressions look at nothing but what is printed on one or two cards.

Such an expression has the same value in every state, for each kind of card or each two kinds. So it
is worked out once for a game, and what is played looks it up. Only what can neither fail nor do
work that depends on values is taken: it then makes no difference when it is worked out.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from cardrules.engine.source.sizes import size_of
from cardrules.machine.layout import Layout
from cardrules.machine.program import Declared
from cardrules.machine.ranges.values import Values, can_leave
from cardrules.model import ir
from cardrules.model.types import SETS
from cardrules.plain import PlainInOrder

Variable = ir.Bound | ir.Local

# The operations that need nothing but their arguments.
_OPERATIONS = frozenset({"count", "min", "max", "first", "only", "left", "right", "clockwise_from"})
# So many parts of expressions may be worked out for a table, or for a row of one of pairs.
_MOST_WORKED_OUT = 200_000
# No table has more entries for each card than one for each other card.
_MOST_VARIABLES = 2
# Definitions that need each other are followed so far.
_MOST_DEEP = 20


class Static(PlainInOrder):
    """What an expression depends on: cards that variables stand for; and how large it is."""

    variables: tuple[Variable, ...] = ()
    size: int = 1


class Statics:
    """Looks at the expressions of one game."""

    def __init__(self, layout: Layout, declared: Declared) -> None:
        self._declared_parts = declared
        self.values = Values(layout, declared)
        self._layout = layout
        self._kinds = len(layout.faces)
        # By identity; what is held here has no other one in its place.
        self._found: dict[int, tuple[ir.Expr, Static | None]] = {}
        self._declared: dict[tuple[str, str], bool] = {}
        self._depth = 0

    def table(self, x: ir.Expr) -> tuple[Variable, ...] | None:
        """The variables by which an expression can be looked up, if that is worth it."""
        if type(x) not in WORTH_IT:
            return None
        found = self._look(x)
        if found is None or not self._fits(found):
            return None
        return found.variables if found.size > _FEW_PARTS[len(found.variables)] else None

    def is_of_one_card(self, x: ir.Expr, bound: int) -> bool:
        """Whether a condition depends on nothing but a card for which a bound variable stands."""
        found = self._look(x)
        return (
            found is not None
            and [key_of(item) for item in found.variables] == [("b", bound)]
            and self._fits(found)
        )

    def definition(self, name: str) -> bool:
        """Whether a definition is looked up by its parameters."""
        definition = self._declared_parts.definitions[name]
        return self._is_declared(("define", name), definition.parameters, [definition.value])

    def placement(self, name: str) -> bool:
        """Whether a placement is looked up by its two cards."""
        placement = self._declared_parts.placements[name]
        values = [clause.value for clause in placement.clauses]
        return self._is_declared(("placement", name), (placement.card, placement.target), values)

    def _is_declared(
        self, part: tuple[str, str], parameters: Sequence[int], values: Sequence[ir.Expr]
    ) -> bool:
        if part not in self._declared:
            if self._depth > _MOST_DEEP or len(parameters) > _MOST_VARIABLES:
                return False
            self._depth += 1
            found = self._all(values)
            self._depth -= 1
            # Of what a parameter is that is not used cannot be seen here.
            self._declared[part] = (
                found is not None
                and self._fits(found)
                and not any(map(_is_card, values))
                and {key_of(item) for item in found.variables} == {("b", at) for at in parameters}
            )
        return self._declared[part]

    def _fits(self, found: Static) -> bool:
        """Whether a table can be made."""
        return (
            len(found.variables) <= _MOST_VARIABLES
            and all([item.type.base == "card" for item in found.variables])
            and found.size * self._kinds <= _MOST_WORKED_OUT
        )

    def _look(self, x: ir.Expr) -> Static | None:
        found = self._found.get(id(x))
        if found is None:
            found = self._found[id(x)] = x, self._looked_at(x)
        return found[1]

    def _all(self, values: Iterable[ir.Expr]) -> Static | None:
        variables: dict[tuple[str, int], Variable] = {}
        size = 1
        for value in values:
            found = self._look(value)
            if found is None:
                return None
            size += found.size
            variables.update((key_of(item), item) for item in found.variables)
        return Static(tuple(variables.values()), size)

    def _looked_at(self, x: ir.Expr) -> Static | None:
        match x:
            case ir.Const():
                return Static()
            case ir.Everyone():
                return Static() if x.group in ("players", "teams", "cards") else None
            case ir.Bound() | ir.Local():
                is_maybe_none = x.type.base == "card" and x.type.optional
                return None if is_maybe_none else Static((x,))
            case ir.Quantified() | ir.Filter() | ir.Extremes() | ir.Fold():
                return self._gone_through(x)
            case ir.CallDefinition() if self.definition(x.definition):
                return self._all(x.arguments)
            case ir.CallPlacement() if self.placement(x.placement):
                return self._all((x.card, x.target))
        return self._all(ir.parts(x)) if self._is_fixed(x) else None

    def _is_fixed(self, x: ir.Expr) -> bool:
        """Whether an expression needs nothing but its parts, and can neither fail nor count."""
        match x:
            case ir.Attribute() | ir.IsLine() | ir.TeamOf() | ir.Negation() | ir.Logic():
                return True
            case ir.IfElse():
                return not _is_card(x)
            case ir.Arithmetic():
                if x.type.base == "collection":
                    return False
                return x.operator in ("/", "mod") or not can_leave(self.values.of_operation(x))
            case ir.Compare():
                return not _is_card(x.left) and x.left.type.base != "collection"
            case ir.Contains():
                return (
                    not _is_card(x.element)
                    and x.element.type.base != "collection"
                    and size_of(x.collection, self._layout) is not None
                )
            case ir.Operation():
                return x.op in _OPERATIONS and not any(
                    _is_card(item) or item.type.base in ("stack", "zone") or item.type == SETS
                    for item in x.arguments
                )
        return False

    def _gone_through(self, x: ir.Quantified | ir.Filter | ir.Extremes | ir.Fold) -> Static | None:
        """What goes through a collection whose size is known; its variable is its own."""
        self.values.note(x)
        size, items = size_of(x.collection, self._layout), self._look(x.collection)
        if size is None or items is None or x.type == SETS:
            return None
        if isinstance(x, ir.Fold) and can_leave(self.values.of_sum(x)):
            return None
        each = self._look(_each(x))
        if each is None:
            return None
        inner = [item for item in each.variables if key_of(item) != ("b", x.bound)]
        variables = {key_of(item): item for item in (*items.variables, *inner)}
        return Static(tuple(variables.values()), items.size + size * (1 + each.size))


class WrittenOut(Statics):
    """Looks at nothing: all is worked out where it stands."""

    def table(self, x: ir.Expr) -> tuple[Variable, ...] | None:
        return None

    def is_of_one_card(self, x: ir.Expr, bound: int) -> bool:
        return False

    def _is_declared(
        self, part: tuple[str, str], parameters: Sequence[int], values: Sequence[ir.Expr]
    ) -> bool:
        return False


# What is more than a table already.
WORTH_IT = frozenset({
    ir.Negation, ir.IfElse, ir.Logic, ir.Arithmetic, ir.Compare, ir.Contains, ir.Operation,
    ir.Quantified, ir.Filter, ir.Extremes, ir.Fold,
})  # fmt: skip
# Not worth a table, by how many cards it has: looking up takes as long as working out.
_FEW_PARTS = (2, 4, 6)


def _each(x: ir.Quantified | ir.Filter | ir.Extremes | ir.Fold) -> ir.Expr:
    """What is worked out for each element."""
    match x:
        case ir.Extremes():
            return x.key
        case ir.Fold():
            return x.body
    return x.condition


def _is_card(x: ir.Expr) -> bool:
    """Whether a value is a card, which another one of its kind is not."""
    return x.type.base == "card"


def key_of(item: Variable) -> tuple[str, int]:
    """Which variable it is."""
    return ("b", item.index) if isinstance(item, ir.Bound) else ("l", item.slot)
