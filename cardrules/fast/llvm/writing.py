"""What the functions of a game are written with: values, names, loops and arrays, as text of LLVM.

Values are of three kinds: `i`, a number of 64 bits; `b`, a flag; `m`, a set of cards, with a bit
for each card. A value is the text that stands for it, and can be used as often as one likes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

from cardrules.fast.llvm.card_sets import CardSets
from cardrules.fast.llvm.checks import Array, Local, Sort
from cardrules.fast.llvm.names import WORD_BITS
from cardrules.fast.llvm.resuming import WAITING, Resumable
from cardrules.fast.llvm.text import MOST_LINES, Lines, TooLargeError

_INTRINSICS = """\
declare i64 @llvm.smin.i64(i64, i64)
declare i64 @llvm.smax.i64(i64, i64)
declare i64 @llvm.x86.bmi.pdep.64(i64, i64)
declare i64 @llvm.x86.bmi.pext.64(i64, i64)
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
declare i{bits} @llvm.ctpop.i{bits}(i{bits})
declare i{bits} @llvm.cttz.i{bits}(i{bits}, i1)
"""


class Code(CardSets):
    """Functions that are being written, one after the other.

    `traps`: what lies beyond an array stops the process.
    """

    # Whether more that is done for nothing takes longer than a branch around it.
    branches_are_cheap = False
    # Whether what comes of sets of cards is looked up, and no memory of a state is needed for it.
    remembers_sets = False

    def __init__(
        self, cards: int, features: str = "", *, traps: bool = False, resumes: bool = False
    ) -> None:
        super().__init__(cards, features, traps=traps)
        # How often what is written now is written, since it stands in what is written again.
        self.copies = 1
        self._number_of_lines = 0
        # Whether procedures stop where somebody is asked, and go on when they are called again.
        self.resumes = resumes
        self.functions: list[str] = []
        # How many bytes a state has.
        self.state_size = 0
        # The functions that can stop, by name; and whether what lies so many bytes behind the begin
        # of a state is still there when they go on.
        self.resumable: dict[str, Resumable] = {}
        self.is_kept: Callable[[int], bool] = lambda offset: False

    # -- the whole ---------------------------------------------------------------------------------

    def text(self) -> str:
        """All that was written, behind the declarations of operations."""
        extra = "" if self.bits == WORD_BITS else _INTRINSICS.format(bits=self.bits)
        base = _INTRINSICS.split("declare i{bits}", maxsplit=1)[0]
        return "\n".join(
            [base, extra.replace(base, ""), *self.tables, *self.functions, *self._named_apart()]
        )

    def _named_apart(self) -> Iterator[str]:
        """What lies apart from each other, as LLVM is told of it."""
        yield '!0 = !{!"all"}'
        for name, number in self._apart.items():
            yield f'!{number} = !{{!"{name}", !0, i64 0}}'
            yield f"!{number + 1} = !{{!{number}, !{number}, i64 0}}"

    # -- functions ---------------------------------------------------------------------------------

    @contextmanager
    def function(
        self,
        name: str,
        parameters: Sequence[tuple[str, str]],
        returns: str,
        ahead: Sequence[str] = (),
        *,
        out: Sequence[Sort] = (),
        is_open: bool = False,
        stops: bool = False,
        is_within: bool = False,
    ) -> Iterator[None]:
        """A function that is being written; `returns` and parameters are types of LLVM.

        `ahead`: lines with which it begins. `out`: what it gives, if that are several things; see
        `out`. `is_open`: it can be called from outside. `stops`: it can stop.
        `is_within`: it is called in loops.
        """
        outer, self._lines = self._lines, Lines(stops=stops)
        self._lines.loops = int(is_within)
        if not is_open:
            self.note_parameters(name, [value for value, _ in parameters])
            parameters = self.sized_parameters(parameters)
        self._lines.entry += [f"  {line}" for line in ahead]
        yield
        if returns == "void":
            self._lines.give("void")
        places = [(self.out(at, sort).place, "ptr") for at, sort in enumerate(out)]
        given = ", ".join(
            [
                f"{sort}{self._known_of_state(value)} {value}"
                for value, sort in (*parameters, *places)
            ]
        )
        head = f"{'' if is_open else 'internal '}{returns} @{name}({given})"
        if stops:
            self.resumable[name] = Resumable(self._lines, parameters, self.is_kept)
            self.functions.append(self.resumable[name].text(head))
        else:
            self.functions.append(self._lines.function(head))
        self._number_of_lines += len(self._lines.body)
        if self._number_of_lines > MOST_LINES:
            raise TooLargeError("lines")
        self._lines = outer

    def _known_of_state(self, value: str) -> str:
        """What LLVM is told of a state: it is there, so that all of it can be read."""
        if value != "%z" or self.resumes or not self.state_size:
            return ""
        return f" nonnull dereferenceable({self.state_size})"

    def give(self, sort: Sort, value: str) -> None:
        """Return a value."""
        self._lines.give(f"{self.types[sort]} {value}")

    @staticmethod
    def out(at: int, sort: Sort) -> Local:
        """One of several things that the function that is being written gives."""
        return Local(sort, f"%o{at}")

    def call_for(
        self, name: str, arguments: Sequence[tuple[str, str]], out: Sequence[Sort]
    ) -> list[str]:
        """Call a function that gives several things."""
        locals_ = [self.local(sort) for sort in out]
        places = [(one.place, "ptr") for one in locals_]
        self._written_call(name, [*self._all_given(name, arguments), *places], "void")
        return [self.read(one) for one in locals_]

    def call(self, name: str, arguments: Sequence[tuple[str, str]], returns: str = "void") -> str:
        """Call a function; arguments are values with their types of LLVM."""
        return self._written_call(name, self._all_given(name, arguments), returns)

    def _all_given(
        self, name: str, arguments: Sequence[tuple[str, str]]
    ) -> Sequence[tuple[str, str]]:
        return self.with_sizes(self.within_bounds(name, arguments))

    def _written_call(self, name: str, arguments: Sequence[tuple[str, str]], returns: str) -> str:
        given = ", ".join([f"{sort} {value}" for value, sort in arguments])
        if returns == "void":
            self._lines.put(f"call void @{name}({given})")
            return ""
        return self._lines.value(f"call {returns} @{name}({given})")

    # -- functions that stop -----------------------------------------------------------------------

    def stop(self) -> None:
        """The function stops here, and goes on here when it is called again."""
        lines = self._lines
        behind = lines.label()
        lines.stop(lines.point(behind), behind)
        lines.begin(behind)
        self._forget()

    def call_on(self, name: str, arguments: Sequence[tuple[str, str]]) -> str:
        """Call a function that can stop; where it does, this one does so, too.

        When this one goes on, the other is called again, with the same arrays and any numbers.
        """
        lines = self._lines
        if not lines.is_open:
            return "0"
        before, call, stop, behind = lines.block, lines.label(), lines.label(), lines.label()
        number = lines.point(call, name)
        self._forget()
        lines.begin(call)
        given = [
            (value, of)
            if of == "ptr" or not value.startswith("%")
            else (lines.joined(of, [(value, before), ("0", f"again.{number}")]), of)
            for value, of in arguments
        ]
        how = self.call(name, given, "i64")
        lines.branch(lines.compare("eq", how, str(WAITING)), stop, behind)
        lines.begin(stop)
        lines.stop(number, call)
        lines.begin(behind)
        return how

    # -- chance ------------------------------------------------------------------------------------

    def below(self, stream: Array, bound: str) -> str:
        """The next number below a bound that a stream gives; it has its key, and its next draw."""
        return self.call("below", [(stream.place, "ptr"), (bound, "i64")], "i64")

    def shuffle(self, stream: Array, things: Array, size: str) -> None:
        """The first things of an array in a new order."""
        given = [(stream.place, "ptr"), (things.place, "ptr"), ("0", "i64"), (size, "i64")]
        self.call("shuffle", given)

    def mixed(self, found: str, *values: tuple[str, int]) -> str:
        """A word mixed with values, each multiplied by a constant; cut to 64 bits."""
        for value, by in values:
            found = self.plus(found, self.times(value, self.number(by)))
        return self.call("mixed", [(found, "i64")], "i64")

    # -- bytes -------------------------------------------------------------------------------------

    def copy(self, start: str, to: str, size: int) -> None:
        """So many bytes from one place to another."""
        self._lines.put(
            f"call void @llvm.memcpy.p0.p0.i64(ptr {to}, ptr {start}, i64 {size}, i1 0)"
        )

    def bytes_from(self, offset: int) -> str:
        """A place so many bytes behind the begin of a state."""
        begin = "%z.beyond" if self.resumes else "%z"
        return self._lines.value(f"getelementptr i8, ptr {begin}, i64 {offset}")

    def copy_some(self, start: str, to: str, size: str) -> None:
        """As many bytes as a number says from one place to another."""
        self._lines.put(
            f"call void @llvm.memcpy.p0.p0.i64(ptr {to}, ptr {start}, i64 {size}, i1 0)"
        )

    def bytes_behind(self, place: str, number: str) -> str:
        """A place so many bytes behind another one."""
        return self._lines.value(f"getelementptr i8, ptr {place}, i64 {number}")

    def state_at(self, states: str, offset: str) -> str:
        """The state so many bytes behind a place."""
        found = self.bytes_behind(states, offset)
        self._lines.states.add(found)
        return found

    def bytes_between(self, start: str, end: str) -> str:
        """How many bytes a place lies behind another one."""
        numbers = [self._lines.value(f"ptrtoint ptr {place} to i64") for place in (start, end)]
        return self.minus(numbers[1], numbers[0])
