"""Numbers and flags: what is worked out from values that are there."""

from __future__ import annotations

from collections.abc import Callable

from cardrules.fast.llvm.checks import Sort
from cardrules.fast.llvm.names import Names
from cardrules.kernel.numbers import NONE

_COMPARED = {"=": "eq", "!=": "ne", "<": "slt", "<=": "sle", ">": "sgt", ">=": "sge"}


class Numbers(Names):
    """What is worked out from numbers and flags."""

    # -- numbers -----------------------------------------------------------------------------------

    def plus(self, left: str, right: str) -> str:
        """A sum that is known to be a number."""
        if right == "0":
            return left
        found = self._lines.value(f"add i64 {left}, {right}")
        return self._known_of(found, lambda one, other: one + other, left, right)

    def minus(self, left: str, right: str) -> str:
        """A difference that is known to be a number."""
        if right == "0":
            return left
        found = self._lines.value(f"sub i64 {left}, {right}")
        return self._known_of(found, lambda one, other: one - other, left, right)

    def times(self, left: str, right: str) -> str:
        """A product that is known to be a number."""
        found = self._lines.value(f"mul i64 {left}, {right}")
        return self._known_of(found, lambda one, other: one * other, left, right)

    def parts(self, number: str, size: str) -> tuple[str, str]:
        """How often a size is in a number that is not below 0, and what is left; 0 counts as 1."""
        lines, size = self._lines, self.larger(size, "1")
        return lines.value(f"udiv i64 {number}, {size}"), lines.value(f"urem i64 {number}, {size}")

    def lower_bits(self, value: str, bits: int) -> str:
        """The lower bits of a number."""
        found = self._lines.value(f"and i64 {value}, {(1 << bits) - 1}")
        return self.known(found, 0, (1 << bits) - 1)

    def shifted(self, value: str, bits: int) -> str:
        """What is above so many bits of a number that is not below 0."""
        return self._lines.value(f"lshr i64 {value}, {bits}")

    def in_common(self, left: str, right: str) -> str:
        """The bits that two words have in common."""
        return self._lines.value(f"and i64 {left}, {right}")

    def in_one_of(self, left: str, right: str) -> str:
        """The bits that one of two words has."""
        return right if left == "0" else self._lines.value(f"or i64 {left}, {right}")

    def ones(self, word: str) -> str:
        """How many bits are set."""
        return self._lines.value(f"call i64 @llvm.ctpop.i64(i64 {word})")

    def wrapped(self, value: str, below: int) -> str:
        """A number from 0 to twice a bound, less one, within it: of seats."""
        beyond = self.compare(">=", value, str(below))
        found = self.choose("i", beyond, self.minus(value, str(below)), value)
        known = self.range_of(value)
        if known is not None and known[0] >= 0:
            self.known(found, 0, max(below - 1, known[1] - below))
        return found

    def is_beyond(self, number: str) -> str:
        """Whether an operation could not say its result: it would be no number of the language."""
        return self.compare("=", number, self.number(NONE))

    def smaller(self, left: str, right: str) -> str:
        """The smaller of two numbers."""
        found = self._lines.value(f"call i64 @llvm.smin.i64(i64 {left}, i64 {right})")
        return self._known_of(found, min, left, right)

    def larger(self, left: str, right: str) -> str:
        """The larger of two numbers."""
        found = self._lines.value(f"call i64 @llvm.smax.i64(i64 {left}, i64 {right})")
        return self._known_of(found, max, left, right)

    # -- flags -------------------------------------------------------------------------------------

    def compare(self, how: str, left: str, right: str, sort: Sort = "i") -> str:
        """A comparison."""
        return self._lines.compare(_COMPARED[how], left, right, self.types[sort])

    def no(self, flag: str) -> str:
        """The other one."""
        known = {"true": "false", "false": "true"}
        return known.get(flag) or self._lines.value(f"xor i1 {flag}, true")

    def both(self, left: str, right: Callable[[], str]) -> str:
        """Whether both hold; the right one is looked at only if the left one does."""
        return self._decided(left, right, stops_at="false")

    def either(self, left: str, right: Callable[[], str]) -> str:
        """Whether one of both holds; the right one is looked at only if the left one does not."""
        return self._decided(left, right, stops_at="true")

    def hold(self, left: str, right: str) -> str:
        """Whether both of two flags that are there already hold."""
        if "false" in (left, right):
            return "false"
        if "true" in (left, right):
            return right if left == "true" else left
        return self._lines.value(f"and i1 {left}, {right}")

    def holds(self, left: str, right: str) -> str:
        """Whether one of two flags that are there already holds."""
        if "true" in (left, right):
            return "true"
        if "false" in (left, right):
            return right if left == "false" else left
        return self._lines.value(f"or i1 {left}, {right}")

    def _decided(self, left: str, right: Callable[[], str], stops_at: str) -> str:
        if left in ("true", "false"):
            return left if left == stops_at else right()
        lines = self._lines
        further, behind = lines.label(), lines.label()
        ways = [(stops_at, lines.block)]
        lines.branch(left, *((behind, further) if stops_at == "true" else (further, behind)))
        lines.begin(further)
        with self._inside():
            ways.append((right(), lines.block))
        lines.begin(behind)
        return lines.joined("i1", ways)

    def choose(self, sort: Sort, flag: str, then: str, otherwise: str) -> str:
        """One of two values that are there already."""
        if flag in ("true", "false"):
            return then if flag == "true" else otherwise
        found = self._lines.choose(flag, then, otherwise, self.types[sort])
        return self._one_of([then, otherwise], found)

    def one_of(
        self,
        sort: Sort,
        flag: str,
        then: Callable[[], str],
        otherwise: Callable[[], str],
        *,
        is_one: bool = False,
    ) -> str:
        """One of two values; the other one is not worked out. `is_one`: where it depends on chance
        what parts of the flag are, it is one branch all the same.
        """
        if flag in ("true", "false"):
            return then() if flag == "true" else otherwise()
        lines = self._lines
        labels = [lines.label(), lines.label()]
        behind = lines.label()
        lines.branch(flag, labels[0], labels[1], ", !unpredictable !{}" if is_one else "")
        ways = []
        for label, side in zip(labels, (then, otherwise), strict=True):
            lines.begin(label)
            with self._inside():
                ways.append((side(), lines.block))
            lines.jump(behind)
        lines.begin(behind)
        return self._one_of([value for value, _ in ways], lines.joined(self.types[sort], ways))

    def has_bit(self, number: str, bit: int) -> str:
        """Whether a number has a bit."""
        found = self._lines.value(f"and i64 {number}, {1 << bit}")
        return self.compare("!=", found, "0")

    def has_nth_bit(self, number: str, bit: str) -> str:
        """Whether a number has a bit, from 0 to 63; of a larger number its lower bits count."""
        moved = self._lines.value(f"lshr i64 {number}, {self.lower_bits(bit, 6)}")
        return self.compare("!=", self._lines.value(f"and i64 {moved}, 1"), "0")

    def as_number(self, flag: str) -> str:
        """1 or 0."""
        if flag in ("true", "false"):
            return "1" if flag == "true" else "0"
        return self.known(self._lines.value(f"zext i1 {flag} to i64"), 0, 1)
