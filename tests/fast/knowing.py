"""What somebody knows, in states of batches, beside what the reference engine knows.

    python -m tests.fast.knowing [--rulesets 40] [--first 0] [--games 3] [NAME ...]

Plays as `tests.fast.beside` does, but all games are built so that they keep what everybody knows,
be it needed or not; at each decision all masks are those of the reference engine.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from cardrules.engine.game import Game
from cardrules.fast import Batch
from cardrules.fast.knowing.needed import knowledge_needed
from cardrules.fast.procedures import parts
from cardrules.machine.program import Program
from cardrules.model.state import State
from tests.fast import beside


def has_masks(game: Game, batch: Batch, at: int, state: State) -> bool:
    """Compare what is known in a state of a batch."""
    layout, native = game.program.layout, batch._states.native

    def part(name: str, number: int) -> list[int]:
        start = native.places[name]
        found: list[int] = batch._states.kept[at, start : start + number].tolist()
        return found

    assert part("known", layout.cards) == state.known
    assert part("among", layout.cards) == state.among
    shown = dict(state.shown)
    assert part("shown", layout.cards) == [shown.get(card, 0) for card in range(layout.cards)]
    zones = layout.static_zones + max(0, layout.stack_places - 1)
    assert part("blur", zones) == state.blur[:zones]
    return True


@contextmanager
def with_masks() -> Iterator[None]:
    """All batches keep what is known, and are compared with it."""
    in_decision = beside.in_decision

    def is_always_needed(program: Program) -> Any:
        return knowledge_needed(program) or frozenset({None})

    def as_it_is_known(game: Game, batch: Batch, at: int, state: State) -> bool:
        is_there = in_decision(game, batch, at, state)
        return is_there and (state.over or has_masks(game, batch, at, state))

    vars(parts)["knowledge_needed"] = is_always_needed
    beside.in_decision = as_it_is_known
    try:
        yield
    finally:
        vars(parts)["knowledge_needed"] = knowledge_needed
        beside.in_decision = in_decision


def main(arguments: list[str] | None = None) -> int:
    """Compare; the exit code is 1 if something differs."""
    with with_masks():
        return beside.main(arguments)


if __name__ == "__main__":
    sys.exit(main())
