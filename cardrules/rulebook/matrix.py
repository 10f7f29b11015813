"""Who may answer what: the events of a ruleset and the interrupts for them, in words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import attrs

from cardrules.lint.answering import Answering, Event, Kinds, Reply
from cardrules.model import ir
from cardrules.model.ruleset import Kind, Ruleset
from cardrules.prose import join
from cardrules.table.slot_names import slot_names
from cardrules.table.wording import capital, words

# More cards than these are counted, not listed.
_MOST_NAMED = 4
_ROLES = {"me": "whoever acts", "active": "whose turn it is", "starter": "who goes first"}
_GROUPS = {
    "players": "everybody",
    "opponents": "all opponents",
    "others": "all others",
    "partners": "the partners",
}
_PARTS = {"setup": "Setting up", "play": "The course of the game"}


@attrs.frozen(kw_only=True)
class Cell:
    """What comes of an answer to an event: `stops` is None if that depends.

    `against`: the cards that can be answered so, where it is not all of the event.
    """

    comes: bool
    stops: bool | None
    against: str = ""

    def __str__(self) -> str:
        if not self.comes:
            return "\u2013"
        told = {True: "stops it", None: "may stop it", False: "answers"}[self.stops]
        return f"{told}: {self.against}" if self.against else told


@attrs.frozen(kw_only=True)
class Column:
    """An interrupt: the cards that are played for it, and by what it can be answered itself."""

    name: str
    label: str
    ids: tuple[str, ...]
    cards: str
    answered_by: tuple[str, ...]


@attrs.frozen(kw_only=True)
class Row:
    """An event: what happens, who is asked, in which order, and what comes of each interrupt."""

    name: str
    label: str
    window: str
    ids: tuple[str, ...]
    sentence: str
    asked: str
    order: str
    deep: int
    cells: tuple[Cell, ...]


@attrs.frozen(kw_only=True)
class Matrix:
    """All events with all interrupts."""

    rows: tuple[Row, ...]
    columns: tuple[Column, ...]

    def as_data(self) -> Any:
        """The matrix as plain data."""
        return {
            "interrupts": [attrs.asdict(column) for column in self.columns],
            "events": [
                {
                    **{name: value for name, value in attrs.asdict(row).items() if name != "cells"},
                    "answers": {
                        column.name: attrs.asdict(cell)
                        for column, cell in zip(self.columns, row.cells, strict=True)
                        if cell.comes
                    },
                }
                for row in self.rows
            ],
        }


def matrix_of(ruleset: Ruleset) -> Matrix:
    """The matrix of a ruleset, or of a game with what its options have put in."""
    answering = Answering(ruleset)
    windows = {event.opening.window for event in answering.events}
    used = [item for item in ruleset.interrupts.values() if item.window in windows]
    return Matrix(
        rows=tuple(_row(ruleset, answering, event, used) for event in answering.events),
        columns=tuple(_column(ruleset, answering, item) for item in used),
    )


def _column(ruleset: Ruleset, answering: Answering, item: ir.DeclaredAction) -> Column:
    found: dict[str, Kind] = {}
    for event in answering.events:
        for answer in event.answers:
            if answer.interrupt is item:
                found.update((kind.name, kind) for kind in answer.cards or ())
    return Column(
        name=item.name,
        label=item.label,
        ids=item.origin.ids,
        cards=_cards(ruleset, tuple(found.values())),
        answered_by=tuple(other.label for other in answering.answered_by(item)),
    )


def _row(
    ruleset: Ruleset, answering: Answering, event: Event, used: Sequence[ir.DeclaredAction]
) -> Row:
    answers = {answer.interrupt.name: answer for answer in event.answers}
    origin = event.opening.origin
    return Row(
        name=event.part.name,
        label=_label(event),
        window=event.opening.window,
        ids=origin.ids,
        sentence=origin.sentence,
        asked=_asked(ruleset, event),
        order=_order(event),
        deep=ruleset.windows[event.opening.window].deep,
        cells=tuple(_cell(ruleset, answering, event, answers.get(item.name)) for item in used),
    )


def _cell(ruleset: Ruleset, answering: Answering, event: Event, answer: Reply | None) -> Cell:
    if answer is None or not answer.comes:
        return Cell(comes=False, stops=False)
    is_part = answer.against is not None and answer.against != event.against
    return Cell(
        comes=True,
        stops=answering.stops(answer.interrupt),
        against=_cards(ruleset, answer.against) if is_part else "",
    )


def _cards(ruleset: Ruleset, kinds: Kinds) -> str:
    """Cards in words; nothing where they are all cards."""
    if not kinds or len(kinds) == len(ruleset.kinds):
        return ""
    if len(kinds) > _MOST_NAMED:
        return f"{len(kinds)} of {len(ruleset.kinds)} different cards"
    return ", ".join(kind.name for kind in kinds)


# -- who is asked ----------------------------------------------------------------------------------


def _label(event: Event) -> str:
    part = event.part
    if isinstance(part, ir.DeclaredAction):
        return part.label
    return _PARTS.get(part.role) or capital(part.origin.sentence or words(part.name))


def _order(event: Event) -> str:
    if not event.is_in_turn:
        return ""
    match event.asked:
        case ir.Everyone(group="opponents" | "others"):
            return "one after the other, clockwise"
    return "one after the other"


def _asked(ruleset: Ruleset, event: Event) -> str:
    """Who is asked; as it is written, where there are no words for it."""
    told = _people(event.asked, slot_names(ruleset, event.within))
    if told:
        return told
    source = ruleset.text
    line = source.line(source.position(event.opening.origin.span.start)[0])
    return line.partition(" to ")[2].split("  ")[0].strip()


def _people(x: ir.Expr, names: dict[int, str]) -> str:
    match x:
        case ir.Role():
            return _ROLES[x.role]
        case ir.Everyone():
            return _GROUPS.get(x.group, "")
        case ir.Local():
            return f"the {words(names[x.slot])}" if x.slot in names else ""
        case ir.Operation(op="owner" | "left" | "right" as op, arguments=(one,)):
            of = _people(one, names)
            return f"the {op} of {of}" if of and op == "owner" else _beside(op, of)
        case ir.Arithmetic(operator="+"):
            sides = [_people(x.left, names), _people(x.right, names)]
            return join(sides) if all(sides) else ""
    return ""


def _beside(op: str, of: str) -> str:
    return f"who sits {op} of {of}" if of else ""
