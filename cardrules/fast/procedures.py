"""Procedures as compiled code: a function for each, which is over when the procedure is.

A function gives how its procedure ended. Whoever is asked answers by chance at once, so that
nothing has to wait.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

import attrs

from cardrules.fast.items import Cards, Chain, Each, Either, Few, Items, Row
from cardrules.fast.searching import Form, Searching
from cardrules.fast.values import Expressions, NotYetError, Scope, Value, kind_of
from cardrules.fast.writing import Array, Code, Jump, Kind, Local
from cardrules.kernel.numbers import NONE
from cardrules.machine import code as machine
from cardrules.machine.program import Procedure, Question
from cardrules.machine.search import Search
from cardrules.model import ir

# How a procedure ends: as it should; with it the interrupt that it belongs to; with it what that
# answers; with it the turn; with it the game, which also is so where it is given up.
ENDED, STOPPED, ANSWERED, TURN_OVER, GAME_OVER = range(5)
# So much work between two decisions is left to another engine, which says what is wrong.
MOST_WORK = 1_000_000


@attrs.define
class Several:
    """A slot for things in their order."""

    cells: Array
    size: Local


@attrs.define
class Sealed:
    """A slot for answers under seal: by position whether there is one, and the value of each name."""

    size: Local
    given: Array
    values: list[Array]


Slot = Local | Several | Sealed | list[Local]


class Procedures:
    """Writes the procedures of a program."""

    def __init__(self, expressions: Expressions, searching: Searching) -> None:
        self.of = expressions
        self.code: Code = expressions.code
        self.searching = searching
        self.program = expressions.program
        self.moving = expressions.moving
        self.seeing = searching.seeing
        # Whether something is ever stopped, and the procedures that are counted.
        parts = [
            part
            for procedure in self.program.procedures
            for x in machine.instructions(procedure.body)
            for part in (x, *ir.walk(x))
        ]
        self.stops = any(isinstance(part, machine.StopAction) for part in parts)
        self.counted = {
            number
            for part in parts
            if isinstance(part, machine.Running)
            for number in part.procedures
        }

    def parameters(self, procedure: Procedure) -> list[tuple[str, str]]:
        """The parameters of a function: the state, who acts, and what lies in the first slots."""
        kinds = self.kinds(procedure)
        given = [(f"%p{at}", self.code.types[kind]) for at, kind in enumerate(kinds)]
        return [("%z", "ptr"), ("%me", "i64"), *given]

    def given(self, procedure: Procedure) -> list[tuple[int, Kind]]:
        """The slots of what is given to a procedure, with the kinds of their values."""
        if procedure.role in ("action", "interrupt"):
            search = self.search_of(procedure)
            if search is None:
                return []
            kinds = zip(self.searching.slots(search), self.searching.kinds(search), strict=True)
            chosen = {choice.slot for choice in search.choices}
            window: list[tuple[int, Kind]] = [(slot, "i") for slot in range(search.given)]
            return [*window, *[(slot, kind) for slot, kind in kinds if slot in chosen]]
        number = 1 if procedure.role == "trigger" else len(procedure.parameters)
        return [(slot, "i") for slot in range(number)]

    def kinds(self, procedure: Procedure) -> list[Kind]:
        """The kinds of what is given to a procedure."""
        return [kind for _, kind in self.given(procedure)]

    def search_of(self, procedure: Procedure) -> Search | None:
        """The search for what an action or interrupt is carried out with."""
        found = [one for one in self.program.searches if one.procedure == procedure.index]
        return found[0] if found else None

    def write(self, procedure: Procedure) -> None:
        """Write the function of a procedure."""
        ahead = self.moving.memory.ahead()
        name, parameters = f"procedure_{procedure.index}", self.parameters(procedure)
        with self.code.function(name, parameters, "i64", ahead):
            _Body(self, procedure).write()


class _Body:
    """Writes one procedure."""

    def __init__(self, procedures: Procedures, procedure: Procedure) -> None:
        self._all = procedures
        self._of = procedures.of
        self._code = procedures.code
        self._moving = procedures.moving
        self._procedure = procedure
        self._layout = procedures.program.layout
        self._slots: dict[int, Slot] = {}
        self._labels: dict[int, Jump] = {}
        self._turns: list[Jump] = []
        self._kept: dict[int, tuple[machine.Register, ...]] = {}
        self._me = self._code.local("i", "%me")

    def write(self) -> None:
        """Write the whole function."""
        code, procedure = self._code, self._procedure
        for at, (slot, kind) in enumerate(self._all.given(procedure)):
            self._slots[slot] = code.local(kind, f"%p{at}")
        self._count_running(1)
        self._block(procedure.body)
        if code.is_reached:
            self._give(str(ENDED))

    def _give(self, how: str) -> None:
        """The procedure is over, in one of the ways that there are."""
        code, role = self._code, self._procedure.role
        self._count_running(-1)
        if self._all.stops and role in ("action", "interrupt"):
            if role == "interrupt":
                # Without an action that it answers, the interrupt alone is over.
                is_within = code.compare(">", self._register("acting"), "0")
                after = code.choose("i", is_within, str(ANSWERED), str(ENDED))
                is_stopped = code.compare("=", how, str(STOPPED))
                is_over = code.compare("=", how, str(ANSWERED))
                how = code.choose("i", is_over, str(ENDED), how)
                how = code.choose("i", is_stopped, after, how)
            else:
                is_over = code.compare("=", how, str(ANSWERED))
                how = code.choose("i", is_over, str(ENDED), how)
        code.give("i", how)

    def _count_running(self, more: int) -> None:
        """Count what is carried out just now, where somebody asks for it."""
        code, procedure = self._code, self._procedure
        if self._all.stops and procedure.role in ("action", "interrupt"):
            acting = code.plus(self._register("acting"), code.number(more))
            self._set_register("acting", acting)
        if procedure.index in self._all.counted:
            running, at = self._moving.part("running"), code.number(procedure.index)
            code.put(running, at, code.plus(code.at(running, at), code.number(more)))

    # -- values ------------------------------------------------------------------------------------

    @property
    def _scope(self) -> Scope:
        return Scope(self._code.read(self._me), self._read_slot)

    def _read_slot(self, number: int) -> Value:
        slot = self._slots.get(number)
        match slot:
            case Local(kind="m"):
                return Cards(self._code, self._code.read(slot))
            case Local():
                return self._code.read(slot)
            case Several():
                return Row(self._code, slot.cells, self._code.read(slot.size))
            case Sealed():
                return Few(self._code, ()) if False else _Counted(self._code, slot)
        raise NotYetError(f"slot {number}")

    def _number(self, x: ir.Expr) -> str:
        return self._of.number(x, self._scope)

    def _local(self, slot: int) -> Local:
        found = self._slots.get(slot)
        if found is None:
            found = self._slots[slot] = self._code.local("i", "0")
        assert isinstance(found, Local)
        return found

    def _register(self, name: str) -> str:
        return self._code.read(self._me) if name == "me" else self._of.register(name)

    def _set_register(self, name: str, value: str) -> None:
        code = self._code
        if name == "me":
            code.write(self._me, value)
            return
        number = code.number(self._moving.memory.register(name))
        code.put(self._moving.part("registers"), number, value)

    # -- blocks ------------------------------------------------------------------------------------

    def _block(self, block: machine.Block) -> None:
        for x in block:
            if not self._code.is_reached:
                return
            self._instruction(x)

    def _instruction(self, x: machine.Instruction) -> None:
        writer = _WRITERS.get(type(x))
        if writer is None:
            raise NotYetError(type(x).__name__)
        writer(self, x)

    def nothing(self, x: machine.Instruction) -> None:
        pass

    def branch(self, x: machine.Branch) -> None:
        (test, block), *further = x.branches
        code = self._code

        def otherwise() -> None:
            if further:
                self.branch(
                    machine.Branch(branches=tuple(further), otherwise=x.otherwise, origin=x.origin)
                )
            else:
                self._block(x.otherwise)

        code.branch(self._of.flag(test, self._scope), lambda: self._block(block), otherwise)

    def labelled(self, x: machine.Labelled) -> None:
        with self._code.block() as jump:
            self._labels[x.label] = jump
            self._block(x.body)

    def turn(self, x: machine.Turn) -> None:
        with self._code.block() as jump:
            self._turns.append(jump)
            self._labels[x.label] = jump
            self._block(x.body)
            self._turns.pop()

    def loop(self, x: machine.Loop) -> None:
        with self._code.loop() as jump:
            self._labels[x.label] = jump
            self._count_work()
            self._block(x.body)

    def _count_work(self) -> None:
        """Count a pass; a game in which there is too much to do is given up."""
        code = self._code
        work = code.plus(self._register("work"), "1")
        self._set_register("work", work)
        with code.when(code.compare(">", work, code.number(MOST_WORK))):
            self._of.give_up()
            self._give(str(GAME_OVER))

    def leave(self, x: machine.Leave) -> None:
        self._code.leave(self._labels[x.label])

    # -- names, registers, variables ---------------------------------------------------------------

    def put(self, x: machine.Put | machine.Assign) -> None:
        code = self._code
        if x.value.type.base == "collection":
            self._lay_all(x.slot, self._of.items(x.value, self._scope), x.value)
            return
        value = self._number(x.value)
        code.write(self._local(x.slot), value)

    def put_all(self, x: machine.PutAll) -> None:
        self._lay_all(x.slot, self._of.items(x.value, self._scope), x.value)

    def _lay_all(self, slot: int, items: Items, of: ir.Expr) -> None:
        code = self._code
        element = of.type.element
        is_cards = element is not None and element.base == "card"
        found = self._slots.get(slot)
        if found is None:
            # What is laid in order stays so; a slot has one form wherever it is laid into.
            if is_cards and items.is_sorted:
                found = code.local("m", "0")
            else:
                is_many = is_cards or (element is not None and element.base == "stack")
                room = self._layout.cards + 1 if is_many else max(self._layout.players, 1)
                if not is_cards and (
                    element is None or element.base not in ("player", "team", "stack")
                ):
                    raise NotYetError("a slot of other things")
                found = Several(code.array("i", room), code.local("i", "0"))
            self._slots[slot] = found
        if isinstance(found, Local):
            if not items.is_sorted:
                raise NotYetError("cards in an order")
            code.write(found, items.mask())
            return
        assert isinstance(found, Several)
        number = code.local("i", "0")

        def lay(item: str) -> None:
            at = code.read(number)
            code.put(found.cells, at, item)
            code.write(number, code.plus(at, "1"))

        items.each(lay)
        code.write(found.size, code.read(number))

    def put_tuple(self, x: machine.PutTuple) -> None:
        if not x.values:
            self._slots.setdefault(x.slot, self._sealed(x.slot))
            sealed = self._slots[x.slot]
            assert isinstance(sealed, Sealed)
            self._code.write(sealed.size, "0")
            return
        found = self._slots.get(x.slot)
        if found is None:
            found = self._slots[x.slot] = [self._code.local("i") for _ in x.values]
        assert isinstance(found, list)
        for local, value in zip(found, [self._number(value) for value in x.values], strict=True):
            self._code.write(local, value)

    def _sealed(self, slot: int) -> Sealed:
        code, players = self._code, self._layout.players
        question = next(
            one
            for one in self._all.program.questions
            if one.form == "sealed"
            and one.answers == slot
            and one.procedure == self._procedure.index
        )
        kinds = self._all.searching.kinds(self._all.program.searches[question.searches[0]])
        assert len(kinds) == len(question.slots)
        return Sealed(
            code.local("i", "0"),
            code.array("i", players),
            [code.array(kind, players) for kind in kinds],
        )

    def set_register(self, x: machine.SetRegister) -> None:
        self._set_register(x.register, self._number(x.value))

    def reverse(self, x: machine.Reverse) -> None:
        self._set_register("direction", self._code.minus("0", self._register("direction")))

    def keep(self, x: machine.Keep) -> None:
        self._kept[x.slot] = x.registers
        values = [self._register(name) for name in x.registers]
        self._slots[x.slot] = [self._code.local("i", value) for value in values]

    def restore(self, x: machine.Restore) -> None:
        kept = self._slots[x.slot]
        assert isinstance(kept, list)
        for name in x.registers:
            self._set_register(name, self._code.read(kept[self._kept[x.slot].index(name)]))

    def set_variable(self, x: machine.SetVariable) -> None:
        code = self._code
        at = self._of.variable_at(x.variable, x.holder, self._scope)
        self._change(at, self._number(x.value))
        assert code

    def _change(self, at: str, value: str) -> None:
        code, variables = self._code, self._moving.part("variables")
        with code.when(code.compare("!=", code.at(variables, at), value)):
            code.put(variables, at, value)
            self._changed()

    def _changed(self) -> None:
        if self._all.program.settle is not None:
            self._set_register("changes", self._code.plus(self._register("changes"), "1"))

    def move_tokens(self, x: machine.MoveTokens) -> None:
        code, variables = self._code, self._moving.part("variables")
        tokens = self._layout.variables[x.token]
        supply = code.number(tokens.base + tokens.holders)
        holder = code.plus(self._number(x.holder), code.number(tokens.base))
        wanted = code.larger(self._number(x.number), "0")
        source, to = (holder, supply) if x.back else (supply, holder)
        moved = code.smaller(wanted, code.at(variables, source))
        with code.when(code.compare("!=", moved, "0")):
            code.put(variables, source, code.minus(code.at(variables, source), moved))
            code.put(variables, to, code.plus(code.at(variables, to), moved))
            self._changed()

    # -- cards -------------------------------------------------------------------------------------

    def _place(self, x: ir.Expr) -> str:
        """A zone or stack to which cards go; for a stack that is gone the game is given up."""
        found = self._number(x)
        return self._of.stacks.zone(found) if x.type.base == "stack" else found

    def move(self, x: machine.Move) -> None:
        to = self._place(x.to)
        if x.to.type.base != "stack":
            self._move(x, to)
            return
        code = self._code
        is_gone = code.compare("=", to, self._of.stacks.nowhere)
        code.branch(is_gone, self._of.give_up, lambda: self._move(x, to))

    def _move(self, x: machine.Move, to: str) -> None:
        if x.place.where in ("above", "below"):
            assert x.place.number is not None
            depth = self._number(x.place.number)
            cells, number = self._noted(self._of.items(x.cards, self._scope))
            is_below = x.place.where == "below"
            self._moving.call_between(cells, number, to, depth, below=is_below)
            return
        is_top = x.place.where == "top"
        self._apart(x).each(lambda card: self._lay(card, to, is_top=is_top))

    def _apart(self, x: machine.Move) -> Items:
        """The cards as they can be gone through while they are moved."""
        items = self._of.items(x.cards, self._scope)
        name = x.to.zone if isinstance(x.to, ir.ZoneOf) else None
        zones = {
            part.zone for part in ir.walk(x.cards) if isinstance(part, ir.ZoneOf | ir.AllContents)
        }
        if isinstance(items, Few | Cards):
            return items
        if isinstance(items, Chain | Each) and name is not None and name not in zones:
            return items
        return Row(self._code, *self._noted(items))

    def _noted(self, items: Items) -> tuple[Array, str]:
        """Cards side by side, and how many they are."""
        return self._side_by_side(items, self._layout.cards + 1)

    def _side_by_side(self, items: Items, room: int) -> tuple[Array, str]:
        """Things side by side, and how many they are; none is passed over."""
        code = self._code
        cells, number = code.array("i", room), code.local("i", "0")

        def note(thing: str) -> None:
            with code.when(code.compare(">=", thing, "0")):
                at = code.read(number)
                code.put(cells, at, thing)
                code.write(number, code.plus(at, "1"))

        items.each(note)
        return cells, code.read(number)

    def _lay(self, card: str, to: str, *, is_top: bool) -> None:
        """Move a card; none is passed over."""
        code = self._code
        with code.when(code.compare(">=", card, "0")):
            if is_top:
                self._moving.call("move_card", card, to)
            else:
                self._moving.call("move_below", card, to)

    def draw(self, x: machine.Draw) -> None:
        """Card after card, with what acts before each."""
        if x.place.where not in ("top", "bottom"):
            raise NotYetError("cards put in between")
        code = self._code
        left = code.local("i", self._number(x.number))
        # The card before which something has acted already.
        tried = code.local("i", "-2")
        with code.loop() as loop:
            self._count_work()
            with code.when(code.compare("<=", code.read(left), "0")):
                code.leave(loop)
            pile = self._number(x.source)
            top = code.at(self._moving.part("top"), pile)
            is_empty = code.compare("<", top, "0")
            card = code.choose("i", is_empty, code.number(NONE), top)
            if x.triggers:
                self._set_off(pile, card, tried, loop)
            with code.when(is_empty):
                code.leave(loop)
            to = self._place(x.to)
            if x.to.type.base == "stack":
                raise NotYetError("a draw to a stack")
            if x.place.where == "top":
                with code.when(code.compare("=", pile, to)):
                    code.leave(loop)
            code.write(left, code.minus(code.read(left), "1"))
            code.write(tried, "-2")
            self._lay(card, to, is_top=x.place.where == "top")

    def _set_off(self, pile: str, card: str, tried: Local, loop: Jump) -> None:
        """What acts before a card is drawn, or where none is left; then it is looked at again."""
        code, layout = self._code, self._layout
        lines = code.table("i", layout.line)
        for zone, triggers in self._all.program.triggers.items():
            with code.when(code.compare("=", pile, code.number(zone))):
                is_new = code.compare("!=", code.read(tried), card)
                for line, number in triggers.items():

                    def is_of_line(line: int = line) -> str:
                        if line < 0:
                            return code.compare("<", card, "0")
                        return code.both(
                            code.compare(">=", card, "0"),
                            lambda: code.compare("=", code.at(lines, card), code.number(line)),
                        )

                    with code.when(code.both(is_new, is_of_line)):
                        code.write(tried, card)
                        self._carry_out(
                            self._all.program.procedures[number], [card], code.number(NONE)
                        )
                        code.again(loop)

    def move_stacks(self, x: machine.MoveStacks) -> None:
        items, to = self._of.items(x.stacks, self._scope), self._number(x.to)
        # What is gone through must stay while stacks leave it.
        room = max(self._layout.stack_places, 1)
        cells, number = self._side_by_side(items, room)
        Row(self._code, cells, number).each(
            lambda stack: self._code.call(
                "move_stack", [("%z", "ptr"), (stack, "i64"), (to, "i64")]
            )
        )

    def new_stack(self, x: machine.NewStack) -> None:
        code = self._code
        cards = [self._number(card) for card in x.cards]
        to = self._number(x.to)
        wanted = []
        for at, card in enumerate(cards):
            is_new = code.compare(">=", card, "0")
            for before in cards[:at]:
                is_new = code.both(is_new, partial(code.compare, "!=", before, card))
            wanted.append(is_new)
        some = "false"
        for flag in wanted:
            some = code.either(some, lambda flag=flag: flag)
        with code.when(some):
            stack = code.call("new_stack", [("%z", "ptr"), (to, "i64")], "i64")
            for card, flag in zip(cards, wanted, strict=True):
                with code.when(flag):
                    self._moving.call("move_card", card, stack)

    def swap(self, x: machine.Swap) -> None:
        code = self._code
        zones = [self._number(side) for side in (x.left, x.right)]
        with code.when(code.compare("!=", *zones)):
            rows = []
            for zone in zones:
                chain = Either(
                    self._moving.is_ordered(zone),
                    Chain(self._moving, zone),
                    Cards(code, code.at(self._moving.part("masks"), zone)),
                )
                rows.append(self._noted(chain))
            for (cells, number), to in zip(rows, zones[::-1], strict=True):
                Row(code, cells, number).each(
                    lambda card, to=to: self._moving.call("move_card", card, to)
                )
            self._changed()

    def shuffle(self, x: machine.Shuffle) -> None:
        self._code.call("shuffle_zone", [("%z", "ptr"), (self._number(x.zone), "i64")])

    def pick(self, x: machine.Pick) -> None:
        code = self._code
        items = self._of.items(x.domain, self._scope)
        number, slot = items.count(), self._local(x.slot)
        code.write(slot, code.number(NONE))
        with code.when(code.compare(">", number, "0")):
            stream = self._moving.memory.stream()
            drawn = code.call("below", [(stream, "ptr"), (number, "i64")], "i64")
            code.write(slot, items.nth(drawn))

    # -- telling -----------------------------------------------------------------------------------

    def telling(self, x: machine.Telling) -> None:
        self._instruction(x.does)

    # -- the order of things -----------------------------------------------------------------------

    def count_down(self, x: machine.CountDown) -> None:
        code, slot = self._code, self._local(x.slot)
        left = code.read(slot)
        with code.when(code.compare("<=", left, "0")):
            self._of.give_up()
            self._give(str(GAME_OVER))
        code.write(slot, code.minus(left, "1"))

    def pass_on(self, x: machine.PassOn) -> None:
        code, current = self._code, self._local(x.current)
        players = self._layout.players
        named = self._register("next_turn")
        is_named = code.compare("!=", named, code.number(NONE))
        moved = code.plus(code.plus(code.read(current), self._register("direction")), str(players))
        after = code.wrapped(code.wrapped(moved, players), players)
        code.write(current, code.choose("i", is_named, named, after))
        self._set_register("next_turn", code.number(NONE))

    def call(self, x: machine.Call) -> None:
        procedure = self._all.program.procedures[x.procedure]
        values = [self._of.value(item, self._scope) for item in x.arguments]
        if any(isinstance(value, Items) for value in values):
            raise NotYetError("a routine that is given a collection")
        numbers = [self._number(item) for item in x.arguments]
        self._carry_out(procedure, numbers)

    def _carry_out(self, procedure: Procedure, values: list[str], me: str | None = None) -> None:
        code = self._code
        kinds = self._all.kinds(procedure)
        given = [(value, code.types[kind]) for value, kind in zip(values, kinds, strict=True)]
        acting = code.read(self._me) if me is None else me
        how = code.call(
            f"procedure_{procedure.index}", [("%z", "ptr"), (acting, "i64"), *given], "i64"
        )
        if not procedure.may_wait:
            return
        with code.when(code.compare("!=", how, str(ENDED))):
            if self._turns:
                with code.when(code.compare("=", how, str(TURN_OVER))):
                    self._leave_turn()
            self._give(how)

    def settle(self, x: machine.Settle) -> None:
        self._settle()

    def _settle(self) -> None:
        number = self._all.program.settle
        if number is not None:
            self._carry_out(self._all.program.procedures[number], [])

    def end_turn(self, x: machine.EndTurn) -> None:
        if self._turns:
            self._leave_turn()
        else:
            self._give(str(TURN_OVER))

    def _leave_turn(self) -> None:
        """The turn is over after the standing rules, which stand in it no more."""
        turn = self._turns.pop()
        self._settle()
        if self._code.is_reached:
            self._code.leave(turn)
        self._turns.append(turn)

    def end_game(self, x: machine.EndGame) -> None:
        self._give(str(GAME_OVER))

    def stop_action(self, x: machine.StopAction) -> None:
        self._give(str(STOPPED))

    # -- asking ------------------------------------------------------------------------------------

    def ask(self, x: machine.Ask) -> None:
        question = self._all.program.questions[x.question]
        self._asking = x
        {"action": self._ask_action, "choose": self._ask_choice, "sealed": self._ask_sealed}.get(
            question.form, self._ask_window
        )(question)

    def _given_to(self, search: Search, window: Sequence[str] = ()) -> list[tuple[str, str]]:
        values: list[tuple[str, str]] = []
        for slot in self._all.searching.looks_at(search):
            found = self._slots.get(slot)
            if isinstance(found, Several):
                values += [(found.cells.place, "ptr"), (self._code.read(found.size), "i64")]
            elif isinstance(found, Local):
                values.append((self._code.read(found), self._code.types[found.kind]))
            else:
                raise NotYetError(f"slot {slot}")
        return [("%z", "ptr"), *[(value, "i64") for value in window], *values]

    def _write_search(self, search: Search) -> None:
        """Write the functions of a choice within effects, as far as slots have something."""
        forms: dict[int, Form] = {}
        for slot in self._all.searching.looks_at(search):
            found = self._slots.get(slot)
            forms[slot] = found.kind if isinstance(found, Local) and found.kind == "m" else "i"  # type: ignore[assignment]
            if isinstance(found, Several):
                forms[slot] = "row"
        self._all.searching.write_within(search, forms)

    def _total(self, search: Search, player: str, window: Sequence[str] = ()) -> str:
        state, *given = self._given_to(search, window)
        return self._code.call(f"count_{search.index}", [state, (player, "i64"), *given], "i64")

    def _take(
        self, search: Search, player: str, number: str, window: Sequence[str] = ()
    ) -> list[str]:
        """The values of an answer by its number."""
        code = self._code
        outs = [code.local(kind) for kind in self._all.searching.kinds(search)]
        state, *given = self._given_to(search, window)
        places = [(out.place, "ptr") for out in outs]
        code.call(f"nth_{search.index}", [state, (player, "i64"), *given, (number, "i64"), *places])
        return [code.read(out) for out in outs]

    def _decide(self, player: str, total: str) -> str:
        """Somebody answers: by chance."""
        code = self._code
        self._set_register("work", "0")
        return code.call("decide", [("%z", "ptr"), (player, "i64"), (total, "i64")], "i64")

    def _ask_action(self, question: Question) -> None:
        code, program = self._code, self._all.program
        searches = [program.searches[number] for number in question.searches]
        player = self._number(question.player)
        totals = [self._total(search, player) for search in searches]
        total = "0"
        for number in totals:
            total = code.plus(number, total)

        def decide() -> None:
            left = code.local("i", self._decide(player, total))
            with code.block() as done:
                for search, number in zip(searches, totals, strict=True):
                    now = code.read(left)
                    is_last = search is searches[-1]
                    flag = "true" if is_last else code.compare("<", now, number)
                    with code.when(flag):
                        self._act(search, player, now)
                        code.leave(done)
                    code.write(left, code.minus(now, number))

        def otherwise() -> None:
            if question.last is None:
                return
            last = program.searches[question.last]
            rest = self._total(last, player)
            with code.when(code.compare("!=", rest, "0")):
                self._act(last, player, self._decide(player, rest))

        code.branch(code.compare("!=", total, "0"), decide, otherwise)

    def _act(self, search: Search, player: str, number: str, given: Sequence[str] = ()) -> None:
        chosen = {choice.slot for choice in search.choices}
        taken = zip(
            self._all.searching.slots(search),
            self._take(search, player, number, given),
            strict=True,
        )
        values = [*given, *[value for slot, value in taken if slot in chosen]]
        self._carry_out(self._all.program.procedures[search.procedure], values, player)

    def _ask_one(
        self, question: Question, take: Callable[[list[str]], None], nothing: Callable[[], None]
    ) -> None:
        """Ask for a choice within effects, unless there is nothing to answer, or nothing to ask."""
        code = self._code
        search = self._all.program.searches[question.searches[0]]
        self._write_search(search)
        player = self._number(question.player)
        total = self._total(search, player)

        def ask() -> None:
            take(self._take(search, player, self._decide(player, total)))

        def some() -> None:
            if not search.unless_forced:
                ask()
                return
            is_one = code.compare("=", total, "1")
            forced = code.both(is_one, lambda: self._is_forced(search, player))
            code.branch(forced, lambda: take(self._take(search, player, "0")), ask)

        def none() -> None:
            if question.candidates is not None:
                # Whoever were not asked would show that nothing fits.
                cards = self._of.items(question.candidates, self._scope)
                with code.when(cards.until(self._all.seeing.is_hidden)):
                    self._decide(player, "1")
            nothing()

        code.branch(code.compare("!=", total, "0"), some, none)

    def _is_forced(self, search: Search, player: str) -> str:
        """Whether all can see that there is just this one answer."""
        code = self._code
        hidden = "false"
        for choice, value in zip(search.choices, self._take(search, player, "0"), strict=True):
            if choice.type.base == "card":
                hidden = code.either(hidden, lambda card=value: self._all.seeing.is_hidden(card))
            elif choice.type.has_cards:
                cards = Cards(code, value)
                hidden = code.either(
                    hidden, lambda cards=cards: cards.until(self._all.seeing.is_hidden)
                )
        if any(choice.type.base != "card" and choice.type.has_cards for choice in search.choices):
            return code.no(hidden)
        if not any(choice.type.has_cards for choice in search.choices):
            return "true"
        state, *given = self._given_to(search)
        return code.either(
            code.no(hidden),
            lambda: code.compare(
                "=",
                code.call(f"twins_{search.index}", [state, (player, "i64"), *given], "i64"),
                "1",
            ),
        )

    def _ask_choice(self, question: Question) -> None:
        code = self._code
        search = self._all.program.searches[question.searches[0]]
        (slot,) = question.slots
        kind = self._all.searching.kinds(search)[0]
        local = self._slots.get(slot)
        if local is None:
            local = self._slots[slot] = code.local(kind)
        assert isinstance(local, Local)
        nothing = code.none if kind == "m" else code.number(NONE)
        self._ask_one(
            question,
            lambda values: code.write(local, values[0]),
            lambda: code.write(local, nothing),
        )

    def _ask_sealed(self, question: Question) -> None:
        code = self._code
        assert question.answers is not None
        sealed = self._slots[question.answers]
        assert isinstance(sealed, Sealed)
        at = code.read(sealed.size)

        def take(values: list[str]) -> None:
            code.put(sealed.given, at, "1")
            for array, value in zip(sealed.values, values, strict=True):
                code.put(array, at, value)

        self._ask_one(question, take, lambda: code.put(sealed.given, at, "0"))
        code.write(sealed.size, code.plus(at, "1"))

    def unpack(self, x: machine.Unpack) -> None:
        code = self._code
        sealed = self._slots[x.answers]
        assert isinstance(sealed, Sealed)
        position = self._local(x.position)
        at = code.read(position)
        code.write(position, code.plus(at, "1"))
        with code.when(code.compare("=", code.at(sealed.given, at), "0")):
            code.again(self._labels[x.label])
        for slot, array in zip(x.slots, sealed.values, strict=True):
            local = self._slots.get(slot)
            if local is None:
                local = self._slots[slot] = code.local(array.kind)
            assert isinstance(local, Local)
            code.write(local, code.at(array, at))

    def _ask_window(self, question: Question) -> None:
        """An interrupt, or to pass; it is asked on grounds that all see."""
        code, program = self._code, self._all.program
        assert question.arguments is not None
        x = self._asking
        assert x.position is not None
        assert x.uninterrupted is not None
        position, again = self._local(x.position), self._labels[x.uninterrupted]
        player = self._number(question.player)
        code.write(position, code.plus(code.read(position), "1"))
        with code.when(code.no(self._may_interrupt(question, player))):
            code.again(again)
        window = self._slots[question.arguments]
        assert isinstance(window, list)
        given = [code.read(value) for value in window]
        searches = [program.searches[number] for number in question.searches]
        totals = [self._total(search, player, given) for search in searches]
        total = "1"
        for number in totals:
            total = code.plus(number, total)
        left = code.local("i", self._decide(player, total))
        with code.block() as done:
            for search, number in zip(searches, totals, strict=True):
                now = code.read(left)
                with code.when(code.compare("<", now, number)):
                    self._act(search, player, now, given)
                    code.leave(done)
                code.write(left, code.minus(now, number))
            code.again(again)

    def _may_interrupt(self, question: Question, player: str) -> str:
        code = self._code
        if not question.searches:
            return "false"
        if question.grounds is None:
            return "true"
        found = "false"
        for seat, zones in enumerate(question.grounds):
            for zone in zones:
                number = code.number(zone)
                holds = partial(self._some_in, zone)
                is_it = code.compare("=", player, str(seat))
                found = code.either(found, lambda it=is_it, holds=holds: code.both(it, holds))
                assert number
        return found

    def _some_in(self, zone: int) -> str:
        code, number = self._code, self._code.number(zone)
        if self._layout.ordered[zone]:
            return code.compare("!=", code.at(self._moving.part("count"), number), "0")
        return code.some(code.at(self._moving.part("masks"), number))


class _Counted(Items):
    """Answers under seal, of which only their number is looked at."""

    def __init__(self, code: Code, sealed: Sealed) -> None:
        super().__init__(code)
        self._sealed = sealed

    def count(self) -> str:
        return self.code.read(self._sealed.size)


_WRITERS: Mapping[type[machine.Instruction], Callable[[_Body, Any], None]] = {
    machine.Assign: _Body.put,
    machine.Put: _Body.put,
    machine.PutAll: _Body.put_all,
    machine.PutTuple: _Body.put_tuple,
    machine.SetRegister: _Body.set_register,
    machine.Reverse: _Body.reverse,
    machine.Keep: _Body.keep,
    machine.Restore: _Body.restore,
    machine.SetVariable: _Body.set_variable,
    machine.MoveTokens: _Body.move_tokens,
    machine.Move: _Body.move,
    machine.Draw: _Body.draw,
    machine.Shuffle: _Body.shuffle,
    machine.MoveStacks: _Body.move_stacks,
    machine.NewStack: _Body.new_stack,
    machine.Swap: _Body.swap,
    machine.Pick: _Body.pick,
    machine.Reveal: _Body.nothing,
    machine.Forget: _Body.nothing,
    machine.Announce: _Body.nothing,
    machine.Say: _Body.nothing,
    machine.SayWhy: _Body.nothing,
    machine.Telling: _Body.telling,
    machine.Branch: _Body.branch,
    machine.Labelled: _Body.labelled,
    machine.Turn: _Body.turn,
    machine.Loop: _Body.loop,
    machine.Leave: _Body.leave,
    machine.CountDown: _Body.count_down,
    machine.Watch: _Body.nothing,
    machine.Call: _Body.call,
    machine.Settle: _Body.settle,
    machine.StopAction: _Body.stop_action,
    machine.EndTurn: _Body.end_turn,
    machine.EndGame: _Body.end_game,
    machine.PassOn: _Body.pass_on,
    machine.Ask: _Body.ask,
    machine.Unpack: _Body.unpack,
}
