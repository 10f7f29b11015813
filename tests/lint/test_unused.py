"""What counts as used. The messages on what does not are among the wrong rulesets."""

from __future__ import annotations

import pytest

from cardrules.lint.runner import lint_source
from cardrules.source import normalised

GAME = """---
title: Little game
goal: Win.
turn: Take a card.
players: 2 to 4
options:
  hand_size: {default: 5, help: how many cards everybody draws}
cards:
  plain: {text: "", count: limit * 20}
---

zone deck shared pile, seen by nobody, starts with cards
zone hand per player spread, seen by owner
define limit = 2

setup
    shuffle deck

play
    each player clockwise from starter
        draw hand_size from deck to my hand

score
    points: count of hand
winner highest score
"""


def found(more: str = "", *, instead_of: str = "", write: str = "") -> list[str]:
    """What is found in the game with more declarations, or with another line in it."""
    assert instead_of in GAME
    text = GAME.replace(instead_of, write) if instead_of else GAME
    found = lint_source(normalised("game.rules", text + more))
    return [item.message for item in found if item.code != "CR535"]


def test_everything_is_used() -> None:
    assert found() == []


def test_a_zone_in_which_cards_start_is_never_unused() -> None:
    more = "zone box shared pile, seen by nobody, starts with cards where it is rare\n"
    text = GAME.replace("starts with cards", "starts with cards where it is plain")
    text = text.replace("  plain:", "  rare: {text: Rare., count: 1}\n  plain:")
    assert not len(lint_source(normalised("game.rules", text + more)))


@pytest.mark.parametrize(
    "more",
    [
        "variable n: integer = limit\nstanding s\n    set n to count of deck\n"
        "    if n > 3\n        end game\n",
        "define n = 3\nmatch best of n\n",
        "zone seen shared pile, seen by all\nwhen deck runs dry\n    move seen to deck\n",
        "define many = count of deck > 3\n"
        "zone open per player pile, seen by all when many else owner\n"
        "standing s\n    each player clockwise from active\n        move deck to my open\n",
    ],
)
def test_uses_in_every_kind_of_declaration(more: str) -> None:
    assert found(more) == []


def test_what_a_sentence_says_is_used() -> None:
    more = """zone spare per player pile, seen by nobody
zone gone shared pile, seen by all
variable bids: integer = 0
define most = highest of (count of hand) in players
routine offer
    one of wave
        ask "{most}?"
action wave
    do
        open answers to me
window answers
    ask "{me} has {count of my spare}"
interrupt nod answers answers
    choose card from my hand
        ask "{bids}?"
    let twice = 2 * count of my hand
    say "{twice} {card}"
    do
        move card to deck
            say "{count of gone}"
"""
    assert found(more) == ["No line carries out the routine `offer`."]


def test_to_set_a_variable_is_no_use_of_it() -> None:
    more = (
        "variable n: integer = 3\nvariable m: integer = n\nstanding s\n    add 1 to n\n"
        "    set m to m + n\n"
    )
    assert found(more) == ["The variable `m` is set, but nothing asks for its value."]


@pytest.mark.parametrize("declared", ["variable n: integer = 0", "tokens n per player, supply 9"])
def test_what_is_shown_to_the_players_is_used(declared: str) -> None:
    change = "give 1 n to starter" if "tokens" in declared else "add 1 to n"
    more = f"standing s\n    {change}\n"
    assert found(f'{declared} "shown"\n{more}') == []
    assert len(found(f"{declared} [X-1]\n{more}")) == 1


def test_an_action_that_is_only_asked_to_be_possible_is_used() -> None:
    more = (
        "action wave\n    do\n        end turn\nstanding s\n    each player clockwise from active\n"
        "        if possible wave\n            end game\n"
    )
    assert found(more) == []


def test_the_actions_of_a_trait_are_offered_with_it() -> None:
    more = (
        "trait quiet\n    do\n        proceed\naction wave is quiet\n    do\n        end turn\n"
        "routine offer\n    one of quiet\n"
    )
    assert found(more) == ["No line carries out the routine `offer`."]


def test_what_only_an_unused_thing_uses_is_not_reported_as_well() -> None:
    assert found("define a = 3\ndefine b = a\n") == ["Nothing uses the definition `b`."]


def test_the_place_is_that_of_the_name_even_if_it_is_like_the_word_before() -> None:
    source = normalised("game.rules", GAME + "zone zone shared pile, seen by all\n")
    (item,) = lint_source(source)
    assert source.position(item.span.start) == (source.line_count - 1, len("zone ") + 1)


@pytest.mark.parametrize(
    ("line", "names"),
    [
        ("let five = 5\n    draw 1 from deck to starter.hand", ["five"]),
        ("let five = 5\n    let six = five + 1\n    draw 1 from deck to starter.hand", ["six"]),
        ("let five = 5\n    draw five from deck to starter.hand", []),
        ('let five = 5\n    say "{five}"', []),
    ],
)
def test_names_that_nothing_uses(line: str, names: list[str]) -> None:
    messages = found(instead_of="    shuffle deck", write=f"    {line}")
    assert messages == [f"Nothing uses the name `{name}`." for name in names]


TRAIT = """
trait shown
    do
        let a = 1
        let b = 2
        if b = 2
            proceed
action one is shown
    choose card from my hand
    let n = 3
    let m = 4
    require m > 3
    do
        move card to deck
action two is shown
    do
        draw 1 from deck to my hand
"""


def test_a_name_in_a_trait_is_told_once() -> None:
    play = "        one of one, two"
    text = "        draw hand_size from deck to my hand"
    assert found(TRAIT, instead_of=text, write=f"{text}\n{play}") == [
        "Nothing uses the name `a`.",
        "Nothing uses the name `n`.",
    ]
