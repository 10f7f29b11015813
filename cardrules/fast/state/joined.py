"""Collections that are made of several: one behind the other, or one of them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from cardrules.fast.llvm.checks import Sort
from cardrules.fast.llvm.writing import Code
from cardrules.fast.state.filtered import Filtered
from cardrules.fast.state.items import MOST_ASIDE, Body, Items, in_copies


class Joined(Items):
    """Several collections, one behind the other, which have nothing in common."""

    def __init__(self, code: Code, parts: Sequence[Items]) -> None:
        super().__init__(code)
        self.parts = parts
        self.has_mask = bool(parts) and all(part.has_mask for part in parts)
        known = [part.most for part in parts if part.most is not None]
        self.most = sum(known) if len(known) == len(parts) else None
        self.is_sorted = len(parts) == 1 and parts[0].is_sorted

    def each(self, body: Body) -> None:
        def each(one: Body) -> None:
            for part in self.parts:
                part.each(one)

        in_copies(self, len(self.parts), each, body, self.most or MOST_ASIDE)

    def count(self) -> str:
        code, number = self.code, "0"
        for part in self.parts:
            number = code.plus(part.count(), number)
        return number

    def some(self) -> str:
        found = "false"
        for part in self.parts:
            found = self.code.either(found, part.some)
        return found

    def has(self, thing: str) -> str:
        found = "false"
        for part in self.parts:
            found = self.code.either(found, partial(part.has, thing))
        return found

    def mask(self) -> str:
        found = "0"
        for part in self.parts:
            found = self.code.in_either(found, part.mask())
        return found


class Together(Joined):
    """All things of two collections, each once: `a + b`."""

    def __init__(self, left: Items, right: Items) -> None:
        rest = Filtered(right, lambda item: left.code.no(left.has(item)))
        super().__init__(left.code, [left, rest])
        self._right = right

    def as_set(self) -> str | None:
        sides = self.parts[0].as_set(), self._right.as_set()
        if sides[0] is None or sides[1] is None:
            return None
        return self.code.in_either(sides[0], sides[1])


class Each(Items):
    """What comes of the things of a collection: of each thing a collection."""

    def __init__(
        self,
        of: Items,
        inner: Callable[[str], Items],
        *,
        has_mask: bool = False,
        has_tops: bool = False,
    ) -> None:
        super().__init__(of.code)
        self._of = of
        self._inner = inner
        self.has_mask = has_mask
        self.has_tops = has_tops

    def each(self, body: Body) -> None:
        self._of.each(lambda item: self._inner(item).each(body))

    def rows(self) -> Sequence[tuple[Items, str]] | None:
        few = self._of.candidates() if self.has_tops else None
        return None if few is None else [(self._inner(item), flag()) for item, flag in few]

    def count(self) -> str:
        code = self.code
        few = self._of.candidates()
        if few is not None and (self.has_mask or self.has_tops):
            found = "0"
            for item, is_there in few:
                more = code.choose("i", is_there(), self._inner(item).count(), "0")
                found = code.plus(more, found)
            return found
        number = code.local("i", "0")

        def add(item: str) -> None:
            more = self._inner(item).count()
            code.write(number, code.plus(code.read(number), more))

        self._of.each(add)
        return code.read(number)

    def some(self) -> str:
        few, found = self._of.candidates(), "false"
        if few is not None and (self.has_mask or self.has_tops):
            for item, is_there in few:
                some = self.code.hold(is_there(), self._inner(item).some())
                found = self.code.holds(found, some)
            return found
        return self._of.until(lambda item: self._inner(item).some())

    def has(self, thing: str) -> str:
        return self._of.until(lambda item: self._inner(item).has(thing))

    def mask(self) -> str:
        return self._together(lambda inner: inner.mask())

    def tops(self) -> str:
        return self._together(lambda inner: inner.tops())

    def _together(self, cards: Callable[[Items], str]) -> str:
        code = self.code
        few, found = self._of.candidates(), "0"
        if few is not None:
            for item, is_there in few:
                more = code.choose("m", is_there(), cards(self._inner(item)), "0")
                found = code.in_either(found, more)
            return found
        result = code.local("m", "0")

        def add(item: str) -> None:
            more = cards(self._inner(item))
            code.write(result, code.in_either(code.read(result), more))

        self._of.each(add)
        return code.read(result)


class Either(Items):
    """One of two collections; what each is, is worked out only where it is the one."""

    def __init__(
        self,
        code: Code,
        flag: str,
        then: Callable[[], Items],
        otherwise: Callable[[], Items],
        *,
        is_sorted: bool = False,
    ) -> None:
        super().__init__(code)
        self._flag, self._then, self._otherwise = flag, then, otherwise
        self.is_sorted = is_sorted

    @staticmethod
    def of(flag: str, then: Items, otherwise: Items) -> Either:
        """One of two that are there already."""
        is_sorted = then.is_sorted and otherwise.is_sorted
        return Either(then.code, flag, lambda: then, lambda: otherwise, is_sorted=is_sorted)

    def each(self, body: Body) -> None:
        def each(one: Body) -> None:
            self.code.branch(
                self._flag, lambda: self._then().each(one), lambda: self._otherwise().each(one)
            )

        in_copies(self, 2, each, body)

    def _worked_out(self, sort: Sort, what: Callable[[Items], str]) -> str:
        return self.code.one_of(
            sort, self._flag, lambda: what(self._then()), lambda: what(self._otherwise())
        )

    def count(self) -> str:
        return self._worked_out("i", lambda items: items.count())

    def some(self) -> str:
        return self._worked_out("b", lambda items: items.some())

    def has(self, thing: str) -> str:
        return self._worked_out("b", lambda items: items.has(thing))

    def nth(self, number: str) -> str:
        return self._worked_out("i", lambda items: items.nth(number))

    def mask(self) -> str:
        return self._worked_out("m", lambda items: items.mask())
