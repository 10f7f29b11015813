"""`games`, `info` and `rules`: what there is to know about a ruleset."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from cardrules.rule_ids import without_ids
from cardrules.rulesets import bundled
from tests.cli.calls import call


def test_games_lists_names_titles_and_players() -> None:
    result = call("games")
    assert result.exit_code == 0
    lines = result.output.splitlines()
    assert [line.split()[0] for line in lines] == list(bundled())
    assert "Snatch it!" in result.output and "3 to 6 players" in result.output
    data = json.loads(call("games", "--json").output)
    assert {"name": "snarkas", "title": "Snarkas", "players": [2, 4]} in data


@pytest.mark.parametrize("name", bundled())
def test_info_and_rules_work_for_every_game(name: str) -> None:
    assert call("info", name).exit_code == 0
    assert call("rules", name).exit_code == 0
    assert json.loads(call("info", name, "--json").output)["cards"]
    assert json.loads(call("rules", name, "--json").output)


def test_info_tells_options_with_default_range_and_help() -> None:
    output = call("info", "snarkas").output
    assert "snarkas_gems: 0 to 1000, default 8" in output
    assert "how many Snarkas gems there are" in output
    assert "length: single or best_of_3 or race, default single" in output
    assert "4 players play in teams: seats 1+3 against 2+4" in output
    assert "4 x Aster" in output


def test_info_tells_apart_what_depends_on_the_number_of_players() -> None:
    output = call("info", "hearts").output
    assert "Cards: 51 with 3 players, 52 with 4 players, 50 with 5 players" in output
    assert "2 of clubs: 1 with 3 or 4 players, 0 with 5 players" in output
    assert "Cards: 52\n" in call("info", "hearts", "--players", "4").output


def test_info_as_data_has_the_numbers_for_each_number_of_players() -> None:
    data = json.loads(call("info", "snatch_it", "--json").output)
    (option,) = data["options"]
    assert option["by_players"]["3"]["default"] == 45
    assert option["by_players"]["4"]["default"] == 30
    assert data["cards"][0] == {
        "name": "Crawler 1",
        "line": "crawler",
        "text": "Fits on a crawler with the same number or one less; a swarm counts as 0 and as 7.",
        "count": {"3": 9, "4": 9, "5": 9, "6": 9},
    }


TOLD = """---
title: Told
goal: Win all [of it].
turn: Draw a card.
players: 2
options:
  length: {default: short, values: {short: "one game [T-1, T-2]", long: many},
    help: "how long [T-3]"}
attributes: {power: {type: integer, default: 0}}
cards:
  plain: {name: "Plain {power}", power: 1 to 2, text: "Draw {power} {card|cards}.", count: 4}
  dumb: {count: 1}
---
zone deck shared pile, seen by nobody, starts with cards
setup
    shuffle deck
play
    if length = short and some c in deck: c is dumb and c.power = 0
        end game
score
    nothing: 0
winner highest score
"""


def test_info_tells_what_players_are_told(tmp_path: Path) -> None:
    path = tmp_path / "told.rules"
    path.write_text(TOLD, encoding="utf-8")
    output = call("info", path).output
    assert "\nGoal: Win all [of it].\nTurn: Draw a card.\n\nPlayers: 2\n" in output
    assert (
        "\n      how long  [T-3]\n      short: one game  [T-1, T-2]\n      long: many\n" in output
    )
    assert output.endswith(
        "  4 x Plain 1\n      Draw 1 card.\n  4 x Plain 2\n      Draw 2 cards.\n  1 x Dumb\n"
    )
    data = json.loads(call("info", path, "--json").output)
    assert (data["goal"], data["turn"], data["end"]) == ("Win all [of it].", "Draw a card.", "")
    assert data["options"][0]["value_helps"] == {"short": "one game", "long": "many"}
    assert [card["text"] for card in data["cards"]] == ["Draw 1 card.", "Draw 2 cards.", ""]


def test_rules_are_listed_in_their_order_with_sentences_or_lines() -> None:
    output = call("rules", "snatch_it", "--ids").output
    ids = [line.split()[0] for line in output.splitlines() if not line.startswith(" ")]
    assert ids == sorted(ids, key=lambda name: (name[:4], int(name[4:])))
    assert 'SI-P5  "a swarm never goes on a swarm"  (line ' in output
    assert "SI-S1  shuffle deck  (line " in output
    assert "SI-C3  players: 3 to 6  (line " in output, "IDs in the front matter count too"


def test_rules_shows_the_sheet_of_a_game_with_its_players_and_options() -> None:
    output = call("rules", "snatch_the_cat", "--players", "4", "--set", "sudden_death=true").output
    assert output.startswith("Snatch the Cat! for 4 players\nGoal\n  Have the most points")
    assert "  Swap (2 cards): Exchange hands with an opponent who has cards.  [SC-X4]\n" in output
    assert output.endswith("  Not in force: neighbours only, blind colour\n")
    assert max(map(len, output.splitlines())) <= 88
    refused = call("rules", "snarkas", "--players", "9")
    assert "Snarkas is played by 2 to 4 players, not 9." in refused.stderr
    assert refused.exit_code != 0


def test_ids_in_the_help_of_an_option_and_of_score_and_winner_are_found() -> None:
    path = Path(__file__).parents[2] / "examples/blue_monday/blue_monday.rules"
    assert "weaker instead of 1  [BM-O1]\n" in call("info", path).stdout
    (option,) = json.loads(call("info", path, "--json").stdout)["options"]
    assert option["ids"] == ["BM-O1"] and "[" not in option["help"]
    lines = path.read_text(encoding="utf-8").splitlines()
    score = next(number for number, line in enumerate(lines, 1) if line.startswith("score "))
    listed = call("rules", path, "--ids").stdout
    assert "\nBM-O1  " in listed
    assert f"\nBM-E2  score  (line {score})" in listed
    assert "\nBM-P5  winner highest score then" in listed


NOTED = """\
---
title: Notes everywhere
players: 2
cards: {plain: {count: 9}}
---
zone deck shared pile, seen by nobody, starts with cards [N-1]
zone hand per player spread, seen by owner [N-2] "a hand"
setup [N-3]
    shuffle deck [N-4]
play [N-5]
    turns clockwise from starter once [N-6]
        if deck is empty [N-7]
            reverse [N-8]
        else if count of deck = 5 [N-9] "five are left"
            reverse [N-10]
        else if count of deck = 4 [N-11]
            reverse [N-12]
        else [N-13]
            draw 1 from deck to my hand [N-14]
score [N-15]
    cards: count of hand [N-16]
winner highest score [N-17]
"""


def test_no_note_is_left_out(tmp_path: Path) -> None:
    path = tmp_path / "notes.rules"
    path.write_text(NOTED, encoding="utf-8")
    listed = call("rules", path, "--ids").stdout
    assert [line.split()[0] for line in listed.splitlines()] == [f"N-{n}" for n in range(1, 18)]
    assert 'N-9   "five are left"  (line 14)\n' in listed
    assert "N-11  else if count of deck = 4  (line 16)\n" in listed
    assert "N-13  else  (line 18)\n" in listed


@pytest.mark.parametrize(
    ("text", "bare"),
    [
        ('"how many nights are played [NT-19]"', '"how many nights are played"'),
        ("how many [NT-1, NT-2], at least", "how many, at least"),
        ("help: '[NT-1] how many'", "help: 'how many'"),
        ("[NT-1] how many [NT-2] there are", "how many there are"),
        ('"low" [NT-1] or "high" [NT-2]', '"low" or "high"'),
    ],
)
def test_without_its_ids_a_text_has_no_stray_blanks(text: str, bare: str) -> None:
    assert without_ids(text) == bare


def test_the_line_of_an_option_is_told_without_a_stray_blank() -> None:
    path = Path(__file__).parents[2] / "examples/blue_monday/blue_monday.rules"
    assert 'weaker instead of 1"}' in call("rules", path, "--ids").stdout
