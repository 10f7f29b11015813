"""Games that need not end, each for one reason: none of them is ever said to end."""

from __future__ import annotations

import pytest

from cardrules.rulesets import find
from tests.termination.harness import proof_of, text_of

_UNTIL = "until players.hand is empty"
_MOVE = "        move card to discard\n"
_ACTION = "one of play_card"

NOT_ENDING = {
    "a card comes back": text_of((_MOVE, _MOVE + "        draw 1 from discard to my hand\n")),
    "all may pass": text_of(
        (_ACTION, "one of play_card, rest"), more="action rest\n    do\n        set last to true\n"
    ),
    "all may do nothing": text_of(
        (_ACTION, "one of play_card, rest"), more="action rest\n    do\n        say \"Rest.\"\n"
    ),
    "a card goes to another hand": text_of((_MOVE, "        move card to (left of me).hand\n")),
    "the discards become the deck again": text_of(
        (_UNTIL, "until deck is empty"),
        (_MOVE, _MOVE + "        draw 1 from deck to my hand\n"),
        more="when deck runs dry\n    move discard to deck\n    shuffle deck\n",
    ),
    "a draw behind each card": text_of(
        (_MOVE, _MOVE + "        draw 1 from deck to my hand\n"),
        more="when deck runs dry\n    move discard to deck\n",
    ),
    "a counter is set back": text_of(
        (_UNTIL, "until played = 9"),
        (_MOVE, "        add 1 to played\n        if played = 5\n            set played to 0\n"),
    ),
    "a counter goes past its end": text_of(
        (_UNTIL, "until played = 9"), (_MOVE, "        add 2 to played\n")
    ),
    "a counter that a player may stop": text_of(
        (_UNTIL, "until played = 9"),
        ("    choose card from my hand\n", "    choose n from {0, 1}\n"),
        (_MOVE, "        add n to played\n"),
    ),
    "a card that may be played fits nowhere": text_of(
        ("    choose card from my hand\n", "    choose card from my hand where it is star\n")
    ),
    "who cannot act names himself": text_of(
        (f"        {_ACTION}\n", "        if my hand is empty\n            next turn me\n"
         f"        {_ACTION}\n")
    ),
    "who cannot act turns the direction": text_of(
        (f"        {_ACTION}\n", "        if my hand is empty\n            reverse\n"
         f"        {_ACTION}\n")
    ),
    "a standing rule gives cards again": text_of(
        more="standing refill\n    each player clockwise from starter where hand is empty\n"
        "        move discard to my hand\n"
    ),
    "the last card goes back": text_of(
        (_UNTIL, "until last"),
        (_MOVE, "        move card to deck at bottom\n        draw 1 from deck to my hand\n"),
        more="when star comes up from deck\n    move it to deck at bottom\n",
    ),
    "a flag that is set and taken back": text_of(
        (_UNTIL, "until last and players.hand is empty"),
        (_MOVE, "        if last\n            set last to false\n"
         "            move discard to my hand\n        else\n            set last to true\n"
         "            move card to discard\n"),
    ),
    "tokens that come back": text_of(
        (_MOVE, "        give 1 coin to me\n        take 1 coin from me\n"),
    ),
    "hands are exchanged": text_of((_MOVE, "        swap my hand with (left of me).hand\n")),
    "the deepest answer brings the cards back": text_of(
        (_MOVE, _MOVE + "        open answering to others\n"),
        more="window answering, up to 3 deep\ninterrupt back answers answering\n"
        "    choose other from my hand\n    do\n        move other to discard\n"
        "        add 1 to played\n        if played >= 3\n"
        "            each player clockwise from me\n"
        "                draw 2 from discard to my hand\n"
        "        open answering to others\n        add -1 to played\n",
    ),
    "an answer brings the card back": text_of(
        (_MOVE, _MOVE + "        open answering to others\n"),
        more="window answering\ninterrupt back answers answering\n    choose other from my hand\n"
        "    do\n        move other to discard\n        move discard to my hand\n        stop\n",
    ),
}  # fmt: skip


@pytest.mark.parametrize("why", NOT_ENDING)
@pytest.mark.parametrize("players", [2, 3])
def test_nothing_is_shown_of_a_game_that_need_not_end(why: str, players: int) -> None:
    assert not proof_of(NOT_ENDING[why], players).is_shown


# A game of the package with one line in place of another, so that it need not end any more.
MUTANTS = {
    "captured cards go to the hand": (
        "snarkas",
        "move captured + only(card) to my won ",
        "move captured + only(card) to my hand ",
    ),
    "laid cards go to the deck": ("snarkas", "move card to table ", "move card to deck "),
    "what was played is tucked": (
        "snatch_the_cat",
        "    do\n        move card to discard ",
        "    do\n        move card to my hoard at bottom ",
    ),
    "the discards become the deck": (
        "snatch_the_cat",
        "standing empty_hoard ",
        "standing renew\n    if deck is empty\n        move discard to deck\n\n"
        "standing empty_hoard ",
    ),
}


@pytest.mark.slow
@pytest.mark.parametrize("why", MUTANTS)
def test_nothing_is_shown_of_a_game_of_the_package_that_was_broken(why: str) -> None:
    name, old, new = MUTANTS[why]
    text = find(name).read_text(encoding="utf-8")
    assert old in text
    assert not proof_of(text.replace(old, new, 1)).is_shown
