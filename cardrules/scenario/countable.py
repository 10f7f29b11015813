"""The parts of a ruleset that scenarios can reach, each with what is said of it if none does.

They are read off the rules as they are written, whatever the players and options are: what only an
option brings about is reached by a scenario with that option.
"""

from __future__ import annotations

from collections.abc import Iterator

import attrs

from cardrules.engine.lowering.program import card_of
from cardrules.lint.faces import Faces, of_slot
from cardrules.machine.tally import Sort, Tallied
from cardrules.model import ir
from cardrules.model.ruleset import Ruleset
from cardrules.source import Span


@attrs.frozen(kw_only=True)
class Part:
    """A part of the rules; `told`: what is so if nothing reaches it.

    `within`: the part around it, such as the action whose effect it is. If that is not reached
    either, nothing more is to be said of this one.
    """

    tallied: Tallied
    told: str
    span: Span
    ids: tuple[str, ...] = ()
    within: Tallied | None = None


def parts_of(ruleset: Ruleset) -> tuple[Part, ...]:
    """The parts of a ruleset in the order of its text; what several actions share is one."""
    found: dict[Tallied, Part] = {}
    for part in [*_carried_out(ruleset), *_placements(ruleset), *_endings(ruleset)]:
        found.setdefault(part.tallied, part)
    return tuple(sorted(found.values(), key=lambda part: (part.span.start, part.tallied.sort)))


def _part(
    sort: Sort,
    origin: ir.Origin,
    told: str,
    within: Tallied | None = None,
    *,
    name: str = "",
    span: Span | None = None,
) -> Part:
    return Part(
        tallied=Tallied(sort, origin.span, name),
        told=told,
        span=span or origin.span,
        ids=origin.ids,
        within=within,
    )


# ---- What is carried out -------------------------------------------------------------------------


def _carried_out(ruleset: Ruleset) -> Iterator[Part]:
    for item in ruleset.carried_out():
        if isinstance(item, ir.DeclaredAction):
            yield from _action(ruleset, item)
        else:
            yield from _statements(item.body, None)
    yield _part("end", ruleset.play.origin, "The play never comes to its end.")


def _action(ruleset: Ruleset, action: ir.DeclaredAction) -> Iterator[Part]:
    role = action.procedure.role
    taken = _part("action", action.origin, f"The {role} `{action.name}` is never taken.")
    yield taken
    yield from _premises(action.premises, taken.tallied)
    for line in _lines_for(ruleset, action):
        told = f"The {role} `{action.name}` is never taken with a card `{line}`."
        yield _part("line", action.origin, told, taken.tallied, name=line)
    yield from _statements(action.procedure.body, taken.tallied)


def _lines_for(ruleset: Ruleset, action: ir.DeclaredAction) -> Iterator[str]:
    """The lines of the card table with which an action can be taken.

    Only those of which printed faces tell it: whether a card ever fits on what may lie there is not
    known, and one that no player has in hand is not looked for.
    """
    choice = card_of(action)
    if choice is None or not _is_of_a_player(ruleset, choice.domain):
        return
    faces = Faces(ruleset)
    conditions = [item for item in _conditions(action) if choice.slot in ir.named_in(item)]
    left = {
        kind.line
        for kind in ruleset.kinds
        if all(faces.value(item, {of_slot(choice.slot): kind}) is True for item in conditions)
    }
    yield from (line for line in ruleset.lines if line in left)


def _conditions(action: ir.DeclaredAction) -> Iterator[ir.Expr]:
    for item in action.premises:
        if isinstance(item, ir.Choice | ir.Requirement) and item.condition is not None:
            yield item.condition


def _is_of_a_player(ruleset: Ruleset, domain: ir.Expr) -> bool:
    """Whether cards are chosen from a zone that each player has."""
    zones = [part.zone for part in ir.walk(ir.root_of(domain)) if isinstance(part, ir.ZoneOf)]
    return bool(zones) and all(ruleset.zones[zone].holder == "player" for zone in zones)


def _premises(premises: tuple[ir.Premise, ...], within: Tallied) -> Iterator[Part]:
    for item in premises:
        if isinstance(item, ir.Requirement) and not _is_constant(item.condition):
            yield _part("refusal", item.origin, "This never forbids anything.", within)
        elif isinstance(item, ir.Choice) and item.condition is not None:
            told = "The condition of this choice always holds."
            yield _part("refusal", item.origin, told, within)


def _statements(body: ir.Body, within: Tallied | None) -> Iterator[Part]:
    """The statements of a block; behind the first those before it say enough."""
    for number, item in enumerate(body):
        told = "The game never ends here." if _ends_game(item) else "This is never carried out."
        if number:
            within = Tallied("statement", body[number - 1].origin.span)
        part = _part("statement", item.origin, told, within)
        yield part
        match item:
            case ir.Choose():
                yield from _premises((item.choice,), part.tallied)
            case ir.Together():
                yield from _premises(item.premises, part.tallied)
            case ir.Turns() | ir.Rounds() if item.until is not None:
                told = "This is never ended by its `until`."
                yield _part("until", item.origin, told, part.tallied)
            case ir.If() if not _is_certain_to_branch(item):
                several = len(item.branches) > 1
                told = f"{'One' if several else 'The'} branch of this `if` is always taken."
                yield _part("otherwise", item.origin, told, part.tallied)
        yield from _blocks(item, part.tallied)


def _is_certain_to_branch(item: ir.If) -> bool:
    """Whether there is an `else`, or options alone decide whether nothing is done."""
    tests = [test for test, _ in item.branches]
    return None in tests or all(test is not None and _is_constant(test) for test in tests)


def _is_constant(condition: ir.Expr) -> bool:
    """Whether a condition looks at options alone: then it is the same in the whole game."""
    leaves = [
        part for part in ir.walk(condition) if isinstance(part, ir.Expr) and not any(ir.parts(part))
    ]
    return all(isinstance(part, ir.OptionValue | ir.Const | ir.Everyone) for part in leaves)


def _ends_game(item: ir.Statement) -> bool:
    return isinstance(item, ir.End) and item.construct == "game"


def _blocks(item: ir.Statement, within: Tallied) -> Iterator[Part]:
    """What stands in the blocks of a statement, each of them told of at its head."""
    blocks = ir.blocks(item)
    heads: tuple[ir.Origin, ...] = (item.origin,) * len(blocks)
    told = "What stands in this block is never carried out."
    if isinstance(item, ir.If):
        heads = (item.origin, *item.further)
        told = "This branch is never taken."
    for head, block in zip(heads, blocks, strict=True):
        for number, part in enumerate(_statements(block, within)):
            if number or _ends_game(block[0]):
                yield part
            else:
                yield attrs.evolve(part, told=told, span=head.span, ids=head.ids or part.ids)


# ---- What is declared ----------------------------------------------------------------------------


def _placements(ruleset: Ruleset) -> Iterator[Part]:
    for placement in ruleset.placements.values():
        for clause in placement.clauses:
            yield _part("refusal", clause.origin, "This never forbids anything.")


def _endings(ruleset: Ruleset) -> Iterator[Part]:
    for clause in ruleset.score:
        told = f"The part `{clause.name}` of the score never counts anything."
        yield _part("score", clause.origin, told)
    for number, item in enumerate(ruleset.criteria):
        told = f"`{item.extreme} {item.text}` never decides who is first."
        yield _part("criterion", item.origin, told, name=str(number))
    for match in ruleset.matches:
        yield _part("match", match.origin, "No match is ever over.")
