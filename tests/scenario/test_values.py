"""Values of choices: what can never be chosen is a mistake, what is meant is found by its type."""

from __future__ import annotations

from functools import cache

import pytest

from cardrules.analysis.load import analyse_source
from cardrules.scenario.load import load_scenarios
from cardrules.scenario.model import Outcome
from cardrules.scenario.run import Games, run_scenario
from cardrules.source import normalised

RULES = """\
---
title: Many choices
players: 4
teams: {4: [[1, 3], [2, 4]]}
attributes:
  colour: [red, blue]
  number: integer
cards:
  card: {name: "{colour} {number}", colour: [red, blue], number: 1 to 4, count: 2}
---
zone deck shared pile, seen by nobody, starts with cards
zone hand per player spread, seen by owner
zone table shared pile, seen by all
zone towers per player stacks, seen by all
variable hot: flag = false
variable taken: integer = 0
variable chosen: colour or none = none
variable friends: team or none = none

setup
    each player clockwise from starter
        draw 2 from deck to my hand

play
    turns clockwise from starter until deck is empty
        one of paint, boast, greet, lead, gather, put, lay, ask

action paint [MC-1] "Paint"
    choose tint from {red, blue}
    do
        set chosen to tint
action boast [MC-2] "Boast"
    choose amount from {1, 2, 3}
    do
        set taken to amount
action greet [MC-3] "Greet"
    choose guest from others
    do
        set taken to 1
action lead [MC-4] "Lead"
    choose side from teams
    do
        set friends to side
action gather [MC-5] "Gather"
    choose taking from subsets of my hand where count of it > 0
    do
        move taking to table
action put [MC-6] "Put"
    choose card from my hand
    choose tower from my towers
    do
        move card to tower
action lay [MC-9] "Lay"
    choose card from my hand
    choose place from only(deck) + only(my hand) + only((left of me).hand)
    do
        move card to place
action ask [MC-7] "Ask"
    do
        choose bury from {true, false}  [MC-8] "bury it?"
        set hot to bury

score
    points: 1
winner highest score
"""


@cache
def _games() -> Games:
    ruleset, mistakes = analyse_source(normalised("many.rules", RULES))
    assert ruleset is not None, [item.message for item in mistakes]
    return Games(ruleset)


def outcome(lines: str) -> Outcome:
    """What comes of a scenario of the ruleset above."""
    text = f"game: many\nscenarios:\n  - name: one\n    rules: [MC-1]\n{lines}"
    file, mistakes = load_scenarios(normalised("many.yaml", text))
    assert file is not None, [item.message for item in mistakes]
    (scenario,) = file.scenarios
    return run_scenario(scenario, _games())


HAND = "    position: {hand 1: [red 1, blue 2], towers 1: [[blue 4, blue 3]]}\n"


@pytest.mark.parametrize(
    ("step", "fact"),
    [
        ("{do: paint, tint: blue}", "chosen: blue"),
        ("{do: boast, amount: 3}", "taken: 3"),
        ("{do: greet, guest: 4}", "taken: 1"),
        ("{do: lead, side: 3}", "friends: 1"),
        ("{do: lead, side: [4, 2]}", "friends: 2"),
        ("{do: gather, taking: [blue 2, red 1]}", "table: 2"),
        ("{do: put, card: red 1, tower: blue 4}", "towers 1: [[red 1, blue 4, blue 3]]"),
        ("{do: put, card: red 1, tower: 1}", "towers 1: [[red 1, blue 4, blue 3]]"),
        ("{do: put, card: red 1, tower: {seat: 1, stack: 1}}", "towers 1: 3"),
        ("{do: lay, card: red 1, place: deck}", "deck: {top: [red 1]}"),
        ("{do: lay, card: red 1, place: hand 2}", "hand 2: {with: [red 1]}"),
    ],
)
def test_a_value_is_written_as_its_type_is(step: str, fact: str) -> None:
    found = outcome(f"{HAND}    steps: [{step}]\n    expect: {{{fact}}}\n")
    assert not found.mistakes, [item.message for item in found.mistakes]
    assert found.passed


@pytest.mark.parametrize(
    ("action", "shown", "message"),
    [
        ("{do: paint, tint: green}", "green", "`green` is no value of `colour`. Known here:"),
        ("{do: paint, tint: [red]}", "[red]", "Here a value of `colour` is chosen, not `[red]`."),
        ("{do: paint, tint: none}", "none", "Here a value of `colour` is chosen, and never none."),
        ("{do: boast, amount: many}", "many", "Here a whole number is chosen, not `many`."),
        ("{do: boast, amount: true}", "true", "Here a whole number is chosen, not `true`."),
        ("{do: boast, amount: [1]}", "[1]", "Here a whole number is chosen, not `[1]`."),
        ("{do: greet, guest: 9}", "9", "There is no seat `9`"),
        ("{do: greet, guest: [2]}", "[2]", "Here a player is chosen, not `[2]`."),
        ("{do: greet, guest: true}", "true", "Here a player is chosen, not `true`."),
        ("{do: lead, side: 9}", "9", "There is no seat `9`"),
        ("{do: lead, side: [1, 2]}", "[1, 2]", "The seats `[1, 2]` are in several teams."),
        ("{do: gather, taking: red 1}", "red 1", "Here cards are chosen, so a list is needed"),
        ("{do: gather, taking: [green 1]}", "green 1", "There is no card `green 1`."),
        ("{do: gather, taking: [3 x red 1]}", "[3 x red 1]", "but there are 2."),
        ("{do: gather, taking: [9999 x red 1]}", "9999 x red 1", "Here are more than 16 cards"),
        ("{do: put, card: [red 1]}", "[red 1]", "Here a card is chosen, not `[red 1]`."),
        ("{do: put, tower: green 1}", "green 1", "There is no card `green 1`."),
        ("{do: put, tower: 99}", "99", "There is no stack number `99`."),
        ("{do: put, tower: 0}", "0", "There is no stack number `0`."),
        ("{do: put, tower: true}", "true", "Here a stack is chosen, not `true`."),
        ("{do: put, tower: {}}", "{}", "This says nothing of where the stack lies."),
        ("{do: put, tower: {seat: 9}}", "9", "There is no seat `9`"),
        ("{do: put, tower: {stack: first}}", "first", "There is no stack number `first`."),
        ("{do: put, tower: {zone: twoers}}", "twoers", "There is no zone `twoers`."),
        ("{do: put, tower: {staek: 1}}", "staek", "Did you mean `stack`?"),
        ("{do: lay, place: tabel}", "tabel", "There is no zone `tabel`."),
        ("{do: lay, place: hand}", "hand", "Write `hand 1` for that of seat 1"),
        ("{do: lay, place: hand each}", "hand each", "One zone is chosen, but `hand each` are"),
        ("{do: lay, place: 1}", "1", "Here a zone is chosen, not `1`."),
        ("{do: paint, tnit: red}", "tnit", "Did you mean `tint`?"),
        ("{seat: 9, do: paint}", "9", "There is no seat `9`"),
        ("{do: piant}", "piant", "Did you mean `paint`?"),
    ],
)
def test_what_can_never_be_chosen_is_a_mistake(action: str, shown: str, message: str) -> None:
    places = (
        f"steps: [{action}]",
        *(f"expect: {{{word}: [{action}]}}" for word in ("allowed", "only", "refused")),
    )
    for place in places:
        (mistake,) = outcome(f"{HAND}    {place}\n").mistakes
        at = mistake.source.text[mistake.span.start : mistake.span.end]
        assert (mistake.code, at) == ("CR604", shown), place
        assert message in f"{mistake.message} {mistake.help}"


@pytest.mark.parametrize(
    "action",
    [
        "{do: boast, amount: 99}",
        "{do: greet, guest: 1}",
        "{do: put, card: red 4}",
        "{do: gather, taking: []}",
        "{seat: 2, do: paint, tint: red}",
    ],
)
def test_what_could_be_but_is_not_allowed_is_refused(action: str) -> None:
    assert outcome(f"{HAND}    expect: {{refused: [{action}]}}\n").passed


@pytest.mark.parametrize("word", ["yes", "1", '"true"'])
def test_a_flag_is_true_or_false(word: str) -> None:
    steps = f"    steps: [{{do: ask}}, {{do: choose, bury: {word}}}]\n"
    (mistake,) = outcome(f"{HAND}{steps}").mistakes
    assert mistake.code == "CR604"
    assert mistake.message.startswith("Here true or false is chosen, not ")
    assert mistake.help == "Write `true` or `false`."
    for value in ("true", "false"):
        steps = f"    steps: [{{do: ask}}, {{do: choose, bury: {value}}}]\n"
        assert outcome(f"{HAND}{steps}    expect: {{hot: {value}}}\n").passed


@pytest.mark.parametrize(
    ("fact", "message"),
    [
        ("hot: 0", "`0` is not true or false. Write `true` or `false`."),
        ("hot: no", "`no` is not true or false. Write `true` or `false`."),
        ("taken: false", "`false` is not a whole number."),
        ("taken: none", "This is a whole number, and never none."),
        ("taken: [0]", "`[0]` is not a whole number."),
        ("chosen: green", "`green` is no colour."),
        ("friends: 9", "There is no seat `9`"),
    ],
)
def test_a_variable_is_of_its_type(fact: str, message: str) -> None:
    for place in ("position", "expect"):
        lines = f"    {place}: {{{fact}}}\n"
        (mistake,) = outcome(
            lines if place == "expect" else f"{lines}    expect: {{turn: 1}}\n"
        ).mistakes
        assert message in f"{mistake.message} {mistake.help}"


@pytest.mark.parametrize("place", ["position", "expect"])
def test_a_zone_that_is_called_like_a_fact_is_told(place: str) -> None:
    text = RULES.replace("zone table", "zone rest").replace("to table", "to rest")
    text = text.replace("zone towers", "zone asked").replace("my towers", "my asked")
    ruleset, mistakes = analyse_source(normalised("many.rules", text))
    assert ruleset is not None, [item.message for item in mistakes]
    lines = f"{place}: {{asked 1: []}}" + (", expect: {turn: 1}" if place == "position" else "")
    head = "game: many\nscenarios: [{name: one, rules: [MC-1], "
    file, _ = load_scenarios(normalised("many.yaml", f"{head}{lines}}}]\n"))
    assert file is not None
    found = run_scenario(file.scenarios[0], Games(ruleset)).mistakes
    told = {item.message for item in found}
    assert told == {"`asked` means something else in a scenario than the zone."}


ONLY_CHOICES = """\
---
title: Only choices
players: 2
cards:
  card: {name: "{number}", number: 1 to 8, count: 1}
attributes:
  number: integer
---
zone deck shared pile, seen by nobody, starts with cards
zone hand per player spread, seen by owner
zone table shared pile, seen by all

setup
    each player clockwise from starter
        draw 2 from deck to my hand

play
    turns clockwise from starter until deck is empty
        choose lost from my hand
        move lost to table
        draw 1 from deck to my hand

score
    points: 1
winner highest score
"""


def test_a_game_that_only_has_choices_is_asked_for_those() -> None:
    ruleset, mistakes = analyse_source(normalised("choices.rules", ONLY_CHOICES))
    assert ruleset is not None, [item.message for item in mistakes]
    for asked in ("1", "{seat: 1}", "{seat: 1, for: lost}", "{seat: 1, for: choose}"):
        text = (
            "game: choices\nscenarios:\n  - name: one\n    rules: [A-1]\n"
            f"    position: {{asked: {asked}, hand 1: [7, 8]}}\n"
            "    steps: [{do: choose, lost: 8}]\n    expect: {table: [8], asked: 2}\n"
        )
        file, _ = load_scenarios(normalised("choices.yaml", text))
        assert file is not None
        found = run_scenario(file.scenarios[0], Games(ruleset))
        assert found.passed, (asked, found.mistakes, found.differences)


def test_a_variable_may_be_any_number() -> None:
    for number in (-3, 5000, 2**63 - 1):
        lines = f"    position: {{taken: {number}}}\n    expect: {{taken: {number}}}\n"
        assert outcome(lines).passed


MANY = """\
---
title: Very many choices
players: 2
cards:
  card: {name: "{number}", number: 1 to 40, count: 1}
attributes:
  number: integer
---
zone deck shared pile, seen by nobody, starts with cards
zone table shared spread, seen by all
zone hand per player spread, seen by owner

setup
    draw 40 from deck to table

play
    turns clockwise from starter until table is empty
        one of grab

action grab "Grab"
    choose ten from subsets of table where count of it = 10
    do
        move ten to my hand

score
    points: 1
winner highest score
"""


@pytest.mark.parametrize(
    ("lines", "code"),
    [
        ("expect: {allowed: [grab], refused: [{do: grab, ten: [1, 2]}]}", None),
        ("expect: {only: [grab]}", "CR604"),
        ("steps: [{do: grab, ten: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]}]", None),
        ("steps: [{do: grab, which: 2}]", "CR604"),
    ],
)
def test_millions_of_actions_are_not_gone_through(lines: str, code: str | None) -> None:
    ruleset, mistakes = analyse_source(normalised("very_many.rules", MANY))
    assert ruleset is not None, [item.message for item in mistakes]
    text = f"game: very_many\nscenarios:\n  - name: one\n    rules: [A-1]\n    {lines}\n"
    file, _ = load_scenarios(normalised("very_many.yaml", text))
    assert file is not None
    found = run_scenario(file.scenarios[0], Games(ruleset))
    assert [item.code for item in found.mistakes] == ([] if code is None else [code])
    assert found.passed == (code is None)


def test_a_step_that_millions_of_actions_fit_fails() -> None:
    ruleset, _ = analyse_source(normalised("very_many.rules", MANY))
    assert ruleset is not None
    text = "game: very_many\nscenarios: [{name: one, rules: [A-1], steps: [{do: grab}]}]\n"
    file, _ = load_scenarios(normalised("very_many.yaml", text))
    assert file is not None
    (item,) = run_scenario(file.scenarios[0], Games(ruleset)).differences
    assert item.found.startswith("1000 or more legal actions fit: grab ten: ")
