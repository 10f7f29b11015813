"""Hearts against a referee that follows the game by the rules alone."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from typing import Any

import attrs
import pytest

from cardrules.engine import events
from cardrules.engine.game import Game
from cardrules.engine.showing.explain import explain
from cardrules.engine.showing.narrate import Narrator
from cardrules.engine.showing.view import make_view
from cardrules.model.action import Action
from cardrules.model.state import State
from tests.bundled import random_play
from tests.engine.harness import Table, conserved
from tests.games.classic.classic import Card, card, cards, classic, name_of, random_actions

PLAYERS = [3, 4, 5]
QUEEN = (12, "spades")
JACK = (11, "diamonds")
SUITS = ("clubs", "diamonds", "hearts", "spades")


def _pack(players: int) -> set[Card]:
    left_out = {3: {(2, "diamonds")}, 4: set(), 5: {(2, "diamonds"), (2, "clubs")}}[players]
    return {(rank, suit) for suit in SUITS for rank in range(2, 15)} - left_out


def _hands(game: Game, s: State) -> list[list[Card]]:
    return [cards(game, s, "hand", seat) for seat in range(game.players)]


def _is_penalty(face: Card) -> bool:
    return face[1] == "hearts" or face == QUEEN


# ---- The referee ---------------------------------------------------------------------------------


@attrs.define
class Referee:
    """The tricks and the score of one deal, written down a second time."""

    hands: list[list[Card]]
    options: dict[str, object]
    seat: int = 0
    trick: list[tuple[int, Card]] = attrs.field(factory=list)
    number: int = 1
    broken: bool = False
    taken: list[list[Card]] = attrs.field(factory=list)
    lowest: Card = QUEEN

    def __attrs_post_init__(self) -> None:
        self.taken = [[] for _ in self.hands]
        self.lowest = min(face for hand in self.hands for face in hand if face[1] == "clubs")
        self.seat = next(seat for seat, hand in enumerate(self.hands) if self.lowest in hand)

    def legal(self) -> set[Card]:
        """The cards that may be played."""
        hand = set(self.hands[self.seat])
        if not self.trick:
            if self.number == 1:
                return {self.lowest}
            others = {face for face in hand if face[1] != "hearts"}
            return hand if self.broken or not others else others
        suit = self.trick[0][1][1]
        if following := {face for face in hand if face[1] == suit}:
            return following
        harmless = {face for face in hand if not _is_penalty(face)}
        if self.number > 1 or self.options.get("penalties_in_first_trick") or not harmless:
            return hand
        return harmless

    def play(self, face: Card) -> None:
        """Play a card, and take the trick if it is full."""
        self.hands[self.seat].remove(face)
        self.trick.append((self.seat, face))
        breaks = self.options.get("queen_breaks_hearts") and face == QUEEN
        self.broken = self.broken or face[1] == "hearts" or bool(breaks)
        self.seat = (self.seat + 1) % len(self.hands)
        if len(self.trick) == len(self.hands):
            suit = self.trick[0][1][1]
            _, self.seat = max((c[0], seat) for seat, c in self.trick if c[1] == suit)
            self.taken[self.seat] += [face for _, face in self.trick]
            self.trick, self.number = [], self.number + 1

    def points(self) -> list[int]:
        """What the deal counts for each player."""
        points = [sum(13 if c == QUEEN else 1 for c in won if _is_penalty(c)) for won in self.taken]
        if 26 in points:
            takes_off = self.options.get("moon_takes_off")
            points = [
                (-26 if takes_off else 0) if own == 26 else (0 if takes_off else 26)
                for own in points
            ]
        bonus = 10 if self.options.get("jack_bonus") else 0
        return [own - bonus * (JACK in won) for own, won in zip(points, self.taken, strict=True)]


def _follow(game: Game, seed: int, options: dict[str, object]) -> tuple[State, list[list[int]]]:
    """Play at random, and compare with the referee at each card; gives the points of each deal."""
    s = game.start(seed)
    referee: Referee | None = None
    deals: list[list[int]] = []
    for action, legal in random_actions(game, s, seed):
        if action.name == "choose":
            referee = None
            continue
        if referee is None or not any(referee.hands):
            referee = Referee(_hands(game, s), options)
        assert s.pending is not None and s.pending[1] == referee.seat
        faces = [card(str(item.arguments["card"])) for item in legal]
        assert len(faces) == len(set(faces))
        assert set(faces) == referee.legal()
        referee.play(card(str(action.arguments["card"])))
        if not any(referee.hands):
            deals.append(referee.points())
    return s, deals


VARIANTS: list[dict[str, Any]] = [
    {},
    {"queen_breaks_hearts": True, "penalties_in_first_trick": True},
    {"moon_takes_off": True, "jack_bonus": True, "cards_passed": 1},
]


@pytest.mark.parametrize("players", PLAYERS)
def test_deals_go_as_the_referee_says(players: int) -> None:
    for number, options in enumerate(VARIANTS):
        game = classic("hearts", players, length="single", **options)
        for seed in range(15):
            s, deals = _follow(game, 100 * number + seed, options)
            assert [list(game.result(s).scores)] == deals


@pytest.mark.slow
@pytest.mark.parametrize("players", PLAYERS)
def test_many_deals_go_as_the_referee_says(players: int) -> None:
    moons = 0
    for number, options in enumerate(VARIANTS):
        game = classic("hearts", players, length="single", **options)
        for seed in range(400):
            s, deals = _follow(game, 1000 * number + seed, options)
            assert [list(game.result(s).scores)] == deals
            moons += sorted(deals[0])[-1] == 26 or -26 in deals[0]
    assert moons


# ---- The deal and the passing --------------------------------------------------------------------


@pytest.mark.parametrize(("players", "hand"), [(3, 17), (4, 13), (5, 10)])
def test_all_cards_are_dealt_evenly(players: int, hand: int) -> None:
    game = classic("hearts", players)
    hands = _hands(game, game.start(5))
    assert [len(held) for held in hands] == [hand] * players
    assert {face for held in hands for face in held} == _pack(players)


# How many seats to the left cards go in each deal; 0: they are kept.
DIRECTIONS = {3: [1, 2, 0, 1], 4: [1, 3, 2, 0, 1], 5: [1, 4, 2, 3, 0, 1]}


@pytest.mark.parametrize("players", PLAYERS)
def test_cards_are_passed_in_every_direction(players: int) -> None:
    game = classic("hearts", players, race_to=1000)
    s = game.start(3)
    for number, distance in enumerate(DIRECTIONS[players], 1):
        assert s.game == number
        if distance:
            before, passed = _hands(game, s), [list[Card]() for _ in range(players)]
            asked = []
            for _ in range(players):
                assert s.pending is not None
                asked.append(s.pending[1])
                answer = game.answers(s)[7]
                passed[asked[-1]] = _faces(game, answer[1])
                assert _hands(game, s) == before
                game.apply_answer_in_place(s, answer)
            assert sorted(asked) == list(range(players))
            for seat, held in enumerate(_hands(game, s)):
                came = passed[(seat - distance) % players]
                kept = [face for face in before[seat] if face not in passed[seat]]
                assert sorted(held) == sorted(kept + came)
        decision = game.decision(s)
        assert decision is not None and decision.asks_for == "action"
        while s.game == number:
            game.apply_answer_in_place(s, game.answers(s)[0])


def _faces(game: Game, chosen: tuple[int, ...]) -> list[Card]:
    kinds = game.ruleset.kinds
    return [card(kinds[game.tables.kind[c]].name) for c in chosen]


def test_any_three_cards_may_be_passed() -> None:
    table = Table(classic("hearts", 4), seed=2)
    held = table.cards("hand", 0)
    assert table.legal == [f"choose given: {' + '.join(some)}" for some in combinations(held, 3)]


def test_who_passes_cards_knows_where_they_are() -> None:
    table = Table(classic("hearts", 4), seed=2)
    passed = table.cards("hand", 0)[:3]
    for _ in range(4):
        table.state = table.game.apply_answer(table.state, table.game.answers(table.state)[0])
    for viewer, known in ((0, passed), (1, table.cards("hand", 1)), (2, [])):
        faces = [c.face for c in make_view(table.game, table.state, viewer).zone("hand", 1).cards]
        assert [face for face in faces if face is not None] == known


# ---- The moon, and the match ---------------------------------------------------------------------


def _moon_deal() -> list[Card]:
    """The order of a pack from which seat 0 has all clubs once seat 3 has passed it three."""
    clubs = [(rank, "clubs") for rank in range(2, 15)]
    rest = sorted(_pack(4) - set(clubs))
    hands = [clubs[3:] + rest[:3], rest[3:16], rest[16:29], clubs[:3] + rest[29:]]
    return [face for round_of_cards in zip(*hands, strict=True) for face in round_of_cards]


@pytest.mark.parametrize(
    ("takes_off", "returns"), [(False, (0, 26, 26, 26)), (True, (-26, 0, 0, 0))]
)
def test_shooting_the_moon(takes_off: bool, returns: tuple[int, ...]) -> None:
    order = [name_of(face) for face in _moon_deal()]
    game = classic(
        "hearts",
        4,
        chance=[{"shuffle": "deck", "order": order}],
        length="single",
        moon_takes_off=takes_off,
    )
    table = Table(game)
    hands = [table.cards("hand", seat) for seat in range(4)]
    table.choose(given=[name for name in hands[0] if "clubs" not in name])
    table.choose(given=hands[1][:3]).choose(given=hands[2][:3])
    table.choose(given=["2 of clubs", "3 of clubs", "4 of clubs"])
    assert table.legal == ["play_card card: 2 of clubs"]
    table.play_on()
    assert table.game.result(table.state).scores == returns
    assert table.game.result(table.state).winners == (0,)


@pytest.mark.parametrize("players", PLAYERS)
def test_deals_are_played_until_somebody_has_a_hundred(players: int) -> None:
    game = classic("hearts", players)
    for seed in range(2):
        s, deals = _follow(game, seed, {})
        totals = [[sum(points[:n]) for points in zip(*deals, strict=True)]
                  for n in range(1, len(deals) + 1)]  # fmt: skip
        result = game.result(s)
        assert list(result.scores) == totals[-1]
        assert result.games == len(deals)
        assert [_is_decided(total, 100) for total in totals] == [False] * (len(deals) - 1) + [True]
        assert result.winners == (totals[-1].index(min(totals[-1])),)


def _is_decided(totals: list[int], limit: int) -> bool:
    return max(totals) >= limit and totals.count(min(totals)) == 1


def test_a_tie_for_the_fewest_points_means_another_deal() -> None:
    game = classic("hearts", 4, race_to=1)
    lengths = Counter[int]()
    for seed in range(30):
        _, deals = _follow(game, seed, {})
        totals = [sum(points) for points in zip(*deals[:1], strict=True)]
        assert (len(deals) == 1) == _is_decided(totals, 1)
        lengths[len(deals)] += 1
    assert len(lengths) > 1


# ---- Conservation --------------------------------------------------------------------------------


@pytest.mark.parametrize("players", PLAYERS)
def test_cards_are_conserved(players: int) -> None:
    game = classic("hearts", players, length="single")
    for seed in range(50):
        for number, s in enumerate(random_play(game, seed)):
            if number % 4 == 0 or s.over:
                conserved(game, s)


def test_a_trick_is_told_to_everybody_and_then_lies_face_down() -> None:
    table = Table(classic("hearts", 3, length="single"), seed=4)
    while table.state.round < 2:
        table.state = table.game.apply_answer(table.state, table.game.answers(table.state)[0])
    moved = [event for event in table.state.events if isinstance(event, events.Moved)]
    assert all(mask == table.game.tables.everybody for event in moved for mask in event.masks)
    taker = next(seat for seat in range(3) if table.cards("taken", seat))
    assert len(table.cards("taken", taker)) == 3
    told = Narrator(table.game, "spectator").lines(table.state, table.state.events)
    assert f"Player {taker + 1} takes the trick" in told
    # Nobody may look at them again, but who has seen them remembers.
    view = make_view(table.game, table.state, 0)
    assert [c.seen for c in view.zone("taken", taker).cards] == [False] * 3
    assert None not in [c.face for c in view.zone("taken", taker).cards]


def test_the_points_of_a_deal_are_those_of_the_tricks_taken() -> None:
    table = Table(classic("hearts", 4, length="single"), seed=3).play_on()
    for seat in range(4):
        taken = cards(table.game, table.state, "taken", seat)
        points = sum(13 if face == QUEEN else 1 for face in taken if _is_penalty(face))
        assert table.value("points", seat) == points
    assert sum(table.value("points", seat) for seat in range(4)) == 26


def test_another_club_than_the_lowest_is_not_led_first() -> None:
    """The lowest club is known to all, wherever the clubs lie."""
    table = Table(classic("hearts", 4, length="single", cards_passed=1), seed=1)
    while table.state.round < 1:
        table.state = table.game.apply_answer(table.state, table.game.answers(table.state)[0])
    asked = table.asked
    assert asked is not None
    clubs = [name for name in table.cards("hand", asked) if name.endswith("clubs")]
    refusal = explain(table.game, table.state, Action("play_card", {"card": clubs[-1]}))
    assert refusal is not None
    assert refusal.ids == ("HE-4",)
