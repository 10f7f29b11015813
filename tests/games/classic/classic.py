"""The classic games for their tests: loaded, played at random, and looked at as cards."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from cardrules.engine.chance import Stream
from cardrules.engine.game import Game
from cardrules.engine.playing.chance_events import Outcome
from cardrules.model.action import Action
from cardrules.model.state import State
from cardrules.resources import games_dir
from tests.bundled import load

RANKS = {"Ace": 14, "Jack": 11, "Queen": 12, "King": 13}
# A card as (rank, suit), aces high.
Card = tuple[int, str]


def classic(
    name: str, players: int, *, chance: Sequence[Outcome] | None = None, **options: object
) -> Game:
    """A game of `games/classic/`."""
    return Game(load(games_dir() / "classic" / f"{name}.rules"), players, options, chance=chance)


def card(name: str) -> Card:
    """The card of a name such as `10 of hearts`."""
    rank, _, suit = name.split()
    return RANKS.get(rank) or int(rank), suit


def name_of(face: Card) -> str:
    """The name of a card."""
    words = {rank: word for word, rank in RANKS.items()}
    return f"{words.get(face[0], face[0])} of {face[1]}"


def cards(game: Game, s: State, zone: str, holder: int = 0) -> list[Card]:
    """The cards of a zone, lowest first."""
    kinds, tables = game.ruleset.kinds, game.tables
    return [card(kinds[tables.kind[c]].name) for c in s.zones[tables.zone_base[zone] + holder]]


def value(game: Game, s: State, variable: str) -> Any:
    """The value of a shared variable, as the engine has it."""
    return s.vars[game.tables.variable_base[variable]]


def random_actions(game: Game, s: State, seed: int) -> Iterator[tuple[Action, list[Action]]]:
    """Play at random; gives each action before it is applied, and all that were legal."""
    choices = Stream(seed, 1)
    while not s.over:
        answers = game.answers(s)
        legal = [game.unnumbered(s, answer) for answer in answers]
        index = choices.below(len(answers))
        yield legal[index], legal
        game.apply_answer_in_place(s, answers[index])
