"""Subsets of a few cards, which are made one by one."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from cardrules.engine.sets.answers import SET_STEPS
from cardrules.engine.sets.bounds import Bounds, limits
from cardrules.engine.sets.kind_sets import Cards, by_kind
from cardrules.engine.work import Working, spend


def search(
    cards: Cards,
    kind: Sequence[int],
    bounds: Bounds,
    values: Sequence[int],
    rest: Callable[[Cards], bool] | None,
) -> list[Cards]:
    """All subsets of a few cards that fit, one for each way it can look, smaller ones first."""
    low, high = limits(bounds, values)
    measures = bounds.measures
    main = bounds.main
    if main is None:
        weight, most, least = (0,) * len(kind), 0, 0
    else:
        weight, most = measures[main], high[main] or 0
        least = low[main] or 0
    others = [index for index in range(len(measures)) if index != main]
    groups = [group for group in by_kind(cards, kind) if weight[group[0]] <= most]
    # What the groups from here on can still add to the main measure.
    reach = [0] * (len(groups) + 1)
    for position in range(len(groups) - 1, -1, -1):
        group = groups[position]
        reach[position] = reach[position + 1] + weight[group[0]] * len(group)
    found: list[Cards] = []

    def fits(chosen: Cards) -> bool:
        for index in others:
            measure = measures[index]
            total = sum([measure[card] for card in chosen])
            floor, ceiling = low[index], high[index]
            if (floor is not None and total < floor) or (ceiling is not None and total > ceiling):
                return False
        return rest is None or rest(chosen)

    def extend(position: int, total: int, chosen: Cards) -> None:
        if total + reach[position] < least:
            return
        if position == len(groups):
            cards = tuple(sorted(chosen))
            if fits(cards):
                found.append(cards)
            return
        extend(position + 1, total, chosen)
        group = groups[position]
        step = weight[group[0]]
        for size in range(1, len(group) + 1):
            total += step
            if total > most:
                break
            extend(position + 1, total, chosen + tuple(group[:size]))

    if most >= 0:
        extend(0, 0, ())
    found.sort(key=lambda item: (len(item), [kind[card] for card in item]))
    return found


def fitting(
    bounds: Bounds, values: Sequence[int], rest: Callable[[Cards], bool]
) -> Callable[[Cards], bool]:
    """Whether a set lies within the bounds, and the rest of the condition holds."""
    ends = list(zip(bounds.measures, *limits(bounds, values), strict=True))

    def fits(chosen: Cards) -> bool:
        for measure, low, high in ends:
            total = sum([measure[card] for card in chosen])
            if (low is not None and total < low) or (high is not None and total > high):
                return False
        return rest(chosen)

    return fits


def only_maximal(s: Working, sets: list[Cards], cards: Cards, kind: Sequence[int]) -> list[Cards]:
    """The sets which are none of these any more when a further card is added."""
    spend(s, len(sets) * (1 + len({kind[card] for card in cards})) * SET_STEPS)
    looks = {tuple(sorted(kind[card] for card in item)) for item in sets}
    kept = []
    for item in sets:
        held = set(item)
        own = [kind[card] for card in item]
        others = {kind[card] for card in cards if card not in held}
        if not any(tuple(sorted([*own, other])) in looks for other in others):
            kept.append(item)
    return kept
