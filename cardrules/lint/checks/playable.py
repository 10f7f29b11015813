"""CR211: with some number of players, or some options, the game cannot begin.

Counts of cards, the bounds of options and the zones in which cards start may all depend on how many
play and on options, so each setting that they can tell from others is tried: the defaults must lie
within their bounds, and every card must start in exactly one zone.
"""

from __future__ import annotations

from collections.abc import Iterator

from cardrules.diagnostics.model import Diagnostic
from cardrules.engine.game import Game
from cardrules.errors import GameLimitError, OptionError, RulesetError
from cardrules.lint.check import Finding
from cardrules.lint.settings import GameCheck, Settings
from cardrules.source import Span

# The line with which the front matter begins: what is wrong depends on several of its lines.
_FRONT_MATTER = Span(0, 3)


def find_unplayable(settings: Settings) -> Iterator[Finding]:
    """The first setting with which the game cannot begin, and why."""
    ruleset = settings.ruleset
    for setting in settings.that_differ_in(
        ruleset.decks,
        *(kind.count for kind in ruleset.kinds),
        *ruleset.options.values(),
        *ruleset.zones.values(),
        *ruleset.variables.values(),
    ):
        try:
            Game(ruleset, setting.players, setting.options).laid_out()
        except (RulesetError, OptionError) as error:
            yield Finding(
                span=_FRONT_MATTER,
                message=f"With {setting} the game cannot begin. {error}",
                help="Look at the counts of cards, the bounds of options, and `starts with`.",
            )
            return
        except GameLimitError as error:
            told = error.diagnostic
            assert isinstance(told, Diagnostic)
            yield Finding(
                span=told.span,
                message=f"With {setting} the game cannot begin. {told.message}",
                help=told.help,
                code=told.code,
            )
            return


CHECK = GameCheck(code="CR211", find=find_unplayable)
