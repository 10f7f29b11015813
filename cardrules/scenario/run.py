"""Carrying scenarios out: prepare the position, take the steps, look at every fact."""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice

from cardrules.diagnostics.model import Diagnostic, Severity
from cardrules.diagnostics.suggest import did_you_mean
from cardrules.engine.game import Game
from cardrules.engine.playing.chance_events import Outcome as ChanceOutcome
from cardrules.engine.positions.named import brief, seat_of
from cardrules.engine.positions.position import first_answer, prepare, read_asked
from cardrules.engine.specialise.settings import parse_option
from cardrules.errors import (
    CardrulesError,
    ChanceError,
    OptionError,
    PositionError,
    RulesetError,
)
from cardrules.machine.tally import Tally
from cardrules.model.ruleset import Ruleset
from cardrules.model.state import State
from cardrules.scenario.chance import CHANCE, read_outcome
from cardrules.scenario.decision_facts import refusal_in_words
from cardrules.scenario.facts import FactError, check, holds
from cardrules.scenario.model import Difference, Do, Expect, Outcome, Scenario, Until
from cardrules.scenario.nodes import has_key
from cardrules.scenario.table import Table
from cardrules.scenario.wanted import fitting, read_wanted, told_actions
from cardrules.source import Span

# How many decisions a step `until` takes at most.
MOST_STEPS = 2_000
# How many actions that fit a step are counted, where only one should.
_MOST_FITTING = 1_000


class Games:
    """The games of one ruleset by players and options, each made once.

    With a tally they count in it what is reached.
    """

    def __init__(self, ruleset: Ruleset, tally: Tally | None = None) -> None:
        self.ruleset = ruleset
        self._tally = tally
        self._made: dict[tuple[int, str], Game] = {}

    def game(self, scenario: Scenario) -> Game:
        """The game of a scenario; raises `OptionError` or `RulesetError` if there is none."""
        players = scenario.players or self.ruleset.players_min
        key = (players, repr(sorted(scenario.options.items())))
        if key not in self._made:
            self._made[key] = Game(self.ruleset, players, scenario.options, tally=self._tally)
        return self._made[key]


# What is done before each step (its number, from 0) and before the end is looked at.
Before = Callable[[int, Table], None]


def run_scenario(scenario: Scenario, games: Games, before: Before | None = None) -> Outcome:
    """What comes of a scenario; never raises for what stands in it."""
    unknown = _unknown_option(scenario, games.ruleset)
    if unknown is not None:
        return unknown
    try:
        game = games.game(scenario)
    except (OptionError, RulesetError) as error:
        if scenario.expects_no_game:
            return Outcome(scenario=scenario)
        return _mistake(scenario, "CR603", _blamed(scenario, games.ruleset), str(error))
    return _Run(scenario, game, before).outcome()


def _unknown_option(scenario: Scenario, ruleset: Ruleset) -> Outcome | None:
    """An option that there is not, or that is of another type: no game could have it."""
    for name, value in scenario.options.items():
        span = scenario.key_span("options", name)
        option = ruleset.options.get(name)
        if option is None:
            message = f"There is no option `{brief(name)}`."
            help = did_you_mean(name, ruleset.options)
            return _mistake(scenario, "CR603", span, message, help)
        is_flag = isinstance(value, bool)
        try:
            parse_option(option, value)
        except OptionError as error:
            return _mistake(scenario, "CR603", span, str(error))
        if is_flag != (option.type == "flag"):
            wanted = "is true or false" if option.type == "flag" else "is no flag"
            message = f"The option `{name}` {wanted}, so it cannot be `{brief(value)}`."
            return _mistake(scenario, "CR603", span, message)
    return None


def _blamed(scenario: Scenario, ruleset: Ruleset) -> Span:
    """The number of players if it is out of range, or else the options."""
    players = scenario.players
    is_right = players is None or ruleset.players_min <= players <= ruleset.players_max
    return scenario.key_span("options" if is_right and scenario.options else "players")


def _mistake(scenario: Scenario, code: str, span: Span, message: str, help: str = "") -> Outcome:
    return Outcome(scenario=scenario, mistakes=(_told(scenario, code, span, message, help),))


def _told(scenario: Scenario, code: str, span: Span, message: str, help: str) -> Diagnostic:
    return Diagnostic(
        code=code,
        message=message,
        span=span,
        source=scenario.source,
        severity=Severity.ERROR,
        help=help,
    )


class _StuckError(Exception):
    """The scenario cannot be carried on; what is wrong has been noted."""


class _Run:
    """One scenario on its way."""

    def __init__(self, scenario: Scenario, game: Game, before: Before | None) -> None:
        self._scenario = scenario
        self._game = game
        self._before = before
        self._differences: list[Difference] = []
        self._mistakes: list[Diagnostic] = []
        self._trail: list[str] = []
        self._table: Table | None = None

    def outcome(self) -> Outcome:
        """Carry it out."""
        scenario = self._scenario
        try:
            self._carry_out()
        except _StuckError:
            pass
        except PositionError as error:
            for item in (error, *error.others):
                self._note("CR605", self._place_of(item), item.fact, item.help)
        except FactError as error:
            self._note("CR604", error.span, str(error), error.help)
        except ChanceError as error:
            given = f"{len(scenario.chance)} events as they are given"
            self._differ(scenario.key_span(CHANCE), CHANCE, given, str(error))
        except CardrulesError as error:
            self._differ(scenario.span, "the game", "it goes on", str(error))
        finally:
            self._game.supply_chance(lambda index: None)
        if self._mistakes:
            return Outcome(scenario=scenario, mistakes=tuple(self._mistakes))
        return Outcome(
            scenario=scenario,
            differences=tuple(self._differences),
            trail=tuple(self._trail),
            table=self._table.words() if self._table is not None and self._differences else (),
        )

    def _note(self, code: str, span: Span, message: str, help: str) -> None:
        self._mistakes.append(_told(self._scenario, code, span, message, help))

    def _place_of(self, error: PositionError) -> Span:
        """Where in the position, or beside it, is what cannot be."""
        scenario, part = self._scenario, error.part
        if part is None or not has_key(scenario.node, ("position", part)):
            return scenario.key_span(part or "position")
        if error.path is None:
            return scenario.key_span("position", part)
        return scenario.place("position", part, *error.path, is_key=error.is_key)

    def _differ(self, span: Span, what: str, expected: str, found: str, *details: str) -> None:
        self._differences.append(
            Difference(span=span, what=what, expected=expected, found=found, details=details)
        )

    def _carry_out(self) -> None:
        given = self._given()
        self._game.supply_chance(lambda index: given[index] if index < len(given) else None)
        state = self._begin()
        table = self._table = Table(self._game, state)
        table.note()
        for number, step in enumerate(self._scenario.steps):
            if self._before is not None:
                self._before(number, table)
            if isinstance(step, Do):
                self._do(table, step)
            elif isinstance(step, Until):
                self._until(table, step)
            else:
                self._expect(table, step)
        if table.state.chance < len(given):
            self._differ(
                self._scenario.key_span(CHANCE),
                CHANCE,
                f"{_counted(len(given))} of chance",
                _counted(table.state.chance),
            )

    def _given(self) -> list[ChanceOutcome]:
        """The outcomes of chance as the engine takes them."""
        scenario = self._scenario
        found = []
        for index, item in enumerate(scenario.chance):
            try:
                found.append(read_outcome(self._game, scenario.starter, item))
            except PositionError as error:
                path = (CHANCE, index, *(error.path or ()))
                span = scenario.place(*path, is_key=error.is_key)
                self._note("CR604", span, error.fact, error.help)
        if self._mistakes:
            raise _StuckError
        return found

    def _begin(self) -> State:
        scenario, game = self._scenario, self._game
        starter = scenario.starter
        position = scenario.position
        if position is None:
            first = None if starter == CHANCE else self._seat(starter or 1)
            return game.start(scenario.seed, first)
        if starter == CHANCE:
            raise PositionError("With a position chance does not say who begins.", "starter")
        asked = read_asked(game, position.get("asked", starter or 1))
        first = asked.seat if starter is None else self._seat(starter)
        whole = {"asked": first + 1, **position}
        return prepare(game, whole, starter=first, seed=scenario.seed)

    def _seat(self, starter: object) -> int:
        try:
            return seat_of(self._game.tables, starter)
        except PositionError as error:
            error.part = "starter"
            raise

    # -- steps -------------------------------------------------------------------------------------

    def _do(self, table: Table, step: Do) -> None:
        try:
            wanted = read_wanted(table.game, table.state, step.action)
            found = list(islice(fitting(table.game, table.state, wanted), _MOST_FITTING))
        except PositionError as error:
            raise FactError(error, step.place(error.path, is_key=error.is_key)) from None
        if len(found) != 1:
            if found:
                number = f"{len(found)}{' or more' if len(found) == _MOST_FITTING else ''}"
                told = f"{number} legal actions fit: " + "; ".join(map(str, found[:8]))
            else:
                told = f"refused: {refusal_in_words(table, wanted)}"
            details = () if found else (f"legal: {told_actions(table.game, table.state)}",)
            self._differ(step.span, "do", str(wanted), told, *details)
            raise _StuckError
        asked = table.game.asked(table.state)
        assert asked is not None and found[0].answer is not None
        self._trail.append(f"seat {asked + 1}: {found[0]}")
        table.begin_step()
        table.apply(found[0].answer)

    def _until(self, table: Table, step: Until) -> None:
        table.begin_step()
        for _ in range(MOST_STEPS):
            if holds(table, step.facts):
                return
            asked = table.game.asked(table.state)
            if asked is None:
                break
            answer = first_answer(table.game, table.state)
            action = table.game.action_of(table.state, answer)
            self._trail.append(f"seat {asked + 1}: {action} (by itself)")
            table.apply(answer)
        for fact in step.facts:
            self._differences += check(table, fact)
        raise _StuckError

    def _expect(self, table: Table, step: Expect) -> None:
        for fact in step.facts:
            try:
                self._differences += check(table, fact)
            except FactError as error:
                self._note("CR604", error.span, str(error), error.help)


def _counted(number: int) -> str:
    return "1 event" if number == 1 else f"{number} events"
