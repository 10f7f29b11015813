"""CR561: an action opens a window in which none of the interrupts can answer it.

So others are asked each time, and can only pass. This is said where printed faces tell it, and
where the window can be answered in other actions: if not, that is said of the interrupts (CR560).
Where a trait or routine opens the window for several actions at once, it is not worth a word.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from cardrules.diagnostics.model import Label
from cardrules.lint.answering import answering_of
from cardrules.lint.check import Check, Finding
from cardrules.model import ir
from cardrules.model.ruleset import Ruleset


def find_asked_in_vain(ruleset: Ruleset) -> Iterator[Finding]:
    """The actions that nobody can answer, though all others are asked."""
    events = answering_of(ruleset).events
    often = Counter(event.opening.origin.span for event in events)
    answered = {
        event.opening.window for event in events if any(answer.comes for answer in event.answers)
    }
    for event in events:
        part = event.part
        is_in_vain = bool(event.answers) and not any(answer.comes for answer in event.answers)
        is_in_vain = is_in_vain and often[event.opening.origin.span] == 1
        if is_in_vain and event.opening.window in answered and isinstance(part, ir.DeclaredAction):
            yield Finding(
                span=part.origin.name_span,
                message=f"Nobody can ever answer `{part.name}`, and still others are asked.",
                help=f"Open `{event.opening.window}` only where an interrupt can answer.",
                labels=(Label(span=event.opening.origin.span, text="here they are asked"),),
            )


CHECK = Check(code="CR561", find=find_asked_in_vain)
