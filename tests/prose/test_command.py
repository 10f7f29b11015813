"""What you do is told as what to do."""

from __future__ import annotations

import pytest

from cardrules.prose import command
from tests.prose.test_sentence import parts_of


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("{you} plays {card} and takes {cards}", "Play crawler 3 and take 3 cards"),
        ("{you} goes first", "Go first"),
        ("{you} secretly passes", "Secretly pass"),
        ("{you} attacks {bob}'s hoard", "Attack Bob's hoard"),
        ("{you} {murmurs|murmur} a spell", "Murmur a spell"),
        ("{you} plays {card}: {both} loses {3} cards", "Play crawler 3: Ann and Bob lose 3 cards"),
        ("{you} zigzags, and {you} draws", "Zigzag, and you draw"),
    ],
)
def test_what_you_do_is_told_without_you(text: str, expected: str) -> None:
    assert command(parts_of(text)) == expected


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{you}",
        "{you} always",
        "{you} and {bob} exchanges hands",
        "{you}'s card is taken",
        "{you} can play a card",
        "{you} has to play a card",
        "{you} is attacked",
        "{you} {was|were|were} first",
        "{ann} plays a card",
        "the next one plays a card",
        "now {you} plays a card",
    ],
)
def test_what_begins_otherwise_tells_nobody_to_do_anything(text: str) -> None:
    assert command(parts_of(text)) == ""
