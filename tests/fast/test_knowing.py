"""What somebody knows of cards decides who is asked; compiled code keeps it as the reference does.

In each game here a pile is a hidden place from which somebody has to choose: whether they are asked
depends on what everybody knows of it.
"""

from __future__ import annotations

import pytest

from cardrules.analysis.load import analyse_source
from cardrules.engine.game import Game
from cardrules.fast import Batch, playing
from cardrules.fast.knowing.needed import knowledge_needed
from cardrules.fast.procedures import parts
from cardrules.rulesets import bundled, load
from cardrules.source import SourceFile
from tests.fast.beside import compare
from tests.fast.knowing import with_masks

pytest.importorskip("llvmlite")
pytest.importorskip("numpy")
pytestmark = pytest.mark.usefixtures("hardly_optimised")

FRONT = """\
---
title: Known
goal: Win.
turn: Act.
players: 2 to 3
attributes:
  number: integer
cards:
  plain: {name: "Plain {number}", number: 1 to 5, count: 3}
---
zone deck shared pile, seen by nobody, starts with cards
zone hand per player spread, seen by owner
zone hoard per player pile, seen by owner
zone cellar per player spread, seen by nobody
zone open shared pile, seen by all
variable points per player: integer = 0

setup
    shuffle deck
    each player clockwise from starter
        draw 2 from deck to my hand
        draw 1 from deck to my hoard

winner highest my points

score
    all: my points
"""
PLAY = """
play
    turns clockwise from starter until turn >= 14
        one of {actions}
"""
# What each of these is about; the choice from the hoard is asked unless all know the only answer.
FORCED = """
action force
    choose n from {1, 2}
    do
        choose c unless forced from my hoard where number > 2
        if c is not none
            move c to open
            add n to my points
"""
ACTIONS = {
    "of what was shown on top": """
action show
    choose n from {1, 2}
    do
        reveal top of my hoard
        reveal top of my hoard to opponents
""",
    "of cards of a hand that was shown": """
action show
    choose n from {1, 2}
    do
        reveal my hand
action put
    choose c from my hand
    do
        move c to my hoard
action put_below
    choose c from my hand
    do
        move c to my hoard at bottom
action draw_one
    choose n from {1, 2}
    do
        draw n from deck to my hand
""",
    "of a shuffled pile": """
action show
    choose n from {1, 2}
    do
        reveal my hoard
action mix
    choose n from {1, 2}
    do
        draw n from deck to my hoard
        shuffle my hoard
action mix_hand
    choose n from {1, 2}
    do
        draw n from deck to my hand
        shuffle my hand
        move my hand to my hoard
""",
    "of all that lay there": """
action show
    choose n from {1, 2}
    do
        reveal my hoard
action take
    choose n from {1, 2}
    do
        move my hoard to my hand
        draw n from deck to my hand
action put_all
    choose n from {1, 2}
    do
        move my hand to my hoard
action put_some
    choose few from subsets of my hand where count of it = min(2, count of my hand)
    do
        move few to my hoard below 1 cards
""",
    "of what has come from others": """
action show
    choose n from {1, 2}
    do
        reveal my hoard to opponents
action exchange
    choose n from {1, 2}
    do
        swap my hoard with (left of me).hoard
action exchange_hand
    choose n from {1, 2}
    do
        swap my hoard with my hand
        draw n from deck to my hoard at bottom
action give_hidden
    choose c from my hand
    do
        reveal c to left of me
        move c to my cellar
        move my cellar to my hoard
""",
    "of cards from stacks": """
action lay
    choose c from my hand
    choose other from my hand where number < c.number
    do
        stack c on other to my patch
action build
    choose n from {1, 2}
    do
        let upper = top of deck
        if upper is not none
            stack upper to my patch
action add_one
    choose c from my hand
    choose stack from players.patch
    do
        move c to stack
        draw 1 from deck to my hand
action steal
    choose stack from opponents.patch
    do
        move stack to my patch
action gather
    choose stack from my patch
    do
        move stack to my hoard
action part
    choose stack from my patch
    do
        move top of stack to my hoard
""",
    "while it is seen sometimes": """
action show
    choose n from {1, 2}
    do
        set shows to not shows
action put
    choose c from my hand
    do
        move c to my niche
        draw 1 from deck to my hand
action pass_on
    choose n from {1, 2}
    do
        move my niche to my hoard
        move top of my hoard to (left of me).hoard
action pass_all
    choose n from {1, 2}
    do
        swap my niche with my hoard
""",
}
MORE = {
    "of cards from stacks": "zone patch per player stacks, top seen by all, rest seen by owner\n",
    "while it is seen sometimes": """\
zone niche per player pile, seen by all when shows else owner
variable shows: flag = false
""",
}


def game_of(text: str, players: int = 2) -> Game:
    ruleset, diagnostics = analyse_source(SourceFile("known.rules", text))
    assert ruleset is not None, [(item.code, item.message) for item in diagnostics]
    return Game(ruleset, players, limit=400)


def text_of(about: str) -> str:
    actions = [line.split()[1] for line in ACTIONS[about].splitlines() if line.startswith("action")]
    play = PLAY.replace("{actions}", ", ".join(["force", *actions]))
    return (
        FRONT.replace("\nsetup", MORE.get(about, "") + "\nsetup") + FORCED + ACTIONS[about] + play
    )


@pytest.mark.parametrize("about", ACTIONS)
def test_games_are_those_of_the_reference_engine(about: str) -> None:
    game = game_of(text_of(about), players=2 + len(about) % 2)
    wanted = playing.playouts(game, 60, engine="reference").checksum
    for engine in ("native", "python"):
        found = playing.playouts(game, 60, engine=engine)
        assert (found.checksum, found.replayed) == (wanted, 0)


@pytest.mark.parametrize("about", ACTIONS)
def test_masks_are_those_of_the_reference_engine(about: str) -> None:
    with with_masks():
        assert compare(game_of(text_of(about)), 4, every=2) > 50


def test_without_what_is_known_games_are_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parts, "knowledge_needed", lambda program: frozenset())
    game = game_of(text_of("of cards of a hand that was shown"))
    assert playing.playouts(game, 30).replayed > 10


# What is asked besides, and how the cards come to where they are not seen.
ASKED = {
    "none fits": """
action force
    choose n from {1, 2}
    do
        choose c from my hoard where number > 3
        if c is not none
            move c to open
            add n to my points
""",
    "under seal": """
action force
    choose n from {1, 2}
    do
        together each player clockwise from me
            choose c unless forced from my hoard where number > 3
            do
                move c to open
                add n to my points
""",
    "what was given a name": """
action force
    choose n from {1, 2}
    do
        reveal (left of me).hoard to me
        let few = (left of me).hoard
        choose c from few where number > 2
        if c is not none
            move c to my hand
        reveal ((left of me).hand where number < 4) to me
        let held = (left of me).hand
        choose several from subsets of held where count of it = 1 and (every d in it: d.number < 4)
        if several is not none
            move several to (left of me).hoard at bottom
            add n to my points
""",
}


@pytest.mark.parametrize("how", ASKED)
def test_other_questions(how: str) -> None:
    about = "of cards of a hand that was shown"
    game = game_of(text_of(about).replace(FORCED, ASKED[how]))
    assert knowledge_needed(game.program)
    wanted = playing.playouts(game, 60, engine="reference").checksum
    for engine in ("native", "python"):
        found = playing.playouts(game, 60, engine=engine)
        assert (found.checksum, found.replayed) == (wanted, 0)


def test_matches_begin_without_what_was_known_before() -> None:
    about = "of cards of a hand that was shown"
    game = game_of(text_of(about) + "match best of 3\n")
    wanted = playing.playouts(game, 20, engine="reference").checksum
    assert playing.playouts(game, 20).checksum == wanted
    assert playing.playouts(game, 20, engine="python").checksum == wanted


def test_batches_tell_states_apart_by_what_is_known() -> None:
    """To show a hand changes nothing but what is known, and with it who is asked later."""
    batch = Batch(game_of(text_of("of cards of a hand that was shown")), 2, seed=3)
    batch.copy_from(batch, which=[0], games=[1])
    assert batch.equals(batch, which=[0], games=[1]).all()
    names = [str(action) for action in batch.actions(0)]
    shows = [number for number, name in enumerate(names) if name.startswith("show")]
    batch.apply([shows[0], shows[0]])
    assert batch.equals(batch, which=[0], games=[1]).all()
    assert batch.hash()[0] == batch.hash()[1]


# ---- Where nothing is needed ---------------------------------------------------------------------


def test_bundled_games_keep_nothing() -> None:
    for name in sorted(bundled()):
        ruleset = load(name)
        assert not knowledge_needed(Game(ruleset, ruleset.players_max).program), name


@pytest.mark.parametrize(
    ("lines", "is_needed"),
    [
        (["let few = my hand where number > 2", "choose c from few"], False),
        (["let few = my hand", "choose c from few where number > 2"], False),
        (
            [
                "let few = my hand where number > 2",
                "draw 1 from deck to my hand",
                "choose c from few",
            ],
            True,
        ),
        (["let few = my hand", "choose b from my hand", "choose c from few"], False),
        (["let few = (left of me).hand", "choose c from few"], True),
        (["let few = my hoard", "choose c from few"], False),
        (["let few = my hoard", "choose c from few where number > 2"], True),
        (["let few = my cellar", "choose c from few"], True),
    ],
)
def test_names_that_were_given_right_before(lines: list[str], is_needed: bool) -> None:
    action = "\naction force\n    choose n from {1, 2}\n    do\n        add n to my points\n"
    action += "".join(f"        {line}\n" for line in lines)
    game = game_of(FRONT + action + PLAY.replace("{actions}", "force"))
    assert bool(knowledge_needed(game.program)) == is_needed
