"""Steps of a search as loops in loops and tests in tests, in generated source."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

import attrs

from cardrules.engine.sets.answers import MOST_VALUES
from cardrules.engine.source.emit import Emitter
from cardrules.engine.source.writer import Spelling, spending
from cardrules.engine.work import MOST_STEPS, STATEMENT
from cardrules.machine.search import Loop, Name, Step, Test
from cardrules.model import ir
from cardrules.model.types import CARD, CARDS, FLAG


def _targets(slots: Sequence[int]) -> str:
    return "".join(f"l{slot}, " for slot in slots)


@attrs.define
class _Head:
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


class Nest:
    """Steps as loops in loops and tests in tests: a function, and parts of it.

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
        self._loops = [_Head(self._lines, 1, lambda steps: f"{spending(steps)}{mark}")]
        # The steps of the loops that are open, the outermost first.
        self._steps: list[int] = []
        # How many values are kept, and in how many loops the values of each loop are known.
        self._names_kept = 0
        self._known_in: dict[int, int] = {}

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

    def write(self, steps: Iterable[Step]) -> None:
        """Write loops and tests."""
        for step in steps:
            mark = self._emitter.mark(step.origin)
            match step:
                case Name():
                    self.add(
                        f"l{step.slot} = {self._emitter.emit(step.value, self._spelling)}{mark}"
                    )
                    self._takes.append(f"l{step.slot}")
                case Test():
                    self._test(self._condition(step), mark, self._emitter.refusal(step.origin))
                case Loop() if step.name in self._given:
                    self._take_given(step, mark)
                case Loop():
                    self._loop(step, mark)

    def values(self, loop: Loop) -> str:
        """The source of what a loop goes through."""
        source = self._emitter.emit(loop.value, self._spelling)
        if self._twins:
            return source
        if loop.apart:
            others = [self._emitter.emit(other, self._spelling) for other in loop.apart]
            return f"distinct_among(s, {source}, {', '.join(others)})"
        return _distinct(loop, source)

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

    def _test(self, source: str, mark: str, refusal: int | None = None) -> None:
        self.add(f"if not ({source}):{mark}")
        if refusal is not None:
            self.add(f"    COUNTS[{refusal}] += 1")
        self.add("    continue" if self._open_loops else f"    return {self._failed}".rstrip())

    def _take_given(self, loop: Loop, mark: str) -> None:
        """Take a value that is given, if it is one of those that can be chosen."""
        self.add(f"l{loop.slot} = {self._given[loop.name]}")
        self._takes.append(f"l{loop.slot}")
        given = ir.Local(type=loop.choice.type, slot=loop.slot)
        is_one = ir.Contains(type=FLAG, element=given, collection=loop.value)
        self._test(self._emitter.emit(is_one, self._spelling), mark)

    # -- what is the same in each pass of a loop ---------------------------------------------------

    def _condition(self, test: Test) -> str:
        """The source of a condition; parts that are the same in each pass are worked out once."""
        kept = self._emitter.kept
        levels = {}
        for part in test.inner:
            level = self._level(part.depends_on)
            if level is not None:
                kept[id(part.value)] = name = self._new_name()
                levels[name] = level
        source = self._emitter.emit(test.condition, self._spelling)
        kept.clear()
        for name, level in levels.items():
            if f"({name} := " in source:
                self._loops[level].kept.append(name)
        return source

    def _level(self, depends_on: Sequence[int]) -> int | None:
        """In how many loops a value is the same in each pass of those further inside, if it is."""
        if len(self._functions) > 1:
            return None
        level = max([self._known_in.get(number, 0) for number in depends_on], default=0)
        return level if level < len(self._steps) else None

    def _new_name(self) -> str:
        self._names_kept += 1
        return f"h{self._names_kept}"

    def _loop(self, item: Loop, mark: str) -> None:
        if self._open_loops == _MOST_LOOPS:
            self._go_inside()
        source = self.values(item)
        # Within another loop there may be many answers of few elements.
        size = None if self._steps else self._emitter.size(item.value)
        indent, slot, out = "    " * self._depth, item.slot, self._out
        head = f"{indent}for l{slot} in "
        take = f"{indent}i{slot} = {source}{mark}"
        level = self._level(item.depends_on) if item.choice.type == CARD else None
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
            if item.choice.type == CARDS:
                return f"{head}{self._sets}(s, {source}, {steps}):{mark}"
            return (
                f"{take}\n"
                f"{indent}s.work = work = s.work + len(i{slot}) * {steps}\n"
                f"{indent}if {too_many}:\n"
                f"{indent}    refuse({out or '()'}){mark}\n"
                f"{head}i{slot}:{mark}"
            )

        loop = _Head(self._lines, len(self._lines), write, size, inside=f"{indent}    ")
        self._loops.append(loop)
        self._steps.append(self._emitter.steps)
        self._known_in[item.number] = len(self._steps)
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


def _distinct(loop: Loop, values: str) -> str:
    kind = loop.choice.type
    if kind == CARD:
        return f"distinct(s, {values})"
    if kind == CARDS:
        return f"distinct_sets({values})"
    return values
