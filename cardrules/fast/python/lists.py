"""Lists of cards, one for each pile and stack."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import attrs

from cardrules.fast.llvm.checks import Array
from cardrules.fast.llvm.course import Jump
from cardrules.fast.python import statements as of
from cardrules.fast.python.course import PythonCourse
from cardrules.fast.python.names import name_of
from cardrules.fast.python.statements import Value

LISTS = "z_piles"
_KNOWN_AS = of.ARRAY + LISTS
_READS = frozenset([_KNOWN_AS])


class PythonLists(PythonCourse):
    """What is done with them; each is known by its number."""

    def of_list(self, form: str, number: str) -> str:
        """Something of a list, which has a place in a text."""
        return self._let(self._of_list(form, number))

    def has_things(self, number: str) -> str:
        """Whether there is something in a list."""
        listed = self._of_list("{}", number)
        return self._let(Value(of.SOME, [listed], of.CALL, [of.ONE_OF_TWO], _READS))

    @staticmethod
    def _of_list(form: str, number: str) -> Value:
        whole = form.format(f"{LISTS}[{{}}]")
        return Value(whole, [name_of(number)], of.CALL, [of.ONE_OF_TWO], _READS)

    def change_list(self, form: str, number: str, value: str = "0") -> None:
        """Do something with a list: text with places for its name, its number and a value."""
        self._put_statement(of.Put(LISTS, _KNOWN_AS, name_of(number), name_of(value), form))

    def pop_listed(self, number: str) -> str:
        """The last thing of a list, which it has no more."""
        found = self._of_list("{}.pop()", number)
        return self._let(attrs.evolve(found, is_call=True, changes=_READS))

    def insert_listed(self, number: str, at: str, card: str) -> None:
        """A card comes to a place of a list."""
        given = Value("{}, {}", [name_of(at), name_of(card)], of.ONE_OF_TWO, [of.ONE_OF_TWO] * 2)
        form = "{}[{}].insert({})"
        self._put_statement(of.Put(LISTS, _KNOWN_AS, name_of(number), given, form))

    def lay_list_into(self, number: str, cells: Array, size: str) -> None:
        """The things of a list, so many of them, come to the begin of an array."""
        index = Value(":{}", [name_of(size)], of.ONE_OF_TWO, [of.ONE_OF_TWO])
        listed = self._of_list("{}", number)
        self._put_statement(of.Put(cells.place, self._known_as(cells.place), index, listed))

    def set_list(self, number: str, cells: Array, size: str) -> None:
        """A list has the first things of an array."""
        reads = frozenset([self._known_as(cells.place)])
        given = Value(f"{cells.place}[:{{}}]", [name_of(size)], of.CALL, [of.ONE_OF_TWO], reads)
        self._put_statement(of.Put(LISTS, _KNOWN_AS, name_of(number), given, "{}[{}][:] = {}"))

    @contextmanager
    def through_list(self, number: str, *, from_end: bool = False) -> Iterator[str]:
        """What is done with each thing of a list as it is now, whatever becomes of it."""
        jump, name = Jump(end=self._new("j")), self._new("t")
        with self._body() as body:
            yield name
        over = self._of_list("{}[::-1]" if from_end else "{}[:]", number)
        self._put_statement(of.Through(jump, name, [over], body, is_listed=True))
