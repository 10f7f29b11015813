"""What scenarios reach of a ruleset: each sort of part is named until one reaches it."""

from __future__ import annotations

from pathlib import Path

import pytest

from cardrules.resources import games_dir
from cardrules.rulesets import load
from cardrules.scenario.coverage import Coverage
from cardrules.scenario.find import Rulesets, scenario_files
from cardrules.scenario.load import load_scenarios
from cardrules.source import SourceFile, read_source

_RULES = """\
---
title: Small
players: 2
options:
  fast: {default: false}
attributes:
  number: {type: integer, default: 0}
cards:
  plain: {name: "{number}", number: 1 to 3, count: 2}
  crow: {number: 1, count: 2}
---
zone deck shared pile, seen by nobody, starts with cards
zone hand per player spread, seen by owner
zone heap shared pile, seen by all

setup
    shuffle deck
    draw 1 from deck to heap
    each p in players
        draw 2 from deck to p.hand

play
    turns clockwise from starter until deck is empty
        one of lay, drop, otherwise rest

placement fits(card on target)
    number: card.number >= target.number

action lay
    choose card from my hand
    require heap is empty or fits(card on top of heap)
    do
        move card to heap
        if card is crow
            draw 1 from deck to my hand
            if my hand is empty
                end game
        else if fast
            end turn

action drop
    choose card from my hand where it is crow or (it is plain and it.number > 1)
    require my hand is not empty
    do
        move card to deck at bottom

action rest
    do
        draw 1 from deck to my hand

score
    cards: count of hand
winner highest score then highest count of (hand where it is crow)
"""


def _covered(tmp_path: Path, scenarios: str, *, added: str = "") -> Coverage:
    path = tmp_path / "small.rules"
    path.write_text(_RULES)
    if added:
        path = tmp_path / "more.rules"
        path.write_text(added)
    found = Coverage(load(path))
    file, diagnostics = load_scenarios(SourceFile("small.yaml", f"game: small\n{scenarios}"))
    assert file is not None, list(diagnostics)
    for scenario in file.scenarios:
        outcome = found.run(scenario)
        assert outcome.passed, (outcome.differences, outcome.mistakes)
    return found


def _told(found: Coverage) -> list[tuple[str, str, int]]:
    return [(item.place.text.strip(), item.part.told, item.parts) for item in found.missed()]


_DEALT = """\
scenarios:
  - {name: Dealt, rules: [X-1], expect: {deck: 3}}
"""
_NOTHING = """\
scenarios:
  - {name: Nothing, rules: [X-1], position: {hand 1: []}, expect: {over: false}}
"""
_LAYS = """\
scenarios:
  - name: Lays
    rules: [X-1]
    position: {hand 1: [1, Crow], hand 2: [2], heap: ["1"]}
    steps: [{seat: 1, do: lay, card: "1"}]
    expect: {hand 1: [Crow]}
"""


def test_what_is_dealt_reaches_setup_and_nothing_else(tmp_path: Path) -> None:
    assert _told(_covered(tmp_path, _DEALT)) == [
        ("play", "The play never comes to its end.", 1),
        (
            "turns clockwise from starter until deck is empty",
            "This is never ended by its `until`.",
            1,
        ),
        ("action lay", "The action `lay` is never taken.", 9),
        ("action drop", "The action `drop` is never taken.", 5),
        ("action rest", "The action `rest` is never taken.", 2),
        ("cards: count of hand", "The part `cards` of the score never counts anything.", 1),
        (
            "winner highest score then highest count of (hand where it is crow)",
            "`highest score` never decides who is first.",
            1,
        ),
        (
            "winner highest score then highest count of (hand where it is crow)",
            "`highest count of (hand where it is crow)` never decides who is first.",
            1,
        ),
    ]


def test_of_a_position_only_what_follows_counts(tmp_path: Path) -> None:
    told = _told(_covered(tmp_path, _LAYS))
    assert ("shuffle deck", "This is never carried out.", 4) in told
    assert ("action lay", "The action `lay` is never taken.", 1) not in told
    assert ("if card is crow", "This branch is never taken.", 4) in told
    assert ("else if fast", "This branch is never taken.", 1) in told
    # Who is in the middle of turns has come to them.
    assert not any(text.startswith("turns") and told.endswith("out.") for text, told, _ in told)


_NEVER = "This is never carried out."
_BRANCH = "This branch is never taken."


@pytest.mark.parametrize(
    ("scenario", "line", "told"),
    [
        ("options: {fast: true}\n    position: {hand 1: ['1'], heap: ['1']}\n"
         "    steps: [{do: lay}]", "else if fast", _BRANCH),
        ("position: {hand 1: [Crow, '1'], heap: []}\n"
         "    steps: [{do: lay, card: Crow}]", "if card is crow", _BRANCH),
        ("position: {hand 1: [Crow], heap: [], deck: [], rest: hand 2}\n"
         "    steps: [{do: lay}]\n    expect: {over: true}", "end game",
         "The game never ends here."),
        ("position: {hand 1: [], heap: ['2']}\n    steps: [{do: rest}]", "action rest",
         "The action `rest` is never taken."),
        ("position: {hand 1: ['1'], heap: ['2']}\n    expect: {refused: [lay]}",
         "number: card.number >= target.number", "This never forbids anything."),
        ("position: {hand 1: ['1']}\n    expect: {score 1: 1}", "cards: count of hand",
         "The part `cards` of the score never counts anything."),
        ("position: {hand 1: [], heap: {top: ['2']}, deck: ['1'], rest: heap}\n"
         "    steps: [{do: rest}]\n    expect: {over: true}", "play",
         "The play never comes to its end."),
        ("position: {hand 1: [Crow], heap: ['1']}\n    steps: [{do: drop}]", "action drop",
         "The action `drop` is never taken with a card `crow`."),
    ],
)  # fmt: skip
def test_a_scenario_reaches_what_it_is_about(
    tmp_path: Path, scenario: str, line: str, told: str
) -> None:
    text = f"scenarios:\n  - name: It\n    rules: [X-1]\n    {scenario}\n"
    found = _covered(tmp_path, text)
    (part,) = [
        part
        for part in found.parts
        if part.told == told and found.ruleset.text.where(part.span.start).text.strip() == line
    ]
    assert part.tallied in found.reached()
    assert part.tallied not in _covered(tmp_path, _NOTHING).reached()


def test_a_scenario_that_fails_reaches_nothing(tmp_path: Path) -> None:
    path = tmp_path / "small.rules"
    path.write_text(_RULES)
    found = Coverage(load(path))
    text = "game: small\n" + _DEALT.replace("deck: 3", "deck: 4")
    file, _ = load_scenarios(SourceFile("small.yaml", text))
    assert file is not None
    assert not found.run(file.scenarios[0]).passed
    assert found.reached() == frozenset()
    assert found.percent == 0


def test_of_house_rules_only_their_own_lines_count(tmp_path: Path) -> None:
    added = (
        "---\ntitle: More\nextends: small\n---\nin action lay\n"
        "    add move card to deck at bottom\n"
        "    before if card is crow\n        if card is plain\n            end turn\n"
    )
    found = _covered(tmp_path, _DEALT, added=added)
    assert {item.place.source.name for item in found.missed()} == {str(tmp_path / "more.rules")}
    assert len(found.parts) == 4
    assert _told(_covered(tmp_path, _LAYS, added=added)) == [
        ("add move card to deck at bottom", "This is never carried out.", 1),
        ("if card is plain", "The branch of this `if` is always taken.", 1),
    ]


def test_the_games_that_have_scenarios_are_reached_as_a_whole() -> None:
    rulesets = Rulesets()
    found: dict[str, Coverage] = {}
    for path in scenario_files([games_dir() / "scenarios"]):
        file, _ = load_scenarios(read_source(path))
        assert file is not None
        ruleset, _ = rulesets.ruleset(file)
        assert ruleset is not None
        covered = found.setdefault(file.game, Coverage(ruleset))
        for scenario in file.scenarios:
            covered.run(scenario)
    assert {game: _told(covered) for game, covered in found.items()} == {
        "kuhn_poker": [], "leduc_poker": [], "snarkas": [], "snatch_it": [], "snatch_the_cat": [],
    }  # fmt: skip
