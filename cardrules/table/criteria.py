"""By what the winner of a game is found beside the score: each criterion, with its values.

What a criterion counts may have been hidden until now, such as a hand. The rules make it count, so
at the end everybody is told. In a match places come from the match alone: nothing is told there.
"""

from __future__ import annotations

import re
from typing import Any, Literal

import attrs

from cardrules.engine.describe import describe
from cardrules.engine.game import Game
from cardrules.model import ir
from cardrules.model.action import value_text
from cardrules.model.ruleset import Ruleset
from cardrules.model.state import State
from cardrules.table.noted import without_note

_THEN = re.compile(r"\bthen\b")


@attrs.frozen(kw_only=True)
class Standing:
    """A criterion in words, whether it is on the score, and its value for the side of each seat.

    `decides`: it puts sides in an order that are equal by all criteria before it.
    """

    extreme: Literal["highest", "lowest"]
    text: str
    is_score: bool
    values: tuple[Any, ...]
    decides: bool

    @property
    def heading(self) -> str:
        """The criterion as a heading."""
        return f"{self.extreme.capitalize()} {self.text}"

    @property
    def told(self) -> tuple[str, ...]:
        """The values in words."""
        return tuple(value_text(value).replace("_", " ") for value in self.values)


def standings(game: Game, s: State) -> list[Standing]:
    """The criteria in their order, as a game that is over stands; none in a match."""
    if game.is_match:
        return []
    ruleset, tables = game.ruleset, game.tables
    found: list[Standing] = []
    before: list[tuple[Any, ...]] = [()] * game.players
    told = criteria_texts(ruleset)
    for criterion, get, text in zip(
        ruleset.criteria, game.builder.criterion_functions, told, strict=True
    ):
        firsts = (tables.teams[tables.team_of[seat]][0] for seat in range(game.players))
        with game.builder.asking(s, criterion.origin):
            values = [get()(s, first) for first in firsts]
        after = [(*earlier, value) for earlier, value in zip(before, values, strict=True)]
        found.append(
            Standing(
                extreme=criterion.extreme,
                text=text,
                is_score=isinstance(criterion.value, ir.ScoreOf),
                values=tuple(describe(tables, s, criterion.value.type, v) for v in values),
                decides=len(set(after)) > len(set(before)),
            )
        )
        before = after
    return found


def deciding(game: Game, s: State) -> list[Standing]:
    """The criteria beside the score that have decided anything."""
    return [item for item in standings(game, s) if item.decides and not item.is_score]


def criteria_texts(ruleset: Ruleset) -> list[str]:
    """The criteria in the words of their line, without `highest` or `lowest`."""
    span = ruleset.criteria[0].origin.span
    line = without_note(ruleset.text.text[span.start : span.end]).replace("_", " ")
    # The word `winner`, and then the extreme of each, stand before what is counted.
    parts = _THEN.split(line.split(None, 1)[1])
    return [" ".join(part.split()[1:]) for part in parts]
