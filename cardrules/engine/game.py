"""A game: a ruleset with players and options fixed, and what can be done with its states."""

from __future__ import annotations

import hashlib
import itertools
import json
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cached_property
from typing import Any, overload

from cardrules.diagnostics.model import Diagnostic
from cardrules.engine import events
from cardrules.engine.build import Builder
from cardrules.engine.chance import NO_GENERATOR, checked_seed, key_from_seed
from cardrules.engine.events import Part, happened
from cardrules.engine.lowering.ending import match_in_force
from cardrules.engine.playing.chance_events import Listed, Outcome, Supply
from cardrules.engine.playing.guard import LIMITS, limit_error, stopped
from cardrules.engine.playing.sites import ChooseSite, OneOfSite, WindowSite
from cardrules.engine.playing.watch import CircleError
from cardrules.engine.program import GAME_END, SWITCH, Line
from cardrules.engine.sets.answers import PASS, Answer, Chain, parts_of
from cardrules.engine.sets.counted import Counted, count_of
from cardrules.engine.sets.narrow import Wish, exactly, holding, narrowed
from cardrules.engine.showing.describe import describe, written_alike
from cardrules.engine.showing.nouns import noun_of
from cardrules.engine.showing.said import Hearer
from cardrules.engine.showing.why_not import interrupts_in_question, nothing_possible
from cardrules.engine.specialise.fixed import make_tables
from cardrules.engine.specialise.settings import option_text
from cardrules.engine.work import GAME_STEPS, TooMuchWorkError, spend
from cardrules.errors import (
    ActionError,
    ChanceError,
    GameLimitError,
    GameOverError,
    IllegalActionError,
    MalformedActionError,
    OptionError,
    RulesetError,
    StateError,
)
from cardrules.machine.program import Program
from cardrules.model import ir
from cardrules.model.action import Action, Decision, Result, Source, refuse_malformed
from cardrules.model.ruleset import Match, Ruleset, Variable
from cardrules.model.state import State
from cardrules.model.types import NONE
from cardrules.plain import replaced
from cardrules.shown import shown


class LegalActions(Sequence[Action]):
    """The legal actions of a decision in canonical order, each made when it is looked at.

    Where there are very many they are counted, indexed and narrowed without being made.
    """

    def __init__(self, game: Game, state: State, answers: Sequence[Answer] | None = None) -> None:
        self._game = game
        self._state = state
        self._is_whole = answers is None
        self.answers: Sequence[Answer] = game.answers(state) if answers is None else answers

    @property
    def total(self) -> int:
        """How many there are, also beyond what `len` can say."""
        return count_of(self.answers)

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the actions, in order."""
        firsts = ([part[0]] if isinstance(part, Chain) else part for part in parts_of(self.answers))
        return tuple(
            dict.fromkeys(self._game.name_of(answer) for first in firsts for answer in first)
        )

    def narrow(self, name: str | None = None, /, **arguments: object) -> LegalActions:
        """Those of this name (or any) that have these arguments."""
        wishes = {choice: exactly(value) for choice, value in arguments.items()}
        return self._narrowed(name, wishes)

    def holding(self, choice: str, cards: Sequence[str]) -> LegalActions:
        """Those whose set of this choice has these cards in it, and perhaps more."""
        return self._narrowed(None, {choice: holding(cards)})

    def _narrowed(self, name: str | None, wishes: Mapping[str, Wish]) -> LegalActions:
        found = self._game.narrowed(self._state, self.answers, name, wishes)
        return LegalActions(self._game, self._state, found)

    def __len__(self) -> int:
        return len(self.answers)

    def __contains__(self, action: object) -> bool:
        if not isinstance(action, Action):
            return False
        try:
            return self._game.answer_of(self._state, action) in self.answers
        except ActionError:
            return False

    @overload
    def __getitem__(self, index: int) -> Action: ...

    @overload
    def __getitem__(self, index: slice) -> list[Action]: ...

    def __getitem__(self, index: int | slice) -> Action | list[Action]:
        if isinstance(index, slice):
            return [self[i] for i in range(*index.indices(len(self)))]
        return self._game.action_of(self._state, self.answers[index])

    def __iter__(self) -> Iterator[Action]:
        game, s = self._game, self._state
        if not self._is_whole:
            yield from (game.action_of(s, answer) for answer in self.answers)
            return
        seen: dict[Action, int] = {}
        for answer in self.answers:
            action = game.unnumbered(s, answer)
            seen[action] = seen.get(action, 0) + 1
            yield game.numbered(s, action, answer, seen[action])


class Game:
    """A game of a ruleset.

    `limit` is the guard against games that never end: how many actions one may have; if it is not
    given, as many as the ruleset says. `chance` supplies outcomes in place of the generator, by the
    number of the chance event.

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
    ) -> None:
        self.ruleset = ruleset
        self.tables = make_tables(ruleset, players, options or {})
        self._begun = Builder(self.tables)
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
        given = (self.ruleset, self.players, self.options_in_force, self.limit)
        return _made_again, (*given, self._begun.chance.supply)

    @cached_property
    def builder(self) -> Builder:
        """What runs the game: made when it is first needed."""
        try:
            return self._begun.finish()
        except BaseException:
            # What was made in part, as when somebody interrupts it, cannot be gone on with.
            chance, self._begun = self._begun.chance, Builder(self.tables)
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
        self._set_up(s)
        s.narrated = narrated
        self._run(s)
        return s

    def laid_out(self, seed: int | None = 0, starter: int | None = None) -> State:
        """Everything at its place before set-up; nothing has been done yet.

        Raises `RulesetError` if a card starts in no zone, or in two.
        """
        if starter is not None:
            self.checked_seat(starter)
        s = State.__new__(State)
        s.fingerprint = self.fingerprint
        s.key = NO_GENERATOR if seed is None else key_from_seed(checked_seed(seed))
        s.draws = s.chance = s.steps = 0
        s.narrated = True
        s.events = []
        s.work = s.begun = 0
        s.watch = None
        s.sides = (0,) * len(self.tables.teams)
        s.game = 0
        s.starter = starter if starter is not None else self._begun.chance.starter(s)
        happened(s, events.StarterNamed(s.starter, is_drawn=starter is None))
        self._lay_out(s)
        return s

    def _lay_out(self, s: State) -> None:
        """Everything at its place for a game, before set-up."""
        tables = self.tables
        spare = tables.stack_places + 1 if tables.has_stacks else 0
        size = tables.static_zones + spare
        s.zones = [()] * size
        s.blur = [0] * size
        s.holder = [-1] * spare
        s.place = [-1] * tables.cards
        s.known = [0] * tables.cards
        s.among = [0] * tables.cards
        s.shown = ()
        s.frames = []
        s.pending = None
        s.answers = None
        s.over = False
        s.active = s.starter
        s.direction, s.next_turn = 1, NONE
        s.round = s.turn = s.changes = 0
        s.game += 1
        s.vars = [0] * tables.variable_count
        for name, get in self._begun.start_functions.items():
            zone = tables.zone_base[name]
            with self._begun.working(s, self.ruleset.zones[name].origin):
                cards = tuple(sorted(get()(s, NONE)))
            for card in cards:
                if s.place[card] >= 0:
                    raise RulesetError(
                        f"{self.ruleset.title}: a card starts both in {name} and in "
                        f"{tables.zone_names[s.place[card]][0]}."
                    )
                s.place[card] = zone
            s.zones[zone] = cards
            self._begun.mover.look(s, zone)
        if -1 in s.place:
            kind = self.ruleset.kinds[tables.kind[s.place.index(-1)]].name
            raise RulesetError(
                f"{self.ruleset.title}: the card {kind!r} starts in no zone; "
                "say `starts with cards` at the deck."
            )
        self._set_variables(s)

    def _set_up(self, s: State) -> None:
        """The set-up is next, and after it the play."""
        for code in (self.builder.code("play"), self.builder.code("setup")):
            s.frames.append([code.index, 0, NONE, *[0] * code.size])

    def _set_variables(self, s: State) -> None:
        for name, variable in self.ruleset.variables.items():
            with self._begun.working(s, variable.origin):
                self._set_variable(s, name, variable)

    def _set_variable(self, s: State, name: str, variable: Variable) -> None:
        base = self.tables.variable_base[name]
        holders = self.tables.holders(variable.holder)
        get = self._begun.initial_functions[name]()
        for holder in range(holders):
            s.vars[base + holder] = get(s, holder if variable.holder == "player" else NONE)
        if variable.supply is not None:
            s.vars[base + holders] = self._begun.supply_functions[name]()(s, NONE)

    # -- running -----------------------------------------------------------------------------------

    def _run(self, s: State, asked: tuple[int, int] | None = None, answer: Answer = ()) -> None:
        """Run until somebody must decide, or the game or match is over.

        What was asked last is answered first: that is part of the same work.
        """
        s.work = s.begun = 0
        s.watch = None
        part = SWITCH
        try:
            if asked is not None:
                site, player = asked
                part = self.builder.sites[site].resume(s, s.frames[-1], player, answer)
            self._run_on(s, part)
        except CircleError as error:
            stopped_by = limit_error(self.builder, s, error)
            if error.passed:
                found = stopped_by.diagnostic
                assert isinstance(found, Diagnostic)
                labels = nothing_possible(self.builder, s, *error.passed[0])
                stopped_by.diagnostic = replaced(found, labels=labels)
            raise stopped_by from None
        except LIMITS as error:
            raise limit_error(self.builder, s, error) from None

    def _run_on(self, s: State, part: int) -> None:
        codes = self.builder.codes
        while True:
            frame = s.frames[-1]
            code = codes[frame[0]]
            if part == SWITCH:
                part = code.goes_on[frame[1]]
            parts = code.parts
            while part >= 0:
                part = parts[part](s, frame)
            if part == SWITCH:
                continue
            if part == GAME_END and self._next_game(s):
                part = SWITCH
                continue
            if self.builder.mover.conditional:
                self._look_everywhere(s)
            return

    def _look_everywhere(self, s: State) -> None:
        for zone, _ in self.builder.mover.conditional:
            self.builder.mover.look(s, zone)

    def _next_game(self, s: State) -> bool:
        """The end of a game: whether the match goes on with another."""
        s.pending = None
        scores = self.builder.sides.scores(s)
        happened(s, events.GameOver(s.game, scores))
        s.over = self.builder.sides.is_decided(s, scores)
        if s.over:
            return False
        s.starter = (s.starter + 1) % self.players
        try:
            spend(s, GAME_STEPS)
        except TooMuchWorkError:
            assert self.match is not None
            raise stopped(
                self.ruleset.text,
                s,
                self.match.origin,
                f"This match begins game after game, {s.game:,} up to now, and nobody is asked in "
                "between.",
                "Let somebody be asked in each game, or look at what the winner of one gets.",
            ) from None
        happened(s, events.StarterNamed(s.starter, is_drawn=False))
        self._lay_out(s)
        self._set_up(s)
        return True

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
        return LegalActions(self, s)

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
        index, player = s.pending
        site = self.builder.sites[index]
        if question is None:
            question = self.question(s, Hearer(self.tables, 1 << player))
        prompt = question or site.origin.sentence
        if isinstance(site, OneOfSite):
            return Decision(
                player=player, asks_for="action", prompt=prompt or "Choose an action",
                ids=site.origin.ids, sealed=False, site=index,
            )  # fmt: skip
        if isinstance(site, WindowSite):
            return Decision(
                player=player, asks_for="interrupt", prompt=prompt or self._to_interrupt(s, site),
                ids=site.origin.ids, sealed=False, site=index,
            )  # fmt: skip
        choices = site.searches[0].choices
        told = [choice.origin.sentence for choice in choices if choice.origin.sentence]
        names = " and ".join(noun_of(choice, choices) for choice in choices)
        ids = [*site.origin.ids, *(name for choice in choices for name in choice.origin.ids)]
        number, of = site.which(s.frames[-1]) if isinstance(site, ChooseSite) else (1, 1)
        return Decision(
            player=player, asks_for="choose", prompt=prompt or "; ".join(told) or f"Choose {names}",
            ids=tuple(dict.fromkeys(ids)), sealed=site.sealed, site=index, number=number, of=of,
        )  # fmt: skip

    def question(self, s: State, hearer: Hearer, *, capital: bool = False) -> str:
        """How the rules ask here; empty if they do not say it, or cannot.

        For an interrupt it begins with what the action says that has opened the window.
        """
        asked, opened = self.builder.questions.asked, self.builder.openers.told
        site = None if s.pending is None else self.builder.sites[s.pending[0]]
        said = self._heard(s, opened, hearer, capital) if isinstance(site, WindowSite) else ""
        if not isinstance(site, WindowSite) or not said:
            return self._heard(s, asked, hearer, capital)
        end = "" if said.endswith((".", "!", "?")) else "."
        return f"{said}{end} {self._heard(s, asked, hearer, True) or self._to_interrupt(s, site)}"

    def _heard(
        self,
        s: State,
        sentence: Callable[[State], tuple[Part, ...] | None],
        hearer: Hearer,
        capital: bool,
    ) -> str:
        """A sentence about a state; empty if there is none, or it cannot be worked out."""
        with suppress(GameLimitError), self.builder.asking(s):
            parts = sentence(s)
            return "" if parts is None else hearer.text(s, parts, capital=capital)
        return ""

    def _to_interrupt(self, s: State, site: WindowSite) -> str:
        """How somebody is asked for an interrupt where the rules do not say it."""
        assert s.pending is not None
        asked = interrupts_in_question(self.builder, s, site, s.pending[1])
        return site.origin.sentence or f"Answer? {' or '.join(search.label for search in asked)}"

    def told_to_do(self, s: State, answer: Answer, hearer: Hearer) -> str:
        """What an answer says of itself, as the one who is asked is told to do it.

        Empty where the rules do not say it so, or not all of it can be known before.
        """
        with suppress(GameLimitError), self.builder.asking(s):
            parts = self.builder.announcing.told(s, answer)
            return "" if parts is None else hearer.told_to_do(s, parts)
        return ""

    def unnumbered(self, s: State, answer: Answer) -> Action:
        """An answer as an action, without regard to others that are written alike."""
        if answer == PASS:
            return Action("pass")
        search = self.program.searches[answer[0]]
        arguments = {
            choice.name: describe(self.tables, s, choice.type, value)
            for choice, value in zip(search.choices, answer[1:], strict=True)
        }
        return Action(search.name, arguments)

    def numbered(self, s: State, action: Action, answer: Answer, which: int) -> Action:
        """An action that is written like this, made from an answer; `which` of those alike."""
        source = Source(answer, self.answers(s), action.arguments, which)
        return Action(action.name, action.arguments, which, source)

    def name_of(self, answer: Answer) -> str:
        """The name of an answer."""
        return "pass" if answer == PASS else self.program.searches[answer[0]].name

    def action_of(self, s: State, answer: Answer) -> Action:
        """An answer as an action."""
        action = self.unnumbered(s, answer)
        return self.numbered(s, action, answer, self._which(s, action, answer))

    def _which(self, s: State, action: Action, answer: Answer) -> int:
        """Which of the answers that are written like this action an answer is, from 1."""
        answers = self.answers(s)
        if answer == PASS:
            return 1
        if isinstance(answers, Counted):
            alike = self._written_like(s, action)
            return 1 if len(alike) == 1 else alike.index(answer) + 1
        before = itertools.takewhile(lambda other: other != answer, answers)
        return 1 + sum(self._alike(s, one, answer) for one in before if one[0] == answer[0])

    def _alike(self, s: State, one: Answer, other: Answer) -> bool:
        """Whether two answers of one search are written alike."""
        for choice, left, right in zip(
            self.program.searches[one[0]].choices, one[1:], other[1:], strict=True
        ):
            if left != right and not written_alike(self.tables, s, choice.type, left, right):
                return False
        return True

    def answer_of(self, s: State, action: Action) -> Answer:
        """The legal answer that an action means.

        Raises `GameOverError`, `MalformedActionError` (nothing here is written like that) or
        `IllegalActionError` (the rules refuse it; `cardrules.engine.showing.explain` says why).
        """
        self.refuse_foreign(s)
        if s.pending is None:
            raise GameOverError("The game is over.")
        refuse_malformed(action)
        made_from = action.answer_among(self.answers(s))
        if made_from is not None:
            return made_from
        alike = self._written_like(s, action)
        if 1 <= action.which <= len(alike):
            return alike[action.which - 1]
        site = self.builder.sites[s.pending[0]]
        names = {search.name for search in site.searches}
        if isinstance(site, OneOfSite) and site.last is not None:
            names.add(site.last.name)
        if isinstance(site, WindowSite):
            names.add("pass")
        if action.name not in names:
            raise MalformedActionError(
                f"{shown(action.name)} is nothing that can be answered here; "
                f"it could be {', '.join(sorted(names))}."
            )
        raise IllegalActionError(f"Not allowed here: {action}.")

    def _written_like(self, s: State, action: Action) -> Sequence[Answer]:
        """The answers that are written like an action, whichever of them it means."""
        wishes = {name: exactly(value) for name, value in action.arguments.items()}
        found = self.narrowed(s, self.answers(s), action.name, wishes)
        whole = len(action.arguments)
        return found if not found or len(found[0]) == 1 + whole else []

    def narrowed(
        self, s: State, answers: Sequence[Answer], name: str | None, wishes: Mapping[str, Wish]
    ) -> Sequence[Answer]:
        """Those of some answers that have this name, if one is given, and the values wished for."""
        return narrowed(self.tables, s, answers, self.program.searches, name, wishes)

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
        self._run(s, pending, answer)

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
    ruleset: Ruleset, players: int, options: Mapping[str, object], limit: int, supply: Supply
) -> Game:
    game = Game(ruleset, players, options, limit=limit)
    game.supply_chance(supply)
    return game


def _checked_limit(limit: object) -> int:
    if type(limit) is not int or limit < 1:
        raise OptionError(f"A limit is a whole number of actions from 1, not {shown(limit)}.")
    return limit
