"""The end of a game: places, scores and their parts, what decided ties, and who has won."""

from __future__ import annotations

from collections.abc import Sequence

from cardrules.engine.game import Game
from cardrules.engine.showing.view import score_parts
from cardrules.model.state import State
from cardrules.prose import people, render
from cardrules.table.criteria import deciding, match_heading, score_heading
from cardrules.table.model import Ending, Row, Side
from cardrules.table.wording import capital, holder_name


def ending_of(game: Game, s: State, names: Sequence[str]) -> Ending:
    """How a game that is over has ended."""
    tables, result = game.tables, game.result(s)
    teams = sorted(tables.teams, key=lambda seats: result.places[seats[0]])
    firsts = [seats[0] for seats in teams]
    sides = (
        Side(
            seats=seats,
            name=holder_name(game, names, "team", tables.team_of[seats[0]]),
            place=result.places[seats[0]],
            match=result.scores[seats[0]] if game.is_match else None,
            score=game.score_of(s, seats[0]),
            has_won=seats[0] in result.winners,
        )
        for seats in teams
    )
    return Ending(
        sentence=winners_sentence(game, names, result.winners, result.games),
        games=result.games,
        match_label=capital(match_heading(game)),
        score_label=capital(score_heading(game)),
        sides=tuple(sides),
        parts=tuple(
            Row(label=label, texts=tuple(str(values[first]) for first in firsts))
            for label, values in score_parts(game, s)
        ),
        criteria=tuple(
            Row(label=capital(item.heading), texts=tuple(item.told[first] for first in firsts))
            for item in deciding(game, s)
        ),
    )


def winners_sentence(game: Game, names: Sequence[str], winners: tuple[int, ...], games: int) -> str:
    """Who has won, or shares the win, in a sentence."""
    sides = {game.tables.team_of[seat] for seat in winners}
    when = f" after {games} games" if games > 1 else ""
    does = " wins" if len(sides) == 1 else " shares the win"
    return render([people([names[seat] for seat in winners]), f"{does}{when}."])
