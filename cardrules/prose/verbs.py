"""Verbs as they are said of one other person (`plays`), and the same of you or several (`play`)."""

from __future__ import annotations

from cardrules.prose.lists import word_set

_AUXILIARIES = {
    "is": "are", "has": "have", "was": "were", "does": "do", "goes": "go",
    "isn't": "aren't", "hasn't": "haven't", "wasn't": "weren't", "doesn't": "don't",
}  # fmt: skip

# What is done at card tables. Words that are more often nouns (points, cards, tricks) are left out.
_BASES = word_set(
    """
    accept accuse act add agree announce answer ask attack attract avoid banish bank become beat
    begin belong bet bid block bluff build burn buy call cancel capture carry catch challenge change
    choose claim close collect come complete continue copy count counter cover cut deal decide
    declare defend deny destroy devour die discard discover divide double doubt draw drop earn eat
    eliminate empty end enter exchange face fail fight fill find finish flip fold follow get give
    guess guard have hide hit hold interrupt join keep kill knock lay lead leave let lie look lose
    make match meet meld merge move need offer open owe own pass pay peek pick place play pounce
    prevent protect put raise reach receive refill refuse remain remove repeat replace reveal return
    roll rob sacrifice save say score see select sell send set share shed show shuffle sit skip
    snatch spend split spy stack start stay steal stop store surrender survive swap take tell throw
    trade tuck turn use want win
    """
)
# Verbs in -ies of which the others end in -ie.
_IE = {"dies": "die", "lies": "lie", "ties": "tie"}
# Words behind a person that end in s and are no verbs.
_NO_VERBS = word_set(
    """
    across afterwards always as besides cards downwards his its less minus nevertheless others ours
    perhaps plus points sometimes theirs this thus towards upwards us versus whereas yes yours
    """
)
# What may stand between a person and the verb.
_ADVERBS = word_set(
    """
    again all alone already also always both each even ever first just later meanwhile never next
    now often once only perhaps rather really sometimes soon still then therefore thus too
    """
)


def is_adverb(word: str) -> bool:
    """Whether a word (small letters) may stand between a person and what the person does."""
    return word in _ADVERBS or (word.endswith("ly") and word not in _BASES)


def is_auxiliary(word: str) -> bool:
    """Whether a word (small letters) is a form of be, have, do or go."""
    return word in _AUXILIARIES


def is_known_verb(word: str) -> bool:
    """Whether a word (small letters) is what one other person does, by the table."""
    return word in _AUXILIARIES or (word.endswith("s") and base(word) in _BASES)


def is_verb_form(word: str) -> bool:
    """Whether a word (small letters) is a known verb in either form."""
    return word in _BASES or word in _AUXILIARIES.values() or is_known_verb(word)


def may_be_verb(word: str) -> bool:
    """Whether a word (small letters) right behind a person can be what the person does."""
    return is_known_verb(word) or (
        word.endswith("s") and not word.endswith(("ss", "'s")) and word not in _NO_VERBS
    )


def base(verb: str) -> str:
    """A verb as it is said of you or several: `plays` -> `play`, `has` -> `have`."""
    low = verb.lower()
    if low in _AUXILIARIES or low in _IE:
        found = _AUXILIARIES.get(low) or _IE[low]
        return found.capitalize() if verb[:1].isupper() else found
    if low.endswith("ies"):
        return verb[:-3] + "y"
    if low.endswith(("sses", "shes", "ches", "xes", "zzes", "oes")):
        return verb[:-2]
    return verb[:-1] if low.endswith("s") else verb
