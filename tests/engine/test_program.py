"""Each statement and each construct of the flow, by tiny games.

What happens in which order is told by `say`; `said` gives these lines.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from cardrules.engine import events
from cardrules.engine.showing.narrate import Narrator
from cardrules.errors import GameLimitError
from cardrules.model.types import NONE
from tests.engine.harness import DECK, HAND, NUMBERS, ONE_GO, Table, after, conserved, table

ZONES = (
    DECK
    + HAND
    + """
zone table shared spread, seen by all
zone hoard per player pile, seen by nobody
variable count_up: integer = 0
variable mark per player: integer = 0
"""
)
EACH_DRAWS_TWO = """
setup
    each player clockwise from starter
        draw 2 from deck to my hand
"""


def said(t: Table) -> list[str]:
    """What has been said, with Player 1 called 1 and so on."""
    spoken = [event for event in t.events if isinstance(event, events.Said)]
    names = [str(seat + 1) for seat in range(t.game.players)]
    return Narrator(t.game, "referee", names).lines(t.state, spoken)


def carried_out(statements: str, *, seats: int = 3, more: str = "", **rest: Any) -> list[str]:
    """What is said when these statements are carried out where seat 1 (the starter) acts."""
    lines = "".join(f"        {line}\n" for line in statements.strip("\n").splitlines())
    return said(table(f"{ZONES}{more}\nsetup\n    as starter\n{lines}", seats, **rest))


def played(play: str, *, seats: int = 3, more: str = "", **rest: Any) -> Table:
    """The table when these lines are `play`."""
    lines = "".join(f"    {line}\n" for line in play.strip("\n").splitlines())
    return table(f"{ZONES}{more}\nplay\n{lines}", seats, **rest)


# ---- Loops ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("times", "wanted"), [("3", 3), ("0", 0), ("0 - 2", 0), ("count of deck", 9)]
)
def test_repeat_is_carried_out_so_many_times(times: str, wanted: int) -> None:
    assert carried_out(f'repeat {times} times\n    say "x"') == ["x"] * wanted


def test_how_often_to_repeat_is_known_at_the_beginning() -> None:
    assert (
        len(carried_out('repeat count of deck times\n    draw 1 from deck to table\n    say "x"'))
        == 9
    )
    lines = 'repeat 2 times\n    repeat 2 times\n        say "x"\n    say "y"'
    assert carried_out(lines) == ["x", "x", "y", "x", "x", "y"]


def test_while_looks_before_each_time() -> None:
    lines = (
        "while count of deck > 7\n"
        "    draw 1 from deck to table\n"
        "    let left_over = count of deck\n"
        '    say "{left_over}"'
    )
    assert carried_out(lines) == ["8", "7"]
    assert carried_out('while deck is empty\n    say "x"\nsay "y"') == ["y"]


def test_while_may_run_once_more_than_there_are_cards() -> None:
    lines = 'while my mark < {}\n    add 1 to my mark\n    say "x"'
    assert len(carried_out(lines.format(10))) == 10
    with pytest.raises(GameLimitError, match="not over after 10 passes") as caught:
        carried_out(lines.format(11))
    diagnostic = caught.value.diagnostic
    assert diagnostic.code == "CR701" and "end repeat" in diagnostic.help


def test_each_player_acts_in_turn_around_the_table() -> None:
    assert carried_out('each player clockwise from me\n    say "{me}"') == ["1", "2", "3"]
    assert carried_out('each player counterclockwise from (right of me)\n    say "{me}"') == [
        "3",
        "2",
        "1",
    ]


def test_after_each_player_the_one_who_acted_before_acts_again() -> None:
    lines = (
        "as left of me\n"
        "    each player clockwise from right of me\n"
        '        say "{me}"\n'
        '    say "still {me}"\n'
        'say "and {me}"'
    )
    assert carried_out(lines) == ["1", "2", "3", "still 2", "and 1"]


def test_where_is_looked_at_when_the_place_comes() -> None:
    lines = """
each player clockwise from me where mark = 0
    set (left of me).mark to 1
    say "{me}"
"""
    assert carried_out(lines, seats=5) == ["1", "3", "5"]


def test_who_begins_is_known_at_the_beginning() -> None:
    lines = 'each player clockwise from leader\n    set leader to left of leader\n    say "{me}"'
    assert carried_out(lines, more="variable leader: player = left of starter\n") == ["2", "3", "1"]


def test_each_in_goes_through_what_was_there_at_the_beginning() -> None:
    lines = """
draw 3 from deck to table
each c in table
    move c to deck
    draw 2 from deck to table
    say "{c}"
"""
    assert carried_out(lines) == ["7", "8", "9"]


def test_each_in_goes_through_players_teams_numbers_and_values() -> None:
    lines = """
each p in opponents
    say "{p}, not {me}"
each n in {5, 3}
    say "{n}"
each c in {red, blue}
    say "{c}"
each t in teams
    let size = count of (players where team = t)
    say "{size}"
"""
    found = carried_out(
        lines,
        seats=4,
        front="teams: {4: [[1, 3], [2, 4]]}",
        attributes="number: {type: integer, default: 0}\ncolour: {type: [red, blue], default: red}",
    )
    assert found == ["2, not 1", "4, not 1", "5", "3", "Red", "Blue", "2", "2"]


def test_if_takes_the_first_branch_that_holds() -> None:
    lines = """
each n in {1, 2, 3, 4}
    if n = 1
        say "one"
    else if n < 3
        say "two"
    else if n < 4
        say "three"
    else
        say "more"
if deck is empty
    say "never"
"""
    assert carried_out(lines) == ["one", "two", "three", "more"]


def test_let_keeps_its_value_and_ends_with_its_block() -> None:
    lines = """
let size = count of deck
repeat 2 times
    draw 1 from deck to table
    let size = count of deck
    say "{size}"
say "{size}"
"""
    assert carried_out(lines) == ["8", "7", "9"]


def test_as_restores_who_acted() -> None:
    lines = """
as left of me
    say "{me}"
    as left of me
        say "{me}"
    say "{me}"
say "{me} {active}"
"""
    assert carried_out(lines) == ["2", "3", "2", "1 1"]


# ---- Leaving constructs --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("lines", "wanted"),
    [
        ('repeat 3 times\n    say "{me}"\n    end repeat\nsay "{me}!"', ["1", "1!"]),
        ('while deck is not empty\n    say "{me}"\n    end while\nsay "{me}!"', ["1", "1!"]),
        (
            'each player clockwise from left of me\n    say "{me}"\n    if me = right of starter\n'
            '        end each\nsay "{me}!"',
            ["2", "3", "1!"],
        ),
        ('each n in {1, 2}\n    say "{n}"\n    end each\nsay "{me}!"', ["1", "1!"]),
        (
            "repeat 2 times\n    each player clockwise from left of me\n        as left of me\n"
            '            say "{me}"\n            end repeat\nsay "{me}!"',
            ["3", "1!"],
        ),
        (
            "each player clockwise from me\n    each n in {1, 2}\n        as left of me\n"
            '            say "{me}{n}"\n            end each\nsay "{me}!"',
            ["21", "31", "11", "1!"],
        ),
        (
            "each player clockwise from me\n    repeat 2 times\n        as left of me\n"
            '            say "{me}"\n            end each\nsay "{me}!"',
            ["2", "1!"],
        ),
        (
            "while deck is not empty\n    each player clockwise from left of me\n"
            '        repeat 5 times\n            end while\nsay "{me}!"',
            ["1!"],
        ),
    ],
)
def test_end_leaves_the_innermost_of_its_kind_and_who_acted_acts_again(
    lines: str, wanted: list[str]
) -> None:
    assert carried_out(lines) == wanted


def test_end_each_goes_out_of_one_each_at_a_time() -> None:
    lines = """
each player clockwise from me
    each n in {1, 2, 3}
        if n = 2
            end each
        say "{me}{n}"
"""
    assert carried_out(lines) == ["11", "21", "31"]


def test_end_game_ends_it_from_anywhere() -> None:
    rules = """
rounds until round = 5
    turns clockwise from starter once
        do stop_it
        say "{me}"
say "never"
"""
    t = played(
        rules,
        more="routine stop_it\n    each n in {1}\n        if turn = 2\n            end game\n",
    )
    assert said(t) == ["1"]
    assert t.state.over


def test_end_rounds_turns_turn_and_phase() -> None:
    rules = """
rounds
    say "round {round}"
    phase one
        turns clockwise from starter
            if me = left of starter
                end turn
            say "{me}"
            if turn > 2
                end turns
        if round = 2
            end phase
        say "end of one"
    phase two
        turns clockwise from starter
            repeat 3 times
                if round = 3
                    end rounds
                end turns
        say "end of two"
say "over"
"""
    # `round` is a counter, which `say` names as it is.
    assert said(played(rules)) == [
        "round 1", "1", "3", "end of one", "end of two",
        "round 2", "1", "3", "end of two",
        "round 3", "1", "3", "end of one", "over",
    ]  # fmt: skip


# ---- Turns ---------------------------------------------------------------------------------------


def test_turns_go_around_until_the_condition_holds() -> None:
    rules = (
        "turns clockwise from left of starter until count_up = 5\n"
        "    add 1 to count_up\n"
        '    say "{me}{active}{turn}"'
    )
    assert said(played(rules)) == ["221", "332", "113", "224", "335"]


def test_until_is_looked_at_before_the_first_turn_too() -> None:
    assert said(played('turns clockwise from starter until count_up = 0\n    say "x"')) == []


def test_turns_counterclockwise() -> None:
    rules = 'turns counterclockwise from starter once\n    say "{me}"'
    assert said(played(rules, seats=4)) == ["1", "4", "3", "2"]


def test_once_is_one_turn_each() -> None:
    assert said(played('turns clockwise from right of starter once\n    say "{me}"')) == [
        "3",
        "1",
        "2",
    ]


def test_who_is_left_out_by_where_uses_up_a_turn_of_once() -> None:
    rules = (
        "turns clockwise from starter where mark = 0 once\n"
        '    say "{me}"\n'
        "    set (left of me).mark to 1"
    )
    assert said(played(rules, seats=4)) == ["1", "3"]


def test_next_turn_and_an_extra_turn_use_up_turns_of_once() -> None:
    rules = (
        'turns clockwise from starter once\n    say "{me}"\n    if turn = 1\n        next turn me'
    )
    assert said(played(rules)) == ["1", "1", "2"]


def test_next_turn_goes_on_from_there() -> None:
    rules = """
turns clockwise from starter until turn = 5
    say "{me}"
    if turn = 2
        next turn right of me
"""
    assert said(played(rules, seats=4)) == ["1", "2", "1", "2", "3"]


def test_reverse_turns_the_direction() -> None:
    rules = (
        "turns clockwise from starter until turn = 6\n"
        '    say "{me}"\n'
        "    if turn = 2\n"
        "        reverse"
    )
    assert said(played(rules, seats=4)) == ["1", "2", "1", "4", "3", "2"]


def test_turns_within_a_turn_leave_the_outer_ones_as_they_were() -> None:
    """An auction in each turn, the other way round; then the turn goes on with its player."""
    rules = """
turns clockwise from starter until turn = 5
    if turn = 2
        reverse
    turns counterclockwise from left of me until turn = 2
        reverse
        next turn left of me
        say "{me}{active}{turn}"
    say "still {me}{active}{turn}"
"""
    assert said(played(rules, seats=4)) == [
        "221", "332", "still 111",
        "331", "442", "still 222",
        "221", "332", "still 113",
        "111", "222", "still 444",
        "441", "112", "still 335",
    ]  # fmt: skip


def test_leaving_inner_turns_by_something_further_out_restores_them_too() -> None:
    rules = """
turns clockwise from starter once
    repeat 2 times
        turns clockwise from left of me once
            if turn = 2
                end repeat
    say "{me}{active}{turn}"
"""
    assert said(played(rules)) == ["111", "222", "333"]


ENDING = """
turns clockwise from starter once
    one of go
    say "{me} goes on"
say "over"
"""


def test_an_action_may_end_the_turn() -> None:
    rules = (
        "action go\n"
        "    do\n"
        "        each n in {1, 2}\n"
        '            say "{me} takes it"\n'
        "            end turn\n"
    )
    t = played(ENDING, more=rules).play_on()
    assert said(t) == ["1 takes it", "2 takes it", "3 takes it", "over"]


def test_an_action_ends_the_innermost_turn() -> None:
    rules = """
turns clockwise from starter once
    turns clockwise from me once
        one of go
        say "never"
    say "{me} is through"
"""
    more = 'action go\n    do\n        say "{me}"\n        end turn\n'
    assert said(played(rules, more=more, seats=2).play_on()) == [
        "1", "2", "1 is through", "2", "1", "2 is through",
    ]  # fmt: skip


def test_an_interrupt_may_end_the_turn_and_the_standing_rules_are_brought_about() -> None:
    more = """
action go
    do
        open attack to left of me
        say "not any more"
window attack
interrupt end_it answers attack
    do
        add 1 to count_up
        end turn
standing tidy
    if count_up = 1
        say "tidied"
        set count_up to 0
"""
    t = played(ENDING, more=more, seats=2)
    t.do("go").do("end_it").do("go").do("pass")
    assert said(t) == ["tidied", "not any more", "2 goes on", "over"]


# ---- Rounds and phases ---------------------------------------------------------------------------


def test_rounds_count_from_one_and_look_before_each() -> None:
    assert said(played('rounds until round = 3\n    say "{round}"')) == ["1", "2", "3"]


def test_rounds_within_rounds_count_for_themselves() -> None:
    rules = (
        "rounds until round = 2\n"
        "    rounds until round = 2\n"
        '        say "in {round}"\n'
        '    say "out {round}"'
    )
    assert said(played(rules)) == ["in 1", "in 2", "out 1", "in 1", "in 2", "out 2"]


def test_phases_rounds_and_turns_are_events() -> None:
    t = played(
        "rounds until round = 1\n"
        "    phase first_part\n"
        "        turns clockwise from starter once\n"
        "            repeat 0 times\n"
        "                end repeat"
    )
    classes = [
        (type(event), event.name if isinstance(event, events.PhaseBegan) else event.number)
        for event in t.events
        if isinstance(event, events.PhaseBegan | events.RoundBegan | events.TurnBegan)
    ]
    assert classes == [
        (events.RoundBegan, 1), (events.PhaseBegan, "first_part"),
        (events.TurnBegan, 1), (events.TurnBegan, 2), (events.TurnBegan, 3),
    ]  # fmt: skip


# ---- Routines, definitions -----------------------------------------------------------------------


def test_a_routine_has_its_own_values_and_the_same_one_acts() -> None:
    more = """
routine twice(number_of: integer, whom: player)
    let sum = number_of + 1
    do once_more(sum, whom)
    say "{me} {number_of} {sum} {whom}"
routine once_more(number_of: integer, whom: player)
    let sum = number_of * 10
    say "{me} {sum} {whom}"
    as whom
        say "{me}"
"""
    more = more.replace("sum", "total")
    lines = 'let total = 5\nas left of me\n    do twice(total, right of me)\nsay "{me} {total}"'
    assert carried_out(lines, more=more) == ["2 60 1", "1", "2 5 6 1", "1 5"]


def test_a_definition_is_worked_out_each_time() -> None:
    more = "define rest_of_deck = count of deck - 1\ndefine twice(n: integer) = n * 2\n"
    lines = """
let a = rest_of_deck
draw 1 from deck to table
let b = twice(rest_of_deck)
say "{a} {b}"
"""
    assert carried_out(lines, more=more) == ["8 14"]


# ---- Values --------------------------------------------------------------------------------------


def test_set_and_add_change_the_variable_that_is_meant() -> None:
    t = after(
        (
            "as starter\n"
            "    set my mark to 5\n"
            "    add 2 to (left of me).mark\n"
            "    add 3 to my mark\n"
            "set count_up to 0 - 4"
        ),
        ZONES,
        3,
    )
    assert [t.value("mark", seat) for seat in range(3)] == [8, 2, 0]
    assert t.value("count_up") == -4


def test_tokens_have_a_limited_supply() -> None:
    more = "tokens coin per player, supply 5\ntokens medal per team, supply 2\n"
    t = after(
        "give 3 coin to starter\ngive 4 coin to left of starter\ntake 9 coin from starter\n"
        "give 1 coin to right of starter\n"
        "give 0 - 3 coin to starter\n"
        "take 0 - 1 coin from left of starter\n"
        "give 3 medal to starter",
        ZONES + more,
        4,
        front="teams: {4: [[1, 3], [2, 4]]}",
    )
    assert [t.value("coin", seat) for seat in range(4)] == [0, 2, 0, 1]
    assert t.supply("coin") == 2
    assert [t.value("medal", team) for team in range(2)] == [2, 0]
    assert t.supply("medal") == 0


def test_numbers_of_tokens_may_depend_on_players() -> None:
    assert (
        after(
            "repeat 0 times\n    end repeat",
            ZONES + "tokens coin shared, supply 10 * count of players\n",
            3,
        ).supply("coin")
        == 30
    )


# ---- Chance --------------------------------------------------------------------------------------


def test_pick_takes_each_thing_equally_often() -> None:
    counts: Counter[str] = Counter()
    for seed in range(100):
        lines = 'repeat 8 times\n    pick n at random from {4, 5, 6, 7}\n    say "{n}"'
        counts += Counter(said(after(lines, ZONES, 3, seed=seed)))
    assert set(counts) == {"4", "5", "6", "7"}
    assert all(150 < number < 250 for number in counts.values())


def test_pick_from_nothing_is_none_and_no_event_of_chance() -> None:
    t = after(
        (
            "pick c at random from starter.hand\n"
            "move c to table\n"
            "pick p at random from players where hand is not empty\n"
            'say "{p}"'
        ),
        ZONES,
        3,
    )
    assert said(t) == ["None"]
    assert t.state.chance == 0
    assert t.cards("table") == []


def test_a_card_of_a_kind_with_many_is_picked_more_often() -> None:
    cards = 'a: {name: "{number}", number: [1, 2], count: [4, 1]}'
    found = Counter(
        said(after('pick c at random from deck\nsay "{c}"', ZONES, 3, seed=seed, cards=cards))[0]
        for seed in range(300)
    )
    assert 0.7 < found["1"] / 300 < 0.9


def test_shuffles_differ_by_seed_and_only_by_it() -> None:
    orders = [after("shuffle deck", ZONES, 2, seed=seed).cards("deck") for seed in (1, 1, 2)]
    assert orders[0] == orders[1] != orders[2]
    assert sorted(orders[0]) == sorted(orders[2])


# ---- Actions -------------------------------------------------------------------------------------


def test_one_of_lists_the_actions_in_its_order() -> None:
    more = (
        EACH_DRAWS_TWO
        + """
action b
    choose card from my hand
    do
        move card to table
action a
    do
        say "a"
action never
    require deck is empty
    do
        say "never"
"""
    )
    t = played("as starter\n    one of b, a, never", more=more)
    assert t.legal == ["b card: 8", "b card: 9", "a"]


def test_otherwise_only_if_nothing_else_is_possible() -> None:
    more = (
        EACH_DRAWS_TWO
        + """
action lay
    choose card from my hand where number > 6
    do
        move card to table
action rest
    do
        say "{me} rests"
"""
    )
    t = played("turns clockwise from starter once\n    one of lay, otherwise rest", more=more)
    assert t.legal == ["lay card: 8", "lay card: 9"]
    t.do("lay", card="8")
    assert t.legal == ["lay card: 7"]
    t.do("lay", card="7")
    assert t.legal == ["rest"]
    t.do("rest")
    assert t.asked is None


def test_if_nothing_is_possible_nobody_is_asked() -> None:
    more = "action lay\n    choose card from my hand\n    do\n        move card to table\n"
    t = played('turns clockwise from starter once\n    one of lay\n    say "{me}"', more=more)
    assert said(t) == ["1", "2", "3"]


def test_premises_see_what_was_chosen_above() -> None:
    more = (
        EACH_DRAWS_TWO
        + """
action go
    choose card from my hand
    let higher = opponents.hand where number > card.number
    choose whom from opponents where some c in hand: c.number < card.number
    require higher is empty
    choose amount from {1, 2, 3} where it < whom.mark + 3
    do
        let again = count of higher
        say "{card} {whom} {amount} {again}"
"""
    )
    t = played("as starter\n    one of go", more=more)
    assert t.legal == [
        f"go card: {card}, whom: {whom}, amount: {amount}"
        for card in (8, 9) for whom in (2, 3) for amount in (1, 2)
    ]  # fmt: skip
    assert said(t.do("go", card="9", whom=3, amount=2)) == ["9 3 2 0"]


def test_possible_asks_whether_an_action_could_be_taken_with_these_choices() -> None:
    more = (
        EACH_DRAWS_TWO
        + """
action match
    choose card from my hand
    choose target from opponents where some c in hand: c.number = card.number - 1
    do
        say "match"
action drop
    choose card from my hand where not possible match(card)
    do
        say "drop"
"""
    )
    t = played("as starter\n    one of match, drop", more=more, seats=2)
    assert t.legal == ["match card: 8, target: 2", "drop card: 9"]


def test_a_trait_wraps_its_actions() -> None:
    more = (
        EACH_DRAWS_TWO
        + """
trait move(whom)
    require deck is not empty
    do
        move card to table
        let size = count of table
        proceed
        let several = count of whom
        say "after {size}, {several}"
action push is move(opponents)
    choose card from my hand
    choose target from opponents
    do
        let size = 100
        say "{me} pushes {target} {size}"
"""
    )
    t = played("as starter\n    one of move", more=more)
    t.do("push", card="9", target=2)
    assert said(t) == ["1 pushes 2 100", "after 1, 2"]


def test_a_choice_in_the_middle_is_asked_even_if_there_is_one_answer() -> None:
    more = "setup\n    draw 1 from deck to starter.hand\n"
    t = played("as starter\n    choose card from my hand\n    move card to table", more=more)
    assert t.legal == ["choose card: 9"]
    t = played(
        "as starter\n    choose card unless forced from my hand\n    move card to table", more=more
    )
    assert t.asked is None
    assert t.cards("table") == ["9"]


def test_a_choice_from_nothing_is_none_also_of_sets() -> None:
    t = played(
        "as starter\n    choose card from my hand\n    move card to table\n"
        "    choose some_cards from subsets of my hand where count of it = 3\n"
        "    move some_cards to table\n"
        '    say "{card}, {some_cards}"'
    )
    assert said(t) == ["None, none"]


def test_the_one_who_acts_is_asked() -> None:
    more = EACH_DRAWS_TWO
    t = played(
        "turns clockwise from starter once\n    as left of me\n        choose card from my hand\n"
        '        move card to active.hand\n        say "{active} got {card}"',
        more=more,
        seats=2,
    )
    assert t.asked == 1
    t.choose(card="7")
    assert t.asked == 0
    t.choose(card="9")
    assert said(t) == ["1 got 7", "2 got 9"]


# ---- Together ------------------------------------------------------------------------------------

TOGETHER = """
together each player clockwise from left of starter where count of hand > 1
    choose card from my hand where number != 5
    do
        let before = count of table
        move card to table
        say "{me} lays {card} on {before}"
        end_of_body
say "then"
"""


def test_together_asks_all_and_then_carries_out_in_the_same_order() -> None:
    rules = TOGETHER.replace("        end_of_body\n", "")
    t = played(f'as starter\n{_indented(rules)}\n    say "{{me}}"', more=EACH_DRAWS_TWO)
    asked = []
    while t.asked is not None:
        asked.append(t.asked)
        assert said(t) == []
        t.state = t.game.apply(t.state, t.game.legal_actions(t.state)[0])
        t.events += t.state.events
    assert asked == [1, 2, 0]
    assert said(t) == ["2 lays 6 on 0", "3 lays 4 on 1", "1 lays 8 on 2", "then", "1"]


def _indented(lines: str) -> str:
    return "\n".join(f"    {line}" for line in lines.strip("\n").splitlines())


def test_together_who_is_to_choose_is_known_at_the_beginning() -> None:
    rules = """
together each player clockwise from starter where mark = 0
    choose bid from {1, 2}
    do
        each p in players
            set p.mark to 1
        say "{me} {bid}"
"""
    t = played(rules).play_on()
    assert said(t) == ["1 1", "2 1", "3 1"]


def test_together_who_has_nothing_to_choose_from_is_left_out() -> None:
    rules = """
together each player clockwise from starter
    choose card from my hand
    do
        say "{me} {card}"
"""
    t = played(rules, more="setup\n    draw 1 from deck to (left of starter).hand\n").play_on()
    assert said(t) == ["2 9"]


def test_together_with_several_premises() -> None:
    rules = """
together each player clockwise from starter
    choose card from my hand
    let double = card.number * 2
    choose bid from {12, 14, 16, 18} where it = double
    require bid < 18
    do
        say "{me} {card} {double} {bid}"
"""
    t = played(rules, more=EACH_DRAWS_TWO).play_on()
    assert said(t) == ["1 8 16 16", "2 6 12 12"], "seat 3 holds 4 and 5"


def test_together_what_is_named_among_the_premises_is_as_it_was_when_it_was_chosen() -> None:
    rules = """
together each player clockwise from starter
    choose card from my hand
    let before = count of (opponents.hand)
    let rest = my hand - only(card)
    let pairs = subsets of my hand where count of it = 1
    do
        move card to deck
        let left_over = count of rest
        let ways = count of pairs
        say "{me} {card} {before} {left_over} {ways}"
"""
    more = EACH_DRAWS_TWO.replace("draw 2", "draw 3")
    t = played(rules, more=more).play_on()
    assert [line.split(" ", 2)[2] for line in said(t)] == ["6 2 3"] * 3, "not 5 and 4"


def test_together_unless_forced_takes_a_single_answer_without_asking() -> None:
    rules = """
together each player clockwise from starter
    choose card unless forced from my hand
    do
        say "{me} {card}"
"""
    more = (
        "setup\n"
        "    draw 1 from deck to starter.hand\n"
        "    draw 2 from deck to (left of starter).hand\n"
    )
    t = played(rules, more=more)
    assert t.asked == 1
    assert said(t.play_on()) == ["1 9", "2 7"]


def test_words_of_ones_own_are_chosen_remembered_and_compared() -> None:
    rules = """
values end: front, rear
variable last per player: end or none = none
play
    turns clockwise from starter once
        one of lay
action lay
    choose card from my hand
    choose at from {front, rear}
    do
        set my last to at
        let is_first = at < rear
        say "{at} {is_first}"
        move card to deck
"""
    t = table(ZONES + rules + EACH_DRAWS_TWO)
    answers = [str(action) for action in t.game.legal_actions(t.state)]
    assert answers[0].endswith("at: front") and answers[1].endswith("at: rear")
    asked = t.asked
    assert asked is not None
    after = t.game.apply(t.state, t.game.legal_actions(t.state)[1])
    base = t.game.tables.variable_base["last"]
    assert (t.state.vars[base + asked], after.vars[base + asked]) == (NONE, 1)
    assert t.game.ruleset.values_of("end") == ("front", "rear")


def test_all_players_in_order_from_one_on() -> None:
    rules = """
as left of starter
    each p in clockwise_from(me)
        say "{p}"
    let best = first of (clockwise_from(me) with highest count of hand)
    say "of equal ones {best}"
"""
    t = played(rules, more=EACH_DRAWS_TWO).play_on()
    first = 1 + (t.state.starter + 1) % t.game.players
    around = [str((first - 1 + step) % t.game.players + 1) for step in range(t.game.players)]
    assert said(t) == [*around, f"of equal ones {around[0]}"]


# ---- Windows and interrupts ----------------------------------------------------------------------

WINDOW = (
    EACH_DRAWS_TWO
    + """
action go
    do
        say "{me} goes"
        open attack(me, 7) to opponents
        say "it works"
window attack(attacker: player, strength: integer)
interrupt shout answers attack
    choose card from my hand
    do
        say "{me} shouts {card} at {attacker} {strength}"
        move card to table
interrupt halt answers attack
    require strength = 7
    do
        say "{me} halts"
        stop
"""
)
LONG = ONE_GO.replace("one of go", 'one of go\n        say "{me} is done"')


def test_all_for_whom_the_window_opens_are_asked_in_order_each_once() -> None:
    t = table(ZONES + LONG + WINDOW, 3)
    t.do("go")
    assert t.asked == 1
    assert t.legal == ["shout card: 6", "shout card: 7", "halt", "pass"]
    t.do("shout", card="6")
    assert t.asked == 2
    t.do("pass")
    assert said(t) == ["1 goes", "2 shouts 6 at 1 7", "it works", "1 is done"]
    assert t.asked == 1, "the next turn"


def test_stop_ends_the_action_and_nobody_else_is_asked() -> None:
    t = table(ZONES + LONG + WINDOW, 3)
    t.do("go").do("halt")
    assert said(t) == ["1 goes", "2 halts", "1 is done"]
    assert t.asked == 1
    assert t.legal == ["go"]


def test_the_state_can_be_left_within_an_interrupt() -> None:
    more = WINDOW.replace(
        "        move card to table\n",
        (
            "        as attacker\n"
            "            choose given from my hand\n"
            "            move given to table\n"
            "        move card to table\n"
        ),
    )
    t = table(ZONES + LONG + more, 3)
    t.do("go").do("shout", card="6")
    assert t.asked == 0
    t.choose(given="8")
    assert t.asked == 2


def test_an_empty_hand_is_not_asked_and_that_is_the_only_exception() -> None:
    """Whether one holds an answer makes no difference; that a hand is empty, all can see."""
    rules = (
        ZONES
        + LONG
        + """
setup
    draw 1 from deck to (left of starter).hand
action go
    do
        open attack to opponents
window attack
interrupt high answers attack
    choose card from my hand where number > 100
    do
        move card to table
        stop
interrupt low answers attack
    require deck is empty
    choose card from my hand
    do
        move card to table
        stop
"""
    )
    t = table(rules, 3)
    t.do("go")
    assert t.asked == 1
    assert t.legal == ["pass"]
    t.do("pass")
    assert t.asked == 1, "seat 2 has no hand: the next turn"


def test_an_answer_that_needs_no_card_is_asked_for_always() -> None:
    rules = (
        ZONES
        + LONG
        + """
action go
    do
        open attack to opponents
window attack
interrupt duck answers attack
    require count_up = 3
    do
        stop
"""
    )
    t = table(rules, 3)
    t.do("go")
    assert (t.asked, t.legal) == (1, ["pass"])
    t.do("pass")
    assert (t.asked, t.legal) == (2, ["pass"])


def test_a_window_without_interrupts_asks_nobody() -> None:
    rules = (
        ZONES
        + LONG
        + 'action go\n    do\n        open attack to opponents\n        say "on"\nwindow attack\n'
    )
    t = table(rules, 3)
    assert said(t.do("go")) == ["on", "1 is done"]


NESTED = (
    ZONES
    + LONG
    + """
action go
    do
        say "{me} attacks"
        open attack(me) to left of me
        say "hit"
window attack(attacker: player)
interrupt parry answers attack
    do
        say "{me} parries"
        open counter(attacker, me) to attacker
        say "parried"
        stop
window counter(attacker: player, defender: player)
interrupt riposte answers counter
    do
        say "{me} ripostes"
        open last_word(defender) to defender
        say "riposte holds"
        stop
window last_word(defender: player)
interrupt no answers last_word
    do
        say "{me} says no"
        stop
"""
)


@pytest.mark.parametrize(
    ("answers", "wanted"),
    [
        (["pass"], ["1 attacks", "hit"]),
        (["parry", "pass"], ["1 attacks", "2 parries", "parried"]),
        (
            ["parry", "riposte", "pass"],
            ["1 attacks", "2 parries", "1 ripostes", "riposte holds", "hit"],
        ),
        (
            ["parry", "riposte", "no"],
            ["1 attacks", "2 parries", "1 ripostes", "2 says no", "parried"],
        ),
    ],
)
def test_interrupts_answer_interrupts_and_stop_what_they_answer(
    answers: list[str], wanted: list[str]
) -> None:
    t = table(NESTED, 2)
    t.do("go")
    for answer in answers:
        t.do(answer)
    assert said(t) == [*wanted, "1 is done"]


def test_a_window_opened_in_a_routine_belongs_to_the_action() -> None:
    rules = (
        WINDOW.replace("        open attack(me, 7) to opponents\n", "        do ask(me)\n")
        + """
routine ask(who: player)
    each n in {1, 2}
        open attack(who, 7) to left of who
        say "asked {n}"
"""
    )
    t = table(ZONES + LONG + rules, 3)
    t.do("go").do("pass").do("halt")
    assert said(t) == ["1 goes", "asked 1", "2 halts", "1 is done"]


# ---- Standing rules ------------------------------------------------------------------------------

STANDING = (
    ZONES
    + LONG
    + """
action go
    do
        say "{me} goes"
        open attack to left of me
        add 3 to count_up
window attack
interrupt feed answers attack
    do
        add 5 to count_up
standing first_rule
    if count_up > 0
        say "first {count_up}"
        add 0 - 1 to count_up
standing second_rule
    if count_up > 3
        say "second {count_up}"
        set count_up to 1
"""
)


def test_standing_rules_run_in_their_order_until_nothing_changes() -> None:
    t = table(STANDING, 2)
    assert said(t) == [], "not before anything has happened"
    t.do("go").do("pass")
    assert said(t) == ["1 goes", "first 3", "first 2", "first 1", "1 is done"]


def test_standing_rules_run_after_an_interrupt_too() -> None:
    t = table(STANDING, 2)
    t.do("go").do("feed")
    assert said(t) == [
        "1 goes", "first 5", "second 4", "first 1", "first 3", "first 2", "first 1", "1 is done",
    ]  # fmt: skip


def test_standing_rules_that_never_rest_are_stopped() -> None:
    rules = (
        ZONES
        + ONE_GO
        + """
action go
    do
        say "go"
standing restless
    add 1 to count_up
"""
    )
    t = table(rules, 2)
    with pytest.raises(GameLimitError, match="`restless` never comes to rest") as caught:
        t.do("go")
    assert caught.value.state is not None


def test_a_standing_rule_may_ask() -> None:
    rules = (
        ZONES
        + LONG
        + """
action go
    do
        draw 3 from deck to my hand
standing hand_of_two
    each player clockwise from active
        while count of my hand > 2
            choose card from my hand
            move card to my hoard
"""
    )
    t = table(rules, 2)
    t.do("go")
    assert t.legal == ["choose card: 7", "choose card: 8", "choose card: 9"]
    t.choose(card="8")
    assert said(t) == ["1 is done"]
    assert t.cards("hoard", 0) == ["8"]


# ---- Triggers ------------------------------------------------------------------------------------

DRY = (
    ZONES
    + """
when deck runs dry
    say "dry"
    move table to deck
setup
"""
)


def test_a_deck_runs_dry_when_a_card_is_needed_not_before() -> None:
    t = table(
        DRY
        + '    draw 9 from deck to table\n    say "drawn"\n    draw 2 from deck to starter.hand\n'
    )
    assert said(t) == ["drawn", "dry"]
    assert t.cards("hand", 0) == ["8", "9"]
    assert t.cards("table") == []
    assert len(t.cards("deck")) == 7


def test_drawing_goes_on_after_the_deck_ran_dry() -> None:
    t = table(DRY + "    draw 7 from deck to table\n    draw 4 from deck to starter.hand\n")
    assert said(t) == ["dry"]
    assert sorted(t.cards("hand", 0)) == ["1", "2", "8", "9"]


def test_if_there_still_is_no_card_drawing_stops() -> None:
    t = table(
        DRY
        + (
            "    draw 9 from deck to starter.hand\n"
            "    draw 3 from deck to (left of starter).hand\n"
            '    say "on"\n'
        )
    )
    assert said(t) == ["dry", "on"]
    assert t.cards("hand", 1) == []


def test_each_draw_that_finds_nothing_makes_it_run_dry() -> None:
    t = table(
        DRY
        + (
            "    repeat 2 times\n"
            "        draw 9 from deck to starter.hand\n"
            "        draw 1 from deck to table\n"
        )
    )
    assert said(t) == ["dry", "dry", "dry"]


def test_a_deck_may_run_dry_more_than_once_in_one_draw() -> None:
    rules = (
        ZONES
        + """
when deck runs dry
    say "dry"
    if table is not empty
        move table to deck
    else
        move starter.hoard to deck
setup
    draw 2 from deck to starter.hoard
    draw 6 from deck to table
    move table where number > 3 to (left of starter).hand
    draw 5 from deck to starter.hand
"""
    )
    t = table(rules)
    assert said(t) == ["dry", "dry"]
    assert t.cards("hand", 0) == ["1", "2", "3", "8", "9"]


WORMS = 'plain: {name: "{number}", number: 1 to 4, count: 1}\nworm: {number: 9, count: 2}'
COMES_UP = (
    ZONES
    + """
when worm comes up from deck
    say "{it} comes up"
    move it to table
"""
)


def test_a_card_that_comes_up_is_not_drawn() -> None:
    t = table(COMES_UP + "setup\n    draw 3 from deck to starter.hand\n", cards=WORMS)
    assert said(t) == ["Worm comes up", "Worm comes up"]
    assert t.cards("hand", 0) == ["2", "3", "4"]
    assert t.cards("table") == ["Worm", "Worm"]


def test_lying_on_top_is_not_coming_up_and_a_move_is_not_a_draw() -> None:
    lines = (
        "setup\n"
        "    move deck where number = 4 to deck at bottom\n"
        "    move deck where number = 9 to starter.hand\n"
    )
    t = table(COMES_UP + lines, cards=WORMS)
    assert said(t) == []
    assert t.cards("hand", 0) == ["Worm", "Worm"]


def test_a_card_that_comes_up_and_is_left_there_is_drawn_after_all() -> None:
    rules = COMES_UP.replace("    move it to table\n", "")
    t = table(rules + "setup\n    draw 3 from deck to starter.hand\n", cards=WORMS)
    assert said(t) == ["Worm comes up", "Worm comes up"]
    assert t.cards("hand", 0) == ["4", "Worm", "Worm"]


def test_a_draw_of_several_stops_for_a_trigger_in_the_middle() -> None:
    lines = "setup\n    move deck where number = 4 to deck\n    draw 3 from deck to starter.hand\n"
    t = table(COMES_UP + lines, cards=WORMS)
    assert t.cards("hand", 0) == ["2", "3", "4"]


def test_both_triggers_of_a_pile_work_together() -> None:
    rules = (
        COMES_UP
        + """
when deck runs dry
    say "dry"
    move table where number < 9 to deck
setup
    draw 3 from deck to table
    draw 3 from deck to starter.hand
"""
    )
    t = table(rules, cards=WORMS)
    assert said(t) == ["Worm comes up", "Worm comes up", "dry"]
    assert sorted(t.cards("hand", 0)) == ["1", "3", "4"]


def test_cards_that_come_up_for_ever_are_stopped() -> None:
    """Each worm goes under the deck, where the next one is already waiting."""
    cards = "worm: {number: 9, count: 3}"
    rules = ZONES + (
        "when worm comes up from deck\n"
        "    move it to deck at bottom\n"
        "setup\n"
        "    draw 1 from deck to table\n"
    )
    with pytest.raises(GameLimitError):
        table(rules, cards=cards)


# ---- Matches -------------------------------------------------------------------------------------

BID = """
play
    turns clockwise from starter once
        one of bid
action bid
    choose points from {0, 1, 2, 3}
    do
        set my mark to points
score
    points: mark
"""


def match(line: str, seats: int = 2, winner: str = "winner highest score") -> Table:
    """A match of games in which each player names the points, the starter first."""
    return table(f"{ZONES}{BID}{winner}\n{line}\n", seats)


def bids(t: Table, *points: int) -> Table:
    """Bids in order of the turns."""
    for number in points:
        t.do("bid", points=number)
    return t


def test_best_of_three_is_won_by_two_games() -> None:
    t = bids(match("match best of 3"), 2, 1)
    assert not t.state.over
    assert (t.state.game, t.state.sides, t.asked) == (2, (1, 0), 1), (
        "the next one to the left starts"
    )
    bids(t, 1, 2)
    result = t.game.result(t.state)
    assert (result.winners, result.scores, result.places, result.games) == (
        (0,),
        (2, 0),
        (1, 2),
        2,
    )


def test_a_shared_game_counts_for_nobody() -> None:
    t = bids(match("match best of 3"), 1, 1, 2, 2, 1, 1)
    assert (t.state.game, t.state.sides) == (4, (0, 0))
    bids(t, 3, 0, 3, 0)
    assert (t.state.sides, t.state.game) == ((1, 1), 6)
    bids(t, 3, 0)
    assert t.game.result(t.state).games == 6
    assert t.game.result(t.state).winners == (1,)


def test_with_three_players_best_of_three_may_take_more_than_three() -> None:
    t = bids(match("match best of 3", 3), 3, 0, 0, 3, 0, 0, 3, 0, 0)
    assert (t.state.game, t.state.sides, t.state.over) == (4, (1, 1, 1), False)
    bids(t, 3, 0, 0)
    assert t.game.result(t.state).winners == (0,)


def test_a_race_adds_up_and_ends_after_the_game_in_which_it_is_reached() -> None:
    t = bids(match("match race to 4"), 2, 1, 2, 1)
    assert t.state.sides == (3, 3)
    assert not t.state.over
    bids(t, 3, 2)
    result = t.game.result(t.state)
    assert (result.scores, result.winners, result.games) == ((6, 5), (0,), 3)


def test_a_tie_at_the_top_of_a_race_plays_another_game() -> None:
    t = bids(match("match race to 3"), 3, 3)
    assert (t.state.over, t.state.game) == (False, 2)
    bids(t, 0, 1)
    assert t.game.result(t.state).winners == (0,)


def test_in_a_race_for_the_fewest_the_lowest_total_wins() -> None:
    t = bids(match("match race to 4", winner="winner lowest score"), 3, 1, 0, 3)
    result = t.game.result(t.state)
    assert (result.scores, result.winners, result.places) == ((6, 1), (1,), (2, 1))


def test_so_many_games_add_up_and_may_be_shared() -> None:
    t = bids(match("match of 2 games"), 3, 1)
    assert (t.state.over, t.state.sides) == (False, (3, 1))
    bids(t, 2, 0)
    result = t.game.result(t.state)
    assert (result.scores, result.winners, result.games) == ((3, 3), (0, 1), 2)
    lowest = bids(match("match of 2 games", winner="winner lowest score"), 3, 1, 0, 1)
    assert lowest.game.result(lowest.state).winners == (1,)


def test_each_game_of_a_match_starts_anew() -> None:
    bid = BID.replace("to points", 'to points\n        say "{game} {leader}"')
    rules = f"""{ZONES}
tokens coin per player, supply 5
variable leader: player = starter
setup
    shuffle deck
    draw 3 from deck to starter.hand
    give 2 coin to starter
{bid}
match best of 5
"""
    t = table(rules, 2)
    first = t.cards("hand", 0)
    bids(t, 3, 0)
    assert t.supply("coin") == 3
    assert t.value("coin", 0) == 0
    assert t.value("coin", 1) == 2
    assert t.cards("hand", 0) == []
    assert len(t.cards("hand", 1)) == 3
    assert t.cards("hand", 1) != first, "chance goes on"
    conserved(t.game, t.state)
    bids(t, 0, 3)
    assert said(t) == ["1 1", "1 1", "2 2", "2 2"]


def test_which_match_depends_on_options() -> None:
    front = "options:\n  length: {default: single, values: [single, long], help: x}"
    rules = f"{ZONES}{BID}match best of 3 when length = long\n"
    assert bids(table(rules, front=front), 1, 0).state.over
    assert not bids(table(rules, front=front, options={"length": "long"}), 1, 0).state.over


def test_the_kinds_of_cards_are_as_the_table_says() -> None:
    assert after("shuffle deck", ZONES, 2, cards=NUMBERS).game.tables.cards == 9


# ---- Definitions ---------------------------------------------------------------------------------


def test_a_definition_of_the_score_means_the_same_in_play() -> None:
    """Before it stands one that faces decide, which the program looks up and does not call."""
    more = (
        "define worth(c: card) = 1 if c.number = 1 else 13 if c.number = 2 else 0\n"
        "define full(p: player) = sum of worth(it) in p.hoard > 13\n"
        "score\n    full: 3 if full(me) else 0\n"
    )
    play = (
        "as starter\n    move deck to my hoard\n"
        "each p in players where full(it)\n    add 2 to count_up"
    )
    t = played(play, more=more)
    assert t.value("count_up") == 2
    assert t.game.score_of(t.state, 0) == 3
