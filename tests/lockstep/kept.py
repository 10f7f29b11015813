"""Digests of many games, kept: whether an engine plays, shows and says what it did before.

The games of a setting are cut into blocks, the first of which is small enough to be tried in each
run of the tests. A digest of a block is one of the digests of its steps.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from pathlib import Path

from tests.lockstep.games import Setting
from tests.lockstep.walk import ASPECTS, OFTEN, SELDOM, walk

# The digests of the blocks of a setting, by aspect; and those of all settings of a ruleset.
Blocks = list[dict[str, str]]
Kept = dict[str, Blocks]

FOLDER = Path(__file__).parent.parent / "data" / "digests"
# The games of the first block, and of all others.
FIRST = 2
BLOCK = 100
MOST = 100_000


def blocks(games: int) -> Iterator[range]:
    """The seeds of each block."""
    yield range(min(FIRST, games))
    begin = FIRST
    while begin < games:
        end = min((begin // BLOCK + 1) * BLOCK, games)
        yield range(begin, end)
        begin = end


def digests_of(setting: Setting, seeds: range) -> dict[str, str]:
    """For each aspect the digest of what was seen of it in the games with these seeds.

    In the first block it is looked at more often.
    """
    game = setting.game()
    hashes = {aspect: hashlib.blake2b(digest_size=8) for aspect in ASPECTS}
    for seed in seeds:
        for step in walk(game, seed, OFTEN if seed < FIRST else SELDOM):
            for aspect, seen in step.seen.items():
                place = f"{seed} {step.number} {step.player} {step.actions} {step.taken} {seen}"
                hashes[aspect].update(place.encode("ascii"))
    return {aspect: found.hexdigest() for aspect, found in hashes.items()}


def digests_of_work(work: tuple[Setting, range]) -> dict[str, str]:
    """The same for a worker, which is given one thing."""
    return digests_of(*work)


def read(ruleset: str) -> Kept:
    """What is kept of a ruleset: for each setting the digests of its blocks."""
    path = FOLDER / f"{ruleset}.json"
    if not path.exists():
        return {}
    kept: Kept = json.loads(path.read_text(encoding="utf-8"))
    return kept


def write(ruleset: str, found: Kept) -> None:
    """Keep the digests of a ruleset."""
    FOLDER.mkdir(exist_ok=True)
    lines = []
    for name, told in sorted(found.items()):
        rows = ",\n".join("    " + json.dumps(row, sort_keys=True) for row in told)
        lines.append(f"  {json.dumps(name)}: [\n{rows}\n  ]")
    text = "{\n" + ",\n".join(lines) + "\n}\n"
    (FOLDER / f"{ruleset}.json").write_text(text, encoding="utf-8", newline="\n")


def is_kept(setting: Setting, games: int) -> bool:
    """Whether there are digests of so many games of a setting."""
    return len(read(setting.path.stem).get(setting.name, ())) >= len(list(blocks(games)))


def compared(before: Kept, found: Kept) -> int:
    """How many blocks of what was found there are to compare with."""
    return sum(min(len(told), len(before.get(name, ()))) for name, told in found.items())


def differences(before: Kept, found: Kept) -> Iterator[str]:
    """In which blocks which aspects are not as they were."""
    seeds = list(blocks(MOST))
    for name, told in found.items():
        for number, (old, new) in enumerate(zip(before.get(name, ()), told, strict=False)):
            aspects = [aspect for aspect in new if new[aspect] != old.get(aspect)]
            if aspects:
                games = seeds[number]
                yield f"{name}: games {games.start} to {games.stop - 1}: {', '.join(aspects)}"
