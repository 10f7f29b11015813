"""`why`, `?` and `rules`: understood leniently, answered with IDs and sentences."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from cardrules.engine.game import Game
from cardrules.engine.sets.answers import PASS
from cardrules.engine.showing.view import make_view
from cardrules.model.action import Action
from cardrules.model.state import State
from cardrules.rulesets import load
from cardrules.table.meaning import Understanding
from cardrules.table.teller import Teller
from cardrules.table.ways import Ways
from cardrules.table.why import Why
from tests.bundled import Bundled, at_all_numbers, bundled_named, random_play
from tests.cli.play_harness import Sat, against_bots, people
from tests.engine import harness

NAMES = ("Ann", "Bob", "Old Tom", "Dora")

# Seat 1 is dealt 9 and 8, seat 2 has 7 and 6, seat 3 has 5 and 4.
STACKED = """
zone deck  shared pile, seen by nobody, starts with cards
zone pit   shared spread, seen by all
zone hand  per player spread, seen by owner
zone patch per player stacks, top seen by all, rest seen by owner
placement climbs(card on target)
    step: card.number = target.number + 1 [T-5] "each card is one higher"
    small: card.number < 9 [T-6] "a nine goes nowhere"
setup
    each player clockwise from starter
        draw 2 from deck to my hand
    draw 3 from deck to pit
play
    turns clockwise from starter until turn = 8
        one of found_it, raise, guess, otherwise stay
action found_it [T-1] "Begin a stack"
    choose card from my hand
    choose prey from pit
    do
        stack card on prey to my patch
action raise [T-2] "Raise a stack"
    choose card from my hand
    choose stack from opponents.patch where climbs(card on top of stack)
    do
        move card to stack
action guess [T-3] "Guess a player and a colour"
    choose rival from opponents
    choose wanted from {red, green}
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
    """After seat 1 has begun a stack, with its 9 on a 1."""
    return game.apply(game.start(0, 0), Action("found_it", {"card": "9", "prey": "1"}))


STACK_OF_ANN = {"zone": "patch", "seat": 1, "stack": 1}


@pytest.mark.parametrize(
    ("typed", "name", "arguments"),
    [
        ("raise 6 from 1", "raise", {"card": "6", "stack": STACK_OF_ANN}),
        ("raise 6 on stack 1 of ann", "raise", {"card": "6", "stack": STACK_OF_ANN}),
        ("Raise a stack: 6, Ann", "raise", {"card": "6", "stack": STACK_OF_ANN}),
        ("raise", "raise", {}),
        ("rais 7", "raise", {"card": "7"}),
        ("can i begin with 7?", "found_it", {"card": "7"}),
        ("begin 7 on 2", "found_it", {"card": "7", "prey": "2"}),
        ("found it prey 2", "found_it", {"prey": "2"}),
        ("guess Old Tom green", "guess", {"rival": 3, "wanted": "green"}),
        ("guess tom red", "guess", {"rival": 3, "wanted": "red"}),
        ("guess wanted green", "guess", {"wanted": "green"}),
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
    game = stacked()
    s = first_stack(game)
    for seat in (3, 1):
        s = game.apply(s, Action("guess", {"rival": seat, "wanted": "red"}))
    s = game.apply(s, Action("found_it", {"card": "8", "prey": "2"}))
    reading = understanding(game, s).read("raise 7 from ann")
    assert reading is not None
    assert [action.arguments["stack"]["stack"] for action in reading.actions] == [1, 2]


@pytest.mark.parametrize("item", at_all_numbers(), ids=str)
def test_every_legal_action_is_understood_from_its_own_words(item: Bundled) -> None:
    """What stands in the menu, typed behind `why`, is found to be allowed."""
    game = item.game()
    names = [f"Player {seat + 1}" for seat in range(game.players)]
    tried = missed = 0
    for number, s in enumerate(random_play(game, 8, steps=120)):
        answers = game.answers(s)
        if not answers or s.pending is None or number % 6 or len(answers) > 300:
            continue
        teller = Teller(game, s, s.pending[1], names)
        view = make_view(game, s, s.pending[1])
        decision = game.decision(s)
        assert decision is not None
        ways = Ways(game, s, decision, Understanding(game, view, names))
        why = Why(game, s, ways, teller)
        for answer in [answer for answer in answers[:3] if answer != PASS]:
            tried += 1
            told = [str(rule) for rule in why.answer(teller.answer(answer))]
            missed += any("Not allowed" in line or "Which action" in line for line in told)
    assert tried
    assert missed <= tried * 0.1, f"{missed} of {tried}"


# ---- Answers -------------------------------------------------------------------------------------


def sat_at(typed: str) -> str:
    """What seat 2 is told after seat 1 has begun a stack with 9."""
    sat = Sat(stacked(3), people(3), names=NAMES[:3])
    sat.type("", "begin 9 1", "")
    return sat.type(typed)


def test_a_refusal_names_the_clause_its_id_its_sentence_and_what_is_allowed() -> None:
    told = sat_at("why raise 6 from ann")
    assert "Not allowed: Raise a stack: card 6, stack 1 of Ann's patch  [T-2]" in told
    assert "  because: each card is one higher  [T-5]\n" in told
    assert "Allowed instead:" in told
    assert "  Begin a stack: card 6, prey 2" in told


def test_an_action_that_is_allowed_is_told_so_with_its_ways() -> None:
    told = sat_at("why begin")
    assert "Allowed: Begin a stack, in 4 ways  [T-1]\n  Begin a stack: card 6, prey 2" in told
    assert "Allowed: Begin a stack with 6, in 2 ways  [T-1]" in sat_at("why begin 6")
    assert sat_at("why begin 6 on 2") == "Allowed: Begin a stack: card 6, prey 2  [T-1]\n"


@pytest.mark.parametrize("typed", ["why 6", "why c1", "why card 6"])
def test_a_card_is_looked_at_in_every_action_also_by_its_label(typed: str) -> None:
    told = sat_at(typed)
    assert told == (
        "With 6 you may:\n"
        "  Begin a stack, in 2 ways  [T-1]\n"
        "    Begin a stack: card 6, prey 2\n"
        "    Begin a stack: card 6, prey 3\n"
        "But not:\n"
        "  Raise a stack: each card is one higher  [T-5]\n"
    )


TAKING = """
zone hand per player spread, seen by owner
zone pit  shared spread, seen by all
setup
    draw 3 from deck to pit
    draw 3 from deck to starter.hand
play
    turns clockwise from starter once
        one of take
action take "Take something"
    choose card from my hand
    choose prey from only(pit where number = card.number)
    say "{me} plays {card} and takes {prey}"
    do
        move prey to my hand
"""


@pytest.mark.parametrize("typed", ["why c2", "why 6"])
def test_an_own_card_is_told_with_the_line_of_the_menu_and_not_as_what_it_takes(typed: str) -> None:
    cards = 'card: {name: "{number}", number: [5, 6, 7], count: 2}'
    sat = Sat(harness.game(harness.DECK + TAKING, 2, cards=cards), against_bots(2))
    assert "[c1] 2 x 5  [c2] 6" in sat.shown
    assert sat.type(typed) == "With 6 you may:\n  Play 6 and take 6\n"


def test_why_alone_goes_through_all_actions() -> None:
    assert sat_at("why") == (
        "You may now:\n"
        "  Begin a stack, in 4 ways  [T-1]\n"
        "  Guess a player and a colour, in 2 ways  [T-3]\n"
        "Not possible now:\n"
        "  Raise a stack: each card is one higher  [T-5]\n"
        "  Stay: only if no other action is possible  [T-4]\n"
    )


def test_an_action_of_another_moment_is_told_as_such() -> None:
    sat = Sat(bundled_named("snatch_it")[0].game(), against_bots(3), seed=3, first=None)
    told = sat.type("why steal")
    assert "Not allowed: Steal  [SI-A2]" in told
    assert "  because: it can be done only on your turn. What you are asked is:\n" in told
    assert "    Lay a card face down" in told


def test_what_is_not_understood_is_answered_with_what_there_is() -> None:
    told = sat_at("why xyzzy")
    assert told.startswith("Nothing here is called 'xyzzy'.\nYou may now:\n  Begin a stack")


# Seat 1 holds Radar +1, Attack 2 and Bomb; on the table lies Radar +2, and Radar +3 in the deck.
RADARS = """
zone deck  shared pile, seen by nobody, starts with cards
zone table shared spread, seen by all
zone hand  per player spread, seen by owner
setup
    draw 3 from deck to starter.hand
    draw 1 from deck to table
play
    turns clockwise from starter until turn = 8
        one of attack, pick
action attack "Attack a hoard"
    choose card from my hand where number < 5 [T-1] "no bombs"
    choose target from opponents
    do
        move card to table
action pick "Pick"
    choose prey from table
    require count of my hand > 5 [T-2] "with six cards"
    do
        move prey to my hand
"""
RADAR_CARDS = """
radar: {name: "Radar +{number}", number: [3, 2, 1], count: 1}
attack: {name: "Attack {number}", number: 2, count: 1}
bomb: {number: 9, count: 1}
"""


def radars(**more: Any) -> Sat:
    game = harness.game(RADARS, 3, **{"cards": RADAR_CARDS, **more})
    return Sat(game, against_bots(3), names=("Ann", "Bob", "Cid"))


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ("why attack with radar ann", "Not allowed: Attack a hoard: card Radar +1, target you\n"),
        ("why attack radar 2", "Allowed: Attack a hoard: Radar +1, Bob\n"),
        ("why attack rader +4 bob", "Allowed: Attack a hoard: Radar +1, Bob\n"),
        ("why attack rader +3 bob", "Not allowed: Attack a hoard: card Radar +3, target Bob\n"),
        ("why attack radar +2 bob", "Not allowed: Attack a hoard: card Radar +2, target Bob\n"),
        ("why attack bob", "Allowed: Attack a hoard: target Bob, in 2 ways\n"),
        ("why pick radar", "Not allowed: Pick: Radar +2\n"),
        ("why radar", "With Radar +1 you may:\n"),
        ("why attack 2", "With Attack 2 you may:\n  Attack a hoard, in 2 ways\n"),
        ("why bomb", "Nothing can be done with Bomb now:\n  Attack a hoard: no bombs  [T-1]\n"),
        ("why radar +3", "There is no Radar +3 in your hand or the table.\n"),
    ],
)
def test_of_several_cards_the_one_is_meant_that_lies_where_it_is_chosen_from(
    typed: str, told: str
) -> None:
    assert radars().type(typed).startswith(told)


def test_two_cards_of_the_own_hand_may_be_meant_alike() -> None:
    cards = RADAR_CARDS.replace("[3, 2, 1]", "[3, 2, 4, 1]").replace("bomb: ", "# ")
    sat = radars(cards=cards)
    assert "[c1] Radar +1  [c2] Attack 2  [c3] Radar +4" in sat.shown
    told = sat.type("why radar")
    assert told.startswith("With Radar +1 you may:\n") and told.endswith(
        "\nYou also have Radar +4.\n"
    )
    assert sat.type("why attack radar ann") == (
        "Not allowed: Attack a hoard: card Radar +1, target you\n"
        "Not allowed: Attack a hoard: card Radar +4, target you\n"
        "  because: you cannot be chosen as target; it could be Bob or Cid\n"
        "Allowed instead:\n"
        "  Attack a hoard: Radar +1, Bob\n"
        "  Attack a hoard: Radar +1, Cid\n"
        "  Attack a hoard: Radar +4, Bob\n"
    )
    assert sat.type("why attack radar bob").startswith("Allowed: Attack a hoard: Radar +1, ")
    rules = RADARS.replace("number < 5", "number = 4")
    sat = Sat(harness.game(rules, 3, cards=cards), against_bots(3))
    told = sat.type("why attack radar 2")
    assert told == "Allowed: Attack a hoard: Radar +4, Player 2\n"


def test_a_player_without_a_stack_is_not_passed_over() -> None:
    assert sat_at("why raise 6 from tom").startswith("Not understood: 'tom'\nNot allowed: Raise")


def test_what_a_menu_says_of_a_stack_is_understood_as_that_stack() -> None:
    told = sat_at("why raise 6 on stack 1 of Ann's patch: 9 (2 cards)")
    assert told.startswith("Not allowed: Raise a stack: card 6, stack 1 of Ann's patch  [T-2]")


def test_who_cannot_be_chosen_is_told_by_name_with_those_who_can() -> None:
    told = radars().type("why attack with radar player 1")
    assert "  because: you cannot be chosen as target; it could be Bob or Cid\n" in told


def test_a_clause_without_a_sentence_is_told_by_its_name_and_not_by_its_line() -> None:
    rules = STACKED.replace(' [T-5] "each card is one higher"', " [T-5]")
    game = harness.game(rules, 3, attributes=COLOURS)
    sat = Sat(game, people(3), names=NAMES[:3])
    sat.type("", "begin 9 1", "")
    told = sat.type("why raise 6 from ann")
    assert "  because: step does not fit  [T-5]\n" in told


# ---- Sets of cards ----------------------------------------------------------------------------


def washing_day() -> Sat:
    """A turn with `white sock 1`, `white shirt 2`, `red sheet 4` and `blue sock 1` in hand."""
    path = Path(__file__).parents[2] / "examples/blue_monday/blue_monday.rules"
    sat = Sat(Game(load(path), 3), against_bots(3), seed=3)
    sat.type("1")
    return sat


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ("why c1", "Hang out washing, with it among the pieces, in 2 ways  [BM-H1]"),
        ("why iron", "There is no Iron in your basket or the line.\n  Put a piece from"),
        ("why hang red sheet", "Allowed: Hang out washing: red, red sheet 4"),
        ("why hang white sheet", "because: there is no white sheet 4 in your basket"),
        ("why hang c1 c2", "Allowed: Hang out washing: white, white sock 1 + white shirt 2"),
        ("why hang c1 c3", "Not allowed: Hang out washing: pieces white sock 1 + red sheet 4"),
        ("why hang white", "Allowed: Hang out washing: hue white, in 3 ways"),
        ("why hang blue xyzzy", "Not understood: 'xyzzy'\nAllowed: Hang out washing: blue, "),
        ("why use_iron", "because: you have no Iron in your basket"),
    ],
)
def test_why_knows_sets_of_cards_and_names_of_actions(typed: str, told: str) -> None:
    assert told in washing_day().type(typed)


# Seat 1 holds red 1, red 2, blue 3 and blue 4; there is an action that begins like the red ones.
SIGNALS = """
zone deck  shared pile, seen by nobody, starts with cards
zone hand  per player spread, seen by owner
zone offer per player spread, seen by all
setup
    each player clockwise from starter
        draw 4 from deck to my hand
play
    rounds until round = 3
        together each player clockwise from starter                        [T-1] "bid cards"
            choose bet from subsets of my hand where count of it <= 3      [T-2] "at most three"
            do
                move bet to my offer
        turns clockwise from starter once
            one of red_signal
action red_signal [T-3] "Red signal"
    choose lamp from my hand where it.colour = red
    do
        move lamp to deck
"""
WAGONS = """
other: {name: "red {number}", number: [5, 6, 7, 8], count: 1, colour: red}
blue: {name: "blue {number}", number: [3, 4], count: 1, colour: blue}
red: {name: "red {number}", number: [1, 2], count: 1, colour: red}
"""
LAMPS = "number: {type: integer, default: 0}\ncolour: {type: [red, blue], default: red}"


def signals(rules: str = SIGNALS) -> Sat:
    game = harness.game(rules, 2, cards=WAGONS, attributes=LAMPS)
    return Sat(game, against_bots(2))


FOUR = "red 1 + red 2 + blue 3 + blue 4"


@pytest.mark.parametrize(
    "typed", ["why c1 c2 c3 c4", "why c1, c2, c3, c4", "why red 1, red 2, blue 3, blue 4",
              "why bid c1 c2 c3 c4"],
)  # fmt: skip
def test_cards_alone_are_meant_as_the_set_that_is_chosen(typed: str) -> None:
    """And not as an action of another moment that is called like the first of them."""
    told = signals().type(typed)
    assert told.startswith(f"Not allowed: {FOUR}  [T-1]\n")
    assert "  because: this cannot be chosen: at most three  [T-2]\n" in told
    assert "Red signal" not in told and "Not understood" not in told


def test_the_name_of_a_card_among_other_words_is_no_action_of_another_moment() -> None:
    told = signals().type("why red 1 xyzzy")
    assert told == "Not understood: 'xyzzy'\nAllowed: red 1  [T-1]\n"


def test_a_set_that_is_allowed_is_told_so() -> None:
    assert signals().type("why c1 c2 c3") == "Allowed: red 1 + red 2 + blue 3  [T-1]\n"


def test_of_the_only_choice_of_a_question_the_sentence_of_the_question_will_do() -> None:
    sat = signals(SIGNALS.replace('[T-2] "at most three"', ""))
    assert "this cannot be chosen: bid cards  [T-1]\n" in sat.type("why c1 c2 c3 c4")


def test_where_no_set_is_chosen_every_card_is_explained() -> None:
    sat = signals()
    sat.type("nothing")
    told = sat.type("why c1 c3")
    assert told == (
        "With red 1 you may:\n"
        "  Red signal: red 1  [T-3]\n"
        "Nothing can be done with blue 3 now:\n"
        "  Red signal: the rules do not allow it  [T-3]\n"
    )


def test_words_that_begin_like_an_action_of_another_moment_may_still_mean_it() -> None:
    assert "can be done only on your turn" in signals().type("why red signal")
    assert "can be done only on your turn" in signals().type("why red signal red 1")


def test_an_action_may_be_chosen_by_its_name_in_the_rules() -> None:
    sat = Sat(stacked(3), people(3), names=NAMES[:3])
    sat.type("")
    assert "Begin a stack: card 9, prey 1" in sat.type("found_it 9")


def test_rules_tells_the_ids_of_score_winner_and_of_the_lines_of_the_ruleset() -> None:
    told = washing_day().type("rules")
    assert "Score  [BM-E2]" in told
    assert (
        "The highest score wins; in a tie fewest pieces to mend, then" in told and "[BM-P5]" in told
    )
    assert "  Not in force: gale\n" in told
    told = washing_day().type("rules --source")
    assert "[BM-L1, BM-O1]" in told
    assert "weaker instead of 1  [BM-O1]" in told


# ---- Rules ---------------------------------------------------------------------------------------


def test_help_tells_what_is_possible_now_and_why_the_rest_is_not() -> None:
    told = sat_at("?")
    assert told.startswith(
        "Choose an action\n"
        "You may now:\n"
        "  Begin a stack, in 4 ways  [T-1]\n"
        "  Guess a player and a colour, in 2 ways  [T-3]\n"
        "Not possible now:\n"
        "  Raise a stack: each card is one higher  [T-5]\n"
        "  Stay: only if no other action is possible  [T-4]\n"
        "\nYou may type"
    )
    line = "  - choose stack from opponents.patch where climbs(card on top of stack)"
    told = sat_at("? --source")
    assert line in told and "  - only your left neighbour  [T-7]" in told
    assert "Only if nothing else is possible:\n  Stay  [T-4]" in told
    assert "Climbs:\n  - step: each card is one higher  [T-5]" in told


def test_rules_tells_all_and_with_an_id_the_text_of_that_part() -> None:
    told = sat_at("rules")
    assert told.startswith("Tiny for 3 players\nWhat can be done\n  Begin a stack  [T-1]\n")
    assert "More rules\n  Each card is one higher  [T-5]\n" in told
    assert "The highest score wins." in told
    assert sat_at("rules t-6") == "Climbs\n  A nine goes nowhere  [T-6]\n"
    told = sat_at("rules t-6 --source")
    assert told.startswith("placement climbs(card on target)\n    step: card.number")
    told = sat_at("? raise --source")
    assert told.startswith('action raise [T-2] "Raise a stack"\n    choose card')
    assert "Begin a stack (found it)  [T-1]" in sat_at("rules --source")


def test_an_action_that_is_looked_up_is_told_with_whether_it_is_possible_now() -> None:
    assert sat_at("? begin") == (
        "Begin a stack  [T-1]\n  When: on your turn\nBegin a stack is possible now, in 4 ways\n"
    )
    assert sat_at("? guess").endswith("\nGuess a player and a colour is possible now, in 2 ways\n")
    assert sat_at("? raise").endswith(
        "\nRaise a stack is not possible now: each card is one higher  [T-5]\n"
    )
    sat = signals()
    assert sat.type("? red_signal").endswith("Red signal is not possible now: only on your turn\n")


@pytest.mark.parametrize("item", at_all_numbers(), ids=str)
def test_every_bundled_game_has_help_and_rules(item: Bundled) -> None:
    game = item.game()
    sat = Sat(game, against_bots(game.players), first=None)
    for typed in ("?", "rules"):
        told = sat.type(typed)
        assert "[" in told
        assert "None" not in told
        assert "_" not in told


# Seat 1 holds a Hook and a Net, seat 2 a Worm. A Hook is played against somebody, who may parry it.
TRICKS = """
zone deck shared pile, seen by nobody, starts with cards
zone pile shared pile, seen by all
zone hand per player spread, seen by owner
setup
    draw 1 from deck to (left of starter).hand
    draw 2 from deck to starter.hand
play
    turns clockwise from starter until turn = 3
        one of hook
action hook [T-1] "Hook"
    choose card from my hand where it is hook [T-2] "you need a Hook for this"
    choose target from opponents
    do
        move card to pile
        open parry(card) to target
window parry(card: card)
    ask "{active} plays {card}: do you stop it?"
interrupt net answers parry [T-3] "Net"
    choose answer from my hand where it is net [T-4] "you need a Net for this"
    do
        move answer to pile
        stop
"""
TRICK_CARDS = """
net: {count: 1, text: "Stops a hook."}
hook: {count: 1, text: "Pulls somebody."}
worm: {count: 1}
"""


def test_a_card_that_is_played_against_somebody_is_told_with_what_can_be_answered() -> None:
    game = harness.game(TRICKS, 2, cards=TRICK_CARDS)
    sat = Sat(game, people(2))
    sat.type("", "1", "")
    assert sat.type("why hook") == (
        "Player 1 plays Hook: do you stop it?\n"
        "  Pulls somebody.\n"
        "You may now:\n"
        "  Pass: no answer\n"
        "Not possible now:\n"
        "  Net: you have no Net in your hand  [T-4]\n"
    )


def test_to_give_no_answer_is_told_as_the_window_says_it() -> None:
    passing = re.sub(
        "(?m)^window .*\n    ask .*$", r'\g<0>\n    pass\n        say "{me} bears it"', TRICKS
    )
    sat = Sat(harness.game(passing, 2, cards=TRICK_CARDS), people(2))
    sat.type("", "1", "")
    assert "You may now:\n  Bear it\nNot possible" in sat.type("why hook")


def tricks_with_sentences() -> Sat:
    """Seat 1 has a Hook and a Net, and might play a Worm, if they had one."""
    rules = TRICKS.replace("one of hook", "one of hook, lay").replace(
        "choose target from opponents\n",
        'choose target from players where it != me [T-5] "not yourself"\n'
        '    say "{me} hooks {target} with {card}"\n',
    )
    rules += (
        'action lay [T-6] "Lay: on the pile"\n'
        '    choose card from my hand where it is not hook [T-6] "no Hook"\n'
        '    say "{me} lays {card} on the pile"\n'
        "    do\n        move card to pile\n"
    )
    sat = Sat(harness.game(rules, 2, cards=TRICK_CARDS), people(2), names=NAMES[:2])
    sat.type("")
    return sat


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ("why lay hook", "Not allowed: Lay Hook on the pile  [T-6]\n  because: no Hook  [T-6]\n"),
        ("why hook ann", "Not allowed: Hook you with Hook  [T-1]\n"
                         "  because: not yourself  [T-5]\n"),
        ("why lay worm", "Not allowed: Lay: on the pile, Worm  [T-6]\n"
                         "  because: you have no Worm in your hand  [T-6]\n"),
        ("why", "You may now:\n  Hook Bob with Hook  [T-1]\n  Lay Net on the pile  [T-6]\n"),
    ],
)  # fmt: skip
def test_what_is_asked_about_is_told_by_the_sentence_of_the_rules(typed: str, told: str) -> None:
    assert tricks_with_sentences().type(typed).startswith(told)


def test_a_card_says_what_it_is_for_where_other_cards_are_asked_for() -> None:
    game = harness.game(TRICKS, 2, cards=TRICK_CARDS)
    sat = Sat(game, people(2))
    sat.type("")
    assert sat.type("why hook") == "Hook: possible now  [T-1]\n"
    assert sat.type("why net") == "Nothing can be done with Net now.\n  Stops a hook.\n"


# Seat 2 holds a Worm and two Radars, 1 and 2; seat 1 takes one of these.
TAKEN = """
zone deck shared pile, seen by nobody, starts with cards
zone hand per player spread, seen by owner
zone pile per player pile, seen by nobody
setup
    draw 3 from deck to (left of starter).hand
    draw 1 from deck to (left of starter).pile
play
    as left of starter
        let radars = my hand where it is radar
        choose given from subsets of radars where count of it = 1 [T-1] "one Radar must be given"
        move given to starter.hand
"""
TAKEN_CARDS = """
eel: {count: 1}
radar: {name: "Radar {number}", number: [2, 1], count: 1}
worm: {count: 1, text: "Of no use."}
"""


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ("worm", "Nothing can be done with Worm now:\n  One Radar must be given  [T-1]\n"),
        ("eel", "You have no Eel.\n"),
        ("radar 1", "You may choose Radar 1  [T-1]\n"),
        ("nothing", "Not allowed: nothing  [T-1]\n"
                    "  because: this cannot be chosen: one Radar must be given  [T-1]\n"
                    "Allowed instead:\n  Radar 2\n  Radar 1\n"),
    ],
)  # fmt: skip
def test_where_the_rules_do_not_say_where_cards_lie_the_own_ones_are_meant(
    typed: str, told: str
) -> None:
    sat = Sat(harness.game(TAKEN, 2, cards=TAKEN_CARDS), people(2))
    sat.type("")
    assert sat.type(f"why {typed}") == told


def test_an_answer_that_does_not_stop_this_says_what_it_stops() -> None:
    rules = TRICKS.replace(
        "    choose answer",
        '    require card is worm [T-5] "a Net stops Worms only"\n    choose answer',
    )
    rules = rules.replace(
        "    draw 1 from deck to (left of starter).hand\n    draw 2 from deck to starter.hand\n",
        "    draw 2 from deck to starter.hand\n    draw 1 from deck to (left of starter).hand\n",
    )
    cards = "net: {count: 1}\nworm: {count: 1}\nhook: {count: 1}"
    sat = Sat(harness.game(rules, 2, cards=cards), people(2))
    sat.type("", "1", "")
    assert sat.type("why net") == (
        "Nothing can be done with Net now:\n  Net: a Net stops Worms only  [T-5]\n"
    )


def test_actions_for_which_there_is_no_card_stand_in_one_line() -> None:
    rules = TRICKS.replace("one of hook", "one of hook, pull, drag") + (
        'action pull [T-6] "Pull"\n    choose card from my hand where it is worm [T-6] "a Worm"\n'
        "    do\n        move card to pile\n"
        'action drag [T-7] "Drag"\n    choose card from my hand where it is line [T-7] "a Line"\n'
        "    do\n        move card to pile\n"
    )
    sat = Sat(harness.game(rules, 2, cards=TRICK_CARDS + "line: {count: 0}\n"), people(2))
    sat.type("")
    assert sat.type("why") == (
        "You may now:\n  Hook  [T-1]\n"
        "Not possible now:\n  Pull, Drag: you have no such card  [T-6, T-7]\n"
    )


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ("raise", "Not allowed: Raise a stack  [T-2]\n  because: each card is one higher  [T-5]\n"),
        ("stay", "Not allowed: Stay  [T-4]\n"
                 "  because: only if no other action is possible  [T-4]\n"),
        ("guess ann red", "Not allowed: Guess a player and a colour: rival Ann, wanted red  [T-3]\n"
                          "  because: only your left neighbour  [T-7]\n"),
        ("1 xyzzy", "Nothing here reads like '1 xyzzy'. Type a number, or ? for help.\n"),
        ("xyzzy", "Nothing here reads like 'xyzzy'. Type a number, or ? for help.\n"),
    ],
)  # fmt: skip
def test_what_cannot_be_chosen_now_is_answered_with_the_reason(typed: str, told: str) -> None:
    assert sat_at(typed).startswith(told)


def test_the_name_of_an_action_of_another_moment_is_not_one_here_that_sounds_alike() -> None:
    rules = TRICKS.replace('"Net"', '"Hock it"')
    sat = Sat(harness.game(rules, 2, cards=TRICK_CARDS), people(2))
    sat.type("", "1", "")
    assert sat.type("why hook").startswith("Player 1 plays Hook: do you stop it?\n")
    rules = rules.replace('"Hook"', '"Hoc it"')
    sat = Sat(harness.game(rules, 2, cards=TRICK_CARDS), people(2))
    sat.type("", "1", "")
    assert sat.type("why hoc it").startswith("Not allowed: Hoc it  [T-1]\n")
    assert sat.type("why hock it").startswith("Not allowed: Hock it  [T-3]\n")


def test_a_number_behind_a_question_mark_or_why_is_a_line_and_a_label_is_a_card() -> None:
    sat = Sat(bundled_named("snatch_it")[0].game(), against_bots(3), seed=13)
    sat.type("3")
    line = sat.session._asking.choosing.question.numbered[2].text
    for typed in ("? 2", "why 2", "rules 2"):
        assert sat.type(typed).startswith(f"Allowed: {line}")
    card = sat.session._asking._asked.own_cards["c1"]
    assert sat.type("? c1") == sat.type(f"? {card}")
    assert sat.type("? 77").startswith("The rules say nothing of '77'")


def test_of_a_card_on_which_nothing_fits_it_is_told_shortly() -> None:
    sat = Sat(bundled_named("snatch_it")[0].game(), against_bots(3), seed=13)
    sat.type("3", "3")
    told = sat.type("why crawler 5")
    assert "  Snatch from the pond, with it as prey: no card of yours fits  [SI-P" in told
    assert "no stack of yours fits" in told
