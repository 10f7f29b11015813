"""The instructions of the machine form: structured, without jumps, each with its meaning in words.

A frame has numbered slots, and beside them who acts (`me`). Registers belong to the whole game. An
instruction is carried out once each time that it is reached; a block is carried out one instruction
after the other. Blocks and loops with a label are left by `Leave`, from anywhere within them in the
same procedure.

Where an instruction says that it *waits*, the procedure stands there, in the state, until somebody
has answered or another procedure is over. Its `wait` is the number of a `Wait` of the procedure.
All others are over at once.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from cardrules.model import ir
from cardrules.plain import Plain, uncompared

Register = Literal["me", "active", "direction", "next_turn", "turn", "round", "changes"]


class Instruction(Plain):
    """One instruction; `origin` says from which line of the ruleset it comes."""

    origin: ir.Origin


Block = tuple[Instruction, ...]


# ---- Values of the machine, which no ruleset can write -------------------------------------------


class RegisterValue(ir.Expr):
    """What a register holds."""

    register: Register


class Size(ir.Expr):
    """How many things lie in a slot that holds several."""

    slot: int


class Element(ir.Expr):
    """The thing at a place (from 0) of a slot that holds several."""

    slot: int
    index: ir.Expr


class Running(ir.Expr):
    """How many frames there are of these procedures, the one that is carried out included."""

    procedures: tuple[int, ...]


class Plus(ir.Expr):
    """A number of the machine's own and some more, which is never too large."""

    value: ir.Expr
    more: int


class Seat(ir.Expr):
    """The seat so many places around the table from another, clockwise (1) or not (-1)."""

    start: ir.Expr
    places: ir.Expr
    direction: int


class InOrder(ir.Expr):
    """All players in an order for whom its condition holds now; `me` in it is who acts here."""

    order: ir.PlayersInOrder


class Stated(Plain):
    """An expression that is not worked out: what another one stands for."""

    value: ir.Expr


class LookUp(ir.Expr):
    """A value of a table, by the kinds of cards. As the condition of an expression that goes
    through cards, by these alone, a table is a mask of those that fit.

    `bounds`: of a number the least and the greatest that it may be. `instead_of`: what it stands
    for, for those who watch who looks at which card.
    """

    table: int
    arguments: tuple[ir.Expr, ...]
    bounds: tuple[int, int] | None = uncompared(default=None)
    instead_of: Stated = uncompared(default=None)


# ---- Names, registers, variables -----------------------------------------------------------------


class Assign(Instruction):
    """A value into the slot of a name, as plain data: a set of cards as the tuple of its cards.

    `beside`: the first of the slots that keep who could work it out now, and from which cards it
    comes; only a name that is said has them.
    """

    slot: int
    value: ir.Expr
    beside: int | None = None


class Put(Instruction):
    """The same for what the machine keeps for itself; this is no statement, and counts no work."""

    slot: int
    value: ir.Expr


class PutAll(Instruction):
    """All things of a collection into a slot, to be gone through as they are now; `beside` as for
    the name of its elements.
    """

    slot: int
    value: ir.Expr
    beside: int | None = None


class PutTuple(Instruction):
    """Several values into a slot, all together, as plain data."""

    slot: int
    values: tuple[ir.Expr, ...]


class SetRegister(Instruction):
    """A value into a register."""

    register: Register
    value: ir.Expr


class Reverse(Instruction):
    """The direction of play is the other one."""


class Keep(Instruction):
    """Registers into a slot, all together, so that `Restore` can put them back."""

    slot: int
    registers: tuple[Register, ...]


class Restore(Instruction):
    """Registers as they were at `Keep`."""

    slot: int
    registers: tuple[Register, ...]


class SetVariable(Instruction):
    """A new value for a variable; nothing happens, and nothing is told, if it has that value."""

    variable: str
    holder: ir.Expr | None
    value: ir.Expr


class MoveTokens(Instruction):
    """Tokens from the supply to a holder, at most what there is; with `back` the other way."""

    token: str
    holder: ir.Expr
    number: ir.Expr
    back: bool


# ---- Cards ---------------------------------------------------------------------------------------


class Move(Instruction):
    """Cards go to a zone, one after the other in their order; none is passed over."""

    cards: ir.Expr
    to: ir.Expr
    place: ir.Place


class MoveStacks(Instruction):
    """Whole stacks go to another zone of stacks."""

    stacks: ir.Expr
    to: ir.Expr


class NewStack(Instruction):
    """A new stack of cards, the first lowest; each part is a card or a collection of cards.

    Without any card there is no new stack.
    """

    cards: tuple[ir.Expr, ...]
    to: ir.Expr


class Draw(Instruction):
    """Cards from the top of a pile to a zone, at most what there is.

    Before each card the trigger of the pile for a card of its line, or for an empty pile, is
    carried out, once for the same card. Waits there, if the pile can have one: `left` counts the
    cards that are still to come, `tried` is the card whose trigger was carried out last.
    """

    number: ir.Expr
    source: ir.Expr
    to: ir.Expr
    place: ir.Place
    left: int
    tried: int
    triggers: tuple[int, ...]
    wait: int


class Shuffle(Instruction):
    """A chance event: the cards of a zone in a new order."""

    zone: ir.Expr


class Swap(Instruction):
    """Two zones exchange all their cards, which keep their order."""

    left: ir.Expr
    right: ir.Expr


class Reveal(Instruction):
    """Faces become known to all (`to` is None) or to some players."""

    cards: ir.Expr
    to: ir.Expr | None


class Pick(Instruction):
    """A chance event: one of several things into a slot; none, and no chance, if there is none."""

    slot: int
    name: str
    domain: ir.Expr


class Forget(Instruction):
    """What was shown is not followed any more when its cards move."""


# ---- What is told --------------------------------------------------------------------------------


class Announce(Instruction):
    """An event of the course of the game: a turn, a round or a phase begins."""

    event: Literal["turn", "round", "phase"]
    name: str = ""


class Say(Instruction):
    """A sentence; of a value only those are told who may know it."""

    sentence: ir.Sentence


class SayWhy(Instruction):
    """The sentence of a line about the order of turns."""


class Telling(Instruction):
    """Carries out an instruction and says a sentence of what it has done, if it has done anything.

    What it did lies in two slots in the meantime, since the instruction may wait.
    """

    does: Instruction
    telling: ir.Telling


class Count(Instruction):
    """One more in the tally (`cardrules.machine.tally`), in programs that are lowered with one.

    `numbers`: where it is counted; with `card`, the slot of a card, at that of its line. With
    `notes` whoever watches the tally is given the state.
    """

    numbers: tuple[int, ...]
    card: int | None = None
    notes: bool = False


# ---- The order of things -------------------------------------------------------------------------


class Branch(Instruction):
    """The block of the first test that holds, or the last one if none does."""

    branches: tuple[tuple[ir.Expr, Block], ...]
    otherwise: Block


class Labelled(Instruction):
    """A block that can be left."""

    label: int
    body: Block


class Turn(Labelled):
    """A turn; `EndTurn` in a procedure that was called within leaves it, too, and waits then."""

    wait: int


class Loop(Instruction):
    """A block that is carried out again and again, until it is left; `of`: what repeats it."""

    label: int
    body: Block
    of: str


class Leave(Instruction):
    """Go on behind the block or loop with this label."""

    label: int


class CountDown(Instruction):
    """One less in a slot; stops the game with CR701 if nothing is left there."""

    slot: int
    most: int


class Watch(Instruction):
    """A turn, a round or a pass begins: the game is stopped if this very position was here before
    and nobody was asked since, nor chance.
    """

    place: int


class Call(Instruction):
    """Carries out another procedure and waits for its end; who acts here acts there. Waits.

    `beside`: for each argument the first of the slots of the called frame that are kept beside it.
    """

    procedure: int
    wait: int
    arguments: tuple[ir.Expr, ...] = ()
    beside: tuple[int | None, ...] = ()


class Settle(Instruction):
    """Carries out the standing rules, again and again until none changes anything. Waits."""

    wait: int


class StopAction(Instruction):
    """The action that this interrupt answers is over, and so is the interrupt."""


class EndTurn(Instruction):
    """All is over up to the innermost procedure that stands in a turn; that turn is over after the
    standing rules.
    """


class EndGame(Instruction):
    """The game is over."""


class PassOn(Instruction):
    """Whose turn is next: the one that was named, or the next one in the direction of play.

    `current` has whose turn it was, and is whose it will be.
    """

    current: int


# ---- Asking --------------------------------------------------------------------------------------


class Ask(Instruction):
    """Asks what a question says. Waits, unless there is nothing to answer, or, where the rules say
    so, just one thing; see `cardrules.machine.program.Question`.

    In a window `position` counts who has been asked, and where nobody has interrupted it goes on
    with the loop `uninterrupted`.
    """

    question: int
    wait: int
    position: int | None = None
    uninterrupted: int | None = None


class Unpack(Instruction):
    """The answer at a place of a slot into the slots of its names; the place is then one further.

    If that player was not asked, or nothing fitted, the loop around it with this label goes on at
    its begin.
    """

    slots: tuple[int, ...]
    answers: int
    position: int
    label: int


def blocks(x: Instruction) -> tuple[Block, ...]:
    """The blocks directly within an instruction."""
    match x:
        case Branch():
            return (*[block for _, block in x.branches], x.otherwise)
        case Labelled() | Loop():
            return (x.body,)
        case Telling():
            return ((x.does,),)
    return ()


def instructions(block: Block) -> Iterator[Instruction]:
    """The instructions of a block and of all blocks within it, outermost first."""
    for item in block:
        yield item
        for inner in blocks(item):
            yield from instructions(inner)
