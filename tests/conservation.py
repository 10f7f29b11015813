"""Whether each card lies in exactly one zone, the one that the state names."""

from __future__ import annotations

from collections.abc import Iterator

from cardrules.engine.game import Game
from cardrules.model.state import State


def misplaced(of: Game, s: State) -> Iterator[str]:
    """Cards that are not in exactly one zone, the one that the state names."""
    static = of.tables.static_zones
    stacks = {number for number, (name, _) in enumerate(of.tables.zone_names)
              if of.ruleset.zones[name].shape == "stacks"}  # fmt: skip
    times = [0] * of.tables.cards
    for zone, content in enumerate(s.zones):
        if zone in stacks:
            if any(s.holder[stack - static] != zone or not s.zones[stack] for stack in content):
                yield f"a stack in zone {zone} is empty or belongs elsewhere"
            continue
        for card in content:
            times[card] += 1
            if s.place[card] != zone:
                yield f"card {card} lies in zone {zone}, not in {s.place[card]}"
    if times.count(1) != len(times):
        yield f"{len(times)} cards are {sum(times)}, {times.count(0)} of them are nowhere"
