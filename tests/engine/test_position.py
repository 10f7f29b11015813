"""Prepared positions: what is named lies where it was named, the rest is filled in legally."""

from __future__ import annotations

from collections.abc import Mapping

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardrules.engine.game import Game
from cardrules.engine.positions.position import prepare
from cardrules.engine.positions.state_data import state_from_data
from cardrules.engine.showing.view import Viewer, make_view
from cardrules.errors import PositionError
from cardrules.model.state import State
from tests.bundled import Bundled, at_all_numbers, bundled_named

SNARKAS = bundled_named("snarkas")[0].game()
SNARKAS_FOR_FOUR = bundled_named("snarkas")[2].game()
SNATCH_IT = bundled_named("snatch_it")[0].game()
SNATCH_THE_CAT = bundled_named("snatch_the_cat")[0].game()


def faces(game: Game, s: State, zone: str, seat: int = 0, viewer: Viewer = "referee") -> list[str]:
    """The faces in a zone, `hidden` for what the viewer does not know."""
    found = make_view(game, s, viewer).zone(zone, max(0, seat - 1))
    cards = found.cards or [card for stack in found.stacks for card in stack]
    return [card.face or "hidden" for card in cards]


def refused(game: Game, position: Mapping[str, object], *, starter: int | None = None) -> str:
    """The sentence with which a position is refused."""
    with pytest.raises(PositionError) as caught:
        prepare(game, position, starter=starter)
    return str(caught.value)


def is_sound(game: Game, s: State) -> bool:
    """Whether each card lies at exactly one place, which knows of it."""
    lying: list[int] = []
    for zone, cards in enumerate(s.zones):
        static = zone < game.tables.static_zones
        if static and game.ruleset.zones[game.tables.zone_names[zone][0]].shape == "stacks":
            continue
        lying += cards
        if not all(s.place[card] == zone for card in cards):
            return False
        if not game.tables.ordered[zone] and list(cards) != sorted(cards):
            return False
    return sorted(lying) == list(range(game.tables.cards))


# ---- Where cards lie -----------------------------------------------------------------------------


def test_named_zones_hold_exactly_what_was_named() -> None:
    s = prepare(SNARKAS, {"table": ["7", "3*"], "hand 2": ["7**", "2 x Aster"]})
    assert sorted(faces(SNARKAS, s, "table")) == ["3*", "7"]
    assert sorted(faces(SNARKAS, s, "hand", 2)) == ["7**", "Aster", "Aster"]


def test_other_zones_keep_their_cards_as_far_as_they_are_not_needed() -> None:
    before = SNARKAS.start(0, 0)
    s = prepare(SNARKAS, {"table": []})
    assert faces(SNARKAS, s, "hand", 2) == faces(SNARKAS, before, "hand", 2)


def test_a_needed_card_is_taken_from_the_deck_first() -> None:
    before = faces(SNARKAS, SNARKAS.start(0, 0), "hand", 2)
    deck = faces(SNARKAS, SNARKAS.start(0, 0), "deck")
    spare = next(name for name in before if name in deck)
    s = prepare(SNARKAS, {"table": [spare]})
    assert faces(SNARKAS, s, "hand", 2) == before


def test_who_must_give_a_card_away_gets_another() -> None:
    s = prepare(SNARKAS, {"table": ["4 x Aster", "4 x Jolt", "4 x ZAP"]})
    hand = faces(SNARKAS, s, "hand", 2)
    assert len(hand) == 6
    assert not {"Aster", "Jolt", "ZAP"} & set(hand)


def test_the_deck_has_the_named_top_and_what_is_left_below() -> None:
    s = prepare(SNARKAS, {"deck": {"top": ["Aster", "7"]}, "hand each": ["1"]})
    deck = faces(SNARKAS, s, "deck")
    assert deck[:2] == ["Aster", "7"]
    assert len(deck) == 52 - 4 - 2


def test_the_deck_can_be_given_its_lowest_cards() -> None:
    s = prepare(SNARKAS, {"deck": {"bottom": ["Aster", "7"]}})
    assert faces(SNARKAS, s, "deck")[-2:] == ["Aster", "7"]


def test_the_rest_lies_where_the_position_says() -> None:
    s = prepare(SNARKAS, {"deck": ["Aster"], "hand each": ["1"], "table": [], "rest": "won 2"})
    assert faces(SNARKAS, s, "deck") == ["Aster"]
    assert len(faces(SNARKAS, s, "won", 2)) == 52 - 3


def test_a_number_and_cards_among_others() -> None:
    s = prepare(SNARKAS, {"hand 1": {"with": ["ZAP"], "count": 4}, "hand 2": 2, "table": 9})
    assert faces(SNARKAS, s, "hand", 1).count("ZAP") >= 1
    assert len(faces(SNARKAS, s, "hand", 1)) == 4
    assert len(faces(SNARKAS, s, "hand", 2)) == 2
    assert len(faces(SNARKAS, s, "table")) == 9


def test_cards_that_must_not_be_there() -> None:
    s = prepare(SNARKAS, {"hand each": {"without": ["Aster", "Jolt", "ZAP"], "count": 8}})
    for seat in (1, 2):
        hand = faces(SNARKAS, s, "hand", seat)
        assert len(hand) == 8
        assert not {"Aster", "Jolt", "ZAP"} & set(hand)


def test_stacks_keep_their_order_and_each_has_its_top_first() -> None:
    s = prepare(SNATCH_IT, {"patch 2": [["Crawler 3", "Crawler 2"], ["Swarm"]]})
    stacks = make_view(SNATCH_IT, s, "referee").zone("patch", 1).stacks
    assert [[card.face for card in stack] for stack in stacks] == [
        ["Crawler 3", "Crawler 2"],
        ["Swarm"],
    ]
    assert is_sound(SNATCH_IT, s)


def test_a_card_with_a_meaning_in_the_deck_is_not_dealt_out_to_fill_in() -> None:
    s = prepare(SNATCH_IT, {"hand each": 30})
    assert all("Last Bite" not in faces(SNATCH_IT, s, "hand", seat) for seat in (1, 2, 3))


def test_of_several_keys_for_a_zone_the_later_one_counts() -> None:
    s = prepare(SNARKAS, {"hand each": [], "hand 1": ["7"]})
    assert faces(SNARKAS, s, "hand", 1) == ["7"]
    assert faces(SNARKAS, s, "hand", 2) == []


def test_a_zone_of_a_team_has_the_seat_of_any_member() -> None:
    s = prepare(SNARKAS_FOR_FOUR, {"won 4": ["7"]})
    assert faces(SNARKAS_FOR_FOUR, s, "won", 2) == ["7"]


# ---- Who is asked, and variables -----------------------------------------------------------------


@pytest.mark.parametrize("game", at_all_numbers(), ids=str)
def test_every_seat_can_be_asked_for_an_action(game: Bundled) -> None:
    made = game.game()
    for seat in range(1, made.players + 1):
        s = prepare(made, {"asked": seat})
        decision = made.decision(s)
        assert decision is not None
        assert (decision.player, decision.asks_for) == (seat - 1, "action")
        assert is_sound(made, s)


def test_choices_during_set_up_can_be_prepared() -> None:
    s = prepare(SNATCH_IT, {"asked": {"seat": 3, "for": "choose"}, "hand 3": ["Swarm"]})
    decision = SNATCH_IT.decision(s)
    assert decision is not None
    assert (decision.player, decision.sealed) == (2, True)
    assert [action.arguments for action in SNATCH_IT.legal_actions(s)] == [{"card": "Swarm"}]


def test_the_seat_that_began_may_be_another() -> None:
    s = prepare(SNARKAS, {"asked": 2}, starter=0)
    assert (s.starter, s.pending[1] if s.pending else None) == (0, 1)


def test_variables_tokens_and_their_supply() -> None:
    s = prepare(SNARKAS, {"snarkas_gem 1": 3, "snarkas_gem 2": 4, "last_to_capture": 2})
    variables = dict(make_view(SNARKAS, s, "referee").variables)
    assert variables["snarkas_gem"] == (3, 4)
    assert variables["last_to_capture"] == ([2],)
    base = SNARKAS.tables.variable_base["snarkas_gem"]
    assert s.vars[base + 2] == 1


def test_enumerations_flags_and_none() -> None:
    s = prepare(SNATCH_IT, {"bait": "flyer", "last_round": True, "first_leap": 3})
    variables = dict(make_view(SNATCH_IT, s, "referee").variables)
    assert (variables["bait"], variables["last_round"]) == (("flyer",), (True,))
    assert variables["first_leap"] == (3,)
    assert dict(make_view(SNATCH_IT, prepare(SNATCH_IT, {"bait": "none"}), 0).variables)[
        "bait"
    ] == (None,)


def test_how_a_match_stands() -> None:
    s = prepare(SNARKAS, {"game": 3, "match 1": 1, "match 2": 2})
    assert (s.game, s.sides) == (3, (1, 2))


def test_a_position_begins_without_a_past() -> None:
    s = prepare(SNARKAS, {}, seed=5)
    assert (s.steps, s.chance, s.draws, s.events) == (0, 0, 0, [])
    assert s.key == SNARKAS.start(5, 0).key


def test_supplied_chance_is_kept_for_what_follows() -> None:
    game = Game(SNARKAS.ruleset, 2, chance=[{"shuffle": "nothing"}])
    s = prepare(game, {})
    assert game.builder.chance.supply(0) == {"shuffle": "nothing"}
    assert s.chance == 0


# ---- Knowledge -----------------------------------------------------------------------------------


def test_who_sees_a_zone_knows_it_and_nobody_else_does() -> None:
    s = prepare(SNARKAS, {"hand 1": ["Aster"], "table": ["7"]})
    assert faces(SNARKAS, s, "hand", 1, viewer=0) == ["Aster"]
    assert faces(SNARKAS, s, "hand", 1, viewer=1) == ["hidden"]
    assert faces(SNARKAS, s, "table", viewer="spectator") == ["7"]
    assert set(faces(SNARKAS, s, "deck", viewer=0)) == {"hidden"}


def test_a_stack_is_seen_layer_by_layer() -> None:
    s = prepare(SNATCH_IT, {"patch 2": [["Crawler 3", "Crawler 2"]]})
    assert faces(SNATCH_IT, s, "patch", 2, viewer=0) == ["Crawler 3", "hidden"]
    assert faces(SNATCH_IT, s, "patch", 2, viewer=1) == ["Crawler 3", "Crawler 2"]


def test_hidden_cards_may_be_known() -> None:
    hoard = ["Trap", "Radar +1", "Death"]
    knows = {"hoard 1": {"bottom": ["Death"]}, "deck": {"top": ["hidden", "Scout"]}}
    position = {"hoard 1": hoard, "deck": {"top": ["Trap", "Scout"]}, "knows 2": knows}
    s = prepare(SNATCH_THE_CAT, position)
    assert faces(SNATCH_THE_CAT, s, "hoard", 1, viewer=1) == ["hidden", "hidden", "Death"]
    assert faces(SNATCH_THE_CAT, s, "hoard", 1, viewer=0) == ["hidden"] * 3
    assert faces(SNATCH_THE_CAT, s, "deck", viewer=1)[:3] == ["hidden", "Scout", "hidden"]


def test_of_a_spread_it_is_known_that_a_card_is_among_them() -> None:
    position = {"hand 1": ["2 x Trap", "Scout"], "knows each": {"hand 1": {"with": ["Trap"]}}}
    s = prepare(SNATCH_THE_CAT, position)
    assert faces(SNATCH_THE_CAT, s, "hand", 1, viewer=1) == ["Trap", "hidden", "hidden"]


def test_of_a_pile_it_may_be_known_that_a_card_is_somewhere_in_it() -> None:
    s = prepare(SNARKAS, {"knows 2": {"deck": {"somewhere": ["2 x ZAP"]}}, "hand each": ["1"]})
    deck = make_view(SNARKAS, s, 1).zone("deck")
    assert deck.somewhere == ("ZAP", "ZAP")
    assert not any(card.face for card in deck.cards)
    assert make_view(SNARKAS, s, 0).zone("deck").somewhere == ()


# ---- What is refused -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("position", "sentence", "part"),
    [
        ({"tabel": []}, "There is no zone or variable `tabel`. Did you mean `table`?", "tabel"),
        ({"table": ["Astre"]}, "There is no card `Astre`. Did you mean `Aster`?", "table"),
        ({"table": ["5 x Aster"]}, "names `Aster` 5 times, but there are 4 of it", "table"),
        ({"hand 3": []}, "There is no seat `3`; with 2 players the seats are 1 to 2.", "hand 3"),
        ({"hand": []}, "Each player has its own `hand`", "hand"),
        ({"table 1": []}, "There is one `table` for all", "table 1"),
        ({"deck": []}, "36 cards are left over, since `deck` says how many lie there", "deck"),
        ({"rest": "won 1"}, "The rest lies in `deck`", "rest"),
        ({"rest": "deck"}, "Leave `rest` out", "rest"),
        ({"rest": "wonn 1"}, "Did you mean `won`?", "rest"),
        ({"deck": {"count": 40}}, "There are only 36 cards left for `deck`, not 40.", "deck"),
        ({"hand 1": 60}, "There are not enough cards left to lay 60", "hand 1"),
        (
            {"hand 1": {"with": ["1", "2"], "count": 1}},
            "names 2 cards, but its count is 1",
            "hand 1",
        ),
        ({"hand 1": {"top": ["1"]}}, "`hand 1` has no order", "hand 1"),
        ({"hand 1": {"bottm": ["1"]}}, "but not `bottm`", "hand 1"),
        ({"hand 1": "seven"}, "`hand 1` is a list of cards, a number of cards", "hand 1"),
        ({"hand 1": []}, "Seat 1 can do nothing here", None),
        ({"snarkas_gem 1": 9}, "There are not so many tokens `snarkas_gem`", "snarkas_gem 1"),
        ({"last_to_capture": "Aster"}, "There is no seat `Aster`", "last_to_capture"),
        ({"asked": 3}, "There is no seat `3`", "asked"),
        ({"asked": {"seet": 1}}, "but not `seet`", "asked"),
        ({"asked": {"for": "bidding"}}, "Seat 1 is not asked for `bidding`", "asked"),
        ({"match 1": "two"}, "`match 1` is a number from 0 on", "match 1"),
        ({"knows 1": {"deck": {"top": ["Aster"]}}}, "Card 1 of `deck` is", "knows 1"),
        ({"knows 1": {"hand 2": {"with": ["ZAP"]}}, "hand 2": []}, "has no further ZAP", "knows 1"),
    ],
)
def test_a_bad_position_is_refused_with_a_sentence(
    position: dict[str, object], sentence: str, part: str | None
) -> None:
    with pytest.raises(PositionError) as caught:
        prepare(SNARKAS, position)
    assert sentence in str(caught.value)
    assert caught.value.part == part


def test_stacks_need_a_list_of_lists() -> None:
    assert "`patch` holds stacks" in refused(SNATCH_IT, {"patch 1": ["Swarm"]})


def test_what_is_asked_in_the_middle_of_an_action_is_no_position() -> None:
    message = refused(SNATCH_IT, {"asked": {"seat": 2, "for": "theft"}})
    assert "in the middle of an action" in message


def test_an_enumeration_has_a_near_name() -> None:
    assert "Did you mean `flyer`?" in refused(SNATCH_IT, {"bait": "flier"})


# ---- Whatever is named ---------------------------------------------------------------------------

_COUNTS = st.integers(0, 12)


@given(hand=_COUNTS, other=_COUNTS, table=_COUNTS, top=st.lists(st.sampled_from(["1", "2", "ZAP"])))
def test_any_numbers_that_fit_give_a_sound_state(
    hand: int, other: int, table: int, top: list[str]
) -> None:
    position = {"hand 1": hand + 1, "hand 2": other, "table": table, "deck": {"top": top[:2]}}
    s = prepare(SNARKAS, position)
    assert is_sound(SNARKAS, s)
    assert len(faces(SNARKAS, s, "hand", 1)) == hand + 1
    assert faces(SNARKAS, s, "deck")[: len(top[:2])] == top[:2]
    assert state_from_data(SNARKAS, s.data()) == s


@pytest.mark.parametrize("game", at_all_numbers(), ids=str)
def test_play_goes_on_from_a_position(game: Bundled) -> None:
    made = game.game()
    s = prepare(made, {})
    for _ in range(30):
        answers = made.answers(s)
        if not answers:
            break
        s = made.apply_answer(s, answers[len(answers) // 2])
        assert is_sound(made, s)


def test_what_a_seat_has_goes_before_what_each_has() -> None:
    for position in (
        {"snarkas_gem each": 1, "snarkas_gem 2": 3},
        {"snarkas_gem 2": 3, "snarkas_gem each": 1},
    ):
        view = make_view(SNARKAS, prepare(SNARKAS, position), "referee")
        assert dict(view.variables)["snarkas_gem"][:2] == (1, 3)


def test_two_seats_of_one_team_have_one_pile() -> None:
    game = Game(SNARKAS.ruleset, 4)
    with pytest.raises(PositionError, match="`won 3` and `won 1` speak of the same won"):
        prepare(game, {"won 1": 1, "won 3": 2})


def test_all_that_does_not_fit_is_told() -> None:
    with pytest.raises(PositionError) as caught:
        prepare(SNARKAS, {"tabel": [], "hand 1": ["7", "Astre"], "hand 9": 3})
    errors = (caught.value, *caught.value.others)
    assert [(item.part, item.path) for item in errors] == [
        ("tabel", None),
        ("hand 1", (1,)),
        ("hand 9", None),
    ]


@pytest.mark.parametrize(
    ("position", "message", "help"),
    [
        ({"round": 3}, "`round` cannot be laid out", "begin the steps with `until: {round: ...}`"),
        (
            {"rest": "hand each"},
            "The rest goes to a single zone, and there are 2 here.",
            "Name one",
        ),
        ({"rest": "table", "table": ["5"]}, "The rest cannot go where the position lists", "Name"),
    ],
)
def test_what_cannot_be_laid_out_is_told_with_what_to_do(
    position: dict[str, object], message: str, help: str
) -> None:
    with pytest.raises(PositionError) as caught:
        prepare(SNARKAS, position)
    assert message in str(caught.value)
    assert help in caught.value.help
