"""The end of a game: as a table of places and scores, and as JSON data."""

from __future__ import annotations

from typing import Any

from cardrules.engine.game import Game
from cardrules.engine.showing.view import score_parts
from cardrules.sim.record import result_data
from cardrules.sim.run import Playthrough
from cardrules.table.criteria import deciding, match_heading, score_heading, standings
from cardrules.table.ending import winners_sentence

_GAP = "  "


def result_lines(playthrough: Playthrough) -> list[str]:
    """The table of the result: the best place first, with the named parts of the score.

    Behind them stand the criteria that have decided something beside the score.
    """
    game, s = playthrough.game, playthrough.state
    names = [entry.name for entry in playthrough.seats]
    result = game.result(s)
    parts = score_parts(game, s)
    scores = final_scores(playthrough)
    is_match = game.is_match
    heads = ["Place", "Player", *([match_heading(game)] if is_match else []), score_heading(game)]
    heads += [name for name, _ in parts]
    criteria = deciding(game, s)
    heads += [item.heading for item in criteria]
    heads = [head[:1].upper() + head[1:] for head in heads]
    rows = []
    for seat in sorted(range(game.players), key=lambda seat: result.places[seat]):
        row = [str(result.places[seat]), names[seat]]
        row += [str(result.scores[seat])] if is_match else []
        row += [str(scores[seat])]
        row += [str(values[seat]) for _, values in parts]
        row += [item.told[seat] for item in criteria]
        rows.append(row)
    return [*_table(heads, rows), "", winners_sentence(game, names, result.winners, result.games)]


def _table(heads: list[str], rows: list[list[str]]) -> list[str]:
    """Columns: the first two to the left, numbers to the right."""
    widths = [max(len(row[column]) for row in [heads, *rows]) for column in range(len(heads))]
    lines = []
    for row in [heads, *rows]:
        cells = [
            cell.ljust(width) if column <= 1 else cell.rjust(width)
            for column, (cell, width) in enumerate(zip(row, widths, strict=True))
        ]
        lines.append(_GAP.join(cells).rstrip())
    return lines


def final_scores(playthrough: Playthrough) -> list[int]:
    """The score of each player's side in the last game."""
    game, s = playthrough.game, playthrough.state
    return [game.score_of(s, seat) for seat in range(game.players)]


def result_as_data(playthrough: Playthrough) -> dict[str, Any]:
    """The result, and of the last game the scores, their parts and the criteria of the winner."""
    game, s = playthrough.game, playthrough.state
    parts = {name: list(values) for name, values in score_parts(game, s)}
    return {
        **result_data(game.result(s)),
        "last_scores": final_scores(playthrough),
        "parts": parts,
        "criteria": [
            {
                "extreme": item.extreme,
                "text": item.text,
                "heading": item.heading,
                "values": list(item.values),
            }
            for item in standings(game, s)
        ],
        "names": [entry.name for entry in playthrough.seats],
    }


def seed_lines(playthrough: Playthrough) -> list[str]:
    """The seed, for the end of a game: before, it would tell everybody all cards."""
    return [] if playthrough.seed is None else [f"Seed: {playthrough.seed}"]


def header(playthrough: Playthrough, *, with_seed: bool = False) -> str:
    """One line that says which game this is; with its seed, if all may know that."""
    game = playthrough.game
    parts = [f"{game.players} players"]
    defaults = {
        name: value for name, value in Game(game.ruleset, game.players).options_in_force.items()
    }
    parts += [
        f"{name}={_option_text(value)}"
        for name, value in game.options_in_force.items()
        if value != defaults[name]
    ]
    if with_seed and playthrough.seed is not None:
        parts.append(f"seed {playthrough.seed}")
    return f"{game.ruleset.title} ({', '.join(parts)})"


def _option_text(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
