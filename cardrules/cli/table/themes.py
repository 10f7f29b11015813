"""Styles of the table. What colours say is said by words too, so that none are needed."""

from __future__ import annotations

from rich.theme import Theme

from cardrules.cli.theme_names import COLOURS


def theme_of(name: str) -> Theme:
    """The styles `label`, `ids` and `faint` of a theme, and `strong`, which has no colour."""
    if name not in COLOURS:
        return Theme({"label": "", "ids": "", "faint": "", "strong": "bold"})
    label, ids, faint = (f"color({number})" for number in COLOURS[name])
    return Theme({"label": label, "ids": ids, "faint": faint, "strong": "bold"})
