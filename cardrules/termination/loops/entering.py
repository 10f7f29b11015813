"""What lies before a loop, as far as it makes a difference there, and so at its begin."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

import attrs

from cardrules.model import ir
from cardrules.termination.linear import Sum, one_of
from cardrules.termination.path import (
    Cards,
    Frame,
    Key,
    Many,
    Number,
    Path,
    Row,
    Sealed,
    Somebody,
    Value,
    players_in,
    sums_in,
    value_replaced,
)
from cardrules.termination.table import Table
from cardrules.termination.walking.ways import Ways

# What lies in slots: it is measured within the loop alone.
_OF_FRAME = ("slot", "answers")


@attrs.frozen(eq=False)
class Repeated:
    """What is repeated: a loop, or drawing on; `of` as for a loop of the machine."""

    key: tuple[Any, ...]
    procedure: int
    label: int
    of: str
    origin: ir.Origin
    assigned: frozenset[int]
    sets_me: bool
    body: Callable[[Path], Ways]
    ends_by_itself: bool
    # The slot that counts passes, and what it is held against.
    counter: int | None = None
    against: ir.Expr | None = None
    # The slot of the answers under seal that are opened in it.
    opens: int | None = None
    # Its place in the watch, if it has one.
    place: int | None = None


@attrs.frozen(eq=False)
class Entry:
    """What lies before a loop, as far as it makes a difference there, and its sums and players."""

    signature: Any
    slots: dict[int, Value]
    keys: tuple[Key, ...]
    sums: tuple[Sum, ...]
    players: tuple[int, ...]
    fixed: dict[Key, Any]
    me: int | None
    # The procedures that are being carried out around the one with the loop.
    around: tuple[int, ...]
    # What the numbers are that are certain.
    begins: dict[Key, int]

    @staticmethod
    def of(path: Path, what: Repeated, table: Table) -> Entry:
        """What lies before a loop at the end of a way."""
        slots: dict[int, Value] = {}
        keys = list(table.keys)
        sums = [path.amounts[key] for key in keys]
        for slot, value in sorted(path.frame.slots.items()):
            if slot not in what.assigned:
                slots[slot] = value
            elif isinstance(value, Number):
                slots[slot] = value
                keys.append(("slot", slot))
                sums.append(value.value)
            elif isinstance(value, Sealed):
                slots[slot] = value
                keys.append(("answers", slot))
                sums.append(value.number)
            elif isinstance(value, Somebody):
                slots[slot] = value
        players: list[int] = []
        signs = []
        measured_slots = {key[1] for key in keys if key[0] in ("slot", "answers")}
        me = None if what.sets_me else path.frame.me
        if me is not None:
            players.append(me)
        for slot, value in slots.items():
            if slot not in measured_slots and slot not in what.assigned:
                sums += [item for item in sums_in(value) if not item.is_number]
                players += [who for who in players_in(value) if who not in players]
            signs.append((slot, _sign(value, slot in what.assigned, players)))
        begins = {
            key: item.number
            for key, item in zip(keys, sums, strict=False)
            if item.is_number and key[0] in ("slot", "variable", "register", "answers")
            and key[1] != "changes"
        }  # fmt: skip
        around = tuple(frame.procedure for frame in path.frames[:-1])
        signature = (
            tuple(signs),
            frozenset(path.fixed.items()),
            me is not None,
            tuple(sorted(one for one in around if one in table.counted)),
            tuple(sorted(begins.items(), key=str)),
        )
        return Entry(
            signature=signature,
            slots=slots,
            keys=tuple(keys),
            sums=tuple(sums),
            players=tuple(players),
            fixed=dict(path.fixed),
            me=me,
            around=around,
            begins=begins,
        )


@attrs.frozen(eq=False)
class Head:
    """What is known where a loop begins anew; `sums` and `players` stand for what was before it."""

    path: Path
    keys: tuple[Key, ...]
    sums: tuple[int, ...]
    players: tuple[int, ...]

    @staticmethod
    def of(entry: Entry, what: Repeated, table: Table) -> Head:
        """What is known at the begin of passes, behind such an entry."""
        new = table.unknowns.new
        path = Path()
        unknowns = [new() for _ in entry.sums]
        path.amounts = {
            key: unknowns[at] for at, key in enumerate(entry.keys) if key[0] not in _OF_FRAME
        }
        players = {who: table.somebody() for who in entry.players}
        by_key = dict(zip(entry.keys, unknowns, strict=False))
        rest = iter(unknowns[len(entry.keys) :])
        slots: dict[int, Value] = {}
        for slot, value in entry.slots.items():
            if ("slot", slot) in by_key:
                slots[slot] = Number(by_key["slot", slot])
            elif ("answers", slot) in by_key:
                assert isinstance(value, Sealed)
                slots[slot] = Sealed(by_key["answers", slot], value.values)
            elif slot in what.assigned:
                slots[slot] = Somebody(table.somebody())
            else:
                slots[slot] = _renewed(value, rest, players)
        me = table.somebody() if entry.me is None else players[entry.me]
        around = [Frame(procedure, {}, None) for procedure in entry.around]
        path.frames = [*around, Frame(what.procedure, slots, me)]
        return Head(
            path,
            entry.keys,
            tuple(map(one_of, unknowns)),
            tuple(players.values()),
        )


def amount_of(table: Table, path: Path, key: Key) -> Sum:
    """What is measured, at the end of a way."""
    if key[0] not in _OF_FRAME:
        return path.amounts[key]
    match path.frame.slots.get(key[1]):
        case Number(found):
            return found
        case Sealed(number, _):
            return number
    return table.unknowns.new()


def _sign(value: Value, assigned: bool, players: Sequence[int]) -> Any:
    """What of a value makes a difference."""
    match value:
        case Number(found):
            return ("number", assigned or (found.number if found.is_number else None))
        case Somebody(who):
            return ("somebody", None if assigned else players.index(who))
        case Cards(parts):
            return (
                "cards",
                tuple([(p.zone, p.number.number if p.number.is_number else None, p.line, p.sealed)
                       for p in parts]),
            )  # fmt: skip
        case Many(number, everybody):
            return ("many", number.number if number.is_number else None, everybody)
        case Sealed(number, values):
            plain = None if assigned or not number.is_number else number.number
            return ("sealed", plain, tuple([_sign(one, False, players) for one in values]))
    if isinstance(value, tuple):
        return (type(value).__name__, *[_sign_within(one, players) for one in value])
    return value


def _sign_within(value: Any, players: Sequence[int]) -> Any:
    if isinstance(value, tuple) and not hasattr(value, "_fields"):
        return tuple([_sign(one, False, players) for one in value])
    if isinstance(value, int) and not isinstance(value, bool):
        return players.index(value) if value in players else value
    return value


def _renewed(value: Value, rest: Any, players: dict[int, int]) -> Value:
    """A value with what is not known of it in place of what was before the loop."""
    by: dict[int, Sum] = {}
    match value:
        case Cards(parts):
            return Cards(
                tuple([p if p.number.is_number else p._replace(number=next(rest)) for p in parts])
            )
        case Number(found):
            return value if found.is_number else Number(next(rest))
        case Many(number):
            return value if number.is_number else value._replace(number=next(rest))
        case Sealed(number, values):
            first = number if number.is_number else next(rest)
            return Sealed(first, tuple([_renewed(one, rest, players) for one in values]))
        case Row(values):
            return Row(tuple([_renewed(one, rest, players) for one in values]))
    return value_replaced(value, by, players)


def sums_of(x: Path) -> Iterable[Sum]:
    """The sums in what is known at the end of a way."""
    yield from kept_sums(x)
    yield from x.facts


def kept_sums(x: Path) -> Iterable[Sum]:
    """The sums in amounts and slots."""
    yield from x.amounts.values()
    for value in x.frame.slots.values():
        yield from sums_in(value)
