"""The lines of a ruleset, part by part in words, and as they stand for those that are named."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from cardrules.engine.game import Game
from cardrules.model import ir
from cardrules.model.action import value_text
from cardrules.model.ruleset import Ruleset, Trigger
from cardrules.rule_ids import ids_in, without_ids
from cardrules.table.parts import parts_with
from cardrules.table.reading import Rule, Wording, is_same
from cardrules.table.winning import match_told
from cardrules.table.wording import capital, words


def all_lines(game: Game) -> list[Rule]:
    """What the game is about, the options, then what the lines of the ruleset say.

    A line without a sentence stands there itself.
    """
    ruleset = game.ruleset
    found: list[Rule] = [Rule(f"{ruleset.title} for {game.players} players")]
    about = {"Goal": ruleset.goal, "Turn": ruleset.turn, "End": ruleset.end}
    found += [Rule(f"{name}: {text}", (), 1) for name, text in about.items() if text]
    if ruleset.options:
        found.append(Rule("Options"))
        found += _options(game)
    wording = Wording(ruleset, with_source=True)
    return [*found, *_before_play(wording), *_in_play(wording), *_at_the_end(game, wording)]


def rules_about(game: Game, wanted: str) -> list[str]:
    """The text of the declarations that are named, or that carry a rule ID; empty if none is."""
    found: list[str] = []
    for part in parts_with(game.ruleset, wanted):
        found += [*part.source(game.ruleset), ""]
    return found[:-1]


def _options(game: Game) -> Iterator[Rule]:
    for name, option in game.ruleset.options.items():
        told = f"{words(name)} {words(value_text(game.options_in_force[name]))}"
        told += f": {without_ids(option.help)}" if option.help else ""
        yield Rule(told, ids_in(option.help), 1)


# -- part by part ----------------------------------------------------------------------------------


def _before_play(wording: Wording) -> Iterator[Rule]:
    ruleset = wording.ruleset
    noted = [zone.origin for zone in ruleset.zones.values()]
    noted += [variable.origin for variable in ruleset.variables.values()]
    yield from _part("Zones and counters", noted, wording)
    meant = list(_definitions(wording))
    yield from [Rule("What is meant by"), *meant] if meant else []
    yield from _part("Setting up", _origins(ruleset.setup), wording)


def _definitions(wording: Wording) -> Iterator[Rule]:
    for name, definition in wording.ruleset.definitions.items():
        note = definition.origin
        if note.ids or note.sentence:
            yield Rule(wording.text(note) or words(name), note.ids, 1)


def _in_play(wording: Wording) -> Iterator[Rule]:
    ruleset = wording.ruleset
    yield from _part("The course of the game", _origins(ruleset.play), wording)
    for routine in ruleset.routines.values():
        yield from _part(capital(words(routine.name)), _origins(routine), wording)
    for action in (*ruleset.actions.values(), *ruleset.interrupts.values()):
        yield from _of_action(action, wording)
    for standing in ruleset.standing.values():
        yield from _part(f"Always: {words(standing.name)}", _origins(standing), wording)
    for trigger in ruleset.triggers:
        yield from _part(_when(trigger), _origins(trigger.procedure), wording)
    for placement in ruleset.placements.values():
        yield Rule(capital(words(placement.name)), placement.origin.ids)
        yield from wording.clauses(placement.clauses, 1)


def _at_the_end(game: Game, wording: Wording) -> Iterator[Rule]:
    ruleset = game.ruleset
    head = ruleset.score_note
    yield Rule(head.sentence or "Score", head.ids)
    yield from wording.clauses(ruleset.score, 1)
    yield _winner(ruleset)
    if game.match is not None:
        yield match_told(game.match, game.tables.constants.value(game.match.number))


def _of_action(action: ir.DeclaredAction, wording: Wording) -> Iterator[Rule]:
    name = "" if is_same(action.name, action.label) else f" ({words(action.name)})"
    yield Rule(action.label + name, action.origin.ids)
    premises = [item.origin for item in action.premises]
    own = (action.origin.ids, action.origin.sentence)
    for origin in _noted([*premises, *_origins(action.procedure)]):
        text = wording.text(origin)
        if text and (origin.ids, origin.sentence) != own:
            yield Rule(text, origin.ids, 1)


def _part(title: str, origins: Iterable[ir.Origin], wording: Wording) -> list[Rule]:
    """A heading and what is noted below it; nothing if there is nothing."""
    told = [(wording.text(origin), origin.ids) for origin in _noted(origins)]
    lines = [Rule(text, ids, 1) for text, ids in told if text]
    return [Rule(title), *lines] if lines else []


def _noted(origins: Iterable[ir.Origin]) -> list[ir.Origin]:
    """Those with an ID or a sentence, each once, in the order of the text."""
    found = {origin.span.start: origin for origin in origins if (origin.ids or origin.sentence)}
    return [found[start] for start in sorted(found)]


def _origins(procedure: ir.Procedure) -> list[ir.Origin]:
    inside = [node for node in ir.walk(procedure.body) if isinstance(node, ir.Origin)]
    return [procedure.origin, *inside]


def _when(trigger: Trigger) -> str:
    zone = words(trigger.zone)
    if trigger.line is None:
        return f"When there is nothing left to draw in: {zone}"
    return f"When {words(trigger.line)} comes up in: {zone}"


# -- who wins --------------------------------------------------------------------------------------


def _winner(ruleset: Ruleset) -> Rule:
    """By what the winner of a game is found."""
    criteria = [f"{item.extreme} {item.heading or words(item.text)}" for item in ruleset.criteria]
    told = f"Winner: {', then '.join(criteria)}"
    note = ruleset.criteria[0].origin  # all criteria come from one line
    return Rule(f"{told}: {note.sentence}" if note.sentence else told, note.ids)
