"""CR563: an interrupt that can be answered by its own sort, and costs nothing.

A window says how deep it goes (`up to 3 deep`). An interrupt that opens the window that it answers,
and changes nothing else, can be given again and again: not the cards decide who has the last word,
but the number of the window.
"""

from __future__ import annotations

from collections.abc import Iterator

from cardrules.diagnostics.model import Label
from cardrules.lint.check import Check, Finding
from cardrules.model import ir
from cardrules.model.ruleset import Ruleset

# What changes nothing by itself.
_FREE = (ir.OpenWindow, ir.Say, ir.Stop, ir.Let, ir.If, ir.Reveal)


def find_free_answers(ruleset: Ruleset) -> Iterator[Finding]:
    """The interrupts that open their own window and do nothing beside."""
    for interrupt in ruleset.interrupts.values():
        statements = list(ir.statements(interrupt.procedure.body))
        windows = [item for item in statements if isinstance(item, ir.OpenWindow)]
        opening = [item for item in windows if item.window == interrupt.window]
        if opening and all(isinstance(item, _FREE) for item in statements):
            window = ruleset.windows[opening[0].window]
            yield Finding(
                span=interrupt.origin.name_span,
                message=f"The interrupt `{interrupt.name}` costs nothing, and can be answered by "
                "itself: the depth of the window decides who has the last word.",
                help="Let it cost a card or something else, so that it comes to an end.",
                labels=(
                    Label(span=opening[0].origin.span, text="here it can be answered"),
                    Label(span=window.origin.span, text=f"up to {window.deep} deep"),
                ),
            )


CHECK = Check(code="CR563", find=find_free_answers)
