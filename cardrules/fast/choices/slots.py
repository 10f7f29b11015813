"""What lies in the slots of a procedure, and in what form.

A form is one thing (`i`), which also is the number of a collection of collections; a set of cards
in the order of their numbers (`m`); or things side by side (`row`). A row that has -1 things is
none.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import attrs

from cardrules.fast.expressions.core import Form
from cardrules.fast.llvm.checks import Array, Local
from cardrules.fast.llvm.writing import Code
from cardrules.fast.sets.nested import is_nested, is_set
from cardrules.fast.state.items import Items
from cardrules.fast.state.lying import Cards, Row
from cardrules.machine import code as machine
from cardrules.machine.program import Procedure, Program
from cardrules.model import ir
from cardrules.model.types import CARDS, Type


@attrs.define
class Several:
    """Things in their order: where they lie, and how many they are."""

    cells: Array
    size: Local
    room: int


@attrs.define
class Sealed:
    """Answers under seal: by position whether there is one, and the value of each name."""

    size: Local
    given: Array
    values: list[Array]


Slot = Local | Several | Sealed | list["Local | Several"]


class Answers(Items):
    """Answers under seal, of which only their number is looked at."""

    def __init__(self, code: Code, sealed: Sealed) -> None:
        super().__init__(code)
        self._sealed = sealed

    def count(self) -> str:
        return self.code.read(self._sealed.size)


def form_of(of: Type) -> Form:
    """The form in which a value of a type is given from outside."""
    return "row" if is_set(of) else "i"


def parameter(code: Code, name: str, form: Form) -> list[tuple[str, str]]:
    """The parameters of a function for a value of a form."""
    if form == "row":
        return [(name, "ptr"), (f"{name}.size", "i64")]
    return [(name, code.types[form])]


def value_given(code: Code, name: str, form: Form) -> str | Items:
    """What was given, as a value."""
    if form == "row":
        return Row(code, code.given_array(name), f"{name}.size")
    return Cards(code, name, is_whole=False) if form == "m" else name


def taken(code: Code, name: str, form: Form) -> Local | Several:
    """What was given, as a slot."""
    if form == "row":
        return Several(code.given_array(name), code.local("i", f"{name}.size"), 0)
    return code.local(form, name)


def passed(code: Code, slot: Local | Several) -> list[tuple[str, str]]:
    """What lies in a slot, as it is given to a function."""
    if isinstance(slot, Several):
        return [(slot.cells.place, "ptr"), (code.read(slot.size), "i64")]
    return [(code.read(slot), code.types[slot.sort])]


def form_in(slot: Local | Several) -> Form:
    """The form of what lies in a slot."""
    if isinstance(slot, Several):
        return "row"
    return "m" if slot.sort == "m" else "i"


def value_in(code: Code, slot: Slot) -> str | Items:
    """What lies in a slot."""
    match slot:
        case Local(sort="m"):
            return Cards(code, code.read(slot), is_whole=False)
        case Local():
            return code.read(slot)
        case Several():
            return Row(code, slot.cells, code.read(slot.size), stays=True)
        case Sealed():
            return Answers(code, slot)
    raise AssertionError(slot)


class Sorted:
    """Tells of which collections the cards always come in the order of their numbers."""

    def __init__(self, program: Program) -> None:
        self._program = program
        self._slots: Mapping[int, Sequence[ir.Expr]] = {}
        self._given: frozenset[int] = frozenset()

    def slots(self, procedure: Procedure, given: Mapping[int, Form]) -> dict[int, Form]:
        """The forms of the slots of a procedure into which collections are laid."""
        found: dict[int, list[ir.Expr]] = {}
        for x in machine.instructions(procedure.body):
            if not isinstance(x, machine.Assign | machine.Put | machine.PutAll):
                continue
            if x.value.type.base == "collection" and not is_nested(x.value.type):
                found.setdefault(x.slot, []).append(x.value)
        self._slots = found
        self._given = frozenset([slot for slot, form in given.items() if form == "m"])
        return {
            slot: "m" if all(self._is_sorted(value, frozenset({slot})) for value in values)
            else "row"
            for slot, values in found.items()
        }  # fmt: skip

    def _is_sorted(self, x: ir.Expr, seen: frozenset[int]) -> bool:
        if x.type.required() != CARDS and not _is_empty(x):
            return False
        match x:
            case ir.Const(value=tuple() as cards):
                return list(cards) == sorted(cards)
            case ir.Everyone() | machine.Element():
                # What is in a collection and is cards is a set of them.
                return True
            case ir.Contents(zone=ir.ZoneOf(zone=name)):
                return self._program.layout.zones[name].shape == "spread"
            case ir.Contents(zone=ir.CallDefinition(definition=name)):
                zone = self._program.declared.definitions[name].value
                return self._is_sorted(ir.Contents(type=x.type, zone=zone), seen)
            case ir.Filter() | ir.Extremes():
                return self._is_sorted(x.collection, seen)
            case ir.NotNone():
                return self._is_sorted(x.value, seen)
            case ir.IfElse():
                return self._is_sorted(x.then, seen) and self._is_sorted(x.otherwise, seen)
            case ir.Arithmetic(operator="-"):
                return self._is_sorted(x.left, seen)
            case ir.Local(slot=slot) if slot in self._slots:
                return slot in seen or all(
                    self._is_sorted(value, seen | {slot}) for value in self._slots[slot]
                )
            case ir.Local(slot=slot):
                return slot in self._given
        return False


def _is_empty(x: ir.Expr) -> bool:
    return isinstance(x, ir.Const) and x.value == ()
