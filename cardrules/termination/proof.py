"""Whether every game of a program comes to its end, and why."""

from __future__ import annotations

from collections.abc import Callable

import attrs

from cardrules.machine import code
from cardrules.machine.program import Program
from cardrules.model import ir
from cardrules.termination.loops.whole import Loops
from cardrules.termination.measure import Ended
from cardrules.termination.path import Frame, Path
from cardrules.termination.solver import require_solver
from cardrules.termination.table import Table
from cardrules.termination.walking.ways import END, TooMuchError


@attrs.frozen(eq=False)
class Proof:
    """What is known of the end of all games of a program.

    `loops`: those that do not end by themselves, inner ones first. `is_whole`: all of the program
    was followed; where it was not, nothing is shown.
    """

    loops: tuple[Ended, ...]
    is_whole: bool

    @property
    def is_shown(self) -> bool:
        """Whether it is shown that every game ends."""
        return self.is_whole and all(item.is_shown for item in self.loops)


def prove(program: Program, progress: Callable[[], None] | None = None) -> Proof:
    """Try to show that every game of a program ends; raises `NoSolverError` without a solver."""
    require_solver()
    table = Table(program)
    loops = Loops(table)
    if progress is not None:
        loops.progress = progress
    try:
        paths = _begun(table, loops)
        for role in ("setup", "play"):
            for procedure in program.procedures:
                if procedure.role == role:
                    paths = _behind(loops, paths, procedure.index)
    except TooMuchError:
        return Proof(tuple(loops.ended), is_whole=False)
    return Proof(tuple(loops.ended), is_whole=True)


def _begun(table: Table, loops: Loops) -> list[Path]:
    """What is known before the set-up."""
    path = table.anywhere()
    for line in table.single_cards:
        (card,) = [at for at, one in enumerate(table.layout.line) if one == line]
        path.fixed["card", line] = _start_of(table, card)
    path.frames = [Frame(-1, {}, None)]
    paths = [path]
    for name in table.flags:
        paths = [one for way in paths for one in _with_flag(table, loops, way, name)]
    for way in paths:
        table.always(way)
        for name in table.numbers:
            initial = table.layout.variables[name].initial
            way.amounts["variable", name] = loops.number(way, initial)
    return paths


def _with_flag(table: Table, loops: Loops, path: Path, name: str) -> list[Path]:
    ways = []
    for truth in (True, False):
        for way in loops.where(path, table.layout.variables[name].initial, holds=truth):
            way.fixed["flag", name] = truth
            ways.append(way)
    return ways


def _start_of(table: Table, card: int) -> str:
    """The zone in which a card starts, if that can be told."""
    for name, zone in table.layout.zones.items():
        if zone.starts is not None and card in _cards_of(table, zone.starts):
            return name
    raise TooMuchError


def _cards_of(table: Table, starts: object) -> frozenset[int]:
    match starts:
        case ir.Everyone(group="cards"):
            return frozenset(range(table.layout.cards))
        case code.LookUp(table=number, arguments=()):
            found = table.program.tables[number].rows[0]
            value = found[0] if isinstance(found, tuple) else ()
            return frozenset(value if isinstance(value, tuple) else (value,))
    return frozenset()


def _behind(loops: Loops, paths: list[Path], procedure: int) -> list[Path]:
    found: list[Path] = []
    for path in paths:
        found += loops.procedure(path, procedure, {}, None).get(END, [])
    return found
