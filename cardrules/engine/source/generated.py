"""The generated functions of one game: written one after the other, and made all at once."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from types import CodeType
from typing import Any

from cardrules.engine.program import Line
from cardrules.engine.source.emit import Emitter
from cardrules.engine.source.legal import emit_possibility
from cardrules.engine.source.looked_up import by_cards, mask, table_of
from cardrules.engine.source.writer import Spelling, spending
from cardrules.engine.specialise.tabulating import Recipe
from cardrules.machine.layout import Layout
from cardrules.machine.program import Declared, Program
from cardrules.machine.search import Plan
from cardrules.machine.tables import Table
from cardrules.machine.tally import Tally
from cardrules.model import ir

# Games of the same rules, players and options have the same functions: those that were made last
# are not compiled again.
_MOST_COMPILED = 32
# Between them and a number of their own generated functions are called in a traceback.
_GENERATED = "<ruleset>"


@lru_cache(_MOST_COMPILED)
def _compiled(source: str, called: str) -> CodeType:
    return compile(source, called, "exec")


def _counting(tally: Tally) -> dict[str, Any]:
    """The names of what counts how often something is reached."""
    counts = tally.counts

    def holds(number: int, truth: bool) -> bool:
        """A condition; that it does not hold is counted."""
        if not truth:
            counts[number] += 1
        return truth

    return {"COUNTS": counts, "holds": holds, "NOTE": tally.note}


class Generated:
    """Writes functions of expressions, and gives them when they are made.

    `recipes` say what the tables hold, to which more may be added; `plan` gives that of an action
    of which it is asked whether it is possible. From `go_on_with` on a program says all that.
    """

    def __init__(
        self,
        layout: Layout,
        declared: Declared,
        recipes: Sequence[Recipe],
        plan: Callable[[str], Plan],
        names: Mapping[str, Any],
        tally: Tally | None = None,
    ) -> None:
        self.emitter = Emitter(layout, declared, tally=tally)
        self.names = dict(names) if tally is None else {**names, **_counting(tally)}
        # Those that are made; a program shares them.
        self.tables: Sequence[Table] = []
        self._recipes = recipes
        self._plan = plan
        # The functions by parameters, source and work: of equal expressions at two places, the
        # places of numbers that are too large differ.
        self._functions: dict[tuple[str, str, int], str] = {}
        # The lines of those of what is declared, which no statement carries out.
        self._declared: dict[str, ir.Origin] = {}
        # What was generated, line by line, by the name under which it was compiled.
        self._sources: dict[str, list[str]] = {}
        self._possibilities = 0
        self._named = 0

    def go_on_with(self, program: Program) -> None:
        """From here on write only what a program says."""
        plans = {
            search.name: search.plan
            for search in program.searches
            if search.procedure >= 0 and program.procedures[search.procedure].role == "action"
        }
        self.emitter.layout, self.emitter.declared = program.layout, program.declared
        self.tables = program.tables
        self._plan = plans.__getitem__

    # -- functions ---------------------------------------------------------------------------------

    def function(self, expr: ir.Expr, spelling: Spelling) -> Callable[[], Callable[..., Any]]:
        """What gives the function `(s, f)` of an expression once all are made."""
        name = self._function_name(expr, spelling, "s, f")
        return lambda: self.names[name]

    def side_function(self, expr: ir.Expr, origin: ir.Origin) -> Callable[[], Callable[..., Any]]:
        """What gives the function `(s, me)` of a value of a player that stands at a line."""
        name = self._function_name(expr, Spelling(me="me"), "s, me")
        self._declared.setdefault(name, origin)
        return lambda: self.names[name]

    def _function_name(self, expr: ir.Expr, spelling: Spelling, parameters: str) -> str:
        source, steps = self.emitter.apart(expr, spelling)
        key = (parameters, source, steps)
        if key not in self._functions:
            name = f"value_{len(self._functions)}"
            self._functions[key] = name
            self.write(f"def {name}({parameters}):\n{spending(steps)}\n    return {source}\n")
        return self._functions[key]

    def steps_of(self, expr: ir.Expr) -> int:
        """How much work an expression is in a running procedure, apart from collections."""
        return self.emitter.apart(expr, Spelling())[1]

    def write(self, definition: str) -> None:
        """Write a function."""
        self.emitter.definitions.append(definition)

    # -- making them -------------------------------------------------------------------------------

    def make(self) -> None:
        """Make the functions whose source was written since the last time."""
        emitter, names = self.emitter, self.names
        while self._possibilities < len(emitter.possibilities):
            (name, given), index = list(emitter.possibilities.items())[self._possibilities]
            emit_possibility(emitter, index, self._plan(name), given)
            self._possibilities += 1
        recipes = self._recipes[len(self.tables) :]
        for number, recipe in enumerate(recipes, len(self.tables)):
            slots = ", ".join([f"l{slot}" for slot in range(recipe.arguments)])
            source, _ = emitter.apart(recipe.value, Spelling(local="l{}".format, me="None"))
            self.write(f"def table_{number}({slots}):\n    return {source}\n")
        names.update(emitter.names)
        names["SPECS"] = {number: bounds for bounds, number in emitter.specs.items()}
        source = "\n".join(emitter.definitions)
        emitter.definitions.clear()
        called = f"{_GENERATED}{len(self._sources)}"
        self._sources[called] = source.split("\n")
        exec(_compiled(source, called), names)
        self._name_tables(recipes)

    def _name_tables(self, recipes: Sequence[Recipe]) -> None:
        layout, names = self.emitter.layout, self.names
        for recipe in recipes:
            function = names[f"table_{len(self.tables)}"]
            self.tables.append(table_of(recipe, function, layout))  # type: ignore[attr-defined]
            self._name_table()
        while self._named < len(self.tables):
            self._name_table()
        for number in self.emitter.masks:
            names[f"FITTING_{number}"] = mask(self.tables[number], layout.kind)

    def _name_table(self) -> None:
        number, kind = self._named, self.emitter.layout.kind
        self.names[f"TABLE_{number}"] = by_cards(self.tables[number], kind)
        self._named += 1

    # -- where they come from ----------------------------------------------------------------------

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
