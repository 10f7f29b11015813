"""Collections of few things, of each of which something is known, and players around the table."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from cardrules.fast.llvm.writing import Code
from cardrules.fast.state.items import Body, Candidate, Items, in_copies

# Among so many things one is looked for without a loop.
_MOST_FEW = 10


class Few(Items):
    """Things that are known one by one."""

    def as_set(self) -> str | None:
        code, found = self.code, "0"
        for thing in self.things:
            is_card = code.compare(">=", thing, "0")
            card = code.one_of("m", is_card, partial(code.bit, thing), lambda: "0")
            found = code.in_either(found, card)
        return found

    def __init__(self, code: Code, things: Sequence[str]) -> None:
        super().__init__(code)
        self.things = things
        self.most = len(things)
        self.is_sorted = len(things) <= 1

    def each(self, body: Body) -> None:
        def each(one: Body) -> None:
            for thing in self.things:
                one(thing)

        number = len(self.things)
        in_copies(self, number, each, body, number)

    def candidates(self) -> Sequence[Candidate] | None:
        if len(self.things) > _MOST_FEW:
            return None
        return [(thing, lambda: "true") for thing in self.things]

    def count(self) -> str:
        return str(len(self.things))

    def some(self) -> str:
        return self.code.flag(bool(self.things))

    def has(self, thing: str) -> str:
        code, found = self.code, "false"
        for item in self.things:
            found = code.holds(found, code.compare("=", item, thing))
        return found

    def nth(self, number: str) -> str:
        code = self.code
        found = self.things[0] if self.things else "0"
        for at, thing in enumerate(self.things[1:], 1):
            found = code.choose("i", code.compare("=", number, str(at)), thing, found)
        return found


class FewThings(Items):
    """Those of some things of which a flag is set that is there already."""

    def __init__(self, code: Code, things: Sequence[tuple[str, str]]) -> None:
        super().__init__(code)
        self._things = things

    def each(self, body: Body) -> None:
        def each(one: Body) -> None:
            for thing, flag in self._things:
                with self.code.when(flag):
                    one(thing)

        number = len(self._things)
        in_copies(self, number, each, body, number)

    def candidates(self) -> Sequence[Candidate] | None:
        return [(thing, partial(str, flag)) for thing, flag in self._things]


class Seats(Items):
    """Players around the table: so many, from so many places ahead of one on."""

    def __init__(
        self, code: Code, start: str, number: int, players: int, step: int = 1, *, ahead: int = 0
    ) -> None:
        super().__init__(code)
        self._start, self._number, self._players, self._step = start, number, players, step
        self.most = number
        self._ahead = ahead

    def each(self, body: Body) -> None:
        with self.code.through("0", str(self._number)) as now:
            body(self._seat(now))

    def _seat(self, number: str) -> str:
        code, players = self.code, self._players
        places = number if self._step > 0 else code.minus(str(players), number)
        if self._ahead:
            places = code.plus(places, str(self._ahead))
        start = code.within(self._start, players)
        return code.wrapped(code.plus(places, start), players)

    def candidates(self) -> Sequence[Candidate] | None:
        if self._number > _MOST_FEW:
            return None
        if self._start == "0" and self._step > 0 and not self._ahead:
            return [(str(number), lambda: "true") for number in range(self._number)]
        return [(self._seat(str(number)), lambda: "true") for number in range(self._number)]

    def nth(self, number: str) -> str:
        return self._seat(number)

    def count(self) -> str:
        return str(self._number)

    def some(self) -> str:
        return self.code.flag(self._number > 0)

    def has(self, thing: str) -> str:
        if self._number == self._players:
            # None is no player.
            return self.code.compare(">=", thing, "0")
        return super().has(thing)
