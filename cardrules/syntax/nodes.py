"""The tree of the rules text: a frozen node for each rule of the grammar.

Fields stand in the order of the children in `grammar/cardrules.lark`; the class name is the rule
name in CamelCase. A node that may be left out is `None`; repeated ones are tuples.
"""

from __future__ import annotations

from cardrules.plain import PlainInOrder
from cardrules.source import Span


class Node(PlainInOrder):
    """Anything that the grammar names; `span` covers all of it."""

    span: Span


class Word(Node):
    """A word of the text: a name or one of a few alternatives."""

    text: str


class Note(Node):
    """Rule IDs and a sentence behind a line; both may be missing."""

    ids: tuple[Word, ...]
    sentence: str


# ---- Expressions ---------------------------------------------------------------------------------


class Expr(Node):
    """An expression."""


class Name(Expr):
    """A bare name."""

    name: Word


class Number(Expr):
    """A whole number."""

    value: int


class Truth(Expr):
    """`true` or `false`."""

    value: bool


class NoneValue(Expr):
    """`none`."""


class My(Expr):
    """`my hand`: what belongs to the one who acts here."""

    name: Word


class Field(Expr):
    """`rival.hand`, `card.number`."""

    base: Expr
    name: Word


class Arguments(Node):
    """What stands between the brackets of a call."""

    values: tuple[Expr, ...]


class Apply(Expr):
    """`groups(card.number)`: a definition or an operation with its arguments."""

    name: Word
    arguments: Arguments


class Placed(Expr):
    """`fits(card on target)`."""

    name: Word
    card: Expr
    target: Expr


class SetLiteral(Expr):
    """`{green, purple}`."""

    values: tuple[Expr, ...]


class Of(Expr):
    """`top of deck`: an operation on one thing."""

    name: Word
    operand: Expr


class Fold(Expr):
    """`sum of gems in won`."""

    body: Expr
    collection: Expr


class ExtremeOf(Expr):
    """`highest of number in trick`."""

    extreme: Word
    body: Expr
    collection: Expr


class Subsets(Expr):
    """`maximal subsets of radars where sum of power in it <= 5`."""

    maximal: Word | None
    collection: Expr
    condition: Expr | None


class Families(Expr):
    """`maximal families of groups`: families of disjoint sets that no further set fits into."""

    maximal: Word
    sets: Expr


class Possible(Expr):
    """`possible snatch(card)`: whether the action could be chosen, with these choices made."""

    action: Word
    given: tuple[Word, ...]


class Where(Expr):
    """`table where number > 3`."""

    collection: Expr
    condition: Expr


class WithExtreme(Expr):
    """`trick with highest rank`: those with the greatest value."""

    collection: Expr
    extreme: Word
    body: Expr


class Conditional(Expr):
    """`4 if count of players = 3 else 6`."""

    then: Expr
    condition: Expr
    otherwise: Expr


class Or(Expr):
    """`a or b`."""

    left: Expr
    right: Expr


class And(Expr):
    """`a and b`."""

    left: Expr
    right: Expr


class Not(Expr):
    """`not a`."""

    operand: Expr


class Quantified(Expr):
    """`some c in table: c.face = zap`."""

    quantifier: Word
    name: Word
    collection: Expr
    condition: Expr


class Comparison(Expr):
    """`a = b`, `a < b`."""

    left: Expr
    operator: Word
    right: Expr


class IsEmpty(Expr):
    """`hand is empty`, `hand is not empty`."""

    operand: Expr
    negated: Word | None


class IsLine(Expr):
    """`card is swarm`, `card is not none`; `line` is a line of the card table, or none."""

    operand: Expr
    negated: Word | None
    line: Word


class Member(Expr):
    """`n in card.number`."""

    element: Expr
    negated: Word | None
    collection: Expr


class PlusMinus(Expr):
    """`a + b`, `a - b`; of sets the union and what is left."""

    left: Expr
    operator: Word
    right: Expr


class Times(Expr):
    """`a * b`, `a / b` (rounded down), `a mod b`."""

    left: Expr
    operator: Word
    right: Expr


class Negative(Expr):
    """`-a`."""

    operand: Expr


# ---- Statements ----------------------------------------------------------------------------------


class Statement(Node):
    """A line, or a line with a block, of a `do` part, a routine, the set-up or the play."""


class Block(Node):
    """Statements, one after the other."""

    statements: tuple[Statement, ...]


class Words(Node):
    """A part of a sentence that stands there as it is said."""

    text: str


class Agree(Node):
    """`{card|cards}`: a word that agrees with the value before it; `you`: if that is the reader."""

    one: str
    several: str
    you: str


class Sentence(Node):
    """`"{me} takes {n} {card|cards}"`: words and values in turn."""

    parts: tuple[Words | Expr | Agree, ...]


class Say(Statement):
    """A sentence for the log."""

    sentence: Sentence
    ids: tuple[Word, ...]


class Silence(Statement):
    """`say nothing`: no line of the log."""


# What is told in place of what is told by itself.
Telling = Say | Silence


class Passing(Node):
    """What is told of somebody who gives no answer."""

    telling: Telling


class Ask(Node):
    """How somebody is asked."""

    sentence: Sentence
    ids: tuple[Word, ...]


class Let(Statement):
    """A name for a value."""

    name: Word
    value: Expr
    note: Note


class Require(Statement):
    """A condition on the choices made so far."""

    condition: Expr
    note: Note


class Choose(Statement):
    """A choice of the one who acts here."""

    name: Word
    unless_forced: Word | None
    domain: Expr
    note: Note
    asking: Ask | None


class Pick(Statement):
    """A choice by chance."""

    name: Word
    domain: Expr
    note: Note
    telling: Telling | None


class Set(Statement):
    """A new value for a variable."""

    target: Expr
    value: Expr
    note: Note
    telling: Telling | None


class Add(Statement):
    """A variable grows."""

    value: Expr
    target: Expr
    note: Note
    telling: Telling | None


class Place(Node):
    """Where in a pile cards are put: `at bottom`, `above 3 cards`, `below 3 cards`."""

    where: Word
    number: Expr | None


class Move(Statement):
    """Cards go to a zone."""

    cards: Expr
    to: Expr
    place: Place | None
    note: Note
    telling: Telling | None


class Draw(Statement):
    """Cards come from the top of a pile, one by one."""

    number: Expr
    source: Expr
    to: Expr
    place: Place | None
    note: Note
    telling: Telling | None


class Stack(Statement):
    """A card on another makes a new stack, and so do cards by themselves."""

    cards: Expr
    on: Expr | None
    to: Expr
    note: Note
    telling: Telling | None


class Shuffle(Statement):
    """A zone is shuffled."""

    zone: Expr
    note: Note
    telling: Telling | None


class Swap(Statement):
    """Two zones exchange their cards."""

    left: Expr
    right: Expr
    note: Note
    telling: Telling | None


class Reveal(Statement):
    """Cards are shown to all, or to some."""

    cards: Expr
    to: Expr | None
    note: Note
    telling: Telling | None


class Give(Statement):
    """Tokens go from the supply to a holder, or back."""

    verb: Word
    number: Expr
    token: Word
    holder: Expr
    note: Note
    telling: Telling | None


class Open(Statement):
    """A window opens: those named may answer, one after the other."""

    window: Word
    arguments: Arguments | None
    to: Expr
    note: Note


class Stop(Statement):
    """The action that this interrupt answers has no further effect."""

    note: Note
    telling: Telling | None


class End(Statement):
    """Leaves the innermost construct of that name."""

    construct: Word
    note: Note


class NextTurn(Statement):
    """The next turn is this player's."""

    player: Expr
    note: Note


class Reverse(Statement):
    """Turns go the other way around."""

    note: Note


class Call(Statement):
    """A routine is carried out."""

    name: Word
    arguments: Arguments | None
    note: Note


class Proceed(Statement):
    """In a trait: here the action's own effects come."""


class OneOf(Statement):
    """The one who acts here takes one of these actions."""

    actions: tuple[Word, ...]
    otherwise: Word | None
    note: Note
    asking: Ask | None


class ElseIf(Node):
    """A further condition."""

    condition: Expr
    note: Note
    block: Block


class Else(Node):
    """What happens when no condition holds."""

    note: Note
    block: Block


class If(Statement):
    """Something happens on a condition."""

    condition: Expr
    note: Note
    block: Block
    else_ifs: tuple[ElseIf, ...]
    otherwise: Else | None


class While(Statement):
    """A block is repeated as long as a condition holds."""

    condition: Expr
    note: Note
    block: Block


class Repeat(Statement):
    """A block is repeated a number of times."""

    times: Expr
    note: Note
    block: Block


class Order(Node):
    """Players around the table, beginning with one."""

    direction: Word
    start: Expr
    condition: Expr | None


class EachPlayer(Statement):
    """A block for each player, who acts in it."""

    order: Order
    note: Note
    block: Block


class EachIn(Statement):
    """A block for each thing in a collection."""

    name: Word
    collection: Expr
    note: Note
    block: Block


class As(Statement):
    """A block in which somebody else acts."""

    player: Expr
    note: Note
    block: Block


class Premises(Node):
    """The choices, conditions and names that stand before `do`, and what is said of it."""

    lines: tuple[Choose | Require | Let, ...]
    # What is said of the action, in place of what is told by itself.
    telling: Telling | None


class Together(Statement):
    """All choose in secret; then it is carried out for each."""

    order: Order
    note: Note
    premises: Premises
    block: Block


class Turns(Statement):
    """Turn after turn."""

    order: Order
    once: Word | None
    until: Expr | None
    note: Note
    block: Block


class Rounds(Statement):
    """Round after round."""

    until: Expr | None
    note: Note
    block: Block


class Phase(Statement):
    """A named part of a round."""

    name: Word
    note: Note
    block: Block


# ---- Declarations --------------------------------------------------------------------------------


class Declaration(Node):
    """Something at the top level."""


class Ownership(Node):
    """`shared`, `per player`, `per team`."""

    holder: Word


class Shape(Node):
    """`pile`, `spread`, `row`, `stacks`."""

    shape: Word


class Viewers(Node):
    """Who sees the faces: `all`, `nobody`, `owner`, `others`, `team`."""

    names: tuple[Word, ...]


class Seen(Node):
    """`top seen by all`; with a condition: `seen by all when open else owner`."""

    layer: Word | None
    viewers: Viewers
    condition: Expr | None
    otherwise: Viewers | None


class Starts(Node):
    """The cards that lie here at the start."""

    cards: Expr


class Forgotten(Node):
    """`remembered by nobody`: nobody may look up again what was seen to go there."""


class Zone(Declaration):
    """A place for cards."""

    name: Word
    ownership: Ownership
    shape: Shape
    parts: tuple[Seen | Starts | Forgotten, ...]
    note: Note


class Values(Declaration):
    """Words of the author's own: `values end: front, rear`."""

    name: Word
    items: tuple[Word, ...]
    note: Note


class Tokens(Declaration):
    """Counters with a limited supply."""

    name: Word
    ownership: Ownership
    supply: Expr
    note: Note


class TypeName(Node):
    """`family or none`."""

    name: Word
    optional: Word | None


class Variable(Declaration):
    """A value that the rules keep."""

    name: Word
    holder: Word | None
    type: TypeName
    value: Expr
    note: Note


class Clause(Node):
    """A named part of a placement or of the score."""

    name: Word
    value: Expr
    note: Note


class Placement(Declaration):
    """What may be put on what."""

    name: Word
    card: Word
    target: Word
    note: Note
    clauses: tuple[Clause, ...]


class Parameter(Node):
    """`total: integer`."""

    name: Word
    type: TypeName


class Parameters(Node):
    """The parameters of a definition, routine or window."""

    items: tuple[Parameter, ...]


class Define(Declaration):
    """A name for an expression."""

    name: Word
    parameters: Parameters | None
    value: Expr
    note: Note


class Routine(Declaration):
    """A name for statements."""

    name: Word
    parameters: Parameters | None
    note: Note
    block: Block


class TraitUse(Node):
    """`is move(target)`."""

    name: Word
    values: tuple[Expr, ...]


class DeclaredAction(Declaration):
    """Something that a player may do."""

    name: Word
    trait: TraitUse | None
    note: Note
    premises: Premises
    block: Block


class Trait(Declaration):
    """What several actions share."""

    name: Word
    parameters: tuple[Word, ...]
    note: Note
    premises: Premises
    block: Block


class Window(Declaration):
    """A point at which interrupts may be played."""

    name: Word
    parameters: Parameters | None
    deep: Word | None
    note: Note
    asking: Ask | None
    passing: Passing | None


class Interrupt(Declaration):
    """An answer to a window."""

    name: Word
    window: Word
    note: Note
    premises: Premises
    block: Block


class Standing(Declaration):
    """A rule that is always brought about again."""

    name: Word
    note: Note
    block: Block


class RunDry(Declaration):
    """What happens when a card is needed from an empty pile."""

    zone: Word
    note: Note
    block: Block


class ComesUp(Declaration):
    """What happens when such a card is met in drawing from a pile."""

    line: Word
    zone: Word
    note: Note
    block: Block


class Setup(Declaration):
    """What happens before the first decision."""

    note: Note
    block: Block


class Play(Declaration):
    """The course of the game."""

    note: Note
    block: Block


class MatchBest(Declaration):
    """`match best of 3`."""

    games: Expr
    heading: Words | None
    condition: Expr | None
    note: Note


class MatchRace(Declaration):
    """`match race to 100`."""

    target: Expr
    heading: Words | None
    condition: Expr | None
    note: Note


class MatchGames(Declaration):
    """`match of 4 games`."""

    games: Expr
    heading: Words | None
    condition: Expr | None
    note: Note


class Score(Declaration):
    """What counts how much."""

    note: Note
    clauses: tuple[Clause, ...]


class Criterion(Node):
    """`highest score "points"`."""

    extreme: Word
    value: Expr
    heading: Words | None


class Winner(Declaration):
    """Who wins, criterion after criterion."""

    criteria: tuple[Criterion, ...]
    note: Note


class RulesText(Node):
    """All declarations of a ruleset, in their order."""

    declarations: tuple[Declaration, ...]
