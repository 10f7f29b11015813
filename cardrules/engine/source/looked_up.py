"""The tables of a program as generated source reads them: by cards, and not by their kinds."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from cardrules.engine.specialise.tabulating import Recipe
from cardrules.machine.layout import Layout
from cardrules.machine.tables import Row, RowsWhenRead, Table, packed


class Pairs(dict[int, Any]):
    """A table by two cards: for each card a row, made when it is needed first."""

    def __init__(self, row: Callable[[int], list[Any]], kind: Sequence[int]) -> None:
        super().__init__()
        self._row = row
        self._kind = kind
        self._rows: dict[int, list[Any]] = {}

    def __missing__(self, card: int) -> list[Any]:
        kind = self._kind[card]
        row = self._rows.get(kind)
        if row is None:
            row = self._rows[kind] = self._row(kind)
        self[card] = row
        return row


def by_cards(table: Table, kind: Sequence[int]) -> Any:
    """A value, or what gives it for a card, or for a card what gives it for another one; `kind` has
    the kind of each card.
    """
    kinds = max(kind) + 1

    def row(number: int) -> list[Any]:
        values = table.values(number, kinds)
        return [values[look] for look in kind]

    if table.arguments == 0:
        return table.values(0, 1)[0]
    return row(0) if table.arguments == 1 else Pairs(row, kind)


def mask(table: Table, kind: Sequence[int]) -> frozenset[int]:
    """The cards for which a table of truth values by one card says yes."""
    return frozenset([card for card, fits in enumerate(by_cards(table, kind)) if fits])


def table_of(recipe: Recipe, function: Callable[..., Any], layout: Layout) -> Table:
    """The table of what a function says of the cards that it is given."""
    kinds = range(len(layout.faces))
    first = {kind: card for card, kind in reversed(list(enumerate(layout.kind)))}
    of_type = recipe.value.type

    def row(*given: int) -> Row:
        values = [function(*given, first[kind]) if kind in first else 0 for kind in kinds]
        return packed(values, of_type)

    def make(number: int) -> Row:
        if recipe.arguments == 0:
            return packed([function()], of_type)
        if recipe.arguments == 1:
            return row()
        return row(first[number]) if number in first else packed([0] * len(kinds), of_type)

    rows = RowsWhenRead(len(kinds) if recipe.arguments > 1 else 1, make)
    return Table(arguments=recipe.arguments, type=of_type, rows=rows)
