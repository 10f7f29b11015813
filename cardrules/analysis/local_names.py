"""Local names: they may hide neither each other's kind of thing nor a declaration."""

from __future__ import annotations

from cardrules.analysis.reserved import reserved
from cardrules.analysis.world import Scope, World
from cardrules.diagnostics.model import Label
from cardrules.syntax import nodes
from cardrules.syntax.given_names import reserved_words


def check_local_name(word: nodes.Word, scope: Scope) -> bool:
    """Whether a local name is good; reports one that means something else already."""
    name = word.text
    world = scope.world
    if name in reserved():
        report_reserved(word, world)
        return False
    if name in world.declared and world.declared[name][0] not in _MAY_BE_HIDDEN:
        what, span = world.declared[name]
        world.diagnostics.report(
            "CR302",
            word.span,
            f"`{name}` is the name of {with_article(what)} already.",
            help="Choose another name.",
            labels=(Label(span=span, text="declared here"),),
            cause=f"taken {name}",
        )
        return False
    return not _is_value(word, world)


def _is_value(word: nodes.Word, world: World) -> bool:
    """Report a name that would hide a value of an enumeration."""
    owners = world.enum_attributes(word.text)
    if owners:
        world.diagnostics.report(
            "CR302",
            word.span,
            f"`{word.text}` is a value of `{owners[0]}` already.",
            help="Choose another name.",
            cause=f"taken {word.text}",
        )
    return bool(owners)


def check_declared_name(word: nodes.Word, what: str, world: World) -> None:
    """Report the name of something that expressions speak of, if it would hide a value."""
    if what not in _MAY_BE_HIDDEN:
        _is_value(word, world)


def report_reserved(word: nodes.Word, world: World) -> None:
    """Report a name that means something in every expression."""
    message, help = reserved_words(word.text)
    world.diagnostics.report("CR303", word.span, message, help=help)


def with_article(what: str) -> str:
    """`a zone`, `an action`."""
    return f"an {what}" if what[0] in "aeiou" else f"a {what}"


# Where these are meant the syntax leaves no doubt, so a local name may be the same.
_MAY_BE_HIDDEN = frozenset({"action", "trait", "routine", "window", "interrupt", "standing rule"})
