"""The API of a game and its states."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from cardrules.diagnostics.model import Diagnostic
from cardrules.engine import events
from cardrules.engine.chance import NO_GENERATOR, Stream
from cardrules.engine.game import Game
from cardrules.engine.positions.state_data import state_from_data
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
from cardrules.model.action import Action, action_from_data
from cardrules.model.state import PARTS, State
from tests.bundled import Bundled, at_all_numbers, at_both_ends, random_play, smallest_and_largest
from tests.engine.harness import DECK, HAND, NUMBERS, ONE_GO, Table, game, ruleset, table

ROOT = Path(__file__).resolve().parents[2]


def through_json(of: Game, s: State) -> State:
    """A state written as JSON text and read again."""
    return state_from_data(of, json.loads(json.dumps(s.data())))


def snapshot(s: State) -> str:
    """All that the state is, as text that later changes cannot reach."""
    return json.dumps(s.data())


# A game in which something of each kind lies in the frames when somebody is asked.
FULL = (
    DECK
    + HAND
    + """
zone table shared row, seen by all
zone patch per player stacks, top seen by all, rest seen by owner
variable marked: card or none = none
variable several: cards or none = table
setup
    shuffle deck
    each player clockwise from starter
        draw 4 from deck to my hand
    draw 4 from deck to table
play
    turns clockwise from starter until turn = 4
        let before = my hand
        each c in before
            one of go, otherwise rest
            choose other from before
            set marked to other
        end_of_turn
action rest
    do
        set several to table
action go
    choose card from my hand
    let same = my hand where number = card.number
    do
        let pairs = subsets of table where count of it = 2
        let sums = subsets of table where sum of number in it = card.number and count of it > 1
        let whole = maximal families of sums
        let all_sums = union of sums
        each player clockwise from left of me
            choose pair from pairs where 1 = 1
            set several to pair
        choose one_sum from sums
        choose family from whole
        choose taken from unions of maximal families of sums
        choose part from all_sums
        set several to taken
        open attack(card, stack_of_mine, taken) to others
        together each player clockwise from me
            choose mine from my hand
            choose pair from pairs
            do
                set several to pair
                choose thanks from table
                set marked to thanks
        move card to table
window attack(card: card, mine: stack or none, taken: cards)
interrupt answer answers attack
    choose reply from my hand
    let all_of_it = taken + only(reply)
    do
        choose again from subsets of all_of_it
        set several to again
        set marked to card
        if mine is not none
            move mine to my patch
"""
)
FULL = FULL.replace("        end_of_turn\n", "").replace(
    "        open attack(card, stack_of_mine",
    "        let low = first of table\n        let stack_of_mine = first of my patch\n"
    "        if low is not none and my patch is empty\n            stack low on low to my patch\n"
    "        open attack(card, stack_of_mine",
)
DOUBLES = NUMBERS.replace("count: 1", "count: 2")


def full(seed: int = 0) -> Table:
    """The game with everything in it."""
    return table(FULL, 3, cards=DOUBLES, seed=seed)


# ---- States --------------------------------------------------------------------------------------


@pytest.mark.parametrize("item", at_all_numbers(), ids=str)
def test_apply_leaves_the_given_state_as_it_was(item: Bundled) -> None:
    of = item.game()
    for number, s in enumerate(random_play(of, 5, steps=120)):
        if number % 3:
            continue
        before, happened = snapshot(s), list(s.events)
        for action in list(of.legal_actions(s))[:3]:
            after = of.apply(s, action)
            assert after is not s
            assert after.steps == s.steps + 1
        assert snapshot(s) == before
        assert s.events == happened


def test_a_copy_is_equal_and_independent() -> None:
    t = full()
    s = t.state
    other = s.copy()
    assert other == s
    assert hash(other) == hash(s)
    assert other.events == []
    t.game.apply_answer_in_place(other, t.game.answers(other)[0])
    assert other != s
    assert s == through_json(t.game, s)
    assert s != "something else"


def test_every_part_of_a_state_counts_for_equality() -> None:
    s = full().state
    for name in PARTS:
        other = s.copy()
        value = getattr(s, name)
        if isinstance(value, bool):
            changed: Any = not value
        elif isinstance(value, int):
            changed = value + 1
        elif isinstance(value, tuple) or value is None:
            changed = (*(value or ()), 99)
        else:
            changed = [*value, 99]
        setattr(other, name, changed)
        assert other != s, name


def test_copies_of_each_list_are_taken() -> None:
    """A change of one copy, list by list, does not show in the other."""
    s = full().state
    for name in PARTS:
        value = getattr(s, name)
        if isinstance(value, list):
            assert getattr(s.copy(), name) is not value, name
    assert all(one is not other for one, other in zip(s.frames, s.copy().frames, strict=True))


@pytest.mark.parametrize("item", at_both_ends(), ids=str)
def test_states_go_through_json_at_every_decision_and_go_on_alike(item: Bundled) -> None:
    of = item.game()
    for seed in (1, 2):
        s = of.start(seed)
        choices = Stream(seed, 1)
        number = 0
        while len(answers := of.answers(s)) and number < 250:
            again = through_json(of, s)
            assert again == s
            assert hash(again) == hash(s)
            assert list(of.answers(again)) == list(answers)
            index = choices.below(len(answers))
            if number % 7 == 0:
                s = again
                answers = of.answers(s)
            of.apply_answer_in_place(s, answers[index])
            number += 1


def test_a_game_with_everything_in_its_frames_goes_through_json_and_goes_on_alike() -> None:
    sites = set()
    for seed in range(6):
        t = full(seed)
        of, s = t.game, t.state
        choices = Stream(seed, 1)
        number = 0
        while len(answers := of.answers(s)) and number < 400:
            assert s.pending is not None
            sites.add(s.pending[0])
            again = through_json(of, s)
            assert again == s
            assert [str(a) for a in of.legal_actions(again)] == [
                str(a) for a in of.legal_actions(s)
            ]
            assert of.decision(again) == of.decision(s)
            answer = answers[choices.below(len(answers))]
            of.apply_answer_in_place(again, answer)
            of.apply_answer_in_place(s, answer)
            assert again == s
            assert list(map(type, again.events)) == list(map(type, s.events))
            number += 1
    assert len(sites) == len(t.game.builder.sites), "each site was met"


def test_plain_data_is_all_that_a_state_is_made_of() -> None:
    def plain(value: Any) -> bool:
        if isinstance(value, (list, tuple)):
            return type(value) in (list, tuple) and all(map(plain, value))
        return value is None or type(value) in (int, bool)

    t = full(3)
    choices = Stream(3, 1)
    for _ in range(200):
        for name, value in t.state.data().items():
            assert plain(value) or name == "fingerprint", (name, value)
        answers = t.game.answers(t.state)
        if not len(answers):
            break
        t.state = t.game.apply_answer(t.state, answers[choices.below(len(answers))])


CONTINUE = """
import json, sys
from pathlib import Path
from cardrules.analysis.load import analyse_source
from cardrules.engine.chance import Stream
from cardrules.engine.game import Game
from cardrules.engine.positions.state_data import state_from_data
from cardrules.source import read_source, normalised
given = json.load(sys.stdin)
games = {}
for item in given:
    key = item["rules"], item["players"]
    if key not in games:
        games[key] = Game(analyse_source(normalised("x", item["rules"]))[0], item["players"])
    game = games[key]
    s = state_from_data(game, item["state"])
    choices = Stream(9, 1)
    for _ in range(item["steps"]):
        answers = game.answers(s)
        if not len(answers):
            break
        game.apply_answer_in_place(s, answers[choices.below(len(answers))])
    print(json.dumps(s.data()))
"""


def test_another_process_goes_on_with_a_state_just_alike() -> None:
    """From some decisions of each game, within interrupts and sealed choices too."""
    given, wanted = [], []
    for item in smallest_and_largest():
        of = item.game()
        met = set()
        for s in random_play(of, 4, steps=300):
            if s.pending is None or s.pending[0] in met:
                continue
            met.add(s.pending[0])
            given.append({"rules": of.ruleset.text.text, "players": item.players,
                          "state": s.data(), "steps": 30})  # fmt: skip
            other = s.copy()
            choices = Stream(9, 1)
            for _ in range(30):
                answers = of.answers(other)
                if not len(answers):
                    break
                of.apply_answer_in_place(other, answers[choices.below(len(answers))])
            wanted.append(json.loads(json.dumps(other.data())))
            given[-1] = json.loads(json.dumps(given[-1]))
    done = subprocess.run(
        [sys.executable, "-c", CONTINUE],
        input=json.dumps(given), capture_output=True, text=True, check=True, cwd=ROOT,
    )  # fmt: skip
    found = [json.loads(line) for line in done.stdout.splitlines()]
    assert len(found) == len(wanted) > 10
    assert found == wanted


@pytest.mark.parametrize("field", ["zones", "frames", "pending", "key"])
def test_data_of_no_state_is_refused(field: str) -> None:
    data = full().state.data()
    del data[field]
    with pytest.raises(StateError, match=f"`{field}` is missing") as caught:
        state_from_data(full().game, data)
    assert caught.value.part == field


def without_cause(event: events.Event) -> tuple[object, ...]:
    """What happened, without the line that did it: read again, the rules have other lines."""
    return (type(event), *[part for part in event if part is not event.cause])


def test_the_same_seed_gives_the_same_history_and_another_seed_another() -> None:
    histories = []
    for seed in (1, 1, 2):
        t = full(seed)
        choices = Stream(seed, 1)
        for _ in range(60):
            answers = t.game.answers(t.state)
            if not len(answers):
                break
            t.state = t.game.apply_answer(t.state, answers[choices.below(len(answers))])
            t.events += t.state.events
        histories.append((snapshot(t.state), [without_cause(event) for event in t.events]))
    assert histories[0] == histories[1]
    assert histories[0] != histories[2]


def test_two_games_of_one_ruleset_are_the_same_game() -> None:
    """Nothing depends on which object it is, or on what was played before."""
    rules = ruleset(FULL, players="3", cards=DOUBLES)
    one, other = Game(rules, 3), Game(rules, 3)
    for _ in random_play(one, 8, steps=50):
        pass
    assert one.start(3) == other.start(3)
    s = one.start(3)
    for _ in range(20):
        assert list(one.answers(s)) == list(other.answers(s.copy()))
        s = other.apply_answer(s, one.answers(s)[-1])


# ---- Legal actions -------------------------------------------------------------------------------

LAY = (
    """
zone line per player row, seen by all
setup
    each player clockwise from starter
        draw 4 from deck to my hand
        draw 3 from deck to my line
"""
    + DECK
    + HAND
    + ONE_GO
)
TWINS = 'twin: {name: "{number}", number: [1, 2], count: [10, 10]}'


def test_cards_that_look_the_same_are_one_action() -> None:
    t = table(
        LAY + "action go\n    choose card from my hand\n    do\n        move card to my line\n",
        cards=TWINS,
    )
    assert t.legal == ["go card: 2"]
    t = table(
        LAY
        + (
            "action go\n"
            "    choose several from subsets of my hand\n"
            "    do\n"
            "        move several to my line\n"
        ),
        cards=TWINS,
    )
    assert t.legal == ["go several: nothing", "go several: 2", "go several: 2 + 2",
                       "go several: 2 + 2 + 2", "go several: 2 + 2 + 2 + 2"]  # fmt: skip


def test_cards_in_a_row_are_told_apart_by_their_places() -> None:
    t = table(
        LAY + "action go\n    choose card from my line\n    do\n        move card to my hand\n",
        cards=TWINS,
    )
    actions = list(t.game.legal_actions(t.state))
    assert [action.data() for action in actions] == [
        {"action": "go", "card": "2"},
        {"action": "go", "card": "2", "which": 2},
        {"action": "go", "card": "2", "which": 3},
    ]
    assert [t.game.answer_of(t.state, action) for action in actions] == list(
        t.game.answers(t.state)
    )
    again = [action_from_data(json.loads(json.dumps(action.data()))) for action in actions]
    assert again == actions
    assert [hash(action) for action in again] == [hash(action) for action in actions]
    with pytest.raises(IllegalActionError):
        t.game.answer_of(t.state, Action("go", {"card": "2"}, 4))


@pytest.mark.parametrize("item", at_both_ends(), ids=str)
def test_the_order_of_legal_actions_is_stable(item: Bundled) -> None:
    of, again = item.game(), Game(item.game().ruleset, item.players)
    for number, s in enumerate(random_play(of, 6, steps=150)):
        if number % 5 == 0:
            here = [action.data() for action in of.legal_actions(s)]
            assert here == [action.data() for action in again.legal_actions(s.copy())]
            assert here == [action.data() for action in of.legal_actions(through_json(of, s))]
            if len(here) < 60:
                assert here == [of.legal_actions(s)[index].data() for index in range(len(here))]


def test_cards_that_look_the_same_in_different_zones_are_different_choices() -> None:
    rules = LAY + "zone open shared spread, seen by all\n"
    rules = rules.replace("draw 3 from deck to my line", "draw 1 from deck to open")
    t = table(
        rules
        + "action go\n    choose card from my hand + open\n    do\n        move card to my line\n",
        cards=TWINS,
    )
    actions = list(t.game.legal_actions(t.state))
    assert [action.data() for action in actions] == [
        {"action": "go", "card": "2"},
        {"action": "go", "card": "2", "which": 2},
    ]
    t.state = t.game.apply(t.state, actions[1])
    assert (len(t.cards("hand", 0)), len(t.cards("open"))) == (4, 1)


def test_legal_actions_are_a_sequence() -> None:
    t = table(
        LAY + "action go\n    choose card from my hand\n    do\n        move card to my line\n",
        cards=NUMBERS.replace("9", "16"),
    )
    legal = t.game.legal_actions(t.state)
    assert len(legal) == 4
    assert [str(action) for action in legal[1:3]] == [str(legal[1]), str(legal[2])]
    assert legal[-1] == list(legal)[-1]
    assert legal[0] in legal
    assert Action("go", {"card": "1"}) not in legal


def test_a_set_of_cards_may_be_written_in_any_order() -> None:
    rules = LAY + (
        "action go\n"
        "    choose several from subsets of my hand where count of it = 3\n"
        "    do\n"
        "        move several to my line\n"
    )
    t = table(rules, cards=NUMBERS.replace("9", "16"))
    first = t.game.legal_actions(t.state)[0]
    several = first.arguments["several"]
    for written in (several[::-1], tuple(several), [several[1], several[0], several[2]]):
        assert t.game.answer_of(t.state, Action("go", {"several": written})) == first.answer
    with pytest.raises(IllegalActionError):
        t.game.answer_of(t.state, Action("go", {"several": [*several[:2], several[1]]}))


def test_so_many_choices_are_counted_and_looked_up_without_making_them() -> None:
    """10 of 40 different cards: 847,660,528 actions."""
    rules = (
        DECK
        + HAND
        + """
setup
    draw 40 from deck to starter.hand
play
    as starter
        choose several from subsets of my hand where count of it = 10
        move several to (left of me).hand
"""
    )
    t = table(rules, cards='plain: {name: "{number}", number: 1 to 40, count: 1}')
    legal = t.game.legal_actions(t.state)
    assert len(legal) == 847_660_528
    action = legal[500_000_000]
    assert t.game.apply(t.state, action) == t.game.apply_answer(t.state, legal.answers[500_000_000])
    assert len(set(action.arguments["several"])) == 10
    assert len(t.game.answers(through_json(t.game, t.state))) == len(legal)


def test_more_choices_than_can_be_counted_can_still_be_made() -> None:
    """40 of 100 cards."""
    rules = (
        DECK
        + HAND
        + """
setup
    draw 100 from deck to starter.hand
play
    as starter
        choose several from subsets of my hand where count of it = 40
        move several to (left of me).hand
"""
    )
    t = table(rules, cards='plain: {name: "{number}", number: 1 to 100, count: 1}')
    assert len(t.game.answers(t.state)) == sys.maxsize
    t.state = t.game.apply(t.state, t.game.legal_actions(t.state)[10**18])
    assert len(t.cards("hand", 1)) == 40


def test_so_many_choices_may_be_kept_in_a_frame() -> None:
    rules = (
        DECK
        + HAND
        + """
setup
    draw 30 from deck to starter.hand
play
    as starter
        let fitting = subsets of my hand where count of it = 12
        choose one_more from my hand
        choose several from fitting
        move several to (left of me).hand
"""
    )
    t = table(rules, cards='plain: {name: "{number}", number: 1 to 40, count: 1}')
    assert len(json.dumps(t.state.data())) < 100_000
    again = through_json(t.game, t.state)
    assert again == t.state
    t.state = again
    t.choose(one_more="20")
    assert len(t.game.answers(t.state)) == 86_493_225


# ---- Mistakes of callers -------------------------------------------------------------------------


def test_actions_that_are_no_actions_here() -> None:
    t = full()
    with pytest.raises(
        MalformedActionError,
        match="'dance' is nothing that can be answered here; it could be go, rest",
    ):
        t.do("dance")
    with pytest.raises(MalformedActionError):
        t.do("answer", reply="1")
    with pytest.raises(IllegalActionError):
        t.do("go", card="Ace of Spades")
    with pytest.raises(IllegalActionError):
        t.do("go")
    with pytest.raises(IllegalActionError):
        t.do("go", card=t.cards("hand", 0)[0], more=1)
    with pytest.raises(IllegalActionError):
        t.do("rest")
    assert issubclass(IllegalActionError, ActionError) and issubclass(ActionError, ValueError)


def test_nothing_can_be_done_at_the_end() -> None:
    t = table("play\n    repeat 0 times\n        end repeat\n")
    assert t.game.decision(t.state) is None
    assert list(t.game.legal_actions(t.state)) == []
    with pytest.raises(GameOverError):
        t.do("go")
    with pytest.raises(GameOverError):
        t.game.apply_answer_in_place(t.state, (0,))


def test_there_is_no_result_before_the_end() -> None:
    with pytest.raises(StateError, match="not over"):
        full().game.result(full().state)


@pytest.mark.parametrize("players", [1, 5, 0, -2, "2", 2.0, None])
def test_wrong_numbers_of_players(players: Any) -> None:
    with pytest.raises(OptionError, match="is played by 2 to 4 players"):
        Game(ruleset(DECK, players="2 to 4"), players)


@pytest.mark.parametrize("starter", [-1, 2, 7])
def test_wrong_starters(starter: int) -> None:
    with pytest.raises(OptionError, match="There is no seat"):
        game(DECK).start(0, starter)


OPTIONS = """options:
  size: {default: 3, min: 1, max: 2 * count of players, help: x}
  open_hands: {default: false, help: x}
  length: {default: single, values: [single, long], help: x}
  more: {default: size + 1, min: size, help: x}"""


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"sise": 3}, "There is no option 'sise'; the options are: size, open_hands, length, more"),
        ({"size": 0}, "The option size is at least 1 with 2 players, not 0"),
        ({"size": 5}, "The option size is at most 4 with 2 players, not 5"),
        ({"size": "many"}, "whole number, not 'many'"),
        ({"size": True}, "whole number, not True"),
        ({"size": 2.5}, "whole number, not 2.5"),
        ({"size": None}, "whole number, not None"),
        ({"open_hands": 1}, "true or false, not 1"),
        ({"open_hands": "perhaps"}, "true or false, not 'perhaps'"),
        ({"length": "short"}, "one of single, long, not 'short'"),
        ({"more": 2}, "The option more is at least 3"),
    ],
)
def test_wrong_options(options: dict[str, object], words: str) -> None:
    with pytest.raises(OptionError, match=words):
        game(DECK, options=options, front=OPTIONS)


def test_options_are_given_as_values_or_as_text() -> None:
    of = game(DECK, options={"size": "4", "open_hands": "true", "length": "long"}, front=OPTIONS)
    assert of.options_in_force == {"size": 4, "open_hands": True, "length": "long", "more": 5}
    assert game(DECK, front=OPTIONS).options_in_force == {
        "size": 3, "open_hands": False, "length": "single", "more": 4,
    }  # fmt: skip


def test_numbers_of_cards_that_do_not_come_out() -> None:
    with pytest.raises(RulesetError, match="-1 cards"):
        game(DECK, cards="plain: {number: 1, count: 1 - count of players}")
    with pytest.raises(RulesetError, match="has no cards"):
        game(DECK, cards="plain: {number: 1, count: 2 - count of players}")


# ---- Limits --------------------------------------------------------------------------------------


def test_a_game_of_too_many_actions_is_stopped_and_the_state_handed_over() -> None:
    rules = DECK + (
        "play\n"
        "    turns clockwise from starter\n"
        "        one of go\n"
        "action go\n"
        "    do\n"
        "        repeat 0 times\n"
        "            end repeat\n"
    )
    t = table(rules, limit=25)
    for _ in range(25):
        t.do("go")
    with pytest.raises(GameLimitError, match="not over after 25 actions") as caught:
        t.do("go")
    assert caught.value.state == t.state


@pytest.mark.parametrize(
    "play",
    [
        "rounds\n        repeat 0 times\n            end repeat",
        "turns clockwise from starter\n        repeat 0 times\n            end repeat",
        (
            "turns clockwise from starter where hand is not empty until deck is empty\n"
            "        repeat 0 times\n"
            "            end repeat"
        ),
    ],
)
def test_a_game_that_asks_nobody_for_ever_is_stopped(play: str) -> None:
    with pytest.raises(GameLimitError, match="same position came back") as caught:
        table(f"{DECK}{HAND}\nplay\n    {play}\n")
    assert isinstance(caught.value.state, State)


def test_a_match_that_is_never_decided_is_stopped() -> None:
    rules = DECK + "play\n    repeat 0 times\n        end repeat\nmatch best of 3\n"
    with pytest.raises(GameLimitError, match="game after game") as caught:
        table(rules)
    found = caught.value.diagnostic
    assert isinstance(found, Diagnostic)
    assert found.source.text[found.span.start :].startswith("match best of 3")


def test_a_match_may_have_any_number_of_games_in_which_somebody_is_asked() -> None:
    rules = f"{DECK}{HAND}{ONE_GO}action go\n    do\n        end game\nmatch of 1001 games\n"
    t = table(rules)
    while not t.state.over:
        t.game.apply_answer_in_place(t.state, t.game.answers(t.state)[0])
    assert t.state.game == 1001


def test_a_match_that_lasts_too_long_is_told_as_one() -> None:
    rules = f"{DECK}{HAND}{ONE_GO}action go\n    do\n        end game\nmatch of 1001 games\n"
    t = table(rules, limit=25)
    with pytest.raises(
        GameLimitError, match="The match, now in its game 26, was not over after 25"
    ):
        while True:
            t.game.apply_answer_in_place(t.state, t.game.answers(t.state)[0])


# ---- Chance that is supplied ---------------------------------------------------------------------


def outcomes(t: Table) -> list[dict[str, Any]]:
    """What chance brought, as a record would hold it."""
    found: list[dict[str, Any]] = []
    names = t.game.tables.zone_names
    for event in t.events:
        if isinstance(event, events.StarterNamed) and event.is_drawn:
            found.append({"starter": event.player + 1})
        elif isinstance(event, events.Shuffled):
            found.append({"shuffle": names[event.where][0], "order": t.names(event.cards)[::-1]})
        elif isinstance(event, events.Picked):
            found.append(event.outcome)
    return found


@pytest.mark.parametrize("item", at_both_ends(), ids=str)
def test_a_game_is_played_again_from_its_outcomes_without_the_generator(item: Bundled) -> None:
    of = item.game()
    t = Table(of, seed=3, starter=None)
    choices = Stream(3, 1)
    taken = []
    for _ in range(150):
        answers = of.answers(t.state)
        if not len(answers):
            break
        action = of.action_of(t.state, answers[choices.below(len(answers))])
        taken.append(action.data())
        t.state = of.apply(t.state, action)
        t.events += t.state.events
    given = json.loads(json.dumps(outcomes(t)))
    assert len(given) == t.state.chance
    again = Game(of.ruleset, item.players, chance=given)
    for seed in (3, None):
        s = again.start(seed)
        for data in taken:
            s = again.apply(s, action_from_data(data))
        if seed is None:
            assert (s.key, s.draws) == (NO_GENERATOR, 0)
            s.key, s.draws = t.state.key, t.state.draws
        assert s == t.state


def test_an_order_may_name_the_top_cards_only() -> None:
    t = table(DECK + "setup\n    shuffle deck\n", chance=[{"shuffle": "deck", "order": ["3", "5"]}])
    assert t.cards("deck") == ["1", "2", "4", "6", "7", "8", "9", "5", "3"]


def test_outcomes_that_run_out_come_from_the_generator() -> None:
    t = table(
        DECK + "setup\n    shuffle deck\n    pick n at random from {1, 2}\n",
        chance=[{"shuffle": "deck", "order": []}],
    )
    assert t.state.chance == 2
    # What the generator would have given for the first event was thrown away.
    assert t.state.draws == 8 + 1


def test_the_starter_may_be_supplied() -> None:
    of = game(DECK, 3, chance=[{"starter": 3}])
    assert of.start(0).starter == 2
    assert of.start(0, 1).starter == 1


@pytest.mark.parametrize(
    ("outcome", "words"),
    [
        ({"shuffle": "discard", "order": []}, "is `shuffle deck`"),
        ({"pick": "deck", "result": 1}, "is `shuffle deck`"),
        ({"starter": 1}, "is `shuffle deck`"),
        ({"shuffle": "deck"}, "needs an order of 9 cards"),
        ({"shuffle": "deck", "order": "123"}, "needs an order of 9 cards"),
        ({"shuffle": "deck", "order": ["1"] * 10}, "needs an order of 9 cards"),
        ({"shuffle": "deck", "order": ["1", "1"]}, "no further '1' to lay"),
        ({"shuffle": "deck", "order": ["Queen"]}, "no further 'Queen' to lay"),
        ({"shuffle": "deck", "order": [], "which": 1}, "its outcome has no 'which'"),
        ({"shuffle": "deck", "oder": ["1"]}, "its outcome has no 'oder'"),
    ],
)
def test_outcomes_that_do_not_fit(outcome: dict[str, Any], words: str) -> None:
    with pytest.raises(ChanceError, match=words):
        table(DECK + "setup\n    shuffle deck\n", chance=[outcome])


@pytest.mark.parametrize(
    "outcome", [{"pick": "c", "result": "10"}, {"pick": "c"}, {"pick": "d", "result": "9"},
                {"pick": "c", "result": "9", "which": 2}, {},
                {"pick": "c", "result": "9", "wich": 1}]
)  # fmt: skip
def test_picks_that_do_not_fit(outcome: dict[str, Any]) -> None:
    with pytest.raises(ChanceError):
        table(DECK + "setup\n    pick c at random from deck\n", chance=[outcome])


@pytest.mark.parametrize(
    "outcome", [{"starter": 0}, {"starter": 3}, {"starter": "1"}, {}, {"starter": 1, "x": 1}]
)
def test_starters_that_do_not_fit(outcome: dict[str, Any]) -> None:
    with pytest.raises(ChanceError):
        game(DECK, chance=[outcome]).start(0)


# ---- The end -------------------------------------------------------------------------------------


def scored(points: list[int], winner: str, seats: int = 3, **more: Any) -> Any:
    """The result of a game in which the players have these points and these seats as second
    value.
    """
    lines = "".join(
        f"    set {'(left of ' * seat}starter{')' * seat}.points to {number // 10}\n"
        f"    set {'(left of ' * seat}starter{')' * seat}.second to {number % 10}\n"
        for seat, number in enumerate(points)
    )
    rules = f"""{DECK}
variable points per player: integer = 0
variable second per player: integer = 0
setup
{lines}
score
    points: points
{winner}
"""
    t = table(rules, seats, **more)
    return t.game.result(t.state)


def test_the_highest_score_wins_and_others_have_their_places() -> None:
    result = scored([10, 30, 20], "winner highest score")
    assert (result.winners, result.scores, result.places, result.games) == (
        (1,),
        (1, 3, 2),
        (3, 1, 2),
        1,
    )


def test_a_tie_goes_to_the_next_criterion_and_is_shared_if_none_decides() -> None:
    assert scored([31, 32, 20], "winner highest score then highest second").winners == (1,)
    assert scored([31, 32, 20], "winner highest score then lowest second").winners == (0,)
    result = scored([31, 31, 20], "winner highest score then highest second")
    assert (result.winners, result.places) == ((0, 1), (1, 1, 3))
    assert scored([30, 20, 20], "winner lowest score").winners == (1, 2)


def test_a_criterion_may_be_a_flag() -> None:
    result = scored([31, 22, 22], "winner highest second = 2 then highest score")
    assert result.winners == (1, 2)


def test_partners_win_together() -> None:
    rules = f"""{DECK}
zone won per team pile, seen by all
setup
    draw 2 from deck to (left of starter).won
score
    cards: count of won
"""
    t = table(rules, 4, front="teams: {4: [[1, 3], [2, 4]]}")
    result = t.game.result(t.state)
    assert (result.winners, result.scores, result.places) == ((1, 3), (0, 2, 0, 2), (2, 1, 2, 1))


def test_an_action_of_any_form_can_be_told() -> None:
    forms: list[object] = [{"stack": 1}, {"seat": 1}, {}, {"stack": {"stack": []}}, [{"stack": 1}]]
    for value in forms:
        assert str(Action("steal", {"stack": value})).startswith("steal")
