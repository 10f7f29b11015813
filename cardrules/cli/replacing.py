"""What a record may be written over: a record of the same game, and nothing else that is there.

A file that holds something else, or a game that somebody has played further, is replaced only if
that is said: by `--force`, by `save!`, or in answer to a question at a terminal.
"""

from __future__ import annotations

import errno
import sys
from pathlib import Path

import attrs
import click

from cardrules.cli.program import command_line
from cardrules.errors import ReplayError
from cardrules.sim.record import HUMAN, Record, same_beginning
from cardrules.sim.record_files import read_record, write_record
from cardrules.sim.run import Playthrough


@attrs.define(kw_only=True)
class RecordFile:
    """The file into which a game is recorded, whatever comes of it.

    `before` is the record with which the game goes on: the rules may have changed since it was
    written. With `force` the file is replaced whatever it holds.
    """

    path: Path
    playthrough: Playthrough
    before: Record | None = None
    force: bool = False

    def begin(self) -> None:
        """Write it before anybody has played: better now than never it is found that it cannot be.

        Raises `click.UsageError` if the file holds anything else and nobody says to replace it,
        `OSError` if it cannot be written.
        """
        if not self.path.absolute().parent.is_dir():
            raise click.UsageError(f"There is no folder {self.path.parent} for the record.")
        if not self.force:
            found = self._what_would_be_lost()
            if found and not _may_be_lost(found):
                raise click.UsageError(f"{found} Name another file, or replace it with --force.")
            self.force = bool(found)
        if is_kept(self.path):
            self.save()
        self.force = False

    def save(self) -> None:
        """Write the game so far. Raises `OSError`, also if the file has come to hold another."""
        known = () if self.before is None else (self.before,)
        write_over(self.playthrough.record(), self.path, *known, force=self.force)

    def _what_would_be_lost(self) -> str:
        """What the file holds beside this game, in a sentence; empty if nothing is."""
        record = self.playthrough.record()
        known = [record] if self.before is None else [record, self.before]
        if not is_free(self.path) and not holds_one_of(self.path, known):
            return f"{self.path} is there already, and is no record of this game."
        further = _played_further(self.path, record)
        if further:
            return (
                f"{self.path} holds this game after {further} actions already: "
                f"`{command_line('run', '--resume', self.path)}` goes on with it."
            )
        return ""


def write_over(record: Record, path: Path, *known: Record, force: bool = False) -> None:
    """Write a record to a file that is not there, or holds the same game, or one of those known.

    Raises `OSError`; `FileExistsError` if the file holds anything else.
    """
    is_there = path.exists()
    if is_there and not force and not is_free(path) and not holds_one_of(path, [record, *known]):
        raise FileExistsError(errno.EEXIST, "Is no record of this game", str(path))
    write_record(record, path, replace=force or is_there)


def is_kept(path: Path) -> bool:
    """Whether what is written stays there: not in a terminal or a pipe, which get all of it."""
    return not path.exists() or path.is_file()


def is_free(path: Path) -> bool:
    """Whether nothing is there that a record would take the place of."""
    try:
        return not path.stat().st_size or not is_kept(path)
    except FileNotFoundError:
        return True


def holds_one_of(path: Path, records: list[Record]) -> bool:
    """Whether a file is a record of one of these games, however far it goes."""
    there = _record_in(path)
    return there is not None and any(same_beginning(there, record) for record in records)


def _record_in(path: Path) -> Record | None:
    try:
        return read_record(path)
    except (OSError, ReplayError):
        return None


def _played_further(path: Path, record: Record) -> int:
    """How many actions a file has, if people have taken some that this record does not have."""
    there = None if is_free(path) else _record_in(path)
    if there is None:
        return 0
    pairs = zip(there.steps, record.steps, strict=False)
    shared = next((n for n, (one, other) in enumerate(pairs) if one != other), len(record.steps))
    people = [seat for seat, entry in enumerate(there.seats) if entry.player == HUMAN]
    is_lost = any(step.seat in people for step in there.steps[shared:])
    return len(there.steps) if is_lost else 0


def _may_be_lost(found: str) -> bool:
    """The answer of whoever is at the terminal; without one nobody can be asked."""
    if not (_is_terminal(sys.stdin) and _is_terminal(sys.stderr)):
        return False
    return click.confirm(f"{found} Replace it?", err=True)


def _is_terminal(stream: object) -> bool:
    isatty = getattr(stream, "isatty", None)
    return isatty is not None and bool(isatty())
