"""Settings: each number of players, each other value of an option, pairs that stand together."""

from __future__ import annotations

from cardrules.analysis.load import analyse_source
from cardrules.lint.runner import lint_source, report_on
from cardrules.lint.settings import MOST_SETTINGS, Setting, Settings, settings_of
from cardrules.model.ruleset import Ruleset
from cardrules.rulesets import bundled
from cardrules.source import SourceFile, normalised, read_source
from tests.calls import calls_of


def source(options: str, more: str = "", count: str = "9", players: str = "2 to 3") -> SourceFile:
    return normalised(
        "t",
        f"""---
title: Settings
players: {players}
goal: Win.
turn: Act.
options:
{options}
cards: {{plain: {{text: "", count: {count}}}}}
---
zone deck shared pile, seen by nobody, starts with cards
setup
    shuffle deck
play
    shuffle deck
{more}
score
    nothing: 0
winner highest score
""",
    )


def ruleset(text: SourceFile) -> Ruleset:
    found, diagnostics = analyse_source(text)
    assert found is not None, list(diagnostics)
    return found


def options_of(settings: Settings, players: int) -> list[dict[str, object]]:
    return [dict(item.options) for item in settings.tried if item.players == players]


THREE = """  long: {default: false}
  deal: {default: 3, min: 1, max: 2 + count of players}
  mood: {values: [mild, sharp, wild], default: sharp}"""


def test_each_other_value_alone_of_numbers_the_least_and_the_most() -> None:
    found = settings_of(ruleset(source(THREE)))
    alone = [{}, {"long": True}, {"deal": 1}, {"deal": 4}, {"mood": "mild"}, {"mood": "wild"}]
    assert options_of(found, 2) == alone
    assert options_of(found, 3) == [*alone[:3], {"deal": 5}, *alone[4:]]


def test_pairs_of_options_that_stand_in_one_condition() -> None:
    apart = "    if long\n        shuffle deck\n    if mood = wild\n        shuffle deck\n"
    assert all(len(item.options) < 2 for item in settings_of(ruleset(source(THREE, apart))).tried)
    together = "    if long and mood = wild\n        shuffle deck\n"
    pairs = [
        item.options
        for item in settings_of(ruleset(source(THREE, together))).tried
        if len(item.options) == 2 and item.players == 2
    ]
    assert pairs == [{"long": True, "mood": "mild"}, {"long": True, "mood": "wild"}]


def test_a_condition_looks_at_the_options_of_its_definitions() -> None:
    more = "    if long and is_wild\n        shuffle deck\ndefine is_wild = mood = wild\n"
    assert {"long": True, "mood": "wild"} in options_of(
        settings_of(ruleset(source(THREE, more))), 3
    )


BOUND = """  most: {default: 4, min: 2, max: 6}
  few: {default: 3, min: 1, max: most}"""


def test_what_a_game_would_not_take_is_no_setting() -> None:
    found = settings_of(ruleset(source(BOUND)))
    # With at most 2 the default of 3 is too much: whoever sets one has to set the other, too.
    assert options_of(found, 2) == [
        {},
        {"most": 6},
        {"few": 1},
        {"few": 4},
        {"most": 6, "few": 1},
        {"most": 6, "few": 4},
    ]


def test_there_are_at_most_so_many_and_the_defaults_come_first() -> None:
    many = "\n".join(f"  o{n}: {{default: false}}" for n in range(30))
    every = " or ".join(f"o{n}" for n in range(30))
    text = source(many, f"    if {every}\n        shuffle deck\n")
    found = settings_of(ruleset(text))
    assert len(found.tried) == MOST_SETTINGS
    assert found.left_out == 2 * (1 + 30 + 30 * 29 // 2) - MOST_SETTINGS
    assert [len(item.options) for item in found.tried[:62]] == [0, 0, *[1] * 60]
    report = report_on(text)
    assert (report.settings, report.left_out) == (MOST_SETTINGS, found.left_out)


def test_settings_that_a_part_cannot_tell_apart_are_one() -> None:
    rules = ruleset(source(THREE, count="deal"))
    found = list(settings_of(rules).that_differ_in(*(kind.count for kind in rules.kinds)))
    assert found == [
        Setting(2),
        Setting(3),
        *(Setting(2, {"deal": value}) for value in (1, 4)),
        *(Setting(3, {"deal": value}) for value in (1, 5)),
    ]


def test_a_game_that_cannot_begin_with_an_option_is_found() -> None:
    fine = source("  bare: {default: false}", count="9 if bare else 8")
    assert not [item for item in lint_source(fine) if item.severity.value == "error"]
    bad = source("  bare: {default: false}", count="0 if bare else 8")
    (item,) = [item for item in lint_source(bad) if item.severity.value == "error"]
    assert item.code == "CR211"
    assert item.message.startswith("With 2 players and `bare` = true the game cannot begin.")


def test_a_text_with_errors_is_tried_with_nothing() -> None:
    assert report_on(source(THREE, "    if unknown\n        shuffle deck")).settings == 0


def test_many_options_that_stand_together_cost_little() -> None:
    def work(number: int) -> int:
        many = "\n".join(f"  o{n}: {{default: {n}, min: 0, max: {n} + 9}}" for n in range(number))
        every = " + ".join(f"o{n}" for n in range(number))
        rules = ruleset(source(many, f"    if {every} > 3\n        shuffle deck\n"))
        return calls_of(lambda: settings_of(rules))

    work(5)  # what is made once for all
    assert (work(41) - work(1)) / (work(21) - work(1)) < 3


def test_to_look_at_all_settings_costs_no_more_than_three_readings() -> None:
    for path in bundled().values():
        text = read_source(path)
        report_on(text)  # what is made once for all
        assert calls_of(lambda: report_on(text)) <= 3 * calls_of(lambda: analyse_source(text))  # noqa: B023
