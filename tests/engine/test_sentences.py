"""Sentences: what is said, and to whom which part of it."""

from __future__ import annotations

import random

import pytest

from cardrules.engine.positions.state_data import state_from_text, text_from_state
from cardrules.engine.showing.narrate import Narrator
from cardrules.engine.showing.view import make_view
from tests.engine.harness import HAND, ONE_GO, Table, after, game, table
from tests.engine.relabel import relabelled

HANDS = (
    HAND
    + """
zone table shared pile, seen by all
zone hole shared pile, seen by nobody
setup
    each player clockwise from starter
        draw 3 from deck to my hand
"""
)


def said(of: Table, viewer: object = "referee") -> str:
    """The last line of the log, but for the end of the game."""
    return [line for line in of.log(viewer) if "is over" not in line][-1]  # type: ignore[arg-type]


def test_any_expression_stands_in_braces() -> None:
    words = "{starter}, {count of deck + 1}, {{starter}}, {top of deck}, {active = starter}"
    assert said(after(f'say "{words}"')) == "Player 1, 10, {starter}, 9, yes"


def test_sets_have_braces_of_their_own() -> None:
    assert said(after('say "{count of deck in {8, 9}}"')) == "Yes"


@pytest.mark.parametrize(
    ("value", "word"),
    [("1", "one"), ("0", "more"), ("2", "more"), ("starter", "one"), ("players", "more"),
     ("top of deck", "one"), ("deck where number < 3", "more")],
)  # fmt: skip
def test_a_word_agrees_with_the_value_before_it(value: str, word: str) -> None:
    assert said(after(f'say "{{{value}}} {{one|more}}"')).split()[-1] == word


def test_several_are_listed() -> None:
    of = after('say "{players}: {players where active = starter and count of it.hand > 1}"',
               HAND, seats=3)  # fmt: skip
    assert said(of) == "Player 1, Player 2 and Player 3: nobody"


# ---- Who may be told -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("value", "own", "others"),
    [
        ("card", "9", "a card"),
        ("card.number", "9", "something"),
        ("sum of number in my hand", "24", "something"),
        ("my hand where number > 7", "8 and 9", "some cards"),
        ("count of (my hand where number > 7)", "2", "something"),
        ("highest of number in my hand", "9", "something"),
        ("some c in my hand: c.number > 8", "yes", "something"),
        ("card is plain", "yes", "something"),
        ("first of (my hand where number = 1)", "none", "something"),
        ("first of (my hand where number = 8)", "8", "something"),
        ("count of subsets of my hand where sum of number in it = 17", "1", "something"),
        ("marked is not none and card = marked", "something", "something"),
        ("my hand = marked_too", "something", "something"),
        ("marked is not none and marked in my hand", "something", "something"),
        ("count of (my hand - only(card))", "2", "something"),
        ("total(my hand)", "24", "something"),
        ("my score", "24", "something"),
        ("leaders", "something", "something"),
        ("possible go", "yes", "something"),
        ("me if card.number > 2 else starter", "Player 1", "something"),
        ("fits(card on card)", "no", "something"),
        ("count of my hand", "3", "3"),
        ("top of deck", "a card", "a card"),
        ("named", "24", "something"),
        ("twice", "48", "something"),
        ("picked", "8 and 9", "some cards"),
        ("players where (count of hand = 3)", "Player 1 and Player 2", "Player 1 and Player 2"),
    ],
)
def test_a_value_is_told_to_those_who_may_know_all_at_which_is_looked(
    value: str, own: str, others: str
) -> None:
    of = table(HANDS + ONE_GO + f"""
variable marked: card or none = none
define marked_too = deck where number > 5
define total(some_cards: cards) = sum of number in some_cards
placement fits(a on b)
    more: a.number < b.number
action go
    choose card from my hand
    require card.number > 3
    let named = sum of number in my hand
    let twice = named * 2
    let picked = my hand where number > 7
    do
        set marked to top of deck
        say "So: {{{value}}}"
score
    points: sum of number in hand
""")  # fmt: skip
    of.do("go", card="9")
    assert [said(of, who) for who in (0, 1, "spectator")] == [
        f"So: {told}" for told in (own, others, others)
    ]


def test_a_name_remembers_at_which_cards_was_looked() -> None:
    of = table(HANDS + ONE_GO + """
action go
    choose card from my hand
    let named = sum of number in my hand
    do
        say "{named}"
        move my hand to hole
        say "{named}"
        shuffle hole
            say nothing
        move hole to table
        say "{named}"
""").do("go", card="9")  # fmt: skip
    lines = [line for line in of.log(1) if " from " not in line][1:]
    assert lines == ["Player 1: Go", "Something", "Something", "24"]


def test_what_was_known_when_a_name_was_given_is_told_later() -> None:
    of = after("""
draw 2 from deck to table
let named = sum of number in table
move table to hole
say "{named}"
""", HANDS.partition("setup")[0])  # fmt: skip
    assert said(of, 1) == "17"


def test_the_values_of_a_loop_come_from_cards_too() -> None:
    of = table(HANDS + ONE_GO + """
action go
    choose card from my hand
    do
        each n in ({7, 8} if card.number = 9 else {3})
            say "{n}"
""").do("go", card="9")  # fmt: skip
    assert (of.log(0)[-2:], of.log(1)[-2:]) == (["7", "8"], ["Something", "Something"])


def test_what_is_given_to_a_routine_may_come_from_cards() -> None:
    of = table(HANDS + ONE_GO + """
routine tell(n: integer, c: card)
    say "{n} {c}"
action go
    choose card from my hand
    do
        do tell(card.number, card)
""").do("go", card="9")  # fmt: skip
    assert (said(of, 1), said(of, "referee")) == ("Something a card", "9 9")


@pytest.mark.parametrize(
    ("goes_to", "heard"),
    [
        # The card is shown soon, and what comes from it with it.
        ("table", ["6 takes 8", "8, 6, no", "8, 8", "8", "8, 8"]),
        (
            "hole",
            [
                "A card takes some cards",
                "Some cards, a card, something",
                "Something, something",
                "A card",
                "Some cards, something",
            ],
        ),
    ],
)
def test_which_open_cards_are_meant_may_come_from_hidden_ones(
    goes_to: str, heard: list[str]
) -> None:
    of = table(HANDS.replace("setup\n", "setup\n    draw 2 from deck to table\n") + ONE_GO + f"""
routine tell(taken: cards, one: card, high: flag)
    say "{{taken}}, {{one}}, {{high}}"
action go
    choose card from my hand
    let taken = table where number < card.number + 3
    let one = bottom of table if card.number > 6 else top of table
    say "{{card}} takes {{taken}}"
    do
        do tell(taken, card, card.number > 6)
        if one is not none
            say "{{one}}, {{one.number}}"
            each c in table where number < card.number + 3
                say "{{c}}"
        move card to {goes_to}
        say "{{taken}}, {{one}}"
""")  # fmt: skip
    of.do("go", card="6")
    lines = [line for line in of.log(1) if " from " not in line][1:]
    assert lines == heard


def test_who_was_shown_a_card_may_be_told_it() -> None:
    of = table(HANDS + ONE_GO + """
action go
    choose card from my hand
    do
        reveal card to left of me
        say "{card} {card.number}"
""", seats=3).do("go", card="9")  # fmt: skip
    assert (said(of, 1), said(of, 2)) == ("9 9", "A card something")


VALUES = (
    "card", "card.number", "sum of number in my hand", "my hand where number > 5", "rest", "total",
    "count of (my hand where number in {7, 8})", "first of (my hand with lowest number)",
    "count of subsets of my hand where sum of number in it > 15", "card in players.hand",
    "my hand - rest", "rest + only(card)", "leaders", "my score", "card = marked",
    "owner of card", "some c in my hand: c.number = 1", "me if card.number > 5 else starter",
    "union of (subsets of my hand where count of it = 2 and sum of number in it > 12)",
    "highest of (sum of number in hand) in players",
    "table where number < card.number + 3", "top of table if card.number > 5 else bottom of table",
    "near", "one", "only(table) if card.number > 5 else only(hole)", "first of (subsets of near)",
    "fits(card on card)", "best", "maximal families of (subsets of my hand where count of it = 2)",
)  # fmt: skip


@pytest.mark.parametrize("value", VALUES)
def test_what_others_hear_does_not_depend_on_what_they_cannot_know(value: str) -> None:
    rules = HANDS.replace("setup\n", "setup\n    draw 2 from deck to table\n")
    of = game(rules + f"""
play
    turns clockwise from starter once
        one of go
            ask "{{me}} with {{highest of number in my hand}}"
variable marked: card = first of cards
placement fits(a on b)
    more: a.number < b.number
action go
    choose card from my hand
    let rest = my hand - only(card)
    let total = sum of number in rest
    let best = first of (my hand where number > 6)
    let near = table where number < card.number + 3
    let one = first of near
    say "{{me}} {{{value}}}"
    do
        say "{{{value}}} {{is|are}}"
        move card to hole
            say "{{it}} {{sum of number in it}} {{{value}}}"
score
    points: sum of number in hand
""")  # fmt: skip
    s = of.start(0, 0)
    assert s.pending is not None
    heard = set()
    for seed in range(4):
        other, _ = relabelled(of, s, [1], random.Random(seed))
        for answer in of.answers(other):
            after = of.apply_answer(other, answer)
            told = Narrator(of, 1).lines(after, after.events)
            decision = make_view(of, other, 1).decision
            heard.add((*told, decision.prompt if decision else ""))
    assert len(heard) == 1, heard


# ---- Of an action --------------------------------------------------------------------------------

PLAY = (
    HANDS
    + ONE_GO
    + """
action go "Play"
    choose card from my hand
    say "{me} plays {card}"
    do
"""
)


def _told(of: Table, viewer: object) -> list[str]:
    """What is told from the first action on."""
    lines = of.log(viewer)  # type: ignore[arg-type]
    return lines[3:]


def test_a_sentence_tells_an_action_in_place_of_its_name() -> None:
    of = table(PLAY + "        move card to hole\n").do("go", card="9")
    assert _told(of, 0)[0] == "Player 1 plays 9"
    assert _told(of, 1)[0] == "Player 1 plays a card"


def test_a_card_is_named_if_the_next_that_happens_to_it_shows_it() -> None:
    of = table(PLAY + "        move card to table\n").do("go", card="9")
    assert _told(of, 1)[0] == "Player 1 plays 9"


@pytest.mark.parametrize("between", ["shuffle hole", "swap hole with table"])
def test_a_card_that_cannot_be_followed_is_not_named(between: str) -> None:
    of = table(PLAY + f"""        move card to hole
        {between}
        move hole to table
""").do("go", card="9")  # fmt: skip
    assert _told(of, 1)[0] == "Player 1 plays a card"


def test_a_value_from_hidden_cards_is_not_told_because_a_card_is_shown() -> None:
    of = table(HANDS + ONE_GO + """
action go
    choose card from my hand
    say "the best is {first of (my hand with highest number)}"
    do
        move card to table
""").do("go", card="9")  # fmt: skip
    assert _told(of, 1)[0] == "the best is something"


def test_an_action_of_which_nothing_is_said_is_not_told() -> None:
    of = table(
        PLAY.replace('say "{me} plays {card}"', "say nothing") + "        move card to hole\n"
    )
    assert _told(of.do("go", card="9"), 0) == ["9 goes from Player 1's hand to the hole"]


def test_a_trait_says_what_its_actions_do_not_say_themselves() -> None:
    rules = (
        HANDS
        + """
play
    turns clockwise from starter once
        one of playing
trait playing(where_to)
    choose card from my hand
    say "{me} plays {card}, {count of where_to} {is|are} there"
    do
        move card to where_to
        proceed
action one is playing(table)
    do
        shuffle deck
action two is playing(hole)
    say "{card}!"
    do
        shuffle deck
"""
    )
    assert _told(table(rules).do("one", card="9"), 0)[0] == "Player 1 plays 9, 0 are there"
    assert _told(table(rules).do("two", card="9"), 0)[0] == "9!"


def test_an_answer_under_seal_is_told_to_the_one_who_gives_it() -> None:
    of = table(HANDS + """
play
    together each player clockwise from starter
        choose card from my hand
        let double = 2 * card.number
        say "{me} bids {card}, {count of my hand}"
        do
            move card to table
            say "{me} bid {card.number}"
""")  # fmt: skip
    of.choose(card="9")
    assert (said(of, 0), said(of, 1)) == ("Player 1 bids 9, 3", "Player 1 bids a card, 3")
    of.choose(card="6")
    assert said(of, 0) == "Player 2 bid 6"


@pytest.mark.parametrize(
    ("what", "value", "other"),
    [
        ("card", "card", "a card"),
        ("card", "card.number", "something"),
        ("card", "count of (my hand if card.number > 1 else players.hand)", "something"),
        ("set", "card", "some cards"),
    ],
)
def test_under_seal_others_hear_the_same_where_nothing_fits(
    what: str, value: str, other: str
) -> None:
    number = "number > LEAST" if what == "card" else "highest of number in it > LEAST"
    cards = f"my hand where {number}" if what == "card" else f"subsets of my hand where {number}"
    heard = []
    for least in ("0", "50"):
        of = table(HANDS + f"""
play
    together each player clockwise from starter
        choose card from {cards.replace("LEAST", least)}
        say "{{me}} bids {{{value}}}"
        do
            move card to table
""")  # fmt: skip
        answer = of.game.answers(of.state)[0]
        of.state = of.game.apply_answer(of.state, answer)
        told = Narrator(of.game, 1).lines(of.state, of.state.events)
        heard.append(next(line for line in told if "bids" in line))
    assert heard == [f"Player 1 bids {other}"] * 2


def test_a_state_in_the_middle_of_an_action_that_remembers_cards_can_be_kept() -> None:
    of = table(HANDS + ONE_GO + """
action go
    choose card from my hand
    let named = sum of number in my hand
    do
        choose other from my hand
        say "{named}"
""").do("go", card="9")  # fmt: skip
    of.state = state_from_text(of.game, text_from_state(of.game, of.state))
    of.choose(other="8")
    assert (said(of, 0), said(of, 1)) == ("24", "Something")


def test_a_state_in_the_middle_of_a_routine_that_is_given_such_a_name_can_be_kept() -> None:
    of = table(HANDS + ONE_GO + """
routine tell(named: integer)
    choose other from my hand
    say "{named}"
action go
    choose card from my hand
    do
        do tell(card.number)
""").do("go", card="9")  # fmt: skip
    of.state = state_from_text(of.game, text_from_state(of.game, of.state))
    of.choose(other="8")
    assert (said(of, 0), said(of, 1)) == ("9", "Something")


# ---- Of statements -------------------------------------------------------------------------------

SAYING = '    say "{me} has {it}; {count of it}; {sum of number in it}"'


@pytest.mark.parametrize(
    ("statement", "own", "others"),
    [
        ("move my hand where number > 7 to table", "8 and 9; 2; 17", "8 and 9; 2; 17"),
        ("move card to hole", "9; 1; 9", "a card; 1; something"),
        ("draw 2 from deck to my hand", "2 and 3; 2; 5", "2 cards; 2; something"),
        ("draw 2 from deck to table", "2 and 3; 2; 5", "2 and 3; 2; 5"),
        ("reveal card to me", "9; 1; 9", "a card; 1; something"),
        ("reveal card", "9; 1; 9", "9; 1; 9"),
        ("shuffle my hand", "7, 8 and 9; 3; 24", "3 cards; 3; something"),
        ("swap my hand with table", "7, 8 and 9; 3; 24", "7, 8 and 9; 3; 24"),
    ],
)
def test_what_is_said_below_a_statement_stands_in_place_of_its_line(
    statement: str, own: str, others: str
) -> None:
    of = table(HANDS + ONE_GO + f"""
action go
    choose card from my hand
    say nothing
    do
        {statement}
        {SAYING}
""").do("go", card="9")  # fmt: skip
    assert _told(of, 0) == [f"Player 1 has {own}"]
    assert _told(of, 1) == [f"Player 1 has {others}"]


@pytest.mark.parametrize(
    ("statement", "line"),
    [
        ("give 2 coin to me", "2"),
        ("add 3 to points", "3"),
        ("set points to 7", "7"),
        ("pick points_too at random from {4}", "4"),
        ("stack (first of my hand if my hand is not empty else card) on card to piles", "7 and 9"),
    ],
)
def test_it_is_what_a_statement_has_done(statement: str, line: str) -> None:
    of = table(HANDS + ONE_GO + f"""
zone piles shared stacks, seen by all
tokens coin per player, supply 9
variable points: integer = 0
action go
    choose card from my hand
    say nothing
    do
        {statement}
            say "{{it}}"
""").do("go", card="9")  # fmt: skip
    assert _told(of, 1) == [line]


@pytest.mark.parametrize(
    "statement",
    ["move hole to table", "draw 2 from hole to table", "shuffle hole", "give 0 coin to me",
     "set points to 0", "pick x at random from players where count of hand > 9"],
)  # fmt: skip
def test_nothing_is_said_where_nothing_happens(statement: str) -> None:
    of = table(HANDS + ONE_GO + f"""
tokens coin per player, supply 9
variable points: integer = 0
action go
    choose card from my hand
    say nothing
    do
        {statement}
            say "never"
""").do("go", card="9")  # fmt: skip
    assert _told(of, 1) == []


def test_nothing_is_told_of_a_statement_if_the_rules_say_so() -> None:
    of = table(HANDS + ONE_GO + """
action go
    choose card from my hand
    say nothing
    do
        move card to table
            say nothing
""").do("go", card="9")  # fmt: skip
    assert _told(of, 1) == []


def test_what_is_drawn_is_said_at_once_also_if_somebody_is_asked_in_between() -> None:
    of = table(HANDS + ONE_GO + """
action go
    choose card from my hand
    say nothing
    do
        draw 4 from deck to my hand
            say "{me} draws {count of it}: {it}"
when deck runs dry
    as starter
        choose gone from my hand
        move gone to table
            say nothing
        move table to deck
            say nothing
""").do("go", card="9")  # fmt: skip
    of.state = state_from_text(of.game, text_from_state(of.game, of.state))
    of.choose(gone="7")
    assert _told(of, 0) == ["Player 1 chooses 7", "Player 1 draws 4: 1, 2, 3 and 7"]


@pytest.mark.parametrize(
    ("gone", "to", "told"),
    [
        (0, "deck", ["Player 1 draws 1, 2, 3 and 9"]),
        (0, "hole", ["Player 1 draws 1, 2 and 3"]),
        (3, "hole", []),
    ],
)
def test_what_a_trigger_moves_is_not_drawn(gone: int, to: str, told: list[str]) -> None:
    of = table(HANDS + ONE_GO + f"""
action go
    choose card from my hand
    say nothing
    do
        move card to table
            say nothing
        draw {gone} from deck to hole
            say nothing
        draw 4 from deck to my hand
            say "{{me}} draws {{it}}"
when deck runs dry
    move table to {to}
        say nothing
""").do("go", card="9")  # fmt: skip
    assert _told(of, 0) == told


@pytest.mark.parametrize(
    ("sentence", "own", "others"),
    [
        ("{me} hides {it}", ["Player 1 hides 7"], ["Player 1 hides a card"]),
        ("{me} hides one", ["Player 1 chooses 7", "Player 1 hides one"], ["Player 1 hides one"]),
    ],
)
def test_a_choice_is_not_told_beside_the_sentence_that_names_what_was_chosen(
    sentence: str, own: list[str], others: list[str]
) -> None:
    of = table(HANDS + ONE_GO + f"""
action go
    say nothing
    do
        choose gone from my hand
        move gone to hole
            say "{sentence}"
""").do("go").choose(gone="7")  # fmt: skip
    assert _told(of, 0) == own
    assert _told(of, 1) == others


def test_a_trigger_tells_what_it_does_from_its_first_line_on() -> None:
    of = table(HANDS + ONE_GO + """
action go
    choose card from my hand
    say nothing
    do
        move card to table
            say nothing
        draw 4 from deck to my hand
            say nothing
when deck runs dry
    move table to deck
        say "{it} {is|are} the new deck"
""").do("go", card="9")  # fmt: skip
    assert _told(of, 0) == ["9 is the new deck"]


# ---- Questions -----------------------------------------------------------------------------------


def prompt(of: Table, viewer: int | str | None = None) -> str:
    """What the one who is asked reads, or somebody else."""
    decision = of.game.decision(of.state)
    if viewer is not None:
        decision = make_view(of.game, of.state, viewer).decision  # type: ignore[arg-type]
    assert decision is not None
    return decision.prompt


def test_a_question_has_values_of_which_others_read_what_they_may_know() -> None:
    of = table(HANDS + """
play
    turns clockwise from starter once
        one of go
            ask "{me}, your best card is {highest of number in my hand}"
action go
    choose card from my hand
    do
        choose other from my hand
            ask "which card goes with {card}?"
        move other to table
""")  # fmt: skip
    assert prompt(of) == prompt(of, 0) == prompt(of, "referee")
    assert prompt(of) == "Player 1, your best card is 9"
    assert prompt(of, 1) == prompt(of, "spectator") == "Player 1, your best card is something"
    of.do("go", card="9")
    assert (prompt(of), prompt(of, 1)) == (
        "which card goes with 9?",
        "which card goes with a card?",
    )


def test_a_window_asks_with_what_it_is_given() -> None:
    of = table(HANDS + ONE_GO + """
action go
    choose card from my hand
    do
        move card to table
        open doubt(card, card.number, me) to opponents
window doubt(card: card, size: integer, claimant: player)
    ask "{me}: do you doubt {claimant} with {card}?"
interrupt no answers doubt
    choose answer from my hand
        ask "your answer to {card}"
    do
        move answer to table
""").do("go", card="9")  # fmt: skip
    assert prompt(of) == "Player 2: do you doubt Player 1 with 9?"
    (search,) = [item for item in of.game.program.searches if item.name == "no"]
    narrator = Narrator(of.game, 1)
    assert narrator.choice_question(of.state, (search.index,)) == "Your answer to 9"
    assert narrator.question(of.state) == "Player 2: do you doubt Player 1 with 9?"


def test_what_a_window_is_given_may_come_from_hidden_cards() -> None:
    of = table(HANDS + ONE_GO + """
action go
    choose card from my hand
    do
        open doubt(card.number) to opponents
window doubt(size: integer)
    ask "is it {size}?"
interrupt no answers doubt
    choose answer from my hand
    do
        move answer to table
""").do("go", card="9")  # fmt: skip
    assert prompt(of) == "is it something?"


def test_of_who_passes_others_hear_what_they_may_know() -> None:
    of = table(HANDS + ONE_GO + """
action go
    choose card from my hand
    do
        open doubt(card, card.number) to players
window doubt(card: card, size: integer)
    pass
        say "{me} lets {card} of {size} be, with {lowest of number in my hand}"
interrupt no answers doubt
    choose answer from my hand
    do
        move answer to table
""").do("go", card="9").do("pass")  # fmt: skip
    assert of.log(0)[-1] == "Player 1 lets 9 of something be, with 7"
    assert of.log(1)[-1] == "Player 1 lets a card of something be, with something"
    of.do("pass")
    assert of.log(0)[-1] == "Player 2 lets 9 of something be, with something"
    assert of.log(1)[-1] == "Player 2 lets a card of something be, with 4"


def test_each_choice_of_an_action_asks_with_those_before_it() -> None:
    of = table(HANDS + ONE_GO + """
action go
    choose card from my hand
        ask "which card?"
    let double = 2 * card.number
    choose target from opponents
        ask "who gets {card}, twice {double}?"
    do
        move card to target.hand
""")  # fmt: skip
    narrator = Narrator(of.game, 0)
    card = of.state.zones[of.zone_number("hand")][0]
    assert narrator.choice_question(of.state, (0,)) == "Which card?"
    assert narrator.choice_question(of.state, (0, card)) == "Who gets 7, twice 14?"


def test_together_asks_each_with_their_own_cards() -> None:
    of = table(HANDS + """
play
    together each player clockwise from starter
        choose card from my hand
            ask "{me} of {lowest of number in my hand}?"
        do
            move card to table
""")  # fmt: skip
    assert prompt(of) == "Player 1 of 7?"
    of.choose(card="9")
    assert (prompt(of), prompt(of, 0)) == ("Player 2 of 4?", "Player 2 of something?")


def test_what_uses_the_first_choice_is_no_part_of_the_question_for_both() -> None:
    of = table(HANDS + """
play
    together each player clockwise from starter
        choose card from my hand
            ask "first?"
        choose other from my hand where it != card
            ask "with {card}?"
        choose third from my hand where it != card and it != other
            ask "third?"
        do
            move card to table
""")  # fmt: skip
    assert prompt(of) == prompt(of, 1) == "first? third?"
    card = of.state.zones[of.zone_number("hand")][0]
    assert Narrator(of.game, 0).choice_question(of.state, (0, card)) == "With 7?"


def test_without_a_sentence_the_note_is_the_question() -> None:
    of = table(HANDS + """
play
    turns clockwise from starter once
        one of go "it is your turn"
action go
    choose card from my hand
    do
        choose other from my hand "one more"
        move other to table
""")  # fmt: skip
    assert prompt(of) == "it is your turn"
    assert prompt(of.do("go", card="9")) == "one more"


# ---- What is told twice --------------------------------------------------------------------------


def test_what_a_sentence_has_named_is_not_told_again_until_the_next_question() -> None:
    of = table(HANDS + ONE_GO + """
action go
    choose card from my hand
    say "{me} plays {card}"
    do
        move card to table
        move card to my hand
        choose other from my hand
        move card to table
""").do("go", card="9").choose(other="8")  # fmt: skip
    assert [line for line in _told(of, 1) if "chose" not in line] == [
        "Player 1 plays 9",
        "9 goes from Player 1's hand to the table",
    ]


def test_who_does_not_know_a_card_is_told_where_it_goes() -> None:
    of = table(PLAY + "        move card to hole\n").do("go", card="9")
    assert _told(of, 0) == ["Player 1 plays 9"]
    assert _told(of, 1) == ["Player 1 plays a card", "A card goes from Player 1's hand to the hole"]
