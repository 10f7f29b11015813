"""War against a second, plain implementation, and its wars one by one."""

from __future__ import annotations

import random

import attrs
import pytest

from cardrules.engine.playing.chance_events import Outcome
from cardrules.engine.showing.view import make_view
from tests.bundled import random_play
from tests.engine.harness import Table, conserved
from tests.games.classic.classic import Card, cards, classic, name_of

PACK: list[Card] = [
    (rank, suit) for suit in ("clubs", "diamonds", "hearts", "spades") for rank in range(2, 15)
]


def _deal(first: list[Card], second: list[Card]) -> list[Outcome]:
    """The shuffle after which the players have these cards on top of their packets."""
    rest = [face for face in PACK if face not in first + second]
    packets = [[*first], [*second]]
    for packet in packets:
        while len(packet) < 26:
            packet.append(rest.pop())
    # The cards are dealt in turn, and the one that is dealt last lies on top.
    dealt = [
        face for pair in zip(*(packet[::-1] for packet in packets), strict=True) for face in pair
    ]
    return [{"shuffle": "deck", "order": [name_of(face) for face in dealt]}]


def _ranks(*ranks: int, suit: str) -> list[Card]:
    return [(rank, suit) for rank in ranks]


def _table(first: list[Card], second: list[Card], **options: object) -> Table:
    # Seat 0 begins, so there is no chance event for the starter.
    options.setdefault("shuffle_won", False)
    return Table(classic("war", 2, chance=_deal(first, second), **options))


def _sizes(table: Table) -> list[int]:
    return [len(table.cards("packet", seat)) for seat in range(2)]


# ---- Battles and wars ----------------------------------------------------------------------------


def test_the_higher_card_takes_both_and_they_go_under_the_packet() -> None:
    table = _table(_ranks(9, suit="clubs"), _ranks(10, suit="hearts"))
    assert table.legal == ["turn_up"]
    table.do("turn_up").do("turn_up")
    assert _sizes(table) == [25, 27]
    assert table.cards("packet", 1)[:2] == ["10 of hearts", "9 of clubs"]  # lowest first


def test_an_ace_is_higher_than_a_king() -> None:
    table = _table(_ranks(14, suit="clubs"), _ranks(13, suit="hearts"))
    assert _sizes(table.do("turn_up").do("turn_up")) == [27, 25]


@pytest.mark.parametrize(("face_down", "stake"), [(0, 4), (1, 6), (3, 10)])
def test_in_a_war_everything_goes_to_the_winner(face_down: int, stake: int) -> None:
    fillers = [3, 4, 5][:face_down]
    table = _table(
        _ranks(13, *fillers, 7, suit="clubs"),
        _ranks(13, *fillers, 6, suit="hearts"),
        face_down=face_down,
    )
    table.do("turn_up").do("turn_up")
    assert table.legal == ["go_to_war"]
    table.do("go_to_war")
    assert _sizes(table) == [24 - face_down, 25]
    assert _sizes(table.do("go_to_war")) == [26 + stake // 2, 26 - stake // 2]


def test_wars_in_a_war() -> None:
    table = _table(
        _ranks(13, 2, 3, 4, 9, 5, 6, 7, 12, 8, 10, 11, suit="clubs") + _ranks(3, suit="diamonds"),
        _ranks(13, 2, 3, 4, 9, 5, 6, 7, 12, 8, 10, 11, 14, suit="hearts"),
    )
    table.do("turn_up").do("turn_up")
    for equal in ("9", "Queen"):
        table.do("go_to_war").do("go_to_war")
        assert [table.cards("front", seat) for seat in range(2)] == [
            [f"{equal} of clubs"],
            [f"{equal} of hearts"],
        ]
        assert table.legal == ["go_to_war"]
    table.do("go_to_war").do("go_to_war")
    assert _sizes(table) == [26 - 13, 26 + 13]
    assert table.legal == ["turn_up"]


def test_equal_last_cards_are_a_draw() -> None:
    # With ten cards face down the wars are fought by the cards 1, 12, 23 and, as the last, 26.
    decisive = {0: 14, 11: 13, 22: 12, 25: 11}
    hands: list[list[Card]] = [[], []]
    for seat, suits in enumerate((("clubs", "diamonds"), ("hearts", "spades"))):
        others = iter([(rank, suit) for suit in suits for rank in range(2, 15)
                       if suit == suits[1] or rank not in decisive.values()])  # fmt: skip
        for place in range(26):
            rank = decisive.get(place)
            hands[seat].append((rank, suits[0]) if rank else next(others))
    table = _table(*hands, face_down=10).play_on()
    assert table.game.result(table.state).scores == (0, 0)
    assert table.game.result(table.state).winners == (0, 1)
    assert table.state.steps == 2 * 4


# ---- Whole games ---------------------------------------------------------------------------------


@attrs.define
class Fight:
    """War, written down a second time. Packets have the top card first."""

    packets: list[list[Card]]
    face_down: int
    battles: int = 0
    wars: int = 0
    fought_on: int = 0

    def play(self, limit: int) -> tuple[int, int]:
        """Play to the end; gives the cards that each player has then."""
        while all(self.packets) and self.battles < limit:
            self.battles += 1
            front = [packet.pop(0) for packet in self.packets]
            stake: list[Card] = []
            while front[0][0] == front[1][0] and any(self.packets):
                self.wars += 1
                for seat, packet in enumerate(self.packets):
                    if not packet:
                        self.fought_on += 1
                        continue
                    laid = min(self.face_down, len(packet) - 1)
                    stake += [front[seat], *packet[:laid]]
                    front[seat] = packet[laid]
                    del packet[: laid + 1]
            if front[0][0] == front[1][0]:
                break
            self.packets[front[0][0] < front[1][0]] += [*stake, *front]
        return len(self.packets[0]), len(self.packets[1])


def test_games_come_out_as_in_a_plain_implementation() -> None:
    seen = {"wars": 0, "fought on": 0, "limit": 0, "out": 0}
    for seed in range(60):
        faces = random.Random(seed).sample(PACK, 52)
        face_down = (1, 3, 10)[seed % 3]
        table = _table(faces[:26], faces[26:], face_down=face_down, battle_limit=200)
        fight = Fight([faces[:26], faces[26:]], face_down)
        left = fight.play(200)
        table.play_on()
        assert table.game.result(table.state).scores == left
        if 0 < left[0] < 52:
            assert [c[::-1] for c in fight.packets] == [
                cards(table.game, table.state, "packet", seat) for seat in range(2)
            ]
        seen["wars"] += fight.wars
        seen["fought on"] += fight.fought_on
        seen["limit" if fight.battles == 200 else "out"] += 1
    assert all(seen.values()), seen


def test_the_limit_ends_a_game_that_goes_round_in_circles() -> None:
    faces = random.Random(2).sample(PACK, 52)
    fight = Fight([faces[:26], faces[26:]], 3)
    seen = set()
    while (packets := tuple(tuple(packet) for packet in fight.packets)) not in seen:
        seen.add(packets)
        assert 0 not in fight.play(fight.battles + 1)
    table = _table(faces[:26], faces[26:], battle_limit=fight.battles + 500).play_on()
    one, other = table.game.result(table.state).scores
    assert one + other == 52 and 0 not in {one, other}
    assert table.game.result(table.state).winners == ((0,) if one > other else (1,))


def test_with_shuffled_winnings_games_end_well_before_the_limit() -> None:
    game = classic("war", 2)
    for seed in range(10):
        *_, last = random_play(game, seed)
        assert sorted(game.result(last).scores) == [0, 52]


def test_cards_are_conserved() -> None:
    game = classic("war", 2, battle_limit=30)
    for seed in range(50):
        for s in random_play(game, seed):
            conserved(game, s)


def test_nobody_sees_a_packet_and_everybody_the_cards_that_fight() -> None:
    table = _table(_ranks(9, suit="clubs"), _ranks(10, suit="hearts")).do("turn_up")
    for viewer in (0, 1):
        view = make_view(table.game, table.state, viewer)
        assert {c.face for seat in range(2) for c in view.zone("packet", seat).cards} == {None}
        assert [c.face for c in view.zone("front", 0).cards] == ["9 of clubs"]
