"""A game: a ruleset with players and options fixed, and what can be done with its states."""

from __future__ import annotations

import hashlib
import json
import sys
from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any

from cardrules.engine import decisions
from cardrules.engine.beginning import laid_out, set_up
from cardrules.engine.build import Builder
from cardrules.engine.lowering.ending import match_in_force
from cardrules.engine.playing.chance_events import Listed, Outcome, Supply
from cardrules.engine.playing.guard import LIMITS, limit_error, stopped
from cardrules.engine.program import Line
from cardrules.engine.running import run
from cardrules.engine.sets.answers import Answer
from cardrules.engine.sets.narrow import Wish
from cardrules.engine.showing.describe import describe
from cardrules.engine.showing.said import Hearer
from cardrules.engine.specialise.fixed import make_tables
from cardrules.engine.specialise.settings import option_text
from cardrules.engine.writing import LegalActions, Writing, numbered
from cardrules.errors import (
    ChanceError,
    GameOverError,
    OptionError,
    StateError,
)
from cardrules.machine.program import Program
from cardrules.machine.tally import Tally
from cardrules.model import ir
from cardrules.model.action import Action, Decision, Result
from cardrules.model.ruleset import Match, Ruleset
from cardrules.model.state import State
from cardrules.shown import shown


class Game:
    """A game of a ruleset.

    `limit` is the guard against games that never end: how many actions one may have; if it is not
    given, as many as the ruleset says. `chance` supplies outcomes in place of the generator, by the
    number of the chance event. With a `tally` the game counts in it how often it comes to each part
    of the rules; it is slower then, but goes the same way.

    Raises `OptionError` for a wrong number of players, a wrong option or limit, `ChanceError` if
    `chance` is no list, `RulesetError` if the cards of the ruleset do not come out with these.
    """

    def __init__(
        self,
        ruleset: Ruleset,
        players: int,
        options: Mapping[str, object] | None = None,
        *,
        chance: Sequence[Outcome] | None = None,
        limit: int | None = None,
        tally: Tally | None = None,
    ) -> None:
        self.ruleset = ruleset
        self.tally = tally
        self.tables = make_tables(ruleset, players, options or {})
        self._begun = Builder(self.tables, tally)
        self.limit = ruleset.most_actions if limit is None else _checked_limit(limit)
        self._begun.chance.describe = lambda s, *told: describe(self.tables, s, *told)
        if chance is not None:
            if not isinstance(chance, list | tuple):
                raise ChanceError(
                    f"Chance outcomes are supplied as a list, not as {shown(chance)}."
                )
            self._begun.chance.supply = Listed(tuple(chance))
        self.fingerprint = _fingerprint(self)

    def __reduce__(self) -> tuple[Any, ...]:
        """For `pickle` and `copy`: what a game is made of; its functions are made again."""
        given = (self.ruleset, self.players, self.options_in_force, self.limit, self.tally)
        return _made_again, (*given, self._begun.chance.supply)

    def looked_into(self, tally: Tally) -> Game:
        """The same game, which counts in a tally what it comes to."""
        return Game(
            self.ruleset, self.players, self.options_in_force, limit=self.limit, tally=tally
        )

    @cached_property
    def builder(self) -> Builder:
        """What runs the game: made when it is first needed."""
        try:
            return self._begun.finish()
        except BaseException:
            # What was made in part, as when somebody interrupts it, cannot be gone on with.
            chance, self._begun = self._begun.chance, Builder(self.tables, self.tally)
            self._begun.chance.describe, self._begun.chance.supply = chance.describe, chance.supply
            raise

    @property
    def players(self) -> int:
        """How many players there are."""
        return self.tables.players

    @property
    def program(self) -> Program:
        """The machine form of the rules, with these players and options."""
        return self.builder.program

    @cached_property
    def _writing(self) -> Writing:
        return Writing(self.tables, self.program.searches, self.builder.sites)

    @cached_property
    def match(self) -> Match | None:
        """The match that is played, if there is one."""
        return match_in_force(self.tables)

    @property
    def is_match(self) -> bool:
        """Whether several games are played, and the result is that of the match."""
        return self.match is not None

    @property
    def options_in_force(self) -> dict[str, object]:
        """The options with their values, as they are written."""
        return {
            name: option_text(option, self.tables.options[name])
            for name, option in self.ruleset.options.items()
        }

    def refuse_foreign(self, s: State) -> None:
        """Raise `StateError` for a state of another game: another ruleset, players or options."""
        found = getattr(s, "fingerprint", None)
        if found is not self.fingerprint and found != self.fingerprint:
            raise StateError(
                f"This is no state of {self.ruleset.title} with {self.players} players and "
                "the options of this game."
            )

    def checked_seat(self, seat: object) -> int:
        """A seat (from 0) as it was given; raises `OptionError` if there is none like it."""
        if type(seat) is not int:
            raise OptionError(f"A seat is a whole number from 0, not {shown(seat)}.")
        if not 0 <= seat < self.players:
            raise OptionError(f"There is no seat {shown(seat + 1)} with {self.players} players.")
        return seat

    def supply_chance(self, supply: Supply) -> None:
        """Take the outcome of each chance event, numbered from 0, from `supply`.

        Where it gives None the generator is used; what it raises comes out of `start` and `apply`.
        """
        self._begun.chance.supply = supply

    # -- beginning ---------------------------------------------------------------------------------

    def start(
        self, seed: int | None = 0, starter: int | None = None, *, narrated: bool = True
    ) -> State:
        """The state at the first decision; `starter` (from 0) goes first, else chance says who.

        A game that nobody is told of, as in a simulation, need not be `narrated`: it goes the same
        way, faster, and its events have neither sentences nor what was chosen.

        A seed is a number from 0 to 2**63 - 1. None means that there is no generator: all chance
        outcomes are supplied, and one that is missing raises `ChanceError`. Raises `OptionError`
        for any other seed, and for a seat that there is not.
        """
        s = self.laid_out(seed, starter)
        set_up(self.builder, s)
        s.narrated = narrated
        run(self.builder, s)
        return s

    def laid_out(self, seed: int | None = 0, starter: int | None = None) -> State:
        """Everything at its place before set-up; nothing has been done yet.

        Raises `RulesetError` if a card starts in no zone, or in two.
        """
        if starter is not None:
            self.checked_seat(starter)
        return laid_out(self._begun, self.fingerprint, seed, starter)

    # -- decisions ---------------------------------------------------------------------------------

    def answers(self, s: State) -> Sequence[Answer]:
        """The legal answers in the engine's own form; empty exactly when the game is over."""
        if s.fingerprint is not self.fingerprint:
            self.refuse_foreign(s)
        if s.pending is None:
            return []
        if s.answers is None:
            site, player = s.pending
            s.work = 0
            try:
                s.answers = self.builder.sites[site].list_answers(s, player)
            except LIMITS as error:
                line = Line(self.builder.sites[site].origin, "")
                raise limit_error(self.builder, s, error, line) from None
        found: Sequence[Answer] = s.answers
        return found

    def legal_actions(self, s: State) -> LegalActions:
        """The legal actions, in canonical order."""
        self.refuse_foreign(s)
        return LegalActions(self._writing, s, self.answers(s))

    def asked(self, s: State) -> int | None:
        """The seat (from 0) that is asked; None when the game is over."""
        self.refuse_foreign(s)
        return None if s.pending is None else s.pending[1]

    def asked_in(self, s: State) -> ir.Origin | None:
        """The line of the rules in which somebody is asked; None when the game is over."""
        self.refuse_foreign(s)
        return None if s.pending is None else self.builder.sites[s.pending[0]].origin

    def decision(self, s: State, question: str | None = None) -> Decision | None:
        """Who is asked for what; None when the game is over.

        The prompt says what the one who is asked may know, unless the question of the rules is
        given as somebody else hears it (empty if they do not say it).
        """
        self.refuse_foreign(s)
        if s.pending is None:
            return None
        if question is None:
            question = self.question(s, Hearer(self.tables, 1 << s.pending[1]))
        return decisions.decision(self.builder, s, *s.pending, question)

    def question(self, s: State, hearer: Hearer, *, capital: bool = False) -> str:
        """How the rules ask here; empty if they do not say it, or cannot.

        For an interrupt it begins with what the action says that has opened the window.
        """
        return decisions.question(self.builder, s, hearer, capital=capital)

    def told_to_do(self, s: State, answer: Answer, hearer: Hearer) -> str:
        """What an answer says of itself, as the one who is asked is told to do it.

        Empty where the rules do not say it so, or not all of it can be known before.
        """
        return decisions.told_to_do(self.builder, s, answer, hearer)

    def unnumbered(self, s: State, answer: Answer) -> Action:
        """An answer as an action, without regard to others that are written alike."""
        return self._writing.unnumbered(s, answer)

    def numbered(self, s: State, action: Action, answer: Answer, which: int) -> Action:
        """An action that is written like this, made from an answer; `which` of those alike."""
        return numbered(action, self.answers(s), answer, which)

    def name_of(self, answer: Answer) -> str:
        """The name of an answer."""
        return self._writing.name_of(answer)

    def action_of(self, s: State, answer: Answer) -> Action:
        """An answer as an action."""
        return self._writing.action_of(s, self.answers(s), answer)

    def answer_of(self, s: State, action: Action) -> Answer:
        """The legal answer that an action means.

        Raises `GameOverError`, `MalformedActionError` (nothing here is written like that) or
        `IllegalActionError` (the rules refuse it; `cardrules.engine.showing.explain` says why).
        """
        self.refuse_foreign(s)
        if s.pending is None:
            raise GameOverError("The game is over.")
        return self._writing.answer_of(s, self.answers(s), action)

    def narrowed(
        self, s: State, answers: Sequence[Answer], name: str | None, wishes: Mapping[str, Wish]
    ) -> Sequence[Answer]:
        """Those of some answers that have this name, if one is given, and the values wished for."""
        return self._writing.narrowed(s, answers, name, wishes)

    def apply(self, s: State, action: Action) -> State:
        """The state after an action; the given state stays as it is.

        Raises `ActionError` if the action is not legal, `GameLimitError` if the game has gone on
        for too long.
        """
        answer = self.answer_of(s, action)
        other = s.copy()
        self.apply_answer_in_place(other, answer)
        return other

    def apply_answer(self, s: State, answer: Answer) -> State:
        """The state after an answer of `answers`; the given state stays as it is."""
        other = s.copy()
        self.apply_answer_in_place(other, answer)
        return other

    def apply_answer_in_place(self, s: State, answer: Answer) -> None:
        """Change a state by an answer of `answers`, which is not checked again."""
        if s.fingerprint is not self.fingerprint:
            self.refuse_foreign(s)
        pending = s.pending
        if pending is None:
            raise GameOverError("The game is over.")
        if s.steps >= self.limit:
            raise stopped(
                self.ruleset.text,
                s,
                self.builder.sites[pending[0]].origin,
                f"The {self._what_is_played(s)} was not over after {s.steps:,} actions.",
                "Say when it is over, by `until` or `end game`; "
                "or let it last longer, by `most_actions` in the front matter or by --limit.",
            )
        s.events = []
        s.pending = None
        s.answers = None
        s.steps += 1
        run(self.builder, s, pending, answer)

    def _what_is_played(self, s: State) -> str:
        return f"match, now in its game {s.game:,}," if self.is_match else "game"

    # -- scores and the end ------------------------------------------------------------------------

    def score_parts(self, s: State, seat: int) -> list[int]:
        """The parts of the score of a player's side, as the rules count them now.

        Raises `GameLimitError`.
        """
        with self.builder.asking(s):
            return self.builder.sides.score_parts(s, seat)

    def score_of(self, s: State, seat: int) -> int:
        """The score of a player's side, as the rules count it now; raises `GameLimitError`."""
        with self.builder.asking(s):
            return self.builder.sides.score(s, seat)

    def scores_of_sides(self, s: State) -> tuple[int, ...]:
        """The score of each side, for who looks on while a game is played: it is part of its work.

        Raises `GameLimitError`.
        """
        return self.builder.sides.scores(s)

    def criterion_of(self, s: State, number: int, seat: int) -> Any:
        """What a criterion of `winner` (from 0) counts for a player's side.

        Raises `GameLimitError`.
        """
        first = self.tables.teams[self.tables.team_of[seat]][0]
        with self.builder.asking(s, self.ruleset.criteria[number].origin):
            return self.builder.sides.criterion(s, number, first)

    def result(self, s: State) -> Result:
        """Winners, scores, returns and places; raises `StateError` while the game goes on."""
        self.refuse_foreign(s)
        if not s.over:
            raise StateError("The game is not over, so it has no result.", "over")
        with self.builder.asking(s):
            return self.builder.sides.result(s)


# Changes with all that makes states of one version mean something else in another.
_STATES = 2


def _fingerprint(game: Game) -> str:
    """What tells the states of a game from those of others: its rules, players and options."""
    parts = [_STATES, game.ruleset.content_hash, game.players, game.options_in_force]
    text = json.dumps(parts, sort_keys=True, separators=(",", ":"))
    # One object for all that are equal, so that comparing them is a look at it.
    return sys.intern(hashlib.sha256(text.encode("ascii")).hexdigest()[:16])


def _made_again(
    ruleset: Ruleset,
    players: int,
    options: Mapping[str, object],
    limit: int,
    tally: Tally | None,
    supply: Supply,
) -> Game:
    game = Game(ruleset, players, options, limit=limit, tally=tally)
    game.supply_chance(supply)
    return game


def _checked_limit(limit: object) -> int:
    if type(limit) is not int or limit < 1:
        raise OptionError(f"A limit is a whole number of actions from 1, not {shown(limit)}.")
    return limit
