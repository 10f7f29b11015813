"""Batches: many states that stop at each decision, beside the reference engine and `playouts`."""

from __future__ import annotations

import pickle
import random
import subprocess
import sys
from copy import copy, deepcopy
from functools import cache

import pytest

from cardrules.analysis.load import analyse_source
from cardrules.engine.game import Game
from cardrules.errors import (
    FastUnavailableError,
    GameOverError,
    NotCompiledError,
    OptionError,
)
from cardrules.fast import Batch, batch, playouts, states
from cardrules.fast.checksums import of_games
from cardrules.fast.choices import keeping
from cardrules.fast.procedures import stepping
from cardrules.model.state import State
from cardrules.rulesets import bundled, load
from cardrules.source import SourceFile
from tests.fast import beside
from tests.fast.test_nested import CARD, CASES, SEALED, game_of

pytest.importorskip("llvmlite")
numpy = pytest.importorskip("numpy")
pytestmark = pytest.mark.usefixtures("hardly_optimised")

# Between two decisions much is done, and a card is played.
SLOW = """\
---
title: Slow
players: 2
attributes:
  value: integer
cards:
  plain: {name: "Card {value}", value: 1 to 40, count: 1}
---
zone deck shared pile, seen by nobody, starts with cards
zone hand per player spread, seen by owner
zone played shared pile, seen by all
variable done: integer = 0

setup
    shuffle deck
    each player clockwise from starter
        draw 20 from deck to my hand

play
    turns clockwise from starter until turn > 30
        one of play_card
        repeat 1000 times
            repeat 50 times
                set done to (done + 7) mod 1000

action play_card "Play a card"
    choose card from my hand
    do
        move card to played

score
    points: done
winner highest score
"""


@cache
def of(name: str, players: int = 2, **options: object) -> Game:
    """A game, compiled once for all tests."""
    return Game(load(name), players, options)


# ---- The same games ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "name",
    [pytest.param(name, marks=[pytest.mark.slow] * (name in ("snarkas", "snatch_the_cat")))
     for name in sorted(bundled())],
)  # fmt: skip
def test_bundled_games_ask_and_end_as_in_the_reference_engine(name: str) -> None:
    game = of(name, load(name).players_min)
    assert beside.compare(game, 2, every=9) > 2


@pytest.mark.slow
@pytest.mark.parametrize("name", sorted(bundled()))
def test_bundled_games_with_each_number_of_players(name: str) -> None:
    ruleset = load(name)
    for players in range(ruleset.players_min, ruleset.players_max + 1):
        assert beside.compare(of(name, players), 3, every=3) > 2


def compare_random(seed: int) -> int:
    game = beside.random_game(seed)
    try:
        return 0 if game is None else beside.compare(game, 2)
    except NotCompiledError:
        return 0


def test_a_random_ruleset() -> None:
    assert compare_random(3) > 0


# A procedure that cannot wait draws from another pile than one whose trigger may.
@pytest.mark.slow
@pytest.mark.parametrize("seed", [5041])
def test_random_rulesets_that_went_wrong(seed: int) -> None:
    assert compare_random(seed) > 0


@pytest.mark.slow
@pytest.mark.parametrize("first", range(100, 260, 20))
def test_many_random_rulesets(first: int) -> None:
    assert sum(compare_random(seed) for seed in range(first, first + 20)) > 0


@pytest.mark.parametrize(
    ("choice", "does"),
    [
        ("choose c from table", SEALED),
        *[pytest.param(*case, marks=pytest.mark.slow) for case in CASES],
    ],
)
def test_collections_of_collections_are_kept_and_told(choice: str, does: str) -> None:
    assert beside.compare(game_of(choice, does), 2) > 2


@pytest.mark.parametrize("numbers", [pytest.param(50, marks=pytest.mark.slow), 90])
def test_sets_of_several_words(numbers: int) -> None:
    choice = "choose s from subsets of my hand where count of it = 2"
    assert beside.compare(game_of(choice, "move s to away", numbers=numbers), 2) > 2


def test_a_checked_build_plays_the_same() -> None:
    arguments = ["leduc_poker", "--checked", "--rulesets", "0"]
    found = subprocess.run(
        [sys.executable, "-m", "tests.fast.beside", *arguments],
        capture_output=True, text=True, timeout=300, check=False,
    )  # fmt: skip
    assert found.returncode == 0, found.stdout + found.stderr
    assert found.stdout.startswith("leduc_poker is right")


@pytest.mark.slow
def test_checked_builds_play_the_same() -> None:
    arguments = ["--checked", "--rulesets", "30", "--games", "2", "--every", "5"]
    found = subprocess.run(
        [sys.executable, "-m", "tests.fast.beside", *arguments],
        capture_output=True, text=True, timeout=900, check=False,
    )  # fmt: skip
    assert found.returncode == 0, found.stdout + found.stderr
    assert found.stdout.count("is right") > 20


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize(("name", "players"), [("leduc_poker", 2), ("hearts", 4)])
def test_played_by_chance_they_are_the_games_of_playouts(
    name: str, players: int, threads: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    # So few states that several threads and parts take part.
    monkeypatch.setattr(states, "_AT_ONCE", 7)
    game = of(name, players, **({"length": "single"} if name == "hearts" else {}))
    found = Batch(game, 40, seed=9, threads=threads)
    while not found.is_over.all():
        found.step(23)
        found.apply(found.draw())
    wanted = playouts(game, 40, seed=9, returns=True)
    sums = zip(found.seeds.tolist(), found.checksums.tolist(), strict=True)
    assert of_games(sums) == wanted.checksum
    assert found.decisions.tolist() == wanted.lengths.tolist()
    assert wanted.returns is not None
    assert found.returns().tolist() == wanted.returns.tolist()


# ---- Answers -------------------------------------------------------------------------------------


def test_much_work_is_done_in_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    parts: list[tuple[str, bool]] = []
    call = states.States._call

    def noted(of: states.States, name: str, thread: int, *given: int) -> int | None:
        reached = call(of, name, thread, *given)
        parts.append((name, reached is not None and reached < given[-1]))
        return reached

    monkeypatch.setattr(states.States, "_call", noted)
    whole = Batch(of("crazy_eights"), 5, seed=8)
    whole.step(30)
    assert [is_cut for _, is_cut in parts] == [False, False]
    # As if that were much.
    for module in (keeping, stepping):
        monkeypatch.setattr(module, "WORK_AT_ONCE", 2_000)
    ruleset = load("crazy_eights")
    found = Batch(Game(ruleset, ruleset.players_min), 5, seed=8)
    found.step(30)
    assert parts.count(("step", True)) >= 5 * 30 // 5
    assert found.decisions.tolist() == [30] * 5
    assert found.hash().tolist() == whole.hash().tolist()
    answers, others = found.answers(), whole.answers()
    assert answers.starts.tolist() == others.starts.tolist()
    assert answers.values.tolist() == others.values.tolist()
    for one in (found, whole):
        one.apply([0] * 5)
    assert found.hash().tolist() == whole.hash().tolist()
    found.reset()
    whole.reset()
    assert found.hash().tolist() == whole.hash().tolist()
    assert {name for name, is_cut in parts if is_cut} == {"step", "list", "apply", "reset"}
    found.step(10**30)
    assert found.is_over.all()


def test_slow_decisions_are_made_few_at_a_time() -> None:
    ruleset, _ = analyse_source(SourceFile("slow.rules", SLOW))
    assert ruleset is not None
    found = Batch(Game(ruleset, 2), 64)
    native = found._states.native.functions
    numbers = numpy.zeros(64, dtype="int64")
    reached = native["apply"](*found._states._first[0], numbers.ctypes.data, 0, 64)
    # Each decision has loops that are gone through 50,000 times, and a pass counts as ten.
    assert 15 <= reached <= 21
    assert found.decisions.tolist() == [1] * reached + [0] * (64 - reached)


def test_answers_as_arrays() -> None:
    game = of("crazy_eights")
    found = Batch(game, 3, seed=1)
    found.step(4)
    answers = found.answers()
    counts = found.counts.tolist()
    assert numpy.diff(answers.starts).tolist() == counts
    assert len(answers) == sum(counts)
    numbers = [count - 1 for count in counts]
    last = found.answers_at(numbers)
    assert last.values.tolist() == answers.values[answers.starts[1:] - 1].tolist()
    assert last.actions.tolist() == answers.actions[answers.starts[1:] - 1].tolist()
    assert {found.names[number] for number in answers.actions} <= set(found.names)
    some = found.answers_at([0, -1], games=[2, 0])
    assert some.starts.tolist() == [0, 1, 1]
    assert some.values.tolist() == answers.values[[answers.starts[2]]].tolist()
    assert found.answers([1]).values.tolist() == answers.values[
        answers.starts[1] : answers.starts[2]
    ].tolist()  # fmt: skip


def test_one_of_very_many_answers() -> None:
    choice = "choose s from subsets of table where count of it = 10"
    game = game_of(choice, "move s to away", numbers=40, count=1, table=30)
    found = Batch(game, 2)
    assert found.counts.tolist() == [30_045_015] * 2
    with pytest.raises(OptionError, match="answers_at"):
        found.answers()
    told = found.answers_at([29_000_000, 7])
    for row, number in enumerate((29_000_000, 7)):
        wanted = game.answers(game.start(seed=row))[number]
        assert found._reading.answer(told, row) == wanted


def test_long_lists_are_told_in_parts() -> None:
    choice = "choose a from table\n    choose b from table\n    choose c from table"
    game = game_of(choice, "move a to away", numbers=40, count=1, table=28)
    found = Batch(game, 1)
    assert found.counts.tolist() == [28**3]
    # More than compiled code lists at a time.
    assert found._native.rows.room < 28**3
    told = found.answers()
    cards = numpy.unique(told.values)
    every = numpy.arange(28**3)
    assert (told.values[:, 2] == cards[every % 28]).all()
    assert (told.values[:, 0] == cards[every // 28**2]).all()


# ---- Copies, and how states compare --------------------------------------------------------------


def test_copies_go_on_alike_and_apart() -> None:
    first = Batch(of("snatch_it", 3), 6, seed=2)
    first.step(20)
    second = first.copy()
    assert first.equals(second).all()
    assert first.hash().tolist() == second.hash().tolist()
    first.step(5)
    assert not first.equals(second).any()
    second.step(5)
    assert first.equals(second).all()
    assert first.checksums.tolist() == second.checksums.tolist()
    assert first.seeds.tolist() == second.seeds.tolist()


def test_states_are_copied_to_places() -> None:
    game = of("crazy_eights")
    one = Batch(game, 4, seed=5)
    one.step(6)
    many = Batch(game, 6)
    many.copy_from(one, which=[3, 3, 0], games=[0, 5, 2])
    assert many.equals(one, which=[3, 3, 0], games=[0, 5, 2]).all()
    assert many.seeds.tolist() == [8, 1, 5, 3, 4, 8]
    # Within one batch what is copied is as it was before.
    swapped = one.copy()
    swapped.copy_from(swapped, which=[1, 0], games=[0, 1])
    assert one.equals(swapped, which=[1, 0, 2], games=[0, 1, 2]).all()
    # Each goes on for itself.
    counts = many.counts
    many.apply([int(counts[0]) - 1], games=[0])
    assert not many.equals(many, which=[0], games=[5])[0]
    many.apply([int(counts[5]) - 1], games=[5])
    assert many.equals(many, which=[0], games=[5])[0]


def test_batches_of_the_same_rules_are_of_one_game() -> None:
    first, second = (Batch(Game(load("leduc_poker"), 2), 3, seed=4) for _ in range(2))
    assert first.equals(second).all()
    second.step()
    first.copy_from(second)
    assert first.equals(second).all()
    first.step(9)
    second.step(9)
    assert first.returns().tolist() == second.returns().tolist()


def test_games_begin_anew_while_others_go_on() -> None:
    game = of("leduc_poker")
    found, other = Batch(game, 4, seed=3), Batch(game, 4, seed=3)
    found.step(2)
    found.reset(games=[1], seeds=[70])
    other.reset(games=[1], seeds=[70])
    assert found.equals(other).tolist() == [False, True, False, False]
    found.reset(3, games=[1])
    assert found.seeds.tolist() == [3, 4, 5, 6]
    found.reset(3)
    other.reset(3, games=[1])
    assert found.equals(other).all()


def together(name: str, seeds: list[int], ways: int, steps: int) -> tuple[Batch, list[State]]:
    """States that are reached on several ways, as a batch and by the reference engine."""
    game = of(name)
    every = [seed for seed in seeds for _ in range(ways)]
    found = Batch(game, len(every))
    found.reset(seeds=every)
    reached = [game.start(seed=seed) for seed in every]
    draw = random.Random(1)
    for _ in range(steps):
        numbers = [draw.randrange(count) if count else -1 for count in found.counts.tolist()]
        found.apply(numbers)
        for state, number in zip(reached, numbers, strict=True):
            if number >= 0:
                game.apply_answer_in_place(state, game.answers(state)[number])
    return found, reached


@pytest.mark.parametrize(
    ("name", "steps"), [("kuhn_poker", 2), ("leduc_poker", 4), ("crazy_eights", 2)]
)
def test_states_are_equal_where_those_of_the_reference_engine_are(name: str, steps: int) -> None:
    found, reached = together(name, [1, 2, 3], 12, steps)
    pairs = [(left, right) for left in range(found.size) for right in range(left)]
    equal = found.equals(found, [left for left, _ in pairs], [right for _, right in pairs])
    hashes = found.hash().tolist()
    wanted = [reached[left] == reached[right] for left, right in pairs]
    assert equal.tolist() == wanted
    assert 0 < sum(wanted) < len(wanted)
    assert [hashes[left] == hashes[right] for left, right in pairs] == wanted


# ---- What does not go on -------------------------------------------------------------------------


def test_what_is_given_up_is_told_and_begins_anew() -> None:
    # The reference engine stops this game with a message.
    found = Batch(Game(load("war"), 2, limit=10), 3)
    found.step(9)
    assert found.status.tolist() == [0, 0, 0]
    found.step(2)
    assert found.status.tolist() == [1, 1, 1]
    assert found.seats.tolist() == [-1, -1, -1]
    assert not found.is_over.any()
    assert numpy.isnan(found.returns()).all()
    with pytest.raises(GameOverError, match="state 1: its game is over, or was given up"):
        found.apply([-1, 0, -1])
    found.reset(games=[1])
    assert found.status.tolist() == [1, 0, 1]
    assert found.counts[1] > 0


def test_too_many_sets_are_given_up() -> None:
    many = "let s = subsets of cards where count of it = 2\nadd count of s to my points"
    found = Batch(game_of(CARD, many, numbers=40, count=1), 2)
    assert found.status.tolist() == [0, 0]
    found.step()
    assert found.status.tolist() == [1, 1]


def test_nothing_is_asked_at_the_end() -> None:
    found = Batch(of("kuhn_poker"), 5)
    assert numpy.isnan(found.returns()).all()
    found.step(20)
    assert found.is_over.all()
    assert found.counts.tolist() == [0] * 5
    assert found.draw().tolist() == [-1] * 5
    assert len(found.answers()) == 0
    before = found.copy()
    found.step()
    found.apply([-1] * 5)
    assert found.equals(before).all()
    with pytest.raises(GameOverError, match="state 0"):
        found.apply([0] * 5)


@pytest.mark.parametrize(
    "given",
    [
        {"size": 0}, {"size": 2.0}, {"size": True}, {"size": 2, "threads": 0},
        {"size": 2, "threads": 10**7},
        {"size": 2, "seed": -1}, {"size": 2, "seed": 2**63 - 1}, {"size": 2**50}, {"size": 2**70},
    ],
)  # fmt: skip
def test_what_is_no_number_makes_no_batch(given: dict) -> None:
    with pytest.raises(OptionError):
        Batch(of("kuhn_poker"), **given)


@pytest.mark.parametrize(
    ("numbers", "games", "says"),
    [
        ([0, 0], None, "2 numbers for 3 states"),
        ([0, 0, 2], None, "State 2 has 2 answers"),
        ([0, 0, 2**63], None, "64 bits"),
        ([0, 0, 10**30], None, "64 bits"),
        ([0.0, 0.0, 0.0], None, "whole numbers"),
        ([True, False, True], None, "whole numbers"),
        ("abc", None, "whole numbers"),
        ([[0, 0, 0]], None, "whole numbers"),
        ([0], [3], "no state 3"),
        ([0], [-1], "no state -1"),
        ([0, 0], [1, 1], "twice"),
        ([0, 0], [1], "2 numbers for 1 states"),
    ],
)
def test_numbers_that_are_none_change_nothing(
    numbers: list[int], games: list[int] | None, says: str
) -> None:
    found = Batch(of("kuhn_poker"), 3)
    before = found.copy()
    with pytest.raises(OptionError, match=says):
        found.apply(numbers, games)
    assert found.equals(before).all()


def test_a_batch_keeps_its_size_and_is_copied_whole() -> None:
    found = Batch(of("kuhn_poker"), 3)
    with pytest.raises(AttributeError):
        found.size = 1_000  # type: ignore[misc]
    for other in (copy(found), deepcopy(found)):
        other.step()
        assert not found.decisions.any()
    with pytest.raises(TypeError, match="cannot be pickled"):
        pickle.dumps(found)


def test_states_of_other_games_and_places_that_are_none() -> None:
    limited = Batch(Game(load("kuhn_poker"), 2, limit=5), 3)
    with pytest.raises(OptionError):
        limited.copy_from(Batch(of("kuhn_poker"), 3))
    found, other = Batch(of("kuhn_poker"), 3), Batch(of("leduc_poker"), 3)
    for given in (
        (other,),
        (found, [0, 1], [0]),
        (found, [0, 1], [2, 2]),
        (found, [7], [0]),
        (None,),
    ):
        with pytest.raises(OptionError):
            found.copy_from(*given)
    with pytest.raises(OptionError):
        found.equals(other)
    wrong: list[list] = [[1], [1, 2, -3], [0.5] * 3]
    for seeds in wrong:
        with pytest.raises(OptionError):
            found.reset(seeds=seeds)
    with pytest.raises(OptionError):
        found.step(-1)


def test_what_cannot_be_compiled_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(batch, "stepped_game", lambda game: None)
    with pytest.raises(NotCompiledError, match="War"):
        Batch(of("war"), 2)


def test_without_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing() -> object:
        raise FastUnavailableError("Many games at a call need numpy: install cardrules[fast].")

    monkeypatch.setattr(batch, "numpy_of_extra", missing)
    with pytest.raises(FastUnavailableError, match=r"cardrules\[fast\]"):
        Batch(of("war"), 1)


def test_to_interrupt_it_stops_all_threads(monkeypatch: pytest.MonkeyPatch) -> None:
    found = Batch(of("kuhn_poker"), 400, threads=2)
    monkeypatch.setattr(states, "_AT_ONCE", 1)
    begun: list[int] = []

    def call(of: object, name: str, thread: int, steps: int, first: int, end: int) -> None:
        begun.append(first)
        if first == 0:
            raise KeyboardInterrupt

    monkeypatch.setattr(states.States, "_call", call)
    with pytest.raises(KeyboardInterrupt):
        found.step()
    assert len(begun) < 400
