"""CR514: an action is named like a line of the card table, and no rule knows that line.

If no line asks whether a card `is scout`, nothing comes of it when it comes up, and it has no
attributes of its own, then it is a card like a blank one. The action `scout` cannot mean it.
"""

from __future__ import annotations

from collections.abc import Iterator

from cardrules.diagnostics.model import Label
from cardrules.lint.check import Check, Finding, all_parts
from cardrules.model import ir
from cardrules.model.ruleset import Ruleset


def find_cards_without_use(ruleset: Ruleset) -> Iterator[Finding]:
    """The lines of the card table that only an action seems to mean."""
    actions = {**ruleset.actions, **ruleset.interrupts}
    for name in blank_lines(ruleset):
        if name in actions:
            place = actions[name].origin.name_span
            yield Finding(
                span=ruleset.lines[name].span,
                message=f"No line asks whether a card is `{name}`, so none can be used as one.",
                help=f"Write `choose card from my hand where it is {name}` in the action.",
                labels=(Label(span=place, text="nothing here means this card"),),
            )


def blank_lines(ruleset: Ruleset) -> list[str]:
    """The lines of the card table that no rule asks for, and whose attributes are the defaults."""
    known = {
        node.line for node in ir.walk(tuple(all_parts(ruleset))) if isinstance(node, ir.IsLine)
    }
    known |= {trigger.line for trigger in ruleset.triggers if trigger.line is not None}
    defaults = {name: item.default for name, item in ruleset.attributes.items()}
    known |= {
        kind.line
        for kind in ruleset.kinds
        if any(kind.values[key] != defaults[key] for key in kind.values)
    }
    return [name for name in ruleset.lines if name not in known]


CHECK = Check(code="CR514", find=find_cards_without_use)
