"""The rules of one game, ready to be lowered: all that is known before it is put in."""

from __future__ import annotations

from functools import cached_property
from typing import Any

import attrs

from cardrules.engine.specialise.faces import Statics, WrittenOut
from cardrules.engine.specialise.tabulating import Recipe, Tabulating
from cardrules.engine.tables import Tables
from cardrules.model.ruleset import Ruleset


class Specialised:
    """Rules with constants and look-ups; each part is made when it is needed first.

    `told` is what is declared without look-ups, for those who watch who looks at which card. Where
    all is `written_out`, nothing is looked up: so it can be seen what each part of the rules does.
    """

    def __init__(self, tables: Tables, *, written_out: bool = False) -> None:
        self._folding = tables.folding
        statics = WrittenOut if written_out else Statics
        declared = tables.folding.declared
        look_up = Tabulating(statics(tables.layout, declared), declared)
        self._tabulating = look_up
        self.told = tables.folding.declared
        self.declared = look_up.declared
        self.layout = attrs.evolve(
            tables.layout,
            zones={name: look_up(item) for name, item in tables.layout.zones.items()},
            variables={name: look_up(item) for name, item in tables.layout.variables.items()},
        )

    def __call__(self, part: Any) -> Any:
        """A part of the ruleset, specialised."""
        return self._tabulating(self._folding(part))

    @cached_property
    def rules(self) -> Ruleset:
        """All that can be carried out or asked."""
        return self._tabulating.rules(self._folding.rules)

    def stated(self, part: Any) -> Any:
        """What a part was in the ruleset."""
        return self._folding.before(self._tabulating.before(part))

    def is_looked_up(self, sort: str, name: str) -> bool:
        """Whether a definition (`define`) or a placement is looked up wherever it is used."""
        return self._tabulating.is_looked_up(sort, name)

    @property
    def recipes(self) -> list[Recipe]:
        """What the tables hold, by number: those that are asked for up to now."""
        return self._tabulating.recipes
