"""House rules on the command line: added, flattened, compared, recorded."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from cardrules.rulesets import load
from tests.cli.calls import call

EXAMPLES = Path(__file__).parents[2] / "examples" / "house_rules"

_LEFT = """\
---
title: To the left
extends: snatch_the_cat
cards:
  trap: {count: 8}
  net: {name: Net, count: 2, text: "It holds."}
options: {sudden_death: {default: true}}
---
in action attack
    replace require [SC-A6]
        require target = left of me        [HR-1] "attack only to the left"
remove action pass_the_trash
in score
    add nets: count of (hand where it is net)    [HR-2] "nets"
"""
_BEST = "---\ntitle: Best of three\nextends: any\n---\nmatch best of 3\n"


@pytest.fixture
def left(tmp_path: Path) -> Path:
    """A file of house rules on Snatch the Cat!."""
    path = tmp_path / "to_the_left.rules"
    path.write_text(_LEFT)
    return path


@pytest.fixture
def best(tmp_path: Path) -> Path:
    """A file of house rules on any game."""
    path = tmp_path / "best_of_three.rules"
    path.write_text(_BEST)
    return path


def test_a_game_is_printed_with_its_house_rules_and_means_the_same(
    left: Path, best: Path, tmp_path: Path
) -> None:
    flat = tmp_path / "flat.rules"
    result = call("flatten", str(left), "--with", str(best))
    assert result.exit_code == 0
    flat.write_text(result.stdout)
    assert call("flatten", str(flat)).stdout == result.stdout
    other_way = call("flatten", "snatch_the_cat", "--with", str(best), "--with", str(left))
    assert other_way.stdout == result.stdout
    assert load(flat).content_hash == load("snatch_the_cat", [best, left]).content_hash
    assert "match best of 3" in result.stdout


def test_a_mistake_is_told_where_it_is_written(left: Path) -> None:
    left.write_text(_LEFT.replace("target = left of me", "target = left of hand"))
    result = call("lint", str(left))
    assert result.exit_code == 1
    assert f"{left}:11:" in result.stdout
    left.write_text(_LEFT.replace("remove action pass_the_trash", "remove action sleep"))
    result = call("lint", "snatch_the_cat", "--with", str(left))
    assert f"{left}:12:" in result.stdout and "CR802" in result.stdout


def test_a_mistake_in_a_line_that_changed_is_told_at_its_column(left: Path) -> None:
    line = "    change while to while count of my hand > hoards"
    left.write_text(
        f"---\ntitle: A\nextends: snatch_the_cat\n---\nin standing hand_of_seven\n{line}\n"
    )
    result = call("lint", str(left))
    assert f"{left}:6:{line.index('hoards') + 1}" in result.stdout


def test_what_only_a_removed_line_used_is_told_in_the_base(left: Path) -> None:
    lines = call("lint", str(left), "--format", "line").stdout.splitlines()
    assert any("snatch_the_cat.rules:" in line and "`passed`" in line for line in lines)


def test_a_refusal_names_the_house_rule(left: Path) -> None:
    told = call("rules", str(left), "--players", "4").stdout
    assert "Attack only to the left" in told
    assert "nly a neighbour may be attacked" not in told


def test_there_must_be_such_a_file() -> None:
    result = call("info", "snarkas", "--with", "nothing.rules")
    assert result.exit_code == 2
    assert "There is no file nothing.rules" in result.output


def test_house_rules_of_another_game_are_refused(left: Path) -> None:
    result = call("info", "snarkas", "--with", str(left))
    assert result.exit_code == 1
    assert "CR806" in result.output and f"{left}:3:" in result.output


def test_info_names_the_texts(left: Path) -> None:
    result = call("info", str(left))
    assert "snatch_the_cat: Snatch the Cat! (" in result.stdout
    assert "to_the_left: To the left (" in result.stdout
    texts = json.loads(call("info", str(left), "--json").stdout)["texts"]
    assert [item["name"] for item in texts] == ["snatch_the_cat", "to_the_left"]


def test_a_record_names_its_house_rules_and_is_replayed_with_them(
    left: Path, tmp_path: Path
) -> None:
    record = tmp_path / "game.json"
    made = call("run", str(left), "--auto", "--seed", "3", "--no-log", "--record", str(record))
    assert made.exit_code == 0
    sources = json.loads(record.read_text())["sources"]
    assert [item["name"] for item in sources] == ["snatch_the_cat", "to_the_left"]
    again = call("replay", str(record), "--no-log")
    assert again.exit_code == 0
    assert "not the rules" not in again.stderr
    without = call("replay", str(record), "--no-log", "--rules", "snatch_the_cat")
    assert without.exit_code == 1 and "The opening does not fit" in without.stderr
    left.write_text(_LEFT.replace("It holds.", "It holds them."))
    assert "not the rules" in call("replay", str(record), "--no-log").stderr


def test_a_second_deck_is_told_in_one_line() -> None:
    told = call("diff", "snatch_the_cat", str(EXAMPLES / "second_deck.rules")).stdout
    assert told.endswith("Cards\n  ~ every card once more with 2, 3 or 4 players\n")


def test_what_is_told_in_the_same_words_is_no_pair() -> None:
    told = call("diff", "war", str(EXAMPLES / "war_for_three.rules")).stdout.splitlines()
    assert "- `turns clockwise from starter once`  [WA-5]" in map(str.strip, told)
    # All that is different of this line is the condition behind its sentence.
    assert [line.strip() for line in told if "equal cards: war" in line] == [
        "~ equal cards: war  [WA-5]"
    ]
    signs = [(line.strip()[:1], line.strip()[1:]) for line in told]
    assert not {words for sign, words in signs if sign == "-"} & {
        words for sign, words in signs if sign == "+"
    }


def test_what_is_the_same_of_many_kinds_is_told_once() -> None:
    told = call("diff", "hearts", str(EXAMPLES / "cancellation.rules")).stdout
    assert "  ~ 2 of spades, 2 of hearts and 48 more: 2; before, 1\n" in told
    assert told.count("; before, 1") == 2


def test_what_is_different_is_told_in_sentences_by_rule(left: Path) -> None:
    told = call("diff", "snatch_the_cat", str(left)).stdout
    for line in (
        "- must: only a neighbour may be attacked  [SC-A6]",
        "+ must: attack only to the left  [HR-1]",
        "- Pass the Trash  [SC-X5]",
        "+ nets  [HR-2]",
        "+ Net: 2 with 2, 3 or 4 players",
        "~ sudden_death: the default is true; before, false",
    ):
        assert line in told
    data = json.loads(call("diff", "snatch_the_cat", "--with", str(left), "--json").stdout)
    assert {"part": "Score", "of": "", "sign": "new", "sort": "effect", "ids": ["HR-2"],
            "text": "nets"} in data  # fmt: skip
    assert "Nothing is different" in call("diff", "war", "war").stdout


def test_a_comparison_needs_two() -> None:
    assert call("diff", "war").exit_code == 2


def test_house_rules_for_any_game_are_linted_by_their_form(best: Path) -> None:
    assert call("lint", str(best)).exit_code == 0
    assert "CR805" in call("run", str(best), "--auto").output
    best.write_text(_BEST + "in play\n    delete draw\n")
    result = call("lint", str(best))
    assert result.exit_code == 1 and "CR801" in result.stdout


@pytest.mark.parametrize("switch", ["", "switch: sly\n"])
def test_a_change_at_the_margin_is_told_where_it_belongs(tmp_path: Path, switch: str) -> None:
    file = tmp_path / "sly.rules"
    file.write_text(
        f"---\ntitle: Sly\nextends: snarkas\n{switch}---\n"
        'action be_sly "Swap"\n    do\n        shuffle deck\noffer be_sly beside play_card\n'
    )
    result = call("lint", file)
    assert result.exit_code == 1
    assert result.stdout.count("error[") == 1
    assert "`in play` at the margin" in result.stdout
    assert "`offer be_sly beside play_card`" in result.stdout
