"""Follows the set-up and the play, and notes what comes of it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from cardrules.lint.amounts import parts_of
from cardrules.lint.counting.moving import Moving
from cardrules.lint.counting.state import Number, State
from cardrules.model import ir

# A loop whose passes are certain is followed so far; then it may have any number of them.
_MOST_PASSES = 400


class Following(Moving):
    """Follows the rules of one game."""

    def follow(self, s: State) -> None:
        """From the beginning to the end, as far as that is certain."""
        self._values.me = 0
        end = self._block(s, self._ruleset.setup.body)
        self.dealt = {} if end is None else {at: item.least for at, item in end.cards.items()}
        self._in_setup = False
        self._values.me = None
        if end is not None:
            self._block(end, self._ruleset.play.body)

    # -- blocks ------------------------------------------------------------------------------------

    def _block(self, s: State | None, body: ir.Body) -> State | None:
        for item in body:
            if s is None:
                return None
            s = _FOLLOWED.get(type(item), Following._unknown)(self, s, item)
        return s

    def _nothing(self, s: State, x: ir.Statement) -> State:
        """What moves no card."""
        return s

    def _end(self, s: State, x: ir.End) -> None:
        self._left.setdefault(x.construct, []).append(s)

    def _together(self, s: State, x: ir.Together) -> State:
        for seat in self._seats(x.order):
            before, self._values.me = self._values.me, seat
            for premise in x.premises:
                if isinstance(premise, ir.Choice):
                    self._choice(s, premise)
                elif isinstance(premise, ir.Naming):
                    self._name(premise.slot, None)
            s = self._maybe(s, x.body, surely=x.order.condition is None)
            self._values.me = before
        return self._settled(s)

    def _maybe(self, s: State, body: ir.Body, *, surely: bool) -> State:
        """A block that is perhaps carried out; what leaves it from within may come behind it."""
        without = None if surely else s.copy()
        before, self._left = self._left, {}
        found = self._block(s, body)
        ways = [one for one in (found, without) if one is not None]
        left = self._left
        self._left = before
        for construct, states in left.items():
            self._left.setdefault(construct, []).extend(states)
            ways += [one.copy() for one in states]
        return _joined(ways)

    def _seats(self, order: ir.PlayersInOrder) -> Iterator[int]:
        yield from range(self._players)

    # -- order -------------------------------------------------------------------------------------

    def _if(self, s: State, x: ir.If) -> State | None:
        ways: list[State] = []
        for test, body in x.branches:
            truth = True if test is None else self._values.truth(s, test)
            if truth is False:
                continue
            there = s.copy()
            if test is not None:
                self._values.learn(there, test, holds=True)
            found = self._block(there, body)
            if found is not None:
                ways.append(found)
            if truth:
                break
            if test is not None:
                self._values.learn(s, test, holds=False)
        else:
            ways.append(s)
        return _joined(ways) if ways else None

    def _while(self, s: State, x: ir.While) -> State:
        asked = frozenset(n.zone for n in ir.walk(x.condition) if isinstance(n, ir.ZoneOf))
        self._asked_for.append(asked)
        truth = self._values.truth(s, x.condition)
        self._see("at once", x.origin.span, sure=truth is False)
        for _ in range(_MOST_PASSES):
            truth = self._values.truth(s, x.condition)
            if not truth:
                break
            found = self._block(s, x.body)
            if found is None:
                break
            s = found
        if truth is not False:
            s = self._any_passes(s, x.body)
            self._values.learn(s, x.condition, holds=False)
        self._asked_for.pop()
        return s

    def _any_passes(self, s: State, body: ir.Body) -> State:
        s.forget(self._touching.by(body))
        self._block(s.copy(), body)
        return s

    def _repeat(self, s: State, x: ir.Repeat) -> State:
        times = self._values.number(s, x.times)
        if times is None or not times.is_one or times.least > _MOST_PASSES:
            return self._any_passes(s, x.body)
        for _ in range(times.least):
            s = self._maybe(s, x.body, surely=True)
        return s

    def _each_player(self, s: State, x: ir.EachPlayer) -> State:
        before = self._values.me
        for seat in self._seats(x.order):
            surely = True
            if x.order.condition is not None:
                self._values.names[2 * x.order.bound + 1] = seat
                truth = self._values.truth(s, x.order.condition)
                if truth is False:
                    continue
                surely = bool(truth)
            self._values.me = seat
            s = self._maybe(s, x.body, surely=surely)
        self._values.me = before
        return s

    def _each_in(self, s: State, x: ir.EachIn) -> State:
        things: list[Any] | None = None
        if isinstance(x.collection, ir.Everyone) and x.collection.group == "players":
            things = list(range(self._players))
        elif isinstance(x.collection, ir.Const) and isinstance(x.collection.value, tuple):
            things = [Number(value, value) for value in x.collection.value]
        if things is None:
            self._name(x.slot, None)
            return self._any_passes(s, x.body)
        for thing in things:
            self._name(x.slot, thing)
            s = self._maybe(s, x.body, surely=True)
        self._name(x.slot, None)
        return s

    def _as(self, s: State, x: ir.As) -> State | None:
        before, self._values.me = self._values.me, self._values.player(x.player)
        found = self._block(s, x.body)
        self._values.me = before
        return found

    def _phase(self, s: State, x: ir.Phase) -> State:
        return self._maybe(s, x.body, surely=True)

    def _routine(self, s: State, x: ir.CallRoutine) -> State | None:
        if self._deep > 20:  # noqa: PLR2004
            return self._unknown(s, x)
        self._deep += 1
        names, self._values.names = self._values.names, {}
        found = self._block(s, self._ruleset.routines[x.routine].body)
        self._values.names = names
        self._deep -= 1
        return found

    # -- turns and rounds --------------------------------------------------------------------------

    def _going_round(self, s: State, x: ir.Turns | ir.Rounds) -> State:
        once = isinstance(x, ir.Turns) and x.once
        until = x.until
        me = self._values.me
        truth = None if until is None else self._values.truth(s, until)
        if until is not None:
            self._see("at once", x.origin.span, sure=truth is True)
        if truth is True:
            return s
        first = s.copy()
        if until is not None:
            self._values.learn(first, until, holds=False)
        self._values.me = 0 if isinstance(x, ir.Turns) and _is_starter(x.order.start) else None
        behind, left = self._pass(first, x)
        if until is not None and not once:
            is_over = behind is not None and self._values.truth(behind, until) is True
            self._see("one pass", x.origin.span, sure=is_over)
        self._values.me = None
        # What may be at the head of any pass.
        head = s.copy() if behind is None else s.joined(behind)
        for _ in range(3):
            again, more = self._pass(head.copy(), x)
            left += more
            if again is None:
                break
            wider = head.joined(again)
            if wider == head:
                break
            head = wider
        else:
            head.forget(self._touching.by((x,)))
        if until is not None:
            for at, part in enumerate(parts_of(until)):
                never = not once and self._values.truth(head, part) is False
                self._see("never", x.origin.span, sure=never, part=at)
            self._values.learn(head, until, holds=True)
        self._values.me = me
        return _joined([head, *left])

    def _pass(self, s: State, x: ir.Turns | ir.Rounds) -> tuple[State | None, list[State]]:
        """What is known behind a pass, and where the loop is left from within."""
        before, self._left = self._left, {}
        is_passed_over = isinstance(x, ir.Turns) and x.order.condition is not None
        without = s.copy() if is_passed_over else None
        found = self._block(s, x.body)
        inner, self._left = self._left, before
        own = "turns" if isinstance(x, ir.Turns) else "rounds"
        left = inner.pop(own, [])
        ways = [one for one in (found, without) if one is not None]
        if own == "turns":
            ways = [self._settled(one) for one in (*ways, *inner.pop("turn", []))]
        for construct, states in inner.items():
            self._left.setdefault(construct, []).extend(states)
        return (_joined(ways) if ways else None), left

    def _one_of(self, s: State, x: ir.OneOf) -> State:
        s.forget(self._touching.by((x,)))
        names = (*x.actions, *([x.otherwise] if x.otherwise else []))
        bodies = [self._ruleset.actions[name].procedure.body for name in names]
        if any(map(self._touching.may_end, bodies)):
            self._left.setdefault("turn", []).append(s.copy())
        return s


def _joined(ways: list[State]) -> State:
    found = ways[0]
    for way in ways[1:]:
        found = found.joined(way)
    return found


def _is_starter(x: ir.Expr) -> bool:
    return isinstance(x, ir.Role) and x.role == "starter"


_FOLLOWED: dict[type[ir.Statement], Callable[[Following, State, Any], State | None]] = {
    ir.Draw: Following._draw,
    ir.MoveCards: Following._move,
    ir.Let: Following._let,
    ir.Choose: Following._choose,
    ir.Together: Following._together,
    ir.If: Following._if,
    ir.While: Following._while,
    ir.Repeat: Following._repeat,
    ir.EachPlayer: Following._each_player,
    ir.EachIn: Following._each_in,
    ir.As: Following._as,
    ir.Phase: Following._phase,
    ir.CallRoutine: Following._routine,
    ir.Turns: Following._going_round,
    ir.Rounds: Following._going_round,
    ir.OneOf: Following._one_of,
    ir.End: Following._end,
    ir.Shuffle: Following._nothing,
    ir.Say: Following._nothing,
    ir.SetVariable: Following._nothing,
    ir.Tokens: Following._nothing,
    ir.Reveal: Following._nothing,
    ir.NextTurn: Following._nothing,
    ir.Reverse: Following._nothing,
    ir.Pick: Following._nothing,
}
