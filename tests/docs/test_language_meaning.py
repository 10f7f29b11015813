"""What the page of the language says of meaning, tried out in games.

The sentences that matter most, each in a small game made of the world of the page.
"""

from __future__ import annotations

import re
from typing import Any

import attrs
import pytest

from cardrules.engine.game import Game
from cardrules.errors import GameLimitError
from cardrules.model.state import State
from tests.docs.page_examples import LANGUAGE, Example, analysed, examples_of, shown

EXAMPLES = examples_of(LANGUAGE)


def _game(declarations: str, players: int = 3, **options: object) -> Game:
    example = attrs.evolve(EXAMPLES[0], form="declarations", text=declarations)
    ruleset, diagnostics = analysed(example)
    assert ruleset is not None, shown(list(diagnostics))
    return Game(ruleset, players, options)


def _value(game: Game, state: State, name: str, holder: int = 0) -> Any:
    return state.vars[game.tables.variable_base[name] + holder]


def _zone(game: Game, state: State, name: str, holder: int = 0) -> tuple[int, ...]:
    return state.zones[game.tables.zone_base[name] + holder]


def _asked(game: Game, state: State, limit: int = 1000) -> list[tuple[int, int]]:
    """Who is asked, and how many answers there are, if everybody takes the first."""
    found: list[tuple[int, int]] = []
    while not state.over and len(found) < limit:
        decision = game.decision(state)
        assert decision is not None
        found.append((decision.player + 1, len(game.answers(state))))
        game.apply_answer_in_place(state, game.answers(state)[0])
    return found


# ---- Whole games ---------------------------------------------------------------------------------

WHOLE = [item for item in EXAMPLES if item.form in ("ruleset", "world") and item.code is None]


@pytest.mark.parametrize("example", WHOLE, ids=str)
def test_a_whole_game_of_the_page_comes_to_an_end(example: Example) -> None:
    ruleset, _ = analysed(example)
    assert ruleset is not None
    for players in range(ruleset.players_min, ruleset.players_max + 1):
        game = Game(ruleset, players)
        state = game.start(1, 0)
        _asked(game, state)
        assert state.over
        assert game.result(state).winners


# ---- Expressions ---------------------------------------------------------------------------------

_WITH_RESULT = re.compile(r"^(.*?)\s+# (-?[0-9]+)$", re.MULTILINE)
RESULTS = [
    match
    for item in EXAMPLES
    if item.form == "expressions"
    for match in _WITH_RESULT.findall(item.text)
]


def test_some_expressions_have_their_result_behind_them() -> None:
    assert len(RESULTS) > 4


@pytest.mark.parametrize(("expression", "result"), RESULTS)
def test_an_expression_has_the_result_that_stands_behind_it(expression: str, result: str) -> None:
    game = _game(f"variable outcome per player: integer = {expression}\n")
    assert _value(game, game.start(1, 0), "outcome") == int(result)


@pytest.mark.parametrize(
    ("expression", "result"),
    [
        ("sum of number in my hand", 0),
        ("highest of number in my hand", 0),
        ("5 if every c in my hand: c.ripe else 6", 5),
        ("5 if some c in my hand: c.ripe else 6", 6),
        ("count of subsets of my hand", 1),
        ("count of maximal families of subsets of my hand where count of it > 1", 1),
        ("count of union of subsets of my hand", 0),
        ("count of ({1, 2, 3} + {3, 4})", 4),
        ("count of ({1, 2, 3} - {3, 4})", 2),
        ("count of opponents", 2),
        ("count of partners", 0),
        ("5 if {1, 2} = {2, 1} else 6", 5),
        ("count of (cards where fruit = apple with highest number)", 1),
        ("count of (cards where fruit = apple with lowest number)", 2),
        ("count of (cards where fruit < pear)", 19),
        ("5 if first of opponents = left of me else 6", 5),
    ],
)
def test_a_value_is_what_the_page_says(expression: str, result: int) -> None:
    game = _game(f"variable outcome per player: integer = {expression}\n")
    assert _value(game, game.start(1, 0), "outcome") == result


# ---- Cards ---------------------------------------------------------------------------------------

NOTHING_TO_DO = "play\n    end game\n"


def _setup(*lines: str) -> str:
    return "setup\n" + "".join(f"    {line}\n" for line in lines) + NOTHING_TO_DO


@pytest.mark.parametrize(
    ("place", "order"),
    [
        ("", [1, 2, 3, 4, 5]),
        ("at bottom", [5, 4, 1, 2, 3]),
        ("above 1 cards", [1, 4, 5, 2, 3]),
        ("below 1 cards", [1, 2, 4, 5, 3]),
        ("above 99 cards", [1, 2, 3, 4, 5]),
        ("below 99 cards", [4, 5, 1, 2, 3]),
    ],
)
def test_where_cards_come_in_a_pile(place: str, order: list[int]) -> None:
    game = _game(
        _setup(
            "draw 3 from deck to discard",
            "draw 2 from deck to starter.hoard",
            f"move starter.hoard to discard {place}",
        )
    )
    pile = _zone(game, game.start(1, 0), "discard")
    # The deck is not shuffled, so that the cards come from the end of the card table.
    assert [game.tables.cards - card for card in pile] == order


def test_drawing_stops_when_nothing_is_left() -> None:
    game = _game(_setup("draw 500 from deck to discard", "draw -3 from discard to deck"))
    state = game.start(1, 0)
    assert len(_zone(game, state, "discard")) == game.tables.cards


def test_not_more_tokens_go_than_there_are() -> None:
    game = _game(
        _setup(
            "give 50 coin to starter",
            "give 1 coin to left of starter",
            "take 7 coin from starter",
            "take 9 coin from left of starter",
        )
    )
    state = game.start(1, 0)
    assert [_value(game, state, "coin", seat) for seat in range(3)] == [23, 0, 0]


def test_a_while_may_run_once_more_than_there_are_cards() -> None:
    def started(most: int) -> int:
        done = "variable times_done: integer = 0\n"
        setup = _setup(f"while times_done < {most}", "    add 1 to times_done")
        game = _game(done + setup)
        return int(_value(game, game.start(1, 0), "times_done"))

    assert started(65) == 65  # of 64 cards
    with pytest.raises(GameLimitError):
        started(66)


# ---- Choosing ------------------------------------------------------------------------------------


def test_a_choice_among_effects_is_asked_even_if_there_is_one_answer() -> None:
    play = "play\n    as starter\n        choose n from {1}\n        choose m from {1, 2}\n"
    game = _game(play)
    assert _asked(game, game.start(1, 0)) == [(1, 1), (1, 2)]


def test_a_forced_choice_is_not_asked() -> None:
    play = "play\n    as starter\n        choose n unless forced from {1}\n"
    game = _game(play)
    assert _asked(game, game.start(1, 0)) == []


def test_nobody_is_asked_where_nothing_can_be_chosen_and_moving_none_does_nothing() -> None:
    play = "play\n    as starter\n        choose c from my hoard\n        move c to discard\n"
    game = _game(play)
    state = game.start(1, 0)
    assert _asked(game, state) == []
    assert not _zone(game, state, "discard")


def test_without_a_possible_action_nobody_is_asked() -> None:
    game = _game(
        "action never\n    require false\n    do\n        end game\n"
        "play\n    turns clockwise from starter once\n        one of never\n"
    )
    assert _asked(game, game.start(1, 0)) == []


def test_otherwise_is_for_when_nothing_else_is_possible() -> None:
    actions = "".join(
        f"action {name}\n    require {condition}\n    choose n from {{{answers}}}\n"
        '    do\n        say "{me}"\n'
        for name, condition, answers in (
            ("usual", "turn < 2", "1, 2, 3"),
            ("last", "true", "1, 2"),
        )
    )
    play = "play\n    turns clockwise from starter once\n        one of usual, otherwise last\n"
    game = _game(actions + play)
    assert _asked(game, game.start(1, 0)) == [(1, 3), (2, 2), (3, 2)]


def test_together_is_carried_out_for_those_alone_who_could_choose() -> None:
    game = _game(
        "setup\n    draw 1 from deck to starter.hand\n"
        "play\n"
        "    together each player clockwise from starter\n"
        "        choose c from my hand\n"
        "        do\n"
        "            add 1 to my tricks\n"
    )
    state = game.start(1, 0)
    assert _asked(game, state) == [(1, 1)]
    assert [_value(game, state, "tricks", seat) for seat in range(3)] == [1, 0, 0]


# ---- Answers -------------------------------------------------------------------------------------

WINDOW = """
window test
interrupt answer_test answers test
    choose c from my hand where false
    do
        stop
action begin
    do
        open test() to others
        end game
play
    turns clockwise from starter
        one of begin
"""


def test_whoever_has_no_answer_is_asked_all_the_same_but_not_with_an_empty_hand() -> None:
    game = _game("setup\n    draw 1 from deck to (right of starter).hand\n" + WINDOW)
    # The third player holds a card, the second none; the only answer is to pass.
    assert _asked(game, game.start(1, 0)) == [(1, 1), (3, 1)]


def test_stop_leaves_out_the_rest_of_the_action_and_the_other_answers() -> None:
    game = _game(
        "setup\n    each player clockwise from starter\n        draw 1 from deck to my hand\n"
        + WINDOW.replace(" where false", "")
        .replace("        end game\n", "        add 1 to my tricks\n")
        .replace("turns clockwise from starter", "turns clockwise from starter once until turn = 1")
    )
    state = game.start(1, 0)
    # Begin; the second player answers and stops it; so the third is not asked.
    assert _asked(game, state) == [(1, 1), (2, 2)]
    assert _value(game, state, "tricks", 0) == 0


# ---- Course and match ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("turns", "players"),
    [
        ("once", [1, 2, 3]),
        ("where it != starter once", [2, 3]),
        ("until turn = 4", [1, 2, 3, 1]),
    ],
)
def test_who_has_a_turn(turns: str, players: list[int]) -> None:
    game = _game(
        f"play\n    turns clockwise from starter {turns}\n        choose n from {{1, 2}}\n"
    )
    assert [player for player, _ in _asked(game, game.start(1, 0))] == players


@pytest.mark.parametrize(
    ("statement", "players"),
    [
        ("next turn me", [1, 1, 1]),
        ("next turn left of left of me", [1, 3, 2]),
        ("next turn next of next of me", [1, 3, 2]),
        ("reverse", [1, 3, 1]),
        ("reverse\n        next turn next of next of me", [1, 2, 1]),
    ],
)
def test_the_order_of_turns_can_be_changed(statement: str, players: list[int]) -> None:
    game = _game(
        "play\n    turns clockwise from starter until turn = 3\n"
        f"        choose n from {{1, 2}}\n        {statement}\n"
    )
    assert [player for player, _ in _asked(game, game.start(1, 0))] == players


MATCH = """
play
    as starter
        choose n from {1, 2}
    give 40 coin to starter
score
    points: coin
winner highest score
"""


def test_in_a_match_the_starter_moves_to_the_left_and_everything_starts_anew() -> None:
    game = _game(MATCH + "match race to 31\n", players=2)
    state = game.start(1, 0)
    # 30 to 0, then 30 to 30: a tie below the mark; then 60 to 30.
    assert _asked(game, state) == [(1, 2), (2, 2), (1, 2)]
    assert game.result(state).scores == (60, 30)


def test_the_best_of_three_has_won_two() -> None:
    game = _game(MATCH + "match best of 3\n", players=2)
    state = game.start(1, 0)
    assert _asked(game, state) == [(1, 2), (2, 2), (1, 2)]
    assert game.result(state).winners == (0,)
