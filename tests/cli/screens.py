"""How much of the table is on the screen at each question of whole games of every bundled ruleset.

    python -m tests.cli.screens [GAME] [--players N] [--width 80] [--height 24] [--games 1]
        [--seed 1] [--seats human,human,random] [--people] [--show N]

A person against bots that choose by chance takes lines by chance, step by step; `--seats` says who
sits where, as on the command line, and with `--people` all seats are persons. A question loses its
table if the first line of the board has gone off the screen, and is lost itself if its own first
line has. Where several persons are at the keyboard, a line is left over if it was written for one
of them and is still there when another one sits down. `--show N` prints the screens of so many
questions of each game, the tallest ones. The exit code is 1 if anything was lost or left over.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence

import attrs

from cardrules.engine.chance import Stream
from cardrules.table.describe import describe
from tests.bundled import Bundled, bundled, bundled_named
from tests.cli.play_harness import LOOKING_AWAY, WIPE, Sat, against_bots, people

# Nobody plays longer; a game that goes on is measured so far.
_MOST_LINES = 5_000


@attrs.frozen(kw_only=True)
class Seen:
    """What stood above a prompt, with it: all lines since the first line of the board."""

    lines: tuple[str, ...]
    # The number of the line with which the question begins, from the end.
    question: int
    height: int
    # What another person was shown before and is on the terminal still.
    left_over: tuple[str, ...] = ()

    @property
    def is_table_lost(self) -> bool:
        """Whether the first line of the board is off the screen."""
        return len(self.lines) > self.height

    @property
    def is_question_lost(self) -> bool:
        """Whether the first line of the question is off the screen."""
        return self.question > self.height

    def __str__(self) -> str:
        return "\n".join(self.lines)


def questions(
    item: Bundled,
    *,
    seed: int = 1,
    width: int = 80,
    height: int = 24,
    seats: Sequence[str] | None = None,
) -> Iterator[Seen]:
    """Play a game by chance; the screen of each question."""
    seats = seats or against_bots(item.players)
    sat = Sat(item.game(), seats, seed=seed, first=None, width=width, height=height, is_kept=True)
    chance = Stream(seed, 7)
    lines = sat.shown.splitlines()
    # For whom the screen was, and what was left of it for the next one.
    reader: int | None = None
    left_over: tuple[str, ...] = ()
    for _ in range(_MOST_LINES):
        if sat.session.is_over:
            return
        if sat.is_asked:
            lines = _since_the_board(lines)
            yield _seen(sat, lines, height, left_over)
            reader, left_over = sat.playthrough.seat.player, ()
        # What is read before the table is read to its end.
        before, told = lines, sat.type(_some_line(sat, chance) if sat.is_asked else "")
        kept = [] if WIPE in told else before
        lines = [*kept, *told.rpartition(WIPE)[2].splitlines()]
        if sat.is_covered:
            left_over = _for_one(sat, lines)
        elif sat.is_asked and sat.playthrough.seat.player != reader:
            left_over = (*left_over, *_for_one(sat, kept))


def _for_one(sat: Sat, lines: Sequence[str]) -> tuple[str, ...]:
    """The lines that not everybody may read."""
    return tuple(line for line in lines if not _is_for_all(sat, line))


def _is_for_all(sat: Sat, line: str) -> bool:
    """Whether a line of a screen that is covered may be read by everybody."""
    return not line.strip() or line in sat.head or LOOKING_AWAY in line


def _some_line(sat: Sat, chance: Stream) -> str:
    """The number of any line of the question."""
    numbers = sat.numbers
    return str(numbers[chance.below(len(numbers))]) if numbers else ""


def _since_the_board(lines: list[str]) -> list[str]:
    """The lines from the first one of the last board."""
    heads = [at for at, line in enumerate(lines) if line[:1] not in " \u2500" and "\u2500" in line]
    return lines[heads[-1] :] if heads else lines


def _seen(sat: Sat, lines: list[str], height: int, left_over: tuple[str, ...]) -> Seen:
    prompt = sat.session.prompt
    seat = sat.playthrough.seat.player
    asked_for = describe(sat.playthrough.game, sat.playthrough.state, seat).question
    assert asked_for is not None
    begin = asked_for.prompt[:20].lower()
    asked = [at for at, line in enumerate(lines) if line.lower().startswith(begin)]
    question = len(lines) - asked[-1] + 1 if asked else height + 1
    return Seen(lines=(*lines, prompt), question=question, height=height, left_over=left_over)


@attrs.define
class Figures:
    """What was found in one game at one number of players."""

    name: str
    questions: int = 0
    lost_tables: int = 0
    lost_questions: int = 0
    left_over: int = 0
    tallest: list[Seen] = attrs.Factory(list)

    def add(self, seen: Seen, kept: int) -> None:
        """Count a screen, and keep it if it is among the tallest."""
        self.questions += 1
        self.lost_tables += seen.is_table_lost
        self.lost_questions += seen.is_question_lost
        self.left_over += bool(seen.left_over)
        self.tallest = sorted([*self.tallest, seen], key=lambda one: -len(one.lines))[:kept]

    def __str__(self) -> str:
        most = len(self.tallest[0].lines) if self.tallest else 0
        return (
            f"{self.name:24} {self.questions:6} {self.lost_tables:9} {self.lost_questions:12} "
            f"{self.left_over:10} {most:8}"
        )


def measured(item: Bundled, given: argparse.Namespace) -> Figures:
    """Play games of a ruleset and count."""
    found = Figures(str(item))
    seats = people(item.players) if given.people else given.seats
    for game in range(given.games):
        for seen in questions(
            item, seed=given.seed + game, width=given.width, height=given.height, seats=seats
        ):
            found.add(seen, max(1, given.show))
    return found


def main(arguments: list[str] | None = None) -> int:
    """Measure what the arguments say; 1 if a screen has lost its table or its question."""
    parser = argparse.ArgumentParser(prog="python -m tests.cli.screens")
    parser.add_argument("game", nargs="?")
    parser.add_argument("--players", type=int)
    parser.add_argument("--people", action="store_true")
    parser.add_argument("--seats", type=lambda text: text.replace("you", "human").split(","))
    numbers = {"width": 80, "height": 24, "games": 1, "seed": 1, "show": 0}
    for name, default in numbers.items():
        parser.add_argument(f"--{name}", type=int, default=default)
    given = parser.parse_args(arguments)
    items = bundled_named(given.game) if given.game else bundled()
    print(f"{'':24}  asked  no table  no question  left over  tallest")
    lost = 0
    for item in items:
        players = given.players or (given.seats and len(given.seats))
        if players in (None, item.players):
            found = measured(item, given)
            lost += found.lost_tables + found.lost_questions + found.left_over
            print(found, flush=True)
            for seen in found.tallest[: given.show]:
                print(f"\n{seen}\n")
    return 1 if lost else 0


if __name__ == "__main__":
    sys.exit(main())
