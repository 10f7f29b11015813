"""CR211: with some number of players the game cannot begin.

Counts of cards, the bounds of options and the zones in which cards start may all depend on how many
play, so each number is tried: the defaults must lie within their bounds, and every card must start
in exactly one zone.
"""

from __future__ import annotations

from collections.abc import Iterator

from cardrules.diagnostics.model import Diagnostic
from cardrules.engine.game import Game
from cardrules.errors import GameLimitError, OptionError, RulesetError
from cardrules.lint.check import Check, Finding
from cardrules.model.ruleset import Ruleset
from cardrules.source import Span

# The line with which the front matter begins: what is wrong depends on several of its lines.
_FRONT_MATTER = Span(0, 3)


def find_unplayable(ruleset: Ruleset) -> Iterator[Finding]:
    """The first number of players with which the game cannot begin, and why."""
    for players in range(ruleset.players_min, ruleset.players_max + 1):
        try:
            Game(ruleset, players).laid_out()
        except (RulesetError, OptionError) as error:
            yield Finding(
                span=_FRONT_MATTER,
                message=f"With {players} players the game cannot begin. {error}",
                help="Look at the counts of cards, the bounds of options, and `starts with`.",
            )
            return
        except GameLimitError as error:
            told = error.diagnostic
            assert isinstance(told, Diagnostic)
            yield Finding(
                span=told.span,
                message=f"With {players} players the game cannot begin. {told.message}",
                help=told.help,
                code=told.code,
            )
            return


CHECK = Check(code="CR211", find=find_unplayable, makes_games=True)
