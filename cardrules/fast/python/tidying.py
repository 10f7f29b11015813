"""Makes functions of plain Python shorter: values that are used once go to where they are used.

Nothing that is changed in between is looked at later than it was; what may be worked out only where
it is wanted stays there.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from collections.abc import Set as AbstractSet

import attrs

from cardrules.fast.llvm.course import Jump
from cardrules.fast.python.assigned import unassigned
from cardrules.fast.python.statements import (
    AND,
    NOT,
    ONE_OF_TWO,
    OR,
    SOME,
    Choice,
    Do,
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
    blocks_of,
    changes,
    clash,
    names_in,
    parts_of,
    reads_of,
)


def tidied(body: list[Statement]) -> tuple[list[str], list[Statement]]:
    """The body of a function made shorter, and the names that must have a value before it."""
    needed = unassigned(body)
    return sorted(needed), _Tidy(body, needed).all(body)


Pending = dict[str, Value]


@attrs.frozen
class _Where:
    """In which loops and scopes something stands."""

    within: tuple[Jump, ...]
    loops: tuple[bool, ...]


class _Tidy:
    """Puts values where they are used."""

    def __init__(self, body: Sequence[Statement], needed: set[str]) -> None:
        self._uses: Counter[str] = Counter()
        self._writes: Counter[str] = Counter(needed)
        self._looked_at: set[str] = set()
        self._made: dict[str, _Where] = {}
        self._used: dict[str, _Where] = {}
        # Names that stand for others.
        self._other: dict[str, str] = {}
        self._note(body, _Where((), ()))

    def all(self, body: Sequence[Statement]) -> list[Statement]:
        """The whole function."""
        return self._block(body, {})[0]

    # -- what there is -----------------------------------------------------------------------------

    def _note(self, block: Sequence[Statement], where: _Where) -> None:
        for x in block:
            for part in parts_of(x):
                self._note_part(part, where)
            match x:
                case Let() | Choice():
                    self._made[x.name] = where
                case Set():
                    self._writes[x.place] += 1
            inner_where = where
            if isinstance(x, Loop | Through | Scope):
                inner_where = _Where(
                    (*where.within, x.jump), (*where.loops, not isinstance(x, Scope))
                )
            for inner, parts in blocks_of(x):
                self._note(inner, inner_where)
                for part in parts:
                    self._note_part(part, inner_where)

    def _note_part(self, part: Part, where: _Where) -> None:
        for name in names_in(part):
            self._uses[name] += 1
            self._used[name] = where
        self._looked_at |= reads_of(part)

    def _can_wait(self, name: str) -> bool:
        """Whether a value may be worked out where it is used: there alone, not in another loop, and
        not behind one around it.
        """
        if self._uses[name] != 1:
            return False
        made, used = self._made[name], self._used[name]
        size = len(made.within)
        return used.within[:size] == made.within and not any(used.loops[size:])

    # -- blocks ------------------------------------------------------------------------------------

    def _block(
        self, block: Sequence[Statement], pending: Pending, tail: Sequence[Part] = ()
    ) -> tuple[list[Statement], list[Part]]:
        """A block, and what is looked at behind it; `pending` are values that wait for their use,
        of which those from around it stay there.
        """
        outer = set(pending)
        found: list[Statement] = []
        for x in block:
            self._statement(x, pending, found)
        behind = [self._used_here(part, pending) for part in tail]
        for name in [name for name in pending if name not in outer]:
            found.append(Let(name, pending.pop(name)))
        return found, behind

    def _statement(self, x: Statement, pending: Pending, found: list[Statement]) -> None:
        writer = _STATEMENTS.get(type(x))
        if writer is None:
            found.append(x)
        else:
            writer(self, x, pending, found)

    def _named(self, x: Let, pending: Pending, found: list[Statement]) -> None:
        self._let(x.name, self._value(x.value, pending), pending, found)

    def _all_named(self, x: LetAll, pending: Pending, found: list[Statement]) -> None:
        value = self._value(x.value, pending)
        self._work_out(pending, value.changes, found)
        found.append(LetAll(x.names, value))

    def _done(self, x: Do, pending: Pending, found: list[Statement]) -> None:
        value = self._value(x.value, pending)
        self._work_out(pending, value.changes, found)
        found.append(Do(value))

    def _put(self, x: Put, pending: Pending, found: list[Statement]) -> None:
        index, value = (self._used_here(part, pending) for part in (x.index, x.value))
        self._work_out(pending, {x.known_as}, found)
        found.append(attrs.evolve(x, index=index, value=value))

    def _given(self, x: Give, pending: Pending, found: list[Statement]) -> None:
        found.append(Give([self._used_here(part, pending) for part in x.values]))

    def _if(self, x: If, pending: Pending, found: list[Statement]) -> None:
        test = self._used_here(x.test, pending)
        self._work_out(pending, changes([x]), found)
        then = self._block(x.then, pending)[0]
        otherwise = self._block(x.otherwise, pending)[0]
        if then or otherwise:
            found.append(_if(test, then, otherwise))

    def _loop(self, x: Loop, pending: Pending, found: list[Statement]) -> None:
        self._work_out(pending, changes(x.body), found)
        found.append(_loop(x.jump, self._block(x.body, {})[0]))

    def _through(self, x: Through, pending: Pending, found: list[Statement]) -> None:
        over = [self._used_here(part, pending) for part in x.over]
        self._work_out(pending, changes(x.body), found)
        body = self._block(x.body, {})[0]
        found.append(attrs.evolve(x, over=over, body=body))

    def _scope(self, x: Scope, pending: Pending, found: list[Statement]) -> None:
        self._work_out(pending, changes(x.body), found)
        found.append(Scope(x.jump, self._block(x.body, pending)[0]))

    def _set(self, x: Set, pending: Pending, found: list[Statement]) -> None:
        value = self._used_here(x.value, pending)
        if x.place[0] in "lo" and x.place not in self._looked_at:
            return
        self._work_out(pending, {x.place}, found)
        found.append(Set(x.place, value))

    def _let(self, name: str, value: Value, pending: Pending, found: list[Statement]) -> None:
        if value.is_call:
            self._work_out(pending, value.changes, found)
            found.append(Let(name, value) if self._uses[name] else Do(value))
        elif not self._uses[name]:
            return
        elif not value.reads and not value.parts and value.form not in pending:
            # Another name for something that stays as it is.
            self._other[name] = value.form
        elif self._can_wait(name):
            pending[name] = value
        else:
            found.append(Let(name, value))

    def _choice(self, x: Choice, pending: Pending, found: list[Statement]) -> None:
        test = self._used_here(x.test, pending)
        self._work_out(pending, changes([x]), found)
        then, first = self._block(x.then, pending, [x.then_value])
        otherwise, second = self._block(x.otherwise, pending, [x.otherwise_value])
        if not then and not otherwise:
            self._let(x.name, _one_of_two(test, first[0], second[0]), pending, found)
            return
        if self._uses[x.name]:
            then = [*then, Set(x.name, first[0])]
            otherwise = [*otherwise, Set(x.name, second[0])]
        found.append(_if(test, then, otherwise))

    # -- values ------------------------------------------------------------------------------------

    def _work_out(
        self, pending: Pending, changed: AbstractSet[str], found: list[Statement]
    ) -> None:
        """What looks at something that will be changed is worked out now."""
        for name in [name for name, value in pending.items() if clash(value.reads, changed)]:
            found.append(Let(name, pending.pop(name)))

    def _used_here(self, part: Part, pending: Pending) -> Part:
        if isinstance(part, Value):
            return self._value(part, pending)
        while part in self._other:
            part = self._other[part]
        return pending.pop(part, part)

    def _value(self, value: Value, pending: Pending) -> Value:
        """A value with those in it that wait for that."""
        reads = set(value.reads)
        # A name that has the same value for good is no more looked at than others.
        for name in value.reads:
            if name[0] in "lo" and self._writes[name] == 1:
                reads.discard(name)
        parts = [self._used_here(part, pending) for part in value.parts]
        for part in parts:
            reads |= reads_of(part)
        is_call = value.is_call or any(isinstance(one, Value) and one.is_call for one in parts)
        return _shorter(attrs.evolve(value, parts=parts, reads=frozenset(reads), is_call=is_call))


def _shorter(value: Value) -> Value:
    """A value without two turns that undo each other."""
    if value.form != "not {}":
        return value
    (inner,) = value.parts
    if isinstance(inner, Value):
        if inner.form == "not {}":
            kept = inner.parts[0]
            if isinstance(kept, Value):
                return kept
        for sign, other in _TURNED.items():
            if inner.form == f"{{}} {sign} {{}}":
                return attrs.evolve(inner, form=f"{{}} {other} {{}}")
    return value


_TURNED = {"==": "!=", "!=": "==", "<": ">=", ">=": "<", ">": "<=", "<=": ">"}


def turned(part: Part) -> Part:
    """The other one of a flag."""
    return _shorter(Value("not {}", [part], NOT, [NOT], reads_of(part)))


def _one_of_two(test: Part, then: Part, otherwise: Part) -> Value:
    reads = reads_of(test) | reads_of(then) | reads_of(otherwise)
    # What is tested is given here, too, and must be a flag.
    if otherwise == "False":
        return Value("{} and {}", [test, then], AND, [AND, AND + 1], reads)
    if then == "True":
        return Value("{} or {}", [test, otherwise], OR, [OR, OR + 1], reads)
    if isinstance(test, Value) and test.form == SOME:
        test = test.parts[0]
    return Value(
        "{} if {} else {}", [then, test, otherwise], ONE_OF_TWO,
        [ONE_OF_TWO + 1, ONE_OF_TWO + 1, ONE_OF_TWO], reads,
    )  # fmt: skip


def _if(test: Part, then: list[Statement], otherwise: list[Statement]) -> If:
    return If(test, then, otherwise) if then else If(turned(test), otherwise, [])


def _loop(jump: Jump, body: list[Statement]) -> Loop:
    """A loop that begins with a test is gone through while that holds."""
    match body:
        case [If(test=test, then=[Go(jump=left, is_again=False)], otherwise=[]), *rest] if (
            left is jump
        ):
            return Loop(jump, list(rest), turned(test))
    return Loop(jump, body)


_STATEMENTS: Mapping[type, Callable[..., None]] = {
    Let: _Tidy._named,
    LetAll: _Tidy._all_named,
    Do: _Tidy._done,
    Set: _Tidy._set,
    Put: _Tidy._put,
    Give: _Tidy._given,
    If: _Tidy._if,
    Choice: _Tidy._choice,
    Loop: _Tidy._loop,
    Through: _Tidy._through,
    Scope: _Tidy._scope,
}
