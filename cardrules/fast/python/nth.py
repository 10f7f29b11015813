"""The card of a set with so many before it, as an expression of Python: what is asked for sets that
hardly ever come again is not remembered, but looked up part by part.
"""

from __future__ import annotations

from collections.abc import Sequence

from cardrules.fast.python.called import BEYOND, CARDS_IN
from cardrules.fast.python.statements import CALL, ONE_OF_TWO, Value

# So many cards of a deck that is no larger than a word are looked up at once, and the names of what
# knows them.
_WORD = 64
PART = 13
LOWER = (1 << PART) - 1
PARTS = ("z_first", "z_second", "z_third", "z_last")


def is_small(cards: int) -> bool:
    """Whether a deck is no larger than a word."""
    return cards < _WORD


def _in_parts() -> str:
    """The expression, with places for the number and the set; `y` and `z` are names of its own."""
    first, second, third, last = PARTS
    return (
        f"(z[{{0}}] if {{0}} < len(z := {first}[{{1}} & {LOWER}])"
        f" else z[y] if (y := {{0}} - len(z)) < len(z := {second}[{{1}} >> {PART} & {LOWER}])"
        f" else z[y] if (y := y - len(z)) < len(z := {third}[{{1}} >> {2 * PART} & {LOWER}])"
        f" else {last}[{{1}} >> {3 * PART}][y - len(z)])"
    )


_SMALL, _LARGE = _in_parts(), f"{CARDS_IN}[{{1}}][{{0}}]"
FORMS = (_SMALL, _LARGE)
# With a number at which is looked, since it may be below 0.
_LOOKED_AT = f"{{0}} if {{0}} >= 0 else {BEYOND}()"
LOOKED_AT = {
    _SMALL: _SMALL.replace("{0} < len", f"({_LOOKED_AT}) < len", 1),
    _LARGE: f"{CARDS_IN}[{{1}}][{_LOOKED_AT}]",
}


def nth_of(cards: str, number: str, deck: int) -> Value:
    """The card of a set of a deck."""
    # Each stands there more than once: they have names.
    parts: Sequence[str] = [number, cards, number, cards]
    return Value(_SMALL if is_small(deck) else _LARGE, parts, CALL, [ONE_OF_TWO] * len(parts))
