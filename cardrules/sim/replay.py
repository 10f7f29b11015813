"""Playing a record again, step by step, without a generator.

Each step must be the answer of the seat that is asked, legal, with the chance outcomes that are
asked for, and leave the table as the record says. The first step that does not is named. If the
rules have changed since, this is where the game goes another way.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import attrs

from cardrules.engine.chance import GENERATOR
from cardrules.engine.game import Game
from cardrules.engine.playing.chance_events import Outcome, Supply, generator_alone
from cardrules.engine.showing.explain import explain
from cardrules.errors import (
    CardrulesError,
    ChanceError,
    GameLimitError,
    IllegalActionError,
    OptionError,
    ReplayError,
    RulesetError,
)
from cardrules.model.ruleset import Ruleset
from cardrules.sim.new_questions import NewQuestions
from cardrules.sim.record import Record, Step, source_ids
from cardrules.sim.run import Moment, Playthrough


def replay_record(record: Record, ruleset: Ruleset) -> Playthrough:
    """Play a record again by these rules; the playthrough stands at its end.

    Raises `ReplayError`, which names the first step that does not fit.
    """
    replay = Replay(record, ruleset)
    for _ in replay.moments():
        pass
    return replay.playthrough


def resume_record(record: Record, ruleset: Ruleset, chance: Supply | None = None) -> Playthrough:
    """Play an unfinished record again so that the game can go on where it stood.

    `chance` gives the outcomes of further chance events by their numbers, counted from 0 in all of
    the game. Where it gives none the generator goes on that the game had; a game whose chance was
    supplied has none.

    Raises `ReplayError` if a step does not fit, or this version does not have the generator.
    """
    if record.seed is not None and record.generator != GENERATOR:
        raise ReplayError(
            f"The game cannot go on: its generator was {record.generator}, "
            f"and this version has {GENERATOR}."
        )
    playthrough = replay_record(record, ruleset)
    playthrough.game.supply_chance(chance or generator_alone)
    return playthrough


class Replay:
    """A record being played again. Raises `ReplayError` if the opening does not fit."""

    def __init__(self, record: Record, ruleset: Ruleset) -> None:
        self._record = record
        self.rules_changed = [item.sha256 for item in source_ids(ruleset)] != [
            item.sha256 for item in record.sources
        ]
        try:
            game = Game(
                ruleset,
                record.players,
                record.options,
                limit=max(ruleset.most_actions, len(record.steps)),
            )
            game.supply_chance(_Outcomes(record.outcomes))
            self.playthrough = Playthrough(
                game,
                seed=record.seed,
                starter=None if record.starter_drawn else record.starter,
                seats=record.seats,
            )
            self._added = NewQuestions(game, [item.sha256 for item in record.sources])
        except (OptionError, RulesetError, ChanceError, GameLimitError) as error:
            raise ReplayError(f"The opening does not fit: {error}") from error
        self._check_opening()

    def moments(self) -> Iterator[Moment]:
        """The moments of the game, the opening first. Raises `ReplayError` at what does not fit.

        What house rules ask that the record does not know has moments of its own, if it is answered
        by a default.
        """
        yield from self.moments_until(len(self._record.steps))
        self._check_end()

    def moments_until(self, number: int) -> Iterator[Moment]:
        """The moments up to the one after step `number` of the record (from 1; 0: the opening)."""
        yield self.playthrough.moment
        steps = self._record.steps
        yield from self._by_default(0, steps[0] if steps else None)
        for index, step in enumerate(steps[:number]):
            before = len(self.playthrough.steps)
            following = steps[index + 1] if index + 1 < len(steps) else None
            # What the step has led to is there when nothing more is asked that is new.
            moments = [self._play(index, step), *self._by_default(index + 1, following)]
            self._check_step(index, step, self.playthrough.steps[before:])
            yield from moments

    def _by_default(self, index: int, step: Step | None) -> Iterator[Moment]:
        """Answer what only house rules ask that the record does not know."""
        playthrough, added = self.playthrough, self._added
        while added.is_asked(playthrough.state) and not self._is_legal(step):
            action = added.answer(playthrough.state)
            if action is None:
                asked = playthrough.game.asked(playthrough.state)
                told = f"Step {index + 1} does not fit" if step is not None else "It is not over"
                raise ReplayError(
                    f"{told}: seat {(asked or 0) + 1} is asked for "
                    f"{added.name_of(playthrough.state)} by house rules that the record does not "
                    "know, and they give no default that can be chosen: write it into `defaults` "
                    "of their front matter.",
                    index,
                )
            yield playthrough.act(action)

    def _is_legal(self, step: Step | None) -> bool:
        """Whether a step answers the question that is asked."""
        game, state = self.playthrough.game, self.playthrough.state
        if step is None or game.asked(state) != step.seat:
            return False
        try:
            game.answer_of(state, self._added.completed(step.action))
        except CardrulesError:
            return False
        return True

    def _check_opening(self) -> None:
        record, playthrough = self._record, self.playthrough
        opening = playthrough.opening
        if playthrough.starter != record.starter:
            raise ReplayError(
                f"The opening does not fit: seat {playthrough.starter + 1} is the starter, "
                f"but the record says seat {record.starter + 1}."
            )
        if self._added.is_asked(playthrough.state):
            # It goes on before anything is asked that the record knows.
            return
        if len(record.opening.chance) != len(opening.chance):
            raise ReplayError("The opening does not fit: chance is asked for something else.")
        if _differ(record.opening.checksum, opening.checksum):
            raise ReplayError(
                "The opening does not fit: the cards or counters are not as the record says."
            )

    def _play(self, index: int, step: Step) -> Moment:
        playthrough = self.playthrough
        asked = playthrough.game.asked(playthrough.state)
        if asked is None:
            raise _misfit(index, step, "the game is over before it")
        if asked != step.seat:
            raise _misfit(index, step, f"seat {asked + 1} is asked here")
        try:
            moment = playthrough.act(self._added.completed(step.action))
        except IllegalActionError:
            raise _misfit(index, step, self._refusal(step)) from None
        except CardrulesError as error:
            raise _misfit(index, step, str(error).rstrip(".")) from error
        return moment

    @staticmethod
    def _check_step(index: int, step: Step, found: Sequence[Step]) -> None:
        if len(step.chance) != sum(len(item.chance) for item in found):
            raise _misfit(index, step, "chance is asked for something else")
        if _differ(step.checksum, found[-1].checksum):
            raise _misfit(index, step, "the cards or counters after it are not as the record says")

    def _refusal(self, step: Step) -> str:
        refusal = explain(self.playthrough.game, self.playthrough.state, step.action)
        if refusal is None or not refusal.reasons:
            return "it is not allowed here"
        told = "; ".join(reason.sentence for reason in refusal.reasons)
        ids = f" [{', '.join(refusal.ids)}]" if refusal.ids else ""
        return f"it is not allowed here: {told}{ids}"

    def _check_end(self) -> None:
        """The result, or that there is none yet."""
        record, playthrough = self._record, self.playthrough
        if not playthrough.over:
            if record.result is not None:
                raise ReplayError(
                    "The record has a result, but after its last step the game goes on.",
                    len(record.steps),
                )
            return
        if record.result is None:
            raise ReplayError(
                "After the last step the game is over, but the record has no result.",
                len(record.steps),
            )
        found = playthrough.game.result(playthrough.state)
        if not record.result.returns:
            found = attrs.evolve(found, returns=())
        if found != record.result:
            raise ReplayError(
                "After the last step the result is another than the record says.",
                len(record.steps),
            )


class _Outcomes:
    """Supplies the outcomes of a record, and refuses to go beyond them."""

    def __init__(self, outcomes: Sequence[Outcome]) -> None:
        self._outcomes = outcomes

    def __call__(self, index: int) -> Outcome:
        if index >= len(self._outcomes):
            raise ChanceError(
                f"Chance event {index + 1} has no outcome: there are {len(self._outcomes)}."
            )
        return self._outcomes[index]


def _differ(told: str | None, found: str | None) -> bool:
    return told is not None and told != found


def _misfit(index: int, step: Step, reason: str) -> ReplayError:
    return ReplayError(
        f"Step {index + 1} does not fit (seat {step.seat + 1}: {step.action}): {reason}.", index
    )
