"""What is the same for each candidate is worked out once, and counts for each as before."""

from __future__ import annotations

import pytest

from cardrules.engine.chance import Stream
from cardrules.engine.game import Game
from cardrules.engine.source.nest import Nest
from tests.engine.harness import DECK, HAND, ruleset

SETUP = """
zone table shared spread, seen by all
variable wanted: integer = 2
setup
    shuffle deck
    draw 4 from deck to table
    each player clockwise from starter
        draw 4 from deck to my hand
play
    turns clockwise from starter until players.hand is empty
        one of lay, otherwise drop
action drop
    choose card from my hand
    do
        move card to deck at bottom
action lay
"""
EFFECTS = "    do\n        move card to table\n        add 1 to wanted\n"
CARDS = 'plain: {name: "{number}", number: 1 to 6, count: 3}'
# The premises, and how many values are kept.
PREMISES = {
    "some": ("choose card from my hand where not some c in table: c.number = wanted", 1),
    "some, of the candidate": (
        "choose card from my hand where some c in table: c.number = card.number",
        0,
    ),
    "only if it is asked": (
        "choose card from my hand where card.number > 3 or every c in table: c.number > wanted",
        1,
    ),
    "a sum": ("choose card from my hand\n    require (sum of number + wanted in table) > 9", 1),
    "where a number may be too large": (
        "choose card from my hand\n    require card.number > (sum of number * wanted in table) / 4",
        1,
    ),
    "what counts within": (
        "choose card from my hand where some c in table: c.number = wanted or "
        "some d in my hand: d.number > c.number",
        0,
    ),
    "the other choice": (
        "choose card from my hand\n    choose other from table where other.number = card.number",
        1,
    ),
    "the other choice, of fewer": (
        "choose card from my hand\n    choose other from (table with highest number * card.number)",
        0,
    ),
    "of the first of three": (
        "choose card from my hand\n"
        "    let least = card.number - 1\n"
        "    choose other from table where number > least\n"
        "    choose third from table where number > least\n"
        "    require every c in my hand: c.number + wanted > least",
        3,
    ),
    "no candidate": ("choose card from table where number > 99\n    choose other from table", 1),
}


def made(name: str) -> Game:
    rules = DECK + HAND + SETUP + f"    {PREMISES[name][0]}\n" + EFFECTS
    game = Game(ruleset(rules, cards=CARDS), 2)
    game.builder.finish()
    return game


def walk(game: Game, seed: int) -> list[object]:
    state, below, found = game.start(seed), Stream(seed, 1).below, list[object]()
    for _ in range(30):
        answers = game.answers(state)
        found += [state.data(), list(answers), state.work]
        if not answers:
            break
        game.apply_answer_in_place(state, answers[below(len(answers))])
        found.append(state.work)
    return found


def kept(game: Game) -> int:
    """How many values the function that lists what can be laid keeps."""
    (search,) = [one for one in game.program.searches if one.name == "lay"]
    names = game.builder.sites[0].listings[search.index].enumerate.__code__.co_varnames
    return sum(name.startswith("h") for name in names)


@pytest.mark.parametrize("name", PREMISES)
def test_answers_and_work_stay_the_same(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    once = made(name)
    assert kept(once) == PREMISES[name][1]
    monkeypatch.setattr(Nest, "_level", lambda nest, expr: None)
    each_time = made(name)
    assert kept(each_time) == 0
    for seed in range(3):
        assert walk(once, seed) == walk(each_time, seed)


def test_definitions_that_say_little_are_written_out() -> None:
    rules = "define late = wanted > 3\ndefine few(c: card) = c.number = wanted\n"
    lay = "    choose card from my hand where late or few(card)\n"
    game = Game(ruleset(rules + DECK + HAND + SETUP + lay + EFFECTS, cards=CARDS), 2)
    game.builder.finish()
    assert [name for name in game.builder.generated.names if name.startswith("define")] == [
        "define_1"
    ]
