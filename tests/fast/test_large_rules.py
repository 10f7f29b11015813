"""Rules that come to very much code: how much is written for them, and where that ends."""

from __future__ import annotations

import pytest

from cardrules.engine.game import Game
from cardrules.errors import NotCompiledError
from cardrules.fast import Batch, engines, playing
from cardrules.fast.llvm.text import TooLargeError
from cardrules.fast.players import BY_REFERENCE
from cardrules.fast.procedures.stepping import Resumed
from cardrules.fast.procedures.whole import Whole
from cardrules.fast.python.whole import PythonWhole
from tests.engine.harness import HAND, game

pytest.importorskip("llvmlite")
pytest.importorskip("numpy")
pytestmark = pytest.mark.usefixtures("hardly_optimised")

PLAY = "play\n    turns clockwise from starter once\n        one of go\n"


def with_choices(number: int) -> Game:
    """A game with so many choices one behind the other, each from two values."""
    lines = "".join(f"    choose c{n} from {{1, 2}} where it > {n % 2}\n" for n in range(number))
    return game(f"variable x: integer = 0\naction go\n{lines}    do\n        set x to c0\n{PLAY}")


def doubled(depth: int) -> Game:
    """A game with definitions that look twice at one before them."""
    lines = [f"define d{n}(k: integer) = d{n - 1}(k) + d{n - 1}(k + 1)\n" for n in range(1, depth)]
    start = "variable x: integer = 0\ndefine d0(k: integer) = count of deck + k\n"
    last = f"        set x to min(1, d{depth - 1}(1))\n"
    return game(f"{HAND}{start}{''.join(lines)}action go\n    do\n{last}{PLAY}")


@pytest.mark.parametrize("whole", [Whole, Resumed, PythonWhole])
def test_what_is_written_for_choices_grows_with_their_number(whole: type[Whole]) -> None:
    # With a way for each value of each there would be a billion.
    assert whole(with_choices(30).program).text().count("\n") < 20_000


def test_deep_choices_are_played() -> None:
    made = with_choices(40)
    found = playing.playouts(made, 2)
    assert found.replayed == 0
    assert found.checksum == playing.playouts(made, 2, engine="reference").checksum


def test_loops_that_are_too_deep_for_python_are_left_to_the_reference_engine() -> None:
    # Python itself has no more than twenty in each other.
    assert playing.playouts(with_choices(60), 1, engine="python").status.tolist() == [BY_REFERENCE]


def test_large_functions_are_left_as_they_are() -> None:
    text = Whole(doubled(11).program).text()
    long = [one for one in text.split("\ndefine ") if one.count("\n") > 8_000]
    assert long
    assert all("optnone {" in one.split("\n", maxsplit=1)[0] for one in long)


@pytest.mark.parametrize(
    "whole", [pytest.param(Whole, marks=pytest.mark.slow), Resumed, PythonWhole]
)
def test_what_is_too_large_is_not_written_to_its_end(whole: type[Whole]) -> None:
    with pytest.raises(TooLargeError):
        whole(doubled(25).program).text()


def test_what_is_too_large_is_left_to_the_reference_engine() -> None:
    made = doubled(15)
    assert engines.compiled_game(made) is None
    for engine in ("native", "python"):
        assert playing.playouts(made, 2, engine=engine).status.tolist() == [BY_REFERENCE] * 2
    with pytest.raises(NotCompiledError):
        Batch(made, 2)
