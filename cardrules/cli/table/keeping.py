"""Saving the game in progress, and where."""

from __future__ import annotations

import re
from pathlib import Path

from cardrules.cli.sitting import Sitting
from cardrules.sim.record_files import write_record

SUFFIX = ".json"


class Keeper:
    """Knows in which files a game was saved, and whether it has gone on since.

    `own`: the file of `--record`, which is written in any case when the game is left.
    """

    def __init__(self, sitting: Sitting) -> None:
        self._sitting = sitting
        self._playthrough = playthrough = sitting.playthrough
        self.own = sitting.record
        self._written: dict[Path, int] = {}
        self._steps_at_start = len(playthrough.steps)

    @property
    def is_unsaved(self) -> bool:
        """Whether leaving would lose something."""
        steps = len(self._playthrough.steps)
        return steps not in (self._steps_at_start, *self._written.values())

    def default(self) -> Path:
        """Where `save` writes without a name: the file of before, or one named after the game."""
        if self.own is not None:
            return self.own
        if self._written:
            return list(self._written)[-1]
        title = self._playthrough.game.ruleset.title.lower()
        stem = re.sub(r"[^a-z0-9]+", "_", title).strip("_") or "game"
        path, number = Path(stem + SUFFIX), 1
        while path.exists():
            number += 1
            path = Path(f"{stem}-{number}{SUFFIX}")
        return path

    def save(self, name: str = "", *, replace: bool = False) -> tuple[bool, str]:
        """Write the record; whether that was done, and a sentence that says so or why not."""
        path = Path(name).expanduser() if name else self.default()
        if path.is_dir():
            return False, f"{path} is a folder: type save and the name of a file."
        is_own = path == self.own or path in self._written
        if path.exists() and not is_own and not replace:
            return False, f"{path} is there already: type save! {path} to replace it."
        try:
            write_record(self._playthrough.record(), path)
        except OSError as error:
            return False, f"{path} cannot be written: {error.strerror or error}."
        self._written[path] = len(self._playthrough.steps)
        return True, f"Saved. To go on later: {self._sitting.how_to_resume(path)}"
