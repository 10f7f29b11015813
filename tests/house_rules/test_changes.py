"""What a line of house rules does to the text of its base."""

from __future__ import annotations

import difflib

import pytest

from tests.house_rules.conftest import BASE, Put, house_rule


def _difference(text: str) -> list[str]:
    """The lines that went and that came, without the title."""
    lines = difflib.ndiff(BASE.splitlines(), text.splitlines())
    return [line for line in lines if line[0] in "+-" and "title:" not in line]


@pytest.mark.parametrize(
    ("rules", "expected"),
    [
        (
            "remove action pass\n",
            [
                "-             one of lay, pass                      [P-5]",
                "+             one of lay                      [P-5]",
                "- action pass                                       [P-5]",
                "-     do",
                '-         say "{me} waits"',
                "- ",
            ],
        ),
        (
            "replace define over = deck is empty    [H-1]\n",
            [
                "- define over = deck is empty or some p in players: p.hand is empty    [P-6]",
                "+ define over = deck is empty    [H-1]",
            ],
        ),
        (
            "in action lay\n    replace require\n        require card.suit = other.suit\n",
            [
                '-     require card.rank = other.rank                [P-7] "a pair"',
                "+     require card.suit = other.suit",
            ],
        ),
        (
            "in action lay\n    remove [P-7]\n",
            ['-     require card.rank = other.rank                [P-7] "a pair"'],
        ),
        (
            'in action lay\n    add require card != top of deck [H-2] "no"\n',
            ['+     require card != top of deck [H-2] "no"'],
        ),
        ("in action lay\n    add set last to me\n", ["+         set last to me"]),
        (
            "in setup\n    after shuffle deck\n        draw 1 from deck to shown\n",
            ["+     draw 1 from deck to shown"],
        ),
        (
            "in play\n    before last draw\n        shuffle deck\n        shuffle deck\n",
            ["+         shuffle deck", "+         shuffle deck"],
        ),
        (
            "in play\n    in else\n        add shuffle deck\n",
            ["+             shuffle deck"],
        ),
        (
            "in play\n    change turns to turns counterclockwise from starter until over [H-3]\n",
            [
                "-     turns clockwise from starter until over       [P-4]",
                "+     turns counterclockwise from starter until over [H-3]",
            ],
        ),
        (
            "action swap\n    do\n        swap my hand with shown\nin play\n"
            "    offer swap beside lay\n",
            [
                "-             one of lay, pass                      [P-5]",
                "+             one of lay, pass, swap    [P-5]",
                "+ action swap",
                "+     do",
                "+         swap my hand with shown",
            ],
        ),
        (
            "wrap action lay\n    require deck is not empty\n    shuffle deck\n    proceed\n"
            "    draw 1 from deck to my hand\n",
            [
                "+     require deck is not empty",
                "+         shuffle deck",
                "+         draw 1 from deck to my hand",
            ],
        ),
        ("in score\n    add more: 3\n", ["+     more: 3"]),
        ("in score\n    replace cards: 3\n", [
            "-     cards: count of hand                          [P-8]",
            "+     cards: 3",
        ]),
        ("replace zone hand per player pile, seen by nobody\n", [
            "- zone hand per player spread, seen by owner",
            "+ zone hand per player pile, seen by nobody",
        ]),
        (
            "# Waiting costs.\nin action pass\n    # A card.\n"
            "    add draw 1 from deck to my hand\n",
            [
                "+         # Waiting costs.",
                "+         # A card.",
                "+         draw 1 from deck to my hand",
            ],
        ),
        (
            "zone box shared pile, seen by nobody\nmatch best of 3\n",
            ["+ zone box shared pile, seen by nobody", "+ match best of 3"],
        ),
    ],
)  # fmt: skip
def test_a_line_changes_lines_of_the_base(put: Put, rules: str, expected: list[str]) -> None:
    text, diagnostics = put(house_rule(rules))
    assert diagnostics == []
    assert sorted(_difference(text)) == sorted(expected)


@pytest.mark.parametrize(
    ("front", "expected"),
    [
        ("players: 2\n", ["- players: 2 to 4", "+ players: 2"]),
        (
            "options: {hand_size: {default: 4}}\n",
            [
                "-   hand_size: {default: 3, min: 1, max: 5}",
                "+   hand_size: {default: 4, min: 1, max: 5}",
            ],
        ),
        (
            "options:\n  open_hands: {default: true}\n",
            [
                "-     default: false                       # nobody does that",
                "+     default: true",
            ],
        ),
        (
            "cards: {joker: remove}\n",
            ["-   # The joker is wild.", "-   joker: {suit: clubs, rank: 0, count: 1}"],
        ),
        (
            "cards:\n  # Another one.\n  fool: {suit: hearts, rank: 0, count: 1}\n",
            ["+   # Another one.", "+   fool: {suit: hearts, rank: 0, count: 1}"],
        ),
        (
            "attributes: {suit: {add: [stars], before: hearts}}\n",
            [
                "-   suit: [clubs, hearts]                  # [P-1]",
                "+   suit: [clubs, stars, hearts]                  # [P-1]",
                '-   plain: {name: "{rank} of {suit}", suit: all, rank: 1 to 5, count: 2}',
                '+   plain: {name: "{rank} of {suit}", suit: [clubs, hearts], rank: 1 to 5, '
                "count: 2}",
            ],
        ),
        ("goal: Win.\n", ["+ goal: Win."]),
        ("goal: {add: Win.}\n", ["+ goal: >", "+   Win."]),
        ("decks: 2\n", ["+ decks: 2"]),
    ],
)
def test_front_matter_is_merged_by_key(put: Put, front: str, expected: list[str]) -> None:
    text, diagnostics = put(house_rule("", front))
    assert diagnostics == []
    assert sorted(_difference(text)) == sorted(expected)


_TURN = "players: 2 to 4\nturn: Lay a pair.   # [P-5]\n"


def test_texts_for_players_get_more_sentences_from_any_number_of_files(put: Put) -> None:
    base = BASE.replace("players: 2 to 4\n", _TURN)
    rules = {
        name: house_rule("", f"turn:\n  add: House rule. {name} is\n    it.\n") for name in "ba"
    }
    text, diagnostics = put(base=base, **rules)
    assert diagnostics == []
    told = "turn: >\n  Lay a pair.\n  House rule. a is it.\n  House rule. b is it.\n"
    assert told in text
    on_that, diagnostics = put(house_rule("", "turn: {add: So be it.}\n"), base=text)
    assert diagnostics == []
    assert f"{told}  So be it.\n" in on_that


def test_what_house_rules_are_about_is_said_above_the_title(put: Put) -> None:
    said = "# What is it about?\n# That."
    text, _ = put(house_rule("").replace("title:", f"{said}\ntitle:"))
    assert text.startswith(f"---\n{said}\ntitle: Pairs (Mine)\n")


def test_the_game_is_called_after_itself_and_them(put: Put) -> None:
    text, _ = put(house_rule(""), house_rule("").replace("Mine", "Other"))
    assert text.splitlines()[1] == "title: Pairs (Mine, Other)"


def test_house_rules_on_house_rules_see_what_these_have_made(put: Put) -> None:
    above = "---\ntitle: Above\nextends: below\n---\nin action lay\n    remove require [H-1]\n"
    below = house_rule("in action lay\n    add require card.rank > 0 [H-1]\n")
    text, diagnostics = put(above=above, below=below)
    assert diagnostics == []
    assert _difference(text) == []
