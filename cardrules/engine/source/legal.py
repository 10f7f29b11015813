"""Choices: which actions satisfy their premises.

For each action, interrupt and choice there is a search. Its premises become one generated function
with a loop for each choice and a test for each condition; the same premises, one by one, explain a
refusal (`cardrules.engine.showing.explain`).
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any

import attrs

from cardrules.engine.frames import frame_slot
from cardrules.engine.sets.answers import (
    MOST_VALUES,
    Answer,
    Step,
    counted_sets,
    refuse,
    until_one_fits,
)
from cardrules.engine.sets.combinations import Combinations
from cardrules.engine.sets.subsets import KindSets
from cardrules.engine.source.emit import Emitter, Spelling, spending
from cardrules.engine.work import MOST_STEPS, STATEMENT
from cardrules.machine.layout import Layout
from cardrules.machine.program import Search
from cardrules.model import ir
from cardrules.model.state import State
from cardrules.model.types import CARD, CARDS, SETS

# The ways to make so many choices are listed; those of more are counted.
_MOST_LISTED = 6
# The steps for each of them, whenever the values of the next one are looked for.
_EARLIER_STEPS = 2

Enumerate = Callable[[State, Any, int, list[Answer]], None]


@attrs.define
class Listing:
    """The functions by which the answers of a search are listed, or counted and made one by one."""

    enumerate: Enumerate = attrs.field(default=lambda s, f, me, out: None)
    # The same with each of several cards that look the same, where it matters.
    enumerate_twins: Enumerate | None = None
    # Where there may be very many: what gives the values of each choice.
    steps: tuple[Step, ...] = ()


def spelling_of(search: Search) -> Spelling:
    """How names are written in the functions of a search."""
    own = {item.slot for item in search.premises if isinstance(item, ir.Choice | ir.Naming)}
    own |= set(range(search.given))
    in_frame = search.in_frame
    return Spelling(
        local=lambda slot: f"l{slot}" if slot in own or not in_frame else frame_slot(slot), me="me"
    )


def emit_enumeration(emitter: Emitter, search: Search, *, twins: bool = False) -> str:
    """Write the function that lists the answers of a search; gives its name.

    With `twins` each of several cards that look the same makes an answer of its own.
    """
    name = f"enumerate_{'twins_' if twins else ''}{search.index}"
    values = "".join(f", l{choice.slot}" for choice in search.choices)
    # Of twins it matters whether there are two.
    leave = "if len(out) > 1:\n    return" if twins else ""
    nest = _Nest(
        emitter,
        spelling_of(search),
        name,
        ["s", "f", "me", "out"],
        twins=twins,
        out="out",
        leave=leave,
    )
    nest.begin(search.given)
    nest.write(search.premises)
    nest.close(f"out.append(({search.index}{values or ','}))", "")
    return name


def emit_steps(emitter: Emitter, search: Search) -> list[tuple[str, tuple[int, ...], bool]]:
    """Write a function for the values of each choice, if there may be very many ways to choose.

    Gives their names, the earlier choices on which what is left depends from there on, by their
    numbers, and whether what comes after the choice is free of its value.
    """
    named = {item.slot: item.value for item in search.premises if isinstance(item, ir.Naming)}
    counted = any(emitter.may_be_many(choice.domain, named) for choice in search.choices)
    if not counted and len(search.choices) <= _MOST_LISTED:
        return []
    steps = []
    premises = search.premises
    places = [at for at, item in enumerate(premises) if isinstance(item, ir.Choice)]
    last_looks = [_last_look(premises, places, at) for at in places]
    for number, at in enumerate(places):
        begin = places[number - 1] + 1 if number else 0
        name = f"step_{search.index}_{number}"
        later, free = _that_look_at(premises[at], premises[at + 1 :])
        if number == len(places) - 1:
            # What stands behind the last choice is a condition on its values, or on none.
            ahead = [item for item in premises[at + 1 :] if item not in later]
            behind = () if free else tuple(later)
            _emit_step(
                emitter, search, name, (*premises[:at], *ahead), begin, (premises[at], *behind)
            )
        else:
            _emit_step(emitter, search, name, premises[:at], begin, premises[at : at + 1])
        matter = tuple([one for one in range(number) if last_looks[one] >= number])
        steps.append((name, matter, free))
    return steps


def _last_look(premises: Sequence[ir.Premise], places: Sequence[int], at: int) -> int:
    """The number of the last choice at which something looks at an earlier one; -1 if nothing does.

    A condition is tested with the choice behind it; one behind all of them with the last.
    """
    later, _ = _that_look_at(premises[at], premises[at + 1 :])
    looking = [
        number
        for number, item in enumerate(premises)
        if not isinstance(item, ir.Naming) and any(item is other for other in later)
    ]
    if not looking:
        return -1
    return min(bisect_left(places, looking[-1]), len(places) - 1)


def _emit_step(
    emitter: Emitter,
    search: Search,
    name: str,
    before: Sequence[ir.Premise],
    begin: int,
    own: Sequence[ir.Premise],
) -> None:
    """Write the function of one choice; what stands before it from `begin` on is tested here."""
    choice = own[0]
    assert isinstance(choice, ir.Choice)
    earlier = [f"l{item.slot}" for item in before if isinstance(item, ir.Choice)]
    mark = emitter.mark(choice.origin)
    takes = ["s", "f", "me", *earlier]
    nest = _Nest(emitter, spelling_of(search), name, takes, failed="()", mark=mark)
    nest.begin(search.given)
    # To go on from many choices takes its time.
    emitter.steps += len(earlier) * _EARLIER_STEPS
    for at, item in enumerate(before):
        if isinstance(item, ir.Naming) or (isinstance(item, ir.Requirement) and at >= begin):
            nest.write((item,))
    if len(own) == 1 and choice.condition is None:
        nest.close(f"return {nest.domain(choice)}{emitter.mark(choice.origin)}")
    else:
        nest.add("found = []")
        nest.write(own)
        nest.close(f"found.append(l{choice.slot})", "return found")


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


def emit_possibility(
    emitter: Emitter, index: int, premises: Sequence[ir.Premise], given: Sequence[str]
) -> None:
    """Write the function that tells whether an action is possible with some choices given."""
    spelling = Spelling(local=lambda slot: f"l{slot}", me="me")
    takes = ["s", "me", *[f"g{number}" for number in range(len(given))]]
    known = {name: f"g{number}" for number, name in enumerate(given)}
    nest = _Nest(
        emitter, spelling, f"possible_{index}", takes,
        given=known, sets="until_one_fits", failed="False", leave="return True",
    )  # fmt: skip
    nest.write(premises)
    nest.close("return True", "return False")


def _targets(slots: Sequence[int]) -> str:
    return "".join(f"l{slot}, " for slot in slots)


@attrs.define
class _Loop:
    """The head of a loop, written when it is known how much work there is for each element."""

    lines: list[str]
    at: int
    write: Callable[[int], str]
    size: int | None = None
    # The names of what is kept as long as this goes on, set at the begin of each pass.
    kept: list[str] = attrs.field(factory=list)
    inside: str = "    "


# Python takes twenty loops in each other; what is further inside is a function of its own.
_MOST_LOOPS = 15


class _Nest:
    """Premises as loops in loops and tests in tests: a function, and parts of it.

    `given`: what stands for choices that are made already. `sets`: the function through which loops
    over sets go. `out`: where the answers are collected, if they are. `failed`: what is returned if
    a test fails outside of all loops. `leave`: the end of a loop whose part has found enough; it
    begins with `if`, or with what is done if the part is true. `mark`: of
    the line whose work it is.
    """

    def __init__(
        self,
        emitter: Emitter,
        spelling: Spelling,
        name: str,
        takes: list[str],
        *,
        given: dict[str, str] | None = None,
        twins: bool = False,
        sets: str = "counted_sets",
        out: str = "",
        failed: str = "",
        leave: str = "",
        mark: str = "",
    ) -> None:
        self._emitter = emitter
        self._spelling = spelling
        self._name = name
        self._given = given or {}
        self._twins = twins
        self._sets = sets
        self._out = out
        self._failed = failed
        self._leave = leave
        # What is known here by a name.
        self._takes = takes
        # The functions: the whole, and what is further inside.
        self._functions = [[f"def {name}({', '.join(takes)}):", ""]]
        self._depth = 1
        self._open_loops = 0
        self._outside, emitter.steps = emitter.steps, STATEMENT
        self._loops = [_Loop(self._lines, 1, lambda steps: f"{spending(steps)}{mark}")]
        # The steps of the loops that are open, the outermost first.
        self._steps: list[int] = []
        # How many values are kept, and in how many loops each name of the rules is made.
        self._names_kept = 0
        self._made_in: dict[int, int] = {}

    @property
    def _lines(self) -> list[str]:
        return self._functions[-1]

    def begin(self, given: int) -> None:
        """The slots that are given from outside."""
        if given:
            self.add(f"{_targets(range(given))} = f")
            self._takes += [f"l{slot}" for slot in range(given)]

    def add(self, text: str) -> None:
        """Lines within all loops."""
        self._lines.extend("    " * self._depth + line for line in text.split("\n"))

    def write(self, premises: Sequence[ir.Premise]) -> None:
        """Write loops and tests."""
        emit, spelling = self._emitter.emit, self._spelling
        for item in premises:
            mark = self._emitter.mark(item.origin)
            if isinstance(item, ir.Naming):
                self.add(f"l{item.slot} = {emit(item.value, spelling)}{mark}")
                self._takes.append(f"l{item.slot}")
                self._made_in[item.slot] = len(self._steps)
            elif isinstance(item, ir.Requirement):
                self._test(self._condition(item.condition), mark)
            else:
                self._choice(item, mark)

    def domain(self, choice: ir.Choice) -> str:
        """The source of what a choice chooses from."""
        source = self._emitter.emit(choice.domain, self._spelling)
        return source if self._twins else _distinct(choice, source)

    def close(self, line: str, end: str = "") -> None:
        """The innermost line, and the last one of the function."""
        self.add(line)
        loops = len(self._loops) > 1
        if self._leave.startswith("if"):
            self.add(self._leave)
        self._depth = 1
        if len(self._functions) > 1 and self._failed:
            self.add(f"return {self._failed}")
        if end:
            self._functions[0].append(f"    {end}")
        elif self._out and loops:
            too_many = f"    if len({self._out}) > {MOST_VALUES}:"
            self._functions[0] += [too_many, f"        refuse({self._out})"]
        self._write_loops()
        for lines in reversed(self._functions):
            self._emitter.definitions.append("\n".join(lines) + "\n")

    def _write_loops(self) -> None:
        emitter = self._emitter
        while self._loops:
            loop, steps = self._loops.pop(), emitter.steps
            head = loop.write(1 + steps)
            kept = "".join(f"{name} = " for name in loop.kept)
            loop.lines[loop.at] = f"{head}\n{loop.inside}{kept}None" if kept else head
            emitter.steps = self._steps.pop() if self._steps else self._outside
            if loop.size is not None:
                emitter.steps += loop.size * (1 + steps)

    def _go_inside(self) -> None:
        """Go on in a function of its own."""
        name = f"{self._name}_within_{len(self._functions)}"
        call = f"{name}({', '.join(self._takes)})"
        is_condition = self._leave and not self._leave.startswith("if")
        self.add(f"if {call}:\n    {self._leave}" if is_condition else call)
        if self._leave.startswith("if"):
            self.add(self._leave)
        if len(self._functions) > 1 and self._failed:
            self._lines.append(f"    return {self._failed}")
        self._functions.append([f"def {call}:"])
        self._depth, self._open_loops = 1, 0

    def _test(self, source: str, mark: str) -> None:
        self.add(f"if not ({source}):{mark}")
        self.add("    continue" if self._open_loops else f"    return {self._failed}".rstrip())

    def _choice(self, item: ir.Choice, mark: str) -> None:
        if item.name in self._given:
            self.add(f"l{item.slot} = {self._given[item.name]}")
            self._takes.append(f"l{item.slot}")
            domain = item.domain
            source = self._emitter.emit(domain, self._spelling)
            if domain.type != SETS:
                source = f"counted(s, {source}, 1)"
            self._test(f"l{item.slot} in {source}", mark)
        else:
            self._loop(item, mark)
        if item.condition is not None:
            self._test(self._condition(item.condition), mark)

    # -- what is the same in each pass of a loop ---------------------------------------------------

    def _condition(self, condition: ir.Expr) -> str:
        """The source of a condition; parts that are the same in each pass are worked out once."""
        kept = self._emitter.kept
        levels = {}
        for item in _worked_out_in(condition):
            level = self._level(item)
            if level is not None:
                kept[id(item)] = name = self._new_name()
                levels[name] = level
        source = self._emitter.emit(condition, self._spelling)
        kept.clear()
        for name, level in levels.items():
            if f"({name} := " in source:
                self._loops[level].kept.append(name)
        return source

    def _level(self, expr: ir.Expr) -> int | None:
        """In how many loops a value is the same in each pass of those further inside, if it is."""
        if len(self._functions) > 1:
            return None
        made_in = [self._made_in.get(one.slot, 0) for one in ir.walk(expr)
                   if isinstance(one, ir.Local)]  # fmt: skip
        level = max(made_in, default=0)
        return level if level < len(self._steps) else None

    def _new_name(self) -> str:
        self._names_kept += 1
        return f"h{self._names_kept}"

    def _loop(self, item: ir.Choice, mark: str) -> None:
        if self._open_loops == _MOST_LOOPS:
            self._go_inside()
        source = self.domain(item)
        # Within another loop there may be many answers of few elements.
        size = None if self._steps else self._emitter.size(item.domain)
        indent, slot, out = "    " * self._depth, item.slot, self._out
        head = f"{indent}for l{slot} in "
        take = f"{indent}i{slot} = {source}{mark}"
        level = self._level(item.domain) if item.type == CARD else None
        if level is not None:
            name = self._new_name()
            self._loops[level].kept.append(name)
            take = _taken_once(indent, name, slot, source, mark)
        too_many = f"work > {MOST_STEPS}"
        if out and self._steps:
            too_many += f" or len({out}) > {MOST_VALUES}"

        def write(steps: int) -> str:
            if size is not None:
                return f"{head}{source}:{mark}"
            if item.type == CARDS:
                return f"{head}{self._sets}(s, {source}, {steps}):{mark}"
            return (
                f"{take}\n"
                f"{indent}s.work = work = s.work + len(i{slot}) * {steps}\n"
                f"{indent}if {too_many}:\n"
                f"{indent}    refuse({out or '()'}){mark}\n"
                f"{head}i{slot}:{mark}"
            )

        loop = _Loop(self._lines, len(self._lines), write, size, inside=f"{indent}    ")
        self._loops.append(loop)
        self._steps.append(self._emitter.steps)
        self._made_in[item.slot] = len(self._steps)
        self._emitter.steps = 0
        self._lines.append("")
        self._takes.append(f"l{item.slot}")
        self._depth += 1
        self._open_loops += 1


def _taken_once(indent: str, kept: str, slot: int, source: str, mark: str) -> str:
    """The lines that take the values of a choice: the same in each pass, but the work counts."""
    lines = [
        f"if {kept} is None:",
        "    before = s.work",
        f"    {kept} = i{slot} = {source}",
        f"    w{slot} = s.work - before",
        "else:",
        f"    i{slot} = {kept}",
        f"    s.work += w{slot}",
    ]
    return "\n".join(f"{indent}{line}{mark}" for line in lines)


def _worked_out_in(condition: ir.Expr) -> list[ir.Expr]:
    """What goes through a collection in a condition, and not within another such part."""
    pending, found = [condition], list[ir.Expr]()
    while pending:
        item = pending.pop()
        if isinstance(item, ir.Quantified | ir.Fold):
            found.append(item)
        elif isinstance(item, ir.Logic | ir.Negation | ir.Compare | ir.Arithmetic | ir.IfElse):
            pending += ir.parts(item)
    return found


def _distinct(choice: ir.Choice, domain: str) -> str:
    if choice.type == CARD:
        return f"distinct(s, {domain})"
    if choice.type == CARDS:
        return f"distinct_sets({domain})"
    return domain


def make_distinct(layout: Layout) -> dict[str, Any]:
    """The functions that leave one of several cards, or sets of cards, which look the same."""
    kind, ordered = layout.kind, layout.ordered

    all_differ = len(set(kind)) == len(kind)

    # Loops within loops ask for the same zones again and again.
    @lru_cache(maxsize=64)
    def in_spread(cards: tuple[int, ...]) -> tuple[int, ...]:
        # What looks the same lies side by side in a spread: the first is kept.
        first = {kind[card]: card for card in reversed(cards)}
        return tuple(reversed(first.values())) if len(first) < len(cards) else cards

    def distinct(s: State, cards: tuple[int, ...]) -> Sequence[int]:
        number = len(cards)
        if number <= 1:
            return cards
        s.work += number
        if all_differ:
            return cards
        place = s.place
        whole = place[cards[0]]
        if cards is s.zones[whole]:
            return cards if ordered[whole] else in_spread(cards)
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
        if len(sets) <= 1 or isinstance(sets, (KindSets, Combinations)):
            return sets
        seen: dict[tuple[int, ...], tuple[int, ...]] = {}
        for item in sets:
            seen.setdefault(tuple(sorted([kind[card] for card in item])), item)
        return list(seen.values())

    return {
        "distinct": distinct,
        "distinct_sets": distinct_sets,
        "counted_sets": counted_sets,
        "refuse": refuse,
        "until_one_fits": until_one_fits,
    }
