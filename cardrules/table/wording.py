"""Small wordings that lines and tables are put together from."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from cardrules.engine.game import Game
from cardrules.prose import join, reads_alike, tallied

_SENTENCE_END = re.compile(r"(?<=[.!?])\s+")


def words(name: str) -> str:
    """A name of the rules in words."""
    return name.replace("_", " ")


def capital(text: str) -> str:
    """A sentence with a capital at its beginning."""
    return text[:1].upper() + text[1:]


def sentences(text: str) -> list[str]:
    """The sentences of a text, each on one line."""
    found = _SENTENCE_END.split(text.strip()) if text.strip() else []
    return [" ".join(one.split()) for one in found]


def linked(told: Sequence[str], link: str) -> list[str]:
    """Texts in a row, each but the last with what links it to the next one."""
    return [*(f"{text}{link}" for text in told[:-1]), *told[-1:]]


def in_pieces(told: Iterable[str], *, are_sets: bool = False) -> list[str]:
    """The parts of a collection, in words, as pieces that make a line together."""
    if are_sets:
        return linked([f"({text})" for text in told], " and")
    return linked(tallied(told), " +")


def number(value: int, one: str, many: str = "") -> str:
    """A number with its noun."""
    return f"{value:,} {one if value == 1 else many or one + 's'}"


def labelled(label: str, text: str) -> str:
    """A label with what belongs to it, which is not said twice.

    A label that has a colon of its own gets no second one.
    """
    if not label or not text or reads_alike(label, text):
        return label or text
    return f"{label}, {text}" if ":" in label else f"{label}: {text}"


def holder_name(game: Game, names: Sequence[str], held_by: str, index: int) -> str:
    """The name of whom a zone or variable belongs to; empty if it is shared."""
    if held_by == "shared":
        return ""
    seats = game.tables.teams[index] if held_by == "team" else (index,)
    return join([names[seat] for seat in seats])
