"""CR560: an interrupt that can answer nothing of what its window is opened for.

What the interrupt requires and what can be chosen in each action that opens the window exclude each
other, as far as printed faces tell: one answers swords alone, and the window is opened for shields.
"""

from __future__ import annotations

from collections.abc import Iterator

from cardrules.diagnostics.model import Label
from cardrules.lint.answering import answering_of
from cardrules.lint.check import Check, Finding
from cardrules.model.ruleset import Ruleset


def find_never_answering(ruleset: Ruleset) -> Iterator[Finding]:
    """The interrupts that can come in none of the places at which their window is opened."""
    events = answering_of(ruleset).events
    for interrupt in ruleset.interrupts.values():
        found = [(event, answer) for event in events for answer in event.answers
                 if answer.interrupt is interrupt]  # fmt: skip
        if found and not any(answer.comes for _, answer in found):
            places = {event.opening.origin.span: event for event, _ in found}
            yield Finding(
                span=interrupt.origin.name_span,
                message=f"The interrupt `{interrupt.name}` can never come: "
                "no card of what opens its window fits.",
                help="Look at what it requires, and at the cards for which the window is opened.",
                labels=tuple(Label(span=span, text="the window is opened here") for span in places),
            )


CHECK = Check(code="CR560", find=find_never_answering)
