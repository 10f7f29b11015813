"""The options of a game as it is played, in words."""

from __future__ import annotations

from cardrules.engine.game import Game
from cardrules.model.action import value_text
from cardrules.model.ruleset import Option
from cardrules.rule_ids import ids_in, without_ids
from cardrules.table import model
from cardrules.table.wording import words


def options_of(game: Game) -> tuple[model.Option, ...]:
    """All options, each with its value."""
    in_force = game.options_in_force
    return tuple(
        model.Option(
            name=name,
            label=words(name),
            text=_value_text(option, in_force[name]),
            help=without_ids(option.help),
            ids=ids_in(option.help),
        )
        for name, option in game.ruleset.options.items()
    )


def _value_text(option: Option, value: object) -> str:
    """The value of an option in words: the sentence of the ruleset, if there is one."""
    helps = dict(zip(option.values, option.value_helps, strict=True))
    return without_ids(helps.get(str(value), "")) or words(value_text(value))
