"""Windows: who is asked for an interrupt, on grounds that all see."""

from __future__ import annotations

from collections.abc import Sequence

from cardrules.fast.choices.slots import passed
from cardrules.fast.procedures.answering import Offer
from cardrules.fast.procedures.sealing import Sealing
from cardrules.machine import code as machine
from cardrules.machine.program import Question


class Windows(Sealing):
    """Writes them."""

    def _ask_window(self, question: Question, x: machine.Ask) -> None:
        """An interrupt, or to pass; it is asked on grounds that all see."""
        code, program = self.code, self.all.program
        assert question.arguments is not None
        assert x.position is not None
        assert x.uninterrupted is not None
        position, again = self.local(x.position), self.labels[x.uninterrupted]
        player = self.number(question.player)
        code.write(position, code.plus(code.read(position), "1"))
        with code.when(code.no(self._may_interrupt(question, player))):
            code.again(again)
        window = self.slots[question.arguments]
        assert isinstance(window, list)
        given = [argument for value in window for argument in passed(code, value)]
        searches = [program.searches[number] for number in question.searches]
        totals = [self._total(search, player, given) for search in searches]
        self._count_offers(searches, totals)
        offers = [*[Offer(search, given) for search in searches], Offer()]
        number = self._decide(question, player, self._all_of(searches, totals, "1"), offers)
        self._take_one(searches, totals, player, number, given, lambda: code.again(again))

    def _may_interrupt(self, question: Question, player: str) -> str:
        code = self.code
        if not question.searches:
            return "false"
        if question.grounds is None:
            return "true"
        # A zone of each seat after the other; whoever has fewer is looked at twice.
        rows, found = question.grounds, "false"
        for at in range(max(map(len, rows))):
            zones = [row[min(at, len(row) - 1)] if row else None for row in rows]
            found = code.holds(found, self._some_in(zones, player))
        return found

    def _some_in(self, zones: Sequence[int | None], player: str) -> str:
        """Whether something lies in the zone of a player; in none there is nothing."""
        code, found = self.code, "false"
        for is_ordered in (False, True):
            fitting = [
                zone is not None and self.layout.ordered[zone] == is_ordered for zone in zones
            ]
            if not any(fitting):
                continue
            own = [zone or 0 if fits else 0 for zone, fits in zip(zones, fitting, strict=True)]
            if own == list(range(own[0], own[0] + len(own))):
                number = code.plus(player, code.number(own[0]))
            else:
                number = code.at(code.table("i", own), player)
            some = (
                self.moving.piles.some(number)
                if is_ordered
                else code.some(code.at(self.moving.part("masks"), number))
            )
            if not all(fitting):
                flags = sum([fits << seat for seat, fits in enumerate(fitting)])
                some = code.hold(some, code.has_nth_bit(code.number(flags), player))
            found = code.holds(found, some)
        return found
