"""The order of legal actions, point by point as `docs/design/order-of-actions.md` has it."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import wraps
from pathlib import Path
from typing import Any, get_args

import pytest

from cardrules.engine.writing import LegalActions
from cardrules.machine.search import Order
from tests.engine.harness import Table, table

PAGE = Path(__file__).parents[2] / "docs" / "design" / "order-of-actions.md"
# The points of the page that have a test.
TESTED: list[str] = []
# In what order the values of the choices come that a test asks for, as their searches say it.
FOUND: set[str] = set()

ZONES = """
zone hand  per player spread, seen by owner
zone heap  shared pile, seen by all
zone line  shared row, seen by all
zone patch per player stacks, seen by all
variable taken: integer = 0
routine lay(owner_of_stack: player)
    let above = deck with highest number
    move above to heap
    let below = deck with lowest number
    if above is not empty and below is not empty
        stack first of above on first of below to owner_of_stack.patch
"""
PLAY = """
play
    turns clockwise from starter once
        one of go
"""
# Three of each number from 1 to 3.
ALIKE = 'plain: {name: "{number}", number: 1 to 3, count: 3}'
FIRST_HAND = "(first of players).hand"


def point(*names: str) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """This test shows that these points of the page are true; of those that are an order, that its
    searches say it.
    """
    TESTED.extend(names)
    orders = {name.strip("`").lower() for name in names} & set(get_args(Order))

    def shown(test: Callable[..., None]) -> Callable[..., None]:
        @wraps(test)
        def shows(**given: Any) -> None:
            FOUND.clear()
            test(**given)
            assert orders <= FOUND

        return shows

    return shown


def asked(domain: str, *setup: str, seats: int = 2, more: str = "", **other: Any) -> Table:
    """The table where the first player chooses an `x` from a domain, after a set-up."""
    lines = "".join(f"    {line}\n" for line in setup or ("shuffle line",))
    rules = f"{ZONES}{more}\nsetup\n{lines}{PLAY}"
    rules += f"action go\n    choose x from {domain}\n    do\n        add 1 to taken\n"
    return noted(table(rules, seats, **other))


def noted(found: Table) -> Table:
    """The table, after it is noted in what order its first choice comes."""
    (search,) = [one for one in found.game.program.searches if one.name == "go"]
    FOUND.update(search.plan.loops[0].order)
    return found


def values(domain: str, *setup: str, **more: Any) -> list[str]:
    """How the values of a domain are listed."""
    return [line.removeprefix("go x: ") for line in asked(domain, *setup, **more).legal]


def actions(named: str, declarations: str) -> list[str]:
    """How actions of these declarations are listed, which `one of` names."""
    return table(f"{ZONES}{PLAY.replace('go', named)}{declarations}").legal


def action(name: str, *premises: str, head: str = "") -> str:
    """An action with these premises."""
    lines = "".join(f"    {line}\n" for line in premises)
    return f"action {name} {head}\n{lines}    do\n        add 1 to taken\n"


def test_every_point_of_the_page_is_tested() -> None:
    points = re.findall(r"^- \*\*(.*?)\*\*", PAGE.read_text(encoding="utf-8"), re.MULTILINE)
    assert points == TESTED
    assert set(get_args(Order)) <= {name.strip("`").lower() for name in points}


# ---- From action to action -----------------------------------------------------------------------


@point("Actions")
def test_actions_come_as_they_are_named_and_those_of_a_trait_as_they_are_written() -> None:
    trait = "trait light\n    do\n        proceed\n"
    written = "".join(action(name, head="is light" * (name != "c")) for name in "bca")
    assert actions("c, light", trait + written) == ["c", "b", "a"]
    assert actions("a, light, c", trait + written) == ["a", "b", "c"]


@point("Otherwise")
def test_what_stands_behind_otherwise_is_there_only_alone() -> None:
    written = action("a", "require taken = {}") + action("b")
    assert actions("a, otherwise b", written.format(0)) == ["a"]
    assert actions("a, otherwise b", written.format(1)) == ["b"]


@point("Answers")
def test_answers_come_as_they_are_written_and_passing_last() -> None:
    rules = f"{ZONES}{PLAY}action go\n    do\n        open ask to left of me\nwindow ask\n"
    rules += "".join(
        f"interrupt {name} answers ask\n    require taken = {number}\n    do\n        stop\n"
        for name, number in (("late", 0), ("never", 1), ("early", 0))
    )
    assert table(rules).do("go").legal == ["late", "early", "pass"]


def choosing(how: str, *setup: str, **more: Any) -> Table:
    """The table where the first player has chosen from a hand in the middle of effects."""
    lines = "".join(f"    {line}\n" for line in setup or ("shuffle line",))
    effects = f"        choose x {how}\n        add 1 to taken\n"
    return table(f"{ZONES}\nsetup\n{lines}{PLAY}action go\n    do\n{effects}", **more).do("go")


@point("No card fits")
def test_where_no_card_fits_the_answer_is_none() -> None:
    assert choosing("from my hand where number > 9", DEAL).legal == ["choose x: none"]


# ---- Within one action ---------------------------------------------------------------------------

DEAL = f"draw 3 from deck to {FIRST_HAND}"


@point("Choices")
def test_the_first_choice_is_the_outermost() -> None:
    written = action("go", "choose x from {2, 1}", "choose y from {true, false} where x = 1 or y")
    assert actions("go", written) == ["go x: 2, y: yes", "go x: 1, y: yes", "go x: 1, y: no"]
    second = "choose y from {3, 2, 9} where it in {2, 9} or it = z"
    written = action("go", "choose x from {2, 1}", "let z = x + 1", second)
    assert actions("go", written) == [
        *("go x: 2, y: 3", "go x: 2, y: 2", "go x: 2, y: 9"),
        *("go x: 1, y: 2", "go x: 1, y: 9"),
    ]


@point("Conditions")
def test_conditions_leave_out_and_change_no_order() -> None:
    lying = "draw 5 from deck to heap"
    assert values("heap", lying) == ["9", "8", "7", "6", "5"]
    assert values("heap where number != 8", lying) == ["9", "7", "6", "5"]
    assert values("heap with highest number mod 2", lying) == ["9", "7", "5"]
    every = values(f"subsets of {FIRST_HAND}", DEAL)
    largest = values(f"maximal subsets of {FIRST_HAND} where count of it < 3", DEAL)
    assert largest == [line for line in every if line.count("+") == 1]
    written = action("go", "choose x from heap", "require x.number != 8")
    rules = f"{ZONES}\nsetup\n    {lying}\n{PLAY}{written}"
    assert table(rules).legal == [f"go x: {number}" for number in (9, 7, 6, 5)]


# ---- The values of a choice ----------------------------------------------------------------------


@point("Cards of a spread")
def test_cards_of_a_spread_come_as_in_the_card_table() -> None:
    attributes = "suit: [red, blue]\nnumber: integer"
    cards = """
b: {name: "b {suit} {number}", suit: all, number: [2, 1], count: 1}
a: {name: "a {number} {suit}", number: [2, 1], suit: all, count: 1}
"""
    every = ["b red 2", "b red 1", "b blue 2", "b blue 1", "a 2 red", "a 2 blue", "a 1 red"]
    every.append("a 1 blue")
    more: dict[str, Any] = {"attributes": attributes, "cards": cards}
    # However they came there.
    came = ["shuffle deck", "draw 2 from deck to heap"]
    drawn = [*came, f"draw 6 from deck to {FIRST_HAND}"]
    assert values("my hand", *drawn, f"move heap to {FIRST_HAND}", **more) == every
    lying = asked("cards", *drawn, **more)
    assert [line.removeprefix("go x: ") for line in lying.legal] == every
    assert len(lying.cards("heap")) == 2


@point("Cards of a pile")
def test_cards_of_a_pile_or_row_come_from_its_beginning() -> None:
    assert values("heap", "draw 2 from deck to heap", "draw 1 from deck to heap at bottom") == [
        *("7", "9", "8")
    ]
    assert values("line", "draw 2 from deck to line", "draw 1 from deck to line at bottom") == [
        *("7", "9", "8")
    ]


@point("Zones of several players")
def test_cards_of_several_zones_come_player_after_player() -> None:
    each = ("each player clockwise from first of players", "    draw 2 from deck to my hand")
    assert values("players.hand", *each, seats=3) == ["8", "9", "6", "7", "4", "5"]
    assert values("clockwise_from(left of me).hand", *each, seats=3) == [
        *("6", "7", "4", "5", "8", "9")
    ]


@point("Stacks")
def test_stacks_come_as_they_came_and_player_after_player() -> None:
    lay = ["do lay(first of players)", "do lay(left of first of players)"]
    assert values("players.patch", lay[1], lay[0], lay[1]) == [
        f"stack {number} of seat {seat}'s patch" for seat, number in ((1, 1), (2, 1), (2, 2))
    ]
    known = asked("my patch", lay[0], lay[0])
    # 9 on 1 came before 8 on 2.
    assert known.stacks("patch") == [["1", "9"], ["2", "8"]]


@point("Players")
def test_players_come_by_seats_or_clockwise_from_the_left() -> None:
    rules = f"{ZONES}{PLAY}"
    teams = "teams: {6: [[1, 3, 5], [2, 4, 6]]}"
    for group, expected in (
        ("players", [1, 2, 3, 4, 5, 6]),
        ("others", [6, 1, 2, 3, 4]),
        ("opponents", [6, 2, 4]),
        ("partners", [1, 3]),
        ("clockwise_from(right of me)", [4, 5, 6, 1, 2, 3]),
    ):
        play = rules.replace("from starter", "from fifth") + action("go", f"choose x from {group}")
        play += "define fifth = right of right of first of players\n"
        assert noted(table(play, 6, front=teams)).legal == [f"go x: {seat}" for seat in expected]


@point("Teams")
def test_teams_come_as_they_are_listed() -> None:
    assert values("teams", seats=4, front="teams: {4: [[2, 4], [1, 3]]}") == ["2 + 4", "1 + 3"]
    assert values("teams", seats=3) == ["1", "2", "3"]


@point("Values in braces")
def test_values_come_as_they_are_written() -> None:
    assert values("{3, 1, 3, 2}") == ["3", "1", "2"]
    assert values("{false, true}") == ["no", "yes"]
    more = "values end: front, rear\n"
    assert values("{rear, front}", more=more) == ["rear", "front"]


@point("Numbers of a card")
def test_numbers_of_a_card_come_from_the_smallest_on() -> None:
    found = values(
        "(first of cards).months",
        attributes="number: integer\nmonths: {type: set of integers, default: []}",
        cards="plain: {number: 1, months: [5, 2, 9], count: 2}",
    )
    assert found == ["2", "5", "9"]


@point("Zones")
def test_zones_come_as_they_are_written() -> None:
    assert values("only(line) + only(my hand) + only(heap)") == ["line", "hand 1", "heap"]


@point("`A + B`")
def test_of_two_collections_the_first_comes_first() -> None:
    lying = ["draw 2 from deck to heap", f"draw 3 from deck to {FIRST_HAND}"]
    assert values("heap + my hand", *lying) == ["9", "8", "5", "6", "7"]
    assert values("(my hand where number > 5) + my hand", *lying) == ["6", "7", "5"]
    assert values("{3, 1} + {2, 1}") == ["3", "1", "2"]
    assert values("{3, 1, 2} - {1}") == ["3", "2"]


# ---- Sets and families ---------------------------------------------------------------------------

# 9, 8, 7 from the bottom.
HEAP = "draw 3 from deck to heap"


@point("Sets of cards")
def test_sets_come_by_size_and_then_by_their_cards() -> None:
    in_order = ["nothing", "7", "8", "9", "7 + 8", "7 + 9", "8 + 9", "7 + 8 + 9"]
    assert values("subsets of my hand", DEAL) == in_order
    assert values("subsets of heap", HEAP) == in_order
    # The same where they are searched for, and where they are too many to be.
    searched = "subsets of my hand where not some c in it: c.number = 8"
    assert values(searched, DEAL) == ["nothing", "7", "9", "7 + 9"]
    pairs = ["1 + 1", "1 + 2", "1 + 3", "2 + 2", "2 + 3", "3 + 3"]
    everything = f"draw 40 from deck to {FIRST_HAND}"
    assert values("subsets of my hand where count of it = 2", everything, cards=ALIKE) == pairs
    bounded = "subsets of my hand where count of it = 2 and sum of number in it > 3"
    assert values(bounded, everything, cards=ALIKE) == pairs[2:]
    large = 'plain: {name: "{number}", number: 1 to 40, count: 1}'
    counted = asked("subsets of my hand where count of it = 10", everything, cards=large)
    legal = counted.game.legal_actions(counted.state)
    assert isinstance(legal, LegalActions)
    tens = [*map(str, range(1, 11))], [*map(str, range(1, 10)), "11"], [*map(str, range(31, 41))]
    assert [legal[at].arguments["x"] for at in (0, 1, legal.total - 1)] == list(tens)
    held = legal.holding("x", ["40", "39"])
    assert held[0].arguments["x"] == [*map(str, range(1, 9)), "39", "40"]


@point("Sets put together")
def test_sets_that_are_put_together_come_as_they_are_written() -> None:
    pair, single, none = (
        f"(subsets of my hand where count of it = {number})" for number in (2, 1, 0)
    )
    two = f"draw 2 from deck to {FIRST_HAND}"
    assert values(f"{pair} + {single}", two) == ["8 + 9", "8", "9"]
    assert values(f"{single} + {none} + {single}", two) == ["8", "9", "nothing"]


def families(condition: str) -> str:
    return f"maximal families of subsets of my hand where count of it = 2 and {condition}"


def held(numbers: str) -> str:
    return f"move cards where number in {{{numbers}}} to {FIRST_HAND}"


@point("Families")
def test_families_that_take_fewer_of_the_first_cards_come_first() -> None:
    # All take the 1; the first one leaves the 2.
    assert values(families("sum of number in it <= 5"), held("1, 2, 3, 4")) == [
        *("(1 + 3)", "(1 + 2)", "(1 + 4) and (2 + 3)")
    ]


@point("Families of the same cards")
def test_families_of_the_same_cards_come_by_their_sets() -> None:
    # In order the sets are 3 + 4, 2 + 4, 2 + 3, 1 + 4, 1 + 3, 1 + 2.
    assert values(families("true"), held("1, 2, 3, 4")) == [
        *("(1 + 4) and (2 + 3)", "(1 + 3) and (2 + 4)", "(1 + 2) and (3 + 4)")
    ]


# Three 3 and two 2 in the heap; a 2 and three 1 in the hand.
TWO_PLACES = ("draw 5 from deck to heap", f"draw 4 from deck to {FIRST_HAND}")


@point("Families of sets from several places")
def test_families_of_sets_that_stay_apart_come_by_their_sets() -> None:
    in_heap = "(subsets of heap where count of it = 5)"
    in_both = "(subsets of (heap + my hand) where count of it = 9)"
    for one, other, expected in (
        (in_heap, in_both, ["nine", "five"]),
        (in_both, in_heap, ["five", "nine"]),
    ):
        found = values(f"maximal families of ({one} + {other})", *TWO_PLACES, cards=ALIKE)
        assert [{4: "five", 8: "nine"}[item.count("+")] for item in found] == expected


@point("Unions")
def test_unions_come_as_sets_do() -> None:
    unions = "unions of " + families("sum of number in it <= 5")
    assert values(unions, held("1, 2, 3, 4")) == ["1 + 2", "1 + 3", "1 + 2 + 3 + 4"]


# ---- What looks the same -------------------------------------------------------------------------


@point("Cards of one kind in a spread")
def test_cards_of_one_kind_are_one_value_in_each_spread() -> None:
    assert values("my hand", f"draw 4 from deck to {FIRST_HAND}", cards=ALIKE) == ["2", "3"]
    each = ("each player clockwise from first of players", "    draw 2 from deck to my hand")
    assert values("players.hand", *each, cards=ALIKE) == ["3", "2", "3, which: 2"]


@point("Cards of one kind in a pile or a row")
def test_cards_of_one_kind_in_a_row_are_a_value_each() -> None:
    for zone in ("heap", "line"):
        found = asked(zone, f"draw 4 from deck to {zone}", cards=ALIKE)
        assert found.cards(zone) == ["3", "3", "3", "2"]
        assert [line.removeprefix("go x: ") for line in found.legal] == [
            *("3", "3, which: 2", "3, which: 3", "2")
        ]
    few = values("heap where number = 3", "draw 4 from deck to heap", cards=ALIKE)
    assert few == ["3", "3, which: 2", "3, which: 3"]


@point("Sets that look the same")
def test_sets_that_look_the_same_are_one_if_they_come_from_the_same_cards() -> None:
    one = "(subsets of {} where count of it = 1)"
    assert values(one.format("heap"), *TWO_PLACES, cards=ALIKE) == ["2", "3"]
    apart = f"{one.format('my hand')} + {one.format('heap')}"
    assert values(apart, *TWO_PLACES, cards=ALIKE) == ["1", "2", "2, which: 2", "3"]
    same = f"{one.format('my hand')} + {one.format('(my hand where number < 3)')}"
    assert values(same, *TWO_PLACES, cards=ALIKE) == ["1", "2"]


@point("Unless forced")
def test_one_value_is_taken_without_a_question_unless_that_would_tell_something() -> None:
    unseen, forced = "from my hand", "unless forced from my hand"
    assert choosing(unseen, f"draw 1 from deck to {FIRST_HAND}").legal == ["choose x: 9"]
    assert choosing(forced, f"draw 1 from deck to {FIRST_HAND}").asked == 1
    three = f"draw 3 from deck to {FIRST_HAND}"
    assert choosing(forced, three, cards=ALIKE).legal == ["choose x: 3"]
    assert choosing("unless forced from others").asked == 1


@point("Which")
def test_actions_that_are_written_alike_are_numbered_in_their_order() -> None:
    lying = asked("line", "draw 4 from deck to line", cards=ALIKE)
    game, state = lying.game, lying.state
    answers = game.answers(state)
    found = [(action.which, action.arguments["x"]) for action in game.legal_actions(state)]
    assert found == [(1, "3"), (2, "3"), (3, "3"), (1, "2")]
    taken = [game.answer_of(state, action) for action in game.legal_actions(state)]
    assert taken == list(answers)


PAIRS = "subsets of line where count of it = 2"
ROW = ["2", "3", "3", "2", "2"]


@point("Which of several cards of one kind")
@pytest.mark.parametrize(
    "domain",
    [
        PAIRS,
        f"{PAIRS} and sum of number in it = 5",
        f"{PAIRS} and (first of it).number < 4",
        f"({PAIRS}) + only(hand where number > 5)",
        f"unions of only({PAIRS} and sum of number in it = 5)",
        f"first of maximal families of ({PAIRS} and sum of number in it = 5)",
        "all_pairs",
    ],
)
@pytest.mark.parametrize("places", [(0, 1, 2, 3, 4), (3, 2, 1, 0, 4), (4, 1, 2, 0, 3)])
def test_of_cards_of_one_kind_in_a_row_the_first_are_taken(domain: str, places: Any) -> None:
    """Whatever the numbers of the cards are, which nobody sees."""
    rules = f"""{ZONES}
define all_pairs = {PAIRS} and sum of number in it <= 5
setup
    shuffle deck
    draw 5 from deck to line
{PLAY}
action go
    choose x from {domain.replace("hand", "my hand")}
    do
        move x to heap
"""
    chance = [{"shuffle": "deck", "order": ROW}]
    t = table(rules, cards=ALIKE, chance=chance)
    zone = t.zone_number("line")
    t.state.zones[zone] = tuple([t.state.zones[zone][place] for place in places])
    t.state.answers = None  # they were listed with the cards at their places before
    assert t.cards("line") == ROW
    t.do("go", x=["2", "3"])
    assert t.cards("line") == ["3", "2", "2"]
