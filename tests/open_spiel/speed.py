"""Random games a second beside OpenSpiel, in one run, in turn and on one thread, as tables."""

from __future__ import annotations

import statistics
from collections.abc import Callable, Mapping, Sequence
from importlib.metadata import version

import attrs

from cardrules.engine.game import Game
from cardrules.rulesets import load
from tests.open_spiel import engines, theirs
from tests.open_spiel.engines import LOOP, NATIVE, OURS, PYTHON, ROLLOUTS, THEIRS, Play
from tests.open_spiel.games import EIGHTS, HEARTS, LEDUC, Twin

TWINS = (LEDUC, EIGHTS, HEARTS)
# Games that only we have, with the number of players.
OWN = (("snarkas", 2), ("snatch_it", 4), ("snatch_the_cat", 4))
# The decisions of a deal of Hearts there: three cards each are passed on, and all are played.
DECISIONS_OF_HEARTS = 4 * 3 + 52


@attrs.frozen
class Wanted:
    """What an engine is to reach of one of theirs, at least, and what is aimed at."""

    of: str
    least: float
    aim: float | None = None


# By ruleset and engine.
WANTED: Mapping[tuple[str, str], Wanted] = {
    **{(twin.name, NATIVE): Wanted(ROLLOUTS, 3, 10) for twin in TWINS},
    ("crazy_eights", PYTHON): Wanted(LOOP, 1),
    ("hearts", PYTHON): Wanted(LOOP, 1),
    # 6 and 12 million decisions where rollouts of Hearts make 1.76 million; 4 and 8 million.
    ("snarkas", NATIVE): Wanted(ROLLOUTS, 3.4, 6.8),
    ("snatch_it", NATIVE): Wanted(ROLLOUTS, 2.3, 4.5),
    ("snatch_the_cat", NATIVE): Wanted(ROLLOUTS, 2.3, 4.5),
    **{(name, PYTHON): Wanted(LOOP, 1 / 3) for name, _ in OWN},
}

# What was reached in each round, by engine: games a second, or decisions a second.
Rates = Mapping[str, list[float]]


def games_needed(play: Play, seconds: float) -> int:
    """How many games take about so long; it also fills what is remembered between games."""
    games = 1
    while (taken := play(games, 0).seconds) < seconds / 4:
        games *= 2
    return max(1, round(games * seconds / taken))


def in_turn(
    plays: Mapping[str, Play],
    rounds: int,
    seconds: float,
    rate: Callable[[int, engines.Played], float],
) -> Rates:
    """Let each play for so long, one after the other, again and again."""
    games = {name: games_needed(play, seconds) for name, play in plays.items()}
    found: dict[str, list[float]] = {name: [] for name in plays}
    for number in range(rounds):
        for name, play in plays.items():
            seed = 1 + number * games[name]
            found[name].append(rate(games[name], play(games[name], seed)))
    return found


def _there(of: Mapping[str, Play | None]) -> dict[str, Play]:
    return {name: play for name, play in of.items() if play is not None}


def twin_rates(twin: Twin, rounds: int, seconds: float) -> Rates:
    """Games a second of a game that both have."""
    game = twin.game()
    plays = _there({
        **{name: begin(twin) for name, begin in THEIRS.items()},
        **{name: begin(game) for name, begin in OURS.items()},
    })  # fmt: skip
    return in_turn(plays, rounds, seconds, lambda games, played: games / played.seconds)


def own_rates(name: str, players: int, rounds: int, seconds: float) -> Rates:
    """Decisions a second of a game of ours, and of Hearts there in the same rounds."""
    game = Game(load(name), players)
    plays = _there({
        **{what: begin(HEARTS) for what, begin in THEIRS.items()},
        **{what: begin(game) for what, begin in OURS.items()},
    })  # fmt: skip

    def rate(games: int, played: engines.Played) -> float:
        counted = played.decisions
        return (games * DECISIONS_OF_HEARTS if counted is None else counted) / played.seconds

    return in_turn(plays, rounds, seconds, rate)


# ---- Tables --------------------------------------------------------------------------------------


def rows(what: str, ruleset: str, rates: Rates, beside: str = "") -> list[str]:
    """A line of the table for each engine that was there; `beside` is what theirs have played."""
    found = []
    for engine, values in rates.items():
        ratios = {of: _ratios(values, rates[of]) for of in (LOOP, ROLLOUTS)}
        wanted = WANTED.get((ruleset, engine))
        cells = [
            beside or what if engine in THEIRS else what,
            engine,
            _spread(values, _whole),
            *("1" if of == engine else _spread(ratios[of], _short) for of in (LOOP, ROLLOUTS)),
            "" if wanted is None else _verdict(wanted, ratios[wanted.of]),
        ]
        found.append(f"| {' | '.join(cells)} |")
    return found


def _ratios(values: Sequence[float], of: Sequence[float]) -> list[float]:
    """Round by round, since machines are not equally fast all the time."""
    return [one / other for one, other in zip(values, of, strict=True)]


def _spread(values: Sequence[float], told: Callable[[float], str]) -> str:
    middle, lowest, highest = statistics.median(values), min(values), max(values)
    return f"{told(middle)} ({told(lowest)} to {told(highest)})"


def _whole(value: float) -> str:
    return f"{value:,.0f}"


def _short(value: float) -> str:
    return f"{value:.2f}" if value >= 0.1 else f"{value:.2g}"


def _verdict(wanted: Wanted, ratios: Sequence[float]) -> str:
    of = "loop" if wanted.of == LOOP else "rollouts"
    aim = "" if wanted.aim is None else f", aim {wanted.aim:g}"
    met = statistics.median(ratios) >= wanted.least
    return f"{wanted.least:.2g} of the {of}{aim}: {'met' if met else 'missed'}"


def _head(rate: str, what: str) -> list[str]:
    cells = [
        "game",
        "engine",
        rate,
        f"of the {what}Python loop",
        f"of the {what}rollouts",
        "wanted",
    ]
    return [f"| {' | '.join(cells)} |", "|---|---|---:|---:|---:|---|"]


def tables(rounds: int, seconds: float, say: Callable[[str], None]) -> list[str]:
    """Both tables, each line told as soon as it is there."""
    found: list[str] = []

    def tell(lines: Sequence[str]) -> None:
        for line in lines:
            found.append(line)
            say(line)

    tell(_head("games/s", ""))
    for twin in TWINS:
        what = titled(twin.name, twin.players)
        tell(rows(what, twin.name, twin_rates(twin, rounds, seconds)))
    tell(["", *_head("decisions/s", "Hearts ")])
    for name, players in OWN:
        rates = own_rates(name, players, rounds, seconds)
        tell(rows(titled(name, players), name, rates, titled(HEARTS.name, HEARTS.players)))
    return found


def titled(name: str, players: int) -> str:
    """What a game is called in the tables."""
    return f"{load(name).title}, {players} players"


def compare(
    rounds: int, seconds: float, machine: Mapping[str, str], say: Callable[[str], None]
) -> list[str] | None:
    """What was measured and on what, as Markdown; None, and a word on it, without OpenSpiel."""
    if theirs.pyspiel() is None:
        say("OpenSpiel is not installed, so nothing is compared with it (`make bench`).")
        return None
    told = [f"Medians of {rounds} rounds (lowest to highest); in each round every engine played"
            f" for about {seconds:g} s.", ""]  # fmt: skip
    facts = {**machine, "open_spiel": version("open_spiel")}
    told += [f"- {name}: {value}" for name, value in facts.items()] + [""]
    for line in told:
        say(line)
    return [*told, *tables(rounds, seconds, say)]
