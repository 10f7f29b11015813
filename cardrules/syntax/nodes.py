"""The tree of the rules text: a frozen node for each rule of the grammar.

Fields stand in the order of the children in `grammar/cardrules.lark`; the class name is the rule
name in CamelCase. A node that may be left out is `None`; repeated ones are tuples.
"""

from __future__ import annotations

import attrs

from cardrules.plain import Plain
from cardrules.source import Span


@attrs.frozen(eq=False, repr=False)
class Node(Plain):
    """Anything that the grammar names; `span` covers all of it."""

    span: Span


@attrs.frozen(eq=False, repr=False)
class Word(Node):
    """A word of the text: a name or one of a few alternatives."""

    text: str


@attrs.frozen(eq=False, repr=False)
class Note(Node):
    """Rule IDs and a sentence behind a line; both may be missing."""

    ids: tuple[Word, ...]
    sentence: str


# ---- Expressions ---------------------------------------------------------------------------------


@attrs.frozen(eq=False, repr=False)
class Expr(Node):
    """An expression."""


@attrs.frozen(eq=False, repr=False)
class Name(Expr):
    """A bare name."""

    name: Word


@attrs.frozen(eq=False, repr=False)
class Number(Expr):
    """A whole number."""

    value: int


@attrs.frozen(eq=False, repr=False)
class Truth(Expr):
    """`true` or `false`."""

    value: bool


@attrs.frozen(eq=False, repr=False)
class NoneValue(Expr):
    """`none`."""


@attrs.frozen(eq=False, repr=False)
class My(Expr):
    """`my hand`: what belongs to the one who acts here."""

    name: Word


@attrs.frozen(eq=False, repr=False)
class Field(Expr):
    """`rival.hand`, `card.number`."""

    base: Expr
    name: Word


@attrs.frozen(eq=False, repr=False)
class Arguments(Node):
    """What stands between the brackets of a call."""

    values: tuple[Expr, ...]


@attrs.frozen(eq=False, repr=False)
class Apply(Expr):
    """`groups(card.number)`: a definition or an operation with its arguments."""

    name: Word
    arguments: Arguments


@attrs.frozen(eq=False, repr=False)
class Placed(Expr):
    """`fits(card on target)`."""

    name: Word
    card: Expr
    target: Expr


@attrs.frozen(eq=False, repr=False)
class SetLiteral(Expr):
    """`{green, purple}`."""

    values: tuple[Expr, ...]


@attrs.frozen(eq=False, repr=False)
class Of(Expr):
    """`top of deck`: an operation on one thing."""

    name: Word
    operand: Expr


@attrs.frozen(eq=False, repr=False)
class Fold(Expr):
    """`sum of gems in won`."""

    body: Expr
    collection: Expr


@attrs.frozen(eq=False, repr=False)
class ExtremeOf(Expr):
    """`highest of number in trick`."""

    extreme: Word
    body: Expr
    collection: Expr


@attrs.frozen(eq=False, repr=False)
class Subsets(Expr):
    """`maximal subsets of radars where sum of power in it <= 5`."""

    maximal: Word | None
    collection: Expr
    condition: Expr | None


@attrs.frozen(eq=False, repr=False)
class Families(Expr):
    """`maximal families of groups`: families of disjoint sets that no further set fits into."""

    maximal: Word
    sets: Expr


@attrs.frozen(eq=False, repr=False)
class Possible(Expr):
    """`possible snatch(card)`: whether the action could be chosen, with these choices made."""

    action: Word
    given: tuple[Word, ...]


@attrs.frozen(eq=False, repr=False)
class Where(Expr):
    """`table where number > 3`."""

    collection: Expr
    condition: Expr


@attrs.frozen(eq=False, repr=False)
class WithExtreme(Expr):
    """`trick with highest rank`: those with the greatest value."""

    collection: Expr
    extreme: Word
    body: Expr


@attrs.frozen(eq=False, repr=False)
class Conditional(Expr):
    """`4 if count of players = 3 else 6`."""

    then: Expr
    condition: Expr
    otherwise: Expr


@attrs.frozen(eq=False, repr=False)
class Or(Expr):
    """`a or b`."""

    left: Expr
    right: Expr


@attrs.frozen(eq=False, repr=False)
class And(Expr):
    """`a and b`."""

    left: Expr
    right: Expr


@attrs.frozen(eq=False, repr=False)
class Not(Expr):
    """`not a`."""

    operand: Expr


@attrs.frozen(eq=False, repr=False)
class Quantified(Expr):
    """`some c in table: c.face = zap`."""

    quantifier: Word
    name: Word
    collection: Expr
    condition: Expr


@attrs.frozen(eq=False, repr=False)
class Comparison(Expr):
    """`a = b`, `a < b`."""

    left: Expr
    operator: Word
    right: Expr


@attrs.frozen(eq=False, repr=False)
class IsEmpty(Expr):
    """`hand is empty`, `hand is not empty`."""

    operand: Expr
    negated: Word | None


@attrs.frozen(eq=False, repr=False)
class IsLine(Expr):
    """`card is swarm`, `card is not none`; `line` is a line of the card table, or none."""

    operand: Expr
    negated: Word | None
    line: Word


@attrs.frozen(eq=False, repr=False)
class Member(Expr):
    """`n in card.number`."""

    element: Expr
    negated: Word | None
    collection: Expr


@attrs.frozen(eq=False, repr=False)
class PlusMinus(Expr):
    """`a + b`, `a - b`; of sets the union and what is left."""

    left: Expr
    operator: Word
    right: Expr


@attrs.frozen(eq=False, repr=False)
class Times(Expr):
    """`a * b`, `a / b` (rounded down), `a mod b`."""

    left: Expr
    operator: Word
    right: Expr


@attrs.frozen(eq=False, repr=False)
class Negative(Expr):
    """`-a`."""

    operand: Expr


# ---- Statements ----------------------------------------------------------------------------------


@attrs.frozen(eq=False, repr=False)
class Statement(Node):
    """A line, or a line with a block, of a `do` part, a routine, the set-up or the play."""


@attrs.frozen(eq=False, repr=False)
class Block(Node):
    """Statements, one after the other."""

    statements: tuple[Statement, ...]


@attrs.frozen(eq=False, repr=False)
class Words(Node):
    """A part of a sentence that stands there as it is said."""

    text: str


@attrs.frozen(eq=False, repr=False)
class Agree(Node):
    """`{card|cards}`: a word that agrees with the value before it; `you`: if that is the reader."""

    one: str
    several: str
    you: str


@attrs.frozen(eq=False, repr=False)
class Sentence(Node):
    """`"{me} takes {n} {card|cards}"`: words and values in turn."""

    parts: tuple[Words | Expr | Agree, ...]


@attrs.frozen(eq=False, repr=False)
class Say(Statement):
    """A sentence for the log."""

    sentence: Sentence
    ids: tuple[Word, ...]


@attrs.frozen(eq=False, repr=False)
class Silence(Statement):
    """`say nothing`: no line of the log."""


# What is told in place of what is told by itself.
Telling = Say | Silence


@attrs.frozen(eq=False, repr=False)
class Passing(Node):
    """What is told of somebody who gives no answer."""

    telling: Telling


@attrs.frozen(eq=False, repr=False)
class Ask(Node):
    """How somebody is asked."""

    sentence: Sentence
    ids: tuple[Word, ...]


@attrs.frozen(eq=False, repr=False)
class Let(Statement):
    """A name for a value."""

    name: Word
    value: Expr
    note: Note


@attrs.frozen(eq=False, repr=False)
class Require(Statement):
    """A condition on the choices made so far."""

    condition: Expr
    note: Note


@attrs.frozen(eq=False, repr=False)
class Choose(Statement):
    """A choice of the one who acts here."""

    name: Word
    unless_forced: Word | None
    domain: Expr
    note: Note
    asking: Ask | None


@attrs.frozen(eq=False, repr=False)
class Pick(Statement):
    """A choice by chance."""

    name: Word
    domain: Expr
    note: Note
    telling: Telling | None


@attrs.frozen(eq=False, repr=False)
class Set(Statement):
    """A new value for a variable."""

    target: Expr
    value: Expr
    note: Note
    telling: Telling | None


@attrs.frozen(eq=False, repr=False)
class Add(Statement):
    """A variable grows."""

    value: Expr
    target: Expr
    note: Note
    telling: Telling | None


@attrs.frozen(eq=False, repr=False)
class Place(Node):
    """Where in a pile cards are put: `at bottom`, `above 3 cards`, `below 3 cards`."""

    where: Word
    number: Expr | None


@attrs.frozen(eq=False, repr=False)
class Move(Statement):
    """Cards go to a zone."""

    cards: Expr
    to: Expr
    place: Place | None
    note: Note
    telling: Telling | None


@attrs.frozen(eq=False, repr=False)
class Draw(Statement):
    """Cards come from the top of a pile, one by one."""

    number: Expr
    source: Expr
    to: Expr
    place: Place | None
    note: Note
    telling: Telling | None


@attrs.frozen(eq=False, repr=False)
class Stack(Statement):
    """A card on another makes a new stack."""

    card: Expr
    on: Expr
    to: Expr
    note: Note
    telling: Telling | None


@attrs.frozen(eq=False, repr=False)
class Shuffle(Statement):
    """A zone is shuffled."""

    zone: Expr
    note: Note
    telling: Telling | None


@attrs.frozen(eq=False, repr=False)
class Swap(Statement):
    """Two zones exchange their cards."""

    left: Expr
    right: Expr
    note: Note
    telling: Telling | None


@attrs.frozen(eq=False, repr=False)
class Reveal(Statement):
    """Cards are shown to all, or to some."""

    cards: Expr
    to: Expr | None
    note: Note
    telling: Telling | None


@attrs.frozen(eq=False, repr=False)
class Give(Statement):
    """Tokens go from the supply to a holder, or back."""

    verb: Word
    number: Expr
    token: Word
    holder: Expr
    note: Note
    telling: Telling | None


@attrs.frozen(eq=False, repr=False)
class Open(Statement):
    """A window opens: those named may answer, one after the other."""

    window: Word
    arguments: Arguments | None
    to: Expr
    note: Note


@attrs.frozen(eq=False, repr=False)
class Stop(Statement):
    """The action that this interrupt answers has no further effect."""

    note: Note
    telling: Telling | None


@attrs.frozen(eq=False, repr=False)
class End(Statement):
    """Leaves the innermost construct of that kind."""

    construct: Word
    note: Note


@attrs.frozen(eq=False, repr=False)
class NextTurn(Statement):
    """The next turn is this player's."""

    player: Expr
    note: Note


@attrs.frozen(eq=False, repr=False)
class Reverse(Statement):
    """Turns go the other way around."""

    note: Note


@attrs.frozen(eq=False, repr=False)
class Call(Statement):
    """A routine is carried out."""

    name: Word
    arguments: Arguments | None
    note: Note


@attrs.frozen(eq=False, repr=False)
class Proceed(Statement):
    """In a trait: here the action's own effects come."""


@attrs.frozen(eq=False, repr=False)
class OneOf(Statement):
    """The one who acts here takes one of these actions."""

    actions: tuple[Word, ...]
    otherwise: Word | None
    note: Note
    asking: Ask | None


@attrs.frozen(eq=False, repr=False)
class ElseIf(Node):
    """A further condition."""

    condition: Expr
    note: Note
    block: Block


@attrs.frozen(eq=False, repr=False)
class Else(Node):
    """What happens when no condition holds."""

    note: Note
    block: Block


@attrs.frozen(eq=False, repr=False)
class If(Statement):
    """Something happens on a condition."""

    condition: Expr
    note: Note
    block: Block
    else_ifs: tuple[ElseIf, ...]
    otherwise: Else | None


@attrs.frozen(eq=False, repr=False)
class While(Statement):
    """A block is repeated as long as a condition holds."""

    condition: Expr
    note: Note
    block: Block


@attrs.frozen(eq=False, repr=False)
class Repeat(Statement):
    """A block is repeated a number of times."""

    times: Expr
    note: Note
    block: Block


@attrs.frozen(eq=False, repr=False)
class Order(Node):
    """Players around the table, beginning with one."""

    direction: Word
    start: Expr
    condition: Expr | None


@attrs.frozen(eq=False, repr=False)
class EachPlayer(Statement):
    """A block for each player, who acts in it."""

    order: Order
    note: Note
    block: Block


@attrs.frozen(eq=False, repr=False)
class EachIn(Statement):
    """A block for each thing in a collection."""

    name: Word
    collection: Expr
    note: Note
    block: Block


@attrs.frozen(eq=False, repr=False)
class As(Statement):
    """A block in which somebody else acts."""

    player: Expr
    note: Note
    block: Block


@attrs.frozen(eq=False, repr=False)
class Premises(Node):
    """The choices, conditions and names that stand before `do`, and what is said of it."""

    lines: tuple[Choose | Require | Let, ...]
    # What is said of the action, in place of what is told by itself.
    telling: Telling | None


@attrs.frozen(eq=False, repr=False)
class Together(Statement):
    """All choose in secret; then it is carried out for each."""

    order: Order
    note: Note
    premises: Premises
    block: Block


@attrs.frozen(eq=False, repr=False)
class Turns(Statement):
    """Turn after turn."""

    order: Order
    once: Word | None
    until: Expr | None
    note: Note
    block: Block


@attrs.frozen(eq=False, repr=False)
class Rounds(Statement):
    """Round after round."""

    until: Expr | None
    note: Note
    block: Block


@attrs.frozen(eq=False, repr=False)
class Phase(Statement):
    """A named part of a round."""

    name: Word
    note: Note
    block: Block


# ---- Declarations --------------------------------------------------------------------------------


@attrs.frozen(eq=False, repr=False)
class Declaration(Node):
    """Something at the top level."""


@attrs.frozen(eq=False, repr=False)
class Ownership(Node):
    """`shared`, `per player`, `per team`."""

    holder: Word


@attrs.frozen(eq=False, repr=False)
class Shape(Node):
    """`pile`, `spread`, `row`, `stacks`."""

    shape: Word


@attrs.frozen(eq=False, repr=False)
class Viewers(Node):
    """Who sees the faces: `all`, `nobody`, `owner`, `others`, `team`."""

    names: tuple[Word, ...]


@attrs.frozen(eq=False, repr=False)
class Seen(Node):
    """`top seen by all`; with a condition: `seen by all when open else owner`."""

    layer: Word | None
    viewers: Viewers
    condition: Expr | None
    otherwise: Viewers | None


@attrs.frozen(eq=False, repr=False)
class Starts(Node):
    """The cards that lie here at the start."""

    cards: Expr


@attrs.frozen(eq=False, repr=False)
class Forgotten(Node):
    """`remembered by nobody`: nobody may look up again what was seen to go there."""


@attrs.frozen(eq=False, repr=False)
class Zone(Declaration):
    """A place for cards."""

    name: Word
    ownership: Ownership
    shape: Shape
    parts: tuple[Seen | Starts | Forgotten, ...]
    note: Note


@attrs.frozen(eq=False, repr=False)
class Values(Declaration):
    """Words of the author's own: `values end: front, rear`."""

    name: Word
    items: tuple[Word, ...]
    note: Note


@attrs.frozen(eq=False, repr=False)
class Tokens(Declaration):
    """Counters with a limited supply."""

    name: Word
    ownership: Ownership
    supply: Expr
    note: Note


@attrs.frozen(eq=False, repr=False)
class TypeName(Node):
    """`family or none`."""

    name: Word
    optional: Word | None


@attrs.frozen(eq=False, repr=False)
class Variable(Declaration):
    """A value that the rules keep."""

    name: Word
    holder: Word | None
    type: TypeName
    value: Expr
    note: Note


@attrs.frozen(eq=False, repr=False)
class Clause(Node):
    """A named part of a placement or of the score."""

    name: Word
    value: Expr
    note: Note


@attrs.frozen(eq=False, repr=False)
class Placement(Declaration):
    """What may be put on what."""

    name: Word
    card: Word
    target: Word
    note: Note
    clauses: tuple[Clause, ...]


@attrs.frozen(eq=False, repr=False)
class Parameter(Node):
    """`total: integer`."""

    name: Word
    type: TypeName


@attrs.frozen(eq=False, repr=False)
class Parameters(Node):
    """The parameters of a definition, routine or window."""

    items: tuple[Parameter, ...]


@attrs.frozen(eq=False, repr=False)
class Define(Declaration):
    """A name for an expression."""

    name: Word
    parameters: Parameters | None
    value: Expr
    note: Note


@attrs.frozen(eq=False, repr=False)
class Routine(Declaration):
    """A name for statements."""

    name: Word
    parameters: Parameters | None
    note: Note
    block: Block


@attrs.frozen(eq=False, repr=False)
class TraitUse(Node):
    """`is move(target)`."""

    name: Word
    values: tuple[Expr, ...]


@attrs.frozen(eq=False, repr=False)
class Action(Declaration):
    """Something that a player may do."""

    name: Word
    trait: TraitUse | None
    note: Note
    premises: Premises
    block: Block


@attrs.frozen(eq=False, repr=False)
class Trait(Declaration):
    """What several actions share."""

    name: Word
    parameters: tuple[Word, ...]
    note: Note
    premises: Premises
    block: Block


@attrs.frozen(eq=False, repr=False)
class Window(Declaration):
    """A point at which interrupts may be played."""

    name: Word
    parameters: Parameters | None
    note: Note
    asking: Ask | None
    passing: Passing | None


@attrs.frozen(eq=False, repr=False)
class Interrupt(Declaration):
    """An answer to a window."""

    name: Word
    window: Word
    note: Note
    premises: Premises
    block: Block


@attrs.frozen(eq=False, repr=False)
class Standing(Declaration):
    """A rule that is always brought about again."""

    name: Word
    note: Note
    block: Block


@attrs.frozen(eq=False, repr=False)
class RunDry(Declaration):
    """What happens when a card is needed from an empty pile."""

    zone: Word
    note: Note
    block: Block


@attrs.frozen(eq=False, repr=False)
class ComesUp(Declaration):
    """What happens when such a card is met in drawing from a pile."""

    line: Word
    zone: Word
    note: Note
    block: Block


@attrs.frozen(eq=False, repr=False)
class Setup(Declaration):
    """What happens before the first decision."""

    note: Note
    block: Block


@attrs.frozen(eq=False, repr=False)
class Play(Declaration):
    """The course of the game."""

    note: Note
    block: Block


@attrs.frozen(eq=False, repr=False)
class MatchBest(Declaration):
    """`match best of 3`."""

    games: Expr
    heading: Words | None
    condition: Expr | None
    note: Note


@attrs.frozen(eq=False, repr=False)
class MatchRace(Declaration):
    """`match race to 100`."""

    target: Expr
    heading: Words | None
    condition: Expr | None
    note: Note


@attrs.frozen(eq=False, repr=False)
class MatchGames(Declaration):
    """`match of 4 games`."""

    games: Expr
    heading: Words | None
    condition: Expr | None
    note: Note


@attrs.frozen(eq=False, repr=False)
class Score(Declaration):
    """What counts how much."""

    note: Note
    clauses: tuple[Clause, ...]


@attrs.frozen(eq=False, repr=False)
class Criterion(Node):
    """`highest score "points"`."""

    extreme: Word
    value: Expr
    heading: Words | None


@attrs.frozen(eq=False, repr=False)
class Winner(Declaration):
    """Who wins, criterion after criterion."""

    criteria: tuple[Criterion, ...]
    note: Note


@attrs.frozen(eq=False, repr=False)
class RulesText(Node):
    """All declarations of a ruleset, in their order."""

    declarations: tuple[Declaration, ...]
