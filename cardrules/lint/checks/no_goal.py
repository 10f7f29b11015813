"""CR212: players are not told what they try to do, or what they do on a turn."""

from __future__ import annotations

from collections.abc import Iterator

from cardrules.lint.check import Check, Finding
from cardrules.model.ruleset import Ruleset
from cardrules.source import Span

# The line with which the front matter begins.
_FRONT_MATTER = Span(0, 3)
_EXAMPLES = {
    "goal": "goal: Have the most points in hand when the deck is empty.",
    "turn": "turn: Play a card, then draw one.",
}


def find_no_goal(ruleset: Ruleset) -> Iterator[Finding]:
    """What the front matter leaves out, in one finding."""
    told = {"goal": ruleset.goal, "turn": ruleset.turn}
    missing = [name for name, text in told.items() if not text]
    if missing:
        named = " and no ".join(f"`{name}`" for name in missing)
        examples = " and ".join(f"`{_EXAMPLES[name]}`" for name in missing)
        yield Finding(
            span=_FRONT_MATTER,
            message=f"The front matter has no {named} to tell players how the game is played.",
            help=f"Write for example {examples}.",
        )


CHECK = Check(code="CR212", find=find_no_goal, if_clean=True)
