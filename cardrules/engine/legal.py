"""Choices: which actions satisfy their premises.

For each action, interrupt and choice there is a schema. Its premises become one generated function
with a loop for each choice and a test for each condition; the same premises, one by one, explain a
refusal (`cardrules.engine.explain`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import attrs

from cardrules.engine.combinations import Combinations
from cardrules.engine.emit import Emitter, Place, frame_slot
from cardrules.engine.options import Option, Step, looked_through, until_one_fits
from cardrules.engine.subsets import KindSets
from cardrules.engine.tables import Tables
from cardrules.model import ir
from cardrules.model.state import State
from cardrules.model.types import CARD, CARDS

Enumerate = Callable[[State, Any, int, list[Option]], None]


@attrs.define
class Schema:
    """Something that can be chosen: an action, an interrupt, or a choice within effects."""

    index: int
    name: str
    label: str
    premises: tuple[ir.Premise, ...]
    # Slots that are given from outside: the parameters of the window of an interrupt.
    given: int
    # Whether slots that are no choices of its own are those of a running frame.
    in_frame: bool
    # Choices within effects are secret from others; an action is announced.
    secret: bool
    origin: ir.Origin
    enumerate: Enumerate = attrs.field(default=lambda s, f, me, out: None)
    # The same with each of several cards that look the same, where it matters.
    enumerate_twins: Enumerate | None = None
    # Where there may be very many: what gives the values of each choice.
    steps: tuple[Step, ...] = ()

    @property
    def choices(self) -> list[ir.Choice]:
        """The choices, in their order."""
        return [item for item in self.premises if isinstance(item, ir.Choice)]

    @property
    def unless_forced(self) -> bool:
        """Whether nobody need be asked if there is just one possibility."""
        return bool(self.choices) and all(choice.unless_forced for choice in self.choices)

    def place(self) -> Place:
        """How names are written in the functions of this schema."""
        own = {item.slot for item in self.premises if isinstance(item, ir.Choice | ir.Naming)}
        own |= set(range(self.given))
        return Place(
            local=lambda slot: f"l{slot}" if slot in own or not self.in_frame else frame_slot(slot),
            me="me",
        )


def emit_enumeration(emitter: Emitter, schema: Schema, *, twins: bool = False) -> str:
    """Write the function that lists the options of a schema; gives its name.

    With `twins` each of several cards that look the same makes an option of its own.
    """
    place = schema.place()
    name = f"enumerate_{'twins_' if twins else ''}{schema.index}"
    lines = [f"def {name}(s, f, me, out):"]
    if schema.given:
        lines.append(f"    {_targets(range(schema.given))} = f")
    values = "".join(f", l{choice.slot}" for choice in schema.choices)
    guard = "looked_through"
    depth = _emit_premises(emitter, schema.premises, place, lines, {}, twins=twins, guard=guard)
    lines.append("    " * (depth + 1) + f"out.append(({schema.index}{values}))" if values else "")
    if not values:
        lines[-1] = "    " * (depth + 1) + f"out.append(({schema.index},))"
    emitter.definitions.append("\n".join(lines) + "\n")
    return name


def emit_steps(emitter: Emitter, schema: Schema) -> list[tuple[str, bool]]:
    """Write a function for the values of each choice, if there may be very many sets of cards.

    Gives their names, and whether what comes after the choice is free of its value.
    """
    named = {item.slot: item.value for item in schema.premises if isinstance(item, ir.Naming)}
    if not any(emitter.may_be_many(choice.domain, named) for choice in schema.choices):
        return []
    steps = []
    premises = schema.premises
    places = [at for at, item in enumerate(premises) if isinstance(item, ir.Choice)]
    for number, at in enumerate(places):
        begin = places[number - 1] + 1 if number else 0
        name = f"step_{schema.index}_{number}"
        later, free = _that_look_at(premises[at], premises[at + 1 :])
        if number == len(places) - 1:
            # What stands behind the last choice is a condition on its values, or on none.
            ahead = [item for item in premises[at + 1 :] if item not in later]
            behind = () if free else tuple(later)
            _emit_step(
                emitter, schema, name, (*premises[:at], *ahead), begin, (premises[at], *behind)
            )
        else:
            _emit_step(emitter, schema, name, premises[:at], begin, premises[at : at + 1])
        steps.append((name, free))
    return steps


def _emit_step(
    emitter: Emitter,
    schema: Schema,
    name: str,
    before: Sequence[ir.Premise],
    begin: int,
    own: Sequence[ir.Premise],
) -> None:
    """Write the function of one choice; what stands before it from `begin` on is tested here."""
    place = schema.place()
    choice = own[0]
    assert isinstance(choice, ir.Choice)
    earlier = "".join(f", l{item.slot}" for item in before if isinstance(item, ir.Choice))
    lines = [f"def {name}(s, f, me{earlier}):"]
    if schema.given:
        lines.append(f"    {_targets(range(schema.given))} = f")
    for at, item in enumerate(before):
        if isinstance(item, ir.Naming):
            lines.append(f"    l{item.slot} = {emitter.emit(item.value, place)}")
        elif isinstance(item, ir.Requirement) and at >= begin:
            lines.append(f"    if not {emitter.emit(item.condition, place)}:")
            lines.append("        return ()")
    if len(own) == 1 and choice.condition is None:
        lines.append(f"    return {_distinct(choice, emitter.emit(choice.domain, place))}")
    else:
        lines.append("    found = []")
        depth = _emit_premises(emitter, own, place, lines, {}, guard="looked_through")
        lines.append("    " * (depth + 1) + f"found.append(l{choice.slot})")
        lines.append("    return found")
    emitter.definitions.append("\n".join(lines) + "\n")


def _that_look_at(choice: ir.Premise, later: Sequence[ir.Premise]) -> tuple[list[ir.Premise], bool]:
    """The premises that look at a choice, or at what is named after it; and whether all are names.

    A name that nothing else looks at decides nothing.
    """
    assert isinstance(choice, ir.Choice)
    slots = {choice.slot}
    found = []
    for item in later:
        if any(isinstance(part, ir.Local) and part.slot in slots for part in ir.walk(item)):
            found.append(item)
            if isinstance(item, ir.Naming):
                slots.add(item.slot)
    return found, all(isinstance(item, ir.Naming) for item in found)


def emit_possibility(emitter: Emitter, index: int, action: ir.Action, given: Sequence[str]) -> None:
    """Write the function that tells whether an action is possible with some choices given."""
    place = Place(local=lambda slot: f"l{slot}", me="me")
    parameters = "".join(f", g{number}" for number in range(len(given)))
    lines = [f"def possible_{index}(s, me{parameters}):"]
    known = {name: f"g{number}" for number, name in enumerate(given)}
    depth = _emit_premises(emitter, action.premises, place, lines, known, guard="until_one_fits")
    lines.append("    " * (depth + 1) + "return True")
    lines.append("    return False")
    emitter.definitions.append("\n".join(lines) + "\n")


def _targets(slots: Sequence[int]) -> str:
    return "".join(f"l{slot}, " for slot in slots)


def _emit_premises(
    emitter: Emitter,
    premises: Sequence[ir.Premise],
    place: Place,
    lines: list[str],
    given: dict[str, str],
    *,
    twins: bool = False,
    guard: str = "",
) -> int:
    """Write loops and tests; gives how deeply what follows must be indented.

    `guard` is the function that keeps loops over very many sets from taking too long.
    """
    depth = 0
    for item in premises:
        pad = "    " * (depth + 1)
        if isinstance(item, ir.Naming):
            lines.append(f"{pad}l{item.slot} = {emitter.emit(item.value, place)}")
            continue
        if isinstance(item, ir.Requirement):
            lines.append(f"{pad}if {emitter.emit(item.condition, place)}:")
            depth += 1
            continue
        domain = emitter.emit(item.domain, place)
        if item.name in given:
            lines.append(f"{pad}l{item.slot} = {given[item.name]}")
            lines.append(f"{pad}if l{item.slot} in {domain}:")
        else:
            source = domain if twins else _distinct(item, domain)
            if guard and item.type == CARDS:
                source = f"{guard}({source})"
            lines.append(f"{pad}for l{item.slot} in {source}:")
        depth += 1
        if item.condition is not None:
            pad = "    " * (depth + 1)
            lines.append(f"{pad}if {emitter.emit(item.condition, place)}:")
            depth += 1
    return depth


def _distinct(choice: ir.Choice, domain: str) -> str:
    if choice.type == CARD:
        return f"distinct(s, {domain})"
    if choice.type == CARDS:
        return f"distinct_sets({domain})"
    return domain


def make_distinct(tables: Tables) -> dict[str, Any]:
    """The functions that leave one of several cards, or sets of cards, which look the same."""
    kind, ordered = tables.kind, tables.ordered

    def distinct(s: State, cards: tuple[int, ...]) -> Sequence[int]:
        if len(cards) <= 1:
            return cards
        place = s.place
        found: list[int] = []
        seen: set[tuple[int, int]] = set()
        last = -1
        for card in cards:
            look = kind[card]
            zone = place[card]
            # Neighbours in a spread are sorted: the usual case needs no set.
            if look == last and not ordered[zone] and zone == place[found[-1]]:
                continue
            if not ordered[zone]:
                key = (look, zone)
                if key in seen:
                    continue
                seen.add(key)
            last = look
            found.append(card)
        return found

    def distinct_sets(sets: Sequence[tuple[int, ...]]) -> Sequence[tuple[int, ...]]:
        if isinstance(sets, KindSets | Combinations) or len(sets) <= 1:
            return sets
        seen: dict[tuple[int, ...], tuple[int, ...]] = {}
        for item in sets:
            seen.setdefault(tuple(sorted([kind[card] for card in item])), item)
        return list(seen.values())

    return {
        "distinct": distinct,
        "distinct_sets": distinct_sets,
        "looked_through": looked_through,
        "until_one_fits": until_one_fits,
    }
