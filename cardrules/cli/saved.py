"""Saved games by their names: they lie in a folder of their own, whatever folder one works in."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator
from pathlib import Path

from cardrules.errors import ReplayError
from cardrules.files import files_below
from cardrules.folders import own_folder
from cardrules.sim.record import Record
from cardrules.sim.record_files import read_record
from cardrules.table.wording import number

SUFFIX = ".json"
_FOLDER = "saved"


def place() -> Path | None:
    """The folder of saved games, which need not be there yet; None if there is no place for it."""
    own = own_folder("data")
    return None if own is None else own / _FOLDER


def is_name(text: str) -> bool:
    """Whether a text is the name of a saved game, and no path of a file."""
    is_path = text.startswith("~") or os.sep in text or "/" in text or text in ("", ".", "..")
    return not is_path and not text.lower().endswith(SUFFIX)


def path_of(text: str) -> Path:
    """The file that a text means to which a game is saved: a name, or a path.

    Raises `RuntimeError` if it begins with the home of nobody.
    """
    folder = place()
    if is_name(text):
        return (Path() if folder is None else folder) / f"{text}{SUFFIX}"
    return Path(text).expanduser()


def found(text: str) -> Path:
    """The file that a text means of which a game is read: a name, a path, or a file name."""
    name, path = text.removesuffix(SUFFIX), Path(text)
    if not is_name(name) or (name != text and path.exists()):
        return path
    named = path_of(name)
    return named if named.is_file() else path


def name_of(path: Path) -> str:
    """What a file is called for people: a saved game by its name, any other by its path."""
    is_saved = path.suffix == SUFFIX and path.parent == place()
    return path.stem if is_saved and is_name(path.stem) else str(path)


def with_folder(path: Path) -> Path:
    """The path, after its folder has been made if it is that of saved games. Raises `OSError`."""
    if path.parent == place():
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    return path


def saved_games() -> Iterator[tuple[str, Record]]:
    """The names of all saved games with their records, the one saved last first.

    What is no record, or cannot be read, is left out.
    """
    folder = place()
    paths = [] if folder is None or not folder.is_dir() else files_below(folder, (SUFFIX,))
    when = {path: path.stat().st_mtime for path in paths if path.is_file()}
    for path in sorted(when, key=lambda path: (-when[path], path)):
        with contextlib.suppress(OSError, ReplayError):
            yield name_of(path), read_record(path)


def list_of_saved(command: str) -> list[str]:
    """The games that one may go on with, in lines; `command` is what goes on with a name behind."""
    going = [(name, record) for name, record in saved_games() if record.result is None]
    if not going:
        return ["There are no saved games to go on with."]
    width = max(len(name) for name, _ in going)
    head = f"Saved games, the last one first; `{command} NAME` goes on with one:"
    return [head, *(f"  {name:{width}}  {_described(record)}" for name, record in going)]


def _described(record: Record) -> str:
    names = ", ".join(entry.name for entry in record.seats)
    return f"{record.ruleset.name}: {names}; after {number(len(record.steps), 'action')}"
