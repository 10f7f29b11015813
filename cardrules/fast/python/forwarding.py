"""Names with a value that is known: it stands in their place. Tests that are known are gone."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

import attrs

from cardrules.fast.python.bounds import AllBounds, Bounds
from cardrules.fast.python.called import CARDS_IN
from cardrules.fast.python.folding import folded, number_in
from cardrules.fast.python.holding import what_holds
from cardrules.fast.python.known import Known, Now
from cardrules.fast.python.simplifying import only_card, passed_once, simpler
from cardrules.fast.python.statements import (
    CALL,
    ONE_OF_TWO,
    PLACE,
    Choice,
    Do,
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
    names_in,
)
from cardrules.fast.python.steady import steady
from cardrules.fast.python.walking import Walk

# What takes as many operations is worked out once. Comparisons are nearly nothing where they are
# tests.
_MUCH = 2
_LITTLE = re.compile(r"not \{\}|\{\} (==|!=|<|<=|>|>=) \{\}")
_NOTHING: Mapping[str, Bounds] = {}
_CARDS = f"{CARDS_IN}[{{}}]"
_FLAGS = ("True", "False")
_LITERAL = re.compile(r"-?\d+|True|False")


def forwarded(
    body: Sequence[Statement],
    tables: Mapping[str, Sequence[int]],
    arrays: Mapping[str, Bounds] = _NOTHING,
) -> list[Statement]:
    """A function in which names with a known value are not looked at; `arrays` are bounds of what
    lies in them.
    """
    return _Forwarding(tables, arrays).block(body)


def is_literal(part: Part) -> bool:
    """Whether a part is a number or flag that stands there."""
    return isinstance(part, str) and _LITERAL.fullmatch(part) is not None


class _Forwarding(Walk):
    """Goes through a function with what is known."""

    def __init__(self, tables: Mapping[str, Sequence[int]], arrays: Mapping[str, Bounds]) -> None:
        self._tables = tables
        self._bounds = AllBounds(tables, arrays)
        self._known = Known()
        # Names that stand for others.
        self._other: dict[str, str] = {}
        # What names were worked out of.
        self._made: dict[str, Value | Choice] = {}
        # Of names the first ones that are the same, and how much it takes to work them out.
        self._first: dict[str, str] = {}
        self._costs: dict[str, int] = {}
        # What is known where a loop or scope is left.
        self._left: dict[int, list[Now]] = {}

    def part(self, part: Part) -> Part:
        if isinstance(part, Value):
            return self.value(part)
        while part in self._other:
            part = self._other[part]
        return part

    def block(self, block: Sequence[Statement]) -> list[Statement]:
        found: list[Statement] = []
        decided: list[str] = []
        for x in block:
            new = self.statement(x)
            found += new
            if not falls_through(new):
                break
            for one in new:
                match one:
                    case If(test=str() as test, then=then) if not falls_through(then):
                        # Who comes further in this block knows that it does not hold.
                        decided += self._suppose(test, holds=False)
        self._suppose_no_more(decided)
        return found

    def statement(self, x: Statement) -> list[Statement]:
        match x:
            case Let():
                return self._named(x)
            case LetAll() | Do():
                self._known.forget(x.value.changes)
            case Set():
                return self._written(x)
            case Put():
                return [self._laid(x)]
            case If():
                return self._branched(x)
            case Choice():
                return self._chosen(x)
            case Loop():
                return [self._repeated(x)]
            case Through():
                return self._gone_through(x)
            case Scope():
                return self._scoped(x)
            case Go():
                if not x.is_again:
                    self._left.setdefault(id(x.jump), []).append(dict(self._known.now))
        return [self.rebuilt(x)]

    # -- what holds --------------------------------------------------------------------------------

    def _suppose(self, test: str, *, holds: bool) -> list[str]:
        """What is known if a test holds, or does not; gives the names that have a value then."""
        found = what_holds(test, self._made, holds=holds)
        names = []
        for name, value in found.items():
            if name not in self._other and name != value:
                self._other[name] = value
                names.append(name)
        return names

    def _suppose_no_more(self, names: Sequence[str]) -> None:
        for name in names:
            del self._other[name]

    def _way(self, block: Sequence[Statement], test: str, *, holds: bool) -> list[Statement]:
        names = self._suppose(test, holds=holds)
        found = self.block(block)
        self._suppose_no_more(names)
        return found

    # -- names -------------------------------------------------------------------------------------

    def _named(self, x: Let) -> list[Statement]:
        value = simpler(self.value(x.value), self._made, self._bounds)
        if value.form == "{}":
            self._other[x.name] = _named(value.parts[0])
            return []
        constant = folded(value) or self._in_table(value) or self._compared(value)
        if constant is not None:
            self._other[x.name] = constant
            return []
        if value.is_call:
            self._known.forget(value.changes)
        else:
            self._made[x.name] = value
            self._bounds.note_value(x.name, value)
            if self._is_known(x.name, value):
                return []
        return [Let(x.name, value)]

    def _in_table(self, value: Value) -> str | None:
        """What lies at a known place of a table."""
        table = self._tables.get(value.form.removesuffix("[{}]"))
        at = number_in(value.parts[0]) if table and len(value.parts) == 1 else None
        if table is None or at is None or not 0 <= at < len(table):
            return None
        return str(table[at])

    def _compared(self, value: Value) -> str | None:
        holds = self._bounds.decided(value)
        return None if holds is None else str(holds)

    def _is_known(self, name: str, value: Value) -> bool:
        """Whether a value has a name already that stands in its place; else it gets this one.

        What takes no more than to look at a name may stay where it is wanted.
        """
        own = 1 if _LITTLE.fullmatch(value.form) else _MUCH
        self._costs[name] = own + sum([self._costs.get(one, 0) for one in names_in(value)])
        firsts = [self._first.get(one, one) if isinstance(one, str) else one
                  for one in value.parts]  # fmt: skip
        text = attrs.evolve(value, parts=firsts).text()
        first = self._known.name_of(text)
        if first is None:
            self._known.note(text, name, value.reads)
            return False
        if self._costs[name] < _MUCH and value.parts:
            self._first[name] = self._first.get(first, first)
            return False
        self._other[name] = first
        return True

    def _written(self, x: Set) -> list[Statement]:
        value = _named(self.part(x.value))
        if self._known.name_of(x.place) == value:
            return []
        self._known.forget({x.place})
        self._known.note(x.place, value, frozenset([x.place]))
        return [Set(x.place, value)]

    def _laid(self, x: Put) -> Statement:
        index, value = self.part(x.index), self.part(x.value)
        if isinstance(index, str) and isinstance(value, str) and x.form == PLACE:
            self._known.forget_place(x.array, x.known_as, index)
            self._known.note(f"{x.array}[{index}]", value, frozenset([x.known_as]))
        else:
            self._known.forget({x.known_as})
        return attrs.evolve(x, index=index, value=value)

    # -- the course of things ----------------------------------------------------------------------

    def _branched(self, x: If) -> list[Statement]:
        test = self.part(x.test)
        if is_literal(test):
            return self.block(x.otherwise if test in ("0", "False") else x.then)
        known, name = self._known, _named(test)
        before, mark = dict(known.now), known.mark()
        then = self._way(x.then, name, holds=True)
        known.back_to(mark)
        if not x.otherwise and self._is_laid_anyway(name, then, before):
            return then
        behind, known.now = known.now, before
        otherwise = self._way(x.otherwise, name, holds=False)
        if not falls_through(then):
            if falls_through(otherwise):
                # What comes then is not within anything.
                return [If(test, then, []), *otherwise]
            known.back_to(mark)
            return [If(test, then, otherwise)]
        known.back_to(mark)
        known.join([behind, known.now] if falls_through(otherwise) else [behind])
        return [If(test, then, otherwise)]

    def _is_laid_anyway(self, test: str, then: Sequence[Statement], before: Now) -> bool:
        """Whether it changes nothing if a thing is laid also where it is already."""
        match self._made.get(test), then:
            case Value(form="{} != {}", parts=[there, value]), [Set(value=laid) as put]:
                place = put.place
            case Value(form="{} != {}", parts=[there, value]), [
                Put(form=form, value=laid) as put
            ] if form == PLACE:
                place = f"{put.array}[{put.index}]"
            case _:
                return False
        return laid == value and place in before and before[place][0] == there

    def _chosen(self, x: Choice) -> list[Statement]:
        test = self.part(x.test)
        if is_literal(test):
            is_then = test not in ("0", "False")
            found = self.block(x.then if is_then else x.otherwise)
            self._other[x.name] = _named(self.part(x.then_value if is_then else x.otherwise_value))
            return found
        known, name = self._known, _named(test)
        before, mark = dict(known.now), known.mark()
        supposed = self._suppose(name, holds=True)
        then, first = self.block(x.then), self.part(x.then_value)
        self._suppose_no_more(supposed)
        known.back_to(mark)
        behind, known.now = known.now, before
        supposed = self._suppose(name, holds=False)
        otherwise, second = self.block(x.otherwise), self.part(x.otherwise_value)
        self._suppose_no_more(supposed)
        known.back_to(mark)
        made = Choice(x.name, test, then, first, otherwise, second)
        self._made[x.name] = made
        self._bounds.note_choice(made)
        if not then and not otherwise:
            same = first if first == second else test if (first, second) == _FLAGS else None
            if same is not None:
                self._other[x.name] = _named(same)
                return []
            whole = Value("{} if {} else {}", [first, test, second], needs=[0, 0, 0])
            return [] if self._is_known(x.name, whole) else [made]
        ways = [way for block, way in ((then, behind), (otherwise, known.now))
                if falls_through(block)]  # fmt: skip
        known.join(ways)
        return [made]

    def _passes(self, x: Loop | Through) -> tuple[list[Statement], Now]:
        """The body of a loop, and what no pass changes."""
        changed, known = changes(x.body), self._known
        known.forget(changed - steady(x.body, changed, known.name_of, self._other))
        before, mark = dict(known.now), known.mark()
        body = self.block(x.body)
        known.back_to(mark)
        return body, before

    def _repeated(self, x: Loop) -> Statement:
        body, _ = self._passes(x)
        self._known.join(self._left.pop(id(x.jump), []))
        return Loop(x.jump, body)

    def _gone_through(self, x: Through) -> list[Statement]:
        over = list(map(self.part, x.over))
        card = only_card(over[0], self._made, self._tables) if x.of_cards else None
        if card is not None:
            self._other[x.name] = card
            return self._scoped(passed_once(x))
        found: list[Statement] = []
        if x.of_cards and not x.is_listed:
            # The cards of a set may be known already.
            name = f"{x.name}c"
            found = self._named(Let(name, Value(_CARDS, over, CALL, [ONE_OF_TWO])))
            x, over = attrs.evolve(x, is_listed=True), [self.part(name)]
        self._bounds.note_through(attrs.evolve(x, over=over))
        body, before = self._passes(x)
        # There may be no pass, and each may be the last one.
        self._left.pop(id(x.jump), None)
        self._known.now = before
        return [*found, attrs.evolve(x, over=over, body=body)]

    def _scoped(self, x: Scope) -> list[Statement]:
        mark = self._known.mark()
        body = self.block(x.body)
        left = self._left.pop(id(x.jump), [])
        if not left:
            return body
        self._known.back_to(mark)
        self._known.join([*left, self._known.now] if falls_through(body) else left)
        return [Scope(x.jump, body)]


def _named(part: Part) -> str:
    assert isinstance(part, str)
    return part
