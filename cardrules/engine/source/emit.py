"""Expressions of the intermediate form as source of Python expressions.

The ruleset is data: what is written here contains numbers, names made of numbers, and functions of
this package, never a word of the ruleset. In the source `s` is the state, `f` the frame, and a
bound variable number n is called `b<n>`. What is written counts its work in `s.work` (see
`cardrules.engine.work`).
"""

from __future__ import annotations

from typing import Any

from cardrules.engine.lowering.bounds import sets_of
from cardrules.engine.sets.bounds import Bounds
from cardrules.engine.source import expressions, going_through
from cardrules.engine.source.depth import Part, hoisted, is_deep, levels_of, uses, values_of
from cardrules.engine.source.sizes import size_of
from cardrules.engine.source.writer import Spelling
from cardrules.machine import code
from cardrules.machine.layout import Layout
from cardrules.machine.program import Declared
from cardrules.machine.ranges.values import Values
from cardrules.machine.tally import Tallied, Tally
from cardrules.model import ir
from cardrules.model.types import SETS

# By the class of an expression what writes it.
_EMITTERS = {**expressions.EMITTERS, **going_through.EMITTERS}


class Emitter:
    """Writes expressions and collects what they need: constants and helper functions by name."""

    def __init__(
        self,
        layout: Layout,
        declared: Declared,
        specs: dict[Bounds, int] | None = None,
        *,
        noting: bool = False,
        tally: Tally | None = None,
    ) -> None:
        self.layout = layout
        self.declared = declared
        # Whether cards that are compared are noted: see `cardrules.engine.showing.noting`.
        self.noting = noting
        # Where it is counted what does not hold.
        self._tally = tally
        self.names: dict[str, Any] = {}
        self.definitions: list[str] = []
        # Which actions are asked to be possible, with which choices given; each is a function.
        self.possibilities: dict[tuple[str, tuple[str, ...]], int] = {}
        # The number of each condition of subsets, under which what was found is remembered:
        # emitters for one game share them.
        self.specs = specs if specs is not None else {}
        # How many steps of work there are in what was written, apart from collections whose size
        # is known in play.
        self.steps = 0
        # The lines of the ruleset from which marked lines come, and what repeats them.
        self.marks: list[tuple[ir.Origin, str]] = []
        # The steps of definitions and placements whose functions are written.
        self._done: dict[Part, int] = {}
        # The names of these functions, which stay when other things are declared (`go_on_with`).
        self._functions: dict[Part, str] = {}
        self._parts = 0
        self.values = Values(layout, declared)
        # The numbers of tables that are used as sets of cards.
        self.masks: set[int] = set()
        # The names under which values are kept in loops, by identity (`nest.py`).
        self.kept: dict[int, str] = {}

    def emit(self, expr: ir.Expr, spelling: Spelling) -> str:
        """The source of an expression; what is nested deeply becomes a function of its own."""
        self.steps += 1
        source = _EMITTERS[type(expr)](self, expr, spelling)
        if not is_deep(source):
            return source
        self._parts += 1
        call, definition = hoisted(source, f"part_{self._parts}")
        self.definitions.append(definition)
        return call

    # -- work --------------------------------------------------------------------------------------

    def apart(self, expr: ir.Expr, spelling: Spelling) -> tuple[str, int]:
        """The source of an expression and its steps, which are not added to the others."""
        before, self.steps = self.steps, 0
        source = self.emit(expr, spelling)
        steps, self.steps = self.steps, before
        return source, steps

    def elements(self, expr: ir.Expr, spelling: Spelling, each: int) -> str:
        """The source of a collection that is gone through, with so many steps for each element."""
        source, size = self.emit(expr, spelling), self.size(expr)
        if size is not None:
            self.steps += size * each
            return source
        return f"{'counted_sets' if expr.type == SETS else 'counted'}(s, {source}, {each})"

    def size(self, expr: ir.Expr) -> int | None:
        """How many elements a collection has, where that is known for the whole game."""
        return size_of(expr, self.layout)

    def mark(self, origin: ir.Origin, of: str = "") -> str:
        """A comment that tells from which line of the ruleset a line of the source comes."""
        self.marks.append((origin, of))
        return f"  # {len(self.marks) - 1}"

    def refusal(self, origin: ir.Origin) -> int | None:
        """Where it is counted that a condition does not hold, if that is counted."""
        return None if self._tally is None else self._tally.number(Tallied("refusal", origin.span))

    def mask(self, condition: ir.Expr, bound: int) -> str | None:
        """The name of the set of cards that fulfil a condition, if faces alone decide it."""
        match condition:
            case code.LookUp(arguments=(ir.Bound(index=index),)) if index == bound:
                if not self.noting:
                    self.masks.add(condition.table)
                    return f"FITTING_{condition.table}"
        return None

    # -- what is defined once --------------------------------------------------------------------

    def definition(self, name: str) -> str:
        """The name of the function that computes a definition."""
        return self._called(("define", name))

    def placement(self, name: str) -> str:
        """The name of the function or table that tells whether a card may be placed on another."""
        return self._called(("placement", name))

    def _called(self, part: Part) -> str:
        """The function of a definition or placement, written after all that it needs."""
        pending = [part]
        while pending:
            last = pending[-1]
            missing = [] if last in self._done else self._needed(last)
            pending += missing
            if not missing:
                pending.pop()
                if last not in self._done:
                    self._write(last)
        self.steps += 1 + self._done[part]
        return self._functions[part]

    def _needed(self, part: Part) -> list[Part]:
        """The definitions and placements that one uses and that are not written yet."""
        values = values_of(self.declared, part)
        used = [one for item, _ in levels_of(values) for one in uses(item)]
        return [one for one in used if one[0] != "premises" and one not in self._done]

    def _write(self, part: Part) -> None:
        sort, name = part
        if sort == "define":
            definition = self.declared.definitions[name]
            parameters = "".join(f", b{bound}" for bound in definition.parameters)
            body, self._done[part] = self.apart(definition.value, Spelling(me="me"))
            head = f"s, me{parameters}"
        else:
            placement = self.declared.placements[name]
            clauses = [self.apart(item.value, Spelling(me="None")) for item in placement.clauses]
            sources = [
                f"({source})" if number is None else f"holds({number}, {source})"
                for item, (source, _) in zip(placement.clauses, clauses, strict=True)
                for number in [self.refusal(item.origin)]
            ]
            # Where all clauses always hold there is none of them left.
            body = " and ".join(sources) or "True"
            self._done[part] = sum(steps for _, steps in clauses)
            head = f"s, b{placement.card}, b{placement.target}"
        self._functions[part] = function = f"{sort}_{len(self._functions) + 1}"
        self.definitions.append(f"def {function}({head}):\n    return {body}\n")

    def add_subsets(self, expr: ir.Subsets, spelling: Spelling) -> str:
        """A call of the search for subsets, its condition taken apart."""
        sets = sets_of(expr, self.declared.definitions, self.layout.attribute)
        measures: list[tuple[int, ...]] = []
        pairs: list[tuple[int, str]] = []
        values: list[str] = []
        for bound in sets.bounds:
            numbers = self._measure(bound.measure)
            if numbers not in measures:
                measures.append(numbers)
            pairs.append((measures.index(numbers), bound.operator))
            values.append(self.emit(bound.value, spelling))
        bounds = Bounds(measures=tuple(measures), tests=tuple(pairs))
        spec = self.specs.setdefault(bounds, len(self.specs) + 1)
        name = f"BOUNDS_{spec}"
        self.names[name] = bounds
        condition, each = "None", 0
        grows = "None"
        if sets.rest:
            parts = [self.apart(item, spelling) for item in sets.rest]
            tested = " and ".join(f"({source})" for source, _ in parts)
            condition = f"lambda b{expr.bound}: {tested}"
            each = sum(steps for _, steps in parts)
        if sets.growing is not None:
            source, steps = self.apart(sets.growing.condition, spelling)
            grows = f"lambda b{sets.growing.least}, b{sets.growing.most}: {source}"
            each += steps
        cards = self.emit(expr.collection, spelling)
        given = "".join(f"{value}, " for value in values)
        bounded = f"{cards}, {spec}, {name}, ({given})"
        return f"subsets(s, {bounded}, {condition}, {each}, {expr.maximal}, {grows})"

    def _measure(self, measure: str | None) -> tuple[int, ...]:
        if measure is None:
            return (1,) * self.layout.cards
        return tuple(self.layout.attribute[measure][: self.layout.cards])
