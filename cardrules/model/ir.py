"""The intermediate form: what engines execute.

It is small and dull on purpose. Expressions are typed and without effect. Statements are
structured; only `Choose`, `OneOf`, `Together` and `OpenWindow` ask somebody. Values live in
numbered slots of the frame of a procedure; a variable that is bound inside an expression has a
number of its own (`Bound`). Everything is plain frozen data with spans and rule IDs, so that a
patch can replace a part by its name and an engine can say which line a refusal comes from.

What depends on options and on the number of players is still open here (`OptionValue`, `Players`);
an engine that makes a game knows both.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any, Literal

from cardrules.model.types import Type
from cardrules.plain import Plain, fields, uncompared
from cardrules.source import Span

# Where an expression stands of which nobody needs to know it.
NOWHERE = Span(0, 0)


class Origin(Plain):
    """Where something comes from: its place, the IDs of the rules it implements, a sentence.

    `named`: the place of the name that it gives to something, if it gives one.
    """

    span: Span
    ids: tuple[str, ...] = ()
    sentence: str = ""
    named: Span | None = None
    # Whether the rules say what is told of what happens here, so that it is not told by itself.
    is_told: bool = False

    @property
    def name_span(self) -> Span:
        """The place of the name that is given here, or else all of it."""
        return self.named or self.span


# ---- Expressions ---------------------------------------------------------------------------------


class Expr(Plain):
    """An expression; evaluating it changes nothing and draws no chance."""

    type: Type


class Const(Expr):
    """A value from the text; of an enumeration its index; `NONE` for none."""

    value: int | bool | tuple[int, ...]


class OptionValue(Expr):
    """The value of an option: constant during a game."""

    name: str


class Local(Expr):
    """The value in a slot of the frame."""

    slot: int


class Bound(Expr):
    """A variable bound by an enclosing expression (`where`, `some`, `sum`)."""

    index: int


class Role(Expr):
    """`me`: who acts here; `active`: whose turn it is; `starter`: who goes first."""

    role: Literal["me", "active", "starter"]


class Everyone(Expr):
    """A group of players, all teams, or all cards; some groups depend on who acts."""

    group: Literal[
        "players", "opponents", "others", "partners", "teams", "leaders", "cards"
    ]  # fmt: skip


class Counter(Expr):
    """`round`, `turn` (within the innermost), `game` (of a match): counted from 1."""

    counter: Literal["round", "turn", "game"]


class VariableValue(Expr):
    """The value of a variable, or the tokens that somebody holds."""

    variable: str
    holder: Expr | None


class ZoneOf(Expr):
    """A zone; `holder` is a player or team, or None for a shared one."""

    zone: str
    holder: Expr | None


class Contents(Expr):
    """The cards in a zone or stack, bottom first; of stacks, the stacks in order of arrival."""

    zone: Expr


class AllContents(Expr):
    """`players.hand`: the contents of the zones of several holders, one after the other."""

    zone: str
    holders: Expr


class CardsOfStacks(Expr):
    """All cards of several stacks."""

    stacks: Expr


class Attribute(Expr):
    """An attribute of a card."""

    card: Expr
    attribute: str


class IsLine(Expr):
    """Whether a card is of a line of the card table."""

    card: Expr
    line: str


class TeamOf(Expr):
    """The team of a player."""

    player: Expr


class ScoreOf(Expr):
    """The score of a player's side as the rules count it now."""

    player: Expr


class Operation(Expr):
    """An operation of `cardrules.ops` on values."""

    op: str
    arguments: tuple[Expr, ...]
    span: Span = uncompared(default=NOWHERE)


class Arithmetic(Expr):
    """Whole numbers; `/` rounds down, and by zero gives zero; `+` and `-` also of collections.

    `span` is the place at which a result is told that is no number of the language.
    """

    operator: Literal["+", "-", "*", "/", "mod"]
    left: Expr
    right: Expr
    span: Span = uncompared(default=NOWHERE)


class Compare(Expr):
    """A comparison of two values of one type."""

    operator: Literal["=", "!=", "<", "<=", ">", ">="]
    left: Expr
    right: Expr


class Contains(Expr):
    """Whether a collection has an element."""

    element: Expr
    collection: Expr


class Logic(Expr):
    """`and`, `or`: the right side is looked at only if it matters."""

    operator: Literal["and", "or"]
    left: Expr
    right: Expr


class Negation(Expr):
    """`not`."""

    operand: Expr


class IfElse(Expr):
    """One of two values."""

    condition: Expr
    then: Expr
    otherwise: Expr


class Quantified(Expr):
    """Whether some, or every, element fits."""

    quantifier: Literal["some", "every"]
    collection: Expr
    bound: int
    condition: Expr


class Filter(Expr):
    """The elements that fit, in their order."""

    collection: Expr
    bound: int
    condition: Expr


class Extremes(Expr):
    """The elements whose value is the highest or lowest, in their order."""

    collection: Expr
    bound: int
    extreme: Literal["highest", "lowest"]
    key: Expr


class Fold(Expr):
    """The sum, highest or lowest of a value over a collection; 0 for an empty one."""

    fold: Literal["sum", "highest", "lowest"]
    collection: Expr
    bound: int
    body: Expr
    span: Span = uncompared(default=NOWHERE)


class Subsets(Expr):
    """Subsets of cards that fit, smaller ones first; maximal: none that a further card fits into.

    Subsets that differ only in which of several indistinguishable cards they hold are one.
    """

    collection: Expr
    bound: int
    condition: Expr
    maximal: bool


class NotNone(Expr):
    """A value that the rules have asked for: if it is none all the same, the game is stopped."""

    value: Expr
    span: Span


class CallDefinition(Expr):
    """A definition with its arguments."""

    definition: str
    arguments: tuple[Expr, ...]


class CallPlacement(Expr):
    """Whether a card may be placed on another."""

    placement: str
    card: Expr
    target: Expr


class Possible(Expr):
    """Whether I could choose one of these actions, with some of its choices given by name."""

    actions: tuple[str, ...]
    given: tuple[tuple[str, Expr], ...]


def parts(expr: Expr) -> Iterator[Expr]:
    """The expressions directly within an expression."""
    for name in fields(type(expr)):
        value = getattr(expr, name)
        if isinstance(value, Expr):
            yield value
        elif isinstance(value, tuple):
            for item in value:
                if isinstance(item, Expr):
                    yield item
                elif isinstance(item, tuple):
                    yield from (one for one in item if isinstance(one, Expr))


def root_of(domain: Expr) -> Expr:
    """The collection of which a domain takes some, or of which it makes sets."""
    match domain:
        case Filter() | Extremes() | Subsets():
            return root_of(domain.collection)
        case NotNone():
            return root_of(domain.value)
    return domain


def walk(node: Any) -> Iterator[object]:
    """A part of the intermediate form and everything within it, outermost first.

    Types, places in the text and plain values are left out, unless they are what is asked for.
    """
    pending = [node]
    while pending:
        part = pending.pop()
        yield part
        if type(part) is tuple:
            pending += [item for item in reversed(part) if _is_part(item)]
        else:
            cls: Any = type(part)
            for name in _parts_of(cls) or ():
                value = getattr(part, name)
                if _is_part(value):
                    pending.append(value)


def named_in(node: Any) -> set[int]:
    """The slots at which a part of the intermediate form looks, such as a value or sentence."""
    return {part.slot for part in walk(node) if isinstance(part, Local)}


def _is_part(value: Any) -> bool:
    cls: Any = type(value)
    return cls is tuple or _parts_of(cls) is not None


@cache
def _parts_of(cls: Any) -> tuple[str, ...] | None:
    """The fields of a class of the intermediate form, last first; None for what is no part."""
    if not issubclass(cls, Plain):
        return None
    if issubclass(cls, Origin):
        return ()
    return fields(cls)[::-1]


# ---- Sentences -----------------------------------------------------------------------------------


class Agree(Plain):
    """A word that agrees with the value before it; `you`: where that is the reader."""

    one: str
    several: str
    you: str


class Sentence(Plain):
    """What is said: words and values in turn. Without parts nothing is said."""

    parts: tuple[str | Expr | Agree, ...]
    origin: Origin


# ---- Statements ----------------------------------------------------------------------------------


class Statement(Plain):
    """A statement; `origin` says which line it comes from."""

    origin: Origin


Body = tuple[Statement, ...]


def blocks(x: Statement) -> tuple[Body, ...]:
    """The blocks of statements directly within a statement."""
    if isinstance(x, If):
        return tuple([branch for _, branch in x.branches])
    body: Body | None = getattr(x, "body", None)
    return () if body is None else (body,)


def statements(body: Body) -> Iterator[Statement]:
    """The statements of a block and of all blocks within it."""
    for item in body:
        yield item
        for block in blocks(item):
            yield from statements(block)


class Telling(Plain):
    """What is said of a statement that has done something; in it `it` is with what.

    `slots`: those of `it`, and of who may know each of several cards. Without parts nothing is
    told.
    """

    sentence: Sentence
    slots: tuple[int, int]


class Event(Statement):
    """A statement that the log tells of, by itself or by a sentence of the rules."""

    telling: Telling | None = None


class Let(Statement):
    """A value into a slot."""

    slot: int
    name: str
    value: Expr


class SetVariable(Event):
    """A new value for a variable."""

    variable: str
    holder: Expr | None
    value: Expr


class Tokens(Event):
    """Tokens from the supply to a holder (at most what there is), or back for a negative number."""

    token: str
    holder: Expr
    number: Expr
    back: bool


class Place(Plain):
    """Where in an ordered zone: on top, at the bottom, above or below so many cards."""

    where: Literal["top", "bottom", "above", "below"]
    number: Expr | None = None


class MoveCards(Event):
    """Cards go to a zone, one after the other in their order."""

    cards: Expr
    to: Expr
    place: Place


class MoveStacks(Event):
    """Whole stacks go to another collection of stacks."""

    stacks: Expr
    to: Expr


class NewStack(Event):
    """A new stack of cards, the first lowest; each part is a card or a collection of cards.

    Without any card there is no new stack.
    """

    cards: tuple[Expr, ...]
    to: Expr


class Draw(Event):
    """Cards from the top of a pile, one by one; before each the triggers of the pile act."""

    number: Expr
    source: Expr
    to: Expr
    place: Place
    # The two slots in which the engine counts.
    slots: tuple[int, int]


class Shuffle(Event):
    """A chance event: the cards of a zone in a new order."""

    zone: Expr


class Swap(Event):
    """Two zones exchange all their cards, which keep their order."""

    left: Expr
    right: Expr


class Reveal(Event):
    """Faces become known to all (`to` is None) or to some players."""

    cards: Expr
    to: Expr | None


class Pick(Event):
    """A chance event: one element of a collection, each as likely as another."""

    slot: int
    name: str
    domain: Expr


class Choice(Plain):
    """A choice: a value of the domain that fulfils the condition, which sees it in the slot."""

    slot: int
    name: str
    type: Type
    domain: Expr
    condition: Expr | None
    # Nobody is asked when there is just one possibility.
    unless_forced: bool
    asking: Sentence | None
    # Where it is written what the choice is from, the condition included.
    from_span: Span
    origin: Origin


class Requirement(Plain):
    """A condition on the choices made so far."""

    condition: Expr
    origin: Origin


class Naming(Plain):
    """A value that later choices use."""

    slot: int
    name: str
    value: Expr
    origin: Origin


Premise = Choice | Requirement | Naming


class Choose(Statement):
    """Me is asked for one value; with an empty domain nobody is asked and the slot holds none."""

    choice: Choice


class OneOf(Statement):
    """Me takes one of the actions; `otherwise` only if none of the others is possible."""

    actions: tuple[str, ...]
    otherwise: str | None
    asking: Sentence | None


class PlayersInOrder(Plain):
    """All players around the table from one on, those for whom the condition holds when reached."""

    direction: Literal["clockwise", "counterclockwise"]
    start: Expr
    bound: int
    condition: Expr | None


class Together(Statement):
    """All choose in secret, one seat after the other; then the body runs for each."""

    order: PlayersInOrder
    premises: tuple[Premise, ...]
    # What is said of an answer, in place of what is told by itself.
    telling: Sentence | None
    body: Body
    # Slots of the engine: players, position, answers, who acted before.
    slots: tuple[int, int, int, int]


class OpenWindow(Statement):
    """Those asked may answer with an interrupt, one after the other."""

    window: str
    arguments: tuple[Expr, ...]
    asked: Expr
    # Slots of the engine: arguments, players, position.
    slots: tuple[int, int, int]


class Stop(Event):
    """The answered action has no further effect."""


class End(Statement):
    """Leaves the innermost construct of that name (`turn`: goes on with the next turn)."""

    construct: Literal["turns", "turn", "rounds", "repeat", "while", "phase", "each", "game"]


class NextTurn(Statement):
    """The next turn is this player's."""

    player: Expr


class Reverse(Statement):
    """Turns go the other way around."""


class Say(Statement):
    """A sentence for the log."""

    sentence: Sentence


class CallRoutine(Statement):
    """A routine is carried out; the one who acts here acts there."""

    routine: str
    arguments: tuple[Expr, ...]


class If(Statement):
    """Branches, tried in order; a condition of None always holds.

    `further` are the origins of the branches behind the first: of `else if` and `else`.
    """

    branches: tuple[tuple[Expr | None, Body], ...]
    further: tuple[Origin, ...] = ()


class While(Statement):
    """A bounded loop: at most as often as there are cards in the game, and once more."""

    condition: Expr
    body: Body
    slot: int


class Repeat(Statement):
    """So many times; `slots`: how many passes are left, and how many there are in all."""

    times: Expr
    body: Body
    slots: tuple[int, int]


class EachPlayer(Statement):
    """For each player in order, who acts in the body."""

    order: PlayersInOrder
    body: Body
    # Slots of the engine: players, position, who acted before.
    slots: tuple[int, int, int]


class EachIn(Statement):
    """For each element of a collection as it was at the beginning."""

    slot: int
    name: str
    collection: Expr
    body: Body
    # Slots of the engine: elements, position.
    slots: tuple[int, int]


class As(Statement):
    """Somebody else acts in the body."""

    player: Expr
    body: Body
    slot: int


class Turns(Statement):
    """Turn after turn until the condition holds, looked at before each; `once`: one turn each."""

    order: PlayersInOrder
    once: bool
    until: Expr | None
    body: Body
    # Slots of the engine: whose turn, how many were had, whose turn it was before.
    slots: tuple[int, int, int]


class Rounds(Statement):
    """Round after round until the condition holds, looked at before each."""

    until: Expr | None
    body: Body
    # Slots of the engine: which round it is, and which one of an outer `rounds` it was before.
    slots: tuple[int, int]


class Phase(Statement):
    """A named part."""

    name: str
    body: Body


# ---- Procedures ----------------------------------------------------------------------------------


class Procedure(Plain):
    """A body with its frame: parameters and choices come first in the slots."""

    name: str
    role: Literal["setup", "play", "routine", "action", "interrupt", "standing", "trigger"]
    parameters: tuple[str, ...]
    slots: int
    body: Body
    origin: Origin


class DeclaredAction(Plain):
    """Something a player may do: premises that make it legal, and its effects.

    An interrupt is an action whose first slots are the parameters of its window.
    """

    name: str
    label: str
    premises: tuple[Premise, ...]
    # What is said when it is taken, in place of what is told by itself.
    telling: Sentence | None
    procedure: Procedure
    trait: str | None
    window: str | None
    origin: Origin

    @property
    def choices(self) -> tuple[Choice, ...]:
        """The choices among the premises."""
        return tuple(item for item in self.premises if isinstance(item, Choice))
