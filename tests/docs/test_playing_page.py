"""The screens on the page about playing are what is shown when somebody types this."""

from __future__ import annotations

import re
from pathlib import Path

import attrs
import pytest

from cardrules.engine.game import Game
from cardrules.rulesets import find, load
from tests.cli.play_harness import Sat

PAGE = Path(__file__).parents[2] / "docs/playing.md"
# A note that no reader of the page sees: game, who sits where, seed, and the lines that are typed.
_SAMPLE = re.compile(
    r"<!-- played: (?P<game>\w+), (?P<seats>[\w,=]+), seed (?P<seed>\d+):(?P<typed>[^\n]*) -->\n"
    r"```\n(?P<screen>.*?)```",
    re.DOTALL,
)
_TYPED = re.compile(r"`([^`]*)`")


@attrs.frozen
class Sample:
    """A screen of the page, and how to come to it."""

    game: str
    seats: tuple[str, ...]
    names: tuple[str, ...]
    seed: int
    typed: tuple[str, ...]
    screen: str

    def __str__(self) -> str:
        return f"{self.game}-{self.seed}-{self.screen[:20].strip()}"

    def transcript(self) -> str:
        """All that stands on the terminal in the end, with what was typed."""
        ruleset = load(find(self.game))
        game = Game(ruleset, len(self.seats))
        sat = Sat(game, self.seats, seed=self.seed, names=self.names, is_kept=True)
        found = sat.shown
        for line in self.typed:
            typed = "" if line == "Enter" else line
            found += f"{sat.session.prompt}{typed}\n"
            found += sat.type(typed)
        return _plain(f"{found}{sat.session.prompt}\n")


def samples() -> list[Sample]:
    """All screens of the page that say how they came about."""
    found = []
    for match in _SAMPLE.finditer(PAGE.read_text(encoding="utf-8")):
        seats = [seat.partition("=") for seat in match["seats"].split(",")]
        sample = Sample(
            game=match["game"],
            seats=tuple("human" if sitter == "you" else sitter for sitter, _, _ in seats),
            names=tuple(name for _, _, name in seats if name),
            seed=int(match["seed"]),
            typed=tuple(_TYPED.findall(match["typed"])),
            screen=_plain(match["screen"]),
        )
        found.append(sample)
    return found


def _plain(text: str) -> str:
    """Lines without the blanks at their ends, which no reader sees."""
    return "".join(f"{line.rstrip()}\n" for line in text.splitlines())


@pytest.mark.parametrize("sample", samples(), ids=str)
def test_a_screen_of_the_page_is_what_is_shown(sample: Sample) -> None:
    transcript = sample.transcript()
    # The last line of a screen may be a prompt behind which nothing has been typed yet.
    assert sample.screen.rstrip() in transcript, f"what is shown today:\n{transcript}"


def test_every_screen_of_the_page_says_how_it_came_about() -> None:
    text = PAGE.read_text(encoding="utf-8")
    screens = len(re.findall(r"(?m)\(\? for help\):|press Enter when|^Goal: ", text))
    assert screens == len(samples()) > 0
