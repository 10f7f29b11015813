"""A game of random choices by any ruleset, looked at from all sides as it goes.

Whatever a ruleset says, as long as it lints clean: the game comes to its end or is stopped by a
diagnostic with its place. No exception, no card that is nowhere, no state that a copy or JSON does
not keep, no action that is legal one way and not another, nothing shown that is not known.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from typing import Any

import attrs

from cardrules.engine.chance import Stream
from cardrules.engine.game import Game
from cardrules.engine.positions.determinise import determinised
from cardrules.engine.positions.state_data import state_from_data
from cardrules.engine.showing.explain import explain
from cardrules.engine.showing.narrate import Narrator
from cardrules.engine.showing.view import Viewer, make_view
from cardrules.errors import ActionError, GameLimitError, OptionError
from cardrules.leaks.shown import random_actions
from cardrules.model.ruleset import Ruleset
from cardrules.model.state import State
from cardrules.sim.replay import replay_record
from cardrules.sim.run import Playthrough
from tests.conservation import misplaced
from tests.engine.relabel import relabelled
from tests.engine.walking import answers_by_walking
from tests.fuzz.sitting import sit

# A game is left after so many actions.
MOST_ACTIONS = 300
# So many decisions of a hundred are looked at from all sides; cards are counted at each.
_LOOKED_AT = 12
# Of so many answers at most a walk looks for all.
_MOST_WALKED = 120
# So many games of a hundred are recorded and replayed, and so many begun at the terminal.
_RECORDED = 25
_TYPED = 6


class BrokenError(Exception):
    """A check failed; `check` names it."""

    def __init__(self, check: str, detail: str = "") -> None:
        super().__init__(f"{check}: {detail}" if detail else check)
        self.check = check


@attrs.frozen(kw_only=True)
class Played:
    """How a game went: `ended`, `left` after many actions, or the code that stopped it."""

    outcome: str
    steps: int
    message: str = ""


def play(ruleset: Ruleset, chance: random.Random) -> Played:
    """Play a game with random players and options; raises `BrokenError` and whatever breaks."""
    players = chance.randint(ruleset.players_min, ruleset.players_max)
    game = _game(ruleset, players, chance)
    seed = chance.randrange(1000)
    try:
        if chance.randrange(100) < _TYPED and not sit(game, seed, chance):
            raise BrokenError("a table that shows nothing")
        if chance.randrange(100) < _RECORDED:
            return _play_recorded(game, seed, chance)
        return _play(game, seed, chance)
    except GameLimitError as error:
        found: Any = error.diagnostic
        if not 0 <= found.span.start < found.span.end <= len(ruleset.text.text):
            raise BrokenError("a diagnostic without a place", found.message) from error
        state: Any = error.state
        if error.diagnostic.code == "CR701" and state.steps >= MOST_ACTIONS:
            return Played(outcome="left", steps=state.steps)
        return Played(outcome=found.code, steps=state.steps, message=found.message)


def _game(ruleset: Ruleset, players: int, chance: random.Random) -> Game:
    """The game with some options; with those by default if these do not fit each other."""
    given: dict[str, object] = {}
    for name, option in ruleset.options.items():
        if chance.randrange(2):
            values: list[object] = [True, False]
            if option.type == "integer":
                values = list(range(9))
            elif option.type == "choice":
                values = list(option.values)
            given[name] = chance.choice(values)
    try:
        return Game(ruleset, players, given, limit=MOST_ACTIONS)
    except OptionError:
        return Game(ruleset, players, limit=MOST_ACTIONS)


def _play(game: Game, seed: int, chance: random.Random) -> Played:
    s = game.start(seed)
    _check_cards(game, s)
    while s.pending is not None:
        look = chance.randrange(100) < _LOOKED_AT
        if look:
            _look(game, s, chance)
        answers = game.answers(s)
        if not len(answers):
            raise BrokenError("somebody is asked and has no answer")
        answer = answers[chance.randrange(len(answers))]
        if look:
            _check_untold(game, s, answer)
            s = _apply_both_ways(game, s, answer)
        else:
            game.apply_answer_in_place(s, answer)
        _check_cards(game, s)
    if not s.over:
        raise BrokenError("nobody is asked and the game is not over")
    _look_at_end(game, s)
    return Played(outcome="ended", steps=s.steps)


def _play_recorded(game: Game, seed: int, chance: random.Random) -> Played:
    """Play through the front door, and play the record again."""
    playthrough = Playthrough(game, seed=seed)
    while not playthrough.over:
        actions = playthrough.seat.actions
        moment = playthrough.act(actions[chance.randrange(len(actions))])
        _check_cards(game, moment.state)
    again = replay_record(playthrough.record(), game.ruleset)
    if again.state.zones != playthrough.state.zones or again.state.vars != playthrough.state.vars:
        raise BrokenError("a replay that ends elsewhere")
    _look_at_end(game, playthrough.state)
    return Played(outcome="ended", steps=playthrough.state.steps)


# ---- What is looked at ---------------------------------------------------------------------------


def _check_cards(game: Game, s: State) -> None:
    lost = next(misplaced(game, s), None)
    if lost is not None:
        raise BrokenError("a lost card", lost)


def _look(game: Game, s: State, chance: random.Random) -> None:
    """A decision from all sides."""
    _look_at_copies(game, s)
    _look_at_actions(game, s, chance)
    _look_by_walking(game, s)
    for viewer in _viewers(game):
        _look_at_view(game, s, viewer, chance)


def _viewers(game: Game) -> Iterator[Viewer]:
    yield from range(game.players)
    yield "spectator"
    yield "referee"


def _look_at_copies(game: Game, s: State) -> None:
    if s.copy() != s or hash(s.copy()) != hash(s):
        raise BrokenError("a copy that differs")
    again = state_from_data(game, json.loads(json.dumps(s.data())))
    if again != s:
        raise BrokenError("a state that JSON does not keep")
    if list(game.answers(again)[:50]) != list(game.answers(s)[:50]):
        raise BrokenError("other answers after JSON")


def _look_at_actions(game: Game, s: State, chance: random.Random) -> None:
    """Legal actions are counted, indexed and looked for alike; others are refused."""
    actions = game.legal_actions(s)
    total = actions.total
    for index in {0, total - 1, chance.randrange(total)}:
        action = actions[index]
        if action not in actions or game.answer_of(s, action) != actions.answers[index]:
            raise BrokenError("an action that is not what it says", str(action))
        if explain(game, s, action) is not None:
            raise BrokenError("a legal action that is refused", str(action))
    for action in random_actions(game, s, Stream(chance.randrange(1000), 0), 2):
        allowed = action in actions
        refusal = explain(game, s, action)
        try:
            game.answer_of(s, action)
            found = True
        except ActionError:
            found = False
        if not allowed == found == (refusal is None):
            raise BrokenError("an action that is legal one way and not another", str(action))


def _look_by_walking(game: Game, s: State) -> None:
    """A walk through the steps of what can be chosen finds the same answers, in the same order."""
    answers = game.answers(s)
    if len(answers) > _MOST_WALKED:
        return
    try:
        wanted = answers_by_walking(game, s)
    except GameLimitError:
        return  # to work out each value by itself is more work
    nothing = game.builder.sites[s.pending[0]].nothing if s.pending is not None else ()
    if list(answers) != (wanted or [nothing]):
        raise BrokenError("answers that a walk does not find")


def _look_at_view(game: Game, s: State, viewer: Viewer, chance: random.Random) -> None:
    view = make_view(game, s, viewer)
    json.dumps(view.data())
    if viewer == "referee":
        return
    bit = viewer if isinstance(viewer, int) else game.players
    other, _ = relabelled(game, s, [bit], chance)
    if make_view(game, other, viewer) != view:
        raise BrokenError("a view that shows what is hidden")
    if s.pending is not None and s.pending[1] == viewer:
        _same_question(game, s, other)
    if isinstance(viewer, int):
        other = determinised(game, s, viewer, lambda things: chance.sample(things, len(things)))
        _check_cards(game, other)
        if make_view(game, other, viewer) != view:
            raise BrokenError("a sampled state that looks otherwise")


def _same_question(game: Game, s: State, other: State) -> None:
    """Whoever is asked can do the same, however the cards lie that are hidden from them."""
    here, there = game.legal_actions(s), game.legal_actions(other)
    same = here.total == there.total and all(
        here[index].data() == there[index].data() for index in range(min(here.total, 40))
    )
    if not same:
        raise BrokenError("a choice that tells what is hidden")


def _apply_both_ways(game: Game, s: State, answer: tuple[Any, ...]) -> State:
    """The state after an answer, which is the same as after the action that is written like it."""
    before = s.copy()
    action = game.action_of(s, answer)
    one, other = game.apply_answer(s, answer), game.apply(s, action)
    if one != other or _told(game, one) != _told(game, other):
        raise BrokenError("an action that does something else than its answer", str(action))
    if s != before:
        raise BrokenError("a state that was changed by looking ahead")
    return one


def _check_untold(game: Game, s: State, answer: tuple[Any, ...]) -> None:
    """What nobody is told of goes the same way, takes the same work and is stopped alike."""
    found = []
    for narrated in (True, False):
        after, stopped = s.copy(), None
        after.narrated = narrated
        try:
            game.apply_answer_in_place(after, answer)
        except GameLimitError as error:
            stopped = error.diagnostic
        classes = [(type(event), event.cause) for event in after.events]
        found.append((stopped, after, classes, 0 if stopped else after.work))
    if found[0] != found[1]:
        raise BrokenError("a game that goes another way where nobody is told of it")


def _told(game: Game, s: State) -> list[list[str]]:
    """What everybody is told of the last action."""
    return [Narrator(game, viewer).lines(s, s.events) for viewer in _viewers(game)]


def _look_at_end(game: Game, s: State) -> None:
    result = game.result(s)
    if not result.winners or min(result.places) != 1:
        raise BrokenError("a game that nobody wins")
    for viewer in _viewers(game):
        json.dumps(make_view(game, s, viewer).data())
    _told(game, s)
