"""What is said: the values of a sentence, and for each who may be told it.

Of cards that are said, each is told to those who see where it lies; for all other values see
`cardrules.engine.showing.spoken`.

In a game that is not narrated no sentence is put together. It counts the same work all the same,
and whatever would stop the game in its values does: so a game goes the same way whether anybody
hears of it or not.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from cardrules.engine.events import Part, Said, Told, happened, zone_label
from cardrules.engine.playing.moves import Mover
from cardrules.engine.sets.answers import SET_STEPS, all_of
from cardrules.engine.sets.counted import Counted
from cardrules.engine.showing.spoken import (
    NO_CARDS,
    NOT_SHOWN,
    Frame,
    Shown,
    Spoken,
    known_by,
    known_to,
    looked_at,
    seen_by,
    told_of,
)
from cardrules.engine.work import spend
from cardrules.model import ir
from cardrules.model.state import State
from cardrules.model.types import CARD, CARDS, NONE, Type
from cardrules.plain import PlainInOrder

Teller = Callable[[State, Frame, Shown], Told]
# Counts the work of values that nobody hears.
Count = Callable[[State, Frame], object]


class Value(PlainInOrder):
    """A value of a sentence: what tells it, and what counts its work where nobody hears it."""

    tell: Teller
    count: int | Count


class Say(PlainInOrder):
    """A sentence that can be said: its words, and what tells its values.

    Where nobody hears it, its work is `steps`, or what `counts` count if that depends on the state.
    """

    parts: tuple[str | ir.Agree | Value, ...]
    counts: tuple[Count, ...]
    steps: int | None

    def __call__(self, s: State, f: Frame, shown: Shown) -> tuple[Part, ...]:
        """The sentence as somebody hears it."""
        return tuple(
            [part.tell(s, f, shown) if isinstance(part, Value) else part for part in self.parts]
        )

    def said(self, s: State, f: Frame, unheard: Said, shown: Shown = NOT_SHOWN) -> None:
        """Let it be said; without anybody who hears it, without its words."""
        if s.narrated:
            happened(s, Said(unheard.cause, self(s, f, shown)))
            return
        if self.steps is not None:
            spend(s, self.steps)
        else:
            for count in self.counts:
                count(s, f)
        happened(s, unheard)


def telling(sentence: ir.Sentence, made: Iterable[Spoken], mover: Mover) -> Callable[[], Say]:
    """What gives the function that works out a sentence, once all functions are made."""
    values = list(made)

    def make() -> Say:
        given = iter(values)
        parts = tuple(
            [
                _value(next(given), mover) if isinstance(part, ir.Expr) else part
                for part in sentence.parts
            ]
        )
        return Say(parts, _counts(parts), _steps(parts))

    return make


def under_seal(sentence: ir.Sentence, say: Say) -> Callable[[State, Frame, int, bool], None]:
    """What tells an answer that is sealed: the values in it are for the one who gave it.

    Where nothing fits they are none, and others hear what they hear of any answer.
    """
    types = [_type_of_answer(part) for part in sentence.parts]
    pairs = list(zip(say.parts, types, strict=True))
    counts_of_others = _counts([part for part, of_type in pairs if of_type is None])
    unheard = Said(sentence.origin, ())

    def heard_by(s: State, f: Frame, mask: int, fits: bool) -> Iterable[Part]:
        for part, of_type in pairs:
            if of_type is not None and not fits:
                yield Told(of_type, NONE, mask, (mask,) if of_type.required() == CARD else ())
            elif isinstance(part, Value):
                told = part.tell(s, f, NOT_SHOWN)
                yield told if of_type is None else _only_for(mask, told)
            else:
                yield part

    def tell(s: State, f: Frame, player: int, fits: bool) -> None:
        if s.narrated:
            happened(s, Said(sentence.origin, tuple(heard_by(s, f, 1 << player, fits))))
            return
        for count in say.counts if fits else counts_of_others:
            count(s, f)
        happened(s, unheard)

    return tell


def _type_of_answer(part: str | ir.Agree | ir.Expr) -> Type | None:
    """The type of a value that comes from names, as answers do."""
    return part.type if isinstance(part, ir.Expr) and ir.named_in(part) else None


def _only_for(mask: int, part: Told) -> Told:
    masks = tuple([one & mask for one in part.masks])
    return part._replace(mask=part.mask & mask, masks=masks, looked=())


# ---- Values --------------------------------------------------------------------------------------


def _value(item: Spoken, mover: Mover) -> Value:
    value = item.value()
    return Value(_teller(item, value, mover), _count_of(item, value))


def _teller(item: Spoken, value: Callable[[State, Frame], Any], mover: Mover) -> Teller:
    of_type, everybody, tell = item.type, mover.everybody, _telling_of(item.type, mover)
    if item.looking is None and not item.names and not item.is_given:

        def open_teller(s: State, f: Frame, shown: Shown) -> Told:
            found = value(s, f)
            if found == NONE:
                return Told(of_type, found, everybody)
            return tell(s, found, everybody, shown)

        return open_teller
    looking = item.looking() if item.looking is not None and not item.is_given else None
    known = known_to(item, mover)

    def teller(s: State, f: Frame, shown: Shown) -> Told:
        found = value(s, f)
        cards = looked_at(s, f, looking) if looking is not None else NO_CARDS
        mask, cards = known(s, f, cards)
        if cards:
            mask |= known_by(s, mover, cards, shown)
        said = Told(of_type, found, mask)
        if found != NONE:
            said = tell(s, found, mask, shown)
        if mask == everybody:
            return said
        looked = tuple([(card, told_of(s, mover, card, shown)) for card in sorted(cards)])
        return said._replace(looked=looked)

    return teller


def _telling_of(of_type: Type, mover: Mover) -> Callable[[State, Any, int, Shown], Told]:
    """What makes of a value of this type, which is there, one with those who may be told it."""
    required, element = of_type.required(), of_type.element
    if required == CARD:
        return lambda s, value, mask, shown: Told(
            of_type, value, mask, (told_of(s, mover, value, shown),)
        )
    if of_type.base == "stack":
        return lambda s, value, mask, shown: Told(of_type, zone_label(s, value, mover.static), mask)
    if of_type.base != "collection":
        return lambda s, value, mask, shown: Told(of_type, value, mask)

    def several(s: State, value: Any, mask: int, shown: Shown) -> Told:
        items = _gone_through(s, value)
        if required == CARDS:
            masks = tuple([told_of(s, mover, card, shown) for card in items])
            return Told(of_type, items, mask, masks)
        if element is not None and element.base == "stack":
            labels = tuple([zone_label(s, stack, mover.static) for stack in items])
            return Told(of_type, labels, mask)
        return Told(of_type, items, mask & seen_by(s, mover, of_type, items))

    return several


def _gone_through(s: State, value: Any) -> tuple[Any, ...]:
    """All elements of a collection that is said; they count."""
    items = tuple(all_of(s, value))
    spend(s, len(items) * SET_STEPS)
    return items


# ---- Where nobody hears it -----------------------------------------------------------------------


def _count_of(item: Spoken, value: Callable[[State, Frame], Any]) -> int | Count:
    """The work of a value; where it depends on the state, or can stop the game, what does it."""
    if item.steps is not None:
        return item.steps
    if item.type.base != "collection":
        return value

    def several(s: State, f: Frame) -> None:
        found = value(s, f)
        if isinstance(found, Counted):
            _gone_through(s, found)
        elif found != NONE:
            spend(s, len(found) * (1 + SET_STEPS))

    return several


def _counts(parts: Sequence[object]) -> tuple[Count, ...]:
    """What counts the work of values, in their order; what is known before is counted at once."""
    found: list[Count] = []
    known = 0
    for part in parts:
        if not isinstance(part, Value):
            continue
        if isinstance(part.count, int):
            known += part.count
            continue
        found += [*_counting(known), part.count]
        known = 0
    return (*found, *_counting(known))


def _steps(parts: Sequence[object]) -> int | None:
    """The work of all values, where it is known before."""
    steps = 0
    for part in parts:
        if isinstance(part, Value):
            if not isinstance(part.count, int):
                return None
            steps += part.count
    return steps


def _counting(steps: int) -> tuple[Count, ...]:
    return (lambda s, f: spend(s, steps),) if steps else ()
