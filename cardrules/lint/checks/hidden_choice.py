"""CR503: a choice among cards whose faces the chooser cannot see.

Actions name the cards that they take, so such a choice would tell what lies hidden. At a real table
somebody who takes an unseen card takes any: that is a matter of chance, which `pick` says.

Only zones that are named in the choice itself are looked at: what a variable holds may have been
shown before. So may the zone: where all of it is revealed to me, or to all, and nothing but what is
said, named, paid or revealed stands between that and the choice, I have just seen what there is.
"""

from __future__ import annotations

from collections.abc import Iterator

from cardrules.lint.check import Check, Finding
from cardrules.model import ir
from cardrules.model.ir import root_of
from cardrules.model.ruleset import Ruleset, Viewer, Zone
from cardrules.model.types import CARD, CARDS
from cardrules.syntax.layout import standing

_OWN: tuple[Viewer, ...] = ("all", "owner", "team")
_FOREIGN: tuple[Viewer, ...] = ("all", "others")


def find_hidden_choices(ruleset: Ruleset) -> Iterator[Finding]:
    """Choices of cards from zones that are hidden from whoever chooses."""
    shown = {id(choice) for item in ruleset.procedures() for choice in _shown(item.body, ())}
    for part in ruleset.carried_out():
        for node in ir.walk(part):
            if not isinstance(node, ir.Choice) or node.type not in (CARD, CARDS):
                continue
            if id(node) not in shown:
                yield from _hidden(ruleset, node)


# What leaves all cards, and whom a name means, as they are.
_STAYS = (ir.Say, ir.Let, ir.Reveal, ir.Tokens)


def _shown(body: ir.Body, revealed: tuple[ir.Expr, ...]) -> Iterator[ir.Choice]:
    """The choices from zones all of which has just been revealed to the one who chooses."""
    for item in body:
        match item:
            case ir.Reveal(cards=ir.Contents() as cards, to=to) if to is None or _is_me(to):
                revealed = (*revealed, cards)
            case ir.Choose(choice=choice) if root_of(choice.domain) in revealed:
                yield choice
            case ir.If():
                for _, block in item.branches:
                    yield from _shown(block, revealed)
        if not isinstance(item, _STAYS):
            for block in () if isinstance(item, ir.If) else ir.blocks(item):
                yield from _shown(block, ())
            revealed = ()


def _is_me(players: ir.Expr) -> bool:
    """Whether these are me alone."""
    match players:
        case ir.Operation(op="only", arguments=(player,)):
            return _is_own(player)
    return False


def _hidden(ruleset: Ruleset, choice: ir.Choice) -> Iterator[Finding]:
    for name, own in _zones(choice.domain):
        if not _is_seen(ruleset.zones[name], own):
            yield Finding(
                span=choice.origin.span,
                message=f"The cards in `{name}` are hidden from the one who chooses here.",
                help=_by_chance(ruleset, choice),
            )


def _by_chance(ruleset: Ruleset, choice: ir.Choice) -> str:
    """What somebody does who takes a card unseen."""
    source, at = ruleset.text, choice.origin.span.start
    things = " ".join(source.text[choice.from_span.start : choice.from_span.end].split())
    place = "below `do`, " if standing(source, at) == "premises" else ""
    return (
        f"Leave it to chance: {place}`pick {choice.name} at random from {things}`. Or let this "
        f"player look at all of them first: below `do`, `reveal {things} to me`, and in the next "
        "line the choice. To point at one of them by its place is not possible yet."
    )


def _zones(domain: ir.Expr) -> Iterator[tuple[str, bool]]:
    """The zones from which a domain takes its cards, and whether they are the chooser's own."""
    match domain:
        case ir.Contents(zone=ir.ZoneOf(zone=name, holder=holder)):
            yield name, _is_own(holder)
        case ir.AllContents(zone=name):
            yield name, False
        case ir.Filter() | ir.Extremes() | ir.Subsets():
            yield from _zones(domain.collection)
        case ir.NotNone():
            yield from _zones(domain.value)
        case ir.Arithmetic(operator="+"):
            yield from _zones(domain.left)
            yield from _zones(domain.right)
        case ir.Arithmetic():
            yield from _zones(domain.left)


def _is_own(holder: ir.Expr | None) -> bool:
    if isinstance(holder, ir.TeamOf):
        return _is_own(holder.player)
    return isinstance(holder, ir.Role) and holder.role == "me"


def _is_seen(zone: Zone, own: bool) -> bool:
    """Whether the chooser may see all faces: in each layer, in one of the cases of a condition."""
    wanted = _OWN if own else _FOREIGN
    return all(
        any(viewer in wanted for viewer in (*item.viewers, *item.otherwise))
        for item in zone.visibility
        if zone.shape != "stacks"
    )


CHECK = Check(code="CR503", find=find_hidden_choices)
