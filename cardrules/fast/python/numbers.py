"""Numbers and flags in Python: what is known is worked out at once."""

from __future__ import annotations

from collections.abc import Callable

from cardrules.fast.llvm.checks import Sort
from cardrules.fast.python import statements as of
from cardrules.fast.python.folding import SIGNS
from cardrules.fast.python.names import CONSTANTS, NUMBER, PythonNames, name_of
from cardrules.fast.python.statements import Value

_COMPARED = {"=": "==", "!=": "!=", "<": "<", "<=": "<=", ">": ">", ">=": ">="}
_BINDS = {
    **dict.fromkeys(_COMPARED.values(), of.COMPARISON),
    "|": of.BITS_OR, "&": of.BITS_AND, "<<": of.SHIFT, ">>": of.SHIFT,
    "+": of.SUM, "-": of.SUM, "*": of.PRODUCT, "//": of.PRODUCT, "%": of.PRODUCT,
}  # fmt: skip


class PythonNumbers(PythonNames):
    """What is worked out from numbers and flags."""

    # -- numbers -----------------------------------------------------------------------------------

    def _binary(self, sign: str, left: str, right: str) -> str:
        first, second = name_of(left), name_of(right)
        if NUMBER.fullmatch(first) and NUMBER.fullmatch(second):
            return _folded(sign, int(first), int(second))
        if NUMBER.fullmatch(first) and second in self._looked_up:
            return self._of_table(second, lambda value: _folded(sign, int(first), value))
        if NUMBER.fullmatch(second) and first in self._looked_up:
            return self._of_table(first, lambda value: _folded(sign, value, int(second)))
        binds = _BINDS[sign]
        needs = [binds + (binds == of.COMPARISON), binds + 1]
        return self._let(Value(f"{{}} {sign} {{}}", [first, second], binds, needs))

    def _at_constant(self, values: tuple[int, ...], where: str) -> str:
        """A value of a table; of a value of another one it is the value of a table, too."""
        if where.isdigit() and int(where) < len(values):
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

    # -- flags -------------------------------------------------------------------------------------

    def compare(self, how: str, left: str, right: str, sort: Sort = "i") -> str:
        """A comparison."""
        return self._binary(_COMPARED[how], left, right)

    def no(self, flag: str) -> str:
        """The other one."""
        known = {"true": "false", "false": "true"}
        return known.get(flag) or self._let(Value("not {}", [name_of(flag)], of.NOT, [of.NOT]))

    def hold(self, left: str, right: str) -> str:
        """Whether both of two flags that are there already hold."""
        return self.both(left, lambda: right)

    def holds(self, left: str, right: str) -> str:
        """Whether one of two flags that are there already holds."""
        return self.either(left, lambda: right)

    def _decided(self, left: str, right: Callable[[], str], stops_at: str) -> str:
        if left in CONSTANTS:
            return left if left == stops_at else right()
        if stops_at == "true":
            return self._choice(left, lambda: "true", right)
        return self._choice(left, right, lambda: "false")

    def choose(self, sort: Sort, flag: str, then: str, otherwise: str) -> str:
        """One of two values that are there already."""
        if flag in CONSTANTS:
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
        if flag in CONSTANTS:
            return then() if flag == "true" else otherwise()
        return self._choice(flag, then, otherwise)

    def _choice(self, flag: str, then: Callable[[], str], otherwise: Callable[[], str]) -> str:
        first, first_value, is_first_open = self._within(then)
        second, second_value, is_second_open = self._within(otherwise)
        name = self._new("t")
        self._put_statement(
            of.Choice(
                name, name_of(flag), first, name_of(first_value or "0"), second,
                name_of(second_value or "0"),
            )
        )  # fmt: skip
        self._is_open = self._is_open and (is_first_open or is_second_open)
        return name

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


def _folded(sign: str, left: int, right: int) -> str:
    found = SIGNS[sign](left, right)
    return {True: "true", False: "false"}[found] if isinstance(found, bool) else str(found)
