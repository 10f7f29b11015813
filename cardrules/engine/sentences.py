"""What is said: the values of a sentence, and for each who may be told it.

A value may be told to those who may know every card at which was looked to work it out: for them it
is nothing new. Of cards that are said, each is told to those who see where it lies. A name of cards
that were picked by faces is told as well to those who saw none of them then and do now: they were
shown to them since.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

import attrs

from cardrules.engine import events
from cardrules.engine.emit import FRAME_HEAD
from cardrules.engine.looked import Looked, named_in
from cardrules.engine.moves import Mover
from cardrules.engine.options import SET_STEPS, all_of
from cardrules.engine.work import spend
from cardrules.model import ir
from cardrules.model.state import State
from cardrules.model.types import CARD, CARDS, NONE, Type

Frame = list[Any]
# For cards who may be told which they are, besides those who see where they lie.
Shown = Mapping[int, int]
Part = str | ir.Agree | events.Told
Teller = Callable[[State, Frame, Shown], events.Told]
Value = Callable[[State, Frame], Any]
# What is kept beside a name.
Note = Callable[[State, Frame], tuple[int, tuple[int, ...], int]]
NOT_SHOWN: Shown = {}


@attrs.frozen
class Spoken:
    """A value of a sentence as a function; `looking` gives the cards as well.

    `names`: the slots of names that are in it, and those beside them.
    """

    type: Type
    value: Callable[[], Value]
    looking: Callable[[], Callable[[State, Frame], tuple[Any, frozenset[int]]]] | None
    names: tuple[tuple[int, int], ...]
    is_given: bool


def spoken(
    expr: ir.Expr,
    looked: Looked,
    looks: Callable[[ir.Expr], bool],
    function: Callable[[ir.Expr], Callable[[], Value]],
    noting: Callable[[ir.Expr], Callable[[], Any]],
) -> Spoken:
    """What is needed to tell the value of an expression."""
    slots = named_in(expr)
    names = tuple(
        (slot + FRAME_HEAD, looked.slots[slot] + FRAME_HEAD)
        for slot in sorted(slots)
        if slot in looked.slots
    )
    looking = noting(expr) if looks(expr) else None
    return Spoken(expr.type, function(expr), looking, names, bool(slots & looked.given))


@attrs.frozen
class Say:
    """A sentence that can be said: its words, and what tells its values."""

    parts: tuple[str | ir.Agree | Teller, ...]

    def __call__(self, s: State, f: Frame, shown: Shown) -> tuple[Part, ...]:
        return tuple([part(s, f, shown) if callable(part) else part for part in self.parts])


def telling(sentence: ir.Sentence, made: Iterable[Spoken], mover: Mover) -> Callable[[], Say]:
    """What gives the function that works out a sentence, once all functions are made."""
    values = list(made)

    def make() -> Say:
        given = iter(values)
        parts = [
            _teller(next(given), mover) if isinstance(part, ir.Expr) else part
            for part in sentence.parts
        ]
        return Say(tuple(parts))

    return make


def under_seal(sentence: ir.Sentence, say: Say) -> Callable[[State, Frame, int, bool], None]:
    """What tells an answer that is sealed: the values in it are for the one who gave it.

    Where nothing fits they are none, and others hear what they hear of any answer.
    """
    types = [_type_of_answer(part) for part in sentence.parts]

    def tell(s: State, f: Frame, player: int, fits: bool) -> None:
        mask = 1 << player
        heard: list[Part] = []
        for part, kind in zip(say.parts, types, strict=True):
            if kind is not None and not fits:
                heard.append(events.Told(kind, NONE, mask, (mask,) if kind.plain() == CARD else ()))
            elif callable(part):
                told = part(s, f, NOT_SHOWN)
                heard.append(told if kind is None else _only_for(mask, told))
            else:
                heard.append(part)
        s.events.append((events.SAID, sentence.origin, tuple(heard)))

    return tell


def _type_of_answer(part: str | ir.Agree | ir.Expr) -> Type | None:
    """The type of a value that comes from names, as answers do."""
    return part.type if isinstance(part, ir.Expr) and _slots(part) else None


def _slots(expr: ir.Expr) -> set[int]:
    return {item.slot for item in ir.walk(expr) if isinstance(item, ir.Local)}


def _only_for(mask: int, part: events.Told) -> events.Told:
    masks = tuple([one & mask for one in part.masks])
    return part._replace(mask=part.mask & mask, masks=masks, looked=())


def _teller(item: Spoken, mover: Mover) -> Teller:
    kind, everybody, tell = item.type, mover.everybody, _telling_of(item.type, mover)
    if item.looking is None and not item.names and not item.is_given:
        value = item.value()

        def plain(s: State, f: Frame, shown: Shown) -> events.Told:
            found = value(s, f)
            if found == NONE:
                return events.Told(kind, found, everybody)
            return tell(s, found, everybody, shown)

        return plain
    worked_out = _worked_out(item, mover)

    def teller(s: State, f: Frame, shown: Shown) -> events.Told:
        found, mask, cards = worked_out(s, f)
        if cards:
            mask |= known_by(s, mover, cards, shown)
        said = events.Told(kind, found, mask)
        if found != NONE:
            said = tell(s, found, mask, shown)
        if mask == everybody:
            return said
        looked = tuple([(card, told_of(s, mover, card, shown)) for card in sorted(cards)])
        return said._replace(looked=looked)

    return teller


def _worked_out(
    item: Spoken, mover: Mover
) -> Callable[[State, Frame], tuple[Any, int, frozenset[int]]]:
    """The value, who could work it out before, and the cards with which others can now."""
    looking, plain = item.looking() if item.looking else None, item.value()
    everybody = mover.everybody

    def shown_since(s: State, value: Any, saw_none: int) -> int:
        named = _cards_of(s, value) if saw_none else ()
        return saw_none & known_by(s, mover, named, NOT_SHOWN) if named else 0

    def worked_out(s: State, f: Frame) -> tuple[Any, int, frozenset[int]]:
        value, cards = looking(s, f) if looking is not None else (plain(s, f), frozenset())
        mask = known_by(s, mover, cards, NOT_SHOWN) if cards else everybody
        for slot, beside in item.names:
            if f[beside + 1] != 0:
                mask &= f[beside] | shown_since(s, f[slot], f[beside + 2])
                cards |= set(f[beside + 1])
        return value, 0 if item.is_given else mask, frozenset() if item.is_given else cards

    return worked_out


def note_of(item: Spoken, mover: Mover) -> Callable[[], Note]:
    """What gives what is kept beside a name: who could work out its value, from which cards, and
    who saw none of those that are named.
    """
    is_cards = item.type.plain() in (CARD, CARDS)

    def make() -> Note:
        worked_out = _worked_out(item, mover)

        def note(s: State, f: Frame) -> tuple[int, tuple[int, ...], int]:
            value, mask, cards = worked_out(s, f)
            return mask, tuple(sorted(cards)), _saw_none(s, mover, value) if is_cards else 0

        return note

    return make


def _saw_none(s: State, mover: Mover, value: Any) -> int:
    """Who sees none of these cards."""
    seen = 0
    for card in _cards_of(s, value):
        seen |= told_of(s, mover, card, NOT_SHOWN)
    return mover.everybody & ~seen


def _cards_of(s: State, value: Any) -> Sequence[int]:
    """A card, or cards, or none."""
    if value == NONE:
        return ()
    return [value] if isinstance(value, int) else all_of(s, value)


def known_by(s: State, mover: Mover, cards: Iterable[int], shown: Shown) -> int:
    """Who may be told what all of these cards are."""
    mask = mover.everybody
    for card in cards:
        mask &= told_of(s, mover, card, shown)
    return mask


def told_of(s: State, mover: Mover, card: int, shown: Shown) -> int:
    """Who may be told that a card is this one: who sees it, was shown it, or saw it move."""
    mask = mover.told(s, CARD, card) | shown.get(card, 0)
    if s.shown:
        mask |= dict(s.shown).get(card, 0)
    return mask


def _telling_of(kind: Type, mover: Mover) -> Callable[[State, Any, int, Shown], events.Told]:
    """What makes of a value of this type, which is there, one with those who may be told it."""
    plain, element = kind.plain(), kind.element
    if plain == CARD:
        return lambda s, value, mask, shown: events.Told(
            kind, value, mask, (told_of(s, mover, value, shown),)
        )
    if kind.base == "stack":
        return lambda s, value, mask, shown: events.Told(
            kind, events.zone_label(s, value, mover.static), mask
        )
    if kind.base != "collection":
        return lambda s, value, mask, shown: events.Told(kind, value, mask)

    def several(s: State, value: Any, mask: int, shown: Shown) -> events.Told:
        items = tuple(all_of(s, value))
        spend(s, len(items) * SET_STEPS)
        if plain == CARDS:
            masks = tuple([told_of(s, mover, card, shown) for card in items])
            return events.Told(kind, items, mask, masks)
        if element is not None and element.base == "stack":
            labels = tuple([events.zone_label(s, stack, mover.static) for stack in items])
            return events.Told(kind, labels, mask)
        return events.Told(kind, items, mask & mover.told(s, kind, items))

    return several
