"""Collections as compiled code goes through them: none is made before somebody needs it whole."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from cardrules.fast.llvm.checks import Array, Sort
from cardrules.fast.llvm.writing import Code
from cardrules.fast.state.moving import Moving

Body = Callable[[str], None]
# A thing that may be among others, and what works out whether it is.
Candidate = tuple[str, Callable[[], str]]
# Among so many things one is looked for without a loop.
_MOST_FEW = 10
# What is done with things is written so often at most, in all that stands in one another.
MOST_COPIES = 64
# So many things are laid aside at most, where it is not known how many there are.
MOST_ASIDE = 1_024


def in_copies(
    of: Items, copies: int, each: Callable[[Body], None], body: Body, most: int = MOST_ASIDE
) -> None:
    """Go through things where what is done with them is written for each of some parts; where that
    would be too often, they are laid aside first, and it is written once.
    """
    code, before = of.code, of.code.copies
    if copies <= 1 or before * copies <= MOST_COPIES:
        code.copies = before * max(1, copies)
        each(body)
        code.copies = before
        return
    cells, number = code.array(of.sort, most), code.local("i", "0")
    code.note_length(cells, number)

    def note(thing: str) -> None:
        at = code.read(number)
        code.put(cells, at, thing)
        code.write(number, code.plus(at, "1"))

    code.copies = 1
    each(note)
    code.copies = before
    with code.through("0", code.read(number), str(most)) as now:
        body(code.at(cells, now))


class Items:
    """Things in an order. `is_sorted`: they are cards in the order of their numbers."""

    is_sorted = False
    sort: Sort = "i"
    # Whether the cards are there as a set, without going through them.
    has_mask = False
    # How many there are at most, where that is known.
    most: int | None = None
    # Whether they are stacks of which the top cards are there as a set.
    has_tops = False

    def __init__(self, code: Code) -> None:
        self.code = code

    def each(self, body: Body) -> None:
        """Do something with each of them; what is done may move the thing that it is done with."""
        raise NotImplementedError

    def until(self, found: Callable[[str], str]) -> str:
        """Whether something holds of one of them; those behind it are not looked at."""
        code = self.code
        result = code.local("b", "false")
        with code.block() as block:

            def look(item: str) -> None:
                with code.when(found(item)):
                    code.write(result, "true")
                    code.leave(block)

            self.each(look)
        return code.read(result)

    def candidates(self) -> Sequence[Candidate] | None:
        """The things that may be among them, if they are few and it is quickly told which are."""
        return None

    def rows(self) -> Sequence[tuple[Items, str]] | None:
        """The rows of stacks of which they are made, and whether each is there, if few are."""
        return None

    def count(self) -> str:
        """How many there are."""
        code = self.code
        few = self.candidates()
        if few is not None:
            found = "0"
            for _, is_there in few:
                found = code.plus(code.as_number(is_there()), found)
            return found
        number = code.local("i", "0")
        self.each(lambda item: code.write(number, code.plus(code.read(number), "1")))
        return code.read(number)

    def some(self) -> str:
        """Whether there is one."""
        few, found = self.candidates(), "false"
        if few is None:
            return self.until(lambda item: "true")
        for _, is_there in few:
            found = self.code.holds(found, is_there())
        return found

    def has(self, thing: str) -> str:
        """Whether a thing is among them."""
        few, found = self.candidates(), "false"
        if few is not None:
            for item, is_there in few:
                is_it = self.code.compare("=", item, thing)
                found = self.code.holds(found, self.code.hold(is_it, is_there()))
            return found
        return self.until(lambda item: self.code.compare("=", item, thing))

    def nth(self, number: str) -> str:
        """The thing with so many before it, which must be there."""
        code = self.code
        few = self.candidates()
        if few is not None:
            return self._nth_candidate(few, number)
        left, result = code.local("i", number), code.local(self.sort, "0")
        with code.block() as block:

            def look(item: str) -> None:
                with code.when(code.compare("=", code.read(left), "0")):
                    code.write(result, item)
                    code.leave(block)
                code.write(left, code.minus(code.read(left), "1"))

            self.each(look)
        return code.read(result)

    def _nth_candidate(self, few: Sequence[Candidate], number: str) -> str:
        code, before, found = self.code, "0", "0"
        for thing, flag in few:
            is_there = flag()
            is_it = code.hold(is_there, code.compare("=", before, number))
            found = code.choose(self.sort, is_it, thing, found)
            before = code.plus(code.as_number(is_there), before)
        return found

    def as_set(self) -> str | None:
        """The cards as a set without those that are none, if that is quickly told."""
        return None

    def mask(self) -> str:
        """The cards as a set."""
        code = self.code
        result = code.local("m", "0")
        self.each(
            lambda item: code.write(result, code.in_either(code.read(result), code.bit(item)))
        )
        return code.read(result)

    def tops(self) -> str:
        """The top cards of stacks as a set."""
        raise NotImplementedError


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


class Cards(Items):
    """Cards as a set, in the order of their numbers."""

    is_sorted = True
    has_mask = True

    def __init__(self, code: Code, cards: str, *, is_whole: bool = True) -> None:
        super().__init__(code)
        self._cards = cards
        self.most = code.bits
        # Whether it is a set for sure; what has a name may be none.
        self.is_whole = is_whole

    def each(self, body: Body) -> None:
        with self.code.through_cards(self._cards) as card:
            body(card)

    def count(self) -> str:
        return self.code.size(self._cards)

    def some(self) -> str:
        return self.code.some(self._cards)

    def has(self, thing: str) -> str:
        # None is no card.
        code = self.code
        return code.both(code.compare(">=", thing, "0"), lambda: code.has(self._cards, thing))

    def nth(self, number: str) -> str:
        return self.code.nth(self._cards, number)

    def as_set(self) -> str | None:
        if self.is_whole:
            return self._cards
        code = self.code
        is_none = code.compare("=", self._cards, code.none, "m")
        return code.choose("m", is_none, "0", self._cards)

    def mask(self) -> str:
        return self._cards


class Chain(Items):
    """The cards of an ordered zone, the lowest first."""

    def __init__(self, moving: Moving, zone: str, *, is_stack: bool = False) -> None:
        super().__init__(moving.code)
        self._moving = moving
        self.zone = zone
        # Of the cards of a zone there is a set beside, but not of those of a stack.
        self.has_mask = moving.may_keep_sets and not is_stack
        self.most = moving.code.bits

    def each(self, body: Body) -> None:
        self._moving.piles.each(self.zone, body)

    def count(self) -> str:
        return self._moving.piles.count(self.zone)

    def some(self) -> str:
        return self._moving.piles.some(self.zone)

    def has(self, thing: str) -> str:
        code = self.code
        place = self._moving.part("place")
        return code.both(
            code.compare(">=", thing, "0"),
            lambda: code.compare("=", code.at(place, thing), self.zone),
        )

    def mask(self) -> str:
        if not self.has_mask:
            return super().mask()
        self._moving.are_piles_sets = True
        return self.code.at(self._moving.part("masks"), self.zone)


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


class Those(Items):
    """The cards of a collection that are in a set, too."""

    def __init__(self, of: Items, wanted: str) -> None:
        super().__init__(of.code)
        self._of = of
        self._wanted = wanted
        self.has_mask = of.has_mask
        self.most = of.most

    def each(self, body: Body) -> None:
        def look(card: str) -> None:
            with self.code.when(self.code.has(self._wanted, card)):
                body(card)

        self._of.each(look)

    def count(self) -> str:
        return self.code.size(self.mask()) if self.has_mask else super().count()

    def some(self) -> str:
        return self.code.some(self.mask()) if self.has_mask else super().some()

    def mask(self) -> str:
        return self.code.in_both(self._of.mask(), self._wanted)


class Filtered(Items):
    """The things of a collection that fit."""

    def __init__(self, of: Items, fits: Callable[[str], str], *, is_quick: bool = False) -> None:
        super().__init__(of.code)
        self._of = of
        self._fits = fits
        # Whether it is told so quickly what fits that no branch is worth it.
        self._is_quick = is_quick
        self.is_sorted = of.is_sorted
        self.sort = of.sort
        self.most = of.most

    def candidates(self) -> Sequence[Candidate] | None:
        few = self._of.candidates() if self._is_quick else None
        if few is None:
            return None

        def fits(thing: str, is_there: Callable[[], str]) -> str:
            return self.code.hold(is_there(), self._fits(thing))

        return [(thing, partial(fits, thing, is_there)) for thing, is_there in few]

    def each(self, body: Body) -> None:
        def look(item: str) -> None:
            with self.code.when(self._fits(item)):
                body(item)

        self._of.each(look)

    def until(self, found: Callable[[str], str]) -> str:
        return self._of.until(lambda item: self.code.both(self._fits(item), lambda: found(item)))


class Row(Items):
    """Things that lie side by side in an array, from a place on; less than none of them is none."""

    def __init__(
        self, code: Code, cells: Array, size: str, start: str = "0", *, stays: bool = False
    ) -> None:
        super().__init__(code)
        # Whether it lies at the begin of an array of a function, which nobody else changes.
        self.stays = stays
        self.cells = cells
        self.size = size
        self.start = start

    def each(self, body: Body) -> None:
        with self.code.through("0", self.size, self.code.room_of(self.cells)) as now:
            body(self.nth(now))

    def count(self) -> str:
        return self.size

    def some(self) -> str:
        return self.code.compare(">", self.size, "0")

    def nth(self, number: str) -> str:
        return self.code.at(self.cells, self.code.plus(number, self.start))


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
