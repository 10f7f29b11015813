"""Games that are recorded though nobody asked for it, so that they are not lost."""

from __future__ import annotations

import contextlib
import os
import tempfile
from itertools import count
from pathlib import Path

from cardrules.cli.saved import SUFFIX, place, with_folder
from cardrules.sim.record_files import write_record
from cardrules.sim.run import Playthrough


def keep(playthrough: Playthrough, why: str) -> Path:
    """Record a game in a new file, whose name says why; gives its path.

    It lies with the saved games, or if that cannot be, in the folder for temporary files. Raises
    `OSError` if it cannot be there either.
    """
    with contextlib.suppress(OSError):
        folder = place()
        return _kept_in(Path() if folder is None else folder, playthrough, why)
    return _kept_in(Path(tempfile.gettempdir()), playthrough, why)


def _kept_in(folder: Path, playthrough: Playthrough, why: str) -> Path:
    # No seed is in the name: from it whoever sees the file could tell all cards.
    stem = f"{_short(Path(playthrough.game.ruleset.text.name).stem)}-{why}"
    record = playthrough.record()
    with_folder(folder / stem)
    for number in count(1):
        path = folder / f"{stem if number == 1 else f'{stem}-{number}'}{SUFFIX}"
        with contextlib.suppress(FileExistsError):
            write_record(record, path, replace=False)
            break
    return path


def _short(name: str) -> str:
    """As much of a name as leaves room for what comes behind it."""
    encoded = os.fsencode(name)
    is_short = len(encoded) <= _MOST_BYTES
    return name if is_short else encoded[:_MOST_BYTES].decode("utf-8", errors="ignore")


# Most systems take names of 255 bytes.
_MOST_BYTES = 200
