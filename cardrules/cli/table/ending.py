"""The end of a game: places, scores and their parts, what decided ties, and who has won."""

from __future__ import annotations

from rich import box
from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from cardrules.cli.results import final_scores
from cardrules.engine.view import score_parts
from cardrules.sim.run import Playthrough
from cardrules.table.criteria import deciding
from cardrules.table.ending import winners_sentence
from cardrules.table.values import capital, holder_name


def render_result(playthrough: Playthrough) -> list[RenderableType]:
    """A column for each side, the best place first, and a line for each part of the score.

    Below them stand the criteria that have decided something beside the score.
    """
    game, s = playthrough.game, playthrough.state
    names = [entry.name for entry in playthrough.seats]
    result, scores = game.result(s), final_scores(playthrough)
    sides = sorted(game.tables.teams, key=lambda seats: result.places[seats[0]])
    table = Table(box=box.SIMPLE_HEAD, padding=(0, 1), pad_edge=False, show_edge=False)
    table.add_column("", header_style="cyan")
    for seats in sides:
        name = holder_name(game, names, "team", game.tables.team_of[seats[0]])
        table.add_column(Text(name), justify="right", header_style="bold")
    rows = [("place", [result.places[seats[0]] for seats in sides])]
    if game.is_match:
        rows.append(("match", [result.scores[seats[0]] for seats in sides]))
    rows.append(("score", [scores[seats[0]] for seats in sides]))
    for label, values in rows:
        table.add_row(Text(capital(label)), *map(str, values), style="bold")
    for name, parts in score_parts(game, s):
        table.add_row(Text(f"  {name}"), *(str(parts[seats[0]]) for seats in sides))
    for item in deciding(game, s):
        table.add_row(Text(item.heading), *(item.told[seats[0]] for seats in sides), style="bold")
    told = winners_sentence(game, names, result.winners, result.games)
    return ["", table, "", Text(told, style="bold")]
