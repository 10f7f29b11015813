"""Text of LLVM: the lines of one function, with names for what is worked out on the way.

Locals lie in places on the stack, which LLVM itself turns into registers; so nobody here has to
know what flows together where.
"""

from __future__ import annotations

from collections.abc import Sequence

NUMBER = "i64"
FLAG = "i1"
ARRAY = "ptr"
_MOST_DEEP, _MOST_LINES_OF_ONE = 12, 8_000
# So many lines are written for a game. The largest games that come with cardrules have a tenth.
MOST_LINES = 300_000


class TooLargeError(Exception):
    """What the rules say is more than is compiled: too many lines, or too much of the stack."""


def literal(value: int) -> str:
    """A number or word as it is written: 64 bits with a sign."""
    low = value & 0xFFFFFFFFFFFFFFFF
    return str(low - (1 << 64) if low >> 63 else low)


class Lines:
    """The lines of one function that is being written.

    `is_open`: whether a line that comes next is reached from the one before it.
    """

    def __init__(self, *, stops: bool = False) -> None:
        self.entry: list[str] = []
        self.body: list[str] = []
        self.is_open = True
        # How many bytes there are at a place, between which numbers values lie, and what comes of
        # an index that was compared with a number of cells.
        self.sizes: dict[str, str] = {}
        self.ranges: dict[str, tuple[int, int]] = {}
        self.looked_at: dict[tuple[str, str], str] = {}
        # What is known to lie at a place of the stack, and which of them were written to.
        self.values: dict[str, str] = {}
        self.written: list[str] = []
        # The places of which it is said before a loop whether they are written to in it.
        self.steady: set[str] = set()
        # How many numbers there are at a place that the function was given.
        self.given: dict[str, str] = {}
        # Where states lie, which have all their parts.
        self.states = {"%z", "%state"}
        # What is known of values besides.
        self.notes: dict[str, str] = {}
        # In how many loops the next line stands.
        self.loops = 0
        # How many loops are in each other here, and in the whole function.
        self.open_loops = self.deepest = 0
        # Of a function that can stop (`resuming.py`): the labels where it goes on, what
        # it calls there, and where it stands how many things of an array matter.
        self.stops = stops
        self.points: dict[int, str] = {}
        self.calls: dict[int, str] = {}
        self.lengths: dict[str, str] = {}
        self._count = 0
        self._block = "fresh" if stops else "entry"

    def further(self) -> Lines:
        """Lines for the same function, without those of its body."""
        found = Lines()
        found.entry, found._count, found.deepest = self.entry, self._count, self.deepest
        return found

    def name(self) -> str:
        """A name that nothing else has."""
        self._count += 1
        return f"%t{self._count}"

    def label(self) -> str:
        """A label that nothing else has."""
        self._count += 1
        return f"l{self._count}"

    def put(self, line: str) -> None:
        """A line that gives nothing."""
        if self.is_open:
            self.body.append(f"  {line}")
            if len(self.body) > MOST_LINES:
                raise TooLargeError("lines")

    def value(self, line: str) -> str:
        """A line that gives a value; its name."""
        name = self.name()
        self.put(f"{name} = {line}")
        return name

    def place(self, what: str, cells: int = 1) -> str:
        """A place on the stack for as long as the function runs."""
        name = self.name()
        number = "" if cells == 1 else f", i64 {cells}"
        self.entry.append(f"  {name} = alloca {what}{number}, align 8")
        if self.stops:
            self.put(f"begins {name}")
        return name

    @property
    def block(self) -> str:
        """The label of the block in which the next line stands."""
        return self._block

    def begin(self, label: str) -> None:
        """A block begins, to which the lines before go on, if they are reached."""
        self.jump(label)
        self.body.append(f"{label}:")
        self._block = label
        self.is_open = True

    def jump(self, label: str) -> None:
        """Go on elsewhere."""
        self.put(f"br label %{label}")
        self.is_open = False

    def branch(self, flag: str, then: str, otherwise: str, hint: str = "") -> None:
        """Go on at one of two places; `hint`: what LLVM is told of it."""
        self.put(f"br i1 {flag}, label %{then}, label %{otherwise}{hint}")
        self.is_open = False

    def point(self, label: str, called: str = "") -> int:
        """The number of a place where the function stops; it goes on at a label, and calls there
        what has stopped.
        """
        number = len(self.points)
        self.points[number], self.calls[number] = label, called
        return number

    def stop(self, number: int, label: str) -> None:
        """Stop, to go on at a label."""
        self.put(f"stop {number}, label %{label}")
        self.is_open = False

    def give(self, what: str) -> None:
        """Return."""
        self.put(f"ret {what}")
        self.is_open = False

    @property
    def attributes(self) -> str:
        """What LLVM is told of the function: to leave it as it is where it is very long, or has
        very many loops in each other; it would take minutes to make it better.
        """
        is_left = self.deepest > _MOST_DEEP or len(self.body) > _MOST_LINES_OF_ONE
        return " noinline optnone" if is_left else ""

    def give_up(self) -> None:
        """Nothing comes here: what was called before has stopped the process."""
        self.put("unreachable")
        self.is_open = False

    def function(self, head: str) -> str:
        """The whole function behind its head; where it is at an end without giving something, it
        gives nothing, or 0.
        """
        returns = head.removeprefix("internal ").split(" ", maxsplit=1)[0]
        self.give("void" if returns == "void" else f"{returns} zeroinitializer")
        head += self.attributes
        return "\n".join([f"define {head} {{", "entry:", *self.entry, *self.body, "}", ""])

    # -- what is often wanted ----------------------------------------------------------------------

    def compare(self, how: str, left: str, right: str, of: str = NUMBER) -> str:
        """A comparison of two values."""
        return self.value(f"icmp {how} {of} {left}, {right}")

    def choose(self, flag: str, left: str, right: str, of: str = NUMBER) -> str:
        """One of two values that are both worked out."""
        return self.value(f"select i1 {flag}, {of} {left}, {of} {right}")

    def joined(self, of: str, ways: Sequence[tuple[str, str]]) -> str:
        """What comes from one of several blocks: values with the labels that they come from."""
        found = ", ".join([f"[ {value}, %{label} ]" for value, label in ways])
        return self.value(f"phi {of} {found}")
