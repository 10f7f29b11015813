"""Fixes in files: carried out, or shown as a difference."""

from __future__ import annotations

import difflib
from collections.abc import Collection, Iterator
from pathlib import Path

import attrs

from cardrules.diagnostics.model import Diagnostic
from cardrules.files import MOST_TEXT, read_bytes, write_text
from cardrules.lint.fixing import chosen_edits, edited, fixable


@attrs.frozen
class Change:
    """A file as it is and as it would be."""

    path: Path
    old: str
    new: str

    @property
    def difference(self) -> str:
        """The lines that change, as `diff -u` and `git apply` have them."""
        name = self.path.as_posix().lstrip("/")
        lines = difflib.unified_diff(
            self.old.splitlines(keepends=True),
            self.new.splitlines(keepends=True),
            f"a/{name}",
            f"b/{name}",
        )
        return "".join(
            line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n"
            for line in lines
        )

    def write(self) -> None:
        """Write it to the file; raises `OSError`."""
        write_text(self.path, self.new)


def changes(
    found: Collection[Diagnostic], paths: Collection[Path], *, unsafe: bool
) -> Iterator[Change]:
    """What the fixes of diagnostics change in the files that were named, and in no others.

    Raises `OSError` if one cannot be read any more.
    """
    named = {str(path): path for path in paths}
    for source, edits in chosen_edits(fixable(found, unsafe=unsafe)).items():
        if source.name in named:
            path = named[source.name]
            content = read_bytes(path, MOST_TEXT)
            new = edited(content, source, edits)
            if new is not None and new != content:
                yield Change(path, content.decode(), new.decode())
