"""How one goes through statements and makes others of them; each pass changes what it is about."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import attrs

from cardrules.fast.llvm.course import Jump
from cardrules.fast.python.statements import (
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
)


class Walk:
    """Makes new statements, in the order in which they are done: what a statement looks at first,
    then its blocks, each with the values that are looked at behind it.

    As it stands everything stays as it is.
    """

    def block(self, block: Sequence[Statement]) -> list[Statement]:
        """Statements one after the other."""
        return [new for x in block for new in self.statement(x)]

    def statement(self, x: Statement) -> list[Statement]:
        """What stands in place of a statement."""
        return [self.rebuilt(x)]

    def part(self, part: Part) -> Part:
        """A value at which is looked."""
        if isinstance(part, Value):
            return self.value(part)
        return part

    def value(self, value: Value) -> Value:
        """A value that is worked out."""
        if not value.parts:
            return value
        return attrs.evolve(value, parts=[self.part(one) for one in value.parts])

    def name(self, name: str) -> str:
        """What gets a value: a name, or a register."""
        return name

    def jump(self, jump: Jump) -> Jump:
        """Where it goes on."""
        return jump

    def rebuilt(self, x: Statement) -> Statement:
        """A statement with other parts and blocks in it."""
        maker = _MAKERS.get(type(x))
        return x if maker is None else maker(self, x)

    # -- each sort of statement --------------------------------------------------------------------

    def _let(self, x: Let) -> Statement:
        value = self.value(x.value)
        return Let(self.name(x.name), value)

    def _let_all(self, x: LetAll) -> Statement:
        value = self.value(x.value)
        return LetAll(list(map(self.name, x.names)), value)

    def _do(self, x: Do) -> Statement:
        return Do(self.value(x.value))

    def _set(self, x: Set) -> Statement:
        value = self.part(x.value)
        return Set(self.name(x.place), value)

    def _put(self, x: Put) -> Statement:
        return attrs.evolve(x, index=self.part(x.index), value=self.part(x.value))

    def _if(self, x: If) -> Statement:
        return If(self.part(x.test), self.block(x.then), self.block(x.otherwise))

    def _choice(self, x: Choice) -> Statement:
        test = self.part(x.test)
        then, first = self.block(x.then), self.part(x.then_value)
        otherwise, second = self.block(x.otherwise), self.part(x.otherwise_value)
        return Choice(self.name(x.name), test, then, first, otherwise, second)

    def _loop(self, x: Loop) -> Statement:
        test = None if x.test is None else self.part(x.test)
        return Loop(self.jump(x.jump), self.block(x.body), test)

    def _through(self, x: Through) -> Statement:
        over, name = list(map(self.part, x.over)), self.name(x.name)
        jump = self.jump(x.jump)
        return attrs.evolve(x, jump=jump, name=name, over=over, body=self.block(x.body))

    def _scope(self, x: Scope) -> Statement:
        return Scope(self.jump(x.jump), self.block(x.body))

    def _go(self, x: Go) -> Statement:
        return Go(self.jump(x.jump), x.is_again)

    def _give(self, x: Give) -> Statement:
        return Give(list(map(self.part, x.values)))


_MAKERS: Mapping[type, Callable[..., Statement]] = {
    Let: Walk._let,
    LetAll: Walk._let_all,
    Do: Walk._do,
    Set: Walk._set,
    Put: Walk._put,
    If: Walk._if,
    Choice: Walk._choice,
    Loop: Walk._loop,
    Through: Walk._through,
    Scope: Walk._scope,
    Go: Walk._go,
    Give: Walk._give,
}
