"""CR506: whether something is possible depends on cards that the one who is asked cannot see.

Whoever is asked, and what can be answered, everybody may know; so a choice, a condition or a
`require` must not look at faces that are hidden from the one who is asked. Only what is certain is
reported (see `cardrules.lint.sight`). Names are looked through as far as they are premises; a
parameter of a window counts as hidden if at every `open` a card is given that those who are asked
cannot have seen.
"""

from __future__ import annotations

from collections.abc import Iterator

from cardrules.diagnostics.model import Label
from cardrules.lint.check import Check, Finding
from cardrules.lint.sight import Known, Read, Sight, Source, slot_key
from cardrules.model import ir
from cardrules.model.ruleset import Ruleset
from cardrules.model.types import CARD, CARDS, STACK

_HELP = (
    "Let it depend on what this player sees: `reveal` the card before, "
    "or look at it among the effects."
)


def find_hidden_premises(ruleset: Ruleset) -> Iterator[Finding]:
    """Premises that would tell what lies hidden; a line of a trait is named once."""
    yield from dict.fromkeys(_all_hidden_premises(ruleset))


def _all_hidden_premises(ruleset: Ruleset) -> Iterator[Finding]:
    sight = Sight(ruleset)
    asking = _asking(ruleset)
    for action in (*ruleset.actions.values(), *ruleset.interrupts.values()):
        if asked := asking.get(action.name):
            known = _parameters(ruleset, sight, action)
            subject = f"Whether `{action.name}` is possible"
            yield from _of_premises(ruleset, sight, action.premises, known, subject, asked)
    for procedure in ruleset.procedures():
        for item in ir.walk(procedure.body):
            if isinstance(item, ir.If | ir.While) and _asks(item):
                for read in dict.fromkeys(_of_tests(sight, item)):
                    subject = "Whether anybody is asked here"
                    yield _finding(ruleset, item.origin, read, subject, None)
            if isinstance(item, ir.Choose):
                subject = f"What can be chosen as `{item.choice.name}`"
                premises: tuple[ir.Premise, ...] = (item.choice,)
            elif isinstance(item, ir.Together):
                subject, premises = "What can be chosen", item.premises
            else:
                continue
            yield from _of_premises(ruleset, sight, premises, Known(), subject, None)


def _asks(item: ir.Statement) -> bool:
    """Whether somebody is asked within the blocks of a statement."""
    return any(
        isinstance(part, ir.OneOf | ir.OpenWindow | ir.Choose | ir.Together)
        for block in ir.blocks(item)
        for part in ir.walk(block)
    )


def _of_tests(sight: Sight, item: ir.If | ir.While) -> Iterator[Read]:
    tests = [test for test, _ in item.branches] if isinstance(item, ir.If) else [item.condition]
    for test in tests:
        if test is not None:
            yield from sight.reads(test, Known())


def _asking(ruleset: Ruleset) -> dict[str, ir.Origin]:
    """The first line that offers each action or opens the window of each interrupt."""
    found: dict[str, ir.Origin] = {}
    answers: dict[str, list[str]] = {}
    for interrupt in ruleset.interrupts.values():
        answers.setdefault(interrupt.window or "", []).append(interrupt.name)
    for procedure in ruleset.procedures():
        for item in ir.walk(procedure.body):
            names: tuple[str, ...] = ()
            if isinstance(item, ir.OneOf):
                names = (*item.actions, *([item.otherwise] if item.otherwise else []))
            elif isinstance(item, ir.OpenWindow):
                names = tuple(answers.get(item.window, ()))
            if isinstance(item, ir.OneOf | ir.OpenWindow):
                for name in names:
                    found.setdefault(name, item.origin)
    return found


def _of_premises(
    ruleset: Ruleset,
    sight: Sight,
    premises: tuple[ir.Premise, ...],
    known: Known,
    subject: str,
    asked: ir.Origin | None,
) -> Iterator[Finding]:
    """What premises, one after the other, look at and must not."""
    for item in premises:
        reads: list[Read] = []
        if isinstance(item, ir.Naming):
            key = slot_key(item.slot)
            known = known.with_reads(key, tuple(sight.reads(item.value, known)))
            if item.value.type.required() in (CARD, CARDS):
                known = known.with_cards(key, sight.sources(item.value, known))
            continue
        if isinstance(item, ir.Requirement):
            reads += sight.reads(item.condition, known)
        elif item.type.required() == STACK or not any(
            sight.is_unseen(one) for one in sight.sources(item.domain, known)
        ):
            # A choice among hidden cards is a mistake of its own (CR503).
            reads += sight.reads(item.domain, known)
            if sight.are_others(item.domain, known):
                known = known.with_other(slot_key(item.slot))
            if item.type.required() == STACK:
                known = known.with_cards(slot_key(item.slot), sight.sources(item.domain, known))
            if item.condition is not None:
                reads += sight.reads(item.condition, known)
        for read in dict.fromkeys(reads):
            yield _finding(ruleset, item.origin, read, subject, asked)


def _finding(
    ruleset: Ruleset, at: ir.Origin, read: Read, subject: str, asked: ir.Origin | None
) -> Finding:
    source = read.source
    zone = ruleset.zones[source.zone]
    what = f"the face of `{source.name}`" if source.name else f"faces in `{zone.name}`"
    labels = []
    if read.at is not None:
        labels.append(Label(span=read.at.span, text="here they are looked at"))
    if asked is not None:
        labels.append(Label(span=asked.span, text="whoever is asked here learns of it"))
    labels.append(Label(span=zone.origin.name_span, text="what comes from here is hidden"))
    return Finding(
        span=at.span,
        message=f"{subject} depends on {what}, which the one who is asked does not see.",
        help=_HELP,
        labels=tuple(labels),
    )


# ---- What a window is about ----------------------------------------------------------------------


def _parameters(ruleset: Ruleset, sight: Sight, action: ir.DeclaredAction) -> Known:
    """The parameters of an interrupt's window that are certainly hidden."""
    known = Known()
    if action.window is None:
        return known
    for index, name in enumerate(ruleset.windows[action.window].parameters):
        zones = _zones_given(ruleset, sight, action.window, index)
        if zones and None not in zones:
            source = Source(str(zones[0]), "foreign", name=name)
            known = known.with_cards(slot_key(index), frozenset({source}))
    return known


def _zones_given(ruleset: Ruleset, sight: Sight, window: str, index: int) -> list[str | None]:
    """For each `open` the zone from which the card comes that is given, if it is surely hidden."""
    found: list[str | None] = []
    for action in (*ruleset.actions.values(), *ruleset.interrupts.values()):
        found += _in_body(ruleset, sight, action.premises, action.procedure.body, window, index)
    for procedure in ruleset.procedures():
        if procedure.role not in ("action", "interrupt"):
            found += _in_body(ruleset, sight, (), procedure.body, window, index)
    return found


def _in_body(
    ruleset: Ruleset,
    sight: Sight,
    premises: tuple[ir.Premise, ...],
    body: ir.Body,
    window: str,
    index: int,
) -> Iterator[str | None]:
    known = Known()
    chosen: dict[int, str] = {}
    for premise in premises:
        if isinstance(premise, ir.Choice):
            own = [one.zone for one in sight.sources(premise.domain, known) if one.whose == "own"]
            if len(own) == 1 and sight.hides_all(own[0], "foreign"):
                chosen[premise.slot] = own[0]
            if sight.are_others(premise.domain, known):
                known = known.with_other(slot_key(premise.slot))
    before: list[ir.Statement] = []
    for item in _in_order(body):
        if isinstance(item, ir.OpenWindow) and item.window == window:
            given = item.arguments[index]
            slot = given.slot if isinstance(given, ir.Local) else -1
            hidden = sight.are_others(item.asked, known) and all(
                _keeps_hidden(sight, line, slot, known) for line in before
            )
            yield chosen.get(slot) if hidden else None
        before.append(item)


def _in_order(body: ir.Body) -> Iterator[ir.Statement]:
    for item in body:
        yield item
        for block in ir.blocks(item):
            yield from _in_order(block)


def _keeps_hidden(sight: Sight, item: ir.Statement, slot: int, known: Known) -> bool:
    """Whether a card, if this statement moves it at all, stays hidden from the others."""
    if ir.blocks(item) or not any(
        isinstance(part, ir.Local) and part.slot == slot for part in ir.walk(item)
    ):
        return True
    if isinstance(item, ir.SetVariable | ir.Tokens | ir.Say):
        return True
    if not isinstance(item, ir.MoveCards) or not isinstance(item.to, ir.ZoneOf):
        return False
    lying = sight.sources(ir.Contents(type=CARDS, zone=item.to), known)
    return any(
        sight.hides_all(one.zone, "foreign" if one.whose == "own" else one.whose)
        for one in lying
        if one.whose != "foreign"
    )


CHECK = Check(code="CR506", find=find_hidden_premises)
