"""Words that mean something in every ruleset, so that nothing can be called by them.

All of them follow from what else says what they mean: the grammar, the operations, and the names
that need no declaration.
"""

from __future__ import annotations

from functools import cache

from cardrules.model.types import CARDS, PLAYERS, TEAMS, Type
from cardrules.ops.registry import operations
from cardrules.syntax.language import words_of_values, words_that_begin_values

# Groups by name: their type, and whether there must be somebody who acts.
GROUPS: dict[str, tuple[Type, bool]] = {
    "players": (PLAYERS, False),
    "opponents": (PLAYERS, True),
    "others": (PLAYERS, True),
    "partners": (PLAYERS, True),
    "teams": (TEAMS, False),
    "leaders": (PLAYERS, False),
    "cards": (CARDS, False),
}
ROLES = ("me", "it", "active", "starter", "round", "turn", "game")
# What each player has besides zones and variables.
PARTS_OF_PLAYERS = ("team", "score")
# The words at the head of the lines of an action: what stands there by mistake is not a name.
_HEADS = ("let", "choose", "require", "do", "proceed")


@cache
def reserved() -> frozenset[str]:
    """The words that no declaration may take for itself."""
    names = (*GROUPS, *ROLES, *PARTS_OF_PLAYERS, *_HEADS, *operations())
    return words_of_values().union(names)


@cache
def no_values() -> frozenset[str]:
    """The words that are no values of the card table: where one stands they mean something else."""
    return words_that_begin_values().union(GROUPS, ROLES)
