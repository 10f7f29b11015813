"""A game of random choices, and what is seen of it at each decision, by the public library alone.

The walk is what two engines are held against each other by: it looks at what a caller of the
library sees, and at nothing within. So the same file walks an engine of another checkout.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Sequence
from typing import Any, Literal

import attrs

import cardrules
from cardrules import Action, Game, GameLimitError, Narrator, State
from cardrules.engine.chance import Stream

Aspect = Literal["play", "actions", "views", "log", "refusals", "result"]
ASPECTS: tuple[Aspect, ...] = ("play", "actions", "views", "log", "refusals", "result")

# The stream of chance by which the walk chooses; no seat at the table has one so far away.
_WALKER = 1000
# A walk is left after so many decisions.
MOST_DECISIONS = 300
# So many actions of a decision are looked at: all of them, or some from the first to the last.
_MOST_ACTIONS = 24
# One decision of so many is looked at from all sides; of the others only the action is that is
# taken, and how many there are.
OFTEN, SELDOM = 16, 128
# Actions of earlier decisions that are tried where they do not belong.
_TRIED = 4


@attrs.frozen
class Step:
    """One decision: who is asked, how many actions there are, which is taken; and for each aspect
    that was looked at a digest of it.
    """

    number: int
    player: int
    actions: int
    taken: int
    seen: dict[Aspect, Any]

    def data(self) -> list[Any]:
        """The step as JSON data."""
        return [self.number, self.player, self.actions, self.taken, self.seen]


def walk(game: Game, seed: int, look_every: int = OFTEN, *, whole: bool = False) -> Iterator[Step]:
    """The steps of a game; at the last one nobody is asked, and it has the result.

    With `whole` the steps have what was looked at instead of its digests.
    """
    chance = Stream(seed, _WALKER)
    viewers: list[Any] = [*range(game.players), "spectator", "referee"]
    narrators = [Narrator(game, viewer, you=True) for viewer in viewers]
    tell = _as_it_is if whole else digest
    earlier: list[Action] = []
    number = 0
    state = game.start(seed)
    while (player := game.asked(state)) is not None and number < MOST_DECISIONS:
        actions = game.legal_actions(state)
        taken = chance.below(actions.total)
        action = actions[taken]
        seen: dict[Aspect, Any] = {"play": tell(action.data())}
        if chance.below(look_every) == 0:
            told = [actions[at].data() for at in _places(actions.total)]
            seen["actions"] = tell(told)
            views = [_in_words_of_today(game, state, viewer) for viewer in viewers]
            seen["views"] = tell(views)
            decision = game.decision(state)
            assert decision is not None
            seen["log"] = tell([*_lines(narrators, state), decision.prompt, decision.ids])
            seen["refusals"] = tell(_refusals(game, state, earlier[-_TRIED:]))
        yield Step(number, player, actions.total, taken, seen)
        earlier.append(action)
        number += 1
        try:
            state = game.apply(state, action)
        except GameLimitError as error:
            yield Step(number, -1, 0, -1, {"result": tell(str(error))})
            return
    seen = {"log": tell(_lines(narrators, state))}
    if state.over:
        seen["result"] = tell(attrs.asdict(game.result(state)))
    yield Step(number, -1, 0, -1, seen)


def _as_it_is(value: Any) -> Any:
    return value


def digest(value: object) -> str:
    """A short digest of JSON data."""
    text = json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return hashlib.blake2b(text.encode("utf-8"), digest_size=8).hexdigest()


def _places(total: int) -> Sequence[int]:
    """Which actions of a decision are looked at."""
    if total <= _MOST_ACTIONS:
        return range(total)
    step = total // _MOST_ACTIONS
    return [*range(0, step * _MOST_ACTIONS, step), total - 1]


def _in_words_of_today(game: Game, state: State, viewer: Any) -> dict[str, Any]:
    """The data of a view, where an older engine has other words for the same."""
    data = cardrules.make_view(game, state, viewer).data()
    asked = data["decision"]
    if asked is not None and "kind" in asked:
        kind = asked.pop("kind")
        asked["asks_for"] = "interrupt" if kind == "answer" else kind
    return data


def _lines(narrators: Sequence[Narrator], state: State) -> list[list[str]]:
    return [list(narrator.lines(state, state.events)) for narrator in narrators]


def _refusals(game: Game, state: State, tried: Sequence[Action]) -> list[Any]:
    """What is said to actions that other decisions had."""
    told: list[Any] = []
    for action in tried:
        try:
            refusal = cardrules.explain(game, state, action)
        except cardrules.CardrulesError as error:
            told.append(str(error))
            continue
        if refusal is None:
            told.append(None)
            continue
        reasons = [[reason.sentence, list(reason.ids)] for reason in refusal.reasons]
        told.append([reasons, [other.data() for other in refusal.alternatives]])
    return told
