"""Why an action is refused: the same premises that make the legal ones, rule and sentence with
it.
"""

from __future__ import annotations

from typing import Any

import pytest

from cardrules.engine.showing.explain import Refusal, explain
from cardrules.model.action import Action
from tests.engine.harness import DECK, HAND, NUMBERS, ONE_GO, Table, table

ZONES = (
    DECK
    + HAND
    + """
zone table shared spread, seen by all
zone patch per player stacks, top seen by all, rest seen by owner
"""
)
SET_UP = """
setup
    each player clockwise from starter
        draw 3 from deck to my hand
    draw 2 from deck to table
"""


def why(t: Table, name: str, **arguments: Any) -> Refusal:
    """Why an action is refused."""
    found = explain(t.game, t.state, Action(name, arguments))
    assert found is not None
    assert found.reasons, "a refusal has a reason"
    return found


def told(t: Table, name: str, **arguments: Any) -> list[tuple[tuple[str, ...], str]]:
    """IDs and sentences of the reasons."""
    return [(item.ids, item.sentence) for item in why(t, name, **arguments).reasons]


PLAIN = (
    ZONES
    + SET_UP
    + ONE_GO.replace("go", "go, rise, otherwise rest")
    + """
action go [A-1] "Play a card"
    choose card from my hand where number > 7 [A-2] "only high cards"
    choose target from opponents where count of hand < 9
    require deck is not empty [A-3, A-4] "the deck is needed"
    require card.number != 9 or target = left of left of me
    do
        move card to table
action rise
    choose several from subsets of my hand where count of it = 2 [A-5]
    require sum of number in several = 15 "they must make 15"
    do
        move several to table
action rest [A-9] "Rest"
    do
        say "{me} rests"
"""
)


def test_a_legal_action_needs_no_explanation() -> None:
    t = table(PLAIN, 3)
    for action in t.game.legal_actions(t.state):
        assert explain(t.game, t.state, action) is None


def test_the_first_condition_that_fails_is_named_with_its_rule() -> None:
    t = table(PLAIN, 3, cards=NUMBERS.replace("1 to 9", "1 to 12"))
    assert t.cards("hand", 0) == ["10", "11", "12"]
    assert told(t, "go", card="6", target=2) == [(("A-2",), "you have no 6 in your hand")]
    t = table(PLAIN, 2)
    assert t.cards("hand", 0) == ["7", "8", "9"]
    assert told(t, "go", card="7", target=2) == [(("A-2",), "only high cards")]
    assert told(t, "go", card="8", target=1) == [
        (("A-1",), "Player 1 cannot be chosen as target; it could be Player 2")
    ]
    found = why(t, "go", card="9", target=2)
    assert found.reasons[0].sentence == "require card.number != 9 or target = left of left of me"
    assert found.ids == ("A-1",), "a line without an ID belongs to the rule of the action"


VALUES = (
    ZONES
    + SET_UP
    + ONE_GO
    + """
action go
    choose target from opponents where count of hand < 9
    choose level from numbers
    choose hue from {red, green} where it != green or level > 2
    choose side from teams where it != my team
    choose sure from {true}
    choose given from subsets of my hand where count of it = 1
    do
        end turn
"""
)
SUITS = "number: {type: integer, default: 0}\nsuit: {type: [red, green, black], default: red}"


@pytest.mark.parametrize(
    ("numbers", "arguments", "sentence"),
    [
        ("{1}", {"target": 1}, "Player 1 cannot be chosen as target; it could be Player 2 or "
         "Player 3"),
        ("{1, 4}", {"target": 2, "level": 9}, "9 cannot be chosen as level; it could be 1 or 4"),
        ("{3, 1, 2, 4}", {"target": 2, "level": 0}, "0 cannot be chosen as level; it could be 1 "
         "to 4"),
        ("{1, 3, 5, 7, 9, 11, 13}", {"target": 2, "level": 2}, "2 cannot be chosen as level"),
        ("{2}", {"target": 2, "level": 2, "hue": "black"}, "black cannot be chosen as hue; it "
         "could be red"),
        ("{3}", {"target": 2, "level": 3, "hue": "black"}, "black cannot be chosen as hue; it "
         "could be red or green"),
        ("{1}", {"target": 2, "level": 1, "hue": "red", "side": 7}, "7 cannot be chosen as side; "
         "it could be Player 2 or Player 3"),
        ("{1}", {"target": 2, "level": 1, "hue": "red", "side": [2], "sure": False}, "no cannot "
         "be chosen as sure; it could be yes"),
        ("{1}", {"target": 2, "level": 1, "hue": "red", "side": [2], "sure": True,
         "given": ["6"]}, "this cannot be chosen as given"),
    ],
)  # fmt: skip
def test_what_could_be_chosen_instead_is_told_unless_it_is_cards(
    numbers: str, arguments: dict[str, Any], sentence: str
) -> None:
    t = table(VALUES.replace("from numbers", f"from {numbers}"), 3, attributes=SUITS)
    assert told(t, "go", **arguments)[0][1] == sentence


def test_a_requirement_has_all_its_ids() -> None:
    t = table(
        PLAIN.replace("draw 3", "draw 4").replace("draw 2", "draw 3"),
        2,
        cards=NUMBERS.replace("9", "11"),
    )
    assert t.cards("deck") == []
    found = why(t, "go", card="8", target=2)
    assert found.ids == ("A-3", "A-4")
    assert found.reasons[0].sentence == "the deck is needed"


def test_sets_of_cards_are_found_in_any_order() -> None:
    t = table(PLAIN, 2)
    assert explain(t.game, t.state, Action("rise", {"several": ["8", "7"]})) is None
    assert told(t, "rise", several=["9", "7"]) == [((), "they must make 15")]
    assert told(t, "rise", several=["7", "6"]) == [(("A-5",), "this cannot be chosen as several")]


def test_a_set_is_told_what_it_must_be_where_its_choice_has_a_sentence() -> None:
    sentence = '[A-5] "two cards of fifteen"'
    t = table(PLAIN.replace("[A-5]", sentence), 2)
    because = "this cannot be chosen as several: two cards of fifteen"
    assert told(t, "rise", several=["7", "6"]) == [(("A-5",), because)]
    assert told(t, "rise", several=["7"]) == [(("A-5",), because)]
    # A sentence on another choice says what the player does, and not what may be chosen.
    t = table(PLAIN.replace("count of hand < 9", 'count of hand < 9 "aim"'), 2)
    assert told(t, "go", card="8", target=1)[0][1].endswith("it could be Player 2")


def test_of_a_question_with_one_choice_also_its_own_sentence_tells_what_a_set_must_be() -> None:
    rules = (
        ZONES
        + SET_UP
        + """
play
    turns clockwise from starter once
        together each player clockwise from me [C-1] "bid two cards"
            choose bet from subsets of my hand where count of it = 2
            do
                move bet to table
"""
    )
    t = table(rules, 2)
    assert told(t, "choose", bet=["7"]) == [(("C-1",), "this cannot be chosen: bid two cards")]


def test_what_is_missing_or_too_much_is_said() -> None:
    t = table(PLAIN, 2)
    assert told(t, "go", card="8") == [((), "target is not chosen")]
    assert told(t, "go", card="8", target=2, colour="red") == [
        ((), "go has no choice colour; it has card and target")
    ]
    assert told(t, "rest", card="8") != []


def test_otherwise_is_explained() -> None:
    assert told(table(PLAIN, 2), "rest") == [(("A-9",), "only if no other action is possible")]


def test_an_action_of_another_moment_and_one_that_does_not_exist() -> None:
    rules = PLAIN + (
        "action later [A-8]\n"
        "    do\n"
        "        end game\n"
        "routine used\n"
        "    as starter\n"
        "        one of later\n"
    )
    t = table(rules, 2)
    assert told(t, "later") == [(("A-8",), "this is not the moment for it")]
    assert told(t, "dance") == [((), "nothing here is called dance; it could be go or rise")]


def test_at_the_end_nothing_is_allowed() -> None:
    t = table("play\n    repeat 0 times\n        end repeat\n")
    assert told(t, "go") == [((), "the game is over")]


def test_too_many_of_those_that_are_written_alike() -> None:
    rules = (
        ZONES
        + ONE_GO
        + (
            "zone line shared row, seen by all\n"
            "setup\n"
            "    draw 2 from deck to line\n"
            "action go\n"
            "    choose card from line\n"
            "    do\n"
            "        move card to table\n"
        )
    )
    t = table(rules, cards='twin: {name: "2", number: 2, count: 5}')
    assert explain(t.game, t.state, Action("go", {"card": "2"}, 2)) is None
    found = explain(t.game, t.state, Action("go", {"card": "2"}, 3))
    assert found is not None and found.reasons


PLACED = (
    ZONES
    + SET_UP
    + ONE_GO
    + """
define is_small(c: card) = c.number < 8
placement fits(card on target) [P-0]
    number: card.number > target.number [P-1] "the number must be higher"
    parity: card.number mod 2 = target.number mod 2 [P-2]
    small: is_small(card) [P-3] "only small cards"
action go [A-1]
    choose card from my hand
    choose prey from table where fits(card on prey) and count of my hand > 2
    do
        stack card on prey to my patch
"""
)


def test_each_clause_of_a_placement_that_fails_is_named() -> None:
    t = table(PLACED, 2)
    assert t.cards("hand", 0) == ["7", "8", "9"]
    assert t.cards("table") == ["2", "3"]
    found = why(t, "go", card="8", prey="3")
    assert [(item.clause, item.ids) for item in found.reasons] == [
        ("parity", ("P-2",)), ("small", ("P-3",)),
    ]  # fmt: skip
    assert found.reasons[0].sentence == "parity: card.number mod 2 = target.number mod 2"
    assert found.ids == ("P-2", "P-3")
    assert told(t, "go", card="9", prey="3") == [(("P-3",), "only small cards")]


def test_alternatives_are_legal_and_near() -> None:
    t = table(PLACED, 2)
    found = why(t, "go", card="7", prey="2")
    assert [str(action) for action in found.alternatives] == ["go card: 7, prey: 3"]
    for action in found.alternatives:
        t.game.apply(t.state, action)


def test_answers_are_explained_with_the_parameters_of_their_window() -> None:
    rules = (
        ZONES
        + SET_UP
        + ONE_GO
        + """
action go
    choose card from my hand
    do
        move card to table
        open attack(card) to opponents
window attack(card: card)
interrupt shield answers attack [I-1]
    choose answer from my hand where number > card.number [I-2] "it must be higher"
    let difference = answer.number - card.number
    require difference < 3 [I-3] "not much higher"
    do
        stop
"""
    )
    t = table(rules, 2)
    t.state = t.game.apply(t.state, Action("go", {"card": "7"}))
    assert told(t, "shield", answer="5") == [(("I-2",), "it must be higher")]
    assert told(t, "shield", answer="9") == [(("I-2",), "you have no 9 in your hand")]
    assert told(t, "dance") == [((), "nothing here is called dance; it could be shield or pass")]
    assert explain(t.game, t.state, Action("pass")) is None


def test_choices_among_effects_see_the_values_of_the_frame() -> None:
    rules = (
        ZONES
        + SET_UP
        + """
play
    turns clockwise from starter once
        let limit = count of my hand + 5
        let pairs = subsets of my hand where count of it = 2
        choose pair from pairs where sum of number in it > limit + 8 [C-1] "too little"
        together each player clockwise from me
            choose card from my hand where number < limit [C-2] "too much"
            do
                move card to table
"""
    )
    t = table(rules, 2)
    assert told(t, "choose", pair=["7", "8"]) == [(("C-1",), "too little")]
    t.choose(pair=["8", "9"])
    assert t.legal == ["choose card: 7"]
    assert told(t, "choose", card="8") == [(("C-2",), "too much")]


def test_possible_is_explained() -> None:
    rules = (
        ZONES
        + SET_UP
        + ONE_GO.replace("one of go", "one of match, go")
        + """
action match
    choose card from my hand where number in {7, 9}
    do
        move card to table
action go
    choose card from my hand where not possible match(card) [B-1] "it could match"
    do
        move card to table
"""
    )
    t = table(rules, 2)
    assert told(t, "go", card="7") == [(("B-1",), "it could match")]
    assert explain(t.game, t.state, Action("go", {"card": "8"})) is None


def test_an_explanation_changes_nothing_in_what_is_legal() -> None:
    """Subsets are remembered by their conditions; those of an explanation are the same ones."""
    rules = (
        ZONES
        + SET_UP
        + ONE_GO.replace("one of go", "one of few, many")
        + """
action few
    choose several from subsets of my hand where sum of number in it = 15
    do
        move several to table
action many
    choose several from subsets of my hand where sum of number in it <= 15
    require count of several > 1 "more than one"
    do
        move several to table
"""
    )
    fresh, explained = table(rules, 2, players="2"), table(rules + "\n# another\n", 2)
    other = explained.state.copy()
    why(explained, "many", several=["7", "8", "9"])
    assert [str(action) for action in explained.game.legal_actions(other)] == fresh.legal
    other = explained.game.start(1, 0)
    why(explained, "few", several=["7", "8", "9"])
    explained.state = other
    assert explained.legal == fresh.legal
    assert told(explained, "many", several=["7"]) == [((), "more than one")]


def test_maximal_subsets_and_others_are_not_mixed_up() -> None:
    rules = (
        ZONES
        + SET_UP
        + ONE_GO.replace("one of go", "one of few, many")
        + """
action few
    choose several from maximal subsets of my hand where sum of number in it <= 17
    do
        move several to table
action many
    choose several from subsets of my hand where sum of number in it <= 17
    do
        move several to table
"""
    )
    t = table(rules, 2)
    assert [line for line in t.legal if line.startswith("few")] == [
        "few several: 7 + 8", "few several: 7 + 9", "few several: 8 + 9",
    ]  # fmt: skip
    assert len(t.legal) == 3 + 7
    assert told(t, "few", several=["7"]) == [((), "this cannot be chosen as several")]


@pytest.mark.parametrize("several", [["7"], [], ["7", "7"], "7", 7, None, {"a": 1}, [["7", "8"]]])
def test_nonsense_is_refused_with_a_reason(several: Any) -> None:
    t = table(PLAIN, 2)
    assert why(t, "rise", several=several).reasons
    assert why(t, "go", card=several, target=2).reasons
    assert why(t, "go", card="8", target=several).reasons
