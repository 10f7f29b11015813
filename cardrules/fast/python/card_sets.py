"""Sets of cards in Python: numbers of any size."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

from cardrules.fast.llvm.checks import Array
from cardrules.fast.llvm.course import Jump
from cardrules.fast.python import statements as of
from cardrules.fast.python.lists import PythonLists
from cardrules.fast.python.names import NUMBER, name_of
from cardrules.fast.python.nth import nth_of
from cardrules.fast.python.statements import Value


class PythonCardSets(PythonLists):
    """What is made from sets of cards, and what is done with each card of one."""

    def in_both(self, left: str, right: str) -> str:
        """The cards that are in both."""
        if "0" in (left, right):
            return "0"
        return (
            self._all_and(left, right)
            or self._all_and(right, left)
            or self._binary("&", left, right)
        )

    def _all_and(self, other: str, flagged: str) -> str | None:
        """Where some cards are all cards or not, all of the others are in both at once."""
        flag, whole, rest = self._if_it_holds.get(flagged, ("", "", ""))
        if whole != str(self._every >> 1):
            return None
        return self._choice(flag, lambda: other, lambda: self.in_both(other, rest))

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
        if NUMBER.fullmatch(right):
            return self._binary("&", left, str(self._every & ~int(right)))
        if right in self._looked_up:
            return self.in_both(
                left, self._of_table(right, lambda cards: str(self._every & ~cards))
            )
        turned = Value("~{}", [name_of(right)], of.SIGN, [of.SIGN])
        return self._let(
            Value("{} & {}", [name_of(left), turned], of.BITS_AND, [of.BITS_AND, of.SHIFT])
        )

    def set_by_number(self, sets: Sequence[int], least: int, number: str) -> str:
        """The set for a number from one on; what lies beyond them has the first one or the last."""
        if NUMBER.fullmatch(number):
            return super().set_by_number(sets, least, number)
        if number in self._looked_up:
            last = len(sets) - 1
            return self._of_table(number, lambda at: str(sets[min(max(0, at - least), last)]))
        key = f"ByNumber({self.table('m', sets).place}, {least})"
        name = self.made.setdefault(key, f"x{len(self.made)}")
        return self._let(Value(f"{name}[{{}}]", [name_of(number)], of.CALL, [of.ONE_OF_TWO]))

    def extreme(self, cards: str, values: Sequence[int], *, is_highest: bool) -> str:
        """The highest or lowest of the values of some cards, 0 without any."""
        if NUMBER.fullmatch(cards):
            return super().extreme(cards, values, is_highest=is_highest)
        table = self.table("i", values).place
        key = f"Extreme(cards_in, {table}, {'max' if is_highest else 'min'})"
        name = self.made.setdefault(key, f"x{len(self.made)}")
        return self._let(Value(f"{name}[{{}}]", [name_of(cards)], of.CALL, [of.ONE_OF_TWO]))

    def unions_by_sum(
        self, weights: Sequence[int], pool: str, target: str
    ) -> tuple[str, Callable[[], str]]:
        """How many unions there are, and what gives the first one (`sum_rows.py`)."""
        found = self._by_sum("{}[{}]", weights, pool, target)
        size = self._let(Value("len({})", [found], of.CALL, [of.ONE_OF_TWO]))
        return size, lambda: self._let(Value("{}[0]", [found], of.CALL, [of.CALL]))

    def used_by_sum(self, weights: Sequence[int], pool: str, target: str) -> str:
        """All cards of the numbers of which some are in a set."""
        return self._by_sum("{}.in_some({})", weights, pool, target)

    def open_by_sum(self, weights: Sequence[int], pool: str, targets: Sequence[int]) -> str:
        """The cards for whose target there is not exactly one union."""
        tables = self.table("i", weights).place, self.table("i", targets).place
        name = self.made.setdefault(f"open_cards({', '.join(tables)})", f"x{len(self.made)}")
        return self._let(Value(f"{name}[{{}}]", [name_of(pool)], of.CALL, [of.ONE_OF_TWO]))

    def _by_sum(self, form: str, weights: Sequence[int], pool: str, target: str) -> str:
        key = f"sum_rows({self.table('i', weights).place})"
        name = self.made.setdefault(key, f"x{len(self.made)}")
        row = self._let(Value(f"{name}[{{}}]", [name_of(pool)], of.CALL, [of.ONE_OF_TWO]))
        return self._let(Value(form, [row, name_of(target)], of.CALL, [of.CALL, of.ONE_OF_TWO]))

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
        return self._at_constant(self._bits, name_of(card))

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
        if NUMBER.fullmatch(cards):
            return str(int(cards).bit_count())
        return self._let(Value("{}.bit_count()", [name_of(cards)], of.CALL, [of.CALL]))

    def lowest(self, cards: str) -> str:
        """The first card of a set that has one."""
        if NUMBER.fullmatch(cards):
            return str((int(cards) & -int(cards)).bit_length() - 1)
        given = name_of(cards)
        return self._let(
            Value("({} & -{}).bit_length() - 1", [given, given], of.SUM, [of.BITS_AND, of.SIGN])
        )

    def but_lowest(self, cards: str) -> str:
        """A set without its first card."""
        if NUMBER.fullmatch(cards):
            return str(int(cards) & int(cards) - 1)
        given = name_of(cards)
        return self._let(Value("{} & {} - 1", [given, given], of.BITS_AND, [of.BITS_AND, of.SUM]))

    def nth(self, cards: str, number: str) -> str:
        """The card with so many before it, which must be there."""
        return self._let(nth_of(name_of(cards), name_of(number), self._every.bit_length() - 1))

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
        self._put_statement(of.Through(jump, name, [name_of(cards)], body, of_cards=True))

    def _only_card(self, cards: str) -> tuple[str, str]:
        """The card of a set of one, and what holds if it is there; no card if that is not known."""
        flag, then, rest = self._if_it_holds.get(cards, ("true", cards, "0"))
        table, card = self._looked_up.get(then, ("", ""))
        is_one = rest == "0" and self.constants.get(table) == self._bits
        return (flag, card) if is_one else ("", "")
