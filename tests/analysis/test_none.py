"""What may be none has to be asked for, and where an answer holds."""

from __future__ import annotations

import pytest

from tests.analysis.harness import codes

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
]


@pytest.mark.parametrize("lines", KNOWN)
def test_it_is_known_not_to_be_none(lines: str) -> None:
    assert codes(lines) == []


@pytest.mark.parametrize("lines", UNKNOWN)
def test_it_may_be_none(lines: str) -> None:
    assert codes(lines) == ["CR405"]


@pytest.mark.parametrize(
    "lines", ["if card is none\n    end game", "if target is not none\n    end game"]
)
def test_nobody_asks_what_is_never_none(lines: str) -> None:
    assert codes(lines) == ["CR402"]


def test_none_is_a_value_where_the_type_says_so() -> None:
    assert codes("set bait to none\nset marked to none\nif bait = none\n    end game") == []
