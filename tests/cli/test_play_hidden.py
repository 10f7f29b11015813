"""Nothing that a person may not know reaches the screen, and nobody's cards stay on it."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from cardrules.engine.chance import Stream
from cardrules.engine.game import Game
from cardrules.engine.positions.determinise import determinised
from tests.bundled import Bundled, bundled
from tests.cli.play_harness import ALL, WIPE, Sat, against_bots, people

# What is looked up at a decision: everything that can be asked for without acting.
LOOKED_UP = ("table", "hand", "look", "why", "why c1", "why c2", "?", "why c1 2", "why c1 c2")


def sampled(item: Bundled) -> Iterator[Sat]:
    """A session of one person at the beginning of several questions of a game."""
    sat = Sat(item.game(), against_bots(item.players), seed=4, first=None)
    for number in range(25):
        if sat.session.is_over:
            return
        if number in (0, 5, 14, 24):
            sat.session._ask(sat.playthrough.seat.player)
            yield sat
        sat.type(sat.first_line)


def looked_up(sat: Sat) -> list[str]:
    """Everything that is shown at this decision, also below the first line of its question."""
    told = [sat.type(typed) for typed in LOOKED_UP]
    if re.search(r"^ +1\) .*  \((?!1\))", told[0], re.MULTILINE):
        told += [sat.type("1"), *(sat.type(typed) for typed in LOOKED_UP), sat.type("b")]
    return told


@pytest.mark.parametrize("item", ALL, ids=str)
def test_what_is_shown_is_the_same_whatever_the_hidden_cards_are(item: Bundled) -> None:
    """States that the person cannot tell apart look the same in every respect."""
    seen = 0
    shuffle = Stream(11, 3).shuffled
    for sat in sampled(item):
        real = sat.playthrough.state
        seat = sat.playthrough.seat.player
        told = looked_up(sat)
        for _ in range(2):
            other = determinised(sat.playthrough.game, real, seat, shuffle)
            sat.playthrough.state = other
            sat.session._ask(seat)
            assert looked_up(sat) == told
        sat.playthrough.state = real
        sat.session._ask(seat)
        seen += 1
    assert seen


def secret_names(game: Game) -> re.Pattern[str]:
    """The names of all kinds of cards, as whole words."""
    names = sorted((kind.name for kind in game.ruleset.kinds), key=len, reverse=True)
    return re.compile(r"(?<![\w*])(" + "|".join(map(re.escape, names)) + r")(?![\w*])")


@pytest.mark.parametrize("item", ALL, ids=str)
def test_between_two_persons_the_screen_is_wiped_and_shows_no_card(item: Bundled) -> None:
    sat = Sat(item.game(), people(item.players), first=None)
    names = secret_names(item.game())
    covers = 0
    shown_to: int | None = None
    for _ in range(80):
        if sat.session.is_over:
            break
        if "press Enter when only" in sat.session.prompt:
            covers += 1
            screen = sat.on_screen.split("\n", 1)[1]
            assert not names.search(re.sub(r"Player \d+", "", screen)), screen
            sat.type("")
            shown_to = sat.playthrough.seat.player
        else:
            assert sat.playthrough.seat.player == shown_to, "another person's view is on the screen"
            sat.type(sat.first_line)
    assert covers > 1


def test_a_covered_screen_tells_nothing_whatever_is_typed() -> None:
    item = next(item for item in bundled() if item.players == 3)
    sat = Sat(item.game(), people(3), first=None)
    cover = sat.on_screen
    for typed in ("hand", "table", "log", "look", "why", "?", "1", "c1", "x", "b", "p"):
        told = sat.type(typed)
        assert told == "Press Enter to see your cards; undo, save and quit work here too.\n"
    assert "Your hand" not in cover


def test_the_screen_is_wiped_with_what_has_scrolled_off_it() -> None:
    item = next(item for item in bundled() if item.players == 3)
    sat = Sat(item.game(), people(3), first=None)
    assert sat.shown.count(WIPE) == sat.wiped == 1
    assert "\x1b[3J" in WIPE


def test_a_person_alone_with_bots_is_never_covered() -> None:
    item = next(item for item in bundled() if item.players == 3)
    sat = Sat(item.game(), against_bots(3), first=None).first_until_over()
    assert WIPE not in sat.shown
