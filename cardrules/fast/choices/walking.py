"""The steps of a search, one behind the other, as compiled code: what is done with each way to take
them all.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import attrs

from cardrules.fast.choices.choosing import Chosen
from cardrules.fast.choices.pairing import Pairing
from cardrules.fast.expressions.core import Value
from cardrules.fast.expressions.sight import Seeing
from cardrules.fast.expressions.values import Expressions
from cardrules.fast.sets.nested import is_set
from cardrules.fast.sets.sets import COUNTED, Sets
from cardrules.fast.state.few import Few
from cardrules.fast.state.items import MOST_COPIES, Items
from cardrules.fast.state.lying import Cards
from cardrules.machine.search import Loop, Name, Search, Step, Test
from cardrules.model import ir
from cardrules.model.types import FLAG


@attrs.frozen
class Found:
    """What is done with answers: with one, or with all that have one of some things last."""

    one: Callable[[Chosen], None]
    many: Callable[[Chosen, int, Items], None]


# Before so many choices what is done is written once, and not for each of a few values.
_MANY = 3
NOTHING = Found(lambda chosen: None, lambda chosen, slot, values: None)


def _is_long(steps: Sequence[Step]) -> bool:
    """Whether there are many choices among some steps."""
    return sum([isinstance(step, Loop) for step in steps]) >= _MANY


class Walking(Pairing):
    """Writes it."""

    def __init__(self, expressions: Expressions) -> None:
        super().__init__(expressions)
        self.seeing = Seeing(expressions)
        self._is_counting = False
        # Whether a search is written that does nothing but count which conditions do not hold.
        self._is_refusing = False
        # What is given of the choices of an action of which it is asked whether it is possible.
        self._given: dict[str, Value] = {}

    def _laid(self, value: Value) -> str:
        """A value as it lies in a slot."""
        return value if isinstance(value, str) else self._of.kept(value)

    def _walk(self, search: Search, steps: Sequence[Step], chosen: Chosen, found: Found) -> None:
        if not steps:
            found.one(chosen)
            return
        step, rest = steps[0], steps[1:]
        scope = self._scope(search, chosen)
        match step:
            case Test():
                holds = self._of.flag(step.condition, scope)
                with self._code.when(holds):
                    self._walk(search, rest, chosen, found)
                if self._is_refusing and self._of.counting is not None:
                    with self._code.when(self._code.no(holds)):
                        self._of.counting.refused(step.origin)
            case Name():
                value = self._named(step, scope)
                self._walk(search, rest, {**chosen, step.slot: value}, found)
            case Loop() if step.name in self._given:
                value = self._given[step.name]
                if is_set(step.choice.type) and isinstance(value, str):
                    # It is written out as none.
                    value = self._of.no_items()
                chosen = {**chosen, step.slot: value}
                given = ir.Local(type=step.choice.type, slot=step.slot)
                is_one = ir.Contains(type=FLAG, element=given, collection=step.value)
                with self._code.when(self._of.flag(is_one, self._scope(search, chosen))):
                    self._walk(search, rest, chosen, found)
            case Loop() if step.choice.type.base == "collection" and not _is_long(rest):
                self._of.cases(
                    step.value,
                    scope,
                    lambda sets: self._go_through(search, step, rest, chosen, sets, found),
                )
            case Loop() if self._is_refusing or step.choice.type.base == "collection":
                values = self._values(step, scope)
                self._go_through(search, step, rest, chosen, values, found)
            case Loop():
                last = self._last_values(search, step, rest, scope)
                if last is not None:
                    found.many(chosen, step.slot, last)
                    return
                self._go_through(search, step, rest, chosen, self._values(step, scope), found)

    def _want_seen(
        self, search: Search, chosen: Chosen, last: int = -1, values: Items | None = None
    ) -> None:
        """Give the game up if whoever is asked could choose a card that they cannot know; `values`
        are those of the slot `last`: without any there is no answer.
        """
        loops = search.plan.loops
        unsure = [one for one in loops if (search.index, one.number) in self._unsure]
        for loop in unsure:
            if loop.slot == last and values is not None:
                self._want_all_seen(values)
                continue
            is_answer = self._code.flag(True) if values is None else self._is_there_one(values)
            with self._code.when(is_answer):
                self._want_all_seen(self._chosen_cards(loop, chosen))

    def _is_there_one(self, values: Items) -> str:
        if values.sort == "i":
            return values.some()
        return self._code.compare("!=", values.count(), "0")

    def _want_all_seen(self, cards: Items) -> None:
        code = self._code
        if isinstance(cards, Sets) and cards.manner == COUNTED:
            # Where sets are not made, all cards from which they are taken count.
            some = self._is_there_one(cards)
            cards = Cards(code, code.choose("m", some, cards.pool, "0"))
        elif isinstance(cards, Sets):
            cards = Cards(code, self._of.making.all_in(cards))
        cards.each(lambda card: self.seeing.want_seen(card, "%player"))

    def _chosen_cards(self, loop: Loop, chosen: Chosen) -> Items:
        """The cards that are chosen."""
        value = self._laid(chosen[loop.slot])
        return Cards(self._code, value) if is_set(loop.choice.type) else Few(self._code, [value])

    def _each(self, values: Items, rest: Sequence[Step], body: Callable[[str], None]) -> None:
        """Do something with each value of a choice; where many others come behind it, that is
        written once.
        """
        code, before = self._code, self._code.copies

        def within(value: str) -> None:
            now, code.copies = code.copies, before
            body(value)
            code.copies = now

        if _is_long(rest):
            code.copies = MOST_COPIES
            values.each(within)
            code.copies = before
        else:
            values.each(body)

    def _go_through(
        self,
        search: Search,
        loop: Loop,
        rest: Sequence[Step],
        chosen: Chosen,
        values: Items,
        found: Found,
    ) -> None:
        if is_set(loop.choice.type):
            values = self._of.making.distinct(self._of.as_sets(values))
        if any(isinstance(step, Loop | Test) for step in rest):
            self._each(
                values,
                rest,
                lambda value: self._walk(search, rest, {**chosen, loop.slot: value}, found),
            )
        else:
            found.many(chosen, loop.slot, values)
