"""What counts at the end, and by what it is decided who wins, in words."""

from __future__ import annotations

from collections.abc import Iterator

from cardrules.model import ir
from cardrules.model.ruleset import Clause, Criterion, Match, Ruleset
from cardrules.table.in_force import InForce
from cardrules.table.reading import Rule
from cardrules.table.wording import capital, words

_SEVERAL = ("most", "fewest")
_MATCHES = {"best": "best of {}", "race": "race to {}", "games": "{} games"}


def parts_of_score(ruleset: Ruleset, in_force: InForce) -> Iterator[Rule]:
    """The parts of the score, by their sentences or else their names, and what they are worth.

    That is told where the rules write it as a number that a sentence does not have already.
    """
    for clause in ruleset.score:
        told = part_of_score(clause, in_force)
        if told is not None:
            yield told


def part_of_score(clause: Clause, in_force: InForce) -> Rule | None:
    """A part of the score in words; None if it is 0 because of an option."""
    if _is_nothing(clause.value, in_force):
        return None
    told = clause.origin.sentence or words(clause.name)
    worth = _worth(clause.value, in_force)
    is_new = worth and worth.split()[0] not in told.split()
    return Rule(capital(f"{told}: {worth}" if is_new else told), clause.origin.ids)


def _worth(value: ir.Expr, in_force: InForce) -> str:
    """What a part of the score is worth that is all or nothing, or so much for each of something.

    Nothing for another one.
    """
    match value:
        case ir.IfElse(otherwise=ir.Const(value=0)) if in_force.known(value.condition) is None:
            number = in_force.number(value.then)
            return "" if number is None else str(number)
        case ir.Arithmetic(operator="*") if _is_amount(value.right):
            number = in_force.number(value.left)
            return "" if number is None else f"{number} each"
    return ""


def _is_amount(value: ir.Expr) -> bool:
    """Whether a value says how many there are."""
    return isinstance(value, ir.VariableValue) or (
        isinstance(value, ir.Operation) and value.op == "count"
    )


def _is_nothing(value: ir.Expr, in_force: InForce) -> bool:
    """Whether a part of the score is 0 because of an option."""
    if not isinstance(value, ir.IfElse):
        return False
    holds = in_force.known(value.condition)
    side = value.then if holds else value.otherwise
    return holds is not None and isinstance(side, ir.Const) and side.value == 0


def who_wins(ruleset: Ruleset, in_force: InForce) -> Iterator[Rule]:
    """By what the winner of a game is found, and of a match, if one is played."""
    told = [_called(item) for item in ruleset.criteria if _can_differ(item, in_force)]
    note = ruleset.criteria[0].origin  # all criteria come from one line
    if told:
        verb = " win" if told[0].startswith(_SEVERAL) else " wins"
        ties = f"; in a tie {', then '.join(told[1:])}" if told[1:] else ""
        yield Rule(f"{capital(note.sentence or told[0] + verb + ties)}.", note.ids)
    for match in ruleset.matches:
        if in_force.is_played(match):
            yield match_told(match, in_force.value(match.number))


def _called(item: Criterion) -> str:
    """A criterion by what people call it; one without a name is not told by its line."""
    if not item.heading:
        name = "score" if isinstance(item.value, ir.ScoreOf) else "count of what the rules say"
        return f"the {item.extreme} {name}"
    if item.value.type.base != "integer":
        return item.heading
    return f"{_SEVERAL[item.extreme == 'lowest']} {item.heading}"


def _can_differ(item: Criterion, in_force: InForce) -> bool:
    """Whether a criterion can ever decide: a variable that nothing changes is the same for all."""
    value = item.value
    return not isinstance(value, ir.VariableValue) or value.variable in in_force.changed


def match_told(match: Match, number: int) -> Rule:
    """What a match is decided by, `number` being how many games or points that takes."""
    told = f"Match: {_MATCHES[match.mode].format(number)}"
    note = match.origin
    return Rule(f"{told}: {note.sentence}" if note.sentence else told, note.ids)
