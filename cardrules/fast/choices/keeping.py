"""States that are kept side by side, as compiled code: where they lie, and how they are copied.

A state that is kept ends with what lies on its stack; what has a name of collections of collections
lies in a block of its own. It is played where it is kept, but for that block; what is no state lies
elsewhere, and a state says how far away.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager

import attrs

from cardrules.fast.llvm.checks import Array, Local
from cardrules.fast.llvm.resuming import KEPT
from cardrules.fast.llvm.writing import Code
from cardrules.fast.sets.nested import Nested
from cardrules.fast.state.memory import ASKED, MOST_WORK, REGISTERS, STATE
from cardrules.fast.state.moving import Moving

# So many numbers of collections of collections are kept over a decision.
MOST_NESTED = 4_096
# What functions are given that can be called from outside: where games are played; the states and
# their blocks for collections, and how many bytes there are of each; and a range of numbers.
STATES = (
    STATE, ("%states", "ptr"), ("%size", "i64"), ("%others", "ptr"), ("%other_size", "i64"),
)  # fmt: skip
RANGE = (("%from", "i64"), ("%to", "i64"))
# The states and blocks from which others are copied, or with which they are compared; and lists of
# numbers of these and of those.
BESIDE = (
    ("%sources", "ptr"), ("%source_others", "ptr"), ("%which", "ptr"), ("%where", "ptr"),
)  # fmt: skip
# One of them.
ONE = (STATE, ("%other", "ptr"))
# So much work is done at a call, as loops count it, a few hundredths of a second; what a decision
# takes besides, and an answer that is listed.
WORK_AT_ONCE = 10_000_000
OF_A_STATE, OF_AN_ANSWER = 500, 100


@attrs.frozen
class Part:
    """The state with this number is at work, and so much was done before."""

    at: str
    done: Local

    def add(self, code: Code, work: str) -> None:
        """So much more was done."""
        code.write(self.done, code.plus(code.read(self.done), work))


class Keeping:
    """Writes it. `opened`: the functions that can be called from outside, with the types of what
    they give and what they are given.
    """

    def __init__(self, moving: Moving, nested: Nested) -> None:
        self.moving, self.memory, self.nested = moving, moving.memory, nested
        self.code = moving.code
        self.opened: dict[str, tuple[str, list[str]]] = {}
        self._end = self.memory.offset("kept")

    def function(
        self, name: str, parameters: Sequence[tuple[str, str]], returns: str = "void"
    ) -> AbstractContextManager[None]:
        """A function that can be called from outside."""
        self.opened[name] = returns, [sort for _, sort in parameters]
        return self.code.function(name, parameters, returns, self.memory.ahead(), is_open=True)

    @contextmanager
    def in_parts(self, name: str, parameters: Sequence[tuple[str, str]]) -> Iterator[Part]:
        """What is done with one state after the other by a function that can be called from
        outside: until that was much work. It gives with which state it goes on.
        """
        code = self.code
        with self.function(name, [*STATES, *parameters, *RANGE], "i64"):
            done = code.local("i", "0")
            with code.through("%from", "%to") as at:
                yield Part(at, done)
                is_much = code.compare(">", code.read(done), str(WORK_AT_ONCE))
                with code.when(is_much, is_likely=False):
                    code.give("i", code.plus(at, "1"))
            code.give("i", "%to")

    def worked(self) -> str:
        """How much work there was since the last decision of the state that is played."""
        left = self.code.at(self.moving.part("registers"), str(REGISTERS.index("work_left")))
        return self.code.minus(str(MOST_WORK + OF_A_STATE), left)

    def write(self) -> None:
        """Write the functions."""
        code = self.code
        with code.function("load", [STATE, ("%state", "ptr"), ("%other", "ptr")], "void",
                           self.memory.ahead()):  # fmt: skip
            self._load()
        with (
            self.function("copy", [*STATES, *BESIDE, *RANGE]),
            code.through("%from", "%to") as at,
        ):
            self._copy(at)

    # -- one state ---------------------------------------------------------------------------------

    def asked(self, name: str) -> str:
        """Something of what is asked."""
        return self.code.at(self.moving.part("asked"), str(ASKED.index(name)))

    def put(self, name: str, value: str) -> None:
        """Note something of what is asked."""
        self.code.put(self.moving.part("asked"), str(ASKED.index(name)), value)

    def nobody_is_asked(self) -> None:
        """Nothing goes on in the state that is played."""
        for name, value in (("seat", "-1"), ("total", "0"), ("kept_now", "0")):
            self.put(name, value)
        self.nested.release("0")

    def places_of(self, at: str, states: str = "%states", others: str = "%others") -> list[str]:
        """Where the state with a number lies, and its block for collections."""
        code = self.code
        return [
            code.state_at(states, code.times(at, "%size")),
            code.bytes_behind(others, code.times(at, "%other_size")),
        ]

    def call(self, name: str, places: Sequence[str], *given: str) -> str:
        """Call a function with a state that is kept, and with numbers; gives how much work that
        was.
        """
        arguments = [*[(place, "ptr") for place in places], *[(one, "i64") for one in given]]
        return self.code.call(name, arguments, "i64")

    def set_apart(self, place: str) -> None:
        """Note in a state how far behind it lies what is no state."""
        code = self.code
        at = code.bytes_behind(place, str(self.memory.offset("asked") + 8 * ASKED.index("apart")))
        code.put(Array("i", at, "i64"), "0", code.bytes_between(place, "%z"))

    # -- blocks for collections --------------------------------------------------------------------

    def take_other(self) -> None:
        """What is kept of collections of collections to where they are looked at."""
        if self.nested.is_used:
            size = self.code.times(self.nested.mark(), "8")
            self.code.copy_some("%other", self.nested.cells().place, size)

    def put_other(self) -> None:
        """What is needed of them to where it is kept."""
        if not self.nested.is_used:
            return
        code = self.code
        too_much = code.compare(">", self.nested.mark(), str(MOST_NESTED))
        with code.when(too_much):
            self.memory.give_up(code)
            self.nobody_is_asked()
        size = code.times(self.nested.mark(), "8")
        code.copy_some(self.nested.cells().place, "%other", size)

    # -- copies ------------------------------------------------------------------------------------

    def load(self, places: Sequence[str]) -> None:
        """Copy a state to where states are played that are not kept."""
        self.code.call("load", [STATE, *[(place, "ptr") for place in places]])

    def _load(self) -> None:
        code = self.code
        code.copy("%state", "%z", self._end)
        self.put("apart", "0")
        size = code.times(self.asked("kept_now"), "8")
        code.copy_some(code.bytes_behind("%state", str(self._end)), KEPT, size)
        self.take_other()

    def _copy(self, at: str) -> None:
        code = self.code
        which, where = code.given_array("%which"), code.given_array("%where")
        source, from_other = self.places_of(code.at(which, at), "%sources", "%source_others")
        place, other = self.places_of(code.at(where, at))
        code.copy(source, place, self._end)
        asked = self.memory.offset("asked") + 8 * ASKED.index("kept_now")
        code.copy_some(
            code.bytes_behind(source, str(self._end)),
            code.bytes_behind(place, str(self._end)),
            code.times(self._number_in(source, asked), "8"),
        )
        if self.nested.is_used:
            used = self._number_in(source, 8 * REGISTERS.index("nested"))
            code.copy_some(from_other, other, code.times(used, "8"))

    def _number_in(self, state: str, offset: int) -> str:
        """A number in a state that is kept."""
        place = self.code.bytes_behind(state, str(offset))
        return self.code.at(Array("i", place, "i64"), "0")
