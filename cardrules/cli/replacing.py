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
from cardrules.cli.saved import name_of
from cardrules.errors import ReplayError
from cardrules.files import refuse_hidden_device
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
    # The records that may be replaced since their actions are this game's, or were taken back.
    known: list[Record] = attrs.field(init=False)

    @known.default
    def _known_before(self) -> list[Record]:
        return [] if self.before is None else [self.before]

    def begin(self) -> None:
        """Write it before anybody has played: better now than never it is found that it cannot be.

        Raises `click.UsageError` if the file holds anything else and nobody says to replace it,
        `OSError` if it cannot be written.
        """
        if self.path.is_dir():
            raise click.UsageError(f"{self.path} is a folder: name a file for the record.")
        if not self.path.absolute().parent.is_dir():
            raise click.UsageError(f"There is no folder {self.path.parent} for the record.")
        refuse_hidden_device(self.path)
        if not self.force:
            found = self._what_would_be_lost()
            if found and not _may_be_lost(found):
                raise click.UsageError(f"{found} Name another file, or replace it with --force.")
            self.force = bool(found)
        if is_kept(self.path):
            self.save()
        self.force = False

    def save(self) -> None:
        """Write the game so far.

        Raises `OSError`, also if the file has come to hold another game, or this one as somebody
        has played it further meanwhile.
        """
        record = self.playthrough.record()
        write_over(record, self.path, *self.known, force=self.force)
        self.known.append(record)

    def _what_would_be_lost(self) -> str:
        """What the file holds beside this game, in a sentence; empty if nothing is."""
        record = self.playthrough.record()
        if not is_free(self.path) and not holds_one_of(self.path, [record, *self.known]):
            return f"{self.path} is there already, and is no record of this game."
        there = None if is_free(self.path) else _record_in(self.path)
        if there is not None and _has_more(there, record):
            return (
                f"{self.path} holds this game after {len(there.steps)} actions already: "
                f"`{command_line('run', '--resume', name_of(self.path))}` goes on with it."
            )
        return ""


def write_over(record: Record, path: Path, *known: Record, force: bool = False) -> None:
    """Write a record to a file that is not there, or holds the same game, or one of those known.

    Raises `OSError`; `FileExistsError` if the file holds anything else, or actions of people that
    are neither in the record nor in one that is known.
    """
    is_there = path.exists()
    if is_there and not force and not is_free(path):
        there = _record_in(path)
        if there is None or not _is_of(there, [record, *known]):
            raise FileExistsError(errno.EEXIST, "Is no record of this game", str(path))
        if all(_has_more(there, one) for one in (record, *known)):
            raise FileExistsError(errno.EEXIST, "Has come to hold more of this game", str(path))
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
    return there is not None and _is_of(there, records)


def _is_of(there: Record, records: list[Record]) -> bool:
    return any(same_beginning(there, record) for record in records)


def _record_in(path: Path) -> Record | None:
    try:
        return read_record(path)
    except (OSError, ReplayError):
        return None


def _has_more(there: Record, record: Record) -> bool:
    """Whether people have taken actions in a game that this record of it does not have."""
    pairs = zip(there.steps, record.steps, strict=False)
    shared = next((n for n, (one, other) in enumerate(pairs) if one != other), len(record.steps))
    people = [seat for seat, entry in enumerate(there.seats) if entry.player == HUMAN]
    return any(step.seat in people for step in there.steps[shared:])


def _may_be_lost(found: str) -> bool:
    """The answer of whoever is at the terminal; without one nobody can be asked."""
    if not (_is_terminal(sys.stdin) and _is_terminal(sys.stderr)):
        return False
    return click.confirm(f"{found} Replace it?", err=True)


def _is_terminal(stream: object) -> bool:
    isatty = getattr(stream, "isatty", None)
    return isatty is not None and bool(isatty())
