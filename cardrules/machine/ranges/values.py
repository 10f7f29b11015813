"""Between which bounds the value of an expression lies, whatever the state is.

What is printed on cards, players and counts are known for the whole game. What names and variables
may be is asked of `Known`; without it they may be anything of their type. Of an operation it is the
range of what is left after its check.
"""

from __future__ import annotations

from collections.abc import Mapping

from cardrules.machine import code
from cardrules.machine.layout import Layout
from cardrules.machine.program import Declared
from cardrules.machine.ranges.bounds import (
    ANY_NUMBER,
    FLAGS,
    NOTHING,
    Bound,
    Interval,
    Several,
    joined,
    number,
)
from cardrules.machine.ranges.names import Names, holder_of
from cardrules.model import ir
from cardrules.model.types import CARDS, FLAG, MOST_NUMBER, NONE, PLAYER, Type

# So far no round or turn is counted, and so many elements has nothing that can be gone through.
MOST_COUNTED = 2**32
COUNTED = Interval(0, MOST_COUNTED)
# Definitions that need each other are followed so far; beyond that, any number may come out.
_MOST_DEEP = 20
# Of what these give there are bounds, whether it is one thing or several.
_WITH_BOUNDS = (
    ir.Const, ir.Local, ir.Bound, ir.VariableValue, ir.Attribute, ir.CallDefinition,
)  # fmt: skip
# Of these the bounds tell whether two of them are the same.
_COMPARED = ("integer", "flag", "enum", "player", "team")


class Known:
    """What is known at a place: of names there, and of variables everywhere."""

    def __init__(self) -> None:
        self.names = Names()
        self.variables: Mapping[str, Bound | None] = {}


class Values:
    """The bounds of the expressions of one game."""

    def __init__(self, layout: Layout, declared: Declared, known: Known | None = None) -> None:
        self._layout = layout
        self._declared = declared
        self.known = Known() if known is None else known
        # What stands in conditions on elements is looked at where a whole program is followed.
        self._goes_in = known is not None
        self._looked_up: dict[int, Interval] = {}
        self._attributes: dict[str, Bound] = {}
        self._definitions: dict[str, Bound | None] = {}
        # The bounds of the elements that bound variables stand for; their numbers are unique.
        self._elements: dict[int, Bound | None] = {}
        self._depth = 0

    # -- types -------------------------------------------------------------------------------------

    def of_type(self, of_type: Type) -> Bound | None:
        """All that a value of a type may be."""
        element = of_type.element
        if of_type.base == "collection":
            inside = None if element is None else self.of_type(element)
            return Several(0, self.most_of(element), inside, of_type.optional)
        layout = self._layout
        found = {
            "integer": ANY_NUMBER,
            "enum": COUNTED,
            "flag": FLAGS,
            "card": Interval(0, layout.cards - 1),
            "player": Interval(0, layout.players - 1),
            "team": Interval(0, len(layout.teams) - 1),
            "stack": Interval(layout.static_zones, layout.nowhere),
            "zone": Interval(0, layout.nowhere),
        }.get(of_type.base)
        return None if found is None else found._replace(none=of_type.optional)

    def most_of(self, element: Type | None) -> int:
        """How many different things of a type there can be in a collection."""
        layout = self._layout
        match element.base if element is not None else "unknown":
            case "card":
                return layout.cards
            case "stack":
                return layout.cards + 1
            case "player" | "team":
                return layout.players
            case "flag":
                return 2
            case "collection":
                return MOST_NUMBER
        return MOST_COUNTED

    # -- numbers -----------------------------------------------------------------------------------

    def number(self, x: ir.Expr) -> Interval:
        """The range of a number, or of whatever else is no collection."""
        found = self.of(x)
        return found if isinstance(found, Interval) else ANY_NUMBER.joined(NOTHING)

    def truth(self, x: ir.Expr) -> bool | None:
        """Whether a condition certainly holds or does not; None if it may be the one or other."""
        found = self.number(x)
        return bool(found.least) if found.is_one else None

    def of(self, x: ir.Expr) -> Bound | None:
        """The bounds of a value."""
        match x:
            case ir.Const():
                return self._constant(x)
            case ir.Local() | ir.VariableValue() | ir.Bound():
                return self._named(x)
            case ir.Attribute():
                return self._attribute(x.attribute)
            case ir.Counter():
                return COUNTED
            case code.RegisterValue():
                return self._register(x.register)
            case code.LookUp(bounds=(least, most)):
                return Interval(least, most)
            case ir.IfElse():
                return self._either(x)
            case ir.NotNone():
                return _not_none(self.of(x.value))
            case ir.CallDefinition():
                return self._definition(x)
            case code.Plus() | code.Size() | code.Element():
                return self._of_machine(x)
        if x.type.base == "collection":
            return Several(*self.size(x), self.elements(x), x.type.optional)
        if x.type == FLAG:
            return self._flag(x)
        return self._computed(x)

    def _computed(self, x: ir.Expr) -> Bound | None:
        match x:
            case ir.Arithmetic():
                return within(self.of_operation(x))
            case ir.Operation():
                return self._operation(x)
            case ir.Fold():
                return self._fold(x)
        return self.of_type(x.type)

    def of_operation(self, x: ir.Arithmetic) -> Interval:
        """The range of what an operation with numbers gives, unchecked."""
        left, right = self.number(x.left), self.number(x.right)
        (a, b), (c, d) = (left.least, left.most), (right.least, right.most)
        if x.operator == "+":
            return Interval(a + c, b + d)
        if x.operator == "-":
            return Interval(a - d, b - c)
        if x.operator == "*":
            ends = (a * c, a * d, b * c, b * d)
            return Interval(min(ends), max(ends))
        if c > 0:
            if x.operator == "mod":
                return Interval(0, d - 1)
            ends = (a // c, a // d, b // c, b // d)
            return Interval(min(ends), max(ends))
        # Neither what division gives nor what it leaves is further from zero than both sides.
        most = max(map(abs, (a, b) if x.operator == "/" else (c, d)))
        return Interval(-most, most)

    def of_sum(self, x: ir.Fold) -> Interval:
        """The range of the sum of several numbers and of its parts, unchecked."""
        self.note(x)
        each, most = self.number(x.body), self.size(x.collection)[1]
        return Interval(min(0, each.least * most), max(0, each.most * most))

    def _fold(self, x: ir.Fold) -> Bound | None:
        self.note(x)
        each, (least, most) = self.number(x.body), self.size(x.collection)
        if x.fold != "sum":
            return each if least else each.joined(number(0))
        low, high = each.least, each.most
        ends = Interval(low * (least if low > 0 else most), high * (most if high > 0 else least))
        return within(ends)

    def _operation(self, x: ir.Operation) -> Bound | None:
        if x.op == "count":
            return Interval(*self.size(x.arguments[0]))
        if x.op in ("min", "max"):
            one, other = map(self.number, x.arguments)
            pick = min if x.op == "min" else max
            return Interval(pick(one.least, other.least), pick(one.most, other.most))
        if x.op == "first":
            least, _ = self.size(x.arguments[0])
            inside = self.elements(x.arguments[0])
            return inside if least else joined(inside, NOTHING)
        return self.of_type(x.type)

    def _constant(self, x: ir.Const) -> Bound:
        if isinstance(x.value, tuple):
            inside: Bound | None = None
            for value in x.value:
                inside = number(value) if inside is None else joined(inside, number(value))
            return Several(len(x.value), len(x.value), inside)
        return number(x.value)

    # -- names -------------------------------------------------------------------------------------

    def _named(self, x: ir.Local | ir.VariableValue | ir.Bound) -> Bound | None:
        by_type = self.of_type(x.type)
        if isinstance(x, ir.Local):
            return self._as_typed(self.known.names.slots.get(x.slot), by_type, x.type)
        if isinstance(x, ir.Bound):
            return self._as_typed(self._elements.get(x.index), by_type, x.type)
        holder = holder_of(x.holder)
        if holder is not None and (x.variable, holder) in self.known.names.variables:
            found: Bound | None = self.known.names.variables[x.variable, holder]
        else:
            found = self.known.variables.get(x.variable)
        return self._as_typed(found, by_type, x.type)

    @staticmethod
    def _as_typed(found: Bound | None, by_type: Bound | None, of_type: Type) -> Bound | None:
        """What is known of a named thing; a stack may be gone by now."""
        if found is None:
            # Where nothing could be chosen there is none, whatever the type says.
            return joined(by_type, NOTHING)
        if of_type.base == "stack" and isinstance(found, Interval) and found.is_number:
            return joined(by_type, NOTHING) if found.none else by_type
        return found

    def note(self, x: ir.Filter | ir.Quantified | ir.Extremes | ir.Fold | ir.Subsets) -> None:
        """Note what the bound variable of an expression can be, before its body is looked at."""
        inside = self.elements(x.collection)
        if isinstance(x, ir.Subsets):
            inside = Several(0, self.size(x.collection)[1], inside)
        self._elements[x.bound] = inside

    def _attribute(self, name: str) -> Bound:
        if name not in self._attributes:
            found: Bound | None = None
            for value in self._layout.attribute[name]:
                if isinstance(value, tuple):
                    one: Bound = self._constant(ir.Const(type=CARDS, value=value))
                else:
                    one = number(value)
                found = one if found is None else joined(found, one)
            assert found is not None
            self._attributes[name] = found
        return self._attributes[name]

    def _definition(self, x: ir.CallDefinition) -> Bound | None:
        name = x.definition
        if name not in self._declared.definitions:
            # It stands in what is looked up, and is never worked out in play.
            return joined(self.of_type(x.type), NOTHING)
        if name not in self._definitions:
            definition = self._declared.definitions[name]
            if self._depth > _MOST_DEEP:
                return joined(self.of_type(definition.value.type), NOTHING)
            self._depth += 1
            # It is the same wherever it is used: there it has names of its own alone.
            names, self.known.names = self.known.names, Names()
            self._definitions[name] = self.of(definition.value)
            self.known.names = names
            self._depth -= 1
        return self._definitions[name]

    def meaning(self, definition: str) -> ir.Expr:
        """What a definition stands for."""
        return self._declared.definitions[definition].value

    def _either(self, x: ir.IfElse) -> Bound | None:
        truth = self.truth(x.condition)
        if truth is not None:
            return self.of(x.then if truth else x.otherwise)
        return joined(self.of(x.then), self.of(x.otherwise))

    # -- conditions --------------------------------------------------------------------------------

    def _flag(self, x: ir.Expr) -> Interval:
        match x:
            case ir.Compare():
                return self._compared(x)
            case ir.Negation():
                inner = self.number(x.operand)
                return Interval(1 - inner.most, 1 - inner.least) if inner in _TRUTHS else FLAGS
            case ir.Logic():
                left, right = self.number(x.left), self.number(x.right)
                pick = min if x.operator == "and" else max
                return Interval(pick(left.least, right.least), pick(left.most, right.most))
            case ir.Contains():
                return self._contained(x)
            case ir.Quantified():
                return self._quantified(x)
            case code.LookUp() if self._goes_in:
                if x.table not in self._looked_up:
                    self._looked_up[x.table] = self.number(x.instead_of.value)
                return self._looked_up[x.table]
            case ir.Fold():
                found = self._fold(x)
                return found if isinstance(found, Interval) else FLAGS
        return FLAGS

    def _quantified(self, x: ir.Quantified) -> Interval:
        """No element fits if none can, and each does if none can be otherwise."""
        settled = x.quantifier == "every"
        if self.size(x.collection)[1] == 0 or self._is_always(x, truth=settled):
            return number(settled)
        return FLAGS

    def _is_always(self, x: ir.Filter | ir.Quantified, *, truth: bool) -> bool:
        """Whether a condition is settled for all elements."""
        if not self._goes_in:
            return False
        self.note(x)
        return self.truth(x.condition) is truth

    def _compared(self, x: ir.Compare) -> Interval:
        one, other = self.of(x.left), self.of(x.right)
        if isinstance(one, Several) and isinstance(other, Several):
            return self._same_size(x, one, other)
        if not isinstance(one, Interval) or not isinstance(other, Interval):
            return FLAGS
        is_none = isinstance(x.right, ir.Const) and x.right.value == NONE
        if x.left.type.base not in _COMPARED and not is_none:
            return FLAGS
        lowest, highest = one.lowest - _highest(other), _highest(one) - other.lowest
        certain, impossible = {
            "<": (highest < 0, lowest >= 0),
            "<=": (highest <= 0, lowest > 0),
            ">": (lowest > 0, highest <= 0),
            ">=": (lowest >= 0, highest < 0),
            "=": (one.is_one and one == other, one.met(other) is None),
            "!=": (one.met(other) is None, one.is_one and one == other),
        }[x.operator]
        return Interval(int(certain), int(not impossible))

    @staticmethod
    def _same_size(x: ir.Compare, one: Several, other: Several) -> Interval:
        """Two collections of different sizes are not the same, and two empty ones are."""
        if one.none or other.none or x.operator not in ("=", "!="):
            return FLAGS
        differ = one.most < other.least or other.most < one.least
        same = one.most == other.most == 0
        if x.operator == "=":
            return Interval(int(same), int(not differ))
        return Interval(int(differ), int(not same))

    def _contained(self, x: ir.Contains) -> Interval:
        inside, size = self.elements(x.collection), self.size(x.collection)
        if size[1] == 0:
            return number(0)
        element = self.of(x.element)
        if (
            x.element.type.base in _COMPARED
            and isinstance(inside, Interval)
            and isinstance(element, Interval)
            and element.met(inside) is None
        ):
            return number(0)
        return FLAGS

    # -- collections -------------------------------------------------------------------------------

    def size(self, x: ir.Expr) -> tuple[int, int]:
        """How many elements a collection has at least and at most."""
        most = self.most_of(x.type.element)
        least, found = self._size(x)
        return min(least, most), min(found, most)

    def _size(self, x: ir.Expr) -> tuple[int, int]:
        layout, most = self._layout, self.most_of(x.type.element)
        match x:
            case _ if isinstance(x, _WITH_BOUNDS):
                return _size_in(self.of(x), most)
            case ir.NotNone():
                return self.size(x.value)
            case ir.Everyone():
                return self._group(x.group)
            case ir.Contents(zone=ir.ZoneOf(zone=name)):
                return 0, layout.zones[name].capacity
            case ir.Filter():
                return 0, 0 if self._is_always(x, truth=False) else self.size(x.collection)[1]
            case ir.Extremes():
                least, most = self.size(x.collection)
                return min(least, 1), most
            case ir.IfElse():
                return _size_in(self._either(x), most)
            case ir.Operation(op="only"):
                return 1, 1
            case ir.Operation(op="clockwise_from"):
                return layout.players, layout.players
            case ir.Arithmetic():
                (a, b), (c, d) = self.size(x.left), self.size(x.right)
                return (max(a, c), b + d) if x.operator == "+" else (max(0, a - d), b)
        return 0, most

    def _group(self, group: str) -> tuple[int, int]:
        layout = self._layout
        match group:
            case "cards":
                return layout.cards, layout.cards
            case "teams":
                return len(layout.teams), len(layout.teams)
            case "players":
                return layout.players, layout.players
        return 0, layout.players

    def elements(self, x: ir.Expr) -> Bound | None:
        """The bounds of the elements of a collection."""
        match x:
            case _ if isinstance(x, _WITH_BOUNDS):
                found = self.of(x)
                if isinstance(found, Several) and found.of is not None:
                    return found.of
            case ir.NotNone():
                return self.elements(x.value)
            case ir.Filter() | ir.Extremes():
                return self.elements(x.collection)
            case ir.IfElse():
                return joined(self.elements(x.then), self.elements(x.otherwise))
            case ir.Operation(op="only"):
                return self.of(x.arguments[0])
            case ir.Arithmetic(operator="-"):
                return self.elements(x.left)
            case ir.Arithmetic():
                return joined(self.elements(x.left), self.elements(x.right))
        return None if x.type.element is None else self.of_type(x.type.element)

    # -- what the machine keeps for itself -------------------------------------------------------

    def _register(self, name: code.Register) -> Bound | None:
        if name in ("turn", "round", "changes"):
            return COUNTED
        return Interval(-1, 1) if name == "direction" else self.of_type(PLAYER.or_none())

    def _of_machine(self, x: code.Plus | code.Size | code.Element) -> Bound | None:
        if isinstance(x, code.Plus):
            inner = self.number(x.value)
            return within(Interval(inner.least + x.more, inner.most + x.more))
        found = self.known.names.slots.get(x.slot)
        if isinstance(x, code.Size):
            return Interval(*_size_in(found, MOST_COUNTED))
        inside = found.of if isinstance(found, Several) else None
        return self._as_typed(inside, self.of_type(x.type), x.type)


_TRUTHS = (FLAGS, Interval(0, 0), Interval(1, 1))


def within(found: Interval) -> Interval:
    """What is left of a range after the check."""
    least, most = max(found.least, -MOST_NUMBER), min(found.most, MOST_NUMBER)
    return Interval(least, most) if least <= most else ANY_NUMBER


def can_leave(found: Interval) -> bool:
    """Whether a number of this range may be none of the language."""
    return found.least < -MOST_NUMBER or found.most > MOST_NUMBER


def _size_in(found: Bound | None, most: int) -> tuple[int, int]:
    return (found.least, found.most) if isinstance(found, Several) else (0, most)


def _not_none(found: Bound | None) -> Bound | None:
    if isinstance(found, Interval | Several):
        return found._replace(none=False)
    return found


def _highest(x: Interval) -> int:
    return x.most if x.is_number else NONE
