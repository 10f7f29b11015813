"""The parts of a sentence that are no text: values as they are said, and words that fit them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from cardrules.plain import PlainInOrder
from cardrules.prose.words import join, possessive

Number = Literal["one", "several", "you", "mass"]
Sort = Literal["person", "thing", "number"]


class Spoken(PlainInOrder):
    """A value in words, with how many it is: that decides about the words around it.

    `number`: `one`, `several`, `you` (the reader), or `mass` (said like one, but not countable:
    "something"). `sort`: only behind a `number` a noun is looked for, and only the name of a
    `person` keeps its small letter. `whose` is its possessive, if that is a word of its own.
    """

    text: str
    number: Number = "one"
    sort: Sort = "thing"
    whose: str = ""

    @property
    def possessive(self) -> str:
        """Whose something is."""
        return self.whose or possessive(self.text)


class Agree(PlainInOrder):
    """A word that fits the value nearest before it; without `you` that of several is taken."""

    one: str
    several: str
    you: str | None = None

    def form(self, number: Number) -> str:
        """The word for so many."""
        if number in ("one", "mass"):
            return self.one
        return self.several if number == "several" or self.you is None else self.you


Part = str | Spoken | Agree


def people(names: Sequence[str], you: int | None = None, *, last: str = "and") -> Spoken:
    """Persons; the one at place `you` among them is the reader, who comes first."""
    if not names:
        return Spoken("nobody", "one", "thing")
    others = [name for at, name in enumerate(names) if at != you]
    if you is None or not 0 <= you < len(names):
        number: Number = "one" if len(names) == 1 else "several"
        return Spoken(join(names, last=last), number, "person")
    if not others:
        return Spoken("you", "you", "person", "your")
    whose = join(["your", *(possessive(name) for name in others)], last=last)
    return Spoken(join(["you", *others], last=last), "several", "person", whose)


def amount(number: int) -> Spoken:
    """A number."""
    return Spoken(str(number), "one" if number == 1 else "several", "number")


def hidden_amount() -> Spoken:
    """A number that the reader may not know."""
    return Spoken("something", "mass", "number")


def thing(text: str, number: int = 1) -> Spoken:
    """Something that is no person: a card, several cards, a zone."""
    return Spoken(text, "one" if number == 1 else "several", "thing")
