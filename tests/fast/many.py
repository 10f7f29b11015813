"""Very many native games: a checksum of a million of them, and others beside the reference engine.

    python -m tests.fast.many [--games 2000] [--beside 20] [--settings 12] [--write]

The checksums of the games in `tests/data/native_games.json` are fixed: rules and engines that play
as before come to them. Of each bundled ruleset in each of the settings that lint
tries first, so many games are played, of which the reference engine plays the first ones
again. `--write` fixes the checksums anew, after a change of rules.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

from cardrules.engine.game import Game
from cardrules.fast import playouts
from cardrules.lint.settings import game_in, settings_of
from cardrules.rulesets import bundled, load

FIXED = Path(__file__).parents[1] / "data" / "native_games.json"


def default_game(name: str) -> Game:
    """A bundled ruleset with its least number of players."""
    ruleset = load(name)
    return Game(ruleset, ruleset.players_min)


def changed(sample: str = "games") -> Iterator[str]:
    """The rulesets whose games are not those that are fixed: all of them, or the `sample`."""
    for name, fixed in json.loads(FIXED.read_text(encoding="utf-8")).items():
        wanted = fixed[sample]
        found = playouts(default_game(name), wanted["number"])
        if found.checksum != int(wanted["checksum"], 16) or found.replayed:
            yield name


def write() -> None:
    """Fix the checksums anew."""
    data = json.loads(FIXED.read_text(encoding="utf-8"))
    for name, fixed in data.items():
        for wanted in fixed.values():
            checksum = playouts(default_game(name), wanted["number"]).checksum
            wanted["checksum"] = f"{checksum:016x}"
    FIXED.write_text(json.dumps(data, indent=2) + "\n", encoding="utf-8")


def compare(game: Game, games: int, beside: int) -> str:
    """What is wrong with some games of a game, if something is."""
    if playouts(game, beside).checksum != playouts(game, beside, engine="reference").checksum:
        return "is played otherwise than by the reference engine"
    replayed = playouts(game, games).replayed
    return f"{replayed} games were given up" if replayed else ""


def main(arguments: list[str] | None = None) -> int:
    """Play them; the exit code is 1 if something is wrong."""
    parser = argparse.ArgumentParser(prog="python -m tests.fast.many")
    parser.add_argument("--games", type=int, default=2000, help="how many games of each")
    parser.add_argument("--beside", type=int, default=20, help="how many are played twice")
    parser.add_argument("--settings", type=int, default=12, help="how many settings of each")
    parser.add_argument("--write", action="store_true", help="fix the checksums anew")
    given = parser.parse_args(arguments)
    if given.write:
        write()
        return 0
    wrong = [f"{name}: its games are not those that are fixed" for name in changed()]
    number = 0
    for name in sorted(bundled()):
        ruleset = load(name)
        for setting in islice(settings_of(ruleset).tried, given.settings):
            game = game_in(ruleset, setting)
            if game is not None:
                found = compare(game, given.games, given.beside)
                number += given.games
                if found:
                    wrong.append(f"{name} {setting}: {found}")
    for text in wrong:
        print(text)
    print(f"{number} native games, {len(wrong)} mistakes")
    return int(bool(wrong))


if __name__ == "__main__":
    sys.exit(main())
