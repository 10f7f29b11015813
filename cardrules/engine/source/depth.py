"""What is nested deeply in a ruleset, in generated source that is not.

Python takes about twenty loops in each other and a hundred brackets, and calls a thousand functions
in a row; a ruleset may have more. So an expression that is deep becomes a function of its own, and
room is made for definitions that use each other one after the other.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator, Sequence

from cardrules.machine.program import Declared
from cardrules.model import ir
from cardrules.model.ruleset import Ruleset

# A definition, a placement or the premises of an action: which of these, and its name.
Part = tuple[str, str]

# So many brackets may be open in the source of an expression.
_MOST_BRACKETS = 24
# Nothing shorter is so deep.
_SHORT = 2 * _MOST_BRACKETS
_BRACKET = re.compile(r"[(\[{)\]}]")
# The names that an expression may take from around it, and those that it binds itself.
_NAME = re.compile(r"(?<![\w.])(?:s|f|me|player|values|[blgh]\d+)\b")
_BOUND = re.compile(r"(?:\bfor|\blambda) (b\d+)(?:, (b\d+))?\b")

# A level of the rules is a few calls: of a definition, a loop, a key. Others need some, too.
_CALLS_OF_A_LEVEL = 3
_CALLS_OF_OTHERS = 1000


def is_deep(source: str) -> bool:
    """Whether too many brackets are open somewhere in a source."""
    if len(source) < _SHORT:
        return False
    depth = 0
    for bracket in _BRACKET.findall(source):
        depth += 1 if bracket in "([{" else -1
        if depth > _MOST_BRACKETS:
            return True
    return False


def hoisted(source: str, name: str) -> tuple[str, str]:
    """A call in place of an expression, and the function that it calls."""
    bound = {name for names in _BOUND.findall(source) for name in names}
    taken = ", ".join(item for item in dict.fromkeys(_NAME.findall(source)) if item not in bound)
    return f"{name}({taken})", f"def {name}({taken}):\n    return {source}\n"


def levels_of(values: Sequence[ir.Expr]) -> Iterator[tuple[ir.Expr, int]]:
    """All parts of some expressions, each with how deep it lies."""
    pending = [(value, 1) for value in values]
    while pending:
        item, depth = pending.pop()
        yield item, depth
        pending += [(part, depth + 1) for part in ir.parts(item)]


def uses(item: ir.Expr) -> list[Part]:
    """What an expression is a use of."""
    if isinstance(item, ir.CallDefinition):
        return [("define", item.definition)]
    if isinstance(item, ir.CallPlacement):
        return [("placement", item.placement)]
    return [("premises", name) for name in item.actions] if isinstance(item, ir.Possible) else []


def values_of(rules: Ruleset | Declared, part: Part) -> list[ir.Expr]:
    """The expressions of a definition, a placement, or the premises of an action."""
    sort, name = part
    if sort == "define":
        return [rules.definitions[name].value]
    if sort == "placement":
        return [clause.value for clause in rules.placements[name].clauses]
    assert isinstance(rules, Ruleset), "only there are actions"
    found: list[ir.Expr | None] = []
    for item in rules.actions[name].premises:
        match item:
            case ir.Choice():
                found += [item.domain, item.condition]
            case ir.Requirement():
                found.append(item.condition)
            case ir.Naming():
                found.append(item.value)
    return [value for value in found if value is not None]


def deepest(ruleset: Ruleset) -> int:
    """How deep the deepest value is, with all that it uses written out; there are no circles."""
    found: dict[Part, int] = {}
    pending: list[Part] = [("define", name) for name in ruleset.definitions]
    pending += [("placement", name) for name in ruleset.placements]
    pending += [("premises", name) for name in ruleset.actions]
    while pending:
        part = pending[-1]
        levels = [(depth, uses(item)) for item, depth in levels_of(values_of(ruleset, part))]
        missing = [one for _, used in levels for one in used if one not in found]
        pending += missing
        if not missing:
            pending.pop()
            depths = (
                depth + max([found[one] for one in used], default=0) for depth, used in levels
            )
            found[part] = 1 + max(depths, default=0)
    return max(found.values(), default=0)


def make_room(levels: int) -> None:
    """Let Python call so many functions in a row as so deep a ruleset needs."""
    wanted = _CALLS_OF_OTHERS + _CALLS_OF_A_LEVEL * levels
    if sys.getrecursionlimit() < wanted:
        sys.setrecursionlimit(wanted)
