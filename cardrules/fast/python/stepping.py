"""Loops that count how often they are gone through: they go through numbers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

import attrs

from cardrules.fast.python.folding import number_in
from cardrules.fast.python.guarding import LENGTH, guard_at
from cardrules.fast.python.hoisting import defined
from cardrules.fast.python.statements import (
    Go,
    If,
    Let,
    Loop,
    Part,
    Set,
    Statement,
    Through,
    Value,
    blocks_of,
    changes,
    names_in,
    parts_of,
    reads_of,
    walk,
)
from cardrules.fast.python.walking import Walk


def stepped(body: Sequence[Statement]) -> list[Statement]:
    """A function in which such loops go through numbers."""
    return _Stepping(body).block(body)


@attrs.frozen
class _Head:
    """How a loop begins: some name is looked at, and compared; then it is left."""

    counter: str
    now: str
    behind: str
    test: str
    # How many statements this is.
    size: int
    is_down: bool


class _Stepping(Walk):
    """Goes through a function with how often names are looked at in all of it."""

    def __init__(self, body: Sequence[Statement]) -> None:
        self._count = 0
        self._looks = _looks(body)

    def block(self, block: Sequence[Statement]) -> list[Statement]:
        found: list[Statement] = []
        # The numbers that names have before a statement.
        now: dict[str, str] = {}
        for one in block:
            x = self.rebuilt(one)
            found += self._as_steps(x, now) if isinstance(x, Loop) else [x]
            for place in changes([one]):
                now.pop(place, None)
            match one:
                case Set(place=place, value=str() as value) if number_in(value) is not None:
                    now[place] = value
        return found

    def _as_steps(self, x: Loop, before: Mapping[str, str]) -> list[Statement]:
        head = _head(x)
        if head is None or self._looks[head.counter] != 1:
            return [x]
        ahead, rest = x.body[: head.size], x.body[head.size + 1 :]
        step = _step(rest, x, head)
        own = defined(x.body)
        if step is None or head.behind in own or self._is_used_behind(x, own):
            return [x]
        if head.is_down and (self._looks[head.now], self._looks[str(step.value)]) != (2, 1):
            # Somebody wants to know the number.
            return [x]
        self._count += 1
        begin, name = before.get(head.counter, f"t{self._count}b"), head.now
        over: list[Part] = [begin, head.behind]
        # The next number is named for nothing then.
        gone = {head.now, head.test}
        if head.is_down:
            name, over = f"t{self._count}s", ["0", begin]
            gone.add(str(step.value))
        body = [one for one in (*ahead, *rest) if one is not step
                and not (isinstance(one, Let) and one.name in gone)]  # fmt: skip
        through = Through(x.jump, name, over, body)
        if head.counter in before:
            return [through]
        return [Let(begin, Value(head.counter, reads=frozenset([head.counter]))), through]

    def _is_used_behind(self, x: Loop, own: set[str]) -> bool:
        """Whether names of a loop are looked at where it is over, maybe without any pass."""
        inside = _looks(x.body)
        return any(self._looks[name] > inside[name] for name in own)


def _head(x: Loop) -> _Head | None:
    """What a loop begins with, if it is left by nothing but its number before anything is done."""
    read: dict[str, str] = {}
    compared: dict[str, Value] = {}
    at = 0
    while at < len(x.body):
        if guard_at(x.body, at) is not None:
            at += LENGTH
            continue
        match x.body[at]:
            case Let(name=name, value=Value(parts=[]) as value) if not value.is_call:
                read[name] = value.form
            case Let(name=name, value=value) if not value.is_call:
                compared[name] = value
            case If(test=str() as test) as first if test in compared:
                return _compared(x, first, compared[test], read, at)
            case _:
                return None
        at += 1
    return None


def _compared(x: Loop, first: If, value: Value, read: dict[str, str], size: int) -> _Head | None:
    match first:
        case If(then=[Go(jump=left, is_again=False)], otherwise=[]):
            signs = {"{} >= {}": False, "{} <= {}": True}
        case If(then=[], otherwise=[Go(jump=left, is_again=False)]):
            signs = {"{} < {}": False, "{} > {}": True}
        case _:
            return None
    if left is not x.jump or value.form not in signs:
        return None
    now, behind = value.parts
    if not isinstance(now, str) or not isinstance(behind, str) or now not in read:
        return None
    is_down = signs[value.form]
    if not read[now].startswith("l") or (is_down and behind != "0"):
        return None
    assert isinstance(first.test, str)
    return _Head(read[now], now, behind, first.test, size, is_down)


def _step(rest: Sequence[Statement], x: Loop, head: _Head) -> Set | None:
    """The one statement by which a loop comes to its next number, which is part of each pass."""
    steps = [one for one in walk(x.body) if isinstance(one, Set) and one.place == head.counter]
    if len(steps) != 1 or not any(one is steps[0] for one in rest):
        return None
    (step,) = steps
    wanted = {("{} - {}", "1"), ("{} + {}", "-1")} if head.is_down else {("{} + {}", "1")}
    is_there = False
    for one in rest:
        match one:
            case Let(name=name, value=Value(form=form, parts=[now, str() as by])) if (
                name == step.value
            ):
                is_there = now == head.now and (form, by) in wanted
        if one is step:
            return step if is_there else None
        if any(isinstance(go, Go) and go.is_again and go.jump is x.jump for go in walk([one])):
            return None
    return None


def _looks(body: Sequence[Statement]) -> Counter[str]:
    """How often each name is looked at."""
    found: Counter[str] = Counter()
    for x in walk(body):
        for part in [*parts_of(x), *[part for _, behind in blocks_of(x) for part in behind]]:
            found.update(names_in(part))
            found.update(reads_of(part))
    return found
