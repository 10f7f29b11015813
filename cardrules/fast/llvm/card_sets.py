"""Sets of cards, with a bit for each card: in words, side by side."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

import attrs

from cardrules.fast.llvm.checks import Array
from cardrules.fast.llvm.course import Course
from cardrules.fast.llvm.names import WORD_BITS
from cardrules.fast.llvm.text import literal


class CardSets(Course):
    """What is made from sets of cards, and what is done with each card of one."""

    def __init__(self, cards: int, features: str = "", *, traps: bool = False) -> None:
        super().__init__(cards, traps=traps)
        # Some processors lay bits where others are set, and side by side, with one instruction.
        self.packs = "+bmi2" in features.split(",")

    # -- sets and what is in them ------------------------------------------------------------------

    @staticmethod
    def constant(cards: str) -> int | None:
        """A set that is known."""
        return int(cards) if cards.isdigit() else None

    def set_by_number(self, sets: Sequence[int], least: int, number: str) -> str:
        """The set for a number from one on; what lies beyond them has the first one or the last."""
        most = least + len(sets) - 1
        within = self.smaller(self.larger(number, self.number(least)), self.number(most))
        return self.at(self.table("m", sets), self.minus(within, self.number(least)))

    def extreme(self, cards: str, values: Sequence[int], *, is_highest: bool) -> str:
        """The highest or lowest of the values of some cards, 0 without any."""
        known = self.constant(cards)
        if known is not None:
            there = [value for card, value in enumerate(values) if known >> card & 1]
            return self.number((max if is_highest else min)(there, default=0))
        # Often there is one card or none, and chance decides which: the first takes no branch.
        table = self.table_of_cards("i", values)
        found = self.local("i", self.at(table, self.lowest(cards)))
        with self.through_cards(self.but_lowest(cards)) as card:
            better = self.larger if is_highest else self.smaller
            self.write(found, better(self.read(found), self.at(table, card)))
        return self.read(found)

    def unions_by_sum(
        self, weights: Sequence[int], pool: str, target: str
    ) -> tuple[str, Callable[[], str]] | None:
        """Of the families of sets of a pool with a sum how many unions there are, 0 if that is not
        known, and what gives all cards of the numbers that the first one takes. None if it is best
        to find them out each time.
        """
        return None

    def used_by_sum(self, weights: Sequence[int], pool: str, target: str) -> str | None:
        """All cards of the numbers of which some are in a set of a pool with a sum, below 0 if that
        is not known; None if it is best to find them out each time.
        """
        return None

    def open_by_sum(self, weights: Sequence[int], pool: str, targets: Sequence[int]) -> str | None:
        """The cards for whose target there is not exactly one union, or that is not known; None as
        above.
        """
        return None

    def in_both(self, left: str, right: str) -> str:
        """The cards that are in both."""
        known = self.constant(left), self.constant(right)
        if known[0] is not None and known[1] is not None:
            return self.mask(known[0] & known[1])
        return self._lines.value(f"and {self.types['m']} {left}, {right}")

    def in_either(self, left: str, right: str) -> str:
        """The cards that are in one of both."""
        if left == "0":
            return right
        return self._lines.value(f"or {self.types['m']} {left}, {right}")

    def without(self, left: str, right: str) -> str:
        """The cards of one that are not in the other."""
        mask = self.types["m"]
        return self.in_both(left, self._lines.value(f"xor {mask} {right}, -1"))

    def difference(self, left: str, right: str) -> str:
        """A set less another one, as numbers."""
        return self._lines.value(f"sub {self.types['m']} {left}, {right}")

    def added(self, left: str, right: str) -> str:
        """A set and another one, as numbers."""
        return self._lines.value(f"add {self.types['m']} {left}, {right}")

    def has(self, cards: str, card: str) -> str:
        """Whether a card is in a set."""
        lines, mask = self._lines, self.types["m"]
        wide = card if mask == "i64" else lines.value(f"zext i64 {card} to {mask}")
        return lines.value(f"trunc {mask} {lines.value(f'lshr {mask} {cards}, {wide}')} to i1")

    def some(self, cards: str) -> str:
        """Whether there is a card."""
        return self._lines.compare("ne", cards, "0", self.types["m"])

    def _narrow(self, value: str) -> str:
        mask = self.types["m"]
        return value if mask == "i64" else self._lines.value(f"trunc {mask} {value} to i64")

    def size(self, cards: str) -> str:
        """How many cards there are."""
        mask = self.types["m"]
        found = self._lines.value(f"call {mask} @llvm.ctpop.{mask}({mask} {cards})")
        return self.known(self._narrow(found), 0, self.bits)

    def lowest(self, cards: str) -> str:
        """The first card of a set that has one; else a number for which there is room, too."""
        mask = self.types["m"]
        found = self._lines.value(f"call {mask} @llvm.cttz.{mask}({mask} {cards}, i1 false)")
        return self.known(self._narrow(found), 0, self.bits)

    def but_lowest(self, cards: str) -> str:
        """A set without its first card."""
        return self.in_both(cards, self._lines.value(f"sub {self.types['m']} {cards}, 1"))

    # -- one card of a set -------------------------------------------------------------------------

    def bit(self, card: str) -> str:
        """The set of one card; of a number that is too large some set."""
        mask = self.types["m"]
        card = self._place_of_bit(card)
        wide = card if mask == "i64" else self._lines.value(f"zext i64 {card} to {mask}")
        return self._lines.value(f"shl {mask} 1, {wide}")

    def _place_of_bit(self, card: str) -> str:
        """The number of a bit of a set: that of a card."""
        if self.bits & (self.bits - 1):
            return self.below_cells(card, str(self.bits))
        return self.lower_bits(card, self.bits.bit_length() - 1)

    def put_in(self, sets: Array, index: str, card: str) -> None:
        """A card into a set of an array."""
        words, at, bit = self._word_of(sets, index, card)
        self.put(words, at, self._lines.value(f"or i64 {self.at(words, at)}, {bit}"))

    def take_out(self, sets: Array, index: str, card: str) -> None:
        """A card out of a set of an array."""
        words, at, bit = self._word_of(sets, index, card)
        others = self._lines.value(f"xor i64 {bit}, -1")
        self.put(words, at, self._lines.value(f"and i64 {self.at(words, at)}, {others}"))

    def _word_of(self, sets: Array, index: str, card: str) -> tuple[Array, str, str]:
        """The word of a set of an array in which a card has its bit, and the bit."""
        lines, words = self._lines, attrs.evolve(sets, sort="i", cell="i64")
        if self.bits == WORD_BITS:
            return words, index, self.bit(card)
        at, card = self.times(index, str(self.bits // WORD_BITS)), self._place_of_bit(card)
        number = self.known(lines.value(f"lshr i64 {card}, 6"), 0, self.bits // WORD_BITS - 1)
        bit = lines.value(f"shl i64 1, {self.lower_bits(card, 6)}")
        return words, self.plus(at, number), bit

    def first_from(self, sets: Array, index: str, card: str) -> str:
        """The first card in a set of an array from one on, where there is one in the same word."""
        lines = self._lines
        words, at, _ = self._word_of(sets, index, card)
        moved = lines.value(f"lshr i64 {self.at(words, at)}, {self.lower_bits(card, 6)}")
        further = lines.value(f"call i64 @llvm.cttz.i64(i64 {moved}, i1 false)")
        return self.plus(card, further)

    def nth(self, cards: str, number: str) -> str:
        """The card with so many before it, which must be there."""
        if self.bits == WORD_BITS:
            return self._nth_bit(cards, number)
        lines, mask = self._lines, self.types["m"]
        left, found = self.local("i", number), self.local("i", "0")
        with self.block() as block:
            for start in range(0, self.bits, WORD_BITS):
                moved = lines.value(f"lshr {mask} {cards}, {start}")
                word = lines.value(f"trunc {mask} {moved} to i64")
                there = lines.value(f"call i64 @llvm.ctpop.i64(i64 {word})")
                now = self.read(left)
                with self.when(self.compare("<", now, there)):
                    self.write(found, self.plus(self._nth_bit(word, now), str(start)))
                    self.leave(block)
                self.write(left, self.minus(now, there))
        return self.read(found)

    def _nth_bit(self, word: str, number: str) -> str:
        """The place of the bit of a word with so many set ones before it."""
        lines = self._lines
        if not self.packs:
            return lines.value(f"call i64 @nth_bit(i64 {word}, i64 {number})")
        # The bit of that number, laid where the set bits of the word are.
        bit = lines.value(f"shl i64 1, {self.lower_bits(number, 6)}")
        laid = lines.value(f"call i64 @llvm.x86.bmi.pdep.64(i64 {bit}, i64 {word})")
        found = lines.value(f"call i64 @llvm.cttz.i64(i64 {laid}, i1 false)")
        return self.known(found, 0, WORD_BITS)

    def nth_one(self, word: str, number: str) -> str:
        """The place of the set bit with so many before it, which must be there."""
        return self._nth_bit(word, number)

    @contextmanager
    def through_cards(self, cards: str) -> Iterator[str]:
        """What is done with each card of a set."""
        left = self.local("m", cards)
        with self.loop() as loop:
            now = self.read(left)
            with self.when(self.no(self.some(now))):
                self.leave(loop)
            self.write(left, self.but_lowest(now))
            yield self.lowest(now)

    # -- bits side by side -------------------------------------------------------------------------

    def packed(self, cards: str, places: int) -> str:
        """The bits of a set at some places, side by side."""
        lines, found, before = self._lines, "0", 0
        for start in range(0, self.bits, WORD_BITS):
            bits = places >> start & (1 << WORD_BITS) - 1
            if bits:
                word = self.packed_word(self._word_at(cards, start), bits)
                word = lines.value(f"shl i64 {word}, {before}") if before else word
                found = self.in_one_of(found, word)
            before += bits.bit_count()
        return found

    def packed_word(self, word: str, places: int) -> str:
        """The bits of a word at some places, side by side."""
        by = literal(places)
        return self._lines.value(f"call i64 @llvm.x86.bmi.pext.64(i64 {word}, i64 {by})")

    def _word_at(self, cards: str, start: int) -> str:
        moved = cards if start == 0 else self._lines.value(
            f"lshr {self.types['m']} {cards}, {start}"
        )  # fmt: skip
        return self._narrow(moved)

    def parts_with_some(self, cards: str, width: int) -> str:
        """Which parts of a set, each of so many bits, are not empty: a bit for each part."""
        lines, number = self._lines, self.bits // width
        # What processors compare is a power of two.
        number = 1 << (number - 1).bit_length()
        kind, every = f"<{number} x i{width}>", f"i{number * width}"
        if every != self.types["m"]:
            cards = lines.value(f"zext {self.types['m']} {cards} to {every}")
        parts = lines.value(f"bitcast {every} {cards} to {kind}")
        some = lines.value(f"icmp ne {kind} {parts}, zeroinitializer")
        bits = lines.value(f"bitcast <{number} x i1> {some} to i{number}")
        return bits if number == WORD_BITS else lines.value(f"zext i{number} {bits} to i64")

    def unpacked(self, number: str, places: int) -> str:
        """The set of those of some places of which a number has the bit."""
        lines, mask, found, before = self._lines, self.types["m"], "0", 0
        for start in range(0, self.bits, WORD_BITS):
            bits = places >> start & (1 << WORD_BITS) - 1
            if bits:
                own = self.shifted(number, before) if before else number
                laid = f"call i64 @llvm.x86.bmi.pdep.64(i64 {own}, i64 {literal(bits)})"
                word = lines.value(laid)
                if mask != "i64":
                    word = lines.value(f"zext i64 {word} to {mask}")
                if start:
                    word = lines.value(f"shl {mask} {word}, {start}")
                found = self.in_either(found, word)
            before += bits.bit_count()
        return found
