"""CR524: a standing rule that fills a zone up and takes cards away again, each time.

Standing rules are carried out until none changes anything. One that draws up to seven cards and
then takes away all but six changes something as long as there are cards to draw.
"""

from __future__ import annotations

from collections.abc import Iterator

from cardrules.diagnostics.model import Label
from cardrules.lint.amounts import Amounts
from cardrules.lint.check import Check, Finding
from cardrules.model import ir
from cardrules.model.ruleset import Ruleset


def find_never_resting(ruleset: Ruleset) -> Iterator[Finding]:
    """The lines that take away what a line above them has drawn, in the same standing rule."""
    amounts = Amounts(ruleset)
    for procedure in ruleset.standing.values():
        blocks = [procedure.body]
        for statement in ir.statements(procedure.body):
            blocks += ir.blocks(statement)
        for block in blocks:
            for at, item in enumerate(block):
                if isinstance(item, ir.Draw):
                    yield from _taken_away(amounts, item, block[at + 1 :])


def _taken_away(amounts: Amounts, draw: ir.Draw, below: ir.Body) -> Iterator[Finding]:
    match draw.number:
        case ir.Arithmetic(operator="-", left=filled, right=there) if _is_count(there, draw.to):
            for item in below:
                match item:
                    case ir.While(
                        condition=ir.Compare(operator=">" | ">=" as op, left=left, right=kept)
                    ) if _is_count(left, draw.to):
                        most = amounts.of(kept).most - (op == ">=")
                        if most < amounts.of(filled).least and _takes(item.body, draw.to):
                            yield Finding(
                                span=item.origin.span,
                                message="This standing rule never comes to rest: "
                                "it takes away what it has drawn.",
                                help="Keep as many cards as are drawn up to.",
                                labels=(Label(span=draw.origin.span, text="here they are drawn"),),
                            )


def _is_count(x: ir.Expr, zone: ir.Expr) -> bool:
    match x:
        case ir.Operation(op="count", arguments=(ir.Contents(zone=of),)):
            return of == zone
    return False


def _takes(body: ir.Body, zone: ir.Expr) -> bool:
    """Whether cards go elsewhere there."""
    return any(isinstance(item, ir.MoveCards) and item.to != zone for item in body)


CHECK = Check(code="CR524", find=find_never_resting)
