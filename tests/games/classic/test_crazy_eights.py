"""Crazy Eights against a referee that follows the game by the rules alone."""

from __future__ import annotations

from collections import Counter
from typing import Any

import attrs
import pytest

from cardrules.engine.game import Game
from cardrules.engine.showing.explain import explain
from cardrules.model.action import Action
from cardrules.model.state import State
from tests.bundled import random_play
from tests.engine.harness import Table, conserved
from tests.games.classic.classic import Card, card, cards, classic, random_actions

SUITS = ["clubs", "diamonds", "hearts", "spades"]
ACE, QUEEN = 14, 12

# Options under which every rule matters in short games.
VARIANTS: list[dict[str, Any]] = [
    {},
    {"use_special_cards": True},
    {"use_special_cards": True, "reshuffle": True},
    {"use_special_cards": True, "reshuffle": True, "reshuffle_late": True},
    {"reshuffle": True, "max_draw_cards": 2, "max_turns": 40},
    {"use_special_cards": True, "max_draw_cards": 52, "max_turns": 25},
]


@attrs.define
class Referee:
    """The rules of Crazy Eights, written down a second time; cards are (rank, suit), aces high."""

    options: dict[str, object]
    hands: list[list[Card]]
    dealer: int
    top: Card
    stock: int
    suit: str = ""
    discards: int = 0
    direction: int = 1
    seat: int = 0
    naming: bool = False
    drawn: int = 0
    debt: int = 0
    played: int = 0
    passes: int = 0
    over: str = ""
    seen: Counter[str] = attrs.field(factory=Counter)

    def option(self, name: str, default: int) -> int:
        return int(str(self.options.get(name, default)))

    @property
    def drawable(self) -> int:
        """What can be drawn, after a reshuffle if need be."""
        return self.stock + (self.discards if self.options.get("reshuffle") else 0)

    def begin(self) -> None:
        """The card that is turned up counts as played by the dealer."""
        self.seat = self.dealer
        self.suit = self.top[1]
        self._effect()
        self._advance()

    def _advance(self) -> None:
        self.seat = (self.seat + self.direction) % len(self.hands)
        self.drawn = 0

    def _effect(self) -> None:
        if not self.options.get("use_special_cards"):
            return
        if self.top[0] == 2 and self.drawable:
            self.debt += 2
            self.seen["longer debt" if self.debt > 2 else "debt"] += 1
        elif self.top[0] == 2:
            self.seen["two without debt"] += 1
        elif self.top[0] == QUEEN:
            self.seen["skip to the right" if self.direction < 0 else "skip"] += 1
            self._advance()
        elif self.top[0] == ACE:
            self.direction = -self.direction

    def legal(self) -> set[tuple[str, Card | str | None]]:
        """All that the player may do."""
        if self.naming:
            return {("choose", suit) for suit in SUITS}
        hand = self.hands[self.seat]
        if self.debt:
            twos = {("play_card", face) for face in hand if face[0] == 2}
            return {*twos, ("take_penalty", None)}
        found: set[tuple[str, Card | str | None]] = {
            ("play_card", face)
            for face in hand
            if face[0] in (8, self.top[0]) or face[1] == self.suit
        }
        may_draw = self.drawable > 0 and self.drawn < self.option("max_draw_cards", 5)
        return found | {("draw_card" if may_draw else "pass", None)}

    def apply(self, action: Action) -> int:
        """Do it; gives how many cards have to be drawn now."""
        if action.name == "choose":
            self.suit = str(action.arguments["called"])
            self.naming = False
            self._advance()
        elif action.name == "play_card":
            self._play(card(str(action.arguments["card"])))
        elif action.name == "pass":
            self.passes = 0 if self.drawable else self.passes + 1
            if self.passes > len(self.hands):
                self.over = "passes"
            self._advance()
        elif action.name == "draw_card":
            self.drawn += 1
            return 1
        else:
            due, self.debt = min(self.debt, self.drawable), 0
            return due
        return 0

    def _play(self, face: Card) -> None:
        hand = self.hands[self.seat]
        hand.remove(face)
        self.discards += 1
        self.top, self.suit = face, face[1]
        self.played += 1
        self.passes = 0
        if not hand or self.played == self.option("max_turns", 100):
            self.over = "out" if not hand else "max_turns"
            self.seen["last eight"] += face[0] == 8
        elif face[0] == 8:
            self.naming = True
        else:
            self._effect()
            self._advance()
        self._reshuffle_at_once()

    def draw(self, faces: list[Card], taking: bool) -> None:
        """These cards were drawn."""
        self.hands[self.seat] += faces
        for _ in faces:
            if not self.stock:
                self._reshuffle("reshuffle")
            self.stock -= 1
        self._reshuffle_at_once()
        if taking:
            self._advance()

    def _reshuffle_at_once(self) -> None:
        """As soon as the stock is empty, unless that has to wait until somebody draws."""
        at_once = self.options.get("reshuffle") and not self.options.get("reshuffle_late")
        if at_once and not self.stock and self.discards:
            self._reshuffle("reshuffle at once")

    def _reshuffle(self, when: str) -> None:
        self.seen[when] += 1
        self.stock, self.discards = self.discards, 0

    def scores(self) -> list[int]:
        """What the hands cost."""
        return [-sum(_worth(rank) for rank, _ in hand) for hand in self.hands]


def _worth(rank: int) -> int:
    return {8: 50, ACE: 1}.get(rank, min(rank, 10))


def _hands(game: Game, s: State) -> list[list[Card]]:
    return [cards(game, s, "hand", seat) for seat in range(game.players)]


def _referee(game: Game, s: State, options: dict[str, object]) -> Referee:
    (top,) = cards(game, s, "discards")
    dealer = (s.starter - 1) % game.players
    stock = len(cards(game, s, "stock"))
    referee = Referee(options, _hands(game, s), dealer, top, stock)
    referee.begin()
    return referee


def _follow(game: Game, options: dict[str, Any], seed: int) -> Referee:
    """Play a random game, and compare with the referee at each step."""
    s = game.start(seed)
    referee = _referee(game, s, options)
    for action, legal in random_actions(game, s, seed):
        assert s.pending is not None and s.pending[1] == referee.seat and not referee.over
        written = [_written(item) for item in legal]
        assert len(written) == len(set(written))
        assert set(written) == referee.legal()
        before = Counter(cards(game, s, "hand", referee.seat))
        seat, due = referee.seat, referee.apply(action)
        if due:
            # The step is carried out when the loop goes on: look ahead on a copy.
            after = game.apply_answer(s, game.answer_of(s, action))
            drawn = list((Counter(cards(game, after, "hand", seat)) - before).elements())
            assert len(drawn) == due
            referee.draw(drawn, action.name == "take_penalty")
    assert referee.over
    assert list(game.result(s).scores) == referee.scores()
    assert [Counter(hand) for hand in _hands(game, s)] == [Counter(h) for h in referee.hands]
    best = max(referee.scores())
    assert game.result(s).winners == tuple(
        seat for seat, score in enumerate(referee.scores()) if score == best
    )
    referee.seen[referee.over] += 1
    return referee


def _written(action: Action) -> tuple[str, Card | str | None]:
    if action.name == "play_card":
        return action.name, card(str(action.arguments["card"]))
    return action.name, action.arguments.get("called")


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_games_go_as_the_referee_says(players: int) -> None:
    seen: Counter[str] = Counter()
    for number, options in enumerate(VARIANTS):
        game = classic("crazy_eights", players, **options)
        for seed in range(8):
            seen += _follow(game, options, 100 * number + seed).seen
    wanted = {"debt", "longer debt", "skip", "reshuffle", "reshuffle at once", "out", "max_turns"}
    assert wanted <= set(seen), seen


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_many_games_go_as_the_referee_says(players: int) -> None:
    seen: Counter[str] = Counter()
    for number, options in enumerate(VARIANTS):
        game = classic("crazy_eights", players, **options)
        for seed in range(200):
            seen += _follow(game, options, 1000 * number + seed).seen
    rare = {"skip to the right", "two without debt", "last eight", "passes"}
    assert rare <= set(seen), seen


@pytest.mark.parametrize(("players", "hand"), [(2, 7), (3, 5), (4, 5), (5, 5)])
def test_hands_at_the_beginning(players: int, hand: int) -> None:
    game = classic("crazy_eights", players)
    for seed in range(30):
        s = game.start(seed)
        assert {len(held) for held in _hands(game, s)} == {hand}
        assert [rank == 8 for rank, _ in cards(game, s, "discards")] == [False]
        assert s.pending is not None and s.pending[1] == s.starter


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_cards_are_conserved(players: int) -> None:
    for options in VARIANTS[::2]:
        game = classic("crazy_eights", players, **options)
        for seed in range(50 // len(VARIANTS[::2]) + 1):
            for number, s in enumerate(random_play(game, seed)):
                if number % 4 == 0 or s.over:
                    conserved(game, s)


@pytest.mark.parametrize(
    ("action", "before", "ids"),
    [("draw_card", "penalty", ("CE-8",)), ("pass", "penalty", ("CE-8",)),
     ("draw_card", "drawn", ("CE-5",)), ("pass", "start", ("CE-6",))],
)  # fmt: skip
def test_each_reason_has_its_own_rule(action: str, before: str, ids: tuple[str, ...]) -> None:
    table = Table(classic("crazy_eights", 3, use_special_cards=True, max_draw_cards=1), seed=2)
    wanted = {"penalty": "take_penalty", "drawn": "pass", "start": "draw_card"}[before]
    while not any(line.startswith(wanted) for line in table.legal):
        table.state = table.game.apply_answer(table.state, table.game.answers(table.state)[0])
    refusal = explain(table.game, table.state, Action(action))
    assert refusal is not None
    assert refusal.ids == ids
