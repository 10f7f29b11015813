"""What is said about an operation or definition that there is not."""

from __future__ import annotations

import itertools
from collections.abc import Sequence

from cardrules.analysis.wording import attribute_help, of_holder
from cardrules.analysis.world import Scope, World
from cardrules.model import ir
from cardrules.ops.registry import operations
from cardrules.syntax import nodes

# Words for operations, and an example of the operation.
_OTHER_OPERATIONS = {
    **dict.fromkeys(
        ("size", "length", "len", "number", "amount", "card_count", "quantity"), "count of my hand"
    ),
    **dict.fromkeys(("total", "points"), "sum of number in my hand"),
    **dict.fromkeys(("maximum", "largest", "biggest", "most"), "highest of number in my hand"),
    **dict.fromkeys(("minimum", "smallest", "least", "fewest"), "lowest of number in my hand"),
    **dict.fromkeys(("average", "mean"), "(sum of number in my hand) / count of my hand"),
    **dict.fromkeys(("last", "end"), "top of deck"),
    **dict.fromkeys(("beginning", "start", "head"), "first of my hand"),
    **dict.fromkeys(("player_left", "left_neighbour", "left_neighbor"), "left of me"),
    **dict.fromkeys(("player_right", "right_neighbour", "right_neighbor"), "right of me"),
    **dict.fromkeys(("abs", "absolute"), "max(n, -n)"),
    **dict.fromkeys(("range", "numbers"), "{1, 2, 3, 4, 5}"),
    **dict.fromkeys(("all", "every", "each"), "my hand"),
    **dict.fromkeys(("random", "rand", "dice", "die", "roll"), "pick n at random from {1, 2, 3}"),
    **dict.fromkeys(("contains", "has"), "card in my hand"),
}


def is_other_word(name: str, world: World) -> bool:
    """Whether this is another word for an operation, and nothing of the author's."""
    return name in _OTHER_OPERATIONS and name not in world.declared


def report_unknown_operation(
    name: nodes.Word, operand: ir.Expr | None, operands: Sequence[nodes.Expr], scope: Scope
) -> None:
    """Report an operation that there is not; `operand` is what stands behind `of`."""
    world, text = scope.world, name.text
    message = f"There is no operation or definition `{text}`."
    known = itertools.chain(operations(), world.definition_nodes)
    help = world.near(text, known) or f"Declare it: `define {text}(...) = ...`."
    if is_other_word(text, world):
        help = f"For example: `{_OTHER_OPERATIONS[text]}`."
    if text in world.definition_nodes:
        message = f"Only an operation is written with `of`; `{text}` is a definition."
        help = f"A definition has its values in brackets: `{text}(...)`."
    elif operand is not None and text in world.attributes:
        help = attribute_help(text, operand, operands[0], world)
    elif operand is not None:
        help = of_holder(text, operand, operands[0], world) or help
    is_known = text in world.attributes or text in world.definition_nodes
    cause = "" if is_known else world.cause(text, name.span)
    world.diagnostics.report("CR301", name.span, message, help=help, cause=cause)
