"""Numbers that are given to a batch, as arrays; `OptionError` where they are none."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NoReturn

from cardrules.engine.game import Game
from cardrules.errors import GameOverError, OptionError
from cardrules.shown import shown

if TYPE_CHECKING:
    import numpy as np

    Numbers = np.ndarray[Any, Any]
    Several = Sequence[int] | np.ndarray[Any, Any]


# More threads than that are a mistake.
MOST_THREADS = 1_024


def whole_number(name: str, number: object, least: int, most: int | None = None) -> None:
    """Refuse what is no whole number from `least` on, up to `most`."""
    if type(number) is not int or number < least or (most is not None and number > most):
        end = "" if most is None else f" to {most:,}"
        raise OptionError(f"{name} is a whole number from {least}{end}, not {shown(number)}.")


def a_game(game: object) -> None:
    """Refuse what is no game."""
    if not isinstance(game, Game):
        raise OptionError(
            f"A game is wanted, as `cardrules.Game(ruleset, players)` makes it, not {shown(game)}."
        )


class Given:
    """Reads them for so many states."""

    def __init__(self, numpy: Any, size: int) -> None:
        self._numpy, self._size = numpy, size

    def several(self, name: str, numbers: Several, size: int | None = None) -> Numbers:
        """Several numbers, as many as are wanted."""
        numpy = self._numpy
        try:
            found = numpy.asarray(numbers)
        except (ValueError, TypeError, OverflowError):
            found = numpy.asarray(None)
        is_right = found.ndim == 1 and (found.dtype.kind in "iu" or not found.size)
        if not is_right or (found.dtype == "uint64" and (found >> numpy.uint64(63)).any()):
            raise OptionError(f"{name} are whole numbers of 64 bits, one behind the other.")
        if size is not None and len(found) != size:
            raise OptionError(f"There are {len(found)} {name} for {size} states.")
        whole: Numbers = numpy.ascontiguousarray(found, dtype="int64")
        return whole

    def which(self, games: Several | None) -> Numbers:
        """The numbers of states; all if none are given."""
        if games is None:
            every: Numbers = self._numpy.arange(self._size)
            return every
        found = self.several("games", games)
        beyond = found[(found < 0) | (found >= self._size)]
        if len(beyond):
            raise OptionError(
                f"There is no state {int(beyond[0])}; they are numbered from 0 to {self._size - 1}."
            )
        return found

    def each_once(self, which: Numbers) -> Numbers:
        """The numbers of states, none of them twice."""
        if len(self._numpy.unique(which)) < len(which):
            raise OptionError("A state is given twice.")
        return which

    def seeds(self, which: Numbers, seed: int, seeds: Several | None) -> Numbers:
        """The seeds of states: one for each, or one and the number of the state."""
        if seeds is None:
            whole_number("seed", seed, 0)
            if seed + self._size > 1 << 63:
                raise OptionError(f"There are no {self._size:,} seeds from {seed:,} on.")
            return which + seed
        found = self.several("seeds", seeds, len(which))
        if (found < 0).any():
            raise OptionError(f"A seed is a whole number from 0, not {int(found.min())}.")
        return found

    def numbers(
        self, numbers: Several, games: Several | None, counts: Numbers
    ) -> tuple[Numbers, Numbers | None]:
        """The numbers of answers of states, all or some, of which each has so many; and which
        states these are, none for all of them. `GameOverError` where nobody is asked.
        """
        if games is None:
            which, there = None, counts
        else:
            which = self.which(games)
            there = counts[which]
        found = self.several("numbers", numbers, len(there))
        wrong = found >= there
        if wrong.any():
            at = int(wrong.argmax())
            self._refuse(at if which is None else int(which[at]), int(found[at]), int(there[at]))
        return found, which

    @staticmethod
    def _refuse(game: int, number: int, count: int) -> NoReturn:
        if not count:
            raise GameOverError(
                f"Nobody is asked in state {game}: its game is over, or was given up. Begin it "
                "anew by `reset`, or give it a number below 0."
            )
        raise OptionError(
            f"State {game} has {count:,} answers, from 0 on, and none with the number {number:,}."
        )
