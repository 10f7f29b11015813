"""Broken rulesets: each differs from the real one in one clause, and a scenario should notice.

Mutations are made in the intermediate form, one at a time: a condition dropped, a comparison
turned, a constant changed, an effect removed, a branch taken wrongly, an interrupt, trigger or
standing rule removed, a direction or place turned, somebody else shown a zone, another number of
cards.

Two changes that mean the same for certain are left out: a place in a spread, which has no order,
and `active` for `me` in turns, and in an action that nobody but the one whose turn it is can take.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import attrs

from cardrules.model import ir
from cardrules.model.ruleset import Clause, Criterion, Ruleset, Visibility
from cardrules.model.types import FLAG
from cardrules.plain import Plain, fields, replaced

TRUE = ir.Const(type=FLAG, value=True)
FALSE = ir.Const(type=FLAG, value=False)

_TURNED = {"=": "!=", "!=": "=", "<": "<=", "<=": "<", ">": ">=", ">=": ">"}
_OTHER_WAY = {"clockwise": "counterclockwise", "counterclockwise": "clockwise"}
_OTHER_END = {"top": "bottom", "bottom": "top", "above": "below", "below": "above"}
_OTHER_EXTREME = {"highest": "lowest", "lowest": "highest"}
_OTHER_QUANTIFIER = {"some": "every", "every": "some"}


@attrs.frozen
class Mutant:
    """A broken ruleset; `line` is where in the text, `what` says what was done."""

    line: int
    what: str
    ruleset: Ruleset

    def __str__(self) -> str:
        return f"line {self.line}: {self.what}"


def mutants(ruleset: Ruleset) -> Iterator[Mutant]:
    """All mutants of a ruleset, in the order of its parts."""
    for name in (
        "setup", "play", "routines", "actions", "interrupts", "standing", "triggers", "placements",
        "definitions", "score", "criteria", "zones", "variables", "kinds", "matches",
    ):  # fmt: skip
        part = getattr(ruleset, name)
        as_meant = _in_turns
        if name == "actions" and _only_in_turns(ruleset.play):
            as_meant = _in_own_turn
        meant = as_meant(part)
        for changed, what, line in _changes(part, ruleset, _line(ruleset, None)):
            if as_meant(changed) == meant:
                continue
            yield Mutant(line, f"{name}: {what}", replaced(ruleset, **{name: changed}))


def _line(ruleset: Ruleset, origin: ir.Origin | None) -> int:
    return ruleset.text.position(origin.span.start)[0] if origin is not None else 0


Change = tuple[Any, str, int]


def _changes(node: Any, ruleset: Ruleset, line: int) -> Iterator[Change]:
    """Every way to break one place in a node: the changed node, what was done, and the line."""
    origin = getattr(node, "origin", None)
    if isinstance(origin, ir.Origin):
        line = _line(ruleset, origin)
    for changed, what in _own_changes(node):
        yield changed, what, line
    if isinstance(node, tuple):
        yield from _tuple_changes(node, ruleset, line)
    elif isinstance(node, dict):
        yield from _dict_changes(node, ruleset, line)
    elif isinstance(node, Plain) and not isinstance(node, ir.Origin):
        for name in fields(type(node)):
            if name in ("type", "origin", "span", "text", "names", "values", "slots"):
                continue
            if name == "place" and _has_no_order(node, ruleset):
                continue
            value = getattr(node, name)
            if isinstance(value, tuple | dict | Plain):
                for changed, what, at in _changes(value, ruleset, line):
                    yield replaced(node, **{name: changed}), what, at


def _has_no_order(node: Any, ruleset: Ruleset) -> bool:
    to = node.to
    return isinstance(to, ir.ZoneOf) and ruleset.zones[to.zone].shape == "spread"


def _only_in_turns(play: Any) -> bool:
    """Whether actions are taken by nobody but the one whose turn it is."""
    if isinstance(play, ir.OneOf):
        return False
    if isinstance(play, ir.Turns):
        return not any(_acts_for_another(node) for node in ir.walk(play.body))
    parts = play if isinstance(play, tuple) else _parts(play)
    return all(_only_in_turns(item) for item in parts)


def _acts_for_another(node: Any) -> bool:
    others = ir.EachPlayer | ir.Together | ir.As
    return isinstance(node, others) and any(isinstance(item, ir.OneOf) for item in ir.walk(node))


def _in_own_turn(node: Any) -> Any:
    """Actions as somebody takes them in a turn: `me` is `active`, except where others act."""
    if isinstance(node, ir.Role) and node.role == "me":
        return replaced(node, role="active")
    if isinstance(node, ir.EachPlayer | ir.Together | ir.As | ir.Origin):
        return node
    return _inside(node, _in_own_turn)


def _in_turns(node: Any) -> Any:
    """The same with `active` for `me` in the bodies of turns."""
    if isinstance(node, ir.Turns):
        return replaced(node, body=_in_own_turn(node.body))
    return node if isinstance(node, ir.Origin) else _inside(node, _in_turns)


def _inside(node: Any, change: Callable[[Any], Any]) -> Any:
    if isinstance(node, dict):
        return {key: change(item) for key, item in node.items()}
    if isinstance(node, tuple):
        return tuple(change(item) for item in node)
    if not isinstance(node, Plain):
        return node
    return replaced(node, **{name: change(getattr(node, name)) for name in fields(type(node))})


def _parts(node: Any) -> list[Any]:
    if not isinstance(node, Plain) or isinstance(node, ir.Origin):
        return []
    return [getattr(node, name) for name in fields(type(node))]


def _tuple_changes(node: tuple[Any, ...], ruleset: Ruleset, line: int) -> Iterator[Change]:
    for index, item in enumerate(node):
        removable = (ir.Statement, ir.Requirement, Clause, Criterion)
        needed = isinstance(item, ir.Let) or (isinstance(item, Criterion) and len(node) == 1)
        if isinstance(item, removable) and not needed:
            at = _line(ruleset, getattr(item, "origin", None)) or line
            rest = (*node[:index], *node[index + 1 :])
            yield rest, f"without {type(item).__name__} {_name(item)}", at
        for changed, what, at in _changes(item, ruleset, line):
            yield (*node[:index], changed, *node[index + 1 :]), what, at


def _name(item: Any) -> str:
    return str(getattr(item, "name", ""))


def _dict_changes(node: dict[str, Any], ruleset: Ruleset, line: int) -> Iterator[Change]:
    for key, item in node.items():
        if isinstance(item, ir.DeclaredAction) and item.window is not None:
            rest = {name: other for name, other in node.items() if name != key}
            yield rest, f"without interrupt {key}", _line(ruleset, item.origin)
        if isinstance(item, ir.Procedure) and item.role == "standing":
            rest = {name: other for name, other in node.items() if name != key}
            yield rest, f"without standing rule {key}", _line(ruleset, item.origin)
        for changed, what, at in _changes(item, ruleset, line):
            yield {**node, key: changed}, f"{key}: {what}", at


def _own_changes(node: Any) -> Iterator[tuple[Any, str]]:
    handler = _HANDLERS.get(type(node))
    if handler is not None:
        yield from handler(node)


def _choice(node: ir.Choice) -> Iterator[tuple[Any, str]]:
    if node.condition is not None:
        yield replaced(node, condition=None), f"choice {node.name} without its condition"
    if node.unless_forced:
        yield replaced(node, unless_forced=False), f"choice {node.name} asked when forced"


def _compare(node: ir.Compare) -> Iterator[tuple[Any, str]]:
    turned: Any = _TURNED[node.operator]
    yield replaced(node, operator=turned), f"`{node.operator}` turned into `{turned}`"


def _const(node: ir.Const) -> Iterator[tuple[Any, str]]:
    if node.type.base == "integer" and isinstance(node.value, int):
        yield replaced(node, value=node.value + 1), f"{node.value} turned into {node.value + 1}"
        if node.value > 0:
            yield (
                replaced(node, value=node.value - 1),
                f"{node.value} turned into {node.value - 1}",
            )


def _logic(node: ir.Logic) -> Iterator[tuple[Any, str]]:
    yield node.left, f"only the left side of `{node.operator}`"
    yield node.right, f"only the right side of `{node.operator}`"


def _negation(node: ir.Negation) -> Iterator[tuple[Any, str]]:
    yield node.operand, "`not` dropped"


def _if_else(node: ir.IfElse) -> Iterator[tuple[Any, str]]:
    yield node.then, "always the first value of `if`"
    yield node.otherwise, "always the other value of `if`"


def _filter(node: ir.Filter) -> Iterator[tuple[Any, str]]:
    yield node.collection, "`where` dropped"


def _extremes(node: ir.Extremes) -> Iterator[tuple[Any, str]]:
    yield node.collection, f"`with {node.extreme}` dropped"
    other: Any = _OTHER_EXTREME[node.extreme]
    yield replaced(node, extreme=other), f"{node.extreme} turned into {other}"


def _quantified(node: ir.Quantified) -> Iterator[tuple[Any, str]]:
    other: Any = _OTHER_QUANTIFIER[node.quantifier]
    yield replaced(node, quantifier=other), f"`{node.quantifier}` turned into `{other}`"


def _subsets(node: ir.Subsets) -> Iterator[tuple[Any, str]]:
    if node.maximal:
        yield replaced(node, maximal=False), "subsets need not be maximal"


def _arithmetic(node: ir.Arithmetic) -> Iterator[tuple[Any, str]]:
    yield node.left, f"only the left side of `{node.operator}`"


def _if(node: ir.If) -> Iterator[tuple[Any, str]]:
    for index, (test, body) in enumerate(node.branches):
        for value, word in ((TRUE, "always"), (FALSE, "never")):
            if test is None and value is TRUE:
                continue
            changed = (*node.branches[:index], (value, body), *node.branches[index + 1 :])
            yield replaced(node, branches=changed), f"branch {index + 1} {word} taken"


def _order(node: ir.PlayersInOrder) -> Iterator[tuple[Any, str]]:
    other: Any = _OTHER_WAY[node.direction]
    yield replaced(node, direction=other), f"{other} instead of {node.direction}"
    if node.condition is not None:
        yield replaced(node, condition=None), "every player, whatever `where` says"


def _place(node: ir.Place) -> Iterator[tuple[Any, str]]:
    other: Any = _OTHER_END[node.where]
    yield replaced(node, where=other), f"{other} instead of {node.where}"


def _criterion(node: Criterion) -> Iterator[tuple[Any, str]]:
    other: Any = _OTHER_EXTREME[node.extreme]
    yield replaced(node, extreme=other), f"{other} wins"


def _one_of(node: ir.OneOf) -> Iterator[tuple[Any, str]]:
    for name in node.actions:
        rest = tuple(other for other in node.actions if other != name)
        if rest:
            yield replaced(node, actions=rest), f"without the action {name}"
    if node.otherwise is not None:
        every = (*node.actions, node.otherwise)
        yield replaced(node, actions=every, otherwise=None), f"{node.otherwise} at any time"
        yield replaced(node, otherwise=None), f"{node.otherwise} never"


def _turns(node: ir.Turns) -> Iterator[tuple[Any, str]]:
    if node.once:
        yield replaced(node, once=False), "turns without end"


def _role(node: ir.Role) -> Iterator[tuple[Any, str]]:
    if node.role in ("me", "active"):
        other: Any = "active" if node.role == "me" else "me"
        yield replaced(node, role=other), f"{other} instead of {node.role}"


def _visibility(node: Visibility) -> Iterator[tuple[Any, str]]:
    shown: Any = ("nobody",) if node.viewers == ("all",) else ("all",)
    yield replaced(node, viewers=shown), f"{node.layer} seen by {shown[0]}"


def _choose(node: ir.Operation) -> Iterator[tuple[Any, str]]:
    other = {"left": "right", "right": "left", "min": "max", "max": "min"}.get(node.op)
    if other is not None:
        yield replaced(node, op=other), f"{other} instead of {node.op}"


_HANDLERS: dict[type, Callable[[Any], Iterator[tuple[Any, str]]]] = {
    ir.Choice: _choice,
    ir.Compare: _compare,
    ir.Const: _const,
    ir.Logic: _logic,
    ir.Negation: _negation,
    ir.IfElse: _if_else,
    ir.Filter: _filter,
    ir.Extremes: _extremes,
    ir.Quantified: _quantified,
    ir.Subsets: _subsets,
    ir.Arithmetic: _arithmetic,
    ir.If: _if,
    ir.PlayersInOrder: _order,
    ir.Place: _place,
    Criterion: _criterion,
    ir.OneOf: _one_of,
    ir.Turns: _turns,
    ir.Role: _role,
    Visibility: _visibility,
    ir.Operation: _choose,
}
