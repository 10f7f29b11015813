"""Makes one way of several, of which less is known: what becomes more or less on all of them.

So the number of ways stays small however many branches lie on them. Nothing that was impossible
becomes a reason for a proof by it; only proofs can be lost.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations

from cardrules.termination.linear import Sum
from cardrules.termination.path import Cards, Key, Number, Part, Path, Somebody, Stack, Value
from cardrules.termination.solver import follows
from cardrules.termination.table import Table

# How an amount stands to what it was: at least so much more of it, or of less of it, is certain.
_MORE, _NOT_LESS, _SAME, _NOT_MORE, _LESS, _UNKNOWN = range(6)
_UP, _DOWN = (_MORE, _NOT_LESS, _SAME), (_LESS, _NOT_MORE, _SAME)
_Changes = dict[Key, int]


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
        changes = [(path, _changes(path, before)) for path in group]
        found += [_one_of(table, sort, before) for sort in _sorts(changes, most)]
    return found


def _changes(path: Path, before: Mapping[Key, Sum]) -> _Changes:
    """How each amount has changed, as far as it is certain."""
    return {
        key: _change(path.facts, amount - before[key])
        for key, amount in path.amounts.items()
        if key[0] != "register"
    }


def _change(facts: Sequence[Sum], change: Sum) -> int:
    if change.is_number:
        number = change.number
        return _MORE if number > 0 else _LESS if number < 0 else _SAME
    for sign, surely, perhaps in ((1, _MORE, _NOT_LESS), (-1, _LESS, _NOT_MORE)):
        if follows(facts, change.scaled(sign)):
            if follows(facts, change.scaled(sign) - 1):
                return surely
            return _SAME if follows(facts, change.scaled(-sign)) else perhaps
    return _UNKNOWN


def _sorts(paths: list[tuple[Path, _Changes]], most: int) -> list[list[tuple[Path, _Changes]]]:
    """Ways in sorts: those on which an amount surely becomes less (or more) that becomes more (or
    less) on none apart from the others, and these in sorts again.
    """
    if most <= 1 or len(paths) == 1:
        return [paths]
    for key in paths[0][1]:
        found = {changes[key] for _, changes in paths}
        for strict, allowed in ((_LESS, _DOWN), (_MORE, _UP)):
            if strict in found and len(found) > 1 and found <= set(allowed):
                apart = [one for one in paths if one[1][key] == strict]
                others = [one for one in paths if one[1][key] != strict]
                return [apart, *_sorts(others, most - 1)]
    return [paths]


def _one_of(
    table: Table, paths: Sequence[tuple[Path, _Changes]], before: Mapping[Key, Sum]
) -> Path:
    """The one way that may be any of several."""
    (first, _), *others = paths
    if not others:
        return first
    way = first.copy()
    known = set(first.facts)
    for path, _ in others:
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
        way.frame.slots = {
            slot: _either(table, way, value, path.frame.slots.get(slot))
            for slot, value in way.frame.slots.items()
        }
        # What lies in the slots of outer frames differs only in what is not known any more.
        way.leave(path.left)
    way.facts = tuple([item for item in first.facts if item in known])
    for key, amount in first.amounts.items():
        if any(path.amounts[key] != amount for path, _ in others):
            _amount(table, way, paths, key, before[key])
    _in_pairs(way, paths, before)
    table.always(way)
    return way


def _in_pairs(way: Path, paths: Sequence[tuple[Path, _Changes]], before: Mapping[Key, Sum]) -> None:
    """What is known of the cards in two zones together, where those of each may be more or fewer:
    as where cards go from one to the other, and on.
    """
    first = paths[0][0]
    keys = [
        key
        for key in first.amounts
        if key[0] == "zone" and any(path.amounts[key] != before[key] for path, _ in paths)
    ]
    new = {key for key in keys if any(path.amounts[key] != first.amounts[key] for path, _ in paths)}
    for one, other in combinations(keys, 2):
        if new.isdisjoint((one, other)):
            continue
        for sign in (1, -1):
            for less in (1, 0):
                if all(
                    follows(path.facts, _both(path, one, other, before).scaled(-sign) - less)
                    for path, _ in paths
                ):
                    way.know(_both(way, one, other, before).scaled(-sign) - less)
                    break


def _both(path: Path, one: Key, other: Key, before: Mapping[Key, Sum]) -> Sum:
    """By how much two amounts together have changed."""
    return path.amounts[one] - before[one] + path.amounts[other] - before[other]


def _amount(
    table: Table, way: Path, paths: Sequence[tuple[Path, _Changes]], key: Key, before: Sum
) -> None:
    """What is known in common of an amount that differs."""
    found = way.amounts[key] = table.unknowns.new()
    if key[0] == "register":
        return
    changes = {changed[key] for _, changed in paths}
    if changes <= set(_UP):
        way.know(found - before - int(changes == {_MORE}))
    if changes <= set(_DOWN):
        way.know(before - found - int(changes == {_LESS}))
    if all(follows(path.facts, path.amounts[key].scaled(-1)) for path, _ in paths):
        way.know(found.scaled(-1))


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
