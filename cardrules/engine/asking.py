"""The sites of the questions of one game, with what is listed and what is said there."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from cardrules.engine.frames import FRAME_HEAD
from cardrules.engine.making import Making
from cardrules.engine.playing.doing import value_as_data
from cardrules.engine.playing.sites import ChooseSite, OneOfSite, Site, TogetherSite, WindowSite
from cardrules.engine.program import Code
from cardrules.engine.showing.announcing import Announcing
from cardrules.engine.showing.openers import Openers
from cardrules.engine.showing.questions import Questions
from cardrules.engine.showing.sentences import Say, under_seal
from cardrules.engine.source.legal import Listing, emit_enumeration, emit_stages
from cardrules.engine.source.writer import Spelling
from cardrules.machine.program import Program, Question
from cardrules.machine.search import Name, Search
from cardrules.model import ir
from cardrules.model.ruleset import Ruleset
from cardrules.model.types import NONE

Get = Callable[[], Callable[..., Any]]


class Asking:
    """Makes the sites of a program; `rules` are those of which it was made, for what is said."""

    def __init__(self, builder: Making, program: Program, rules: Ruleset) -> None:
        self._builder = builder
        self._program = program
        self._rules = rules
        self._generated = builder.generated
        self._speaking = builder.speaking
        self._listings: list[Listing] = []
        self.questions = Questions(builder)
        self.announcing = Announcing(builder)
        self.openers = Openers(builder)
        self._enumerations: dict[int, str] = {}
        self._stages: dict[int, list[str]] = {}
        self._twins: dict[int, str] = {}
        self._candidates: dict[int, Get] = {}
        self._workings: list[tuple[TogetherSite, Name, Get]] = []
        self._answers_told: list[tuple[TogetherSite, ir.Sentence, Callable[[], Say]]] = []
        self._passing_told: list[tuple[WindowSite, Callable[[], Say]]] = []

    def write(self) -> None:
        """Write the functions of all searches and questions."""
        for item in self._program.searches:
            self._add_search(item)
        for question in self._program.questions:
            self._add_question(question)

    def _add_search(self, search: Search) -> None:
        self._listings.append(Listing())
        self._enumerations[search.index] = emit_enumeration(self._generated.emitter, search)
        if search.unless_forced:
            self._twins[search.index] = emit_enumeration(
                self._generated.emitter, search, twins=True
            )
        self._stages[search.index] = emit_stages(self._generated.emitter, search)
        if search.procedure >= 0:
            code = self._builder.codes[search.procedure]
            self.questions.add_search(search, code.looked, code.size)
            of_interrupts = self._rules.interrupts
            among = {"action": self._rules.actions}.get(code.procedure.role, of_interrupts)
            action = among[code.procedure.name]
            self.announcing.add(search, action, code.looked, code.size)
            self.openers.add(action, code)

    def _programs(self, searches: Sequence[Search]) -> dict[int, tuple[Code, list[int]]]:
        """The procedure of each action, with the slots of its choices."""
        return {
            search.index: (
                self._builder.codes[self._program.searches[search.index].procedure],
                [choice.slot + FRAME_HEAD for choice in search.choices],
            )
            for search in searches
        }

    def _add_question(self, question: Question) -> None:
        """The site of a question."""
        {
            "action": self._add_one_of,
            "choose": self._add_choose,
            "sealed": self._add_together,
            "window": self._add_window,
        }[question.form](question, self._builder.codes[question.procedure])

    def _of_site(self, question: Question) -> dict[str, Any]:
        return {
            "index": question.index,
            "searches": [self._program.searches[number] for number in question.searches],
            "origin": question.origin,
            "mover": self._builder.mover,
            "all_searches": self._program.searches,
            "listings": self._listings,
            "unsure": [(x.search, x.choice) for x in question.needs if x.why == "unseen"],
        }

    def _add_one_of(self, question: Question, code: Code) -> None:
        last = None if question.last is None else self._program.searches[question.last]
        what = self._of_site(question)
        every = [*what["searches"], *([last] if last is not None else [])]
        site = OneOfSite(**what, last=last, programs=self._programs(every))
        self._builder.sites.append(site)
        self.questions.add_site(site, question.asking, code)

    def _add_choose(self, question: Question, code: Code) -> None:
        what = self._of_site(question)
        slot = question.slots[0] + FRAME_HEAD
        site = ChooseSite(**what, slot=slot, repeated=question.repeated)
        self._builder.sites.append(site)
        self.questions.add_search(site.searches[0], code.looked, 0)
        self._note_candidates(site, question)

    def _note_candidates(self, site: Site, question: Question) -> None:
        """Keep from which cards a choice takes those that fit, if it does."""
        if question.candidates is not None:
            search = site.searches[0]
            site.nothing = (search.index, *[NONE] * len(search.choices))
            self._candidates[site.index] = self._generated.function(question.candidates, Spelling())

    def _add_together(self, question: Question, code: Code) -> None:
        assert question.among is not None and question.answers is not None
        site = TogetherSite(
            **self._of_site(question),
            sealed=True,
            players=question.among[0] + FRAME_HEAD,
            position=question.among[1] + FRAME_HEAD,
            answers=question.answers + FRAME_HEAD,
            slots=tuple(slot + FRAME_HEAD for slot in question.slots),
        )
        self._builder.sites.append(site)
        search, telling = site.searches[0], question.telling
        self.questions.add_search(search, code.looked, 0)
        if telling is not None and telling.parts:
            self._answers_told.append(
                (site, telling, self._speaking.sentence(telling, code.looked))
            )
        for item in search.plan.steps:
            if isinstance(item, Name):
                self._workings.append(
                    (site, item, self._generated.function(item.value, Spelling()))
                )
        self._note_candidates(site, question)

    def _add_window(self, question: Question, code: Code) -> None:
        assert question.among is not None and question.arguments is not None
        what = self._of_site(question)
        site = WindowSite(
            **what,
            arguments=question.arguments + FRAME_HEAD,
            types=question.types,
            players=question.among[0] + FRAME_HEAD,
            position=question.among[1] + FRAME_HEAD,
            programs=self._programs(what["searches"]),
            sources=question.grounds,
            passing=question.telling,
        )
        self._builder.sites.append(site)
        self.questions.add_window(site, self._rules.windows[question.window])
        if site.passing is not None and site.passing.parts:
            looked = self._speaking.looked_in("window", question.window)
            self._passing_told.append((site, self._speaking.sentence(site.passing, looked)))

    def finish(self) -> None:
        """Give questions and searches the functions that were made for them."""
        for site, naming, value in self._workings:
            work_out = value_as_data(naming.value.type, value())
            site.workings[naming.slot + FRAME_HEAD] = work_out
        self.questions.finish()
        self.announcing.finish()
        self.openers.finish()
        for site, sentence, say in self._answers_told:
            site.say = under_seal(sentence, say())
        for asked, say in self._passing_told:
            asked.say = say()
        for index, get in self._candidates.items():
            self._builder.sites[index].candidates = get()
        names = self._generated.names
        for index, listing in enumerate(self._listings):
            listing.enumerate = names[self._enumerations[index]]
            if index in self._twins:
                listing.enumerate_twins = names[self._twins[index]]
            listing.stages = tuple([names[name] for name in self._stages[index]])
