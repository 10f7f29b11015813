"""What is known of numbers, conditions, players and cards, where so many cards lie in zones."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import attrs

from cardrules.lint.counting.state import Number, State, Where
from cardrules.lint.faces import Faces, of_slot
from cardrules.model import ir
from cardrules.model.ruleset import Ruleset
from cardrules.model.types import INTEGER

# Definitions that need each other are followed so far.
_MOST_DEEP = 20


@attrs.frozen
class Taken:
    """Cards of one zone: so many; which, if that is known; whether these are all of its cards."""

    where: Where
    number: Number
    kinds: Mapping[int, int] | None = None
    are_all: bool = False


class Values:
    """Works out expressions for a number of players and options; None: it is not known."""

    def __init__(self, ruleset: Ruleset, players: int, options: Mapping[str, int | bool]) -> None:
        self._ruleset = ruleset
        self._players = players
        self._options = options
        self._faces = Faces(ruleset)
        self._deep = 0
        # Who acts, and what names and bound variables stand for (odd keys) where that is known.
        self.me: int | None = None
        self.names: dict[int, Any] = {}

    # -- players and zones -------------------------------------------------------------------------

    def player(self, x: ir.Expr) -> int | None:
        """Which seat a player has."""
        match x:
            case ir.Role(role="starter"):
                return 0
            case ir.Role(role="me"):
                return self.me
            case ir.Local() | ir.Bound():
                found = self.names.get(_key(x))
                return found if isinstance(found, int) else None
            case ir.NotNone():
                return self.player(x.value)
            case ir.Operation(op="left" | "right" | "next" as op, arguments=(of,)):
                seat = self.player(of)
                if seat is None or op == "next":
                    return None
                return (seat + (1 if op == "left" else -1)) % self._players
        return None

    def where(self, x: ir.Expr) -> Where | None:
        """Which zone is meant."""
        if not isinstance(x, ir.ZoneOf):
            return None
        zone = self._ruleset.zones[x.zone]
        if zone.holder == "shared":
            return x.zone, 0
        if zone.holder == "team" or x.holder is None:
            return None
        seat = self.player(x.holder)
        return None if seat is None else (x.zone, seat)

    # -- cards -------------------------------------------------------------------------------------

    def taken(self, s: State, x: ir.Expr) -> list[Taken] | None:
        """From which zones cards come, and how many."""
        match x:
            case ir.Contents(zone=zone):
                where = self.where(zone)
                return None if where is None else [self._all(s, where)]
            case ir.AllContents(zone=name, holders=ir.Everyone(group="players")):
                if self._ruleset.zones[name].holder != "player":
                    return None
                return [self._all(s, where) for where in s.of_name(name)]
            case ir.Filter():
                found = self.taken(s, x.collection)
                return None if found is None else [self._fitting(one, x) for one in found]
            case ir.Operation(op="first", arguments=(cards,)):
                return self._one(self.taken(s, cards))
            case ir.Operation(op="top" | "bottom", arguments=(zone,)):
                where = self.where(zone)
                return None if where is None else self._one([self._all(s, where)])
            case ir.Operation(op="only", arguments=(card,)):
                return self.taken(s, card)
            case ir.NotNone():
                return self.taken(s, x.value)
            case ir.Local():
                found = self.names.get(_key(x))
                return found if isinstance(found, list) else None
            case ir.Arithmetic(operator="+"):
                left, right = self.taken(s, x.left), self.taken(s, x.right)
                return None if left is None or right is None else left + right
            case ir.CallDefinition(arguments=()):
                return self._called(s, x, self.taken)  # type: ignore[no-any-return]
        return None

    @staticmethod
    def _all(s: State, where: Where) -> Taken:
        return Taken(where, s.cards[where], s.kinds.get(where), are_all=True)

    def _fitting(self, of: Taken, x: ir.Filter) -> Taken:
        if of.kinds is None:
            return Taken(of.where, Number(0, of.number.most))
        found: dict[int, int] = {}
        for kind, count in of.kinds.items():
            given = {x.bound: self._ruleset.kinds[kind], **self._given()}
            fits = self._faces.value(x.condition, given)
            if fits is None:
                return Taken(of.where, Number(0, of.number.most))
            if fits:
                found[kind] = count
        number = sum(found.values())
        return Taken(of.where, Number(number, number), found)

    def kinds_of(self, cards: ir.Expr, counts: Mapping[int, int]) -> dict[int, int] | None:
        """How many cards of each kind there are among all that fit; None: it is not known."""
        match cards:
            case ir.Everyone(group="cards"):
                return {kind: count for kind, count in counts.items() if count}
            case ir.Filter():
                inner = self.kinds_of(cards.collection, counts)
                if inner is None:
                    return None
                found = self._fitting(Taken(("", 0), Number(0, 0), inner), cards).kinds
                return None if found is None else dict(found)
        return None

    def _given(self) -> dict[int, int]:
        """The numbers for which names stand."""
        return {
            of_slot(key // 2): found.least
            for key, found in self.names.items()
            if key % 2 == 0 and isinstance(found, Number) and found.is_one
        }

    @staticmethod
    def _one(found: list[Taken] | None) -> list[Taken] | None:
        """One of some cards, if they come from one zone."""
        if found is None or len(found) != 1:
            return None
        (of,) = found
        kinds = None
        if of.kinds is not None and len([n for n in of.kinds.values() if n]) <= 1:
            kinds = {kind: 1 for kind, count in of.kinds.items() if count}
        return [Taken(of.where, Number(min(1, of.number.least), min(1, of.number.most)), kinds)]

    def _called(self, s: State, x: ir.CallDefinition, work: Any) -> Any:
        if self._deep > _MOST_DEEP:
            return None
        self._deep += 1
        found = work(s, self._ruleset.definitions[x.definition].value)
        self._deep -= 1
        return found

    # -- numbers -----------------------------------------------------------------------------------

    def number(self, s: State, x: ir.Expr) -> Number | None:
        """Between which bounds a number lies."""
        match x:
            case ir.Const(value=int(value)) if x.type == INTEGER:
                return Number(value, value)
            case ir.OptionValue():
                value = int(self._options[x.name])
                return Number(value, value)
            case ir.Operation(op="count", arguments=(things,)):
                return self._count(s, things)
            case ir.Operation(op="min" | "max" as op, arguments=(one, other)):
                a, b = self.number(s, one), self.number(s, other)
                pick = min if op == "min" else max
                if a is None or b is None:
                    return None
                return Number(pick(a.least, b.least), pick(a.most, b.most))
            case ir.Arithmetic():
                return self._worked_out(s, x)
            case ir.IfElse():
                truth = self.truth(s, x.condition)
                if truth is None:
                    a, b = self.number(s, x.then), self.number(s, x.otherwise)
                    return None if a is None or b is None else a.joined(b)
                return self.number(s, x.then if truth else x.otherwise)
            case ir.CallDefinition(arguments=()):
                return self._called(s, x, self.number)  # type: ignore[no-any-return]
            case ir.Local():
                found = self.names.get(_key(x))
                return found if isinstance(found, Number) else None
        return None

    def _count(self, s: State, things: ir.Expr) -> Number | None:
        if isinstance(things, ir.Everyone) and things.group == "players":
            return Number(self._players, self._players)
        if things.type.element is None or things.type.element.base != "card":
            return None
        found = self.taken(s, things)
        if found is None:
            return None
        return Number(sum(x.number.least for x in found), sum(x.number.most for x in found))

    def _worked_out(self, s: State, x: ir.Arithmetic) -> Number | None:
        left, right = self.number(s, x.left), self.number(s, x.right)
        if left is None or right is None:
            return None
        match x.operator:
            case "+":
                return Number(left.least + right.least, left.most + right.most)
            case "-":
                return Number(left.least - right.most, left.most - right.least)
            case "*" if left.least >= 0 and right.least >= 0:
                return Number(left.least * right.least, left.most * right.most)
            case "/" if left.least >= 0 and right.least > 0:
                return Number(left.least // right.most, left.most // right.least)
            case "mod" if left.is_one and right.is_one and right.least > 0:
                return Number(left.least % right.least, left.least % right.least)
        return None

    # -- conditions --------------------------------------------------------------------------------

    def truth(self, s: State, x: ir.Expr) -> bool | None:
        """Whether a condition holds."""
        match x:
            case ir.Const():
                return bool(x.value)
            case ir.OptionValue():
                return bool(self._options[x.name])
            case ir.Negation():
                inner = self.truth(s, x.operand)
                return None if inner is None else not inner
            case ir.Logic():
                sides = {self.truth(s, x.left), self.truth(s, x.right)}
                decides = x.operator == "or"
                return decides if decides in sides else None if None in sides else not decides
            case ir.Compare():
                return self._compared(s, x)
            case ir.Quantified():
                return self._quantified(s, x)
            case ir.CallDefinition(arguments=()):
                return self._called(s, x, self.truth)  # type: ignore[no-any-return]
        return None

    def _compared(self, s: State, x: ir.Compare) -> bool | None:
        if isinstance(x.right, ir.Const) and x.right.value == () and x.operator in ("=", "!="):
            empty = self._is_empty(s, x.left)
            return None if empty is None else empty == (x.operator == "=")
        left, right = self.number(s, x.left), self.number(s, x.right)
        if left is None or right is None:
            return None
        certain, impossible = {
            "<": (left.most < right.least, left.least >= right.most),
            "<=": (left.most <= right.least, left.least > right.most),
            ">": (left.least > right.most, left.most <= right.least),
            ">=": (left.least >= right.most, left.most < right.least),
            "=": (
                left == right and left.is_one,
                left.most < right.least or right.most < left.least,
            ),
            "!=": (
                left.most < right.least or right.most < left.least,
                left == right and left.is_one,
            ),
        }[x.operator]
        return True if certain else False if impossible else None

    def _is_empty(self, s: State, cards: ir.Expr) -> bool | None:
        found = self.taken(s, cards)
        if found is None:
            return None
        if not any(one.number.most for one in found):
            return True
        names = {one.where[0] for one in found if one.are_all}
        is_whole = any(
            s.must_have_cards(name)
            and {one.where for one in found if one.are_all} >= set(s.of_name(name))
            for name in names
        )
        return False if is_whole or any(one.number.least for one in found) else None

    def _quantified(self, s: State, x: ir.Quantified) -> bool | None:
        if not isinstance(x.collection, ir.Everyone) or x.collection.group != "players":
            return None
        found = set()
        for seat in range(self._players):
            self.names[2 * x.bound + 1] = seat
            found.add(self.truth(s, x.condition))
        del self.names[2 * x.bound + 1]
        decides = x.quantifier == "some"
        if decides in found:
            return decides
        if None not in found:
            return not decides
        name = _own_is_empty(x)
        if name is None:
            return None
        if decides and name in s.single and self._players > 1:
            return True
        return False if not decides and s.must_have_cards(name) else None

    # -- what a condition tells --------------------------------------------------------------------

    def learn(self, s: State, x: ir.Expr, *, holds: bool) -> None:
        """Change a state to what it is where a condition holds, or does not."""
        match x:
            case ir.Negation():
                self.learn(s, x.operand, holds=not holds)
            case ir.Logic() if (x.operator == "and") == holds:
                self.learn(s, x.left, holds=holds)
                self.learn(s, x.right, holds=holds)
            case ir.Compare(operator="=" | "!=", right=ir.Const(value=())):
                if (x.operator == "=") == holds:
                    for one in self.taken(s, x.left) or ():
                        if one.are_all:
                            s.set(one.where, Number(0, 0))


def _own_is_empty(x: ir.Quantified) -> str | None:
    """The name of the zones of which the condition says that the player's own is empty."""
    match x.condition:
        case ir.Compare(
            operator="=",
            left=ir.Contents(zone=ir.ZoneOf(zone=name, holder=ir.Bound(index=index))),
            right=ir.Const(value=()),
        ) if index == x.bound:
            return name
    return None


def _key(x: ir.Local | ir.Bound) -> int:
    return 2 * x.slot if isinstance(x, ir.Local) else 2 * x.index + 1
