"""Follows a program on all ways that it may take, with sums of unknowns in place of numbers.

What a way is not followed into by itself is a loop: `loops.py` says what comes of all its passes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from cardrules.machine import code
from cardrules.termination.path import Frame, Number, Path, Value
from cardrules.termination.table import Table
from cardrules.termination.walking.asking import Asking
from cardrules.termination.walking.ways import (
    ANSWER,
    END,
    GAME,
    MOST_ALIKE,
    TURN,
    TooMuchError,
    Ways,
    add,
    joined,
    possible,
)
from cardrules.termination.weakening import weakened

# So much is followed; beyond that nothing is said.
MOST_INSTRUCTIONS = 60_000
_MOST_WAYS = 40
_MOST_DEEP = 24
# So many ways through a procedure are told apart.
_MOST_OF_PROCEDURE = 8


class Walking(Asking):
    """Follows procedures; a loop is followed by whoever knows loops."""

    def __init__(self, table: Table) -> None:
        super().__init__(table)
        self._left = MOST_INSTRUCTIONS

    def loop(self, path: Path, x: code.Loop) -> Ways:
        """What comes of all passes of a loop."""
        raise NotImplementedError

    def draw_on(self, path: Path, x: code.Draw) -> Ways:
        """What comes of drawing from a pile with triggers."""
        raise NotImplementedError

    def settled(self, path: Path) -> Ways:
        """What comes of the standing rules."""
        raise NotImplementedError

    # -- blocks ------------------------------------------------------------------------------------

    def block(self, paths: Iterable[Path], block: code.Block) -> Ways:
        """What comes of a block."""
        ways: Ways = {}
        now = list(paths)
        for x in block:
            if not now:
                break
            after: list[Path] = []
            for path in now:
                self._left -= 1
                if self._left < 0:
                    raise TooMuchError
                for goal, found in self._carry_out(path, x).items():
                    if goal is END:
                        after += found
                    else:
                        ways.setdefault(goal, []).extend(found)
            now = joined(after)
            if len(now) > _MOST_WAYS:
                now = weakened(self.table, now, now[0].base, MOST_ALIKE)
        ways[END] = now
        return {goal: joined(found) for goal, found in ways.items() if found}

    def _carry_out(self, path: Path, x: code.Instruction) -> Ways:
        follow = _FOLLOWED.get(type(x))
        if follow is not None:
            return follow(self, path, x)
        change = _CHANGED[type(x)]
        change(self, path, x)
        return {END: [path]}

    # -- the order of things -----------------------------------------------------------------------

    def branch(self, path: Path, x: code.Branch) -> Ways:
        """The first block whose test holds, or the last."""
        ways: Ways = {}
        rest = [path]
        for test, block in x.branches:
            taken = [one for way in rest for one in self.where(way, test)]
            rest = [one for way in rest for one in self.where(way, test, holds=False)]
            taken, rest = possible(taken), possible(rest)
            add(ways, self.block(taken, block))
        add(ways, self.block(rest, x.otherwise))
        return ways

    def labelled(self, path: Path, x: code.Labelled) -> Ways:
        """A block that can be left."""
        ways = self.block([path], x.body)
        add(ways, {END: ways.pop(("leave", x.label), [])})
        return ways

    def turn(self, path: Path, x: code.Turn) -> Ways:
        """A turn, and what comes of it where it is ended from within."""
        ways = self.labelled(path, x)
        ended = ways.pop(TURN, [])
        if self.program.settle is None:
            add(ways, {END: ended})
        else:
            for way in ended:
                add(ways, self.settled(way))
        return ways

    def leave(self, path: Path, x: code.Leave) -> Ways:
        """On behind a block."""
        return {("leave", x.label): [path]}

    def telling(self, path: Path, x: code.Telling) -> Ways:
        """An instruction that is told."""
        return self.block([path], (x.does,))

    def stop_action(self, path: Path, x: code.StopAction) -> Ways:
        """All is over up to the action that is answered."""
        return {ANSWER: [path]}

    def end_turn(self, path: Path, x: code.EndTurn) -> Ways:
        """All is over up to a turn."""
        return {TURN: [path]}

    def end_game(self, path: Path, x: code.EndGame) -> Ways:
        """All is over."""
        return {GAME: [path]}

    def draw(self, path: Path, x: code.Draw) -> Ways:
        """Cards from a pile, at most what there is."""
        number = self.number(path, x.number)
        if not x.triggers:
            return {END: self.drawn(path, x, number)}
        none = path.copy()
        none.know(number.scaled(-1))
        path.know(number - 1)
        ways: Ways = {END: possible([none])}
        for way in possible([path]):
            self.lay(way, x.left, Number(number))
            add(ways, self.draw_on(way, x))
        return ways

    # -- procedures --------------------------------------------------------------------------------

    def procedure(
        self, path: Path, number: int, slots: dict[int, Value], me: int | None, did: str = ""
    ) -> Ways:
        """What comes of a procedure: `turn`, `answer`, `action`, `game`, or on behind it."""
        if len(path.frames) >= _MOST_DEEP:
            raise TooMuchError
        way = path.copy()
        way.frames.append(Frame(number, slots, me))
        way.seats, way.visited = {}, frozenset()
        if did:
            way.did += (did,)
        ways = self.block([way], self.program.procedures[number].body)
        found: Ways = {}
        for goal, ends in ways.items():
            for one in ends:
                one.frames = one.frames[:-1]
                if one.frames:
                    one.frames[-1] = one.frames[-1].copy()
                one.seats, one.visited = dict(path.seats), path.visited
                found.setdefault(goal, []).append(one)
        return {
            goal: weakened(self.table, ways, path.amounts, _MOST_OF_PROCEDURE)
            for goal, ways in found.items()
        }

    def call(self, path: Path, x: code.Call) -> Ways:
        """Another procedure."""
        slots = {slot: self.value(path, value) for slot, value in enumerate(x.arguments)}
        return self.procedure(path, x.procedure, slots, path.frame.me)

    def settle(self, path: Path, x: code.Settle) -> Ways:
        """The standing rules."""
        return {END: [path]} if self.program.settle is None else self.settled(path)


_FOLLOWED: dict[type[code.Instruction], Callable[[Walking, Path, Any], Ways]] = {
    code.Branch: Walking.branch,
    code.Labelled: Walking.labelled,
    code.Turn: Walking.turn,
    code.Loop: lambda self, path, x: self.loop(path, x),
    code.Leave: Walking.leave,
    code.Telling: Walking.telling,
    code.StopAction: Walking.stop_action,
    code.EndTurn: Walking.end_turn,
    code.EndGame: Walking.end_game,
    code.Call: Walking.call,
    code.Settle: Walking.settle,
    code.Ask: Walking.ask,
    code.Unpack: Walking.unpack,
    code.SetVariable: Walking.set_variable,
    code.Move: Walking.move,
    code.MoveStacks: Walking.move_stacks,
    code.NewStack: Walking.new_stack,
    code.Swap: Walking.swap,
    code.Draw: Walking.draw,
}
_CHANGED: dict[type[code.Instruction], Callable[[Walking, Path, Any], None]] = {
    code.Assign: Walking.assign,
    code.Put: Walking.assign,
    code.PutAll: Walking.put_all,
    code.PutTuple: Walking.put_tuple,
    code.Keep: Walking.keep,
    code.Restore: Walking.restore,
    code.SetRegister: Walking.set_register,
    code.Reverse: Walking.reverse,
    code.MoveTokens: Walking.move_tokens,
    code.CountDown: Walking.count_down,
    code.PassOn: Walking.pass_on,
    code.Pick: Walking.pick,
    code.Shuffle: Walking.shown,
    code.Reveal: Walking.shown,
    code.Count: Walking.nothing,
    code.Forget: Walking.nothing,
    code.Announce: Walking.nothing,
    code.Say: Walking.nothing,
    code.SayWhy: Walking.nothing,
    code.Watch: Walking.nothing,
}
