"""Whether an engine plays, shows and says what another one does.

    python -m tests.lockstep against CHECKOUT [--only RULESET] [--games 5]
    python -m tests.lockstep check [--only RULESET] [--games 100] [--settings all]
    python -m tests.lockstep keep [--only RULESET] [--games 100] [--settings all] [--go-on]

Games of random choices by every bundled ruleset, at each number of players, with its options as
they are by default and (`--settings all`) each option at other values. `against` walks them in two
checkouts side by side and tells the first decision that differs, with what each has there. `keep`
writes digests of what was seen to `tests/data/digests`, `check` compares with them: per aspect,
that is the actions taken (`play`), those that could be taken, views, log, refusals, results.
What `keep` has of a setting it writes at once; with `--go-on` it leaves out what is there already.
The exit code is 1 if something differs.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterator
from pathlib import Path

from tests.bundled import paths
from tests.fuzz.workers import spread
from tests.lockstep import kept
from tests.lockstep.against import first_difference
from tests.lockstep.games import Setting, settings


def _settings(given: argparse.Namespace) -> list[Setting]:
    found = (setting for path in given.rulesets for setting in settings(path))
    return [item for item in found if given.settings == "all" or not item.options]


def _digests(wanted: list[Setting], games: int, jobs: int) -> Iterator[tuple[Setting, kept.Blocks]]:
    """Each setting with the digests of its blocks, as soon as they are there."""
    blocks = list(kept.blocks(games))
    told: dict[Setting, dict[range, dict[str, str]]] = {}
    work = [(setting, seeds) for setting in wanted for seeds in blocks]
    began = time.monotonic()
    for number, ((setting, seeds), digests) in enumerate(
        spread(kept.digests_of_work, work, jobs), 1
    ):
        if digests is None:
            raise SystemExit(f"{setting.name}: the engine broke, or stood still.")
        found = told.setdefault(setting, {})
        found[seeds] = digests
        left = (time.monotonic() - began) / number * (len(work) - number) / 60
        _show(f"{number:,} of {len(work):,} blocks, about {left:.0f} minutes left")
        if len(found) == len(blocks):
            yield setting, [found[seeds] for seeds in blocks]


def _keep(given: argparse.Namespace) -> int:
    wanted = _settings(given)
    if given.go_on:
        wanted = [item for item in wanted if not kept.is_kept(item, given.games)]
    for setting, blocks in _digests(wanted, given.games, given.jobs):
        kept.write(setting.path.stem, {**kept.read(setting.path.stem), setting.name: blocks})
    return 0


def _check(given: argparse.Namespace) -> int:
    different = compared = 0
    for setting, blocks in _digests(_settings(given), given.games, given.jobs):
        before, found = kept.read(setting.path.stem), {setting.name: blocks}
        for line in kept.differences(before, found):
            print(line, flush=True)
            different += 1
        compared += kept.compared(before, found)
    print(f"{compared} blocks of games compared, {different} differ.")
    return 1 if different or not compared else 0


def _against(given: argparse.Namespace) -> int:
    different = 0
    for ruleset in given.rulesets:
        _show(ruleset.stem)
        found = first_difference(given.checkout, ruleset, range(given.games))
        if found is None:
            print(f"{ruleset.stem}: the same in all settings, {given.games} games each")
            continue
        different += 1
        print("\n".join(found.lines()))
    return 1 if different else 0


def _show(text: str) -> None:
    if sys.stderr.isatty():
        print(f"\r\x1b[K{text}", end="", file=sys.stderr, flush=True)


def main() -> int:
    """Do what the command line says; gives the exit code."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.lockstep", description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )  # fmt: skip
    commands = parser.add_subparsers(dest="command", required=True)
    for name, run, games in (
        ("against", _against, 5),
        ("check", _check, 100),
        ("keep", _keep, 100),
    ):
        command = commands.add_parser(name)
        command.set_defaults(run=run)
        command.add_argument("--only", default="", help="the name of one ruleset")
        command.add_argument("--games", type=int, default=games, help="games of each setting")
        if name == "against":
            command.add_argument("checkout", type=Path)
        else:
            command.add_argument("--settings", choices=("usual", "all"), default="usual")
            command.add_argument("--jobs", type=int, default=2)
        if name == "keep":
            command.add_argument("--go-on", action="store_true", help="leave out what is kept")
    given = parser.parse_args()
    given.rulesets = [path for path in paths() if given.only in ("", path.stem)]
    if not given.rulesets:
        parser.error(f"There is no ruleset {given.only}.")
    status: int = given.run(given)
    return status


if __name__ == "__main__":
    raise SystemExit(main())
