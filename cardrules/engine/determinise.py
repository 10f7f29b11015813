"""States that a viewer cannot tell from the real one.

The faces of all cards that the viewer does not know change places: a card keeps its role (where it
lies, who knows it, which choice it is) and gets another face. Cards that are known to lie in a
certain zone stay within it. This is how a bot looks ahead without looking at the cards of others,
and how tests ask whether anything leaks.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from cardrules.engine.game import Game
from cardrules.model import ir
from cardrules.model.state import State
from cardrules.model.types import CARD, CARDS, Type

Shuffle = Callable[[list[int]], list[int]]


def determinised(game: Game, s: State, viewer: int, shuffle: Shuffle) -> State:
    """A state equal to `s` for the viewer (a seat), with what it does not know dealt anew.

    `shuffle` gives a list of cards in a random order. The generator gets another key, so that the
    future differs as well.
    """
    bit = 1 << viewer
    hidden = [card for card in range(game.tables.cards) if not s.known[card] & bit]
    groups: dict[int, list[int]] = {}
    for card in hidden:
        groups.setdefault(s.place[card] if s.among[card] & bit else -1, []).append(card)
    face = list(range(game.tables.cards))
    for group in groups.values():
        for card, other in zip(group, shuffle(group), strict=True):
            face[card] = other
    other_state = renamed(game, s, face)
    other_state.key = shuffle([s.key])[0] ^ (0 if len(hidden) <= 1 else face[hidden[0]] + 1)
    return other_state


def renamed(game: Game, s: State, face: list[int]) -> State:
    """The state in which card `c` everywhere is called `face[c]`."""
    other = s.copy()
    static, ordered = game.tables.static_zones, game.tables.ordered
    stacks = {index for index, (name, _) in enumerate(game.tables.zone_names)
              if game.ruleset.zones[name].shape == "stacks"}  # fmt: skip
    for zone, cards in enumerate(s.zones):
        if zone < static and zone in stacks:
            continue
        named = tuple([face[card] for card in cards])
        other.zones[zone] = named if ordered[zone] else tuple(sorted(named))
    for card, new in enumerate(face):
        other.place[new] = s.place[card]
        other.known[new] = s.known[card]
        other.among[new] = s.among[card]
    kinds = _frame_kinds(game)
    other.frames = [
        frame[:3] + [
            _renamed_value(value, kind, face)
            for value, kind in zip(frame[3:], _padded(kinds[frame[0]], len(frame) - 3), strict=True)
        ]
        for frame in s.frames
    ]  # fmt: skip
    for name, variable in game.ruleset.variables.items():
        if variable.type.plain() in (CARD, CARDS):
            base = game.tables.variable_base[name]
            for index in range(base, base + game.tables.holders(variable.holder)):
                other.vars[index] = _renamed_value(s.vars[index], variable.type.plain(), face)
    for zone in range(static):
        if not ordered[zone]:
            game.builder.mover.tidy(other, zone)
    return other


def _padded(kinds: dict[int, Any], size: int) -> list[Any]:
    return [kinds.get(slot) for slot in range(size)]


def _renamed_value(value: Any, kind: Any, face: list[int]) -> Any:
    """A value of a slot; a list of kinds stands for a tuple with one value each."""
    if kind is None or value == -1:
        return value
    if isinstance(kind, list):
        if not isinstance(value, tuple):
            return value
        return tuple(
            _renamed_value(item, one, face) for item, one in zip(value, kind, strict=False)
        )
    if isinstance(kind, _Each):
        if not isinstance(value, tuple):
            return value
        return tuple(_renamed_value(item, kind.of, face) if item != () else () for item in value)
    if kind == CARD:
        return face[value] if isinstance(value, int) and value >= 0 else value
    if isinstance(kind, Type) and kind.base == "collection" and isinstance(value, tuple):
        return tuple(_renamed_value(item, kind.element, face) for item in value)
    return value


class _Each:
    """A tuple of any length whose items are all of one kind."""

    def __init__(self, of: Any) -> None:
        self.of = of


_KINDS = "_frame_kinds"


def _frame_kinds(game: Game) -> list[dict[int, Any]]:
    """Per program, the kinds of the slots that hold cards."""
    cached: list[dict[int, Any]] | None = getattr(game, _KINDS, None)
    if cached is None:
        cached = [_kinds_of(game, code.procedure) for code in game.builder.codes]
        setattr(game, _KINDS, cached)
    return cached


def _kinds_of(game: Game, procedure: ir.Procedure) -> dict[int, Any]:
    kinds: dict[int, Any] = {}
    ruleset = game.ruleset
    action = ruleset.actions.get(procedure.name) if procedure.role == "action" else None
    if procedure.role == "interrupt":
        action = ruleset.interrupts.get(procedure.name)
    for premise in action.premises if action is not None else ():
        _premise_kind(premise, kinds)
    for expr in _expressions(procedure.body):
        if isinstance(expr, ir.Local):
            kinds.setdefault(expr.slot, expr.type.plain())
    for statement in _statements(procedure.body):
        _statement_kinds(statement, kinds)
    return kinds


def _premise_kind(premise: ir.Premise, kinds: dict[int, Any]) -> None:
    if isinstance(premise, ir.Choice):
        kinds[premise.slot] = premise.type.plain()
    elif isinstance(premise, ir.Naming):
        kinds[premise.slot] = premise.value.type.plain()


def _statement_kinds(x: ir.Statement, kinds: dict[int, Any]) -> None:
    if isinstance(x, ir.Let):
        kinds[x.slot] = x.value.type.plain()
    elif isinstance(x, ir.Pick):
        kinds[x.slot] = x.domain.type.element
    elif isinstance(x, ir.Choose):
        kinds[x.choice.slot] = x.choice.type.plain()
    elif isinstance(x, ir.EachIn):
        kinds[x.slot] = x.collection.type.element
        kinds[x.slots[0]] = x.collection.type
    elif isinstance(x, ir.OpenWindow):
        kinds[x.slots[0]] = [item.type.plain() for item in x.arguments]
    elif isinstance(x, ir.Together):
        for premise in x.premises:
            _premise_kind(premise, kinds)
        choices = [item.type.plain() for item in x.premises if isinstance(item, ir.Choice)]
        kinds[x.slots[2]] = _Each(choices)


def _statements(body: ir.Body) -> Iterator[ir.Statement]:
    for item in body:
        yield item
        if isinstance(item, ir.If):
            for _, inner in item.branches:
                yield from _statements(inner)
        elif hasattr(item, "body"):
            yield from _statements(item.body)


def _expressions(body: ir.Body) -> Iterator[ir.Expr]:
    for statement in _statements(body):
        for item in ir.walk(statement):
            if isinstance(item, ir.Expr):
                yield item
