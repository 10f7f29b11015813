"""The procedures of a program as source of Python functions.

A procedure is cut into parts where it can wait: what lies between two waits is one function, with
loops and branches of its own. A part takes the state and the frame and gives the number of the part
that goes on, or one of the codes of `cardrules.engine.program`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import attrs

from cardrules.engine import events
from cardrules.engine.frames import frame_slot
from cardrules.engine.lowering.program import waits
from cardrules.engine.making import Making
from cardrules.engine.program import GAME_END, SWITCH
from cardrules.engine.source.writer import Spelling, spending
from cardrules.engine.work import STATEMENT
from cardrules.machine import code
from cardrules.machine.program import Procedure, Program, Question
from cardrules.model import ir
from cardrules.model.types import CARDS, SETS
from cardrules.plain import PlainInOrder, replaced

# Python takes twenty loops in each other, and a hundred levels of indentation.
_MOST_LOOPS = 12
_MOST_LEVELS = 60

_COUNTED = (
    code.Assign,
    code.SetVariable,
    code.MoveTokens,
    code.Move,
    code.MoveStacks,
    code.NewStack,
    code.Draw,
    code.Shuffle,
    code.Swap,
    code.Reveal,
    code.Pick,
    code.Say,
    code.Branch,
    code.Call,
    code.Ask,
    code.Settle,
    code.StopAction,
    code.EndTurn,
    code.EndGame,
    code.PassOn,
    code.Watch,
)


@attrs.define
class Label:
    """Where a label leads: to parts, or out of a loop of the part that is being written."""

    end: int = -1
    begin: int = -1
    level: int = 0


class WaitAt(PlainInOrder):
    """A wait: the part that goes on, the procedures that can be carried out there, the site."""

    part: int
    above: tuple[int, ...] = ()
    site: int | None = None


@attrs.define
class Run:
    """Instructions that are carried out one after the other: their work is counted at once."""

    lines: list[str]
    at: int
    indent: str
    mark: str = ""
    steps: int = 0


class Names:
    """What generated source needs besides, by names made of numbers."""

    def __init__(self) -> None:
        self.known: dict[str, Any] = {}
        # What can be made only when all functions exist.
        self.later: dict[str, Callable[[], Any]] = {}

    def give(self, word: str, what: Any) -> str:
        """The name of something."""
        name = f"{word}_{len(self.known)}"
        self.known[name] = what
        return name

    def give_later(self, word: str, make: Callable[[], Any]) -> str:
        """The name of what is made when all functions exist."""
        name = f"{word}_made_{len(self.later)}"
        self.later[name] = make
        return name


class PartWriter:
    """Writes the parts of one procedure."""

    def __init__(
        self,
        program: Program,
        procedure: Procedure,
        builder: Making,
        names: Names,
    ) -> None:
        self._program = program
        self._procedure = procedure
        self._builder = builder
        self._emitter = builder.generated.emitter
        self._names = names
        self._waiting = {item.index for item in program.procedures if item.may_wait}
        self.parts: list[list[str]] = [[]]
        self._lines = self.parts[0]
        self._depth = 1
        self._loops = 0
        self._is_dead = False
        self._labels: dict[int, Label] = {}
        self._kept: dict[int, tuple[code.Register, ...]] = {}
        self._run: Run | None = None
        self._turns: list[int] = []
        self._temporaries = 0
        # For each wait within a turn that of the turn.
        self.ends_of_turns: dict[int, int] = {}
        # What goes on behind each wait.
        self.waits: dict[int, WaitAt] = {}
        # What repeats what is being written, innermost last.
        self._repeating: list[str] = [""]
        self._looked = builder.codes[procedure.index].looked

    def write(self) -> None:
        """Write all parts."""
        self._block(self._procedure.body)
        if not self._is_dead:
            self._end_run()
            self._add(f"s.frames.pop()\nreturn {SWITCH} if s.frames else {GAME_END}")

    # -- lines -------------------------------------------------------------------------------------

    def _add(self, text: str, origin: ir.Origin | None = None) -> None:
        indent = "    " * self._depth
        mark = "" if origin is None else self._mark(origin)
        self._lines += [f"{indent}{line}{mark}" for line in text.split("\n")]

    def _mark(self, origin: ir.Origin) -> str:
        return self._emitter.mark(origin, self._repeating[-1])

    def _count(self, steps: int, origin: ir.Origin) -> None:
        """Count work at the head of the instructions that are being written."""
        if self._run is None:
            self._run = Run(self._lines, len(self._lines), "    " * self._depth)
            self._lines.append("")
        if steps and not self._run.steps:
            self._run.mark = self._mark(origin)
        self._run.steps += steps

    def _end_run(self) -> None:
        """What comes next is counted by itself."""
        run, self._run = self._run, None
        if run is not None and run.steps:
            lines = [line.removeprefix("    ") for line in spending(run.steps).split("\n")]
            run.lines[run.at] = "\n".join(f"{run.indent}{line}{run.mark}" for line in lines)

    def _value(self, x: ir.Expr, origin: ir.Origin) -> str:
        source, steps = self._emitter.apart(x, Spelling())
        self._count(steps, origin)
        return source

    def _temporary(self) -> str:
        self._temporaries += 1
        return f"t{self._temporaries}"

    # -- parts -------------------------------------------------------------------------------------

    def _new(self) -> int:
        self.parts.append([])
        return len(self.parts) - 1

    def _go(self, part: int) -> None:
        self._end_run()
        if not self._is_dead:
            self._add(f"return {part}")
        self._is_dead = True

    def _begin(self, part: int) -> None:
        self._end_run()
        self._lines, self._depth, self._is_dead = self.parts[part], 1, False

    def _place_of(self, wait: int) -> int:
        """What a frame says that stands there."""
        return self._procedure.waits[wait].number

    def _standing(self, wait: int) -> str:
        """The line that notes where the procedure stands while another is carried out.

        What is carried out does not wait; but a position within it is another one if something else
        comes behind it.
        """
        return f"f[1] = {self._place_of(wait)}"

    def _wait_at(self, part: int, wait: int, *above: int, site: int | None = None) -> None:
        self.waits[wait] = WaitAt(part, above, site)
        if self._turns:
            self.ends_of_turns[wait] = self._turns[-1]

    # -- blocks ------------------------------------------------------------------------------------

    def _block(self, block: code.Block) -> None:
        for item in block:
            if self._is_dead:
                return
            if isinstance(item, _COUNTED):
                self._count(STATEMENT, item.origin)
            if self._needs_parts(item):
                _WAITING[type(item)](self, item)
            else:
                _WRITERS[type(item)](self, item)

    def _needs_parts(self, item: code.Instruction) -> bool:
        return any(
            waits(one, self._waiting, self._program.settle) and not _leaves(one)
            for one in code.instructions((item,))
        ) or (self._loops == 0 and _is_too_deep(item))

    def _inner(self, block: code.Block) -> None:
        """A block further inside; nothing goes on behind a jump."""
        self._end_run()
        self._depth += 1
        size = len(self._lines)
        self._block(block)
        self._end_run()
        if not any(line.strip() for line in self._lines[size:]):
            self._add("pass")
        self._depth -= 1
        self._is_dead = False

    def branch(self, x: code.Branch) -> None:
        """The first block whose test holds, within a part."""
        (test, block), *further = x.branches
        source = self._value(test, x.origin)
        # A further test is worked out, and counts, only where those before it have failed.
        rest = (replaced(x, branches=tuple(further)),) if further else x.otherwise
        self._end_run()
        if not block and not further:
            source, block, rest = f"not ({source})", x.otherwise, ()
        self._add(f"if {source}:", x.origin)
        self._inner(block)
        if rest:
            self._add("else:")
            self._inner(rest)

    def branch_in_parts(self, x: code.Branch) -> None:
        """The same with blocks that can wait, or very many of them."""
        end = self._new()
        for number, (test, block) in enumerate(x.branches, 1):
            source = self._value(test, x.origin)
            self._end_run()
            is_last = number == len(x.branches) and not x.otherwise
            other = end if is_last else self._new()
            self._add(f"if not ({source}):", x.origin)
            self._add(f"    return {other}")
            self._block(block)
            self._go(end)
            self._begin(other)
        if x.otherwise:
            self._block(x.otherwise)
            self._go(end)
            self._begin(end)

    def loop(self, x: code.Loop) -> None:
        """A loop within a part."""
        self._repeating.append(x.of)
        self._wrapped(x.label, x.body, again=True)
        self._repeating.pop()

    def labelled(self, x: code.Labelled) -> None:
        """A block that can be left, within a part."""
        if any(isinstance(one, code.Leave) and one.label == x.label
               for one in code.instructions(x.body)):  # fmt: skip
            self._wrapped(x.label, x.body, again=False)
        else:
            self._block(x.body)

    def _wrapped(self, label: int, body: code.Block, *, again: bool) -> None:
        self._end_run()
        self._loops += 1
        self._labels[label] = Label(level=self._loops)
        jumps = (one for one in code.instructions(body) if isinstance(one, code.Leave))
        far = any(self._is_further(one.label) for one in jumps)
        if far:
            self._add("out = None")
        self._add("while True:")
        self._depth += 1
        self._block(body)
        self._end_run()
        if not again and not self._is_dead:
            self._add("break")
        self._is_dead = False
        self._depth -= 1
        self._loops -= 1
        if far:
            self._go_further()

    def _is_further(self, label: int) -> bool:
        found = self._labels.get(label)
        return found is not None and 0 < found.level < self._loops

    def _go_further(self) -> None:
        """Behind a loop that was left for one around it."""
        here = self._loops
        self._add("if out is not None:")
        self._depth += 1
        self._add(f"if out == {here}:\n    out = None\nbreak")
        self._depth -= 1

    def loop_in_parts(self, x: code.Loop) -> None:
        """A loop that can wait."""
        begin, end = self._new(), self._new()
        self._labels[x.label] = Label(end=end, begin=begin)
        self._go(begin)
        self._begin(begin)
        self._repeating.append(x.of)
        self._block(x.body)
        self._repeating.pop()
        self._go(begin)
        self._begin(end)

    def labelled_in_parts(self, x: code.Labelled) -> None:
        """A block that can be left and can wait."""
        end = self._new()
        self._labels[x.label] = Label(end=end)
        if isinstance(x, code.Turn):
            self._turns.append(x.wait)
        self._block(x.body)
        if isinstance(x, code.Turn):
            self._turns.pop()
            above = () if self._program.settle is None else (self._program.settle,)
            self._wait_at(end, x.wait, *above)
        self._go(end)
        self._begin(end)

    def leave(self, x: code.Leave) -> None:
        """Out of a loop or block."""
        found = self._labels[x.label]
        self._end_run()
        if found.level == 0:
            self._add(f"return {found.end}")
        elif found.level == self._loops:
            self._add("break")
        else:
            self._add(f"out = {found.level}\nbreak")
        self._is_dead = True

    # -- names, registers, variables ---------------------------------------------------------------

    def assign(self, x: code.Assign) -> None:
        """A value into the slot of a name."""
        source = self._named(x.value, x.beside, x.origin)
        if x.value.type.base == "collection":
            source = f"{'sets_as_data' if x.value.type.required() == SETS else 'listed'}({source})"
        self._add(f"{frame_slot(x.slot)} = {source}", x.origin)

    def _named(self, value: ir.Expr, beside: int | None, origin: ir.Origin) -> str:
        """A value; where something is kept beside its name, a function that keeps it."""
        if beside is None:
            return self._value(value, origin)
        get = self._builder.speaking.keeping(value, self._looked, beside)
        return f"{self._names.give_later('KEEPING', get)}(s, f)"

    def put(self, x: code.Put) -> None:
        """A value of the machine's own."""
        self._add(f"{frame_slot(x.slot)} = {self._value(x.value, x.origin)}", x.origin)

    def put_all(self, x: code.PutAll) -> None:
        """All things of a collection."""
        source = self._named(x.value, x.beside, x.origin)
        self._add(f"{frame_slot(x.slot)} = tuple(all_of(s, {source}))", x.origin)

    def put_tuple(self, x: code.PutTuple) -> None:
        """Several values."""
        values = "".join(f"{self._value(value, x.origin)}, " for value in x.values)
        self._add(f"{frame_slot(x.slot)} = ({values})", x.origin)

    def set_register(self, x: code.SetRegister) -> None:
        """A register."""
        self._add(f"{_register(x.register)} = {self._value(x.value, x.origin)}", x.origin)

    def reverse(self, x: code.Reverse) -> None:
        """The other direction."""
        self._add("s.direction = -s.direction")

    def keep(self, x: code.Keep) -> None:
        """Registers into a slot."""
        self._kept[x.slot] = x.registers
        self._add(f"{frame_slot(x.slot)} = {', '.join(map(_register, x.registers))}")

    def restore(self, x: code.Restore) -> None:
        """Registers as they were."""
        kept = self._kept[x.slot]
        if x.registers == kept:
            self._add(f"{', '.join(map(_register, kept))} = {frame_slot(x.slot)}")
            return
        for register in x.registers:
            self._add(f"{_register(register)} = {frame_slot(x.slot)}[{kept.index(register)}]")

    def set_variable(self, x: code.SetVariable) -> None:
        """A variable."""
        holder = "0" if x.holder is None else self._value(x.holder, x.origin)
        value = self._value(x.value, x.origin)
        setter = self._names.give("SET", self._builder.doing.variable(x))
        self._add(f"{setter}(s, {holder}, {value})", x.origin)

    def move_tokens(self, x: code.MoveTokens) -> None:
        """Tokens."""
        holder, number = self._value(x.holder, x.origin), self._value(x.number, x.origin)
        target = self._names.give("TOKEN", self._builder.doing.token(x))
        self._add(f"move_tokens(s, {holder}, {number}, {target})", x.origin)

    # -- cards -------------------------------------------------------------------------------------

    def _cause(self, x: code.Instruction) -> str:
        return self._names.give("CAUSE", x.origin)

    def move(self, x: code.Move) -> None:
        """Cards to a zone."""
        cards, to = self._value(x.cards, x.origin), self._value(x.to, x.origin)
        place = self._place(x.place, x.origin)
        self._add(f"move(s, {cards}, {to}, {place}, {self._cause(x)})", x.origin)

    def _place(self, place: ir.Place, origin: ir.Origin) -> str:
        depth = "0" if place.number is None else self._value(place.number, origin)
        return f"{place.where.upper()}, {depth}"

    def move_stacks(self, x: code.MoveStacks) -> None:
        """Stacks to another zone."""
        stacks, to = self._value(x.stacks, x.origin), self._value(x.to, x.origin)
        self._add(f"move_stacks(s, {stacks}, {to}, {self._cause(x)})", x.origin)

    def new_stack(self, x: code.NewStack) -> None:
        """A new stack."""
        cards = "".join(
            f"{'*' if part.type == CARDS else ''}{self._value(part, x.origin)}, "
            for part in x.cards
        )
        to = self._value(x.to, x.origin)
        self._add(f"new_stack(s, ({cards}), {to}, {self._cause(x)})", x.origin)

    def shuffle(self, x: code.Shuffle) -> None:
        """A chance event."""
        zone = self._value(x.zone, x.origin)
        self._add(f"shuffle(s, {zone}, {self._cause(x)})", x.origin)

    def swap(self, x: code.Swap) -> None:
        """Two zones."""
        left, right = self._value(x.left, x.origin), self._value(x.right, x.origin)
        self._add(f"swap(s, {left}, {right}, {self._cause(x)})", x.origin)

    def reveal(self, x: code.Reveal) -> None:
        """Faces."""
        to = "None" if x.to is None else self._value(x.to, x.origin)
        cards = self._value(x.cards, x.origin)
        self._add(f"reveal(s, {cards}, {to}, {self._cause(x)})", x.origin)

    def pick(self, x: code.Pick) -> None:
        """A chance event."""
        domain = self._value(x.domain, x.origin)
        what = self._names.give("PICK", x)
        self._add(f"{frame_slot(x.slot)} = pick(s, {domain}, {what})", x.origin)

    def forget(self, x: code.Forget) -> None:
        """Nothing shown is followed any more."""
        self._add("s.shown = ()")

    def draw(self, x: code.Draw) -> None:
        """Cards from a pile."""
        if not x.triggers:
            self._draw_freely(x)
            return
        self._add(f"{frame_slot(x.left)} = {self._value(x.number, x.origin)}", x.origin)
        self._add(f"{frame_slot(x.tried)} = -2")
        self._draw_on(x, f"{self._standing(x.wait)}\nperform(s, acting, NONE, (card,))\ncontinue")

    def draw_in_parts(self, x: code.Draw) -> None:
        """The same, with triggers that can wait."""
        self._add(f"{frame_slot(x.left)} = {self._value(x.number, x.origin)}", x.origin)
        self._add(f"{frame_slot(x.tried)} = -2")
        part = self._new()
        self._wait_at(part, x.wait, *x.triggers)
        self._go(part)
        self._begin(part)
        self.draw_again(x, "")

    def draw_again(self, x: code.Draw, on_wait: str) -> None:
        """Draw on; a trigger is carried out, and then this part again."""
        lines = [self._standing(x.wait), "call(s, acting, NONE, (card,))", "return -1"]
        self._draw_on(x, "\n".join([*([on_wait] if on_wait else []), *lines]))

    def _draw_freely(self, x: code.Draw) -> None:
        left, pile, taken, to = (self._temporary() for _ in range(4))
        self._add(f"{left} = {self._value(x.number, x.origin)}", x.origin)
        self._end_run()
        self._add(f"if {left} > 0:")
        self._depth += 1
        self._add(f"{pile} = {self._value(x.source, x.origin)}", x.origin)
        self._take(x, left, pile, taken, to)
        self._end_run()
        self._depth -= 1

    def _take(self, x: code.Draw, left: str, pile: str, taken: str, to: str) -> None:
        """As many cards as there are and are wanted; none that would come back to be drawn."""
        self._add(f"{taken} = s.zones[{pile}][: -{left} - 1 : -1]")
        self._add(f"{to} = {self._value(x.to, x.origin)}", x.origin)
        comes_back = f" and {pile} != {to}" if x.place.where == "top" else ""
        self._end_run()
        self._add(f"if {taken}{comes_back}:")
        self._depth += 1
        place = self._place(x.place, x.origin)
        self._add(f"move(s, {taken}, {to}, {place}, {self._cause(x)})", x.origin)
        self._end_run()
        self._depth -= 1

    def _draw_on(self, x: code.Draw, trigger: str) -> None:
        """Card after card, with what acts before each."""
        self._end_run()
        left, tried = frame_slot(x.left), frame_slot(x.tried)
        self._add(f"while {left} > 0:")
        self._depth += 1
        self._loops += 1
        self._add(f"pile = {self._value(x.source, x.origin)}", x.origin)
        self._add("triggers = TRIGGERS.get(pile)\ncards = s.zones[pile]")
        self._end_run()
        self._add("if triggers is None:")
        self._depth += 1
        self._take(x, left, "pile", "taken", "to")
        self._add("break")
        self._depth -= 1
        self._add("card = cards[-1] if cards else NONE")
        self._add("acting = triggers.get(LINE[card] if cards else -1)")
        self._add(f"if acting is not None and {tried} != card:")
        self._depth += 1
        self._add(f"{tried} = card")
        self._add(trigger)
        self._depth -= 1
        self._add("if not cards:\n    break")
        self._add(f"to = {self._value(x.to, x.origin)}", x.origin)
        self._end_run()
        if x.place.where == "top":
            self._add("if pile == to:\n    break")
        self._add(f"taken = free_of_triggers(cards, {left}, triggers, LINE)")
        self._count(STATEMENT, x.origin)
        place = self._place(x.place, x.origin)
        self._add(f"move(s, taken, to, {place}, {self._cause(x)})", x.origin)
        self._add(f"{left} -= len(taken)")
        self._add(f"{tried} = -2")
        self._end_run()
        self._loops -= 1
        self._depth -= 1

    # -- what is told ------------------------------------------------------------------------------

    def announce(self, x: code.Announce) -> None:
        """The course of the game."""
        cause = self._cause(x)
        told = {
            "turn": f"made(TurnBegan, ({cause}, s.turn, f[2]))",
            "round": f"RoundBegan({cause}, s.round)",
            "phase": f"PhaseBegan({cause}, {self._names.give('NAME', x.name)})",
        }[x.event]
        self._add(f"happened(s, {told})")

    def say(self, x: code.Say) -> None:
        """A sentence."""
        say = self._names.give_later(
            "SAY", self._builder.speaking.sentence(x.sentence, self._looked)
        )
        unheard = self._names.give("EVENT", events.Said(x.origin, ()))
        self._add(f"{say}.said(s, f, {unheard})", x.origin)

    def say_why(self, x: code.SayWhy) -> None:
        """The sentence of a line."""
        told = self._names.give("EVENT", events.Said(x.origin, (x.origin.sentence,)))
        self._add(f"happened(s, {told})")

    def telling(self, x: code.Telling) -> None:
        """What was done, and a sentence of it."""
        before, tell = self._temporary(), self._tell(x)
        told = f"{tell}(s, f, {before}, True)"
        self._add(f"{before} = len(s.events)")
        if isinstance(x.does, code.StopAction):
            self._stop_action(x.does, told)
            return
        _WRITERS[type(x.does)](self, x.does)
        self._add(told, x.origin)

    def telling_in_parts(self, x: code.Telling) -> None:
        """The same, of drawing that can wait: what was drawn before is told with the rest."""
        assert isinstance(x.does, code.Draw)
        before, tell, part = self._temporary(), self._tell(x), self._new()
        draw = x.does
        self._add(f"{frame_slot(draw.left)} = {self._value(draw.number, x.origin)}", x.origin)
        self._add(f"{frame_slot(draw.tried)} = -2")
        self._wait_at(part, draw.wait, *draw.triggers)
        self._go(part)
        self._begin(part)
        self._add(f"{before} = len(s.events)")
        self.draw_again(draw, f"{tell}(s, f, {before}, False)")
        self._add(f"{tell}(s, f, {before}, True)", x.origin)

    def _tell(self, x: code.Telling) -> str:
        return self._names.give_later("TELL", self._builder.speaking.telling(x, self._looked))

    def count(self, x: code.Count) -> None:
        """One more in the tally."""
        number = str(x.numbers[0])
        if x.card is not None:
            number = f"{self._names.give('NUMBERS', x.numbers)}[LINE[{frame_slot(x.card)}]]"
        self._add(f"COUNTS[{number}] += 1", x.origin)
        if x.notes:
            self._add("NOTE(s)")

    # -- the order of things -----------------------------------------------------------------------

    def count_down(self, x: code.CountDown) -> None:
        """One pass less."""
        cause = self._cause(x)
        self._add(f"if {frame_slot(x.slot)} <= 0:\n    raise CutOffError({cause}, {x.most})")
        self._add(f"{frame_slot(x.slot)} -= 1")

    def watch(self, x: code.Watch) -> None:
        """Whether the position was there."""
        self._add(f"watch(s, {x.place})", x.origin)

    def pass_on(self, x: code.PassOn) -> None:
        """Whose turn is next."""
        current = frame_slot(x.current)
        self._add("if s.next_turn != NONE:")
        self._add(f"    {current}, s.next_turn = s.next_turn, NONE")
        self._add(f"else:\n    {current} = ({current} + s.direction) % PLAYERS")

    def call(self, x: code.Call) -> None:
        """A procedure that does not wait."""
        self._carry_out(x.procedure, x.wait, x.origin, self._given(x), x.beside)

    def _carry_out(
        self,
        number: int,
        wait: int,
        origin: ir.Origin,
        given: tuple[str, ...] = (),
        beside: tuple[int | None, ...] = (),
    ) -> None:
        """Carry out another procedure to its end; one that has just one part is called at once."""
        self._add(self._standing(wait))
        if any(at is not None for at in beside) or self._is_of_parts(number):
            values = "".join(f"{value}, " for value in given)
            self._add(f"perform(s, {number}, f[2], ({values}), {beside!r})", origin)
            return
        frame = self._temporary()
        self._add(f"{frame} = {self._frame(number, given)}", origin)
        self._add(f"s.frames.append({frame})\npart_{number}_0(s, {frame})", origin)

    def _is_of_parts(self, number: int) -> bool:
        return any(map(_is_too_deep, self._program.procedures[number].body))

    def _frame(self, number: int, given: tuple[str, ...] = ()) -> str:
        """The frame of a procedure that begins."""
        spare = len(self._program.procedures[number].slots) - len(given)
        return f"[{', '.join([str(number), '0', 'f[2]', *given, *['0'] * spare])}]"

    def call_in_parts(self, x: code.Call) -> None:
        """A procedure that can wait."""
        part = self._new()
        given = self._given(x)
        self._end_run()
        self._wait_at(part, x.wait, x.procedure)
        self._add(self._standing(x.wait))
        if any(at is not None for at in x.beside):
            values = "".join(f"{value}, " for value in given)
            self._add(f"call(s, {x.procedure}, f[2], ({values}), {x.beside!r})")
        else:
            self._add(f"s.frames.append({self._frame(x.procedure, given)})")
        self._add(f"return {SWITCH}")
        self._begin(part)

    def _given(self, x: code.Call) -> tuple[str, ...]:
        """The arguments, each with what is kept beside its name, if something is."""
        values = []
        for value, at in zip(x.arguments, x.beside or (None,) * len(x.arguments), strict=True):
            if at is None:
                values.append(self._value(value, x.origin))
            else:
                noted = self._builder.speaking.noted(value, self._looked)
                values.append(f"{self._names.give_later('NOTED', noted)}(s, f)")
        return tuple(values)

    def settle(self, x: code.Settle) -> None:
        """The standing rules, where they do not wait."""
        assert self._program.settle is not None
        self._carry_out(self._program.settle, x.wait, x.origin)

    def settle_in_parts(self, x: code.Settle) -> None:
        """The standing rules."""
        assert self._program.settle is not None
        part = self._new()
        self._end_run()
        self._wait_at(part, x.wait, self._program.settle)
        self._add(self._standing(x.wait))
        self._add(f"s.frames.append({self._frame(self._program.settle)})\nreturn {SWITCH}")
        self._begin(part)

    def stop_action(self, x: code.StopAction) -> None:
        """The end of what is answered."""
        self._stop_action(x)

    def _stop_action(self, x: code.StopAction, told: str = "pass") -> None:
        self._add(f"stop_action(s, {self._cause(x)})\n{told}\nreturn -1", x.origin)
        self._is_dead = True

    def end_turn(self, x: code.EndTurn) -> None:
        """The end of the turn around this procedure."""
        self._add("return end_turn(s)", x.origin)
        self._is_dead = True

    def end_game(self, x: code.EndGame) -> None:
        """The end."""
        self._add(f"s.frames.clear()\nreturn {GAME_END}")
        self._is_dead = True

    # -- asking ------------------------------------------------------------------------------------

    def ask_in_parts(self, x: code.Ask) -> None:
        """A question."""
        part = self._new()
        question = self._program.questions[x.question]
        passed = -1 if x.uninterrupted is None else self._labels[x.uninterrupted].begin
        player = self._value(question.player, x.origin)
        self._end_run()
        above = [self._program.searches[number].procedure for number in _searches(question)]
        carried_out = [number for number in above if number >= 0]
        self._wait_at(part, x.wait, *carried_out, site=x.question)
        self._builder.sites[x.question].place(self._place_of(x.wait), part, passed)
        arrive = self._names.give("ARRIVE", self._builder.sites[x.question].arrive)
        self._add(f"return {arrive}(s, f, {player})", x.origin)
        self._begin(part)

    def unpack(self, x: code.Unpack) -> None:
        """An answer under seal."""
        position, names = frame_slot(x.position), ", ".join(map(frame_slot, x.slots))
        self._add(f"answer = {frame_slot(x.answers)}[{position}]\n{position} += 1")
        self._end_run()
        self._add("if answer.count(NONE) >= len(answer):")
        self._depth += 1
        found = self._labels[x.label]
        self._add(f"return {found.begin}" if found.level == 0 else "continue")
        self._depth -= 1
        self._add(f"{names}{',' if len(x.slots) == 1 else ''} = answer")


def _searches(question: Question) -> tuple[int, ...]:
    return question.searches + (() if question.last is None else (question.last,))


def _register(register: code.Register) -> str:
    return "f[2]" if register == "me" else f"s.{register}"


def _leaves(x: code.Instruction) -> bool:
    return isinstance(x, code.StopAction | code.EndTurn | code.EndGame)


def _is_too_deep(x: code.Instruction) -> bool:
    """Whether there are more loops or blocks in each other than Python takes."""
    loops, levels = _depths(x)
    return loops > _MOST_LOOPS or levels > _MOST_LEVELS


def _depths(x: code.Instruction) -> tuple[int, int]:
    inner = [_depths(item) for block in code.blocks(x) for item in block]
    own = int(isinstance(x, code.Loop | code.Labelled))
    loops = max((found[0] for found in inner), default=0)
    levels = max((found[1] for found in inner), default=0)
    # A further branch is one within the others for Python, too.
    return loops + own, levels + len(code.blocks(x))


Writers = dict[type[code.Instruction], Callable[[PartWriter, Any], None]]
_WRITERS: Writers = {
    code.Assign: PartWriter.assign,
    code.Put: PartWriter.put,
    code.PutAll: PartWriter.put_all,
    code.PutTuple: PartWriter.put_tuple,
    code.SetRegister: PartWriter.set_register,
    code.Reverse: PartWriter.reverse,
    code.Keep: PartWriter.keep,
    code.Restore: PartWriter.restore,
    code.SetVariable: PartWriter.set_variable,
    code.MoveTokens: PartWriter.move_tokens,
    code.Move: PartWriter.move,
    code.MoveStacks: PartWriter.move_stacks,
    code.NewStack: PartWriter.new_stack,
    code.Draw: PartWriter.draw,
    code.Shuffle: PartWriter.shuffle,
    code.Swap: PartWriter.swap,
    code.Reveal: PartWriter.reveal,
    code.Pick: PartWriter.pick,
    code.Forget: PartWriter.forget,
    code.Announce: PartWriter.announce,
    code.Say: PartWriter.say,
    code.SayWhy: PartWriter.say_why,
    code.Telling: PartWriter.telling,
    code.Count: PartWriter.count,
    code.Branch: PartWriter.branch,
    code.Labelled: PartWriter.labelled,
    code.Turn: PartWriter.labelled,
    code.Loop: PartWriter.loop,
    code.Leave: PartWriter.leave,
    code.CountDown: PartWriter.count_down,
    code.Watch: PartWriter.watch,
    code.Call: PartWriter.call,
    code.Settle: PartWriter.settle,
    code.StopAction: PartWriter.stop_action,
    code.EndTurn: PartWriter.end_turn,
    code.EndGame: PartWriter.end_game,
    code.PassOn: PartWriter.pass_on,
    code.Unpack: PartWriter.unpack,
}
# Where an instruction, or something in it, can wait.
_WAITING: Writers = {
    code.Draw: PartWriter.draw_in_parts,
    code.Telling: PartWriter.telling_in_parts,
    code.Branch: PartWriter.branch_in_parts,
    code.Labelled: PartWriter.labelled_in_parts,
    code.Turn: PartWriter.labelled_in_parts,
    code.Loop: PartWriter.loop_in_parts,
    code.Call: PartWriter.call_in_parts,
    code.Settle: PartWriter.settle_in_parts,
    code.Ask: PartWriter.ask_in_parts,
}
