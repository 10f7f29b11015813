"""Kinds of cards: which cards look alike."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from cardrules.fast.llvm.checks import Array
from cardrules.fast.llvm.writing import Code
from cardrules.machine.layout import Layout

_PARTS = {8, 16, 32, 64}
# The bits of a word.
_MOST_PARTS = 64


class Kinds:
    """What is known of kinds of cards: which cards are of each, which is the first of it."""

    def __init__(self, layout: Layout, code: Code) -> None:
        self.code = code
        self.number = len(layout.faces)
        kinds = layout.kind
        self.all_differ = len(set(kinds)) == len(kinds)
        self.masks = [
            sum([1 << card for card, kind in enumerate(kinds) if kind == number])
            for number in range(self.number)
        ]
        self.first = sum([mask & -mask for mask in self.masks])
        self.last = sum([1 << (mask.bit_length() - 1) for mask in self.masks if mask])
        self.kind = kinds
        # The kinds of which there are cards, in the order of these.
        self.order = list(dict.fromkeys(kinds))
        # How many cards each kind has, if these are a part of a set; else 0.
        size = len(kinds) // max(1, len(self.order))
        places = [((1 << size) - 1) << at * size for at in range(len(self.order))]
        is_in_parts = [self.masks[kind] for kind in self.order] == places
        self.part = size if size in _PARTS and is_in_parts else 0

    def present(self, cards: str) -> str:
        """Which kinds there are among some cards: a bit for each, in their order.

        What is set below the highest bit of a kind is carried there.
        """
        code = self.code
        if self.part and len(self.order) <= code.bits // self.part <= _MOST_PARTS:
            return code.parts_with_some(cards, self.part)
        low = code.mask(sum(self.masks) & ~self.last)
        carried = code.added(code.in_both(cards, low), low)
        return code.packed(code.in_either(carried, cards), self.last)

    def first_of(self, sets: Array, index: str, number: str) -> str:
        """The first card in a set of an array of the kind of this number, in their order; there
        must be one.
        """
        code = self.code
        if self.part:
            return code.first_from(sets, index, code.times(number, str(self.part)))
        masks = code.table("m", [self.masks[kind] for kind in self.order])
        return code.lowest(code.in_both(code.at(sets, index), code.at(masks, number)))

    def cards_of(self, bits: str, kinds: Sequence[int]) -> str:
        """All cards of some of these kinds, of each of which there is a bit."""
        code = self.code
        first, last = (
            sum([1 << (mask.bit_length() - 1 if is_last else (mask & -mask).bit_length() - 1)
                 for mask in [self.masks[kind] for kind in kinds]])
            for is_last in (False, True)
        )  # fmt: skip
        lowest, highest = code.unpacked(bits, first), code.unpacked(bits, last)
        return code.difference(code.added(highest, highest), lowest)

    def one_of_each(self, cards: str) -> str:
        """The first card of each kind.

        Within the bits of a kind one is taken off: what changes from 1 to 0 is the lowest card. The
        highest bit of each kind is set before, so that nothing is taken from the next kind.
        """
        if self.all_differ:
            return cards
        code = self.code
        guarded = code.in_either(cards, code.mask(self.last))
        return code.without(cards, code.difference(guarded, code.mask(self.first)))

    def like(self, card: str) -> str:
        """All cards that look like one."""
        kind = self.code.at(self.code.table_of_cards("i", self.kind), card)
        return self.code.at(self.code.table("m", self.masks), kind)

    def each(self, cards: str, body: Callable[[str, str], None]) -> None:
        """For each kind among some cards: which number it has among these, and its cards there."""
        code = self.code
        number = code.local("i", "0")
        with code.through_cards(self.one_of_each(cards)) as card:
            # Each card is taken away once, so that there are no more than a set has bits.
            at = code.known(code.read(number), 0, code.bits)
            code.write(number, code.plus(at, "1"))
            body(at, code.in_both(cards, self.like(card)))

    def some_of(self, cards: str, number: str) -> str:
        """The first so many of some cards."""
        code = self.code
        found, rest = code.local("m", "0"), code.local("m", cards)
        with code.through("0", number, str(code.bits)):
            now = code.read(rest)
            after = code.but_lowest(now)
            code.write(found, code.in_either(code.read(found), code.without(now, after)))
            code.write(rest, after)
        return code.read(found)
