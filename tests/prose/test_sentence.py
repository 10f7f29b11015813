"""Sentences fit their values."""

from __future__ import annotations

import re

import pytest

from cardrules.prose import Agree, Part, amount, hidden_amount, people, render, thing

_VALUES: dict[str, Part] = {
    "ann": people(["Ann"]),
    "bob": people(["Bob"]),
    "you": people(["Ann"], 0),
    "both": people(["Ann", "Bob"]),
    "with_you": people(["Ann", "Bob"], 1),
    "nobody": people([]),
    "james": people(["James"]),
    "small": people(["bob"]),
    "card": thing("crawler 3"),
    "cards": thing("3 cards", 3),
    "0": amount(0),
    "1": amount(1),
    "3": amount(3),
    "some": hidden_amount(),
}


def parts_of(text: str) -> list[Part]:
    """The parts of a sentence as an author writes it, with the values above."""
    parts: list[Part] = []
    for part in re.split(r"(\{[^}]*\})", text):
        inner = part[1:-1]
        if "|" in inner:
            parts.append(Agree(*inner.split("|")))
        else:
            parts.append(_VALUES[inner] if part.startswith("{") else part)
    return parts


def said(text: str, *, capital: bool = True) -> str:
    """A sentence as an author writes it, with the values above."""
    return render(parts_of(text), capital=capital)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        # the verb right behind
        ("{ann} plays a card", "Ann plays a card"),
        ("{you} plays a card", "You play a card"),
        ("{both} plays a card", "Ann and Bob play a card"),
        ("{with_you} plays a card", "You and Ann play a card"),
        ("{you} is first", "You are first"),
        ("{you} does not answer", "You do not answer"),
        ("{you} doesn't answer", "You don't answer"),
        ("{you} zigzags", "You zigzag"),
        ("{you} always has to play", "You always have to play"),
        ("{you} secretly also chooses", "You secretly also choose"),
        ("{you} may pass", "You may pass"),
        ("{nobody} takes it", "Nobody takes it"),
        ("{cards} goes to the pond", "3 cards go to the pond"),
        ("{you} always", "You always"),
        # verbs further on
        ("{you} plays {card} and takes it", "You play crawler 3 and take it"),
        ("{you} plays {card}: does {ann} stop it?", "You play crawler 3: does Ann stop it?"),
        ("{ann} plays {card}: does {you} stop it?", "Ann plays crawler 3: do you stop it?"),
        ("which of these cards does {you} keep?", "Which of these cards do you keep?"),
        ("{you} does {ann} a favour", "You do Ann a favour"),
        ("{you} flips {card} and takes it", "You flip crawler 3 and take it"),
        ("{you} looks, then draws", "You look, then draw"),
        ("{you} draws or passes", "You draw or pass"),
        ("{you} draws and then also passes", "You draw and then also pass"),
        ("{you}, as the first, takes it", "You, as the first, take it"),
        ("{you} takes coins and points", "You take coins and points"),
        ("{ann} takes {3} coins and draws", "Ann takes 3 coins and draws"),
        ("{you} takes {1} coins and draws", "You take 1 coin and draw"),
        # another subject
        ("{you} draws and {bob} passes", "You draw and Bob passes"),
        ("{bob} draws and {you} passes", "Bob draws and you pass"),
        (
            "{you} shows {card} and {bob} takes it and draws",
            "You show crawler 3 and Bob takes it and draws",
        ),
        ("{you} plays, the winner takes it and draws", "You play, the winner takes it and draws"),
        ("{you} plays. Next the other takes and draws", "You play. Next the other takes and draws"),
        ("{ann} and {bob} takes one", "Ann and Bob take one"),
        ("{you}: {card} beats {cards}", "You: crawler 3 beats 3 cards"),
        # subjects in the middle
        ("do you doubt that {you} has it?", "Do you doubt that you have it?"),
        ("if {you} wins, it ends", "If you win, it ends"),
        ("the card {you} plays", "The card you play"),
        ("what does {you} do?", "What do you do?"),
        ("does {you} answer?", "Do you answer?"),
        ("is {ann} first?", "Is Ann first?"),
        # no subjects
        ("it gives {you} cards", "It gives you cards"),
        ("what belongs to {you} is lost", "What belongs to you is lost"),
        ("{ann} gives {you} cards and passes", "Ann gives you cards and passes"),
    ],
)
def test_verbs(text, expected):
    assert said(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("{1} cards", "1 card"),
        ("{3} cards", "3 cards"),
        ("{0} cards", "No cards"),
        ("{some} cards", "Some cards"),
        ("it costs {some}", "It costs something"),
        ("{1} more cards", "1 more card"),
        ("{1} {card} cards", "1 crawler 3 card"),
        ("{3} {card} cards", "3 crawler 3 cards"),
        ("{0} {card} cards", "No crawler 3 cards"),
        ("{1} lucky pennies is left", "1 lucky penny is left"),
        ("{3} cards is left", "3 cards are left"),
        ("{1} arms races", "1 arms race"),
        ("{1} cards remains", "1 card remains"),
        ("{3} cards remains", "3 cards remain"),
        ("{1} Ann's cards", "1 Ann's cards"),
        ("{1} of the cards", "1 of the cards"),
        ("{3} is the bid", "3 is the bid"),
        ("round {1} begins", "Round 1 begins"),
        ("the score is {0}", "The score is 0"),
        ("{1} is what {ann} gives", "1 is what Ann gives"),
        ("takes {1} cards, {3} gems", "Takes 1 card, 3 gems"),
    ],
)
def test_nouns_behind_numbers(text, expected):
    assert said(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("{ann}'s hand", "Ann's hand"),
        ("{james}'s hand", "James' hand"),
        ("{you}'s hand", "Your hand"),
        ("from {you}'s hand", "From your hand"),
        ("from {you}\u2019s hand", "From your hand"),
        ("from {with_you}'s hand", "From your and Ann's hand"),
        ("it is {you}'s", "It is yours"),
        ("it is {you}'s.", "It is yours."),
        ("{you}'s hand goes", "Your hand goes"),
        ("{ann} tucks {card} under {ann}'s hoard", "Ann tucks crawler 3 under their hoard"),
        ("{you} tucks {card} under {you}'s hoard", "You tuck crawler 3 under your hoard"),
        ("{ann} draws and lays it on {ann}'s pile", "Ann draws and lays it on their pile"),
        ("{ann} takes it from {bob} to {ann}'s hand", "Ann takes it from Bob to Ann's hand"),
        ("{ann} takes {bob}'s hand", "Ann takes Bob's hand"),
        ("{card} is {ann}'s, on {ann}'s pile", "Crawler 3 is Ann's, on Ann's pile"),
        ("{ann} draws. It goes to {ann}'s hand", "Ann draws. It goes to Ann's hand"),
    ],
)
def test_possessives(text, expected):
    assert said(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("{ann} {loses|lose} it", "Ann loses it"),
        ("{both} {loses|lose} it", "Ann and Bob lose it"),
        ("{you} {loses|lose} it", "You lose it"),
        ("{you} shows {their|their|your} hand", "You show your hand"),
        ("{1} {is|are} left", "1 is left"),
        ("{3} {is|are} left", "3 are left"),
        ("{3} cards {is|are} left", "3 cards are left"),
        ("{0} cards {is|are} left", "No cards are left"),
        ("{you} {loses|lose} it and draws", "You lose it and draw"),
    ],
)
def test_words_of_the_author_that_agree(text, expected):
    assert said(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("the pond is full", "The pond is full"),
        ("{card} goes", "Crawler 3 goes"),
        ("{small} goes", "bob goes"),
        ("It is full. {you} goes on", "It is full. You go on"),
        ("It is full. {card} goes", "It is full. Crawler 3 goes"),
        ("({you} draws)", "(You draw)"),
        ("", ""),
    ],
)
def test_capitals(text, expected):
    assert said(text) == expected


def test_a_part_of_a_sentence_has_no_capital():
    assert said("the pond", capital=False) == "the pond"
    assert said("{you} draws. {you} passes", capital=False) == "you draw. You pass"


@pytest.mark.parametrize("name", ["[/]", "!", "...", "bob", "7", "you", "is", "a. b"])
def test_any_name_is_said_as_it_is_and_changes_nothing_around_it(name: str) -> None:
    who = people([name])
    assert render([who, " plays ", thing("crawler 3"), " and takes it"]) == (
        f"{name} plays crawler 3 and takes it"
    )
    assert render(["on ", who, "'s move ", people(["Ann"]), " draws"]).endswith(" move Ann draws")
