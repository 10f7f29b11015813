"""`why`, `?` and `rules`: understood leniently, answered with IDs, sentences and what is allowed."""

from __future__ import annotations

import pytest

from cardrules.cli.table.meaning import Understanding
from cardrules.engine.game import Game
from cardrules.engine.view import make_view
from cardrules.model.action import Action
from cardrules.model.state import State
from tests.bundled import bundled, bundled_named, random_play
from tests.cli.play_harness import Sat, against_bots, people
from tests.cli.test_play_session import HANDS
from tests.engine import harness

NAMES = ("Ann", "Bob", "Old Tom", "Dora")

STACKED = """
zone deck  shared pile, seen by nobody, starts with cards
zone hand  per player spread, seen by owner
zone patch per player stacks, top seen by all, rest seen by owner
placement climbs(card on target)
    step [T-5]: card.number = target.number + 1 "each card is one higher"
    small [T-6]: card.number < 9 "a nine goes nowhere"
setup
    each player clockwise from starter
        draw 3 from deck to my hand
play
    turns clockwise from starter once
        one of found_it, raise, guess, otherwise stay
action found_it [T-1] "Begin a stack"
    choose card from my hand
    do
        stack card on top of deck to my patch
action raise [T-2] "Raise a stack"
    choose card from my hand
    choose stack from opponents.patch where climbs(card on top of stack)
    do
        move card to stack
action guess [T-3] "Guess a player and a colour"
    choose rival from opponents
    choose colour from {red, green}
    require rival = left of me [T-7] "only your left neighbour"
    do
        end turn
action stay [T-4] "Stay"
    do
        end turn
"""
COLOURS = "number: {type: integer, default: 0}\ncolour: {type: [red, green], default: red}"


def stacked(seats: int = 3) -> Game:
    return harness.game(STACKED, seats, attributes=COLOURS)


def understanding(game: Game, s: State) -> Understanding:
    assert s.pending is not None
    return Understanding(game, make_view(game, s, s.pending[1]), NAMES[: game.players])


# ---- Texts to actions ----------------------------------------------------------------------------


def first_stack(game: Game) -> State:
    """After seat 1 has begun a stack with its 9 (9, 8 and 7 are dealt to it)."""
    return game.apply(game.start(0, 0), Action("found_it", {"card": "9"}))


STACK_OF_ANN = {"zone": "patch", "seat": 1, "stack": 1}


@pytest.mark.parametrize(
    ("typed", "name", "arguments"),
    [
        ("raise 5 from 1", "raise", {"card": "5", "stack": STACK_OF_ANN}),
        ("raise 5 on stack 1 of ann", "raise", {"card": "5", "stack": STACK_OF_ANN}),
        ("Raise a stack: 5, Ann", "raise", {"card": "5", "stack": STACK_OF_ANN}),
        ("raise", "raise", {}),
        ("rais 6", "raise", {"card": "6"}),
        ("can i begin with 6?", "found_it", {"card": "6"}),
        ("guess tom red", "guess", {"colour": "red"}),
        ("guess Old Tom green", "guess", {"rival": 3, "colour": "green"}),
        ("guess colour green", "guess", {"colour": "green"}),
        ("guess player 3", "guess", {"rival": 3}),
        ("stay", "stay", {}),
    ],
)
def test_words_are_understood_as_an_action(
    typed: str, name: str, arguments: dict[str, object]
) -> None:
    game = stacked()
    reading = understanding(game, first_stack(game)).read(typed)
    assert reading is not None
    assert [(action.name, dict(action.arguments)) for action in reading.actions] == [
        (name, arguments)
    ]


def test_a_player_with_two_stacks_may_mean_either() -> None:
    game = harness.game(STACKED.replace("once\n", "until count of starter.patch = 3\n"), 2, attributes=COLOURS)
    s = game.start(0, 0)
    for _ in range(2):
        s = game.apply(s, game.legal_actions(s)[0])
        s = game.apply(s, next(a for a in game.legal_actions(s) if a.name == "guess"))
    reading = understanding(game, game.apply(s, game.legal_actions(s)[0])) .read("raise 5 from 1")
    assert reading is not None
    assert len(reading.actions) == 3


@pytest.mark.parametrize("item", bundled(), ids=str)
def test_every_legal_action_is_understood_from_its_own_words(item: object) -> None:
    """What stands in the menu, typed behind `why`, is found to be allowed."""
    game = item.game()  # type: ignore[attr-defined]
    sat_names = [f"Player {seat + 1}" for seat in range(game.players)]
    from cardrules.cli.table.values import Teller
    from cardrules.cli.table.why import Why

    tried = missed = 0
    for number, s in enumerate(random_play(game, 8, steps=120)):
        options = game.options(s)
        if not options or number % 6 or len(options) > 300:
            continue
        view = make_view(game, s, s.pending[1])
        teller = Teller(game, s, s.pending[1], sat_names)
        why = Why(game, s, Understanding(game, view, sat_names), teller)
        for option in options[:3]:
            if option == (-1,):
                continue
            tried += 1
            told = [str(rule) for rule in why.answer(teller.option(option))]
            missed += any("Not allowed" in line or "Which action" in line for line in told)
    assert tried
    assert missed <= tried * 0.1, f"{missed} of {tried}"


# ---- Answers -------------------------------------------------------------------------------------


def sat_at(typed: str) -> str:
    """What seat 2 is told after seat 1 has begun a stack with 9."""
    sat = Sat(stacked(2), people(2), names=("Ann", "Bob"))
    sat.type("", "begin 9", "")
    return sat.type(typed)


def test_a_refusal_names_the_clause_its_id_its_sentence_and_what_is_allowed() -> None:
    told = sat_at("why raise 5 from ann")
    assert "Not allowed: Raise a stack: card 5, stack 1 of Ann's patch  [T-2]" in told
    assert "because: step: each card is one higher  [T-5]" in told
    assert "Allowed instead:" in told
    assert "  Begin a stack: 5" in told


def test_an_action_that_is_allowed_is_told_so_with_its_ways() -> None:
    told = sat_at("why begin")
    assert "Allowed: Begin a stack, in 3 ways  [T-1]" in told
    assert "Allowed: Begin a stack: card 5  [T-1]" in sat_at("why begin 5") or "Begin a stack: 5" in told


def test_a_card_is_looked_at_in_every_action_also_by_its_label() -> None:
    by_name = sat_at("why 4")
    assert "4:\n" in sat_at("why c1")
    told = sat_at("why c1")
    assert "  Begin a stack: possible, 1 way  [T-1]" in told
    assert "  Raise a stack: not possible  [T-2]" in told
    assert "    because: step: each card is one higher  [T-5]" in told
    assert "[T-1]" in by_name


def test_why_alone_goes_through_all_actions() -> None:
    told = sat_at("why")
    assert "Begin a stack: possible, 3 ways  [T-1]" in told
    assert "Raise a stack: not possible  [T-2]" in told
    assert "Stay: not possible  [T-4]\n  because: only if no other action is possible  [T-4]" in told


def test_an_action_of_another_moment_is_told_as_such() -> None:
    sat = Sat(bundled_named("snatch_it")[0].game(), against_bots(3), seed=3, first=None)
    told = sat.type("why steal")
    assert "Not allowed: Steal from a patch  [SI-A2]" in told
    assert "this is not the moment for it" in told


def test_what_is_not_understood_is_answered_with_what_there_is() -> None:
    assert "Which action do you mean? Here there is: found it, raise, guess, stay." in sat_at("why xyzzy")


# ---- Rules ---------------------------------------------------------------------------------------


def test_help_tells_the_rules_in_force_here_with_their_ids() -> None:
    told = sat_at("?")
    assert "Raise a stack  [T-2]" in told
    assert "  - choose stack from opponents.patch where climbs(card on top of stack)" in told
    assert "  - only your left neighbour  [T-7]" in told
    assert "Only if nothing else is possible:\n  Stay  [T-4]" in told
    assert "Climbs:\n  - step: each card is one higher  [T-5]" in told
    assert "You may type" in told


def test_rules_tells_all_and_with_an_id_the_text_of_that_part() -> None:
    told = sat_at("rules")
    assert "Tiny for 2 players" in told
    assert "Begin a stack (found it)  [T-1]" in told
    assert "Winner highest score" in told
    told = sat_at("rules t-6")
    assert told.startswith("placement climbs(card on target)\n    step [T-5]")
    assert sat_at("? raise").startswith('action raise  [T-2] "Raise a stack"\n    choose card')


def test_a_rulebook_in_comments_is_told_instead_of_lines() -> None:
    book = "# T-1    Lay a card, but not\n#        a low one.\n# T-3    Or hide one.\n"
    sat = Sat(harness.game(book + HANDS, 2), people(2))
    told = sat.type("", "rules")
    assert "Rules\n  T-1: Lay a card, but not a low one.\n  T-3: Or hide one.\n" in told
    assert sat.type("rules t-3").startswith("T-3: Or hide one.\n\naction hide")


@pytest.mark.parametrize("item", bundled(), ids=str)
def test_every_bundled_game_has_help_and_rules(item: object) -> None:
    game = item.game()  # type: ignore[attr-defined]
    sat = Sat(game, against_bots(game.players), first=None)
    for typed in ("?", "rules"):
        told = sat.type(typed)
        assert "[" in told
        assert "None" not in told
        assert "_" not in told
