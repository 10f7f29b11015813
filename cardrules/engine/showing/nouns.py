"""What choices are called for people, where the rules do not say how they are asked for."""

from __future__ import annotations

from collections.abc import Sequence

from cardrules.engine.showing.naming import words
from cardrules.model import ir
from cardrules.model.types import Type

# Several are called by what they are. One goes by the name of its choice, which is a noun; of
# several that is often a participle ("given").
_SEVERAL = {
    "card": "cards",
    "player": "players",
    "team": "teams",
    "stack": "stacks",
    "collection": "sets",
}
# A value of these says nothing without the name of its choice.
_NEED_A_NAME = ("integer", "flag")


def is_clear(choice: ir.Choice, among: Sequence[ir.Choice]) -> bool:
    """Whether a value says by itself for which of some choices it was chosen."""
    bases = [_base(other.type) for other in among]
    own = _base(choice.type)
    return len(among) == 1 or (own not in _NEED_A_NAME and bases.count(own) == 1)


def noun_of(choice: ir.Choice, among: Sequence[ir.Choice]) -> str:
    """What is to be chosen, as it stands in a question: "card", "cards"."""
    name, inner = words(choice.name), choice.type.element
    if inner is None or not is_clear(choice, among):
        return name
    return _SEVERAL.get(inner.base, name)


def _base(of_type: Type) -> str:
    """What a value is, or is made of."""
    return _base(of_type.element) if of_type.element is not None else of_type.base
