"""What every expression as compiled code needs: scopes, kinds of values, things side by side.

A value is a number, a flag, or a collection that can be gone through.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Literal

import attrs

from cardrules.fast.expressions.quick import can_stop, is_quick
from cardrules.fast.expressions.registers import steady_registers
from cardrules.fast.llvm.checks import Array, Sort
from cardrules.fast.llvm.writing import Code
from cardrules.fast.sets.nested import KeptRow, KeptSets, Nested, is_nested
from cardrules.fast.sets.set_making import SetMaking
from cardrules.fast.sets.sets import SetRow, Sets
from cardrules.fast.state.counting import Counting
from cardrules.fast.state.items import Items
from cardrules.fast.state.kinds import Kinds
from cardrules.fast.state.lying import Cards, Row
from cardrules.fast.state.moving import Moving
from cardrules.fast.state.stacks import Stacks, WithGone
from cardrules.kernel.numbers import NONE
from cardrules.machine import code as machine
from cardrules.machine.program import Program
from cardrules.machine.ranges.values import Values
from cardrules.model import ir
from cardrules.model.types import FLAG, Type

Value = str | Items
# In what form a value lies in a slot, or is given to a function: one thing, which also is the
# number of a collection; a set of cards in the order of their numbers; or things side by side.
Form = Literal["i", "m", "row"]
# So many things of a collection can have a name, or be kept in a variable.
MOST_ROOM = 1_024


@attrs.frozen
class Scope:
    """What names mean at a place: who acts, what lies in slots, what is bound."""

    me: str
    slot: Callable[[int], Value]
    bound: Mapping[int, Value] = attrs.field(factory=dict)

    def with_bound(self, index: int, value: Value) -> Scope:
        """The same with a bound variable more."""
        return attrs.evolve(self, bound={**self.bound, index: value})


def kind_of(of: Type) -> Sort:
    """What a value of a type is, if it is no collection."""
    return "b" if of.required() == FLAG and not of.optional else "i"


class Core:
    """Writes expressions of one program; those who know the classes of expressions come below."""

    # By the class of an expression what writes it.
    writers: Mapping[type[ir.Expr], Callable[..., Value]] = {}

    def __init__(self, program: Program, moving: Moving) -> None:
        self.program = program
        self.layout = program.layout
        self.moving = moving
        self.code: Code = moving.code
        self.ranges = Values(program.layout, program.declared)
        self.all_cards = (1 << self.layout.cards) - 1
        self._none = self.code.number(NONE)
        # What is written for the score of a side and for who leads, when somebody asks for it.
        self.score: Callable[[str], str] | None = None
        self.code.is_too_much = self.is_too_much
        self.kinds = Kinds(program.layout, moving.code)
        self.making = SetMaking(self.kinds, moving, self.give_up)
        self.nested = Nested(moving, self.give_up, is_needed=_has_nested(program))
        self.stacks = Stacks(moving)
        # The functions that tell whether an action is possible, by what is given.
        self.possibilities: dict[tuple[str, tuple[tuple[str, Form], ...], bool], int] = {}
        # What counts how often a game comes to parts of its rules, in a build that does; and
        # whether what is written now is no second look at what has been counted.
        self.counting: Counting | None = None
        self.is_refusing = True
        # The procedures of which it is asked how often they are carried out just now.
        self.counted_procedures: set[int] = set()
        self._steady = steady_registers(program)

    def is_quick(self, *expressions: ir.Expr) -> bool:
        """Whether some expressions are worked out so quickly that no branch is worth it."""
        return is_quick(self.program.declared.definitions, expressions)

    def thing(self, of: Type | None, items: Items, item: str) -> Value:
        """One of the things of a collection, by its type, as a value."""
        if items.sort == "m":
            return Cards(self.code, item)
        # Flags lie in collections as numbers.
        if of is not None and kind_of(of) == "b":
            return self.code.compare("!=", item, "0")
        return item

    def named(self, of: Type, found: Value) -> Value:
        """What has a name, where that is the number of a collection."""
        if of.base == "collection" and isinstance(found, str):
            return self.no_items() if found == self._none else self.nested.items(of, found)
        return found

    def no_items(self) -> Items:
        """What is none, where a collection may be."""
        return Row(self.code, self.code.table("i", [0]), "-1")

    @contextmanager
    def passing(self, x: ir.Expr) -> Iterator[None]:
        """What is worked out here of an expression is a number, and leaves nothing behind."""
        if not self._makes_nested(x):
            yield
            return
        with self.nested.passing():
            yield

    def _makes_nested(self, x: ir.Expr) -> bool:
        definitions = self.program.declared.definitions
        parts = [part for part in ir.walk(x) if isinstance(part, ir.Expr)]
        # What is a table is not called.
        called = [
            definitions[part.definition].value
            for part in parts
            if isinstance(part, ir.CallDefinition) and part.definition in definitions
        ]
        return any(is_nested(part.type) for part in parts) or any(map(self._makes_nested, called))

    def kept(self, items: Items) -> str:
        """The number of a collection that gets a name."""
        if isinstance(items, KeptSets | KeptRow):
            return items.number
        if isinstance(items, Sets):
            return self.nested.sets(self.making.side_by_side(items))
        return self.nested.things(items)

    # -- values ------------------------------------------------------------------------------------

    def number(self, x: ir.Expr, scope: Scope) -> str:
        """A number, or whatever else is one thing; a flag as 1 or 0."""
        found = self.one(x, scope)
        return self.code.as_number(found) if kind_of(x.type) == "b" else found

    def flag(self, x: ir.Expr, scope: Scope) -> str:
        """A truth value."""
        found = self.one(x, scope)
        if kind_of(x.type) != "b":
            return self.code.compare("!=", found, "0")
        return found

    def one(self, x: ir.Expr, scope: Scope) -> str:
        """One thing."""
        found = self.value(x, scope)
        return found if isinstance(found, str) else self.kept(found)

    def items(self, x: ir.Expr, scope: Scope) -> Items:
        """A collection."""
        found = self.value(x, scope)
        if isinstance(found, str):
            # Of what is no collection none alone may stand where one is wanted.
            assert found == self._none, x
            return self.no_items()
        return found

    def value(self, x: ir.Expr, scope: Scope) -> Value:
        """The value of an expression."""
        found: Value = self.writers[type(x)](self, x, scope)
        return found

    def numbers_on_cards(
        self, x: ir.Expr, is_it: Callable[[ir.Expr], bool]
    ) -> Sequence[int] | None:
        """The number that an expression is for each card, if it is printed there, or looked up."""
        match x:
            case ir.Attribute() if is_it(x.card):
                values = self.layout.attribute[x.attribute]
            case machine.LookUp(arguments=(card,)) if is_it(card):
                row = self.program.tables[x.table].values(0, len(self.layout.faces))
                values = [row[kind] for kind in self.layout.kind]
            case _:
                return None
        if any(isinstance(value, tuple) for value in values):
            return None
        return [int(value) for value in values]

    # -- registers ---------------------------------------------------------------------------------

    def register(self, name: str) -> str:
        """What a register holds now."""
        if name in self._steady:
            return self.code.number(self._steady[name])
        number = self.code.number(self.moving.memory.register(name))
        return self.code.at(self.moving.part("registers"), number)

    def set_register(self, name: str, value: str) -> None:
        """A value into a register; into some there never comes another one."""
        if name in self._steady:
            return
        number = self.code.number(self.moving.memory.register(name))
        self.code.put(self.moving.part("registers"), number, value)

    # -- what cannot be gone on with ---------------------------------------------------------------

    def checked(self, number: str) -> str:
        """A number; where it is none the game is given up, and it goes on with 0 until then."""
        code = self.code
        is_none = code.is_beyond(number)
        with code.when(is_none):
            self.give_up()
        return code.choose("i", is_none, "0", number)

    def is_too_much(self) -> str:
        """Count that a loop begins deep within others, and tell whether that is too much."""
        code = self.code
        left = code.minus(self.register("work_left"), "1")
        self.set_register("work_left", left)
        found = code.compare("<", left, "0")
        with code.when(found, is_likely=False):
            self.give_up()
        return found

    def give_up(self) -> None:
        """This game is to be played by another engine."""
        self.moving.memory.give_up(self.code)

    # -- things side by side -----------------------------------------------------------------------

    def room(self, x: ir.Expr) -> int:
        """For how many things of a collection there is room."""
        return max(1, min(self.ranges.size(x)[1], MOST_ROOM))

    def found_in(self, x: ir.Expr, scope: Scope) -> Items:
        """A collection in which something is looked for."""
        return self.compared(x.type.element, self.items(x, scope))

    def compared(self, of: Type | None, items: Items) -> Items:
        """Things of a type as they are compared: stacks may be gone, if they do not lie there."""
        may_be_gone = of is not None and of.base == "stack" and not items.has_tops
        return WithGone(self.stacks, items) if may_be_gone else items

    def is_none(self, items: Items) -> str:
        """Whether a collection is none, as one that has a name may be."""
        if isinstance(items, Row | SetRow):
            return self.code.compare("<", items.size, "0")
        if isinstance(items, Cards) and not items.is_whole:
            return self.code.compare("=", items.mask(), self.code.none, "m")
        return "false"

    def side_by_side(self, items: Items, of: ir.Expr) -> tuple[Array, str]:
        """The things of a collection, and how many they are; less than none of them is none."""
        code, room = self.code, self.room(of)
        assert items.sort == "i"
        is_none = self.is_none(items)
        if isinstance(items, Cards) and is_none != "false":
            cells, size = self.side_by_side(Cards(code, self.cards_of(items)), of)
            return cells, code.choose("i", is_none, "-1", size)
        if isinstance(items, Row):
            if items.stays:
                return items.cells, items.size
            cells = code.array("i", room)
            is_room = code.compare("<=", items.size, str(room))
            with code.when(code.no(is_room)):
                self.give_up()
            size = code.choose("i", is_room, items.size, "0")
            code.note_size_of(cells, size)
            self.copy(items.cells, items.start, cells, "0", size)
            return cells, size
        cells, number = code.array("i", room), code.local("i", "0")
        code.note_length(cells, number)

        def note(thing: str) -> None:
            at = code.read(number)
            is_room = code.compare("<", at, str(room))
            with code.when(is_room):
                code.put(cells, at, thing)
                code.write(number, code.plus(at, "1"))
            with code.when(code.no(is_room)):
                self.give_up()

        items.each(note)
        return cells, code.read(number)

    def cards_of(self, items: Items) -> str:
        """Cards as a set; none of it where they are none."""
        is_none = self.is_none(items)
        if isinstance(items, Row) or is_none == "false":
            return items.mask()
        return self.code.choose("m", is_none, "0", items.mask())

    def mask_or_none(self, items: Items) -> str:
        """Cards as a set, which also says whether they are none."""
        if isinstance(items, Cards):
            return items.mask()
        return self.code.choose("m", self.is_none(items), self.code.none, items.mask())

    def copy(self, source: Array, start: str, to: Array, begin: str, size: str) -> None:
        """Copy things; of a size below 0 there is none."""
        code = self.code
        with code.through("0", size, str(MOST_ROOM)) as now:
            code.put(to, code.plus(now, begin), code.at(source, code.plus(now, start)))

    # -- parts -------------------------------------------------------------------------------------

    def numbered(self, base: int, holder: ir.Expr | None, scope: Scope, holders: int) -> str:
        if holder is None:
            return self.code.number(base)
        held = self.code.within(self.one(holder, scope), holders)
        return self.code.plus(held, self.code.number(base))

    def can_stop(self, x: ir.Expr) -> bool:
        """Whether it is worked out only where it is wanted."""
        return can_stop(self.program.declared.definitions, x)

    def inside(self, x: ir.CallDefinition, scope: Scope) -> tuple[ir.Expr, Scope]:
        """What a definition says, and what its names mean."""
        definition = self.program.declared.definitions[x.definition]
        values = [self.value(item, scope) for item in x.arguments]
        inner = attrs.evolve(scope, bound=dict(zip(definition.parameters, values, strict=True)))
        return definition.value, inner


def _has_nested(program: Program) -> bool:
    """Whether collections of collections, or what is under seal, may have a name somewhere."""
    if any(question.form == "sealed" for question in program.questions):
        return True
    layout, declared = program.layout, program.declared
    sights = [sight for zone in layout.zones.values() for sight in (zone.top, zone.rest)]
    whole = (
        program.procedures,
        program.questions,
        tuple([step.value for search in program.searches for step in search.plan.steps]),
        tuple(declared.definitions.values()),
        tuple(declared.placements.values()),
        tuple([zone.starts for zone in layout.zones.values() if zone.starts is not None]),
        tuple([sight.condition for sight in sights if sight.condition is not None]),
        tuple([variable.initial for variable in layout.variables.values()]),
        program.ending.score,
        program.ending.criteria,
    )
    return any(isinstance(part, ir.Expr) and is_nested(part.type) for part in ir.walk(whole))
