"""Small words of English, by what may stand beside them in a sentence."""

from __future__ import annotations


def word_set(text: str) -> frozenset[str]:
    """The words of a text."""
    return frozenset(text.split())


# Behind these a subject begins.
BEGINS_CLAUSE = word_set(
    """
    although and because but if once or since so that then though unless until when whenever where
    whether while why
    """
)
# Behind these more of what a subject does may follow.
JOINS = frozenset({"and", "or", "but", "then", ","})
# Behind these stands no subject.
PREPOSITIONS = word_set(
    """
    about above across against among around at behind below beneath beside between beyond by except
    for from in inside into like near of off on onto over past than through to toward towards under
    upon with within without
    """
)
# Behind these, or at the beginning, a question begins with its verb: "why does Ann".
ASKS = word_set("how what when where which who whom why") | {""}
# A number behind these is a name: "round 1 begins".
NUMBERED = word_set(
    """
    column deal game hand level line number option phase place player rank round row seat stack step
    suit trick turn value
    """
)
# These do not stand between a number and its noun.
NO_ADJECTIVES = (
    BEGINS_CLAUSE
    | PREPOSITIONS
    | word_set("a an as away back can cannot each everyone he her his it its may must not she")
    | word_set("the their they this too what which who will you your")
)
# Behind these stands a noun, also where the word could be a verb.
DETERMINERS = word_set(
    """
    a all an any both every few her his its more most my no our several some the their these those
    your
    """
)
