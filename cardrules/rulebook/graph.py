"""What can be placed on what, as text, as data, and for programs that draw graphs."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from cardrules.lint.placing import Placing
from cardrules.model.ruleset import Kind
from cardrules.table.wording import capital, words

NOWHERE = "nothing"


def title_of(placing: Placing) -> str:
    """What a placement is called: by its sentence, or else by its name."""
    placement = placing.placement
    return capital(placement.origin.sentence or words(placement.name))


def names(kinds: tuple[Kind, ...]) -> str:
    """Cards by their names, in one line."""
    return ", ".join(kind.name for kind in kinds)


def rows_of(placing: Placing) -> Iterator[tuple[str, str]]:
    """The cards that take part, each with those on which it can lie; some perhaps."""
    for at in placing.taking_part:
        perhaps = placing.on(at, surely=False)
        told = [names(placing.on(at)), f"perhaps {names(perhaps)}" if perhaps else ""]
        yield placing.kinds[at].name, "; ".join(filter(None, told)) or NOWHERE


def as_data(placing: Placing) -> Any:
    """A graph as plain data."""
    clauses = placing.placement.clauses
    return {
        "placement": placing.placement.name,
        "clauses": [
            {"name": item.name, "ids": item.origin.ids, "sentence": item.origin.sentence}
            for item in clauses
        ],
        "cards": [
            {
                "card": placing.kinds[at].name,
                "on": [kind.name for kind in placing.on(at)],
                "perhaps_on": [kind.name for kind in placing.on(at, surely=False)],
            }
            for at in placing.taking_part
        ],
    }


def as_dot(placing: Placing) -> Iterator[str]:
    """A graph in the language of Graphviz: an arrow from a card to that on which it can lie."""
    yield f"digraph {_quoted(placing.placement.name)} {{"
    for at in placing.taking_part:
        card = _quoted(placing.kinds[at].name)
        yield f"  {card};"
        yield from (f"  {card} -> {_quoted(kind.name)};" for kind in placing.on(at))
        for kind in placing.on(at, surely=False):
            yield f"  {card} -> {_quoted(kind.name)} [style=dashed];"
    yield "}"


def _quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'
