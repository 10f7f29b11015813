"""Carries out procedures with bounds in place of values.

One pass goes through every instruction once. What comes together at a place from elsewhere (at the
begin of a loop, where a procedure begins, in a variable) is taken from `Facts`, as far as it is
known, and what the pass finds there is added to the facts of `found`. So nothing is repeated here:
`analysis.py` passes on until nothing new is found.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import attrs

from cardrules.machine import code
from cardrules.machine.control import Control, carried_out
from cardrules.machine.graph import Exit
from cardrules.machine.layout import Variables
from cardrules.machine.program import Procedure, Program, Question
from cardrules.machine.ranges.bounds import (
    ANY_NUMBER,
    NOTHING,
    Bound,
    Interval,
    Row,
    Several,
    joined,
    number,
)
from cardrules.machine.ranges.guards import Guards
from cardrules.machine.ranges.names import Names, holder_of, joined_names
from cardrules.machine.ranges.values import Known, Values, within
from cardrules.machine.search import Loop, Name, Search, Test
from cardrules.model import ir
from cardrules.model.types import SETS

# Where something comes together: `variable` and its name; `begin` and a procedure; `loop`, a
# procedure and a label; `sealed` and a question; `slot`, a procedure and a slot.
Cell = tuple[Any, ...]
Facts = dict[Cell, Any]


@attrs.define
class Tests:
    """Of each test of each branch, by identity, whether it may hold and whether it may not."""

    may: dict[tuple[int, int], set[bool]] = attrs.field(factory=dict)
    # The branches, so that they keep their identity.
    branches: dict[int, code.Branch] = attrs.field(factory=dict)

    def note(self, x: code.Branch, index: int, *, holds: bool, may: bool) -> None:
        """Note that a test of a branch was looked at."""
        self.branches[id(x)] = x
        found = self.may.setdefault((id(x), index), set())
        if may:
            found.add(holds)


class Pass:
    """One pass through a program; `add` takes what was found for a cell."""

    def __init__(
        self, program: Program, control: Control, facts: Facts, add: Callable[[Cell, Any], None]
    ) -> None:
        self._program = program
        self._control = control
        self._facts = facts
        self._add = add
        self.known = Known()
        self.values = Values(program.layout, program.declared, self.known)
        self._guards = Guards(self.values)
        self.tests = Tests()
        self.reached: set[int] = set()
        self._procedure = 0
        # What is known where labels are left, and where turns are ended from within.
        self._left: dict[int, Names | None] = {}
        self._ended: list[Names | None] = []

    def run(self) -> None:
        """Go through all that is carried out, as far as that is known."""
        variables = self._program.layout.variables
        # What is read before it has been given its first value is 0.
        self.known.variables = {
            name: joined(self._facts.get(("variable", name), number(0)), number(0))
            for name in variables
        }
        for name, variable in variables.items():
            self._add(("variable", name), self._first_value(variable))
        self.known.variables = {name: self._facts.get(("variable", name)) for name in variables}
        for item in self._program.procedures:
            if item.role in ("setup", "play"):
                self._begin(item.index, Names())
        for item in self._program.procedures:
            names = self._facts.get(("begin", item.index))
            if names is not None:
                self._carry_out(item, names)

    def _first_value(self, x: Variables) -> Bound | None:
        """What a variable begins with; of tokens, how many somebody can ever have.

        There are never more of them than in the beginning: they are only moved.
        """
        found = self.values.of(x.initial)
        if x.supply is None or not isinstance(found, Interval):
            return found
        supply = self.values.number(x.supply)
        if found.least < 0 or supply.least < 0:
            return ANY_NUMBER
        return within(Interval(0, x.holders * found.most + supply.most))

    def _carry_out(self, procedure: Procedure, names: Names) -> None:
        self._procedure = procedure.index
        self._left, self._ended = {}, []
        for slot, bound in names.slots.items():
            self._add(("slot", procedure.index, slot), bound)
        self._block(procedure.body, names)

    def _begin(self, procedure: int, names: Names) -> None:
        """A procedure begins with this in its slots."""
        self._add(("begin", procedure), names)

    def _of(self, names: Names, x: ir.Expr) -> Bound | None:
        self.known.names = names
        return self.values.of(x)

    # -- blocks ------------------------------------------------------------------------------------

    def _block(self, block: code.Block, names: Names | None) -> Names | None:
        for item in block:
            if names is None:
                return None
            self.reached.add(id(item))
            names = _CARRIED_OUT[type(item)](self, item, names)
        return names

    def nothing(self, x: code.Instruction, names: Names) -> Names:
        """What changes no slot and no variable."""
        return names

    def branch(self, x: code.Branch, names: Names) -> Names | None:
        """The first block whose test may hold, or the last."""
        after: Names | None = None
        rest: Names | None = names
        for index, (test, block) in enumerate(x.branches):
            taken = self._guards.where(rest, test)
            passed = self._guards.where(rest, test, holds=False)
            if rest is not None:
                self.tests.note(x, index, holds=True, may=taken is not None)
                self.tests.note(x, index, holds=False, may=passed is not None)
            after = joined_names(after, self._block(block, taken))
            rest = passed
        return joined_names(after, self._block(x.otherwise, rest))

    def loop(self, x: code.Loop, names: Names) -> Names | None:
        """A block again and again; it begins with what is known of all passes."""
        cell = ("loop", self._procedure, x.label)
        self._left[x.label] = None
        self._add(cell, names)
        end = self._block(x.body, self._facts.get(cell))
        if end is not None:
            self._add(cell, end)
        return self._left[x.label]

    def labelled(self, x: code.Labelled, names: Names) -> Names | None:
        """A block that can be left."""
        self._left[x.label] = None
        end = self._block(x.body, names)
        return joined_names(end, self._left[x.label])

    def turn(self, x: code.Turn, names: Names) -> Names | None:
        """A block that can be left from within what it carries out."""
        self._ended.append(None)
        end = self.labelled(x, names)
        ended = self._ended.pop()
        settle = self._program.settle
        if ended is not None and settle is not None:
            self._begin(settle, ended.for_called({}))
            ended = self._carried(ended, (settle,))
        return joined_names(end, ended)

    def leave(self, x: code.Leave, names: Names) -> None:
        """On behind a block."""
        self._left[x.label] = joined_names(self._left[x.label], names)

    def telling(self, x: code.Telling, names: Names) -> Names | None:
        """An instruction that is told."""
        return self._block((x.does,), names)

    def ends(self, x: code.Instruction, names: Names) -> None:
        """What goes on nowhere in this procedure."""

    def end_turn(self, x: code.EndTurn, names: Names) -> None:
        """On behind the turn, if it is one of this procedure."""
        self._end_turn(names)

    def _end_turn(self, names: Names) -> None:
        if self._ended:
            self._ended[-1] = joined_names(self._ended[-1], names)

    # -- slots, registers, variables ---------------------------------------------------------------

    def _lay(self, names: Names, slot: int, bound: Bound | None) -> Names:
        self._add(("slot", self._procedure, slot), bound)
        return names.with_slot(slot, bound)

    def assign(self, x: code.Assign | code.Put, names: Names) -> Names:
        """A value into a slot."""
        return self._lay(names, x.slot, self._of(names, x.value))

    def put_all(self, x: code.PutAll, names: Names) -> Names:
        """All things of a collection into a slot."""
        self.known.names = names
        inside = Several(*self.values.size(x.value), self.values.elements(x.value))
        return self._lay(names, x.slot, inside)

    def put_tuple(self, x: code.PutTuple, names: Names) -> Names:
        """Several values into a slot."""
        if not x.values:
            return self._lay(names, x.slot, Several(0, 0, None))
        return self._lay(names, x.slot, Row(tuple([self._of(names, one) for one in x.values])))

    def keep(self, x: code.Keep, names: Names) -> Names:
        """Registers into a slot."""
        return names.with_slot(x.slot, None)

    def restore(self, x: code.Restore, names: Names) -> Names:
        """Somebody else may act now."""
        return names.without_roles(x.registers)

    def set_register(self, x: code.SetRegister, names: Names) -> Names:
        """The same."""
        return names.without_roles((x.register,))

    def set_variable(self, x: code.SetVariable, names: Names) -> Names:
        """A value into a variable."""
        found = self._of(names, x.value)
        if self._program.layout.variables[x.variable].supply is not None:
            found = ANY_NUMBER
        self._add(("variable", x.variable), found)
        if not isinstance(found, Interval):
            return names.without_variables((x.variable,))
        return names.set(x.variable, holder_of(x.holder), found)

    def move_tokens(self, x: code.MoveTokens, names: Names) -> Names:
        """Tokens have other holders."""
        return names.without_variables((x.token,))

    def count_down(self, x: code.CountDown, names: Names) -> Names | None:
        """One less in a slot, in which there was something left."""
        found = names.slots.get(x.slot)
        if not isinstance(found, Interval):
            return self._lay(names, x.slot, Interval(0, x.most))
        met = found.met(Interval(1, x.most))
        return None if met is None else self._lay(
            names, x.slot, Interval(met.least - 1, met.most - 1)
        )  # fmt: skip

    def pick(self, x: code.Pick, names: Names) -> Names:
        """One of several things, or none if there are none."""
        self.known.names = names
        found, (least, most) = self.values.elements(x.domain), self.values.size(x.domain)
        if not most:
            found = NOTHING
        return self._lay(names, x.slot, found if least else joined(found, NOTHING))

    def pass_on(self, x: code.PassOn, names: Names) -> Names:
        """Whose turn is next."""
        return self._lay(names, x.current, Interval(0, self._program.layout.players - 1))

    # -- what is carried out -----------------------------------------------------------------------

    def _carried(
        self, names: Names, procedures: tuple[int, ...], *, surely: bool = True
    ) -> Names | None:
        """What is known behind procedures; they may end the turn. None if none of them comes back.

        `surely`: one of them is carried out, for sure.
        """
        ended = self._behind(names, procedures, "turn")
        if ended is not None:
            self._end_turn(ended)
        after = self._behind(names, procedures, "end")
        return after if surely else joined_names(names, after)

    def _behind(self, names: Names, procedures: tuple[int, ...], exit: Exit) -> Names | None:
        """What is known behind those of the procedures that can come to their end like that.

        Several may have been carried out before that, of those that come back.
        """
        exits = self._control.exits
        if not any(exit in exits[one] for one in procedures):
            return None
        before = [one for one in procedures if exits[one] & {exit, "end"}]
        changes = frozenset[str]().union(*map(self._control.changes, before))
        return names.without_variables(changes).without_roles(("active",))

    def call(self, x: code.Call, names: Names) -> Names | None:
        """Another procedure."""
        given = {slot: self._of(names, value) for slot, value in enumerate(x.arguments)}
        self._begin(x.procedure, names.for_called(given))
        return self._carried(names, (x.procedure,))

    def settle(self, x: code.Settle, names: Names) -> Names | None:
        """The standing rules."""
        settle = self._program.settle
        if settle is None:
            return names
        self._begin(settle, names.for_called({}))
        return self._carried(names, (settle,))

    def draw(self, x: code.Draw, names: Names) -> Names | None:
        """Cards from a pile, with its triggers."""
        card = Interval(0, self._program.layout.cards - 1, none=True)
        for trigger in x.triggers:
            self._begin(trigger, names.for_called({0: card}, same_me=False))
        number_drawn = self._of(names, x.number)
        if isinstance(number_drawn, Interval):
            names = self._lay(names, x.left, number_drawn.joined(number(0)))
        return self._carried(names, x.triggers, surely=False)

    def ask(self, x: code.Ask, names: Names) -> Names | None:
        """Somebody is asked; an answer is carried out, or lies in slots."""
        question = self._program.questions[x.question]
        searches = self._program.searches_of(question)
        for search in searches:
            if search.procedure >= 0:
                self._choose_action(search, question, names)
        after: Names | None = names
        if question.answers is not None:
            self._seal(question, searches[0], names)
            answers = Several(0, self._program.layout.players, None)
            after = self._lay(names, question.answers, answers)
        elif question.slots:
            after = self._chosen(question, searches[0], names)
        if x.position is not None and after is not None:
            after = self._one_further(after, x.position)
            self._again(x.uninterrupted, after)
        if after is None:
            return None
        return self._carried(after, carried_out(self._program, x), surely=False)

    def _choose_action(self, search: Search, question: Question, names: Names) -> None:
        given: dict[int, Bound | None] = {}
        if question.arguments is not None:
            row = names.slots.get(question.arguments)
            if isinstance(row, Row):
                given = dict(enumerate(row.parts[: search.given]))
        is_me = question.arguments is None
        found = self._searched(search, names.for_called(given, same_me=is_me))
        if found is not None:
            kept = {choice.slot for choice in search.choices} | given.keys()
            slots = {slot: bound for slot, bound in found.slots.items() if slot in kept}
            self._begin(search.procedure, Names(slots, found.variables))

    def _searched(self, search: Search, names: Names) -> Names | None:
        """What is known of an answer; None if there is none."""
        found: Names | None = names
        for step in search.plan.steps:
            if found is None:
                return None
            self.known.names = found
            match step:
                case Loop():
                    if not self.values.size(step.value)[1]:
                        return None
                    found = found.with_slot(step.slot, self.values.elements(step.value))
                case Name():
                    found = found.with_slot(step.slot, self.values.of(step.value))
                case Test():
                    found = self._guards.where(found, step.condition)
        return found

    def _chosen(self, question: Question, search: Search, names: Names) -> Names | None:
        (slot,) = question.slots
        found = self._searched(search, names)
        if found is not None:
            self._add(("slot", self._procedure, slot), found.slots.get(slot))
        if found is not None and self._has_answers(search, names):
            return found
        return joined_names(found, self._lay(names, slot, NOTHING))

    def _has_answers(self, search: Search, names: Names) -> bool:
        """Whether there is something to choose, for sure."""
        self.known.names = names
        return len(search.plan.steps) == 1 and all(
            choice.type != SETS and self.values.size(choice.domain)[0] > 0
            for choice in search.choices
        )

    def _seal(self, question: Question, search: Search, names: Names) -> None:
        found = self._searched(search, names)
        if found is not None:
            parts = Row(tuple([found.slots.get(slot) for slot in question.slots]))
            self._add(("sealed", self._procedure, question.answers), parts)

    def unpack(self, x: code.Unpack, names: Names) -> Names | None:
        """An answer under seal, or on to the next one."""
        further = self._one_further(names, x.position)
        self._again(x.label, further)
        row = self._facts.get(("sealed", self._procedure, x.answers))
        if row is None:
            return None
        for slot, bound in zip(x.slots, row.parts, strict=True):
            further = self._lay(further, slot, bound)
        return further

    def _one_further(self, names: Names, position: int) -> Names:
        found = names.slots.get(position)
        if isinstance(found, Interval):
            found = within(Interval(found.least + 1, found.most + 1))
        return self._lay(names, position, found)

    def _again(self, label: int | None, names: Names) -> None:
        if label is not None:
            self._add(("loop", self._procedure, label), names)


_CARRIED_OUT: dict[type[code.Instruction], Callable[[Pass, Any, Names], Names | None]] = {
    code.Branch: Pass.branch,
    code.Loop: Pass.loop,
    code.Labelled: Pass.labelled,
    code.Turn: Pass.turn,
    code.Leave: Pass.leave,
    code.Telling: Pass.telling,
    code.StopAction: Pass.ends,
    code.EndGame: Pass.ends,
    code.EndTurn: Pass.end_turn,
    code.Assign: Pass.assign,
    code.Put: Pass.assign,
    code.PutAll: Pass.put_all,
    code.PutTuple: Pass.put_tuple,
    code.Keep: Pass.keep,
    code.Restore: Pass.restore,
    code.SetRegister: Pass.set_register,
    code.SetVariable: Pass.set_variable,
    code.MoveTokens: Pass.move_tokens,
    code.CountDown: Pass.count_down,
    code.Pick: Pass.pick,
    code.PassOn: Pass.pass_on,
    code.Call: Pass.call,
    code.Settle: Pass.settle,
    code.Draw: Pass.draw,
    code.Ask: Pass.ask,
    code.Unpack: Pass.unpack,
    code.Move: Pass.nothing,
    code.MoveStacks: Pass.nothing,
    code.NewStack: Pass.nothing,
    code.Shuffle: Pass.nothing,
    code.Swap: Pass.nothing,
    code.Reveal: Pass.nothing,
    code.Forget: Pass.nothing,
    code.Reverse: Pass.nothing,
    code.Announce: Pass.nothing,
    code.Say: Pass.nothing,
    code.Count: Pass.nothing,
    code.SayWhy: Pass.nothing,
    code.Watch: Pass.nothing,
}
