"""CR535: something happens to cards or turns, and no sentence of the ruleset tells of it.

Looked at are whole parts: the set-up, an action, an interrupt, a routine, a standing rule, a
trigger. A sentence anywhere in it is enough, or at a line that carries it out; also what the log
says there, or what is printed on a card that is played for it. What somebody can look up in the
rulebook (`cardrules rules --format html`) is made of these.
"""

from __future__ import annotations

from collections.abc import Iterator

from cardrules.lint.check import Check, Finding
from cardrules.model import ir
from cardrules.model.ruleset import Ruleset
from cardrules.source import Span

_HAPPENS = (
    ir.MoveCards, ir.MoveStacks, ir.NewStack, ir.Draw, ir.Swap, ir.Tokens, ir.Reveal, ir.Pick,
    ir.NextTurn, ir.Reverse,
)  # fmt: skip
_WHAT = {
    "setup": "what is done before the game",
    "routine": "what the routine `{}` does",
    "action": "the action `{}`",
    "interrupt": "the interrupt `{}`",
    "standing": "the standing rule `{}`",
    "trigger": "what happens when {}",
}


def find_untold(ruleset: Ruleset) -> Iterator[Finding]:
    """The parts in which something happens that no sentence tells of."""
    with_text = {kind.line for kind in ruleset.kinds if kind.text}
    carried_out = _carried_out_with_a_sentence(ruleset)
    for part in ruleset.carried_out():
        procedure = part.procedure if isinstance(part, ir.DeclaredAction) else part
        happens = any(isinstance(item, _HAPPENS) for item in ir.statements(procedure.body))
        is_told = procedure.name in carried_out if procedure.role == "routine" else False
        if not happens or is_told or procedure.role == "play" or _tells(part, with_text):
            continue
        yield Finding(
            span=procedure.origin.name_span if procedure.origin.named else _first_word(procedure),
            message=f"No sentence tells of {_WHAT[procedure.role].format(procedure.name)}.",
            help='Write one behind a line, as in `draw 2 from deck to my hand "draw two cards"`.',
        )


def _first_word(procedure: ir.Procedure) -> Span:
    start = procedure.origin.span.start
    return Span(start, min(procedure.origin.span.end, start + len(procedure.role)))


def _tells(part: ir.Procedure | ir.DeclaredAction, with_text: set[str]) -> bool:
    """Whether a sentence stands in a part, or on a card that it asks for."""
    for node in ir.walk(part):
        match node:
            case ir.Origin(sentence=sentence) if sentence:
                return True
            case ir.Sentence(parts=parts) if parts:
                return True
            case ir.IsLine(line=line) if line in with_text:
                return True
    return False


def _carried_out_with_a_sentence(ruleset: Ruleset) -> set[str]:
    """The routines that are carried out in a line with a sentence, or below one."""
    found: set[str] = set()
    for part in ruleset.carried_out():
        procedure = part.procedure if isinstance(part, ir.DeclaredAction) else part
        waiting = [(procedure.body, bool(procedure.origin.sentence))]
        while waiting:
            body, is_told = waiting.pop()
            for statement in body:
                notes = [statement.origin]
                notes += statement.further if isinstance(statement, ir.If) else ()
                here = is_told or any(note.sentence for note in notes)
                if isinstance(statement, ir.CallRoutine) and here:
                    found.add(statement.routine)
                waiting += [(block, here) for block in ir.blocks(statement)]
    return found


CHECK = Check(code="CR535", find=find_untold, if_clean=True)
