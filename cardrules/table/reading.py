"""The rules in words: those in force at a decision, and all of a ruleset.

What is told of a line of the rules is its sentence, or else the line itself, and its rule IDs.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

import attrs

from cardrules.engine.game import Game
from cardrules.engine.legal import Schema
from cardrules.engine.narrate import reads_alike
from cardrules.engine.sites import AnswerSite, OneOfSite
from cardrules.model import ir
from cardrules.model.action import Decision, value_text
from cardrules.model.ruleset import Clause, Ruleset
from cardrules.rule_ids import ids_in, without_ids
from cardrules.syntax.stops import without_note
from cardrules.table.parts import parts_called
from cardrules.table.values import capital, words


@attrs.frozen
class Rule:
    """Something that the rules say; `depth` is how far it is indented."""

    text: str
    ids: tuple[str, ...] = ()
    depth: int = 0

    def __str__(self) -> str:
        return self.text + (f"  [{', '.join(self.ids)}]" if self.ids else "")


def line_text(ruleset: Ruleset, origin: ir.Origin) -> str:
    """The line that something comes from in words, without what is noted behind it."""
    source = ruleset.text
    line = source.line(source.position(origin.span.start)[0])
    return words(without_note(line).strip())


def rule_of(ruleset: Ruleset, origin: ir.Origin, depth: int = 0) -> Rule:
    """What a line says."""
    return Rule(origin.sentence or line_text(ruleset, origin), origin.ids, depth)


# -- at a decision ---------------------------------------------------------------------------------


def rules_here(game: Game, decision: Decision) -> list[Rule]:
    """What may be done at a decision: actions with their conditions and the placements there."""
    ruleset = game.ruleset
    site = game.builder.sites[decision.site]
    found = [Rule(capital(decision.prompt), decision.ids)]
    schemas = list(site.schemas)
    last = site.last if isinstance(site, OneOfSite) else None
    for schema in schemas:
        found += _of_schema(game, schema)
    if last is not None:
        found.append(Rule("Only if nothing else is possible:"))
        found += _of_schema(game, last)
    if isinstance(site, AnswerSite):
        found.append(Rule("Or pass: give no answer.", (), 1))
    if decision.sealed:
        found.append(Rule("The choice stays secret until all have chosen.", (), 1))
    used = [*schemas, *([last] if last is not None else [])]
    for name in _placements(ruleset, [premise for schema in used for premise in schema.premises]):
        found.append(Rule(f"{capital(words(name))}:", ruleset.placements[name].origin.ids))
        found += _clauses(ruleset, ruleset.placements[name].clauses, 1)
    return found


def _of_schema(game: Game, schema: Schema) -> Iterator[Rule]:
    ruleset, options = game.ruleset, game.tables.options
    if not schema.secret:
        name = "" if _same(schema.name, schema.label) else f"{words(schema.name)}: "
        yield Rule(name + schema.label, schema.origin.ids, 1)
    for premise in schema.premises:
        if isinstance(premise, ir.Requirement) and _holds(premise.condition, options):
            continue  # a house rule that is not in force
        if not isinstance(premise, ir.Naming):
            origin = premise.origin
            yield Rule(f"- {origin.sentence or line_text(ruleset, origin)}", origin.ids, 2)


def _holds(test: ir.Expr, options: Mapping[str, object]) -> bool:
    """Whether a condition holds by the options alone, whatever happens in the game."""
    match test:
        case ir.OptionValue():
            return options[test.name] is True
        case ir.Negation(operand=ir.OptionValue(name=name)):
            return options[name] is False
        case ir.Logic(operator="or"):
            return _holds(test.left, options) or _holds(test.right, options)
        case ir.Logic():
            return _holds(test.left, options) and _holds(test.right, options)
    return False


def _same(name: str, label: str) -> bool:
    return words(name).lower() in label.lower() or reads_alike(name, label)


def _clauses(ruleset: Ruleset, clauses: Sequence[Clause], depth: int) -> Iterator[Rule]:
    for clause in clauses:
        told = rule_of(ruleset, clause.origin)
        head = f"{words(clause.name)}: "
        text = told.text.removeprefix(f"{words(clause.name)}:").strip()
        yield Rule(f"- {head}{text}", told.ids, depth)


def _placements(ruleset: Ruleset, parts: Sequence[object]) -> list[str]:
    """The placements that are looked at, also by way of definitions and of `possible`."""
    found: dict[str, None] = {}
    seen: set[str] = set()
    waiting = list(parts)
    while waiting:
        for node in ir.walk(waiting.pop(0)):
            if isinstance(node, ir.CallPlacement):
                found[node.placement] = None
            elif isinstance(node, ir.CallDefinition) and node.definition not in seen:
                seen.add(node.definition)
                waiting.append(ruleset.definitions[node.definition].value)
    return list(found)


# -- all -------------------------------------------------------------------------------------------


def all_rules(game: Game) -> list[Rule]:
    """The rules of a ruleset: the options in force, then what its lines say."""
    ruleset = game.ruleset
    found: list[Rule] = [Rule(f"{ruleset.title} for {game.players} players")]
    if ruleset.options:
        found.append(Rule("Options"))
        for name, option in ruleset.options.items():
            value = value_text(game.options_in_force[name])
            told = f"{words(name)} {words(value)}"
            told += f": {without_ids(option.help)}" if option.help else ""
            found.append(Rule(told, ids_in(option.help), 1))
    return found + _part_by_part(ruleset)


def _part_by_part(ruleset: Ruleset) -> list[Rule]:
    noted = [zone.origin for zone in ruleset.zones.values()]
    noted += [variable.origin for variable in ruleset.variables.values()]
    found = _part("Zones and counters", noted, ruleset)
    meant = [definition.origin for definition in ruleset.definitions.values()]
    found += _part("What is meant by", meant, ruleset)
    found += _part("Setting up", _origins(ruleset.setup), ruleset)
    found += _part("The course of the game", _origins(ruleset.play), ruleset)
    for routine in ruleset.routines.values():
        found += _part(capital(words(routine.name)), _origins(routine), ruleset)
    for action in (*ruleset.actions.values(), *ruleset.interrupts.values()):
        found += _of_action(ruleset, action)
    for standing in ruleset.standing.values():
        found += _part(f"Always: {words(standing.name)}", _origins(standing), ruleset)
    for trigger in ruleset.triggers:
        origin = trigger.procedure.origin
        found += _part(capital(line_text(ruleset, origin)), _origins(trigger.procedure), ruleset)
    for placement in ruleset.placements.values():
        found.append(Rule(capital(words(placement.name)), placement.origin.ids))
        found += _clauses(ruleset, placement.clauses, 1)
    head = ruleset.score_note
    found.append(Rule(head.sentence or "Score", head.ids))
    found += _clauses(ruleset, ruleset.score, 1)
    return found + _winner(ruleset)


def _of_action(ruleset: Ruleset, action: ir.Action) -> Iterator[Rule]:
    name = "" if _same(action.name, action.label) else f" ({words(action.name)})"
    yield Rule(action.label + name, action.origin.ids)
    premises = [item.origin for item in action.premises]
    for origin in _noted([*premises, *_origins(action.procedure)], action.origin):
        yield rule_of(ruleset, origin, 1)


def _part(title: str, origins: Iterable[ir.Origin], ruleset: Ruleset) -> list[Rule]:
    """A heading and what is noted below it; nothing if there is nothing."""
    told = [rule_of(ruleset, origin, 1) for origin in _noted(origins, None)]
    return [Rule(title), *told] if told else []


def _noted(origins: Iterable[ir.Origin], but: ir.Origin | None) -> list[ir.Origin]:
    """Those with an ID or a sentence, each once, in the order of the text."""
    found = {origin.span.start: origin for origin in origins if (origin.ids or origin.sentence)}
    told = [found[start] for start in sorted(found)]
    if but is None:
        return told
    return [item for item in told if (item.ids, item.sentence) != (but.ids, but.sentence)]


def _origins(procedure: ir.Procedure) -> list[ir.Origin]:
    inside = [node for node in ir.walk(procedure.body) if isinstance(node, ir.Origin)]
    return [procedure.origin, *inside]


def _winner(ruleset: Ruleset) -> list[Rule]:
    """What the lines say by which a game or match is won."""
    found = []
    # All criteria come from one line.
    lines = [item.origin for item in ruleset.criteria[:1]]
    for origin in (*lines, *(item.origin for item in ruleset.matches)):
        told = capital(line_text(ruleset, origin))
        found.append(Rule(f"{told}: {origin.sentence}" if origin.sentence else told, origin.ids))
    return found


# -- one of them -----------------------------------------------------------------------------------


def rules_about(game: Game, wanted: str) -> list[str]:
    """The text of the declarations that are named, or that carry a rule ID; empty if none is."""
    found: list[str] = []
    for part in parts_called(game.ruleset, wanted):
        found += [*part.source(game.ruleset), ""]
    return found[:-1]
