"""From tables to a machine: all functions generated, all programs written."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from threading import Lock
from typing import Any

from cardrules.engine.frames import FRAME_HEAD, Frame
from cardrules.engine.lowering.ending import ending_of
from cardrules.engine.lowering.looked import Key, Looked, looked_at
from cardrules.engine.lowering.mixed import mixed_names
from cardrules.engine.lowering.program import lower
from cardrules.engine.lowering.search import Plans
from cardrules.engine.playing.chance_events import Chance
from cardrules.engine.playing.doing import Doing, value_as_data
from cardrules.engine.playing.guard import LIMITS, GoneError, limit_error, none_used
from cardrules.engine.playing.moves import Mover
from cardrules.engine.playing.sides import Sides
from cardrules.engine.playing.sites import ChooseSite, OneOfSite, Site, TogetherSite, WindowSite
from cardrules.engine.playing.things import forgetting_stacks
from cardrules.engine.playing.watch import Watcher
from cardrules.engine.program import Code, Line, Waiting
from cardrules.engine.sets.alike import make_distinct
from cardrules.engine.sets.answers import FUNCTIONS as LOOPS
from cardrules.engine.sets.families import maximal_families, union_of, unions_of
from cardrules.engine.sets.set_operations import SetOperations
from cardrules.engine.sets.subsets import make_subsets, sets_from_data
from cardrules.engine.showing.announcing import Announcing
from cardrules.engine.showing.noting import Noting, looks_at_cards
from cardrules.engine.showing.openers import Openers
from cardrules.engine.showing.questions import Questions
from cardrules.engine.showing.sentences import Say, telling, under_seal
from cardrules.engine.showing.spoken import Looking, Spoken, keeping, noted, spoken
from cardrules.engine.showing.telling import telling as telling_of
from cardrules.engine.showing.worked_out import Source
from cardrules.engine.source.emit import Emitter, Spelling, spending
from cardrules.engine.source.helpers import HELPERS
from cardrules.engine.source.legal import (
    Listing,
    emit_enumeration,
    emit_possibility,
    emit_stages,
)
from cardrules.engine.source.looked_up import by_cards, mask, table_of
from cardrules.engine.source.parts import Names, PartWriter
from cardrules.engine.specialise.specialised import Specialised
from cardrules.engine.tables import Tables
from cardrules.machine import code as machine
from cardrules.machine.layout import Sight
from cardrules.machine.program import Procedure, Question
from cardrules.machine.search import Name, Search
from cardrules.machine.shapes import NOBODY_ACTS, WHO_ACTS
from cardrules.machine.tables import Table
from cardrules.model import ir
from cardrules.model.state import State
from cardrules.model.types import NONE
from cardrules.ops.table import seats_from
from cardrules.plain import replaced
from cardrules.source import Span

# Between them and a number of their own generated functions are called in a traceback.
_GENERATED = "<ruleset>"


class Builder:
    """Everything that a game needs to run. Made once for ruleset, players and options.

    What lays everything at its place is there at once, all else after `finish`: whether a game can
    begin is asked with each number of players, and most of the work is in what comes later.
    """

    def __init__(self, tables: Tables) -> None:
        self.tables = tables
        self.mover = Mover(tables.layout, tables.ruleset.text)
        self.chance = Chance(tables.layout)
        self.specialised = Specialised(tables)
        self.told = self.specialised.told
        self.emitter = Emitter(self.specialised.layout, self.specialised.declared)
        self._tables: list[Table] = []
        self.plans = Plans(self.specialised.layout, self.told.definitions)
        self.noting = Noting(tables, self.emitter, self.plans)
        self.looked: dict[Key, Looked] = {}
        self.mixed: Mapping[int, frozenset[int]] = {}
        self.questions = Questions(self)
        self.announcing = Announcing(self)
        self.openers = Openers(self)
        self.codes: list[Code] = []
        self.sites: list[Site] = []
        self.listings: list[Listing] = []
        self._code_names: dict[str, Code] = {}
        # The functions by parameters, source and work: of equal expressions at two places, the
        # places of numbers that are too large differ.
        self._functions: dict[tuple[str, str, int], str] = {}
        # The lines of those of what is declared, which no statement carries out.
        self._declared: dict[str, ir.Origin] = {}
        self._enumerations: dict[int, str] = {}
        self._stages: dict[int, list[str]] = {}
        self._candidates: dict[int, Callable[[], Callable[..., Any]]] = {}
        self._workings: list[tuple[TogetherSite, Name, Callable[[], Callable[..., Any]]]] = []
        self._answers_told: list[tuple[TogetherSite, ir.Sentence, Callable[[], Say]]] = []
        self._passing_told: list[tuple[WindowSite, Callable[[], Say]]] = []
        self._twins: dict[int, str] = {}
        self._names: dict[str, Any] = {}
        # What was generated, line by line, by the name under which it was compiled.
        self._sources: dict[str, list[str]] = {}
        self._possibilities = 0
        self.given_names = Names()
        # Parts of premises that were worked out to explain something (`premise_values`).
        self.premise_sources: dict[tuple[int, int, frozenset[int]], Source] = {}
        self._is_finished = False
        self._lock = Lock()
        self._side_values()
        self._visibility()
        self._names.update(self._vocabulary())
        self._compile()
        self._bind_visibility()

    def finish(self) -> Builder:
        """This, with everything made; threads that play one game do not come in between."""
        with self._lock:
            if not self._is_finished:
                self._make()
                self._is_finished = True
        return self

    @property
    def origins(self) -> list[ir.Origin]:
        """Of each site, the line that asks."""
        return [site.origin for site in self.sites]

    # -- functions ---------------------------------------------------------------------------------

    def function(self, expr: ir.Expr, spelling: Spelling) -> Callable[[], Callable[..., Any]]:
        """What gives the function `(s, f)` of an expression once all are made."""
        name = self._function_name(expr, spelling, "s, f")
        return lambda: self._names[name]

    def player_function(self, expr: ir.Expr, bound: int) -> Callable[[], Callable[..., bool]]:
        """What gives the function `(s, f, player)` of a condition on a player."""
        name = self._function_name(expr, Spelling(), f"s, f, b{bound}")
        return lambda: self._names[name]

    def side_function(self, expr: ir.Expr, origin: ir.Origin) -> Callable[[], Callable[..., Any]]:
        """What gives the function `(s, me)` of a value of a player that stands at a line."""
        name = self._function_name(expr, Spelling(me="me"), "s, me")
        self._declared.setdefault(name, origin)
        return lambda: self._names[name]

    def _function_name(self, expr: ir.Expr, spelling: Spelling, parameters: str) -> str:
        source, steps = self.emitter.apart(expr, spelling)
        key = (parameters, source, steps)
        if key not in self._functions:
            name = f"value_{len(self._functions)}"
            self._functions[key] = name
            self.emitter.definitions.append(
                f"def {name}({parameters}):\n{spending(steps)}\n    return {source}\n"
            )
        return self._functions[key]

    # -- sentences ---------------------------------------------------------------------------------

    def looks(self, expr: ir.Expr) -> bool:
        """Whether a value may depend on faces of cards."""
        return looks_at_cards(expr, self.told)

    def looked_in(self, role: str, name: str) -> Looked:
        """What is kept beside the names of a procedure, or is not known of those of a window."""
        return self.looked.get((role, name), Looked())

    def function_of(self, expr: ir.Expr) -> Callable[[], Callable[[State, Frame], Any]]:
        """What gives the function of an expression in a running procedure."""
        return self.function(expr, Spelling())

    def spoken(self, expr: ir.Expr, looked: Looked) -> Spoken:
        """What is needed to tell the value of an expression in a procedure."""
        return spoken(expr, looked, self.function_of, self._looking, self._steps_of)

    def _looking(self, expr: ir.Expr) -> Callable[[], Looking] | None:
        return self.noting.function(expr) if self.looks(expr) else None

    def _steps_of(self, expr: ir.Expr) -> int:
        return self.emitter.apart(expr, Spelling())[1]

    def sentence(self, sentence: ir.Sentence, looked: Looked) -> Callable[[], Say]:
        """What gives the function that works out a sentence of a procedure."""
        mixed = self.mixed.get(id(sentence), frozenset())
        looked = replaced(looked, given=looked.given | mixed) if mixed else looked
        values = [self.spoken(x, looked) for x in sentence.parts if isinstance(x, ir.Expr)]
        return telling(sentence, values, self.mover)

    def keeping(self, value: ir.Expr, looked: Looked, beside: int) -> Callable[[], Any]:
        """What gives the function of a value that keeps in the frame what belongs beside it."""
        return keeping(self.spoken(value, looked), self.mover, beside + FRAME_HEAD)

    def noted(self, value: ir.Expr, looked: Looked) -> Callable[[], Any]:
        """What gives the function of a value with what is kept beside it."""
        return noted(self.spoken(value, looked), self.mover)

    def telling(self, x: machine.Telling, looked: Looked) -> Callable[[], Any]:
        """What gives the function that says a sentence of what was done."""
        say = self.sentence(x.telling.sentence, looked)
        return telling_of(x, say, self.tables)

    # -- procedures --------------------------------------------------------------------------------

    def code(self, name: str) -> Code:
        """The procedure with a key."""
        return self._code_names[name]

    def _make(self) -> None:
        rules = self.specialised.rules
        self.looked = looked_at(rules, self.looks)
        self.mixed = mixed_names(rules)
        self.program = program = lower(
            self.specialised, self.sides.ending, self.looked, self.plans, self._tables
        )
        watcher = Watcher(program)
        self.doing = Doing(program, self.mover, self.chance, self.codes, watcher)
        self.reveals = program.shows
        for procedure in program.procedures:
            code = Code(procedure, self.looked_in(procedure.role, procedure.name))
            self.codes.append(code)
            self._code_names[procedure.key] = code
        for item in program.searches:
            self._add_search(item)
        for question in program.questions:
            self._add_question(question)
        writers = [self._parts_of(item) for item in program.procedures]
        if self.tables.has_stacks:
            self.mover.forget_stack = forgetting_stacks(self.tables.layout, program.procedures)
        self._names.update(self.doing.functions())
        self._names.update(self.given_names.known)
        self._names["TRIGGERS"] = program.triggers
        self._compile()
        self.noting.finish(self._names)
        for name, make in self.given_names.later.items():
            self._names[name] = make()
        for code, writer in zip(self.codes, writers, strict=True):
            names = [f"part_{code.index}_{part}" for part in range(len(writer.parts))]
            code.parts = [self._names[name] for name in names]
            waits = code.procedure.waits
            numbers = [place.number for place in waits]
            code.ends_of_turns = {numbers[a]: numbers[b] for a, b in writer.ends_of_turns.items()}
            for wait, at in writer.waits.items():
                code.goes_on[numbers[wait]] = at.part
                code.waits[numbers[wait]] = Waiting(waits[wait].shapes, at.site, set(at.above))
        # The play waits for the set-up before it begins.
        self.code("play").waits[0] = Waiting(
            {WHO_ACTS: NOBODY_ACTS}, None, {self.code("setup").index}
        )
        self._finish_questions()

    def _finish_questions(self) -> None:
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
            self.sites[index].candidates = get()
        for index, listing in enumerate(self.listings):
            listing.enumerate = self._names[self._enumerations[index]]
            if index in self._twins:
                listing.enumerate_twins = self._names[self._twins[index]]
            listing.stages = tuple([self._names[name] for name in self._stages[index]])

    def _parts_of(self, procedure: Procedure) -> PartWriter:
        """Write the functions of a procedure."""
        writer = PartWriter(self.program, procedure, self, self.given_names)
        writer.write()
        for part, lines in enumerate(writer.parts):
            head = f"def part_{procedure.index}_{part}(s, f):"
            self.emitter.definitions.append("\n".join([head, *filter(None, lines), ""]))
        return writer

    # -- searches and sites ------------------------------------------------------------------------

    def _add_search(self, search: Search) -> None:
        self.listings.append(Listing())
        self._enumerations[search.index] = emit_enumeration(self.emitter, search)
        if search.unless_forced:
            self._twins[search.index] = emit_enumeration(self.emitter, search, twins=True)
        self._stages[search.index] = emit_stages(self.emitter, search)
        if search.procedure >= 0:
            code = self.codes[search.procedure]
            self.questions.add_search(search, code.looked, code.size)
            rules = self.specialised.rules
            among = {"action": rules.actions}.get(code.procedure.role, rules.interrupts)
            action = among[code.procedure.name]
            self.announcing.add(search, action, code.looked, code.size)
            self.openers.add(action, code)

    def _programs(self, searches: Sequence[Search]) -> dict[int, tuple[Code, list[int]]]:
        """The procedure of each action, with the slots of its choices."""
        return {
            search.index: (
                self.codes[self.program.searches[search.index].procedure],
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
        }[question.form](question, self.codes[question.procedure])

    def _of_site(self, question: Question) -> dict[str, Any]:
        return {
            "index": question.index,
            "searches": [self.program.searches[number] for number in question.searches],
            "origin": question.origin,
            "mover": self.mover,
            "all_searches": self.program.searches,
            "listings": self.listings,
            "unsure": [(x.search, x.choice) for x in question.needs if x.why == "unseen"],
        }

    def _add_one_of(self, question: Question, code: Code) -> None:
        last = None if question.last is None else self.program.searches[question.last]
        what = self._of_site(question)
        every = [*what["searches"], *([last] if last is not None else [])]
        site = OneOfSite(**what, last=last, programs=self._programs(every))
        self.sites.append(site)
        self.questions.add_site(site, question.asking, code)

    def _add_choose(self, question: Question, code: Code) -> None:
        what = self._of_site(question)
        slot = question.slots[0] + FRAME_HEAD
        site = ChooseSite(**what, slot=slot, repeated=question.repeated)
        self.sites.append(site)
        self.questions.add_search(site.searches[0], code.looked, 0)
        self._note_candidates(site, question)

    def _note_candidates(self, site: Site, question: Question) -> None:
        """Keep from which cards a choice takes those that fit, if it does."""
        if question.candidates is not None:
            search = site.searches[0]
            site.nothing = (search.index, *[NONE] * len(search.choices))
            self._candidates[site.index] = self.function(question.candidates, Spelling())

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
        self.sites.append(site)
        search, telling = site.searches[0], question.telling
        self.questions.add_search(search, code.looked, 0)
        if telling is not None and telling.parts:
            self._answers_told.append((site, telling, self.sentence(telling, code.looked)))
        for item in search.plan.steps:
            if isinstance(item, Name):
                self._workings.append((site, item, self.function(item.value, Spelling())))
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
        self.sites.append(site)
        self.questions.add_window(site, self.specialised.rules.windows[question.window])
        if site.passing is not None and site.passing.parts:
            looked = self.looked_in("window", question.window)
            self._passing_told.append((site, self.sentence(site.passing, looked)))

    # -- values of players and zones ---------------------------------------------------------------

    def _side_values(self) -> None:
        layout = self.specialised.layout
        ending = ending_of(self.tables, self.specialised)
        self.sides = Sides(layout, ending, self.side_function)
        self.initial_functions = {
            name: self.side_function(item.initial, item.origin)
            for name, item in layout.variables.items()
        }
        self.supply_functions = {
            name: self.side_function(item.supply, item.origin)
            for name, item in layout.variables.items()
            if item.supply is not None
        }
        self.start_functions = {
            name: self.side_function(zone.starts, zone.origin)
            for name, zone in layout.zones.items()
            if zone.starts is not None
        }

    def _visibility(self) -> None:
        """Note the conditions on which it depends who sees a zone."""
        self._conditions: list[tuple[int, int, str, Sight, Callable[..., Any]]] = []
        for zone in self.specialised.layout.zones.values():
            for layer, sight in (("top", zone.top), ("rest", zone.rest)):
                if sight.condition is not None:
                    get = self.side_function(sight.condition, zone.origin)
                    for holder in range(len(zone.owners)):
                        self._conditions.append((zone.base, holder, layer, sight, get))

    def _bind_visibility(self) -> None:
        for base, holder, layer, sight, get in self._conditions:
            condition, yes, no = get(), sight.masks[holder], sight.otherwise[holder]

            def mask(
                s: State,
                condition: Any = condition,
                owner: int = holder,
                yes: int = yes,
                no: int = no,
            ) -> int:
                return yes if condition(s, owner) else no

            self.mover.conditional[base + holder, layer] = mask

    # -- putting it together -----------------------------------------------------------------------

    def _vocabulary(self) -> dict[str, Any]:
        """The names in generated source that are the same wherever it comes from."""
        tables = self.tables
        players = range(tables.players)
        names: dict[str, Any] = {
            **HELPERS,
            "AROUND": {
                step: [seats_from(seat, step, tables.players) for seat in players]
                for step in (1, -1)
            },
            **LOOPS,
            **make_distinct(tables.layout),
            "KIND": tables.kind,
            "LINE": tables.line,
            "PLAYERS": tables.players,
            "TEAM": tables.team_of,
            "OPPONENTS": [
                tuple(p for p in _around(seat, tables.players) if not _partners(tables, seat, p))
                for seat in players
            ],
            "OTHERS": [tuple(_around(seat, tables.players)) for seat in players],
            "PARTNERS": [
                tuple(p for p in _around(seat, tables.players) if _partners(tables, seat, p))
                for seat in players
            ],
            "subsets": make_subsets(tables.kind),
            "maximal_families": maximal_families,
            **SetOperations(tables.kind).functions(),
            "sets_from_data": sets_from_data,
            "union_of": union_of,
            "unions_of": unions_of,
            "not_none": self._not_none,
            "owner_of": self._owner_of,
            "place_of": _place_of,
            "there": self._there,
            "score_of": self.sides.score,
            "leaders": self.sides.leaders,
        }
        for index, values in enumerate(tables.attribute.values()):
            names[f"ATTRIBUTE_{index}"] = values
        return names

    def _compile(self) -> None:
        """Make the functions whose source was written since the last time."""
        emitter, names = self.emitter, self._names
        while self._possibilities < len(emitter.possibilities):
            (name, given), index = list(emitter.possibilities.items())[self._possibilities]
            plan = self.plans.of(self.specialised.rules.actions[name].premises)
            emit_possibility(emitter, index, plan, given)
            self._possibilities += 1
        recipes = self.specialised.recipes[len(self._tables) :]
        for number, recipe in enumerate(recipes, len(self._tables)):
            slots = ", ".join([f"l{slot}" for slot in range(recipe.arguments)])
            source, _ = emitter.apart(recipe.value, Spelling(local="l{}".format, me="None"))
            emitter.definitions.append(f"def table_{number}({slots}):\n    return {source}\n")
        names.update(emitter.names)
        names["SPECS"] = {number: bounds for bounds, number in emitter.specs.items()}
        source = "\n".join(emitter.definitions)
        emitter.definitions.clear()
        called = f"{_GENERATED}{len(self._sources)}"
        self._sources[called] = source.split("\n")
        exec(compile(source, called, "exec"), names)
        layout = self.specialised.layout
        for number, recipe in enumerate(recipes, len(self._tables)):
            table = table_of(recipe, names[f"table_{number}"], layout)
            self._tables.append(table)
            names[f"TABLE_{number}"] = by_cards(table, layout.kind)
        for number in emitter.masks:
            names[f"FITTING_{number}"] = mask(self._tables[number], layout.kind)

    def line_of(self, error: BaseException) -> Line | None:
        """The line of the ruleset from which the generated source comes that raised an error.

        What is declared is meant only where no statement asked for it.
        """
        found = declared = None
        at = error.__traceback__
        while at is not None:
            source = self._sources.get(at.tb_frame.f_code.co_filename)
            if source is not None:
                mark = source[at.tb_lineno - 1].rpartition("  # ")[2]
                found = Line(*self.emitter.marks[int(mark)]) if mark.isdecimal() else found
                declared = self._declared.get(at.tb_frame.f_code.co_name, declared)
            at = at.tb_next
        return Line(declared, "") if found is None and declared is not None else found

    def names(self) -> dict[str, Any]:
        """The functions and tables of generated source, for those who generate more of it."""
        return self._names

    def _owner_of(self, s: State, place: int) -> int:
        """The owner of a zone or stack; none if it is shared, or if there is none."""
        if place >= self.tables.static_zones:
            place = s.holder[place - self.tables.static_zones]
        return self.tables.zone_owner[place] if place >= 0 else NONE

    def _not_none(self, s: State, value: Any, start: int, end: int) -> Any:
        """A value that the rules have asked for; stops the game if it is none all the same."""
        if value == NONE:
            raise none_used(self.tables.ruleset.text, s, ir.Origin(span=Span(start, end)))
        return value

    def _there(self, s: State, stack: int) -> int:
        """A stack that must be there; raises `GoneError` if it is gone, or none is left."""
        if not 0 <= stack < self.tables.nowhere:
            raise GoneError
        return stack

    def end_of_game(self) -> Line:
        """The line of what is worked out when the play is over."""
        score = self.sides.ending.score
        return Line(score[0].origin if score else self.tables.ruleset.play.origin, "")

    # -- work --------------------------------------------------------------------------------------

    @contextmanager
    def asking(self, s: State, origin: ir.Origin | None = None) -> Iterator[None]:
        """A question about a state: it has a budget of work of its own.

        Raises `GameLimitError`, at `origin` if nothing tells the place better.
        """
        s.work = 0
        with self.working(s, origin):
            yield

    @contextmanager
    def working(self, s: State, origin: ir.Origin | None = None) -> Iterator[None]:
        """Work that counts with what was done before; raises `GameLimitError` as `asking` does."""
        try:
            yield
        except LIMITS as error:
            line = Line(origin, "") if origin is not None else None
            raise limit_error(self, s, error, line) from None


def _place_of(s: State, card: int) -> int:
    """The zone or stack in which a card lies."""
    return s.place[card]


def _around(seat: int, players: int) -> list[int]:
    """All others, clockwise from the left of a seat."""
    return [(seat + step) % players for step in range(1, players)]


def _partners(tables: Tables, one: int, other: int) -> bool:
    return tables.team_of[one] == tables.team_of[other]
