"""Sets of cards as compiled code goes through them."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from cardrules.fast.items import Body, Items
from cardrules.fast.writing import Array, Code


class Sets(Items):
    """Sets of cards, in their order.

    Each stands for all that look like it and could be taken from the same cards, its own.
    """

    sort = "m"

    def each_with(self, body: Callable[[str, str], None]) -> None:
        """Do something with each of them and its own cards."""
        raise NotImplementedError

    def each(self, body: Body) -> None:
        self.each_with(lambda one, own: body(one))


class Listed(Sets):
    """Sets that are known one by one, and stand for themselves."""

    def __init__(self, code: Code, sets: Sequence[str]) -> None:
        super().__init__(code)
        self.sets = sets

    def each_with(self, body: Callable[[str, str], None]) -> None:
        for one in self.sets:
            body(one, one)

    def count(self) -> str:
        return str(len(self.sets))

    def nth(self, number: str) -> str:
        found = self.sets[0] if self.sets else "0"
        for at, one in enumerate(self.sets[1:], 1):
            found = self.code.choose("m", self.code.compare("=", number, str(at)), one, found)
        return found


class Fitting(Sets):
    """Those of some sets that fit."""

    def __init__(self, of: Sets, fits: Callable[[str], str]) -> None:
        super().__init__(of.code)
        self._of, self._fits = of, fits

    def each_with(self, body: Callable[[str, str], None]) -> None:
        def look(one: str, own: str) -> None:
            with self.code.when(self._fits(one)):
                body(one, own)

        self._of.each_with(look)


class SetRow(Sets):
    """Sets side by side, with the own cards of each; less than none of them is none."""

    def __init__(self, code: Code, sets: Array, own: Array, size: str) -> None:
        super().__init__(code)
        self.sets, self.own, self.size = sets, own, size

    def each_with(self, body: Callable[[str, str], None]) -> None:
        code = self.code
        at = code.local("i", "0")
        with code.loop() as loop:
            now = code.read(at)
            with code.when(code.compare(">=", now, self.size)):
                code.leave(loop)
            code.write(at, code.plus(now, "1"))
            body(code.at(self.sets, now), code.at(self.own, now))

    def count(self) -> str:
        return self.size

    def some(self) -> str:
        return self.code.compare(">", self.size, "0")

    def nth(self, number: str) -> str:
        return self.code.at(self.sets, number)


class Numbered(Sets):
    """Sets that are found by their number, all from one pool."""

    pool = ""

    def each_with(self, body: Callable[[str, str], None]) -> None:
        code = self.code
        total, at = self.count(), code.local("i", "0")
        with code.loop() as loop:
            now = code.read(at)
            with code.when(code.compare(">=", now, total)):
                code.leave(loop)
            code.write(at, code.plus(now, "1"))
            one = self.nth(now)
            body(one, self.pool or one)
