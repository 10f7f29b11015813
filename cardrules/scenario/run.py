"""Carrying scenarios out: prepare the position, take the steps, look at every fact."""

from __future__ import annotations

from collections.abc import Mapping

from cardrules.diagnostics.model import Diagnostic, Severity
from cardrules.engine.chance_events import Outcome as ChanceOutcome
from cardrules.engine.game import Game
from cardrules.engine.named import card_list, seat_of
from cardrules.engine.position import first_option, prepare, read_asked
from cardrules.errors import (
    ChanceError,
    GameLimitError,
    OptionError,
    PositionError,
    RulesetError,
)
from cardrules.model.ruleset import Ruleset
from cardrules.model.state import State
from cardrules.scenario.facts import FactError, check, holds, refusal_in_words
from cardrules.scenario.model import Difference, Do, Expect, Outcome, Scenario, Until
from cardrules.scenario.table import Table
from cardrules.scenario.wanted import fitting, read_wanted, told_actions
from cardrules.source import Span

# How many decisions a step `until` takes at most.
MOST_STEPS = 2_000
_CHANCE = "chance"


class Games:
    """The games of one ruleset by players and options, each made once."""

    def __init__(self, ruleset: Ruleset) -> None:
        self.ruleset = ruleset
        self._made: dict[tuple[int, str], Game] = {}

    def game(self, scenario: Scenario) -> Game:
        """The game of a scenario; raises `OptionError` or `RulesetError` if there is none."""
        players = scenario.players or self.ruleset.players_min
        key = (players, repr(sorted(scenario.options.items())))
        if key not in self._made:
            self._made[key] = Game(self.ruleset, players, scenario.options)
        return self._made[key]


def run_scenario(scenario: Scenario, games: Games) -> Outcome:
    """What comes of a scenario; never raises for what stands in it."""
    try:
        game = games.game(scenario)
    except (OptionError, RulesetError) as error:
        if _expects_no_game(scenario):
            return Outcome(scenario=scenario)
        part = "options" if "option" in str(error) and "options" in scenario.parts else "players"
        return _mistake(scenario, "CR603", scenario.parts.get(part, scenario.span), str(error))
    return _Run(scenario, game).outcome()


def _expects_no_game(scenario: Scenario) -> bool:
    facts = [fact for step in scenario.steps if isinstance(step, Expect) for fact in step.facts]
    return any(fact.key == "playable" and fact.value is False for fact in facts)


def _mistake(scenario: Scenario, code: str, span: Span, message: str) -> Outcome:
    item = Diagnostic(
        code=code, message=message, span=span, source=scenario.source, severity=Severity.ERROR
    )
    return Outcome(scenario=scenario, mistakes=(item,))


class _Stop(Exception):
    """The scenario cannot be carried on; what is wrong has been noted."""


class _Run:
    """One scenario on its way."""

    def __init__(self, scenario: Scenario, game: Game) -> None:
        self._scenario = scenario
        self._game = game
        self._differences: list[Difference] = []
        self._trail: list[str] = []
        self._table: Table | None = None

    def outcome(self) -> Outcome:
        """Carry it out."""
        scenario = self._scenario
        try:
            self._carry_out()
        except _Stop:
            pass
        except PositionError as error:
            span = scenario.parts.get(error.part or "position", scenario.span)
            return _mistake(scenario, "CR605", span, str(error))
        except FactError as error:
            return _mistake(scenario, "CR604", error.span, str(error))
        except ChanceError as error:
            self._differ(scenario.parts.get(_CHANCE, scenario.span), _CHANCE, "", str(error))
        except GameLimitError as error:
            self._differ(scenario.span, "the game", "it goes on", str(error))
        finally:
            self._game.supply_chance(lambda index: None)
        return Outcome(
            scenario=scenario,
            differences=tuple(self._differences),
            trail=tuple(self._trail),
            table=self._table.words() if self._table is not None and self._differences else (),
        )

    def _differ(self, span: Span, what: str, expected: str, found: str, *details: str) -> None:
        self._differences.append(
            Difference(span=span, what=what, expected=expected, found=found, details=details)
        )

    def _carry_out(self) -> None:
        given = [_outcome(item) for item in self._scenario.chance]
        self._game.supply_chance(lambda index: given[index] if index < len(given) else None)
        state = self._begin()
        table = self._table = Table(self._game, state)
        table.note()
        for step in self._scenario.steps:
            if isinstance(step, Do):
                self._do(table, step)
            elif isinstance(step, Until):
                self._until(table, step)
            else:
                self._expect(table, step)
        if table.state.chance < len(given):
            self._differ(
                self._scenario.parts[_CHANCE],
                _CHANCE,
                f"{len(given)} events of chance",
                f"{table.state.chance}",
            )

    def _begin(self) -> State:
        scenario, game = self._scenario, self._game
        starter = scenario.starter
        position = scenario.position
        if position is None:
            first = None if starter == _CHANCE else seat_of(game.tables, starter or 1)
            return game.start(scenario.seed, first)
        if starter == _CHANCE:
            raise PositionError("With a position chance does not say who begins.", "starter")
        asked = read_asked(game, position.get("asked", starter or 1))
        first = asked.seat if starter is None else seat_of(game.tables, starter)
        whole = {"asked": first + 1, **position}
        return prepare(game, whole, starter=first, seed=scenario.seed)

    # -- steps -------------------------------------------------------------------------------------

    def _do(self, table: Table, step: Do) -> None:
        try:
            wanted = read_wanted(table.game, table.state, step.action)
        except PositionError as error:
            raise FactError(str(error), step.span) from None
        found = list(fitting(table.game, table.state, wanted))
        if len(found) != 1:
            if found:
                told = f"{len(found)} legal actions fit: " + "; ".join(map(str, found[:8]))
            else:
                told = f"refused: {refusal_in_words(table, wanted)}"
            details = () if found else (f"legal: {told_actions(table.game, table.state)}",)
            self._differ(step.span, "do", str(wanted), told, *details)
            raise _Stop
        decision = table.game.decision(table.state)
        assert decision is not None and found[0].option is not None
        self._trail.append(f"seat {decision.player + 1}: {found[0]}")
        table.begin_step()
        table.apply(found[0].option)

    def _until(self, table: Table, step: Until) -> None:
        table.begin_step()
        for _ in range(MOST_STEPS):
            if holds(table, step.facts):
                return
            decision = table.game.decision(table.state)
            if decision is None:
                break
            option = first_option(table.game, table.state)
            action = table.game.action_of(table.state, option)
            self._trail.append(f"seat {decision.player + 1}: {action} (by itself)")
            table.apply(option)
        for fact in step.facts:
            self._differences += check(table, fact)
        raise _Stop

    def _expect(self, table: Table, step: Expect) -> None:
        for fact in step.facts:
            self._differences += check(table, fact)


def _outcome(item: Mapping[str, object]) -> ChanceOutcome:
    """An outcome of chance as the engine takes it: each card by itself, its name a text."""
    outcome: ChanceOutcome = dict(item)
    if isinstance(outcome.get("order"), list):
        outcome["order"] = card_list(outcome["order"])
    return outcome
