"""From tables to a machine: all functions generated, all programs written."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock

from cardrules.engine.asking import Asking
from cardrules.engine.lowering.ending import ending_of
from cardrules.engine.lowering.program import lower
from cardrules.engine.lowering.search import Plans
from cardrules.engine.playing.chance_events import Chance
from cardrules.engine.playing.doing import Doing
from cardrules.engine.playing.guard import LIMITS, limit_error
from cardrules.engine.playing.moves import Mover
from cardrules.engine.playing.seeing import Seeing, SideFunction
from cardrules.engine.playing.sides import Sides
from cardrules.engine.playing.sites import Site
from cardrules.engine.playing.things import forgetting_stacks
from cardrules.engine.playing.watch import Watcher
from cardrules.engine.program import Code, Line, Waiting
from cardrules.engine.showing.speaking import Speaking
from cardrules.engine.showing.worked_out import Source
from cardrules.engine.source.generated import Generated
from cardrules.engine.source.parts import Names, PartWriter
from cardrules.engine.source.vocabulary import vocabulary
from cardrules.engine.specialise.specialised import Specialised
from cardrules.engine.tables import Tables
from cardrules.machine.layout import Layout
from cardrules.machine.program import Procedure
from cardrules.machine.shapes import NOBODY_ACTS, WHO_ACTS
from cardrules.machine.tally import Tally
from cardrules.model import ir
from cardrules.model.state import State


class Builder:
    """Everything that a game needs to run. Made once for ruleset, players and options.

    With a tally it counts in it what is reached.

    What lays everything at its place is there at once, all else after `finish`: whether a game can
    begin is asked with each number of players, and most of the work is in what comes later.
    """

    def __init__(self, tables: Tables, tally: Tally | None = None) -> None:
        self.tables = tables
        self.tally = tally
        self.specialised = rules = Specialised(tables, written_out=tally is not None)
        self.plans = Plans(rules.layout, rules.told.definitions)
        self.mover = Mover(rules.layout, tables.ruleset.text)
        self.chance = Chance(rules.layout)
        self.generated = Generated(
            rules.layout,
            rules.declared,
            rules.recipes,
            lambda name: self.plans.of(rules.rules.actions[name].premises),
            vocabulary(rules.layout, tables.ruleset.text),
            tally,
        )
        self.speaking = Speaking(tables, self.generated, self.mover, self.plans)
        self.codes: list[Code] = []
        self.sites: list[Site] = []
        self._code_names: dict[str, Code] = {}
        # Parts of premises that were worked out to explain something (`premise_values`).
        self.premise_sources: dict[tuple[int, int, frozenset[int]], Source] = {}
        self._is_finished = False
        self._lock = Lock()
        function = self.generated.side_function
        self.sides = Sides(rules.layout, ending_of(tables, rules), function, tally)
        self.generated.names |= {"score_of": self.sides.score, "leaders": self.sides.leaders}
        self._side_values(rules.layout, function)
        seeing = Seeing(rules.layout, function)
        self.generated.make()
        seeing.tell(self.mover)

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

    # -- procedures --------------------------------------------------------------------------------

    def code(self, name: str) -> Code:
        """The procedure with a key."""
        return self._code_names[name]

    def _make(self) -> None:
        generated, rules = self.generated, self.specialised.rules
        self.speaking.read(rules)
        self.program = program = lower(
            self.specialised,
            self.sides.ending,
            self.speaking.looked,
            self.plans,
            generated.tables,
            self.tally,
        )
        generated.go_on_with(program)
        self.doing = Doing(program, self.mover, self.chance, self.codes, Watcher(program))
        self.reveals = program.shows
        for procedure in program.procedures:
            looked = self.speaking.looked_in(procedure.role, procedure.name)
            self.codes.append(Code(procedure, looked))
            self._code_names[procedure.key] = self.codes[-1]
        asking = Asking(self, program, rules)
        asking.write()
        self.questions, self.announcing = asking.questions, asking.announcing
        self.openers = asking.openers
        given = Names()
        writers = [self._parts_of(item, given) for item in program.procedures]
        if program.layout.has_stacks:
            self.mover.forget_stack = forgetting_stacks(program.layout, program.procedures)
        generated.names |= {
            **self.doing.functions(),
            **given.known,
            "TRIGGERS": program.triggers,
        }
        generated.make()
        self.speaking.finish()
        for name, make in given.later.items():
            generated.names[name] = make()
        for code, writer in zip(self.codes, writers, strict=True):
            self._finish_code(code, writer)
        # The play waits for the set-up before it begins.
        self.code("play").waits[0] = Waiting(
            {WHO_ACTS: NOBODY_ACTS}, None, {self.code("setup").index}
        )
        asking.finish()

    def _finish_code(self, code: Code, writer: PartWriter) -> None:
        names = [f"part_{code.index}_{part}" for part in range(len(writer.parts))]
        code.parts = [self.generated.names[name] for name in names]
        waits = code.procedure.waits
        numbers = [place.number for place in waits]
        code.ends_of_turns = {numbers[a]: numbers[b] for a, b in writer.ends_of_turns.items()}
        for wait, at in writer.waits.items():
            code.goes_on[numbers[wait]] = at.part
            code.waits[numbers[wait]] = Waiting(waits[wait].shapes, at.site, set(at.above))

    def _parts_of(self, procedure: Procedure, given: Names) -> PartWriter:
        """Write the functions of a procedure."""
        writer = PartWriter(self.program, procedure, self, given)
        writer.write()
        for part, lines in enumerate(writer.parts):
            head = f"def part_{procedure.index}_{part}(s, f):"
            self.generated.write("\n".join([head, *filter(None, lines), ""]))
        return writer

    # -- values of players and zones ---------------------------------------------------------------

    def _side_values(self, layout: Layout, function: SideFunction) -> None:
        """The functions of what variables and zones begin with."""
        variables, zones = layout.variables.items(), layout.zones.items()
        self.initial_functions = {
            name: function(item.initial, item.origin) for name, item in variables
        }
        self.supply_functions = {
            name: function(item.supply, item.origin)
            for name, item in variables
            if item.supply is not None
        }
        self.start_functions = {
            name: function(zone.starts, zone.origin)
            for name, zone in zones
            if zone.starts is not None
        }

    def line_of(self, error: BaseException) -> Line | None:
        """The line of the ruleset from which the generated source comes that raised an error."""
        return self.generated.line_of(error)

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
