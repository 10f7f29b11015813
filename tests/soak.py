"""Many random games of every bundled ruleset, and many random rulesets.

    python -m tests.soak [--games 1000] [--states 3000] [--texts 20000] [--random-games 5000]
                         [--jobs 2]
    python -m tests.soak --only NAME [--games 1000] [--states 3000] [--seed 0]

Games of the bundled rulesets end, keep their cards and are scored right. So many of their states in
all are changed (`tests.tampering`), and are refused or played to the end. What is asked of random
rulesets, `tests.fuzz.run` says; `--only NAME` leaves them out, `--only random` tries nothing else.
The exit code is 1 if something broke; the line says which seed to look at.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from collections.abc import Iterator

from cardrules.engine.chance import Stream
from cardrules.engine.game import Game
from cardrules.engine.showing.view import score_parts
from cardrules.errors import CardrulesError
from cardrules.model.state import State
from tests.bundled import Bundled, bundled
from tests.conservation import misplaced
from tests.fuzz import run as random_texts
from tests.fuzz.trying import failure
from tests.recount import RECOUNTS, Count, Played
from tests.tampering import tampered, tampered_games

# How often, in decisions, the cards are counted during a game.
_COUNTED_EVERY = 40
# How often, in games, the line that shows the progress is renewed.
_SHOWN_EVERY = 10


def play(item: Bundled, seed: int) -> list[str]:
    """Play a game of random choices; gives what is wrong with it."""
    of = item.game()
    recount = RECOUNTS.get(item.name)
    choices = Stream(seed, 1)
    s = of.start(seed)
    history = []
    try:
        while len(answers := of.answers(s)):
            answer = answers[choices.below(len(answers))]
            if recount is not None and s.pending is not None:
                history.append((s.pending[1], of.unnumbered(s, answer).data(), _table(of, s)))
            of.apply_answer_in_place(s, answer)
            if s.steps % _COUNTED_EVERY == 0:
                broken = list(misplaced(of, s))
                if broken:
                    return broken
    except CardrulesError as error:
        return [f"{type(error).__name__}: {error}"]
    found = list(misplaced(of, s))
    found += _score_mistakes(of, s)
    if recount is not None:
        zones = _zones(of, s)
        played = Played(players=of.players, teams=of.tables.teams, zones=zones, history=history)
        found += _differences(of, s, recount(played))
    return found


def _table(of: Game, s: State) -> list[str]:
    base = of.tables.zone_base.get("table")
    return _names(of, s.zones[base]) if base is not None else []


def _names(of: Game, cards: tuple[int, ...]) -> list[str]:
    return [of.ruleset.kinds[of.tables.kind[card]].name for card in cards]


def _zones(of: Game, s: State) -> dict[tuple[str, int], list[str]]:
    return {
        place: _names(of, s.zones[number])
        for number, place in enumerate(of.tables.zone_names)
        if of.ruleset.zones[place[0]].shape != "stacks"
    }


def _score_mistakes(of: Game, s: State) -> Iterator[str]:
    """What must be so in every game: the result is made of the parts, and somebody wins."""
    result = of.result(s)
    totals = tuple(sum(row[seat] for _, row in score_parts(of, s)) for seat in range(of.players))
    if s.game == 1 and result.scores != totals:
        yield f"returns {result.scores} are not the sums of the parts, {totals}"
    if not result.winners:
        yield "nobody wins"


def _differences(of: Game, s: State, count: Count) -> Iterator[str]:
    result = of.result(s)
    if list(result.scores) != count.scores:
        yield f"scored {list(result.scores)}, counted {count.scores}"
    if list(result.winners) != count.winners:
        yield f"won by {list(result.winners)}, counted {count.winners}"


def soak(item: Bundled, games: int, seed: int, *, show: bool) -> list[str]:
    """Play so many games; gives what went wrong, with the seeds."""
    wrong: list[str] = []
    began = time.monotonic()
    for number in range(games):
        wrong += [f"{item} seed {seed + number}: {text}" for text in play(item, seed + number)]
        if show and sys.stderr.isatty() and (number + 1) % _SHOWN_EVERY == 0:
            _progress(item, number + 1, games, len(wrong), time.monotonic() - began)
    if show:
        _progress(item, games, games, len(wrong), time.monotonic() - began)
        sys.stderr.write("\n")
    return wrong


def _progress(item: Bundled, done: int, games: int, wrong: int, seconds: float) -> None:
    checked = "recounted" if item.name in RECOUNTS else "checked"
    line = f"{item!s:<20} {done:>6} of {games} games {checked}, {wrong} wrong, {seconds:6.1f} s"
    # A line that is written over belongs in a terminal only.
    sys.stderr.write(f"\r{line}" if sys.stderr.isatty() else line)
    sys.stderr.flush()


def tamper(names: list[str], states: int, seed: int) -> list[str]:
    """Change so many states of these rulesets; gives what went wrong, with the seeds."""
    wrong: list[str] = []
    became: Counter[str] = Counter()
    for number in range(seed, seed + states):
        name = names[number % len(names)]
        try:
            became[tampered(tampered_games()[name], number)] += 1
        except Exception as error:
            wrong.append(f"{name} state {number}: {': '.join(failure(error, 'changed'))}")
    told = ", ".join(f"{count} {what}" for what, count in sorted(became.items()))
    sys.stderr.write(f"{states} states changed: {told}, {len(wrong)} wrong\n")
    return wrong


def main(arguments: list[str] | None = None) -> int:
    """Run the soak; the exit code is 1 if something is wrong."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.soak", description=__doc__.split("\n")[0]
    )
    parser.add_argument("--games", type=int, default=1000, help="how many games of each")
    parser.add_argument("--states", type=int, default=3000, help="how many changed states")
    parser.add_argument("--only", default="", help="a ruleset, or how it begins; or `random`")
    parser.add_argument("--seed", type=int, default=0, help="the seed of the first game")
    random_texts.add_arguments(parser, games="--random-games")
    given = parser.parse_args(arguments)
    everything, only_random = not given.only, given.only == "random"
    items = [item for item in bundled() if item.name.startswith(given.only)]
    names = [name for name in tampered_games() if name.startswith(given.only)]
    if not (items or names or only_random) or given.games < 1:
        parser.error("there is nothing to play")
    wrong: list[str] = []
    for item in items:
        wrong += soak(item, given.games, given.seed, show=True)
    if names:
        wrong += tamper(names, given.states, given.seed)
    for text in wrong:
        print(text)
    if items:
        games = given.games * len(items)
        print(f"{games} games, {given.states} changed states, {len(wrong)} mistakes")
    failed = bool(wrong)
    if everything or only_random:
        failed = random_texts.told(given, given.random_games) or failed
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
