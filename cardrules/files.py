"""Reading and writing files: the one place that does, for rulesets, scenarios and records.

What is read is a regular file of a size that is known to be bearable: a pipe would be waited for
without end, a device may never come to one. What is written stands in a file of its own until it is
whole, and then takes its place at once.
"""

from __future__ import annotations

import contextlib
import errno
import os
import stat
from collections.abc import Iterator
from pathlib import Path

# A text that somebody wrote: far more than any may have.
MOST_TEXT = 4_000_000
# A record: a game of some hundred thousand steps.
MOST_RECORD = 64_000_000


def read_bytes(path: str | Path, most: int) -> bytes:
    """What stands in a regular file of at most so many bytes.

    Raises `OSError`, which names the file, also if it is no regular file or too large.
    """
    descriptor = os.open(path, os.O_RDONLY | _flags("O_NONBLOCK", "O_CLOEXEC", "O_BINARY"))
    try:
        return _content(descriptor, path, most)
    except OSError as error:
        # What fails while a file is read does not tell which one it was.
        raise OSError(error.errno, error.strerror or str(error), str(path)) from error
    finally:
        os.close(descriptor)


def _content(descriptor: int, path: str | Path, most: int) -> bytes:
    status = os.fstat(descriptor)
    if not stat.S_ISREG(status.st_mode):
        raise _no_regular_file(path, status.st_mode)
    # The size may be wrong, as in /proc, or grow while we read.
    content = b""
    if status.st_size <= most:
        with open(descriptor, "rb", closefd=False) as file:
            content = file.read(most + 1)
    if max(status.st_size, len(content)) > most:
        raise OSError(errno.EFBIG, f"Has more than {most:,} bytes", str(path))
    return content


def files_below(folder: Path, suffixes: tuple[str, ...]) -> Iterator[Path]:
    """The files with these suffixes in a folder and below, in order.

    What is no regular file is passed over. A link that leads nowhere is not: it is worth a word,
    and so is a folder that cannot be looked into, which is given in place of its files.
    """
    refused: list[OSError] = []
    found = []
    for parent, _, names in os.walk(folder, onerror=refused.append):
        paths = [Path(parent, name) for name in names if Path(name).suffix in suffixes]
        found += [path for path in paths if path.is_file() or not path.exists()]
    yield from sorted([*found, *(Path(error.filename) for error in refused)])


def write_text(path: str | Path, text: str, *, replace: bool = True) -> None:
    """Write a file, whole or not at all; a file that is there keeps its permissions.

    Without `replace` a file that is there, or comes to be there meanwhile, stays as it is. Raises
    `OSError`, which names the file, and leaves nothing behind then.
    """
    target = Path(os.path.realpath(path))
    # A lone surrogate, which no text in UTF-8 has, becomes what JSON writes for it.
    content = text.encode("utf-8", errors="backslashreplace")
    try:
        # A pipe that is called /dev/stdout has no other name.
        mode = _mode_of(Path(path))
        refuse_hidden_device(path)
        if mode is not None and not replace:
            raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST))
        if mode is not None and not stat.S_ISREG(mode):
            _write_through(Path(path), mode, content)
        else:
            _write_beside(target, mode, content, replace=replace)
    except OSError as error:
        # It may have told of a file whose name nobody knows, or of none.
        raise OSError(error.errno, error.strerror or str(error), str(path)) from error


def refuse_hidden_device(path: str | Path) -> None:
    """Raise `OSError` for a link to a device or pipe: what is written there would be lost.

    Somebody who means a device names it; the links in /dev are names of the streams.
    """
    link = Path(path)
    mode = _mode_of(link) if link.is_symlink() else None
    if mode is not None and not stat.S_ISREG(mode) and link.absolute().parent != Path("/dev"):
        raise _no_regular_file(path, mode)


def _mode_of(target: Path) -> int | None:
    try:
        return target.stat().st_mode
    except FileNotFoundError:
        return None


def _write_beside(target: Path, mode: int | None, content: bytes, *, replace: bool) -> None:
    temporary = target.with_name(f".cardrules-{os.urandom(8).hex()}.part")
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL
    flags |= _flags("O_NOFOLLOW", "O_CLOEXEC", "O_BINARY")
    try:
        # A new file gets what the system gives to new files; another one must not be open to more
        # readers meanwhile than it was.
        descriptor = os.open(temporary, flags, 0o666 if mode is None else 0o600)
        with open(descriptor, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(descriptor)
        if mode is not None:
            os.chmod(temporary, stat.S_IMODE(mode))
        if replace:
            os.replace(temporary, target)
        else:
            _put_in_place(temporary, target)
    except BaseException:
        with contextlib.suppress(OSError):
            temporary.unlink()
        raise


def _put_in_place(temporary: Path, target: Path) -> None:
    """Give a file its name, unless there is one of this name."""
    try:
        os.link(temporary, target)
    except FileExistsError:
        raise
    except (OSError, NotImplementedError):
        # Not every file system has links: then there is a moment in which another file could come.
        if target.exists():
            raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST)) from None
        os.replace(temporary, target)
    else:
        temporary.unlink()


def _write_through(target: Path, mode: int, content: bytes) -> None:
    """Into a terminal, `/dev/null` or a pipe: nothing is kept there that could be lost."""
    if not (stat.S_ISCHR(mode) or stat.S_ISFIFO(mode)):
        raise _no_regular_file(target, mode)
    # Nobody may be reading a pipe; that is an error then, and nothing to wait for.
    descriptor = os.open(target, os.O_WRONLY | _flags("O_NONBLOCK", "O_CLOEXEC", "O_BINARY"))
    with open(descriptor, "wb") as file:
        os.set_blocking(descriptor, True)
        file.write(content)


def _no_regular_file(path: str | Path, mode: int) -> OSError:
    if stat.S_ISDIR(mode):
        return IsADirectoryError(errno.EISDIR, "Is a folder", str(path))
    special = ((stat.S_ISFIFO, "pipe"), (stat.S_ISSOCK, "socket"))
    what = next((name for is_one, name in special if is_one(mode)), "device")
    return OSError(errno.EINVAL, f"Is a {what}, not a file", str(path))


def _flags(*names: str) -> int:
    """Flags for `os.open`, as far as this system has them."""
    found = 0
    for name in names:
        found |= getattr(os, name, 0)
    return found
