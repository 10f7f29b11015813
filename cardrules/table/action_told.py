"""What an action is, whether it is possible or not: what the rules say of it, and when it is done.

Its own notes say what it takes. What it does often stands in the text about a turn alone, so the
sentences there in which it is named come first.
"""

from __future__ import annotations

from collections.abc import Iterator

from cardrules.engine.game import Game
from cardrules.model import ir
from cardrules.prose import join
from cardrules.table.in_force import InForce
from cardrules.table.once import once
from cardrules.table.passages import Passages, noted
from cardrules.table.reading import Rule
from cardrules.table.search import has_all
from cardrules.table.wording import capital, sentences, words

# More actions than so many that can be answered are not listed.
_MOST_ANSWERED = 3


def told_of_action(game: Game, action: ir.DeclaredAction) -> list[Rule]:
    """The sentences on an action, what it needs, and when it can be done."""
    in_force, name = once(game, InForce), words(action.name).split()
    found = [
        *(Rule(one) for one in sentences(game.ruleset.turn) if has_all(one, name)),
        *Passages(game, in_force).of_action(action),
        *noted(_origins_of_needs(game, action), fewest=1),
        *(Rule(f"when: {text}") for text in [_when(in_force, action)] if text),
    ]
    return list(dict.fromkeys(Rule(capital(rule.text), rule.ids, 1) for rule in found))


def _origins_of_needs(game: Game, action: ir.DeclaredAction) -> Iterator[ir.Origin]:
    """The lines of the definitions and placements that decide what an action may take."""
    ruleset, ruled_out = game.ruleset, once(game, InForce).ruled_out
    waiting, seen = list(map(ir.walk, action.premises)), set[str]()
    while waiting:
        for node in waiting.pop(0):
            match node:
                case ir.CallPlacement() if node.placement not in seen:
                    seen.add(node.placement)
                    clauses = ruleset.placements[node.placement].clauses
                    yield from (clause.origin for clause in clauses)
                case ir.CallDefinition() if node.definition not in seen:
                    seen.add(node.definition)
                    definition = ruleset.definitions[node.definition]
                    if definition.origin.span not in ruled_out:
                        yield definition.origin
                    waiting.append(ir.walk(definition.value))


def when_possible(game: Game, action: ir.DeclaredAction) -> str:
    """When an action can be done, in words; empty where that cannot be read off the rules."""
    return _when(once(game, InForce), action)


def _when(in_force: InForce, action: ir.DeclaredAction) -> str:
    """When an action can be done; empty where that cannot be read off the rules."""
    if action not in in_force.actions:
        return ""
    if action.window is not None:
        return _what_is_answered(in_force, action.window)
    every = [node for item in in_force.procedures for node in ir.walk(item.body)]
    in_turns = [node for turns in every if isinstance(turns, ir.Turns) for node in ir.walk(turns)]
    if any(isinstance(node, ir.OneOf) and action.name in node.actions for node in in_turns):
        return "on your turn"
    if any(isinstance(node, ir.OneOf) and action.name == node.otherwise for node in in_turns):
        return "on your turn, if nothing else is possible"
    return ""


def _what_is_answered(in_force: InForce, window: str) -> str:
    """What is done by others when a window opens in which somebody may answer."""
    labels = [
        action.label
        for action in in_force.actions
        if any(
            isinstance(node, ir.OpenWindow) and node.window == window
            for node in ir.walk(action.procedure.body)
        )
    ]
    if not labels:
        return "as an answer, if you are asked for one"
    if len(labels) > _MOST_ANSWERED:
        return "as an answer to what somebody else does, if you are asked for one"
    return f"as an answer to {join(labels, last='or')}, if you are asked for one"
