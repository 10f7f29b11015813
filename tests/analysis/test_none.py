"""What may be none has to be asked for, and where an answer holds."""

from __future__ import annotations

import pytest

from tests.analysis.harness import analysed, codes

_TURN = "turns clockwise from starter once\n    "
_ROUND = "rounds until round = 3\n    "
KNOWN = [
    "if marked is not none\n    let n = marked.number",
    "if not marked is none\n    let n = marked.number",
    "if marked != none\n    let n = marked.number",
    "if marked is none\n    end game\nlet n = marked.number",
    "if marked is none\n    end game\nelse\n    let n = marked.number",
    "if marked is none\n    set marked to card\nelse if marked.ripe\n    end game",
    "if marked is not none and marked.ripe\n    end game",
    "if marked is none or marked.ripe\n    end game",
    "if not (marked is none or deck is empty)\n    let n = marked.number + (top of deck).number",
    "while marked is not none\n    let n = marked.number\n    set marked to none",
    "let n = marked.number if marked is not none else 0",
    "set marked to card\nlet n = marked.number",
    "let top_card = top of deck\nif top_card is not none\n    let n = top_card.number",
    "if deck is not empty\n    let n = (top of deck).number + (bottom of deck).number",
    "if deck is not empty\n    let n = (first of deck).number",
    "if my hand is not empty\n    let n = (first of my hand).number",
    "if my patch is not empty\n    let n = (top of first of my patch).number",
    "let n = (first of (players with highest coin)).coin",
    "move top of deck to discard",
    "move marked to discard\nreveal first of my hand",
    "if marked is not none\n    if card is worm\n        set marked to none\n        end game\n"
    "    let n = marked.number",
    "if marked is not none\n    repeat 3 times\n        let n = marked.number",
    "if deck is not empty\n    as target\n        let n = (top of deck).number",
    "if count of deck > 0\n    let n = (top of deck).number",
    "if 3 <= count of deck\n    let n = (bottom of deck).number",
    "if count of deck > hand_size\n    let n = (top of deck).number",
    "if count of deck = max(1, count of table)\n    let n = (top of deck).number",
    "if count of deck > target.coin\n    let n = (top of deck).number",
    "if card in deck\n    let n = (top of deck).number",
    "if sum of number in deck > 5\n    let n = (top of deck).number",
    "if (deck where ripe) is not empty\n    let n = (first of (deck where ripe)).number",
    "if some c in deck: c.ripe\n"
    "    let n = (top of deck).number + (first of (deck where ripe)).number",
    "if not every c in deck: not c.ripe\n    let n = (first of (deck where ripe)).number",
    "if not every p in players: p.hand is empty\n"
    "    let p = first of (players where hand is not empty)\n    next turn p",
    "if (deck where ripe with highest number) is not empty\n    let n = (top of deck).number",
    "if deck is not empty\n    let n = (first of (deck with highest number)).number",
    "if (deck - table) is not empty\n    let n = (top of deck).number",
    "if bait = pear and bait < plum\n    end game",
    f"{_TURN}if active.hand is not empty\n        repeat 2 times\n"
    "            let n = (first of active.hand).number",
    f"{_ROUND}if deck is not empty\n        {_TURN}        let n = (top of deck).number",
    "if some c in my hand: covers(c on card)\n    move table to discard\n"
    "    let n = (first of (my hand where covers(it on card))).number",
    "if deck is not empty\n    shuffle deck\n    let n = (top of deck).number",
    "if deck is not empty\n    move my hand to deck\n    set lead to target\n"
    "    let n = (top of deck).number",
    "if deck is not empty\n    draw 1 from my hoard to my hand\n    let n = (top of deck).number",
    "if deck is not empty\n    let c = top of deck\n    let n = c.number",
    "if deck is not empty\n    let c = bottom of deck\n    shuffle deck\n"
    "    move card to discard\n    let n = c.number",
    "let all = my hand where ripe\nif all is not empty\n    let c = first of all\n"
    "    let n = c.number",
    "if my hand is not empty\n    let all = my hand where true\n"
    "    let n = (first of my hand).number",
    "if deck is not empty\n    set marked to top of deck\n    let n = marked.number",
    "let found = marked if marked is not none else card\nlet n = found.number",
    "let n = (first of subsets of my hand)\nlet m = count of n",
    "let n = count of first of (subsets of my hand where count of it <= 3)",
    "let n = (first of opponents).coin",
    "let n = (first of stack).number + (top of stack).number",
    "next turn owner of stack",
]

UNKNOWN = [
    "let n = marked.number",
    "let n = (top of deck).number",
    "let n = (first of my hand).number",
    "if marked is none\n    let n = marked.number",
    "if marked is none\n    shuffle deck\nlet n = marked.number",
    "if marked is not none\n    shuffle deck\nelse\n    let n = marked.number",
    "if marked is not none or card.ripe\n    let n = marked.number",
    "if marked is none and marked.ripe\n    end game",
    "if marked is not none\n    set marked to none\n    let n = marked.number",
    "if marked is not none\n    set marked to top of deck\n    let n = marked.number",
    "if marked is not none\n    if card is worm\n        set marked to none\n"
    "    let n = marked.number",
    "if discard is not empty\n    let n = (top of deck).number",
    "if my hoard is not empty\n    as target\n        let n = (top of my hoard).number",
    "if my hoard is not empty\n    each player clockwise from me\n"
    "        let n = (top of my hoard).number",
    "if bait < pear\n    end game",
    "set lead to none",
    "let p = target if card is worm else none\nset lead to p",
    "if covers(card on top of discard)\n    end game",
    "next turn owner of marked",
    "if count of deck >= 0\n    let n = (top of deck).number",
    "if count of deck > my tricks\n    let n = (top of deck).number",
    "if sum of number in deck < 5\n    let n = (top of deck).number",
    "if not some c in deck: c.ripe\n    let n = (top of deck).number",
    "if some c in deck: c.ripe\n    let n = (first of (deck where not ripe)).number",
    "if (deck where ripe) is not empty\n    let n = (first of (deck where number > 2)).number",
    "if deck is not empty\n    draw 1 from deck to my hand\n    let n = (top of deck).number",
    "if deck is not empty\n    move card to my hand\n    let n = (top of deck).number",
    "if deck is not empty\n    do clear(me)\n    let n = (top of deck).number",
    "if deck is not empty\n    one of wait\n    let n = (top of deck).number",
    "if deck is not empty\n    repeat 2 times\n        let n = (top of deck).number\n"
    "        move deck to discard",
    "if marked is not none\n    repeat 2 times\n        let n = marked.number\n"
    "        if card is worm\n            set marked to none\n            end repeat",
    "if marked is not none\n    repeat 2 times\n        if card is worm\n"
    "            set marked to none\n            end repeat\n    let n = marked.number",
    "if some p in players: p.hand is empty\n    move my hand to target.hand\n"
    "    next turn first of (players where hand is empty)",
    "if deck is empty\n    let c = top of deck\n    let n = c.number",
    "if (top of deck) = (top of discard)\n    let n = (top of deck).number",
    "move marked to marked_stack",
    "let n = (first of (subsets of my hand where count of it > 3))\nlet m = count of n",
    "let n = count of (laid where ripe)",
    "each c in laid\n    reveal c",
    "if some c in laid: c.ripe\n    end game",
    "if card in laid\n    end game",
    "if laid is empty\n    end game",
    "let n = laid + my hand",
    "choose c from laid",
    "pick c at random from laid",
    "let p = first of (players with highest bid)",
    "give 1 coin to owner of card",
]


# What is chosen or picked is none if there was nothing to choose from.
CHOSEN_KNOWN = [
    "choose p from players\nnext turn p",
    "choose p from opponents\nnext turn p",
    "choose n from {1, 2, 3}\nset my tricks to n",
    "choose yes from {true, false}\nif yes\n    end game",
    "pick n at random from {1, 2, 3}\nset my tricks to n",
    "choose s from subsets of my hand\nset my tricks to count of s",
    "choose s from maximal subsets of my hand where count of it <= 3 and sum of number in it < 9\n"
    "set my tricks to count of s",
    "choose f from maximal families of subsets of my hand where count of it = 2\nreveal union of f",
    "pick f at random from maximal families of subsets of my hand\nreveal union of f",
    "choose u from unions of maximal families of subsets of my hand\nlet n = count of u",
    'choose c from my hand\nmove c to table\nreveal c\nsay "{c}"',
    "choose s from subsets of my hand where count of it = 2\nmove s to table",
    "choose s from my patch\nmove s to discard\nmove s to target.patch",
    "choose p from opponents where coin > 0\nif p is not none\n    next turn p",
    "choose p from opponents where coin > 0\nif p = none\n    end game\nnext turn p",
    "choose c from my hand\nif c is not none and c.ripe\n    end game",
    "if my hand is not empty\n    choose c from my hand\n    set lead to me\n    let n = c.number",
    "while count of my hand > 7\n    choose c from my hand\n    set my tricks to c.number\n"
    "    move c to table",
    "while count of my hand > hand_size\n    pick c at random from my hand\n"
    "    set my tricks to c.number\n    move c to table",
    "if some p in opponents: p.coin > 0\n    choose t from opponents where coin > 0\n"
    "    next turn t",
    "if some p in opponents: p.coin > 0\n    choose t from opponents where t.coin > 0\n"
    "    next turn t",
    "if (my hand where ripe) is not empty\n    choose c from my hand where ripe\n"
    "    let n = c.number",
    "if my hand is not empty\n    choose c from my hand with highest number\n    let n = c.number",
    "choose s from my patch\nif s is not none\n    move card to s\n    next turn owner of s",
    "choose s from my patch\nif s = stack\n    end game",
    "choose c from stack\nlet n = c.number",
    "let all = my hand where ripe\nif all is not empty\n    choose c from all\n"
    "    let n = c.number",
    "if my hand is not empty\n    choose c from my hand\n    if c is none\n        end game",
]
OTHER_TURN = [
    f"{_TURN}if active.hand is not empty\n        turns clockwise from left of active once\n"
    "            let n = (first of active.hand).number",
    f"{_ROUND}if (table where number > 5 - round) is not empty\n        {_ROUND}"
    "        let n = (first of (table where number > 5 - round)).number",
    f"{_ROUND}if (table where number > 5 - turn) is not empty\n        {_TURN}"
    "        let n = (first of (table where number > 5 - turn)).number",
]
CHOSEN_UNKNOWN = [
    "if some c in my hand: outbids(c on card)\n    move table to discard\n"
    "    choose d from my hand where outbids(it on card)\n    let n = d.number",
    "choose c from my hand\nlet n = c.number",
    "pick c at random from my hand\nif c.ripe\n    end game",
    "choose p from opponents where coin > 0\nnext turn p",
    "choose p from partners\nas p\n    shuffle deck",
    "choose p from opponents where coin > 0\nmove card to p.hand",
    "choose p from opponents where coin > 0\ngive 1 coin to p",
    "choose p from opponents where coin > 0\nreveal card to p",
    "choose p from opponents where coin > 0\nset lead to p",
    "choose p from opponents where coin > 0\neach player clockwise from p\n    shuffle deck",
    "choose p from opponents where coin > 0\ndo clear(p)",
    "choose s from my patch\nmove card to s",
    "choose s from my patch\nset my tricks to count of s",
    "choose n from card.months\nset my tricks to n",
    "choose s from subsets of my hand where count of it = 2\nset my tricks to count of s",
    "if my hand is not empty\n    choose c from my hand where ripe\n    let n = c.number",
    "if my hand is not empty\n    as target\n        choose c from my hand\n"
    "        let n = c.number",
    "while count of my hand > 7\n    choose c from my hand\n    move c to table\n"
    "    choose d from my hand\n    set my tricks to d.number",
    "while count of my hand > my tricks\n    choose c from my hand\n    let n = c.number\n"
    "    end while",
    "if some p in opponents: p.coin > 0\n    choose t from opponents where coin > 1\n"
    "    next turn t",
]


@pytest.mark.parametrize("lines", CHOSEN_KNOWN)
def test_what_is_chosen_is_there(lines: str) -> None:
    assert codes(lines) == []


@pytest.mark.parametrize("lines", CHOSEN_UNKNOWN)
def test_there_may_be_nothing_to_choose_from(lines: str) -> None:
    assert codes(lines) == ["CR405"]


def test_what_may_be_none_is_reported_once() -> None:
    assert codes("choose p from partners\nnext turn p\nas p\n    give 1 coin to p") == ["CR405"]


def test_the_help_tells_when_a_choice_is_none() -> None:
    (found,) = analysed("choose p from partners\nnext turn p")[1]
    assert found.help == "With nothing to choose from, p is none. Ask first: `if p is not none`."


@pytest.mark.parametrize("lines", KNOWN)
def test_it_is_known_not_to_be_none(lines: str) -> None:
    assert codes(lines) == []


@pytest.mark.parametrize("lines", [*UNKNOWN, *OTHER_TURN])
def test_it_may_be_none(lines: str) -> None:
    assert codes(lines) == ["CR405"]


@pytest.mark.parametrize(
    "lines", ["if card is none\n    end game", "if target is not none\n    end game"]
)
def test_nobody_asks_what_is_never_none(lines: str) -> None:
    assert codes(lines) == ["CR402"]


def test_none_is_a_value_where_the_type_says_so() -> None:
    assert codes("set bait to none\nset marked to none\nif bait = none\n    end game") == []
