"""The table: every shape of zone, values in words, what is left out, and how it fits a width."""

from __future__ import annotations

import io

import pytest
from rich.console import Console
from rich.text import Text

from cardrules.cli.table.board import Board
from cardrules.cli.table.flow import Flow, Hanging, Heading
from cardrules.engine import events
from cardrules.engine.game import Game
from cardrules.engine.showing.alike import merged
from cardrules.engine.showing.view import Viewer
from cardrules.model import ir
from cardrules.sim.run import Playthrough
from cardrules.source import Span
from cardrules.table.describe import describe
from cardrules.table.history import History
from tests.bundled import Bundled, at_all_numbers, bundled, random_play
from tests.cli.play_harness import Sat, people
from tests.engine import harness

SHAPES = """
zone deck   shared pile, seen by nobody, starts with cards
zone market shared row, seen by all
zone secret shared row, seen by nobody
zone heap   shared pile, seen by all
zone hand   per player spread, seen by owner
zone front  per player spread, seen by all
zone patch  per player stacks, top seen by all, rest seen by owner
zone loot   per team pile, seen by all
zone attic  shared spread, seen by all
tokens gem per team, supply 5
tokens coin per player, supply 9
variable bid_of_round: integer = 0
variable best: player or none = none "best bidder"
variable ready per player: flag = false "ready"
variable side: team or none = none "side"
setup
    each player clockwise from starter
        draw 1 from deck to my hand
    draw 2 from deck to market
    draw 1 from deck to secret
    draw 2 from deck to heap
play
    turns clockwise from starter until turn = 9
        one of go
action go "Go"
    choose card from my hand
    choose prey from heap
    do
        stack card on prey to my patch
        move top of heap to my loot
        give 2 gem to my team
        give 1 coin to me
        set best to me
        set side to my team
        set me.ready to true
"""


def board(of: Game, playthrough: Playthrough, you: Viewer, *, memory: bool = True) -> Board:
    names = ("Ann", "Bob", "Cid", "Dora")[: of.players]
    return Board(describe(of, playthrough.state, you, names=names, memory=memory), names)


def drawn(of: Board, width: int = 80) -> str:
    console = Console(file=io.StringIO(), width=width, color_system=None)
    for item in (of.render(), *of.hand()):
        console.print(item, highlight=False)
    assert isinstance(console.file, io.StringIO)
    return console.file.getvalue()


def shapes(seats: int = 2, front: str = "") -> tuple[Game, Playthrough]:
    of = harness.game(SHAPES, seats, front=front)
    playthrough = Playthrough(of, seed=1, starter=0)
    return of, playthrough


def test_every_shape_is_drawn() -> None:
    of, playthrough = shapes()
    told = drawn(board(of, playthrough, 0))
    # A row from the first place on; open zones before what lies face down; empty ones at the end.
    assert "market  2  1. 7, 2. 6\n" in told
    assert "heap    2  top 3" in told
    assert "secret  1  1. face down" in told
    assert told.index("heap") < told.index("deck")
    # Of players, only what they have.
    assert "Nothing in: attic\n" in told
    assert "Your hand (1 card): [c1] 9" in told


OPEN_STACKS = """
zone deck  shared pile, seen by nobody, starts with cards
zone board per player stacks, seen by all
zone quay  shared stacks, seen by all
zone hand  per player spread, seen by owner
setup
    each player clockwise from starter
        draw 1 from deck to my hand
    draw 4 from deck to starter.hand
    stack starter.hand where number > 5 to starter.board
    stack starter.hand where number = 5 to starter.board
    stack top of deck to quay
play
    turns clockwise from starter until turn = 9
        one of lay
action lay
    choose card from my hand
    do
        move card to deck
"""


def test_stacks_that_lie_open_are_shown_card_by_card_where_there_is_room() -> None:
    of = harness.game(OPEN_STACKS, 2)
    one = board(of, Playthrough(of, seed=1, starter=0), 1)
    assert "\n> Ann        board 1. (9, 7, 6), 2. 5; hand 1;" in drawn(one)
    assert "quay  1  1. 3\n" in drawn(one)
    for tight in (0, 1, 2, 3, 4):
        (line,) = [line for line in lines_at(one, tight, 80) if "Ann   " in line]
        assert ("1. (9, 7, 6), 2. 5" in line) == (tight < 2), line
        assert ("1. 9 (3)" in line) == (tight >= 2), line


def test_values_are_told_in_words_and_only_once_if_they_are_the_same_for_all() -> None:
    of, playthrough = shapes()
    told = drawn(board(of, playthrough, 0))
    assert "Also: gem 0 (each), coin 0 (each)\n" in told
    # A variable without a sentence is bookkeeping.
    assert "bid of round" not in told
    # What is not so, or is none, is not told.
    assert "ready" not in told and "best bidder" not in told and "side" not in told
    playthrough.act(playthrough.seat.actions[0])
    told = drawn(board(of, playthrough, 1))
    assert "best bidder: Ann" in told
    assert "side: Ann" in told
    assert "\n  Ann        patch 1. 9 (2); loot 1: top 3; gem 2; coin 1; ready\n" in told
    assert "\n  Bob (you)  hand 1: 8; gem 0; coin 0\n" in told


def test_teams_of_several_have_a_table_of_their_own() -> None:
    of, playthrough = shapes(4, "teams: {4: [[1, 3], [2, 4]]}")
    playthrough.act(playthrough.seat.actions[0])
    told = drawn(board(of, playthrough, 0))
    assert "\n  Ann and Cid   loot 1: top 1; gem 2\n  Bob and Dora  loot 0; gem 0\n" in told
    assert "side: Ann and Cid" in told


def test_somebody_who_watches_has_no_hand_and_no_mark() -> None:
    of, playthrough = shapes()
    told = drawn(board(of, playthrough, "spectator"))
    assert "(you)" not in told
    assert "Your" not in told


def test_the_order_of_a_hand_is_that_of_the_attributes() -> None:
    item = next(item for item in bundled() if item.name == "hearts")
    sat = Sat(item.game(), people(item.players), first=None)
    told = sat.type("")
    own = told[told.index("Your hand") : told.index("Choose 3 cards")]
    order = ["clubs", "diamonds", "spades", "hearts"]
    suits = [word for word in own.split() if word in order]
    assert suits == sorted(suits, key=order.index)


@pytest.mark.parametrize("item", at_all_numbers(), ids=str)
@pytest.mark.parametrize("width", [60, 80, 120])
def test_no_line_is_wider_than_the_screen(item: Bundled, width: int) -> None:
    of = item.game()
    names = [f"Player {seat + 1}" for seat in range(of.players)]
    for number, s in enumerate(random_play(of, 3, steps=90)):
        if number % 30 == 7:
            one = Board(describe(of, s, 0, names=names), names)
            assert all(len(line) <= width for line in drawn(one, width).splitlines())


def test_a_line_that_is_too_long_has_the_numbers_of_all_zones_before_what_is_known() -> None:
    of, playthrough = shapes()
    playthrough.act(playthrough.seat.actions[0])
    one = board(of, playthrough, 1)
    for width, line in (
        (80, "  Ann        patch 1. 9 (2); loot 1: top 3; gem 2; coin 1; ready"),
        (62, "  Ann        patch 1 stack, loot 1; gem 2; coin 1; and more"),
    ):
        console = Console(file=io.StringIO(), width=width, color_system=None)
        console.print(one.render(2), highlight=False)
        assert isinstance(console.file, io.StringIO)
        assert line in console.file.getvalue().splitlines()


def lines_at(one: Board, tight: int, width: int) -> list[str]:
    console = Console(file=io.StringIO(), width=width, color_system=None)
    console.print(one.render(tight), highlight=False)
    assert isinstance(console.file, io.StringIO)
    return console.file.getvalue().splitlines()


def test_what_is_empty_goes_first_and_what_is_the_readers_last() -> None:
    of, playthrough = shapes()
    playthrough.act(playthrough.seat.actions[0])
    one = board(of, playthrough, 0)
    for tight in (0, 1, 2, 3, 4):
        shown = lines_at(one, tight, 36)
        assert any("Nothing in:" in line for line in shown) == (tight == 0)
        assert "Also: best bidder: Ann, side: Ann" in shown
        assert any("loot 1: top" in line for line in shown) == (tight < 4)


def test_what_is_so_of_everybody_is_told_as_that() -> None:
    rules = SHAPES.replace(
        "        draw 1 from deck to my hand\n    draw 2",
        "        draw 1 from deck to my hand\n        set my ready to true\n    draw 2",
    )
    of = harness.game(rules, 2)
    told = drawn(board(of, Playthrough(of, seed=1, starter=0), 0))
    assert "Also: gem 0 (each), coin 0 (each), everybody: ready\n" in told


FLAGS = """
zone deck shared pile, seen by nobody, starts with cards
zone heap shared spread, seen by all
zone away shared spread, seen by all
variable last: flag = false "this is the last round"
setup
    draw 2 from deck to heap
    move deck to away
    set last to true
play
    turns clockwise from starter once
        one of take
action take "Take"
    choose card from heap
    do
        move card to away
"""


def test_what_is_true_of_the_game_stands_in_the_heading() -> None:
    of = harness.game(FLAGS)
    told = drawn(board(of, Playthrough(of, seed=1, starter=0), 0))
    assert told.startswith("Tiny, this is the last round, Ann's turn ")
    assert "Also" not in told


def test_of_cards_that_nobody_chooses_there_is_one_line() -> None:
    of = harness.game(FLAGS, cards='plain: {name: "Number {number}", number: 1 to 9, count: 1}')
    for tight in (0, 1, 2, 3):
        shown = lines_at(board(of, Playthrough(of, seed=1, starter=0), 0), tight, 60)
        assert shown[2].startswith("away  7  Number") and shown[2].endswith(" more")


def test_an_empty_hand_is_told_of_each_player_until_the_game_is_over() -> None:
    sat = Sat(harness.game(DAWN.replace("draw 2", "draw 1")), people(2), names=("Ann", "Bob"))
    told = sat.type("", "1", "")
    assert "\n  Ann        hand 0; score 0\n> Bob (you)  hand 1; score 0\n" in told
    assert "hand 0" not in sat.first_until_over().on_screen


CHOOSING = """
zone deck shared pile, seen by nobody, starts with cards
zone hand per player spread, seen by owner
zone table shared spread, seen by all
setup
    each player clockwise from starter
        draw 2 from deck to my hand
play
    turns clockwise from starter until players.hand is empty
        one of go
        together each player clockwise from starter
            choose card from my hand
            do
                move card to table
action go "Go"
    do
        shuffle deck
"""


def test_nobodys_turn_is_marked_where_all_choose_in_secret() -> None:
    of = harness.game(CHOOSING)
    playthrough = Playthrough(of, seed=1, starter=0)
    assert "\n> Ann (you)" in drawn(board(of, playthrough, 0))
    playthrough.act(playthrough.seat.actions[0])
    told = drawn(board(of, playthrough, 0))
    assert "Ann chooses in secret" in told and "\n  Ann (you)" in told and ">" not in told


STEALING = """
zone deck  shared pile, seen by nobody, starts with cards
zone hand  per player spread, seen by owner
zone front per player spread, seen by all
zone patch per player stacks, top seen by all, rest seen by owner
setup
    each player clockwise from starter
        draw 2 from deck to my front
        each c in my front
            if deck is not empty
                stack c on top of deck to my patch
        draw 1 from deck to my hand
play
    turns clockwise from starter once
        one of steal
action steal "Steal"
    choose stack from opponents.patch
    do
        open theft(stack, 2) to owner of stack
        move stack to my patch
window theft(stack: stack, size: integer)
interrupt keep answers theft
    choose answer from my hand
    do
        move answer to stack
        stop
"""


def test_a_stack_that_may_be_gone_in_a_moment_is_marked() -> None:
    of = harness.game(STEALING, cards='plain: {name: "{number}", number: 1 to 10, count: 1}')
    playthrough = Playthrough(of, seed=1, starter=0)
    assert "at stake" not in drawn(board(of, playthrough, 0))
    playthrough.act(playthrough.seat.actions[1])
    table = describe(of, playthrough.state, 1)
    stake = {zone.seats: zone.at_stake for zone in table.zones if zone.name == "patch"}
    assert stake == {(0,): (), (1,): (1,)}
    assert [zone["at_stake"] for zone in table.data()["zones"]][-1] == [2]
    told = drawn(Board(table, ("Ann", "Bob")))
    assert told.count("at stake") == 1
    assert " (2) at stake; score" in told


def test_empty_zones_of_players_are_told_to_those_who_look() -> None:
    sat = Sat(harness.game(SHAPES), people(2))
    told = sat.type("", "look")
    assert "Nothing in: front, patch, loot, attic\n" in told


# ---- Text that fits itself in --------------------------------------------------------------------


def lines_of(item: Flow | Hanging | Heading, width: int) -> list[str]:
    console = Console(file=io.StringIO(), width=width, color_system=None)
    console.print(item, highlight=False)
    assert isinstance(console.file, io.StringIO)
    return console.file.getvalue().splitlines()


def test_no_item_is_broken_and_no_line_ends_in_a_blank() -> None:
    flow = Flow(head="Hand:", items=["one two", "three four", "five", "six seven eight"], indent=2)
    told = lines_of(flow, 24)
    assert told == ["Hand: one two,", "  three four, five,", "  six seven eight"]
    assert lines_of(Flow(items=["a", "b"]), 10) == ["a, b"]
    assert lines_of(Flow(items=[]), 10) == [""]


def test_a_heading_that_is_too_long_leaves_out_its_first_parts() -> None:
    head = Heading(["War of the Roses", "game 2", "round 3", "Ann's turn"])
    assert lines_of(head, 50)[0].startswith("War of the Roses, game 2, round 3, Ann's turn \u2500")
    assert lines_of(head, 32)[0] == "game 2, round 3, Ann's turn " + "\u2500" * 4
    assert lines_of(Heading(["a very long name"]), 10)[0].startswith("a very")


def test_further_lines_hang() -> None:
    told = lines_of(Hanging(Text("because the number must be the same or higher"), 2, 3), 26)
    assert told == ["  because the number must", "     be the same or higher"]
    assert lines_of(Hanging(Text("short"), 4), 40) == ["    short"]
    assert lines_of(Hanging(Text(""), 4), 40) in ([], ["    "], [""])


# ---- The log -------------------------------------------------------------------------------------


def moved(cause: ir.Origin, card: int, source: events.ZoneLabel, to: int) -> events.Moved:
    return events.Moved(cause, (card,), (0,), source, to)


def test_what_one_line_moves_along_one_way_is_one_event() -> None:
    deal, draw = ir.Origin(span=Span(0, 1)), ir.Origin(span=Span(2, 3))
    happened: list[events.Event] = [
        moved(deal, 1, 0, 1),
        moved(deal, 2, 0, 2),
        moved(deal, 3, 0, 1),
        moved(draw, 4, 0, 1),
        events.RoundBegan(draw, 1),
        moved(draw, 5, 0, 1),
        moved(draw, 6, (3, 0), 1),
        moved(draw, 7, (3, 0), 1),
    ]
    told = merged(happened)
    assert [event.cards for event in told if isinstance(event, events.Moved)] == [
        (1, 3),
        (2,),
        (4,),
        (5,),
        (6,),
        (7,),
    ]
    assert [type(event) for event in told].index(events.RoundBegan) == 3


DAWN = (
    harness.DECK
    + harness.HAND
    + """
zone pot shared pile, seen by nobody
setup
    each player clockwise from starter
        draw 2 from deck to my hand
play
    phase dawn
        turns clockwise from starter once
            one of go
    phase dusk [X-1] "the sun goes down"
        turns clockwise from starter once
            one of go
action go "Go"
    choose card from my hand
    do
        move card to pot
"""
)


def test_going_back_forgets_lines_and_the_phase() -> None:
    of = harness.game(DAWN)
    playthrough = Playthrough(of, seed=1, starter=0)
    history = History(of, [0], ["Ann", "Bob"])
    history.add(playthrough.moment)
    assert history.phase == "dawn"
    before = history.lines(0)
    for _ in range(2):
        history.add(playthrough.act(playthrough.seat.actions[0]))
    assert [line.text for line in history.lines(0) if line.text.startswith("--")] == [
        "-- dawn --",
        "-- the sun goes down --",
    ]
    assert history.phase == "the sun goes down"
    history.go_back_to(1)
    assert history.phase == "dawn"
    assert history.lines(0) == before


def test_who_looks_where_cards_are_hidden_is_told_who_sees_them() -> None:
    rules = SHAPES.replace(
        "shared row, seen by nobody", "shared row, seen by nobody, remembered by nobody"
    )
    told = Sat(harness.game(rules), people(2)).type("", "look secret", "look heap", "look deck")
    assert "  (nobody sees them, and nobody may look there before the end)\n" in told
    assert told.count("before the end") == 1 and told.count("(nobody sees them)") == 1


def test_stacks_are_listed_in_the_order_in_which_they_lie() -> None:
    """And not in which they were made: one that was taken lies behind those that were there."""
    rules = STEALING.replace("starter once", "starter until turn = 9")
    of = harness.game(rules, cards='plain: {name: "{number}", number: 1 to 10, count: 1}')
    playthrough = Playthrough(of, seed=1, starter=0)
    for _ in range(2):
        playthrough.act(playthrough.seat.actions[0])  # steal
        playthrough.act(playthrough.seat.actions[-1])  # pass
    question = describe(of, playthrough.state, 0).question
    assert question is not None and question.menu is not None
    stacks = describe(of, playthrough.state, 0).zones
    patch = next(zone for zone in stacks if zone.name == "patch" and zone.seats == (1,))
    tops = [stack[0].face for stack in patch.stacks]
    shown = [line.text for line in question.menu.lines]
    assert len(tops) == 2
    assert [next(top for top in tops if f": {top} (" in line) for line in shown] == tops


def test_an_empty_zone_that_all_look_at_stands_in_its_place() -> None:
    zones = "zone market shared spread, seen by all\nzone attic shared spread, seen by all\n"
    rules = harness.DECK + harness.HAND + zones + """
play
    turns clockwise from starter until turn = 9
        one of lay, take
action lay
    do
        draw 1 from deck to attic
action take
    choose card from market
    do
        move card to my hand
"""  # fmt: skip
    for is_plain, told in ((False, "market  0  empty\n"), (True, "market 0: empty\n")):
        sat = Sat(harness.game(rules), people(2), is_plain=is_plain)
        shown = sat.type("")
        assert told in shown and "Nothing in: attic\n" in shown
