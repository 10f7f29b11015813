"""Choices that do not depend on each other, as compiled code: their numbers are multiplied."""

from __future__ import annotations

from functools import partial

from cardrules.fast.choices.choosing import Choosing, Chosen, tests_among
from cardrules.fast.expressions.values import Expressions
from cardrules.fast.knowing.needed import knowledge_needed
from cardrules.fast.state.filtered import Filtered
from cardrules.fast.state.items import Items
from cardrules.machine.search import Search

# So many answers are added up without a look at whether they are a number still.
MOST_COUNTED = 1 << 56


class Products(Choosing):
    """Writes them."""

    def __init__(self, expressions: Expressions) -> None:
        super().__init__(expressions)
        # The choices of which only play shows whether the one who chooses sees the cards.
        self._unsure = {
            (need.search, need.choice)
            for need in knowledge_needed(expressions.program)
            if need.why == "unseen"
        }

    def most(self, search: Search) -> int:
        """How many answers there are at most; endless where that is not told by what is chosen."""
        found = 1
        for loop in search.plan.loops:
            if loop.choice.type.base == "collection":
                found *= self._of.most_sets(loop.value) or MOST_COUNTED
                continue
            of_type = self._of.ranges.most_of(loop.choice.type)
            found *= max(1, min(of_type, self._of.ranges.size(loop.value)[1]))
        return found

    def _is_product(self, search: Search) -> bool:
        """Whether the numbers of the values of each choice are multiplied."""
        stages = search.plan.stages
        return (
            len(stages) > 1
            and not self._twins
            and search.index not in {number for number, _ in self._unsure}
            and self.most(search) < MOST_COUNTED
            and all(loop.choice.type.base != "collection" for loop in search.plan.loops)
            and all(stage.free and not stage.matter for stage in stages)
        )

    def _stage(self, search: Search, at: int) -> tuple[str, Items]:
        """Whether there are values of a choice at all, and these."""
        stage, flag, scope = search.plan.stages[at], "true", self._scope(search, {})
        for test in tests_among(stage.ahead):
            flag = self._code.both(flag, partial(self._of.flag, test, scope))
        found = self._last_values(search, stage.loop, stage.within, scope)
        if found is not None:
            return flag, found
        values, tests = self._values(stage.loop, scope), tests_among(stage.within)

        def fits(value: str) -> str:
            inner, found = self._scope(search, {stage.loop.slot: value}), "true"
            for test in tests:
                found = self._code.both(found, partial(self._of.flag, test, inner))
            return found

        return flag, Filtered(values, fits, is_quick=self._of.is_quick(*tests)) if tests else values

    def _number_from(self, search: Search, at: int) -> str:
        """How many ways there are from a choice on."""
        code, stages = self._code, search.plan.stages
        flag, values = self._stage(search, at)
        number = code.one_of("i", flag, values.count, lambda: "0")
        if at == len(stages) - 1:
            return number
        behind = stages[at + 1 :]
        steps = [step for stage in behind for step in (*stage.ahead, *stage.within)]
        rest = [*tests_among(steps), *[stage.loop.value for stage in behind]]

        def times() -> str:
            return code.times(number, self._number_from(search, at + 1))

        if self._of.is_quick(*rest):
            return times()
        return code.one_of("i", code.compare("=", number, "0"), lambda: "0", times)

    def _product_at(self, search: Search, number: str) -> Chosen:
        """What is chosen in the answer of a number."""
        code, stages = self._code, search.plan.stages
        found: Chosen = {}
        left = number
        for at, stage in enumerate(stages):
            _, values = self._stage(search, at)
            now = left
            if at < len(stages) - 1:
                now, left = code.parts(left, self._number_from(search, at + 1))
            found[stage.loop.slot] = values.nth(now)
        return found
