"""What `cardrules show` prints of interrupts and placements, in each of its forms."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from cardrules.lint.placing import Placing, placings
from cardrules.model.ruleset import Ruleset
from cardrules.rulebook import graph
from cardrules.rulebook.matrix import matrix_of
from cardrules.rulebook.tables import escaped, in_columns, in_markdown


def interrupts(ruleset: Ruleset, form: str) -> Iterator[str]:
    """The matrix of interrupts, and what there is to know of each of them."""
    matrix = matrix_of(ruleset)
    if not matrix.rows:
        yield "Nothing can be answered in this game."
        return
    head = ["event", "who is asked", "order", *(column.label for column in matrix.columns)]
    rows = [[row.label, row.asked, row.order, *map(str, row.cells)] for row in matrix.rows]
    yield from _table(head, rows, form)
    yield ""
    head = ["interrupt", "cards", "is answered by"]
    rows = [[item.label, item.cards or "any", ", ".join(item.answered_by) or "nothing"]
            for item in matrix.columns]  # fmt: skip
    yield from _table(head, rows, form)


def interrupts_as_data(ruleset: Ruleset) -> Any:
    """The same as data."""
    return matrix_of(ruleset).as_data()


def placements(ruleset: Ruleset, form: str) -> Iterator[str]:
    """What can be placed on what, one placement after the other."""
    found = placings(ruleset)
    if not found:
        yield "No placement says what fits on what in this game."
    for number, placing in enumerate(found):
        if number:
            yield ""
        yield from _graph(placing, form)


def placements_as_data(ruleset: Ruleset) -> Any:
    """The same as data."""
    return [graph.as_data(placing) for placing in placings(ruleset)]


def _graph(placing: Placing, form: str) -> Iterable[str]:
    if form == "dot":
        yield from graph.as_dot(placing)
        return
    title = graph.title_of(placing)
    yield f"## {escaped(title)}" if form == "markdown" else title
    yield ""
    yield from _table(["card", "fits on"], list(graph.rows_of(placing)), form)


def _table(head: Sequence[str], rows: Sequence[Sequence[str]], form: str) -> Iterator[str]:
    if form == "markdown":
        yield from in_markdown(head, [[escaped(cell) for cell in row] for row in rows])
    else:
        yield from in_columns(head, rows)
