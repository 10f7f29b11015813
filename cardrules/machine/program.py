"""What the instructions make up: procedures, and questions with what can be chosen at them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal

import attrs

from cardrules.machine.code import Block
from cardrules.machine.ending import Ending
from cardrules.machine.layout import Layout
from cardrules.machine.search import Search
from cardrules.machine.shapes import Shape, Shapes
from cardrules.machine.tables import Table
from cardrules.machine.tally import Tally
from cardrules.model import ir
from cardrules.model.ruleset import Definition, Placement
from cardrules.model.types import Type
from cardrules.plain import Plain, uncompared


class Slot(Plain):
    """A slot of a frame: its name in the rules, and what can lie there besides 0, which lies there
    as long as nothing has been laid into it.

    What the machine keeps for itself has no name. Without a shape nothing is ever laid there.
    Between which bounds it lies `cardrules.machine.ranges` finds out, and who may know it
    `cardrules.machine.whose`.
    """

    name: str = ""
    shape: Shape | None = None


AWAITED = ("answer", "routine", "settle", "trigger", "turn")


@attrs.frozen(kw_only=True)
class Wait:
    """Where a procedure can wait: at which of its statements (from 0), what for, and what has been
    laid into its slots then.

    `awaits`: for an `answer` and what is done then, for a `routine`, for the standing rules to
    `settle`, for a `trigger`, for the standing rules behind a `turn` that was ended.
    """

    statement: int
    awaits: Literal["answer", "routine", "settle", "trigger", "turn"]
    shapes: Shapes = attrs.field(hash=False)

    @property
    def number(self) -> int:
        """How a saved state says it: the same as long as the statements of the rules are."""
        return 1 + len(AWAITED) * self.statement + AWAITED.index(self.awaits)


class Procedure(Plain):
    """A body with its frame.

    `key` names it in the whole program: its role and its name. A frame has its `index`, which is
    the same as long as the rules declare the same. `may_wait`: whether it can stand somewhere while
    somebody is asked, or can end what called it; what cannot is over as soon as it is carried out.
    """

    index: int
    key: str
    name: str
    role: Literal[
        "setup", "play", "settle", "routine", "action", "interrupt", "standing", "trigger"
    ]
    # What players call its action, if it is one.
    label: str
    parameters: tuple[str, ...]
    slots: tuple[Slot, ...]
    # The statements from which the instructions come, as the rules state them; for telling alone.
    statements: ir.Body
    body: Block
    # By the number of each wait.
    waits: tuple[Wait, ...]
    may_wait: bool
    origin: ir.Origin


@attrs.frozen(kw_only=True)
class Need:
    """For what a question needs what somebody knows, at which choice of which of its searches.

    `forced`: nobody is asked if there is one answer that all know. `none fits`: somebody is asked
    although no card fits, unless all know that. `unseen`: the game is stopped if the one who is
    asked does not see the cards. `zones`: where they lie; None: they have a name, and may lie
    anywhere.
    """

    why: Literal["forced", "none fits", "unseen"]
    search: int
    choice: int
    zones: tuple[str, ...] | None
    origin: ir.Origin


class Question(Plain):
    """Somebody is asked: for an action, for a choice, for a choice under seal, for an interrupt.

    `action`: one answer of the searches, or, only if they have none, of `last`; with no answer at
    all nobody is asked. It is carried out as a procedure.
    `choose`: one answer of the search into `slots`; with none the slot holds none.
    `sealed`: the same, but the answer is added to those in the slot `answers`: the values of all
    names, `()` where nobody could be asked.
    `window`: one answer of the searches, which is carried out as a procedure, or to pass. Asked is
    everybody of whom all can see that there may be an interrupt: who holds a card in one of
    `grounds` (zones by seat; None: everybody).
    """

    form: Literal["action", "choose", "sealed", "window"]
    index: int = -1
    # The procedure that asks, and which player; of a window its name.
    procedure: int = -1
    player: ir.Expr
    window: str = ""
    searches: tuple[int, ...]
    last: int | None = None
    # Where the answer goes; where the names of a window lie, and their types.
    slots: tuple[int, ...] = ()
    answers: int | None = None
    arguments: int | None = None
    types: tuple[Type, ...] = ()
    # Under seal and in a window: the slots of all who are asked, and of how many have been.
    among: tuple[int, int] | None = None
    # The cards among which the choice is, if they are filtered: none of them fits, or one.
    candidates: ir.Expr | None = None
    grounds: tuple[tuple[int, ...], ...] | None = None
    # The slots of the `repeat` in each pass of which it is asked once.
    repeated: tuple[int, int] | None = None
    asking: ir.Sentence | None = None
    # What is said of an answer under seal, and in a window of passing.
    telling: ir.Sentence | None = None
    # For what it needs what somebody knows; nothing nearly always.
    needs: tuple[Need, ...] = ()
    origin: ir.Origin


class Declared(Plain):
    """What is declared and worked out where it is used: definitions and placements by name."""

    definitions: Mapping[str, Definition]
    placements: Mapping[str, Placement]


class Program(Plain):
    """The program of a game.

    `triggers`: for each pile the procedure for a card of a line (-1: for none left). `settle` is
    the procedure of the standing rules, None if there are none.
    """

    layout: Layout
    declared: Declared
    tables: Sequence[Table]
    procedures: tuple[Procedure, ...]
    questions: tuple[Question, ...]
    searches: tuple[Search, ...]
    triggers: dict[int, dict[int, int]]
    settle: int | None
    # Whether cards are ever shown.
    shows: bool
    ending: Ending
    # Where it is counted what is reached, in a game that is made to be looked into.
    tally: Tally | None = uncompared(default=None)

    @property
    def needs_knowledge(self) -> bool:
        """Whether it can be played only by an engine that keeps what each player knows of cards.

        Where this is false the same is asked, with the same answers, whatever somebody knows; only
        what is told depends on it.
        """
        return any(question.needs for question in self.questions)

    def searches_of(self, question: Question) -> list[Search]:
        """What can be chosen at a question, with what is there only if nothing else is."""
        last = () if question.last is None else (question.last,)
        return [self.searches[number] for number in (*question.searches, *last)]
