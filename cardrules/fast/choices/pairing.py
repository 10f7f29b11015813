"""Choices of two cards of which the one must fit the other, as compiled code.

Which searches are such, `paired.py` says.
"""

from __future__ import annotations

from cardrules.fast.choices.choosing import Chosen
from cardrules.fast.choices.products import Products
from cardrules.fast.sets.paired import Paired
from cardrules.machine.search import Search


class Pairing(Products):
    """Writes them."""

    def _sides(self, search: Search) -> list[str]:
        """What can be chosen first and last: cards, or the top cards of stacks."""
        scope = self._scope(search, {})
        items = [self._of.items(loop.value, scope) for loop in search.plan.loops]
        return [one.tops() if one.has_tops else one.mask() for one in items]

    def _count_pairs(self, search: Search, paired: Paired) -> str:
        code, pairs = self._code, paired.pairs
        left, right = self._sides(search)
        if paired.of_stacks is None:
            found = pairs.common(pairs.of_left(left), pairs.of_right(right))
            number = pairs.count(found)
        else:
            found, number = self._count_with_stacks(paired, left, right)
        paired.found = self._of.moving.memory.later(1)
        code.put(paired.found.of(code), "0", found)
        return number

    def _count_with_stacks(self, paired: Paired, left: str, right: str) -> tuple[str, str]:
        """Several stacks may have top cards that look the same: these are looked at one by one."""
        code, pairs = self._code, paired.pairs
        if paired.of_stacks == 0:
            tops, others, of_tops = left, pairs.of_right(right), pairs.of_left
        else:
            tops, others, of_tops = right, pairs.of_left(left), pairs.of_right
        word = pairs.common(of_tops(tops), others)
        total = code.local("i", pairs.count(word))
        rest = code.local("m", code.without(tops, self._kinds.one_of_each(tops)))
        with code.loop(most=code.bits) as loop:
            now = code.read(rest)
            with code.when(code.no(code.some(now))):
                code.leave(loop)
            more = pairs.count(pairs.common(of_tops(now), others))
            code.write(total, code.plus(code.read(total), more))
            code.write(rest, code.without(now, self._kinds.one_of_each(now)))
        return word, code.read(total)

    def _pair_at(self, search: Search, paired: Paired, number: str) -> Chosen:
        """The cards of the answer of a number."""
        code, pairs = self._code, paired.pairs
        sides = self._sides(search)
        if code.resumes or paired.found is None:
            word = pairs.common(pairs.of_left(sides[0]), pairs.of_right(sides[1]))
        else:
            word = code.at(paired.found.of(code), "0")
        kinds = pairs.nth(word, number)
        return {
            loop.slot: code.lowest(code.in_both(cards, like))
            for loop, cards, like in zip(search.plan.loops, sides, kinds, strict=True)
        }
