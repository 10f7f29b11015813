"""A ruleset with players and options fixed: the tables of a game."""

from __future__ import annotations

from collections.abc import Mapping

import attrs

from cardrules.engine.source.depth import deepest, make_room
from cardrules.engine.specialise.constants import Constants
from cardrules.engine.specialise.folding import Folding
from cardrules.engine.specialise.laying_out import bare, lay_out
from cardrules.engine.specialise.settings import resolve
from cardrules.engine.tables import Tables
from cardrules.errors import OptionError
from cardrules.model.ruleset import Ruleset
from cardrules.shown import shown


def make_tables(ruleset: Ruleset, players: int, options: Mapping[str, object]) -> Tables:
    """The tables of a game.

    Raises `OptionError` for a wrong number of players or option, `RulesetError` if the cards do not
    come out (a negative count, a card that starts nowhere is found later by the engine).
    """
    if type(players) is not int or not ruleset.players_min <= players <= ruleset.players_max:
        low, high = ruleset.players_min, ruleset.players_max
        wanted = str(low) if low == high else f"{low} to {high}"
        raise OptionError(f"{ruleset.title} is played by {wanted} players, not {shown(players)}.")
    make_room(deepest(ruleset))
    seated = bare(ruleset, players)
    values: dict[str, int | bool] = {}
    folding = Folding(ruleset, players, len(seated.teams), values)
    constants = Constants(ruleset.text, seated, folding)
    resolve(ruleset, options, players, values, constants.value)
    layout = lay_out(ruleset, seated, folding, constants)
    return Tables(
        **attrs.asdict(layout, recurse=False),
        ruleset=ruleset,
        options=values,
        folding=folding,
        constants=constants,
        layout=layout,
    )
