"""What `cardrules.toml` says: which diagnostics are told of the rulesets beside and below it.

    [lint]
    ignore = ["CR505", "no-card-text"]

The file nearest to a ruleset counts, alone. It is no part of `pyproject.toml`: whoever writes a
game need not have, or know, a project in Python.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence

import attrs

from cardrules.diagnostics.suggest import did_you_mean
from cardrules.errors import SelectionError
from cardrules.lint.selection import Selection, selection

FILE_NAME = "cardrules.toml"
_KEYS = ("select", "ignore")


@attrs.frozen
class Configuration:
    """The words for what is selected (None for all) and ignored, and in which file they stand."""

    name: str = ""
    select: tuple[str, ...] | None = None
    ignore: tuple[str, ...] = ()

    def selection(
        self, select: Sequence[str] | None = None, ignore: Sequence[str] | None = None
    ) -> Selection:
        """What is told; what is given here counts in place of what stands in the file.

        Raises `SelectionError`.
        """
        try:
            in_file = selection(self.select, self.ignore)
        except SelectionError as error:
            raise SelectionError(f"{self.name}: {error}") from None
        if select is None and ignore is None:
            return in_file
        return selection(
            self.select if select is None else select, self.ignore if ignore is None else ignore
        )


def read_configuration(name: str, text: str) -> Configuration:
    """The configuration in a text; raises `SelectionError` for whatever is wrong with it."""
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise SelectionError(f"{name} is not TOML: {error}.") from None
    _refuse_unknown(name, "", data, ("lint",))
    section = data.get("lint", {})
    if not isinstance(section, dict):
        raise SelectionError(f"{name}: `lint` is a table, `[lint]`, not {section!r}.")
    _refuse_unknown(name, "lint.", section, _KEYS)
    select, ignore = (_words(name, section, key) for key in _KEYS)
    return Configuration(name, select, ignore or ())


def _words(name: str, section: Mapping[str, object], key: str) -> tuple[str, ...] | None:
    value = section.get(key)
    if value is None:
        return None
    if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
        raise SelectionError(f'{name}: `lint.{key}` is a list of codes, such as ["CR502"].')
    return tuple(value)


def _refuse_unknown(
    name: str, where: str, table: Mapping[str, object], known: Sequence[str]
) -> None:
    for key in table:
        if key not in known:
            hint = did_you_mean(key, known)
            raise SelectionError(f"{name}: there is no key `{where}{key}`. {hint}".rstrip())
