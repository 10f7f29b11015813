"""Which player an expression means; two that are surely the same have one number."""

from __future__ import annotations

from cardrules.machine import code
from cardrules.model import ir
from cardrules.termination.path import Path, Somebody
from cardrules.termination.table import Table


class Who:
    """Reads what expressions of one program say of players."""

    def __init__(self, table: Table) -> None:
        self.table = table

    def player(self, path: Path, x: ir.Expr | None) -> int:
        """A player; the same one where it is certain that it is the same."""
        frame = path.frame
        match x:
            case ir.Role(role="me"):
                if frame.me is None:
                    frame.me = self.table.somebody()
                return frame.me
            case ir.Local():
                found = frame.slots.get(x.slot)
                if isinstance(found, Somebody):
                    return found.who
            case ir.NotNone():
                return self.player(path, x.value)
            case code.Seat(start=ir.Local(slot=start), places=ir.Local(slot=places)):
                return self._seat(path, (start, places))
            case code.Element(index=ir.Local(slot=index)):
                return self._seat(path, (x.slot, index))
        return self.table.somebody()

    def _seat(self, path: Path, slots: tuple[int, int]) -> int:
        if slots not in path.seats:
            path.seats[slots] = self.table.somebody()
            path.visited |= {(slots, path.seats[slots])}
        return path.seats[slots]

    def holder(self, path: Path, x: ir.ZoneOf) -> int:
        """Whose a zone is; of a team nobody is known by a number."""
        is_of_player = self.table.layout.zones[x.zone].holder == "player"
        return self.player(path, x.holder) if is_of_player and x.holder is not None else 0

    def meaning(self, x: ir.CallDefinition) -> ir.Expr:
        """What a definition stands for. What it looks at by its parameters is bound there."""
        return self.table.program.declared.definitions[x.definition].value
