"""Where a printed number is compared with a number, and that tells no card from another.

Only numbers that stand there themselves are looked at, not what definitions or options are set to.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from cardrules.engine.specialise.folding import COMPARED
from cardrules.lint.check import Finding
from cardrules.lint.lines import lines
from cardrules.model import ir
from cardrules.model.ruleset import Ruleset
from cardrules.model.types import INTEGER


def find_same_for_all_cards(ruleset: Ruleset) -> Iterator[Finding]:
    """The comparisons that come out the same for all cards of the game, each line once."""
    values = {
        name: sorted({value for kind in ruleset.kinds if type(value := kind.values[name]) is int})
        for name, attribute in ruleset.attributes.items()
        if attribute.type == INTEGER
    }
    told = set()
    for origin, nodes in _expressions(ruleset):
        for node in nodes:
            if not isinstance(node, ir.Compare):
                continue
            match node.left, node.right:
                case ir.Attribute(attribute=name), ir.Const(value=int(number)):
                    pairs = [(value, number) for value in values.get(name, ())]
                    text = f"{name} {node.operator} {number}"
                case ir.Const(value=int(number)), ir.Attribute(attribute=name):
                    pairs = [(number, value) for value in values.get(name, ())]
                    text = f"{number} {node.operator} {name}"
                case _:
                    continue
            found = {COMPARED[node.operator](*pair) for pair in pairs}
            if len(found) == 1 and (origin.span, text) not in told:
                told.add((origin.span, text))
                yield Finding(
                    span=origin.span,
                    message=f"`{text}` {'always' if True in found else 'never'} holds: "
                    f"{_on_the_cards(values[name])}.",
                    help="Look at the number, and at what is printed on the cards.",
                )


def _on_the_cards(values: list[int]) -> str:
    if len(values) == 1:
        return f"all cards have {values[0]}"
    return f"the lowest on a card is {values[0]}, the highest {values[-1]}"


def _expressions(ruleset: Ruleset) -> Iterator[tuple[ir.Origin, Iterable[object]]]:
    """All that is worked out in a game, with the line where it stands."""
    for definition in ruleset.definitions.values():
        yield definition.origin, ir.walk(definition.value)
    for placement in ruleset.placements.values():
        for clause in placement.clauses:
            yield clause.origin, ir.walk(clause.value)
    for part in ruleset.score:
        yield part.origin, ir.walk(part.value)
    for criterion in ruleset.criteria:
        yield criterion.origin, ir.walk(criterion.value)
    for line in lines(ruleset):
        if isinstance(line.of, ir.If):
            origins = (line.of.origin, *line.of.further)
            for (test, _), origin in zip(line.of.branches, origins, strict=False):
                yield origin, ir.walk(test)
        else:
            yield line.origin, line.nodes()
