"""Bots: what they choose, that it repeats, and that they look at nothing that they may not see."""

from __future__ import annotations

from collections import Counter

import pytest

from cardrules.engine.chance import Stream
from cardrules.engine.game import Game
from cardrules.engine.playing.chance_events import Outcome
from cardrules.engine.positions.determinise import determinised
from cardrules.errors import OptionError
from cardrules.model.action import Action
from cardrules.sim.outcomes import checksum, outcomes_of
from cardrules.sim.players import GreedyBot, RandomBot, make_bot, make_bots, margin
from cardrules.sim.run import Playthrough, play_out
from cardrules.sim.seat import Seat, seat_at
from tests.bundled import Bundled, at_all_numbers, bundled
from tests.engine.harness import game
from tests.sim.tiny import BIDS, PILES, piles

# Enough of a game to come to every kind of decision.
_DECISIONS = 40


def test_a_random_bot_takes_each_action_about_equally_often() -> None:
    seat = seat_at(piles(), piles().start(3))
    bot = RandomBot(Stream(1, 1))
    counts = Counter(str(bot.choose(seat)) for _ in range(600))
    assert len(counts) == len(seat.actions)
    assert min(counts.values()) > 600 / len(counts) / 2


def test_bots_repeat_their_game_for_the_same_seed_and_not_for_another() -> None:
    def steps(seed: int) -> list[str]:
        playthrough = Playthrough(piles(), seed=7)
        play_out(playthrough, make_bots(["random", "greedy"], seed))
        return [str(step.action) for step in playthrough.steps]

    assert steps(1) == steps(1)
    assert len({tuple(steps(seed)) for seed in range(5)}) > 1


def test_bots_at_two_seats_do_not_draw_the_same() -> None:
    seat = seat_at(piles(), piles().start(3))
    chosen = [
        [str(bot.choose(seat)) for _ in range(10)]
        for bot in (make_bot("random", 1, 0), make_bot("random", 1, 1))
    ]
    assert chosen[0] != chosen[1]


@pytest.mark.parametrize(("lowest", "wanted"), [(False, max), (True, min)])
def test_a_greedy_bot_looks_for_the_score_that_wins(lowest: bool, wanted: type) -> None:
    made = piles(lowest=lowest)
    for seed in range(8):
        seat = seat_at(made, made.start(seed))
        hand = [int(str(card.face)) for card in seat.view().zone("hand", seat.player).cards]
        if any(card <= 5 for card in hand):
            continue  # then a card may be dropped for one that nobody knows
        chosen = make_bot("greedy", seed, seat.player).choose(seat)
        assert chosen.name == "keep"
        assert chosen.arguments["card"] == str(wanted(hand))


def test_a_greedy_bot_beats_a_random_one() -> None:
    made = Game(bundled_ruleset("crazy_eights"), 2)
    wins = 0
    for seed in range(12):
        names = ["random", "random"]
        names[seed % 2] = "greedy"
        playthrough = play_out(Playthrough(made, seed=seed), make_bots(names, seed))
        wins += made.result(playthrough.state).winners == (seed % 2,)
    assert wins >= 8


def bundled_ruleset(name: str):
    return next(item for item in bundled() if item.name == name).game().ruleset


def test_a_greedy_bot_tries_only_so_many_of_many_actions() -> None:
    many = game(
        """
zone deck shared pile, seen by nobody, starts with cards
zone hand per player spread, seen by owner
zone out  per player pile, seen by nobody
setup
    each player clockwise from starter
        draw 30 from deck to my hand
play
    turns clockwise from starter once
        one of lay
action lay
    do
        choose given from subsets of my hand where count of it = 12
        move given to my out
score
    left: count of hand
""",
        cards='plain: {name: "{number}", number: 1 to 60, count: 1}',
    )
    playthrough = Playthrough(many)
    play_out(playthrough, make_bots(["greedy", "greedy"], 1))
    assert playthrough.over


def _quick_greedy() -> GreedyBot:
    bot = GreedyBot(Stream(3, 1))
    bot.samples = 2
    return bot


@pytest.mark.parametrize("item", at_all_numbers(), ids=str)
def test_a_greedy_bot_does_not_look_at_hidden_cards(item: Bundled) -> None:
    """Deal what the bot does not know anew: it must choose the same, from the same actions."""
    made = item.game()
    playthrough = Playthrough(made, seed=11)
    others = make_bots(["random"] * made.players, 5)
    other = Stream(6, 6)
    while not playthrough.over and len(playthrough.steps) < _DECISIONS:
        seat = playthrough.seat
        swapped = determinised(made, playthrough.state, seat.player, other.shuffled)
        imagined = seat_at(made, swapped)
        assert list(map(str, imagined.actions)) == list(map(str, seat.actions))
        assert _quick_greedy().choose(seat) == _quick_greedy().choose(imagined)
        playthrough.act(others[seat.player].choose(seat))


@pytest.mark.parametrize("item", at_all_numbers(), ids=str)
def test_what_a_bot_imagines_depends_on_what_it_knows_alone(item: Bundled) -> None:
    made = item.game()
    playthrough = Playthrough(made, seed=12)
    bots = make_bots(["random"] * made.players, 5)
    other = Stream(7, 7)
    while not playthrough.over and len(playthrough.steps) < _DECISIONS:
        seat = playthrough.seat
        swapped = determinised(made, playthrough.state, seat.player, other.shuffled)
        # A sample is the same whether it is drawn from the real state or from a swapped one.
        one = seat.sample(Stream(1, 1).shuffled)
        two = seat_at(made, swapped).sample(Stream(1, 1).shuffled)
        assert checksum(made, one) == checksum(made, two)
        assert one.key == two.key != playthrough.state.key
        playthrough.act(bots[seat.player].choose(seat))


def test_sealed_answers_of_others_are_imagined_anew() -> None:
    made = game(BIDS)
    playthrough = Playthrough(made, seed=1, starter=0)
    playthrough.act(Action("choose", {"height": 5}))
    stream = Stream(1, 1)
    seen: set[str] = set()
    for _ in range(40):
        sample = playthrough.seat.sample(stream.shuffled)
        after = made.apply_answer(sample, made.answers(sample)[0])
        base = made.tables.variable_base["bid"]
        seen.add(str(after.vars[base]))
    assert seen == {"0", "1", "2", "3", "4", "5"}


def test_supplied_outcomes_are_not_used_in_what_a_bot_imagines() -> None:
    """They are those of the real game: a bot that looked ahead with them would know the future."""
    order = [str(number) for number in (1, 2, 3, 4, 5, 6, 7, 8, 9)]
    outcomes: list[Outcome] = [{"starter": 1}, {"shuffle": "deck", "order": order}]
    outcomes += [{"pick": "gift", "result": "9"}]
    made = game(PILES, chance=outcomes)
    playthrough = Playthrough(made, seed=None)
    stream = Stream(1, 1)
    gifts = set()
    for _ in range(30):
        imagined = playthrough.seat.sample(stream.shuffled)
        drop = made.answer_of(imagined, Action("drop", {"card": "1"}))
        after = made.apply_answer(imagined, drop)
        gifts |= {outcome["result"] for outcome in outcomes_of(made, after.events)}
    assert len(gifts) > 3
    playthrough.act(Action("drop", {"card": "1"}))
    assert playthrough.steps[0].chance == ({"pick": "gift", "result": "9"},)


def test_the_margin_of_a_game_that_has_ended_in_a_match_is_the_final_one() -> None:
    made = game(
        """
zone deck shared pile, seen by nobody, starts with cards
zone mine per player pile, seen by all
play
    turns clockwise from starter once
        one of take
action take
    do
        draw 1 from deck to my mine
score
    taken: sum of number in mine
match best of 3
"""
    )
    playthrough = Playthrough(made, starter=0)
    playthrough.act(playthrough.seat.actions[0])
    playthrough.act(playthrough.seat.actions[0])
    assert playthrough.state.game == 2
    assert margin(made, playthrough.state, 0) == 1  # 9 against 8, although all lies anew
    assert margin(made, playthrough.state, 1) == -1


def test_an_unknown_bot_is_named_with_those_that_there_are() -> None:
    with pytest.raises(OptionError, match="no bot 'clever'; the bots are random, greedy"):
        make_bot("clever", 1, 0)


def test_whoever_has_choose_can_sit_at_the_table() -> None:
    class Person:
        """Somebody at a keyboard, who has typed these numbers."""

        def __init__(self) -> None:
            self.typed = iter([1, 1, 1])

        def choose(self, seat: Seat) -> Action:
            assert seat.explain(seat.actions[0]) is None
            assert seat.decision.player == seat.player
            return seat.actions[next(self.typed) - 1]

    playthrough = play_out(Playthrough(piles(), seed=1), [Person(), Person()])
    assert playthrough.over
