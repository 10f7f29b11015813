"""States know their game, and games, states and rulesets go to other processes."""

from __future__ import annotations

import copy
import multiprocessing
import pickle
from collections.abc import Callable
from typing import Any

import attrs
import pytest

import cardrules
from cardrules.engine.game import Game
from cardrules.engine.positions.determinise import determinised
from cardrules.errors import (
    CardrulesError,
    ChanceError,
    MalformedActionError,
    OptionError,
    PositionError,
    StateError,
)
from cardrules.model.action import Action, action_from_data
from cardrules.model.state import State
from cardrules.sim.run import Playthrough
from tests.bundled import Bundled, at_all_numbers, bundled_named
from tests.engine.harness import DECK, HAND, ONE_GO, game

# ---- A foreign state -----------------------------------------------------------------------------

USES: list[Callable[[Game, State], object]] = [
    lambda g, s: g.decision(s),
    lambda g, s: g.legal_actions(s),
    lambda g, s: g.answers(s),
    lambda g, s: g.apply(s, Action("go")),
    lambda g, s: g.apply_answer(s, (0,)),
    lambda g, s: g.result(s),
    lambda g, s: cardrules.make_view(g, s, 0),
    lambda g, s: cardrules.explain(g, s, Action("go")),
    lambda g, s: determinised(g, s, 0, lambda items: items),
    lambda g, s: cardrules.Narrator(g, 0).lines(s, s.events),
    cardrules.text_from_state,
]
LIMITED = "options:\n  most: {default: 3, min: 1, max: 5, help: How many.}"
GO = "action go\n    do\n        reveal deck\n"


@pytest.mark.parametrize("use", USES)
def test_a_state_of_another_game_is_refused(use: Callable[[Game, State], object]) -> None:
    """Of another ruleset, with other players, or with other options."""
    rules = DECK + ONE_GO + GO
    own = game(rules, front=LIMITED)
    others = [
        game(rules + HAND, front=LIMITED),
        game(rules, 3, players="2 to 3", front=LIMITED),
        game(rules, 2, {"most": 4}, front=LIMITED),
    ]
    for other in others:
        with pytest.raises(StateError, match="no state of Tiny with 2 players"):
            use(own, other.start())


@pytest.mark.parametrize("use", USES[:2] + USES[3:4])
def test_what_is_no_state_is_refused(use: Callable[[Any, Any], object]) -> None:
    wrong: Any
    for wrong in (None, 3, {}):
        with pytest.raises(StateError):
            use(game(DECK + ONE_GO + GO), wrong)


def test_two_games_of_the_same_rules_players_and_options_share_their_states() -> None:
    item = bundled_named("snarkas")[0]
    s = item.game().start(3)
    assert item.game().decision(s) == item.game().decision(item.game().start(3))


# ---- Wrong types ---------------------------------------------------------------------------------

SNARKAS = bundled_named("snarkas")[0]


@pytest.mark.parametrize("seed", [-1, 1 << 63, 1.0, "1", True, [1]])
def test_what_is_no_seed_is_refused(seed: Any) -> None:
    of = SNARKAS.game()
    uses: list[Callable[[], object]] = [
        lambda: of.start(seed),
        lambda: Playthrough(of, seed=seed),
        lambda: cardrules.make_bot("random", seed, 0),
        lambda: cardrules.prepare(of, {}, seed=seed),
    ]
    for use in uses:
        with pytest.raises(OptionError, match="A seed is a whole number from 0"):
            use()


@pytest.mark.parametrize("seat", [-1, 2, 1.0, "1", True, [1]])
def test_what_is_no_seat_is_refused(seat: Any) -> None:
    of = SNARKAS.game()
    s = of.start()
    uses: list[Callable[[], object]] = [
        lambda: of.start(0, seat),
        lambda: Playthrough(of, starter=seat),
        lambda: cardrules.prepare(of, {}, starter=seat),
        lambda: cardrules.make_view(of, s, seat),
        lambda: cardrules.Narrator(of, seat),
    ]
    for use in uses:
        with pytest.raises(OptionError, match="seat"):
            use()


@pytest.mark.parametrize(
    ("given", "error"),
    [
        ({"players": True}, OptionError),
        ({"players": "2"}, OptionError),
        ({"players": 2.0}, OptionError),
        ({"options": ["every_group"]}, OptionError),
        ({"options": {1: 2}}, OptionError),
        ({"options": {"snarkas_gems": 1.5}}, OptionError),
        ({"options": {"snarkas_gems": [1]}}, OptionError),
        ({"options": {"every_group": None}}, OptionError),
        ({"limit": 0}, OptionError),
        ({"limit": True}, OptionError),
        ({"limit": "9"}, OptionError),
        ({"chance": "no"}, ChanceError),
        ({"chance": 3}, ChanceError),
        ({"chance": {"starter": 1}}, ChanceError),
    ],
)
def test_what_makes_no_game_is_refused(given: dict[str, Any], error: type[CardrulesError]) -> None:
    with pytest.raises(error):
        Game(SNARKAS.game().ruleset, **{"players": 2, **given})


@pytest.mark.parametrize(
    "outcomes",
    [
        [3],
        ["starter"],
        [{"starter": True}],
        [{"starter": "1"}],
        [{"starter": 1.0}],
        [{"starter": 3}],
        [{}],
        [{"starter": 1}, {"shuffle": "deck", "order": "ZAP"}],
        [{"starter": 1}, {"shuffle": "deck", "order": [["ZAP"]]}],
        [{"starter": 1}, {"shuffle": "deck", "order": [None]}],
        [{"starter": 1}, {"shuffle": ["deck"], "order": []}],
    ],
)
def test_what_is_no_outcome_is_refused(outcomes: list[Any]) -> None:
    with pytest.raises(ChanceError, match="Chance event"):
        Game(SNARKAS.game().ruleset, 2, chance=outcomes).start()


@pytest.mark.parametrize("which", [0, -1, 1.0, "1", True, None])
def test_what_does_not_count_is_no_which(which: Any) -> None:
    of = SNARKAS.game()
    s = of.start()
    action = of.legal_actions(s)[0]
    wrong = attrs.evolve(action, which=which)
    with pytest.raises(MalformedActionError, match="`which` counts from 1"):
        of.apply(s, wrong)
    with pytest.raises(MalformedActionError, match="`which` counts from 1"):
        action_from_data({**action.data(), "which": which})


@pytest.mark.parametrize(
    "wrong",
    [
        None,
        "play_card",
        {"action": "play_card"},
        Action(3),  # type: ignore[arg-type]
        Action("play_card", [1]),  # type: ignore[arg-type]
        Action("play_card", {1: "3"}),  # type: ignore[dict-item]
    ],
)
def test_what_is_no_action_is_malformed(wrong: Any) -> None:
    of = SNARKAS.game()
    playthrough = Playthrough(of)
    for use in (
        lambda: of.apply(playthrough.state, wrong),
        lambda: playthrough.act(wrong),
        lambda: cardrules.explain(of, playthrough.state, wrong),
    ):
        with pytest.raises(MalformedActionError):
            use()


@pytest.mark.parametrize("value", [{"a": 1, 2: [3]}, [{}], [[["x"]]], {1, 2}, b"x", 1e99, None])
def test_an_argument_of_any_type_is_refused_and_explained(value: Any) -> None:
    of = SNARKAS.game()
    s = of.start()
    for name in ("card", "captured"):
        wrong = Action("play_card", {"card": "3", "captured": [], name: value})
        assert wrong not in of.legal_actions(s)
        with pytest.raises(cardrules.ActionError):
            of.apply(s, wrong)
        refusal = cardrules.explain(of, s, wrong)
        assert refusal is not None and refusal.reasons


@pytest.mark.parametrize("data", [None, 3, [], {}, {"name": "x"}])
def test_data_of_no_action_is_malformed(data: Any) -> None:
    with pytest.raises(MalformedActionError):
        action_from_data(data)


def test_other_things_that_are_not_what_they_should_be() -> None:
    of = SNARKAS.game()
    with pytest.raises(OptionError, match="2 players, but 1 seats"):
        Playthrough(of, seats=[cardrules.Playthrough(of).seats[0]])
    with pytest.raises(OptionError, match="no bot 3"):
        cardrules.make_bot(3, 0, 0)  # type: ignore[arg-type]
    with pytest.raises(PositionError, match="A position is a mapping"):
        cardrules.prepare(of, [])  # type: ignore[arg-type]
    with pytest.raises(OptionError, match="not 'nobody'"):
        cardrules.make_view(of, of.start(), "nobody")  # type: ignore[arg-type]


def test_true_and_a_fraction_are_not_1() -> None:
    of = game(
        DECK
        + HAND
        + ONE_GO
        + "action go\n    choose n from {0, 1, 2}\n    do\n        reveal deck\n"
    )
    s = of.start()
    for wrong in (True, 1.0, "1"):
        assert Action("go", {"n": wrong}) != Action("go", {"n": 1})
        with pytest.raises(cardrules.IllegalActionError):
            of.apply(s, Action("go", {"n": wrong}))
    of.apply(s, Action("go", {"n": 1}))


# ---- To another process --------------------------------------------------------------------------


def same_play(one: Playthrough, other: Playthrough, steps: int) -> None:
    """Both take the same actions; what comes of them is the same."""
    for number in range(steps):
        if one.over:
            break
        index = number % one.seat.actions.total
        for playthrough in (one, other):
            playthrough.act(playthrough.seat.actions[index])
        assert one.state == other.state
        assert one.moment.events == other.moment.events
    assert one.record() == other.record()


@pytest.mark.parametrize("item", at_all_numbers(), ids=str)
@pytest.mark.parametrize("again", [lambda x: pickle.loads(pickle.dumps(x)), copy.deepcopy])
def test_a_playthrough_goes_on_after_pickle_and_copy(
    item: Bundled, again: Callable[[Playthrough], Playthrough]
) -> None:
    playthrough = Playthrough(item.game(), seed=3)
    while not playthrough.over and playthrough.state.steps < 4:
        playthrough.act(playthrough.seat.actions[0])
    other = again(playthrough)
    assert other.game is not playthrough.game
    assert other.state == playthrough.state and other.seats == playthrough.seats
    same_play(playthrough, other, 30)


def test_a_game_keeps_its_options_limit_and_supplied_outcomes() -> None:
    outcomes: list[dict[str, Any]] = [{"starter": 2}, {"shuffle": "deck", "order": ["ZAP"]}]
    ruleset = SNARKAS.game().ruleset
    of = Game(ruleset, 3, {"snarkas_gems": 2}, chance=outcomes, limit=77)
    other = pickle.loads(pickle.dumps(of))
    assert other.ruleset.content_hash == ruleset.content_hash
    assert (other.players, other.options_in_force, other.limit) == (3, of.options_in_force, 77)
    assert other.start(5) == of.start(5)


def test_plain_data_goes_through_pickle() -> None:
    playthrough = Playthrough(SNARKAS.game(), seed=3)
    decision = playthrough.seat.decision
    action = playthrough.seat.actions[0]
    while not playthrough.over:
        playthrough.act(playthrough.seat.actions[0])
    result = playthrough.game.result(playthrough.state)
    view = cardrules.make_view(playthrough.game, playthrough.state, 0)
    text = playthrough.game.ruleset.text
    for value in (decision, action, result, view, playthrough.record(), playthrough.moment):
        assert pickle.loads(pickle.dumps(value)) == value
    assert pickle.loads(pickle.dumps(text)).text == text.text


def test_a_state_with_a_large_choice_goes_through_pickle() -> None:
    """Its legal actions are counted by functions, which stay behind."""
    of = game(
        DECK
        + HAND
        + "setup\n    draw 9 from deck to starter.hand\n"
        + "play\n    as starter\n        one of lay\n"
        + "action lay\n    choose some_cards from subsets of my hand where count of it > 2\n"
        + "    do\n        move some_cards to deck\n"
    )
    s = of.start()
    wanted = of.legal_actions(s).total
    other = pickle.loads(pickle.dumps(s))
    assert other == s and of.legal_actions(other).total == wanted > 100


def _next(given: tuple[Game, State]) -> tuple[Game, State]:
    of, s = given
    return of, of.apply(s, of.legal_actions(s)[0])


def test_processes_that_are_begun_anew_play_on() -> None:
    """As on systems that cannot copy a process."""
    of = SNARKAS.game()
    s = of.start(4)
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        [(_, after)] = pool.map(_next, [(of, s)])
    assert after == _next((of, s))[1]


def test_a_game_that_is_interrupted_while_it_is_made_is_made_anew(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    made = copy.copy(game(DECK + ONE_GO + GO))
    with monkeypatch.context() as patched:
        patched.setattr("cardrules.engine.build.PartWriter.write", _interrupted)
        with pytest.raises(KeyboardInterrupt):
            made.start(1, 0)
    assert made.start(1, 0) == game(DECK + ONE_GO + GO).start(1, 0)
    assert len(made.program.procedures) == len(made.builder.codes)


def _interrupted(*_: object) -> None:
    raise KeyboardInterrupt
