"""From premises to the plan of a search: its steps, and what each depends on."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import attrs

from cardrules.engine.lowering.apart import compared, where_there
from cardrules.engine.lowering.bounds import sets_of
from cardrules.engine.lowering.order import Orders
from cardrules.engine.lowering.stages import stages_of
from cardrules.machine.layout import Layout
from cardrules.machine.search import Inner, Loop, Name, Plan, Sets, Step, Test, values_behind
from cardrules.model import ir
from cardrules.model.ruleset import Definition
from cardrules.model.types import CARD, SETS
from cardrules.plain import replaced

# The ways to make so many choices are listed; those of more are counted.
_MOST_LISTED = 6


class Plans:
    """The plans of the searches of a game, of the same premises one."""

    def __init__(self, layout: Layout, definitions: Mapping[str, Definition]) -> None:
        self._definitions = definitions
        self._attributes = layout.attribute
        self._orders = Orders(layout, definitions)
        # By identity; what is held here has no other one in its place.
        self._made: dict[tuple[int, ...], tuple[tuple[ir.Premise, ...], Plan]] = {}

    def of(self, premises: tuple[ir.Premise, ...]) -> Plan:
        """The plan of premises."""
        key = tuple(map(id, premises))
        if key not in self._made:
            self._made[key] = premises, self._plan(premises)
        return self._made[key][1]

    def _plan(self, premises: tuple[ir.Premise, ...]) -> Plan:
        steps = _Steps(self._definitions, self._attributes, self._orders, premises).made
        loops = [step for step in steps if isinstance(step, Loop)]
        return Plan(
            steps=steps,
            stages=tuple(stages_of(steps, loops)),
            is_counted=len(loops) > _MOST_LISTED or any(loop.may_be_many for loop in loops),
        )


# ---- What depends on what ------------------------------------------------------------------------


@attrs.frozen
class _Known:
    """What is known of a slot: the step that lays into it, and on which loops its value depends."""

    step: int
    depends_on: frozenset[int]


class _Steps:
    """The steps that premises become."""

    def __init__(
        self,
        definitions: Mapping[str, Definition],
        attributes: Mapping[str, Sequence[Any]],
        orders: Orders,
        premises: tuple[ir.Premise, ...],
    ) -> None:
        self._orders = orders
        self._definitions = definitions
        self._attributes = attributes
        self._slots: dict[int, _Known] = {}
        self._names = {item.slot: item.value for item in premises if isinstance(item, ir.Naming)}
        self._loops = 0
        self._steps: list[Step] = []
        for item in premises:
            self._add(item)
        self._tell_apart()
        self.made = tuple(self._steps)

    def _add(self, item: ir.Premise) -> None:
        here = len(self._steps)
        match item:
            case ir.Naming():
                self._steps.append(
                    Name(
                        slot=item.slot,
                        name=item.name,
                        named=item.value,
                        looks_at=self._looks_at(item.value),
                        depends_on=self._depends_on(item.value),
                        origin=item.origin,
                    )
                )
                depends_on = frozenset(self._depends_on(item.value))
                self._slots[item.slot] = _Known(here, depends_on)
            case ir.Requirement():
                self._test(item.condition, None, item.origin)
            case ir.Choice():
                number = self._loops
                self._loops += 1
                sets = tuple(self._sets(item.domain))
                self._steps.append(
                    Loop(
                        number=number,
                        choice=item,
                        order=self._orders.of(item.domain, self._names),
                        apart=(),
                        sets=sets,
                        may_be_many=self._may_be_many(item.domain),
                        looks_at=self._looks_at(item.domain),
                        depends_on=self._depends_on(item.domain),
                        origin=item.origin,
                    )
                )
                self._slots[item.slot] = _Known(here, frozenset({number}))
                if item.condition is not None:
                    self._test(item.condition, number, item.origin)

    def _test(self, condition: ir.Expr, of: int | None, origin: ir.Origin) -> None:
        parts = _gone_through(condition)
        self._steps.append(
            Test(
                condition=condition,
                of=of,
                inner=tuple(
                    [Inner(value=part, depends_on=self._depends_on(part)) for part in parts]
                ),
                looks_at=self._looks_at(condition),
                depends_on=self._depends_on(condition),
                origin=origin,
            )
        )

    # -- cards that look the same and are not ------------------------------------------------------

    def _tell_apart(self) -> None:
        """Note at each loop with which cards tests compare its own."""
        found: dict[int, list[ir.Expr]] = {}
        for step in self._steps:
            if isinstance(step, Test):
                for value in values_behind(step, self._steps):
                    for sides in compared(value, self._definitions, {}):
                        self._note_sides(sides, found)
        for at, values in found.items():
            loop = self._steps[at]
            several = tuple([where_there(value) for value in values])
            self._steps[at] = replaced(
                loop,
                apart=several,
                looks_at=tuple(sorted({*loop.looks_at, *self._looks_at(*several)})),
                depends_on=tuple(sorted({*loop.depends_on, *self._depends_on(*several)})),
            )

    def _note_sides(self, sides: tuple[ir.Expr, ir.Expr], found: dict[int, list[ir.Expr]]) -> None:
        """Of two sides the one that is chosen last is told apart by the other."""
        last = max(self._depends_on(*sides), default=None)
        looking = [side for side in sides if last in self._depends_on(side)]
        if last is None or len(looking) > 1:
            return
        (other,) = [side for side in sides if side is not looking[0]]
        at = next(n for n, x in enumerate(self._steps) if isinstance(x, Loop) and x.number == last)
        while isinstance(other, ir.Local) and max(self._looks_at(other), default=-1) > at:
            # It is named further down.
            other = self._names[other.slot]
        loop = self._steps[at]
        assert isinstance(loop, Loop)
        is_known = max(self._looks_at(other), default=-1) < at
        if loop.choice.type == CARD and is_known and not isinstance(other, ir.Const):
            values = found.setdefault(at, [])
            if other not in values:
                values.append(other)

    # -- what is looked at -------------------------------------------------------------------------

    def _looks_at(self, *values: ir.Expr) -> tuple[int, ...]:
        return tuple(sorted({known.step for known in self._known_in(values)}))

    def _depends_on(self, *values: ir.Expr) -> tuple[int, ...]:
        loops = frozenset[int]().union(*[known.depends_on for known in self._known_in(values)])
        return tuple(sorted(loops))

    def _known_in(self, values: tuple[ir.Expr, ...]) -> list[_Known]:
        return [self._slots[slot] for slot in ir.named_in(values) if slot in self._slots]

    def _sets(self, domain: ir.Expr) -> Iterator[Sets]:
        """The subsets of which a domain takes some, also by way of names and definitions."""
        if isinstance(domain, ir.Subsets):
            yield sets_of(domain, self._definitions, self._attributes)
        for value in _made_of(domain, self._names, self._definitions):
            yield from self._sets(value)

    def _may_be_many(self, domain: ir.Expr) -> bool:
        """Whether sets to choose from are counted rather than made."""
        if isinstance(domain, ir.Subsets):
            return sets_of(domain).are_counted
        # What was named in effects before may be anything.
        if isinstance(domain, ir.Local) and domain.slot not in self._names:
            return domain.type.required() == SETS
        made_of = _made_of(domain, self._names, self._definitions)
        return any(self._may_be_many(value) for value in made_of)


def _made_of(
    domain: ir.Expr, names: Mapping[int, ir.Expr], definitions: Mapping[str, Definition]
) -> list[ir.Expr]:
    """Those values of which a collection of sets has the very sets."""
    match domain:
        case ir.CallDefinition():
            return [definitions[domain.definition].value]
        case ir.NotNone():
            return [domain.value]
        case ir.IfElse():
            return [domain.then, domain.otherwise]
        case ir.Arithmetic():
            return [domain.left, domain.right]
        case ir.Local() if domain.type.required() == SETS and domain.slot in names:
            return [names[domain.slot]]
    return []


def _gone_through(condition: ir.Expr) -> list[ir.Expr]:
    """What goes through a collection in a condition, and not within another such part."""
    pending, found = [condition], list[ir.Expr]()
    while pending:
        item = pending.pop()
        if isinstance(item, ir.Quantified | ir.Fold):
            found.append(item)
        elif isinstance(item, ir.Logic | ir.Negation | ir.Compare | ir.Arithmetic | ir.IfElse):
            pending += ir.parts(item)
    return found
