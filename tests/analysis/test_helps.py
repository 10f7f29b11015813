"""Lines that authors wrote, and the lines that the help tells them to write: these are right."""

from __future__ import annotations

import re

import pytest

from tests.analysis.harness import analysed

# What was written, and what the help has in its place.
LINES = {
    "a number of cards": (
        "choose 2 cards from my hand",
        "choose gone from subsets of my hand where count of it = 2",
    ),
    "a number in words": (
        "choose three cards from my hand + table ",
        "choose gone from subsets of (my hand + table) where count of it = 3",
    ),
    "a range of cards": (
        "choose up to 2 cards from my hand where number > 3   # two at most",
        "choose gone from subsets of (my hand where number > 3) where count of it <= 2",
    ),
    "at least some cards": (
        "choose at least 1 card from table",
        "choose gone from subsets of table where count of it >= 1",
    ),
    "any number of cards": (
        'choose any number of cards from table [O-1] "any"',
        "choose gone from subsets of table",
    ),
    "one card": ("choose 1 card from table", None),
    "some players": ("choose 2 players from opponents", "choose player from opponents"),
    "some stacks": ("choose two stacks from my patch", None),
    "the sum with itself": (
        "my tricks = my tricks + 4",
        "set my tricks to my tricks + 4",
    ),
    "the sum with itself, shorter": ("my tricks = my tricks + 4", "add 4 to my tricks"),
    "a longer sum": ("my tricks = my tricks + 2 * (3 - 1)", "add 2 * (3 - 1) to my tricks"),
    "a sum on a condition": (
        "my tricks = my tricks + 1 if true else 2",
        "set my tricks to my tricks + 1 if true else 2",
    ),
    "a variable of somebody": ("target.tricks = 3", "set target.tricks to 3"),
    "a variable": ("marked = card", "set marked to card"),
    "a name": ("marked_card = card", "let marked_card = card"),
    "a name like a word": ("let_it = card", "let let_it = card"),
    "a name with a word in front": ("settle = 3", "let settle = 3"),
    "a sum with signs": ("target.tricks += 2 * 3", "add 2 * 3 to target.tricks"),
    "a difference with signs": ("my tricks -= 1", "set my tricks to my tricks - 1"),
    "a longer difference": (
        "my tricks -= 1 + count of my hand",
        "set my tricks to my tricks - (1 + count of my hand)",
    ),
    "one more": ("my tricks++", "add 1 to my tricks"),
    "one less": ("my tricks--", "set my tricks to my tricks - 1"),
    "set with a sign": ("set my tricks = 3", "set my tricks to 3"),
    "set with two signs": ("set my tricks += 3", "add 3 to my tricks"),
    "set with a colon": ("set marked := none", "set marked to none"),
    "under the pile": ("move card to deck under it", "move card to deck at bottom"),
    "to the front": ("move card to deck at the front", "move card to deck at bottom"),
    "at the start": ("draw 1 from deck to my hoard at the start", None),
    "rounds": ("rounds 4 times\n    end game", "rounds until round = 4"),
    "a number of rounds": (
        "rounds hand_size times\n    end game",
        "rounds until round = hand_size",
    ),
    "repeated rounds": ("repeat 4 rounds\n    end game", "rounds until round = 4"),
    "the first of some": ("move table[0] to discard", "first of table"),
    "the last of some": ("let x = my hoard[-1] if true else none", "top of my hoard"),
    "a value that may be none": ("let n = marked.number", "if marked is not none"),
    "what may not be there": ("let n = (top of my hoard).number", "if my hoard is not empty"),
    "what is looked for": (
        "let n = (first of (table where ripe)).number",
        "let found = first of (table where ripe)",
    ),
    "a number below zero": ("choose step from {-2, 0, 5}", "{0, 2, 7}"),
    "a value of a card": (
        "if (first of stack) is apple\n    end game",
        "(first of stack).fruit = apple",
    ),
    "a value of an operation": (
        "if top of stack is not apple\n    end game",
        "(top of stack).fruit != apple",
    ),
    "a value of a zone": ("if deck is apple\n    end game", "some c in deck: c.fruit = apple"),
    "a number of an operation": ("let n = 1 + top of stack", "(top of stack).number"),
    "any of some": (
        "if any c in my hand: c.fruit = apple\n    end game",
        "if some c in my hand: c.fruit = apple",
    ),
    "all of some": (
        "if all c in my hand: c.fruit = apple\n    end game",
        "if every c in my hand: c.fruit = apple",
    ),
    "add without to": ("add 1 x", None),
    "a range that is worked out": (
        "choose n from hand_size + 1 to 6",
        "choose n from {1, 2, 3, 4, 5, 6} where it > hand_size",
    ),
    "no cards": ("if my hand has no cards\n    end game", "if my hand is empty"),
    "cards that are left": ("if deck has cards left\n    end game", "if deck is not empty"),
    "a card at random": (
        "move random card from my hand to discard",
        "pick card at random from my hand",
    ),
    "a random card of somebody": (
        "take a random card from target.hand",
        "pick card at random from target.hand",
    ),
    "conditions with a comma": (
        "choose n from {1, 2} where it > 3, it < 5",
        "choose n from {1, 2} where it > 3 and it < 5",
    ),
    "half a comparison": (
        "choose n from {1, 2} where it > 3 and < 5",
        "choose n from {1, 2} where it > 3 and it < 5",
    ),
    "half a comparison with or": (
        "if count of my hand > 3 or = 2\n    end game",
        "if count of my hand > 3 or count of my hand = 2",
    ),
    "a variable that is not declared": (
        "set counter to counter + 1",
        "variable counter: integer = 0",
    ),
    "one of somebody that is not declared": (
        "add 1 to my counter",
        "variable counter per player: integer = 0",
    ),
    "a flag that is not declared": ("set seen_once to true", "variable seen_once: flag = false"),
    "a neighbour of mine": ("draw 1 from deck to my left.hand", "(left of me).hand"),
    "a neighbour of somebody": ("let x = target.right", "right of target"),
    "the others of somebody": ("let x = target.opponents", "players - only(target)"),
    "what everybody draws": (
        "draw 3 from deck to players.hand",
        "draw 3 from deck to my hand",
    ),
    "what the others draw": ("draw 3 from deck to opponents.hand", "draw 3 from deck to p.hand"),
    "an action that is carried out": ("do wait", "one of wait"),
    "a sum of stacks": ("let n = sum of number in my patch", "sum of number in it"),
    "stacks of a sort": (
        "let n = count of (my patch where fruit = apple)",
        "(top of it).fruit",
    ),
    "a meld": ("move my hand to my patch", "stack my hand to my patch"),
    "a reserved choice": ("choose sum from my hand\nmove sum to discard", "sum_2"),
    "a reserved name in a loop": ("each not in my hand\n    move not to discard", "not_2"),
    "a reserved name in a condition": ("let x = some my in players: my.hand is empty", "my_2"),
    "a reserved name": ("let lowest = card\nmove lowest to discard", "lowest_2"),
}


@pytest.mark.parametrize("case", LINES)
def test_the_help_says_what_to_write(case: str) -> None:
    wrong, right = LINES[case]
    found = analysed(wrong)[1]
    helps = [item.help for item in found if item.severity.value == "error"]
    assert len(helps) == 1
    if right is not None:
        assert f"`{right}`" in helps[0]
    # Whatever it shows as a whole line can be read, whether or not the names fit.
    for part in re.findall(r"`([^`]+)`", helps[0]):
        if part.split()[0] in ("choose", "set", "add", "let", "move", "draw", "rounds"):
            line = f"{part}\n    end game" if part.startswith("rounds") else part
            assert not [item for item in analysed(line)[1] if item.code < "CR200"], part


# What none of these mistakes is: another one, or none at all.
OTHERS = {
    "a name that is a number": ("choose two from my hand\nmove two to discard", []),
    "a choice that lacks something else": ("choose two from my hand whre ripe", ["CR101"]),
    "rule IDs without a blank": ("move card to discard[O-1]", []),
    "a number as a rule ID": ("move card to discard [1]", ["CR101"]),
    "a name as a rule ID": ("move card to discard [clubs]", ["CR101"]),
    "a place without a blank": ("shuffle deck[1]", ["CR101"]),
    "a rule ID before a mistake": ("let x = card[O-1] if", ["CR101"]),
    "the name of a word, used rightly": (
        "let x = lowest of number in table\ndraw x foo",
        ["CR101"],
    ),
    "names that only look ended": ("# let who = me\nmove card to who.hand", ["CR301"]),
    "a name in its own line": ("let who = who", ["CR301"]),
}
_THEIR_HELP = re.compile(r"subsets|bracket|lowest_2|last longer")


@pytest.mark.parametrize("case", OTHERS)
def test_other_mistakes_are_not_taken_for_these(case: str) -> None:
    lines, codes = OTHERS[case]
    found = [item for item in analysed(lines)[1] if item.severity.value == "error"]
    assert [item.code for item in found] == codes
    assert not [item.help for item in found if _THEIR_HELP.search(item.help)]
