"""CR213: a line of the card table does not tell what its cards do.

Not every card needs one: of the seven of hearts all is said with its suit and number. So this looks
for lines that stand for one kind alone, and for lines that the rules ask for by name (`card is
worm`). An empty text says that there is nothing to say.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from cardrules.lint.check import Check, Finding, all_parts
from cardrules.model import ir
from cardrules.model.ruleset import Ruleset

_MOST_NAMED = 5
_HELP = (
    'Say it in a sentence: `text: "Draw {power} cards."`; '
    'or if there is nothing to say: `text: ""`.'
)


def find_no_card_text(ruleset: Ruleset) -> Iterator[Finding]:
    """The lines of special cards without a text, in one finding."""
    asked = {
        node.line for node in ir.walk(tuple(all_parts(ruleset))) if isinstance(node, ir.IsLine)
    }
    asked |= {trigger.line for trigger in ruleset.triggers if trigger.line is not None}
    kinds = Counter(kind.line for kind in ruleset.kinds)
    missing = [
        line
        for name, line in ruleset.lines.items()
        if not line.has_text and (name in asked or kinds[name] == 1)
    ]
    if missing:
        yield Finding(
            span=missing[0].span,
            message=_message([line.name for line in missing]),
            help=_HELP,
        )


def _message(names: list[str]) -> str:
    named = [f"`{name}`" for name in names[:_MOST_NAMED]]
    if len(names) > _MOST_NAMED:
        named.append(f"{len(names) - _MOST_NAMED} more")
    if len(named) == 1:
        return f"The card line {named[0]} has no text to tell players what the card does."
    listed = f"{', '.join(named[:-1])} and {named[-1]}"
    return f"The card lines {listed} have no text to tell players what the cards do."


CHECK = Check(code="CR213", find=find_no_card_text, if_clean=True)
