"""The colours of the table can be read on their backgrounds."""

from __future__ import annotations

import pytest
from rich.color import Color

from cardrules.cli.table.themes import theme_of
from cardrules.cli.theme_names import COLOURS, THEMES

BACKGROUNDS = {"auto": ("black", "white"), "dark": ("black",), "light": ("white",)}
# What the WCAG asks of ordinary text.
_ENOUGH = 4.5


def brightness(number: int) -> float:
    """How bright a colour is, from 0 to 1, as the WCAG counts it."""
    parts = [part / 255 for part in Color.from_ansi(number).get_truecolor()]
    red, green, blue = (p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(number: int, background: str) -> float:
    """How much a colour stands out from black or white."""
    bright = brightness(number)
    return (bright + 0.05) / 0.05 if background == "black" else 1.05 / (bright + 0.05)


@pytest.mark.parametrize("name", COLOURS)
def test_every_colour_has_enough_contrast(name: str) -> None:
    for background in BACKGROUNDS[name]:
        assert min(contrast(colour, background) for colour in COLOURS[name]) >= _ENOUGH


@pytest.mark.parametrize("name", THEMES)
def test_every_theme_has_every_style(name: str) -> None:
    styles = theme_of(name).styles
    assert {"label", "ids", "faint", "strong"} <= set(styles)
    assert name == "none" or all(styles[one].color for one in ("label", "ids", "faint"))
    assert name != "none" or not any(styles[one].color for one in ("label", "ids", "faint"))
