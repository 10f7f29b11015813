"""A game of which nobody is told goes the same way, and puts no sentence together."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from cardrules.diagnostics.model import Diagnostic
from cardrules.engine import events
from cardrules.engine.chance import Stream
from cardrules.engine.game import Game
from cardrules.engine.positions.state_data import state_from_text, text_from_state
from cardrules.engine.sets.answers import Answer
from cardrules.engine.showing import sentences
from cardrules.engine.showing.narrate import Narrator
from cardrules.errors import GameLimitError, StateError
from cardrules.model.state import State
from cardrules.sim.players import make_bots
from cardrules.sim.run import Playthrough, play_out
from tests.bundled import Bundled, at_both_ends
from tests.engine.harness import HAND, ONE_GO, game
from tests.engine.test_sentences import HANDS, VALUES
from tests.engine.test_work import BOMBS, bomb

# What comes of an answer: the diagnostic that stops the game, the state, its work, what happened.
Outcome = tuple[Any, State, int, list[tuple[Any, ...]]]


def outcome(of: Game, s: State, answer: Answer, *, narrated: bool) -> Outcome:
    """What comes of an answer in a game that is narrated, or not."""
    after, stopped = s.copy(), None
    after.narrated = narrated
    try:
        of.apply_answer_in_place(after, answer)
    except GameLimitError as error:
        stopped = error.diagnostic
    return stopped, after, after.work, [(type(event), event.cause) for event in after.events]


def in_both_ways(of: Game, s: State, answer: Answer) -> Any:
    """What stops the game after an answer, which goes the same way told and untold."""
    one, other = (outcome(of, s, answer, narrated=narrated) for narrated in (True, False))
    assert one == other
    return one[0]


def decisions(of: Game, seed: int, most: int) -> Iterator[tuple[State, Answer]]:
    """The decisions of a random game, each with what is chosen."""
    s, below = of.start(seed), Stream(seed, 1).below
    for _ in range(most):
        answers = of.answers(s)
        if not answers:
            return
        answer = answers[below(len(answers))]
        yield s, answer
        s = of.apply_answer(s, answer)


@pytest.fixture
def heard(monkeypatch: pytest.MonkeyPatch) -> list[sentences.Say]:
    """The sentences that are put together."""
    found: list[sentences.Say] = []
    call = sentences.Say.__call__

    def noting(self: sentences.Say, *arguments: Any) -> Any:
        found.append(self)
        return call(self, *arguments)

    monkeypatch.setattr(sentences.Say, "__call__", noting)
    return found


@pytest.mark.parametrize("item", at_both_ends(), ids=str)
def test_every_game_goes_the_same_way_with_the_same_work(item: Bundled) -> None:
    of = item.game()
    for s, answer in decisions(of, 5, 100):
        assert in_both_ways(of, s, answer) is None


@pytest.mark.parametrize("item", at_both_ends(), ids=str)
def test_no_sentence_is_put_together_where_nobody_is_told(
    item: Bundled, heard: list[sentences.Say]
) -> None:
    of = item.game()
    said = 0
    for s, answer in decisions(of, 5, 30):
        heard.clear()
        _, after, _, _ = outcome(of, s, answer, narrated=False)
        assert not heard
        said += sum(isinstance(event, events.Said) for event in after.events)
    assert said or ' say "' not in of.ruleset.text.text


SPEAKING = """
action go
    choose card from my hand
    say "{me} plays {card}"
    do
        move card to table
score
    left: sum of number in hand
"""


def test_bots_look_ahead_without_sentences(heard: list[sentences.Say]) -> None:
    playthrough = play_out(
        Playthrough(game(HANDS + ONE_GO + SPEAKING)), make_bots(["greedy"] * 2, 0)
    )
    assert len(playthrough.steps) == len(heard) == 2


def test_records_are_the_same_if_nobody_is_told(heard: list[sentences.Say]) -> None:
    records = []
    for narrated in (True, False):
        heard.clear()
        playthrough = Playthrough(game(HANDS + ONE_GO + SPEAKING), seed=3, narrated=narrated)
        records.append(play_out(playthrough, make_bots(["random"] * 2, 3)).record())
    assert records[0] == records[1] and not heard


def test_nothing_is_told_of_a_game_that_is_not_narrated() -> None:
    of = game(HANDS + ONE_GO + SPEAKING)
    s = of.start(0, 0, narrated=False)
    s = of.apply(s, of.legal_actions(s)[0])
    assert not s.narrated
    with pytest.raises(StateError, match="not narrated"):
        Narrator(of, 0).lines(s, s.events)


def test_a_question_is_put_together_when_it_is_read(heard: list[sentences.Say]) -> None:
    of = game(HANDS + SPEAKING + """
play
    turns clockwise from starter once
        one of go
            ask "{me}, one of {count of my hand}?"
""")  # fmt: skip
    s = of.start(0, 0, narrated=False)
    of.answers(s)
    assert not heard
    decision = of.decision(s)
    assert decision is not None and decision.prompt == "Player 1, one of 3?" and len(heard) == 1


def test_a_game_can_be_told_from_a_state_on_that_was_kept() -> None:
    """What names remember of the cards at which was looked is part of the state."""
    of = game(HANDS + ONE_GO + """
action go
    choose card from my hand
    let named = card.number
    do
        choose other from my hand
        say "{named}"
""")  # fmt: skip
    s = of.start(0, 0, narrated=False)
    s = of.apply_answer(s, of.answers(s)[0])
    s = state_from_text(of, text_from_state(of, s))
    s = of.apply_answer(s, of.answers(s)[0])
    assert [Narrator(of, viewer).lines(s, s.events)[-1] for viewer in (0, 1)] == ["7", "Something"]


# ---- Whatever is said ----------------------------------------------------------------------------

TWO_OPEN = HANDS.replace("setup\n", "setup\n    draw 2 from deck to table\n")
NAMES = """
    choose card from my hand where number > LEAST
    let rest = my hand - only(card)
    let total = sum of number in rest
    let best = first of (my hand where number > 6)
    let near = table where number < card.number + 3
    let one = first of near
"""
DECLARED = """
variable marked: card = first of cards
variable grown per player: integer = 7
tokens coin per player, supply 9
placement fits(a on b)
    more: a.number < b.number
score
    points: sum of number in hand
"""
SAYING = """
routine tell(n: integer, rest: cards, card: card, total: integer, near: cards, best: card or none)
    let one = first of near
    say "{n} {rest} {card} {total} {near} {best} {one}"
action go
NAMES
    say "{me} {VALUE} {active}"
    do
        do tell(card.number, rest, card, total, near, best)
        say "{VALUE} {is|are}, {marked}, {me.grown}, {card.number}"
        move card to hole
            say "{it} {sum of number in it} {VALUE}"
        give 2 coin to me
            say "{it} {VALUE}"
        draw 2 from deck to my hand
            say "{count of it} {VALUE} {it}"
        each n in ({7, 8} if card.number = 9 else {3})
            say "{n}, {leaders}"
"""
SEALED = """
play
    together each player clockwise from starter
    NAMES
        say "{card} {VALUE} {me} {count of my hand} {players.hand} {rest}"
        do
            move card to table
"""
MORE_VALUES = (
    "me", "deck", "players", " {2, 3}", "subsets of my hand where count of it = 2", "starter.grown",
    "my hand where number > 99", "count of players", "10 + me.grown",
)  # fmt: skip


def with_values(rules: str, value: str, least: str = "0") -> Game:
    """A game in which a value is said."""
    names = NAMES.replace("LEAST", least).strip("\n")
    deeper = names.replace("\n    ", "\n        ")
    rules = rules.replace("    NAMES", "    " + deeper).replace("NAMES", names)
    return game(TWO_OPEN + DECLARED + rules.replace("VALUE", value))


@pytest.mark.parametrize("value", [*VALUES, *MORE_VALUES])
def test_a_sentence_takes_the_same_work_whether_anybody_hears_it(value: str) -> None:
    of = with_values(ONE_GO + SAYING, value)
    s = of.start(0, 0)
    for answer in of.answers(s):
        assert in_both_ways(of, s, answer) is None


@pytest.mark.parametrize("value", ["card", "total", "leaders", "near", "best", "my score", "me"])
@pytest.mark.parametrize("least", ["0", "50"])
def test_an_answer_under_seal_takes_the_same_work(value: str, least: str) -> None:
    of = with_values(SEALED, value, least)
    s = of.start(0, 0)
    assert in_both_ways(of, s, of.answers(s)[0]) is None


ANSWERED = """
action go
    choose card from my hand
    do
        move card to hole
        open doubt(card, card.number) to others
window doubt(card: card, size: integer)
    pass
        say "{me} {VALUE} {card} {my hand}"
interrupt no answers doubt
    choose answer from my hand
    do
        stop
            say "{VALUE} {answer} {sum of number in my hand}"
"""


@pytest.mark.parametrize("value", ["size", "card.number", "leaders", "players.hand", "active"])
@pytest.mark.parametrize("answer", [0, -1])
def test_an_answer_and_none_take_the_same_work(value: str, answer: int) -> None:
    of = with_values(ONE_GO + ANSWERED, value)
    s = of.start(0, 0)
    s = of.apply_answer(s, of.answers(s)[0])
    assert in_both_ways(of, s, of.answers(s)[answer]) is None


def test_who_may_be_told_is_no_work() -> None:
    """The value of a name for which faces were looked at counts once, like any other."""
    work = {}
    for said in ("total", "count of my hand"):
        of = game(HANDS + ONE_GO + f"""
action go
    choose card from my hand
    let total = sum of number in my hand
    do
        say "{{{said}}}"
""")  # fmt: skip
        s = of.start(0, 0)
        work[said] = of.apply_answer(s, of.answers(s)[0]).work
    # A name is one part; the other has three: the count, the hand and whose it is.
    assert 0 < work["count of my hand"] - work["total"] < 5


def test_to_find_out_who_sees_a_card_is_no_work_and_stops_no_game() -> None:
    """Where it cannot be worked out whether others see it, they are told nothing."""
    work = []
    for said in ("card", "me"):
        of = game(ONE_GO + f"""
variable grown: integer = 0
zone hand per player spread, seen by all when grown * grown * 100 > 0 else owner
setup
    each player clockwise from starter
        draw 3 from deck to my hand
action go
    choose card from my hand
    do
        set grown to 4000000000
        say "{{{said}}} {{my hand where true}}"
        set grown to 0
        say "{{{said}}}"
""")  # fmt: skip
        s = of.start(0, 0)
        answer = of.answers(s)[0]
        assert in_both_ways(of, s, answer) is None
        after = of.apply_answer(s, answer)
        work.append(after.work)
        told = Narrator(of, 1).lines(after, after.events)[1]
        assert told.endswith(" 3 cards") and not set(told) & set("456789")
    assert work[0] == work[1]


# ---- What stops a game ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("value", "code"),
    [
        ("grown * grown * grown", "CR703"),
        ("cubed(card)", "CR703"),
        ("sum of grown * grown in cards", "CR703"),
        ("picked.number", "CR405"),
        ("top of pile", "CR705"),
        ("count of subsets of all where every c in it: c.number > grown / 2", "CR702"),
        (
            "count of (all where count of (all where count of (all where "
            "count of (all where number > 1) > 1) > 1) > 1)",
            "CR701",
        ),
    ],
)
def test_what_stops_a_game_in_a_sentence_does_so_where_nobody_hears_it(
    value: str, code: str
) -> None:
    of = game(HANDS + ONE_GO + f"""
zone piles shared stacks, seen by all
variable grown: integer = 4000000000
define all = cards
define cubed(c: card) = grown * grown * grown * c.number
action go
    choose card from my hand
    do
        let low = first of deck
        if low is not none
            stack card on low to piles
            let pile = first of piles
            if pile is not none
                move pile to table
                pick picked at random from pile
                say "So: {{me}}, {{{value}}}"
""", cards='card: {{name: "{{number}}", number: 1 to 40, count: 2}}'.format())  # fmt: skip
    s = of.start(0, 0)
    found = in_both_ways(of, s, of.answers(s)[0])
    assert isinstance(found, Diagnostic) and found.code == code


def test_sentences_without_end_are_stopped_where_nobody_hears_them() -> None:
    _, effects, _ = BOMBS["sentences"]
    of = bomb("", effects)
    s = of.start(1, 0)
    found = in_both_ways(of, s, of.answers(s)[0])
    assert isinstance(found, Diagnostic) and found.code == "CR701"


def test_what_does_not_count_in_who_leads_stops_no_game() -> None:
    """Whose hands decide who leads is looked at for all, though all but one are out of it."""
    of = game(HAND + ONE_GO + """
variable points per player: integer = 5
setup
    draw 1 from deck to starter.hand
    set (left of starter).points to 9
action go
    let best = leaders
    say "{leaders} and {best}"
    do
        draw 1 from deck to my hand
winner highest points then lowest 9223372036854775000 + 1000 * (9 - points) + sum of number in hand
""")  # fmt: skip
    s = of.start(0, 0)
    assert in_both_ways(of, s, of.answers(s)[0]) is None
    after = of.apply_answer(s, of.answers(s)[0])
    told = [Narrator(of, viewer).lines(after, after.events)[0] for viewer in ("referee", 0)]
    assert told == ["Player 2 and Player 2", "Something and something"]
