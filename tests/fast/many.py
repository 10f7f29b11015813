"""Very many native games: a checksum of a million of them, and others beside other engines.

    python -m tests.fast.many [--games 2000] [--beside 2000] [--settings 0] [--write] [NAME ...]

The checksums of the games in `tests/data/native_games.json` are fixed: rules and engines that play
as before come to them. Then each bundled ruleset, or those that are named, is played with each
number of players and each value of each option (the settings that lint tries; `--settings`: only
the first ones): so many games in each setting, which the engine in Python plays again, and of each
ruleset so many in all (`--beside`), which the reference engine plays again. It takes about a
quarter of an hour. A mistake names the first seed with which a game goes otherwise. `--write` fixes
the checksums anew, after a change of rules.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

import click

from cardrules.engine.game import Game
from cardrules.errors import CardrulesError
from cardrules.fast import playouts
from cardrules.fast.playing import Engine
from cardrules.lint.settings import Setting, game_in, settings_of
from cardrules.model.ruleset import Ruleset
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


def outcome(game: Game, games: int, first: int, engine: Engine = "native") -> str:
    """What comes of some games: their checksum, or what stops one of them."""
    try:
        return str(playouts(game, games, first, engine=engine).checksum)
    except CardrulesError as error:
        return str(error)


def first_that_differs(game: Game, games: int, engine: Engine, first: int = 0) -> int | None:
    """The first seed with which a game goes otherwise than in another engine, if there is one."""
    if outcome(game, games, first) == outcome(game, games, first, engine):
        return None
    if games == 1:
        return first
    half = games // 2
    found = first_that_differs(game, half, engine, first)
    if found is None:
        found = first_that_differs(game, games - half, engine, first + half)
    return found


def compare(game: Game, games: int, beside: int) -> str:
    """What is wrong with some games of a game, if something is."""
    engines: tuple[tuple[Engine, int], ...] = (("reference", beside), ("python", games))
    for engine, number in engines:
        seed = first_that_differs(game, number, engine)
        if seed is not None:
            return f"seed {seed} is played otherwise by the engine `{engine}`"
    try:
        replayed = playouts(game, games).replayed
    except CardrulesError:
        # Where everybody answers by chance it does not come to an end, whoever plays it.
        return ""
    return f"{replayed} games were given up" if replayed else ""


def all_settings(names: Sequence[str], most: int) -> Iterator[tuple[str, Ruleset, Setting, int]]:
    """The settings of rulesets, all of them or the first, each with how many there are."""
    for name in names:
        ruleset = load(name)
        tried = settings_of(ruleset).tried
        tried = tried[:most] if most else tried
        for setting in tried:
            yield name, ruleset, setting, len(tried)


def main(arguments: list[str] | None = None) -> int:
    """Play them; the exit code is 1 if something is wrong."""
    parser = argparse.ArgumentParser(prog="python -m tests.fast.many")
    parser.add_argument("names", nargs="*", help="bundled rulesets")
    parser.add_argument("--games", type=int, default=2000, help="how many games of each setting")
    parser.add_argument("--beside", type=int, default=2000, help="how many of each ruleset")
    parser.add_argument("--settings", type=int, default=0, help="how many settings of each")
    parser.add_argument("--write", action="store_true", help="fix the checksums anew")
    given = parser.parse_args(arguments)
    if given.write:
        write()
        return 0
    wrong = []
    if not given.names:
        wrong = [f"{name}: its games are not those that are fixed" for name in changed()]
    every = list(all_settings(given.names or sorted(bundled()), given.settings))
    number = 0
    with click.progressbar(
        every,
        file=sys.stderr,
        hidden=not sys.stderr.isatty(),
        item_show_func=lambda item: "" if item is None else f"{item[0]} {item[2]}",
    ) as bar:
        for name, ruleset, setting, settings in bar:
            game = game_in(ruleset, setting)
            if game is None:
                continue
            found = compare(game, given.games, -(-given.beside // settings))
            number += given.games
            if found:
                wrong.append(f"{name} {setting}: {found}")
    for text in wrong:
        print(text)
    print(f"{number} native games in {len(every)} settings, {len(wrong)} mistakes")
    return int(bool(wrong))


if __name__ == "__main__":
    sys.exit(main())
