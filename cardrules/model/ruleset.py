"""A ruleset: all that a text says, resolved and typed, before options and players are known."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Literal

from cardrules.model import ir
from cardrules.model.types import Type
from cardrules.plain import Plain
from cardrules.source import SourceFile, Span

AttributeValue = int | tuple[int, ...]
Viewer = Literal["all", "nobody", "owner", "others", "team"]


class AttributeType(Plain):
    """An attribute of cards. A value of an enumeration is its index, a set a sorted tuple.

    Players are told its value of a card if it is to be shown and is not the default.
    """

    name: str
    type: Type
    default: AttributeValue | None = None
    show: bool = True
    values: tuple[str, ...] = ()
    names: Mapping[int, str]
    span: Span


class Kind(Plain):
    """A printed face: cards of one kind cannot be told apart.

    `text` tells players what the card does; it may be empty.
    """

    name: str
    line: str
    text: str
    values: Mapping[str, AttributeValue]
    count: ir.Expr


class CardLine(Plain):
    """A line of the card table, and whether it has a text, be it an empty one."""

    name: str
    has_text: bool
    span: Span


class Option(Plain):
    """What can be set before a game. The bounds may depend on players and on options before it.

    `value_helps` has a sentence for each of the values, empty where there is none.
    """

    name: str
    type: Literal["integer", "flag", "choice"]
    default: ir.Expr
    minimum: ir.Expr | None
    maximum: ir.Expr | None
    values: tuple[str, ...]
    value_helps: tuple[str, ...]
    help: str
    span: Span


class Visibility(Plain):
    """Who sees the faces of a layer; with a condition, `otherwise` where it does not hold."""

    layer: Literal["all", "top", "rest"]
    viewers: tuple[Viewer, ...]
    condition: ir.Expr | None
    otherwise: tuple[Viewer, ...]


class Zone(Plain):
    """A place for cards, or one for each player or team."""

    name: str
    holder: Literal["shared", "player", "team"]
    shape: Literal["pile", "spread", "row", "stacks"]
    visibility: tuple[Visibility, ...]
    starts: ir.Expr | None
    # Whether the table shows what somebody knows of cards there that nobody sees.
    is_remembered: bool = True
    origin: ir.Origin


class Variable(Plain):
    """A value that the rules keep; tokens are variables with a supply."""

    name: str
    holder: Literal["shared", "player", "team"]
    type: Type
    initial: ir.Expr
    supply: ir.Expr | None
    origin: ir.Origin


class Clause(Plain):
    """A named part of a placement or of the score."""

    name: str
    value: ir.Expr
    origin: ir.Origin


class Placement(Plain):
    """What may be put on what: all clauses must hold. The two cards are the bound variables."""

    name: str
    card: int
    target: int
    clauses: tuple[Clause, ...]
    origin: ir.Origin


class Definition(Plain):
    """A name for an expression; parameters are bound variables."""

    name: str
    parameters: tuple[int, ...]
    value: ir.Expr
    origin: ir.Origin


# So many windows of one declaration may be open within each other.
MOST_DEEP = 10


class Window(Plain):
    """A point at which interrupts may be played."""

    name: str
    parameters: tuple[str, ...]
    # How those are asked who may answer; the parameters are the first slots.
    asking: ir.Sentence | None
    # What is said of somebody who gives no answer, in place of what is told by itself.
    passing: ir.Sentence | None
    # How many of it may be open within each other: beyond that nobody is asked.
    deep: int
    origin: ir.Origin


class Trait(Plain):
    """What several actions share."""

    name: str
    origin: ir.Origin


class Trigger(Plain):
    """What happens before a draw: from an empty pile (no `line`), or with such a card on top."""

    zone: str
    line: str | None
    procedure: ir.Procedure


class Criterion(Plain):
    """A value per side by which the winner is found; `text` is the value as it is written.

    `heading` is what people call it, if that is said.
    """

    extreme: Literal["highest", "lowest"]
    value: ir.Expr
    text: str
    heading: str
    # The line of `winner`, which all its criteria share.
    origin: ir.Origin


class Match(Plain):
    """Several games: best of so many, a race to a total, or so many games whose scores add up.

    `when` may depend on options. `heading` is what people call what is counted, if that is said.
    """

    mode: Literal["best", "race", "games"]
    heading: str
    number: ir.Expr
    when: ir.Expr | None
    origin: ir.Origin


class ValueList(Plain):
    """Words of the author's own, to choose from and to remember."""

    name: str
    values: tuple[str, ...]
    origin: ir.Origin


class Ruleset(Plain):
    """Everything a ruleset says. Mappings keep the order of declaration, and are plain: so a
    ruleset goes to another process by `pickle`.
    """

    title: str
    source_note: str
    # The IDs of the rulebook, if they are listed.
    listed_ids: tuple[str, ...]
    # What players are told of the game; each may be empty.
    goal: str
    turn: str
    end: str
    text: SourceFile
    content_hash: str
    players_min: int
    players_max: int
    # The guard against games that never end: how many actions a game may have.
    most_actions: int
    teams: Mapping[int, tuple[tuple[int, ...], ...]]
    decks: ir.Expr
    # How many cards there are to be, if that is said.
    total: ir.Expr | None
    options: Mapping[str, Option]
    attributes: Mapping[str, AttributeType]
    lines: Mapping[str, CardLine]
    kinds: tuple[Kind, ...]
    zones: Mapping[str, Zone]
    variables: Mapping[str, Variable]
    placements: Mapping[str, Placement]
    definitions: Mapping[str, Definition]
    routines: Mapping[str, ir.Procedure]
    actions: Mapping[str, ir.DeclaredAction]
    interrupts: Mapping[str, ir.DeclaredAction]
    windows: Mapping[str, Window]
    standing: Mapping[str, ir.Procedure]
    triggers: tuple[Trigger, ...]
    setup: ir.Procedure
    play: ir.Procedure
    score: tuple[Clause, ...]
    # The note behind the word `score`; its clauses have notes of their own.
    score_note: ir.Origin
    criteria: tuple[Criterion, ...]
    matches: tuple[Match, ...]
    # Traits are written out in the actions that have them; only their names are left.
    traits: Mapping[str, Trait]
    value_lists: Mapping[str, ValueList]

    def carried_out(self) -> Iterator[ir.Procedure | ir.DeclaredAction]:
        """All that is carried out at some time; of actions their premises are a part."""
        yield from (self.setup, self.play, *self.routines.values())
        yield from (*self.actions.values(), *self.interrupts.values())
        yield from (*self.standing.values(), *(trigger.procedure for trigger in self.triggers))

    def procedures(self) -> Iterator[ir.Procedure]:
        """All procedures, those of actions among them."""
        for item in self.carried_out():
            yield item.procedure if isinstance(item, ir.DeclaredAction) else item

    def values_of(self, name: str) -> tuple[str, ...]:
        """The words of an enumeration: an option, a list of values, or an attribute."""
        for declared in (self.options, self.value_lists):
            if name in declared:
                return declared[name].values
        return self.attributes[name].values
