"""The sentences of a ruleset that say a rule: notes behind its lines, and what it tells by itself.

A note of a word or two is a name, and says nothing by itself, unless it tells what must be so.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from cardrules.engine.game import Game
from cardrules.model import ir
from cardrules.model.types import Type
from cardrules.plain import replaced
from cardrules.table.in_force import InForce
from cardrules.table.reading import Rule
from cardrules.table.wording import capital

_SOMEBODY = "somebody"
# A note of fewer words is no sentence.
_FEWEST_WORDS = 4


class Passages:
    """Finds the sentences in parts of the rules that are in force."""

    def __init__(self, game: Game, in_force: InForce) -> None:
        self._game = game
        self._in_force = in_force

    def of_procedure(self, procedure: ir.Procedure) -> list[Rule]:
        """The notes of a procedure and of the lines in it, in the order of the text."""
        return noted([procedure.origin, *self._origins(procedure)])

    def said_and_noted(self, procedure: ir.Procedure) -> list[Rule]:
        """The same, with what the log says there in words alone, or of somebody."""
        return noted([procedure.origin, *self._origins(procedure), *self.said(procedure)])

    def _origins(self, procedure: ir.Procedure) -> Iterator[ir.Origin]:
        for statement in self._in_force.statements(procedure.body):
            yield from self._in_force.origins(statement)
            match statement:
                case ir.Choose():
                    yield statement.choice.origin
                case ir.Together():
                    yield from (premise.origin for premise in statement.premises)

    def of_action(self, action: ir.DeclaredAction) -> list[Rule]:
        """The conditions of an action that say more than which card it takes, and its effects."""
        own = (action.origin.ids, action.origin.sentence)
        premises = [item.origin for item in action.premises if self._is_told(item)]
        # What must be so is said in few words, too.
        found = [*noted(premises, fewest=1), *self.of_procedure(action.procedure)]
        return [rule for rule in found if (rule.ids, rule.text) != own]

    def _is_told(self, premise: ir.Premise) -> bool:
        match premise:
            case ir.Naming():
                return False
            case ir.Requirement():
                return self._in_force.known(premise.condition) is None
        return line_asked_for(premise) is None

    def said(self, procedure: ir.Procedure) -> Iterator[ir.Origin]:
        """What the log says there in words alone, or of somebody, as a note."""
        for statement in self._in_force.statements(procedure.body):
            sentence = _sentence_of(statement)
            text = "" if sentence is None else self._in_words(sentence)
            if sentence is not None and text:
                ids = sentence.origin.ids or statement.origin.ids
                yield replaced(sentence.origin, sentence=capital(text), ids=ids)

    def _in_words(self, sentence: ir.Sentence) -> str:
        """A sentence as it is true of everybody; nothing if it needs values of the moment."""
        told = [self._part(part) for part in sentence.parts]
        if told.count(_SOMEBODY) > 1:
            return ""
        return "" if None in told else "".join(filter(None, told)).strip()

    def _part(self, part: str | ir.Expr | ir.Agree) -> str | None:
        match part:
            case str():
                return part
            case ir.Agree():
                return part.one
            case ir.OptionValue(type=Type(base="integer")):
                return str(self._game.tables.options[part.name])
        return _SOMEBODY if part.type.base == "player" else None


def noted(origins: Iterable[ir.Origin], fewest: int = _FEWEST_WORDS) -> list[Rule]:
    """The notes of at least so many words, each once, in the order of the text."""
    found = {
        origin.span.start: origin for origin in origins if len(origin.sentence.split()) >= fewest
    }
    notes = (found[start] for start in sorted(found))
    return list(dict.fromkeys(Rule(origin.sentence, origin.ids) for origin in notes))


def line_asked_for(choice: ir.Choice) -> str | None:
    """The line of the card table whose cards alone can be chosen, if that is all that is asked."""
    test = choice.condition
    if not isinstance(test, ir.IsLine) or not isinstance(test.card, ir.Local):
        return None
    return test.line if test.card.slot == choice.slot else None


def _sentence_of(statement: ir.Statement) -> ir.Sentence | None:
    match statement:
        case ir.Say():
            return statement.sentence
        case ir.Event(telling=ir.Telling(sentence=sentence)):
            return sentence
    return None
