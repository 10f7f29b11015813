"""From tables to a machine: all functions generated, all programs written."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from attrs import evolve

from cardrules.engine import asking, effects, flow
from cardrules.engine.announcing import Announcing
from cardrules.engine.arithmetic import checked
from cardrules.engine.chance_events import Chance
from cardrules.engine.depth import deepest, make_room
from cardrules.engine.effects import plain_value
from cardrules.engine.emit import FRAME_HEAD, HELPERS, Emitter, Place, spending
from cardrules.engine.families import maximal_families, union_of, unions_of
from cardrules.engine.guard import LIMITS, GoneError, limit_error, none_used
from cardrules.engine.legal import (
    Schema,
    emit_enumeration,
    emit_possibility,
    emit_steps,
    make_distinct,
)
from cardrules.engine.looked import NOTES, Looked, looked_at
from cardrules.engine.mixed import mixed_names
from cardrules.engine.moves import Mover
from cardrules.engine.noting import Noting, looks_at_cards
from cardrules.engine.openers import Openers
from cardrules.engine.options import Step
from cardrules.engine.passes import repeat_around
from cardrules.engine.premise_values import Source
from cardrules.engine.program import Code, Frame, Label, Line, Writer
from cardrules.engine.questions import Questions
from cardrules.engine.sentences import Say, telling, under_seal
from cardrules.engine.set_operations import SetOperations
from cardrules.engine.sites import AnswerSite, ChooseSite, OneOfSite, Site, TogetherSite
from cardrules.engine.slot_kinds import forgetting_stacks
from cardrules.engine.spoken import Looking, Spoken, spoken
from cardrules.engine.stops import all_that_is_given, premise_form
from cardrules.engine.subsets import make_subsets, opened
from cardrules.engine.tables import Tables, viewers_mask
from cardrules.engine.watch import Watcher
from cardrules.model import ir
from cardrules.model.state import State
from cardrules.model.types import CARD, CARDS, NONE
from cardrules.source import Span

_GENERATED = "<ruleset>"
_WRITERS = {**effects.WRITERS, **asking.WRITERS, **flow.WRITERS}


class Builder:
    """Everything that a game needs to run. Made once for ruleset, players and options."""

    def __init__(self, tables: Tables) -> None:
        self.tables = tables
        self.mover = Mover(tables)
        self.chance = Chance(tables)
        self.emitter = Emitter(tables)
        self.noting = Noting(tables, self.emitter)
        self.looked = looked_at(tables.ruleset, self.looks)
        self.mixed = mixed_names(tables.ruleset)
        self.questions = Questions(self)
        self.announcing = Announcing(self)
        self.openers = Openers(self)
        self.watcher = Watcher(tables.ruleset, tables.variable_base)
        self.given = all_that_is_given(tables.ruleset)
        self.codes: list[Code] = []
        self.sites: list[Site] = []
        self.schemas: list[Schema] = []
        self.triggers: dict[int, dict[int, Code]] = {}
        self._code_names: dict[str, Code] = {}
        # The functions by parameters and source: of equal expressions at two places, the places of
        # numbers that are too large differ.
        self._functions: dict[tuple[str, str], str] = {}
        self._enumerations: dict[int, str] = {}
        self._steps: dict[int, list[tuple[str, bool]]] = {}
        self._candidates: dict[int, Callable[[], Callable[..., Any]]] = {}
        self._workings: list[tuple[TogetherSite, ir.Naming, Callable[[], Callable[..., Any]]]] = []
        self._answers_told: list[tuple[TogetherSite, ir.Sentence, Callable[[], Say]]] = []
        self._twins: dict[int, str] = {}
        self._action_schemas: dict[str, Schema] = {}
        self._names: dict[str, Any] = {}
        # Parts of premises that were worked out to explain something (`premise_values`).
        self.premise_sources: dict[tuple[int, int, frozenset[int]], Source] = {}
        self._make()

    # -- functions ---------------------------------------------------------------------------------

    def function(self, expr: ir.Expr, place: Place) -> Callable[[], Callable[..., Any]]:
        """What gives the function `(s, f)` of an expression once all are made."""
        name = self._function_name(expr, place, "s, f")
        return lambda: self._names[name]

    def player_function(self, expr: ir.Expr, bound: int) -> Callable[[], Callable[..., bool]]:
        """What gives the function `(s, f, player)` of a condition on a player."""
        name = self._function_name(expr, Place(), f"s, f, b{bound}")
        return lambda: self._names[name]

    def side_function(self, expr: ir.Expr) -> Callable[[], Callable[..., Any]]:
        """What gives the function `(s, me)` of a value of a player."""
        name = self._function_name(expr, Place(me="me"), "s, me")
        return lambda: self._names[name]

    def _function_name(self, expr: ir.Expr, place: Place, parameters: str) -> str:
        source, steps = self.emitter.apart(expr, place)
        key = (parameters, source)
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
        return looks_at_cards(expr, self.tables.ruleset)

    def looked_in(self, role: str, name: str) -> Looked:
        """What is kept beside the names of a procedure, or is not known of those of a window."""
        return self.looked.get((role, name), Looked())

    def function_of(self, expr: ir.Expr) -> Callable[[], Callable[[State, Frame], Any]]:
        """What gives the function of an expression in a running procedure."""
        return self.function(expr, Place())

    def spoken(self, expr: ir.Expr, looked: Looked) -> Spoken:
        """What is needed to tell the value of an expression in a procedure."""
        return spoken(expr, looked, self.function_of, self._looking, self._steps_of)

    def _looking(self, expr: ir.Expr) -> Callable[[], Looking] | None:
        return self.noting.function(expr) if self.looks(expr) else None

    def _steps_of(self, expr: ir.Expr) -> int:
        return self.emitter.apart(expr, Place())[1]

    def sentence(self, sentence: ir.Sentence, looked: Looked) -> Callable[[], Say]:
        """What gives the function that works out a sentence of a procedure."""
        mixed = self.mixed.get(id(sentence), frozenset())
        looked = evolve(looked, given=looked.given | mixed) if mixed else looked
        values = [self.spoken(x, looked) for x in sentence.parts if isinstance(x, ir.Expr)]
        return telling(sentence, values, self.mover)

    # -- programs ----------------------------------------------------------------------------------

    def code(self, name: str) -> Code:
        """The program of a procedure, which may still be unwritten."""
        return self._code_names[name]

    def _declare(self, name: str, procedure: ir.Procedure) -> None:
        looked = self.looked_in(procedure.role, procedure.name)
        if looked.slots:
            procedure = evolve(procedure, slots=procedure.slots + NOTES * len(looked.slots))
        code = Code(len(self.codes), procedure, looked)
        self.codes.append(code)
        self._code_names[name] = code

    def _make(self) -> None:
        ruleset = self.tables.ruleset
        self._declare("setup", ruleset.setup)
        self._declare("play", ruleset.play)
        self._declare("settle", _settle_procedure())
        groups = {
            "standing": ruleset.standing,
            "routine": ruleset.routines,
            "action": {name: item.procedure for name, item in ruleset.actions.items()},
            "interrupt": {name: item.procedure for name, item in ruleset.interrupts.items()},
        }
        for role, procedures in groups.items():
            for name, procedure in procedures.items():
                self._declare(f"{role} {name}", procedure)
        for index, trigger in enumerate(ruleset.triggers):
            self._declare(f"trigger {index}", trigger.procedure)
            zone = self.tables.zone_base[trigger.zone]
            line = -1 if trigger.line is None else self.tables.lines.index(trigger.line)
            self.triggers.setdefault(zone, {})[line] = self.code(f"trigger {index}")
        for item in (*ruleset.actions.values(), *ruleset.interrupts.values()):
            self._action_schema(item)
        writers = self._write_programs()
        if self.tables.has_stacks:
            self.mover.forget_stack = forgetting_stacks(self.tables, self.codes)
        self._side_values()
        self._visibility()
        self._compile()
        for writer in writers:
            writer.finish()
        for site, naming, value in self._workings:
            work_out = plain_value(naming.value.type, value())
            site.workings[naming.slot + FRAME_HEAD] = work_out
        self.questions.finish()
        self.announcing.finish()
        self.openers.finish()
        for site, sentence, say in self._answers_told:
            site.say = under_seal(sentence, say())
        for index, get in self._candidates.items():
            self.sites[index].candidates = get()
        for schema in self.schemas:
            schema.enumerate = self._names[self._enumerations[schema.index]]
            if schema.index in self._twins:
                schema.enumerate_twins = self._names[self._twins[schema.index]]
            steps = self._steps[schema.index]
            schema.steps = tuple([Step(self._names[name], free) for name, free in steps])

    def branches(self, x: ir.If) -> list[tuple[ir.Expr | None, ir.Body]]:
        """The branches that the options leave; one that is always taken has no test."""
        found: list[tuple[ir.Expr | None, ir.Body]] = []
        for test, body in x.branches:
            decided = True if test is None else self.emitter.decided(test)
            if decided is not False:
                found.append((None if decided else test, body))
            if decided:
                break
        return found

    def _does_something(self, body: ir.Body) -> bool:
        return any(
            not isinstance(item, ir.If)
            or any(test is not None or self._does_something(b) for test, b in self.branches(item))
            for item in body
        )

    def _write_programs(self) -> list[Writer]:
        standing = self.tables.ruleset.standing
        # The standing rules that do something with these options; and whether anything is shown.
        self.standing = {n: rule for n, rule in standing.items() if self._does_something(rule.body)}
        bodies = [code.procedure.body for code in self.codes]
        self.reveals = any(isinstance(x, ir.Reveal) for body in bodies for x in ir.statements(body))
        writers = []
        for name, code in self._code_names.items():
            writer = Writer(self, code, _WRITERS)
            if name == "play":
                writer.stop(0, self.code("setup"))
            if name == "settle":
                self._write_settle(writer)
            else:
                role, _, rest = name.partition(" ")
                if role == "action":
                    _write_beginning(writer, self.tables.ruleset.actions[rest])
                elif role == "interrupt":
                    _write_beginning(writer, self.tables.ruleset.interrupts[rest])
                writer.body(code.procedure.body)
            writers.append(writer)
        return writers

    def _write_settle(self, writer: Writer) -> None:
        """Standing rules one after the other, again and again until nothing changes."""
        begin, watcher = writer.here, self.watcher
        watcher.counting[writer.code.index] = [FRAME_HEAD]

        def start(s: State, f: Frame) -> int:
            f[FRAME_HEAD] = s.changes
            return begin + 1

        writer.add(lambda: start)
        for name, rule in self.standing.items():
            writer.origin = rule.origin
            writer.call(f"standing {name}")
        after = writer.here + 1

        def again(s: State, f: Frame) -> int:
            if s.changes == f[FRAME_HEAD]:
                return after
            watcher.begin(s, -1)
            return begin

        writer.add(lambda: again)

    # -- schemas and sites -------------------------------------------------------------------------

    def _schema(
        self,
        name: str,
        label: str,
        premises: tuple[ir.Premise, ...],
        given: int,
        in_frame: bool,
        secret: bool,
        origin: ir.Origin,
    ) -> Schema:
        schema = Schema(
            index=len(self.schemas),
            name=name,
            label=label,
            premises=premises,
            given=given,
            in_frame=in_frame,
            secret=secret,
            origin=origin,
        )
        self.schemas.append(schema)
        self._enumerations[schema.index] = emit_enumeration(self.emitter, schema)
        if schema.unless_forced:
            self._twins[schema.index] = emit_enumeration(self.emitter, schema, twins=True)
        self._steps[schema.index] = emit_steps(self.emitter, schema)
        return schema

    def _action_schema(self, action: ir.Action) -> Schema:
        key = f"{'interrupt' if action.window is not None else 'action'} {action.name}"
        if key not in self._action_schemas:
            given = 0
            if action.window is not None:
                given = len(self.tables.ruleset.windows[action.window].parameters)
            self._action_schemas[key] = self._schema(
                action.name, action.label, action.premises, given, False, False, action.origin
            )
            schema, code = self._action_schemas[key], self.code(key)
            schema.is_told = action.telling is not None
            self.questions.add_schema(schema, code.looked, code.procedure.slots)
            self.announcing.add(schema, action, code.looked, code.procedure.slots)
            self.openers.add(action, code)
        return self._action_schemas[key]

    def _program_of(self, schema: Schema, role: str) -> tuple[Code, list[int]]:
        slots = [choice.slot + FRAME_HEAD for choice in schema.choices]
        return self.code(f"{role} {schema.name}"), slots

    def _add_site(self, site: Site) -> None:
        self.sites.append(site)
        last = getattr(site, "last", None)
        for schema in (*site.schemas, *([last] if last is not None else [])):
            for position, choice in enumerate(schema.choices):
                domain = choice.domain
                is_seen = self._is_seen_for_sure(domain) or self._is_open(domain)
                if choice.type in (CARD, CARDS) and not is_seen:
                    site.unsure.append((schema.index, position))

    def _is_seen_for_sure(self, domain: ir.Expr) -> bool:
        """Whether who chooses sees the cards whatever the state is; lint has looked at that."""
        match domain:
            case ir.Contents(zone=ir.ZoneOf(zone=name)) | ir.AllContents(zone=name):
                zone = self.tables.ruleset.zones[name]
                return all(item.condition is None for item in zone.visibility)
            case ir.Filter() | ir.Extremes() | ir.Subsets():
                return self._is_seen_for_sure(domain.collection)
            case ir.NotNone():
                return self._is_seen_for_sure(domain.value)
            case ir.Arithmetic(operator="+"):
                return self._is_seen_for_sure(domain.left) and self._is_seen_for_sure(domain.right)
            case ir.Arithmetic():
                return self._is_seen_for_sure(domain.left)
        return False

    def _is_open(self, domain: ir.Expr) -> bool:
        """Whether cards come from places alone that everybody sees at all times."""
        ruleset, parts = self.tables.ruleset, self._is_open
        match domain:
            case ir.Contents(zone=ir.ZoneOf(zone=name)) | ir.AllContents(zone=name):
                first = self.tables.zone_base[name]
                zones = range(first, first + self.tables.holders(ruleset.zones[name].holder))
                seen = {mask[zone] for zone in zones for mask in (self.mover.rest, self.mover.top)}
                return seen == {self.mover.everybody}
            case ir.Filter() | ir.Extremes() | ir.Subsets():
                return parts(domain.collection)
            case ir.IfElse():
                return parts(domain.then) and parts(domain.otherwise)
            case ir.CallDefinition():
                return parts(ruleset.definitions[domain.definition].value)
            case ir.Operation(op="only" | "union" | "unions" | "maximal families"):
                return all(map(parts, domain.arguments))
        return False

    def one_of_site(self, code: Code, x: ir.OneOf, after: int) -> OneOfSite:
        """The site of `one of`."""
        actions = self.tables.ruleset.actions
        schemas = [self._action_schema(actions[name]) for name in x.actions]
        last = self._action_schema(actions[x.otherwise]) if x.otherwise is not None else None
        every = [*schemas, *([last] if last is not None else [])]
        site = OneOfSite(
            index=len(self.sites),
            schemas=schemas,
            origin=x.origin,
            mover=self.mover,
            all_schemas=self.schemas,
            pc=after - 1,
            after=after,
            last=last,
            programs={schema.index: self._program_of(schema, "action") for schema in every},
        )
        self._add_site(site)
        self.questions.add_site(site, x.asking, code)
        return site

    def choose_site(self, code: Code, x: ir.Choose, after: int) -> ChooseSite:
        """The site of a choice in the middle of effects."""
        schema = self._schema("choose", "Choose", (x.choice,), 0, True, True, x.origin)
        site = ChooseSite(
            index=len(self.sites),
            schemas=[schema],
            origin=x.origin,
            mover=self.mover,
            all_schemas=self.schemas,
            pc=after - 1,
            after=after,
            slot=x.choice.slot + FRAME_HEAD,
            repeated=repeat_around(x, code.procedure.body),
        )
        self._add_site(site)
        self.questions.add_schema(schema, code.looked, 0)
        self._note_candidates(site, schema)
        return site

    def _note_candidates(self, site: Site, schema: Schema) -> None:
        """Keep from which cards a choice takes those that fit, if it does."""
        first = schema.premises[0]
        if not isinstance(first, ir.Choice) or first.type not in (CARD, CARDS):
            return
        root = ir.root_of(first.domain)
        if (root is first.domain and first.condition is None) or root.type != CARDS:
            return
        site.nothing = (schema.index, *[NONE] * len(schema.choices))
        self._candidates[site.index] = self.function(root, Place())

    def together_site(
        self, code: Code, x: ir.Together, pc: int, slots: tuple[int, int, int]
    ) -> TogetherSite:
        """The site of sealed choices."""
        schema = self._schema("choose", "Choose", x.premises, 0, True, True, x.origin)
        site = TogetherSite(
            index=len(self.sites),
            schemas=[schema],
            origin=x.origin,
            mover=self.mover,
            all_schemas=self.schemas,
            sealed=True,
            pc=pc,
            players=slots[0],
            position=slots[1],
            answers=slots[2],
            slots=tuple(
                item.slot + FRAME_HEAD
                for item in x.premises
                if isinstance(item, ir.Choice | ir.Naming)
            ),
        )
        self._add_site(site)
        self.questions.add_schema(schema, code.looked, 0)
        schema.is_told = x.telling is not None
        if x.telling is not None and x.telling.parts:
            self._answers_told.append((site, x.telling, self.sentence(x.telling, code.looked)))
        for item in x.premises:
            if isinstance(item, ir.Naming):
                get = self.function(item.value, Place())
                self._workings.append((site, item, get))
        self._note_candidates(site, schema)
        return site

    def answer_site(
        self,
        code: Code,
        x: ir.OpenWindow,
        places: tuple[int, int],
        over: Label,
        slots: tuple[int, int, int],
    ) -> AnswerSite:
        """The site of a window."""
        interrupts = [
            item for item in self.tables.ruleset.interrupts.values() if item.window == x.window
        ]
        schemas = [self._action_schema(item) for item in interrupts]
        site = AnswerSite(
            index=len(self.sites),
            schemas=schemas,
            origin=x.origin,
            mover=self.mover,
            all_schemas=self.schemas,
            pc=places[0],
            again=places[1],
            over=over,
            arguments=slots[0],
            types=tuple(item.type for item in x.arguments),
            players=slots[1],
            position=slots[2],
            programs={schema.index: self._program_of(schema, "interrupt") for schema in schemas},
            sources=self._sources(interrupts),
        )
        self._add_site(site)
        window = self.tables.ruleset.windows[x.window]
        self.questions.add_window(site, window)
        return site

    def _sources(self, interrupts: list[ir.Action]) -> list[list[int]] | None:
        """Per player the zones from which every answer takes its first card, if that is so.

        How many cards lie in a zone is public, so whoever has none there need not be asked.
        """
        bases: set[int] = set()
        for item in interrupts:
            first = next(iter(item.choices), None)
            zone = first.domain.zone if first and isinstance(first.domain, ir.Contents) else None
            holder = zone.holder if isinstance(zone, ir.ZoneOf) else None
            if not (isinstance(holder, ir.Role) and holder.role == "me"):
                return None
            assert isinstance(zone, ir.ZoneOf)
            bases.add(self.tables.zone_base[zone.zone])
        return [[base + seat for base in sorted(bases)] for seat in range(self.tables.players)]

    # -- values of players and zones ---------------------------------------------------------------

    def _side_values(self) -> None:
        ruleset = self.tables.ruleset
        self.score_functions = [self.side_function(item.value) for item in ruleset.score]
        self.criterion_functions = [self.side_function(item.value) for item in ruleset.criteria]
        self.initial_functions = {
            name: self.side_function(item.initial) for name, item in ruleset.variables.items()
        }
        self.supply_functions = {
            name: self.side_function(item.supply)
            for name, item in ruleset.variables.items()
            if item.supply is not None
        }
        self.start_functions = {
            name: self.side_function(zone.starts)
            for name, zone in ruleset.zones.items()
            if zone.starts is not None
        }

    def _visibility(self) -> None:
        self._conditions: list[tuple[int, str, Callable[..., Any], int, int]] = []
        for index, (name, holder) in enumerate(self.tables.zone_names):
            zone = self.tables.ruleset.zones[name]
            for item in zone.visibility:
                if item.condition is None:
                    continue
                get = self.side_function(item.condition)
                yes = _mask(self.tables, item.viewers, name, holder)
                no = _mask(self.tables, item.otherwise, name, holder)
                layers = ("top", "rest") if item.layer == "all" else (item.layer,)
                for layer in layers:
                    self._conditions.append((index, layer, get, yes, no))

    def _bind_visibility(self) -> None:
        for index, layer, get, yes, no in self._conditions:
            owner = self.tables.zone_names[index][1]
            condition = get()

            def mask(
                s: State,
                condition: Any = condition,
                owner: int = owner,
                yes: int = yes,
                no: int = no,
            ) -> int:
                return yes if condition(s, owner) else no

            self.mover.conditional[index, layer] = mask

    # -- putting it together -----------------------------------------------------------------------

    def _compile(self) -> None:
        emitter, tables = self.emitter, self.tables
        make_room(deepest(tables.ruleset))
        done = 0
        while done < len(emitter.possibilities):
            (name, given), index = list(emitter.possibilities.items())[done]
            emit_possibility(emitter, index, tables.ruleset.actions[name], given)
            done += 1
        players = range(tables.players)
        names: dict[str, Any] = {
            **HELPERS,
            **emitter.names,
            **make_distinct(tables),
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
            "opened": opened,
            "SPECS": {number: bounds for bounds, number in emitter.specs.items()},
            "union_of": union_of,
            "unions_of": unions_of,
            "not_none": self._not_none,
            "owner_of": self._owner_of,
            "place_of": _place_of,
            "there": self._there,
            "score_of": self._score,
            "leaders": self.leaders,
        }
        for index, values in enumerate(tables.attribute.values()):
            names[f"ATTRIBUTE_{index}"] = values
        source = "\n".join(emitter.definitions)
        exec(compile(source, _GENERATED, "exec"), names)
        self._source = source.split("\n")
        self._names = names
        self.noting.finish(names)
        self._bind_visibility()

    def line_of(self, error: BaseException) -> ir.Origin | None:
        """The line of the ruleset from which the generated source comes that raised an error."""
        found = None
        at = error.__traceback__
        while at is not None:
            if at.tb_frame.f_code.co_filename == _GENERATED:
                mark = self._source[at.tb_lineno - 1].rpartition("  # ")[2]
                found = self.emitter.origins[int(mark)] if mark.isdecimal() else found
            at = at.tb_next
        return found

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
            raise none_used(self.tables, s, ir.Origin(Span(start, end)))
        return value

    def _there(self, s: State, stack: int) -> int:
        """A stack that must be there; raises `GoneError` if it is gone, or none is left."""
        if not 0 <= stack < self.tables.nowhere:
            raise GoneError
        return stack

    def running(self, s: State) -> Line:
        """The statement that is being carried out."""
        for frame in reversed(s.frames):
            code = self.codes[frame[0]]
            line: Line = code.lines[min(frame[1], len(code.lines) - 1)]
            if line.origin.span.end:
                return line
        last = self.tables.ruleset.score
        return Line(last[0].origin if last else self.tables.ruleset.play.origin, None)

    # -- scores ------------------------------------------------------------------------------------

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
            line = Line(origin, None) if origin is not None else None
            raise limit_error(self, s, error, line) from None

    def score_parts(self, s: State, player: int) -> list[int]:
        """The parts of the score of a player's side, as the rules count them now."""
        with self.asking(s):
            return self._parts_of_score(s, player)

    def score_of(self, s: State, player: int) -> int:
        """The score of a player's side, as the rules count it now."""
        with self.asking(s):
            return self._score(s, player)

    def _parts_of_score(self, s: State, player: int) -> list[int]:
        first = self.tables.teams[self.tables.team_of[player]][0]
        return [get()(s, first) for get in self.score_functions]

    def _score(self, s: State, player: int) -> int:
        found = 0
        clauses = self.tables.ruleset.score
        for clause, part in zip(clauses, self._parts_of_score(s, player), strict=True):
            found = checked(found + part, clause.origin.span.start, clause.origin.span.end)
        return found

    def scores(self, s: State) -> tuple[int, ...]:
        """The score of each side, worked out in the course of a game."""
        return tuple([self._score(s, team[0]) for team in self.tables.teams])

    def best_teams(self, s: State) -> list[int]:
        """The teams that the criteria put first, as the game stands."""
        teams = list(range(len(self.tables.teams)))
        criteria = self.tables.ruleset.criteria
        for criterion, get in zip(criteria, self.criterion_functions, strict=True):
            sign = 1 if criterion.extreme == "highest" else -1
            values = [get()(s, self.tables.teams[team][0]) * sign for team in teams]
            best = max(values)
            teams = [team for team, value in zip(teams, values, strict=True) if value == best]
        return teams

    def leaders(self, s: State) -> tuple[int, ...]:
        """The players who would win if the game were over now."""
        best = set(self.best_teams(s))
        return tuple(p for p in range(self.tables.players) if self.tables.team_of[p] in best)


def _place_of(s: State, card: int) -> int:
    """The zone or stack in which a card lies."""
    return s.place[card]


def _around(seat: int, players: int) -> list[int]:
    """All others, clockwise from the left of a seat."""
    return [(seat + step) % players for step in range(1, players)]


def _partners(tables: Tables, one: int, other: int) -> bool:
    return tables.team_of[one] == tables.team_of[other]


def _write_beginning(writer: Writer, action: ir.Action) -> None:
    """The names among the premises, and what is said of the action."""
    for item in action.premises:
        if isinstance(item, ir.Naming):
            writer.body(
                (ir.Let(slot=item.slot, name=item.name, value=item.value, origin=item.origin),)
            )
            writer.lay({item.slot: premise_form(item)})
    if action.telling is not None and action.telling.parts:
        writer.body((ir.Say(sentence=action.telling, origin=action.telling.origin),))


def _settle_procedure() -> ir.Procedure:
    origin = ir.Origin(Span(0, 0))
    return ir.Procedure(
        name="settle", role="standing", parameters=(), slots=1, body=(), origin=origin
    )


def _mask(tables: Tables, viewers: Any, name: str, holder: int) -> int:
    return viewers_mask(tables, viewers, tables.ruleset.zones[name], holder)
