"""Criteria of `winner` are changed one by one; what is not changed stays as it is written."""

from __future__ import annotations

import pytest

from cardrules.analysis.load import analyse_source
from cardrules.source import normalised
from tests.house_rules.conftest import BASE, Put, house_rule

WINNER = "winner lowest score then highest (1 if me = last else 0)"


def _winner(text: str) -> str:
    return next(line for line in text.splitlines() if line.startswith("winner"))


@pytest.mark.parametrize(
    ("rules", "expected"),
    [
        ("add highest count of hand", f"{WINNER} then highest count of hand"),
        (
            'add highest count of hand [HR-1] "cards"',
            f'{WINNER} then highest count of hand "cards"    [HR-1]',
        ),
        ("remove lowest score", "winner highest (1 if me = last else 0)"),
        ("remove highest", "winner lowest score"),
        (
            "before lowest score\n        highest count of hand",
            "winner highest count of hand then lowest score then highest (1 if me = last else 0)",
        ),
        (
            "after lowest score\n        highest count of hand\n        lowest count of hand",
            "winner lowest score then highest count of hand then lowest count of hand then "
            "highest (1 if me = last else 0)",
        ),
        (
            "replace lowest score\n        highest score",
            "winner highest score then highest (1 if me = last else 0)",
        ),
        (
            "change lowest score to lowest count of hand\n    remove highest",
            "winner lowest count of hand",
        ),
    ],
)
def test_a_criterion_is_changed(put: Put, rules: str, expected: str) -> None:
    text, found = put(house_rule(f"in winner\n    {rules}\n"))
    assert found == []
    assert _winner(text) == expected
    assert analyse_source(normalised("pairs.rules", text))[0] is not None
    # A second time nothing is different.
    again, found = put(house_rule(""), base=text)
    assert found == [] and _winner(again) == expected


def test_ids_and_headings_stay(put: Put) -> None:
    old = f'{WINNER[:19]} "points, then, cards"{WINNER[19:]}    [P-8, P-9] "who has least"'
    base = BASE.replace(WINNER, old)
    text, found = put(house_rule("in winner\n    add highest count of hand [HR-1]\n"), base=base)
    assert found == []
    assert _winner(text) == (
        'winner lowest score "points, then, cards" then highest (1 if me = last else 0) then '
        'highest count of hand    [P-8, P-9, HR-1] "who has least"'
    )


def test_a_line_that_nobody_changes_is_as_it_was(put: Put) -> None:
    text, _ = put(house_rule("in action lay\n    add set last to me\n"))
    assert _winner(text) == WINNER


def test_two_files_change_two_criteria(put: Put) -> None:
    one = house_rule("in winner\n    remove highest\n")
    other = house_rule("in winner\n    replace lowest score\n        highest score\n")
    text, found = put(one, other)
    assert found == []
    assert _winner(text) == "winner highest score"


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("in winner\n    remove highest\n", "in winner\n    remove highest (1 if me = last\n"),
        ("in winner\n    add highest count of hand\n", "in winner\n    add lowest count of hand\n"),
        ("replace winner highest score\n", "in winner\n    remove highest\n"),
    ],
)
def test_two_changes_of_one_criterion_are_a_conflict(put: Put, one: str, other: str) -> None:
    _, found = put(house_rule(one), house_rule(other))
    assert [item.code for item in found] == ["CR804"]


def test_a_criterion_that_is_not_there_is_told(put: Put) -> None:
    _, (found,) = put(house_rule("in winner\n    remove highest count\n"))
    assert found.code == "CR802" and found.labels


def test_a_criterion_cannot_be_an_option(put: Put) -> None:
    rules = house_rule("in winner\n    add highest count of hand\n", "switch: mine\n")
    _, (found,) = put(rules)
    assert found.code == "CR808"


# ---- Traits and triggers as anchors --------------------------------------------------------------

_MORE = BASE.replace("action lay  ", "action lay is noted  ").replace(
    "score\n",
    "trait noted\n    do\n        set last to me                            [P-10]\n"
    "        proceed\n\n"
    "when deck runs dry                                [P-11] \"nothing is left\"\n"
    "    move shown to deck\n    shuffle deck\n\n"
    "when joker comes up from deck                     [P-12]\n    move it to shown\n\nscore\n",
    1,
)  # fmt: skip


@pytest.mark.parametrize(
    ("rules", "gone", "come"),
    [
        ("in trait noted\n    remove set last", "        set last to me   ", ""),
        ("in trait noted\n    after proceed\n        shuffle deck", "", "        shuffle deck"),
        ("in trait noted\n    before proceed\n        shuffle deck", "", "        shuffle deck"),
        ("in when deck runs dry\n    remove shuffle", "    shuffle deck", ""),
        ("in when deck\n    add move top of deck to shown", "", "    move top of deck to shown"),
        (
            "in [P-12]\n    replace move it\n        move it to deck at bottom",
            "    move it to shown",
            "    move it to deck at bottom",
        ),
        ("remove when joker comes up from deck", "when joker comes up", ""),
        ("remove when joker", "when joker comes up", ""),
        ("replace when deck runs dry\n    move shown to deck", "    shuffle deck\n\nwhen",
         "when deck runs dry"),
        ("replace trait noted\n    do\n        proceed", "        set last to me   ",
         "trait noted\n    do\n        proceed"),
    ],
)  # fmt: skip
def test_traits_and_triggers_are_anchors(put: Put, rules: str, gone: str, come: str) -> None:
    text, found = put(house_rule(f"{rules}\n"), base=_MORE)
    assert found == []
    assert not gone or text.count(gone) == _MORE.count(gone) - 1
    assert not come or text.count(come) == _MORE.count(come) + (come not in _MORE)
    ruleset, mistakes = analyse_source(normalised("pairs.rules", text))
    assert ruleset is not None, list(mistakes)


def test_the_base_of_these_can_be_read() -> None:
    assert analyse_source(normalised("pairs.rules", _MORE))[0] is not None
