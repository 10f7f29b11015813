"""What one viewer sees at the table, as plain immutable data: the whole of what is to be drawn.

`cardrules.table.describe` makes it. Seats, teams and places of stacks count from 0 here and from 1
in `Table.data`, which `schemas/table.json` describes. Nothing in it is hidden from the viewer: two
states that differ only in what the viewer cannot know give equal tables.
"""

from __future__ import annotations

from typing import Any, Literal

import attrs

from cardrules.table.as_data import ORDINAL, ORDINALS

Holder = Literal["shared", "player", "team"]
Shape = Literal["pile", "spread", "row", "stacks"]
Level = Literal["told", "course", "detail", "result"]


@attrs.frozen(kw_only=True)
class Option:
    """An option of the game as it is played; `text` is its value in words."""

    name: str
    label: str
    text: str
    help: str
    ids: tuple[str, ...]


@attrs.frozen(kw_only=True)
class Player:
    """Who sits at a seat; `score` is None where the score cannot be worked out from open cards."""

    seat: int = attrs.field(metadata=ORDINAL)
    name: str
    team: int = attrs.field(metadata=ORDINAL)
    is_you: bool
    is_active: bool
    is_asked: bool
    is_starter: bool
    score: int | None


@attrs.frozen(kw_only=True)
class Team:
    """Who plays together, which may be one alone; `match`: the games or points of a match."""

    seats: tuple[int, ...] = attrs.field(metadata=ORDINALS)
    name: str
    match: int | None


@attrs.frozen(kw_only=True)
class Card:
    """A card that lies somewhere: `face` is None if the viewer does not know it.

    `seen`: the face can be seen now. Otherwise it is remembered: seen before, and followed since.
    """

    face: str | None
    seen: bool


@attrs.frozen(kw_only=True)
class Zone:
    """A place for cards. Of piles, rows and stacks the top card comes first; of a spread the seen
    cards, then the remembered, then the hidden ones, each in the order of a hand.

    `somewhere`: faces of cards known to be in here, though not where. `at_stake`: the places of the
    stacks about which somebody is asked for an interrupt. `is_chosen_from`: what lies here plays a
    part in a choice of some action. `is_open`: everybody sees all of it, at any time.
    """

    name: str
    label: str
    holder: Holder
    seats: tuple[int, ...] = attrs.field(metadata=ORDINALS)
    owner: str
    shape: Shape
    count: int
    # Whether this is where its player holds cards, and whether the viewer sees own cards here that
    # others do not see.
    is_hand: bool
    is_own: bool
    is_chosen_from: bool
    is_open: bool
    cards: tuple[Card, ...]
    stacks: tuple[tuple[Card, ...], ...]
    at_stake: tuple[int, ...] = attrs.field(metadata=ORDINALS)
    somewhere: tuple[str, ...]
    # Who sees what lies here, in words.
    seen_by: str

    @property
    def full_label(self) -> str:
        """The zone in words, with whom it belongs to."""
        return f"{self.owner}'s {self.label}" if self.owner else self.label


@attrs.frozen(kw_only=True)
class Entry:
    """The value of a variable for one holder: as data, in the words of the game, and in words."""

    seats: tuple[int, ...] = attrs.field(metadata=ORDINALS)
    owner: str
    value: Any
    text: str


@attrs.frozen(kw_only=True)
class Value:
    """Tokens, or something else that the rules keep and have a sentence for."""

    name: str
    label: str
    is_tokens: bool
    # What its values are: `integer`, `flag`, `player`, `team`, `card` and so on.
    type: str
    holder: Holder
    entries: tuple[Entry, ...]


@attrs.frozen(kw_only=True)
class Fact:
    """An attribute of a card; `text` is its value in words."""

    name: str
    label: str
    value: Any
    text: str


@attrs.frozen(kw_only=True)
class Face:
    """What is printed on cards: the line of the card table, facts, what such a card does.

    Facts are the attributes that players are shown, where they are not as on most cards.

    `count`: how many cards of the game have this face.
    """

    name: str
    line: str
    count: int
    facts: tuple[Fact, ...]
    text: str


@attrs.frozen(kw_only=True)
class Told:
    """A sentence about what happened, with the IDs of the rules by which it did.

    `is_head`: it begins a paragraph. `level`: whether it is what somebody did and what the rules
    say of it, what they say in the course of the game outside anybody's action, a detail, or how a
    game has ended. `is_own`: the viewer did it, or it came of that. `is_about_you`: others, or the
    game, did it to the viewer, or to cards in zones of the viewer.
    """

    text: str
    ids: tuple[str, ...]
    is_head: bool
    level: Level
    is_own: bool
    is_about_you: bool


@attrs.frozen(kw_only=True)
class Row:
    """Something that is compared at the end: its heading, and its value in words for each side."""

    label: str
    texts: tuple[str, ...]


@attrs.frozen(kw_only=True)
class Side:
    """A team at the end; `match` is None where there is no match."""

    seats: tuple[int, ...] = attrs.field(metadata=ORDINALS)
    name: str
    place: int
    match: int | None
    score: int
    has_won: bool


@attrs.frozen(kw_only=True)
class Ending:
    """How the game has ended: the sides, the best place first, and what stands in their columns.

    `parts` are those of the score; `criteria` decided who is before whom, beside the score.
    """

    sentence: str
    games: int
    # What people call what a match counts, and the score.
    match_label: str
    score_label: str
    sides: tuple[Side, ...]
    parts: tuple[Row, ...]
    criteria: tuple[Row, ...]
