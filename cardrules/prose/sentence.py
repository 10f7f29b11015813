"""Sentences from text and values: verbs, nouns and possessives are made to fit the values.

The text is gone through once, word by word. A value that stands where a subject may stand takes the
verb behind it along; the verbs behind "and" follow the same subject, as long as they are in the
table of verbs and no other subject has come between. What is in doubt is left as it was written.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

import attrs

from cardrules.plain import replaced
from cardrules.prose import lists, verbs
from cardrules.prose.spoken import Agree, Part, Spoken
from cardrules.prose.words import is_plural, singular

Token = Part

_TOKENS = re.compile(r"['\u2019]s\b|[^\W\d_]+(?:['\u2019-][^\W\d_]+)*|\d+|\s+|.", re.DOTALL)
_POSSESSIVES = ("'s", "\u2019s")
_SENTENCE_ENDS = (".", "!", "?", "\u2026")
_CLAUSE_ENDS = (",", ";", ":", "(", "\u2013", "\u2014")

_MOST_ADJECTIVES = 2
# What counts nothing, and what may not be known, is said another way before its noun.
_COUNTING = {"0": "no", "something": "some"}
# What stands for a value where the word before is looked at.
_VALUE = "{}"
# Whose something is that belongs to whom the sentence is about.
_OWN = "their"


def render(parts: Iterable[Part], *, capital: bool = True) -> str:
    """A sentence, or several; with `capital` its first word gets one, whoever wrote it."""
    writer = _Writer(tokens=_tokens(parts), capital=capital)
    for at in range(len(writer.tokens)):
        writer.write(at)
    return "".join(writer.out)


def words_of(parts: Iterable[Part]) -> list[Token]:
    """The words, marks and values of a sentence, without the blanks between them."""
    return [item for item in _tokens(parts) if not isinstance(item, str) or not item.isspace()]


def _tokens(parts: Iterable[Part]) -> list[Token]:
    found: list[Token] = []
    for part in parts:
        if isinstance(part, str):
            found += _TOKENS.findall(part)
        else:
            found.append(part)
    return found


@attrs.define
class _Writer:
    """Writes one token after the other; knows who is spoken of."""

    tokens: list[Token]
    capital: bool
    out: list[str] = attrs.field(factory=list)
    # The word before, in small letters; or a comma, or the mark of a value; empty at
    # the beginning of a sentence.
    before: str = ""
    nearest: Spoken | None = None
    subject: Spoken | None = None
    # The persons who have been named in this sentence.
    persons: set[str] = attrs.field(factory=set)
    # The value whose verb may come next, and whether any verb will do or only one of the table.
    candidate: Spoken | None = None
    takes_any_verb: bool = False
    # Where the noun of the last number stands, and whether it is to be made one.
    noun: int = -1
    counts_one: bool = False
    # Whether anything has been said at all, and in this sentence. A name may be without letters.
    has_begun: bool = False
    is_in_sentence: bool = False

    def write(self, at: int) -> None:
        """Write the token at a place."""
        token = self.tokens[at]
        if isinstance(token, Spoken):
            self._value(at, token)
        elif isinstance(token, Agree):
            number = self.nearest.number if self.nearest is not None else "one"
            self._word(at, token.form(number), is_fitted=True)
        elif token in _POSSESSIVES:
            self._possessive(at, token)
        elif token[0].isalpha():
            self._word(at, token)
        else:
            self._mark(token)

    # -- marks -------------------------------------------------------------------------------------

    def _mark(self, token: str) -> None:
        self.out.append(token)
        if token.isspace():
            return
        if token.isalnum():
            self.has_begun = self.is_in_sentence = True
        self.candidate = self.candidate if token == "," and self.subject is None else None
        if token in _SENTENCE_ENDS:
            self.before, self.subject, self.is_in_sentence = "", None, False
            self.persons.clear()
        elif token in _CLAUSE_ENDS:
            self.before = ","
        elif token.isdigit():
            self.before = token

    def _put(self, text: str, *, may_rise: bool) -> None:
        rises = may_rise and not self.is_in_sentence
        self.out.append(text[:1].upper() + text[1:] if rises else text)
        self.has_begun = self.is_in_sentence = True

    # -- values ------------------------------------------------------------------------------------

    def _value(self, at: int, value: Spoken) -> None:
        said = value = self._pair(value) or value
        if value.sort == "number":
            self.noun, self.counts_one = self._noun_behind(at), value.number == "one"
            if self.noun >= 0:
                said = replaced(value, text=_COUNTING.get(value.text, value.text))
            else:
                said = replaced(value, number="one")  # "3 is the bid"
        is_name = value.sort == "person" and not value.whose
        self._put(said.text, may_rise=not is_name and (self.capital or self.has_begun))
        if value.sort == "person":
            self.persons.add(value.text)
        self.nearest = value
        self.takes_any_verb = self.before in lists.BEGINS_CLAUSE or self.before in ("", ",")
        is_object = self.before in lists.PREPOSITIONS or verbs.is_verb_form(self.before)
        self.candidate = None if is_object or self.before == _VALUE else said
        self.before = _VALUE

    def _pair(self, value: Spoken) -> Spoken | None:
        """`{a} and {b}` at the place of a subject are several."""
        if self.before != "and" or self.candidate is None or value.sort == "number":
            return None
        return replaced(value, number="several")

    def _possessive(self, at: int, token: str) -> None:
        value = self.nearest
        if self.before != _VALUE or value is None or not self.out:
            self.out.append(token)
            return
        stands_alone = not any(self._is_word(index) for index in self._behind(at)[:1])
        last = self.tokens[at - 1]
        assert isinstance(last, Spoken)
        whose = _OWN if self._is_own(last) and not stands_alone else last.possessive
        if whose == "your" and stands_alone:
            whose = "yours"
        rises = self.out[-1][:1].isupper() and last.text[:1].islower()
        self.out[-1] = whose[:1].upper() + whose[1:] if rises else whose
        self.candidate, self.before = None, "'s"

    def _is_own(self, owner: Spoken) -> bool:
        """Whether the sentence is about an owner whom "you" does not name, and nobody else."""
        is_clear = owner.sort == "person" and self.persons == {owner.text}
        return is_clear and owner.number == "one" and owner == self.subject

    # -- words -------------------------------------------------------------------------------------

    def _word(self, at: int, word: str, *, is_fitted: bool = False) -> None:
        low = word.lower().replace("\u2019", "'")
        if at == self.noun:
            self._add(singular(word) if self.counts_one else word, low)
        elif is_fitted:
            self._fitted(word, low)
        elif self.candidate is not None and self.noun < at:
            self._behind_value(word, low)
        elif self._starts_question(at, low):
            value = self.tokens[self._behind(at)[0]]
            assert isinstance(value, Spoken)
            self._add(_fitting(word, value), low)
        elif self.subject is not None and self.before in lists.JOINS and verbs.is_known_verb(low):
            self._add(_fitting(word, self.subject), low)
        elif self.before in lists.JOINS and verbs.is_adverb(low):
            self._put(word, may_rise=False)  # the verb is still to come
        else:
            if verbs.is_known_verb(low) and self.before not in lists.DETERMINERS:
                self.subject = None  # somebody else does this
            self._add(word, low)

    def _add(self, word: str, low: str) -> None:
        self._put(word, may_rise=self.capital and not self.has_begun)
        self.before = low

    def _fitted(self, word: str, low: str) -> None:
        """A word that the author has made to fit."""
        if self.candidate is not None and verbs.is_verb_form(low):
            self.subject, self.candidate = self.candidate, None
        self._add(word, low)

    def _behind_value(self, word: str, low: str) -> None:
        """The word behind a value that may be the subject of a clause."""
        value = self.candidate
        assert value is not None
        if low == "and" and self.before == _VALUE:
            self._add(word, low)  # another one may follow
            return
        if verbs.is_adverb(low):
            self._put(word, may_rise=False)
            return
        is_verb = verbs.may_be_verb(low) if self.takes_any_verb else verbs.is_known_verb(low)
        if is_verb:
            word = _fitting(word, value)
        if is_verb or (self.takes_any_verb and self.subject is None):
            self.subject = value
        self.candidate = None
        self._add(word, low)

    def _starts_question(self, at: int, low: str) -> bool:
        if not verbs.is_auxiliary(low):
            return False
        behind = self._behind(at)
        value = self.tokens[behind[0]] if behind else None
        if not isinstance(value, Spoken):
            return False
        if self.before in lists.ASKS:
            return True
        # "which of these does Ann keep", "Ann draws: has Bob"; but "Ann does Bob a favour"
        is_clear = low == "does" or self.before == ","
        return is_clear and value.sort == "person" and self.before != _VALUE

    # -- looking ahead -----------------------------------------------------------------------------

    def _behind(self, at: int) -> list[int]:
        """The places of what follows in the sentence, without blanks."""
        found = []
        for index in range(at + 1, min(at + 2 * _MOST_ADJECTIVES + 4, len(self.tokens))):
            token = self.tokens[index]
            if not isinstance(token, str) or not token.isspace():
                found.append(index)
        return found

    def _is_word(self, at: int) -> bool:
        token = self.tokens[at]
        return isinstance(token, Spoken | Agree) or token[0].isalnum()

    def _noun_behind(self, at: int) -> int:
        """The place of the noun that a number counts; -1 if it counts none."""
        if self.before in lists.NUMBERED:
            return -1
        found = -1
        for index in self._behind(at)[: _MOST_ADJECTIVES + 1]:
            token = self.tokens[index]
            if isinstance(token, Spoken) and token.sort == "thing" and found < 0:
                continue  # "2 green cards", whatever the colour is
            if not isinstance(token, str) or not _may_be_noun(token.lower()):
                break
            if found >= 0 and not (is_plural(token) and not verbs.is_known_verb(token.lower())):
                break
            if is_plural(token):
                found = index  # the last of several: "2 arms races"
        return found


def _may_be_noun(word: str) -> bool:
    """Whether a word behind a number can be its noun, or an adjective before that."""
    if word in lists.NO_ADJECTIVES or verbs.is_auxiliary(word):
        return False
    return word[0].isalpha() and not any(mark in word for mark in _POSSESSIVES)


def _fitting(verb: str, value: Spoken) -> str:
    """A verb, said of one, as it is said of a value."""
    return verbs.base(verb) if value.number in ("several", "you") else verb
