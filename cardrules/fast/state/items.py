"""Collections as compiled code goes through them: none is made before somebody needs it whole."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from cardrules.fast.llvm.checks import Sort
from cardrules.fast.llvm.writing import Code

Body = Callable[[str], None]
# A thing that may be among others, and what works out whether it is.
Candidate = tuple[str, Callable[[], str]]
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
