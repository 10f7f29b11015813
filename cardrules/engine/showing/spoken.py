"""Who may be told a value: whoever may know every card at which was looked to work it out.

For them it is nothing new. A name of cards that were picked by faces is told as well to those who
saw none of them then and do now: they were shown to them since. To find this out is no work that
counts: only the value is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from cardrules.engine.frames import FRAME_HEAD
from cardrules.engine.lowering.looked import NOTES, Looked
from cardrules.engine.playing.guard import LIMITS
from cardrules.engine.playing.moves import Mover
from cardrules.errors import GameLimitError
from cardrules.model import ir
from cardrules.model.state import State
from cardrules.model.types import CARD, CARDS, NONE, Type
from cardrules.plain import PlainInOrder

Frame = list[Any]
# For cards who may be told which they are, besides those who see where they lie.
Shown = Mapping[int, int]
Value = Callable[[State, Frame], Any]
Looking = Callable[[State, Frame], tuple[Any, frozenset[int]]]
# What is kept beside a name: who could work out its value, from which cards, and who saw none of
# those that are named.
Note = tuple[int, tuple[int, ...], int]
Noted = Callable[[State, Frame], tuple[Any, Note]]
# From the cards at which was looked: who could work a value out before, and from which cards others
# can now.
Known = Callable[[State, Frame, frozenset[int]], tuple[int, frozenset[int]]]
NOT_SHOWN: Shown = {}
NO_CARDS: frozenset[int] = frozenset()


class Spoken(PlainInOrder):
    """A value of a sentence as a function; `looking` gives the cards as well.

    `names`: the slots of names that are in it, and those beside them. `steps`: how much work it
    is, if that is the same whatever the state, and nothing can stop it.
    """

    type: Type
    value: Callable[[], Value]
    looking: Callable[[], Looking] | None
    names: tuple[tuple[int, int], ...]
    is_given: bool
    steps: int | None


def spoken(
    expr: ir.Expr,
    looked: Looked,
    function: Callable[[ir.Expr], Callable[[], Value]],
    noting: Callable[[ir.Expr], Callable[[], Looking] | None],
    steps: Callable[[ir.Expr], int],
) -> Spoken:
    """What is needed to tell the value of an expression."""
    slots = ir.named_in(expr)
    names = tuple(
        (slot + FRAME_HEAD, looked.slots[slot] + FRAME_HEAD)
        for slot in sorted(slots)
        if slot in looked.slots
    )
    return Spoken(
        type=expr.type,
        value=function(expr),
        looking=noting(expr),
        names=names,
        is_given=bool(slots & looked.given),
        steps=steps(expr) if _is_simple(expr) else None,
    )


def _is_simple(expr: ir.Expr) -> bool:
    """Whether a value is looked up where nothing can be missing, and is one thing."""
    if expr.type.base == "collection":
        return False
    match expr:
        case ir.Const() | ir.Local() | ir.Role() | ir.Counter():
            return True
        case ir.VariableValue(holder=holder) | ir.ZoneOf(holder=holder):
            return holder is None or _is_simple(holder)
        case ir.Attribute(card=card):
            return _is_simple(card)
    return False


def looked_at(s: State, f: Frame, looking: Looking) -> frozenset[int]:
    """The cards at which is looked for a value that has been worked out."""
    work, s.work = s.work, 0
    cards = looking(s, f)[1]
    s.work = work
    return cards


def known_to(item: Spoken, mover: Mover) -> Known:
    """What gives who may know a value."""
    if item.is_given:
        return lambda s, f, cards: (0, NO_CARDS)
    everybody, names = mover.everybody, item.names

    def shown_since(s: State, value: Any, saw_none: int) -> int:
        named = _cards_of(value) if saw_none else ()
        return saw_none & known_by(s, mover, named, NOT_SHOWN) if named else 0

    def known(s: State, f: Frame, cards: frozenset[int]) -> tuple[int, frozenset[int]]:
        mask = known_by(s, mover, cards, NOT_SHOWN) if cards else everybody
        for slot, beside in names:
            if f[beside + 1] != 0:
                mask &= f[beside] | shown_since(s, f[slot], f[beside + 2])
                cards |= set(f[beside + 1])
        return mask, cards

    return known


def noted(item: Spoken, mover: Mover) -> Callable[[], Noted]:
    """What gives the value of a name, and what is kept beside it."""
    is_cards = item.type.required() in (CARD, CARDS)

    def make() -> Noted:
        get, looking = item.value(), item.looking() if item.looking is not None else None
        known = known_to(item, mover)

        def noting(s: State, f: Frame) -> tuple[Any, Note]:
            value, cards = looking(s, f) if looking is not None else (get(s, f), NO_CARDS)
            mask, cards = known(s, f, cards)
            saw_none = _saw_none(s, mover, value) if is_cards else 0
            return value, (mask, tuple(sorted(cards)), saw_none)

        return noting

    return make


def keeping(item: Spoken, mover: Mover, beside: int) -> Callable[[], Value]:
    """What gives the value of a name, and keeps in the frame what belongs beside it."""
    make = noted(item, mover)

    def made() -> Value:
        noting = make()

        def get(s: State, f: Frame) -> Any:
            value, f[beside : beside + NOTES] = noting(s, f)
            return value

        return get

    return made


def _saw_none(s: State, mover: Mover, value: Any) -> int:
    """Who sees none of these cards."""
    seen = 0
    for card in _cards_of(value):
        seen |= told_of(s, mover, card, NOT_SHOWN)
    return mover.everybody & ~seen


def _cards_of(value: Any) -> Sequence[int]:
    """A card, or cards, or none."""
    if value == NONE:
        return ()
    return (value,) if isinstance(value, int) else value


def known_by(s: State, mover: Mover, cards: Iterable[int], shown: Shown) -> int:
    """Who may be told what all of these cards are."""
    mask = mover.everybody
    for card in cards:
        mask &= told_of(s, mover, card, shown)
    return mask


def seen_by(s: State, mover: Mover, of_type: Type, value: Any) -> int:
    """Who may be told a value because they see it.

    Where a condition on who sees a zone cannot be worked out, nobody is told: that stops the game
    when somebody is to look, and not before.
    """
    work, s.work = s.work, 0
    try:
        return mover.told(s, of_type, value)
    except (*LIMITS, GameLimitError):
        return 0
    finally:
        s.work = work


def told_of(s: State, mover: Mover, card: int, shown: Shown) -> int:
    """Who may be told that a card is this one: who sees it, was shown it, or saw it move."""
    mask = seen_by(s, mover, CARD, card) | shown.get(card, 0)
    if s.shown:
        mask |= dict(s.shown).get(card, 0)
    return mask
