"""Outcomes read off events, and the checksum of the table."""

from __future__ import annotations

import hashlib

import pytest

from cardrules.engine.game import Game
from cardrules.engine.positions.determinise import renamed
from cardrules.sim.outcomes import checksum, outcomes_of, table_data
from cardrules.sim.players import make_bots
from cardrules.sim.replay import replay_record
from cardrules.sim.run import Playthrough, play_out
from tests.bundled import Bundled, at_all_numbers
from tests.engine.harness import game
from tests.sim.tiny import piles, played

# A card is picked out of both hands: which of those that look the same makes a difference.
TWINS = """
zone deck shared pile, seen by nobody, starts with cards
zone hand per player pile, seen by all
zone out  shared pile, seen by all
setup
    shuffle deck
    each player clockwise from starter
        draw 4 from deck to my hand
play
    turns clockwise from starter until players.hand is empty
        one of lose
action lose
    do
        pick gone at random from players.hand
        move gone to out
score
    left: count of hand
"""


def twins() -> Game:
    return game(TWINS, cards='plain: {name: "{number}", number: 1 to 2, count: 4}')


def test_outcomes_are_told_in_their_order_with_names() -> None:
    made = piles()
    s = made.start(seed=4)
    starter, shuffle = outcomes_of(made, s.events)
    assert starter == {"starter": s.starter + 1}
    assert shuffle["shuffle"] == "deck"
    assert sorted(shuffle["order"]) == [str(number) for number in range(1, 10)]


def test_a_starter_that_was_given_is_no_outcome() -> None:
    made = piles()
    assert [next(iter(item)) for item in outcomes_of(made, made.start(4, 0).events)] == ["shuffle"]


def test_the_order_of_a_shuffle_is_from_the_top_down() -> None:
    made = piles()
    s = made.start(seed=4, starter=0)
    order = outcomes_of(made, s.events)[0]["order"]
    assert sorted(order[:3]) == [
        made.ruleset.kinds[made.tables.kind[card]].name
        for card in s.zones[made.tables.zone_base["hand"]]
    ]


@pytest.mark.parametrize("seed", range(8))
def test_a_pick_among_twins_says_which(seed: int) -> None:
    playthrough = played(twins(), seed)
    picks = [item for step in playthrough.steps for item in step.chance]
    assert all(set(pick) <= {"pick", "result", "which"} for pick in picks)
    assert any(pick.get("which", 1) > 1 for pick in picks)
    assert replay_record(playthrough.record(), twins().ruleset).state == playthrough.state


@pytest.mark.parametrize("item", at_all_numbers(), ids=str)
def test_the_checksum_knows_no_numbers_of_cards(item: Bundled) -> None:
    """Cards of one kind that change places in number leave it as it is; others do not."""
    made = item.game()
    playthrough = Playthrough(made, seed=1)
    bots = make_bots(["random"] * made.players, 1)
    while not playthrough.over and len(playthrough.steps) < 20:
        playthrough.act(bots[playthrough.seat.player].choose(playthrough.seat))
    s, kind = playthrough.state, made.tables.kind
    face = list(range(made.tables.cards))
    for card in range(1, made.tables.cards):
        if kind[card] == kind[card - 1]:
            face[card], face[card - 1] = face[card - 1], face[card]
            break
    assert checksum(made, renamed(made, s, face)) == checksum(made, s)
    other = made.start(seed=2)
    assert checksum(made, other) != checksum(made, made.start(seed=3))


def test_what_is_empty_or_zero_is_left_out() -> None:
    made = piles()
    data = table_data(made, made.start(seed=4, starter=0))
    assert set(data["cards"]) == {"deck 1", "hand 1", "hand 2"}
    assert data["values"] == {}


def test_the_checksum_is_what_the_schema_says() -> None:
    """A fixed one: were it to change, every record ever written would be refused."""
    made = game("zone out per player spread, seen by all\nvariable level: integer = 3\n")
    s = made.start(starter=0)
    assert table_data(made, s) == {
        "cards": {"deck 1": ["9", "8", "7", "6", "5", "4", "3", "2", "1"]},
        "values": {"level": [3]},
    }
    text = '{"cards":{"deck 1":["9","8","7","6","5","4","3","2","1"]},"values":{"level":[3]}}'
    assert checksum(made, s) == hashlib.sha256(text.encode()).hexdigest()[:16]
    assert checksum(made, s) == "d95327bad53c07dc"


def test_a_whole_game_of_bots_is_fixed_by_its_seed() -> None:
    """The same on every platform and Python: another version of the generator has another name."""
    playthrough = Playthrough(piles(), seed=2024)
    play_out(playthrough, make_bots(["random", "greedy"], 2024))
    assert [str(step.action) for step in playthrough.steps] == [
        "keep card: 5",
        "keep card: 8",
        "drop card: 4",
        "keep card: 7",
        "keep card: 6",
        "drop card: 2",
    ]
