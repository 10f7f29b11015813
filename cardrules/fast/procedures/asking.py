"""Questions: who is asked for what."""

from __future__ import annotations

from cardrules.fast.procedures.answering import Offer
from cardrules.fast.procedures.windows import Windows
from cardrules.machine import code as machine
from cardrules.machine.program import Question


class Asking(Windows):
    """Writes them."""

    def ask(self, x: machine.Ask) -> None:
        """Somebody is asked."""
        question = self.all.program.questions[x.question]
        if question.form == "window":
            self._ask_window(question, x)
        elif question.form == "action":
            self._ask_action(question)
        elif question.form == "choose":
            self._ask_choice(question)
        else:
            self._ask_sealed(question)

    def _ask_action(self, question: Question) -> None:
        code, program = self.code, self.all.program
        searches = [program.searches[number] for number in question.searches]
        player = self.number(question.player)
        totals = [self._total(search, player, ()) for search in searches]
        total = self._all_of(searches, totals)

        def decide() -> None:
            self._count_offers(searches, totals)
            offers = [Offer(search, ()) for search in searches]
            number = self._decide(question, player, total, offers)
            self._take_one(searches, totals, player, number, ())

        def otherwise() -> None:
            if question.last is not None:
                last = program.searches[question.last]
                rest = self._total(last, player, ())
                with code.when(code.compare("!=", rest, "0")):
                    self._count_offers([last], [rest])
                    number = self._decide(question, player, rest, [Offer(last, ())])
                    self._act(last, player, number, ())

        code.branch(code.compare("!=", total, "0"), decide, otherwise)
