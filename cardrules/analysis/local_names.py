"""Local names: they may hide neither each other's kind of thing nor a declaration."""

from __future__ import annotations

from cardrules.analysis.world import RESERVED, Scope
from cardrules.diagnostics.model import Label
from cardrules.syntax import nodes


def check_local_name(word: nodes.Word, scope: Scope) -> None:
    """Report a local name that means something else already."""
    name = word.text
    world = scope.world
    if name in RESERVED:
        world.diagnostics.report(
            "CR303", word.span, f"`{name}` is a word of the language and cannot be a name."
        )
    elif name in world.declared and world.declared[name][0] not in _MAY_BE_HIDDEN:
        what, span = world.declared[name]
        world.diagnostics.report(
            "CR302",
            word.span,
            f"`{name}` is the name of a {what} already.",
            labels=(Label(span=span, text="declared here"),),
        )


# Where these are meant the syntax leaves no doubt, so a local name may be the same.
_MAY_BE_HIDDEN = frozenset({"action", "trait", "routine", "window", "interrupt", "standing rule"})
