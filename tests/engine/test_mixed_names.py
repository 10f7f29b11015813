"""Names of cards that were mixed since: no sentence tells who holds such a card which it is."""

from __future__ import annotations

from typing import Any

import pytest

from cardrules.engine.lowering.mixed import Reader, mixed_names
from cardrules.engine.showing.narrate import Narrator
from cardrules.model import ir
from tests.engine import harness

# Seat 1 has 9 and 8 and names the 8; the deck has five others. Seat 2 holds 7 and 6.
RULES = (
    harness.DECK
    + harness.HAND
    + """
zone bag shared spread, seen by nobody
zone pile shared pile, seen by nobody
zone table shared spread, seen by all
setup
    each player clockwise from starter
        draw 2 from deck to my hand
play
    as starter
        one of go
action go
    choose card from my hand where number < 9
    do
{statements}
routine mix
    shuffle deck
routine tell(told: card, times: integer)
    say "it was {told}, {times} times"
window pause
interrupt stir answers pause
    do
        shuffle deck
"""
)
MOVE = "move card to deck\n    say nothing\n"
SAY = 'say "it was {card}"\n'


def heard(statements: str, declarations: str = "", **more: object) -> set[str]:
    """What seat 2 hears in the end of what is said, whatever chance does."""
    body = "\n".join(f"        {line}" for line in statements.strip().splitlines())
    rules = RULES.replace("{statements}", body) + declarations
    of = harness.game(rules, **more)  # type: ignore[arg-type]
    found = set()
    for seed in range(40):
        s = of.start(seed, 0)
        s = of.apply(s, of.legal_actions(s)[0])
        told = list(Narrator(of, 1).lines(s, s.events))
        while not s.over:
            s = of.apply(s, of.legal_actions(s)[0])
            told += Narrator(of, 1).lines(s, s.events)
        found |= {line for line in told if line.startswith("It was") or line.startswith("it was")}
    return found


DRAW = "draw 1 from deck to (left of me).hand\n"


def test_without_mixing_whoever_sees_the_card_is_told() -> None:
    assert heard(MOVE + DRAW + SAY) == {"it was 8"}


@pytest.mark.parametrize(
    "mix",
    [
        "shuffle deck\n",
        "do mix\n",
        "repeat 2 times\n    shuffle deck\n",
        "if deck is not empty\n    shuffle deck\n",
        "let other = card\nshuffle deck\n",
    ],
)
def test_a_card_that_was_mixed_is_told_to_nobody_who_draws_it(mix: str) -> None:
    said = SAY.replace("card", "other") if "other" in mix else SAY
    assert heard(MOVE + mix + DRAW + said) == {"it was a card"}


def test_what_comes_of_the_card_is_told_as_little() -> None:
    assert heard(f'{MOVE}shuffle deck\n{DRAW}say "it was {{card.number}}"') == {"it was something"}
    after = f"{MOVE}shuffle deck\n{DRAW}"
    assert heard(f'{after}let other = card\nsay "it was {{other}}"') == {"it was a card"}
    assert heard(f"{after}do tell(card, 2)") == {"it was a card, 2 times"}


def test_a_routine_that_mixes_tells_no_more_of_what_is_given_to_it() -> None:
    routine = f"""
routine hide(own: card, times: integer)
    shuffle deck
    {DRAW.strip()}
    say "it was {{own}}, {{times}} times"
"""
    assert heard(f"{MOVE}do hide(card, 3)", routine) == {"it was a card, 3 times"}


def test_answers_and_triggers_mix_as_well() -> None:
    window = "open pause to left of me\n"
    assert heard(MOVE + window + DRAW + SAY) == {"it was a card"}
    trigger = """
when 9 comes up from pile
    move it to table
    shuffle deck
"""
    drawn = "move my hand to pile\ndraw 1 from pile to table\n"
    trigger = trigger.replace("when 9", "when plain")
    assert heard(MOVE + drawn + DRAW + SAY, trigger) == {"it was a card"}
    assert heard(MOVE + drawn + DRAW + SAY) == {"it was 8"}


PASSING = """
window wait(card: card)
    pass
        say "it was {card}"
interrupt shake answers wait
    require me = starter
    do
        shuffle deck
        draw 1 from deck to (left of me).hand
"""


def test_an_answer_mixes_for_those_who_are_asked_after_it() -> None:
    assert heard(MOVE + "open wait(card) to players", PASSING) == {"it was a card"}


def test_who_picks_from_cards_side_by_side_that_nobody_sees_mixes_them() -> None:
    bag = """
move top of deck to bag
move card to bag
pick other at random from bag
move other to (left of me).hand
"""
    assert heard(bag + SAY) == {"it was a card"}
    assert heard(bag.replace("bag", "table") + SAY) == {"it was 8"}


@pytest.mark.parametrize(
    "elsewhere",
    [
        # it lies where nothing is mixed
        f"move card to table\nshuffle deck\n{SAY}",
        # it is named anew
        f'{MOVE}shuffle deck\nmove top of deck to table\n    say "it was {{it}}"\n',
        # what is said before the shuffle is said of the card where it lies
        f"move card to table\n{SAY}move card to deck\n    say nothing\nshuffle deck\n",
    ],
)
def test_other_cards_are_told(elsewhere: str) -> None:
    told = heard(elsewhere)
    assert told and "it was a card" not in told


def test_a_loop_comes_back_with_what_its_end_has_mixed() -> None:
    loop = f"repeat 2 times\n    {SAY}    {DRAW}    shuffle deck\n"
    assert heard(MOVE + loop) == {"it was a card"}


def test_loops_in_each_other_are_read_in_few_passes(monkeypatch: pytest.MonkeyPatch) -> None:
    depth, read = 18, 0
    said = Reader._say

    def counted(reader: Reader, sentence: ir.Sentence | None, names: Any) -> None:
        nonlocal read
        read += 1
        said(reader, sentence, names)

    monkeypatch.setattr(Reader, "_say", counted)
    lines = [f"{'    ' * at}repeat 1 times" for at in range(depth)]
    inside = "    " * depth
    lines += [f"{inside}{line}" for line in (SAY.strip(), "move card to deck", "shuffle deck")]
    rules = RULES.replace("{statements}", "\n".join(f"        {line}" for line in lines))
    assert mixed_names(harness.ruleset(rules))
    assert read < 20


def test_a_draw_after_a_shuffle_is_told_though_the_card_was_named_before() -> None:
    statements = """
        say "{me} puts {card} away"
        move card to deck
            say nothing
        shuffle deck
        draw 6 from deck to my hand
"""
    of = harness.game(RULES.replace("{statements}", statements.strip("\n")))
    s = of.start(1, 0)
    s = of.apply(s, of.legal_actions(s)[0])
    [*_, drawn] = [line for line in Narrator(of, 0).lines(s, s.events) if " draws " in line]
    assert "8" in drawn
