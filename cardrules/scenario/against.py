"""Scenarios of a game carried out by other rules: which of them come out as before."""

from __future__ import annotations

from typing import Literal

import attrs

from cardrules.engine.positions.position import first_answer
from cardrules.scenario.model import Outcome, Scenario
from cardrules.scenario.run import Games, run_scenario
from cardrules.scenario.table import Table

Sort = Literal["same", "question", "changed", "not applicable"]

# So many questions in a row that the game did not ask are answered by themselves.
_MOST_QUESTIONS = 50

# A seat that is asked, and the line that asks, as its file and number; None at the end of a game.
_Asked = tuple[int, str, int] | None


@attrs.frozen(kw_only=True)
class Comparison:
    """What a scenario of a game says of other rules.

    `same`: it holds. `question`: it holds if what is asked in between is answered somehow: by
    passing, or with what comes first. `changed`: it does not hold. `not applicable`: it speaks of
    what these rules do not have. `outcome` is that by the other rules.
    """

    scenario: Scenario
    sort: Sort
    outcome: Outcome

    @property
    def reason(self) -> str:
        """What is different, or what is missing, in a sentence; empty if it holds."""
        if self.outcome.mistakes:
            return self.outcome.mistakes[0].message
        if self.outcome.differences:
            item = self.outcome.differences[0]
            if item.in_short:
                return item.in_short
            return f"{item.what}: expected {item.expected}, found {item.found}"
        return ""


def compare(scenario: Scenario, games: Games, others: Games) -> Comparison | None:
    """What a scenario says of other rules; None if it does not hold by those of its game."""
    asked: dict[int, _Asked] = {}
    base = run_scenario(scenario, games, lambda number, table: asked.update({number: _at(table)}))
    if not base.passed:
        return None
    as_it_is = run_scenario(scenario, others)
    if as_it_is.passed:
        return Comparison(scenario=scenario, sort="same", outcome=as_it_is)
    answered = run_scenario(scenario, others, lambda number, table: _go_on(table, asked[number]))
    if answered.passed:
        return Comparison(scenario=scenario, sort="question", outcome=answered)
    sort: Sort = "not applicable" if as_it_is.mistakes else "changed"
    return Comparison(scenario=scenario, sort=sort, outcome=as_it_is)


def _at(table: Table) -> _Asked:
    """Who is asked, and in which line of which file."""
    seat, origin = table.game.asked(table.state), table.game.asked_in(table.state)
    if seat is None or origin is None:
        return None
    place = table.game.ruleset.text.where(origin.span.start)
    return seat, place.source.name, place.line


def _go_on(table: Table, asked: _Asked) -> None:
    """Answer what the game did not ask here; without an end, nothing is answered."""
    state = table.state
    for _ in range(_MOST_QUESTIONS):
        if _at(table) in (asked, None):
            return
        table.apply(first_answer(table.game, table.state))
    table.state = state
