"""Which diagnostics are told: by the configuration file of a ruleset, and by the command line."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import attrs

from cardrules.errors import SelectionError
from cardrules.lint.check import Wish
from cardrules.lint.configuration import FILE_NAME, Configuration, read_configuration
from cardrules.lint.selection import Selection
from cardrules.source import read_source


@attrs.frozen
class Told:
    """What was wished for in a call; `config` is the file to be read in place of all others."""

    select: tuple[str, ...] | None
    ignore: tuple[str, ...] | None
    config: Path | None
    wishes: tuple[Wish, ...] = ()
    _read: dict[Path, Configuration] = attrs.field(factory=dict)

    def selection(self, path: Path) -> Selection:
        """What is told of the ruleset in a file.

        Raises `SelectionError` for a word or a configuration that is wrong, and `OSError`.
        """
        config = self.config or _nearest(path)
        if config is None:
            return Configuration().selection(self.select, self.ignore)
        if config not in self._read:
            self._read[config] = _read(config)
        return self._read[config].selection(self.select, self.ignore)


def words_of(values: Sequence[str]) -> tuple[str, ...] | None:
    """The words of an option that may be repeated and takes several with commas; None if unused."""
    words = [word.strip() for value in values for word in value.split(",")]
    return tuple(word for word in words if word) if values else None


def _nearest(path: Path) -> Path | None:
    """The configuration file beside a file, or in the nearest folder above."""
    for folder in path.absolute().parents:
        if (folder / FILE_NAME).is_file():
            return folder / FILE_NAME
    return None


def _read(path: Path) -> Configuration:
    source = read_source(path)
    if source.encoding:
        raise SelectionError(f"{path} is written in {source.encoding}, and not in UTF-8.")
    return read_configuration(str(path), source.text)
