"""Makes one way of several, of which less is known: what becomes more or less on all of them.

So the number of ways stays small however many branches lie on them. Nothing that was impossible
becomes a reason for a proof by it; only proofs can be lost.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from cardrules.termination.linear import Sum
from cardrules.termination.path import Cards, Key, Number, Part, Path, Somebody, Stack, Value
from cardrules.termination.solver import follows
from cardrules.termination.table import Table


def weakened(
    table: Table, paths: Sequence[Path], before: Mapping[Key, Sum], most: int
) -> list[Path]:
    """Of more ways than `most` for a position of what is fixed one for each sort of change."""
    groups: dict[object, list[Path]] = {}
    for path in paths:
        key = (frozenset(path.fixed.items()), path.is_moved, path.passed is None)
        groups.setdefault(key, []).append(path)
    found: list[Path] = []
    for group in groups.values():
        if len(group) <= most:
            found += group
            continue
        found += [_one_of(table, paths, before) for paths in _alike(table, group, before, most)]
    return found


def _alike(
    table: Table, paths: Sequence[Path], before: Mapping[Key, Sum], most: int
) -> list[list[Path]]:
    """Ways by what they change: as finely as gives no more than `most` sorts."""
    changes = [_changes(table, path, before) for path in paths]
    fewer = [tuple([one == "fewer" for one in change]) for change in changes]
    for sorts in (changes, fewer):
        found: dict[object, list[Path]] = {}
        for path, sort in zip(paths, sorts, strict=True):
            found.setdefault(sort, []).append(path)
        if len(found) <= most:
            return list(found.values())
    return [list(paths)]


def _changes(table: Table, path: Path, before: Mapping[Key, Sum]) -> tuple[str, ...]:
    """For each zone whether it has surely more cards than before, or fewer, or as many."""
    return tuple([_change(path, path.of(zone) - before["zone", zone]) for zone in table.zones])


def _change(path: Path, change: Sum) -> str:
    if change.is_number:
        return "more" if change.number > 0 else "fewer" if change.number < 0 else "as many"
    if follows(path.facts, change - 1):
        return "more"
    return "fewer" if follows(path.facts, change.scaled(-1) - 1) else "?"


def _one_of(table: Table, paths: Sequence[Path], before: Mapping[Key, Sum]) -> Path:
    """The one way that may be any of several."""
    first, *others = paths
    if not others:
        return first
    way = first.copy()
    known = set(first.facts)
    for path in others:
        known &= set(path.facts)
        way.touched |= path.touched
        way.left |= path.left
        way.visited &= path.visited
        way.empty &= path.empty
        way.did = tuple(dict.fromkeys((*way.did, *path.did)))
        way.seats = {key: who for key, who in way.seats.items() if path.seats.get(key) == who}
        if path.able != way.able:
            way.able = None
        if path.passed != way.passed:
            way.passed = None
        if path.frame.me != way.frame.me:
            way.frame.me = None
        slots = way.frame.slots
        way.frame.slots = {
            slot: _either(table, way, value, path.frame.slots.get(slot))
            for slot, value in slots.items()
        }
        # What lies in the slots of outer frames differs only in what is not known any more.
        way.leave(path.left)
    way.facts = tuple([item for item in first.facts if item in known])
    for key in way.amounts:
        _amount(table, way, paths, key, before[key])
    table.always(way)
    return way


def _amount(table: Table, way: Path, paths: Sequence[Path], key: Key, before: Sum) -> None:
    """An amount as it is on all ways, or what is known of it in common."""
    if all(path.amounts[key] == way.amounts[key] for path in paths):
        return
    found = table.unknowns.new()
    for claim, fact in (
        (lambda amount: before - amount, before - found),
        (lambda amount: amount - before, found - before),
        (lambda amount: amount.scaled(-1), found.scaled(-1)),
    ):
        for less in (1, 0):
            if all(follows(path.facts, claim(path.amounts[key]) - less) for path in paths):
                way.know(fact - less)
                break
    way.amounts[key] = found


def _either(table: Table, way: Path, one: Value, other: Value) -> Value:
    """What may be the one or the other."""
    if one == other:
        return one
    match one, other:
        case Number(), Number():
            return Number(table.unknowns.new())
        case Somebody(), Somebody():
            return Somebody(table.somebody())
        case Stack(), Stack():
            return Stack(None, there=False)
        case Cards(parts), Cards(others):
            if len(parts) == len(others) == 1 and parts[0].zone == others[0].zone:
                number = table.unknowns.new()
                way.know(number)
                return Cards((Part(parts[0].zone, number),))
    return None
