"""What each instruction of the machine form does, by itself.

What no ruleset says on its own is written by hand; where somebody is asked, or a procedure waits, a
small ruleset becomes the instruction.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import pytest

from cardrules.engine import events
from cardrules.engine.game import Game
from cardrules.engine.lowering.context import compare, lies_in, number
from cardrules.engine.work import STATEMENT
from cardrules.errors import GameLimitError
from cardrules.machine import code
from cardrules.machine.tally import Tally
from cardrules.model.types import CARD, INTEGER, NONE
from tests.engine.harness import HAND, ONE_GO, Table, after, ruleset, table
from tests.machine.by_hand import (
    AT,
    TOP,
    cards_of,
    carried_out,
    note,
    note_one_more,
    one_further,
    put,
    register,
    values,
    when,
    zone,
)

# The instructions that have a test.
SHOWN: set[type[code.Instruction]] = set()
PILES = "zone heap shared pile, seen by all\nzone out shared pile, seen by all\n"
COUNT = "variable a: integer = 0\n"
DEALT = "setup\n    draw 3 from deck to (first of players).hand\n"


def shows(*classes: type[code.Instruction]) -> Callable[[Callable[[], Table | Game]], Any]:
    """This test shows what these instructions do: they are in the program of its game."""
    SHOWN.update(classes)

    def made(test: Callable[[], Table | Game]) -> Callable[[], None]:
        def looked_at() -> None:
            found = test()
            program = (found.game if isinstance(found, Table) else found).program
            there = {
                type(one) for item in program.procedures for one in code.instructions(item.body)
            }
            assert there.issuperset(classes)

        looked_at.__doc__ = test.__doc__
        return looked_at

    return made


def test_each_instruction_has_a_test() -> None:
    classes = {item for item in vars(code).values() if isinstance(item, type)}
    assert {item for item in classes if issubclass(item, code.Instruction)} - SHOWN == {
        code.Instruction
    }


Event = TypeVar("Event")


def told(found: Table, of: type[Event]) -> list[Event]:
    """The events of a class."""
    return [event for event in found.events if isinstance(event, of)]


# ---- Names, registers, variables -----------------------------------------------------------------


@shows(code.Assign)
def test_assign_keeps_a_set_of_cards_as_the_tuple_of_its_cards() -> Table:
    effects = """
        let few = subsets of my hand where count of it = 2
        let all_of_them = my hand where number > 6
        move my hand to heap
        choose taken from few
        move taken to out
"""
    found = table(PILES + HAND + DEALT + ONE_GO + f"action go\n    do{effects}").do("go")
    frame = found.state.frames[-1]
    slots = [slot.name for slot in found.game.program.procedures[frame[0]].slots]
    # Both are what they were; sets of cards are the cards and the condition on the sets.
    assert frame[3 + slots.index("all_of_them")] == (6, 7, 8)
    assert frame[3 + slots.index("few")][0] == (6, 7, 8) and len(found.legal) == 3
    return found


@shows(code.Assign)
def test_assign_keeps_beside_a_name_who_could_work_it_out() -> Table:
    effects = """
        let most = highest of number in my hand
        say "At most {most}"
"""
    found = table(PILES + HAND + DEALT + ONE_GO + f"action go\n    do{effects}").do("go")
    assert "At most 9" in found.log(0) and "At most something" in found.log(1)
    return found


@shows(code.Put)
def test_put_counts_no_work() -> Table:
    assigned = carried_out(code.Assign(slot=0, value=number(7), origin=AT))
    found = carried_out(put(0, 7))
    assert found.state.work == assigned.state.work - STATEMENT
    assert values(carried_out(put(0, 7), note("a", lies_in(0)))) == (7, 0, 0)
    return found


@shows(code.PutAll)
def test_put_all_takes_the_things_as_they_are_now() -> Table:
    found = carried_out(
        code.PutAll(slot=0, value=cards_of("deck"), origin=AT),
        code.Move(cards=cards_of("deck"), to=zone("heap"), place=TOP, origin=AT),
        note("a", code.Size(type=INTEGER, slot=0)),
        note("b", code.Element(type=CARD, slot=0, index=number(8))),
    )
    assert values(found) == (9, 8, 0)
    return found


@shows(code.PutTuple)
def test_put_tuple_takes_several_values_at_once() -> Table:
    found = carried_out(
        put(1, 5),
        code.PutTuple(slot=0, values=(number(4), lies_in(1)), origin=AT),
        put(1, 6),
        note("a", code.Size(type=INTEGER, slot=0)),
        note("b", code.Element(type=INTEGER, slot=0, index=number(0))),
        note("c", code.Element(type=INTEGER, slot=0, index=number(1))),
    )
    assert values(found) == (2, 4, 5)
    return found


@shows(code.SetRegister)
def test_set_register_is_seen_in_the_whole_game_but_me_in_its_frame() -> Table:
    found = carried_out(
        code.SetRegister(register="turn", value=number(3), origin=AT),
        code.SetRegister(register="me", value=number(1), origin=AT),
        note("a", register("turn")),
        note("b", register("me")),
    )
    assert values(found) == (3, 1, 0)
    assert found.state.turn == 3
    return found


@shows(code.Reverse)
def test_reverse_turns_the_direction_round() -> Table:
    once = code.Reverse(origin=AT)
    found = carried_out(once, note("a", register("direction")), once)
    assert values(found)[0] == -1 and found.state.direction == 1
    return found


@shows(code.Keep, code.Restore)
def test_restore_puts_back_the_registers_that_were_kept_and_no_others() -> Table:
    kept: tuple[code.Register, ...] = ("round", "me")
    two: tuple[code.Register, ...] = ("round", "turn", "me")
    found = carried_out(
        *[code.SetRegister(register=one, value=number(1), origin=AT) for one in two],
        code.Keep(slot=0, registers=kept, origin=AT),
        *[code.SetRegister(register=one, value=number(0), origin=AT) for one in two],
        code.Restore(slot=0, registers=kept, origin=AT),
        *[note(name, register(one)) for name, one in zip("abc", two, strict=True)],
    )
    assert values(found) == (1, 0, 1)
    return found


@shows(code.SetVariable)
def test_set_variable_tells_nothing_if_nothing_changes() -> Table:
    found = carried_out(note("a", number(2)), note("a", number(2)), note("b", number(0)))
    assert [event._replace(cause=AT, mask=0) for event in told(found, events.VariableSet)] == [
        events.VariableSet(AT, "a", 0, 2, 0)
    ]
    assert values(found) == (2, 0, 0)
    return found


@shows(code.MoveTokens)
def test_no_more_tokens_move_than_there_are() -> Table:
    setup = "give 3 coin to starter\ngive 9 coin to left of starter\ntake 5 coin from starter"
    found = after(setup, "tokens coin per player, supply 5\n")
    assert [(event.holder, event.number) for event in told(found, events.TokensMoved)] == [
        (0, 3),
        (1, 2),
        (0, -3),
    ]
    assert (found.value("coin", 0), found.value("coin", 1), found.supply("coin")) == (0, 2, 3)
    return found


@shows(code.Count)
def test_count_notes_in_the_tally_that_a_statement_was_reached() -> Game:
    tally = Tally()
    found = Game(ruleset("setup\n    shuffle deck\n"), 2, tally=tally)
    assert not list(tally.reached())
    found.start(0)
    reached = {part.sort for part in tally.reached()}
    assert "statement" in reached
    return found


# ---- Cards ---------------------------------------------------------------------------------------


@shows(code.Move)
def test_move_lays_card_on_card_at_a_place_and_none_moves_nothing() -> Table:
    found = after("move deck where number < 4 to heap\nmove top of out to heap", PILES)
    assert found.cards("heap") == ["1", "2", "3"]
    assert len(told(found, events.Moved)) == 1
    more = "move deck where number > 7 to heap "
    placed = {"at bottom": "98123", "above 1 cards": "18923", "below 1 cards": "12893"}
    for place, expected in placed.items():
        one = after(f"move deck where number < 4 to heap\n{more}{place}", PILES)
        assert "".join(one.cards("heap")) == expected
    return found


STACKS = PILES + "zone patch per player stacks, seen by all\n"
LAY = """
let above = top of deck
let below = bottom of deck
if above is not none and below is not none
    stack above on below to starter.patch
"""


@shows(code.MoveStacks)
def test_move_stacks_moves_whole_stacks() -> Table:
    found = after(LAY + LAY + "move starter.patch to (left of starter).patch", STACKS)
    assert found.stacks("patch", 0) == []
    assert found.stacks("patch", 1) == [["1", "9"], ["2", "8"]]
    return found


@shows(code.NewStack)
def test_new_stack_has_its_first_card_lowest() -> Table:
    found = after(LAY, STACKS)
    assert found.stacks("patch") == [["1", "9"]]
    made = [one for item in found.game.program.procedures for one in code.instructions(item.body)]
    (instruction,) = (one for one in made if isinstance(one, code.NewStack))
    assert len(instruction.cards) == 2
    return found


@shows(code.NewStack)
def test_new_stack_of_several_cards_has_them_in_their_order_and_there_is_none_of_no_card() -> Table:
    lines = """
move deck where number = 5 to heap
stack (deck where number > 7) + heap to starter.patch
stack deck where number > 100 to starter.patch
stack top of heap to starter.patch
stack top of deck to starter.patch
"""
    found = after(lines, STACKS)
    assert found.stacks("patch") == [["8", "9", "5"], ["7"]]
    assert found.cards("heap") == []
    return found


@shows(code.Draw)
def test_draw_takes_what_there_is_and_carries_out_a_trigger_once_for_a_card() -> Table:
    cards = """
plain: {name: "{number}", number: [1, 9], count: 1}
eight: {number: 8, count: 2}
"""
    triggers = """
when eight comes up from deck
    add 1 to a
    if a > 1
        move it to out
when deck runs dry
    add 10 to a
"""

    def drawn(many: str) -> Table:
        return after(f"draw {many} from deck to heap", PILES + COUNT + triggers, cards=cards)

    found = drawn("3")
    # The first eight is left where it is, and is drawn; the second one goes elsewhere.
    assert (found.cards("heap"), found.cards("out")) == (["Eight", "9", "1"], ["Eight"])
    assert found.value("a") == 2
    assert drawn("9").value("a") == 12
    assert drawn("0 - 1").cards("heap") == []
    return found


@shows(code.Draw)
def test_draw_stops_where_a_trigger_asks_and_goes_on_with_what_is_left() -> Table:
    trigger = """
when deck runs dry
    as starter
        choose back from {{1, 2}}
        move out where number = back to deck
setup
    move deck where number < 6 to out
"""
    rules = PILES + HAND + trigger + ONE_GO + "action go\n    do\n        {}\n"
    found = table(rules.format("draw 6 from deck to my hand")).do("go")
    assert len(found.cards("hand")) == 4 and found.legal == ["choose back: 1", "choose back: 2"]
    found.choose(back=2).choose(back=1)
    assert found.cards("hand") == ["1", "2", "6", "7", "8", "9"] and found.asked == 1
    return found


@shows(code.Shuffle)
def test_shuffle_is_a_chance_event() -> Table:
    order = ["3", "1", "4", "5", "9", "2", "6", "8", "7"]
    supplied: list[dict[str, Any]] = [{"starter": 1}, {"shuffle": "deck", "order": order}]
    made = Game(ruleset("setup\n    shuffle deck\n"), 2, chance=supplied)
    found = Table(made, starter=None)
    assert found.cards("deck") == order[::-1]
    assert found.state.chance == 2
    return found


@shows(code.Swap)
def test_swap_keeps_the_order_in_both_zones() -> Table:
    found = after("draw 3 from deck to heap\ndraw 2 from deck to out\nswap heap with out", PILES)
    assert (found.cards("heap"), found.cards("out")) == (["6", "5"], ["9", "8", "7"])
    return found


@shows(code.Reveal)
def test_reveal_shows_to_all_or_to_some() -> Table:
    found = after("reveal top of deck\nreveal bottom of deck to left of starter")
    assert [found.faces(viewer, "deck")[0] for viewer in (0, 1, "spectator")] == [None, "1", None]
    assert [found.faces(viewer, "deck")[8] for viewer in (0, 1, "spectator")] == ["9"] * 3
    return found


@shows(code.Pick)
def test_pick_takes_one_thing_by_chance_and_of_nothing_none() -> Table:
    setup = "pick one at random from {3, 4}\nset a to one\npick card at random from heap\n"
    setup += "if card is none\n    add 10 to a"
    supplied = [{"pick": "one", "result": 4}]
    found = after(setup, PILES + COUNT, chance=supplied)
    assert found.value("a") == 14 and found.state.chance == 1
    return found


@shows(code.Forget)
def test_forget_ends_that_what_was_shown_is_followed() -> Table:
    rules = """
zone box per player pile, seen by nobody
setup
    draw 2 from deck to starter.hand
play
    as starter
        {before}one of go
action go
    do
        {within}move my hand where number = 9 to my box
"""
    shown = "reveal my hand where number = 9\n        "
    followed = table(HAND + rules.format(before="", within=shown)).do("go")
    assert followed.faces(1, "box") == ["9"]
    # Where the action begins, what was shown before it is forgotten.
    found = table(HAND + rules.format(before=shown, within=""))
    assert found.state.shown == () and found.do("go").faces(1, "box") == [None]
    return found


# ---- What is told --------------------------------------------------------------------------------


@shows(code.Announce)
def test_announce_tells_what_begins() -> Table:
    play = """
play
    rounds until round = 1
        phase picking
            turns clockwise from starter once
                one of go
action go
    do
        say "x"
"""
    found = table(play)
    classes = events.RoundBegan | events.PhaseBegan | events.TurnBegan
    round_began, phase_began, turn_began = [
        event for event in found.events if isinstance(event, classes)
    ]
    assert isinstance(round_began, events.RoundBegan) and round_began.number == 1
    assert isinstance(phase_began, events.PhaseBegan) and phase_began.name == "picking"
    assert isinstance(turn_began, events.TurnBegan)
    assert (turn_began.number, turn_began.player) == (1, 0)
    return found


@shows(code.Say)
def test_say_tells_a_value_only_to_those_who_may_know_it() -> Table:
    found = after('draw 1 from deck to starter.hand\nsay "Here is {starter.hand where true}"', HAND)
    assert "Here is 9" in found.log(0) and "Here is a card" in found.log(1)
    return found


@shows(code.SayWhy)
def test_say_why_tells_the_sentence_of_a_line_about_turns() -> Table:
    rules = ONE_GO + "action go\n    do\n        reverse{}\n"
    found = table(rules.format(' [X-1] "the other way round"')).do("go")
    assert any("he other way round" in line for line in found.log(0))
    assert not any("way round" in line for line in table(rules.format("")).do("go").log(0))
    return found


@shows(code.Telling)
def test_telling_says_what_was_done_if_anything_was() -> Table:
    drawing = 'draw {} from deck to heap\n    say "{{it}} {{lies|lie}} there"'
    found = after(drawing.format(2), PILES)
    assert "8 and 9 lie there" in found.log(0)
    assert not any("there" in line for line in after(drawing.format(0), PILES).log(0))
    return found


# ---- The order of things -------------------------------------------------------------------------


@shows(code.Branch)
def test_branch_takes_the_first_block_whose_test_holds() -> Table:
    def taken(value: int) -> Table:
        tests = (compare(lies_in(0), "<", number(2)), compare(lies_in(0), "<", number(5)))
        blocks = ((note_one_more("a"),), (note_one_more("b"),))
        branches = tuple(zip(tests, blocks, strict=True))
        last = (note_one_more("c"),)
        return carried_out(put(0, value), code.Branch(branches=branches, otherwise=last, origin=AT))

    assert [values(taken(value)) for value in (1, 3, 7)] == [(1, 0, 0), (0, 1, 0), (0, 0, 1)]
    return taken(1)


@shows(code.Labelled, code.Leave)
def test_leave_goes_on_behind_the_block_with_its_label() -> Table:
    leave = code.Leave(label=1, origin=AT)
    left = (note_one_more("a"), when(number(1), leave), note_one_more("b"))
    inner = code.Labelled(label=2, body=left, origin=AT)
    found = carried_out(
        code.Labelled(label=1, body=(inner, note_one_more("b")), origin=AT), note_one_more("c")
    )
    assert values(found) == (1, 0, 1)
    return found


@shows(code.Loop)
def test_loop_is_carried_out_until_it_is_left() -> Table:
    enough = when(compare(lies_in(0), "=", number(3)), code.Leave(label=1, origin=AT))
    body = (enough, one_further(0), note_one_more("a"))
    found = carried_out(put(0, 0), code.Loop(label=1, body=body, of="loop", origin=AT))
    assert values(found) == (3, 0, 0)
    return found


@shows(code.CountDown)
def test_count_down_stops_the_game_if_nothing_is_left() -> Table:
    down = code.CountDown(slot=0, most=2, origin=AT)
    found = carried_out(put(0, 2), down, down, note("a", lies_in(0)), note_one_more("b"))
    assert values(found) == (0, 1, 0)
    with pytest.raises(GameLimitError, match="2 passes") as caught:
        carried_out(put(0, 2), down, down, down)
    assert caught.value.diagnostic.code == "CR701"
    return found


@shows(code.Watch)
def test_watch_stops_the_game_if_a_position_comes_back() -> Table:
    def going(*each: code.Instruction) -> Table:
        enough = when(compare(lies_in(0), "=", number(90)), code.Leave(label=1, origin=AT))
        body = (enough, code.Watch(place=1, origin=AT), *each)
        return carried_out(put(0, 0), code.Loop(label=1, body=body, of="turns", origin=AT))

    with pytest.raises(GameLimitError, match="same position came back"):
        going()
    return going(one_further(0))


@shows(code.Call)
def test_call_waits_for_a_procedure_in_which_the_same_one_acts() -> Table:
    rules = """
variable mark per player: integer = 0
routine ask_for(more: integer)
    choose x from {1, 2}
    set my mark to x + more
play
    as left of starter
        do ask_for(3 + 4)
        set a to 5
"""
    found = table(COUNT + rules)
    assert (found.asked, len(found.state.frames), found.value("a")) == (1, 2, 0)
    found.choose(x=2)
    assert found.value("mark", 1) == 9 and found.value("a") == 5
    return found


@shows(code.Settle)
def test_settle_carries_out_the_standing_rules_until_none_changes_anything() -> Table:
    rules = """
variable b: integer = 0
standing to_three
    if 0 < a and a < 3
        add 1 to a
standing to_two
    if a = 3 and b < 2
        add 1 to b
play
    as starter
        one of go
        set a to 10 * a + b
action go
    do
        set a to 1
"""
    assert table(COUNT + rules).do("go").value("a") == 32
    return table(COUNT + rules)


@shows(code.Settle)
def test_settle_waits_where_a_standing_rule_asks() -> Table:
    rules = """
standing answer
    if a = 1
        as left of starter
            choose x from {2, 3}
            set a to x
play
    as starter
        one of go
        add 10 to a
action go
    do
        set a to 1
"""
    found = table(COUNT + rules).do("go")
    assert (found.asked, found.value("a")) == (1, 1)
    assert found.choose(x=3).value("a") == 13
    return found


WINDOW = """
window called
play
    turns clockwise from starter once
        one of go
        add 100 to a
action go
    do
        open called to players
        add 10 to a
interrupt refuse answers called
    do
        add 1 to a
        {}
"""


@shows(code.StopAction)
def test_stop_action_ends_the_action_that_is_answered() -> Table:
    stopped = table(COUNT + WINDOW.format("stop")).do("go").do("pass").do("refuse")
    # What follows in the action is left out, what stands behind the action is not.
    assert stopped.value("a") == 101 and stopped.asked == 1
    gone_on = table(COUNT + WINDOW.format("add 1 to a")).do("go").do("pass").do("refuse")
    assert gone_on.value("a") == 112
    return stopped


@shows(code.EndTurn, code.Turn)
def test_end_turn_leaves_all_up_to_the_turn_which_is_over_when_all_is_settled() -> Table:
    rules = """
routine leave_off
    one of inner
    add 1000 to a
standing eleven
    if a = 1
        add 10 to a
play
    turns clockwise from starter once
        one of go
        add 1000 to a
    add 200 to a
action go
    do
        do leave_off
        add 1000 to a
action inner
    do
        add 1 to a
        end turn
        add 1000 to a
"""
    found = table(COUNT + rules).do("go").do("inner")
    assert (found.value("a"), found.asked, len(found.state.frames)) == (11, 1, 1)
    found.do("go").do("inner")
    assert found.value("a") == 212 and found.state.over
    return found


@shows(code.Turn)
def test_a_turn_is_left_by_itself_too() -> Table:
    rules = """
play
    turns clockwise from starter once
        add 1 to a
        if a = 1
            end turn
        add 10 to a
"""
    found = table(COUNT + rules)
    assert found.value("a") == 12
    return found


@shows(code.EndGame)
def test_end_game_ends_the_game() -> Table:
    rules = """
play
    as starter
        one of go
        add 1 to a
action go
    do
        end game
        add 10 to a
"""
    found = table(COUNT + rules).do("go")
    assert found.state.over and found.value("a") == 0 and found.state.frames == []
    return found


@shows(code.PassOn)
def test_pass_on_goes_to_the_one_who_was_named_or_to_the_next() -> Table:
    pass_on = code.PassOn(current=0, origin=AT)
    named = code.SetRegister(register="next_turn", value=number(0), origin=AT)
    found = carried_out(
        code.SetRegister(register="next_turn", value=number(NONE), origin=AT),
        put(0, 1),
        pass_on,
        note("a", lies_in(0)),
        put(0, 0),
        named,
        pass_on,
        note("b", lies_in(0)),
        pass_on,
        note("c", lies_in(0)),
    )
    # Of two players 0 is behind 1. A name counts once.
    assert values(found) == (0, 0, 1)
    four = ONE_GO + "action go\n    do\n        reverse\n"
    assert [table(four, 4).do("go").asked, table(four, 4).do("go").do("go").asked] == [3, 0]
    return found


# ---- Asking --------------------------------------------------------------------------------------


@shows(code.Ask)
def test_ask_asks_for_an_action_and_where_there_is_none_for_the_last() -> Table:
    rules = """
play
    as starter
        one of go{}
        add 1 to a
action go
    require a > 0
    do
        end game
action rest
    do
        add 10 to a
"""
    found = table(COUNT + rules.format(", otherwise rest"))
    assert found.legal == ["rest"]
    assert found.do("rest").value("a") == 11
    nobody = table(COUNT + rules.format(""))
    assert nobody.asked is None and nobody.value("a") == 1
    return found


@shows(code.Ask)
def test_ask_lays_a_choice_into_its_slot_or_none() -> Table:
    rules = """
play
    as starter
        choose x from {{{}}} where it > 1
        if x is not none
            set a to x
        add 10 to a
"""
    found = table(COUNT + rules.format("1, 2, 3"))
    assert found.legal == ["choose x: 2", "choose x: 3"]
    assert found.choose(x=3).value("a") == 13
    nobody = table(COUNT + rules.format("1"))
    assert nobody.asked is None and nobody.value("a") == 10
    return found


@shows(code.Ask)
def test_ask_in_a_window_goes_through_those_who_can_have_an_answer() -> Table:
    first = "interrupt refuse answers called\n"
    rules = WINDOW.format("add 1 to a").replace(first, f"{first}    choose x from my hand\n")
    setup = "setup\n    draw 1 from deck to (right of first of players).hand\n"
    found = table(COUNT + HAND + setup + rules, 3).do("go")
    # Whoever has no card in hand is passed over.
    assert found.asked == 2 and found.legal == ["refuse x: 9", "pass"]
    assert found.do("pass").value("a") == 110
    return found


@shows(code.Ask, code.Unpack)
def test_unpack_lays_each_answer_into_its_slots_and_passes_over_who_had_none() -> Table:
    rules = """
variable got per player: integer = 0
setup
    draw 1 from deck to (first of players).hand
    draw 2 from deck to (right of first of players).hand
play
    together each player clockwise from starter
        choose x from my hand
        let more = x.number + count of my hand
        do
            set my got to 10 * more + x.number
            add 1 to a
"""
    found = table(HAND + COUNT + rules, 3)
    assert found.asked == 0
    # Nothing is done before all have answered.
    assert (found.choose(x="9").asked, found.value("got", 0)) == (2, 0)
    found.choose(x="8")
    assert [found.value("got", seat) for seat in range(3)] == [109, 0, 108]
    assert found.value("a") == 2
    return found
