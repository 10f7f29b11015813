"""A whole game as a module of plain Python."""

from __future__ import annotations

from cardrules.fast.checksums import INDEX, NUMBER, SEAT
from cardrules.fast.core import MOST_ROOM
from cardrules.fast.memory import Memory
from cardrules.fast.python.memory import STREAM, STREAMS, PythonMemory
from cardrules.fast.python.writing import PythonCode
from cardrules.fast.whole import Whole
from cardrules.fast.writing import Code
from cardrules.kernel.numbers import WORD

# What is written as it stands.
_OWN = f"""\
def begin_streams(seed):
    {STREAM}[:] = key_of(seed, 0), 0
    for seat, stream in enumerate({STREAMS}):
        stream[:] = key_of(seed, 1 + seat), 0


def decide(player, total):
    global r_decisions, r_work, r_checksum
    found = below({STREAMS}[player], total)
    if r_decisions >= r_limit:
        raise GivenUp
    r_decisions += 1
    r_work = 0
    r_checksum = mixed(
        r_checksum + player * {SEAT} + total * {NUMBER} + found * {INDEX} & {WORD}
    )
    return found
"""


class PythonWhole(Whole):
    """Writes all functions of a program as plain Python."""

    def _written_with(self, features: str) -> tuple[Code, Memory]:
        code = PythonCode(self.layout.cards)
        return code, PythonMemory(self.layout, code, len(self.program.procedures), MOST_ROOM)

    def text(self) -> str:
        """The module."""
        self.write()
        code, memory = self.code, self.memory
        assert isinstance(code, PythonCode)
        assert isinstance(memory, PythonMemory)
        return "\n".join([*memory.lines(), _OWN, code.module()])

    def _decide(self) -> None:
        """It is always the same."""

    def _begin_streams(self) -> None:
        self.code.call("begin_streams", [("%seed", "i64")])

    def _playouts(self) -> None:
        """Games are played one by one."""
