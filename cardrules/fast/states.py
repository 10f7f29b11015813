"""States of a game side by side in memory, and the compiled code that goes on with them."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from threading import Event
from typing import TYPE_CHECKING, Any

from cardrules.fast.engines import Stepped
from cardrules.machine.layout import Layout
from cardrules.model.state import State

if TYPE_CHECKING:
    import numpy as np

    Numbers = np.ndarray[Any, Any]

# So many states at a call, before somebody can interrupt; a function with which they go on, or that
# lists answers, stops before, if there is much to do (`cardrules.fast.choices.keeping`).
_AT_ONCE = 1_024


class States:
    """So many states. `threads` take part where all of them go on; each has a place of its own
    where it plays.
    """

    def __init__(self, numpy: Any, native: Stepped, size: int, threads: int) -> None:
        self.native, self.threads = native, threads
        self.kept = numpy.zeros((size, native.state_size // 8), dtype="int64")
        self.others = numpy.zeros((size, native.other_size // 8), dtype="int64")
        self._memory = [numpy.zeros(native.size // 8 + 8, dtype="int64") for _ in range(threads)]
        # What each function is given first: it is asked for often, and always the same.
        self._first = [
            (
                memory.ctypes.data,
                self.kept.ctypes.data,
                self.kept.strides[0],
                self.others.ctypes.data,
                native.other_size,
            )
            for memory in self._memory
        ]

    def part(self, name: str, width: int | None = None) -> Numbers:
        """A number of each state by its name, or so many."""
        at = self.native.places[name]
        found: Numbers = self.kept[:, at] if width is None else self.kept[:, at : at + width]
        return found.copy()

    def run(self, name: str, number: int, *given: Any) -> None:
        """Call a function with so many states, few at a time."""
        if self.threads == 1 or number < _AT_ONCE:
            self._run_part(name, 0, range(number), given)
            return
        ends = [number * at // self.threads for at in range(self.threads + 1)]
        stops = Event()
        with ThreadPoolExecutor(self.threads) as pool:
            parts = [
                pool.submit(self._run_part, name, thread, range(first, end), given, stops)
                for thread, (first, end) in enumerate(pairwise(ends))
            ]
            try:
                for part in parts:
                    part.result()
            except BaseException:
                # Without this the other threads would first do all that is left.
                stops.set()
                raise

    def _run_part(
        self,
        name: str,
        thread: int,
        states: range,
        given: Sequence[Any],
        stops: Event | None = None,
    ) -> None:
        plain = [one if isinstance(one, int) else one.ctypes.data for one in given]
        start = states.start
        while start < states.stop and not (stops is not None and stops.is_set()):
            behind = min(start + _AT_ONCE, states.stop)
            reached = self._call(name, thread, *plain, start, behind)
            start = behind if reached is None else reached

    def _call(self, name: str, thread: int, *given: int) -> int | None:
        """Gives with which state it goes on, if it may have stopped before the end."""
        reached: int | None = self.native.functions[name](*self._first[thread], *given)
        return reached

    def list_one(self, which: int, *given: Any) -> Numbers:
        """List the answers of one state; gives where its collections of collections lie then."""
        self._run_part("list", 0, range(which, which + 1), given)
        found: Numbers = self._memory[0][self.native.nested :]
        return found

    def with_stacks(self, number: int, layout: Layout) -> State:
        """A state of which only stacks are known: where one lies is how it is called."""
        state = State.__new__(State)
        if layout.has_stacks:
            holder, first, behind = (
                self.kept[number, self.native.places[name] :].view("int32")
                for name in ("holder", "bottom", "behind")
            )
            state.holder = holder[: layout.stack_places].tolist()
            state.zones = [()] * layout.static_zones
            for zone in layout.zones_of_stacks:
                stacks, at = [], int(first[zone])
                while at >= 0:
                    stacks.append(layout.static_zones + at)
                    at = int(behind[at])
                state.zones[zone] = tuple(stacks)
        return state
