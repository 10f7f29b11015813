"""CR506: whether something is possible depends on cards that the one who is asked cannot see.

Whoever is asked, and what can be answered, everybody may know; so a choice, a condition or a
`require` must not look at faces that are hidden from the one who is asked. Only what is certain is
reported (see `cardrules.lint.sight`). Names are looked through as far as they are premises, or are
given right before; a parameter of a window counts as hidden if at every `open` a card is given, or
what is on it, that those who are asked cannot have seen (`cardrules.lint.given`).
"""

from __future__ import annotations

from collections.abc import Iterator

from cardrules.diagnostics.model import Label
from cardrules.lint.check import Check, Finding
from cardrules.lint.given import given_hidden
from cardrules.lint.names import named, with_names
from cardrules.lint.sight import Known, Read, Sight, slot_key
from cardrules.model import ir
from cardrules.model.ruleset import Ruleset
from cardrules.model.types import STACK

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
            known = given_hidden(ruleset, sight, action)
            subject = f"Whether `{action.name}` is possible"
            yield from _of_premises(ruleset, sight, action.premises, known, subject, asked)
    for procedure in ruleset.procedures():
        for statement, known in with_names(sight, procedure.body):
            yield from _of_asking(ruleset, sight, statement, known)
        for item in ir.walk(procedure.body):
            if isinstance(item, ir.Choose):
                subject = f"What can be chosen as `{item.choice.name}`"
                premises: tuple[ir.Premise, ...] = (item.choice,)
            elif isinstance(item, ir.Together):
                subject, premises = "What can be chosen", item.premises
            else:
                continue
            yield from _of_premises(ruleset, sight, premises, Known(), subject, None)


def _of_asking(
    ruleset: Ruleset, sight: Sight, item: ir.Statement, known: Known
) -> Iterator[Finding]:
    """Whether, how often or of whom something is asked, if that tells what lies hidden."""
    if isinstance(item, ir.OpenWindow):
        for read in dict.fromkeys(sight.reads(item.asked, known)):
            yield _finding(ruleset, item.origin, read, "Who may answer here", None, "not all")
    if isinstance(item, ir.If | ir.While | ir.Repeat) and _asks(item):
        subject = "Whether anybody is asked here"
        if isinstance(item, ir.Repeat):
            subject = "How often somebody is asked here"
        for read in dict.fromkeys(_of_tests(sight, item, known)):
            yield _finding(ruleset, item.origin, read, subject, None)


def _asks(item: ir.Statement) -> bool:
    """Whether somebody is asked within the blocks of a statement.

    A routine is something of its own, such as what comes after a tie.
    """
    return any(
        isinstance(part, ir.OneOf | ir.OpenWindow | ir.Choose | ir.Together)
        for block in ir.blocks(item)
        for part in ir.walk(block)
    )


def _of_tests(sight: Sight, item: ir.If | ir.While | ir.Repeat, known: Known) -> Iterator[Read]:
    tests: list[ir.Expr | None]
    if isinstance(item, ir.If):
        tests = [test for test, _ in item.branches]
    else:
        tests = [item.times if isinstance(item, ir.Repeat) else item.condition]
    for test in tests:
        if test is not None:
            yield from sight.reads(test, known)


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
            known = named(sight, item, known)
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
    ruleset: Ruleset,
    at: ir.Origin,
    read: Read,
    subject: str,
    asked: ir.Origin | None,
    who: str = "the one who is asked does not",
) -> Finding:
    source = read.source
    zone = ruleset.zones[source.zone]
    what = f"the face of `{source.name}`" if source.name else f"faces in `{zone.name}`"
    if source.layer == "value":
        what = f"`{source.name}` from a card"
    labels = []
    if read.at is not None:
        labels.append(Label(span=read.at.span, text="here they are looked at"))
    if asked is not None:
        labels.append(Label(span=asked.span, text="whoever is asked here learns of it"))
    labels.append(Label(span=zone.origin.name_span, text="what comes from here is hidden"))
    return Finding(
        span=at.span,
        message=f"{subject} depends on {what}, which {who} see.",
        help=_HELP,
        labels=tuple(labels),
    )


CHECK = Check(code="CR506", find=find_hidden_premises)
