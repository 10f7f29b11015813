"""Lines of a menu are sentences of the rules, as the one who is asked is told to do it."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from cardrules.engine.game import Game
from cardrules.model.state import State
from cardrules.table.describe import describe
from cardrules.table.matching import matching
from cardrules.table.menu import Menu
from cardrules.table.narrowing import question, texts
from cardrules.table.pools import only_answer, whole_pool
from cardrules.table.teller import Teller
from tests.bundled import Bundled, at_both_ends, random_play
from tests.cli.play_harness import Sat, people
from tests.engine.harness import HAND, ONE_GO, Table, game, table

NAMES = ["Ann", "Bob", "Cem"]
TABLE = "zone table shared spread, seen by all\n"
# Ann holds 9, 8, 7, and Bob 6, 5, 4; the next one on the deck is 3.
DEALT = (
    HAND
    + TABLE
    + """
setup
    each player clockwise from starter
        draw 3 from deck to my hand
"""
)


def menu(of: Game, s: State, names: Sequence[str] = NAMES) -> Menu:
    """The menu of the one who is asked."""
    decision = of.decision(s)
    assert decision is not None
    asked = describe(of, s, decision.player, names=names[: of.players]).question
    assert asked is not None and asked.menu is not None
    return asked.menu


def lines(of: Table) -> list[str]:
    """The lines of the menu of the one who is asked."""
    return [line.text for line in menu(of.game, of.state).lines]


def going(action: str, more: str = "", seats: int = 2) -> Table:
    """The first question of a game in which nothing but `go` can be done."""
    return table(f"{DEALT}{ONE_GO}{more}action go{action}", seats)


# ---- The sentence of an action -------------------------------------------------------------------

THROW = """
    choose card from my hand where number > 7
    choose whom from opponents
    say "{me} throws {card} at {whom} and draws {card.number - 7} cards"
    do
        move card to table
"""


def test_a_line_is_the_sentence_of_the_action_without_you() -> None:
    assert lines(going(THROW, seats=3)) == [
        "Throw 8 at Bob and draw 1 card",
        "Throw 8 at Cem and draw 1 card",
        "Throw 9 at Bob and draw 2 cards",
        "Throw 9 at Cem and draw 2 cards",
    ]


def test_a_trait_has_the_sentence_of_its_actions() -> None:
    trait = """
trait attack(target)
    say "{me} attacks {target} with {card}"
    do
        proceed
"""
    of = going(
        """ is attack(left of me)
    choose card from my hand where number = 9
    do
        move card to table
""",
        trait,
    )
    assert lines(of) == ["Attack Bob with 9"]


def test_several_cards_stand_with_a_plus_between_in_the_order_of_the_hand() -> None:
    of = going("""
    choose given from subsets of my hand where count of it = 2
    let left_over = my hand - given
    say "{me} plays {given} and keeps {left_over}"
    do
        move given to table
""")  # fmt: skip
    assert lines(of) == [
        "Play 7 and 8 and keep 9", "Play 7 and 9 and keep 8", "Play 8 and 9 and keep 7",
    ]  # fmt: skip


def test_of_an_answer_the_window_is_known() -> None:
    of = table(DEALT + """
play
    turns clockwise from starter once
        open theft(me) to left of me
window theft(thief: player)
interrupt stop_it answers theft
    choose card from my hand where number > 5
    let more = count of my hand - 1
    say "{me} stops {thief} with {card} and has {more} cards left"
    do
        move card to table
""")  # fmt: skip
    assert lines(of) == ["Stop Ann with 6 and have 2 cards left", "Pass: no answer"]


@pytest.mark.parametrize(
    ("passing", "line"),
    [
        ('say "{me} lets {thief} go"', "Let Ann go"),
        ('say "{thief} is let go"', "Pass: no answer"),
        # What lies on top of the deck nobody knows.
        ('say "{me} leaves {top of deck} alone"', "Pass: no answer"),
        ("say nothing", "Pass: no answer"),
    ],
)
def test_to_give_no_answer_is_what_the_window_says_of_it(passing: str, line: str) -> None:
    of = table(DEALT + f"""
play
    turns clockwise from starter once
        open theft(me) to left of me
window theft(thief: player)
    pass
        {passing}
interrupt stop_it answers theft
    choose card from my hand
    do
        move card to table
""")  # fmt: skip
    assert lines(of)[-1] == line


# ---- The sentence with which the effects begin ---------------------------------------------------

LAY_OR_TAKE = """
    choose card from my hand
    say nothing
    do
        let high = card.number > 8
        if high
            let rest = my hand - only(card)
            move rest to table
                say "{me} lays {rest} and keeps {card}"
        else if count of table = 0
            say "{me} lays {card}"
        else
            move card to table
"""


def test_what_the_effects_say_first_stands_for_an_action_that_says_nothing() -> None:
    assert lines(going(LAY_OR_TAKE)) == ["Lay 7", "Lay 8", "Lay 7 and 8 and keep 9"]


@pytest.mark.parametrize(
    "effects",
    [
        # What happens is not known before.
        'draw 1 from deck to my hand\n            say "{me} draws {it}"',
        # Something has happened before.
        'draw 1 from deck to my hand\n        say "{me} lays {card}"',
        'shuffle deck\n            say nothing\n        say "{me} lays {card}"',
        # Not what the player does.
        'say "{card} goes to the table"',
        'move card to table\n            say "now {me} lays {card}"',
    ],
)
def test_what_cannot_be_said_before_is_no_line(effects: str) -> None:
    of = going(f"""
    choose card from my hand where number = 9
    say nothing
    do
        {effects}
""")  # fmt: skip
    assert lines(of) == ["Go: 9"]


# ---- What is said otherwise ----------------------------------------------------------------------


@pytest.mark.parametrize(
    "sentence",
    [
        '"{me} has to lay {card}"',
        '"{me} can only lay {card}"',
        '"{me} is to lay {card}"',
        '"{me}\'s {card} is laid"',
        '"{me} and {left of me} lay {card}"',
        '"{card} is what {me} lays"',
        '"{left of me} plays {card}"',
    ],
)
def test_a_sentence_that_tells_nobody_to_do_anything_is_no_line(sentence: str) -> None:
    of = going(f"""
    choose card from my hand where number = 9
    say {sentence}
    do
        move card to table
""")  # fmt: skip
    assert lines(of) == ["Go: 9"]


def test_values_stand_alone_where_they_say_enough() -> None:
    of = going("""
    choose card from my hand where number = 9
    choose whom from opponents
    choose level from {1, 2}
    do
        move card to table
""")  # fmt: skip
    assert lines(of) == ["Go: 9, Bob, level 1", "Go: 9, Bob, level 2"]


def test_of_several_that_are_alike_each_has_its_name() -> None:
    of = going("""
    choose card from my hand where number = 9
    choose other from my hand where number < 9
    do
        move card to table
""")  # fmt: skip
    assert lines(of) == ["Go: card 9, other 7", "Go: card 9, other 8"]


def test_lines_that_read_alike_are_told_apart() -> None:
    of = going("""
    choose card from my hand where number = 9
    choose level from {1, 2}
    say "{me} lays {card}"
    do
        move card to table
""")  # fmt: skip
    assert lines(of) == ["Lay 9 (level 1)", "Lay 9 (level 2)"]


def test_one_action_among_several_kinds_is_told_whole() -> None:
    of = table(DEALT + """
play
    turns clockwise from starter once
        one of go, wait
action go
    choose one from {1, 2, 3, 4}
    choose two from {1, 2, 3, 4}
    say "{me} goes {one} by {two}"
    do
        draw 1 from deck to my hand
action wait
    say "{me} waits for {left of me}"
    do
        draw 1 from deck to my hand
""")  # fmt: skip
    assert lines(of) == ["Go", "Wait for Bob"]


# ---- What may not be known -----------------------------------------------------------------------

# Whatever lies in the other hand and on the deck.
HIDDEN = [
    # A value of the sentence.
    'say "{me} looks for {highest of number in (left of me).hand}"',
    'say "{me} draws {top of deck}"',
    # Which sentence it is.
    """say nothing
    do
        if some c in (left of me).hand: c.number = 6
            say "{me} bets and wins"
        else
            say "{me} bets and loses"
""",
]


@pytest.mark.parametrize("said", HIDDEN)
def test_what_the_player_does_not_know_stands_in_no_line(said: str) -> None:
    effects = "" if "do\n" in said else "    do\n        draw 1 from deck to my hand\n"
    rules = f"{DEALT}{ONE_GO}action go\n    {said}\n{effects}"
    for cards in ("1 to 9", "1 to 5"):
        number = f'plain: {{name: "{{number}}", number: {cards}, count: 2}}'
        of = Table(game(rules, cards=number))
        assert lines(of) == ["Go"]


def test_who_watches_has_no_lines() -> None:
    of = going(THROW)
    for viewer in (1, "spectator", "referee"):
        asked = describe(of.game, of.state, viewer).question
        assert asked is not None and asked.menu is None


# ---- Typing --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "typed",
    [
        "throw 9 at cem",
        "thr 9 cem",
        "throw 9 at cem and draw 2 cards",
        # As the rules have it.
        "go card 9 whom cem",
        "go 9 cem",
        "whom cem card 9",
        "c3 cem",
    ],
)
def test_words_of_the_line_and_of_the_rules_mean_it(typed: str) -> None:
    sat = Sat(going(THROW, seats=3).game, people(3), names=NAMES)
    sat.type("", typed)
    assert sat.playthrough.steps[0].action.arguments == {"card": "9", "whom": 3}


@pytest.mark.parametrize("typed", ["throw 9 at cem and draw 2 cards", "go 9 cem", "throw 9 at cem"])
def test_why_understands_a_line_too(typed: str) -> None:
    sat = Sat(going(THROW, seats=3).game, people(3), names=NAMES)
    sat.type("")
    assert sat.type(f"why {typed}") == "Allowed: Throw 9 at Cem and draw 2 cards\n"


def test_why_tells_by_the_sentence_which_action_is_meant() -> None:
    rules = DEALT + ONE_GO.replace("one of go", "one of go, duck") + "action go" + THROW + """
action duck
    say "{me} ducks behind {left of me}"
    do
        draw 1 from deck to my hand
"""  # fmt: skip
    sat = Sat(game(rules, 3), people(3), names=NAMES)
    sat.type("")
    told = sat.type("why throw 7 at bob")
    assert told.startswith("Not allowed: Throw 7 at Bob and draw no cards\n")
    assert "Allowed instead:\n  Throw 8 at Bob and draw 1 card\n" in told


def test_the_card_behind_the_verb_is_the_one_that_is_played() -> None:
    rules = DEALT.replace("setup", "setup\n    draw 2 from deck to table") + ONE_GO + """
action go
    choose card from my hand where number = 7
    choose prey from table
    say "{me} plays {card} on {prey}"
    do
        move card to table
"""  # fmt: skip
    sat = Sat(game(rules, cards='a: {name: "No. {number}", number: 1 to 9, count: 1}'), people(2))
    sat.type("")
    assert "Play No. 7 on No. 8\n" in sat.shown
    sat.type("play no. 8")
    assert not sat.playthrough.steps
    assert "'play no. 7' could be:\n  1) Play No. 7 on No. 8\n" in sat.type("play no. 7")
    sat.type("prey no. 8")
    assert sat.playthrough.steps[0].action.arguments == {"card": "No. 7", "prey": "No. 8"}


@pytest.mark.parametrize("item", at_both_ends(), ids=str)
def test_every_line_is_meant_by_its_own_words_and_by_those_of_the_rules(item: Bundled) -> None:
    of = item.game()
    for number, s in enumerate(random_play(of, 3, steps=60)):
        answers = of.answers(s)
        if number % 5 or s.pending is None or not 1 < len(answers) <= 60:
            continue
        teller = Teller(of, s, s.pending[1], [f"P{seat}" for seat in range(of.players)])
        pool = whole_pool(answers, teller)
        asked = question(pool, teller)
        every = list(answers)
        for answer, text in zip(every, texts(every, teller), strict=True):
            for typed in (text, teller.in_full(answer)):
                found = [only_answer(line.pool) for line in matching(pool, asked, typed, teller)]
                assert answer in found, (typed, found)
                alike = {teller.in_full(other) for other in found if other is not None}
                assert len(found) == 1 or alike == {teller.in_full(answer)}, typed


# ---- Verbs ---------------------------------------------------------------------------------------

LAID_OR_TAKEN = DEALT.replace("setup", "setup\n    draw 2 from deck to table") + ONE_GO + """
define alike(card: card) = table where number = card.number + 1
action go "Play one card"
    choose card from my hand
    choose prey from only(alike(card)) [T-1] "a card that can take something must take it"
    say nothing
    do
        if prey is empty
            move card to table
                say "{me} lays {card} on the table"
        else
            move prey to my hand
                say "{me} plays {card} and takes {prey}"
"""  # fmt: skip


def with_verbs() -> Sat:
    """The first one has 5, 6 and 7, and 8 and 9 lie on the table, where 7 takes 8."""
    sat = Sat(game(LAID_OR_TAKEN), people(2))
    sat.type("")
    return sat


NOT_LAID = """\
Not allowed: Lay 7  [T-1]
  because: a card that can take something must take it  [T-1]
Allowed instead:
  Play 7 and take 8
"""


@pytest.mark.parametrize("typed", ["lay 7", "lay c3", "why lay 7", "why lay c3", "why Lay 7"])
def test_a_verb_of_the_rules_means_nothing_that_is_done_by_another(typed: str) -> None:
    sat = with_verbs()
    assert sat.type(typed) == NOT_LAID.replace("Lay 7  [T-1]", "Lay 7")
    assert not sat.playthrough.steps


@pytest.mark.parametrize("typed", ["la 7", "ay 7", "7 x"])
def test_letters_within_a_word_and_signs_behind_a_card_mean_nothing(typed: str) -> None:
    sat = with_verbs()
    assert sat.type(typed).startswith(f"Nothing here reads like '{typed}'.")
    assert not sat.playthrough.steps


@pytest.mark.parametrize("typed", ["play 7", "go 7", "go c3", "take 8", "play c3"])
def test_a_verb_that_is_what_is_done_or_called_so_means_it(typed: str) -> None:
    sat = with_verbs()
    sat.type(typed)
    assert sat.playthrough.steps[0].action.arguments == {"card": "7", "prey": ["8"]}


def test_why_tells_only_of_what_the_verb_says() -> None:
    told = with_verbs().type("why lay")
    assert told == "Allowed: Play one card, in 2 ways\n  Lay 5 on the table\n  Lay 6 on the table\n"
    assert with_verbs().type("why lay 5") == "Allowed: Lay 5 on the table\n"


def test_to_play_is_no_word_for_what_another_verb_says_where_the_rules_play_cards() -> None:
    rules = LAID_OR_TAKEN.replace('action go "Play one card"', 'action go "Use one card"')
    for typed, number in (("play 5", 0), ("lay 5", 1)):
        sat = Sat(game(rules), people(2))
        told = sat.type("", typed)
        assert len(sat.playthrough.steps) == number
        assert ("With 5 you may:\n  Lay 5 on the table\n" in told) == (not number)
