"""A whole game as a module of plain Python."""

from __future__ import annotations

import re

from cardrules.fast.expressions.core import MOST_ROOM
from cardrules.fast.procedures.whole import Whole
from cardrules.fast.python.lists import LISTS
from cardrules.fast.python.memory import STREAMS, PythonMemory
from cardrules.fast.python.piles import ListedPiles
from cardrules.fast.python.writing import PythonCode
from cardrules.fast.state.memory import MOST_WORK
from cardrules.fast.state.moving import Moving
from cardrules.kernel.numbers import WORD

# The list of a pile that is known.
_OF_ONE = re.compile(rf"\b{LISTS}\[(\d+)\]")
# What is written as it stands.
_OWN = f"""\
z_words = {STREAMS}.words
z_log = []


def decide(player, total):
    global r_work_left
    words = z_words[player + 1]
    if not words:
        if len(z_log) > 3 * r_limit:
            raise GivenUp
        {STREAMS}.more(player + 1)
    word = words.pop()
    found = word * total
    if found & {WORD} < total:
        found = {STREAMS}.again(player + 1, word, total)
    else:
        found >>= 64
    z_log.extend((player, total, found))
    r_work_left = {MOST_WORK}
    return found
"""


class PythonWhole(Whole):
    """Writes all functions of a program as plain Python."""

    def _begun(self, features: str) -> Moving:
        code = PythonCode(self.layout.cards)
        memory = PythonMemory(self.layout, code, len(self.program.procedures), MOST_ROOM)
        return Moving(code, memory, ListedPiles(code, memory))

    def text(self) -> str:
        """The module."""
        self.write()
        code, memory = self.code, self.memory
        assert isinstance(code, PythonCode)
        assert isinstance(memory, PythonMemory)
        functions = _OF_ONE.sub(rf"{LISTS}_\1", code.module("whole_game", "best_sides"))
        return "\n".join([*memory.lines(), _OWN, functions])

    def _decide(self) -> None:
        """It is always the same."""

    def _begin_streams(self) -> None:
        """They are there already."""

    def _mix(self, values: list[tuple[str, int]]) -> None:
        """The checksums of many games are made at once."""

    def _playouts(self) -> None:
        """Games are played one by one."""
