"""Shapes: what lies in the slots of a frame, the machine's own ones included.

They are data. By them a state that comes from outside is checked (`positions/forms.py`), cards
and stacks are found in what is being resolved (`playing/things.py`), and positions are
compared without what only counts (`playing/watch.py`).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from cardrules.model.types import CARD, CARDS, MOST_NUMBER, PLAYER, Type
from cardrules.plain import Plain

# Who acts stands in a frame before its first slot.
WHO_ACTS = -1


class Shape(Plain):
    """What a value is made of: whole numbers, truth values, and tuples of such."""


class Value(Shape):
    """A value of the language, as it lies in a state: sets of cards are written as plain data."""

    type: Type


class Number(Shape):
    """A whole number of the machine's own.

    `counts`: it counts turns or rounds, which some rules read, or passes, which none can read; so
    it makes a position no other one.
    """

    least: int = 0
    most: int = MOST_NUMBER
    counts: Literal["", "turn", "round", "pass"] = ""


class Acting(Shape):
    """Who acts: a player, nobody, or whoever acts in the procedure that has called this one."""

    who: Literal["player", "nobody", "inherited"]


class OrNone(Shape):
    """A thing, or none."""

    of: Shape


class Many(Shape):
    """Any number of things."""

    of: Shape


class Row(Shape):
    """One thing of each shape."""

    parts: tuple[Shape, ...]


class OneOf(Shape):
    """A thing of one of several shapes."""

    shapes: tuple[Shape, ...]


# By slot what lies there; who acts is one of them.
Shapes = Mapping[int, Shape]

PLAYER_ACTS = Acting(who="player")
NOBODY_ACTS = Acting(who="nobody")
SAME_ACTS = Acting(who="inherited")
COUNT = Number()
A_PLAYER = Value(type=PLAYER)
A_CARD = Value(type=CARD)
PLAYERS_IN_ORDER = Many(of=A_PLAYER)
CARDS_OF_A_NAME = Value(type=CARDS)
UNSET = Number(most=0)
