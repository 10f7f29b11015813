"""A builder with the methods of `cardrules.fast.llvm.writing.Code`, which writes plain Python.

Sets of cards are numbers of any size. Functions share the state, which lies in names of the module;
so none is given it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

import attrs

from cardrules.fast.llvm.checks import Array, Local, Sort
from cardrules.fast.llvm.course import Jump
from cardrules.fast.llvm.writing import Code
from cardrules.fast.python import statements as of
from cardrules.fast.python.folding import SIGNS
from cardrules.fast.python.idle import without_idle
from cardrules.fast.python.inlining import inlined, recursive
from cardrules.fast.python.statements import Function, Part, Statement, Value
from cardrules.fast.python.text import function_text
from cardrules.kernel.numbers import MOST_NUMBER

_WORD = 64
_MASK = (1 << _WORD) - 1
_STATE = "%z"
_NO_NAME = re.compile(r"\W")
_COMPARED = {"=": "==", "!=": "!=", "<": "<", "<=": "<=", ">": ">", ">=": ">="}
_CONSTANTS = {"true": "True", "false": "False"}
_NUMBER = re.compile(r"-?\d+")
# Operations whose results are looked at for being none.
_CHECKED = {"plus": "+", "minus": "-", "times": "*"}
# Operations that look at nothing but their numbers.
_PURE = {"plus_within", "quotient", "remainder", "mixed", "key_of"}
_REGISTERS = "registers"
# Registers of which many games need nothing.
_MAYBE_IDLE = [of.REGISTER + name for name in ("nested", "changes", "acting")]


@attrs.frozen
class Inside(Array):
    """What lies in an array from a place on."""

    start: str = "0"


class PythonCode(Code):
    """Functions that are being written, one after the other."""

    branches_are_cheap = True

    def __init__(self, cards: int) -> None:
        super().__init__(cards)
        # What would put a line of LLVM fails.
        del self._lines
        self.bits = _WORD
        # No card has this number.
        self.none = self.mask(1 << cards)
        self._every = (2 << cards) - 1
        self._bits = tuple([1 << card for card in range(cards + 1)])
        self.types = {"i": "i64", "b": "i1", "m": "i64"}
        self.written: list[Function] = []
        self.constants: dict[str, tuple[int, ...]] = {}
        # What is made once, by the text that makes it.
        self.made: dict[str, str] = {}
        # What registers are called, by number.
        self.registers: dict[int, str] = {}
        self._constant_names: dict[tuple[int, ...], Array] = {}
        self._known: dict[str, str] = {}
        # Numbers of which it is known that they are not below 0, and below what.
        self._below: dict[str, int] = {}
        # Sets that are one thing or another, with what must hold for the first.
        self._if_it_holds: dict[str, tuple[str, str, str]] = {}
        # Values of tables, with the name of the table and where in it they are.
        self._looked_up: dict[str, tuple[str, str]] = {}
        self._function = Function("", [])
        self._block: list[Statement] = []
        self._is_open = True
        self._count = 0
        self._left: set[int] = set()

    # -- the whole ---------------------------------------------------------------------------------

    def module(self, *roots: str) -> str:
        """Functions that are called from outside and all that they need."""
        functions = without_idle(inlined(self.written, roots), _MAYBE_IDLE)
        again = {one.name for one in functions} & recursive(functions)
        kept = {name: cells for one in self.written if one.name not in again
                for name, cells in one.arrays.items()}  # fmt: skip
        lines = [f"{name} = {values!r}" for name, values in self.constants.items()]
        lines += [f"{name} = {made}" for made, name in self.made.items()]
        lines += [f"{name} = [0] * {cells}" for name, cells in kept.items()]
        for one in functions:
            arrays = one.arrays if one.name in again else {}
            lines.append(function_text(one.name, one.parameters, one.body, arrays, self.constants))
        return "\n".join([*lines, ""])

    @contextmanager
    def function(
        self,
        name: str,
        parameters: Sequence[tuple[str, str]],
        returns: str,
        ahead: Sequence[str] = (),
        *,
        out: Sequence[Sort] = (),
        is_open: bool = False,
        stops: bool = False,
        is_within: bool = False,
    ) -> Iterator[None]:
        """A function that is being written; it is given all but the state."""
        outer = self._function, self._block, self._is_open, self._known
        given = [_identifier(value) for value, _ in parameters if value != _STATE]
        self._function = Function(name, given)
        self._block, self._is_open, self._known = self._function.body, True, {}
        yield
        if out:
            names = [self.read(self.out(at, sort)) for at, sort in enumerate(out)]
            self._put_statement(of.Give(list(names)))
        self.written.append(self._function)
        self._function, self._block, self._is_open, self._known = outer

    def give(self, sort: Sort, value: str) -> None:
        """Return a value."""
        self._put_statement(of.Give([_name(value)]))
        self._is_open = False

    @staticmethod
    def out(at: int, sort: Sort) -> Local:
        """One of several things that the function that is being written gives."""
        return Local(sort, f"o{at}")

    def call_for(
        self, name: str, arguments: Sequence[tuple[str, str]], out: Sequence[Sort]
    ) -> list[str]:
        """Call a function that gives several things."""
        made = self._call(name, arguments)
        if len(out) == 1:
            return [self._let(made)]
        names = [self._new("t") for _ in out]
        self._put_statement(of.LetAll(names, made) if names else of.Do(made))
        return names

    def call(self, name: str, arguments: Sequence[tuple[str, str]], returns: str = "void") -> str:
        """Call a function, or an operation."""
        if name in _CHECKED:
            (left, _), (right, _) = arguments
            return self._binary(_CHECKED[name], left, right)
        made = self._call(name, arguments)
        if returns == "void":
            self._put_statement(of.Do(made))
            return ""
        return self._let(made)

    def _call(self, name: str, arguments: Sequence[tuple[str, str]]) -> Value:
        given: list[Part] = [_name(value) for value, _ in arguments if value != _STATE]
        form = f"{name}({', '.join(['{}'] * len(given))})"
        reads = frozenset() if name in _PURE else frozenset([of.STATE])
        needs = [of.ONE_OF_TWO] * len(given)
        return Value(form, given, of.CALL, needs, reads, name not in _PURE, name)

    def is_beyond(self, number: str) -> str:
        """Whether what operations give is no number of the language."""
        return self._let(
            Value(
                f"-{MOST_NUMBER} <= {{}} <= {MOST_NUMBER}", [_name(number)], of.COMPARISON,
                [of.BITS_OR],
            ),
            is_turned=True,
        )  # fmt: skip

    def stop(self) -> None:
        """The game is given up."""
        self._put_statement(of.Raise())
        self._is_open = False

    # -- statements and values ---------------------------------------------------------------------

    @property
    def is_reached(self) -> bool:
        """Whether what is written next can be reached."""
        return self._is_open

    def note(self, value: str, what: str) -> None:
        """Note what is known of a value in the function that is being written."""
        self._known[value] = what

    def noted(self, value: str) -> str | None:
        """What was noted of a value."""
        return self._known.get(value)

    def note_size(self, place: str, size: str, *, everywhere: bool = False) -> None:
        """Lists know their size."""

    def note_length(self, array: Array, length: Local) -> None:
        """No state is kept."""

    def note_size_of(self, array: Array, size: str) -> None:
        """No state is kept."""

    def note_steady(self, name: Local) -> None:
        """What changes where is found out later."""

    def note_changes(self, name: Local) -> None:
        """What changes where is found out later."""

    def _new(self, begin: str) -> str:
        self._count += 1
        return f"{begin}{self._count}"

    def _put_statement(self, x: Statement) -> None:
        if self._is_open:
            self._block.append(x)

    def _let(self, value: Value, *, is_turned: bool = False) -> str:
        if is_turned:
            value = Value("not {}", [value], of.NOT, [of.NOT], value.reads)
        name = self._new("t")
        self._put_statement(of.Let(name, value))
        return name

    def _binary(self, sign: str, left: str, right: str) -> str:
        first, second = _name(left), _name(right)
        if _NUMBER.fullmatch(first) and _NUMBER.fullmatch(second):
            return _folded(sign, int(first), int(second))
        if _NUMBER.fullmatch(first) and second in self._looked_up:
            return self._of_table(second, lambda value: _folded(sign, int(first), value))
        if _NUMBER.fullmatch(second) and first in self._looked_up:
            return self._of_table(first, lambda value: _folded(sign, value, int(second)))
        binds = _BINDS[sign]
        needs = [binds + (binds == of.COMPARISON), binds + 1]
        return self._let(Value(f"{{}} {sign} {{}}", [first, second], binds, needs))

    # -- names and arrays --------------------------------------------------------------------------

    def table_of_cards(self, sort: Sort, values: Sequence[int]) -> Array:
        """A constant for each card."""
        return self.table(sort, values)

    def table(self, sort: Sort, values: Sequence[int]) -> Array:
        """Constants side by side."""
        key = tuple(values)
        found = self._constant_names.get(key)
        if found is None:
            name = f"T{len(self.constants)}"
            self.constants[name] = key
            found = self._constant_names[key] = Array(sort, name, "")
        return Array(sort, found.place, "")

    def local(
        self, sort: Sort, value: str | None = None, holds: tuple[int, int] | None = None
    ) -> Local:
        """A name of this function."""
        made = Local(sort, self._new("l"))
        if value is not None:
            self.write(made, value)
        return made

    def read(self, name: Local) -> str:
        """The value of a name now."""
        return self._let(Value(name.place, reads=frozenset([name.place])))

    def write(self, name: Local, value: str) -> None:
        """A value gets a name."""
        self._put_statement(of.Set(name.place, _name(value)))

    def array(self, sort: Sort, cells: int) -> Array:
        """An array of this function."""
        name = self._new("a")
        self._function.arrays[name] = cells
        return Array(sort, name, "")

    def given_array(self, name: str) -> Array:
        """Numbers side by side that a function is given."""
        return Array("i", _identifier(name), "")

    def inside(self, array: Array, index: str, sort: Sort = "i", cells: int | None = None) -> Array:
        """What lies in an array from a place on, as things of a sort."""
        base, start = _base(array)
        where = index if start == "0" else self.plus(start, index)
        place = f"{base}[{_name(where)}:]"
        return Inside(sort, place, base, start=where)

    # Lists know their size, and Python its numbers: nothing has to be looked at before.

    def declare(self, name: str, parameters: Sequence[str]) -> None:
        """Nothing has to be known of parameters."""

    def within(self, number: str, bound: int) -> str:
        """A number that must be below a bound."""
        return number

    def in_room(self, number: str, array: Array) -> str:
        """A number of things of a list."""
        return number

    def room_of(self, array: Array) -> str:
        """Loops do not ask for it."""
        return ""

    def cells_of(self, sort: Sort) -> int:
        """A number takes the place of one, however large it is."""
        return 1

    def _index(self, array: Array, index: str) -> tuple[str, str]:
        base, start = _base(array)
        return base, _name(index if start == "0" else self.plus(start, index))

    def known(self, value: str, least: int, most: int) -> str:
        """What a value is at least and at most has no use."""
        return value

    def faults(self) -> str:
        """Nothing lies beyond a list without an error."""
        return "0"

    def at(self, array: Array, index: str) -> str:
        """What lies at a place of an array."""
        if array.place == _REGISTERS:
            name = self.registers[int(index)]
            return self._let(Value(name, reads=frozenset([name])))
        base, where = self._index(array, index)
        if base in self.constants:
            return self._at_constant(self.constants[base], where)
        reads = frozenset([self._known_as(base)])
        return self._let(Value(f"{base}[{{}}]", [where], of.CALL, [of.ONE_OF_TWO], reads))

    def _at_constant(self, values: tuple[int, ...], where: str) -> str:
        """A value of a table; of a value of another one it is the value of a table, too."""
        if where.isdigit():
            return str(values[int(where)])
        if where in self._looked_up:
            first, inner = self._looked_up[where]
            if all(0 <= value < len(values) for value in self.constants[first]):
                return self._at_constant(
                    tuple([values[value] for value in self.constants[first]]), inner
                )
        name = self.table("i", values).place
        found = self._let(Value(f"{name}[{{}}]", [where], of.CALL, [of.ONE_OF_TWO]))
        self._looked_up[found] = name, where
        return found

    def _of_table(self, looked_up: str, value: Callable[[int], str]) -> str:
        """What is worked out of a value of a table and a constant: the value of another table."""
        name, where = self._looked_up[looked_up]
        # Flags are numbers, too.
        flags = {"true": 1, "false": 0}
        found = [value(one) for one in self.constants[name]]
        values = [flags[one] if one in flags else int(one) for one in found]
        return self._at_constant(tuple(values), where)

    def put(self, array: Array, index: str, value: str) -> None:
        """Lay something at a place of an array."""
        if array.place == _REGISTERS:
            self._put_statement(of.Set(self.registers[int(index)], _name(value)))
            return
        base, where = self._index(array, index)
        self._put_statement(of.Put(base, self._known_as(base), where, _name(value)))

    def _known_as(self, base: str) -> str:
        """What an array is for those who look at what is changed; one that is given may be any."""
        return of.ANY_ARRAY if base in self._function.parameters else of.ARRAY + base

    # -- numbers -----------------------------------------------------------------------------------

    def plus(self, left: str, right: str) -> str:
        """A sum that is known to be a number."""
        if left == "0":
            return right
        return left if right == "0" else self._binary("+", left, right)

    def minus(self, left: str, right: str) -> str:
        """A difference that is known to be a number."""
        return left if right == "0" else self._binary("-", left, right)

    def times(self, left: str, right: str) -> str:
        """A product that is known to be a number."""
        if "1" in (left, right):
            return left if right == "1" else right
        return self._binary("*", left, right)

    def parts(self, number: str, size: str) -> tuple[str, str]:
        """How often a size is in a number that is not below 0, and what is left."""
        return self._binary("//", number, size), self._binary("%", number, size)

    def lower_bits(self, value: str, bits: int) -> str:
        """The lower bits of a number."""
        return self._binary("&", value, str((1 << bits) - 1))

    def shifted(self, value: str, bits: int) -> str:
        """What is above so many bits of a number that is not below 0."""
        return self._binary(">>", value, str(bits))

    def wrapped(self, value: str, below: int) -> str:
        """A number from 0 to twice a bound, less one, within it: of seats."""
        if self._below.get(value, below + 1) <= below:
            return value
        found = self._binary("%", value, str(below))
        self._below[found] = below
        return found

    def smaller(self, left: str, right: str) -> str:
        """The smaller of two numbers."""
        return self.choose("i", self.compare("<", left, right), left, right)

    def larger(self, left: str, right: str) -> str:
        """The larger of two numbers."""
        return self.choose("i", self.compare(">", left, right), left, right)

    def below(self, stream: Array, bound: str) -> str:
        """The next number below a bound that a stream gives."""
        return self.call(f"{stream.place}.below", [(bound, "i64")], "i64")

    def shuffle(self, stream: Array, things: Array, size: str) -> None:
        """The first things of an array in a new order."""
        self.call(f"{stream.place}.shuffle", [(things.place, "ptr"), (size, "i64")])

    def mixed(self, found: str, *values: tuple[str, int]) -> str:
        """A word mixed with values, each multiplied by a constant; cut to 64 bits."""
        for value, by in values:
            found = self.plus(found, self.times(value, str(by)))
        return self.call("mixed", [(self._binary("&", found, str(_MASK)), "i64")], "i64")

    # -- flags -------------------------------------------------------------------------------------

    def compare(self, how: str, left: str, right: str, sort: Sort = "i") -> str:
        """A comparison."""
        return self._binary(_COMPARED[how], left, right)

    def no(self, flag: str) -> str:
        """The other one."""
        known = {"true": "false", "false": "true"}
        return known.get(flag) or self._let(Value("not {}", [_name(flag)], of.NOT, [of.NOT]))

    def hold(self, left: str, right: str) -> str:
        """Whether both of two flags that are there already hold."""
        return self.both(left, lambda: right)

    def holds(self, left: str, right: str) -> str:
        """Whether one of two flags that are there already holds."""
        return self.either(left, lambda: right)

    def _decided(self, left: str, right: Callable[[], str], stops_at: str) -> str:
        if left in _CONSTANTS:
            return left if left == stops_at else right()
        if stops_at == "true":
            return self._choice(left, lambda: "true", right)
        return self._choice(left, right, lambda: "false")

    def choose(self, sort: Sort, flag: str, then: str, otherwise: str) -> str:
        """One of two values that are there already."""
        if flag in _CONSTANTS:
            return then if flag == "true" else otherwise
        found = self._choice(flag, lambda: then, lambda: otherwise)
        if sort == "m" and otherwise == "0":
            self._if_it_holds[found] = flag, then, "0"
        return found

    def one_of(
        self,
        sort: Sort,
        flag: str,
        then: Callable[[], str],
        otherwise: Callable[[], str],
        *,
        is_one: bool = False,
    ) -> str:
        """One of two values; the other one is not worked out."""
        if flag in _CONSTANTS:
            return then() if flag == "true" else otherwise()
        return self._choice(flag, then, otherwise)

    def _choice(self, flag: str, then: Callable[[], str], otherwise: Callable[[], str]) -> str:
        first, first_value, is_first_open = self._within(then)
        second, second_value, is_second_open = self._within(otherwise)
        name = self._new("t")
        self._put_statement(
            of.Choice(
                name, _name(flag), first, _name(first_value or "0"), second,
                _name(second_value or "0"),
            )
        )  # fmt: skip
        self._is_open = self._is_open and (is_first_open or is_second_open)
        return name

    def _within(self, body: Callable[[], str | None]) -> tuple[list[Statement], str | None, bool]:
        """What something writes, by itself; what it gives; whether its end is reached."""
        outer, was_open = self._block, self._is_open
        self._block = []
        value = body()
        found, is_open = self._block, self._is_open
        self._block, self._is_open = outer, was_open
        return found, value, is_open

    def has_bit(self, number: str, bit: int) -> str:
        """Whether a number has a bit."""
        return self.compare("!=", self._binary("&", number, str(1 << bit)), "0")

    def has_nth_bit(self, number: str, bit: str) -> str:
        """Whether a number has a bit."""
        moved = self._binary(">>", number, bit)
        return self.compare("!=", self._binary("&", moved, "1"), "0")

    def as_number(self, flag: str) -> str:
        """1 or 0: flags are numbers."""
        return {"true": "1", "false": "0"}.get(flag, flag)

    # -- sets of cards -----------------------------------------------------------------------------

    def in_both(self, left: str, right: str) -> str:
        """The cards that are in both."""
        return self._binary("&", left, right)

    def in_either(self, left: str, right: str) -> str:
        """The cards that are in one of both."""
        if left == "0":
            return right
        return (
            self._all_or(left, right) or self._all_or(right, left) or self._binary("|", left, right)
        )

    def _all_or(self, flagged: str, other: str) -> str | None:
        """Where some cards are all cards or none, the others are worked out only for none."""
        flag, whole, rest = self._if_it_holds.get(flagged, ("", "", ""))
        if whole != str(self._every >> 1):
            return None
        others = self.in_either(rest, other)
        found = self._choice(flag, lambda: whole, lambda: others)
        self._if_it_holds[found] = flag, whole, others
        return found

    def without(self, left: str, right: str) -> str:
        """The cards of one that are not in the other."""
        if _NUMBER.fullmatch(right):
            return self._binary("&", left, str(self._every & ~int(right)))
        if right in self._looked_up:
            return self.in_both(
                left, self._of_table(right, lambda cards: str(self._every & ~cards))
            )
        turned = Value("~{}", [_name(right)], of.SIGN, [of.SIGN])
        return self._let(
            Value("{} & {}", [_name(left), turned], of.BITS_AND, [of.BITS_AND, of.SHIFT])
        )

    def set_by_number(self, sets: Sequence[int], least: int, number: str) -> str:
        """The set for a number from one on; what lies beyond them has the first one or the last."""
        if _NUMBER.fullmatch(number):
            return super().set_by_number(sets, least, number)
        key = f"ByNumber({self.table('m', sets).place}, {least})"
        name = self.made.setdefault(key, f"x{len(self.made)}")
        return self._let(Value(f"{name}[{{}}]", [_name(number)], of.CALL, [of.ONE_OF_TWO]))

    def extreme(self, cards: str, values: Sequence[int], *, is_highest: bool) -> str | None:
        """The highest or lowest of the values of some cards, 0 without any."""
        found = super().extreme(cards, values, is_highest=is_highest)
        if found is not None:
            return found
        table = self.table("i", values).place
        key = f"Extreme(cards_in, {table}, {'max' if is_highest else 'min'})"
        name = self.made.setdefault(key, f"x{len(self.made)}")
        return self._let(Value(f"{name}[{{}}]", [_name(cards)], of.CALL, [of.ONE_OF_TWO]))

    def in_common(self, left: str, right: str) -> str:
        """The bits that two words have in common."""
        return self.in_both(left, right)

    def in_one_of(self, left: str, right: str) -> str:
        """The bits that one of two words has."""
        return self.in_either(left, right)

    def ones(self, word: str) -> str:
        """How many bits are set."""
        return self.size(word)

    def added(self, left: str, right: str) -> str:
        """A set and another one, as numbers."""
        return self.plus(left, right)

    def difference(self, left: str, right: str) -> str:
        """A set less another one, as numbers."""
        return self._binary("-", left, right)

    def bit(self, card: str) -> str:
        """The set of one card."""
        return self._at_constant(self._bits, _name(card))

    def put_in(self, sets: Array, index: str, card: str) -> None:
        """A card into a set of an array."""
        self.put(sets, index, self.in_either(self.at(sets, index), self.bit(card)))

    def take_out(self, sets: Array, index: str, card: str) -> None:
        """A card out of a set of an array."""
        self.put(sets, index, self.without(self.at(sets, index), self.bit(card)))

    def has(self, cards: str, card: str) -> str:
        """Whether a card is in a set."""
        return self.some(self.in_both(cards, self.bit(card)))

    def some(self, cards: str) -> str:
        """Whether there is a card."""
        return self.compare("!=", cards, "0")

    def size(self, cards: str) -> str:
        """How many cards there are."""
        if _NUMBER.fullmatch(cards):
            return str(int(cards).bit_count())
        return self._let(Value("{}.bit_count()", [_name(cards)], of.CALL, [of.CALL]))

    def lowest(self, cards: str) -> str:
        """The first card of a set that has one."""
        if _NUMBER.fullmatch(cards):
            return str((int(cards) & -int(cards)).bit_length() - 1)
        given = _name(cards)
        return self._let(
            Value("({} & -{}).bit_length() - 1", [given, given], of.SUM, [of.BITS_AND, of.SIGN])
        )

    def but_lowest(self, cards: str) -> str:
        """A set without its first card."""
        if _NUMBER.fullmatch(cards):
            return str(int(cards) & int(cards) - 1)
        given = _name(cards)
        return self._let(Value("{} & {} - 1", [given, given], of.BITS_AND, [of.BITS_AND, of.SUM]))

    def nth(self, cards: str, number: str) -> str:
        """The card with so many before it, which must be there."""
        given: list[Part] = [_name(cards), _name(number)]
        return self._let(Value("nth_card({}, {})", given, of.CALL, [of.ONE_OF_TWO] * 2))

    # -- the course of things ----------------------------------------------------------------------

    @contextmanager
    def when(self, flag: str, *, is_likely: bool = True) -> Iterator[None]:
        """What is done only if something holds."""
        outer, was_open = self._block, self._is_open
        self._block = []
        self._is_open = was_open and flag != "false"
        yield
        then, self._block = self._block, outer
        if flag == "true":
            if was_open:
                self._block += then
        else:
            self._is_open = was_open
            if then:
                self._put_statement(of.If(_name(flag), then, []))

    def branch(self, flag: str, then: Callable[[], None], otherwise: Callable[[], None]) -> None:
        """One thing or another is done."""
        if flag in _CONSTANTS:
            (then if flag == "true" else otherwise)()
            return
        first, _, is_first_open = self._within(then)
        second, _, is_second_open = self._within(otherwise)
        self._put_statement(of.If(_name(flag), first, second))
        self._is_open = self._is_open and (is_first_open or is_second_open)

    def switch(self, value: str, cases: Sequence[Callable[[], None]]) -> None:
        """One of several things is done, by a number from 0."""
        if cases:
            self.branch(
                self.compare("=", value, "0"),
                cases[0],
                lambda: self.switch(self.minus(value, "1"), cases[1:]),
            )

    @contextmanager
    def _body(self) -> Iterator[list[Statement]]:
        outer, was_open = self._block, self._is_open
        body: list[Statement] = []
        self._block = body
        yield body
        self._block, self._is_open = outer, was_open

    @contextmanager
    def loop(self, most: int | None = None, *, counts: bool = False) -> Iterator[Jump]:
        """What is done again and again until it is left."""
        jump = Jump(end=self._new("j"))
        with self._body() as body:
            yield jump
        self._put_statement(of.Loop(jump, body))
        self._is_open = self._is_open and id(jump) in self._left

    @contextmanager
    def through(self, first: str, behind: str, most: str = "") -> Iterator[str]:
        """What is done with each number from one on to another one, which is not among them."""
        jump, name = Jump(end=self._new("j")), self._new("t")
        if first.isdigit() and behind.isdigit():
            self._below[name] = int(behind)
        with self._body() as body:
            yield name
        self._put_statement(of.Through(jump, name, [_name(first), _name(behind)], body))

    @contextmanager
    def through_cards(self, cards: str) -> Iterator[str]:
        """What is done with each card of a set."""
        flag, only = self._only_card(cards)
        if only:
            with self.when(flag):
                yield only
            return
        jump, name = Jump(end=self._new("j")), self._new("t")
        with self._body() as body:
            yield name
        self._put_statement(of.Through(jump, name, [_name(cards)], body, of_cards=True))

    def _only_card(self, cards: str) -> tuple[str, str]:
        """The card of a set of one, and what holds if it is there; no card if that is not known."""
        flag, then, rest = self._if_it_holds.get(cards, ("true", cards, "0"))
        table, card = self._looked_up.get(then, ("", ""))
        is_one = rest == "0" and self.constants.get(table) == self._bits
        return (flag, card) if is_one else ("", "")

    @contextmanager
    def block(self) -> Iterator[Jump]:
        """What can be left."""
        jump = Jump(end=self._new("j"))
        outer, was_open = self._block, self._is_open
        body: list[Statement] = []
        self._block = body
        yield jump
        is_open = self._is_open
        self._block, self._is_open = outer, was_open
        self._put_statement(of.Scope(jump, body))
        self._is_open = was_open and (is_open or id(jump) in self._left)

    def leave(self, jump: Jump) -> None:
        """Go on behind a loop or block."""
        self._go(of.Go(jump))

    def again(self, jump: Jump) -> None:
        """The next pass of a loop."""
        self._go(of.Go(jump, is_again=True))

    def _go(self, x: of.Go) -> None:
        if self._is_open and not x.is_again:
            self._left.add(id(x.jump))
        self._put_statement(x)
        self._is_open = False


_BINDS = {
    **dict.fromkeys(_COMPARED.values(), of.COMPARISON),
    "|": of.BITS_OR, "&": of.BITS_AND, "<<": of.SHIFT, ">>": of.SHIFT,
    "+": of.SUM, "-": of.SUM, "*": of.PRODUCT, "//": of.PRODUCT, "%": of.PRODUCT,
}  # fmt: skip


def _name(value: str) -> str:
    """What stands for a value in Python."""
    found = _CONSTANTS.get(value)
    if found is not None:
        return found
    return _identifier(value) if value.startswith("%") else value


def _identifier(value: str) -> str:
    return _NO_NAME.sub("_", value.removeprefix("%"))


def _base(array: Array) -> tuple[str, str]:
    return (array.cell, array.start) if isinstance(array, Inside) else (array.place, "0")


def _folded(sign: str, left: int, right: int) -> str:
    found = SIGNS[sign](left, right)
    return {True: "true", False: "false"}[found] if isinstance(found, bool) else str(found)
