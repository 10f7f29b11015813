"""Saving the game in progress, and where."""

from __future__ import annotations

import re
from pathlib import Path

from cardrules.cli.kept import keep
from cardrules.cli.replacing import is_kept, write_over
from cardrules.cli.saved import name_of, path_of, with_folder
from cardrules.cli.sitting import Sitting
from cardrules.sim.record import Step
from cardrules.table.typed_words import quoted


class Keeper:
    """Knows in which files a game was saved, and whether a person has acted since.

    `own`: the file of `--record`, which is written in any case when the game is left.
    """

    def __init__(self, sitting: Sitting) -> None:
        self._sitting = sitting
        self._playthrough = sitting.playthrough
        self.own = None if sitting.file is None else sitting.file.path
        # What people had done when a file was written, and at the start.
        self._written: dict[Path, tuple[Step, ...]] = {}
        # Every record of this game that was written or read here.
        self._known = [] if sitting.file is None else sitting.file.known
        self._at_start = self._done_by_people()

    @property
    def is_unsaved(self) -> bool:
        """Whether leaving would lose something that a person has done."""
        return self._done_by_people() not in (self._at_start, *self._written.values())

    def _done_by_people(self) -> tuple[Step, ...]:
        """The steps up to the last one of a person; what bots did after it can be done again."""
        steps, people = self._playthrough.steps, self._sitting.people
        ends = [at for at, step in enumerate(steps, 1) if step.seat in people]
        return tuple(steps[: max(ends, default=0)])

    def default(self) -> Path:
        """Where `save` writes without a name: the file of before, or one named after the game."""
        if self.own is not None:
            return self.own
        if self._written:
            return list(self._written)[-1]
        title = self._playthrough.game.ruleset.title.lower()
        stem = re.sub(r"[^a-z0-9]+", "_", title).strip("_") or "game"
        path, number = path_of(stem), 1
        while path.exists():
            number += 1
            path = path_of(f"{stem}-{number}")
        return path

    def save(self, name: str = "", *, replace: bool = False) -> tuple[bool, str]:
        """Write the record; whether that was done, and a sentence that says so or why not."""
        try:
            path = with_folder(path_of(name) if name else self.default())
            told = name_of(path)
            if path.is_dir():
                return False, f"{told} is a folder: type save and a name for the game."
            if not is_kept(path):
                return False, f"{told} is no file: nothing that is written there stays."
            self._write(path, replace=replace)
        except FileExistsError:
            return False, f"{told} is there already: type save! {told} to replace it."
        except (OSError, ValueError, RuntimeError) as error:
            # A name may be too long, have letters that no file has, or a home of nobody.
            reason = error.strerror if isinstance(error, OSError) else None
            why = str(reason or error).rstrip(".")
            return False, f"{quoted(name or name_of(self.default()))} cannot be written: {why}."
        self._written[path] = self._done_by_people()
        return True, f"Saved. To go on later: {self._sitting.how_to_resume(path)}"

    def _write(self, path: Path, *, replace: bool) -> None:
        file = self._sitting.file
        if file is not None and path == file.path and not replace:
            file.save()
        else:
            record = self._playthrough.record()
            write_over(record, path, *self._known, force=replace)
            self._known.append(record)

    def keep(self) -> str:
        """Save a game that is left without a word, if something would be lost; says where."""
        if self.own is not None or not self.is_unsaved:
            return ""
        try:
            path = keep(self._playthrough, "left")
        except OSError as error:
            return f"It could not be saved: {error.strerror or error}."
        self._written[path] = self._done_by_people()
        return f"It is kept as {name_of(path)}. To go on later: {self._sitting.how_to_resume(path)}"
