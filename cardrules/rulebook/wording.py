"""The headings and labels of a rulebook: all in it that is not from the ruleset."""

from __future__ import annotations

import re
from collections.abc import Sequence

from cardrules.rulebook.book import Book, Cards, Variant
from cardrules.rulebook.sentences import Sentence, in_words
from cardrules.table.wording import capital, number

GOAL = "Goal"
COMPONENTS = "Components"
PLACES = "Where cards lie"
SETUP = "Setting up"
TURN = "A turn"
ACTIONS = "What can be done"
CARDS = "The cards"
FITTING = "What fits on what"
ANSWERS = "Who may answer"
COURSE = "In the course of the game"
END = "The end"
SCORE = "Score"
VARIANTS = "Variants"
QUICK = "At a glance"
HOUSE_RULES = "House rules"
ONLY_IF = "only if nothing else is possible"
USUALLY = "usually"
NOTHING = "nothing"
ANY = "any card"

CARD = "Card"
NUMBER = "Number"
PRINTED = "Printed on it"
DOES = "What it does"
PLACE_HEAD = ("Place", "What it is", "Whose it is", "Who sees what")
FITTING_HEAD = ("Card", "Fits on")
EVENT_HEAD = ("What happens", "Who is asked")
ANSWER_HEAD = ("Answer", "Cards for it", "Is answered by")

# More names than these are not all listed; of fewer than those no range is made.
MOST_LISTED = 14
MOST_WITHOUT_RANGE = 2

_NUMBERED = re.compile(r"(\D*)(\d+)(\D*)")


def players(book: Book) -> str:
    """For how many players a rulebook is."""
    return in_words(book.players)


def counts(found: tuple[tuple[int, tuple[int, ...]], ...], of: str = "") -> str:
    """A number of things, or several, each with the numbers of players with which it is so."""
    told = [
        (number(count, of) if of else str(count), with_players) for count, with_players in found
    ]
    if len(told) == 1:
        return told[0][0]
    return ", ".join(f"{text} ({in_words(with_players)})" for text, with_players in told)


def count_columns(book: Book) -> list[tuple[int, ...]]:
    """The numbers of players that have as many of each card as each other."""
    found: dict[tuple[int, ...], list[int]] = {}
    for with_players in book.players:
        key = tuple(cards.counts[with_players] for cards in book.cards)
        found.setdefault(key, []).append(with_players)
    return [tuple(numbers) for numbers in found.values()]


def count_heads(columns: Sequence[tuple[int, ...]]) -> list[str]:
    """What stands above the columns of numbers of cards."""
    return [NUMBER] if len(columns) == 1 else [in_words(column) for column in columns]


def counts_of(cards: Cards, columns: Sequence[tuple[int, ...]]) -> list[str]:
    """How many cards there are, of each where there are several."""
    each = " of each" if len(cards.names) > 1 else ""
    return [f"{cards.counts[column[0]]}{each}" for column in columns]


def facts_of(cards: Cards) -> str:
    """What is printed on cards, in one line."""
    return "; ".join(cards.facts)


def names_of(cards: Cards) -> str:
    """The names of cards, in one line."""
    names = cards.names
    split = [_NUMBERED.fullmatch(name) for name in names]
    parts = [item.groups() for item in split if item is not None]
    if (
        len(parts) == len(names) > MOST_WITHOUT_RANGE
        and len({(part[0], part[2]) for part in parts}) == 1
    ):
        numbers = [int(part[1]) for part in parts]
        if numbers == list(range(numbers[0], numbers[-1] + 1)):
            return f"{names[0]} to {names[-1].removeprefix(parts[0][0])}"
    return listed(names)


def listed(told: Sequence[str]) -> str:
    """Several words in a row; of many the first ones and the last."""
    if len(told) <= MOST_LISTED:
        return ", ".join(told)
    return f"{', '.join(told[:2])} ... {told[-1]}"


def usual(variant: Variant) -> str:
    """What is usual with an option."""
    if len(variant.usual) == 1:
        return f"{USUALLY}: {variant.usual[0][0]}"
    told = (f"{value} with {in_words(numbers)}" for value, numbers in variant.usual)
    return f"{USUALLY}: {', '.join(told)}"


def marks(sentence: Sentence) -> list[str]:
    """For whom a sentence holds, if not for all."""
    return [in_words(sentence.players)] if sentence.players else []


def text_of(sentence: Sentence) -> str:
    """A sentence with a capital."""
    return capital(sentence.text)
