"""The session at the table: from the first question to the last, and what is typed wrongly."""

from __future__ import annotations

import re

import pytest

from cardrules.engine.chance import Stream
from tests.bundled import Bundled, at_all_numbers, bundled_named
from tests.cli.play_harness import ALL, Sat, against_bots, people
from tests.engine import harness

HANDS = (
    harness.DECK
    + harness.HAND
    + """
zone heap shared pile, seen by all
zone pot  shared pile, seen by nobody
setup
    each player clockwise from starter
        draw 2 from deck to my hand
play
    turns clockwise from starter until players.hand is empty
        one of lay, hide
action lay [T-1] "Lay a card"
    choose card from my hand where number > 3       [T-2] "low cards are not laid"
    do
        move card to heap
action hide [T-3] "Hide a card"
    choose card from my hand
    do
        move card to pot
"""
)


def hands(seats: int = 2, **more: object) -> Sat:
    """Cards of the hand are laid or hidden; with two players seat 1 has 9 and 8, seat 2 7 and 6."""
    return Sat(harness.game(HANDS, seats), people(seats), **more)  # type: ignore[arg-type]


# ---- To the end ----------------------------------------------------------------------------------


@pytest.mark.parametrize("item", ALL, ids=str)
def test_a_person_who_always_takes_the_first_line_comes_on(item: Bundled) -> None:
    """Most games are over before that; the others are played out below."""
    sat = Sat(item.game(), against_bots(item.players), first=None)
    for _ in range(120):
        if not sat.session.is_over:
            sat.type(sat.first_line)
    assert sat.playthrough.over or len(sat.playthrough.steps) > 120
    assert sat.wiped == 0


@pytest.mark.slow
@pytest.mark.parametrize("item", at_all_numbers(), ids=str)
def test_every_game_comes_to_its_end_and_shows_the_result(item: Bundled) -> None:
    sat = Sat(item.game(), against_bots(item.players), first=None).first_until_over()
    assert sat.playthrough.over
    assert "the game is over" in sat.on_screen
    result = r" (wins|win|share the win)( after \d+ games)?\.\nSeed: \d+\n$"
    assert re.search(result, sat.on_screen)


@pytest.mark.parametrize("item", ALL, ids=str)
def test_several_persons_play_at_one_keyboard(item: Bundled) -> None:
    sat = Sat(item.game(), people(item.players), first=None)
    for _ in range(100):
        if sat.session.is_over:
            break
        sat.type(sat.first_line)
    assert sat.playthrough.over or len(sat.playthrough.steps) > 30
    assert sat.wiped > item.players


@pytest.mark.slow
@pytest.mark.parametrize("item", at_all_numbers(), ids=str)
@pytest.mark.parametrize("seed", range(3))
def test_nothing_that_is_typed_breaks_the_session(item: Bundled, seed: int) -> None:
    chance = Stream(seed, 9)
    words = [
        *("", "1", "2", "3", "1 2", "b", "p", "why", "why 1", "why c1", "?", "rules", "look"),
        *("undo", "log 3", "hand", "table", "c1", "c2 c3", "a", "0", "99", "why a", "save! /"),
        *("why steal from 2", "quit", "c", "\u00a7", "-1", "look x", "log x", "1, 2", "rules x"),
    ]
    sat = Sat(item.game(), against_bots(item.players), seed=seed, first=None)
    for _ in range(300):
        if sat.session.is_over:
            break
        assert sat.session.prompt
        sat.session.feed(words[chance.below(len(words))])


def test_bots_alone_are_told_as_somebody_sees_them_who_watches() -> None:
    item = bundled_named("snarkas")[0]
    sat = Sat(item.game(), ["random"] * item.players)
    assert sat.session.is_over
    assert "the game is over" in sat.shown


def test_a_game_that_is_over_shows_scores_with_their_parts_places_and_winners() -> None:
    rules = (
        HANDS
        + """
score
    pot: count of pot if me = starter else 0 [T-8] "hidden cards"
    none: 0
winner highest score
"""
    )
    sat = Sat(harness.game(rules), people(2), names=("Ann", "Bob"))
    sat.type("", "hide 8", "", "lay 7", "", "hide 9", "", "lay 6")
    assert sat.session.is_over
    assert "is over: " not in sat.on_screen, "the result is told once"
    rows = [line.split() for line in sat.on_screen.splitlines()]
    for row in (["Ann", "Bob"], ["Place", "1", "2"], ["Score", "2", "0"]):
        assert row in rows
    assert ["hidden", "cards", "2", "0"] in rows
    # The seed tells all cards: it is shown when there is nothing left to be hidden.
    assert sat.on_screen.endswith("Ann wins.\nSeed: 1\n")
    assert sat.shown.lower().count("seed") == 1


# ---- Numbers of lines and of cards ---------------------------------------------------------------


def with_numbers() -> Sat:
    """The person has the cards 6 to 9: lines 1 to 4 lay them, lines 5 to 8 hide them."""
    return Sat(harness.game(HANDS.replace("draw 2 from", "draw 4 from")), against_bots(2))


def test_a_number_that_is_a_line_and_a_card_asks_which_is_meant() -> None:
    sat = with_numbers()
    assert sat.session.prompt == "Player 1, your choice (a line as l1, a card as c1; ? for help): "
    assert " 6) Hide a card: 7 " in sat.shown
    told = "6 is line 6 (Hide a card: 7) and a card: type l6 for the line, or c1 for the\n  card.\n"
    assert sat.type("6") == told
    assert not sat.playthrough.steps


@pytest.mark.parametrize("typed", ["l6", "L6", "line 6"])
def test_a_marked_number_is_a_line(typed: str) -> None:
    sat = with_numbers()
    assert "Hide a card: 7" in sat.type(f"? {typed}")
    sat.type(typed)
    assert str(sat.playthrough.steps[0].action) == "hide card: 7"


def test_a_number_that_is_no_card_is_a_line() -> None:
    sat = with_numbers()
    sat.type("5")
    assert str(sat.playthrough.steps[0].action) == "hide card: 6"
    assert "there is no 11" in with_numbers().type("l11")


@pytest.mark.parametrize("typed", ["lay 6", "lay c1"])
def test_a_number_with_a_word_is_a_card(typed: str) -> None:
    sat = with_numbers()
    sat.type(typed)
    assert str(sat.playthrough.steps[0].action) == "lay card: 6"


def test_to_play_a_card_is_understood_in_every_game() -> None:
    assert "1) Lay a card: 6\n  2) Hide a card: 6" in with_numbers().type("play 6")


def test_a_number_that_is_no_line_but_a_card_is_told_what_that_is() -> None:
    told = "The lines go from 1 to 8; there is no 9. The card 9 is c4.\n"
    assert with_numbers().type("9") == told


def test_a_wrong_word_where_there_is_one_line_is_told_what_enter_does() -> None:
    rules = HANDS.replace("draw 2", "draw 1").replace("one of lay, hide", "one of lay")
    told = Sat(harness.game(rules), against_bots(2)).type("xyz")
    assert told == "Nothing here reads like 'xyz'. Enter takes the only line: Lay a card: 9.\n"


@pytest.mark.parametrize("typed", ["p", "a", "the"])
def test_the_only_line_is_not_taken_by_a_letter_that_begins_its_words_or_a_small_word(
    typed: str,
) -> None:
    rules = HANDS.replace("draw 2", "draw 1").replace("one of lay, hide", "one of lay")
    sat = Sat(harness.game(rules.replace('"Lay a card"', '"Put the card"')), against_bots(2))
    sat.type(typed)
    assert not sat.playthrough.steps
    sat.type("put")
    assert sat.playthrough.steps


def test_where_no_line_is_a_number_of_a_card_nothing_is_told() -> None:
    sat = hands(2)
    sat.type("")
    assert sat.session.prompt == "Player 1, your choice (? for help): "


TAKING = """
zone deck shared pile, seen by nobody, starts with cards
zone laid shared spread, seen by all
zone gone shared pile, seen by all
zone hand per player spread, seen by owner
setup
    draw 3 from deck to starter.hand
    draw 2 from deck to laid
play
    turns clockwise from starter once
        one of take
action take "Take"
    choose card from my hand
    choose taken from laid
    do
        move card to gone
        move taken to gone
"""


def test_a_number_is_the_own_card_before_another_that_the_line_names() -> None:
    """The hand is 3, 4, 4, and 2 and 3 lie on the table."""
    cards = 'card: {name: "{number}", number: 1 to 4, count: 2}'
    sat = Sat(harness.game(TAKING, cards=cards), against_bots(2))
    told = sat.type("take 3")
    assert "1) Take: card 3, taken 2\n  2) Take: card 3, taken 3\n" in told and "card 4" not in told


# ---- What is shown -------------------------------------------------------------------------------


def test_the_table_has_the_zones_the_hand_and_the_question() -> None:
    sat = Sat(harness.game(HANDS), against_bots(2))
    assert "Tiny, Player 1's turn" in sat.shown
    assert "Face down: deck 5" in sat.shown
    assert "> Player 1 (you)  hand 2; score 0\n" in sat.shown
    assert "Your hand (2 cards): [c1] 8  [c2] 9" in sat.shown
    assert "  1) Lay a card: 8\n" in sat.shown


def test_only_what_happened_since_the_last_time_is_told_again() -> None:
    sat = Sat(harness.game(HANDS), against_bots(2))
    assert "Player 2 draws 2 cards from the deck" in sat.shown
    told = sat.type("1")
    assert "from the deck" not in told
    assert "You: Lay a card (8)" in told
    assert "Player 2: " in told
    assert "from the deck" in sat.type("log")
    assert "lines before this: log" in sat.type("log 2")


def test_a_value_that_changed_and_changed_back_is_told() -> None:
    rules = HANDS.replace("zone pot", 'variable bait: flag = false "bait"\nzone pot').replace(
        "        move card to heap\n",
        "        set bait to true\n        set bait to false\n        move card to heap\n",
    )
    sat = Sat(harness.game(rules), against_bots(2))
    told = sat.type("lay 8")
    assert "You: Lay a card (8)\n   Bait\n   No longer bait\n" in told


def test_who_sits_where_is_told_once_at_the_start() -> None:
    seats = ["human", "greedy", "random"]
    sat = Sat(harness.game(HANDS, 3), seats, names=("Ann",))
    assert "\nAnn (you), Player 2 (greedy bot), Player 3 (random bot)\n" in sat.shown
    assert "bot)" not in sat.type("1")
    sat = Sat(harness.game(HANDS, 3), ["human", "human", "random"])
    assert "\nPlayer 1, Player 2, Player 3 (random bot)\n" in sat.on_screen


def test_a_card_that_is_called_like_its_action_is_one_word_of_the_menu_and_of_the_log() -> None:
    rules = HANDS.replace('"Lay a card"', '"Tink\'s Gaze"')
    rules = rules.replace("one of lay", "one of tinks_gaze").replace(
        "action lay", "action tinks_gaze"
    )
    cards = "a: {name: Tinks gaze, number: 5, count: 9}"
    sat = Sat(harness.game(rules, cards=cards), against_bots(2))
    assert "  1) Tink's Gaze\n  2) Hide a card: Tinks gaze\n" in sat.shown
    assert "  Tink's Gaze  [T-1]\n" in sat.type("?")
    assert "Tink's Gaze  [T-1]\n" in sat.type("rules")
    assert "You: Tink's Gaze\n" in sat.type("tinks gaze")


def test_a_card_that_is_only_remembered_is_marked_or_left_out() -> None:
    rules = HANDS.replace("move card to pot", "move card to pot\n        reveal card")
    for memory, told in ((True, "pot  1  top 8 (known)"), (False, "Face down: deck 5, pot 1")):
        sat = Sat(harness.game(rules), ["human", "human"], memory=memory)
        sat.type("", "hide 8")
        assert told in sat.type("")


BIDS = (
    harness.DECK
    + harness.HAND
    + """
zone offer per player spread, seen by all
setup
    each player clockwise from starter
        draw 3 from deck to my hand
play
    rounds until round = 3
        together each player clockwise from starter       [T-1] "bid up to two cards"
            choose bet from subsets of my hand where count of it <= 2
            do
                move bet to my offer
        turns clockwise from starter once
            one of thin
action thin "Thin out"
    do
        choose thrown from my hand
        move thrown to deck
"""
)


def test_the_table_is_shown_at_a_secret_choice() -> None:
    sat = Sat(harness.game(BIDS), against_bots(2))
    told = sat.type("1", "1")
    assert "Choose thrown" in told and told.count("Tiny, ") == 1, "it is left out within a turn"
    told = sat.type("1")
    assert told.count("Tiny, round 2, Player 1 chooses in secret") == 1
    assert told.index("== round 2 ==") < told.index("offer") < told.index("Bid up to two cards")


def test_it_is_shown_once_for_a_choice_of_several_steps() -> None:
    rules = BIDS.replace("draw 3", "draw 4").replace("<= 2", "<= 4")
    sat = Sat(harness.game(rules), against_bots(2))
    assert sat.shown.count("Tiny, round 1") == 1
    told = sat.type("1", "b", "2")
    assert told.count("One by one") == 3
    assert "Tiny, " not in told


# ---- What is typed -------------------------------------------------------------------------------


def test_a_line_is_taken_by_its_number_or_by_words() -> None:
    for typed in ("1", "lay a card: 8", "lay 8", "lay c1", "LAY  8"):
        sat = Sat(harness.game(HANDS), against_bots(2))
        assert "You: Lay a card (8)" in sat.type(typed), typed


def test_words_that_could_be_several_lines_leave_those() -> None:
    sat = Sat(harness.game(HANDS), against_bots(2))
    told = sat.type("hide")
    assert "(2 possibilities; b goes back)" in told
    assert "  1) Hide a card: 8\n" in told
    assert "Lay" not in told
    assert "(4 possibilities" in sat.type("b") or "1) Lay a card: 8" in sat.shown


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ("0", "The lines go from 1 to 4; there is no 0."),
        ("17", "The lines go from 1 to 4; there is no 17."),
        ("1 2", "One number at a time, please."),
        ("xyzzy", "Nothing here reads like 'xyzzy'. Type a number, or ? for help."),
        ("", "Type the number of a line, or part of it; ? for help."),
        ("card", "'card' could be:"),
        ("b", "Nothing has been chosen yet."),
        ("p", "You cannot pass here: take one of the lines."),
        ("pass", "You cannot pass here: take one of the lines."),
        ("log x", "Type log, log all, or log and how many lines, such as log 20."),
        ("log 0", "Type log, log all, or log and how many lines, such as log 20."),
        ("look attic", "There is no zone like 'attic'; there are: deck, hand, heap, pot."),
        ("rules 99", "The rules say nothing of '99'; type rules to read them all."),
    ],
)
def test_what_makes_no_sense_here_is_answered_by_one_line(typed: str, told: str) -> None:
    sat = Sat(harness.game(HANDS), against_bots(2))
    assert sat.type(typed).splitlines()[0].startswith(told[:78])
    assert not sat.playthrough.steps


def test_what_words_could_be_is_told_on_a_line_each_with_its_number() -> None:
    sat = Sat(harness.game(HANDS), against_bots(2))
    assert sat.type("card") == (
        "'card' could be:\n"
        "  1) Lay a card: 8\n"
        "  2) Lay a card: 9\n"
        "  3) Hide a card: 8\n"
        "  4) Hide a card: 9\n"
        "Type a number, or more of it.\n"
    )


def test_of_very_many_lines_that_words_could_be_some_are_told() -> None:
    sat = Sat(harness.game(HANDS.replace("draw 2", "draw 4"), 2), people(2))
    sat.type("")
    told = sat.type("card")
    assert "'card' could be:\n  1) Lay a card: 6\n" in told
    assert told.count("a card: ") == 8 and "and " not in told


@pytest.mark.parametrize(
    "command", ["", "look ", "rules ", "why ", "why lay ", "why guess ", "save "]
)
@pytest.mark.parametrize("letters", ["x" * 3000, "9" * 5000, "x " * 1500, "\0", "~nobody/x"])
def test_however_much_is_typed_little_of_it_is_told_again(command: str, letters: str) -> None:
    sat = Sat(harness.game(HANDS), against_bots(2))
    told = sat.type(command + letters)
    assert told and len(told) < 300
    assert not sat.playthrough.steps


def test_a_number_where_there_are_no_lines_is_told_so() -> None:
    sat = Sat(harness.game(ANSWERED.replace("number < 8", "number < 2")), people(2))
    sat.type("", "lay 9")
    assert " 1) " not in sat.type("")
    for wrong in ("2", "x", "c1"):
        told = sat.type(wrong)
        assert told.startswith("You have no answer to give. Press Enter and the game goes on: ")
    rules = HANDS.replace("one of lay, hide", "one of hide").replace("draw 2", "draw 1")
    sat = Sat(harness.game(rules), against_bots(2))
    assert sat.type("2") == "There is only line 1; there is no 2.\n"


def test_enter_does_nothing_where_there_is_a_choice_and_takes_the_only_line() -> None:
    sat = Sat(harness.game(HANDS), against_bots(2))
    sat.type("")
    assert not sat.playthrough.steps
    rules = HANDS.replace("one of lay, hide", "one of hide").replace("draw 2", "draw 1")
    sat = Sat(harness.game(rules), against_bots(2))
    assert "press Enter" in sat.session.prompt
    sat.type("")
    assert sat.playthrough.steps


def test_looking_things_up_changes_nothing() -> None:
    sat = Sat(harness.game(HANDS), against_bots(2))
    state = sat.playthrough.state
    told = sat.type("look")
    assert "Player 1's hand (2):\n  8, 9" in told
    assert "Player 2's hand (2):\n  2 face down" in told
    assert "[c1] 8  [c2] 9" in sat.type("hand")
    assert "Tiny, Player 1's turn" in sat.type("table")
    assert sat.playthrough.state is state


# ---- Windows -------------------------------------------------------------------------------------

ANSWERED = HANDS.replace(
    "        move card to heap\n",
    "        move card to heap\n        open objection to opponents\n",
) + (
    """
window objection
interrupt object answers objection [T-9] "Object"
    choose answer from my hand where number < 8
    do
        move answer to heap
        stop
"""
)


def test_a_window_without_an_answer_is_passed_by_enter() -> None:
    sat = Sat(harness.game(ANSWERED.replace("number < 8", "number < 2")), people(2))
    sat.type("", "lay 9")
    told = sat.type("")
    assert "Answer? Object" in told
    assert "No card of yours fits; Enter goes on." in told
    sat.type("")
    assert sat.playthrough.steps[-1].action.name == "pass"


def test_a_window_with_an_answer_is_not_passed_by_enter_but_by_p() -> None:
    sat = Sat(harness.game(ANSWERED), people(2))
    sat.type("", "lay 8")
    told = sat.type("")
    assert "  1) Object: " in told
    assert "Pass: no answer" in told
    steps = len(sat.playthrough.steps)
    sat.type("")
    assert len(sat.playthrough.steps) == steps
    sat.type("p")
    assert sat.playthrough.steps[-1].action.name == "pass"


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ("why pass", "Allowed: Pass: no answer\n"),
        ("? pass", "Pass: no answer\n  You give no answer; p is short for it\n"),
        ("? pass 7", "Pass 7 (1 card)\n"),
        ("why pass 3", "There is no Pass 3 in your hand.\n"),
    ],
)
def test_to_pass_is_to_give_no_answer_whatever_cards_are_called(typed: str, told: str) -> None:
    assert asked_with_cards_called_pass().type(typed).startswith(told)


@pytest.mark.parametrize(("typed", "name"), [("pass", "pass"), ("pass 7", "object")])
def test_who_says_more_than_pass_means_a_card_that_is_called_so(typed: str, name: str) -> None:
    sat = asked_with_cards_called_pass()
    sat.type(typed)
    assert sat.playthrough.steps[-1].action.name == name


def asked_with_cards_called_pass() -> Sat:
    """Whoever has Pass 6 and Pass 7 is asked for an answer."""
    cards = 'card: {name: "Pass {number}", number: 1 to 9, count: 1}'
    sat = Sat(harness.game(ANSWERED, cards=cards), people(2))
    sat.type("", "lay pass 8", "")
    return sat


GIVING = (
    harness.HAND
    + """
zone deck shared pile, seen by nobody, starts with cards
zone out  shared pile, seen by nobody
setup
    draw 3 from deck to starter.hand
play
    as starter
        choose given from my hand "tuck a card under the pile"
        move given to out
        choose other from my hand "tuck another one"
        move other to out
"""
)


def test_a_card_may_be_chosen_with_the_word_for_what_is_done_with_it() -> None:
    sat = Sat(harness.game(GIVING, 2), people(2))
    sat.type("", "tuck c2")
    assert [step.action.arguments["given"] for step in sat.playthrough.steps] == ["8"]


DUTY = (
    harness.HAND
    + """
zone deck shared pile, seen by nobody, starts with cards
setup
    draw 3 from deck to starter.hand
play
    as starter
        one of lay
action lay
    choose card from my hand
    require open_hands [L-1] "only with open hands"
    require not open_hands or count of my hand > 1 [L-2] "not the last one"
    require open_hands or count of my hand > 2 [L-3] "not the last two"
    do
        move card to deck
"""
)


def test_what_is_not_in_force_is_not_among_the_rules() -> None:
    options = "options: {open_hands: {default: true}}"
    sat = Sat(harness.game(DUTY, 2, front=options), people(2))
    for typed in ("rules", "? lay", "? --source"):
        told = sat.type("", typed).lower()
        assert "not the last one" in told
        assert "only with open hands" not in told and "not the last two" not in told


# ---- Names ---------------------------------------------------------------------------------------


def test_names_of_any_letters_are_shown_as_they_were_typed() -> None:
    odd = ("[/]", "[b]x[/b]", ":o:")
    plain = ("Aaa", "Bbbbbbbb", "Ccc")
    shown = []
    for names in (odd, plain):
        sat = hands(3, names=names, is_kept=True)
        while not sat.session.is_over:
            asked = sat.session.prompt
            told = sat.type("look", "log") if sat.is_asked else ""
            shown.append(asked + told + sat.type(sat.first_line))
    told = "\n".join(shown[len(shown) // 2 :])
    for name, other in zip(plain, odd, strict=True):
        told = told.replace(name, other)
    assert "\n".join(shown[: len(shown) // 2]) == told


def test_q_after_a_look_does_not_leave() -> None:
    sat = hands(2, is_kept=True)
    sat.type("", "score")
    sat.type("q")
    assert not sat.session.is_over
    sat.type("q")
    assert sat.session.prompt.startswith("Leave the game?")


def test_enter_after_a_look_chooses_nothing() -> None:
    at_table = Sat(harness.game(harness.DECK + harness.HAND + ONE_LINE), people(2))
    at_table.type("")
    before = len(at_table.playthrough.steps)
    at_table.type("score")
    assert "1)" in at_table.type("")
    assert len(at_table.playthrough.steps) == before
    at_table.type("")
    assert len(at_table.playthrough.steps) == before + 1


ONE_LINE = """
setup
    each player clockwise from starter
        draw 2 from deck to my hand
play
    turns clockwise from starter until deck is empty
        one of take
action take
    do
        draw 1 from deck to my hand
"""


def test_who_mistypes_can_leave_at_once_and_enter_chooses_nothing() -> None:
    sat = Sat(harness.game(HANDS, 2), against_bots(2))
    before = len(sat.playthrough.steps)
    sat.type("nonsense")
    sat.type("")
    assert len(sat.playthrough.steps) == before
    sat.type("nonsense")
    sat.type("q")
    assert not sat.session.is_over
    sat.type("y")
    assert sat.session.is_over
