"""A builder with the methods of `cardrules.fast.llvm.writing.Code`, which writes plain Python.

Sets of cards are numbers of any size. Functions share the state, which lies in names of the module;
so none is given it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager

from cardrules.fast.llvm.checks import Array, Local, Sort
from cardrules.fast.python import statements as of
from cardrules.fast.python.card_sets import PythonCardSets
from cardrules.fast.python.effects import with_effects
from cardrules.fast.python.idle import without_idle
from cardrules.fast.python.indexes import look_at_indexes
from cardrules.fast.python.inlining import inlined, recursive
from cardrules.fast.python.names import identifier, name_of
from cardrules.fast.python.operations import of_numbers
from cardrules.fast.python.promoting import promoted
from cardrules.fast.python.statements import Function, Part, Value
from cardrules.fast.python.text import finished, function_text
from cardrules.kernel.numbers import MOST_NUMBER, WORD

_STATE = "%z"
# Operations whose results are looked at for being none.
_CHECKED = {"plus": "+", "minus": "-", "times": "*"}
# Registers of which many games need nothing.
_MAYBE_IDLE = [of.REGISTER + name for name in ("nested", "changes", "acting")]


class PythonCode(PythonCardSets):
    """Functions that are being written, one after the other."""

    branches_are_cheap = remembers_sets = True

    # -- the whole ---------------------------------------------------------------------------------

    def module(self, *roots: str, shared: Collection[str] = ()) -> str:
        """Functions that are called from outside and all that they need; some lists are `shared`
        with others.
        """
        functions = without_idle(inlined(self.written, roots), _MAYBE_IDLE)
        functions = promoted(with_effects(functions), shared)
        again = {one.name for one in functions} & recursive(functions)
        kept = {name: cells for one in self.written if one.name not in again
                for name, cells in one.arrays.items()}  # fmt: skip
        lines = [f"{name} = {values!r}" for name, values in self.constants.items()]
        lines += [f"{name} = {made}" for made, name in self.made.items()]
        lines += [f"{name} = [0] * {cells}" for name, cells in kept.items()]
        finished_ones = [finished(one.body, self.constants, self.array_bounds) for one in functions]
        for one, (_, body) in zip(functions, finished_ones, strict=True):
            one.body = body
        zeros = {one.name: names for one, (names, _) in zip(functions, finished_ones, strict=True)}
        look_at_indexes(functions, roots, self.constants, zeros)
        for one in functions:
            arrays = one.arrays if one.name in again else {}
            lines.append(function_text(one.name, one.parameters, zeros[one.name], one.body, arrays))
        return "\n".join([*lines, ""])

    # -- functions ---------------------------------------------------------------------------------

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
        given = [identifier(value) for value, _ in parameters if value != _STATE]
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
        self._put_statement(of.Give([name_of(value)]))
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
        given: list[Part] = [name_of(value) for value, _ in arguments if value != _STATE]
        form = f"{name}({', '.join(['{}'] * len(given))})"
        is_pure = name in of_numbers()
        state = frozenset() if is_pure else frozenset([of.STATE])
        needs = [of.ONE_OF_TWO] * len(given)
        return Value(form, given, of.CALL, needs, state, not is_pure, state, name)

    def is_beyond(self, number: str) -> str:
        """Whether what operations give is no number of the language."""
        return self._let(
            Value(
                f"-{MOST_NUMBER} <= {{}} <= {MOST_NUMBER}", [name_of(number)], of.COMPARISON,
                [of.BITS_OR],
            ),
            is_turned=True,
        )  # fmt: skip

    def stop(self) -> None:
        """The game is given up."""
        self._put_statement(of.Raise())
        self._is_open = False

    # -- chance ------------------------------------------------------------------------------------

    def below(self, stream: Array, bound: str) -> str:
        """The next number below a bound that a stream gives."""
        return self.call(f"{stream.place}.below", [(bound, "i64")], "i64")

    def shuffle(self, stream: Array, things: Array, size: str) -> None:
        """The first things of an array in a new order."""
        self.call(f"{stream.place}.shuffle", [(things.place, "ptr"), (size, "i64")])

    def order_twins(self, cards: Array, size: str, kinds: Sequence[int]) -> None:
        """The first cards of an array lie one above the other: of those that look the same the
        lower numbers lie higher.
        """
        table = self.table_of_cards("i", kinds).place
        name = self.made.setdefault(f"Twins({table})", f"x{len(self.made)}")
        self.call(f"{name}.order", [(cards.place, "ptr"), (size, "i64")])

    def mixed(self, found: str, *values: tuple[str, int]) -> str:
        """A word mixed with values, each multiplied by a constant; cut to 64 bits."""
        for value, by in values:
            found = self.plus(found, self.times(value, str(by)))
        return self.call("mixed", [(self._binary("&", found, str(WORD)), "i64")], "i64")
