"""The log: each event in words, and nothing hidden in any line."""

from __future__ import annotations

import re
from typing import Any

import pytest

from cardrules.engine.showing.narrate import Narrator
from cardrules.engine.showing.view import Viewer
from cardrules.errors import OptionError
from cardrules.prose import reads_alike
from tests.engine.harness import DECK, HAND, ONE_GO, Table, after, table

VIEWERS: tuple[Any, ...] = (0, 1, 2, "spectator", "referee")
ZONES = (
    DECK
    + HAND
    + """
zone hoard per player pile, seen by nobody
zone table shared spread, seen by all
zone patch per player stacks, top seen by all, rest seen by owner
"""
)


def lines(statements: str, *, declarations: str = "", seats: int = 3, **more: Any) -> Table:
    """The table after these statements, whose log is of interest."""
    return after(statements, ZONES + declarations, seats, **more)


def last(t: Table, viewer: Any) -> str:
    """The last line before the end of the game."""
    return [line for line in t.log(viewer) if " is over: " not in line][-1]


def cards_named_in(line: str) -> list[int]:
    """The cards that a line of a move, a draw or a choice begins with."""
    line = re.sub(r"\d+ cards", "cards", line)
    found = re.match(r"(?:Player \d (?:draws|chooses) )?((?:\d+(?:, | and )?)+)(?: |$)", line)
    return [int(name) - 1 for name in re.findall(r"\d+", found[1])] if found else []


def told(t: Table) -> dict[Any, str]:
    """The last line for each viewer."""
    return {viewer: last(t, viewer) for viewer in VIEWERS}


# ---- Each kind of event --------------------------------------------------------------------------


def test_a_drawn_card_is_named_to_who_sees_it() -> None:
    found = told(lines("draw 2 from deck to starter.hand"))
    assert found[0] == found["referee"] == "Player 1 draws 8 and 9 from the deck"
    assert found[1] == found[2] == found["spectator"] == "Player 1 draws 2 cards from the deck"


def test_the_sentence_of_a_line_tells_why_and_its_ids_stand_beside() -> None:
    t = lines(
        'draw 1 from deck to starter.hand [O-1, O-2] "a card for a start"\nshuffle deck [O-3]'
    )
    assert t.log(1)[-3:-1] == [
        "Player 1 draws a card from the deck (a card for a start)",
        "The deck is shuffled",
    ]
    noted = Narrator(t.game, 1).noted_lines(t.state, t.events)
    assert [ids for _, ids in noted][-3:-1] == [("O-1", "O-2"), ("O-3",)]


def test_what_becomes_of_the_order_of_turns_is_told_if_the_line_has_a_sentence() -> None:
    t = lines('reverse [O-1] "the direction turns"\nnext turn starter "once more"\nreverse')
    assert t.log(1)[-3:-1] == ["the direction turns", "once more"]


def test_a_single_hidden_card_is_a_card() -> None:
    found = told(lines("draw 1 from deck to starter.hand"))
    assert found[1] == "Player 1 draws a card from the deck"


def test_cards_of_one_name_are_counted_and_hidden_ones_come_last() -> None:
    cards = 'a: {name: "No. {number}", number: [1, 2], count: [1, 3]}'
    t = lines(
        "if deck is not empty\n    reveal top of deck\ndraw 4 from deck to starter.hand",
        cards=cards,
    )
    assert last(t, 0) == "Player 1 draws No. 1 and 3 x No. 2 from the deck"
    assert last(t, 1) == "Player 1 draws No. 2 and 3 cards from the deck"


def test_a_reveal_names_the_cards_to_those_who_see_them() -> None:
    t = lines("draw 1 from deck to starter.hand\nreveal starter.hand to left of starter")
    found = told(t)
    assert found[0] == found[1] == "Player 1 shows 9"
    assert found[2] == found["spectator"] == "Player 1 shows a card"


def test_a_reveal_of_several_hands_says_whose_each_is() -> None:
    t = lines(
        "each player clockwise from starter\n    draw 1 from deck to my hand\nreveal players.hand"
    )
    shown = [line for line in t.log(2) if "shows" in line]
    assert shown == [f"Player {seat} shows {10 - seat}" for seat in (1, 2, 3)]


def test_what_is_shown_to_nobody_is_not_told_to_anybody() -> None:
    t = lines("draw 1 from deck to starter.hand\nas starter\n    reveal my hand to partners")
    found = told(t)
    assert found[1] == found[2] == found["spectator"] == "Player 1 shows a card"


def test_shuffles_swaps_tokens_variables_phases_rounds_and_the_end() -> None:
    t = table(
        ZONES
        + """
tokens coin per player, supply 3
variable tricks per player: integer = 0 "tricks"
variable bait: colour or none = none [X-2] "the bait"
variable leader: player = starter "First Leap"
variable bookkeeping: integer = 0
setup
    shuffle deck
    swap starter.hand with (left of starter).hand
    give 2 coin to starter
    take 1 coin from starter
    set starter.tricks to 3
    set bait to red
    set bait to none
    set leader to left of leader
    set bookkeeping to 7
    say "{leader} leads" [X-1]
play
    rounds until round = 1
        phase first_one
            repeat 1 times
                end repeat
score
    tricks: tricks
""",
        3,
        attributes="number: {type: integer, default: 0}\ncolour: {type: [red, blue], default: red}",
    )
    assert t.log("spectator") == [
        "Player 1 is the starter",
        "The deck is shuffled",
        "Player 1's hand and Player 2's hand change places",
        "Player 1 gets 2 coins",
        "Player 1 gives back 1 coin",
        "Player 1's tricks: 3",
        "The bait: red",
        "The bait: none",
        "First Leap: Player 2",
        "Player 2 leads",
        "== round 1 ==",
        "-- first one --",
        "The game is over: Player 1 3, Player 2 0, Player 3 0",
    ]


def test_a_starter_that_chance_drew_is_said_to_be_drawn() -> None:
    t = Table(lines("draw 1 from deck to starter.hand").game, starter=None)
    assert t.log(0)[0].endswith("is the starter (drawn by chance)")


@pytest.mark.parametrize(
    ("declared", "play", "told"),
    [
        ("", "turns clockwise from starter once", "Player 1 goes first"),
        ("", "turns clockwise from left of starter once", "Player 1 is the starter"),
        (
            "variable opener: player = starter",
            "turns clockwise from opener once",
            "Player 1 goes first",
        ),
        (
            "variable opener: player = starter",
            "set opener to left of opener\nturns clockwise from opener once",
            "Player 1 is the starter",
        ),
        (
            "variable opener: player = starter\nroutine pass_on\n    set opener to left of opener",
            "do pass_on\nturns clockwise from opener once",
            "Player 1 is the starter",
        ),
        (
            "",
            "turns clockwise from starter where it != starter once",
            "Player 1 is the starter",
        ),
    ],
)
def test_the_starter_goes_first_where_the_first_turn_is_the_starters(
    declared: str, play: str, told: str
) -> None:
    t = lines(f"{play}\n    draw 1 from deck to my hand", declarations=f"{declared}\n")
    assert t.log("spectator")[0] == told


def test_names_of_players_are_used() -> None:
    t = lines("draw 1 from deck to starter.hand")
    narrator = Narrator(t.game, 0, ["Ada", "Ben", "Cleo"])
    assert narrator.lines(t.state, t.events)[:2] == [
        "Ada is the starter",
        "Ada draws 9 from the deck",
    ]


def test_the_reader_is_called_you() -> None:
    t = lines("draw 2 from deck to starter.hand\nmove starter.hand to starter.hoard")
    names = ["Ada", "Ben", "Cleo"]
    assert Narrator(t.game, 0, names, you=True).lines(t.state, t.events) == [
        "You are the starter",
        "You draw 8 and 9 from the deck",
        "8 and 9 go from your hand to your hoard",
        "The game is over: you 0, Ben 0, Cleo 0",
    ]
    assert Narrator(t.game, 1, names, you=True).lines(t.state, t.events)[:3] == [
        "Ada is the starter",
        "Ada draws 2 cards from the deck",
        "2 cards go from Ada's hand to Ada's hoard",
    ]
    spectator = Narrator(t.game, "spectator", names, you=True)
    assert spectator.lines(t.state, t.events)[0] == "Ada is the starter"


def test_what_is_alike_for_several_players_is_one_line() -> None:
    t = lines(
        "each player clockwise from starter\n    draw 2 from deck to my hand\n"
        "each player clockwise from starter\n    give 1 coin to me",
        declarations="tokens coin per player, supply 9\n",
    )
    assert t.log("spectator")[1:-1] == [
        "Player 1, Player 2 and Player 3 draw 2 cards each from the deck",
        "Player 1, Player 2 and Player 3 get 1 coin each",
    ]
    assert Narrator(t.game, 1, you=True).lines(t.state, t.events)[1:-1] == [
        "Player 1 draws 2 cards from the deck",
        "You draw 6 and 7 from the deck",
        "Player 3 draws 2 cards from the deck",
        "You, Player 1 and Player 3 get 1 coin each",
    ]


def test_tokens_of_a_team() -> None:
    t = lines(
        "give 1 lucky_penny to starter.team\ntake 2 lucky_penny from starter.team",
        declarations="tokens lucky_penny per team, supply 9\n",
        seats=4,
        front="teams: {4: [[1, 3], [2, 4]]}\n",
    )
    assert t.log(0)[1:-1] == [
        "Player 1 and Player 3 get 1 lucky penny",
        "Player 1 and Player 3 give back 1 lucky penny",
    ]
    assert "You and Player 3 get 1 lucky penny" in Narrator(t.game, 0, you=True).lines(
        t.state, t.events
    )


def test_the_sentences_of_zones_and_variables_are_their_names() -> None:
    t = lines(
        "draw 1 from deck to heap\nmove heap to starter.won\nset starter.last to 3\n"
        "set starter.out to true\nset starter.out to false",
        declarations="""
zone heap shared pile, seen by all "the heap in the middle"
zone won per player pile, seen by all "scoring pile"
variable last per player: integer = 0 "the last bid"
variable out per player: flag = false "out of the game"
""",
    )
    assert Narrator(t.game, 0, you=True).lines(t.state, t.events)[1:-1] == [
        "9 goes from the deck to the heap in the middle",
        "9 goes from the heap in the middle to your scoring pile",
        "The last bid of you: 3",
        "You: out of the game",
        "You: no longer out of the game",
    ]
    assert "The last bid of Player 1: 3" in t.log(1)


def test_actions_answers_and_stops() -> None:
    t = table(
        ZONES
        + ONE_GO
        + """
setup
    each player clockwise from starter
        draw 2 from deck to my hand
action go "Attack"
    choose card from my hand
    choose target from others
    do
        move card to table
        open defence() to target
window defence
interrupt shield answers defence "Shield"
    choose answer from my hand
    do
        move answer to table
        stop
""",
        3,
    )
    t.do("go", card="9", target=2).do("shield", answer="6")
    assert t.log(2)[-5:] == [
        "Player 1: Attack (Player 2)",
        "9 goes from Player 1's hand to the table",
        "Player 2: Shield",
        "6 goes from Player 2's hand to the table",
        "Attack is stopped",
    ]
    assert t.log(0)[-5] == "Player 1: Attack (9, Player 2)"
    t.do("go", card="7", target=1).do("pass")
    assert t.log(2)[-1] == "Player 1 gives no answer"


STOPPED = (
    ZONES
    + """
play
    turns clockwise from starter
        one of go
setup
    each player clockwise from starter
        draw 2 from deck to my hand
action go "Attack"
    choose card from my hand
    do
        move card to table
        open defence(card, me) to others
window defence(card: card, from: player)
    pass
        PASSED
interrupt shield answers defence "Shield"
    choose answer from my hand
    say nothing
    do
        move answer to table
            say nothing
        stop
            STOPPED
"""
)


def _stopped(passed: str, stopped: str) -> Table:
    return table(STOPPED.replace("PASSED", passed).replace("STOPPED", stopped), 3)


def test_that_an_action_is_stopped_is_told_by_the_sentence_below() -> None:
    t = _stopped("say nothing", 'say "{answer} of {me} stops {card}"').do("go", card="9")
    t.do("shield", answer="6")
    assert t.log(2)[-1] == "6 of Player 2 stops 9"
    assert "Attack is stopped" not in t.log(2)


def test_that_an_action_is_stopped_need_not_be_told() -> None:
    t = _stopped("say nothing", "say nothing").do("go", card="9").do("shield", answer="6")
    assert t.log(2)[-1] == "9 goes from Player 1's hand to the table"


def test_where_nothing_is_stopped_nothing_is_said_of_it() -> None:
    opening = (
        "        if my hand is not empty\n            open defence(first of my hand, me) to others"
    )
    rules = STOPPED.replace("        one of go", opening)
    rules = rules.replace("PASSED", "say nothing").replace("STOPPED", 'say "it is over"')
    t = table(rules[: rules.index("action go")] + rules[rules.index("window") :], 3)
    t.do("shield", answer="6")
    assert "it is over" not in t.log(2)


def test_that_somebody_gives_no_answer_is_told_by_the_window() -> None:
    t = _stopped('say "{me} lets {from} play {card}"', "say nothing").do("go", card="9").do("pass")
    assert t.log(2)[-1] == "Player 2 lets Player 1 play 9"
    assert "Player 2 gives no answer" not in t.log(2)


def test_that_somebody_gives_no_answer_need_not_be_told() -> None:
    t = _stopped("say nothing", "say nothing").do("go", card="9").do("pass")
    assert t.log(2)[-1] == "9 goes from Player 1's hand to the table"


def test_a_card_that_is_called_like_its_action_is_told_once() -> None:
    rules = (
        ZONES
        + ONE_GO
        + """
setup
    draw 2 from deck to starter.hand
action go "Tink's Gaze!"
    choose card from my hand
    do
        move card to table
"""
    )
    cards = 'a: {name: "Tinks gaze", number: 1, count: 1}\nb: {number: 2, count: 1}'
    t = table(rules, cards=cards).do("go", card="Tinks gaze")
    assert t.log(0)[-3:-1] == [
        "Player 1: Tink's Gaze!",
        "Tinks gaze goes from Player 1's hand to the table",
    ]
    t = table(rules, cards=cards).do("go", card="B")
    assert "Player 1: Tink's Gaze! (B)" in t.log(0)
    assert not reads_alike("+", "-") and not reads_alike("a 1", "a 2")


def test_a_stack_is_named_by_where_it_lay_at_the_time() -> None:
    t = table(
        ZONES
        + """
setup
    draw 4 from deck to table
    let low = first of (table where number = 9)
    if low is not none
        stack low on low to starter.patch
play
    turns clockwise from left of starter once
        one of steal
action steal
    choose stack from opponents.patch
    do
        say "{me} takes {stack}"
        move stack to my patch
        move stack to table
""",
        2,
    )
    t.do("steal", stack={"zone": "patch", "seat": 1, "stack": 1})
    assert t.log("spectator")[-5:-1] == [
        "Player 2: Steal (stack 1 of Player 1's patch)",
        "Player 2 takes stack 1 of Player 1's patch",
        "9 goes from stack 1 of Player 1's patch to stack 1 of Player 2's patch",
        "9 goes from stack 1 of Player 2's patch to the table",
    ]


# ---- Nothing hidden ------------------------------------------------------------------------------

# Seat 1 was shown the 9 of seat 0, and sees neither hand nor hoard when one of the cards goes.
SECRET = (
    ZONES
    + """
variable marked: card or none = none "marked"
setup
    draw 1 from deck to starter.hand
    draw 1 from deck to starter.hand
    reveal starter.hand where number = 9 to left of starter
play
    as starter
        one of go
"""
)
HIDING = {
    "an announced action": """
action go
    choose card from my hand
    do
        move card to my hoard
""",
    "a choice among effects": """
action go
    do
        choose card from my hand
        move card to my hoard
""",
    "a choice of several cards": """
action go
    do
        choose given from subsets of my hand where count of it = 1
        move given to my hoard
""",
    "a choice of families": """
action go
    do
        let ones = subsets of my hand where count of it = 1
        choose melds from maximal families of ones where first of it = first of it
        choose given from subsets of my hand where count of it = 1
        move given to my hoard
""",
    "a sentence": """
action go
    choose card from my hand
    do
        say "{me} hides {card}"
        move card to my hoard
""",
    "a variable": """
action go
    choose card from my hand
    do
        set marked to card
        move card to my hoard
""",
    "a pick": """
action go
    choose card from my hand
    do
        pick same at random from my hand where it = card
        move same to my hoard
""",
    "a pick of several": """
action go
    choose card from my hand
    do
        pick same at random from subsets of my hand where it = only(card)
        move same to my hoard
""",
    "a choice under seal": """
action go
    do
        together each player clockwise from me where hand is not empty
            choose card from my hand
            do
                move card to my hoard
""",
}


@pytest.mark.parametrize("rules", HIDING.values(), ids=HIDING)
def test_who_knew_a_card_is_not_told_that_it_was_this_one(rules: str) -> None:
    logs = []
    for wanted in ("8", "9"):
        t = table(SECRET + rules, 3)
        for _ in range(4):
            actions = t.game.legal_actions(t.state)
            if not len(actions):
                break
            naming = [action for action in actions if wanted in str(action)]
            t.state = t.game.apply(t.state, (naming or list(actions))[0])
            t.events += t.state.events
        assert t.cards("hoard", 0) == [wanted]
        logs.append([t.log(viewer) for viewer in (1, 2, "spectator")])
        assert any(wanted in line for line in t.log(0)), "who chose may read it"
    assert logs[0] == logs[1]


def test_a_variable_that_holds_a_hidden_card_is_told_as_a_card() -> None:
    t = lines(
        "draw 2 from deck to starter.hand\nset marked to first of starter.hand\n"
        "set several to starter.hand",
        declarations='variable marked: card or none = none "marked"\n'
        'variable several: cards = table "several"\n',
    )
    assert t.log(0)[-3:-1] == ["Marked: 8", "Several: 8 and 9"]
    assert t.log(1)[-3:-1] == ["Marked: a card", "Several: cards"]


def test_sealed_choices_are_told_to_nobody_before_all_have_chosen() -> None:
    t = table(
        ZONES
        + """
setup
    each player clockwise from starter
        draw 2 from deck to my hand
play
    together each player clockwise from starter
        choose card from my hand
        choose bid from {1, 2, 3}
        do
            move card to table
""",
        3,
    )
    before = t.log(1)
    t.choose(card="9", bid=2)
    assert t.log(1)[len(before) :] == ["Player 1 has chosen"]
    assert t.log("spectator")[-1] == "Player 1 has chosen"
    assert t.log(0)[-1] == "Player 1 chooses 9, 2"


def test_of_yes_and_no_it_is_told_what_for() -> None:
    rules = """
play
    as starter
        choose open_hand from {true, false}
        if open_hand
            reveal my hand
        one of go
action go "Bid"
    choose bid from {1, 2}
    choose loud from {true, false}
    do
        end game
"""
    t = table(ZONES + rules).choose(open_hand=False).do("go", bid=2, loud=True)
    assert "Player 1 chooses open hand: no" in t.log(1)
    assert "Player 1: Bid (2, loud: yes)" in t.log(1)


def test_a_sealed_bid_is_told_to_nobody() -> None:
    """A number is nothing hidden, but the choice of it is."""
    rules = """
play
    together each player clockwise from starter
        choose bid from {1, 2, 3}
        do
            set highest_bid to bid
variable highest_bid: integer = 0
"""
    logs = []
    for bid in (1, 3):
        t = table(ZONES + rules, 3).choose(bid=bid)
        assert t.log(0)[-1] == f"Player 1 chooses {bid}"
        logs.append([t.log(viewer) for viewer in (1, 2, "spectator")])
    assert logs[0] == logs[1]


def test_a_choice_of_something_open_is_told() -> None:
    t = table(
        ZONES
        + """
setup
    draw 2 from deck to table
play
    as starter
        choose prey from table
        choose whom from players
        move prey to whom.hand
""",
        3,
    )
    t.choose(prey="9").choose(whom=2)
    assert t.log(2)[-4:-1] == [
        "Player 1 chooses 9",
        "Player 1 chooses Player 2",
        "9 goes from the table to Player 2's hand",
    ]


@pytest.mark.parametrize("viewer", ["Spectator", "everybody", 3, -1, None])
def test_nobody_passes_for_the_referee_by_mistake(viewer: Any) -> None:
    with pytest.raises(OptionError):
        Narrator(lines("draw 1 from deck to starter.hand").game, viewer)


def test_in_random_games_a_named_card_is_known() -> None:
    """Each card has a name of its own here; whoever reads it must know that card, before or
    after.
    """
    rules = (
        ZONES
        + """
play
    turns clockwise from starter until turn > 30
        one of dig, bury, give_away, lose, lay
action dig
    choose how_many from {1, 2}
    do
        draw how_many from deck to my hand
action bury
    do
        choose card from my hand
        move card to my hoard
        if my hoard is not empty
            swap my hoard with (left of me).hoard
action give_away
    choose card from my hand
    choose target from others
    do
        move card to target.hand
action lose
    choose target from others where hand is not empty
    do
        as target
            pick lost at random from my hand
            move lost to my hoard at bottom
        shuffle target.hoard
action lay
    require count of table < 3
    do
        choose card from my hand
        move card to table
        move me.hoard to deck
"""
    )
    named = set()
    for seed in range(25):
        t = table(rules, 3, seed=seed)
        before = t.state.known
        number = seed
        while len(answers := t.game.answers(t.state)):
            number = number * 31 + 7
            before = t.state.known
            t.state = t.game.apply_answer(t.state, answers[number % len(answers)])
            viewers: dict[Viewer, int] = {0: 1, 1: 2, 2: 4, "spectator": 8}
            for viewer, bit in viewers.items():
                for line in Narrator(t.game, viewer).lines(t.state, t.state.events):
                    for card in cards_named_in(line):
                        named.add(card)
                        assert (before[card] | t.state.known[card]) & bit, (viewer, line)
    assert len(named) == 9
