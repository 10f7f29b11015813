"""What happens in a game, printed for one viewer."""

from __future__ import annotations

from collections.abc import Sequence

import click

from cardrules.engine.game import Game
from cardrules.engine.showing.narrate import Narrator
from cardrules.engine.showing.view import Viewer
from cardrules.sim.run import Moment


class Log:
    """Prints moments: each step with its number, and what comes of it indented below."""

    def __init__(self, game: Game, viewer: Viewer, names: Sequence[str]) -> None:
        self._narrator = Narrator(game, viewer, names)

    def tell(self, moment: Moment) -> None:
        """Print a moment."""
        told = self._narrator.noted_lines(moment.state, moment.events)
        for index, (text, ids) in enumerate(told):
            line = text + (click.style(f"  [{', '.join(ids)}]", dim=True) if ids else "")
            if index == 0 and moment.number:
                click.echo(f"{moment.number:5}  {line}")
            else:
                click.echo(f"{'':5}  {'' if not moment.number else '  '}{line}")
