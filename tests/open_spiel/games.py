"""The games that OpenSpiel has too: what is said there, and how it is said here.

Hearts agrees for deals in which cards are passed to the left: there the direction is drawn, here it
goes by the number of the deal. Crazy Eights agrees but for its score: there a plain card costs the
number of the card among all of them, and an ace ten.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache

import attrs

from cardrules.engine.game import Game
from cardrules.engine.playing.chance_events import Outcome
from cardrules.model.action import Action
from cardrules.model.state import State
from cardrules.rulesets import load
from tests.games.classic.classic import cards

_SUITS = {"clubs": "C", "diamonds": "D", "hearts": "H", "spades": "S"}
_RANKS = {"10": "T", "Jack": "J", "Queen": "Q", "King": "K", "Ace": "A"}

# Who begins, and the outcomes of chance.
Begin = tuple[int, list[Outcome]]


@attrs.frozen(kw_only=True)
class Twin:
    """A game that both have.

    `theirs` is its name there, with parameters. `begins` is what chance comes to first in all games
    that are compared, `begin` gives what chance has brought as we supply it, `say` what our action
    is there (several actions where ours chooses a set), and `worth` what a game that is over has
    brought to each player there.
    """

    name: str
    theirs: str
    players: int
    options: Mapping[str, object] = {}
    begins: str = ""
    begin: Callable[[Sequence[str], int], Begin]
    say: Callable[[Action], Sequence[str]]
    worth: Callable[[Game, State], Sequence[float]]

    def game(self) -> Game:
        """Our game."""
        return Game(load(self.name), self.players, self.options)


def _returns(game: Game, s: State) -> Sequence[float]:
    return game.result(s).returns


# ---- Poker ---------------------------------------------------------------------------------------


def _dealt(words: Sequence[str], of_each: int) -> Begin:
    """There the cards have numbers, from the lowest; here they lie in a deck, from the top."""
    names = ("Jack", "Queen", "King")
    order = [names[int(word.split(":")[1]) // of_each] for word in words]
    return 0, [{"shuffle": "deck", "order": order}]


# ---- Hearts and Crazy Eights ---------------------------------------------------------------------


@cache
def _letters(name: str) -> tuple[str, str]:
    """The letters for rank and suit of a card of ours."""
    rank, _, suit = name.split()
    return _RANKS.get(rank, rank), _SUITS[suit]


@cache
def _ours(rank: str, suit: str) -> str:
    """The name of a card, from its letters."""
    words = {letter: word for word, letter in _RANKS.items()}
    suits = {letter: word for word, letter in _SUITS.items()}
    return f"{words.get(rank, rank)} of {suits[suit]}"


def _deal_of_hearts(words: Sequence[str], _players: int) -> Begin:
    return 0, [{"shuffle": "deck", "order": [_ours(*word) for word in words[1:]]}]


def _card_of_hearts(action: Action) -> Sequence[str]:
    named = action.arguments["given" if action.name == "choose" else "card"]
    return ["".join(_letters(name)) for name in ([named] if isinstance(named, str) else named)]


def _returns_of_hearts(game: Game, s: State) -> Sequence[float]:
    return [26 - points for points in game.result(s).scores]


def _deal_of_eights(words: Sequence[str], players: int) -> Begin:
    """The dealer, the hands, the card that is turned up (an eight goes back), what is drawn."""
    dealer = int(words[0].split()[2])
    faces = [_ours(word[-1], word[-2]) for word in words[1:]]
    hands = players * (7 if players == 2 else 5)
    up = next(at for at, face in enumerate(faces) if at >= hands and not face.startswith("8 "))
    order = faces[:hands] + faces[up + 1 :]
    return (dealer + 1) % players, [
        {"shuffle": "stock", "order": order},
        {"pick": "card", "result": faces[up]},
    ]


def _action_of_eights(action: Action) -> Sequence[str]:
    match action.name:
        case "play_card":
            rank, suit = _letters(str(action.arguments["card"]))
            return [f"Play {suit}{rank}"]
        case "choose":
            return [f"Nominate suit {_SUITS[str(action.arguments['called'])]}"]
        case "pass":
            return ["Pass"]
    return ["Draw"]


def _returns_of_eights(game: Game, s: State) -> Sequence[float]:
    """What they make of the cards that are left, whatever ours cost."""
    suits = ["clubs", "diamonds", "hearts", "spades"]

    def cost(rank: int, suit: str) -> int:
        number = 4 * (rank - 2) + suits.index(suit)
        return 50 if rank == 8 else 10 if rank > 10 else number + 2

    return [
        -sum(cost(*card) for card in cards(game, s, "hand", seat)) for seat in range(game.players)
    ]


def _eights(players: int) -> Twin:
    return Twin(
        name="crazy_eights", players=players, theirs=f"crazy_eights(players={players})",
        begin=_deal_of_eights, say=_action_of_eights, worth=_returns_of_eights,
    )  # fmt: skip


KUHN = Twin(
    name="kuhn_poker", theirs="kuhn_poker", players=2, worth=_returns,
    begin=lambda words, _: _dealt(words, 1), say=lambda action: [action.name.capitalize()],
)  # fmt: skip
LEDUC = Twin(
    name="leduc_poker", theirs="leduc_poker", players=2, worth=_returns,
    begin=lambda words, _: _dealt(words, 2), say=lambda action: [action.name.capitalize()],
)  # fmt: skip
HEARTS = Twin(
    name="hearts", theirs="hearts", players=4, begins="Left",
    options={"length": "single", "queen_breaks_hearts": True},
    begin=_deal_of_hearts, say=_card_of_hearts, worth=_returns_of_hearts,
)  # fmt: skip
EIGHTS = _eights(5)
TWINS = (KUHN, LEDUC, HEARTS, _eights(2), EIGHTS)
