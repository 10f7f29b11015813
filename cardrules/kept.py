"""What is kept between runs because it takes long to make: text in the user's own cache folder.

Whatever is damaged, foreign or no file is passed over and made anew; where nothing can be written
nothing is kept. Whoever can write there as the user can do whatever the user can: what is kept is
guarded against others, and against chance.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import stat
from pathlib import Path

from cardrules.files import read_bytes, write_text
from cardrules.folders import own_folder

_MOST_BYTES = 16_000_000


def kept_file(name: str) -> Path | None:
    """The file in which something is kept by this name, or None if there is no place for one.

    It lies in the user's own cache folder (`cardrules.folders`). The name holds all that the
    content depends on, so that it never grows stale. `CARDRULES_CACHE=off` does without.
    """
    folder = own_folder("cache")
    if folder is None or os.environ.get("CARDRULES_CACHE") == "off":
        return None
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        # Where others may write, they could put anything in the place of the file.
        status = folder.stat()
    except OSError:
        return None
    return folder / name if _is_ours(status) else None


def read_kept(path: Path) -> str | None:
    """The text that `keep` has written; None if there is none that can be trusted."""
    try:
        status = os.lstat(path)
        if not stat.S_ISREG(status.st_mode) or not _is_ours(status):
            return None
        digest, _, text = read_bytes(path, _MOST_BYTES).decode("ascii").partition("\n")
    except (OSError, ValueError):
        return None
    return text if digest == _digest(text) else None


def keep(path: Path, text: str) -> None:
    """Write a text of ASCII characters, if that is possible."""
    with contextlib.suppress(OSError):
        _remove_foreign(path)
        write_text(path, f"{_digest(text)}\n{text}")


def _remove_foreign(path: Path) -> None:
    """Remove a link, or a file to which others may write: neither is written through."""
    try:
        status = os.lstat(path)
    except FileNotFoundError:
        return
    if not stat.S_ISREG(status.st_mode) or not _is_ours(status):
        path.unlink()


def keep_few(path: Path, beginning: str, most: int) -> None:
    """Remove files beside this one whose names begin so, the oldest first, but for so many."""
    with contextlib.suppress(OSError):
        found = [item for item in path.parent.iterdir() if item.name.startswith(beginning)]
        found.sort(key=lambda item: item.lstat().st_mtime_ns)
        for item in found[:-most]:
            item.unlink()


def _is_ours(status: os.stat_result) -> bool:
    """Whether nobody else could have written there, as far as the system tells."""
    if not hasattr(os, "getuid"):
        return True
    return status.st_uid == os.getuid() and not status.st_mode & (stat.S_IWGRP | stat.S_IWOTH)


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode("ascii")).hexdigest()
