"""The result: what decided is shown, at the table, as columns and as data."""

from __future__ import annotations

from typing import Any

import pytest

from cardrules.cli.results import result_as_data, result_lines
from cardrules.sim.run import Playthrough
from cardrules.table.criterion_words import heading_of
from cardrules.table.ending import ending_of
from tests.cli.play_harness import Sat, people
from tests.engine import harness

# Seats 1 and 2 hold 9 and 8, 7 and 6; nobody has a point, and nothing can be done but lay a card.
TIED = (
    harness.DECK
    + harness.HAND
    + """
zone heap shared pile, seen by all
variable is_ready per player: flag = true
setup
    each player clockwise from starter
        draw 2 from deck to my hand
play
    as starter
        one of lay
action lay "Lay a card"
    choose card from my hand
    do
        move card to heap
score
    nothing: count of hand where number > 20
winner highest is_ready then highest score then lowest count of (hand where number > 1)  [T-1] "x"
"""
)
HEADING = "Certain cards in the hand (fewest)"


def played(rules: str, seats: int = 2, **more: Any) -> Playthrough:
    """A game in which the first card was laid."""
    playthrough = Playthrough(harness.game(rules, seats, **more), seed=1, starter=0)
    while not playthrough.over:
        playthrough.act(playthrough.seat.actions[0])
    return playthrough


def test_what_decided_a_tie_is_a_column_of_the_result() -> None:
    lines = result_lines(played(TIED))
    assert lines[0] == f"Place  Player    Score  Nothing  {HEADING}"
    assert [line.split() for line in lines[1:3]] == [
        ["1", "Player", "1", "0", "0", "1"],
        ["2", "Player", "2", "0", "0", "2"],
    ]


def test_what_decided_nothing_is_left_out() -> None:
    rules = TIED.replace("hand where number > 20", "hand")
    assert result_lines(played(rules))[0] == "Place  Player    Score  Nothing"


def test_a_criterion_before_the_score_is_told_in_words() -> None:
    rules = TIED.replace("move card to heap", "move card to heap\n        set me.is_ready to false")
    lines = result_lines(played(rules))
    assert lines[0] == "Place  Player    Score  Nothing  Is ready"
    assert [line.split()[-1] for line in lines[1:3]] == ["yes", "no"]


def test_at_the_table_it_is_a_row_below_the_score() -> None:
    sat = Sat(harness.game(TIED), people(2), names=("Ann", "Bob"))
    sat.type("", "1")
    rows = [line.split() for line in sat.on_screen.splitlines()]
    assert ["Place", "1", "2"] in rows and ["nothing", "0", "0"] in rows
    assert [*HEADING.split(), "1", "2"] in rows
    assert rows.index([*HEADING.split(), "1", "2"]) > rows.index(["nothing", "0", "0"])


@pytest.mark.parametrize(
    ("value", "heading"),
    [
        ("highest tricks", "Tricks taken (highest)"),
        ("lowest wins", "Wins (lowest)"),
        ("highest is_ready", "Is ready"),
        ("highest gem", "Gems (highest)"),
        ("highest count of hand", "Cards in the hand (most)"),
        ("lowest count of patch", "Stacks in the front garden (fewest)"),
        ("lowest count of (hand where number > 1)", "Certain cards in the hand (fewest)"),
        ("highest strength(me)", "Strength (highest)"),
        ("highest sum of number in hand", "Tie-break (highest)"),
        ("highest 2 * count of hand", "Tie-break (highest)"),
        ('highest count of hand "cards left"', "cards left"),
    ],
)
def test_without_a_heading_a_criterion_is_told_in_general_words(value: str, heading: str) -> None:
    declared = """
zone patch per player stacks, seen by all "front garden"
variable tricks per player: integer = 0 "tricks taken"
variable wins per player: integer = 0
variable is_ready per player: flag = true
tokens gem per player, supply 5
define strength(p: player) = count of p.hand
"""
    rules = harness.ruleset(f"{harness.DECK}{harness.HAND}{declared}winner {value}\n")
    assert [heading_of(rules, criterion) for criterion in rules.criteria] == [heading]


def test_a_heading_is_what_people_call_a_criterion() -> None:
    rules = TIED.replace("highest score then", 'highest score "peas" then')
    rules = rules.replace("number > 1) ", 'number > 1) "cards left"')
    playthrough = played(rules)
    assert result_lines(playthrough)[0] == "Place  Player    Peas  Nothing  Cards left"
    ending = ending_of(playthrough.game, playthrough.state, ["Ann", "Bob"])
    assert (ending.score_label, ending.criteria[0].label) == ("Peas", "Cards left")


def test_a_heading_is_what_people_call_that_which_a_match_counts() -> None:
    playthrough = played(TIED + 'match best of 1 "games won"\n')
    assert result_lines(playthrough)[0] == "Place  Player    Games won  Score  Nothing"


def test_a_side_of_several_has_one_value() -> None:
    playthrough = played(TIED, 4, front="teams: {4: [[1, 3], [2, 4]]}")
    [*_, last] = result_as_data(playthrough)["criteria"]
    assert last["values"][0] == last["values"][2]
    assert last["values"][1] == last["values"][3]


def test_the_data_have_all_criteria_with_their_values() -> None:
    assert result_as_data(played(TIED))["criteria"] == [
        {
            "extreme": "highest",
            "text": "is ready",
            "heading": "Is ready",
            "values": [True, True],
        },
        {"extreme": "highest", "text": "score", "heading": "Score (highest)", "values": [0, 0]},
        {
            "extreme": "lowest",
            "text": "count of (hand where number > 1)",
            "heading": HEADING,
            "values": [1, 2],
        },
    ]


def test_in_a_match_only_its_points_make_places() -> None:
    playthrough = played(TIED + "match best of 1\n")
    assert playthrough.game.is_match
    assert "Match" in result_lines(playthrough)[0]
    assert "Lowest" not in result_lines(playthrough)[0]
    assert result_as_data(playthrough)["criteria"] == []


def test_the_words_of_a_criterion_are_those_of_its_line() -> None:
    rules = TIED.replace(
        "highest score then", "highest score  then   lowest highest of number in hand then"
    )
    assert [item.text for item in harness.ruleset(rules).criteria] == [
        "is_ready",
        "score",
        "highest of number in hand",
        "count of (hand where number > 1)",
    ]
    assert [item.text for item in harness.ruleset(harness.DECK).criteria] == ["score"]
