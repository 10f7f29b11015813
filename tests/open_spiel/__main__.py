"""Record random games of OpenSpiel, by which the tests compare where it is not installed.

python -m tests.open_spiel
"""

from __future__ import annotations

from tests.open_spiel import theirs
from tests.open_spiel.games import TWINS

# Kept of each game, by how long it takes to tell one.
KEPT = {"kuhn_poker": 50, "leduc_poker": 50, "hearts": 10, "crazy_eights": 10}


def main() -> int:
    """Record; the exit code is 1 without OpenSpiel."""
    spiel = theirs.pyspiel()
    if spiel is None:
        print('OpenSpiel is not installed: pip install -e ".[bench]"')
        return 1
    for twin in TWINS:
        game = spiel.load_game(twin.theirs)
        theirs.write(twin, [theirs.play(twin, game, seed) for seed in range(KEPT[twin.name])])
        print(theirs.path(twin).name)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
