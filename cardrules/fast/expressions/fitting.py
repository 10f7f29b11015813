"""Conditions on one card as the set of all cards for which they hold."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial

import attrs

from cardrules.fast.expressions.core import Core, Scope, Value
from cardrules.machine import code as machine
from cardrules.model import ir
from cardrules.model.types import FLAG

# Values of an attribute so far apart are not made a table.
_MOST_APART = 512


class FittingCards:
    """Conditions on one card as the sets of cards for which they hold."""

    def __init__(
        self,
        expressions: Core,
        scope: Scope,
        card: int | None,
        slot: int | None = None,
        *,
        is_stack: bool = False,
        able: Callable[[ir.Possible], str | None] = lambda x: None,
    ) -> None:
        self._expressions = expressions
        self._code = expressions.code
        self._scope = scope
        # The card is a bound variable, or lies in a slot; or it is the top card of a stack there.
        self._card = card
        self._slot = slot
        self._is_stack = is_stack
        # What tells with which of the cards that are asked for an action is possible.
        self._able = able

    def of(self, x: ir.Expr) -> str | None:
        """The set; None where it cannot be told without looking at each card."""
        if not self._looks_at_it(x):
            return self._all_if(self._expressions.flag(x, self._scope))
        match x:
            case ir.Logic():
                sides = [self.of(x.left), self.of(x.right)]
                if sides[0] is None or sides[1] is None:
                    return None
                write = self._in_both if x.operator == "and" else self._in_either
                return write(sides[0], sides[1])
            case ir.Negation():
                found = self.of(x.operand)
                return None if found is None else self._others(found)
            case machine.LookUp():
                return self._look_up(x)
            case ir.IsLine() if self._is_it(x.card):
                number = self._expressions.layout.lines.index(x.line)
                return self._where(lambda card: self._expressions.layout.line[card] == number)
            case ir.Compare():
                return self._compare(x)
            case ir.CallDefinition():
                return self._call(x)
            case ir.Possible(given=((_, card),)) if self._is_it(card) and not self._is_stack:
                return self._able(x)
            case ir.Contains() if self._is_it(x.element) and not self._looks_at_it(x.collection):
                return self._among(x.collection)
        return None

    # -- sets of cards -----------------------------------------------------------------------------

    @property
    def _all(self) -> str:
        return self._code.mask(self._expressions.all_cards)

    def _all_if(self, holds: str) -> str:
        return self._code.choose("m", holds, self._all, "0")

    def _in_both(self, left: str, right: str) -> str:
        return self._code.in_both(left, right)

    def _in_either(self, left: str, right: str) -> str:
        return self._code.in_either(left, right)

    def _others(self, found: str) -> str:
        return self._code.without(self._all, found)

    def _where(self, fits: Callable[[int], bool]) -> str:
        return self._code.mask(self._bits(fits))

    def _bits(self, fits: Callable[[int], bool]) -> int:
        """The cards that fit, a bit for each."""
        cards = range(self._expressions.layout.cards)
        return sum([1 << card for card in cards if fits(card)])

    def _row(self, rows: Sequence[int], at: str) -> str:
        """One of several sets that are known."""
        return self._code.at(self._code.table("m", rows), at)

    def _row_of_number(self, rows: Sequence[int], least: int, number: str) -> str:
        """The set for a number from one on; what lies beyond has the first one or the last."""
        return self._code.set_by_number(rows, least, number)

    def _among(self, x: ir.Expr) -> str | None:
        return self._expressions.items(x, self._scope).mask()

    # -- conditions --------------------------------------------------------------------------------

    def _is_named(self, x: ir.Expr) -> bool:
        return (isinstance(x, ir.Bound) and x.index == self._card) or (
            isinstance(x, ir.Local) and x.slot == self._slot
        )

    def _is_it(self, x: ir.Expr) -> bool:
        if not self._is_stack:
            return self._is_named(x)
        return isinstance(x, ir.Operation) and x.op == "top" and self._is_named(x.arguments[0])

    def _looks_at_it(self, x: ir.Expr) -> bool:
        return any(isinstance(part, ir.Expr) and self._is_named(part) for part in ir.walk(x))

    def _look_up(self, x: machine.LookUp) -> str | None:
        own = self._expressions
        table, layout = own.program.tables[x.table], own.layout
        kinds = len(layout.faces)
        if table.type != FLAG:
            return None
        at = [self._is_it(item) for item in x.arguments]
        if at == [True]:
            row = table.values(0, kinds)
            return self._where(lambda card: row[layout.kind[card]])
        if len(at) != 2 or sum(at) != 1 or self._looks_at_it(x.arguments[at.index(False)]):  # noqa: PLR2004
            return None
        other = at.index(False)
        rows = [table.values(row, kinds) for row in range(kinds)]

        def fits(kind: int, card: int) -> bool:
            mine = layout.kind[card]
            return bool(rows[kind][mine] if other == 0 else rows[mine][kind])

        found = [self._bits(partial(fits, kind)) for kind in range(kinds)]
        given = own.one(x.arguments[other], self._scope)
        kind = self._code.at(self._code.table_of_cards("i", layout.kind), given)
        return self._row(found, kind)

    def _compare(self, x: ir.Compare) -> str | None:
        sides = (x.left, x.right)
        for this, other, how in ((*sides, x.operator), (*sides[::-1], _TURNED[x.operator])):
            if self._looks_at_it(other):
                continue
            if self._is_it(this) and how in ("=", "!="):
                return self._same(other, is_same=how == "=")
            numbers = self._expressions.numbers_on_cards(this, self._is_it)
            if numbers is not None:
                return self._compared(numbers, how, other)
        return None

    def _same(self, other: ir.Expr, *, is_same: bool) -> str | None:
        code = self._code
        card = self._expressions.one(other, self._scope)
        # None is no card.
        is_card = code.compare(">=", card, "0")
        bit = code.bit(code.choose("i", is_card, card, "0"))
        found = code.choose("m", is_card, bit, "0")
        return found if is_same else code.without(self._all, found)

    def _compared(self, numbers: Sequence[int], how: str, other: ir.Expr) -> str | None:
        """The cards whose numbers compare so."""
        own, test = self._expressions, _TESTS[how]
        if isinstance(other, ir.Const) and not isinstance(other.value, tuple):
            wanted = int(other.value)
            return self._where(lambda card: test(numbers[card], wanted))
        least, most = min(numbers) - 1, max(numbers) + 1
        if most - least > _MOST_APART:
            return None
        # What lies beyond all values compares as what lies just beyond them; none is below all.
        rows = [
            self._bits(lambda card, wanted=wanted: test(numbers[card], wanted))  # type: ignore[misc]
            for wanted in range(least, most + 1)
        ]
        return self._row_of_number(rows, least, own.number(other, self._scope))

    def _call(self, x: ir.CallDefinition) -> str | None:
        own = self._expressions
        definition = own.program.declared.definitions[x.definition]
        whole = self._is_stack and any(map(self._is_named, x.arguments))
        is_given = self._is_named if whole else self._is_it
        given = [is_given(item) for item in x.arguments]
        if sum(given) != 1 or any(
            self._looks_at_it(item) for item, it in zip(x.arguments, given, strict=True) if not it
        ):
            return None
        bound: dict[int, Value] = {}
        for parameter, item, it in zip(definition.parameters, x.arguments, given, strict=True):
            if not it:
                bound[parameter] = own.value(item, self._scope)
        inner = attrs.evolve(self._scope, bound=bound)
        card = definition.parameters[given.index(True)]
        return type(self)(own, inner, card, is_stack=whole).of(definition.value)


class FittingKinds(FittingCards):
    """Conditions on one card as the kinds for which they hold: words with a bit for each kind."""

    @property
    def _all(self) -> str:
        return self._where(lambda card: True)

    def _all_if(self, holds: str) -> str:
        return self._code.choose("i", holds, self._all, "0")

    def _in_both(self, left: str, right: str) -> str:
        return self._code.in_common(left, right)

    def _in_either(self, left: str, right: str) -> str:
        return self._code.in_one_of(left, right)

    def _others(self, found: str) -> str:
        return self._code.minus(self._all, found)

    def _where(self, fits: Callable[[int], bool]) -> str:
        return self._code.number(self._bits(fits))

    def _bits(self, fits: Callable[[int], bool]) -> int:
        kinds = self._expressions.kinds
        cards = [(kinds.masks[kind] & -kinds.masks[kind]).bit_length() - 1 for kind in kinds.order]
        return sum([1 << at for at, card in enumerate(cards) if fits(card)])

    def _row(self, rows: Sequence[int], at: str) -> str:
        return self._code.at(self._code.table("i", rows), at)

    def _row_of_number(self, rows: Sequence[int], least: int, number: str) -> str:
        code, most = self._code, least + len(rows) - 1
        within = code.smaller(code.larger(number, code.number(least)), code.number(most))
        return self._row(rows, code.minus(within, code.number(least)))

    # That is told of a card, and not of its kind.

    def _among(self, x: ir.Expr) -> str | None:
        return None

    def _same(self, other: ir.Expr, *, is_same: bool) -> str | None:
        return None


class FittingFew:
    """A condition on one of a few things: a flag for each, without what is the same for all of them
    being worked out again.
    """

    def __init__(
        self,
        expressions: Core,
        scope: Scope,
        things: Sequence[str],
        is_it: Callable[[ir.Expr], bool],
        with_it: Callable[[str], Scope],
    ) -> None:
        self._expressions, self._code, self._scope = expressions, expressions.code, scope
        self._things, self._is_it, self._with_it = things, is_it, with_it

    def of(self, x: ir.Expr) -> list[str] | None:
        """The flags; None where they are not told quickly."""
        code = self._code
        if not any(isinstance(part, ir.Expr) and self._is_it(part) for part in ir.walk(x)):
            return [self._expressions.flag(x, self._scope)] * len(self._things)
        match x:
            case ir.Logic():
                left, right = self.of(x.left), self.of(x.right)
                if left is None or right is None:
                    return None
                write = code.hold if x.operator == "and" else code.holds
                return list(map(write, left, right))
            case ir.Negation():
                found = self.of(x.operand)
                return None if found is None else list(map(code.no, found))
        if not self._expressions.is_quick(x):
            return None
        return [self._expressions.flag(x, self._with_it(thing)) for thing in self._things]


_TURNED = {"=": "=", "!=": "!=", "<": ">", "<=": ">=", ">": "<", ">=": "<="}
_TESTS: Mapping[str, Callable[[int, int], bool]] = {
    "=": lambda left, right: left == right,
    "!=": lambda left, right: left != right,
    "<": lambda left, right: left < right,
    "<=": lambda left, right: left <= right,
    ">": lambda left, right: left > right,
    ">=": lambda left, right: left >= right,
}
