"""Games that are recorded though nobody asked for it, so that they are not lost."""

from __future__ import annotations

import tempfile
from itertools import count
from pathlib import Path

from cardrules.sim.record_files import write_record
from cardrules.sim.run import Playthrough


def keep(playthrough: Playthrough, why: str) -> Path:
    """Record a game in a new file, whose name says why; gives its path.

    It lies in this folder, or if that cannot be written, in the one for temporary files. Raises
    `OSError` if that cannot be written either.
    """
    try:
        return _kept_in(Path(), playthrough, why)
    except OSError:
        return _kept_in(Path(tempfile.gettempdir()), playthrough, why)


def _kept_in(folder: Path, playthrough: Playthrough, why: str) -> Path:
    stem = f"{Path(playthrough.game.ruleset.text.name).stem}-{why}"
    if playthrough.seed is not None:
        stem += f"-{playthrough.seed}"
    path = folder / f"{stem}.json"
    again = count(2)
    while path.exists():
        path = folder / f"{stem}-{next(again)}.json"
    write_record(playthrough.record(), path)
    return path
