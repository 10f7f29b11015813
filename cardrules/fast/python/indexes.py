"""Which indexes of lists may be below 0: there Python would count from the end of the list.

Of each name, each register, what lies in each list and what each function gives it is found out
what it is at least: at first all of it is taken to be large, and whatever is not comes down until
nothing changes. On the way through a function it is known which tests have been gone through, and
which indexes were right before. What is left is looked at before it is used, and a game in which
such an index is below 0 is given up. What lies beyond the other end of a list is an error of
Python's own.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from cardrules.fast.python import least
from cardrules.fast.python.called import BEYOND, CARDS_IN, STREAMS
from cardrules.fast.python.knowing import BY_KEY, FLAGS, NUMBER, Here, Known, as_name
from cardrules.fast.python.least import ANY, Bound
from cardrules.fast.python.lists import LISTS
from cardrules.fast.python.nth import LOOKED_AT
from cardrules.fast.python.statements import (
    ANY_ARRAY,
    ONE_OF_TWO,
    Choice,
    Do,
    Function,
    Give,
    Go,
    If,
    Let,
    LetAll,
    Loop,
    Part,
    Put,
    Scope,
    Set,
    Statement,
    Through,
    Value,
    changes,
    falls_through,
    walk,
)

# Something at a place of a list; and the begin of one.
_INDEXED, _UP_TO = re.compile(r"\b(\w+)\[\{\}\]"), re.compile(r"(\w+)\[:\{\}\]")
_FROM = re.compile(r"(\w+)\[(\w+):\]")
_NOT_BELOW = re.compile(r"\{\}\.bit_count\(\)|-\d+ <= \{\} <= \d+|(len|bool)\(.*")
# What draws a number below the last one that it is given; and what lays in a list only what lay
# there before.
_DRAWS, _MOVES = {f"{STREAMS}.below", f"{STREAMS}.again"}, f"{STREAMS}.shuffle"
_INSERTED, _SLICE = "{}, {}", ":{}"


def look_at_indexes(
    functions: Sequence[Function],
    roots: Sequence[str],
    tables: Mapping[str, Sequence[int]],
    zeros: Mapping[str, Sequence[str]],
) -> None:
    """Look at each index that may be below 0; `roots` are called from outside, and each function
    begins with some names that are 0.
    """
    found = _Indexes(functions, roots, tables, zeros)
    while found.has_changed:
        found.go_through()
    found.is_done = True
    found.go_through()


class _Indexes(Known):
    """The way through the functions."""

    def __init__(
        self,
        functions: Sequence[Function],
        roots: Sequence[str],
        tables: Mapping[str, Sequence[int]],
        zeros: Mapping[str, Sequence[str]],
    ) -> None:
        super().__init__(functions, roots, tables, zeros)
        self.is_done = False
        # What each statement changes.
        self._changed: dict[int, set[str]] = {}

    def go_through(self) -> None:
        """Once through all functions."""
        self.has_changed = False
        for function in self._functions.values():
            self._function = function
            self._block(function.body, Here({}, {}))

    # -- values ------------------------------------------------------------------------------------

    def _part(self, part: Part, here: Here) -> Bound:
        """What a part is; what is looked at in it is noted, and at last looked at."""
        if isinstance(part, str):
            return self._name(part, here)
        form = part.form
        if not part.parts and as_name(part):
            return self._name(form, here)
        if form == "{} if {} else {}":
            then, test, otherwise = part.parts
            self._part(test, here)
            found = self._part(then, self._where(test, here, holds=True))
            return least.either(found, self._part(otherwise, self._where(test, here)))
        if form in ("{} and {}", "{} or {}"):
            left, right = part.parts
            found = self._part(left, here)
            inner = self._where(left, here, holds=form == "{} and {}")
            return least.either(found, self._part(right, inner))
        given = [self._part(one, here) for one in part.parts]
        if form in LOOKED_AT:
            return self._nth(part, given[0], here)
        indexed = _INDEXED.search(form)
        if indexed is not None:
            return self._indexed(part, indexed[1], given[0], here)
        if _UP_TO.fullmatch(form) or form == _SLICE:
            self._slice(part, given[0])
            return self._of(form.partition("[")[0]) if form != _SLICE else ANY
        if part.calls:
            return self._call(part, given, here)
        if form in FLAGS or _NOT_BELOW.fullmatch(form):
            return Bound(0)
        return least.worked_out(form, given, part.parts)

    def _indexed(self, x: Value, name: str, index: Bound, here: Here) -> Bound:
        (place,) = x.parts
        if not name.startswith(BY_KEY) and name != CARDS_IN:
            if index.least < 0 and self.is_done:
                x.form = x.form.replace("[{}]", f"[{_looked_at(place)}]")
            self._is_right(place, here)
        if _NOT_BELOW.fullmatch(x.form):
            return Bound(0)
        # Of a list of lists it is what lies in any of them.
        return self._in_list(name, place) if name != LISTS else self._of(name)

    def _nth(self, x: Value, number: Bound, here: Here) -> Bound:
        """A card of a set by its number."""
        if number.least < 0 and self.is_done:
            x.form = LOOKED_AT[x.form]
        self._is_right(x.parts[0], here)
        return Bound(0)

    def _slice(self, x: Value, size: Bound) -> None:
        """The begin of a list, of a size that is not below 0."""
        if (size.least < 0 or size.may_be_far) and self.is_done:
            x.form = x.form.replace(":{}", f":{_looked_at(x.parts[0])}")

    def _is_right(self, index: Part, here: Here) -> None:
        """Who comes further has an index that is not below 0."""
        name = as_name(index)
        if name:
            here.names[name] = Bound(max(0, self._name(name, here).least))

    def _call(self, x: Value, given: Sequence[Bound], here: Here) -> Bound:
        callee = self._functions.get(x.calls)
        for at, (part, bound) in enumerate(zip(x.parts, given, strict=True)):
            if callee is not None:
                self._lower(f"{callee.name} {callee.parameters[at]}", bound)
            if isinstance(part, str) and not NUMBER.fullmatch(part):
                self._give(x, at, part, here)
        if x.calls in _DRAWS and given[-1].least >= 0 and not given[-1].may_be_far:
            return Bound(0)
        return ANY if callee is None else self._of(f"{callee.name} 0")

    def _give(self, x: Value, at: int, part: str, here: Here) -> None:
        """A function is given a list, or what lies in one from a place on."""
        begin = _FROM.fullmatch(part)
        if begin is not None:
            where = self._name(begin[2], here)
            if (where.least < 0 or where.may_be_far) and self.is_done:
                looked_at = _looked_at(begin[2]).format(begin[2])
                x.parts = [*x.parts[:at], f"{begin[1]}[{looked_at}:]", *x.parts[at + 1 :]]
        elif x.calls in self._functions:
            self.has_changed |= part not in self._given
            self._given.add(part)
        elif x.calls != _MOVES:
            self._lower(part, ANY)
            self._lower(f"{part}[]", ANY)

    # -- statements --------------------------------------------------------------------------------

    def _block(self, block: Sequence[Statement], here: Here) -> None:
        """A block; `here` is what is known before it, and then what is known behind it."""
        for x in block:
            self._statement(x, here)

    def _statement(self, x: Statement, here: Here) -> None:
        match x:
            case Let() | LetAll() | Do():
                self._work_out(x, here)
            case Set():
                self._set(x.place, self._part(x.value, here), here)
            case Put():
                self._put(x, here)
            case Give():
                for at, part in enumerate(x.values):
                    self._lower(f"{self._function.name} {at}", self._part(part, here))
            case If():
                self._if(x, here)
            case Loop() | Through():
                self._loop(x, here)
            case Scope():
                self._scope(x, here)
            case Choice():
                raise AssertionError(x)

    def _work_out(self, x: Let | LetAll | Do, here: Here) -> None:
        bound = self._part(x.value, here)
        here.forget(self._changes(x))
        if isinstance(x, Let):
            self._set(x.name, bound, here)
            if x.value.form in FLAGS and all(map(_is_steady, x.value.parts)):
                here.tests[x.name] = x.value
        elif isinstance(x, LetAll):
            is_known = x.value.calls in self._functions
            for at, name in enumerate(x.names):
                self._set(name, self._of(f"{x.value.calls} {at}") if is_known else ANY, here)

    def _set(self, name: str, bound: Bound, here: Here) -> None:
        self._lower(self._key(name), bound)
        here.names.pop(name, None)
        if bound != self._of(self._key(name)):
            here.names[name] = bound

    def _put(self, x: Put, here: Here) -> None:
        value, index = self._part(x.value, here), x.index
        if isinstance(x.value, Value) and x.value.form == _INSERTED:
            value = self._inserted(x.value, here)
        if isinstance(index, Value) and index.form == _SLICE:
            self._part(index, here)
        else:
            if self._part(index, here).least < 0 and self.is_done:
                x.index = Value(_looked_at(index), [index], ONE_OF_TWO, [ONE_OF_TWO])
            self._is_right(index, here)
        if x.known_as == ANY_ARRAY:
            laid = least.either(self._laid, value)
            self.has_changed |= laid != self._laid
            self._laid = laid
        else:
            place = index if isinstance(index, str) and index.isdigit() else ""
            self._lower(x.array, value)
            self._lower(f"{x.array}[{place}]", value)

    def _inserted(self, x: Value, here: Here) -> Bound:
        """A thing comes to a place that is not below 0."""
        at, thing = x.parts
        before = self._part(at, here)
        if (before.least < 0 or before.may_be_far) and self.is_done:
            x.parts = [Value(_looked_at(at), [at], ONE_OF_TWO, [ONE_OF_TWO]), thing]
        return self._part(thing, here)

    def _if(self, x: If, here: Here) -> None:
        self._part(x.test, here)
        ways = []
        for block, holds in ((x.then, True), (x.otherwise, False)):
            way = self._where(x.test, here, holds=holds)
            self._block(block, way)
            if falls_through(block):
                ways.append(way)
        if len(ways) == 1:
            here.take(ways[0])
        elif ways:
            one, other = ways
            here.tests = {name: x for name, x in one.tests.items() if other.tests.get(name) is x}
            here.names = {
                name: least.either(bound, other.names[name])
                for name, bound in one.names.items() if name in other.names
            }  # fmt: skip

    def _loop(self, x: Loop | Through, here: Here) -> None:
        over = [self._part(part, here) for part in x.over] if isinstance(x, Through) else []
        here.forget(self._changes(x))
        inner = here.copy()
        if isinstance(x, Through):
            first = Bound(0) if x.of_cards else over[0]
            is_known = x.is_listed or not first.may_be_far
            self._set(x.name, first if is_known else ANY, inner)
        elif x.test is not None:
            self._part(x.test, inner)
            inner = self._where(x.test, inner, holds=True)
        self._block(x.body, inner)

    def _scope(self, x: Scope, here: Here) -> None:
        inner = here.copy()
        self._block(x.body, inner)
        if any(isinstance(one, Go) and one.jump is x.jump for one in walk(x.body)):
            here.forget(self._changes(x))
        else:
            here.take(inner)

    def _changes(self, x: Statement) -> set[str]:
        """What a statement changes, and the names that get a value in it."""
        found = self._changed.get(id(x))
        if found is None:
            found = self._changed[id(x)] = changes([x])
            for one in walk([x]):
                match one:
                    case Let() | Through():
                        found.add(one.name)
                    case LetAll():
                        found |= {*one.names}
        return found


def _is_steady(part: Part) -> bool:
    """Whether a part is a number, or a name that gets its value at one place."""
    return isinstance(part, str) and (part.startswith("t") or bool(NUMBER.fullmatch(part)))


def _looked_at(index: Part) -> str:
    """An index at which is looked, with a place for what it is."""
    if as_name(index):
        return f"{{0}} if {{0}} >= 0 else {BEYOND}()"
    return f"z if (z := {{0}}) >= 0 else {BEYOND}()"
