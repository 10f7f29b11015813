"""Sentences about what you do as what you are told to do: "you play a card" -> "Play a card"."""

from __future__ import annotations

from collections.abc import Iterable

from cardrules.prose import verbs
from cardrules.prose.sentence import render, words_of
from cardrules.prose.spoken import Agree, Part, Spoken
from cardrules.prose.words import capital

# Auxiliaries with which one can be told to do something.
_DOING = ("does", "goes")


def command(parts: Iterable[Part]) -> str:
    """A sentence that begins with you and what you do, without the "you".

    Empty where it does not begin so: "your card is taken", "you can take a card", "you are first".
    """
    you, *rest = [*filter(None, parts), ""]
    if not isinstance(you, Spoken) or you.number != "you" or not _begins_with_doing(rest):
        return ""
    return capital(render([you, *rest]).strip()[len(you.text) :].lstrip())


def _begins_with_doing(parts: Iterable[Part]) -> bool:
    """Whether a verb stands first, perhaps behind adverbs, with which one can be told to do."""
    for token in words_of(parts):
        word = token.one if isinstance(token, Agree) else token
        if isinstance(word, Spoken):
            return False
        word = word.lower()
        if not verbs.is_adverb(word):
            return word in _DOING or (verbs.may_be_verb(word) and not verbs.is_auxiliary(word))
    return False
