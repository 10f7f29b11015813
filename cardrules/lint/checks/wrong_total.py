"""CR553: the counts of the card table make another number of cards than `total` says."""

from __future__ import annotations

from collections.abc import Iterator

from cardrules.errors import GameLimitError, OptionError, RulesetError
from cardrules.lint.check import Finding
from cardrules.lint.settings import GameCheck, Settings, resolved
from cardrules.source import Span

# The line with which the front matter begins: what is wrong depends on several of its lines.
_FRONT_MATTER = Span(0, 3)


def find_wrong_total(settings: Settings) -> Iterator[Finding]:
    """The first setting in which they do."""
    ruleset = settings.ruleset
    if ruleset.total is None:
        return
    counts = [kind.count for kind in ruleset.kinds]
    for setting in settings.that_differ_in(ruleset.total, ruleset.decks, *counts):
        try:
            _, constants = resolved(ruleset, setting.players, setting.options)
            wanted = constants.value(ruleset.total)
            number = sum(map(constants.value, counts)) * constants.value(ruleset.decks)
        except (OptionError, RulesetError, GameLimitError):
            continue  # which is told by itself
        if number != wanted:
            yield Finding(
                span=_FRONT_MATTER,
                message=f"With {setting} there are {number} cards, and `total` says {wanted}.",
                help="Look at the counts in the card table, and at `decks`.",
            )
            return


CHECK = GameCheck(code="CR553", find=find_wrong_total)
